"""Snappy Nappy in campaigns: it has no engine, so its battles are fought at a table and written in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.armies.facts import Quality
from battles.engine.campaign import AGREED, CampaignGroup, Standing
from battles.rules.snappy_nappy.tables import TURN_MINUTES

RESULT_WORDS: Final[Mapping[str, Standing]] = MappingProxyType(
    {**AGREED, "corps_broken": "beaten", "objectives": "left", "turn_limit": "left", "draw": "undecided"}
)
"""CM-AFTER-02: what an end by SN-WIN-02 means for the loser."""

GRADE_MAP: Final[Mapping[str, Quality]] = MappingProxyType(
    {
        "militia": "untrained",
        "conscript": "trained",
        "veteran": "veteran",
        "elite": "elite",
        "old_guard": "guard",
    }
)
"""CM-FORCE-04: the other way round than SN-RULING-27."""


class SnappyCampaigns(CampaignGroup):
    """Battles of campaigns under Snappy Nappy: written in."""

    minutes_per_turn = TURN_MINUTES
    result_words = RESULT_WORDS
    grade_map = GRADE_MAP


CAMPAIGN = SnappyCampaigns()
