"""Computer players as commands name them."""

import time
from argparse import ArgumentParser
from typing import Any

from battles.ai.choice import Player
from battles.ai.players import player
from battles.ai.search import SECONDS
from battles.management.faults import Fault


def add_player_words(parser: ArgumentParser) -> None:
    """The words that say how long a player may think."""
    parser.add_argument("--seconds", type=float, metavar="S", help="seconds that marshal may think over a decision")
    parser.add_argument("--simulations", type=int, metavar="N", help="turns that it plays out, in place of seconds")


def player_of(rules: Any, name: str, seed: bytes, seconds: float | None, simulations: int | None) -> Player:
    """The computer player of that name; a marshal by the clock, unless it is given a number of turns to play out.

    Raises:
        Fault: there is none, or its budget is no budget.
    """
    try:
        if simulations is not None and seconds is not None:
            raise Fault("A marshal has --seconds or --simulations, not both.")
        if simulations is not None:
            return player(name, rules, seed, simulations=simulations)
        budget = SECONDS if seconds is None else seconds
        return player(name, rules, seed, clock=time.perf_counter, seconds=budget)
    except ValueError as error:
        raise Fault(str(error)) from error
