"""Undo, by oneself or by consent; resign, agree to a draw, pause and resume, delete a battle."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from battles.engine.core import Outcome, SideId
from battles.engine.record import Entry
from battles.engine.words import does
from battles.models import Battle, Offer, Status
from battles.models import Entry as EntryRow
from battles.services.access import Access
from battles.services.play import entry_writer
from battles.services.play.lock import NotYours, Over, Refused, locked, must_be_playing
from battles.services.play.position import current_position, position_at
from battles.services.play.reconstruction import locked_for_writing
from battles.services.play.submission import BY_ORDER, earlier_entry, must_be_current, must_have_room
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


RESIGNED: Final = "resigned"
DRAW_AGREED: Final = "draw_agreed"


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
    notice(battle, f"{does(name, *ASKS[kind])}.", access.name)
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
        """The entry after which entry ``seq`` was played, or the order to a group that it belongs to.

        What standing orders made of an action goes with it, as long as the action may be undone freely.
        """
        row, earlier = self.row(seq), self.before(seq)
        if row.by_name.endswith(BY_ORDER) and earlier > 0:
            action = self.row(earlier)
            if action.side == row.side and action.free:
                return self.before_order(earlier)
        return self.before(seq if row.together is None else row.together)

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
            _close(battle, offer, f"{_who(battle, mine, 'declines', 'decline')} {OFFERS[offer.kind]}.", access)
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
    return does(name, one, many)


def _end(battle: Battle, access: Access, side: SideId, outcome: Outcome, token: UUID | None) -> EntryRow:
    position = current_position(battle)
    entry: Entry[Any, Any] = Entry(battle.head + 1, side, ended=outcome)
    return entry_writer.write(battle, position, entry, position.state, access, token=token)
