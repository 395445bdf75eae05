"""manage.py battle: fight a battle in the terminal, by computer players or people."""

import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from armies.management.command_support import WITHOUT_PAGES
from battles.ai.players import PLAYERS
from battles.ai.search import Player
from battles.engine.actions import LazyActions
from battles.engine.battle_file import write
from battles.engine.core import UMPIRE
from battles.engine.record import Record
from battles.engine.replay import log_lines
from battles.management.arguments import (
    Fault,
    add_player_words,
    add_setup_words,
    must_be_writable,
    player_of,
    secret_of,
    setup_of,
    system_of,
    write_whole,
)
from battles.management.terminal import Human, Stopped, indented_lines, outcome_words


class Command(BaseCommand):
    help = "Fight a battle in the terminal: two computer players, or people who choose from numbered lists."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: CommandParser) -> None:
        add_setup_words(parser)
        for side in "ab":
            parser.add_argument(
                f"--{side}",
                required=True,
                metavar="PLAYER",
                help=f"who plays side {side}: {', '.join(PLAYERS)} or human",
            )
        add_player_words(parser)
        parser.add_argument("--seed", type=int, metavar="N", help="the same number gives the same dice")
        parser.add_argument("--export", metavar="FILE", help="write the battle to a .battle file")
        parser.add_argument("--show", action="store_true", help="print the log as it grows, and the board at each turn")
        parser.add_argument("--reasons", action="store_true", help="with --show, print the reason for each action")

    def handle(self, *, system: str, export: str | None, seed: int | None, **words: Any) -> None:
        rules = system_of(system)
        if export:
            must_be_writable(export)
        setup, warnings = setup_of(
            rules, words["scenario"], words["army_a"], words["army_b"], words["option"], words["cards"]
        )
        secret = secret_of(seed)
        players = {side: self._player(rules, words[side], secret, side, words) for side in rules.sides}
        try:
            record = Record.new(rules, setup, secret, players={side: words[side] for side in rules.sides})
        except ValueError as error:
            raise Fault(str(error)) from error
        for warning in warnings:
            self.stdout.write(f"Note: {warning}")
        terminal_battle = _TerminalBattle(self, rules, record, players, words["show"], words["reasons"])
        terminal_battle.fight()
        self.stdout.write("")
        self.stdout.write(outcome_words(rules, record.state))
        if export:
            content = write(record)
            write_whole(export, content)
            self.stdout.write(f"{len(record.entries)} entries written to {export}.")

    def _player(self, rules: Any, name: str, secret: bytes, side: str, words: dict[str, Any]) -> Player:
        if name == "human":
            return Human(rules, self._ask, self.stdout.write)
        return player_of(rules, name, secret + side.encode(), words["seconds"], words["simulations"])

    def _ask(self, prompt: str) -> str:
        """The text that the player types; raises `Stopped` if the input has ended."""
        self.stdout.write(prompt, ending="")
        self.stdout.flush()
        typed = sys.stdin.readline()
        if not typed:
            raise Stopped
        return typed


class _TerminalBattle:
    """A battle in progress in a terminal, with its printed log."""

    def __init__(
        self, command: Command, rules: Any, record: Record[Any], players: dict[str, Player], show: bool, reasons: bool
    ) -> None:
        self.out = command.stdout
        self.rules = rules
        self.record = record
        self.players = players
        people = [side for side, player in players.items() if isinstance(player, Human)]
        self.show = show or bool(people)
        self.reasons = reasons
        self.viewer = people[0] if len(people) == 1 else "public" if people else UMPIRE
        self.started = time.monotonic()
        self.has_people = bool(people)

    def fight(self) -> None:
        """Play to the end, or until a person stops."""
        self._tell(self.rules.start(self.record.battle().header.setup), 0)
        turn = 0
        try:
            while sides := self.rules.deciding(self.record.state):
                now = getattr(self.record.state, "turn", 0)
                if self.show and now != turn:
                    turn = now
                    self._board()
                self._one(min(sides))
        except (Stopped, KeyboardInterrupt):
            self.out.write("\nThe battle was stopped.")
            return
        if self.show:
            self._board()

    def _one(self, side: str) -> None:
        """One decision of a side."""
        state = self.record.state
        self._call_time(state)
        state = self.record.state
        if side not in self.rules.deciding(state):
            return
        seen = self.rules.secrets.view(state, side)
        choice = self.players[side].choose(seen, LazyActions(self.rules.options, state, side))
        before = len(self.record.entries)
        self.record.play(side, choice.action)
        self._tell(state, before, f"{self.rules.text.side_name(state, side)}: {choice.why}")

    def _call_time(self, state: Any) -> None:
        """End the battle after the time limit if people play: the turn in progress is then the last."""
        limit = self.rules.time_limit(state)
        if not self.has_people or limit is None or time.monotonic() - self.started < limit * 60:
            return
        for option in self.rules.options(state, UMPIRE):
            before = len(self.record.entries)
            self.record.play(UMPIRE, option.actions[0])
            self._tell(state, before)

    def _tell(self, state: Any, entry: int, reason: str = "") -> None:
        if not self.show:
            return
        if reason and self.reasons:
            self.out.write(f"       [{reason}]")
        lines, _ = log_lines(self.rules, state, self.record.entries[entry], self.viewer)
        for line in lines:
            self.out.write(indented_lines(line))

    def _board(self) -> None:
        seen = self.rules.secrets.view(self.record.state, self.viewer)
        self.out.write("")
        self.out.write(self.rules.text.board(seen, self.out.isatty()))
