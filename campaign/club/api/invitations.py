"""Invitations and requests to join over the API."""

from django.http import HttpResponse
from django.urls import reverse
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.problems import Problem
from campaign.club.api import shapes
from campaign.club.api.clubs import NO_CLUB, TAG, ClubEndpoint, club_now
from campaign.club.services import clubs, invitations
from campaign.models import Club, Invitation, JoinRequest


def _invitation(row: Invitation, link: str | UnsetType = UNSET) -> shapes.ClubInvitation:
    joined = [clubs.name_of(use.user) for use in row.uses.all()]
    return shapes.ClubInvitation(
        id=row.pk,
        role=row.role,
        label=row.label,
        uses=len(joined),
        most_uses=row.most_uses,
        expires=row.expires,
        closed=invitations.why_unusable(row),
        joined=joined,
        link=link,
    )


class Invitations(ClubEndpoint):
    """``/clubs/<club>/invitations``"""

    @operation(name="club_invitation_list", answer=shapes.ClubInvitations, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """List the invitations"""
        rows = self.place(request, club, "invite").club.invitations.prefetch_related("uses__user")[:100]
        return self.respond(shapes.ClubInvitations([_invitation(row) for row in rows]))

    @operation(
        name="club_invitation_make",
        body=shapes.InvitationToMake,
        example={"role": "player", "days": 7, "uses": 5},
        answer=shapes.ClubInvitation,
        status=201,
        **TAG,
    )
    def post(self, request: Request, club: str, body: shapes.InvitationToMake) -> HttpResponse:
        """Make an invitation

        The answer has its `link`, which is shown only here.
        """
        place = self.place(request, club, "invite")
        row, token = invitations.invite(
            place.club,
            by=request.user,
            role=body.role,
            days=body.days,
            uses=body.uses,
            label=body.label,
            guest=body.guest,
        )
        link = request.build_absolute_uri(reverse("clubs:join", args=[token]))
        return self.respond(_invitation(row, link), 201)


class OneInvitation(ClubEndpoint):
    """``/clubs/<club>/invitations/<invitation>``"""

    @operation(name="club_invitation_end", status=204, **TAG)
    def delete(self, request: Request, club: str, invitation: int) -> HttpResponse:
        """End an invitation

        Who has joined by it stays.
        """
        invitations.revoke(self.place(request, club, "invite").club, invitation, by=request.user)
        return self.done()


class OpenedInvitation(ClubEndpoint):
    """``/club-invitations/<invite>``"""

    @operation(name="club_invitation_retrieve", answer=shapes.InvitationOpened, **TAG)
    def get(self, request: Request, invite: str) -> HttpResponse:
        """Read an invitation that you have the link of"""
        row = invitations.find(invite)
        closed = invitations.why_unusable(row)
        return self.respond(shapes.InvitationOpened(row.club.slug, row.club.name, row.role, closed))

    @operation(name="club_join", answer=shapes.ClubNow, status=201, **TAG)
    def post(self, request: Request, invite: str) -> HttpResponse:
        """Join a club by an invitation"""
        place = invitations.join(invite, request.user)
        return self.respond(club_now(self.place(request, place.club.slug)), 201)


class JoinRequests(ClubEndpoint):
    """``/clubs/<club>/requests``"""

    @operation(name="club_request_list", answer=shapes.JoinRequestsNow, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """List the requests to join"""
        rows = self.place(request, club, "requests").club.requests.select_related("user")
        return self.respond(shapes.JoinRequestsNow([_request(row) for row in rows]))

    @operation(
        name="club_request_make",
        body=shapes.RequestToJoin,
        example={"message": "I play on Thursdays."},
        answer=shapes.JoinRequestNow,
        status=201,
        **TAG,
    )
    def post(self, request: Request, club: str, body: shapes.RequestToJoin) -> HttpResponse:
        """Ask to join a club

        Only listed clubs take requests. Asking again changes the message.
        """
        return self.respond(_request(invitations.ask_to_join(_listed(club), request.user, body.message)), 201)


class OneJoinRequest(ClubEndpoint):
    """``/clubs/<club>/requests/<member>``"""

    @operation(
        name="club_request_decide",
        body=shapes.RequestDecision,
        example={"accept": True, "role": "player"},
        status=204,
        **TAG,
    )
    def post(self, request: Request, club: str, member: str, body: shapes.RequestDecision) -> HttpResponse:
        """Accept or decline a request to join"""
        place = self.place(request, club, "requests")
        user = _asker(place.club, member)
        invitations.decide_request(place.club, user, by=request.user, accept=body.accept, role=body.role)
        return self.done()

    @operation(name="club_request_withdraw", status=204, **TAG)
    def delete(self, request: Request, club: str, member: str) -> HttpResponse:
        """Withdraw your request to join"""
        if member != request.user.get_username():
            raise Problem("forbidden", "You can only withdraw your own request.")
        found = _listed(club)
        invitations.decide_request(found, _asker(found, member), by=request.user, accept=False)
        return self.done()


def _request(row: JoinRequest) -> shapes.JoinRequestNow:
    return shapes.JoinRequestNow(row.user.get_username(), clubs.name_of(row.user), row.message, row.created)


def _listed(slug: str) -> Club:
    """The club, if everybody may see it."""
    club = Club.objects.listed().filter(slug=slug).first()
    if club is None:
        raise Problem("not-found", NO_CLUB)
    return club


def _asker(club: Club, member: str) -> int:
    """The id of the user who asked to join."""
    asked = club.requests.filter(user__username=member).first()
    if asked is None:
        raise Problem("not-found", "This request was answered or withdrawn already.")
    return asked.user_id
