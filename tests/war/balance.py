"""Who wins a shipped campaign when computers play it: ``.venv/bin/python -m tests.war.balance evening-1815 200``.

Each alliance has each character in turn, so that all pairs of characters are played equally often.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import django

from campaign.war.rules.computer import CHARACTERS, PlayedTurn, play
from campaign.war.rules.dice import SeededCampaignDice
from campaign.war.rules.events import EngagementBegan, GunsHeard, Settled


class Game(NamedTuple):
    """Who won a campaign and how, its battles, men lost in them, and forces that heard the guns but came too late."""

    winner: str
    degree: str
    battles: int
    lost: int
    late: int


def games(template: str, first: int, count: int) -> Iterator[Game]:
    """Campaigns of the seeds ``first`` to ``first + count - 1``."""
    from campaign.war.services.creation import shipped_state

    start = shipped_state(template)
    alliances = sorted(start.setup.alliances)
    pairs = list(product(CHARACTERS, repeat=len(alliances)))
    for seed in range(first, first + count):
        chosen = dict(zip(alliances, pairs[seed % len(pairs)], strict=True))
        characters = {side.key: chosen[side.alliance] for side in start.setup.sides}
        yield game_of(list(play(start, characters, SeededCampaignDice(f"seed {seed}".encode()))))


def game_of(turns: list[PlayedTurn]) -> Game:
    """What became of a campaign."""
    events = [entry.event for turn in turns for entry in turn.entries]
    results = [event.result for event in events if isinstance(event, Settled)]
    began = [event.engagement for event in events if isinstance(event, EngagementBegan)]
    engaged = {(row.force, each.id) for each in began for row in (*each.attackers, *each.defenders)}
    heard = {(event.force, event.engagement) for event in events if isinstance(event, GunsHeard) and event.heard}
    verdict = turns[-1].state.verdict
    return Game(
        winner=verdict.winner if verdict else "",
        degree=verdict.degree if verdict else "",
        battles=len(results),
        lost=sum(row.men for result in results for row in result.losses),
        late=len(heard - engaged),
    )


def main(template: str, count: int = 200, first: int = 0) -> None:
    """Play and print the shares of wins and draws, and what a campaign had on average."""
    played = list(games(template, first, count))
    say = sys.stdout.write
    for (winner, degree), number in sorted(Counter((game.winner, game.degree) for game in played).items()):
        say(f"{f'{winner} {degree}'.strip()}: {number} of {len(played)}\n")
    battles = sum(game.battles for game in played)
    say(
        f"battles: {battles / len(played):.1f} in a campaign, {sum(game.lost for game in played) // max(1, battles):,} "
    )
    say(f"men lost in each; {sum(game.late for game in played) / len(played):.1f} forces came too late for one\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.project.settings")
    django.setup()
    main(sys.argv[1], *(int(word) for word in sys.argv[2:4]))
