"""Morale checks (section 3.3): needed rolls, modifiers and results."""

from typing import Final

from battles.engine.dice import Dice
from battles.rules.easy_napoleonics.facts import Checked, Fighter, Target
from battles.rules.easy_napoleonics.rules import Book, ModifierSum
from battles.rules.easy_napoleonics.tables import DIE, LEVELS, NATURAL_FAIL, Grade, Level

_STEP: Final[dict[Level, int]] = {level: step for step, level in enumerate(LEVELS)}
_LAST: Final = len(LEVELS) - 1


def lowered(level: Level, steps: int) -> Level:
    """``level`` lowered by ``steps``, at least broken (EN-MORALE-11, EN-RULING-01)."""
    return LEVELS[min(_LAST, _STEP[level] + steps)]


def raised(level: Level, steps: int = 1) -> Level:
    """``level`` raised by ``steps``, at most good (EN-RALLY-01, EN-OPT-07); broken stays broken (EN-VP-06)."""
    step = _STEP[level]
    return level if step == _LAST else LEVELS[max(0, step - steps)]


def needed(book: Book, grade: Grade, modifier: int) -> int:
    """The lowest natural face that passes or hits, with ``modifier`` added to the die: 2 to 10.

    Source: EN-MORALE-07, EN-ART-13. A natural 1 always fails and a natural 10 always passes.
    """
    face = book.grade_number[grade] - modifier
    return DIE if face > DIE else face if face > NATURAL_FAIL else NATURAL_FAIL + 1


def check_modifiers(book: Book, checker: Checked) -> ModifierSum:
    """Modifiers to a check die (EN-MORALE-06)."""
    return _check_rows(book, checker, checker.level, checker.leader)


def _check_rows(book: Book, checker: Checked, level: Level, leader: bool) -> ModifierSum:
    moved = checker.moved_in_column and checker.formation == "column" and book.has_rule_of("france", checker)
    return book.check_rows[level, leader, moved]


def check_of(book: Book, checker: Checked, level: Level, leader: bool) -> tuple[int, ModifierSum]:
    """Natural face that ``checker`` needs at ``level``, with or without ``leader``, and its modifiers."""
    rows = _check_rows(book, checker, level, leader)
    return needed(book, checker.grade, rows.total), rows


def take_checks(dice: Dice, book: Book, checker: Checked, count: int, why: str = "EN-MORALE-10") -> int:
    """Number of failures in ``count`` checks of one event, rolled together with one modifier (EN-MORALE-10)."""
    modifier = check_modifiers(book, checker).total
    return count - dice.successes(count, DIE, needed(book, checker.grade, modifier), why)


def rally(dice: Dice, book: Book, checker: Checked) -> bool:
    """Roll one check to rally (EN-RALLY-01); True if it passes.

    Success raises the level by one, failure costs nothing (EN-MORALE-09).
    """
    return take_checks(dice, book, checker, 1, "EN-RALLY-01") == 0


def hasty_square(dice: Dice, book: Book, checker: Checked) -> bool:
    """Roll one check to form hasty square (EN-SQUARE-05); True if it passes. The level does not change."""
    return take_checks(dice, book, checker, 1, "EN-SQUARE-05") == 0


def leaders_at_risk(dice: Dice, book: Book, unit: Target | Fighter) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Roll a die for each leader with ``unit``: the faces, and the indexes of the leaders killed.

    Source: EN-LEADER-06, EN-LEADER-03, EN-RULING-115.

    With dice that branch over every outcome, one face stands for all faces with the same result.
    """
    faces: list[int] = []
    killed: list[int] = []
    fatal = book.tables.leader_killed_on
    for place in range(unit.leaders if unit.leader else 0):
        safe = dice.successes(1, DIE, fatal + 1, "EN-LEADER-06")
        if not safe:
            killed.append(place)
        faces.append(dice.rolls[-1].faces[0] if dice.rolls else DIE if safe else fatal)
    return tuple(faces), tuple(killed)
