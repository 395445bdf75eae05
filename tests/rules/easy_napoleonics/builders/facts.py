"""Facts for procedures, the printed examples, and chances counted face by face."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from battles.rules.easy_napoleonics import meta
from battles.rules.easy_napoleonics.facts import Checker, Fighter, Firer, Melee, Target, Volley
from battles.rules.easy_napoleonics.rules import Book, Rules, book_of

FACES = range(1, 11)
LEVELS = ("good", "fair", "bad", "broken")


def examples(name: str) -> Any:
    """The rows of a data file beside the tests."""
    return json.loads((Path(__file__).parent / f"en_{name}.json").read_text(encoding="utf-8"))


def book(**options: Any) -> Book:
    """The printed tables with these options; a nation may stand alone in ``national_rules``."""
    return book_of(Rules(meta.read(options)))


def infantry(grade: str = "seasoned", formation: str = "line", **facts: Any) -> dict[str, Any]:
    return {"kind": "infantry", "grade": grade, "formation": formation, **facts}


def light(grade: str = "veteran", formation: str = "line", **facts: Any) -> dict[str, Any]:
    return {"kind": "light_cavalry", "grade": grade, "formation": formation, **facts}


def heavy(grade: str = "veteran", formation: str = "line", **facts: Any) -> dict[str, Any]:
    return {"kind": "heavy_cavalry", "grade": grade, "formation": formation, **facts}


def battery(grade: str = "veteran", formation: str = "unlimbered", **facts: Any) -> dict[str, Any]:
    return {"kind": "field_artillery", "grade": grade, "formation": formation, **facts}


def checker(grade: str = "seasoned", **facts: Any) -> Checker:
    return Checker(grade=grade, **facts)


def volley(target: Mapping[str, Any], *firers: Mapping[str, Any]) -> Volley:
    return Volley(firers=tuple(Firer(**firer) for firer in firers), target=Target(**target))


def melee(attacker: Mapping[str, Any], defender: Mapping[str, Any], aspect: str = "front") -> Melee:
    return Melee(attacker=Fighter(**attacker), defender=Fighter(**defender), aspect=aspect)


def values(rows: Any) -> dict[str, int]:
    """The modifiers of ``rows`` by rule."""
    return {row.rule: row.value for row in rows}


def chance_of(counted: Counter[Any]) -> dict[Any, Fraction]:
    """The share of each result among all that were counted."""
    every = counted.total()
    return {result: Fraction(ways, every) for result, ways in counted.items()}


def count_hits(shots: list[list[int]]) -> dict[int, Fraction]:
    """Hits of dice and needed faces, every face of every die in turn."""
    needs = [needed for dice, needed in shots for _ in range(dice)]
    rolls = product(FACES, repeat=len(needs))
    return chance_of(Counter(sum(map(int.__ge__, faces, needs)) for faces in rolls))


def after_checks(level: str, needed: int, checks: int) -> dict[str, Fraction]:
    """The level after so many checks, every face of every die in turn."""
    step = LEVELS.index(level)
    return chance_of(
        Counter(LEVELS[min(3, step + sum(face < needed for face in faces))] for faces in product(FACES, repeat=checks))
    )


def spread(*parts: tuple[Fraction, Mapping[Any, Fraction]]) -> dict[Any, Fraction]:
    """The chances of all ``parts`` together, each with its own chance."""
    found: dict[Any, Fraction] = {}
    for weight, chances in parts:
        for result, chance in chances.items():
            found[result] = found.get(result, Fraction(0)) + weight * chance
    return {result: chance for result, chance in found.items() if chance}


def differences(attack: int, defence: int, net: int) -> Iterator[int]:
    """Attacker's score less defender's for every roll of so many D10 each; ``net`` is added."""
    for faces in product(FACES, repeat=attack + defence):
        yield sum(faces[:attack]) - sum(faces[attack:]) + net


def count_bands(attack: int, defence: int, net: int) -> tuple[int, ...]:
    """Throws in which the attacker wins by 5 or more, by less, neither wins, the defender wins by less, by more."""
    found = [0] * 5
    for lead in differences(attack, defence, net):
        found[0 if lead >= 5 else 1 if lead > 0 else 2 if lead == 0 else 3 if lead > -5 else 4] += 1
    return tuple(found)
