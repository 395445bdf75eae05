"""Undo: the player's own last action at once, more if the opponent agrees."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from battles.engine.core import SideId
from battles.engine.record import Entry
from battles.engine.words.sides import agrees, at_start
from battles.models import Battle, Offer
from battles.models import Entry as EntryRow
from battles.services.access import Access
from battles.services.play import entry_writer
from battles.services.play.lock import Refused, must_be_playing
from battles.services.play.position import current_position, position_at
from battles.services.play.reconstruction import locked_for_writing
from battles.services.play.submission import earlier_entry, must_be_current, must_have_room
from battles.services.view.feed import notice

CORRECTED: Final = "The rules were updated since then. Earlier actions cannot be undone."
FAR: Final = 200
"""Number of entries that are searched for a side's last action."""

OFFERS: Final[Mapping[str, str]] = {Offer.Kind.DRAW: "the offer of a draw", Offer.Kind.TAKEBACK: "the request to undo"}
"""The kinds of offers in words."""
ASKS: Final[Mapping[str, tuple[str, str]]] = {
    Offer.Kind.DRAW: ("offers a draw", "offer a draw"),
    Offer.Kind.TAKEBACK: ("asks to undo", "ask to undo"),
}
"""What a side does that makes an offer: of a singular and of a plural name."""


def undo_action(access: Access, side: SideId, *, expect: int | None, token: UUID) -> EntryRow:
    """Undo the last action if it is ``side``'s own, rolled no dice and revealed nothing hidden.

    A user who may act for every side may undo any last action.

    Raises:
        Refused: there is no action to undo, or the other side must agree; the sentence says which.
        NotYours, Over, Paused, Stale, Gone: as ``submit``.
    """
    access.must_act_for(side)
    with locked_for_writing(access.battle) as battle:
        earlier = earlier_entry(access, battle, token, lambda entry: entry.side == side and entry.back is not None)
        if earlier is not None:
            return earlier
        must_be_playing(battle)
        must_have_room(battle)
        must_be_current(access, battle, expect)
        chain = Chain(battle)
        last = chain.row(battle.stands)
        if battle.stands == 0:
            raise Refused("There is no action to undo yet.", "undo")
        if not last.side:
            raise Refused(CORRECTED, "undo")
        if not set(current_position(battle).system.sides) <= set(access.sides):
            if last.side != side:
                raise Refused("Another side has acted since. Ask your opponent to agree to the undo.", "undo")
            if not last.free:
                reason = "Dice were rolled, something hidden was revealed, or another side may have acted unseen"
                raise Refused(f"{reason}. Ask your opponent to agree to the undo.", "undo")
        return rewind(battle, chain, access, side, chain.before_order(battle.stands), token)


def ask_to_undo(access: Access, side: SideId, *, expect: int | None) -> Offer | None:
    """Ask the other side to undo everything since ``side``'s last action, itself included; the offer, or None.

    A computer player answers at once, and None is returned: it agrees if no dice were rolled and nothing hidden was
    revealed since.

    Raises:
        Refused: ``side`` has no recent action, has asked already, or the computer player does not agree.
        NotYours, Over, Paused, Stale, Gone: as ``submit``.
    """
    access.must_act_for(side)
    with locked_for_writing(access.battle) as battle:
        must_be_playing(battle)
        must_be_current(access, battle, expect)
        chain = Chain(battle)
        to = chain.before_order(chain.last_of(side))
        if all(seat.computer for seat in battle.seats.all() if seat.place in opponents(battle, side)):
            if not chain.all_free_after(to):
                raise Refused(
                    "The computer does not agree: dice were rolled or something hidden was revealed since.", "undo"
                )
            rewind(battle, chain, access, side, to, None)
            return None
        return create_offer(battle, access, side, Offer.Kind.TAKEBACK, to)


def opponents(battle: Battle, side: SideId) -> tuple[SideId, ...]:
    """The sides that play against ``side``."""
    return tuple(other for other in current_position(battle).system.sides if other != side)


def create_offer(battle: Battle, access: Access, side: SideId, kind: Offer.Kind, to: int | None = None) -> Offer:
    """Make an offer to the other side, and note it in the log.

    Raises:
        Refused: the side has made it already since the last action.
    """
    if battle.offers.filter(kind=kind, side=side).exists():
        request = "offered a draw" if kind == Offer.Kind.DRAW else "asked to undo"
        raise Refused(f"You have already {request} since the last action. Play on before you ask again.", "offer")
    position = current_position(battle)
    name = position.system.text.side_name(position.state, side)
    notice(battle, f"{at_start(name)} {agrees(name, *ASKS[kind])}.", access.name)
    return Offer.objects.create(battle=battle, kind=kind, side=side, to=to)


def rewind(battle: Battle, chain: "Chain", access: Access, side: SideId, to: int, token: UUID | None) -> EntryRow:
    """Write an entry that returns the battle to the state after entry ``to``. The caller has locked the row."""
    target = chain.row(to)
    entry: Entry[Any, Any] = Entry(battle.head + 1, side, back=to)
    free = target.side == side and target.free
    return entry_writer.write(
        battle, current_position(battle), entry, position_at(battle, to).state, access, token=token, free=free
    )


class Chain:
    """The entries that led to a battle's present state; undone ones are skipped."""

    def __init__(self, battle: Battle) -> None:
        rows = EntryRow.objects.filter(battle=battle).defer("line")
        near = rows.filter(seq__lte=battle.stands, seq__gte=battle.stands - FAR)
        self._all = rows
        self._near = {row.seq: row for row in near}
        self._stands = battle.stands

    def row(self, seq: int) -> EntryRow:
        """The entry with this number."""
        return self._near.get(seq) or self._all.get(seq=seq)

    def before(self, seq: int) -> int:
        """The entry after which entry ``seq`` was played."""
        back = self.row(seq - 1).back
        return seq - 1 if back is None else back

    def before_order(self, seq: int) -> int:
        """The entry after which entry ``seq`` was played, or the order to a group that it belongs to."""
        first = self.row(seq).together
        return self.before(seq if first is None else first)

    def last_of(self, side: SideId) -> int:
        """The last action of ``side`` that was not undone. Raises `Refused` if there is none lately."""
        seq = self._stands
        while seq > 0 and seq in self._near:
            if not self._near[seq].side:
                raise Refused(CORRECTED, "undo")
            if self._near[seq].side == side:
                return seq
            seq = self.before(seq)
        raise Refused("You have no recent action to undo.", "undo")

    def all_free_after(self, to: int) -> bool:
        """True if every action since entry ``to`` can be undone without asking."""
        seq = self._stands
        while seq > to:
            if not self.row(seq).free:
                return False
            seq = self.before(seq)
        return True
