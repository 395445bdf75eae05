"""Morale checks (section 3.3): what must be thrown, and what failures do."""

from typing import Final

from battles.engine.dice import Dice
from battles.rules.easy_napoleonics.book import Book, Labelled
from battles.rules.easy_napoleonics.facts import Checked, Fighter, Target
from battles.rules.easy_napoleonics.tables import DIE, LEVELS, NATURAL_FAIL, Grade, Level

_STEP: Final[dict[Level, int]] = {level: step for step, level in enumerate(LEVELS)}
_LAST: Final = len(LEVELS) - 1


def lowered(level: Level, steps: int) -> Level:
    """``level`` after ``steps`` down; nothing is below broken (EN-MORALE-11)."""
    return LEVELS[min(_LAST, _STEP[level] + steps)]


def raised(level: Level, steps: int = 1) -> Level:
    """``level`` after ``steps`` up, at most good (EN-RALLY-01, EN-OPT-07); broken stays so (EN-VP-06)."""
    step = _STEP[level]
    return level if step == _LAST else LEVELS[max(0, step - steps)]


def needed(book: Book, grade: Grade, modifier: int) -> int:
    """The least natural face that passes or hits, with ``modifier`` added to the die.

    Source: EN-MORALE-07, EN-ART-13. A natural 1 always fails and a natural 10 never, so it lies in 2..10.
    """
    face = book.grade_number[grade] - modifier
    return DIE if face > DIE else face if face > NATURAL_FAIL else NATURAL_FAIL + 1


def check_modifiers(book: Book, checker: Checked) -> Labelled:
    """What is added to a check die (EN-MORALE-06)."""
    return _check_rows(book, checker, checker.level, checker.leader)


def _check_rows(book: Book, checker: Checked, level: Level, leader: bool) -> Labelled:
    moved = checker.moved_in_column and checker.formation == "column" and book.has_rule_of("france", checker)
    return book.check_rows[level, leader, moved]


def check_of(book: Book, checker: Checked, level: Level, leader: bool) -> tuple[int, Labelled]:
    """The natural face that ``checker`` needs at ``level`` and with ``leader`` or without, and the modifiers of it."""
    rows = _check_rows(book, checker, level, leader)
    return needed(book, checker.grade, rows.total), rows


def take_checks(dice: Dice, book: Book, checker: Checked, count: int, why: str = "EN-MORALE-10") -> int:
    """Failures among the ``count`` checks of one event: one throw, one modifier for all of it (EN-MORALE-10)."""
    modifier = check_modifiers(book, checker).total
    return count - dice.successes(count, DIE, needed(book, checker.grade, modifier), why)


def rally(dice: Dice, book: Book, checker: Checked) -> bool:
    """One check to rally (EN-RALLY-01): success raises the level a step, failure costs nothing (EN-MORALE-09)."""
    return take_checks(dice, book, checker, 1, "EN-RALLY-01") == 0


def hasty_square(dice: Dice, book: Book, checker: Checked) -> bool:
    """One check to form hasty square (EN-SQUARE-05); the level stays as it is either way."""
    return take_checks(dice, book, checker, 1, "EN-SQUARE-05") == 0


def leaders_at_risk(dice: Dice, book: Book, unit: Target | Fighter) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A die for each leader with ``unit`` (EN-LEADER-06, 03): the faces, and the places of those killed among them.

    Where the dice take every outcome in turn, a face stands for all that do the same.
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
