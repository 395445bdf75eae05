"""The list of campaigns, with the shipped ones to start against computer commanders, with or without an account."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.services.display_name import display_name
from battles.engine import registry
from battles.engine.armies.nations import nations
from battles.pages.new_battle import token_in
from campaign.models import Campaign, CampaignSeat
from campaign.war.drawing.ground import GroundDrawing, draw_ground
from campaign.war.pages.lookup import held_seats, hold_seat
from campaign.war.services import creation
from campaign.war.services.commanders import STAND_IN
from campaign.war.services.lock import CannotAct
from campaign.war.shipped import CAMPAIGNS, shipped_campaign, shipped_state

EVENINGS = {"evening-1815": "one evening", "first-campaign": "two or three evenings"}
"""How long the shipped campaigns take alone; the others take many evenings."""
MOST_LISTED = 50


class Template(NamedTuple):
    """A shipped campaign in the list: its sides with their keys, names and nation, and its map as a picture."""

    key: str
    name: str
    summary: str
    sides: tuple[tuple[str, str, str], ...]
    turns: int
    hours: int
    evenings: str
    ground: GroundDrawing


def template_row(key: str) -> Template:
    """A shipped campaign for the list."""
    file, state = shipped_campaign(key), shipped_state(key)
    setup, known = state.setup, nations()
    hours = setup.settings.turn_hours
    sides = tuple(
        (side.key, side.name, known[side.nations[0]].code if side.nations and side.nations[0] in known else "")
        for side in setup.sides
    )
    turns = -(-(setup.end - setup.start) // (hours * 60))
    evenings = EVENINGS.get(key, "many evenings")
    return Template(key, file.name, file.summary, sides, turns, hours, evenings, draw_ground(setup.map))


@never_cache
@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """``/campaigns/``: campaigns to start, and those of the visitor."""
    mine = Campaign.objects.played_by(request.user)
    if held := held_seats(request):
        mine = mine | Campaign.objects.filter(
            pk__in=CampaignSeat.objects.filter(pk__in=held, guest=True).values("campaign")
        )
    mine = mine.defer("start", "state", "secret")[:MOST_LISTED]
    context = {"templates": [template_row(key) for key in CAMPAIGNS], "campaigns": mine}
    return render(request, "war/list.html", context)


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """Start a shipped campaign as the named side; computer commanders lead all others."""
    template, side = request.POST.get("template", ""), request.POST.get("side", "")
    user = request.user if request.user.is_authenticated else None
    try:
        campaign = start_alone(template, side, user, token=token_in(request))
    except CannotAct as refusal:
        messages.error(request, str(refusal))
        return redirect("war:list")
    seat = campaign.seats.filter(guest=True).first()
    if seat is not None:
        hold_seat(request, seat.pk)
    return redirect(reverse("war:campaign", args=[campaign.slug]))


def start_alone(template: str, side: str, user: Any, **values: Any) -> Campaign:
    """Create a shipped campaign for one person; without ``user`` a guest plays it.

    Raises:
        Refused: there is no such campaign or side, or the visitor has too many.
    """
    new = creation.NewCampaign(
        files=creation.template_files(template),
        template=template,
        owner=user,
        system=registry.playable()[0],
        **values,
    )
    return creation.create_alone(new, side, display_name(user) if user else "", STAND_IN)
