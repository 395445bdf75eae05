"""Cost and victory points of units, and the score of a battle."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.core import Tally
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.tables import Grade, Kind, Level, VpModel


def score_line(state: State) -> str:
    """Score in words: ``Blue 6 points, 12 of 16 units left; Red 9 points, 10 of 16 units left``."""
    return "; ".join(_side(state, index, side) for index, side in enumerate("ab"))


def _side(state: State, index: int, side: str) -> str:
    own = [unit for unit in state.units if unit.side == side]
    left = sum(unit.level != "broken" for unit in own)
    points = state.score[index]
    name = state.setup.forces[index].name
    return f"{name} {points} {'point' if points == 1 else 'points'}, {left} of {len(own)} units left"


LEVELS_LEFT: Final[Mapping[Level, int]] = MappingProxyType(
    {level: left for left, level in enumerate(reversed(tables.LEVELS))}
)
"""How many morale levels a unit at each level can lose; 0 if it is broken (EN-MORALE-03)."""


def tally(state: State) -> Tally:
    """Turns begun; by side units broken, victory points scored, morale levels left (EN-MORALE-03), leaders lost."""
    broken = [unit.side for unit in state.units if unit.level == "broken"]
    killed = [leader.side for leader in state.leaders if not leader.alive]
    levels = {"a": 0, "b": 0}
    for unit in state.units:
        levels[unit.side] += LEVELS_LEFT[unit.level]
    return Tally(
        state.turn,
        {side: broken.count(side) for side in "ab"},
        dict(zip("ab", state.score, strict=True)),
        levels,
        {side: killed.count(side) for side in "ab"},
    )


def cost(
    kind: Kind,
    grade: Grade,
    armored: bool = False,
    *,
    surcharge: int = tables.ARMORED_SURCHARGE,
    per_stand: int | None = None,
) -> int:
    """Cost of a unit in points: that of its stands, and ``surcharge`` for each if it is armored.

    Source: EN-COST-01, EN-COST-02, EN-RULING-54.
    """
    stand = tables.COST_PER_STAND[kind][grade] if per_stand is None else per_stand
    return tables.STANDS[kind] * (stand + (surcharge if armored else 0))


def victory_points(
    kind: Kind,
    grade: Grade,
    vp_model: VpModel = "graded",
    *,
    step: int | None = None,
    offset: int | None = None,
    least: int = tables.LEAST_VICTORY_POINTS,
    flat: int | None = None,
) -> int:
    """Victory points that the enemy scores when the unit breaks (EN-VP-05, EN-RULING-64).

    The step of its grade plus the offset of its kind, at least ``least``. In ``flat3`` cavalry and guns are worth
    ``flat`` at any grade.
    """
    if vp_model == "flat3" and kind in tables.FLAT_VICTORY_POINTS:
        return tables.FLAT_VICTORY_POINTS[kind] if flat is None else flat
    by_grade = tables.GRADE_STEP[grade] if step is None else step
    by_kind = tables.KIND_OFFSET[kind] if offset is None else offset
    return max(least, by_grade + by_kind)
