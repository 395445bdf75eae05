"""A shot from facts: how many dice, what added and halved them, and what they hit (MN-FIRE-20 to 44, MN-HALVE).

Play, odds, cheat sheet and the page of a physical game ask here; nobody counts dice elsewhere.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.dice import Dice
from battles.rules.mini_nap.events_fight import Count
from battles.rules.mini_nap.kinds import SQUARES
from battles.rules.mini_nap.tables import (
    CM,
    DIE_SIDES,
    FORMATIONS,
    Band,
    FireBonusRow,
    Formation,
    GunWeight,
    NationWord,
    Quality,
    Tables,
    UnitClass,
)

WHY: Final = "MN-FIRE-43"
"""The rule that asks for the dice."""

DENSE: Final[frozenset[Formation]] = SQUARES | {"column"}
"""MN-FIRE-40."""


class Shot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who fires at what. ``weight`` is that of a battery; ``band`` its range, None for small arms.

    ``screened`` says that it fires through enemy unformed units (MN-FIRE-22), ``covered`` that one feature gives cover.
    """

    unit_class: UnitClass
    formation: Formation
    rating: Quality
    target: Formation
    nation: NationWord = "other"
    kgl: bool = False
    weight: GunWeight | None = None
    band: Band | None = None
    screened: bool = False
    covered: bool = False


def band_at(tables: Tables, length: int) -> Band | None:
    """The range band of artillery at a length (MN-FIRE-13, MN-RULING-42); None out of range."""
    reaching = [(far, band) for band, far in tables.battery_range.items() if length <= far * CM]
    return min(reaching)[1] if reaching else None


def in_small_arms_range(tables: Tables, length: int) -> bool:
    """MN-FIRE-13."""
    return length <= tables.small_arms_range * CM


def count(tables: Tables, shot: Shot) -> Count:
    """The dice of a shot and how they came about; 0 is no shot (MN-FIRE-42, MN-HALVE-03)."""
    made = Count(_basic(tables, shot), tuple(_added(tables, shot)), tuple(_halved(shot)), 0)
    return replace(made, dice=undivided(made) >> len(made.halved))


def undivided(made: Count) -> int:
    """The dice of a shot before halving (MN-HALVE-02, MNT-RULING-21)."""
    return made.basic + sum(more for _, more in made.added)


def _basic(tables: Tables, shot: Shot) -> int:
    if shot.unit_class == "artillery":
        if shot.weight is None or shot.band is None:
            return 0
        return int(getattr(tables.battery_dice[shot.weight], shot.band))
    return tables.small_arms_dice[shot.formation][1] if shot.unit_class == "infantry" else 0


def bonuses(
    tables: Tables, unit_class: UnitClass, rating: Quality, nation: NationWord | None
) -> tuple[FireBonusRow, ...]:
    """MN-FIRE-37 to 39: what a unit has for what it is; ``nation`` is None for the KGL, which has no nation's."""
    return tuple(
        [
            row
            for row in tables.fire_bonuses
            if row.unit_class == unit_class and rating in row.qualities and row.nation in (None, nation)
        ]
    )


def _added(tables: Tables, shot: Shot) -> list[tuple[str, int]]:
    """MN-FIRE-37 to 40."""
    own = bonuses(tables, shot.unit_class, shot.rating, None if shot.kgl else shot.nation)
    found = [(row.rule, row.dice) for row in own]
    if shot.target in DENSE:
        found.append(tables.dense_target_dice)
    return found


def _halved(shot: Shot) -> list[str]:
    """MN-FIRE-25: at and through unformed units halves once; cover halves again (MNT-COVER-03)."""
    found = []
    if not FORMATIONS[shot.target].formed:
        found.append("MN-FIRE-20")
    elif shot.screened:
        found.append("MN-FIRE-22")
    if shot.covered:
        found.append("MNT-COVER-03")
    return found


def hits_of(tables: Tables, total: int) -> int:
    """MN-FIRE-43."""
    return total // tables.sum_per_hit


def throw(dice: Dice, tables: Tables, number: int) -> tuple[int, int]:
    """The total of so many dice, and the hits that it makes."""
    total = dice.total(number, DIE_SIDES, WHY) if number else 0
    return total, hits_of(tables, total)
