"""Footprints, distances and contact, by hand."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.kits.open_table import (
    GRAINS,
    Footprint,
    area,
    centres_apart,
    corner_to_corner,
    covers,
    disc,
    distance,
    distance_to_point,
    edge,
    edge_point,
    footprint,
    grown,
    moved,
    nearest_points,
    offset,
    on_table,
    overlap,
    patch,
    path,
    place_of,
    swung,
    to_place,
    to_point,
    touches,
    touching,
    turned,
    within,
)
from battles.kits.open_table.distances import boxes_within
from battles.kits.open_table.footprints import Bounds

LINE, COLUMN, HORSE, GUNS = (500, 200), (250, 400), (500, 400), (300, 300)
"""Widths and depths of some blocks of bases."""

sizes = st.integers(1, 1000)
places = st.integers(-2000, 2000)
bearings = st.integers(0, 3599)
footprints = st.builds(footprint, places, places, bearings, sizes, sizes)


def at(x: int, y: int, bearing: int = 0, size: tuple[int, int] = LINE) -> Footprint:
    return footprint(x, y, bearing, *size)


def corners(shape: Footprint) -> list[tuple[float, float]]:
    return [(x / GRAINS, y / GRAINS) for x, y in shape.corners]


@pytest.mark.rule("MN-GEO-01", "corners go round from front left, on a bearing clockwise from up")
@pytest.mark.parametrize(
    ("shape", "want"),
    [
        (at(1000, 2000), [(750, 2100), (1250, 2100), (1250, 1900), (750, 1900)]),
        (at(1000, 2000, 900, COLUMN), [(1200, 2125), (1200, 1875), (800, 1875), (800, 2125)]),
        (at(0, 0, 300, HORSE), [(-116.5, 298.2), (316.5, 48.2), (116.5, -298.2), (-316.5, -48.2)]),
        (at(0, 0, 1800, (550, 200)), [(275, -100), (-275, -100), (-275, 100), (275, 100)]),
        (at(500, 500, 450, GUNS), [(500, 712.1), (712.1, 500), (500, 287.9), (287.9, 500)]),
    ],
)
def test_corners(shape: Footprint, want: list[tuple[float, float]]) -> None:
    for (x, y), (want_x, want_y) in zip(corners(shape), want, strict=True):
        assert (x, y) == (pytest.approx(want_x, abs=0.06), pytest.approx(want_y, abs=0.06))


def test_an_odd_width_has_its_corners_on_halves_of_a_length() -> None:
    assert corners(at(0, 0, 900, (3, 5))) == [(2.5, 1.5), (2.5, -1.5), (-2.5, -1.5), (-2.5, 1.5)]


@pytest.mark.parametrize(("width", "depth"), [(0, 5), (5, 0), (-1, 5)])
def test_a_footprint_is_at_least_one_across(width: int, depth: int) -> None:
    with pytest.raises(ValueError, match="at least 1 wide and deep"):
        footprint(0, 0, 0, width, depth)


def test_a_disc_has_a_radius() -> None:
    with pytest.raises(ValueError, match="radius of a disc must be 0 or more, not -1"):
        disc(0, 0, -1)


def test_sides_run_from_their_left_end_as_seen_from_the_centre() -> None:
    shape = at(0, 0)
    ends = {side: [to_place(end) for end in edge(shape, side)] for side in ("front", "right", "rear", "left")}
    assert ends == {
        "front": [(-250, 100), (250, 100)],
        "right": [(250, 100), (250, -100)],
        "rear": [(250, -100), (-250, -100)],
        "left": [(-250, -100), (-250, 100)],
    }
    assert [to_place(end) for end in edge(shape, "rear", 50)] == [(200, -100), (-200, -100)]
    assert [to_place(end) for end in edge(shape, "left", 100)] == [(-250, 0), (-250, 0)]
    assert to_place(edge_point(shape, "right", 30)) == (250, 70)


def test_offsets_are_ahead_and_to_the_right() -> None:
    shape = at(1000, 2000, 900)
    assert to_place(offset(shape, 600, 0)) == (1600, 2000)
    assert to_place(offset(shape, -10, 40)) == (990, 1960)


@given(footprints, st.integers(-3600, 3600))
def test_a_pivot_keeps_the_centre_and_a_wheel_its_corner(shape: Footprint, turn: int) -> None:
    pivot, wheel = turned(shape, turn), swung(shape, turn, "front_left")
    assert (pivot.x, pivot.y) == (shape.x, shape.y)
    assert wheel.corners[0] == shape.corners[0]
    assert pivot.bearing == wheel.bearing == (shape.bearing + turn) % 3600


@given(footprints, bearings, st.integers(0, 5000))
def test_a_move_and_the_same_move_back_lead_home(shape: Footprint, bearing: int, length: int) -> None:
    way, back = path(bearing, length), path(bearing + 1800, length)
    assert moved(moved(shape, way, length), back, length) == shape


@pytest.mark.parametrize(
    ("shape", "way", "place"),
    [
        (at(1000, 2000, 300), path(300 + 900, 600), (1520, 1700)),
        (at(1000, 2000, 300), path(300 + 1800, 600), (700, 1480)),
    ],
)
def test_side_steps_and_steps_back(shape: Footprint, way: object, place: tuple[int, int]) -> None:
    assert place_of(moved(shape, way, 600)) == place


@pytest.mark.rule("MN-GEO-05", "the distance of two units is the least of their closed rectangles")
@pytest.mark.parametrize(
    ("first", "second", "want"),
    [
        (at(0, 0), at(500, 0), 0),  # edge to edge
        (at(0, 0), at(500, 200), 0),  # corner to corner
        (at(0, 0), at(501, 0), 1),
        (at(0, 0), at(503, 204), 5),  # 3 and 4 apart
        (at(0, 0), at(0, 1500, 1800, HORSE), 1200),
        (at(0, 0), at(100, 50, 450), 0),
        (at(0, 0, 0, (1000, 10)), at(0, 0, 900, (1000, 10)), 0),  # a cross: no corner in the other
        (at(0, 0), at(0, 0, 0, (10, 10)), 0),  # one in the other
        (at(0, 0), at(330, 180, 450), 14),  # parted by one line only, along the second's front
        (at(0, 0), at(430, -280, 450), 5),  # and along its side
    ],
)
def test_distances(first: Footprint, second: Footprint, want: int) -> None:
    assert distance(first, second) == distance(second, first) == want
    if want:
        assert not overlap(first, second)
        assert not overlap(second, first)


@pytest.mark.rule("MN-GEO-05", "the distance to a command stand is that to its centre less its radius, not below 0")
def test_distances_of_discs() -> None:
    stand = disc(0, 0, 125)
    assert distance(stand, at(2000, 0)) == 1625
    assert distance(stand, at(0, 2725, 0, COLUMN)) == 2400
    assert distance(stand, at(370, 0)) == 0
    assert distance(stand, disc(300, 400, 125)) == 250
    assert distance(at(2000, 0), stand) == 1625


def test_centres_are_apart_whatever_stands_about_them() -> None:
    assert centres_apart(at(0, 0), at(300, 400, 450)) == 500
    assert centres_apart(at(0, 0), at(1, 1)) == 2
    assert centres_apart(at(7, 7), at(7, 7, 900)) == 0


def test_distances_to_points() -> None:
    assert distance_to_point(at(0, 0), to_point((0, 490))) == 390
    assert distance_to_point(at(0, 0), to_point((350, 490))) == 403
    assert distance_to_point(at(0, 0), to_point((250, 100))) == 0
    assert distance_to_point(at(0, 0), to_point((0, 0))) == 0


@given(footprints, footprints, st.integers(0, 2000))
def test_within_is_a_distance_of_at_most(first: Footprint, second: Footprint, reach: int) -> None:
    assert within(first, second, reach) == (distance(first, second) <= reach)


@pytest.mark.parametrize("other", [at(700, 0), at(-700, 0), at(0, 400), at(0, -400)])
def test_just_within_is_within(other: Footprint) -> None:
    assert within(at(0, 0), other, 200)
    assert not within(at(0, 0), other, 199)


def test_what_is_all_corner_still_overlaps() -> None:
    small = at(0, 0, 0, (20, 20))
    assert not corner_to_corner(small, small, 5)
    assert touching(small, small, 5)


@given(footprints, footprints)
def test_distance_and_overlap_have_no_order(first: Footprint, second: Footprint) -> None:
    assert distance(first, second) == distance(second, first)
    assert overlap(first, second) == overlap(second, first)
    if overlap(first, second):
        assert distance(first, second) == 0


@given(footprints, footprints)
def test_footprints_are_measured_as_any_other_shapes(first: Footprint, second: Footprint) -> None:
    assert distance(patch(first.corners), patch(second.corners)) == distance(first, second)
    assert overlap(patch(first.corners), second) == overlap(first, second)


@given(footprints, footprints)
def test_nearest_points_are_as_far_apart_as_the_footprints(first: Footprint, second: Footprint) -> None:
    (x, y), (other_x, other_y) = nearest_points(first, second)
    if not overlap(first, second):
        assert math.hypot(x - other_x, y - other_y) / GRAINS == pytest.approx(distance(first, second), abs=1.01)


def test_overlap_of_what_only_touches() -> None:
    assert not overlap(at(0, 0), at(500, 0))
    assert not overlap(at(0, 0), at(500, 200))
    assert overlap(at(0, 0), at(499, 199))
    assert not overlap(disc(0, 0, 100), at(350, 0))
    assert overlap(disc(0, 0, 100), at(349, 0))
    assert not overlap(disc(0, 0, 100), disc(60, 80, 0))
    assert overlap(disc(0, 0, 100), disc(60, 79, 0))


@pytest.mark.rule("MN-GEO-06", "a friend is an obstacle only when the rectangles overlap deeper than the tolerance")
def test_overlap_deeper_than_a_slack() -> None:
    assert not overlap(at(0, 0), at(495, 0), 5)
    assert overlap(at(0, 0), at(494, 0), 5)
    assert not overlap(patch(at(0, 0).corners), at(0, 195), 5)
    assert overlap(patch(at(0, 0).corners), at(0, 194), 5)
    assert not overlap(disc(0, 0, 100), at(345, 0), 5)
    assert overlap(disc(0, 0, 100), at(344, 0), 5)


@pytest.mark.rule("MN-GEO-06", "units within the tolerance are in contact unless they merely meet corner to corner")
@pytest.mark.parametrize(
    ("first", "second", "contact", "corner"),
    [
        (at(0, 0), at(0, 200), True, False),
        (at(0, 0), at(0, 205), True, False),
        (at(0, 0), at(0, 206), False, False),
        (at(0, 0), at(500, 200), False, True),
        (at(0, 0), at(503, 204), False, True),
        (at(0, 600, 0), at(500, 800, 1800), False, True),
        (at(20, 600, 0), at(500, 800, 1800), True, False),  # 20 of their edges lie along each other
        (at(0, 600, 0), at(495, 800, 1800), False, True),
        (at(0, 600, 0), at(494, 800, 1800), True, False),
        (at(0, 600, 0), at(495, 805, 1800), False, True),
        (at(0, 0, 0, (20, 20)), at(0, 20, 0, (20, 20)), False, True),  # all of them is corner
        (at(0, 0, 0, (21, 21)), at(0, 21, 0, (21, 21)), True, False),
        (at(0, 0), at(0, 241, 450, (200, 200)), True, False),  # a corner at the middle of an edge
        (at(0, 0), at(250, 100), True, False),
    ],
)
def test_contact(first: Footprint, second: Footprint, contact: bool, corner: bool) -> None:
    assert touching(first, second, 5) == touching(second, first, 5) == contact
    assert touching(first, second, 5, corners=True) == (contact or corner)
    assert (within(first, second, 5) and corner_to_corner(first, second, 5)) == corner


def test_a_footprint_grows_and_shrinks_on_every_side() -> None:
    assert (grown(at(0, 0), 10).width, grown(at(0, 0), 10).depth) == (520, 220)
    assert (grown(at(0, 0), -110).width, grown(at(0, 0), -110).depth) == (280, 1)


def test_a_table_has_a_rim() -> None:
    assert on_table(at(250, 100), 18000, 12000)
    assert not on_table(at(249, 100), 18000, 12000)
    assert on_table(disc(17900, 11900, 100), 18000, 12000)
    assert not on_table(disc(17900, 11901, 100), 18000, 12000)


@pytest.mark.parametrize("x", [-501, -500, -499, 0, 499, 500, 501])
@pytest.mark.parametrize("y", [-201, -200, -199, 0, 199, 200, 201])
def test_two_equal_lines_meet_to_the_length(x: int, y: int) -> None:
    """Two lines of 500 by 200 side by side: what is exactly an edge apart touches, and a length less overlaps."""
    one, two = at(0, 0), at(x, y)
    inside, close = abs(x) < 500 and abs(y) < 200, abs(x) <= 500 and abs(y) <= 200
    ground = area(tuple((a // GRAINS, b // GRAINS) for a, b in two.corners))
    assert overlap(one, two) == overlap(patch(one.corners), two) == covers(ground, one) == inside
    assert within(one, two, 0) == touches(ground, one) == close
    assert within(one, two, 1) == (math.hypot(max(abs(x) - 500, 0), max(abs(y) - 200, 0)) <= 1)
    assert covers(ground, one, 1) == overlap(one, two, 1) == (abs(x) < 499 and abs(y) < 199)


@pytest.mark.parametrize("reach", [0, 10])
def test_boxes_are_within_reach_to_the_grain(reach: int) -> None:
    one = Bounds(-1, -2, 3, 4)
    far = reach * GRAINS
    for x, y in product((-far - 5, -far - 4, 0, far + 4, far + 5), (-far - 7, -far - 6, 0, far + 6, far + 7)):
        two = Bounds(-1 + x, -2 + y, 3 + x, 4 + y)
        near = abs(x) - 4 <= far and abs(y) - 6 <= far
        assert boxes_within(one, two, reach) == boxes_within(two, one, reach) == near, (x, y)
