"""What the owner of a unit may lay down himself under Easy Napoleonics (EN-RULING-100)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from armies.rules.easy_napoleonics.house import TAG_WORDS
from armies.rules.facts import Override, Unit
from armies.rules.override_spec import OverrideSpec, in_force
from battles.rules.easy_napoleonics import tables

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
"""The values of a unit that may be overridden, in the order of a form. The number to reach follows the grade."""

TAKEN: Final = ("kind", "grade", "armored", "nation_tag")
"""Those that say what the unit is; cost and victory points take the place of what is worked out from them."""


def overrides_of(unit: Unit) -> Mapping[str, Override]:
    """The unit's overrides in force, by what they override."""
    return in_force(SYSTEM, OVERRIDE_SPECS, unit) if unit.overrides else {}
