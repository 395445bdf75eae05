"""Public news: what everybody may read of a campaign, without names of forces."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from battles.engine.words import does, in_sentence
from campaign.war.rules import events as e
from campaign.war.rules.battle.encounters import WEATHER_WORDS
from campaign.war.rules.state import CampaignState
from campaign.war.story import StoryLine, TurnStory, result_words
from campaign.war.words import place_in_words, side_name

PUBLIC: Final = (e.DayBegan, e.EngagementBegan, e.Settled, e.GarrisonFell, e.SideGaveUp, e.Ended)
"""Events that everybody may read if all sides do."""


def public_news(state: CampaignState, entries: Sequence[e.Entry]) -> list[TurnStory]:
    """The turns as everybody may read them: what all sides know anyway, without names of forces."""
    sides = [side.key for side in state.setup.sides]
    by_turn: dict[int, list[StoryLine]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry.event, PUBLIC) and (entry.audience is None or set(sides) <= set(entry.audience)):
            by_turn[entry.turn] += _news(state, entry)
    return [TurnStory(turn, tuple(lines), (), 0, ()) for turn, lines in sorted(by_turn.items())]


def _news(state: CampaignState, entry: e.Entry) -> Iterator[StoryLine]:
    event = entry.event
    if isinstance(event, e.DayBegan):
        yield StoryLine(entry.time, WEATHER_WORDS[event.weather], "CM-WEATHER-02")
    elif isinstance(event, e.EngagementBegan):
        where = place_in_words(state.setup.map, event.engagement.place)
        attacker, defender = (
            side_name(state.setup, key) for key in (event.engagement.attacker, event.engagement.defender)
        )
        who = f"{does(attacker, 'attacks', 'attack')} {in_sentence(defender)}"
        yield StoryLine(entry.time, f"{who} {where}.", "CM-ENG-01")
    elif isinstance(event, e.Settled):
        yield StoryLine(entry.time, result_words(state, event.result), "CM-ENG-07")
    elif isinstance(event, e.GarrisonFell):
        point = next(row.name for row in state.setup.map.points if row.id == event.point)
        yield StoryLine(
            entry.time, f"{point} surrenders to {in_sentence(side_name(state.setup, event.alliance))}.", "CM-WORK-03"
        )
    elif isinstance(event, e.SideGaveUp):
        yield StoryLine(entry.time, f"{does(side_name(state.setup, event.side), 'gives', 'give')} up.", "CM-WIN-02")
    elif isinstance(event, e.Ended):
        yield StoryLine(entry.time, event.verdict.reason, event.verdict.rule)
