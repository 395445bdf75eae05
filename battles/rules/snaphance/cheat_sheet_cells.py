"""Cells of the cheat sheet: numbers of the tables, marked where they are the club's or our own for a gap."""

from battles.engine.cheat_sheet import OURS, house, signed
from battles.rules.snaphance.rules import Rules
from battles.rules.snaphance.tables import PRINTED, Mark, ModifierRow, ProfileRow


def number(rules: Rules, name: str) -> str:
    """A number of the tables by its name."""
    own = getattr(rules.tables, name)
    return house(own, own, getattr(PRINTED, name))


def ours(text: str, mark: Mark) -> str:
    """``text``, marked where it is our own."""
    return f"{text}{OURS}" if mark == "H" else text


def dice(rows: tuple[ModifierRow, ...], printed: tuple[ModifierRow, ...]) -> list[tuple[str, str]]:
    """Modifiers with their signs, in their order."""
    return [
        (ours(row.name, row.mark), house(signed(row.dice), row.dice, was.dice))
        for row, was in zip(rows, printed, strict=True)
    ]


def bands(row: ProfileRow) -> str:
    """``1: +1, 2: 0``: hexes and dice; ``–`` for a stand that does not fire."""
    near, words = 1, []
    for band in row.fire:
        reach = str(near) if near == band.far else f"{near}–{band.far}"
        words.append(f"{reach}: {signed(band.dice)}")
        near = band.far + 1
    return ", ".join(words) or "–"


def pikes(row: ProfileRow) -> str:
    """Dice of the pike bonus against foot and horse."""
    if row.pike_foot is None or row.pike_horse is None:
        return "–"
    return f"{signed(row.pike_foot)} / {signed(row.pike_horse)}"
