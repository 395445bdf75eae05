"""manage.py campaign: stored campaigns in the terminal; ``play`` lets computers play a shipped one to its end."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from campaign.war import terminal
from campaign.war.rules.calendar import moment
from campaign.war.rules.computer import CHARACTERS, Character, PlayedTurn, play
from campaign.war.rules.dice import SeededCampaignDice
from campaign.war.rules.events import EngagementBegan, OrderDropped, Settled
from campaign.war.rules.state import CampaignState
from campaign.war.services.creation import CAMPAIGNS, shipped_state

DEFAULT: Character = "steady"
PLAY_HELP = "play a shipped campaign by computer commanders alone; battles are settled quickly"


class Command(BaseCommand):
    """``manage.py campaign new`` and so on; ``play --template evening-1815 --side french=bold --seed 7 [--json]``."""

    help = "Create, show, order, resolve, settle, verify, export and import campaigns; or let computers play one."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        terminal.add_actions(actions)
        player = actions.add_parser("play", help=PLAY_HELP)
        player.add_argument("--template", choices=CAMPAIGNS, default=CAMPAIGNS[0])
        player.add_argument(
            "--side", action="append", default=[], metavar="SIDE=CHARACTER", help=f"one of {', '.join(CHARACTERS)}"
        )
        player.add_argument("--seed", type=int, default=1)
        player.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        action = options.get("action") or "play"
        if action in terminal.ACTIONS:
            terminal.run(action, self.stdout.write, options)
            return
        state = shipped_state(options["template"])
        characters = characters_of(state, options.get("side") or [])
        dice = SeededCampaignDice(f"seed {options['seed'] or 0}".encode())
        turns = list(play(state, characters, dice))
        if options.get("json"):
            played = {
                "template": options["template"],
                "seed": options["seed"],
                "characters": characters,
                "turns": [as_json(turn) for turn in turns],
                "verdict": verdict_of(turns[-1].state),
            }
            self.stdout.write(json.dumps(played, ensure_ascii=False, indent=1))
            return
        for turn in turns:
            self.stdout.write("\n".join(lines_of(turn)))
        self.stdout.write(ending_of(turns[-1].state))


def characters_of(state: CampaignState, given: list[str]) -> dict[str, Character]:
    """The character of each side; those that are not named are steady.

    Raises:
        CommandError: a side or character that there is not.
    """
    characters: dict[str, Character] = {side.key: DEFAULT for side in state.setup.sides}
    for text in given:
        side, _, character = text.partition("=")
        if side not in characters:
            raise CommandError(f"There is no side {side}; there are {', '.join(characters)}.")
        if character not in CHARACTERS:
            raise CommandError(f"Write {side}= and one of {', '.join(CHARACTERS)}.")
        characters[side] = character
    return characters


def battles_of(turn: PlayedTurn) -> list[str]:
    """A sentence for each battle of a turn."""
    state = turn.state
    points = {point.id: point.name for point in state.setup.map.points}
    began = {
        row.event.engagement.id: row.event.engagement for row in turn.entries if isinstance(row.event, EngagementBegan)
    }
    sentences = []
    for entry in turn.entries:
        if isinstance(entry.event, Settled):
            result = entry.event.result
            engagement = began[result.engagement]
            lost = sum(row.men for row in result.losses)
            where, when = points[engagement.ground.point], moment(state.setup.date, engagement.begins)
            end = f"{result.winner} wins" if result.winner else "undecided"
            sentences.append(f"Battle of {where}, {when}: {engagement.attacker} attacks; {end}; {lost:,} men lost.")
    return sentences


def lines_of(turn: PlayedTurn) -> list[str]:
    """A turn as lines of text: what was decided and what came of it."""
    state = turn.state
    lines = ["", f"Turn {turn.turn}, to {moment(state.setup.date, state.time)}"]
    lines += [f"  {row.reason}" for row in turn.decisions]
    lines += [f"  ! {row.event.reason}" for row in turn.entries if isinstance(row.event, OrderDropped)]
    return lines + [f"  {sentence}" for sentence in battles_of(turn)]


def as_json(turn: PlayedTurn) -> dict[str, Any]:
    """A turn as plain values."""
    return {
        "turn": turn.turn,
        "ends": moment(turn.state.setup.date, turn.state.time),
        "orders": {row.order.force: row.reason for row in turn.decisions},
        "battles": battles_of(turn),
        "entries": len(turn.entries),
    }


def verdict_of(state: CampaignState) -> dict[str, Any]:
    """How the campaign ended, as plain values."""
    verdict = state.verdict
    if verdict is None:
        return {}
    return {
        "winner": verdict.winner,
        "degree": verdict.degree,
        "points": dict(verdict.points),
        "reason": verdict.reason,
    }


def ending_of(state: CampaignState) -> str:
    """How the campaign ended, in a sentence."""
    verdict = state.verdict
    if verdict is None:
        return "The campaign goes on."
    points = ", ".join(f"{alliance} {number}" for alliance, number in verdict.points.items())
    end = f"a {verdict.degree} victory of {verdict.winner}" if verdict.winner else "a draw"
    return f"\n{verdict.reason} It is {end}. Victory points: {points}."
