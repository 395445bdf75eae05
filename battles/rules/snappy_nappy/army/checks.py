"""Checks of a side of Snappy Nappy (section 20.4)."""

from collections import Counter
from collections.abc import Iterator
from typing import cast

from battles.engine.armies.house_rules import marked
from battles.engine.armies.reckoning import Fault, Severity
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.army.force import Force, SnCorps, SnUnit
from battles.rules.snappy_nappy.army.options import DEFAULTS, Options, number
from battles.rules.snappy_nappy.army.price import force_points, level_of, nation_row, table_radius
from battles.rules.snappy_nappy.tables import Code

GRADES = tuple(tables.GRADES)


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
    if unit.grade not in GRADES:
        words = ", ".join(grade.word for grade in tables.GRADES.values())
        yield _error("SN-ARMY-04", f"{_name(unit)} has the grade {unit.grade}: the grades are {words}.", unit)
    elif GRADES.index(unit.grade) < GRADES.index(row.least_grade):
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
