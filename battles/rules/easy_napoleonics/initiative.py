"""Initiative (section 4.1): both dice, the streak, and rerolled ties."""

from fractions import Fraction
from itertools import product
from typing import Final

from msgspec import Struct

from battles.engine.core import Modifier, SideId
from battles.engine.dice import Dice
from battles.rules.easy_napoleonics.book import Book, Labelled
from battles.rules.easy_napoleonics.tables import DIE

INITIATIVE_SIDES: Final[tuple[SideId, SideId]] = ("a", "b")
"""EN-SETUP-01."""


class InitiativeResult(Struct, frozen=True):
    """The modifiers of side a and side b, their faces throw by throw, the totals of the last throw, and who won."""

    modifiers: tuple[int, int]
    throws: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    winner: SideId


def initiative_modifiers(book: Book, streak_side: SideId | None, streak: int) -> tuple[Labelled, Labelled]:
    """What is added to the dice of side a and of side b.

    ``streak_side`` won the last ``streak`` turns in a row; None and 0 in the first turn (EN-INIT-02 to 04, 06).
    """
    return _modifiers(book, 0, streak_side, streak), _modifiers(book, 1, streak_side, streak)


def _modifiers(book: Book, index: int, streak_side: SideId | None, streak: int) -> Labelled:
    rows = []
    if streak_side == INITIATIVE_SIDES[index] and streak:
        words = f"initiative in the last {streak} turns" if streak > 1 else "initiative in the last turn"
        rows.append(Modifier("EN-INIT-02", words, -book.tables.streak_penalty * streak))
    bonus = book.options.initiative_bonus[index]
    if bonus:
        rows.append(Modifier("EN-INIT-06", "favoured side", bonus))
    return Labelled(sum(row.value for row in rows), tuple(rows))


def initiative(dice: Dice, book: Book, streak_side: SideId | None, streak: int) -> InitiativeResult:
    """Throw for the initiative: the die of side a, then of side b; equal totals are thrown again (EN-INIT-01, 05).

    Not for dice that take every outcome in turn: ties have no end. ``initiative_odds`` has the closed form.
    """
    modifiers = tuple(rows.total for rows in initiative_modifiers(book, streak_side, streak))
    throws: list[tuple[int, int]] = []
    why = "EN-INIT-01"
    while True:
        first, second = dice.roll(2, DIE, why)
        throws.append((first, second))
        totals = first + modifiers[0], second + modifiers[1]
        if totals[0] != totals[1]:
            winner = INITIATIVE_SIDES[totals[1] > totals[0]]
            return InitiativeResult((modifiers[0], modifiers[1]), tuple(throws), totals, winner)
        why = "EN-INIT-05"


def initiative_odds(book: Book, streak_side: SideId | None, streak: int) -> dict[SideId, Fraction]:
    """The exact chance of each side to win: among the throws that are no tie, as ties are thrown again (EN-INIT-05)."""
    first, second = (rows.total for rows in initiative_modifiers(book, streak_side, streak))
    faces = range(1, DIE + 1)
    leads = [a + first - b - second for a, b in product(faces, faces)]
    won, lost = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    return {"a": Fraction(won, won + lost), "b": Fraction(lost, won + lost)}
