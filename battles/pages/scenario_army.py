"""An army of the army manager taken into a scenario, in place of what a side has there."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from battles.pages.finding import acting
from battles.pages.scenario_edit import editable, shown, version_of
from battles.pages.setup_form import armies_for
from battles.services import drawing_up
from battles.services.locking import CannotAct, Refused


@acting
def take(request: HttpRequest, slug: str) -> HttpResponse:
    """The units and commanders of an army, by the options of the scenario."""
    row = editable(request, slug)
    sides, side = drawing_up.drafting(row.system).sides, request.POST.get("side", "")
    army = next((one for one in armies_for(request.user) if one.slug == request.POST.get("army")), None)
    try:
        if army is None or side not in sides:
            raise Refused("Choose a side and an army that you may see.", "army")
        drawing_up.take_army(row, request.user, version_of(request), side, army)
    except CannotAct as error:
        return shown(request, row, error)
    messages.success(request, f"{army.name} is taken in.")
    return redirect("battles:scenario_edit", slug)
