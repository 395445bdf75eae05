"""Snaphance in campaigns: it has no engine, so its battles are fought at a table and written in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.campaign import AGREED, CampaignGroup, Standing

RESULT_WORDS: Final[Mapping[str, Standing]] = MappingProxyType(
    {**AGREED, "army_broken": "beaten", "turn_limit": "left", "draw": "undecided"}
)
"""CM-AFTER-02: what an end by SH-WIN-01 or SH-WIN-02 means for the loser. Its armies have no grades."""


class SnaphanceCampaigns(CampaignGroup):
    """Battles of campaigns under Snaphance: written in."""

    result_words = RESULT_WORDS


CAMPAIGN = SnaphanceCampaigns()
