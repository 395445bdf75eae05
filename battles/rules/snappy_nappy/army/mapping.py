"""Translation of a historical army into a side of Snappy Nappy: nations, types, grades and units."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Final, cast

from msgspec import structs

from battles.engine.armies.facts import ARTILLERY, CAVALRY, INFANTRY, Army, Brigade, Corps, Division, Element, Unit
from battles.engine.armies.reckoning import Line
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.army.checks import Force, SnCorps, SnUnit, numbered
from battles.rules.snappy_nappy.army.options import DEFAULTS, GRADE_OF, GRADE_WORDS, Options, number
from battles.rules.snappy_nappy.tables import CATALOGUE, Arm, Code, Grade, NationGroup

FRENCH_ALLIES: Final = ("SX", "BV", "WU", "BD", "WF", "HE", "FF", "BG", "DW", "KI", "NP", "DK")
WITH_THE_BRITISH: Final = ("KGL", "HAN", "PT", "BW", "NS", "NL")

NATION_OF: Final[Mapping[str, NationGroup]] = MappingProxyType(
    {
        "FR": "french",
        **dict.fromkeys(FRENCH_ALLIES, "french_allies"),
        "GB": "british",
        **dict.fromkeys(WITH_THE_BRITISH, "british"),
        "AT": "austria",
        "PR": "prussia",
        "RU": "russia",
        "ES": "spain",
        "OT": "turkey",
    }
)
"""The row for each nation's code; all others have ``other``."""


def group_of(code: str) -> NationGroup:
    """The row for a nation's code."""
    return NATION_OF.get(code, "other")


GRADES: tuple[Grade, ...] = tuple(tables.GRADES)
NOUNS = {"infantry": "battalion", "cavalry": "regiment", "artillery": "battery"}


def counted(number: int, noun: str) -> str:
    """``1 battalion``, ``3 batteries``."""
    return f"{number:,} {noun if number == 1 else f'{noun[:-1]}ies' if noun.endswith('y') else f'{noun}s'}"


def brigades_of(units: Sequence[Unit], arm: Arm, options: Options) -> tuple[int, Line]:
    """The number of two-stand units that the foot or horse of a brigade becomes (SN-RULING-26)."""
    key = "infantry_men" if arm == "infantry" else "cavalry_men"
    to_one, mark = number(options.house, key), options.house.mark(key)
    men = sum(unit.men or 0 for unit in units)
    count = max(1, int(Fraction(men, to_one) + Fraction(1, 2)))
    text = f"{counted(len(units), NOUNS[arm])}, {men:,} men / {to_one:,} = {men / to_one:,.2f}"
    return count, Line(text, counted(count, "unit"), ("SN-RULING-26",), mark)


def grade_of(units: Sequence[Unit], code: Code, options: Options) -> tuple[Grade, tuple[Line, ...]]:
    """The average grade by men, rounded, halves down, and at least the lowest of its type (SN-RULING-27)."""
    keys = [f"grade_of.{unit.quality}" for unit in units]
    grades = [
        cast(Grade, options.house.get(key, GRADE_OF[unit.quality])) for key, unit in zip(keys, units, strict=True)
    ]
    weights = [unit.men or 0 for unit in units] if any(unit.men for unit in units) else [1] * len(units)
    places = [GRADES.index(grade) for grade in grades]
    average = Fraction(sum(a * b for a, b in zip(places, weights, strict=True)), sum(weights))
    average_grade = GRADES[ceil(average - Fraction(1, 2))]
    mark = options.house.mark(*keys)
    words = dict.fromkeys(f"{unit.quality} is {GRADE_WORDS[grade]}" for unit, grade in zip(units, grades, strict=True))
    how = "; ".join(words) if len(words) == 1 else f"{'; '.join(words)}; average by men"
    lines = [Line(how, GRADE_WORDS[average_grade], ("SN-RULING-27",), mark)]
    least = tables.CATALOGUE[code].least_grade
    if GRADES.index(average_grade) < GRADES.index(least):
        average_grade = least
        text = f"at least that of a {tables.CATALOGUE[code].word}"
        lines.append(Line(text, GRADE_WORDS[average_grade], ("SN-RULING-27", "SN-ARMY-04")))
    return average_grade, tuple(lines)


def code_of(units: Sequence[Unit], arm: Arm) -> tuple[Code, Line]:
    """The type of a brigade of foot or horse, or of one battery (SN-RULING-28)."""
    if arm == "infantry":
        code: Code = "INF"
    elif arm == "cavalry":
        code = _cavalry(units)
    else:
        code = _battery_type(units[0])
    types = ", ".join(dict.fromkeys(_recorded(unit) for unit in units))
    return code, Line(types, tables.CATALOGUE[code].word, ("SN-RULING-28",))


def _recorded(unit: Unit) -> str:
    weight = f"{unit.gun_weight} " if unit.gun_weight else ""
    return f"{weight}{unit.type.replace('_', ' ')}"


def _cavalry(units: Sequence[Unit]) -> Code:
    has_men = any(unit.men for unit in units)
    men = {light: sum(_weight(unit, has_men) for unit in units if _light(unit) == light) for light in (True, False)}
    return "LCV" if men[True] > men[False] else "HCV"


