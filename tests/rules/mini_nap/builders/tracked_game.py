"""A game on a real table: entries made in order, dice typed in."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from battles.engine.codec import decode, encode
from battles.engine.core import Refusal
from battles.engine.dice import ScriptedDice
from battles.engine.tracker import Note
from battles.rules.mini_nap.events import StepBegan
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM

BLUE = 0
"""The first unit of side a: the light battalion of its first Brigade. The sample force has 15 units."""
RED = 15
"""The first unit of side b."""
HUSSARS, DRAGOONS, GUNS = 12, 13, 14
"""Places within a sample force."""


class Table:
    """The books of one game, and what was said of each note."""

    def __init__(self, kept: State | None = None) -> None:
        self.kept = (
            kept if kept is not None else SYSTEM.tracker.start(SYSTEM.scenarios.sample({"commander_ratings": "fixed"}))
        )
        self.said: list[str] = []

    def refused(self, key: str, **facts: Any) -> Refusal | None:
        """Why a note cannot be made."""
        return SYSTEM.tracker.refuse(self.kept, note(key, facts))

    def make(self, key: str, dice: Iterable[int] = (), **facts: Any) -> list[str]:
        """Make a note with these dice, all of which it uses; what the record says, but for headings of phases."""
        refusal = self.refused(key, **facts)
        assert refusal is None, refusal
        thrown = ScriptedDice(dice)
        step = SYSTEM.tracker.decide(self.kept, note(key, facts), thrown)
        assert thrown.left == ()
        said, kept = [], self.kept
        for event in step.events:
            assert decode(encode(event), SYSTEM.tracker.event_type) == event
            words = SYSTEM.tracker.sentence(kept, event)
            said += [words] if words and not isinstance(event, StepBegan) else []
            kept = SYSTEM.tracker.evolve(kept, event)
        assert kept == step.state
        assert decode(encode(kept), SYSTEM.tracker.state_type) == kept
        self.kept = kept
        self.said += said
        return said

    def begun(self) -> "Table":
        """Side a has the initiative, and gave it to its first Brigade."""
        self.make("ratings")
        self.make("initiative", (6, 6, 1, 1))
        self.make("choose", brigade="brigade 0")
        return self

    def begun_with_guns(self) -> "Table":
        """Side a has the initiative, and gave it to its division artillery."""
        self.make("ratings")
        self.make("initiative", (6, 6, 1, 1))
        self.make("choose", brigade=f"brigade {self.kept.units[GUNS].brigade}")
        return self

    def points(self, number: int) -> int:
        return self.kept.units[number].points

    def change(self, number: int, **changes: Any) -> None:
        """Another unit at that number."""
        units = list(self.kept.units)
        units[number] = replace(units[number], **changes)
        self.kept = replace(self.kept, units=tuple(units))


def note(key: str, facts: dict[str, Any]) -> Note:
    """A note; a number is that of a unit."""
    return Note(key, {name: f"unit {value}" if isinstance(value, int) else value for name, value in facts.items()})


def in_turn(**changes: Any) -> Table:
    """The first Brigade of side a has the initiative; the books with other ``changes``."""
    table = Table().begun()
    table.kept = replace(table.kept, **changes)
    return table


def choosing(**changes: Any) -> Table:
    """Side a has the initiative, and has given it to nobody yet."""
    table = Table()
    table.make("ratings")
    table.make("initiative", (6, 6, 1, 1))
    table.kept = replace(table.kept, **changes)
    return table


def rated() -> Table:
    table = Table()
    table.make("ratings")
    return table


def unit(number: int, guns: bool = False, **changes: Any) -> Table:
    """The same with another unit at a number; with the initiative given to the division artillery for ``guns``."""
    table = Table().begun_with_guns() if guns else Table().begun()
    table.change(number, **changes)
    return table


def stand(number: int, **changes: Any) -> Table:
    table = Table().begun()
    table.kept = stand_with(table.kept, number, **changes)
    return table


def led(brigade: int = 0) -> int:
    """The stand of a Brigade."""
    stands = Table().kept.stands
    return next(number for number, each in enumerate(stands) if (each.level, each.of) == ("brigade", brigade))
