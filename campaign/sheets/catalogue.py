"""Every kind of sheet, in the order in which a packet holds them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.sheets import (
    card_kinds,
    chart_kinds,
    cheat_kinds,
    form_kinds,
    label_kinds,
    map_kinds,
    marker_kinds,
    roster_kinds,
    ruler_kinds,
)
from campaign.sheets.kinds import Kind

FAMILIES: Final = (
    *(roster_kinds, chart_kinds, map_kinds, cheat_kinds, card_kinds),
    *(label_kinds, marker_kinds, ruler_kinds, form_kinds),
)
KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.key: kind for family in FAMILIES for kind in family.KINDS})
