"""Seats, invitations and computer players of a battle."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from msgspec import Meta, Struct
from rest_framework.request import Request

from battles.api.battles import Name, Salt, kind_of
from battles.api.endpoint import BattleEndpoint, access_to_battle, guest_operation, guest_seat_ids
from battles.api.shapes import Kind, OwnSeat
from battles.engine.core import UMPIRE
from battles.models import Invitation, Seat
from battles.services.access import Access
from battles.services.create.request import computer_title, level_of
from battles.services.play import invitations
from battles.services.play.position import current_position

TAG: dict[str, Any] = {"tag": "Seats"}


class Invited(Struct, frozen=True):
    """An invitation: the first person who accepts it gets the seat. `address` is its page.

    `asked` is the name of the member or guest of the club whom it is for; empty if it is for anybody.
    """

    token: str
    address: str
    ends: datetime
    asked: str


class BattleSeat(Struct, frozen=True):
    """A seat of a battle. `mine`: it is yours. `may_give`: you may give it away. `may_sit`: you may take it.

    `token` is the token of your own seat if you are a guest; `invitations` are the open ones.
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
    """All seats of a battle."""

    items: list[BattleSeat]


class SeatOpen(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether anyone who sees the battle may take an open seat."""

    anyone: bool


class InviteQuery(Struct, frozen=True):
    """Query parameters of an invitation."""

    whom: Annotated[
        str,
        Meta(max_length=250, description="`member:<name>` or `guest:<name>` of the battle's club; empty: anybody."),
    ] = ""


class ToSit(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a guest, and words that the dice depend on too."""

    name: Name = ""
    salt: Salt = ""


class ComputerChosen(Struct, frozen=True, forbid_unknown_fields=True):
    """The level of the computer player."""

    level: Literal["recruit", "captain", "colonel", "marshal", "emperor"]


class InvitationShown(Struct, frozen=True):
    """The battle and seat of an invitation."""

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
    "success": "The seat is yours.",
}


