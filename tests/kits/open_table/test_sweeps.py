"""Straight moves and zones, by hand, and what holds of every one of them."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from battles.kits.open_table import (
    GRAINS,
    Footprint,
    Path,
    Shape,
    ahead,
    area,
    contacts,
    disc,
    distance,
    first_contact,
    footprint,
    in_strip,
    moved,
    overlap,
    patch,
    path,
    path_between,
    place_of,
    settled,
    stretch,
    swept,
    to_point,
    touches,
    touching,
    travel_on_table,
    turned,
    window,
    windows,
)

LINE, COLUMN, HORSE, HORSE_COLUMN, GUNS = (500, 200), (250, 400), (500, 400), (250, 800), (300, 300)

footprints = st.builds(
    footprint,
    st.integers(-2000, 2000),
    st.integers(-2000, 2000),
    st.integers(0, 3599) | st.sampled_from([0, 900, 1800, 2700]),
    st.integers(1, 1000),
    st.integers(1, 1000),
)
ways = st.builds(path, st.integers(0, 3599) | st.sampled_from([0, 900, 1800, 2700]), st.integers(1, 4000))
discs = st.builds(disc, st.integers(-2000, 2000), st.integers(-2000, 2000), st.integers(1, 500))


def at(x: int, y: int, bearing: int = 0, size: tuple[int, int] = LINE) -> Footprint:
    return footprint(x, y, bearing, *size)


@pytest.mark.rule("MN-GEO-08", "travel ends at the nearest part of what stands in the open strip ahead")
@pytest.mark.parametrize(
    ("mover", "other", "travel"),
    [
        (at(0, 0), at(0, 1000, 1800, COLUMN), 700),
        (at(0, 0, 0, COLUMN), at(0, 1000, 1800, COLUMN), 600),
        (at(0, 0, 0, COLUMN), at(300, 1500, 2000), 1257),
        (at(0, 0, 0, COLUMN), at(375, 1000, 1800), None),  # their edges are level
        (at(0, 0, 0, COLUMN), at(374, 1000, 1800), 700),
        (at(0, 0, 100, HORSE), at(600, 2500, 1800, GUNS), 2192),
        (at(0, 0), at(0, -1000), None),  # behind
        (at(0, 0), at(0, 200), 0),  # touched, and moved into
        (at(0, 0), at(0, -200), None),  # touched, and left
        (at(0, 0), at(500, 0), None),  # touched, and slid along
        (at(0, 0), at(500, 200), None),  # a corner, slid past
        (at(0, 0), at(490, 200, 450), 198),
    ],
)
def test_travel_to_contact(mover: Footprint, other: Footprint, travel: int | None) -> None:
    for shape in (other, patch(other.corners)):
        found = first_contact(mover, ahead(mover), (shape,))
        assert (found and found.travel) == travel
        assert in_strip(mover, shape) == (travel is not None)


@pytest.mark.parametrize(("bearing", "travel"), [(450, 0), (2250, None), (1350, None), (3150, None)])
def test_what_stands_exactly_edge_to_edge_aslant_is_left_or_met(bearing: int, travel: int | None) -> None:
    mover = at(0, 0, 450)
    other = moved(mover, path(450, 200), 200)
    assert distance(mover, other) == 0
    for shape in (other, patch(other.corners)):
        found = first_contact(mover, path(bearing, 500), (shape,))
        assert (found and found.travel) == travel


def test_what_is_only_just_touched_at_the_end_of_a_way_is_not_met() -> None:
    mover = at(0, 0, 450)
    other = moved(mover, path(450, 300), 300)
    for shape in (other, patch(other.corners)):
        assert first_contact(mover, path(450, 100), (shape,)) is None
        found = first_contact(mover, path(450, 101), (shape,))
        assert found is not None
        assert found.travel == 100


def test_the_exact_travel_is_kept_beside_the_whole_one() -> None:
    mover = at(0, 0, 0, COLUMN)
    found = first_contact(mover, ahead(mover), (at(300, 1500, 2000),))
    assert found is not None
    assert found.above / found.below == pytest.approx(1257.3, abs=0.05)


def test_a_contact_beyond_the_end_of_a_way_is_none() -> None:
    other = (at(0, 1000),)
    assert first_contact(at(0, 0), path(0, 800), other) is None
    assert first_contact(at(0, 0), path(0, 801), other) is not None
    assert first_contact(at(0, 0), path(0, 0), other) is None


def test_the_first_of_several_is_found_and_all_are_put_in_order() -> None:
    others = (at(0, 3000), at(0, 1000), at(2000, 500), at(200, 2000), disc(0, 1500, 100), at(-300, 1000))
    found = first_contact(at(0, 0), path(0, 5000), others)
    assert found is not None
    assert (found.index, found.travel) == (1, 800)
    every = contacts(at(0, 0), path(0, 5000), others)
    assert [(one.index, one.travel) for one in every] == [(1, 800), (5, 800), (4, 1300), (3, 1800), (0, 2800)]


def test_a_slack_lets_a_unit_slide_past_what_it_hardly_overlaps() -> None:
    assert first_contact(at(0, 0), path(0, 2000), (at(495, 1000),)) is not None
    assert first_contact(at(0, 0), path(0, 2000), (at(495, 1000),), 5) is None
    deeper = first_contact(at(0, 0), path(0, 2000), (at(494, 1000),), 5)
    assert deeper is not None
    assert deeper.travel == 805
    assert first_contact(at(0, 0), path(0, 2000), (disc(345, 1000, 100),), 5) is None
    assert first_contact(at(0, 0), path(0, 2000), (disc(344, 1000, 100),), 5) is not None


@pytest.mark.rule("MN-CHARGE-04", "a neighbour met corner to corner is not in contact at the end of a charge")
@pytest.mark.parametrize(("x", "second"), [(0, False), (20, True)])
def test_a_charge_on_one_of_three_that_stand_edge_to_edge(x: int, second: bool) -> None:
    mover, target, neighbour = at(x, 0), at(0, 800, 1800), at(500, 800, 1800)
    assert first_contact(mover, path(0, 600), (target,)) is None  # at the end of its allowance it only just touches
    found = first_contact(mover, ahead(mover), (target,))
    assert found is not None
    assert found.travel == 600
    end = moved(mover, path(0, 600), 600)
    assert touching(end, target, 5)
    assert touching(end, neighbour, 5) == second


@given(footprints, ways, footprints | discs)
def test_a_move_up_to_first_contact_overlaps_nothing_and_one_unit_more_does(
    mover: Footprint, way: Path, other: Shape
) -> None:
    assume(not overlap(mover, other))
    found = first_contact(mover, way, (other,))
    if found is None:
        assert not overlap(moved(mover, way, way.length), other)
        return
    assert 0 <= found.travel < way.length
    assert not overlap(moved(mover, way, found.travel), other)
    part = stretch(mover, way, other, 0)
    if part is not None and part[1] > found.travel + 1:
        assert overlap(moved(mover, way, found.travel + 1), other)


@given(footprints, ways, footprints)
def test_whoever_moves_contact_is_the_same(mover: Footprint, way: Path, other: Footprint) -> None:
    there = first_contact(mover, way, (other,))
    back = first_contact(other, Path(-way.dx, -way.dy, way.length), (mover,))
    assert (there and there.travel) == (back and back.travel)


@given(footprints, ways, footprints)
def test_footprints_and_other_patches_are_met_alike(mover: Footprint, way: Path, other: Footprint) -> None:
    plain = patch(other.corners)
    quick, general = first_contact(mover, way, (other,)), first_contact(mover, way, (plain,))
    assert (quick and Fraction(quick.above, quick.below)) == (general and Fraction(general.above, general.below))
    assert stretch(mover, way, other, 0) == stretch(mover, way, plain, 0)


@pytest.mark.rule("MN-GEO-11", "within reach of a unit is one stretch of a path")
@pytest.mark.parametrize(
    ("mover", "bearing", "length", "other", "reach", "want"),
    [
        (at(-3000, 900, 900, HORSE), 900, 2500, at(0, 0), 600, (2311, 2500)),
        (at(-3000, 900, 900, HORSE), 900, 2500, at(0, 0), 1200, (1484, 2500)),
        (at(-3000, 1500, 900, HORSE), 900, 2500, at(0, 0), 600, None),
        (at(0, 0, 0, HORSE), 0, 1700, at(1400, 1200, 2700, HORSE), 1200, (17, 1700)),
        (at(0, 0), 0, 1000, disc(0, 500, 125), 100, (175, 825)),
        (at(0, 0), 900, 0, at(0, 300), 100, (0, 0)),
        (at(0, 0), 900, 0, at(0, 300), 99, None),
        (at(0, 0), 900, 10, at(510, 0), 0, (10, 10)),
    ],
)
def test_windows(
    mover: Footprint, bearing: int, length: int, other: Shape, reach: int, want: tuple[int, int] | None
) -> None:
    assert window(mover, path(bearing, length), other, reach) == want


@given(footprints | discs, ways, footprints | discs, st.integers(0, 1500))
def test_a_window_holds_every_travel_within_reach_and_no_other(
    mover: Shape, way: Path, other: Shape, reach: int
) -> None:
    def near(travel: int) -> bool:
        x, y = way.dx * travel, way.dy * travel
        there = patch(tuple((a + x, b + y) for a, b in mover.corners), mover.radius)
        return distance(there, other) <= reach

    found = window(mover, way, other, reach)
    if found is None:
        assert not any(near(travel) for travel in range(0, way.length + 1, max(1, way.length // 20)))
        return
    first, last = found
    assert 0 <= first <= last <= way.length
    assert near(first)
    assert near((first + last) // 2)
    assert near(last)
    assert first == 0 or not near(first - 1)
    assert last == way.length or not near(last + 1)


def test_windows_come_in_the_order_of_their_starts() -> None:
    others = (at(0, 3000), at(5000, 0), at(0, 1000))
    assert windows(at(0, 0), path(0, 4000), others, 300) == [(2, (500, 1500)), (0, (2500, 3500))]


@pytest.mark.parametrize(
    ("slack", "want"), [(None, (300, 540)), (0, (300, 540)), (5, (305, 535))], ids=["touch", "overlap", "deeper"]
)
def test_the_part_of_a_way_on_a_band(slack: int | None, want: tuple[int, int]) -> None:
    band = patch(tuple(map(to_point, ((-1000, 440), (1000, 440), (1000, 400), (-1000, 400)))))
    assert stretch(at(0, 0), path(0, 600), band, slack) == want
    assert stretch(at(0, 0), path(0, 400), band, slack) == (want[0], 400)
    assert stretch(at(0, 0), path(0, 299), band, slack) is None
    assert stretch(at(0, 350), path(0, 600), band, slack) == (0, want[1] - 350)
    assert stretch(at(0, 700), path(0, 600), band, slack) is None


def test_a_touch_alone_is_a_stretch_of_no_length() -> None:
    corner = at(510, 1200)  # its rear left corner, past the way's right edge by 10
    assert stretch(at(0, 0), path(0, 3000), corner, None) is None
    assert stretch(at(10, 0), path(0, 3000), corner, None) == (1000, 1400)
    assert stretch(at(10, 0), path(0, 3000), corner, 0) is None
    assert stretch(at(0, 0), path(0, 1000), at(0, 1200), None) == (1000, 1000)
    assert stretch(at(0, 0), path(0, 1000), at(0, 1200), 0) is None
    assert stretch(at(0, 0), path(0, 0), at(0, 200), None) == (0, 0)
    assert stretch(at(0, 0), path_between((0, 0), (0, 0)), at(0, 200), None) == (0, 0)
    assert stretch(at(0, 0), path_between((0, 0), (0, 0)), at(0, 201), None) is None


def test_a_corner_that_is_grazed_is_touched_and_not_overlapped() -> None:
    mover, post = at(0, 0, 0, (200, 200)), at(400, 0, 0, (200, 200))
    for shape in (post, patch(post.corners)):
        assert stretch(mover, path(450, 1000), shape, None) == (283, 283)
        assert stretch(mover, path(450, 1000), shape, 0) is None
        assert first_contact(mover, path(450, 1000), (shape,)) is None


def test_the_part_of_a_way_on_a_rounded_patch() -> None:
    assert stretch(at(0, 0), path(0, 1000), disc(0, 500, 100), None) == (300, 700)
    assert stretch(at(0, 0), path(0, 1000), disc(0, 500, 100), 0) == (301, 699)
    assert stretch(at(0, 0), path(0, 1000), disc(0, 500, 100), 5) == (306, 694)


def test_a_disc_moves_as_well() -> None:
    stand = disc(0, 0, 125)
    assert window(stand, path_between((0, 0), (300, 400)), at(300, 700), 100) == (469, 500)


@pytest.mark.parametrize(
    ("bearing", "length", "travel"), [(0, 500, 500), (1800, 5000, 900), (2700, 5000, 750), (450, 50000, 15414)]
)
def test_a_way_ends_at_the_rim_of_the_table(bearing: int, length: int, travel: int) -> None:
    assert travel_on_table(at(1000, 1000), path(bearing, length), 18000, 12000) == travel


@given(footprints, ways)
def test_travel_on_the_table_stays_on_it(mover: Footprint, way: Path) -> None:
    wide = 2100 + 708 + 708
    shape = footprint((mover.x // GRAINS) + wide, (mover.y // GRAINS) + wide, mover.bearing, mover.width, mover.depth)
    travel = travel_on_table(shape, way, 2 * wide, 2 * wide)
    there, over = moved(shape, way, travel), moved(shape, way, travel + 1)
    assert min(there.left, there.bottom) >= 0
    assert max(there.right, there.top) <= 2 * wide * GRAINS
    if travel < way.length:
        assert min(over.left, over.bottom) < 0 or max(over.right, over.top) > 2 * wide * GRAINS


def test_a_turned_unit_goes_its_own_way() -> None:
    """G37: the smallest turn that lets the line join in is none."""
    joiner, enemy = at(700, 0), at(350, 600, 1800, COLUMN)
    assert distance(joiner, enemy) == 300
    found = first_contact(joiner, path(joiner.bearing, 600), (enemy,))
    assert found is not None
    assert found.travel == 300
    away = turned(joiner, 900)
    assert first_contact(away, path(away.bearing, 600), (enemy,)) is None


def test_what_is_swept_is_the_start_the_end_and_all_between() -> None:
    assert swept(at(0, 0), path(0, 600)).corners == tuple(
        map(to_point, ((-250, -100), (-250, 700), (250, 700), (250, -100)))
    )
    assert swept(at(0, 0), path(0, 0)).corners == patch(at(0, 0).corners[-1:] + at(0, 0).corners[:-1]).corners
    aslant = swept(at(0, 0), path(450, 1000))
    assert len(aslant.corners) == 6
    assert touches(area(((340, 250), (350, 250), (350, 240), (340, 240))), aslant)
    assert not touches(area(((700, 300), (720, 300), (720, 280), (700, 280))), aslant)


@given(footprints, ways, footprints)
def test_what_is_swept_overlaps_what_is_met(mover: Footprint, way: Path, other: Footprint) -> None:
    assert overlap(swept(mover, way), other) == (first_contact(mover, way, (other,)) is not None)


@given(footprints, ways)
def test_a_unit_settles_within_a_length(mover: Footprint, way: Path) -> None:
    there = moved(mover, way, way.length)
    stands = settled(there)
    assert max(abs(stands.x - there.x), abs(stands.y - there.y)) <= GRAINS // 2
    assert stands == footprint(*place_of(stands), stands.bearing, stands.width, stands.depth)
