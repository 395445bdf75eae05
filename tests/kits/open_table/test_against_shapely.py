"""The open table beside shapely: a hundred thousand random pairs and as many sweeps, and units on random grounds.

Half the footprints stand at right angles on a coarse lattice, where edges and corners often just touch; corners are
whole grains, which shapely's numbers hold exactly.
"""

import math
from functools import cache

import numpy as np
import pytest
import shapely

from battles.kits.open_table import (
    GRAINS,
    Band,
    Footprint,
    Ground,
    Outline,
    Patch,
    Path,
    apart,
    area,
    band,
    covers,
    distance,
    drawn_in,
    first_contact,
    footprint,
    free_travel,
    moved,
    overlap,
    path,
    stretches,
    surrounds,
    touches,
    within,
)

PAIRS = 100_000
GROUNDS = 150
ROUGHLY = 1e-6
"""How far shapely's floating point may be from the exact value, in lengths."""


def chances(name: str) -> np.random.Generator:
    """The same numbers in every run."""
    return np.random.default_rng(list(name.encode()))


def some_footprints(chance: np.random.Generator, count: int, wide: int = 1500) -> list[Footprint]:
    sizes = ((500, 200), (250, 400), (500, 400), (250, 800), (300, 300), (255, 201))
    rows = zip(*chance.integers(0, [[wide], [wide], [3600], [6], [2]], (5, count)).tolist(), strict=True)
    return [
        footprint(x // 50 * 50, y // 50 * 50, turn // 900 * 900, *sizes[size])
        if square
        else footprint(x, y, turn, *sizes[size])
        for x, y, turn, size, square in rows
    ]


def some_ways(chance: np.random.Generator, shapes: list[Footprint]) -> list[Path]:
    """Ways ahead, along the lattice, and anywhere."""
    rows = chance.integers(0, [[3600], [3], [2500]], (3, len(shapes))).T.tolist()
    return [
        path((shape.bearing, turn // 900 * 900, turn)[kind], length + 1)
        for shape, (turn, kind, length) in zip(shapes, rows, strict=True)
    ]


def drawn(shapes: list[Footprint]) -> np.ndarray:
    """Footprints as shapely's polygons, in lengths."""
    return shapely.polygons(np.array([shape.corners for shape in shapes], float) / GRAINS)


Pairs = tuple[list[Footprint], list[Footprint], np.ndarray, np.ndarray]
Sweeps = tuple[list[Path], np.ndarray]


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    """Footprints two by two, each with shapely's polygon."""
    chance = chances("pairs")
    first, second = some_footprints(chance, PAIRS), some_footprints(chance, PAIRS)
    return first, second, drawn(first), drawn(second)


def insides_meet(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return shapely.intersects(first, second) & ~shapely.touches(first, second)


def test_pairs_touch_overlap_and_are_apart_as_shapely_says(pairs: Pairs) -> None:
    first, second, ours, theirs = pairs
    far = shapely.distance(ours, theirs)
    touch = shapely.touches(ours, theirs)
    assert touch.sum() > 300
    measured = np.array([distance(a, b) for a, b in zip(first, second, strict=True)])
    assert ((measured == 0) == shapely.intersects(ours, theirs)).all()
    assert (measured >= far - ROUGHLY).all()
    assert (measured < far + 1 + ROUGHLY).all()
    found = np.array([overlap(a, b) for a, b in zip(first, second, strict=True)])
    assert found.sum() > 5000
    assert (found == insides_meet(ours, theirs)).all()
    near = np.array([within(a, b, 600) for a, b in zip(first, second, strict=True)])
    assert (near == (measured <= 600)).all()


@pytest.fixture(scope="module")
def sweeps(pairs: Pairs) -> Sweeps:
    """A way for the first of each pair, and the hull of where it starts and ends."""
    first = pairs[0]
    ways = some_ways(chances("sweeps"), first)
    ends = [moved(shape, way, way.length).corners for shape, way in zip(first, ways, strict=True)]
    corners = np.array([shape.corners + end for shape, end in zip(first, ends, strict=True)], float) / GRAINS
    return ways, shapely.convex_hull(shapely.multipoints(corners))


def test_sweeps_meet_what_the_hull_of_start_and_end_meets(pairs: Pairs, sweeps: Sweeps) -> None:
    first, second, ours, theirs = pairs
    ways, hulls = sweeps
    found = [first_contact(a, way, (b,)) for a, way, b in zip(first, ways, second, strict=True)]
    hit = np.array([contact is not None for contact in found])
    assert (hit == insides_meet(hulls, theirs)).all()
    assert hit.sum() > 15000
    assert (
        np.array([contact is not None and contact.travel == 0 for contact in found]) >= insides_meet(ours, theirs)
    ).all()


def test_up_to_first_contact_nothing_overlaps_and_one_step_more_does(pairs: Pairs, sweeps: Sweeps) -> None:
    first, second, ours, theirs = pairs
    ways, _ = sweeps
    stops = [
        (a, way, b, contact.travel)
        for a, way, b, together in zip(first, ways, second, insides_meet(ours, theirs), strict=True)
        if not together and (contact := first_contact(a, way, (b,))) is not None
    ]
    assert len(stops) > 10000
    there = drawn([moved(a, way, travel) for a, way, _, travel in stops])
    beyond = drawn([moved(a, way, travel + 1) for a, way, _, travel in stops])
    targets = drawn([b for _, _, b, _ in stops])
    assert not insides_meet(there, targets).any()
    # A corner that is grazed by less than a step may be passed again at the next.
    missed = ~insides_meet(beyond, targets)
    assert missed.sum() < len(stops) / 1000
    assert all(
        distance(moved(a, way, travel + 1), b) <= 1
        for (a, way, b, travel), out in zip(stops, missed, strict=True)
        if out
    )


def star(chance: np.random.Generator, corners: int) -> Outline:
    """An outline of so many corners about (1000, 1000)."""
    angles = np.sort(chance.uniform(0, 2 * math.pi, corners))
    radii = chance.uniform(200, 900, corners)
    places = np.stack([1000 + np.cos(angles) * radii, 1000 + np.sin(angles) * radii], 1).round().astype(int)
    return tuple((x, y) for x, y in places.tolist())


@cache
def grounds() -> list[tuple[Ground, shapely.Geometry]]:
    """Areas and bands, each with shapely's geometry of the same."""
    chance = chances("grounds")
    found: list[tuple[Ground, shapely.Geometry]] = []
    while len(found) < GROUNDS:
        if chance.random() < 0.3:
            line = tuple((x, y) for x, y in chance.integers(0, 2000, (chance.integers(2, 6), 2)).tolist())
            laid = band(line, 2 * int(chance.integers(10, 200)))
            found.append((laid, band_drawn(laid)))
            continue
        outline = star(chance, int(chance.integers(3, 14)))
        plain = shapely.Polygon(outline)
        if plain.is_valid and plain.area > 0:
            found.append((area(outline), plain))
    return found


def band_drawn(laid: Band) -> shapely.Geometry:
    """Each stretch with flat ends, and a disc at each bend."""
    pieces = [
        shapely.LineString(ends).buffer(laid.width / 2, cap_style="flat")
        for ends in zip(laid.line, laid.line[1:], strict=False)
    ]
    discs = [shapely.Point(place).buffer(laid.width / 2, quad_segs=256) for place in laid.line[1:-1]]
    return shapely.union_all(pieces + discs)


def polygon(part: Patch) -> shapely.Polygon:
    return shapely.Polygon(np.array(part.corners, float) / GRAINS)


def test_parts_of_an_area_make_it_up_without_overlap() -> None:
    for ground, plain in grounds():
        if not isinstance(ground, Band):
            parts = [polygon(part) for part in ground.parts]
            assert all(part.is_valid and math.isclose(part.convex_hull.area, part.area) for part in parts)
            assert math.isclose(sum(part.area for part in parts), plain.area)
            assert math.isclose(shapely.union_all(parts).area, plain.area)
            inner = plain.buffer(-5, join_style="mitre", mitre_limit=1.2)
            left = shapely.union_all(
                [shapely.Polygon(np.array(part.corners, float) / GRAINS) for part in drawn_in(ground, 5)]
            )
            assert left.difference(plain.buffer(0.01)).area < 1
            if len(ground.parts) == 1:
                assert left.symmetric_difference(inner).area < 0.1


def test_footprints_and_grounds_meet_as_shapely_says() -> None:
    chance = chances("units")
    unsure = 0
    for ground, plain in grounds():
        shapely.prepare(plain)
        units = some_footprints(chance, 12, 2000)
        shapes = drawn(units)
        far = shapely.distance(plain, shapes)
        wholly, inside = shapely.covers(plain, shapes), shapely.covers(plain.buffer(-1), shapes)
        outside = shapely.covers(plain.buffer(1), shapes)
        deep = insides_meet(np.array([plain]), shapes)
        # A band's discs are polygons to shapely, and its sides not whole numbers.
        loose = 0.05 if isinstance(ground, Band) else ROUGHLY
        for unit, gap, holds, surely, maybe, meets in zip(units, far, wholly, inside, outside, deep, strict=True):
            assert gap - loose <= apart(ground, unit) < gap + 1 + loose
            if isinstance(ground, Band):
                assert touches(ground, unit) == (gap == 0) or 0 < gap < loose
                assert surrounds(ground, unit) <= maybe
                assert surrounds(ground, unit) >= surely
                unsure += surely != maybe
            else:
                assert touches(ground, unit) == (gap == 0)
                assert covers(ground, unit) == meets
                assert surrounds(ground, unit) == holds
    assert unsure < 40


@pytest.mark.parametrize("slack", [None, 0])
def test_ways_lie_on_ground_where_shapely_says(slack: int | None) -> None:
    chance = chances("ways")
    hits = 0
    for ground, plain in grounds():
        units = some_footprints(chance, 4, 2000)
        for unit, way in zip(units, some_ways(chance, units), strict=True):
            found = stretches(unit, way, ground, slack)
            travels = range(0, way.length + 1, 40)
            shapes = drawn([moved(unit, way, travel) for travel in travels])
            far = shapely.distance(plain, shapes)
            meets = far == 0 if slack is None else insides_meet(np.array([plain]), shapes)
            for travel, gap, met in zip(travels, far, meets, strict=True):
                on = any(start <= travel <= end for start, end in found)
                near = any(start - 1 <= travel <= end + 1 for start, end in found)
                assert on or near or not met
                assert not on or gap < 1
            free = free_travel(unit, way, ground, slack)
            assert (free == way.length) == (not found) or shapely.distance(
                plain, drawn([moved(unit, way, way.length)])[0]
            ) < 1
            hits += bool(found)
    assert hits > 100
