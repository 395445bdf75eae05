"""What units, leaders, corps and sides cost (SN-ARMY-02), each with its arithmetic."""

from typing import cast

from armies.rules.reckoning import Line, Reckoning
from armies.rules.snappy_nappy.force import Force, SnCorps, SnUnit
from armies.rules.snappy_nappy.options import DEFAULTS, Options, number
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.tables import Code, Grade, Level, NationGroup, RadiusRow

RULE = "SN-ARMY-02"


def stands_of(unit: SnUnit) -> int:
    """Its own stands where they were given, else those of the catalogue; none for a type that is in none."""
    row = tables.CATALOGUE.get(cast(Code, unit.code))
    return unit.stands if unit.stands is not None else row.stands if row else 0


def level_of(unit: SnUnit, options: Options = DEFAULTS) -> Level:
    """Where it begins: its own level, else that of the options (SN-MORALE-07)."""
    return unit.level or options.starting_level


def unit_points(unit: SnUnit, options: Options = DEFAULTS) -> Reckoning:
    """Stands times grade, type and start; 0 for a type or grade that there is not (SN-ARMY-04)."""
    row = tables.CATALOGUE.get(cast(Code, unit.code))
    grade = tables.GRADES.get(cast(Grade, unit.grade))
    if row is None or grade is None:
        return Reckoning(0, "Why no points?", (Line("type or grade not in the catalogue", "0", ("SN-ARMY-04",)),))
    house, level = options.house, level_of(unit, options)
    parts = [
        (f"grade {grade.word}", f"grade_points.{unit.grade}"),
        (row.word, f"type_points.{unit.code}"),
        (f"begins {tables.LEVELS[level].word}", f"level_points.{level}"),
    ]
    lines = [Line(text, str(number(house, key)), (RULE,), house.mark(key)) for text, key in parts]
    each = sum(number(house, key) for _, key in parts)
    stands = stands_of(unit)
    total = stands * each
    mark = house.mark(*(key for _, key in parts))
    lines.append(Line(f"{stands} stand{'' if stands == 1 else 's'} × {each}", str(total), (RULE,), mark))
    return Reckoning(total, f"Why {total} points?", tuple(lines))


def nation_row(corps: SnCorps) -> RadiusRow:
    """The nation's row of the table of radii; that of other nations where the corps has none."""
    return tables.NATIONS[corps.group or "other"]


def table_radius(row: RadiusRow, year: int) -> int:
    """SN-CMD-02: up to 1808 the early radius; a year of 0 is not known and has the later one."""
    return row.early_radius if 0 < year <= tables.EARLY_UNTIL else row.radius


def rating_of(corps: SnCorps) -> int:
    """His own rating where it was given, else the nation's (SN-LEAD-05, SN-RULING-30)."""
    return corps.rating if corps.rating is not None else nation_row(corps).rating


def radius_of(corps: SnCorps, year: int) -> int:
    """Inches; his own where they were given, else the nation's."""
    return corps.radius if corps.radius is not None else table_radius(nation_row(corps), year)


def leader_points(rating: int, radius: int, *, cic: bool, options: Options = DEFAULTS) -> Reckoning:
    """5 for each rating, a point for every 6 inches of radius, 10 more for a C-in-C."""
    house = options.house
    each, inches = number(house, "leader_rating_points"), number(house, "radius_per_point")
    by_rating, by_radius = each * rating, radius // inches
    lines = [
        Line(f"rating {rating} × {each}", str(by_rating), (RULE,), house.mark("leader_rating_points")),
        Line(f'radius {radius}" / {inches}', str(by_radius), (RULE,), house.mark("radius_per_point")),
    ]
    total = by_rating + by_radius
    if cic:
        added = number(house, "cic_points")
        total += added
        lines.append(Line("C-in-C", str(added), (RULE,), house.mark("cic_points")))
    lines.append(Line("together", str(total), (RULE,), house.mark("leader_rating_points", "radius_per_point")))
    return Reckoning(total, f"Why {total} points of a leader?", tuple(lines))


def corps_leader_points(corps: SnCorps, year: int, options: Options = DEFAULTS) -> int:
    """Points of a corps' leader; none without one."""
    if corps.commander is None:
        return 0
    cic = corps.leads == "cic"
    return leader_points(rating_of(corps), radius_of(corps, year), cic=cic, options=options).value


def corps_points(corps: SnCorps, year: int, options: Options = DEFAULTS) -> Reckoning:
    """A corps with its leader, a line for its units of each price."""
    lines = []
    total = 0
    for unit in corps.units:
        why = unit_points(unit, options)
        total += why.value
        lines.append(Line(unit.name, str(why.value), (RULE,), why.house))
    if corps.commander is not None:
        worth = corps_leader_points(corps, year, options)
        total += worth
        text = "leader, C-in-C" if corps.leads == "cic" else "leader"
        lines.append(Line(text, str(worth), (RULE, "SN-ARMY-09") if corps.leads == "doubles" else (RULE,)))
    lines.append(Line("together", str(total), (RULE,)))
    return Reckoning(total, f"Why {total:,} points?", tuple(lines))


def units_worth(corps: SnCorps, options: Options = DEFAULTS) -> int:
    """Points of its units without its leader, of which a share breaks it (SN-WIN-01, SN-RULING-33)."""
    return sum(unit_points(unit, options).value for unit in corps.units)


def break_point(corps: SnCorps, options: Options = DEFAULTS) -> int:
    """Points of lost units at which the corps is broken: two fifths, rounded up."""
    return -(-units_worth(corps, options) * tables.BREAK_NUMERATOR // tables.BREAK_DENOMINATOR)


def cic_row(force: Force) -> SnCorps:
    """A C-in-C without a corps, as the leader of one without units, by the nation of the side."""
    first = force.corps[0].group if force.corps else None
    return SnCorps(name="", commander=force.cic, nation=force.nation, group=_group(force) or first, leads="cic")


def _group(force: Force) -> NationGroup | None:
    return next((corps.group for corps in force.corps if corps.nation == force.nation), None)


def force_points(force: Force, options: Options = DEFAULTS) -> Reckoning:
    """A whole side, a line for each corps and one for a C-in-C without one."""
    lines, total = [], 0
    for corps in force.corps:
        worth = corps_points(corps, force.year, options).value
        total += worth
        lines.append(Line(corps.name or "a corps without a name", f"{worth:,}", (RULE,)))
    if force.cic:
        worth = corps_leader_points(cic_row(force), force.year, options)
        total += worth
        lines.append(Line(f"C-in-C {force.cic}", str(worth), (RULE,)))
    for unit in force.loose:
        worth = unit_points(unit, options).value
        total += worth
        lines.append(Line(f"{unit.name}, in no corps", str(worth), (RULE,)))
    lines.append(Line("together", f"{total:,}", (RULE,)))
    return Reckoning(total, f"Why {total:,} points?", tuple(lines))
