"""A campaign played by computer commanders alone (CM-AI-03)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.battle import quick
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.computer.briefing import briefing
from campaign.war.rules.computer.commander import Character, Decision, decisions
from campaign.war.rules.dice import CampaignDice
from campaign.war.rules.events import Entry
from campaign.war.rules.evolve import evolve
from campaign.war.rules.resolution import resolve_turn
from campaign.war.rules.settlement import settle
from campaign.war.rules.state import CampaignState, Engagement, TurnOrders


class PlayedTurn(NamedTuple):
    """One turn: what was decided, what the ledger gained, and the state after it."""

    turn: int
    decisions: tuple[Decision, ...]
    entries: tuple[Entry, ...]
    state: CampaignState


def commanded(state: CampaignState, characters: Mapping[str, Character]) -> tuple[Decision, ...]:
    """What the computer commanders of some sides decide now, without what the rules refuse."""
    rows = [
        (side, row)
        for side, character in sorted(characters.items())
        if side not in state.given_up
        for row in decisions(briefing(state, side), character)
    ]
    return tuple(row for side, row in rows if refuse(state, side, row.order) is None)


def play(
    state: CampaignState, characters: Mapping[str, Character], dice: CampaignDice, most_turns: int = 1000
) -> Iterator[PlayedTurn]:
    """Turn after turn to the end of the campaign; battles are settled quickly."""
    for _ in range(most_turns):
        if state.phase == "over":
            return
        turn = state.turn
        chosen = commanded(state, characters)
        resolved = resolve_turn(state, TurnOrders(orders=tuple(row.order for row in chosen)), dice)
        entries = list(resolved.entries)
        state = resolved.state
        while state.phase == "engagements":
            engagement = next_engagement(state)
            result = quick.settle(state, engagement, Act(state, dice).roll)
            for entry in settle(state, result, dice):
                state = evolve(state, entry)
                entries.append(entry)
        yield PlayedTurn(turn, chosen, tuple(entries), state)


def next_engagement(state: CampaignState) -> Engagement:
    """The open engagement that began first: it is settled next (CM-TIME-05)."""
    rows = [row for row in state.engagements.values() if row.status == "open"]
    return min(rows, key=lambda row: (row.begins, row.id))
