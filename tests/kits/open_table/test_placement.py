"""Roads, sights, and places to put something, by hand and by properties."""

import math
from itertools import product

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from battles.kits.open_table import (
    GRAINS,
    Footprint,
    Leg,
    Side,
    area,
    beside,
    conformed,
    crossings,
    depth_within,
    disc,
    distance,
    footprint,
    front_middle,
    in_the_way,
    legs,
    line_length,
    overlap,
    part_of,
    parts_outside,
    place_along,
    place_of,
    ring,
    set_against,
    side_met,
    sight_line,
    spot,
    swing,
    swing_meets,
    to_place,
    to_point,
)
from battles.kits.open_table.convex import side_of
from battles.kits.open_table.polygons import Outline
from tests.kits.open_table.outlines import OUTLINES

LINE, COLUMN, GUNS = (500, 200), (250, 400), (300, 300)
ROAD: Outline = ((0, 0), (0, 2000), (2000, 2000))
SLANTED: Outline = ((0, 0), (300, 400), (300, 1400))

bearings = st.integers(0, 3599)


def at(x: int, y: int, bearing: int = 0, size: tuple[int, int] = LINE) -> Footprint:
    return footprint(x, y, bearing, *size)


@pytest.mark.rule("MNT-ROAD-03", "a road move follows the line and turns with it; travel is measured along it")
@pytest.mark.parametrize(
    ("along", "travel", "want"),
    [
        (500, 600, [Leg((0, 500), 0, 600)]),  # Z36
        (500, 2500, [Leg((0, 500), 0, 1500), Leg((0, 2000), 900, 1000)]),  # Z37
        (500, 1500, [Leg((0, 500), 0, 1500)]),
        (500, 9000, [Leg((0, 500), 0, 1500), Leg((0, 2000), 900, 2000)]),
        (2500, -700, [Leg((500, 2000), 2700, 500), Leg((0, 2000), 1800, 200)]),
        (500, 0, []),
    ],
)
def test_following_a_road(along: int, travel: int, want: list[Leg]) -> None:
    assert legs(ROAD, along, travel) == want


def test_places_along_a_road() -> None:
    assert place_along(ROAD, 1100) == ((0, 1100), 0)
    assert place_along(ROAD, 2000) == ((0, 2000), 0)
    assert place_along(ROAD, 3000) == ((1000, 2000), 900)
    assert place_along(ROAD, 9999) == ((2000, 2000), 900)
    assert place_along(ROAD, -5) == ((0, 0), 0)
    assert place_along(SLANTED, 250) == ((150, 200), 369)
    assert (line_length(ROAD), line_length(SLANTED)) == (4000, 1500)


def test_the_spot_of_a_place_on_a_road() -> None:
    assert spot(ROAD, (0, 500)) == (500, 0)
    assert spot(ROAD, (30, 500)) == (500, 30)
    assert spot(ROAD, (1000, 2040)) == (3000, 40)
    assert spot(ROAD, (-30, 2040)) == (2000, 50)
    assert spot(ROAD, (2500, 2000)) == (4000, 500)
    assert spot(SLANTED, (154, 197)) == (250, 5)


@given(st.integers(0, 4000))
def test_a_place_along_a_road_is_at_that_spot(along: int) -> None:
    assert spot(ROAD, place_along(ROAD, along)[0]) == (along, 0)


def test_a_ford_is_a_part_of_a_river() -> None:
    assert part_of(ROAD, 500, 700) == ((0, 500), (0, 700))
    assert part_of(ROAD, 1500, 2500) == ((0, 1500), (0, 2000), (500, 2000))
    assert part_of(ROAD, -10, 9000) == ROAD
    with pytest.raises(ValueError, match="must be after its start"):
        part_of(ROAD, 700, 700)


def test_a_river_without_its_fords() -> None:
    fords = [(1500, 2500), (500, 700), (600, 650)]
    assert parts_outside(ROAD, fords) == [((0, 0), (0, 500)), ((0, 700), (0, 1500)), ((500, 2000), (2000, 2000))]
    assert parts_outside(ROAD, []) == [ROAD]
    assert parts_outside(ROAD, [(-5, 100), (3900, 5000)]) == [((0, 100), (0, 2000), (1900, 2000))]
    assert parts_outside(ROAD, [(0, 9000)]) == []


