"""Clubs over the API, with their members, deputies and guests."""

from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Count
from django.http import HttpResponse
from django.urls import reverse
from msgspec import UNSET
from msgspec.structs import asdict
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Problem
from campaign.club.api import shapes
from campaign.club.services import clubs, membership
from campaign.club.services.permissions import PERMISSIONS, NotAllowed, may
from campaign.models import Club, Deputy, JoinRequest, Membership

TAG: Final[dict[str, Any]] = {"tag": "Clubs"}
COLUMNS: Final = ("pk", "slug", "name", "place", "size")
NO_CLUB: Final = "There is no club at this address, or you may not see it."


class ClubEndpoint(Endpoint):
    """An endpoint of clubs."""

    def handle_exception(self, exc: Exception) -> Any:
        """As for armies; a role that does not allow it is answered with 403, an outdated version with 409."""
        if isinstance(exc, NotAllowed):
            exc = Problem("forbidden", str(exc))
        elif isinstance(exc, clubs.ClubChanged):
            exc = Problem("conflict", str(exc), extra={"version": exc.club.version})
        return super().handle_exception(exc)

    def place(self, request: Request, club: str, permission: str = "see") -> Membership:
        """The user's membership.

        Raises:
            Problem: ``not-found`` for others, ``forbidden`` if the role does not have the permission.
        """
        place = membership.membership_in(request.user, club)
        if place is None:
            raise Problem("not-found", NO_CLUB)
        if not may(place, permission):
            raise Problem("forbidden", "Your role in the club does not allow this.")
        return place

    def user_of(self, club: Club, member: str) -> User:
        """The member who signs in with this name."""
        place = club.memberships.filter(user__username=member).select_related("user").first()
        if place is None:
            raise Problem("not-found", "The club has no such member.")
        return place.user


def club_now(place: Membership) -> shapes.ClubNow:
    """The club as the member sees it."""
    club = place.club
    return shapes.ClubNow(
        slug=club.slug,
        name=club.name,
        place=club.place,
        about=club.about,
        colour=club.colour,
        listed=club.listed,
        army_editors=club.army_editors,
        time_zone=club.time_zone,
        version=club.version,
        members=club.memberships.count(),
        role=place.role,
        may=[name for name in PERMISSIONS if may(place, name)],
    )


