"""What one unit of Easy Napoleonics costs and what its loss is worth, with the arithmetic."""

from armies.rules.easy_napoleonics.options import DEFAULTS, Options
from armies.rules.reckoning import Line, Reckoning
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import Grade, Kind


def unit_cost(kind: Kind, grade: Grade, armored: bool = False, options: Options = DEFAULTS) -> Reckoning:
    """Points of a unit: cost per stand times stands (EN-COST-01, 02), and the surcharge of armor (EN-RULING-54)."""
    per_stand, stands = tables.COST_PER_STAND[kind][grade], tables.STANDS[kind]
    surcharge = options.armored_surcharge_per_stand * stands if armored else 0
    total = per_stand * stands + surcharge
    words = f"{tables.GRADE_WORDS[grade]} {tables.KIND_WORDS[kind]}"
    lines = [
        Line(f"{words}, a stand", str(per_stand), ("EN-COST-02",)),
        Line(f"{_stands(stands)} × {per_stand}", str(per_stand * stands), ("EN-COST-01", "EN-UNIT-02")),
    ]
    if armored:
        text = f"armored, {_stands(stands)} × {options.armored_surcharge_per_stand}"
        lines += [Line(text, f"+{surcharge}", ("EN-RULING-54",)), Line("cost", str(total), ("EN-COST-01",))]
    return Reckoning(total, f"Why {_points(total)}?", tuple(lines))


def unit_victory_points(kind: Kind, grade: Grade, options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy scores when the unit is broken (EN-VP-05, section 11.2)."""
    title = "Why {}?"
    if options.vp_model == "flat3" and kind in tables.FLAT_VICTORY_POINTS:
        value = tables.FLAT_VICTORY_POINTS[kind]
        line = Line(f"{tables.KIND_WORDS[kind]} of any grade", str(value), ("EN-VP-05", "EN-RULING-64"))
        return Reckoning(value, title.format(_victory(value)), (line,))
    step, offset = tables.GRADE_STEP[grade], tables.KIND_OFFSET[kind]
    value = max(tables.LEAST_VICTORY_POINTS, step + offset)
    lines = [
        Line(f"{tables.GRADE_WORDS[grade]}, its step", _signed(step), ("EN-RULING-64",)),
        Line(f"{tables.KIND_WORDS[kind]}, its offset", f"+{offset}", ("EN-RULING-64",)),
    ]
    if value == step + offset:
        lines.append(Line(f"{_signed(step)} + {offset}", str(value), ("EN-VP-05",)))
    else:
        text = f"{_signed(step)} + {offset} = {_signed(step + offset)}, but at least {tables.LEAST_VICTORY_POINTS}"
        lines.append(Line(text, str(value), ("EN-VP-05", "EN-RULING-64")))
    return Reckoning(value, title.format(_victory(value)), tuple(lines))


def _stands(count: int) -> str:
    return "1 stand" if count == 1 else f"{count} stands"


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _victory(count: int) -> str:
    return "1 victory point" if count == 1 else f"{count} victory points"


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