def test_where_lines_cross() -> None:
    assert crossings(ROAD, ((-500, 300), (500, 300))) == [(300, 500)]
    assert crossings(ROAD, ((-500, 300), (500, 1300), (500, 3000))) == [(800, 707), (2500, 2115)]
    assert crossings(ROAD, ((5, 0), (5, 1000))) == []
    assert crossings(ROAD, ((-500, 0), (0, 0))) == [(0, 500)]
    assert crossings(ROAD, ((0, 500), (0, 900))) == [(500, 0), (900, 400)]


@pytest.mark.parametrize(
    ("start", "end", "shape", "through"),
    [
        ((0, 0), (0, 1000), at(0, 500), True),
        ((0, 0), (0, 400), at(0, 500), False),  # ends on its edge
        ((0, 0), (0, 401), at(0, 500), True),
        ((250, 0), (250, 1000), at(0, 500), False),  # along its edge
        ((0, 0), (0, 1000), disc(100, 500, 100), False),
        ((0, 0), (0, 1000), disc(99, 500, 100), True),
        ((0, 0), (0, 0), at(0, 50), True),
    ],
)
def test_what_a_line_of_sight_passes_through(
    start: tuple[int, int], end: tuple[int, int], shape: Footprint, through: bool
) -> None:
    assert overlap(sight_line(to_point(start), to_point(end)), shape) == through
    assert in_the_way(to_point(end), to_point(start), (at(9000, 0), shape)) == ([1] if through else [])


def test_how_deep_a_line_of_sight_goes_through_a_wood() -> None:
    wood = area(((-300, 500), (-300, 900), (300, 900), (300, 700), (0, 700), (0, 500)))
    assert depth_within(to_point((-100, 0)), to_point((-100, 2000)), wood) == 400
    assert depth_within(to_point((100, 0)), to_point((100, 2000)), wood) == 200
    assert depth_within(to_point((100, 0)), to_point((100, 800)), wood) == 100
    assert depth_within(to_point((301, 0)), to_point((301, 2000)), wood) == 0
    assert depth_within(to_point((0, 600)), to_point((0, 600)), wood) == 0
    assert to_place(front_middle(at(0, 0, 900))) == (100, 0)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(1, 300), st.integers(1, 900))
def test_places_of_a_ring_are_far_enough_and_near_enough(near: int, more: int, step: int, turn: int) -> None:
    places = list(ring((40, -70), near, near + more, step, turn))
    assert all(near <= math.hypot(x - 40, y + 70) <= near + more for x, y in places)
    assert (40, -70 + near) in places
    assert (40, -70 + near + more) in places


@given(bearings, st.integers(1, 500), st.integers(1, 500), st.integers(0, 200))
def test_places_beside_a_footprint_are_free_and_close(bearing: int, width: int, depth: int, radius: int) -> None:
    shape = at(7, 9, bearing, (width, depth))
    for x, y in beside(shape, radius, 100):
        assert not overlap(disc(x, y, radius), shape)
        assert distance(disc(x, y, radius), shape) <= 3


@given(*[st.integers(-1000, 1000)] * 4, st.integers(0, 500), bearings)
def test_a_base_set_against_a_line_is_left_of_it_and_close(
    x: int, y: int, to_x: int, to_y: int, along: int, bearing: int
) -> None:
    if (x, y) == (to_x, to_y):
        return
    start, end = to_point((x, y)), to_point((to_x, to_y))
    base = footprint(*set_against(start, end, along, bearing, 250, 400), bearing, 250, 400)
    rooms = [side_of(start, end, corner) for corner in base.corners]
    assert min(rooms) >= 0
    assert min(rooms) / math.hypot(end[0] - start[0], end[1] - start[1]) < 3 * GRAINS


@pytest.mark.parametrize(
    ("mover", "side", "bearing", "place"),
    [
        (at(100, 900, 1700), "front", 1800, (100, 200)),
        (at(900, 900, 2000), "front", 1800, (250, 200)),
        (at(600, 50, 2600, COLUMN), "right", 2700, (450, 50)),
        (at(0, -500, 40), "rear", 0, (0, -200)),
        (at(-700, 0, 900), "left", 900, (-350, 0)),
    ],
)
def test_a_unit_conforms_to_the_side_it_meets(
    mover: Footprint, side: Side, bearing: int, place: tuple[int, int]
) -> None:
    target = at(0, 0)
    assert side_met(mover, target) == side
    there = conformed(mover, target, side)
    assert (there.bearing, place_of(there)) == (bearing, place)
    assert distance(there, target) == 0
    assert not overlap(there, target)


