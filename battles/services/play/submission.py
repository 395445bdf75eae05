"""Play an action: the one way for people, computer players and programs."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from battles.engine.core import SideId, Step
from battles.engine.dice import SeededDice
from battles.engine.record import Entry
from battles.models import Battle, Told
from battles.models import Entry as EntryRow
from battles.services.access import Access
from battles.services.play import entry_writer
from battles.services.play.free_undo import is_free
from battles.services.play.lock import Refused, Stale, must_be_playing
from battles.services.play.position import Position, current_position, dice_key, entry_of, position_at
from battles.services.play.rules_change import locked_for_writing
from battles.services.play.standing_orders import follow

MOST_ENTRIES: Final = 20_000
"""The most entries of a battle; the longest finished one had some hundreds."""

MOST_CHOSEN: Final = 2
"""The most simultaneous decisions of other sides; no battle has more sides."""


def submit(access: Access, side: SideId, action: Any, *, expect: int | None, token: UUID) -> EntryRow:
    """Play ``action`` for ``side``, write its entry, and play the decisions that standing orders then make.

    ``battle`` of the returned entry is the battle after all of them.

    Args:
        expect: the last line of their feed that the user has seen; None to act without this check.
        token: comes from the form; the same action sent twice with it is played once.

    Raises:
        NotYours: the user may not act for this side.
        Over, Paused: the battle is over, paused, or has not begun.
        Stale: the user's feed has new lines, or another action was played with the token.
        Refused: the rules forbid it.
        Gone: the battle was deleted.
    """
    access.must_act_for(side)
    with locked_for_writing(access.battle) as battle:
        earlier = earlier_entry(access, battle, token, lambda entry: (entry.side, entry.action) == (side, action))
        if earlier is not None:
            return earlier
        must_be_playing(battle)
        must_have_room(battle)
        if not _chose_meanwhile(access, battle, side, expect):
            must_be_current(access, battle, expect)
        before = current_position(battle)
        refusal = before.system.refuse(before.state, side, action)
        if refusal is not None:
            raise Refused(refusal)
        number = battle.head + 1
        dice = SeededDice(dice_key(battle), number)
        step: Step[Any] = before.system.decide(before.state, side, action, dice)
        entry: Entry[Any, Any] = Entry(number, side, action, tuple(dice.rolls), step.events)
        free = is_free(before, entry, step)
        seats = tuple(battle.seats.order_by("place"))
        row = entry_writer.write(battle, before, entry, step.state, access, token=token, free=free, seats=seats)
        follow(battle, seats)
        return row


def earlier_entry(
    access: Access, battle: Battle, token: UUID | None, is_same: Callable[[Entry[Any, Any]], bool]
) -> EntryRow | None:
    """The entry that was written with a form's token; None if there is none.

    Raises:
        Stale: the entry is another one, as after the back button of a browser.
    """
    row = None if token is None else EntryRow.objects.filter(battle=battle, token=token).first()
    if row is None:
        return None
    if not is_same(entry_of(current_position(battle).system, row)):
        raise Stale(last_line(battle, access.viewer))
    row.battle = battle
    return row


def must_have_room(battle: Battle) -> None:
    """Raise `Refused` if the battle has the most entries possible."""
    if battle.head >= MOST_ENTRIES:
        raise Refused(f"This battle has {MOST_ENTRIES:,} entries, the maximum. Resign or agree to a draw.")


def must_be_current(access: Access, battle: Battle, expect: int | None) -> None:
    """Raise `Stale` if the user's feed has another last line than ``expect``; None skips the check."""
    last = last_line(battle, access.viewer)
    if expect is not None and expect != last:
        raise Stale(last)


def _chose_meanwhile(access: Access, battle: Battle, side: SideId, expect: int | None) -> bool:
    """True if since line ``expect`` others have only made simultaneous decisions, and ``side`` has the same choices."""
    if expect is None or not 0 <= expect < last_line(battle, access.viewer):
        return False
    rows = Told.objects.filter(battle=battle, viewer=access.viewer, n__gte=expect).select_related("entry")
    first, *since = rows.order_by("n")[: MOST_CHOSEN + 1]
    before, stands = position_at(battle, first.seq), current_position(battle)
    others = {other for other in before.awaited if other != side}
    chose = [row.entry is not None and row.entry.back is None and row.entry.side in others for row in since]
    if len(since) > len(others) or not all(chose) or side not in before.awaited or side not in stands.awaited:
        return False
    return _choices(before, side) == _choices(stands, side)


def _choices(position: Position, side: SideId) -> list[Any]:
    return [action for option in position.system.options(position.state, side) for action in option.actions]


def last_line(battle: Battle, viewer: str) -> int:
    """The number of a viewer's last line; -1 if there is none."""
    return int(battle.lines.get(viewer, (0, ""))[0]) - 1
