"""Who somebody is at a battle: what he is shown, and for whom he may act. Everything that is seen goes through here."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from armies.models import Visibility
from battles.engine.core import PUBLIC, UMPIRE, SideId, Viewer
from battles.models import Battle, Seat
from battles.services.locking import Gone, NotYours
from battles.services.position import system_of


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Somebody at a battle.

    ``viewer`` is what he is shown, ``sides`` those that he may act for: his own while no computer player sits in for
    him, or every one and ``umpire`` for an umpire. ``own`` are his places, ``seat`` the one that he looks from,
    ``seats`` all of the battle in order. ``name`` is what he is called in the log.
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

    def must_act_for(self, side: SideId) -> None:
        """Raise `NotYours` where he may not act for ``side``."""
        if side in self.own and side not in self.sides:
            raise NotYours("The computer plays for you. Say under “Who sits where” that you play again, then act.")
        if side not in self.sides:
            whose = ", ".join(place for place in self.own) or "none"
            raise NotYours(f"You cannot act for side {side[:20]}: the places you have here are {whose}.")


def standing_of(battle: Battle, user: Any, held: Collection[int] = ()) -> Standing:
    """Who ``user`` is at ``battle``; one query.

    Args:
        held: the ids of the seats whose own link was opened in his browser.

    Raises:
        Gone: the battle is private and not his: for him there is none.
    """
    seats = tuple(battle.seats.select_related("user"))
    known = user if getattr(user, "is_authenticated", False) else None
    mine = tuple(seat for seat in seats if _his(seat, known, held))
    is_owner = known is not None and battle.owner_id == known.pk
    if battle.visibility == Visibility.PRIVATE and not mine and not is_owner:
        raise Gone("There is no such battle.")
    return _standing(battle, seats, mine, known, is_owner)


def standing_at(seat: Seat, battle: Battle | None = None) -> Standing:
    """Who sits at ``seat``, a computer player above all, by this seat alone."""
    at = battle or seat.battle
    seats = tuple(at.seats.select_related("user"))
    mine = tuple(each for each in seats if each.pk == seat.pk)
    found = _standing(at, seats, mine, seat.user, False)
    return replace(found, sides=(seat.place,)) if seat.computer else found


def _his(seat: Seat, user: Any, held: Collection[int]) -> bool:
    if seat.guest:
        return seat.pk in held
    return user is not None and seat.user_id == user.pk


def _standing(battle: Battle, seats: tuple[Seat, ...], mine: tuple[Seat, ...], user: Any, is_owner: bool) -> Standing:
    umpires = next((seat for seat in mine if seat.place == UMPIRE), None)
    seat = umpires or _looks_from(battle, mine)
    viewer: Viewer = PUBLIC if seat is None else seat.place
    every = (*system_of(battle.system).sides, UMPIRE)
    return Standing(
        battle=battle,
        viewer=UMPIRE if battle.is_over else viewer,
        sides=every if umpires else tuple(each.place for each in mine if not each.computer),
        own=tuple(each.place for each in mine),
        seat=seat,
        seats=seats,
        may_umpire=umpires is not None,
        is_owner=is_owner,
        user=user,
        name=(seat.name if seat else "") or (user.get_full_name() or user.get_username() if user else "") or "Somebody",
    )


def _looks_from(battle: Battle, mine: tuple[Seat, ...]) -> Seat | None:
    """Of several sides the one that is awaited, so that who plays both sees the one whose turn it is."""
    awaited = [seat for seat in mine if seat.place in battle.awaited]
    return next(iter(awaited or mine), None)
