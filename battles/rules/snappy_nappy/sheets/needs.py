"""Needs of the lines of the cheat sheet: arms, movers, grades, nations, guns."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.sheets.cheat_pages import Need, Profile, fought, ground
from battles.rules.snappy_nappy.tables import CATALOGUE, Code, Grade, NationGroup

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
