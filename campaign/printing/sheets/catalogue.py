"""All kinds of sheets, in the order of a packet."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.printing.sheets.army_sheets import CARDS, CHARTS, LABELS, ROSTERS
from campaign.printing.sheets.kinds import Kind
from campaign.printing.sheets.paper_sheets import CHEAT_SHEETS, FORMS
from campaign.printing.sheets.table_sheets import BRIEFINGS, MAPS, MARKERS, RULERS
from campaign.printing.sheets.war_sheets import CAMPAIGNS

FAMILIES: Final = (
    *(BRIEFINGS, ROSTERS, CHARTS, MAPS, CHEAT_SHEETS, CARDS),
    *(LABELS, MARKERS, RULERS, FORMS),
    CAMPAIGNS,
)
KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.key: kind for family in FAMILIES for kind in family})
