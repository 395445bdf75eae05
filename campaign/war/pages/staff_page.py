"""Orders that are not for one force: the order of march, depots, where commanders ride, and giving up."""

from typing import Any, Final, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.pages.access import private
from campaign.models import CampaignStatus
from campaign.war.pages.campaign_page import head_of
from campaign.war.pages.lookup import access_to_campaign, player_access, side_of
from campaign.war.rules.order_values import DepotOrder, Precedence, Ride
from campaign.war.rules.state import CampaignState
from campaign.war.rules.view import CampaignView, view
from campaign.war.services import ledger, orders
from campaign.war.services.access import CampaignAccess
from campaign.war.services.lock import CannotAct
from campaign.war.words import km, place_in_words

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
