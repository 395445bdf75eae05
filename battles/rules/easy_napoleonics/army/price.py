"""Cost and victory points of one unit or leader, with the arithmetic."""

from battles.engine.armies.reckoning import Line, Reckoning
from battles.rules.easy_napoleonics import tables, victory
from battles.rules.easy_napoleonics.army.options import DEFAULTS, Options
from battles.rules.easy_napoleonics.tables import Grade, Kind


def unit_cost(kind: Kind, grade: Grade, armored: bool = False, options: Options = DEFAULTS) -> Reckoning:
    """Points of a unit: cost per stand times stands (EN-COST-01, EN-COST-02), and the surcharge of armor.

    Source: EN-RULING-54.
    """
    key = f"cost.{kind}.{grade}"
    per_stand, stands = options.house.get(key, tables.COST_PER_STAND[kind][grade]), tables.STANDS[kind]
    surcharge = options.armored_surcharge_per_stand
    total = victory.cost(kind, grade, armored, surcharge=surcharge, per_stand=per_stand)
    words = f"{tables.GRADE_WORDS[grade]} {tables.KIND_WORDS[kind]}"
    lines = [
        Line(f"{words}, a stand", str(per_stand), ("EN-COST-02",), options.house.mark(key)),
        Line(f"{_stands(stands)} × {per_stand}", str(per_stand * stands), ("EN-COST-01", "EN-UNIT-02")),
    ]
    if armored:
        text = f"armored, {_stands(stands)} × {surcharge}"
        lines += [Line(text, f"+{surcharge * stands}", ("EN-RULING-54",)), Line("cost", str(total), ("EN-COST-01",))]
    return Reckoning(total, cost_title(total), tuple(lines))


def unit_victory_points(kind: Kind, grade: Grade, options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy scores when the unit is broken (EN-VP-05, section 11.2)."""
    if options.vp_model == "flat3" and kind in tables.FLAT_VICTORY_POINTS:
        return _flat(kind, grade, options)
    house = options.house
    step_key, offset_key = f"victory_step.{grade}", f"victory_offset.{kind}"
    step, offset = house.get(step_key, tables.GRADE_STEP[grade]), house.get(offset_key, tables.KIND_OFFSET[kind])
    least = house.get("least_victory_points", tables.LEAST_VICTORY_POINTS)
    points = victory.victory_points(kind, grade, step=step, offset=offset, least=least)
    added = f"− {-offset}" if offset < 0 else f"+ {offset}"
    lines = [
        Line(f"{tables.GRADE_WORDS[grade]}, its step", _signed(step), ("EN-RULING-64",), house.mark(step_key)),
        Line(
            f"{tables.KIND_WORDS[kind]}, its offset", added.replace(" ", ""), ("EN-RULING-64",), house.mark(offset_key)
        ),
    ]
    if points == step + offset:
        lines.append(Line(f"{_signed(step)} {added}", str(points), ("EN-VP-05",)))
    else:
        text = f"{_signed(step)} {added} = {_signed(step + offset)}, but at least {least}"
        lines.append(Line(text, str(points), ("EN-VP-05", "EN-RULING-64"), house.mark("least_victory_points")))
    return Reckoning(points, worth_title(points), tuple(lines))


def leader_cost(options: Options = DEFAULTS) -> Reckoning:
    """Points of a leader (EN-COST-01)."""
    points = options.house.get("leader_cost", tables.LEADER_COST)
    line = Line("a leader", str(points), ("EN-COST-01",), options.house.mark("leader_cost"))
    return Reckoning(points, cost_title(points), (line,))


def leader_victory_points(options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy scores for a leader (EN-VP-01, EN-VP-05)."""
    points = options.house.get("leader_victory_points", tables.LEADER_VICTORY_POINTS)
    line = Line("a leader", str(points), ("EN-VP-01", "EN-VP-05"), options.house.mark("leader_victory_points"))
    return Reckoning(points, worth_title(points), (line,))


def cost_title(points: int) -> str:
    return "Why 1 point?" if points == 1 else f"Why {points} points?"


def worth_title(points: int) -> str:
    return "Why 1 victory point?" if points == 1 else f"Why {points} victory points?"


def _flat(kind: Kind, grade: Grade, options: Options) -> Reckoning:
    """Section 11.2, ``flat3``."""
    key = f"flat_victory_points.{kind}"
    flat = options.house.get(key, tables.FLAT_VICTORY_POINTS[kind])
    points = victory.victory_points(kind, grade, "flat3", flat=flat)
    rules = ("EN-VP-05", "EN-RULING-64")
    line = Line(f"{tables.KIND_WORDS[kind]} of any grade", str(points), rules, options.house.mark(key))
    return Reckoning(points, worth_title(points), (line,))


def _stands(count: int) -> str:
    return "1 stand" if count == 1 else f"{count} stands"


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
