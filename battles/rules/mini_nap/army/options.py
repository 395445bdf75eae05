"""Options of Mini-Nap for armies, and the values of a unit that its owner may override."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct, structs

from battles.engine.armies.facts import Army, Element, HouseRules, Override, Unit
from battles.engine.armies.house_rules import PRINTED, House, house_of
from battles.engine.armies.reckoning import Line, OverrideSpec, in_force, override_line
from battles.engine.options import OptionSpec, OptionValue, read_options
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.house_rules import HOUSE_SPECS
from battles.rules.mini_nap.army.words import QUALITY_WORDS, TYPE_WORDS
from battles.rules.mini_nap.meta import OPTION_SPECS as BATTLE_SPECS
from battles.rules.mini_nap.tables import CommandLossRule


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options for an army; the defaults are the rules as specified (section 4).

    ``house`` holds the numbers that the club changed in the tables (MN-RULING-96).
    """

    russian_corps_overlap: Literal["dreadful_wins", "poor_wins"] = "dreadful_wins"
    command_loss_rule: CommandLossRule = "exceed_exact_half"
    retreated_units_count_as_losses: bool = True
    max_corps_per_side: int = 1
    org_strict: bool = False
    commander_ratings: Literal["roll", "fixed"] = "roll"
    house: House = PRINTED


DEFAULTS: Final = Options()


NAMES: Final = (
    "russian_corps_overlap",
    "command_loss_rule",
    "retreated_units_count_as_losses",
    "max_corps_per_side",
    "org_strict",
    "commander_ratings",
)

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({name: BATTLE_SPECS[name] for name in NAMES})
"""Every option by name, in the order of a form; each is an option of the battle as well."""


def options(values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
    """Options with ``values`` set and all others at their defaults, under a club's house rules.

    House rules that do not belong to Mini-Nap armies are ignored.

    Raises:
        ValueError: a name that is not an army option, or a value that the option does not allow.
    """
    chosen = read_options("Mini-Nap", OPTION_SPECS, values, noun="army option")
    return Options(**chosen, house=house_of("mini_nap", HOUSE_SPECS, house))


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
