"""Bearings: the table of sines, the nearest bearing, ways."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.kits.open_table import GRAINS, SCALE, bearing_of, path, path_between, steps_of, to_place, turn_between
from battles.kits.open_table.footprints import DIRECTIONS, SINES


def test_every_machine_has_the_same_sines() -> None:
    """A sine of the standard library is true to a few parts in 10**16: none here is so near the middle of two."""
    for tenths in range(901):
        exact = math.sin(math.radians(tenths / 10)) * SCALE
        assert abs(exact % 1 - 0.5) > 1e-6
        assert abs(SINES[tenths] - exact) < 0.5


def test_directions_are_symmetric_and_quarter_turns_exactly_square() -> None:
    for bearing, (sine, cosine) in enumerate(DIRECTIONS):
        assert DIRECTIONS[(bearing + 900) % 3600] == (cosine, -sine)
        assert DIRECTIONS[-bearing % 3600] == (-sine, cosine)
        assert abs(sine * sine + cosine * cosine - SCALE * SCALE) < 2 * SCALE
    assert DIRECTIONS[0] == (0, SCALE)
    assert DIRECTIONS[300][0] == SCALE // 2


@pytest.mark.parametrize(
    ("dx", "dy", "bearing"),
    [(0, 5, 0), (5, 0, 900), (0, -1, 1800), (-3, 0, 2700), (7, 7, 450), (-1, 1, 3150), (0, 0, 0)],
)
def test_bearings_run_clockwise_from_up(dx: int, dy: int, bearing: int) -> None:
    assert bearing_of(dx, dy) == bearing


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_the_nearest_bearing_is_the_nearest(dx: int, dy: int) -> None:
    if dx or dy:
        off = (math.degrees(math.atan2(dx, dy)) * 10 - bearing_of(dx, dy) + 1800) % 3600 - 1800
        assert abs(off) <= 0.5 + 1e-3


@given(st.integers(0, 3599))
def test_every_bearing_is_its_own_nearest(bearing: int) -> None:
    assert bearing_of(*DIRECTIONS[bearing]) == bearing


def test_halfway_between_two_bearings_the_clockwise_one_is_taken() -> None:
    for bearing, (x, y) in enumerate(DIRECTIONS):
        next_x, next_y = DIRECTIONS[(bearing + 1) % 3600]
        assert bearing_of(x + next_x, y + next_y) == (bearing + 1) % 3600


@pytest.mark.parametrize(
    ("start", "end", "turn"), [(0, 900, 900), (900, 0, -900), (0, 1800, 1800), (1800, 0, 1800), (3500, 100, 200)]
)
def test_the_shorter_turn_is_taken_and_half_a_turn_is_to_the_right(start: int, end: int, turn: int) -> None:
    assert turn_between(start, end) == turn


@given(st.integers(-3600, 3600), st.integers(1, 100))
def test_steps_of_a_turn_lead_from_none_to_all_of_it(turn: int, step: int) -> None:
    steps = steps_of(turn, step)
    assert (steps[0], steps[-1]) == (0, turn)
    assert all(abs(after - before) <= step for before, after in pairwise(steps))


@given(st.integers(0, 3599), st.integers(0, 20000))
def test_a_way_is_as_long_as_it_says(bearing: int, length: int) -> None:
    way = path(bearing, length)
    over = Fraction(way.dx * way.dx + way.dy * way.dy, GRAINS * GRAINS) * length * length
    assert abs(math.sqrt(over) - length) < 0.02


@given(*[st.integers(-20000, 20000)] * 4)
def test_a_way_between_two_places_ends_within_a_length_of_the_second(x: int, y: int, to_x: int, to_y: int) -> None:
    way = path_between((x, y), (to_x, to_y))
    end = x * GRAINS + way.dx * way.length, y * GRAINS + way.dy * way.length
    assert math.hypot(end[0] / GRAINS - to_x, end[1] / GRAINS - to_y) < 1.1
    assert way.length == math.ceil(math.sqrt((to_x - x) ** 2 + (to_y - y) ** 2))


def test_a_way_cannot_be_shorter_than_nothing() -> None:
    with pytest.raises(ValueError, match="The length of a path must be 0 or more, not -1"):
        path(0, -1)


def test_places_are_the_nearest() -> None:
    assert to_place((SCALE, -SCALE)) == (1, 0)
    assert to_place((SCALE - 1, -SCALE - 1)) == (0, -1)
