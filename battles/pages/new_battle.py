"""Create a battle: the form with title, seats, spectators, options and armies; a quick game against the computer."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec import Struct, structs

from armies.models import Army
from armies.models.visibility import Visibility, visibilities_of
from armies.pages.access import MAKING, counted_as
from armies.pages.forms import LineField
from armies.services.locks import Refused as ClubRefused
from armies.services.people import FIELD, put_in_club
from battles.engine.core import UMPIRE, SetupError
from battles.engine.settings import OverlayError
from battles.engine.system import RuleSystem
from battles.models import Battle, Scenario
from battles.pages.board.svg import start_picture
from battles.pages.forms import OptionsFields, house_patch, house_rule_fields, table_groups
from battles.pages.lookup import held_seats, hold_seat, post_only, seated_access
from battles.services.access import access_of
from battles.services.create import sources
from battles.services.create.request import (
    COMPUTER,
    INVITE,
    ME,
    OPEN,
    BattleRequest,
    create_battle,
    levels_of,
    play_again,
    usual_places,
)
from battles.services.create.sources import ARMIES, Source, Start, UnknownSource, starts
from battles.services.play.invitations import invite
from battles.services.play.lock import Refused
from battles.services.play.position import system_of
from battles.services.view.side_identity import identities_at_start

NOBODY: Final = ""
MOST_DELAY: Final = 24 * 60
"""The most minutes that spectators may be behind."""

MOST_ARMIES: Final = 300
"""The most armies in a form."""

PEOPLE: Final = (
    (ME, "Me"),
    (INVITE, "A friend: I send a link"),
    (OPEN, "Anyone who takes the seat"),
)
WATCHERS: Final = tuple(
    (key, "Private: only its players see it" if key == Visibility.PRIVATE else words)
    for key, words in Visibility.choices
)
"""Choices of who may see a battle. Unlike a private army, a private battle is seen by all its players."""


def watchers_of(row: Any) -> list[tuple[str, str]]:
    """The choices for a battle or table game: "the club" only if it belongs to one."""
    offered = dict(visibilities_of(row))
    return [choice for choice in WATCHERS if choice[0] in offered]


UMPIRES: Final = ((NOBODY, "Nobody"), (ME, "Me"), (INVITE, "A friend: I send a link"))


class SetupForm(forms.Form):
    """The form of a new battle without the options, with a field ``seat_<side>`` for each side."""

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
        self,
        source: Source,
        names: dict[str, str],
        armies: Any,
        is_known: bool,
        *args: Any,
        club: str = "",
        **kwargs: Any,
    ) -> None:
        """``club`` is the slug of the club to which the battle belongs, whose members may watch."""
        super().__init__(*args, **kwargs)
        watchers = [choice for choice in WATCHERS if choice[0] != (Visibility.PRIVATE if club else Visibility.CLUB)]
        self.fields["visibility"].choices = watchers  # type: ignore[attr-defined]
        self.fields["visibility"].initial = Visibility.CLUB if club else Visibility.UNLISTED
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
        choices = [("", "Choose one"), *((army.slug, army.choice_words) for army in armies)]
        for side in self.source.system.sides:
            picker = forms.Select(attrs={"data-search": "armies"})
            label = f"Army of side {side.upper()}"
            self.fields[f"army_{side}"] = forms.ChoiceField(label=label, choices=choices, widget=picker)
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
            raise forms.ValidationError("To send a link, take a side or the umpire's seat yourself, or sign in.")
        return data

    @property
    def invited(self) -> list[str]:
        """The places that get an invitation."""
        return self.invited_by(self.cleaned_data)

    def invited_by(self, data: dict[str, Any]) -> list[str]:
        """The places that get an invitation in the form's data."""
        places = {name.removeprefix("seat_"): data.get(name) for name in self.seats} | {UMPIRE: data.get("umpire")}
        return [place for place, who in places.items() if who == INVITE]


