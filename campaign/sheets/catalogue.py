"""Every kind of sheet, in the order in which a packet holds them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.sheets import card_kinds, chart_kinds, label_kinds, map_kinds, roster_kinds
from campaign.sheets.kinds import Kind

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        kind.key: kind
        for kind in (
            *roster_kinds.KINDS,
            *chart_kinds.KINDS,
            *card_kinds.KINDS,
            *label_kinds.KINDS,
            *map_kinds.KINDS,
        )
    }
)