class BattleSeating(BattleEndpoint):
    """``/battles/<battle>/seats``"""

    @guest_operation(name="seat_list", answer=BattleSeats, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """List the seats of a battle"""
        return self.respond(seats_of(request, access_to_battle(request, battle)))


class OneSeat(BattleEndpoint):
    """``/battles/<battle>/seats/<place>``"""

    @guest_operation(name="seat_open", body=SeatOpen, example={"anyone": True}, answer=BattleSeats, **TAG)
    def patch(self, request: Request, battle: str, place: str, body: SeatOpen) -> HttpResponse:
        """Open a seat to anyone, or close it"""
        invitations.open_to_anyone(access_to_battle(request, battle), place, body.anyone)
        return self.respond(seats_of(request, access_to_battle(request, battle)))

    @guest_operation(name="seat_leave", status=204, **TAG)
    def delete(self, request: Request, battle: str, place: str) -> HttpResponse:
        """Leave your seat

        The seat is open then.
        """
        invitations.leave_seat(access_to_battle(request, battle), place)
        return self.done()


class Taking(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/take``"""

    @guest_operation(name="seat_take", **SIT)
    def post(self, request: Request, battle: str, place: str, body: ToSit) -> HttpResponse:
        """Take a seat that is open to anyone"""
        access = access_to_battle(request, battle)
        seat = invitations.take_seat(access, place, guest_seat_ids(request), name=body.name, salt=body.salt)
        return self.respond(own_seat(seat, access.battle.slug), 201)


class SittingIn(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/computer``"""

    @guest_operation(
        name="seat_to_computer", body=ComputerChosen, example={"level": "captain"}, answer=BattleSeats, **TAG
    )
    def put(self, request: Request, battle: str, place: str, body: ComputerChosen) -> HttpResponse:
        """Let the computer play a seat

        Your own seat until you take it back, an open seat, or the seat of a player who has not decided for a week.
        """
        access = access_to_battle(request, battle)
        level = level_of(current_position(access.battle).system, body.level)
        invitations.give_to_computer(access, place, level.player, level.seconds)
        return self.respond(seats_of(request, access_to_battle(request, battle)))

    @guest_operation(name="seat_come_back", answer=BattleSeats, **TAG)
    def delete(self, request: Request, battle: str, place: str) -> HttpResponse:
        """Take your seat back from the computer"""
        invitations.return_to_seat(access_to_battle(request, battle), place)
        return self.respond(seats_of(request, access_to_battle(request, battle)))


class Invitations(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/invitations``"""

    @guest_operation(name="invitation_make", query=InviteQuery, answer=Invited, status=201, **TAG)
    def post(self, request: Request, battle: str, place: str, query: InviteQuery) -> HttpResponse:
        """Invite somebody to a seat

        To an open seat, or to your own, which you hand over with it. The invitation is valid for 14 days. In a battle
        of a club, `whom` may name a member, who gets a notice and alone can accept it, or a guest of the club.
        """
        invitation = invitations.invite(access_to_battle(request, battle), place, query.whom)
        return self.respond(invited(request, invitation), 201)


class OneInvitation(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/invitations/<token>``"""

    @guest_operation(name="invitation_take_back", status=204, **TAG)
    def delete(self, request: Request, battle: str, place: str, token: str) -> HttpResponse:
        """Cancel an invitation

        Its link stops working.
        """
        access = access_to_battle(request, battle)
        invitation = Invitation.objects.filter(
            seat__battle=access.battle, seat__place=place[:8], token=token[:40]
        ).first()
        invitations.revoke_invitation(access, place, invitation.pk if invitation else 0)
        return self.done()


class Joining(BattleEndpoint):
    """``/battles/invitations/<token>``"""

    @guest_operation(name="invitation_retrieve", answer=InvitationShown, also=(409, 422), **TAG)
    def get(self, request: Request, token: str) -> HttpResponse:
        """See an invitation"""
        seat = invitations.invitation_of(token).seat
        return self.respond(InvitationShown(seat.battle.slug, seat.battle.title, seat.place, name_of(seat)))

    @guest_operation(name="invitation_take_up", **SIT)
    def post(self, request: Request, token: str, body: ToSit) -> HttpResponse:
        """Accept an invitation

        The seat is yours then, and the battle begins if it was the last open side. As a guest, keep its token.
        """
        seat = invitations.accept_invitation(
            token, request.user, guest_seat_ids(request), name=body.name, salt=body.salt
        )
        return self.respond(own_seat(seat, seat.battle.slug), 201)


def seats_of(request: Request, access: Access) -> BattleSeats:
    """The seats as the caller may see them; one query for the invitations."""
    givable = [seat.pk for seat in access.seats if may_give(access, seat)]
    live = list(Invitation.objects.filter(seat__in=givable, used=None, ends__gt=timezone.now()))
    position = current_position(access.battle)
    names = {side: position.system.text.side_name(position.state, side) for side in position.system.sides}
    items = [
        BattleSeat(
            place=seat.place,
            name=names.get(seat.place, "Umpire"),
            who=computer_title(seat) if seat.computer else seat.name,
            kind=kind_of(seat),
            anyone=seat.anyone and seat.is_open,
            mine=seat.place in access.own,
            may_give=may_give(access, seat),
            may_sit=seat.is_open and seat.anyone and not access.own,
            token=seat.token if seat.guest and seat.place in access.own else None,
            invitations=[invited(request, one) for one in live if one.seat_id == seat.pk],
        )
        for seat in access.seats
    ]
    return BattleSeats(items)


def may_give(access: Access, seat: Seat) -> bool:
    """True if the user may give the seat away."""
    return seat.place in access.own or (seat.is_open and bool(access.own or access.is_owner))


def name_of(seat: Seat) -> str:
    """The name of a seat's place."""
    if seat.place == UMPIRE:
        return "Umpire"
    position = current_position(seat.battle)
    return str(position.system.text.side_name(position.state, seat.place))


def invited(request: Request, invitation: Invitation) -> Invited:
    """An invitation as the player who created it sees it."""
    address = request.build_absolute_uri(reverse("battles:join", args=[invitation.token]))
    return Invited(invitation.token, address, invitation.ends, invitation.asked_name)


def own_seat(seat: Seat, battle: str) -> OwnSeat:
    """The answer for the new player of a seat."""
    return OwnSeat(battle, seat.place, seat.token if seat.guest else None)