@given(bearings, bearings, st.integers(-900, 900), st.integers(-900, 900))
def test_whoever_conforms_stands_flat_against_the_target(bearing: int, other: int, x: int, y: int) -> None:
    target, mover = at(0, 0, bearing), at(x, y, other, COLUMN)
    there = conformed(mover, target, side_met(mover, target))
    assert not overlap(there, target, 1)
    assert distance(there, target) <= 1


@pytest.mark.rule("MN-GEO-09", "a pivot must be free of other units at every angle")
def test_what_a_pivot_meets() -> None:
    beside_it, behind = at(0, 400, 0, (100, 400)), at(0, -900)
    assert swing_meets(at(0, 0), 900, (behind, beside_it)) == 1
    assert swing_meets(at(0, 0), 1800, (behind, beside_it)) == 1  # only on its way
    assert swing_meets(at(0, 0), 100, (behind, beside_it)) is None
    assert swing_meets(at(0, 0), 1800, (beside_it,), step=1800) is None
    assert len(swing(at(0, 0), -900)) == 91


def test_a_wheel_goes_round_its_corner() -> None:
    post = at(50, 450, 0, (100, 100))
    assert swing_meets(at(0, 0), -900, (post,)) is None
    assert swing_meets(at(0, 0), -900, (post,), corner="front_left") == 0
    assert swing_meets(at(0, 0), 900, (post,), corner="front_left") is None


@given(bearings, st.integers(-1800, 1800))
def test_a_full_pivot_meets_what_is_nearer_than_its_corners(bearing: int, turn: int) -> None:
    """The circle of an infantry line's pivot has a radius of 269.3."""
    assert swing_meets(at(0, 0, bearing), turn, (disc(0, 370, 100),)) is None
    assert swing_meets(at(0, 0, bearing), 1800, (disc(0, 368, 100),)) == 0


BENT: Outline = ((0, 0), (0, 200), (200, 200), (260, 280), (60, 280))
"""A line with bends of all kinds."""


@pytest.mark.parametrize("x", [-30, 0, 70, 200, 233, 300])
@pytest.mark.parametrize("y", [-30, 0, 77, 200, 219, 240, 280, 310])
def test_a_spot_on_a_bent_road_is_the_nearest_place(x: int, y: int) -> None:
    far = shapely.LineString(BENT).distance(shapely.Point(x, y))
    along, off = spot(BENT, (x, y))
    assert far <= off + 1e-9 < far + 1
    assert math.dist(place_along(BENT, along)[0], (x, y)) <= off + 1


ENDS = ((-50, 100), (0, 0), (100, 200), (230, 240), (130, 330), (200, 100), (0, 300))


@pytest.mark.parametrize(("start", "end"), [ends for ends in product(ENDS, repeat=2) if ends[0] != ends[1]])
def test_lines_cross_a_bent_road_where_shapely_says(start: tuple[int, int], end: tuple[int, int]) -> None:
    """A crossing is told by the travel along both lines; of a stretch in common both ends are told."""
    shared = shapely.intersection(shapely.LineString(BENT), shapely.LineString((start, end)))
    wanted = shapely.get_coordinates(shapely.line_merge(shared) if shared.geom_type == "MultiLineString" else shared)
    found = crossings(BENT, (start, end))
    assert len(found) == len({(round(x, 6), round(y, 6)) for x, y in wanted.tolist()})
    for along, travel in found:
        place = place_along(BENT, along)[0]
        assert math.dist(place, place_along((start, end), travel)[0]) <= 3
        assert min(math.dist(place, there) for there in wanted.tolist()) <= 2


@pytest.mark.parametrize("x", [-301, -300, 0, 87, 88, 250, 251, 600])
def test_how_deep_a_line_of_sight_goes_through_ground_of_any_outline(x: int) -> None:
    for outline in OUTLINES.values():
        large = tuple((10 * a, 10 * b) for a, b in outline)
        plain = shapely.Polygon(large).intersection(shapely.LineString([(x, -500), (x + 40, 2000)])).length
        assert abs(depth_within(to_point((x, -500)), to_point((x + 40, 2000)), area(large)) - plain) <= 2, outline
