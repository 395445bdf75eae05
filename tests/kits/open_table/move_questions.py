"""What footprints, grounds and ways of the open table answer on coarse lattices. See `asked_of_shapes`."""

from collections.abc import Iterator
from itertools import product

from battles.kits.open_table import (
    GRAINS,
    SIDES,
    Footprint,
    Outline,
    Shape,
    about,
    aim_points,
    any_in_arc,
    apart,
    approaches,
    area,
    band,
    bearing_of,
    beside,
    beyond,
    centres_apart,
    conformed,
    contacts,
    corner_to_corner,
    cost_of,
    covered,
    covers,
    crossings,
    depth_within,
    disc,
    distance,
    drawn_in,
    edge,
    first_contact,
    footprint,
    free_travel,
    front_middle,
    grounds_apart,
    in_arc,
    in_the_way,
    legs,
    looks_away,
    nearest_point,
    nearest_points,
    offset,
    on_table,
    overlap,
    part_of,
    parts_outside,
    patch,
    path,
    path_of,
    place_along,
    quarter,
    reach_beyond,
    rectangle,
    ring,
    set_against,
    side_met,
    spot,
    steps_of,
    stretch,
    stretches,
    surrounds,
    swept,
    swing_meets,
    swing_on,
    swung,
    to_place,
    to_point,
    touches,
    touching,
    travel_for,
    travel_on_table,
    turn_between,
    turn_to,
    turns_toward,
    window,
    windows,
    within,
    zone,
)
from battles.kits.open_table.distances import boxes_within
from battles.kits.open_table.footprints import Bounds
from battles.kits.open_table.sweeps import bounds
from battles.kits.open_table.zones import passes_by
from tests.kits.open_table.shape_questions import OUTLINES, bits, grains, spans

LINE, COLUMN, GUNS = (500, 200), (250, 400), (300, 300)


def at(x: int, y: int, bearing: int = 0, size: tuple[int, int] = LINE) -> Footprint:
    return footprint(x, y, bearing, *size)


# Footprints in pairs

PAIRS = tuple(
    (one, two)
    for one in (at(40, -30), at(40, -30, 450, GUNS), at(40, -30, 300, COLUMN))
    for two in (at(0, 0), at(0, 0, 450, GUNS), at(0, 0, 900, COLUMN), at(0, 0, 1234))
)
OFFSETS = (
    (0, 300), (0, 200), (0, 205), (500, 0), (500, 200), (495, 200), (510, 210), (-430, -280), (700, -900), (-350, 150),
    (-495, 200), (500, 195), (-500, -195), (500, -195),
)  # fmt: skip


def pairs() -> Iterator[tuple[Footprint, list[Footprint]]]:
    for one, two in PAIRS:
        yield one, [at(x + 40, y - 30, two.bearing, (two.width, two.depth)) for x, y in OFFSETS]


def distances() -> Iterator[str]:
    for one, others in pairs():
        yield " ".join(f"{distance(one, two)}/{centres_apart(one, two)}" for two in others)


def distances_of_others() -> Iterator[str]:
    """Of patches and discs: distance, overlap, overlap deeper than 5, and whether within 150."""
    for one, others in pairs():
        for two in others[:3]:
            x, y = to_place((two.x, two.y))
            shapes: list[Shape] = [patch(two.corners), disc(x, y, 120), disc(x, y, 0), patch(two.corners[:2], 40)]
            shapes += [patch(two.corners[1:]), patch(two.corners[:2])]
            row = []
            for shape in shapes:
                told = overlap(one, shape), overlap(shape, one), overlap(patch(one.corners), shape)
                row.append(f"{distance(one, shape)}{bits((*told, overlap(one, shape, 5), within(shape, one, 150)))}")
            yield " ".join(row)


def overlaps() -> Iterator[str]:
    """Overlap deeper than 0, 5 and 50; within 0, 5 and 100; corner to corner and contact within 5."""
    for one, others in pairs():
        yield " ".join(
            bits(
                (
                    *(overlap(one, two, slack) for slack in (0, 5, 50)),
                    *(within(one, two, reach) for reach in (0, 5, 100)),
                    corner_to_corner(one, two, 5),
                    touching(one, two, 5),
                )
            )
            for two in others
        )


def nearest() -> Iterator[str]:
    for one, others in pairs():
        for two in others[::5]:
            yield f"{grains((nearest_point(one, (two.x, two.y)),))} {grains(nearest_points(one, two))}"


