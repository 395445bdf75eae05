"""The systems that have army lists and no engine yet, by their keys: what each of them answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from armies.rules import snaphance, snappy_nappy
from armies.rules.army_list import ArmyList
from armies.rules.facts import Army, HouseRules
from battles.engine.cheat_sheet import Table
from battles.engine.limiting import Wanted
from battles.engine.option_spec import OptionSpec, OptionValue


class Lists(Protocol):
    """What such a system answers.

    ``sample_lists`` are the armies that come with its rulebook, by their keys, ``sample_wants`` what each needs on its
    cheat sheet.

    ``catalogue`` is every unit that an army may hold, with its price.
    """

    def sample_lists(self) -> Mapping[str, ArmyList]: ...

    def sample_wants(self) -> Mapping[str, Wanted]: ...

    def catalogue(self) -> Table: ...


class OfHistory(Lists, Protocol):
    """One that lists the armies recorded here: its period is theirs.

    ``wanted`` is what an army needs on its cheat sheet.
    """

    @property
    def OPTION_SPECS(self) -> Mapping[str, OptionSpec]: ...

    def options(self, values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Any: ...

    def army_list(self, army: Army, chosen: Any) -> ArmyList: ...

    def wanted(self, army: Army, chosen: Any) -> Wanted: ...


class Written(Lists, Protocol):
    """One whose armies are written down by hand, line by line; ``EXAMPLE`` shows how.

    ``wanted`` is what such an army needs on its cheat sheet; it raises ValueError as ``read_list``.
    """

    EXAMPLE: str

    def read_list(self, text: str) -> ArmyList: ...

    def wanted(self, text: str) -> Wanted: ...


OF_HISTORY: Final[Mapping[str, OfHistory]] = MappingProxyType({"snappy_nappy": snappy_nappy})
"""Those under which a recorded army has a list."""

WRITTEN: Final[Mapping[str, Written]] = MappingProxyType({"snaphance": snaphance})
"""Those whose armies are of another century than those recorded here, and are written down."""

LISTS: Final[Mapping[str, Lists]] = MappingProxyType({**WRITTEN, **OF_HISTORY})
"""All of them."""
