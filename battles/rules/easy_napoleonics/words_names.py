"""What a sentence is made of: names, hexes, dice, modifiers, levels, and the rules at its end."""

from collections.abc import Iterable, Sequence
from typing import Final

from battles.engine.core import Modifier, SideId
from battles.engine.dice import Roll
from battles.engine.hex import Cell, grid
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.morale import check_of
from battles.rules.easy_napoleonics.notation_words import FACINGS, unit_tag
from battles.rules.easy_napoleonics.positions import checker
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.tables import Formation, Grade, Level

MINUS: Final = "−"

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

GUNS: Final[frozenset[Formation]] = frozenset({"limbered", "unlimbered"})


def sentence_of(*parts: str, rules: Iterable[str]) -> str:
    """Sentences one after the other, each with a capital and a stop, and the rules, each once, before the last stop."""
    text = " ".join(f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts if part)
    cited = ", ".join(dict.fromkeys(rules))
    return f"{text[:-1]} ({cited})." if cited else text


def side(state: State, number: SideId) -> str:
    """The name of a side."""
    return _lower(state.setup.forces[number == "b"].name)


def both(state: State, of: tuple[int, int]) -> str:
    """A number for each side, such as the score."""
    return f"{side(state, 'a')} {of[0]}, {side(state, 'b')} {of[1]}"


def unit(state: State, number: int) -> str:
    """The name of a unit, with its side where the other has one of that name, with its tag where its own has."""
    own = state.units[number]
    namesakes = [place for place, one in enumerate(state.units) if one.name == own.name and place != number]
    if not namesakes:
        return _lower(own.name)
    if any(state.units[place].side == own.side for place in namesakes):
        return f"{_lower(own.name)} ({unit_tag(state.units, number)})"
    return f"{_lower(own.name)} ({side(state, own.side)})"


def leader(state: State, number: int) -> str:
    """The name of a leader, with his side where it is not the only one of that name."""
    own = state.leaders[number]
    alone = sum(one.name == own.name for one in state.leaders) == 1
    return _lower(own.name) if alone else f"{_lower(own.name)} ({side(state, own.side)})"


def _lower(name: str) -> str:
    """A name in the middle of a sentence."""
    return f"the{name[3:]}" if name.startswith("The ") else name


def units(state: State, numbers: Iterable[int]) -> str:
    return listed(unit(state, number) for number in numbers)


def leaders(state: State, numbers: Iterable[int]) -> str:
    return listed(leader(state, number) for number in numbers)


def label(state: State, cell: Cell) -> str:
    return grid(state.board.columns, state.board.rows).label(cell)


def place(state: State, cell: Cell) -> str:
    """A hex, with its name where it has one."""
    name = next((name for named, name in state.board.names if named == cell), "")
    return f"{label(state, cell)} ({_lower(name)})" if name else label(state, cell)


def facing(number: int) -> str:
    return FACINGS[number]


def in_formation(formation: Formation) -> str:
    return FORMATION_WORDS[formation] if formation in GUNS else f"in {FORMATION_WORDS[formation]}"


def formed(formation: Formation) -> str:
    """A formation as something to be done: ``form column``, ``unlimber``."""
    return {"limbered": "limber", "unlimbered": "unlimber"}.get(formation, f"form {FORMATION_WORDS[formation]}")


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; where one has a comma of its own, ``a; b; c``."""
    found = list(words)
    return "; ".join(found) if len(found) > 1 and any("," in word for word in found) else joined(found)


def joined(found: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``, whatever is in them."""
    return " and ".join([*([", ".join(found[:-1])] if len(found) > 1 else []), *found[-1:]])


def count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def signed(number: int) -> str:
    """``+2`` or ``−1``."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def number(value: int) -> str:
    """``2`` or ``−1``."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def faces(rolls: Iterable[Roll]) -> str:
    """Natural faces as a list: ``7 and 3``."""
    return listed(str(face) for roll in rolls for face in roll.faces)


def plus(first: str, number: int) -> str:
    """``first`` and what is added to it or taken off."""
    return f"{first} {MINUS if number < 0 else '+'} {abs(number)}"


def modifiers(rows: Iterable[Modifier]) -> str:
    return "; ".join(f"{row.what} {signed(row.value)}" for row in rows)


def rules_of(rows: Iterable[Modifier]) -> list[str]:
    return [row.rule for row in rows]


def needing(state: State, grade: Grade, face: int, rows: Sequence[Modifier]) -> str:
    """The natural face that is needed and why: ``needing 5 (veteran 6, target in column +1)``."""
    number = state.setup.rules.tables.grade_number[grade]
    why = f"{tables.GRADE_WORDS[grade]} {number}"
    if rows:
        why += f"; {modifiers(rows)}"
    if face != number - sum(row.value for row in rows):
        why += "; a natural 10 is always enough" if face == tables.DIE else "; a natural 1 is never enough"
    return f"needing {face} ({why})"


def checks_needing(
    state: State, number: int, level: Level, face: int, rows: Sequence[Modifier] | None = None
) -> tuple[str, list[str]]:
    """What a unit's check needed, with the rules of its modifiers; they are looked for where they are not known."""
    if rows is None:
        found = check_rows(state, number, level, face)
        if found is None:
            grade = state.units[number].grade
            number_of = state.setup.rules.tables.grade_number[grade]
            return f"needing {face} at {LEVEL_WORDS[level]} ({tables.GRADE_WORDS[grade]} {number_of})", []
        rows = found
    return needing(state, state.units[number].grade, face, rows), rules_of(rows)


def check_rows(state: State, number: int, level: Level, face: int) -> Sequence[Modifier] | None:
    """The modifiers with which a unit at ``level`` needs ``face``; None where the rules have none that fit."""
    field = field_of(state)
    facts = checker(Lay(field.grid, state.units, state.leaders), number)
    for led in (facts.leader, False):
        needed, rows = check_of(field.book, facts, level, led)
        if needed == face:
            return rows.rows
    return None


def outcome_of_checks(checks: int, failures: int) -> str:
    """``failed``, ``passed``; of several how many failed."""
    if checks == 1:
        return "failed" if failures else "passed"
    if not failures:
        return "both passed" if checks == 2 else f"all {checks} passed"
    if failures == checks:
        return "both failed" if checks == 2 else f"all {checks} failed"
    return f"{failures} failed"


def fell(before: Level, after: Level) -> str:
    """What became of a level."""
    if before == after:
        return f"still {LEVEL_WORDS[after]}"
    return f"from {LEVEL_WORDS[before]} to {LEVEL_WORDS[after]}"
