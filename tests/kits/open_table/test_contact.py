"""Ways into contact: charges and joining in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.kits.open_table import (
    Footprint,
    approach,
    approaches,
    distance,
    footprint,
    overlap,
    place_of,
    touching,
    turns_toward,
)

LINE, COLUMN, HORSE = (500, 200), (250, 400), (500, 400)


def at(x: int, y: int, bearing: int = 0, size: tuple[int, int] = LINE) -> Footprint:
    return footprint(x, y, bearing, *size)


@pytest.mark.rule("MN-HTH-02", "one joins in by one pivot and one straight advance into contact")
def test_the_smallest_turn_that_joins_in_is_none() -> None:
    """G37."""
    joiner, enemy = at(700, 0), at(350, 600, 1800, COLUMN)
    found = approaches(joiner, enemy, (), turns_toward(joiner, enemy, 10, 900), 600, 5)
    assert (found[0].turn, found[0].travel) == (0, 300)
    assert all(touching(one.end, enemy, 5) and abs(one.turn) <= 900 for one in found)


@pytest.mark.parametrize(
    ("allowance", "travel"), [(2000, 800), (800, 800), (797, 797), (795, 795), (794, None), (0, None)]
)
def test_the_allowance_is_enough_if_it_ends_in_contact(allowance: int, travel: int | None) -> None:
    found = approach(at(0, 0), at(0, 1000), (), 0, allowance, 5)
    assert (found and found.travel) == travel
    if found:
        assert place_of(found.end) == (0, travel)


def test_corners_that_merely_meet_are_no_contact() -> None:
    assert approach(at(0, 0), at(495, 1000), (), 0, 2000, 5) is None
    assert approach(at(0, 0), at(480, 1000), (), 0, 2000, 5) is not None


@pytest.mark.rule("MN-CHARGE-05", "a charge never passes through another unit")
@pytest.mark.parametrize(
    ("other", "free"),
    [
        (at(0, 500, 0, (100, 50)), False),
        (at(500, 500), True),  # slid along
        (at(496, 500), True),  # hardly overlapped
        (at(490, 500), False),
        (at(0, 1500), True),  # behind the target
        (at(500, 1000), True),  # beside it
    ],
)
def test_others_may_not_stand_in_the_way(other: Footprint, free: bool) -> None:
    assert (approach(at(0, 0), at(0, 1000), (other,), 0, 2000, 5) is not None) == free


@pytest.mark.rule("MN-REACT-63", "the turn contacts nothing")
def test_others_may_not_stand_in_the_turn() -> None:
    mover, target, other = at(0, 0), at(1500, 0, 2700), at(300, 230, 0, (100, 100))
    assert approach(mover, target, (), 900, 2000, 5) is not None
    assert approach(mover, target, (at(-1000, 0),), 900, 2000, 5) is not None
    assert approach(mover, target, (other,), 900, 2000, 5) is None
    assert approach(at(0, 0), at(260, 120, 0, COLUMN), (), -300, 2000, 5) is None


def test_what_lies_behind_or_aside_is_not_reached() -> None:
    assert approach(at(0, 0), at(0, -1000), (), 0, 2000, 5) is None
    assert approach(at(0, 0), at(600, 1000), (), 0, 2000, 5) is None


@given(
    st.integers(0, 3599),
    st.integers(0, 3599),
    st.integers(-1500, 1500),
    st.integers(-1500, 1500),
    st.integers(-1500, 1500),
    st.integers(0, 3000),
)
def test_every_approach_ends_in_contact_with_the_target_alone(
    bearing: int, other: int, x: int, y: int, beside: int, allowance: int
) -> None:
    mover, target, friend = at(0, 0, bearing, COLUMN), at(x, y, other), at(beside, 700, other + 300, HORSE)
    if overlap(mover, target) or overlap(mover, friend):
        return
    for one in approaches(mover, target, (friend,), turns_toward(mover, target, 300, 900), allowance, 5):
        assert one.travel <= allowance
        assert distance(one.end, target) <= 5
        assert not overlap(one.end, target, 6)
        assert not overlap(one.end, friend, 6)
