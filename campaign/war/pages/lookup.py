"""Find the campaign of a request, the visitor's access to it, and the side whose knowledge they read."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from armies.models import Visibility
from battles.pages import lookup
from campaign.models import Campaign
from campaign.war.rules.state import CampaignState
from campaign.war.services.access import CampaignAccess, access_of

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
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        raise Http404("There is no campaign at this address.")
    return access_of(campaign, request.user, held_seats(request))


def player_access(request: HttpRequest, slug: str) -> CampaignAccess:
    """The access of a visitor who commands a side.

    Raises:
        Http404: they have no seat.
    """
    access = access_to_campaign(request, slug)
    if not access.sides:
        raise Http404("Only players of this campaign may do this.")
    return access


def side_of(request: HttpRequest, access: CampaignAccess, state: CampaignState) -> str:
    """The side whose knowledge the visitor reads: their own; any with ``?side=`` if they see everything.

    Empty for visitors without a seat.
    """
    wanted = request.GET.get("side", "")
    keys = [side.key for side in state.setup.sides]
    if access.sees_all:
        return wanted if wanted in keys else (access.sides or tuple(keys))[0]
    return wanted if wanted in access.sides else next(iter(access.sides), "")


def private(response: HttpResponse, campaign: Campaign) -> HttpResponse:
    """Keep a campaign that is not public out of search engines, and every view of it out of shared caches."""
    if campaign.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    return response
