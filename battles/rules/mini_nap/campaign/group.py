"""The campaign group of Mini-Nap."""

from collections.abc import Mapping

from battles.engine.armies.group import Fielded
from battles.engine.campaign.encounter import Encounter, Fate
from battles.engine.campaign.group import PER_MILLE, CampaignGroup, Share
from battles.engine.core import SideId
from battles.rules.mini_nap.campaign import tables
from battles.rules.mini_nap.campaign.battle import setup_of
from battles.rules.mini_nap.campaign.ground import ground_of
from battles.rules.mini_nap.state import NONE, State, Table, Unit
from battles.rules.mini_nap.tables import MOST_UNITS


class MiniNapCampaigns(CampaignGroup):
    """Battles of campaigns under Mini-Nap. Lost strength points are lost men, in part."""

    minutes_per_turn = tables.MINUTES_PER_TURN
    result_words = tables.RESULT_WORDS
    grade_map = tables.GRADE_MAP
    most_units = MOST_UNITS

    def ground(self, encounter: Encounter) -> Table:
        return ground_of(encounter)[1]

    def setup(self, encounter: Encounter) -> Fielded:
        return setup_of(encounter)

    def turns_played(self, state: State) -> int:
        return state.turn

    def shares(self, state: State, side: SideId) -> tuple[Share | None, ...]:
        return tuple(share_of(unit) for unit in state.units if unit.side == side)

    def fates(self, state: State, side: SideId) -> Mapping[str, Fate]:
        gone = (stand for stand in state.stands if stand.side == side and stand.where == "removed")
        return {stand.name: tables.REMOVED_STAND for stand in gone if tables.REMOVED_STAND != "unhurt"}


def share_of(unit: Unit) -> Share | None:
    """What a unit lost; None for one that has not arrived.

    A unit that is destroyed or has left the table for good has lost all its points; one that retreated only those that
    it had lost before.
    """
    if unit.where == "waiting":
        return None
    fled = unit.where in tables.FLED
    lost = unit.start if fled else unit.start - unit.points
    guns = PER_MILLE if unit.crew_in != NONE else tables.GUNS_LOST[unit.where]
    return Share(tables.LOST_POINTS * lost // max(1, unit.start), guns, fled)


CAMPAIGN = MiniNapCampaigns()
