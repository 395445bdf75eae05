"""What a computer commander is told: the view of its side and the public facts, nothing else (CM-AI-01)."""

from collections.abc import Mapping

from msgspec import Struct

from campaign.war.rules.campaign_map import CampaignMap
from campaign.war.rules.settings import Settings
from campaign.war.rules.state import CampaignState, Formation, Objective
from campaign.war.rules.view import CampaignView, view


class Briefing(Struct, frozen=True):
    """A side's view, the map, the settings, the objectives, its own formations, and the public times."""

    view: CampaignView
    map: CampaignMap
    settings: Settings
    objectives: tuple[Objective, ...]
    formations: Mapping[str, Formation]
    alliances: Mapping[str, str]
    date: str
    start: int
    end: int


def briefing(state: CampaignState, side: str) -> Briefing:
    """What the commander of ``side`` is told now."""
    setup = state.setup
    seen = view(state, side)
    own = {key for row in seen.forces for key in row.force.formations}
    return Briefing(
        view=seen,
        map=setup.map,
        settings=setup.settings,
        objectives=setup.objectives,
        formations={key: setup.formations[key] for key in sorted(own)},
        alliances={row.key: row.alliance for row in setup.sides},
        date=setup.date,
        start=setup.start,
        end=setup.end,
    )
