"""The form of one order: read from a request, with the choices that a force has."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms

from campaign.war.order_preview import present_order
from campaign.war.rules.command.orders import SUPPORTERS
from campaign.war.rules.network import network
from campaign.war.rules.order_values import Leg, Order
from campaign.war.rules.state import Force
from campaign.war.situation import Situation
from campaign.war.words import PACES, POSTURES, VERBS, crossing_words, formation_words

LASTING: Final = ("hold", "rest", "scout", "delay", "mask")
"""Orders that may end after some hours."""
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "march": ("to", "via", "pace", "posture", "support"),
    "hold": ("posture", "support", "works", "hours"),
    "rest": ("posture", "support", "hours"),
    "scout": ("posture", "support", "hours"),
    "delay": ("to", "hours"),
    "mask": ("to", "storm", "posture", "hours"),
    "detach": ("formations", "name", "then"),
    "join": ("join",),
    "break_crossing": ("crossing", "posture"),
    "mend_crossing": ("crossing", "posture"),
    "bridge": ("crossing", "posture"),
}
"""The fields that each kind of order uses, so that no control changes nothing."""
MORE: Final = ("back_to", "avoid_at", "enter")
"""Fields that few orders need: they stand below the others."""
GOALS: Final = {"march": "March to", "delay": "Fall back to", "mask": "Fortress"}
MOST_NAME: Final = 60


class OrderForm(forms.Form):
    """One part of an order for a force; what the kind of order does not use is left out."""

    one_of = True
    """No field is marked as optional: each has a usual value."""

    order = forms.ChoiceField(label="Order")
    to = forms.ChoiceField(label="March to", required=False)
    via = forms.ChoiceField(label="By way of", required=False)
    pace = forms.ChoiceField(
        label="Pace", choices=[(key, text.capitalize()) for key, text in PACES.items()], required=False
    )
    posture = forms.ChoiceField(
        label="On meeting the enemy",
        choices=[(key, text.capitalize()) for key, text in POSTURES.items()],
        required=False,
    )
    support = forms.BooleanField(label="March to the sound of the guns", required=False)
    works = forms.BooleanField(label="Dig works while it holds", required=False)
    storm = forms.BooleanField(label="Storm the fortress", required=False)
    hours = forms.IntegerField(label="For how many hours", min_value=1, max_value=720, required=False)
    join = forms.ChoiceField(label="Join", required=False)
    crossing = forms.ChoiceField(label="Crossing", required=False)
    formations = forms.MultipleChoiceField(
        label="Formations to detach", required=False, widget=forms.CheckboxSelectMultiple
    )
    name = forms.CharField(label="Name of the new force", max_length=MOST_NAME, required=False)
    then = forms.ChoiceField(label="The new force marches to", required=False)
    back_to = forms.ChoiceField(
        label="Way back, if it must get away", required=False, help_text="The first road is the one to this place."
    )
    avoid_at = forms.DecimalField(
        label="Avoid battle if they are so many times as many",
        min_value=0,
        max_value=20,
        decimal_places=1,
        required=False,
        help_text="0 never avoids. Empty takes the limit of the campaign.",
    )
    enter = forms.BooleanField(label="March into places that the enemy holds", required=False)
    repeat = forms.BooleanField(label="Start the standing orders again when they are done", required=False)
    also = forms.MultipleChoiceField(
        label="Give the same order to", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any, *, situation: Situation, force: Force) -> None:
        super().__init__(data, prefix=None, auto_id="order_%s", label_suffix="")
        self.situation, self.force = situation, force
        settings = situation.setup.settings
        kinds = [key for key in VERBS if key != "bridge" or settings.use_pontoons]
        if not settings.use_works:
            kinds = [key for key in kinds if key not in ("break_crossing", "mend_crossing", "mask")]
            del self.fields["works"]
        if not settings.use_sieges:
            del self.fields["storm"]
        self._choices("order", [(key, VERBS[key]) for key in kinds])
        self._fill()
        self._leave_only(self.data.get("order", "march"))

    def _fill(self) -> None:
        """The choices of places, forces, crossings and formations."""
        setup, names, force = self.situation.setup, self.situation.names, self.force
        points = [("", "–"), *((key, name) for name, key in sorted((p.name, p.id) for p in setup.map.points))]
        for name in ("to", "via", "then", "back_to"):
            self._choices(name, points)
        others = [(key, name) for key, name in names.items() if key != force.id and key in self.situation.mine]
        self._choices("join", [("", "–"), *others])
        self._choices("also", others)
        self._choices("crossing", [("", "–"), *self._crossings()])
        self._choices("formations", [(key, formation_words(setup, key)) for key in force.formations])

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for mypy
        field.choices = choices

    def _crossings(self) -> list[tuple[str, str]]:
        """The crossings at the force's place, or at the ends of its road."""
        setup = self.situation.setup
        near = {point for point, _ in network(setup.map).ends(self.force.place)}
        return [(row.id, crossing_words(setup, row.id)) for row in setup.map.crossings if row.at in near]

    def _leave_only(self, kind: str) -> None:
        """Drop the fields that this kind of order does not use."""
        used = {"order", "repeat", *FIELDS.get(kind, ())}
        if kind not in ("detach", "join", "delay"):
            used |= {"back_to", "avoid_at"}
        used |= {"enter"} if kind == "march" else set()
        used |= {"also"} if kind in (*SUPPORTERS, "delay") and len(self.situation.mine) > 1 else set()
        for name in [name for name in self.fields if name not in used]:
            del self.fields[name]
        if "to" in self.fields:
            self.fields["to"].label = GOALS[kind]

    def main_fields(self) -> list[Any]:
        """The fields that most orders use."""
        return [field for field in self if field.name not in (*MORE, "repeat", "also")]

    def more_fields(self) -> list[Any]:
        """The fields that few orders use."""
        return [field for field in self if field.name in MORE]

    def has_more(self) -> bool:
        """True if one of these holds a value."""
        return any(self.data.get(name) for name in MORE)

    def leg(self) -> Leg:
        """The part of an order that the valid form says."""
        data = self.cleaned_data
        kind, to, limit = data["order"], data.get("to", ""), data.get("avoid_at")
        return Leg(
            kind,
            posture=data.get("posture") or "accept",
            to=to if kind == "march" else "",
            via=(data["via"],) if data.get("via") else (),
            pace=data.get("pace") or "normal",
            support=data.get("support", False),
            hours=data.get("hours"),
            back_to=to if kind == "delay" else data.get("back_to", ""),
            works=data.get("works", False),
            avoid_at=None if limit is None else int(limit * 10),
            enter=data.get("enter", False),
            fortress=to if kind == "mask" else "",
            storm=data.get("storm", False),
            force=data.get("join", ""),
            crossing=data.get("crossing", ""),
            formations=tuple(data.get("formations", ())),
            name=data.get("name", ""),
            then=(Leg("march", to=data["then"]),) if data.get("then") else (),
        )

    def whole_order(self, part: str = "") -> Order:
        """The order of the form for its force.

        ``part`` says what the form is of it: all of it (empty), its ``next`` part, the ``standing`` orders, or the
        ``standing_next`` part of these. What the form does not change stays.
        """
        written = self.situation.orders.get(self.force.id)
        before = self.force.standing if written is None or written.standing is None else written.standing
        legs: Sequence[Leg] = (self.leg(),)
        standing: tuple[Leg, ...] | None = written.standing if written else None
        if part == "next":
            legs = (*(written.legs if written else ()), *legs)
        elif part:
            standing = (*(before if part == "standing_next" else ()), *legs)
            status, present = present_order(self.force, self.situation.orders)
            legs = () if status == "standing" else present.legs
        return Order(self.force.id, tuple(legs), standing, self.cleaned_data["repeat"])

    def orders(self, part: str = "") -> list[Order]:
        """The order of the form, and the same for the other forces that it names."""
        first = self.whole_order(part)
        others = [Order(key, (self.leg(),)) for key in self.cleaned_data.get("also", ())] if part == "" else []
        return [first, *others]


def first_values(force: Force, order: Order) -> dict[str, Any]:
    """The form's values for a force before anything is chosen: the first part of its present order."""
    leg = order.legs[0] if order.legs else Leg("hold")
    return {
        "order": leg.order,
        "to": leg.to or leg.fortress or (leg.back_to if leg.order == "delay" else ""),
        "via": leg.via[0] if leg.via else "",
        "pace": leg.pace,
        "posture": leg.posture,
        "support": leg.support,
        "works": leg.works,
        "storm": leg.storm,
        "hours": leg.hours or "",
        "join": leg.force,
        "crossing": leg.crossing,
        "name": leg.name,
        "then": leg.then[0].to if leg.then else "",
        "back_to": leg.back_to if leg.order != "delay" else "",
        "avoid_at": "" if leg.avoid_at is None else leg.avoid_at / 10,
        "enter": leg.enter,
        "repeat": order.repeat or force.repeat,
    }
