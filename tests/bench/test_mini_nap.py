"""Mini-Nap beside python-chess in the same run: lists of manoeuvres, random play, and battles of greedy players."""

import time

import numpy as np
import pytest
from msgspec.structs import replace

from battles.ai import Greedy, fight, player
from battles.engine.actions import LazyActions
from battles.engine.record import Record
from battles.engine.rng import Chances
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.scenario import files
from battles.rules.mini_nap.scenario.check import misplacements
from battles.rules.mini_nap.scenario.files import sample_force
from battles.rules.mini_nap.state import DivisionForce, Force, State
from battles.rules.mini_nap.system import SYSTEM
from tests.bench.measures import WELL_UNDER, chess_game, rate
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, recruit

pytestmark = pytest.mark.bench

AT_MOST = 740
"""Decisions of chess that a list of the manoeuvres of eight units may cost, with eighty units on the table: 20 ms where
one takes 27 us."""

JUDGING_AT_MOST = 1_000
"""Decisions of chess that it may cost to judge such a list."""

FIRE_AT_MOST = 800
"""Decisions of chess that a list of shots may cost on ground full of units."""

PLACED_AT_MOST = 250
"""Decisions of chess that it may cost to find what is wrong with where eighty units stand."""

KINDS = (
    ("line_infantry", "line"),
    ("line_infantry", "column"),
    ("light_infantry", "skirmish_line"),
    ("heavy_cavalry", "line"),
    ("light_cavalry", "line"),
    ("line_infantry", "line"),
    ("line_infantry", "line"),
    ("foot_artillery", "battery"),
)
LINES, ROUNDS = 5, 7

DIVISIONS = 3

RANDOM_AT_LEAST = 0.1
"""Decisions of random play for each decision of chess."""

CORPS_AT_MOST = 900_000
"""Decisions of chess that a battle of two Corps between greedy players may cost: half a minute of 30,000 a second."""


def army(side: str, chance: np.random.Generator, apart: int = 18, top: int = 100) -> Force:
    """Five Brigades of eight units, one behind the other; the units of each are so many centimetres apart."""
    brigades = []
    for line in range(LINES):
        units = []
        for place, (kind, formation) in enumerate(KINDS):
            x = 20 + apart * place + chance.integers(0, 60) / 10
            y = (20 + 8 * line if side == "a" else top - 8 * line) + chance.integers(0, 20) / 10
            facts = {"weight": "medium", "points": 4} if kind == "foot_artillery" else {}
            units.append(recruit(f"{side}{line}{place}", kind, (x, y), 0 if side == "a" else 180, formation, **facts))
        brigades.append(brigade(*units, name=f"{side}{line}", kind="mixed"))
    return force(*brigades)


def position() -> State:
    """Eighty units on the table; the foremost Brigade of side a manoeuvres."""
    chance = np.random.default_rng(3)
    return as_new(battle(army("a", chance), army("b", chance), step="manoeuvre", brigade=LINES - 1))


def dense() -> State:
    """Eighty units close together; the foremost Brigade of side a fires."""
    chance = np.random.default_rng(3)
    return as_new(battle(army("a", chance, 13, 104), army("b", chance, 13, 104), step="fire", brigade=LINES - 1))


def as_new(state: State) -> State:
    """An equal state of which nothing is kept; all of its units are in command."""
    return replace(state, units=tuple(replace(unit, command="in") for unit in state.units))


def corps(name: str) -> Force:
    """A Corps of 42 units in three Divisions."""
    made = sample_force(name)
    (division,) = made.corps[0].divisions
    divisions = [_numbered(division, number) for number in range(DIVISIONS)]
    divisions[-1] = replace(divisions[-1], brigades=divisions[-1].brigades[:2])
    return replace(made, corps=(replace(made.corps[0], divisions=tuple(divisions)),))


def _numbered(division: DivisionForce, number: int) -> DivisionForce:
    """A Division with names of its own."""
    return replace(
        division,
        name=f"{division.name} {number}",
        commander=f"{division.commander} {number}",
        brigades=tuple(
            replace(
                each,
                name=f"{each.name} {number}",
                commander=f"{each.commander} {number}",
                units=tuple(replace(unit, name=f"{unit.name} of {number}") for unit in each.units),
            )
            for each in division.brigades
        ),
    )


