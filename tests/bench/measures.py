"""What a speed is measured against."""

import time
from collections.abc import Callable
from typing import Any

import chess

from armies.models import Army
from battles.engine.rng import Chances


def chess_game(chances: Chances) -> int:
    """Decisions of one game of random chess."""
    board, count = chess.Board(), 0
    while True:
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock >= 100 or board.is_insufficient_material():
            return count
        board.push(chances.choice(moves))
        count += 1


def rate(play: Callable[[Chances], int], seconds: float, seed: bytes) -> float:
    """Decisions in a second of processor time."""
    chances, count, start = Chances(seed), 0, time.process_time()
    while time.process_time() - start < seconds:
        count += play(chances)
    return count / (time.process_time() - start)


def ratio(act: Callable[[], Any], anchor: Callable[[], Any], rounds: int = 25, most: float = 0.0) -> float:
    """Return the CPU of ``act`` over that of ``anchor``: the least of ``rounds`` taken in turn, at many stack depths.

    Python keeps frames in chunks of 16 KB. Where a page's busiest calls begin just at the end of one, each asks the
    system for another chunk and gives it back: up to 1,200 page faults a request, and twice its CPU. How deep the
    stack is says where a test runs, and nothing of the page.

    A ratio that is well under ``most`` after ``ENOUGH`` rounds needs no more.
    """
    least = [float("inf"), float("inf")]
    for number in range(rounds):
        depth = FRAMES_OF_A_CHUNK * (number * STRIDE % rounds) // rounds
        for index, run in enumerate((act, anchor)):
            least[index] = min(least[index], at_depth(depth, cpu_of, run))
        if number + 1 >= ENOUGH and least[0] <= WELL_UNDER * most * least[1]:
            break
    return least[0] / least[1]


ENOUGH, WELL_UNDER = 6, 0.95

STRIDE = 7
"""The first few rounds are spread over a chunk as all of them are. No number of rounds is a multiple of it."""


FRAMES_OF_A_CHUNK = 150
"""So many frames of ``at_depth`` fill a chunk of Python's stack."""


def at_depth(frames: int, measure: Callable[[Callable[[], Any]], float], run: Callable[[], Any]) -> float:
    """What ``measure`` says of ``run``, called from so many frames further down."""
    return at_depth(frames - 1, measure, run) if frames else measure(run)


def cpu_of(run: Callable[[], Any]) -> float:
    """Seconds of CPU for three times ``run``."""
    start = time.process_time()
    for _ in range(3):
        run()
    return time.process_time() - start


def fill(count: int, **facts: Any) -> None:
    """``count`` public armies without elements."""
    rows = [
        Army(
            name=f"Army {n:05}",
            commander="General Reille",
            battle="Quatre Bras",
            visibility="public",
            nation="FR",
            **facts,
        )
        for n in range(count)
    ]
    Army.objects.bulk_create(rows, batch_size=500)
