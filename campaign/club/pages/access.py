"""The membership of a request in a club."""

from django.http import Http404, HttpRequest

from campaign.club.services.membership import membership_in
from campaign.club.services.permissions import may
from campaign.models import Membership


def member(request: HttpRequest, slug: str, permission: str = "see") -> Membership:
    """The user's membership of the club.

    Raises:
        Http404: there is no such club, the user is not a member, or their role does not have the permission.
    """
    place = membership_in(request.user, slug)
    if place is None:
        raise Http404("Only members can see a club.")
    if not may(place, permission):
        raise Http404("Your role in the club does not allow this.")
    return place
