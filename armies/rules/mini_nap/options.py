"""The options of Mini-Nap that bear on an army before it takes the field."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from armies.rules.facts import HouseRules
from armies.rules.house_spec import PRINTED, House, house_of
from armies.rules.mini_nap.house import HOUSE_SPECS
from battles.engine.option_spec import OptionSpec, OptionValue, read_options
from battles.rules.mini_nap.meta import OPTION_SPECS as BATTLE_SPECS
from battles.rules.mini_nap.tables import CommandLossRule


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a club may want otherwise; the defaults are the rules as specified (section 4).

    ``house`` holds the numbers of the tables that the club has otherwise (MN-RULING-96).
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
"""Every option by its name, in the order of a form; each is an option of the battle as well."""


def options(values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
    """The options with ``values`` set and all others at their defaults, under the house rules of a club.

    House rules that are not understood here are passed over.

    Raises:
        ValueError: a name that is no army option, or a value that the option does not allow; says which.
    """
    known = read_options("Mini-Nap", OPTION_SPECS, values, noun="army option")
    return Options(**known, house=house_of("mini_nap", HOUSE_SPECS, house))
