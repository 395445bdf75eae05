"""Ends by agreement, pauses, and doing away with a battle."""

from typing import Any, Final
from uuid import UUID

from battles.engine.core import Outcome, SideId
from battles.engine.record import Entry
from battles.models import Battle, Offer, Status
from battles.models import Entry as EntryRow
from battles.services import recording
from battles.services.correcting import writing
from battles.services.locking import NotYours, Over, Refused, must_go_on, playing
from battles.services.position import now
from battles.services.standing import Standing
from battles.services.submitting import must_know, played
from battles.services.taking_back import Chain, go_back, offer, others
from battles.services.telling import notice

RESIGNED: Final = "resigned"
DRAW_AGREED: Final = "draw_agreed"


def resign(standing: Standing, side: SideId, *, token: UUID) -> EntryRow:
    """Give the battle up for ``side``; a pause does not keep anybody from it.

    Raises:
        NotYours, Over, Gone: as ``submit``.
        Paused: it has not begun.
    """
    standing.must_act_for(side)
    with writing(standing.battle) as battle:
        earlier = played(standing, battle, token, lambda entry: entry.side == side and entry.ended is not None)
        if earlier is not None:
            return earlier
        if battle.status != Status.PAUSED:
            must_go_on(battle)
        enemies = others(battle, side)
        if side not in now(battle).system.sides:
            raise Refused("A side resigns; choose one.", "side")
        winner = enemies[0] if len(enemies) == 1 else None
        return _end(battle, standing, side, Outcome(winner, RESIGNED, ""), token)


def offer_draw(standing: Standing, side: SideId, *, expect: int | None) -> Offer | None:
    """Ask the other side for a draw; the offer, None where the other side had asked and it is agreed now.

    Raises:
        Refused: it has asked already, or a computer player plays on.
        NotYours, Over, Paused, Stale, Gone: as ``submit``.
    """
    standing.must_act_for(side)
    with writing(standing.battle) as battle:
        must_go_on(battle)
        must_know(standing, battle, expect)
        enemies = others(battle, side)
        if battle.offers.filter(kind=Offer.Kind.DRAW, side__in=enemies, closed=False).exists():
            _end(battle, standing, side, Outcome(None, DRAW_AGREED, ""), None)
            return None
        if any(seat.computer for seat in battle.seats.all() if seat.place in enemies):
            raise Refused("The computer plays on.", "offer")
        return offer(battle, standing, side, Offer.Kind.DRAW)


def answer(standing: Standing, key: str, *, accept: bool) -> EntryRow | None:
    """Agree to what the other side asks, or decline; the entry it makes.

    Args:
        key: what names the offer in a look, such as ``draw:a``.

    Raises:
        Refused: it is not asked (any more).
        NotYours: he is not the one who is asked.
        Over, Paused, Gone: as ``submit``.
    """
    with writing(standing.battle) as battle:
        must_go_on(battle)
        asked = _open(battle, key)
        mine = next((side for side in others(battle, asked.side) if side in standing.sides), None)
        if mine is None:
            raise NotYours("You are not the one who is asked.")
        if not accept:
            _close(battle, asked, f"{_name(battle, mine)} declines.", standing)
            return None
        if asked.kind == Offer.Kind.DRAW:
            return _end(battle, standing, mine, Outcome(None, DRAW_AGREED, ""), None)
        return go_back(battle, Chain(battle), standing, mine, asked.to or 0, None)


def withdraw(standing: Standing, key: str) -> None:
    """Ask no longer. Raises as ``answer``."""
    with writing(standing.battle) as battle:
        asked = _open(battle, key)
        standing.must_act_for(asked.side)
        _close(battle, asked, f"{_name(battle, asked.side)} no longer asks for {asked.get_kind_display()}.", standing)


def pause(standing: Standing) -> None:
    """Let nobody act until somebody who plays lets it go on.

    Raises:
        NotYours: he has no seat.
        Over, Paused, Gone: as ``submit``.
    """
    with _by_somebody_there(standing) as battle:
        must_go_on(battle)
        battle.status = Status.PAUSED
        notice(battle, "The battle is paused.", standing.name)


def resume(standing: Standing) -> None:
    """Let a paused battle go on. Raises `NotYours`, `Over`, `Gone`, and `Refused` where it is not paused."""
    with _by_somebody_there(standing) as battle:
        if battle.status == Status.OVER:
            raise Over
        if battle.status != Status.PAUSED:
            raise Refused("The battle is not paused.")
        battle.status = Status.PLAYING
        notice(battle, "The battle goes on.", standing.name, settles=True)
        recording.owe(battle)


def delete(standing: Standing) -> None:
    """Do away with a battle, as its owner may while nobody else plays in it, or once it is over.

    Raises:
        NotYours: he is not its owner.
        Refused: others play in it.
        Gone: somebody else has.
    """
    if not standing.is_owner:
        raise NotYours("Only who made a battle may delete it.")
    with playing(standing.battle) as battle:
        strangers = [seat for seat in battle.seats.all() if seat.guest or seat.user_id not in (None, battle.owner_id)]
        if strangers and battle.status in (Status.PLAYING, Status.PAUSED):
            raise Refused("Others play in this battle. End it first: resign, or agree on a draw.")
        battle.delete()


def _by_somebody_there(standing: Standing) -> Any:
    if not standing.own:
        raise NotYours("Only who has a seat in a battle may pause it or let it go on.")
    return writing(standing.battle)


def _open(battle: Battle, key: str) -> Offer:
    kind, _, side = key.partition(":")
    found = battle.offers.filter(kind=kind, side=side, closed=False).first()
    if found is None:
        raise Refused("That is not asked any more.", "offer")
    return found


def _close(battle: Battle, asked: Offer, text: str, standing: Standing) -> None:
    asked.closed = True
    asked.save(update_fields=["closed"])
    notice(battle, text, standing.name, settles=True)


def _name(battle: Battle, side: SideId) -> str:
    stands = now(battle)
    return str(stands.system.side_name(stands.state, side))


def _end(battle: Battle, standing: Standing, side: SideId, outcome: Outcome, token: UUID | None) -> EntryRow:
    stands = now(battle)
    entry: Entry[Any, Any] = Entry(battle.head + 1, side, ended=outcome)
    return recording.write(battle, stands, entry, stands.state, standing, token=token)