def _weight(unit: Unit, has_men: bool) -> int:
    return (unit.men or 0) if has_men else 1


def _light(unit: Unit) -> bool:
    return unit.type == "light_cavalry"


def _battery_type(unit: Unit) -> Code:
    if unit.type == "horse_artillery":
        return "HAL" if unit.gun_weight == "light" else "HAM"
    by_weight: dict[str | None, Code] = {"light": "FAL", "heavy": "FAH"}
    return by_weight.get(unit.gun_weight, "FAM")


ARMS: tuple[tuple[Arm, frozenset[str]], ...] = (("infantry", INFANTRY), ("cavalry", CAVALRY))
GUARD_GRADES: tuple[Grade, ...] = ("elite", "old_guard")


def side_of(army: Army, options: Options = DEFAULTS) -> Force:
    """The side that a historical army becomes. Every element has an id (``battles.engine.armies.tree.number``)."""
    recorded = [child for child in army.children if isinstance(child, Corps)]
    rest = tuple(child for child in army.children if not isinstance(child, Corps))
    corps = [_corps(one, one.children, army, options) for one in recorded]
    if rest:
        under = Corps(name=army.name, commander=army.commander, nation=army.nation)
        corps.append(_corps(under, rest, army, options))
    side_corps = [one for one in corps if one.units] or corps
    led, cic = _leaders(tuple(side_corps), army, options)
    force = Force(name=army.name, nation=army.nation, year=_year(army.date), cic=cic, corps=led)
    return numbered(force)


def _year(date: str) -> int:
    return int(date[:4]) if date[:4].isdecimal() else 0


def _leaders(corps: tuple[SnCorps, ...], army: Army, options: Options) -> tuple[tuple[SnCorps, ...], str]:
    """The corps with its C-in-C marked, or the name of a C-in-C who leads no corps (SN-RULING-29, SN-ARMY-09)."""
    same = next((at for at, one in enumerate(corps) if army.commander and one.commander == army.commander), None)
    if same is not None:
        return _with(corps, same, "cic"), ""
    if army.commander:
        return corps, army.commander
    if corps and options.cic_may_double and len(corps) <= tables.MOST_CORPS_DOUBLED:
        return _with(corps, 0, "doubles"), ""
    return corps, ""


def _with(corps: tuple[SnCorps, ...], at: int, leads: str) -> tuple[SnCorps, ...]:
    return tuple(structs.replace(one, leads=leads) if place == at else one for place, one in enumerate(corps))


def _corps(corps: Corps, children: Sequence[Element], army: Army, options: Options) -> SnCorps:
    nation = corps.nation or army.nation
    units = tuple(_units(children, "", options))
    fighting = [unit for unit in units if CATALOGUE[unit.code].arm != "artillery"]  # type: ignore[index]
    guards = sum(unit.grade in GUARD_GRADES for unit in fighting)
    return SnCorps(
        name=corps.name,
        commander=corps.commander,
        nation=nation,
        group=group_of(corps.command_nation or nation),
        guard=2 * guards > len(fighting),
        element=corps.id,
        units=units,
    )


def _units(children: Sequence[Element], under: str, options: Options) -> Iterator[SnUnit]:
    """Units of these elements, brigade by brigade; units outside a brigade count as one brigade (SN-RULING-26)."""
    loose = [child for child in children if isinstance(child, Unit)]
    for child in children:
        if isinstance(child, Division):
            yield from _units(child.children, child.name, options)
        elif isinstance(child, Brigade):
            yield from _brigade(child.name, child.id, child.children, under, options)
    if loose:
        yield from _brigade(under, loose[0].id, loose, under, options)


def _brigade(name: str, element: str, units: Sequence[Unit], under: str, options: Options) -> Iterator[SnUnit]:
    """The two-stand units that a brigade becomes, and its batteries."""
    arms = [(arm, [unit for unit in units if unit.type in types]) for arm, types in ARMS]
    both = all(members for _, members in arms)
    for arm, members in arms:
        if members:
            own = f"{name}, {'foot' if arm == 'infantry' else 'horse'}" if both or not name else name
            yield from _fighting(own.removeprefix(", "), element, members, arm, under, options)
    for unit in units:
        if unit.type in ARTILLERY:
            yield _battery(unit, under, options)


def _fighting(
    name: str, element: str, units: Sequence[Unit], arm: Arm, under: str, options: Options
) -> Iterator[SnUnit]:
    count, how_many = brigades_of(units, arm, options)
    code, type_line = code_of(units, arm)
    grade, grade_lines = grade_of(units, code, options)
    why = (how_many, type_line, *grade_lines)
    for place in range(1, count + 1):
        own = f"{name} ({place})" if count > 1 else name
        yield SnUnit(name=own, code=code, grade=grade, element=element, under=under, why=why)


def _battery(unit: Unit, under: str, options: Options) -> SnUnit:
    code, type_line = code_of([unit], "artillery")
    grade, grade_lines = grade_of([unit], code, options)
    why: tuple[Line, ...] = (type_line, *grade_lines)
    return SnUnit(name=unit.name, code=code, grade=grade, element=unit.id, under=under, why=why)
