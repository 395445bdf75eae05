"""Names of units, leaders, hexes, dice and levels in sentences and in notation."""

from collections.abc import Iterable, Sequence
from typing import Final

from battles.engine.core import Modifier
from battles.engine.words import count as count
from battles.engine.words import faces as faces
from battles.engine.words import joined as joined
from battles.engine.words import listed as listed
from battles.engine.words import mid_sentence, with_verb
from battles.engine.words import modifiers as modifiers
from battles.engine.words import number as number
from battles.engine.words import plus as plus
from battles.engine.words import rules_of as rules_of
from battles.engine.words import sentence_of as sentence_of
from battles.engine.words import side as side
from battles.engine.words import side_label as side_label
from battles.engine.words import side_verb as side_verb
from battles.engine.words import signed as signed
from battles.kits.hex.grid import Cell, grid, one_of
from battles.kits.hex.notation import unit_tag
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.facts import checker
from battles.rules.easy_napoleonics.morale import check_of
from battles.rules.easy_napoleonics.state import Board, Occupancy, State
from battles.rules.easy_napoleonics.tables import Formation, Grade, Level
from battles.rules.easy_napoleonics.terrain import field_of

FORMATION_WORDS: Final[dict[Formation, str]] = {
    "line": "line",
    "column": "column",
    "square": "square",
    "hasty_square": "hasty square",
    "masse": "masse",
    "limbered": "limbered",
    "unlimbered": "unlimbered",
}
LEVEL_WORDS: Final[dict[Level, str]] = {"good": "Good", "fair": "Fair", "bad": "Bad", "broken": "Broken"}
"""EN-MORALE-03."""
FACING_WORDS: Final = ("north", "east-north-east", "east-south-east", "south", "west-south-west", "west-north-west")
"""By the number of a facing (EN-FACE-03)."""

GUNS: Final[frozenset[Formation]] = frozenset({"limbered", "unlimbered"})


def entry(board: Board, cells: Sequence[Cell]) -> str:
    """The hexes where a piece comes on, after the named road through one of them: ``Brussels road, 0901 or 1001``."""
    ways = (course.name for course in board.courses if course.kind != "stream" and set(course.cells) & set(cells))
    road = next(filter(None, ways), "")
    labels = [grid(board.columns, board.rows).label(cell) for cell in cells]
    return ", ".join(filter(None, (road, one_of(labels))))


def both_sides(state: State, of: tuple[int, int]) -> str:
    """A number for each side, with its name: ``Blue 6, Red 9``."""
    return f"{side_label(state, 'a')} {of[0]}, {side_label(state, 'b')} {of[1]}"


def unit(state: State, number: int) -> str:
    """Name of a unit. It has its side if the enemy has a unit of that name, its tag if its own side has another."""
    own = state.units[number]
    namesakes = [place for place, one in enumerate(state.units) if one.name == own.name and place != number]
    if not namesakes:
        return mid_sentence(own.name)
    if any(state.units[place].side == own.side for place in namesakes):
        return f"{mid_sentence(own.name)} ({unit_tag(state.units, number)})"
    return f"{mid_sentence(own.name)} ({side_label(state, own.side)})"


def unit_does(state: State, number: int, words: str) -> str:
    """A unit and what it does: ``the Lancers were removed``; ``words`` is the form for one: ``was removed``."""
    return with_verb(unit(state, number), words)


def leader(state: State, number: int) -> str:
    """Name of a leader, with the side if another leader has that name."""
    own = state.leaders[number]
    alone = sum(one.name == own.name for one in state.leaders) == 1
    return mid_sentence(own.name) if alone else f"{mid_sentence(own.name)} ({side_label(state, own.side)})"


def units(state: State, numbers: Iterable[int]) -> str:
    return listed(unit(state, number) for number in numbers)


def leaders(state: State, numbers: Iterable[int]) -> str:
    return listed(leader(state, number) for number in numbers)


def label(state: State, cell: Cell) -> str:
    return grid(state.board.columns, state.board.rows).label(cell)


def place(state: State, cell: Cell) -> str:
    """Label of a hex, with its name if it has one."""
    name = next((name for named, name in state.board.names if named == cell), "")
    return f"{label(state, cell)} ({mid_sentence(name)})" if name else label(state, cell)


def facing(number: int) -> str:
    return FACING_WORDS[number]


def in_formation(formation: Formation) -> str:
    return FORMATION_WORDS[formation] if formation in GUNS else f"in {FORMATION_WORDS[formation]}"


def formation_verb(formation: Formation) -> str:
    """A change of formation as a verb: ``form column``, ``unlimber``."""
    return {"limbered": "limber", "unlimbered": "unlimber"}.get(formation, f"form {FORMATION_WORDS[formation]}")


def needing(state: State, grade: Grade, face: int, rows: Sequence[Modifier]) -> str:
    """The natural face that is needed and why: ``needing 5 (veteran 6; to the die: target in column +1)``."""
    number = state.setup.rules.tables.grade_number[grade]
    why = f"{tables.GRADE_WORDS[grade]} {number}"
    if rows:
        why += f"; to the die: {modifiers(rows)}"
    if face != number - sum(row.value for row in rows):
        why += "; a natural 10 is always enough" if face == tables.DIE else "; a natural 1 is never enough"
    return f"needing {face} ({why})"


def checks_needing(
    state: State, number: int, level: Level, face: int, rows: Sequence[Modifier] | None = None
) -> tuple[str, list[str]]:
    """What a unit's check needed, and the rules of its modifiers, which are worked out if ``rows`` is None."""
    if rows is None:
        fitting = check_rows(state, number, level, face)
        if fitting is None:
            grade = state.units[number].grade
            number_of = state.setup.rules.tables.grade_number[grade]
            return f"needing {face} at {LEVEL_WORDS[level]} ({tables.GRADE_WORDS[grade]} {number_of})", []
        rows = fitting
    return needing(state, state.units[number].grade, face, rows), rules_of(rows)


def check_rows(state: State, number: int, level: Level, face: int) -> Sequence[Modifier] | None:
    """Modifiers with which a unit at ``level`` needs ``face``; None if no modifiers give it."""
    field = field_of(state)
    facts = checker(Occupancy(field.grid, state.units, state.leaders), number)
    for led in (facts.leader, False):
        needed, rows = check_of(field.book, facts, level, led)
        if needed == face:
            return rows.rows
    return None


def outcome_of_checks(checks: int, failures: int) -> str:
    """``failed`` or ``passed``; of several checks, how many failed."""
    if checks == 1:
        return "failed" if failures else "passed"
    if not failures:
        return "both passed" if checks == 2 else f"all {checks} passed"
    if failures == checks:
        return "both failed" if checks == 2 else f"all {checks} failed"
    return f"{failures} failed"


def level_change(before: Level, after: Level) -> str:
    """Change of a level: ``from Good to Fair``, or ``still Good``."""
    if before == after:
        return f"still {LEVEL_WORDS[after]}"
    return f"from {LEVEL_WORDS[before]} to {LEVEL_WORDS[after]}"
