"""A side of Snappy Nappy: its corps, leaders and units, points and checks (SN-ARMY-02, section 20.4)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Literal, cast

import msgspec
from msgspec import Struct, structs

from battles.engine.armies.reckoning import Fault, Line, Reckoning, Severity, marked
from battles.engine.sheets.cheat_pages import Profile, Wanted
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.army.options import DEFAULTS, Options, number
from battles.rules.snappy_nappy.sheets.needs import leader, profile
from battles.rules.snappy_nappy.tables import CATALOGUE, GRADES, Code, Grade, Level, NationGroup, RadiusRow


class SnUnit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brigade of foot or horse, or a battery (section 20.1).

    ``code`` and ``grade`` should be those of the catalogue; ``faults`` checks them. ``stands`` is None for the
    catalogue's number, ``level`` None for the starting level of the options. ``marker`` is its number on its side, 0
    for none yet. ``element`` is the id of the historical element it comes from, ``under`` the name of the division,
    ``why`` the arithmetic.
    """

    name: str
    code: str
    grade: str
    stands: int | None = None
    level: Level | None = None
    marker: int = 0
    element: str = ""
    under: str = ""
    why: tuple[Line, ...] = ()


class SnCorps(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A corps and its leader.

    ``commander`` is None without a leader, empty if the name is unknown. ``leads`` says if the leader is also the
    C-in-C, at the usual points (``cic``) or for none (``doubles``, SN-ARMY-09). ``rating`` and ``radius`` are None for
    the values of the nation's table.
    """

    name: str
    commander: str | None
    nation: str = ""
    group: NationGroup | None = None
    leads: Literal["corps", "cic", "doubles"] = "corps"
    guard: bool = False
    rating: int | None = None
    radius: int | None = None
    element: str = ""
    units: tuple[SnUnit, ...] = ()


class Force(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side. ``cic`` is a C-in-C who leads no corps, empty for none; ``year`` is 0 if unknown."""

    name: str
    nation: str = ""
    year: int = 0
    cic: str = ""
    corps: tuple[SnCorps, ...] = ()
    loose: tuple[SnUnit, ...] = ()
    text: str = ""


def numbered(force: Force) -> Force:
    """``force`` with a marker number on every unit that has none, from 1 in order (SN-RULING-31)."""
    used = {unit.marker for corps in force.corps for unit in corps.units if unit.marker}
    numbers = iter(number for number in range(1, 10_000) if number not in used)
    corps = tuple(
        structs.replace(
            one, units=tuple(unit if unit.marker else structs.replace(unit, marker=next(numbers)) for unit in one.units)
        )
        for one in force.corps
    )
    return structs.replace(force, corps=corps)


def wanted(force: Force) -> Wanted:
    """Profiles of a side's leaders and units; units of an unknown type or grade are left out."""
    return Wanted(frozenset((*_leaders(force), *_units(force))))


def _leaders(force: Force) -> Iterator[Profile]:
    return (leader(corps.group or "other") for corps in force.corps)


def _units(force: Force) -> Iterator[Profile]:
    for unit in (*(unit for corps in force.corps for unit in corps.units), *force.loose):
        if unit.code in CATALOGUE and unit.grade in GRADES:
            yield profile(unit.code, unit.grade)  # type: ignore[arg-type]


@cache
def samples() -> Mapping[str, Force]:
    """The sample armies by key, in the order of the file."""
    data = resources.files("battles.rules.snappy_nappy.army").joinpath("samples.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(data, type=dict[str, Force]))


RULE = "SN-ARMY-02"


def stands_of(unit: SnUnit) -> int:
    """The unit's own number of stands, or else that of the catalogue; 0 for an unknown type."""
    row = tables.CATALOGUE.get(cast(Code, unit.code))
    return unit.stands if unit.stands is not None else row.stands if row else 0


def level_of(unit: SnUnit, options: Options = DEFAULTS) -> Level:
    """The starting level: the unit's own, or else that of the options (SN-MORALE-07)."""
    return unit.level or options.starting_level


def unit_points(unit: SnUnit, options: Options = DEFAULTS) -> Reckoning:
    """Stands times the points of grade, type and starting level; 0 for an unknown type or grade (SN-ARMY-04)."""
    row = tables.CATALOGUE.get(cast(Code, unit.code))
    grade = tables.GRADES.get(cast(Grade, unit.grade))
    if row is None or grade is None:
        return Reckoning(0, "Why no points?", (Line("type or grade not in the catalogue", "0", ("SN-ARMY-04",)),))
    house, level = options.house, level_of(unit, options)
    parts = [
        (f"grade {grade.word}", f"grade_points.{unit.grade}"),
        (row.word, f"type_points.{unit.code}"),
        (f"starts at {tables.LEVELS[level].word}", f"level_points.{level}"),
    ]
    lines = [Line(text, str(number(house, key)), (RULE,), house.mark(key)) for text, key in parts]
    each = sum(number(house, key) for _, key in parts)
    stands = stands_of(unit)
    total = stands * each
    mark = house.mark(*(key for _, key in parts))
    lines.append(Line(f"{stands} stand{'' if stands == 1 else 's'} × {each}", str(total), (RULE,), mark))
    return Reckoning(total, f"Why {total} points?", tuple(lines))


def nation_row(corps: SnCorps) -> RadiusRow:
    """The nation's row of the table of radii, or the row of other nations."""
    return tables.NATIONS[corps.group or "other"]


def table_radius(row: RadiusRow, year: int) -> int:
    """The radius for a year: the early one up to 1808; an unknown year (0) has the later one (SN-CMD-02)."""
    return row.early_radius if 0 < year <= tables.EARLY_UNTIL else row.radius


def rating_of(corps: SnCorps) -> int:
    """The leader's own rating, or else the nation's (SN-LEAD-05, SN-RULING-30)."""
    return corps.rating if corps.rating is not None else nation_row(corps).rating


def radius_of(corps: SnCorps, year: int) -> int:
    """The leader's own radius in inches, or else the nation's."""
    return corps.radius if corps.radius is not None else table_radius(nation_row(corps), year)


def leader_points(rating: int, radius: int, *, cic: bool, options: Options = DEFAULTS) -> Reckoning:
    """Points of a leader, for rating and radius, with an addition for a C-in-C."""
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
    return Reckoning(total, f"Why {total} points for a leader?", tuple(lines))


def corps_leader_points(corps: SnCorps, year: int, options: Options = DEFAULTS) -> int:
    """Points of a corps' leader; 0 without one."""
    if corps.commander is None:
        return 0
    cic = corps.leads == "cic"
    return leader_points(rating_of(corps), radius_of(corps, year), cic=cic, options=options).value


def corps_points(corps: SnCorps, year: int, options: Options = DEFAULTS) -> Reckoning:
    """Points of a corps with its leader, with a line for each unit."""
    lines = []
    total = 0
    for unit in corps.units:
        why = unit_points(unit, options)
        total += why.value
        lines.append(Line(unit.name, str(why.value), (RULE,), why.house))
    if corps.commander is not None:
        points = corps_leader_points(corps, year, options)
        total += points
        text = "leader, C-in-C" if corps.leads == "cic" else "leader"
        lines.append(Line(text, str(points), (RULE, "SN-ARMY-09") if corps.leads == "doubles" else (RULE,)))
    lines.append(Line("together", str(total), (RULE,)))
    return Reckoning(total, f"Why {total:,} points?", tuple(lines))


def points_of_units(corps: SnCorps, options: Options = DEFAULTS) -> int:
    """Points of a corps' units without its leader; losing a share of them breaks it (SN-WIN-01, SN-RULING-33)."""
    return sum(unit_points(unit, options).value for unit in corps.units)


def break_point(corps: SnCorps, options: Options = DEFAULTS) -> int:
    """The points of lost units that break the corps: two fifths, rounded up."""
    return -(-points_of_units(corps, options) * tables.BREAK_NUMERATOR // tables.BREAK_DENOMINATOR)


def cic_row(force: Force) -> SnCorps:
    """A C-in-C who leads no corps, as the leader of an empty corps of the side's nation."""
    first = force.corps[0].group if force.corps else None
    return SnCorps(name="", commander=force.cic, nation=force.nation, group=_group(force) or first, leads="cic")


def _group(force: Force) -> NationGroup | None:
    return next((corps.group for corps in force.corps if corps.nation == force.nation), None)


def force_points(force: Force, options: Options = DEFAULTS) -> Reckoning:
    """Points of a whole side, with a line for each corps and for a C-in-C who leads none."""
    lines, total = [], 0
    for corps in force.corps:
        points = corps_points(corps, force.year, options).value
        total += points
        lines.append(Line(corps.name or "a corps without a name", f"{points:,}", (RULE,)))
    if force.cic:
        points = corps_leader_points(cic_row(force), force.year, options)
        total += points
        lines.append(Line(f"C-in-C {force.cic}", str(points), (RULE,)))
    for unit in force.loose:
        points = unit_points(unit, options).value
        total += points
        lines.append(Line(f"{unit.name}, in no corps", str(points), (RULE,)))
    lines.append(Line("together", f"{total:,}", (RULE,)))
    return Reckoning(total, f"Why {total:,} points?", tuple(lines))


GRADE_ORDER = tuple(tables.GRADES)


def faults(force: Force, options: Options = DEFAULTS) -> tuple[Fault, ...]:
    """Every fault: those of the side first, then those of each corps and its units."""
    listed = [*_side(force, options)]
    for corps in force.corps:
        listed += [*_leader(corps, force.year), *_corps(corps, options)]
        for unit in corps.units:
            listed += _unit(unit)
    for unit in force.loose:
        listed.append(Fault("error", "SN-ARMY-05", f"{_name(unit)} is in no corps.", unit.element))
        listed += _unit(unit)
    return tuple(listed)


def _name(unit: SnUnit) -> str:
    return unit.name or f"Unit {unit.marker}"


def _unit(unit: SnUnit) -> Iterator[Fault]:
    """Faults of a unit (SN-ARMY-04)."""
    row = tables.CATALOGUE.get(cast(Code, unit.code))
    if row is None:
        codes = ", ".join(tables.CATALOGUE)
        yield _error("SN-ARMY-04", f"{_name(unit)} has the type {unit.code}: the types are {codes}.", unit)
        return
    if unit.grade not in GRADE_ORDER:
        words = ", ".join(grade.word for grade in tables.GRADES.values())
        yield _error("SN-ARMY-04", f"{_name(unit)} has the grade {unit.grade}: the grades are {words}.", unit)
    elif GRADE_ORDER.index(unit.grade) < GRADE_ORDER.index(row.least_grade):
        least = tables.GRADES[row.least_grade].word
        grade = tables.GRADES[unit.grade].word
        yield _error(
            "SN-ARMY-04", f"{_name(unit)} is {_a(row.word)} of grade {grade}: it must be {least} or better.", unit
        )
    if unit.stands not in (None, row.stands):
        yield _error("SN-ARMY-04", f"{_name(unit)} has {unit.stands} stands: {_a(row.word)} has {row.stands}.", unit)


def _a(words: str) -> str:
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _error(rule: str, sentence: str, unit: SnUnit) -> Fault:
    return Fault("error", rule, sentence, unit.element)


def _side(force: Force, options: Options) -> Iterator[Fault]:
    """Faults of the whole side (SN-ARMY-05, SN-ARMY-07, SN-ARMY-09)."""
    chiefs = [corps for corps in force.corps if corps.leads != "corps"]
    if not force.cic and not chiefs:
        many = len(force.corps) > tables.MOST_CORPS_DOUBLED
        why = f": with more than {tables.MOST_CORPS_DOUBLED} corps it needs a separate one" if many else ""
        yield Fault("error", "SN-ARMY-05", f"The side has no C-in-C{why}.")
    may_double = options.cic_may_double and len(force.corps) <= tables.MOST_CORPS_DOUBLED
    if not may_double and any(corps.leads == "doubles" for corps in chiefs):
        yield Fault("error", "SN-ARMY-09", "A corps commander doubles as C-in-C, which is not allowed here.")
    if len(chiefs) + bool(force.cic) > 1:
        yield Fault("error", "SN-ARMY-05", "The side has more than one C-in-C.")
    markers = Counter(unit.marker for corps in force.corps for unit in corps.units if unit.marker)
    for marker, times in markers.items():
        if times > 1:
            yield Fault("error", "SN-ARMY-05", f"{times} units of the side have the marker {marker}.")
    total = force_points(force, options).value
    if options.points_limit is not None and total > options.points_limit:
        over = f"The side costs {total:,} points: the limit is {options.points_limit:,}."
        yield Fault("warning", "SN-ARMY-07", over)


def _leader(corps: SnCorps, year: int) -> Iterator[Fault]:
    """Faults of a leader (SN-ARMY-05, SN-ARMY-06)."""
    name = corps.name or "A corps without a name"
    if corps.commander is None:
        yield Fault("error", "SN-ARMY-05", f"{name} has no commander.", corps.element)
        return
    row = nation_row(corps)
    radius = table_radius(row, year)
    if corps.radius not in (None, radius):
        text = f'{name} has a commander with a radius of {corps.radius}": the {row.word} one is {radius}".'
        yield Fault("warning", "SN-ARMY-06", text, corps.element)
    if corps.rating not in (None, row.rating):
        text = f"{name} has a commander rated {corps.rating}: the {row.word} rating is {row.rating}."
        yield Fault("warning", "SN-ARMY-06", text, corps.element)


def _corps(corps: SnCorps, options: Options) -> Iterator[Fault]:
    """Faults of a corps (SN-ARMY-07, SN-ARMY-08). A guard corps may have as many batteries as brigades (SN-ARMY-01)."""
    house = options.house
    name, count = corps.name or "A corps without a name", len(corps.units)
    least, most = number(house, "corps_least"), number(house, "corps_most")
    if not least <= count <= most:
        mark = house.mark("corps_least", "corps_most")
        text = marked(f"{name} has {count} unit{'' if count == 1 else 's'}: a corps has {least} to {most}", mark)
        yield _corps_fault("warning", "SN-ARMY-07", text, corps)
    guns = sum(_arm(unit) == "artillery" for unit in corps.units)
    brigades = count - guns
    allowed = brigades if corps.guard else brigades * number(house, "batteries") // number(house, "per_brigades")
    if guns > allowed:
        share = "a guard corps has at most as many as brigades" if corps.guard else _share(options)
        mark = "" if corps.guard else house.mark("batteries", "per_brigades")
        batteries = f"{guns} batter{'y' if guns == 1 else 'ies'} for {brigades} brigade{'' if brigades == 1 else 's'}"
        yield _corps_fault("warning", "SN-ARMY-07", marked(f"{name} has {batteries}: {share}", mark), corps)
    old = sum(unit.grade == "old_guard" for unit in corps.units)
    if old and not corps.guard:
        units = f"{old} unit{'' if old == 1 else 's'}"
        yield _corps_fault("info", "SN-ARMY-08", f"{name} has {units} of Old Guard but is not a guard corps", corps)
    levels = {level_of(unit, options) for unit in corps.units}
    if len(levels) > 1:
        words = ", ".join(row.word for level, row in tables.LEVELS.items() if level in levels)
        yield _corps_fault("info", "SN-ARMY-08", f"{name} starts at different levels: {words}", corps)


def _corps_fault(severity: Severity, rule: str, text: str, corps: SnCorps) -> Fault:
    return Fault(severity, rule, f"{text}.", corps.element)


def _share(options: Options) -> str:
    batteries, brigades = number(options.house, "batteries"), number(options.house, "per_brigades")
    return f"a corps has at most {batteries} for every {brigades} brigades"


def _arm(unit: SnUnit) -> str:
    row = tables.CATALOGUE.get(cast(Code, unit.code))
    return row.arm if row else ""
