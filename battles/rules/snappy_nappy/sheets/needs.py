"""Needs of the lines of the cheat sheet (arms, movers, grades, nations, guns), and its numbers as text."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.sheets.cheat_pages import OURS, Need, Profile, fought, ground, house, signed
from battles.rules.snappy_nappy.rules import Rules
from battles.rules.snappy_nappy.tables import CATALOGUE, PRINTED, QUARTERS, Code, Grade, Mark, NationGroup

FOOT = "arm:infantry"
HORSE = "arm:cavalry"
GUNS = "arm:artillery"
ON_FOOT_OR_HORSE = (FOOT, HORSE)
IN_COVER = ground("ground:woods", "ground:town")


def profile(code: Code, grade: Grade) -> Profile:
    """The profile of a unit of the catalogue: arm, mover, grade, weight of guns."""
    row = CATALOGUE[code]
    words = {f"arm:{row.arm}", f"mover:{row.mover}", f"grade:{grade}"}
    return frozenset(words | ({f"weight:{row.weight}"} if row.weight else set()))


def leader(group: NationGroup) -> Profile:
    """The profile of a leader of a nation."""
    return frozenset({"leader:yes", f"nation:{group}"})


MODIFIERS: Final[Mapping[str, Need]] = MappingProxyType(
    {
        "target cavalry in column": fought((), (HORSE,)),
        "target infantry in column, or limbered": fought((), (FOOT, GUNS)),
        "target in square": fought((), (FOOT,)),
        "target unlimbered artillery": fought((), (GUNS,)),
        "target in woods or town": IN_COVER,
        "target higher up": ground("ground:hill"),
        "enemy in woods, behind a stream, or uphill": ground("ground:woods", "ground:stream", "ground:hill"),
        "enemy in town": ground("ground:town"),
        "cavalry charging infantry in line": fought((HORSE,), (FOOT,)),
        "cavalry charging column or road march": fought((HORSE,)),
        "cavalry against square": fought((HORSE,), (FOOT,)),
        "infantry charging a square": fought((FOOT,), (FOOT,)),
        "heavy against light cavalry": fought(("mover:heavy_cavalry",), ("mover:light_cavalry",)),
        "artillery in melee": fought((GUNS,)),
    }
)
"""Needs of modifiers, by their names in the tables; all others are for everybody."""


# Numbers as text


def number(rules: Rules, name: str, text: str = "{}") -> str:
    """A number of the tables by name, within ``text``, marked if the club changed it."""
    own = getattr(rules.tables, name)
    return house(text.format(own), own, getattr(PRINTED, name))


def ours(text: str, mark: Mark) -> str:
    """``text``, with a mark if it is our own."""
    return f"{text}{OURS}" if mark == "H" else text


def added(own: int | None, printed: int | None) -> str:
    """A modifier with its sign; ``–`` for none."""
    return house("–" if own is None else signed(own), own, printed)


def times(own: int, printed: int) -> str:
    """A multiplier from halves: ``× 3/2``."""
    return house(f"× {own // 2}" if own % 2 == 0 else f"× {own}/2", own, printed)


def share(rules: Rules, name: str) -> str:
    """A part of the allowance from quarters: ``1/2``."""
    own = getattr(rules.tables, name)
    return house(quarters(own), own, getattr(PRINTED, name))


def quarters(count: int) -> str:
    """A number of quarters as text: ``1/4``, ``1/2``, ``1``."""
    for part in (QUARTERS, QUARTERS // 2):
        if count % part == 0:
            rest = QUARTERS // part
            return str(count // part) if rest == 1 else f"{count // part}/{rest}"
    return f"{count}/{QUARTERS}"
