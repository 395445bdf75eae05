"""The systems that have army lists and no engine yet, by their keys: what each of them answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from armies.rules import snaphance, snappy_nappy
from armies.rules.army_list import ArmyList
from armies.rules.facts import Army, HouseRules
from battles.engine.cheat_sheet import Table
from battles.engine.option_spec import OptionSpec, OptionValue


class Lists(Protocol):
    """What such a system answers; ``sample_lists`` are the armies that come with its rulebook, by their keys.

    ``catalogue`` is every unit that an army may hold, with its price.
    """

    def sample_lists(self) -> Mapping[str, ArmyList]: ...

    def catalogue(self) -> Table: ...


class OfHistory(Lists, Protocol):
    """One that lists the armies recorded here: its period is theirs."""

    @property
    def OPTION_SPECS(self) -> Mapping[str, OptionSpec]: ...

    def options(self, values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Any: ...

    def army_list(self, army: Army, chosen: Any) -> ArmyList: ...


OF_HISTORY: Final[Mapping[str, OfHistory]] = MappingProxyType({"snappy_nappy": snappy_nappy})
"""Those under which a recorded army has a list."""

LISTS: Final[Mapping[str, Lists]] = MappingProxyType({"snaphance": snaphance, **OF_HISTORY})
"""All of them; the armies of the others are of another century and come from their catalogue alone."""
