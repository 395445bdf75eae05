"""Values of a unit that its owner may override under Easy Napoleonics (EN-RULING-100)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.armies.facts import Override, Unit
from battles.engine.armies.overrides import OverrideSpec, in_force
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army.house_rules import TAG_WORDS

SYSTEM: Final = "easy_napoleonics"
RULING: Final = "EN-RULING-100"


def _number(label: str, rule: str) -> OverrideSpec:
    return OverrideSpec(kind="number", label=label, rule=rule, most=tables.MOST_OVERRIDDEN)


OVERRIDE_SPECS: Final[Mapping[str, OverrideSpec]] = MappingProxyType(
    {
        "kind": OverrideSpec(kind="choice", label="kind", words=tables.KIND_WORDS, rule="EN-RULING-93"),  # type: ignore[arg-type]
        "grade": OverrideSpec(kind="choice", label="grade", words=tables.GRADE_WORDS, rule="EN-RULING-94"),  # type: ignore[arg-type]
        "armored": OverrideSpec(kind="tick", label="armor", rule="EN-UNIT-05"),
        "nation_tag": OverrideSpec(kind="choice", label="nation tag", words=TAG_WORDS, rule="EN-RULING-96"),
        "cost": _number("cost", "EN-COST-01"),
        "victory_points": _number("victory points", "EN-VP-05"),
    }
)
"""The values of a unit that may be overridden, in the order of a form. The needed roll follows the grade."""

TAKEN: Final = ("kind", "grade", "armored", "nation_tag")
"""Overrides of what the unit is. The other two replace numbers that are worked out from these."""


def overrides_of(unit: Unit) -> Mapping[str, Override]:
    """The unit's overrides in force, by the name of the value."""
    return in_force(SYSTEM, OVERRIDE_SPECS, unit) if unit.overrides else {}
