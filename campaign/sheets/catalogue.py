"""Every kind of sheet, in the order in which a packet holds them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.sheets import chart_kinds, cheat_kinds, map_kinds, roster_kinds
from campaign.sheets.kinds import Kind

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {kind.key: kind for kind in (*roster_kinds.KINDS, *chart_kinds.KINDS, *map_kinds.KINDS, *cheat_kinds.KINDS)}
)
