"""Resign, agree to a draw, pause and resume, delete a battle."""

from typing import Any, Final
from uuid import UUID

from battles.engine.core import Outcome, SideId
from battles.engine.record import Entry
from battles.engine.words.sides import agrees, at_start
from battles.models import Battle, Offer, Status
from battles.models import Entry as EntryRow
from battles.services.access import Access
from battles.services.play import entry_writer
from battles.services.play.lock import NotYours, Over, Refused, locked, must_be_playing
from battles.services.play.position import current_position
from battles.services.play.reconstruction import locked_for_writing
from battles.services.play.submission import earlier_entry, must_be_current
from battles.services.play.undo import OFFERS, Chain, create_offer, opponents, rewind
from battles.services.view.feed import notice

RESIGNED: Final = "resigned"
DRAW_AGREED: Final = "draw_agreed"


def resign(access: Access, side: SideId, *, token: UUID) -> EntryRow:
    """Resign for ``side``; this is possible during a pause.

    Raises:
        NotYours, Over, Gone: as ``submit``.
        Paused: the battle has not begun.
    """
    access.must_act_for(side)
    with locked_for_writing(access.battle) as battle:
        earlier = earlier_entry(access, battle, token, lambda entry: entry.side == side and entry.ended is not None)
        if earlier is not None:
            return earlier
        if battle.status != Status.PAUSED:
            must_be_playing(battle)
        enemies = opponents(battle, side)
        if side not in current_position(battle).system.sides:
            raise Refused("Choose the side that resigns.", "side")
        winner = enemies[0] if len(enemies) == 1 else None
        return _end(battle, access, side, Outcome(winner, RESIGNED, ""), token)


def offer_draw(access: Access, side: SideId, *, expect: int | None) -> Offer | None:
    """Offer a draw; return the offer, or None if the other side had offered one: then the draw is agreed.

    Raises:
        Refused: the side has offered one already, or the opponent is a computer player.
        NotYours, Over, Paused, Stale, Gone: as ``submit``.
    """
    access.must_act_for(side)
    with locked_for_writing(access.battle) as battle:
        must_be_playing(battle)
        must_be_current(access, battle, expect)
        enemies = opponents(battle, side)
        if battle.offers.filter(kind=Offer.Kind.DRAW, side__in=enemies, closed=False).exists():
            _end(battle, access, side, Outcome(None, DRAW_AGREED, ""), None)
            return None
        if any(seat.computer for seat in battle.seats.all() if seat.place in enemies):
            raise Refused("The computer does not agree to a draw.", "offer")
        return create_offer(battle, access, side, Offer.Kind.DRAW)


def answer(access: Access, key: str, *, accept: bool) -> EntryRow | None:
    """Accept or decline an offer of the other side; return the entry that it makes, if any.

    Args:
        key: the key of the offer, such as ``draw:a``.

    Raises:
        Refused: there is no such offer (any more).
        NotYours: the offer was not made to the user.
        Over, Paused, Gone: as ``submit``.
    """
    with locked_for_writing(access.battle) as battle:
        must_be_playing(battle)
        offer = _open_offer(battle, key)
        mine = next((side for side in opponents(battle, offer.side) if side in access.sides), None)
        if mine is None:
            raise NotYours("This offer was not made to you.")
        if not accept:
            _close(battle, offer, f"{_who(battle, mine, 'declines', 'decline')}.", access)
            return None
        if offer.kind == Offer.Kind.DRAW:
            return _end(battle, access, mine, Outcome(None, DRAW_AGREED, ""), None)
        return rewind(battle, Chain(battle), access, mine, offer.to or 0, None)


def withdraw(access: Access, key: str) -> None:
    """Withdraw an offer. Raises as ``answer``."""
    with locked_for_writing(access.battle) as battle:
        offer = _open_offer(battle, key)
        access.must_act_for(offer.side)
        _close(battle, offer, f"{_who(battle, offer.side, 'withdraws', 'withdraw')} {OFFERS[offer.kind]}.", access)


def pause(access: Access) -> None:
    """Pause the battle: nobody may act until a player resumes it.

    Raises:
        NotYours: the user has no seat.
        Over, Paused, Gone: as ``submit``.
    """
    with _locked_by_player(access) as battle:
        must_be_playing(battle)
        battle.status = Status.PAUSED
        notice(battle, "The battle is paused.", access.name)


def resume(access: Access) -> None:
    """Resume a paused battle. Raises `NotYours`, `Over`, `Gone`, and `Refused` if it is not paused."""
    with _locked_by_player(access) as battle:
        if battle.status == Status.OVER:
            raise Over
        if battle.status != Status.PAUSED:
            raise Refused("The battle is not paused.")
        battle.status = Status.PLAYING
        notice(battle, "The battle is resumed.", access.name, settles=True)
        entry_writer.queue_computer_turns(battle)


def delete(access: Access) -> None:
    """Delete a battle. Its owner may do so while nobody else plays in it, or once it is over.

    Raises:
        NotYours: the user is not its owner.
        Refused: others play in it.
        Gone: it was deleted already.
    """
    if not access.is_owner:
        raise NotYours("Only its owner may delete a battle.")
    with locked(access.battle) as battle:
        others = [seat for seat in battle.seats.all() if seat.guest or seat.user_id not in (None, battle.owner_id)]
        if others and battle.status in (Status.PLAYING, Status.PAUSED):
            raise Refused("Others play in this battle. End it first: resign or agree to a draw.")
        battle.delete()


def _locked_by_player(access: Access) -> Any:
    if not access.own:
        raise NotYours("Only the players of a battle may pause or resume it.")
    return locked_for_writing(access.battle)


def _open_offer(battle: Battle, key: str) -> Offer:
    kind, _, side = key.partition(":")
    offer = battle.offers.filter(kind=kind, side=side, closed=False).first()
    if offer is None:
        raise Refused("This offer does not stand any more.", "offer")
    return offer


def _close(battle: Battle, offer: Offer, text: str, access: Access) -> None:
    offer.closed = True
    offer.save(update_fields=["closed"])
    notice(battle, text, access.name, settles=True)


def _who(battle: Battle, side: SideId, one: str, many: str) -> str:
    """A side at the beginning of a sentence, with the form of a verb that agrees with it."""
    position = current_position(battle)
    name = position.system.text.side_name(position.state, side)
    return f"{at_start(name)} {agrees(name, one, many)}"


def _end(battle: Battle, access: Access, side: SideId, outcome: Outcome, token: UUID | None) -> EntryRow:
    position = current_position(battle)
    entry: Entry[Any, Any] = Entry(battle.head + 1, side, ended=outcome)
    return entry_writer.write(battle, position, entry, position.state, access, token=token)
