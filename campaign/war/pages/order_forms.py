"""Forms of orders: for one force with the choices that it has, and for a side: march, depots, commanders."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.pages.access import private
from campaign.models import CampaignStatus
from campaign.war.pages.lookup import access_to_campaign, head_of, player_access, side_of
from campaign.war.rules.campaign_map import network
from campaign.war.rules.command.orders import SUPPORTERS
from campaign.war.rules.order_values import DepotOrder, Leg, Order, Precedence, Ride
from campaign.war.rules.state import CampaignState, Force
from campaign.war.rules.view import CampaignView, view
from campaign.war.services import ledger, orders
from campaign.war.services.access import CampaignAccess, CannotAct
from campaign.war.situation import Situation, present_order
from campaign.war.words import PACES, POSTURES, VERBS, crossing_words, formation_words, km, place_in_words

LASTING: Final = ("hold", "rest", "scout", "delay", "mask")
"""Orders that may end after some hours."""
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "march": ("to", "via", "pace", "posture", "support", "after"),
    "hold": ("posture", "support", "works", "hours"),
    "rest": ("posture", "support", "hours"),
    "scout": ("posture", "support", "hours"),
    "delay": ("to", "hours"),
    "mask": ("to", "storm", "posture", "hours"),
    "detach": ("formations", "name", "then"),
    "join": ("join",),
    "break_crossing": ("crossing", "posture", "after"),
    "mend_crossing": ("crossing", "posture", "after"),
    "bridge": ("crossing", "posture", "after"),
}
"""The fields that each kind of order uses, so that no control changes nothing."""
MORE: Final = ("back_to", "avoid_at", "enter")
"""Fields that few orders need: they stand below the others."""
GOALS: Final = {"march": "March to", "delay": "Fall back to", "mask": "Fortress"}
MOST_NAME: Final = 60
EVERYBODY: Final = "all"
"""The choice of all other forces for the same order."""


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
    after = forms.ChoiceField(
        label="Afterwards", choices=[("hold", "Hold there"), ("standing", "Do the standing orders")], required=False
    )
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
        self._choices("also", [*([(EVERYBODY, "All of them")] if len(others) > 1 else []), *others])
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
        if not self.standing:
            self.fields.pop("after", None)
        if "to" in self.fields:
            self.fields["to"].label = GOALS[kind]

    @property
    def standing(self) -> tuple[Leg, ...]:
        """The standing orders of the force, with those that are written."""
        written = self.situation.orders.get(self.force.id)
        return (written.standing if written else None) or self.force.standing

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
        legs: Sequence[Leg] = (self.leg(),)
        standing: tuple[Leg, ...] | None = written.standing if written else None
        if part == "next":
            legs = (*(written.legs if written else ()), *legs)
        elif part:
            standing = (*(self.standing if part == "standing_next" else ()), *legs)
            status, present = present_order(self.force, self.situation.orders)
            legs = () if status == "standing" else present.legs
        elif "after" in self.fields:
            standing = (standing or None) if self.cleaned_data["after"] == "standing" else ()
        return Order(self.force.id, tuple(legs), standing, self.cleaned_data["repeat"])

    def orders(self, part: str = "") -> list[Order]:
        """The order of the form, and the same for the other forces that it names."""
        first = self.whole_order(part)
        standing = first.standing if first.standing == () else None
        also = self.cleaned_data.get("also", ()) if part == "" else ()
        if EVERYBODY in also:
            also = [key for key, _ in self.fields["also"].choices if key != EVERYBODY]  # type: ignore[attr-defined]
        others = [Order(key, (self.leg(),), standing) for key in also]
        return [first, *others]


def first_values(force: Force, order: Order, *, is_new: bool) -> dict[str, Any]:
    """The form's values for a force before anything is chosen: the first part of its present order.

    After a new order it holds; one that ``is_new`` is false for keeps what was chosen.
    """
    leg = order.legs[0] if order.legs else Leg("hold")
    return {
        "order": leg.order,
        "to": leg.to or leg.fortress or (leg.back_to if leg.order == "delay" else ""),
        "via": leg.via[0] if leg.via else "",
        "pace": leg.pace,
        "posture": leg.posture,
        "support": leg.support,
        "after": "hold" if is_new or order.standing == () else "standing",
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


GOES: Final = "goes_"
DEPOT: Final = "depot_"
RIDE: Final = "ride_"
MOST_NUMBER: Final = 99


class Written(NamedTuple):
    """What the visitor has written for the turn that is not for one force."""

    precedence: Precedence | None
    depots: dict[str, str]
    rides: dict[str, str]
    gives_up: bool


def written_by(access: CampaignAccess) -> Written:
    """The visitor's orders of the turn for their whole side."""
    precedence, gives_up = None, False
    depots: dict[str, str] = {}
    rides: dict[str, str] = {}
    for row in orders.written(access):
        if isinstance(row.value, Precedence):
            precedence = row.value
        elif isinstance(row.value, DepotOrder):
            depots[row.value.point] = row.value.to
        elif isinstance(row.value, Ride):
            rides[row.value.commander] = row.value.force
        elif isinstance(row.value, bool):
            gives_up = row.value
    return Written(precedence, depots, rides, gives_up)


