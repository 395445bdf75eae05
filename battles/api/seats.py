"""Who sits where: seats, invitations, and computer players who sit in."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct
from rest_framework.request import Request

from battles.api.endpoint import BattleEndpoint, seated
from battles.api.finding import held, present
from battles.api.listing import kind_of
from battles.api.making import Name, Salt
from battles.api.shapes import Kind, OwnSeat
from battles.engine.core import UMPIRE
from battles.models import Invitation, Seat
from battles.services import seating
from battles.services.levels import level_of, title_of
from battles.services.position import now
from battles.services.standing import Standing

TAG: dict[str, Any] = {"tag": "Seats"}


class Invited(Struct, frozen=True):
    """An invitation: whoever takes it up first sits there. `address` is its page."""

    token: str
    address: str
    ends: datetime


class BattleSeat(Struct, frozen=True):
    """A place at a battle. `mine` is yours, `may_give` one of which you say who sits there, `may_sit` open to you.

    `token` is that of your own seat where you are a guest; `invitations` those that nobody has taken up yet.
    """

    place: str
    name: str
    who: str
    kind: Kind
    anyone: bool
    mine: bool
    may_give: bool
    may_sit: bool
    token: str | None
    invitations: list[Invited]


class BattleSeats(Struct, frozen=True):
    """Every place at a battle."""

    items: list[BattleSeat]


class SeatOpen(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether whoever sees the battle may take an open seat."""

    anyone: bool


