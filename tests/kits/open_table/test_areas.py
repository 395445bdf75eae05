"""Areas and bands of terrain, and ways across them, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.kits.open_table import (
    Area,
    Band,
    Footprint,
    Ground,
    apart,
    area,
    band,
    cost_of,
    covered,
    covers,
    disc,
    drawn_in,
    extents,
    footprint,
    free_travel,
    grounds_apart,
    merged,
    moved,
    path,
    stretches,
    surrounds,
    swing_on,
    to_point,
    touches,
    travel_for,
    zone,
)
from battles.kits.open_table.polygons import Outline

LINE, COLUMN, HORSE = (500, 200), (250, 400), (500, 400)
CORNERED: Outline = ((0, 0), (0, 1000), (400, 1000), (400, 400), (1000, 400), (1000, 0))
"""An L, clockwise from its outer corner."""


def at(x: int, y: int, bearing: int = 0, size: tuple[int, int] = LINE) -> Footprint:
    return footprint(x, y, bearing, *size)


def box(left: int, bottom: int, right: int, top: int) -> Area:
    return area(((left, bottom), (right, bottom), (right, top), (left, top)))


def wall(low: int, high: int, left: int = -1000, right: int = 1000) -> Band:
    return band(((left, (low + high) // 2), (right, (low + high) // 2)), high - low)


def test_an_outline_is_put_clockwise_and_loses_its_straight_corners() -> None:
    assert area(((0, 0), (10, 0), (20, 0), (20, 20), (0, 20))).outline == ((0, 20), (20, 20), (20, 0), (0, 0))
    assert area(CORNERED).outline == CORNERED
    assert area(CORNERED[::-1]).outline == CORNERED


@pytest.mark.parametrize(
    ("outline", "fault"),
    [
        ((), "three corners"),
        (((0, 0), (5, 5)), "three corners"),
        (((0, 0), (5, 5), (9, 9)), "three corners"),
        (((0, 0), (5, 5), (9, 9), (2, 2)), "three corners|touch or cross"),
        (((0, 0), (10, 10), (10, 0), (0, 10)), "touch or cross itself"),
        (((0, 0), (0, 10), (10, 10), (5, 0), (10, 0), (10, -5), (5, 0)), "touch or cross itself"),
        (((0, 0), (0, 10), (10, 10), (20, 10), (10, 10), (10, 0)), "touch or cross itself"),
    ],
)
def test_outlines_that_bound_nothing_are_refused(outline: Outline, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        area(outline)


@pytest.mark.parametrize(
    ("line", "width", "fault"),
    [
        (((0, 0),), 10, "two places"),
        (((0, 0), (0, 0)), 10, "no place twice in a row"),
        (((0, 0), (9, 0)), 9, "even number of lengths, at least 2, not 9"),
        (((0, 0), (9, 0)), 0, "not 0"),
    ],
)
def test_bands_that_are_none_are_refused(line: Outline, width: int, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        band(line, width)


def test_a_cornered_area_has_two_parts() -> None:
    found = area(CORNERED)
    assert len(found.parts) == 2
    assert len(box(0, 0, 5, 5).parts) == 1
    assert (found.left, found.bottom, found.right, found.top) == (0, 0, *to_point((1000, 1000)))


@pytest.mark.rule("MNT-GEN-02", "a unit that touches an area is interpenetrated with it, and wholly when it lies in it")
@pytest.mark.parametrize(
    ("unit", "touch", "over", "whole", "whole_by_5"),
    [
        (at(200, 600, 900, (500, 300)), True, True, True, True),  # across the bend of the L
        (at(200, 400, 900), True, True, True, True),
        (at(400, 200), True, True, True, True),
        (at(700, 200), True, True, True, True),
        (at(754, 200), True, True, False, True),
        (at(756, 200), True, True, False, False),
        (at(400, 400, 450, (100, 100)), True, True, False, False),  # over the inner corner
        (at(650, 650, 450, (100, 100)), False, False, False, False),
        (at(650, 500), True, False, False, False),  # on two rims from outside
        (at(1250, 200), True, False, False, False),
        (at(1251, 200), False, False, False, False),
        (at(500, 500, 0, (3000, 3000)), True, True, False, False),
    ],
)
def test_a_unit_and_an_area(unit: Footprint, touch: bool, over: bool, whole: bool, whole_by_5: bool) -> None:
    ground = area(CORNERED)
    assert touches(ground, unit) == touch
    assert covers(ground, unit) == over
    assert surrounds(ground, unit) == whole
    assert surrounds(ground, unit, 5) == whole_by_5
    assert (apart(ground, unit) == 0) == touch


@pytest.mark.rule("MNT-GEN-03", "contact with a band and overlap of it are different states")
@pytest.mark.parametrize(
    ("low", "contact", "over"),
    [(100, True, False), (103, True, False), (106, False, False), (90, True, True), (96, True, False)],
)
def test_a_unit_and_a_band(low: int, contact: bool, over: bool) -> None:
    ground = wall(low, low + 40)
    assert (apart(ground, at(0, 0)) <= 5) == contact
    assert covers(ground, at(0, 0), 5) == over


def test_a_band_ends_square_and_bends_round() -> None:
    ground = band(((0, 0), (0, 1000), (1000, 1000)), 300)
    assert len(ground.parts) == 3
    assert touches(ground, disc(0, -10, 10))
    assert not touches(ground, disc(0, -11, 10))
    assert not touches(ground, disc(-1, -1, 0))
    assert touches(ground, disc(-100, 1100, 0))
    assert not touches(ground, disc(-120, 1120, 0))  # the corner of a square bend
    assert len(band(((0, 0), (0, 10), (0, 90)), 300).parts) == 2


def test_a_unit_in_a_ditch_lies_wholly_in_it_even_round_its_bend() -> None:
    ground = band(((-3000, 0), (0, 0), (3000, 300)), 400)
    assert surrounds(ground, at(-1000, 0))
    assert surrounds(ground, at(0, 0))
    assert not surrounds(ground, at(0, 110))
    assert not surrounds(ground, at(-2800, 0))
    assert not surrounds(ground, at(-2755, 0))
    assert surrounds(ground, at(-2755, 0), 5)


def test_ground_is_drawn_in_about_an_inward_corner() -> None:
    """A square with a slit, whose end no part has both sides of."""
    slit = area(((0, 0), (0, 1000), (1000, 1000), (1000, 0), (510, 0), (500, 500), (490, 0)))
    near, off = at(500, 503, 0, (2, 2)), at(500, 508, 0, (2, 2))
    assert covers(slit, near)
    assert not covers(slit, near, 5)
    assert covers(slit, off, 5)


def test_ground_is_drawn_in_on_its_outer_sides_alone() -> None:
    ground = area(CORNERED)
    assert covers(ground, at(400, 1200, 0, (2000, 410)), 4)
    assert not covers(ground, at(400, 1200, 0, (2000, 410)), 5)
    assert covers(ground, at(200, 400, 0, (2, 2)), 190)  # no rim near, though parts meet here
    assert drawn_in(box(0, 0, 10, 500), 5) == ()
    assert drawn_in(wall(0, 10), 5) == ()
    assert not covers(wall(0, 40, 0, 1000), at(-246, 20), 5)
    assert covers(wall(0, 40, 0, 1000), at(-244, 20), 5)
    assert drawn_in(ground, 0) == ground.parts


@pytest.mark.rule("MNT-COVER-01", "a feature gives cover when it lies, drawn in, in the zone before the aiming point")
@pytest.mark.parametrize(
    ("ground", "cover"),
    [
        (wall(200, 240), True),
        (wall(360, 400), True),
        (wall(400, 440), False),
        (box(-400, 450, 400, 1000), False),
        (box(-350, 350, 350, 1000), True),
        (box(-350, 396, 350, 1000), False),
        (box(-350, 394, 350, 1000), True),
    ],
)
def test_ground_in_a_zone_of_fire(ground: Ground, cover: bool) -> None:
    triangle = zone(at(0, 0), "front", to_point((0, 400)))
    assert triangle is not None
    assert covers(ground, triangle, 5) == cover


@pytest.mark.rule("MNT-MOVE-04", "each part of a way that touches half-rate ground costs twice")
@pytest.mark.parametrize(
    ("unit", "allowance", "ground", "parts", "travel"),
    [
        (at(0, 0), 600, box(-900, 300, 900, 1300), [(200, 600)], 400),  # Z01
        (at(0, 0), 600, wall(400, 440), [(300, 540)], 450),  # Z02
        (at(0, 0, 0, COLUMN), 900, wall(400, 440), [(200, 640)], 550),  # Z03
        (at(0, 0, 0, HORSE), 2500, box(-400, 1000, 400, 1800), [(800, 2000)], 1650),  # Z04
        (at(0, 0, 0, HORSE), 4000, box(-400, 1000, 400, 1800), [(800, 2000)], 2800),  # G35
        (at(0, 0, 0, (300, 300)), 1500, wall(550, 700), [(400, 850)], 1050),  # Z09
        (at(0, 0, 0, (300, 300)), 1500, wall(550, 1150), [(400, 1300)], 950),  # Z09b
        (at(0, 1000), 600, box(-900, 0, 900, 3000), [(0, 600)], 300),
        (at(0, 0), 600, box(-900, 3000, 900, 4000), [], 600),
    ],
)
def test_half_rate(unit: Footprint, allowance: int, ground: Ground, parts: list[tuple[int, int]], travel: int) -> None:
    found = stretches(unit, path(0, allowance), ground)
    assert found == parts
    assert travel_for(found, allowance, 2) == travel
    assert cost_of(found, travel, 2) == allowance


def test_ground_of_several_parts_is_crossed_once() -> None:
    assert stretches(at(200, -500), path(0, 3000), area(CORNERED)) == [(400, 1600)]
    assert stretches(at(200, -500), path(0, 3000), area(CORNERED), 5) == [(405, 1595)]
    bent = band(((-1000, 500), (0, 500), (1000, 700)), 100)
    ((first, last),) = stretches(at(0, 0), path(0, 3000), bent)
    assert (first, last) == (350, 701)


def test_a_horseshoe_is_crossed_twice() -> None:
    ground = area(((0, 0), (0, 1000), (200, 1000), (200, 300), (800, 300), (800, 1000), (1000, 1000), (1000, 0)))
    assert stretches(footprint(-500, 700, 0, 100, 100), path(900, 3000), ground) == [(450, 750), (1250, 1550)]
    assert covered([(450, 750), (1250, 1550)], 1300) == 350


def test_a_stand_pays_for_ground_as_well() -> None:
    assert stretches(disc(0, 0, 125), path(0, 3000), box(-500, 1000, 500, 2000)) == [(875, 2125)]


@pytest.mark.parametrize(
    ("unit", "ground", "slack", "travel"),
    [
        (at(0, 0), box(-900, 300, 900, 900), None, 199),
        (at(0, 0), box(-900, 300, 900, 900), 0, 200),
        (at(0, 0), box(-900, 300, 900, 900), 5, 205),
        (at(0, 200), box(-900, 300, 900, 900), None, -1),
        (at(0, 200), box(-900, 300, 900, 900), 0, 0),
        (at(0, 300), box(-900, 300, 900, 900), 0, -1),
        (at(0, 1000), box(-900, 300, 900, 900), None, -1),
        (at(0, 1000), box(-900, 300, 900, 900), 0, 5000),
        (at(0, 1100), box(-900, 300, 900, 900), None, 5000),
        (at(-1150, 0), box(-900, 300, 900, 900), None, 199),
        (at(-1150, 0), box(-900, 300, 900, 900), 0, 5000),
        (at(0, 0), band(((-900, 900), (0, 300), (900, 900)), 100), None, 149),
        (at(0, 0, 0, (2, 2)), band(((-900, 900), (0, 300), (900, 900)), 100), 0, 249),
    ],
)
def test_travel_free_of_ground(unit: Footprint, ground: Ground, slack: int | None, travel: int) -> None:
    assert free_travel(unit, path(0, 5000), ground, slack) == travel


@given(
    st.integers(0, 3599),
    st.integers(0, 3599),
    st.integers(-1500, 2500),
    st.integers(-1500, 2500),
    st.sampled_from([area(CORNERED), band(CORNERED, 120)]),
    st.sampled_from([None, 0, 5]),
)
def test_travel_free_of_ground_is_free_and_one_step_more_is_not(
    bearing: int, way: int, x: int, y: int, ground: Ground, slack: int | None
) -> None:
    def hit(unit: Footprint) -> bool:
        return touches(ground, unit) if slack is None else covers(ground, unit, slack)

    unit, going = at(x, y, bearing), path(way, 3000)
    travel = free_travel(unit, going, ground, slack)
    assert (travel == -1) == hit(unit) or (slack is not None and travel == -1)
    if travel >= 0:
        assert not hit(moved(unit, going, travel))
        found = stretches(unit, going, ground, slack)
        if travel < 3000 and found and found[0][1] > travel + 1:
            assert hit(moved(unit, going, travel + 1))
        if travel == 3000:
            assert not hit(moved(unit, going, 1500))


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)).map(sorted).map(tuple), max_size=5),
    st.integers(0, 400),
)
def test_costs_are_those_of_each_step(parts: list[tuple[int, int]], travel: int) -> None:
    parts = [(start % 70, end % 170) for start, end in parts if start % 70 <= end % 170]
    apart_ones = merged(parts)
    slow = [any(start <= step < end for start, end in parts) for step in range(900)]
    assert covered(apart_ones, travel) == sum(slow[:travel])
    assert cost_of(apart_ones, travel, 3) == travel + 2 * sum(slow[:travel])
    longest = travel_for(apart_ones, travel, 3)
    assert cost_of(apart_ones, longest, 3) <= travel < cost_of(apart_ones, longest + 1, 3)


def test_grounds_have_distances_and_extents() -> None:
    assert grounds_apart(box(0, 0, 100, 100), box(400, 500, 900, 900)) == 500
    assert grounds_apart(box(0, 0, 100, 100), wall(50, 60)) == 0
    assert extents(((0, 0), (300, 0), (300, 400), (0, 400))) == (300, 500)
    assert extents(CORNERED) == (989, 1415)
    assert extents(((0, 0), (0, 100), (100, 100), (100, 0), (50, 50))) == (100, 142)


@pytest.mark.rule("MNT-MOVE-06", "a pivot may not touch prohibited ground")
def test_a_turn_may_touch_ground_on_its_way() -> None:
    ground = box(-1000, 260, 1000, 900)
    assert not swing_on(at(0, 0), 100, ground)
    assert swing_on(at(0, 0), 1800, ground)
    assert not touches(ground, at(0, 0, 1800))
    assert swing_on(at(0, 0), 1800, ground, 5)
    assert not swing_on(at(0, 0), 1800, ground, 10)
