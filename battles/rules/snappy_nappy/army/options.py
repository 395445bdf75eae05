"""The options of Snappy Nappy that concern an army before a battle."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from battles.engine.armies.facts import HouseRules
from battles.engine.armies.house_rules import PRINTED, House, house_of
from battles.engine.options import OptionSpec, OptionValue, read_options
from battles.rules.snappy_nappy.army.house_rules import HOUSE_SPECS
from battles.rules.snappy_nappy.meta import META
from battles.rules.snappy_nappy.meta import OPTION_SPECS as GAME_SPECS
from battles.rules.snappy_nappy.tables import Level


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options for an army; the defaults are those of section 15. ``house`` holds the numbers the club changed."""

    starting_level: Level = "bold"
    cic_may_double: bool = True
    points_limit: int | None = None
    house: House = PRINTED


DEFAULTS: Final = Options()

NAMES: Final = ("starting_level", "cic_may_double", "points_limit")

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({name: GAME_SPECS[name] for name in NAMES})
"""Every option by name, in the order of a form; each is an option of the battle as well."""


def options(values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
    """Options with ``values`` set and all others at their defaults, under a club's house rules.

    House rules that do not belong to Snappy Nappy armies are ignored.

    Raises:
        ValueError: a name that is not an army option, or a value that the option does not allow.
    """
    chosen = read_options(META.title, OPTION_SPECS, values, noun="army option")
    return Options(**chosen, house=house_of(META.key, HOUSE_SPECS, house))


def number(house: House, key: str) -> int:
    """A number of the tables: the club's, or the printed one."""
    return int(house.get(key, HOUSE_SPECS[key].default))  # type: ignore[type-var]
