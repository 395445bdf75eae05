"""The form of one order: read from a request, with the choices that a force has."""

from typing import Any, Final

from django import forms

from campaign.war.pages.situation import Situation
from campaign.war.rules.network import network
from campaign.war.rules.order_values import Leg, Order
from campaign.war.rules.state import Force
from campaign.war.words import PACES, POSTURES, VERBS, crossing_words

LASTING: Final = ("hold", "rest", "scout", "delay", "mask")
"""Orders that may end after some hours."""


class OrderForm(forms.Form):
    """One part of an order for a force; what the kind of order does not use is left out."""

    one_of = True
    """No field is marked as optional: each has a usual value."""

    order = forms.ChoiceField(label="Order")
    to = forms.ChoiceField(label="March to, or fall back to", required=False)
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
    hours = forms.IntegerField(label="For how many hours", min_value=1, max_value=720, required=False)
    join = forms.ChoiceField(label="Join", required=False)
    crossing = forms.ChoiceField(label="Crossing", required=False)
    formations = forms.MultipleChoiceField(
        label="Formations to detach", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any, *, situation: Situation, force: Force) -> None:
        super().__init__(data, prefix=None, auto_id="order_%s", label_suffix="")
        self.situation, self.force = situation, force
        setup = situation.setup
        settings = setup.settings
        kinds = [key for key in VERBS if key != "bridge" or settings.use_pontoons]
        if not settings.use_works:
            kinds = [key for key in kinds if key not in ("break_crossing", "mend_crossing", "mask")]
            del self.fields["works"]
        points = sorted((point.name, point.id) for point in setup.map.points)
        choices = [("", "–"), *((key, name) for name, key in points)]
        self._choices("order", [(key, VERBS[key]) for key in kinds])
        self._choices("to", choices)
        self._choices("via", choices)
        others = [(key, name) for key, name in situation.names.items() if key != force.id and key in situation.mine]
        self._choices("join", [("", "–"), *others])
        self._choices("crossing", [("", "–"), *self._crossings()])
        names = {key: setup.formations[key].name for key in force.formations}
        self._choices("formations", list(names.items()))
        kind = self.data.get("order", "march")
        self._leave_only(kind)

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
        """Drop the fields that this kind of order does not use, so that no control changes nothing."""
        used = {"order", "posture", "support"}
        used |= {"to", "via", "pace"} if kind == "march" else {"to"} if kind in ("delay", "mask") else set()
        used |= {"works"} if kind == "hold" else set()
        used |= {"hours"} if kind in LASTING else set()
        used |= {"join"} if kind == "join" else {"formations"} if kind == "detach" else set()
        used |= {"crossing"} if kind in ("break_crossing", "mend_crossing", "bridge") else set()
        used -= {"posture", "support"} if kind in ("join", "detach") else set()
        used -= {"support"} if kind not in ("march", "hold", "rest", "scout") else set()
        for name in [name for name in self.fields if name not in used]:
            del self.fields[name]
        if kind == "mask" and "to" in self.fields:
            self.fields["to"].label = "Fortress"
        elif kind == "delay" and "to" in self.fields:
            self.fields["to"].label = "Fall back to"
        elif "to" in self.fields:
            self.fields["to"].label = "March to"

    def leg(self) -> Leg:
        """The part of an order that the valid form says."""
        data = self.cleaned_data
        kind, to = data["order"], data.get("to", "")
        return Leg(
            kind,
            posture=data.get("posture") or "accept",
            to=to if kind == "march" else "",
            via=(data["via"],) if data.get("via") else (),
            pace=data.get("pace") or "normal",
            support=data.get("support", False),
            hours=data.get("hours"),
            back_to=to if kind == "delay" else "",
            works=data.get("works", False),
            fortress=to if kind == "mask" else "",
            force=data.get("join", ""),
            crossing=data.get("crossing", ""),
            formations=tuple(data.get("formations", ())),
        )

    def whole_order(self, *, is_added: bool) -> Order:
        """The order of the form: alone, or as the next part of the order that is written."""
        written = self.situation.orders.get(self.force.id)
        before = written.legs if is_added and written else ()
        return Order(self.force.id, (*before, self.leg()))


def first_values(force: Force, order: Order) -> dict[str, Any]:
    """The form's values for a force before anything is chosen: the first part of its present order."""
    leg = order.legs[0] if order.legs else Leg("hold")
    return {
        "order": leg.order,
        "to": leg.to or leg.back_to or leg.fortress,
        "via": leg.via[0] if leg.via else "",
        "pace": leg.pace,
        "posture": leg.posture,
        "support": leg.support,
        "works": leg.works,
        "hours": leg.hours or "",
        "join": leg.force,
        "crossing": leg.crossing,
    }