class Clubs(ClubEndpoint):
    """``/clubs``"""

    @operation(name="club_list", answer=shapes.ClubsOfUser, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List your clubs and those that take requests"""
        roles = {place.club_id: place.role for place in membership.memberships_of(request.user)}
        asked = set(JoinRequest.objects.filter(user_id=int(request.user.pk or 0)).values_list("club_id", flat=True))
        mine = Club.objects.filter(pk__in=roles)
        others = Club.objects.listed().exclude(pk__in=roles)[: clubs.MOST_LISTED]
        rows = [
            shapes.ClubInList(slug, name, at, size, roles.get(pk, ""), pk in asked)
            for found in (mine, others)
            for pk, slug, name, at, size in found.annotate(size=Count("memberships")).values_list(*COLUMNS)
        ]
        return self.respond(shapes.ClubsOfUser(rows))

    @operation(
        name="club_found",
        body=shapes.ClubToFound,
        example={"name": "Sound the Charge", "place": "Leuven"},
        answer=shapes.ClubNow,
        status=201,
        makes=True,
        **TAG,
    )
    def post(self, request: Request, body: shapes.ClubToFound) -> HttpResponse:
        """Found a club

        You become its organiser.
        """
        club = clubs.found(request.user, **asdict(body))
        place = self.place(request, club.slug)
        return self.respond(club_now(place), 201, Location=f"{reverse('api:schema')[:-6]}clubs/{club.slug}")


class OneClub(ClubEndpoint):
    """``/clubs/<club>``"""

    @operation(name="club_retrieve", answer=shapes.ClubNow, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """Read a club"""
        return self.respond(club_now(self.place(request, club)))

    @operation(
        name="club_change",
        body=shapes.ClubToChange,
        example={"version": 1, "place": "Ghent"},
        answer=shapes.ClubNow,
        **TAG,
    )
    def patch(self, request: Request, club: str, body: shapes.ClubToChange) -> HttpResponse:
        """Change a club

        If `version` is not the present version, the answer is 409 with the present one.
        """
        place = self.place(request, club, "club")
        values = {name: value for name, value in asdict(body).items() if value is not UNSET and name != "version"}
        place.club = clubs.change(place.club, by=request.user, expect=body.version, **values)
        return self.respond(club_now(place))

    @operation(name="club_delete", status=204, **TAG)
    def delete(self, request: Request, club: str) -> HttpResponse:
        """Delete a club

        Its print set-ups go back to those who saved them; armies keep its house rules.
        """
        clubs.delete(self.place(request, club, "delete").club)
        return self.done()


class Members(ClubEndpoint):
    """``/clubs/<club>/members``"""

    @operation(name="club_member_list", answer=shapes.ClubMembers, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """List the members"""
        rows = self.place(request, club).club.memberships.select_related("user")
        return self.respond(shapes.ClubMembers([_member(row) for row in rows]))


def _member(place: Membership) -> shapes.ClubMember:
    user = place.user
    return shapes.ClubMember(user.get_username(), clubs.name_of(user), place.role, place.joined)


class OneMember(ClubEndpoint):
    """``/clubs/<club>/members/<member>``"""

    @operation(
        name="club_member_change", body=shapes.RoleToGive, example={"role": "umpire"}, answer=shapes.ClubMember, **TAG
    )
    def patch(self, request: Request, club: str, member: str, body: shapes.RoleToGive) -> HttpResponse:
        """Change the role of a member"""
        place = self.place(request, club, "roles")
        user = self.user_of(place.club, member)
        return self.respond(_member(membership.change_role(place.club, user.pk, body.role, by=request.user)))

    @operation(name="club_member_remove", status=204, **TAG)
    def delete(self, request: Request, club: str, member: str) -> HttpResponse:
        """Remove a member, or leave the club

        Your own name leaves the club. The last organiser cannot go.
        """
        place = self.place(request, club)
        membership.remove(place.club, self.user_of(place.club, member).pk, by=request.user)
        return self.done()


class Guests(ClubEndpoint):
    """``/clubs/<club>/guests``"""

    @operation(name="club_guest_list", answer=shapes.GuestsInClub, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """List the guests without an account"""
        rows = self.place(request, club).club.guests.all()
        return self.respond(shapes.GuestsInClub([shapes.GuestInClub(row.pk, row.name) for row in rows]))

    @operation(
        name="club_guest_add",
        body=shapes.GuestToAdd,
        example={"name": "Marie"},
        answer=shapes.GuestInClub,
        status=201,
        **TAG,
    )
    def post(self, request: Request, club: str, body: shapes.GuestToAdd) -> HttpResponse:
        """Add a guest without an account"""
        guest = membership.add_guest(self.place(request, club, "guests").club, body.name, by=request.user)
        return self.respond(shapes.GuestInClub(guest.pk, guest.name), 201)


class OneGuest(ClubEndpoint):
    """``/clubs/<club>/guests/<guest>``"""

    @operation(name="club_guest_remove", status=204, **TAG)
    def delete(self, request: Request, club: str, guest: int) -> HttpResponse:
        """Remove a guest"""
        membership.remove_guest(self.place(request, club, "guests").club, guest, by=request.user)
        return self.done()


class Record(ClubEndpoint):
    """``/clubs/<club>/record``"""

    @operation(name="club_record", answer=shapes.ClubRecordNow, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """Read the record

        Organisers read all of it, others what they did and what was done to them.
        """
        entries = clubs.record_entries(self.place(request, club))
        return self.respond(shapes.ClubRecordNow([shapes.ClubRecordEntry(each.at, each.sentence) for each in entries]))


class HandOver(ClubEndpoint):
    """``/clubs/<club>/offer``"""

    @operation(
        name="club_offer",
        body=shapes.ClubOffer,
        example={"member": "birch", "stay_as": "player"},
        answer=shapes.ClubNow,
        **TAG,
    )
    def put(self, request: Request, club: str, body: shapes.ClubOffer) -> HttpResponse:
        """Offer to hand the club over

        Nothing changes until the member accepts.
        """
        place = self.place(request, club, "hand_over")
        user = self.user_of(place.club, body.member)
        membership.offer(place.club, user.pk, by=request.user, stay_as=body.stay_as)
        return self.respond(club_now(place))

    @operation(
        name="club_offer_answer", body=shapes.OfferAnswer, example={"accept": True}, answer=shapes.ClubNow, **TAG
    )
    def post(self, request: Request, club: str, body: shapes.OfferAnswer) -> HttpResponse:
        """Accept, decline or withdraw the offer of the club"""
        membership.answer_offer(self.place(request, club).club, by=request.user, accept=body.accept)
        return self.respond(club_now(self.place(request, club)))


def _deputy(row: Deputy) -> shapes.ClubDeputy:
    return shapes.ClubDeputy(row.pk, row.user.get_username(), row.deputy.get_username(), row.start, row.end)


class Deputies(ClubEndpoint):
    """``/clubs/<club>/deputies``"""

    @operation(name="club_deputy_list", answer=shapes.ClubDeputies, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """List the deputies of today and later"""
        rows = membership.deputies_in(self.place(request, club).club)
        return self.respond(shapes.ClubDeputies([_deputy(row) for row in rows]))

    @operation(
        name="club_deputy_name",
        body=shapes.DeputyToName,
        example={"deputy": "birch", "start": "2026-12-20", "end": "2027-01-06"},
        answer=shapes.ClubDeputy,
        status=201,
        **TAG,
    )
    def post(self, request: Request, club: str, body: shapes.DeputyToName) -> HttpResponse:
        """Name a deputy for your absence

        On these days the deputy sees what you see in your battles, and acts for your seats.
        """
        place = self.place(request, club, "deputy")
        user = self.user_of(place.club, body.deputy)
        named = membership.name_deputy(place.club, user.pk, body.start, body.end, by=request.user)
        return self.respond(_deputy(named), 201)


class OneDeputy(ClubEndpoint):
    """``/clubs/<club>/deputies/<deputy>``"""

    @operation(name="club_deputy_end", status=204, **TAG)
    def delete(self, request: Request, club: str, deputy: int) -> HttpResponse:
        """End the time of a deputy

        Who is away may, and the deputy.
        """
        membership.end_deputy(self.place(request, club).club, deputy, by=request.user)
        return self.done()
