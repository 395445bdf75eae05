"""What the owner of a unit may lay down himself under Mini-Nap, and an army as it is then (MN-RULING-95)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import structs

from armies.rules.facts import Army, Element, Override, Unit
from armies.rules.mini_nap.words import QUALITY_WORDS, TYPE_WORDS
from armies.rules.override_spec import OverrideSpec, in_force, override_line
from armies.rules.reckoning import Line
from battles.rules.mini_nap import tables

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
"""Those that take the place of a recorded fact; strength points take the place of what is worked out."""


def overrides_of(unit: Unit) -> Mapping[str, Override]:
    """The unit's overrides in force, by what they override."""
    return in_force(SYSTEM, OVERRIDE_SPECS, unit) if unit.overrides else {}


def as_overridden(unit: Unit) -> Unit:
    """``unit`` with the facts that its owner overrode: what every rule of Mini-Nap reads."""
    laid = overrides_of(unit)
    changes: dict[str, Any] = {what: laid[what].value for what in FACTS if what in laid}
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
    """A line for each of ``facts`` that the owner of ``unit``, as recorded, overrode."""
    laid = overrides_of(unit)
    for what in facts:
        if what in laid:
            spec, was = OVERRIDE_SPECS[what], getattr(unit, what)
            before = spec.words.get(was, was) if was else "not given"
            yield override_line(spec, laid[what], before, spec.words[str(laid[what].value)], RULING)
