"""Hidden markers: numbered squares that may be seen; and for their owner alone the types of the second step."""

from collections.abc import Sequence
from typing import Final

from armies.paper.faces import Printable
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import Sheet
from battles.engine.kit import Hidden, Step
from battles.engine.roll import Roll
from battles.sheets.hidden_numbers import Thing
from battles.sheets.marker_pages import Face, Meaning, marker_pages

KIND: Final = "Hidden markers"
TYPES: Final = "Hidden markers: types"


def hidden_markers(things: Sequence[Thing], hidden: Hidden, title: str, nation: str, size: int) -> Section:
    """A marker for every number, all alike but for it, so that nothing can be guessed from one that stands."""
    faces = [Face(str(thing.number), nation=nation, symbol="unknown") for thing in things]
    return _section(KIND, title, faces, size, [Meaning("", "use", hidden.text, hidden.rule)])


def type_markers(things: Sequence[Thing], steps: Sequence[Step], title: str, nation: str, size: int) -> Section:
    """A marker with number and type for everything that stands on the table, to take the place of the first.

    It tells what each number is, so it is its owner's alone until it lies on the table.
    """
    faces = []
    for thing in things:
        step = step_of(thing, steps)
        if step is not None:
            faces.append(Face(str(thing.number), step.word, nation=nation, symbol=step.symbol))
    return _section(TYPES, title, faces, size, [])


def step_of(thing: Thing, steps: Sequence[Step]) -> Step | None:
    """The type that a thing shows, that of most of its units; None for what is no unit, or of no known type."""
    shown = [step for unit in thing.units for step in steps if unit.symbol in step.of]
    return max(shown, key=shown.count) if shown else None


def roll_nation(roll: Roll) -> str:
    """The nation whose colour a side's markers have: its own, or that of its first unit."""
    return roll.nation or next((unit.nation for unit in roll.units if unit.nation), "")


def _section(kind: str, title: str, faces: Sequence[Face], size: int, meanings: Sequence[Meaning]) -> Section:
    def plan(sheet: Sheet) -> Planned:
        return Planned(marker_pages(sheet, kind, Printable()(title), faces, size, meanings))

    return Section(kind, title, digest_of(kind, title, faces, meanings, size), plan, single=True, apart=True)
