"""The options of Snappy Nappy that bear on an army before it takes the field."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from armies.rules.facts import HouseRules
from armies.rules.house_spec import PRINTED, House, house_of
from armies.rules.snappy_nappy.house import HOUSE_SPECS
from battles.engine.option_spec import OptionSpec, OptionValue, read_options
from battles.rules.snappy_nappy.meta import META
from battles.rules.snappy_nappy.meta import OPTION_SPECS as GAME_SPECS
from battles.rules.snappy_nappy.tables import Level


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a club may want otherwise; the defaults are those of section 15. ``house`` holds its own numbers."""

    starting_level: Level = "bold"
    cic_may_double: bool = True
    points_limit: int | None = None
    house: House = PRINTED


DEFAULTS: Final = Options()

NAMES: Final = ("starting_level", "cic_may_double", "points_limit")

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({name: GAME_SPECS[name] for name in NAMES})
"""Every option by its name, in the order of a form; each is an option of the game as well."""


def options(values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
    """The options with ``values`` set and all others at their defaults, under the house rules of a club.

    House rules that are not understood here are passed over.

    Raises:
        ValueError: a name that is no army option, or a value that the option does not allow; says which.
    """
    known = read_options(META.title, OPTION_SPECS, values, noun="army option")
    return Options(**known, house=house_of(META.key, HOUSE_SPECS, house))


def number(house: House, key: str) -> int:
    """A number of the tables, the club's own where it has one."""
    return int(house.get(key, HOUSE_SPECS[key].default))  # type: ignore[type-var]
