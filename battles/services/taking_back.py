"""Taking back what was done: one's own last step at once, more with the other side's consent."""

from typing import Any, Final
from uuid import UUID

from battles.engine.core import SideId
from battles.engine.record import Entry
from battles.models import Battle, Offer
from battles.models import Entry as EntryRow
from battles.services import recording
from battles.services.correcting import writing
from battles.services.locking import Refused, must_go_on
from battles.services.position import now, then
from battles.services.standing import Standing
from battles.services.submitting import must_have_room, must_know, played
from battles.services.telling import notice

CORRECTED: Final = "The rules were corrected since; what was done before is not taken back."
FAR: Final = 200
"""Entries among which one's own last is looked for."""


def take_back(standing: Standing, side: SideId, *, expect: int | None, token: UUID) -> EntryRow:
    """Take back the last action, if it is ``side``'s own, no dice fell in it and it showed nothing hidden.

    Whoever may act for every side takes back the last action whatever it was.

    Raises:
        Refused: nothing was done, or the other side must agree; the sentence says why.
        NotYours, Over, Paused, Stale, Gone: as ``submit``.
    """
    standing.must_act_for(side)
    with writing(standing.battle) as battle:
        earlier = played(standing, battle, token, lambda entry: entry.side == side and entry.back is not None)
        if earlier is not None:
            return earlier
        must_go_on(battle)
        must_have_room(battle)
        must_know(standing, battle, expect)
        chain = Chain(battle)
        last = chain.row(battle.stands)
        if battle.stands == 0:
            raise Refused("Nothing was done yet that could be taken back.", "undo")
        if not last.side:
            raise Refused(CORRECTED, "undo")
        if not set(now(battle).system.sides) <= set(standing.sides):
            if last.side != side:
                raise Refused("Somebody else has acted since; ask the other side for a step back.", "undo")
            if not last.free:
                reason = "Dice have fallen, something hidden was shown, or somebody may have acted unseen"
                raise Refused(f"{reason}; ask the other side for a step back.", "undo")
        return go_back(battle, chain, standing, side, chain.before(battle.stands), token)


def ask(standing: Standing, side: SideId, *, expect: int | None) -> Offer | None:
    """Ask the other side to go back to before ``side``'s own last action; the offer, None where it was answered.

    A computer player answers at once: it agrees where no dice have fallen and nothing hidden was shown since.

    Raises:
        Refused: ``side`` has done nothing (lately), has asked already, or the computer player does not agree.
        NotYours, Over, Paused, Stale, Gone: as ``submit``.
    """
    standing.must_act_for(side)
    with writing(standing.battle) as battle:
        must_go_on(battle)
        must_know(standing, battle, expect)
        chain = Chain(battle)
        to = chain.before(chain.last_of(side))
        if all(seat.computer for seat in battle.seats.all() if seat.place in others(battle, side)):
            if not chain.all_free_after(to):
                raise Refused("The computer does not give back what dice have decided or what was shown.", "undo")
            go_back(battle, chain, standing, side, to, None)
            return None
        return offer(battle, standing, side, Offer.Kind.TAKEBACK, to)


def others(battle: Battle, side: SideId) -> tuple[SideId, ...]:
    """The sides that play against ``side``."""
    return tuple(other for other in now(battle).system.sides if other != side)


def offer(battle: Battle, standing: Standing, side: SideId, kind: Offer.Kind, to: int | None = None) -> Offer:
    """Put a question to the other side, and tell everybody.

    Raises:
        Refused: it has been put already since the last move.
    """
    if battle.offers.filter(kind=kind, side=side).exists():
        raise Refused(f"You have asked for {kind.label} already; play on before you ask again.", "offer")
    stands = now(battle)
    name = stands.system.side_name(stands.state, side)
    notice(battle, f"{name} asks for {kind.label}.", standing.name)
    return Offer.objects.create(battle=battle, kind=kind, side=side, to=to)


def go_back(battle: Battle, chain: "Chain", standing: Standing, side: SideId, to: int, token: UUID | None) -> EntryRow:
    """The entry that takes the battle back to the state after entry ``to``; the row is held."""
    target = chain.row(to)
    entry: Entry[Any, Any] = Entry(battle.head + 1, side, back=to)
    free = target.side == side and target.free
    return recording.write(battle, now(battle), entry, then(battle, to).state, standing, token=token, free=free)


class Chain:
    """The entries before the one that a battle stands at, and which of them led there."""

    def __init__(self, battle: Battle) -> None:
        rows = EntryRow.objects.filter(battle=battle).defer("line")
        near = rows.filter(seq__lte=battle.stands, seq__gte=battle.stands - FAR)
        self._all = rows
        self._near = {row.seq: row for row in near}
        self._stands = battle.stands

    def row(self, seq: int) -> EntryRow:
        """The entry of that number."""
        return self._near.get(seq) or self._all.get(seq=seq)

    def before(self, seq: int) -> int:
        """The entry whose state entry ``seq`` was played in."""
        back = self.row(seq - 1).back
        return seq - 1 if back is None else back

    def last_of(self, side: SideId) -> int:
        """The last action of ``side`` that stands. Raises `Refused` where there is none lately."""
        seq = self._stands
        while seq > 0 and seq in self._near:
            if not self._near[seq].side:
                raise Refused(CORRECTED, "undo")
            if self._near[seq].side == side:
                return seq
            seq = self.before(seq)
        raise Refused("You have done nothing lately that could be taken back.", "undo")

    def all_free_after(self, to: int) -> bool:
        """Whether every action since entry ``to`` may be taken back by itself."""
        seq = self._stands
        while seq > to:
            if not self.row(seq).free:
                return False
            seq = self.before(seq)
        return True
