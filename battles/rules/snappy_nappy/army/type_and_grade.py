"""Number, type and grade of the units that a historical brigade becomes.

Source: SN-RULING-26, SN-RULING-27, SN-RULING-28.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import cast

from battles.engine.armies.facts import Unit
from battles.engine.armies.reckoning import Line
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.army.house_rules import GRADE_OF, GRADE_WORDS
from battles.rules.snappy_nappy.army.options import Options, number
from battles.rules.snappy_nappy.tables import Arm, Code, Grade

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
        code = _battery(units[0])
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


def _battery(unit: Unit) -> Code:
    if unit.type == "horse_artillery":
        return "HAL" if unit.gun_weight == "light" else "HAM"
    by_weight: dict[str | None, Code] = {"light": "FAL", "heavy": "FAH"}
    return by_weight.get(unit.gun_weight, "FAM")
