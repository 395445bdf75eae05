"""The list of campaigns, with the shipped ones to start against computer commanders, with or without an account."""

from collections.abc import Container
from functools import cache
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.models.visibility import shared_with
from armies.services.people import display_name
from battles.engine import registry
from battles.engine.armies.nations import nations
from battles.engine.words import in_sentence
from battles.pages.new_battle import token_in
from campaign.models import Campaign, CampaignSeat
from campaign.war.drawing.ground import PICTURE_TYPE, XY, GroundDrawing, draw_picture, pixel
from campaign.war.pages.lookup import held_seats, hold_seat
from campaign.war.rules.tables import HOUR
from campaign.war.services import creation
from campaign.war.services.access import CannotAct
from campaign.war.services.creation import CAMPAIGNS, shipped_campaign, shipped_state
from campaign.war.services.turns import STAND_IN
from campaign.war.words import time_words

EVENINGS = {"evening-1815": "about one evening", "first-campaign": "two or three evenings"}
"""How long the shipped campaigns take alone; the others take many evenings."""
MOST_LISTED = 50
MOST_NAMED = 4
"""Objectives with their names in the picture of a campaign."""


class Template(NamedTuple):
    """A shipped campaign in the list: its sides with their keys and names, and its map with the forces at the start.

    ``blocks`` are places on the map with the nation's CSS class and the letter of the drawing of a side; ``unit`` is a
    pixel in units of the map.
    """

    key: str
    name: str
    summary: str
    sides: tuple[tuple[str, str], ...]
    turns: int
    hours: int
    evenings: str
    ground: GroundDrawing
    blocks: tuple[tuple[XY, str, str], ...]
    unit: float

    @property
    def letters(self) -> float:
        """Type size in units of the map."""
        return round(PICTURE_TYPE * self.unit, 1)

    @property
    def dot(self) -> float:
        """Radius of the mark of a named place."""
        return round(3 * self.unit, 1)

    @property
    def block(self) -> tuple[float, float]:
        """Width and height of a block."""
        return round(15 * self.unit, 1), round(10 * self.unit, 1)


@cache
def template_row(key: str) -> Template:
    """A shipped campaign for the list."""
    file, state = shipped_campaign(key), shipped_state(key)
    setup, known = state.setup, nations()
    hours = setup.settings.turn_hours
    sides = tuple((side.key, side.name) for side in setup.sides)
    css = {side.key: known[side.nations[0]].css for side in setup.sides if side.nations and side.nations[0] in known}
    letters = {side.key: "a" if side.alliance == setup.sides[0].alliance else "b" for side in setup.sides}
    starts = {(force.place.point, force.side) for force in state.forces.values() if force.place.point}
    most = sorted(setup.objectives, key=lambda goal: -goal.points)[:MOST_NAMED]
    ground = draw_picture(setup.map, frozenset(goal.point for goal in most), frozenset(point for point, _ in starts))
    blocks = tuple((ground.sheet.points[point], css.get(side, ""), letters[side]) for point, side in sorted(starts))
    evenings = EVENINGS.get(key, "many evenings")
    return Template(
        key, file.name, file.summary, sides, setup.turns, hours, evenings, ground, blocks, pixel(ground.sheet)
    )


class ListRow(NamedTuple):
    """A campaign in the visitor's list, with what tells it from others of its name."""

    campaign: Campaign
    sides: tuple[str, ...]
    """The names of the sides that the visitor commands."""
    time: str
    """When its present turn begins; empty for a campaign that is not shipped."""


def _list_row(campaign: Campaign, user: Any, held: Container[int]) -> ListRow:
    seats = [seat for seat in campaign.seats.all() if seat.pk in held or (user is not None and seat.user_id == user.pk)]
    if campaign.template not in CAMPAIGNS:
        return ListRow(campaign, (), "")
    setup = shipped_state(campaign.template).setup
    names = {side.key: side.name for side in setup.sides}
    begins = setup.start + (campaign.turn - 1) * setup.settings.turn_hours * HOUR
    sides = tuple(dict.fromkeys(in_sentence(names[seat.side]) for seat in seats if seat.side in names))
    return ListRow(campaign, sides, "" if campaign.is_over else time_words(setup, begins))


@never_cache
@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """``/campaigns/``: campaigns to start, and those of the visitor."""
    mine = Campaign.objects.played_by(request.user)
    if held := held_seats(request):
        mine = mine | Campaign.objects.filter(
            pk__in=CampaignSeat.objects.filter(pk__in=held, guest=True).values("campaign")
        )
    mine = mine.defer("start", "state", "secret").prefetch_related("seats")[:MOST_LISTED]
    account = request.user if request.user.is_authenticated else None
    clubs = Campaign.objects.filter(shared_with(account)).exclude(pk__in=[row.pk for row in mine])
    clubs = clubs.select_related("club").defer("start", "state", "secret").order_by("-created")[:MOST_LISTED]
    context = {
        "templates": [template_row(key) for key in CAMPAIGNS],
        "campaigns": [_list_row(row, account, held) for row in mine],
        "club_campaigns": clubs,
    }
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
