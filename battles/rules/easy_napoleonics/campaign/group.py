"""The campaign group of Easy Napoleonics."""

from collections.abc import Mapping

from battles.engine.armies.group import Fielded
from battles.engine.campaign.encounter import Encounter, Fate
from battles.engine.campaign.group import CampaignGroup, Share
from battles.engine.core import SideId
from battles.rules.easy_napoleonics.campaign import tables
from battles.rules.easy_napoleonics.campaign.battle import setup_of
from battles.rules.easy_napoleonics.campaign.ground import ground_of
from battles.rules.easy_napoleonics.scenario.check import MOST_UNITS
from battles.rules.easy_napoleonics.state import Board, State


class EasyCampaigns(CampaignGroup):
    """Battles of campaigns under Easy Napoleonics. The game counts no men: a unit's level says what it has lost."""

    minutes_per_turn = tables.MINUTES_PER_TURN
    result_words = tables.RESULT_WORDS
    grade_map = tables.GRADE_MAP
    most_units = MOST_UNITS

    def ground(self, encounter: Encounter) -> Board:
        return ground_of(encounter).board

    def setup(self, encounter: Encounter) -> Fielded:
        return setup_of(encounter)

    def turns_played(self, state: State) -> int:
        return state.turn

    def shares(self, state: State, side: SideId) -> tuple[Share | None, ...]:
        units = (unit for unit in state.units if unit.side == side)
        return tuple(None if unit.arrival is not None else tables.LOSSES[unit.level] for unit in units)

    def fates(self, state: State, side: SideId) -> Mapping[str, Fate]:
        lost = (leader for leader in state.leaders if leader.side == side and not leader.alive)
        return {leader.name: tables.REMOVED_LEADER for leader in lost}


CAMPAIGN = EasyCampaigns()
