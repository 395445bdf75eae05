"""What a unit costs and what the enemy scores for it, by kind and grade.

Numbers that a club may have otherwise can be given; without them the printed ones hold.
"""

from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import Grade, Kind, VpModel


def cost(
    kind: Kind,
    grade: Grade,
    armored: bool = False,
    *,
    surcharge: int = tables.ARMORED_SURCHARGE,
    per_stand: int | None = None,
) -> int:
    """Points of a unit: what its stands cost, and ``surcharge`` for each armored one (EN-COST-01, 02, EN-RULING-54)."""
    stand = tables.COST_PER_STAND[kind][grade] if per_stand is None else per_stand
    return tables.STANDS[kind] * (stand + (surcharge if armored else 0))


def worth(
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

    The step of its grade and the offset of its kind, never under ``least``; in ``flat3`` cavalry and guns are
    worth ``flat`` whatever their grade.
    """
    if vp_model == "flat3" and kind in tables.FLAT_VICTORY_POINTS:
        return tables.FLAT_VICTORY_POINTS[kind] if flat is None else flat
    by_grade = tables.GRADE_STEP[grade] if step is None else step
    by_kind = tables.KIND_OFFSET[kind] if offset is None else offset
    return max(least, by_grade + by_kind)
