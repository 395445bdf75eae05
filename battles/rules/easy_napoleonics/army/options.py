"""Options of Easy Napoleonics for armies (section 13), and values of a unit that its owner may set (EN-RULING-100)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from battles.engine.armies.facts import HouseRules, Override, Unit
from battles.engine.armies.house_rules import PRINTED, House, house_of
from battles.engine.armies.reckoning import OverrideSpec, in_force
from battles.engine.options import OptionSpec, read_options
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army.house_rules import HOUSE_SPECS, TAG_WORDS
from battles.rules.easy_napoleonics.meta import OPTION_SPECS as BATTLE_SPECS
from battles.rules.easy_napoleonics.tables import NationTag, VpModel

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


class Options(Struct, frozen=True, kw_only=True):
    """How an army is priced and checked; the defaults are the rulebook's.

    Points are those of EN-COST and EN-VP. ``national_rules`` are the nations whose rule is in force, ``house``
    the table values that the club changed (EN-RULING-101).
    """

    points_budget: int = tables.POINTS_BUDGET
    points_tolerance: int = tables.POINTS_TOLERANCE
    vp_model: VpModel = "graded"
    armored_surcharge_per_stand: int = tables.ARMORED_SURCHARGE
    leaders_per_side: int = tables.LEADERS_PER_SIDE
    victory_points_to_win: int = tables.VICTORY_POINTS_TO_WIN
    national_rules: frozenset[NationTag] = frozenset()
    choice_card_pool: Literal["undrawn", "any_in_mix"] = "undrawn"
    house: House = PRINTED


DEFAULTS: Final = Options()

NAMES: Final = (
    "points_budget",
    "points_tolerance",
    "vp_model",
    "armored_surcharge_per_stand",
    "leaders_per_side",
    "victory_points_to_win",
    "national_rules",
    "choice_card_pool",
)

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({name: BATTLE_SPECS[name] for name in NAMES})
"""Every option by name; each is also an option of the battle."""


def options(values: Mapping[str, bool | int | str], house: HouseRules | None = None) -> Options:
    """Options from ``values`` and a club's house rules; missing options have their defaults.

    A number may be written as digits, a set as names with commas. Unknown house rules are ignored.

    Raises:
        ValueError: an unknown option, or a value that its option does not allow; the text is a
            sentence for the user.
    """
    checked = read_options("Easy Napoleonics", OPTION_SPECS, values, noun="army option")
    return Options(**checked, house=house_of("easy_napoleonics", HOUSE_SPECS, house))