CHOICE_COLUMNS: Final = ("slug", "name", "commander", "battle", "date", "foot", "horse", "guns", "owner_id")
"""The fields of an army that a list to choose from shows."""


def armies_for(user: Any) -> list[Army]:
    """The armies in a form for ``user``: their own first, then historical and public ones."""
    armies = Army.objects.listed_for(user).filter(units__gt=0).only(*CHOICE_COLUMNS)
    return sorted(armies[:MOST_ARMIES], key=lambda army: (army.owner_id is None or army.owner_id != user.pk, army.name))


MOST_DRAWN: Final = 30
"""The most drawn scenarios on the page of a new battle."""


class Card(Struct, frozen=True):
    """A shipped scenario to choose, with a picture of its start."""

    start: Start
    picture: SafeString


@lru_cache(maxsize=8)
def _cards(system_key: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The deployed scenarios of a system by size, and those whose armies the players deploy."""
    cards = [
        Card(start, start_picture(start.ground, start.scene, start.label)) for start in starts(system_of(system_key))
    ]
    deployed = tuple(card for card in cards if card.start.is_deployed)
    return deployed, tuple(card for card in cards if not card.start.is_deployed)


def first_starts() -> list[tuple[RuleSystem[Any], tuple[Card, ...]]]:
    """The three smallest deployed scenarios of each system that has a board, for somebody without a battle."""
    return [(system, _cards(system.key)[0][:3]) for system in sources.playable()]


@require_safe
def new(request: HttpRequest, wrong: str = "") -> HttpResponse:
    """The page of all sources of a new battle."""
    systems = [
        (system, _cards(system.key), [sources.sample(system), sources.of_armies(system)])
        for system in sources.playable()
    ]
    drawn = [sources.drawn(row) for row in Scenario.objects.listed_for(request.user)[:MOST_DRAWN]]
    context = {"systems": systems, "drawn": drawn, "wrong": wrong, "for_club": request.GET.get(FIELD, "")}
    return render(request, "battles/new.html", context, status=404 if wrong else 200)


@counted_as(*MAKING)
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """The form with players and options; then create the battle."""
    sent = request.POST if request.method == "POST" else None
    try:
        source = sources.find_source((sent or request.GET).get("from", ""), request.user)
        options = OptionsFields(source.system.meta.options, sources.options_of(source), sent)
    except UnknownSource as error:
        return new_again(request, str(error))
    except SetupError as error:
        return new_again(request, f"This scenario has a fault. {error}")
    armies = armies_for(request.user) if source.kind == ARMIES else ()
    club = request.GET.get(FIELD, "")
    form = SetupForm(source, _sides(source), armies, request.user.is_authenticated, sent, club=club)
    patch, faults = house_patch(source.system, sent or {})
    if sent is None or not (form.is_valid() & options.is_valid()) or faults:
        return shown(request, source, form, options, faults)
    try:
        battle = _created(_asked(request, source, form, options.chosen(), patch), club)
    except OverlayError as error:
        return shown(request, source, form, options, {f"table.{error.path.removeprefix('tables.')}": error.sentence})
    except (Refused, ClubRefused) as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        return shown(request, source, form, options, faults)
    except ValueError as error:
        return shown(request, source, form, options, faults, str(error))
    return seated_at(request, battle, form.invited)


def _created(asked: BattleRequest, club: str) -> Battle:
    """The battle, which belongs to the club with this slug. What only the club may watch is private until it does."""
    if club and asked.visibility == Visibility.CLUB:
        asked = structs.replace(asked, visibility=Visibility.PRIVATE)
    with transaction.atomic():
        battle, _ = create_battle(asked)
        put_in_club(battle, asked.user, club, keep=True)
    return battle


def new_again(request: HttpRequest, sentence: str) -> HttpResponse:
    """The page of sources again, with what was wrong with the choice."""
    request.method = "GET"
    return new(request, sentence)


def shown(
    request: HttpRequest,
    source: Source,
    form: SetupForm,
    options: OptionsFields,
    faults: dict[str, str],
    wrong: str = "",
) -> HttpResponse:
    """The form; 422 if it was sent with errors."""
    typed = request.POST if request.method == "POST" else house_rule_fields(sources.house_of(source))
    tables = table_groups(source.system, typed, faults)
    first = ["title", *form.army_fields, *form.seats, "umpire"]
    context = {
        "source": source,
        "briefing": sources.stated_briefing(source),
        "form": form,
        "first": [form[name] for name in first],
        "watching": [form["visibility"], form["delay"]],
        "options": options,
        "tables": tables,
        "laid": sum(group.changed for group in tables),
        "wrong": wrong,
    }
    return render(request, "battles/setup.html", context, status=422 if request.method == "POST" else 200)


@counted_as(*MAKING)
@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """Start a battle against the computer from the named source, else the first one; without an account as a guest.

    The player is not asked about optional decisions, such as retreats in every step; their standing orders say so.
    """
    wanted = request.POST.get("from", "")
    try:
        source = sources.find_source(wanted, request.user) if wanted else sources.first_scenarios()[0]
    except UnknownSource as error:
        return new_again(request, str(error))
    if source.kind == ARMIES:
        return new_again(request, "Choose the two armies first, then who plays.")
    battle_request = BattleRequest(
        source=source, user=request.user, places=usual_places(source), token=token_in(request), skips=True
    )
    try:
        battle, _ = create_battle(battle_request)
    except (Refused, ValueError) as fault:
        return new_again(request, str(fault))
    return seated_at(request, battle)


@counted_as(*MAKING)
@post_only
def rematch(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the same battle again, with the same sides or swapped; other people are invited to their seats."""
    access = seated_access(request, slug)
    try:
        battle, invited = play_again(access, is_swapped=request.POST.get("sides") == "swapped", token=token_in(request))
    except (Refused, SetupError) as fault:
        return new_again(request, str(fault))
    return seated_at(request, battle, invited)


def seated_at(request: HttpRequest, battle: Battle, invited: Sequence[str] = ()) -> HttpResponse:
    """Redirect to the battle, or to the page of its seats with an invitation for each place in ``invited``.

    A guest's browser holds their seats.
    """
    for seat in battle.seats.filter(guest=True, makers=True):
        hold_seat(request, seat.pk)
    if not invited:
        return redirect(battle)
    access = access_of(battle, request.user, held_seats(request))
    for seat in battle.seats.filter(place__in=invited):
        if seat.is_open and not seat.invitations.exists():  # the same form may be sent twice
            invite(access, seat.place)
    return redirect("battles:seats", battle.slug)


def token_in(request: HttpRequest) -> UUID | None:
    """The token of the form; None if it has none."""
    try:
        return UUID(request.POST.get("token", "")[:40])
    except ValueError:
        return None


def _asked(
    request: HttpRequest, source: Source, form: SetupForm, values: dict[str, Any], patch: dict[str, Any] | None
) -> BattleRequest:
    data = form.cleaned_data
    sides = source.system.sides
    places = {side: data[f"seat_{side}"] for side in sides}
    if data["umpire"]:
        places[UMPIRE] = data["umpire"]
    return BattleRequest(
        source=source,
        user=request.user,
        places=places,
        title=data["title"],
        values=values,
        house=patch,
        armies={side: data[f"army_{side}"] for side in sides} if source.kind == ARMIES else {},
        cards=data.get("cards", False),
        visibility=data["visibility"],
        delay=data["delay"] or 0,
        token=token_in(request),
    )


def _sides(source: Source) -> dict[str, str]:
    """Each side in words before the battle begins: its name, its colour, the edge that it comes from."""
    if source.kind == ARMIES:
        return {side: f"side {side.upper()}" for side in source.system.sides}
    return {each.side: each.words for each in identities_at_start(source.system, sources.source_setup(source)[0])}