class StaffForm(forms.Form):
    """A number for each force, a goal for each depot, and a force for each commander who may change."""

    one_of = True
    """No field is marked as optional: each has a usual value."""

    def __init__(self, data: Any, *, state: CampaignState, seen: CampaignView, side: str, written: Written) -> None:
        super().__init__(data, auto_id="staff_%s", label_suffix="")
        self.state, self.side = state, side
        self.own = [row.force for row in seen.forces if row.force.side == side]
        first = written.precedence.forces if written.precedence else state.precedence.get(side, ())
        for force in self.own:
            number = first.index(force.id) + 1 if force.id in first else None
            self.fields[f"{GOES}{force.id}"] = forms.IntegerField(
                label=force.name, min_value=1, max_value=MOST_NUMBER, required=False, initial=number
            )
        names = {point.id: point.name for point in state.setup.map.points}
        goals = [("", "stays"), *sorted(((key, names[key]) for key in seen.own_points), key=lambda row: row[1])]
        for depot in seen.depots:
            if depot.side == side:
                self.fields[f"{DEPOT}{depot.point}"] = forms.ChoiceField(
                    label=f"Depot at {names[depot.point]}",
                    choices=[row for row in goals if row[0] != depot.point],
                    required=False,
                    initial=written.depots.get(depot.point, depot.to),
                    help_text=f"On its way, {km(depot.metres)} done." if depot.to else "",
                )
        self._add_rides(seen, written)

    def _add_rides(self, seen: CampaignView, written: Written) -> None:
        names = {force.id: force.name for force in self.own}
        places = {force.id: force.place for force in self.own}
        for commander in seen.commanders:
            place = places.get(commander.force)
            near = [(key, names[key]) for key in names if places[key] == place and key != commander.force]
            if commander.side == self.side and near and not commander.fate:
                where = place_in_words(self.state.setup.map, place) if place else ""
                self.fields[f"{RIDE}{commander.id}"] = forms.ChoiceField(
                    label=commander.name,
                    choices=[("", f"stays with {names[commander.force]}"), *near],
                    required=False,
                    initial=written.rides.get(commander.id, ""),
                    help_text=where,
                )

    def rows(self, prefix: str) -> list[Any]:
        """The bound fields of one part of the form."""
        return [field for field in self if field.name.startswith(prefix)]

    @property
    def marches(self) -> list[Any]:
        return self.rows(GOES)

    @property
    def depots(self) -> list[Any]:
        return self.rows(DEPOT)

    @property
    def rides(self) -> list[Any]:
        return self.rows(RIDE)

    def sheet(self, written: Written) -> orders.OrderSheet:
        """The orders that the valid form says; what is empty now is withdrawn."""
        data = self.cleaned_data
        numbers = {force.id: data[f"{GOES}{force.id}"] for force in self.own if data.get(f"{GOES}{force.id}")}
        goals = {name[len(DEPOT) :]: to for name, to in data.items() if name.startswith(DEPOT)}
        rides = {name[len(RIDE) :]: force for name, force in data.items() if name.startswith(RIDE)}
        withdrawn = [f"{orders.DEPOT}{point}" for point, to in goals.items() if not to and point in written.depots]
        withdrawn += [f"{orders.RIDE}{key}" for key, force in rides.items() if not force and key in written.rides]
        ranked = tuple(sorted(numbers, key=lambda key: (numbers[key], key)))
        before = written.precedence.forces if written.precedence else self.state.precedence.get(self.side, ())
        under_way = {depot.point: depot.to for depot in self.state.depots if depot.side == self.side}
        return orders.OrderSheet(
            withdraw=tuple(withdrawn),
            precedence=Precedence(self.side, ranked) if ranked != before else None,
            depots=tuple(
                DepotOrder(self.side, point, to)
                for point, to in goals.items()
                if to and to != written.depots.get(point, under_way.get(point))
            ),
            rides=tuple(Ride(key, force) for key, force in rides.items() if force),
        )


def _form(request: HttpRequest, access: CampaignAccess, state: CampaignState, side: str) -> tuple[StaffForm, Written]:
    written = written_by(access)
    data = request.POST if request.method == "POST" else None
    return StaffForm(data, state=state, seen=view(state, side), side=side, written=written), written


@never_cache
@require_safe
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/staff``: the orders of a side that are not for one force."""
    access = access_to_campaign(request, slug)
    state = ledger.state_of(access.campaign)
    side = side_of(request, access, state)
    if side not in access.sides:
        raise Http404("Only players give these orders.")
    form, written = _form(request, access, state, side)
    context = head_of(access, state, side) | {"form": form, "gives_up": written.gives_up}
    return private(render(request, "war/staff.html", context), access.campaign)


@require_POST
def staff_orders(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the posted orders of the side, or say that it gives up or does not."""
    access = player_access(request, slug)
    state = ledger.state_of(access.campaign)
    if not access.sides:
        raise Http404("Only players give these orders.")
    form, written = _form(request, access, state, access.sides[0])
    here = redirect("war:staff", slug)
    if not form.is_valid():
        messages.error(request, " ".join(f"{form.fields[key].label}: {rows[0]}" for key, rows in form.errors.items()))
        return here
    sheet = form.sheet(written)
    if "give_up" in request.POST:
        sheet = orders.OrderSheet(give_up=request.POST["give_up"] == "yes")
    try:
        if access.campaign.status != CampaignStatus.OVER:
            orders.give(access, sheet, turn=access.campaign.turn)
    except CannotAct as refusal:
        messages.error(request, str(refusal))
        return here
    messages.success(request, "Your orders for the side are written.")
    return here
