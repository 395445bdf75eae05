"""Access of a user to a battle: the view they get and the sides they may act for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from armies.models.visibility import is_open_to, judged_by
from armies.services.people import display_name
from battles.engine.core import PUBLIC, UMPIRE, SideId, Viewer
from battles.models import Battle, Seat
from battles.models.battle import deputised_by
from battles.services.play.lock import Gone, NotYours
from battles.services.play.position import system_of

NO_BATTLE: Final = "There is no such battle."


@dataclass(frozen=True, kw_only=True)
class Access:
    """A user's rights in a battle.

    ``viewer`` names the view they get. ``sides`` are the sides they may act for: their own unless a computer player
    sits in for them; every side and ``umpire`` for an umpire. ``own`` are their places, ``seat`` is the seat whose view
    they get, ``seats`` are all seats of the battle in order. ``name`` is their name in the log. ``stands_in`` is the
    name of the player for whom they stand in as a deputy: they act for the seat, but cannot give it away.
    """

    battle: Battle
    viewer: Viewer
    sides: tuple[SideId, ...] = ()
    own: tuple[str, ...] = ()
    seat: Seat | None = None
    seats: tuple[Seat, ...]
    may_umpire: bool = False
    is_owner: bool = False
    user: Any = None
    name: str = "Somebody"
    stands_in: str = ""

    @property
    def judges(self) -> bool:
        """True for an administrator without a part in it who has opened the hidden battle."""
        return bool(self.battle.hidden) and not self.own and not self.is_owner

    @property
    def is_gathering(self) -> bool:
        """True if a seat is still open."""
        return any(seat.is_open for seat in self.seats)

    def must_act_for(self, side: SideId) -> None:
        """Raise `NotYours` if they may not act for ``side``."""
        if side in self.own and side not in self.sides:
            raise NotYours("The computer plays for you. Take your seat back under “Seats”, then act.")
        if side not in self.sides:
            whose = ", ".join(place for place in self.own) or "none"
            raise NotYours(f"You cannot act for side {side[:20]}. Your seats in this battle: {whose}.")


def access_of(battle: Battle, user: Any, seat_ids: Collection[int] = ()) -> Access:
    """The access of ``user`` to ``battle``; one query, for an account without a seat there one or two more.

    Args:
        seat_ids: the ids of the guest seats whose link was opened in their browser.

    Raises:
        Gone: they have no part in the battle, and it is private or a club's of which they are no member.
    """
    account = user if getattr(user, "is_authenticated", False) else None
    seats = tuple(battle.seats.select_related("user"))
    mine = tuple(seat for seat in seats if _sits_at(seat, account, seat_ids))
    deputised = () if mine or account is None else _deputised(seats, account)
    mine = mine or deputised
    is_owner = account is not None and battle.owner_id == account.pk
    if not mine and not is_owner and not is_open_to(battle, account) and not _judges(battle, account):
        raise Gone(NO_BATTLE)
    access = _build_access(battle, seats, mine, account, is_owner)
    return _as_deputy(access, deputised[0]) if deputised else access


def _judges(battle: Battle, account: Any) -> bool:
    """True for an administrator who has opened the hidden battle: they see it as spectators do, late and without
    orders or markers that are hidden.
    """
    return bool(battle.hidden) and Battle.objects.filter(judged_by(account, "battle"), pk=battle.pk).exists()


def _deputised(seats: Sequence[Seat], account: Any) -> tuple[Seat, ...]:
    """The first seat for whose player the account stands in today, if there is one; one query."""
    players = set(
        deputised_by(account).filter(user__in=[seat.user_id for seat in seats]).values_list("user", flat=True)
    )
    return tuple(seat for seat in seats if seat.user_id in players)[:1]


def _as_deputy(access: Access, seat: Seat) -> Access:
    """The access of a deputy, by "deputy for player" in the log."""
    return replace(access, name=f"{display_name(access.user)} for {seat.name}"[:80], stands_in=seat.name)


def access_after(access: Access, battle: Battle) -> Access:
    """The same user's access to the battle after their action; no query.

    Args:
        battle: its row after the action. Nobody has taken or left a seat by it.
    """
    battle.owner = access.battle.owner
    mine = tuple(seat for seat in access.seats if seat.place in access.own)
    after = _build_access(battle, access.seats, mine, access.user, access.is_owner)
    return replace(after, name=access.name, stands_in=access.stands_in)


def access_at(seat: Seat, battle: Battle | None = None) -> Access:
    """The access that one seat gives, such as a computer player's; other seats of the same user do not count."""
    row = battle or seat.battle
    seats = tuple(row.seats.select_related("user"))
    mine = tuple(each for each in seats if each.pk == seat.pk)
    access = _build_access(row, seats, mine, seat.user, False)
    return replace(access, sides=(seat.place,)) if seat.computer else access


def computer_for(name: str) -> str:
    """The author of what the computer decides for a player, as the log says it."""
    return f"the computer for {name}"


def _sits_at(seat: Seat, user: Any, seat_ids: Collection[int]) -> bool:
    if seat.guest:
        return seat.pk in seat_ids
    return user is not None and seat.user_id == user.pk


def _build_access(battle: Battle, seats: tuple[Seat, ...], mine: tuple[Seat, ...], user: Any, is_owner: bool) -> Access:
    umpires = next((seat for seat in mine if seat.place == UMPIRE), None)
    seat = umpires or _looks_from(battle, mine)
    viewer: Viewer = PUBLIC if seat is None else seat.place
    every = (*system_of(battle.system).sides, UMPIRE)
    return Access(
        battle=battle,
        viewer=UMPIRE if battle.is_over else viewer,
        sides=every if umpires else tuple(each.place for each in mine if not each.computer),
        own=tuple(each.place for each in mine),
        seat=seat,
        seats=seats,
        may_umpire=umpires is not None,
        is_owner=is_owner,
        user=user,
        name=(seat.name if seat else "") or (display_name(user) if user else "") or "Somebody",
    )


def _looks_from(battle: Battle, mine: tuple[Seat, ...]) -> Seat | None:
    """The seat whose view is shown: a player of several sides gets the view of the side that must decide now."""
    awaited = [seat for seat in mine if seat.place in battle.awaited]
    return next(iter(awaited or mine), None)