def random_battle(chances: Chances) -> int:
    """Decisions of one random battle of two Divisions, with its lists, refusals and record."""
    record = Record.new(SYSTEM, SYSTEM.scenarios.load("division_meeting"), chances.below(2**32).to_bytes(32, "big"))
    players = {side: player("random", SYSTEM, chances.below(2**32).to_bytes(4, "big")) for side in SYSTEM.sides}
    while sides := SYSTEM.deciding(record.state):
        side = min(sides)
        view, options = SYSTEM.secrets.view(record.state, side), LazyActions(SYSTEM.options, record.state, side)
        record.play(side, players[side].choose(view, options).action)
    return len(record.entries) - 1


def test_random_play_keeps_its_pace_beside_chess() -> None:
    random_battle(Chances(b"warm"))
    best = 0.0
    for attempt in range(3):
        seed = bytes([attempt])
        best = max(best, rate(random_battle, 3.0, seed) / rate(chess_game, 1.0, seed))
        if WELL_UNDER * best >= RANDOM_AT_LEAST:
            break
    print(f"random play: {best:.4f} decisions for one of chess")  # noqa: T201
    assert best >= RANDOM_AT_LEAST


def test_a_battle_of_corps_between_greedy_players_ends_within_a_minute() -> None:
    setup = files.open_setup(corps("Blue"), corps("Red"), Rules(), "Two corps")
    start = time.process_time()
    record = fight(SYSTEM, setup, {side: Greedy(SYSTEM) for side in SYSTEM.sides}, bytes(32))
    cost = time.process_time() - start
    decisions = cost * rate(chess_game, 1.0, b"corps")
    print(f"a battle of corps: {cost:.1f} s, {decisions:.0f} decisions of chess")  # noqa: T201
    assert record.outcome is not None
    assert decisions <= CORPS_AT_MOST


def test_judging_a_manoeuvre_costs_no_more_than_so_many_decisions_of_chess() -> None:
    state = position()
    least = float("inf")
    for _ in range(ROUNDS):
        fresh = as_new(state)
        found = SYSTEM.options(fresh, "a")
        start = time.process_time()
        SYSTEM.ai.evaluator(fresh, "a").best(found)
        least = min(least, time.process_time() - start)
    cost = least * rate(chess_game, 1.0, b"mini-nap")
    print(f"judging of {least * 1000:.0f} ms: {cost:.0f} decisions of chess")  # noqa: T201
    assert cost <= JUDGING_AT_MOST


def test_listing_manoeuvres_costs_no_more_than_so_many_decisions_of_chess() -> None:
    state = position()
    least = float("inf")
    for _ in range(ROUNDS):
        fresh = as_new(state)
        start = time.process_time()
        found = turn.current_handler(fresh).options(fresh, "a")
        least = min(least, time.process_time() - start)
    assert sum(len(option.actions) for option in found) > 8 * 10
    cost = least * rate(chess_game, 1.0, b"mini-nap")
    print(f"a list of {least * 1000:.0f} ms: {cost:.0f} decisions of chess")  # noqa: T201
    assert cost <= AT_MOST


def test_listing_shots_costs_no_more_than_so_many_decisions_of_chess() -> None:
    state = dense()
    least = float("inf")
    for _ in range(ROUNDS):
        fresh = as_new(state)
        start = time.process_time()
        found = turn.current_handler(fresh).options(fresh, "a")
        least = min(least, time.process_time() - start)
    assert any(option.kind == "fire" for option in found)
    cost = least * rate(chess_game, 1.0, b"mini-nap")
    print(f"shots of {least * 1000:.0f} ms: {cost:.0f} decisions of chess")  # noqa: T201
    assert cost <= FIRE_AT_MOST


def test_finding_who_is_misplaced_costs_no_more_than_so_many_decisions_of_chess() -> None:
    setup = position().setup
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        faults = list(misplacements(setup))
        least = min(least, time.process_time() - start)
    assert not any("each other" in str(fault) for fault in faults)
    cost = least * rate(chess_game, 1.0, b"mini-nap")
    print(f"places of {least * 1000:.0f} ms: {cost:.0f} decisions of chess")  # noqa: T201
    assert cost <= PLACED_AT_MOST
