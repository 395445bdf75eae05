"""The form that sets a battle up: its title, who sits where, who may watch, and the armies where they are chosen."""

from typing import Any, Final

from django import forms

from armies.models import Army
from armies.models.army import Visibility
from armies.pages.forms import LineField
from battles.engine.core import UMPIRE
from battles.services.levels import levels_of
from battles.services.making import COMPUTER, INVITE, ME, OPEN
from battles.services.sources import ARMIES, Source

NOBODY: Final = ""
MOST_DELAY: Final = 24 * 60
"""Minutes that spectators may be behind."""
MOST_ARMIES: Final = 300
"""Armies that a form offers."""

PEOPLE: Final = (
    (ME, "Me"),
    (INVITE, "Somebody whom I send a link"),
    (OPEN, "Whoever takes the seat"),
)
WATCHERS: Final = tuple(
    (key, "Private: only who plays in it sees it" if key == Visibility.PRIVATE else words)
    for key, words in Visibility.choices
)
"""Who may see a battle: unlike an army, a private one has two who play it."""
UMPIRES: Final = ((NOBODY, "Nobody"), (ME, "Me"), (INVITE, "Somebody whom I send a link"))


class SetupForm(forms.Form):
    """Everything but the options. A field ``seat_<side>`` for each side of the system."""

    title = LineField(label="Title", max_length=120)
    umpire = forms.ChoiceField(label="Umpire", choices=UMPIRES, required=False)
    visibility = forms.ChoiceField(
        label="Who may watch", choices=WATCHERS, widget=forms.RadioSelect, initial=Visibility.UNLISTED
    )
    delay = forms.IntegerField(
        label="Minutes that spectators are behind",
        min_value=0,
        max_value=MOST_DELAY,
        initial=0,
        help_text="0 lets them watch live. The players and the umpire are never behind.",
    )

    def __init__(
        self, source: Source, names: dict[str, str], armies: Any, is_known: bool, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.source = source
        self.is_known = is_known
        self.fields["title"].initial = source.title if source.kind != ARMIES else ""
        self.fields["title"].required = source.kind != ARMIES
        self.seats = tuple(f"seat_{side}" for side in source.system.sides)
        usual = (ME, f"{COMPUTER}captain")
        levels = levels_of(source.system).items()
        choices = (
            *PEOPLE,
            *((f"{COMPUTER}{key}", f"The computer: {level.title}, {level.text}") for key, level in levels),
        )
        for place, (side, name) in enumerate(names.items()):
            who = forms.ChoiceField(label=f"Who plays {name}", choices=choices, initial=usual[min(place, 1)])
            self.fields[f"seat_{side}"] = who
        self.army_fields: tuple[str, ...] = ()
        if source.kind == ARMIES:
            self._ask_for_armies(armies)

    def _ask_for_armies(self, armies: Any) -> None:
        choices = [("", "Choose one"), *((army.slug, _of_army(army)) for army in armies)]
        for side in self.source.system.sides:
            self.fields[f"army_{side}"] = forms.ChoiceField(label=f"Army of side {side.upper()}", choices=choices)
        self.fields["cards"] = forms.BooleanField(
            label="Armies that have drawn no random cards draw them in the battle", required=False
        )
        self.army_fields = (*(f"army_{side}" for side in self.source.system.sides), "cards")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        people = [name for name in self.seats if data.get(name) and not data[name].startswith(COMPUTER)]
        if len(people) == 0 and data.get("umpire") == NOBODY and not self.errors:
            data["umpire"] = ME
        if self.invited_by(data) and not self.is_known and ME not in data.values():
            raise forms.ValidationError("A link is sent by somebody: take a side or the umpire's seat, or sign in.")
        return data

    @property
    def invited(self) -> list[str]:
        """The places that somebody is sent a link for."""
        return self.invited_by(self.cleaned_data)

    def invited_by(self, data: dict[str, Any]) -> list[str]:
        """The places of a link in what was sent."""
        places = {name.removeprefix("seat_"): data.get(name) for name in self.seats} | {UMPIRE: data.get("umpire")}
        return [place for place, who in places.items() if who == INVITE]


def _of_army(army: Army) -> str:
    return f"{army.name}, {army.battle}" if army.battle else army.name


def armies_for(user: Any) -> list[Army]:
    """The armies that a form offers ``user``: his own first, then the historical ones, then what is public."""
    found = Army.objects.listed_for(user).filter(units__gt=0).only("slug", "name", "battle", "historical", "owner_id")
    return sorted(found[:MOST_ARMIES], key=lambda army: (army.owner_id is None or army.owner_id != user.pk, army.name))
