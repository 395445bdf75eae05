"""The options of Mini-Nap that concern an army before a battle."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from battles.engine.armies.facts import HouseRules
from battles.engine.armies.house_rules import PRINTED, House, house_of
from battles.engine.options import OptionSpec, OptionValue, read_options
from battles.rules.mini_nap.army.house_rules import HOUSE_SPECS
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
