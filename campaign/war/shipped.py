"""The maps and campaigns that come with the program."""

from functools import cache
from importlib import resources

from battles.engine.armies.facts import Army
from campaign.war.rules.files.campaign_file import CampaignFile, read_campaign
from campaign.war.rules.files.map_file import MapFile, read_map
from campaign.war.rules.files.start import army_of, begin
from campaign.war.rules.state import CampaignState

CAMPAIGNS = ("evening-1815", "first-campaign", "belgium-1815", "leipzig-1813")
"""Ids of the campaigns, the shortest first."""


@cache
def shipped_map(key: str) -> MapFile:
    """A map by its id."""
    return read_map(resources.files("campaign.war").joinpath(f"data/maps/{key}.json").read_bytes())


@cache
def shipped_campaign(key: str) -> CampaignFile:
    """A campaign by its id."""
    return read_campaign(resources.files("campaign.war").joinpath(f"data/campaigns/{key}.json").read_bytes())


@cache
def shipped_army(key: str) -> Army:
    """An army of the library that comes with the program, by the id of its file."""
    return army_of(shipped_army_file(key))


def shipped_army_file(key: str) -> bytes:
    """The ``oob/1`` file of an army that comes with the program."""
    return resources.files("armies").joinpath(f"data/oob/{key}.json").read_bytes()


def armies_of(file: CampaignFile) -> dict[str, Army]:
    """The shipped armies that a campaign names, by their ids."""
    keys = {formation.partition("/")[0] for row in file.forces + file.reinforcements for formation in row.formations}
    return {key: shipped_army(key) for key in sorted(keys)}


def shipped_state(key: str, system: str = "") -> CampaignState:
    """The state before the first turn of a shipped campaign."""
    file = shipped_campaign(key)
    return begin(file, shipped_map(file.map), armies_of(file), system)
