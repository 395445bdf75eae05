"""The engine beside python-chess in the same run: list the legal moves, choose one at random, play it."""

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import pytest
from msgspec.structs import replace

from battles.ai.players import fight, player
from battles.engine.record import Record
from battles.engine.rng import Chances
from battles.management.simulation import Task, run, setup_bytes
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.odds.exact import bands_of, melee_table
from battles.rules.easy_napoleonics.rules import DEFAULTS, book_of
from battles.rules.easy_napoleonics.scenario import files
from tests.bench.measures import WELL_UNDER, chess_game, rate

pytestmark = pytest.mark.bench

FLOOR = 0.4
"""Decisions of a random battle for each decision of chess."""

ROUNDS = 3

SHARED_AT_LEAST = 0.75
"""Of what two processes gain at chess, what `simulate` gains on two."""

GREEDY_AT_MOST = 1200
"""Decisions of chess that a battle between two greedy players may cost."""


def random_battle(setup: files.Setup, chances: Chances) -> int:
    """Decisions of one random battle, with its complete lists, refusals and record."""
    record = Record.new(SYSTEM, setup, chances.below(2**32).to_bytes(32, "big"))
    while sides := SYSTEM.deciding(record.state):
        side = min(sides)
        options = SYSTEM.options(record.state, side)
        place = chances.below(sum([len(option.actions) for option in options]))
        for option in options:
            if place < len(option.actions):
                record.play(side, option.actions[place])
                break
            place -= len(option.actions)
    return len(record.entries) - 1


def test_random_battles_keep_pace_with_chess() -> None:
    setup = SYSTEM.scenarios.load("meeting")
    random_battle(setup, Chances(b"warm"))
    best = 0.0
    for turn in range(ROUNDS):
        seed = bytes([turn])
        battles = rate(lambda chances: random_battle(setup, chances), 1.5, seed)
        best = max(best, battles / rate(chess_game, 1.0, seed))
        if WELL_UNDER * best >= FLOOR:
            break
    print(f"random play: {best:.2f} decisions for one of chess")  # noqa: T201
    assert best >= FLOOR


def test_the_melee_table_costs_less_than_fifty_decisions_of_chess() -> None:
    bands = bands_of(book_of(DEFAULTS))
    table, anchor = float("inf"), float("inf")
    for turn in range(ROUNDS):
        start = time.process_time()
        rows = melee_table(bands)
        table = min(table, time.process_time() - start)
        assert len(rows) == 324
        anchor = min(anchor, 50 / rate(chess_game, 0.3, bytes([turn])))
    print(f"melee table: {table / anchor:.2f} of fifty decisions of chess")  # noqa: T201
    assert table < anchor


def test_a_state_that_search_goes_on_from_costs_next_to_nothing() -> None:
    """A state is a value: to keep one and go on from it, nothing is copied; one changed unit makes a new one."""
    state = Record.new(SYSTEM, SYSTEM.scenarios.load("quatre_bras"), bytes(32)).state
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(10_000):
            units = state.units
            replace(state, units=(*units[:7], replace(units[7], level="fair"), *units[8:]))
        least = min(least, (time.process_time() - start) / 10_000)
    anchor = 1 / rate(chess_game, 0.5, b"clone")
    print(f"a changed state: {1e6 * least:.2f} us, {least / anchor:.3f} of a decision of chess")  # noqa: T201
    assert least < anchor * 8 / 22


def test_a_battle_of_greedy_players_costs_no_more_than_so_many_decisions_of_chess() -> None:
    setup = SYSTEM.scenarios.load("meeting")
    greedy_battle(setup, 0)
    least = float("inf")
    for turn in range(ROUNDS):
        start = time.process_time()
        for number in range(5):
            greedy_battle(setup, 5 * turn + number)
        cost = (time.process_time() - start) / 5
        least = min(least, cost * rate(chess_game, 0.5, bytes([turn])))
    print(f"a battle of greedy players: {least:.0f} decisions of chess")  # noqa: T201
    assert least <= GREEDY_AT_MOST


def greedy_battle(setup: files.Setup, number: int) -> None:
    """A battle between two greedy players, on dice of its own number."""
    fight(SYSTEM, setup, {side: player("greedy", SYSTEM, b"") for side in SYSTEM.sides}, number.to_bytes(32, "big"))


def test_two_processes_simulate_as_much_faster_as_two_processes_play_chess() -> None:
    """Beside chess, because two processors of a machine are not always twice one."""
    setup = setup_bytes(SYSTEM.scenarios.load("village"))
    task = Task(SYSTEM.key, setup, {"a": "greedy", "b": "greedy"}, bytes(32), False, None, 1)
    best = 0.0
    for _ in range(2):
        one, two = (clocked(lambda jobs=jobs: list(run(task, 48, jobs))) for jobs in (1, 2))
        alone, together = (clocked(lambda jobs=jobs: chess_on(jobs)) for jobs in (1, 2))
        best = max(best, (one / two) / (2 * alone / together))
        if best >= SHARED_AT_LEAST:
            break
    print(f"simulate on two processes: {best:.2f} of what chess gains")  # noqa: T201
    assert best >= SHARED_AT_LEAST


def clocked(act: Callable[[], object]) -> float:
    """Seconds on the clock."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def chess_on(jobs: int) -> None:
    """Four games of chess in each of so many processes."""
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(chess_games, range(jobs)))


def chess_games(seed: int) -> int:
    """Decisions of some games of chess."""
    chances = Chances(bytes([7]))
    return sum(chess_game(chances) for _ in range(60))
