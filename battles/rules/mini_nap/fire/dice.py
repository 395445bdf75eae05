"""Dice of a shot from stated facts: their number, what adds and halves, and the hits (MN-FIRE, MN-HALVE)."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.dice import Dice
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap.events import Count
from battles.rules.mini_nap.state import SQUARES
from battles.rules.mini_nap.tables import (
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

DICE_RULE: Final = "MN-FIRE-43"
"""The rule of the dice."""

DENSE: Final[frozenset[Formation]] = SQUARES | {"column"}
"""MN-FIRE-40."""


class ShotFacts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Facts of a shot. ``weight`` is a battery's; ``band`` is its range, None for small arms.

    ``screened``: it fires through unformed enemies (MN-FIRE-22). ``covered``: one feature gives cover.
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


def range_band(tables: Tables, length: int) -> Band | None:
    """Artillery's range band at this distance (MN-FIRE-13, MN-RULING-42); None out of range."""
    reaching = [(far, band) for band, far in tables.battery_range.items() if length <= far * CM]
    return min(reaching)[1] if reaching else None


def in_small_arms_range(tables: Tables, length: int) -> bool:
    """True if the distance is in small arms range (MN-FIRE-13)."""
    return length <= tables.small_arms_range * CM


def shot_dice(tables: Tables, shot: ShotFacts) -> Count:
    """The dice of a shot and how they are worked out; with 0 dice there is no shot.

    Source: MN-FIRE-42, MN-HALVE-03, MN-RULING-50.
    """
    count = Count(_basic_dice(tables, shot), tuple(_added_dice(tables, shot)), tuple(_halvings(shot)), 0)
    return replace(count, dice=dice_before_halving(count) >> len(count.halved))


def dice_before_halving(count: Count) -> int:
    """The dice of a shot before halving (MN-HALVE-02, MNT-RULING-21, MN-FIRE-41)."""
    return count.basic + sum(more for _, more in count.added)


def _basic_dice(tables: Tables, shot: ShotFacts) -> int:
    if shot.unit_class == "artillery":
        if shot.weight is None or shot.band is None:
            return 0
        return int(getattr(tables.battery_dice[shot.weight], shot.band))
    return tables.small_arms_dice[shot.formation][1] if shot.unit_class == "infantry" else 0


def unit_bonuses(
    tables: Tables, unit_class: UnitClass, rating: Quality, nation: NationWord | None
) -> tuple[FireBonusRow, ...]:
    """A unit's bonuses by class, quality and nation; ``nation`` is None for the KGL, which gets no nation's bonus.

    Source: MN-FIRE-37, MN-FIRE-38, MN-FIRE-39.
    """
    return tuple(
        [
            row
            for row in tables.fire_bonuses
            if row.unit_class == unit_class and rating in row.qualities and row.nation in (None, nation)
        ]
    )


def _added_dice(tables: Tables, shot: ShotFacts) -> list[tuple[str, int]]:
    """Dice added before halving (MN-FIRE-37, MN-FIRE-38, MN-FIRE-39, MN-FIRE-40)."""
    own = unit_bonuses(tables, shot.unit_class, shot.rating, None if shot.kgl else shot.nation)
    added = [(row.rule, row.dice) for row in own]
    if shot.target in DENSE:
        added.append(tables.dense_target_dice)
    return added


def _halvings(shot: ShotFacts) -> list[str]:
    """Rules that halve: at or through unformed units once (MN-FIRE-25); cover again (MNT-COVER-03, MN-RULING-45)."""
    rules = []
    if not FORMATIONS[shot.target].formed:
        rules.append("MN-FIRE-20")
    elif shot.screened:
        rules.append("MN-FIRE-22")
    if shot.covered:
        rules.append("MNT-COVER-03")
    return rules


def hits_for(tables: Tables, total: int) -> int:
    """Hits by the total of the dice (MN-FIRE-43)."""
    return total // tables.sum_per_hit


def roll_shot(dice: Dice, tables: Tables, number: int) -> tuple[int, int]:
    """Roll ``number`` dice: their total, and the hits."""
    total = dice.total(number, DIE_SIDES, DICE_RULE) if number else 0
    return total, hits_for(tables, total)
