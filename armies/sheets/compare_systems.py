"""The systems that an army is compared and charted under. A new system is one more line here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from armies.sheets.compare_easy_napoleonics import EasyNapoleonics
from armies.sheets.compare_mini_nap import MiniNap
from armies.sheets.compare_parts import System
from armies.sheets.compare_recorded import Recorded

SYSTEMS: Final[Mapping[str, type[System]]] = MappingProxyType(
    {system.key: system for system in (Recorded, MiniNap, EasyNapoleonics)}
)
"""By key, in the order of their columns."""

RULES: Final = tuple(key for key in SYSTEMS if key != Recorded.key)
"""The systems that are games."""
