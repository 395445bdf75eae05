"""Computer players as commands name them."""

import time
from argparse import ArgumentParser
from typing import Any

from battles.ai.players import PLAYERS, Player
from battles.management.faults import Fault


def add_player_words(parser: ArgumentParser) -> None:
    """The words that say how long a player may think."""
    parser.add_argument("--seconds", type=float, metavar="S", help="seconds that marshal may think over a decision")
    parser.add_argument(
        "--simulations", type=int, metavar="N", help="turns that marshal plays out, in place of seconds"
    )


def player_of(rules: Any, name: str, seed: bytes, seconds: float | None, simulations: int | None) -> Player:
    """The computer player of that name.

    Raises:
        Fault: there is none, or its budget is no budget.
    """
    factory = PLAYERS.get(name)
    if factory is None:
        raise Fault(f"There is no player {name[:40]!r}; there are {', '.join(PLAYERS)}.")
    try:
        return factory(rules, seed, seconds=seconds, simulations=simulations, clock=time.perf_counter)
    except ValueError as error:
        raise Fault(str(error)) from error
