"""Find the campaign of a request, the visitor's access to it, and the side they read; follow what changes in it."""

from collections.abc import Callable
from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from battles.pages import lookup
from battles.pages.live_updates import BadCursor, VersionReader, bad_cursor_page, fresh_request, line, version_stream
from battles.services.live.hub import campaign_topic
from campaign.models import Campaign
from campaign.models.war import STEP
from campaign.war.rules.state import CampaignState
from campaign.war.services.access import CampaignAccess, access_of
from campaign.war.services.lock import CannotAct

SEATS: Final = "campaign_seats"
"""Session key of the ids of guests' seats in campaigns that this browser holds."""
MOST_SEATS: Final = 20


def held_seats(request: HttpRequest) -> list[int]:
    """The ids of the guests' seats in campaigns that this browser holds."""
    return lookup.held_seats(request, SEATS)


def hold_seat(request: HttpRequest, seat: int) -> None:
    """Let this browser play the guest's seat with this id."""
    lookup.hold_seat(request, seat, SEATS, MOST_SEATS)


def access_to_campaign(request: HttpRequest, slug: str) -> CampaignAccess:
    """The visitor's access to a campaign.

    Raises:
        Http404: there is none, or it is private and they have no part in it; one answer for both.
        Gone: the same.
    """
    return _access(request, Campaign.objects.select_related("club", "owner"), slug)


def _access(request: HttpRequest, rows: "QuerySet[Campaign]", slug: str) -> CampaignAccess:
    campaign = rows.filter(slug=slug).first()
    if campaign is None:
        raise Http404("There is no campaign at this address.")
    return access_of(campaign, request.user, held_seats(request))


def player_access(request: HttpRequest, slug: str) -> CampaignAccess:
    """The access of a visitor who commands a side, or of an umpire, who may act for every player.

    Raises:
        Http404: they have no seat.
    """
    access = access_to_campaign(request, slug)
    if not access.sides and not access.is_umpire:
        raise Http404("Only players of this campaign may do this.")
    return access


def side_of(request: HttpRequest, access: CampaignAccess, state: CampaignState) -> str:
    """The side whose knowledge the visitor reads: their own; any with ``?side=`` if they see everything.

    Empty for visitors without a seat.
    """
    wanted = request.POST.get("side", "") or request.GET.get("side", "")
    keys = [side.key for side in state.setup.sides]
    if access.sees_all:
        return wanted if wanted in keys else (access.sides or tuple(keys))[0]
    return wanted if wanted in access.sides else next(iter(access.sides), "")


def version_for(access: CampaignAccess) -> int:
    """The version of what the visitor sees: it grows with the campaign, and with orders that the visitor may read."""
    seats = access.seats if access.sees_all else access.mine
    return access.campaign.version * STEP + min(STEP - 1, sum(seat.written for seat in seats))


@require_GET
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` whenever what the visitor sees has reached version n.

    404 if the visitor may not see the campaign, 400 for a wrong cursor, 429 or 503 if there are too many streams.
    """
    return version_stream(request, "campaign_page", campaign_topic, _look(request.session, slug))


@never_cache
@require_safe
def since(request: HttpRequest, slug: str, n: str) -> HttpResponse:
    """204 while what the visitor sees is at version ``n``, else ``{"n": its version}``."""
    try:
        after = line(n)
    except BadCursor:
        return bad_cursor_page(request)
    now = _look(request.session, slug)()
    if now is None:
        raise Http404
    return JsonResponse({"n": now.version}) if now.version > after else HttpResponse(status=204)


def _look(session: SessionBase, slug: str) -> Callable[[], VersionReader | None]:
    """A function that finds the campaign and the visitor of ``session`` afresh."""

    def look() -> VersionReader | None:
        now = fresh_request(session)
        try:
            access = _access(now, Campaign.objects.defer("start", "state", "secret"), slug)
        except (Http404, CannotAct):
            return None
        return VersionReader(access.campaign.pk, version_for(access), now.user.pk)

    return look
