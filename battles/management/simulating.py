"""Many battles by computer players: each on dice of its own, so that any number of jobs gives the same answer."""

import hashlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from math import sqrt
from typing import Any, Final

from msgspec import Struct

from battles.ai.match import fight
from battles.engine import registry
from battles.engine.codec import decode, encode
from battles.management.players import player_of

Z: Final = 1.959963984540054
"""Standard deviations of a 95 % interval."""

MOST_AT_ONCE: Final = 4
"""Battles that a process is given at a time: few, so that none is still at work when the others have ended."""


class Task(Struct, frozen=True):
    """What every battle has in common; ``setup`` is its JSON, so that any process can read it."""

    system: str
    setup: bytes
    players: dict[str, str]
    secret: bytes
    swap: bool
    seconds: float | None
    simulations: int | None


class Result(Struct, frozen=True):
    """One battle: who won by the seat of the player ("a" is the one named first), how, and what it cost each."""

    number: int
    winner: str | None
    reason: str
    turns: int
    decisions: int
    lost: dict[str, int]
    points: dict[str, int]


def one(task: Task, number: int) -> Result:
    """Battle ``number`` of a task. Where sides are swapped, every second one has the players the other way round."""
    system = registry.load(task.system)
    setup = _setup(task.system, task.setup)
    secret = hashlib.blake2b(number.to_bytes(8, "big"), key=task.secret, digest_size=32).digest()
    swapped = task.swap and number % 2 == 1
    seat = dict(zip(system.sides, reversed(system.sides), strict=True)) if swapped else {}
    players = {
        side: player_of(
            system,
            task.players[seat.get(side, side)],
            secret + seat.get(side, side).encode(),
            task.seconds,
            task.simulations,
        )
        for side in system.sides
    }
    record = fight(system, setup, players, secret)
    outcome = record.outcome
    if outcome is None:
        raise AssertionError("a battle ended without an outcome")
    told = system.tally(record.state)
    return Result(
        number,
        seat.get(outcome.winner, outcome.winner) if outcome.winner else None,
        outcome.reason,
        told.turns,
        len(record.entries) - 1,
        {seat.get(side, side): count for side, count in told.lost.items()},
        {seat.get(side, side): count for side, count in told.points.items()},
    )


@lru_cache(maxsize=4)
def _setup(system: str, content: bytes) -> Any:
    """The set-up of a task, read once in a process: the rules keep what they have worked out for one set-up."""
    return decode(content, registry.load(system).setup_type)


def run(task: Task, battles: int, jobs: int) -> Iterator[Result]:
    """Every battle's result, in no fixed order where there is more than one job.

    The first battle is fought here even then: what it works out of the rules need not be worked out again by each
    process, where processes begin as a copy of this one.
    """
    if jobs == 1 or battles == 1:
        yield from (one(task, number) for number in range(battles))
        return
    yield one(task, 0)
    with ProcessPoolExecutor(jobs) as pool:
        size = max(1, min(MOST_AT_ONCE, battles // (16 * jobs)))
        yield from pool.map(partial(one, task), range(1, battles), chunksize=size)


def setup_bytes(setup: Any) -> bytes:
    """A set-up as any process can read it."""
    return encode(setup)


def interval(successes: int, tries: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not tries:
        return 0.0, 1.0
    share, z2 = successes / tries, Z * Z
    middle = share + z2 / (2 * tries)
    spread = Z * sqrt(share * (1 - share) / tries + z2 / (4 * tries * tries))
    scale = 1 + z2 / tries
    return (middle - spread) / scale, (middle + spread) / scale


def summary(results: list[Result], players: Mapping[str, str]) -> dict[str, Any]:
    """Wins with their intervals, ends by reason, length and losses; the same for the same results in any order."""
    results = sorted(results, key=lambda result: result.number)
    count = len(results)
    wins = {side: sum(result.winner == side for result in results) for side in players}
    reasons: dict[str, int] = {}
    for result in results:
        reasons[result.reason] = reasons.get(result.reason, 0) + 1
    return {
        "battles": count,
        "players": {
            side: {
                "player": name,
                "wins": wins[side],
                "share": round(wins[side] / count, 4),
                "interval": [round(bound, 4) for bound in interval(wins[side], count)],
                "units_lost": round(sum(result.lost[side] for result in results) / count, 2),
                "points": round(sum(result.points[side] for result in results) / count, 2),
            }
            for side, name in players.items()
        },
        "nobody": count - sum(wins.values()),
        "ends": dict(sorted(reasons.items())),
        "turns": _spread([result.turns for result in results]),
        "decisions": _spread([result.decisions for result in results]),
    }


def _spread(numbers: list[int]) -> dict[str, float]:
    return {"mean": round(sum(numbers) / len(numbers), 2), "least": min(numbers), "most": max(numbers)}
