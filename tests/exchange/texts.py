"""Short ways to read a few lines and to look at what came of them."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from armies.exchange import Problem, Reading, read
from armies.rules.facts import Army, Element, Unit
from armies.rules.tree import units


def read_text(*lines: str, decisions: Mapping[int, str | None] | None = None) -> Reading:
    """The reading of a text of these lines."""
    return read("\n".join(lines).encode(), "", decisions or {})


def one_army(reading: Reading) -> Army:
    (army,) = reading.armies
    return army


def units_of(*lines: str) -> tuple[Unit, ...]:
    """All units of a text, none of its lines left out."""
    reading = read_text(*lines)
    assert not reading.blocking, sentences(reading)
    return tuple(units(one_army(reading)))


def unit_of(line: str) -> Unit:
    (unit,) = units_of(line)
    return unit


def facts_of(unit: Unit) -> dict[str, Any]:
    """The facts of a unit that differ from the defaults, without its name, type and quality."""
    defaults = structs.asdict(Unit(name="", type="line_infantry", quality="trained"))
    facts = structs.asdict(unit)
    return {key: facts[key] for key in facts if facts[key] != defaults[key] and key not in ("name", "type", "quality")}


def sentences(reading: Reading) -> list[tuple[int, str]]:
    """What is said of each line, in order."""
    return [(problem.line, problem.sentence) for problem in reading.problems]


def refused(reading: Reading) -> list[Problem]:
    """The lines that wait for a decision."""
    return [problem for problem in reading.problems if problem.blocking]


def outline(army: Army) -> list[str]:
    """The tree as lines such as ``corps II Corps (Reille)``, indented by a dot for each level."""

    def told(element: Element, depth: int) -> list[str]:
        level = type(element).__name__.lower()
        who = f" ({element.commander})" if element.commander else ""
        line = f"{'.' * depth}{level} {element.name}{who}"
        children = () if isinstance(element, Unit) else element.children
        return [line, *(part for child in children for part in told(child, depth + 1))]

    return [line for element in army.children for line in told(element, 0)]
