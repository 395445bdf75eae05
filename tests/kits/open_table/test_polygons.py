"""Outlines of terrain and convex shapes: small ones by hand, and laws beside shapely."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
import shapely

from battles.kits.open_table import GRAINS, Outline, convex, extents, path_of, polygons, to_point
from tests.kits.open_table.outlines import OUTLINES

GRID = ((0, 0), (2, 0), (4, 0), (2, 2), (0, 2))


def drawn(outline: Outline) -> shapely.Polygon:
    return shapely.Polygon(outline)


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("turn", ["as it is", "from another corner", "anticlockwise"])
def test_convex_parts_make_up_their_outline_without_overlap(name: str, turn: str) -> None:
    outline = OUTLINES[name]
    given = {"as it is": outline, "from another corner": outline[3:] + outline[:3], "anticlockwise": outline[::-1]}
    whole = polygons.outline_of(given[turn])
    assert convex.clockwise(whole) == 2 * drawn(outline).area
    assert drawn(whole).equals(drawn(outline))
    parts = polygons.convex_parts(whole)
    assert all(drawn(part).convex_hull.equals(drawn(part)) for part in parts)
    assert all(convex.clockwise(part) > 0 for part in parts)
    assert sum(drawn(part).area for part in parts) == drawn(outline).area
    assert shapely.union_all([drawn(part) for part in parts]).equals(drawn(outline))
    if drawn(outline).convex_hull.equals(drawn(outline)):
        assert len(parts) == 1


@pytest.mark.parametrize("name", OUTLINES)
def test_a_hull_is_the_hull_and_extents_are_its_narrowest_and_widest(name: str) -> None:
    outline = OUTLINES[name]
    corners = tuple(polygons.hull(outline))
    assert drawn(corners).equals(drawn(outline).convex_hull)
    narrow, wide = extents(outline)
    box = shapely.minimum_rotated_rectangle(drawn(outline))
    across = min(shapely.Point(a).distance(shapely.Point(b)) for a, b in pairwise(box.exterior.coords))
    far = max(shapely.Point(a).distance(shapely.Point(b)) for a, b in product(outline, repeat=2))
    assert far <= wide < far + 1
    assert narrow <= across + 1e-9
    assert narrow > narrowest(outline) - 1 - 1e-9


def narrowest(outline: Outline) -> float:
    """The least width of the hull between two parallel lines, one of them along an edge."""
    hull = list(drawn(outline).convex_hull.exterior.coords)
    return min(
        max(abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) for p in hull)
        / shapely.Point(a).distance(shapely.Point(b))
        for a, b in pairwise(hull)
    )


def test_what_bounds_no_area_or_crosses_itself_is_no_outline() -> None:
    """Every four places of a small grid: an outline exactly if shapely finds a valid polygon without a spike."""
    for places in product(GRID, repeat=4):
        ring = [here for before, here in zip((places[-1], *places), places, strict=False) if here != before]
        plain = shapely.Polygon(ring) if len(ring) > 2 else shapely.Polygon()
        try:
            outline = polygons.outline_of(places)
        except ValueError:
            assert not plain.is_valid or plain.area == 0, places
        else:
            assert plain.is_valid, places
            assert drawn(outline).equals(plain), places
            corners = zip((outline[-1], *outline), outline, (*outline[1:], outline[0]), strict=False)
            assert all(convex.side_of(*corner) for corner in corners), f"{places} keeps a corner on a straight line"


@pytest.mark.parametrize(("start", "end"), [((0, 0), (3, 3)), ((1, 1), (2, 1)), ((0, 2), (3, 1)), ((2, 3), (2, 0))])
def test_stretches_meet_where_shapely_says(start: tuple[int, int], end: tuple[int, int]) -> None:
    stretch = shapely.LineString((start, end))
    for one, other in product(product(range(4), repeat=2), repeat=2):
        there = shapely.Point(one) if one == other else shapely.LineString((one, other))
        assert polygons.meet(start, end, one, other) == shapely.intersects(stretch, there), (one, other)


def test_a_stretch_runs_along_an_outline_where_they_share_a_length() -> None:
    edge = drawn(OUTLINES["square"]).exterior
    for one, other in product(product((-10, 0, 10, 40, 50), repeat=2), repeat=2):
        if one != other:
            shared = shapely.intersection(edge, shapely.LineString((one, other))).length
            assert polygons.on_outline(OUTLINES["square"], one, other) == (shared > 0), (one, other)


@pytest.mark.parametrize("by", [0, 5])
def test_a_cut_leaves_what_is_right_of_its_line(by: int) -> None:
    square = tuple(map(to_point, OUTLINES["square"]))
    ends = [(-10, 20), (0, 0), (0, 40), (20, 40), (40, 40), (50, 30), (13, 0)]
    for start, end in product(ends, repeat=2):
        if start == end:
            continue
        line = shapely.LineString((start, end))
        far = [(start[0] + (end[0] - start[0]) * n, start[1] + (end[1] - start[1]) * n) for n in (-99, 99)]
        right = shapely.LineString(far).buffer(-500, single_sided=True)
        if by:
            right = shapely.LineString(shapely.LineString(far).offset_curve(-by).coords).buffer(-500, single_sided=True)
        want = drawn(OUTLINES["square"]).intersection(right)
        left = polygons.cut(square, to_point(start), to_point(end), by)
        area = shapely.Polygon([(x / GRAINS, y / GRAINS) for x, y in left]).area if left else 0
        assert abs(area - want.area) < 0.2, (line, left)


NARROW = {("small", 1), ("horseshoe", 12), ("crown", 12)}
"""Outlines of which sides vanish, so that each convex part of them shrinks by itself."""


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("by", [1, 4, 12])
def test_an_inset_holds_nothing_near_the_outline(name: str, by: int) -> None:
    plain = drawn(OUTLINES[name])
    parts = polygons.inset(tuple(map(to_point, OUTLINES[name])), by)
    left = shapely.union_all([shapely.Polygon([(x / GRAINS, y / GRAINS) for x, y in part]) for part in parts])
    assert left.difference(plain).is_empty
    if (name, by) not in NARROW:
        assert left.difference(plain.buffer(-by, quad_segs=64).buffer(0.1)).is_empty
    if plain.convex_hull.equals(plain):
        assert abs(left.area - plain.buffer(-by, join_style="mitre", mitre_limit=9).area) < 0.5


@pytest.mark.parametrize(
    ("wide", "deep", "thin"), [(1, 64, True), (64, 64, True), (66, 3000, False), (129, 3000, False), (1, 3000, True)]
)
def test_a_sliver_of_rounding_is_negligible(wide: int, deep: int, thin: bool) -> None:
    """Twice the area of a sliver is at most 64 grains for each grain of width and depth."""
    assert polygons.negligible(((0, 0), (0, deep), (wide, deep), (wide, 0))) == thin
    assert thin == (2 * wide * deep <= 64 * (wide + deep))


# Convex shapes in small whole numbers

SHAPES: tuple[Outline, ...] = (
    ((0, 0), (0, 4), (4, 4), (4, 0)),
    ((0, 0), (2, 5), (5, 1)),
    ((0, 0), (3, 4), (6, 4), (3, 0)),
    ((0, 0), (4, 2)),
    ((0, 0),),
)


def plain(shape: Outline) -> shapely.Geometry:
    """A polygon, a line or a point."""
    return (shapely.Point, shapely.LineString, shapely.Polygon)[min(len(shape), 3) - 1](
        shape if len(shape) > 1 else shape[0]
    )


def shifted(shape: Outline, x: int, y: int) -> Outline:
    return tuple((a + x, b + y) for a, b in shape)


@pytest.mark.parametrize(("one", "other"), list(product(SHAPES, repeat=2)))
def test_a_gap_is_every_step_to_a_touch(one: Outline, other: Outline) -> None:
    """The Minkowski difference: the hull of all steps from a corner of one to a corner of the other."""
    steps = shapely.MultiPoint([(c - a, d - b) for (a, b), (c, d) in product(one, other)]).convex_hull
    assert shapely.MultiPoint(convex.gap(one, other)).convex_hull.equals(steps)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_distance_from_a_point_is_exact(shape: Outline) -> None:
    for x, y in product(range(-2, 9), repeat=2):
        there = shifted(shape, -x, -y)
        far = shapely.Point(0, 0).distance(plain(there))
        square = Fraction(*convex.square_apart(there))
        assert abs(float(square) - far * far) < 1e-9
        if len(shape) > 2:
            polygon = plain(there)
            assert convex.holds_origin(there, None) == polygon.covers(shapely.Point(0, 0))
            assert convex.holds_origin(there, 0) == polygon.contains(shapely.Point(0, 0))
            in_grains = tuple(map(to_point, there))
            deep = polygon.exterior.distance(shapely.Point(0, 0))
            if abs(deep - 1) > 1e-9:
                assert convex.holds_origin(in_grains, 1) == (polygon.contains(shapely.Point(0, 0)) and deep > 1)
            assert far - 1e-9 <= convex.from_origin(in_grains) < far + 1


@pytest.mark.parametrize("shape", SHAPES[:3])
@pytest.mark.parametrize("step", [(1, 0), (0, -1), (1, 1), (-1, 2), (3, -1), (-2, -2)])
def test_the_part_of_a_line_in_a_shape(shape: Outline, step: tuple[int, int]) -> None:
    dx, dy = step
    for x, y in product((-3, 0, 2, 4), repeat=2):
        there = shifted(shape, -x, -y)
        line = shapely.LineString([(-99 * dx, -99 * dy), (99 * dx, 99 * dy)])
        inside = shapely.intersection(line, plain(there))
        touch, deep = (convex.line_span(there, dx, dy, slack) for slack in (None, 0))
        assert (touch is None) == inside.is_empty or inside.length < 1e-9
        crosses = inside.length > 1e-9 and not plain(there).exterior.buffer(1e-9).covers(inside)
        assert (deep is not None) == crosses
        if touch is not None and inside.length:
            first, last = Fraction(*touch[:2]), Fraction(*touch[2:])
            assert abs(float(last - first) * (dx * dx + dy * dy) ** 0.5 - inside.length) < 1e-9


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("reach", [0, 3, 5])
def test_travel_within_reach_is_one_stretch_and_holds_every_such_travel(shape: Outline, reach: int) -> None:
    for (x, y), (dx, dy) in product(product((-6, 0, 4), repeat=2), ((1, 0), (0, -1), (1, 1), (-1, 2), (3, -1))):
        there = plain(shifted(shape, -x, -y))
        near = [n for n in range(10) if shapely.Point(n * dx, n * dy).distance(there) <= reach + 1e-9]
        found = convex.reach_span(shifted(shape, -x, -y), path_of_steps(dx, dy, 9), reach)
        assert found == ((near[0], near[-1]) if near else None), (x, y, dx, dy)


def path_of_steps(dx: int, dy: int, length: int) -> object:
    return type(path_of(1, 0))(dx, dy, length)
