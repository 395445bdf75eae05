"""Playing an action: the one way in for people, computer players and programs alike."""

from typing import Any, Final
from uuid import UUID

from battles.engine.chance import Chances
from battles.engine.core import SideId, Step
from battles.engine.dice import DiceDiffer, DiceNeeded, RecordedDice, SeededDice
from battles.engine.record import Entry
from battles.models import Battle
from battles.models import Entry as EntryRow
from battles.services import recording
from battles.services.locking import Refused, Stale, must_go_on, playing
from battles.services.position import Position, dice_key, now
from battles.services.standing import Standing

MOST_ENTRIES: Final = 20_000
"""Entries of a battle; the longest that was fought to its end had some hundreds."""

SUPPOSED: Final = 3
"""Other states, as likely for its side, that an action is tried in to see whether it shows something hidden."""


def submit(standing: Standing, side: SideId, action: Any, *, expect: int | None, token: UUID) -> EntryRow:
    """Play ``action`` for ``side`` and write it to the log. ``battle`` of the entry is how the battle stands after it.

    Args:
        expect: the last line of his own feed that he had seen; None to act whatever was told meanwhile.
        token: made with the form; the same token twice is one action.

    Raises:
        NotYours: he may not act for this side.
        Over, Paused: the battle does not go on.
        Stale: his feed has moved on.
        Refused: the rules forbid it.
        Gone: the battle was deleted.
    """
    standing.must_act_for(side)
    with playing(standing.battle) as battle:
        earlier = EntryRow.objects.filter(battle=battle, token=token).first()
        if earlier is not None:
            earlier.battle = battle
            return earlier
        must_go_on(battle)
        must_have_room(battle)
        must_know(standing, battle, expect)
        before = now(battle)
        refusal = before.system.refuse(before.state, side, action)
        if refusal is not None:
            raise Refused(refusal)
        number = battle.head + 1
        dice = SeededDice(dice_key(battle), number)
        step: Step[Any] = before.system.decide(before.state, side, action, dice)
        entry: Entry[Any, Any] = Entry(number, side, action, tuple(dice.rolls), step.events)
        free = not dice.rolls and side in before.system.sides and not _shows(before, side, action, step)
        return recording.write(battle, before, entry, step.state, standing, token=token, free=free)


def must_have_room(battle: Battle) -> None:
    """Raise `Refused` where the battle can have no more actions."""
    if battle.head >= MOST_ENTRIES:
        raise Refused(f"A battle has at most {MOST_ENTRIES:,} entries. Resign, or agree on a draw.")


def must_know(standing: Standing, battle: Battle, expect: int | None) -> None:
    """Raise `Stale` where the feed of whoever acts has another last line than ``expect``; None asks nothing."""
    last = last_line(battle, standing.viewer)
    if expect is not None and expect != last:
        raise Stale(last)


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


def _told(system: Any, state: Any, step: Step[Any], side: SideId) -> list[Any]:
    found = []
    for event in step.events:
        found.append(system.shadow(state, event, side))
        state = system.evolve(state, event)
    return [*found, system.deciding(state)]
