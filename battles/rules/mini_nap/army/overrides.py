"""Values of a unit that its owner may override under Mini-Nap, and armies with overrides applied (MN-RULING-95)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import structs

from battles.engine.armies.facts import Army, Element, Override, Unit
from battles.engine.armies.overrides import OverrideSpec, in_force, override_line
from battles.engine.armies.reckoning import Line
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.words import QUALITY_WORDS, TYPE_WORDS

SYSTEM: Final = "mini_nap"
RULING: Final = "MN-RULING-95"

OVERRIDE_SPECS: Final[Mapping[str, OverrideSpec]] = MappingProxyType(
    {
        "type": OverrideSpec(kind="choice", label="type", words=TYPE_WORDS, rule="MN-TYPE-08"),  # type: ignore[arg-type]
        "quality": OverrideSpec(kind="choice", label="rating", words=QUALITY_WORDS, rule="MN-RATE-06"),  # type: ignore[arg-type]
        "strength_points": OverrideSpec(
            kind="number",
            label="strength points",
            rule="MN-SP-01",
            least=tables.LEAST_OVERRIDDEN,
            most=tables.MOST_OVERRIDDEN,
        ),
        "gun_weight": OverrideSpec(
            kind="choice",
            label="weight of guns",
            words={weight: weight for weight in tables.BATTERY_DICE},
            rule="MN-WEAPON-03",
        ),
    }
)
"""The values of a unit that may be overridden, in the order of a form. QR follows the rating."""

FACTS: Final = ("type", "quality", "gun_weight")
"""Overrides that replace a recorded fact. Strength points replace a computed number instead."""


def overrides_of(unit: Unit) -> Mapping[str, Override]:
    """The unit's valid overrides, by the value they override."""
    return in_force(SYSTEM, OVERRIDE_SPECS, unit) if unit.overrides else {}


def as_overridden(unit: Unit) -> Unit:
    """``unit`` with its owner's overrides in place of recorded facts. Every rule of Mini-Nap reads this."""
    overrides = overrides_of(unit)
    changes: dict[str, Any] = {what: overrides[what].value for what in FACTS if what in overrides}
    return structs.replace(unit, **changes) if changes else unit


def army_as_overridden(army: Army) -> Army:
    """``army`` with every unit ``as_overridden``."""

    def visit(elements: tuple[Element, ...]) -> tuple[Element, ...]:
        return tuple(
            as_overridden(at) if isinstance(at, Unit) else structs.replace(at, children=visit(at.children))
            for at in elements
        )

    return structs.replace(army, children=visit(army.children))


def fact_lines(unit: Unit, *facts: str) -> Iterator[Line]:
    """A line for each of ``facts`` that the owner overrode; ``unit`` is as recorded."""
    overrides = overrides_of(unit)
    for what in facts:
        if what in overrides:
            spec, was = OVERRIDE_SPECS[what], getattr(unit, what)
            before = spec.words.get(was, was) if was else "not recorded"
            yield override_line(spec, overrides[what], before, spec.words[str(overrides[what].value)], RULING)
