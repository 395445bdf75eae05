"""Playing an action: the one way in for people, computer players and programs alike."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from battles.engine.chance import Chances
from battles.engine.core import SideId, Step
from battles.engine.dice import DiceDiffer, DiceNeeded, RecordedDice, SeededDice
from battles.engine.record import Entry
from battles.models import Battle, Told
from battles.models import Entry as EntryRow
from battles.services import recording
from battles.services.correcting import writing
from battles.services.locking import Refused, Stale, must_go_on
from battles.services.ordering import follow
from battles.services.position import Position, dice_key, entry_of, now, then
from battles.services.standing import Standing

MOST_ENTRIES: Final = 20_000
"""Entries of a battle; the longest that was fought to its end had some hundreds."""

MOST_CHOSEN: Final = 2
"""Choices of others that are looked for, at the same time as one's own; no battle has more sides."""
SUPPOSED: Final = 3
"""Other states, as likely for its side, that an action is tried in to see whether it shows something hidden."""


def submit(standing: Standing, side: SideId, action: Any, *, expect: int | None, token: UUID) -> EntryRow:
    """Play ``action`` for ``side`` and write it to the log, and what standing orders then answer.

    ``battle`` of the entry is how the battle stands after that.

    Args:
        expect: the last line of his own feed that he had seen; None to act whatever was told meanwhile.
        token: made with the form; the same action twice with it is played once.

    Raises:
        NotYours: he may not act for this side.
        Over, Paused: the battle does not go on.
        Stale: his feed has moved on, or something else was played with the token.
        Refused: the rules forbid it.
        Gone: the battle was deleted.
    """
    standing.must_act_for(side)
    with writing(standing.battle) as battle:
        earlier = played(standing, battle, token, lambda entry: (entry.side, entry.action) == (side, action))
        if earlier is not None:
            return earlier
        must_go_on(battle)
        must_have_room(battle)
        if not _chose_meanwhile(standing, battle, side, expect):
            must_know(standing, battle, expect)
        before = now(battle)
        refusal = before.system.refuse(before.state, side, action)
        if refusal is not None:
            raise Refused(refusal)
        number = battle.head + 1
        dice = SeededDice(dice_key(battle), number)
        step: Step[Any] = before.system.decide(before.state, side, action, dice)
        entry: Entry[Any, Any] = Entry(number, side, action, tuple(dice.rolls), step.events)
        is_known = not _shows(before, side, action, step) and not _gives_way_unseen(before, side, step.state)
        free = not dice.rolls and side in before.system.sides and is_known
        row = recording.write(battle, before, entry, step.state, standing, token=token, free=free)
        follow(battle)
        return row


def played(
    standing: Standing, battle: Battle, token: UUID | None, is_same: Callable[[Entry[Any, Any]], bool]
) -> EntryRow | None:
    """The entry that was made with a form's token; None where there is none.

    Raises:
        Stale: it is another one than was asked for, as after the back button of a browser.
    """
    found = None if token is None else EntryRow.objects.filter(battle=battle, token=token).first()
    if found is None:
        return None
    if not is_same(entry_of(now(battle).system, found)):
        raise Stale(last_line(battle, standing.viewer))
    found.battle = battle
    return found


def must_have_room(battle: Battle) -> None:
    """Raise `Refused` where the battle can have no more actions."""
    if battle.head >= MOST_ENTRIES:
        raise Refused(f"A battle has at most {MOST_ENTRIES:,} entries. Resign, or agree on a draw.")


def must_know(standing: Standing, battle: Battle, expect: int | None) -> None:
    """Raise `Stale` where the feed of whoever acts has another last line than ``expect``; None asks nothing."""
    last = last_line(battle, standing.viewer)
    if expect is not None and expect != last:
        raise Stale(last)


def _chose_meanwhile(standing: Standing, battle: Battle, side: SideId, expect: int | None) -> bool:
    """Whether since then others have only decided what they owed together with him, and he may do what he could."""
    if expect is None or not 0 <= expect < last_line(battle, standing.viewer):
        return False
    rows = Told.objects.filter(battle=battle, viewer=standing.viewer, n__gte=expect).select_related("entry")
    first, *since = rows.order_by("n")[: MOST_CHOSEN + 1]
    before, stands = then(battle, first.seq), now(battle)
    others = {other for other in before.awaited if other != side}
    chose = [row.entry is not None and row.entry.back is None and row.entry.side in others for row in since]
    if len(since) > len(others) or not all(chose) or side not in before.awaited or side not in stands.awaited:
        return False
    return _choices(before, side) == _choices(stands, side)


def _choices(position: Position, side: SideId) -> list[Any]:
    return [action for option in position.system.options(position.state, side) for action in option.actions]


def last_line(battle: Battle, viewer: str) -> int:
    """The number of a viewer's last line; -1 where there is none."""
    return int(battle.lines.get(viewer, (0, ""))[0]) - 1


def _shows(before: Position, side: SideId, action: Any, step: Step[Any]) -> bool:
    """Whether an action without dice told ``side`` something that it could not know before.

    It is tried in states that the side cannot tell from the true one: where it would have been told something else
    there, it was told something new.
    """
    system = before.system
    seen = system.view(before.state, side)
    told = _told(system, before.state, step, side)
    for number in range(SUPPOSED):
        other = system.suppose(seen, Chances(b"%d" % number))
        if other == before.state:
            continue
        try:
            if system.refuse(other, side, action) is not None:
                return True
            tried = system.decide(other, side, action, RecordedDice(()))
        except (DiceNeeded, DiceDiffer):
            return True
        if _told(system, other, tried, side) != told:
            return True
    return False


def _gives_way_unseen(before: Position, side: SideId, after: Any) -> bool:
    """Whether others decide after an action who may then act without its side learning of it.

    Taking it back unasked, or being refused, would say whether they have. Where its side knows all, they cannot.
    """
    system = before.system
    decide = set(system.deciding(after))
    if side in decide or not decide - set(before.awaited):
        return False
    seen = system.view(after, side)
    return any(system.suppose(seen, Chances(b"%d" % number)) != after for number in range(SUPPOSED))


def _told(system: Any, state: Any, step: Step[Any], side: SideId) -> list[Any]:
    found = []
    for event in step.events:
        found.append(system.shadow(state, event, side))
        state = system.evolve(state, event)
    return [*found, system.deciding(state)]