class ToSit(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down, if he is a guest, and what he adds to the chance of the dice."""

    name: Name = ""
    salt: Salt = ""


class ComputerChosen(Struct, frozen=True, forbid_unknown_fields=True):
    """How strong the computer player is that sits in."""

    level: Literal["recruit", "captain", "colonel", "marshal", "emperor"]


class InvitationShown(Struct, frozen=True):
    """Where an invitation leads."""

    battle: str
    title: str
    place: str
    name: str


SIT: dict[str, Any] = {
    **TAG,
    "body": ToSit,
    "example": {"name": "A friend"},
    "answer": OwnSeat,
    "status": 201,
    "said": "The seat is yours.",
}


class BattleSeating(BattleEndpoint):
    """``/battles/<battle>/seats``"""

    @seated(name="seat_list", answer=BattleSeats, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """List the seats of a battle"""
        return self.respond(seats_of(request, present(request, battle)))


class OneSeat(BattleEndpoint):
    """``/battles/<battle>/seats/<place>``"""

    @seated(name="seat_open", body=SeatOpen, example={"anyone": True}, answer=BattleSeats, **TAG)
    def patch(self, request: Request, battle: str, place: str, body: SeatOpen) -> HttpResponse:
        """Say whether anyone may take an open seat"""
        seating.open_to_anyone(present(request, battle), place, body.anyone)
        return self.respond(seats_of(request, present(request, battle)))

    @seated(name="seat_leave", status=204, **TAG)
    def delete(self, request: Request, battle: str, place: str) -> HttpResponse:
        """Leave your seat

        It is open then.
        """
        seating.leave(present(request, battle), place)
        return self.done()


class Taking(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/take``"""

    @seated(name="seat_take", **SIT)
    def post(self, request: Request, battle: str, place: str, body: ToSit) -> HttpResponse:
        """Take a seat that is open to anyone"""
        standing = present(request, battle)
        seat = seating.sit_down(standing, place, held(request), name=body.name, salt=body.salt)
        return self.respond(own_seat(seat, standing.battle.slug), 201)


class SittingIn(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/computer``"""

    @seated(name="seat_to_computer", body=ComputerChosen, example={"level": "captain"}, answer=BattleSeats, **TAG)
    def put(self, request: Request, battle: str, place: str, body: ComputerChosen) -> HttpResponse:
        """Let the computer play a seat

        Yours, until you come back; an open one; or that of somebody who has kept the others waiting for a week.
        """
        standing = present(request, battle)
        level = level_of(now(standing.battle).system, body.level)
        seating.give_to_computer(standing, place, level.player, level.seconds)
        return self.respond(seats_of(request, present(request, battle)))

    @seated(name="seat_come_back", answer=BattleSeats, **TAG)
    def delete(self, request: Request, battle: str, place: str) -> HttpResponse:
        """Take your seat again from the computer"""
        seating.come_back(present(request, battle), place)
        return self.respond(seats_of(request, present(request, battle)))


class Invitations(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/invitations``"""

    @seated(name="invitation_make", answer=Invited, status=201, **TAG)
    def post(self, request: Request, battle: str, place: str) -> HttpResponse:
        """Invite somebody to a seat

        To an open one, or to your own, which you hand over by it. It holds for 14 days.
        """
        return self.respond(invited(request, seating.invite(present(request, battle), place)), 201)


class OneInvitation(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/invitations/<token>``"""

    @seated(name="invitation_take_back", status=204, **TAG)
    def delete(self, request: Request, battle: str, place: str, token: str) -> HttpResponse:
        """Take an invitation back

        It opens nothing from then on.
        """
        standing = present(request, battle)
        found = Invitation.objects.filter(seat__battle=standing.battle, seat__place=place[:8], token=token[:40]).first()
        seating.take_invitation_back(standing, place, found.pk if found else 0)
        return self.done()


class Joining(BattleEndpoint):
    """``/battles/invitations/<token>``"""

    @seated(name="invitation_retrieve", answer=InvitationShown, also=(409, 422), **TAG)
    def get(self, request: Request, token: str) -> HttpResponse:
        """See where an invitation leads"""
        seat = seating.invitation_of(token).seat
        return self.respond(InvitationShown(seat.battle.slug, seat.battle.title, seat.place, name_of(seat)))

    @seated(name="invitation_take_up", **SIT)
    def post(self, request: Request, token: str, body: ToSit) -> HttpResponse:
        """Take an invitation up

        The seat is yours then, and the battle begins if it was the last open side. As a guest keep its token.
        """
        seat = seating.take_up(token, request.user, held(request), name=body.name, salt=body.salt)
        return self.respond(own_seat(seat, seat.battle.slug), 201)


def seats_of(request: Request, standing: Standing) -> BattleSeats:
    """The seats as the one who asks may know them; one query for the invitations."""
    given = [seat.pk for seat in standing.seats if may_give(standing, seat)]
    live = list(Invitation.objects.filter(seat__in=given, used=None, ends__gt=timezone.now()))
    position = now(standing.battle)
    names = {side: position.system.side_name(position.state, side) for side in position.system.sides}
    items = [
        BattleSeat(
            place=seat.place,
            name=names.get(seat.place, "Umpire"),
            who=title_of(seat) if seat.computer else seat.name,
            kind=kind_of(seat),
            anyone=seat.anyone and seat.is_open,
            mine=seat.place in standing.own,
            may_give=may_give(standing, seat),
            may_sit=seat.is_open and seat.anyone and not standing.own,
            token=seat.token if seat.guest and seat.place in standing.own else None,
            invitations=[invited(request, one) for one in live if one.seat_id == seat.pk],
        )
        for seat in standing.seats
    ]
    return BattleSeats(items)


def may_give(standing: Standing, seat: Seat) -> bool:
    """Whether he may say who sits there."""
    return seat.place in standing.own or (seat.is_open and bool(standing.own or standing.is_owner))


def name_of(seat: Seat) -> str:
    """What a place is called."""
    if seat.place == UMPIRE:
        return "Umpire"
    position = now(seat.battle)
    return str(position.system.side_name(position.state, seat.place))


def invited(request: Request, invitation: Invitation) -> Invited:
    """An invitation as its maker may know it."""
    address = request.build_absolute_uri(reverse("battles:join", args=[invitation.token]))
    return Invited(invitation.token, address, invitation.ends)


def own_seat(seat: Seat, battle: str) -> OwnSeat:
    """A seat for the one who has just sat down there."""
    return OwnSeat(battle, seat.place, seat.token if seat.guest else None)