def edges_to_the_length() -> Iterator[str]:
    """What is just so far away or just so deep, on every side: within, overlap, boxes, table."""
    one = at(0, 0)
    for x, y in (
        (501, 0),
        (500, 0),
        (499, 0),
        (-501, 0),
        (-500, 0),
        (-499, 0),
        (0, 201),
        (0, 200),
        (0, 199),
        (0, -201),
        (0, -200),
        (0, -199),
    ):
        two = at(x, y)
        ground = area(tuple((a // GRAINS, b // GRAINS) for a, b in two.corners))
        yield " ".join(
            (
                bits((overlap(one, two), overlap(patch(one.corners), two), within(one, two, 0), within(one, two, 1))),
                bits((touches(ground, one), covers(ground, one), covers(ground, one, 1))),
                str(first_contact(one, path(900, 2), (two, patch(two.corners)))),
                spans(window(one, path(2700, 2), two, 0)) + spans(window(one, path(0, 2), two, 1)),
                f"{swing_meets(one, 1, (two,))} {bits((swing_on(one, 1, ground), swing_on(one, 1, ground, 0)))}",
            )
        )


# Straight moves

MOVERS = (at(0, 0, 0, GUNS), at(0, 0, 450, (200, 100)))
WAYS = (path(0, 1000), path(450, 900), path(2250, 500), path_of(0, 0))
TARGETS = (
    (0, 600),
    (300, 600),
    (305, 600),
    (600, 0),
    (600, 300),
    (-400, -400),
    (150, 150),
    (300, 0),
    (0, -300),
    (500, 500),
)


def moves() -> Iterator[str]:
    """First contact without and with a slack, the stretch of touch, overlap and deeper, and the window within 100."""
    for mover, way, (x, y) in product(MOVERS, WAYS, TARGETS):
        two = at(x, y, 0, GUNS)
        shapes: tuple[Shape, ...] = (two, disc(x, y, 150), patch(at(x, y, 450, GUNS).corners))
        row = []
        for shape in shapes:
            met, deep = first_contact(mover, way, (shape,)), first_contact(mover, way, (shape,), 5)
            row.append(
                f"{met.travel if met else '-'} {deep.travel if deep else '-'} "
                + " ".join(spans(stretch(mover, way, shape, slack)) for slack in (None, 0, 5))
                + f" {spans(window(mover, way, shape, 100))}"
            )
        yield " / ".join(row)


def boxes() -> Iterator[str]:
    """Whether boxes are within some reach, on every side to the grain."""
    reach = 10 * GRAINS
    one = Bounds(-1, -2, 3, 4)
    for x, y in ((0, 0), (4, 0), (5, 0), (-4, 0), (-5, 0), (0, 6), (0, 7), (0, -6), (0, -7), (5, 7), (-5, -7)):
        two = Bounds(-1 + x, -2 + y, 3 + x, 4 + y)
        far = [(x > 0) - (x < 0), (y > 0) - (y < 0)]
        away = Bounds(*(end + far[number % 2] * reach for number, end in enumerate(two)))
        yield bits((boxes_within(one, two, 0), boxes_within(two, one, 0), boxes_within(one, away, 10)))


def rims() -> Iterator[str]:
    """How far one goes on a table of 2000 by 1500, and the box of what is swept."""
    for x, y, bearing in product((150, 1851), (149, 700), (0, 300)):
        mover, ways = at(x, y, bearing, GUNS), (path(0, 900), path(900, 300), path(450, 2000), path(2250, 1000))
        yield " ".join(str(travel_on_table(mover, way, 2000, 1500)) for way in ways)
        yield f"{grains(swept(mover, ways[0]).corners)} {bounds(mover, ways[2])} {bounds(mover, ways[3])}"
    half, low, far, high = 150 * GRAINS, -1, 1850 * GRAINS, 1350 * GRAINS
    for x, y in (
        (half, half),
        (half + low, half),
        (half, half + low),
        (far, high),
        (far - low, high),
        (far, high - low),
    ):
        yield bits((on_table(rectangle(x, y, 0, 300, 300), 2000, 1500),))
    yield bits(overlap(disc(0, 0, 50), disc(x, y, 60)) for x, y in ((110, 0), (109, 0), (66, 88), (66, 87), (-30, 4)))


def several() -> Iterator[str]:
    """All that is met on a way in order, and windows of all."""
    others = [at(x, y, 0, GUNS) for x, y in TARGETS] + [disc(200, 900, 100), disc(200, 900, 90)]
    for mover, way in product(MOVERS, WAYS):
        yield (
            " ".join(f"{one.index}:{one.travel}" for one in contacts(mover, way, others, 5))
            + " / "
            + " ".join(f"{number}:{spans(found)}" for number, found in windows(mover, way, others, 60))
        )


# Grounds

GROUNDS = (
    *(area(tuple((10 * x, 10 * y) for x, y in outline)) for outline in OUTLINES[:7]),
    band(((0, 0), (0, 1000)), 100),
    band(((0, 0), (0, 500), (500, 500), (600, 900)), 80),
    band(((0, 0), (500, 500)), 60),
)


def parts() -> Iterator[str]:
    """The parts of bands, and what is left of grounds that are drawn in."""
    for ground in GROUNDS[7:]:
        for slack in (0, 5, 30):
            yield f"{slack}: " + " | ".join(
                f"{grains(each.corners)} r{each.radius}" for each in drawn_in(ground, slack)
            )
    yield " ".join(str(len(drawn_in(ground, slack))) for ground in GROUNDS for slack in (5, 60, 200))
    yield " ".join(str(grounds_apart(GROUNDS[0], band(((x, 600), (x, 900)), 20))) for x in (-50, 100, 500))


def units_on_ground() -> Iterator[str]:
    """How far apart; touched, covered, covered by more than 5, wholly in it, wholly but for 5."""
    for ground in GROUNDS:
        row = []
        for x, y in (
            (-150, 500),
            (0, 50),
            (155, 500),
            (200, 200),
            (600, -150),
            (600, 1150),
            (210, 330),
            (850, 850),
            (-15, 515),
            (20, 485),
            (515, 485),
        ):
            for unit in (at(x, y, 0, (300, 300)), at(x, y, 450, (140, 60)), at(x, y, 450, (30, 20))):
                told = touches(ground, unit), covers(ground, unit), covers(ground, unit, 5)
                row.append(
                    f"{apart(ground, unit)}:{bits((*told, surrounds(ground, unit), surrounds(ground, unit, 5)))}"
                )
        yield " ".join(row)


def ways_on_ground() -> Iterator[str]:
    """The stretches of touch, of overlap and of 5 more, and the free travel of each."""
    for ground in GROUNDS:
        row = []
        for (x, y), way in product(((-100, 300), (300, 1100)), (path(900, 1500), path(1800, 1000), path(1200, 700))):
            unit = at(x, y, 0, (100, 60))
            for slack in (None, 0, 5):
                row.append(f"{spans(stretches(unit, way, ground, slack))}({free_travel(unit, way, ground, slack)})")
        yield " ".join(row)


def costs() -> Iterator[str]:
    laid = [(100, 200), (250, 400)]
    for rate in (1, 2, 3):
        yield " ".join(
            f"{covered(laid, travel)}/{cost_of(laid, travel, rate)}/{travel_for(laid, travel, rate)}"
            for travel in (0, 99, 100, 101, 200, 250, 299, 301, 350, 400, 450, 600, 799, 800, 801, 1000)
        )


# Lines and sights

ROAD: Outline = ((0, 0), (0, 200), (200, 200), (260, 280), (60, 280))
"""A line with bends of all kinds."""


def along_a_road() -> Iterator[str]:
    for along in (-5, 0, 1, 199, 200, 201, 400, 450, 699, 701):
        row = [str(place_along(ROAD, along))]
        for travel in (-300, -1, 0, 1, 260):
            row.append(" ".join(f"{leg.start}{leg.bearing}+{leg.length}" for leg in legs(ROAD, along, travel)) or "-")
        yield " / ".join(row)
    for start, end in product((-5, 0, 100, 200, 399), (200, 201, 400, 450, 700, 900)):
        if max(start, 0) < end:
            yield f"{part_of(ROAD, start, end)} {parts_outside(ROAD, [(start, end), (end + 20, end + 30)])}"


def spots_of_a_road() -> Iterator[str]:
    for x in (-30, 0, 70, 200, 233, 300):
        yield " ".join(str(spot(ROAD, (x, y))) for y in (-30, 0, 77, 200, 219, 240, 280, 310))


def crossings_of_a_road() -> Iterator[str]:
    ends = ((-50, 100), (0, 0), (100, 200), (230, 240), (130, 330), (200, 100), (0, 300))
    for start, end in product(ends, repeat=2):
        if start != end:
            yield f"{crossings(ROAD, (start, end))}"


def sights() -> Iterator[str]:
    shapes = (at(0, 500), at(300, 500, 450, GUNS), disc(-200, 500, 100))
    for x in (-301, -300, 0, 87, 88, 250, 251, 600):
        row = [str(in_the_way(to_point((x, 0)), to_point((far, 1000)), shapes)) for far in (x, 0)]
        row += [str(depth_within(to_point((x, 0)), to_point((x, 2000)), ground)) for ground in GROUNDS]
        yield " ".join(row)


# Zones and places

POINTS = tuple(to_point(place) for place in product((-351, -350, -10, 0, 250, 351), (-301, -100, 0, 99, 100, 300)))


def zones() -> Iterator[str]:
    """Quarters, how far beyond each face, arcs."""
    for shape in (at(0, 0), at(0, 0, 300, GUNS)):
        for point in POINTS:
            far = ",".join(str(beyond(shape, face, point)) for face in SIDES)
            arcs = bits(in_arc(shape, face, point, *slope) for face in SIDES for slope in ((1, 1), (0, 1), (2, 1)))
            kinds = "".join(quarter(shape, point, *slope)[:2] for slope in ((1, 1), (2, 1), (1, 2)))
            yield f"{kinds} {far} {arcs} {turn_to(shape, point)} {bits(zone(shape, face, point) for face in SIDES)}"


def seen_from() -> Iterator[str]:
    """A unit as another sees it: turns, aiming points, arcs, sides."""
    for one, others in pairs():
        for two in others[::5]:
            far = " ".join(str(reach_beyond(one, face, two)) for face in SIDES)
            arcs = bits(any_in_arc(one, face, two) for face in SIDES)
            by = bits(passes_by(one, bearing, two) for bearing in (0, 450, 900, 1300))
            side = side_met(one, two)
            turns = turns_toward(one, two, 300, 900)
            there = grains(((conformed(one, two, side).x, conformed(one, two, side).y),))
            away = (looks_away(one, two) > 0) - (looks_away(one, two) < 0)
            yield f"{far} {arcs} {by} {side} {there} {away} {about(two)} {turns}"


def aims() -> Iterator[str]:
    for one, others in list(pairs())[::4]:
        for two in others[:3]:
            yield " ".join(f"{side[:2]}{along}" for side, along, _ in aim_points(two, one, 70))


def put_down() -> Iterator[str]:
    """Rings, places beside a unit, against a line, and points of a footprint."""
    yield str(list(ring((7, -3), 50, 121, 30, 450)))
    yield str(list(ring((0, 0), 0, 2, 1, 300)))
    for bearing in (0, 300, 450):
        shape = at(5, 6, bearing, (130, 70))
        yield str(list(beside(shape, 20, 50)))
        yield grains((offset(shape, 30, -20), front_middle(shape), *edge(shape, "left", 10), *edge(shape, "rear", 40)))
        yield grains(swung(shape, 350, "rear_right").corners)
        yield " ".join(
            str(set_against(to_point((30, -40)), to_point(end), along, bearing, 130, 70))
            for end in ((0, 100), (100, 0), (-70, 33), (-1, -90))
            for along in (0, 61)
        )


def turns() -> Iterator[str]:
    """What a turn about the centre or a corner meets, and the ground that it touches or overlaps."""
    posts = [at(x, y, 0, (60, 60)) for x, y in ((0, 200), (290, 0), (-240, 160), (0, -131), (400, 300))]
    for turn, corner in product((-900, -300, 15, 300, 1800), (None, "front_left", "rear_right")):
        row = [str(swing_meets(at(0, 0), turn, posts[n:], 5, corner)) for n in range(5)]  # type: ignore[arg-type]
        for ground in GROUNDS[:2]:
            for slack in (None, 0, 5):
                row.append(
                    bits(
                        swing_on(at(x, y), turn, ground, slack, corner)
                        for x, y in ((-260, 100), (200, -105), (660, 400))
                    )
                )  # type: ignore[arg-type]
        yield " ".join(row)
    yield str([steps_of(turn, step) for turn in (-25, -20, 0, 1, 20, 25) for step in (10, 7)])


def into_contact() -> Iterator[str]:
    for (x, y), bearing in product(TARGETS, (0, 600)):
        target, friend = at(x, y, bearing, GUNS), at(200, 900, 0, GUNS)
        mover = at(0, 0, 0, GUNS)
        if not overlap(mover, target):
            found = approaches(mover, target, (friend,), turns_toward(mover, target, 300, 900), 400, 5)
            yield " ".join(f"{one.turn}:{one.travel}" for one in found)


def bearings() -> Iterator[str]:
    lattice = list(product((-700, -3, 0, 1, 1000), repeat=2))
    yield " ".join(str(bearing_of(x, y)) for x, y in lattice)
    yield " ".join(f"{way.dx},{way.dy},{way.length}" for way in (path_of(x * 977, y * 1013) for x, y in lattice))
    ends = (0, 1, 900, 1799, 1800, 1801, 3599)
    yield " ".join(str(turn_between(start, end)) for start, end in product(ends, repeat=2))


SECTIONS = {
    made.__name__.replace("_", " "): made
    for made in (
        distances, distances_of_others, overlaps, nearest, edges_to_the_length, boxes, moves, rims, several,
        parts, units_on_ground, ways_on_ground, costs, along_a_road, spots_of_a_road, crossings_of_a_road, sights,
        zones, seen_from, aims, put_down, turns, into_contact, bearings,
    )
}  # fmt: skip
"""What makes the lines of each section of the kept file."""
