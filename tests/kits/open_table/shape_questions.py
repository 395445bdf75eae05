"""What polygons and convex shapes of the open table answer on coarse lattices, where edges and corners often meet.

That the answers are right is for the tests beside shapely and those by hand; here they are kept, so that none of them
changes unseen.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from battles.kits.open_table import GRAINS, Outline, convex, extents, polygons, to_point
from battles.kits.open_table import Path as Way

OUTLINES: tuple[Outline, ...] = (
    ((0, 0), (0, 40), (40, 40), (40, 0)),
    ((0, 0), (30, 50), (70, -10)),
    ((0, 0), (0, 100), (40, 100), (40, 40), (100, 40), (100, 0)),
    ((0, 0), (0, 100), (20, 100), (20, 30), (80, 30), (80, 100), (100, 100), (100, 0)),
    ((0, 60), (30, 60), (30, 90), (60, 90), (60, 60), (90, 60), (90, 30), (60, 30), (60, 0), (30, 0), (30, 30),
     (0, 30)),
    ((0, 0), (7, 61), (23, 31), (52, 77), (61, 20), (97, 43), (80, -20), (41, 3)),
    ((0, 0), (0, 90), (90, 90), (90, 10), (20, 10), (20, 70), (70, 70), (70, 30), (50, 30), (50, 50), (40, 50),
     (40, 20), (80, 20), (80, 80), (10, 80), (10, 0)),
    ((0, 0), (0, 3), (1, 2), (2, 3), (3, 2), (3, 0), (2, 1), (1, 1)),
    ((0, 0), (1, 4), (1, 2), (2, 1), (3, 3), (4, 0), (2, 0)),
)  # fmt: skip
"""A square, a triangle, an L, a horseshoe, a cross, a crown, a snail and two small ones, clockwise."""


def grains(points: Any) -> str:
    """Points to the grain: in lengths where they are whole, else in grains."""
    return " ".join(f"{x // GRAINS},{y // GRAINS}" if x % GRAINS == y % GRAINS == 0 else f"{x}:{y}" for x, y in points)


def bits(answers: Any) -> str:
    """Yes and no, one character each."""
    return "".join("01"[bool(each)] for each in answers)


def spans(found: Any) -> str:
    """Stretches of a way; - for none."""
    if found is None or isinstance(found, tuple):
        return "-" if found is None else f"{found[0]}..{found[1]}"
    return ",".join(map(spans, found)) or "-"


# Polygons


def outlines() -> Iterator[str]:
    for outline in OUTLINES:
        for turned in (outline, outline[3:] + outline[:3], outline[::-1]):
            whole = polygons.outline_of(turned)
            parts = polygons.convex_parts(whole)
            yield f"{len(whole)} corners from {whole[0]}: " + " | ".join(
                " ".join(f"{x},{y}" for x, y in part) for part in parts
            )


def outlines_that_are_none() -> Iterator[str]:
    """Four and five places of a small grid: how many corners their outline has, 0 for none."""
    grid = [(0, 0), (2, 0), (4, 0), (2, 2), (0, 2)]
    for first in product(grid, repeat=2):
        yield "".join(str(corners((*first, *more))) for more in product(grid, repeat=3))


def corners(places: Outline) -> int:
    try:
        return len(polygons.outline_of(places))
    except ValueError:
        return 0


def meetings() -> Iterator[str]:
    """Which stretches of a small grid have a point in common."""
    grid = list(product(range(4), repeat=2))
    for start, end in (((0, 0), (3, 3)), ((1, 1), (2, 1)), ((0, 2), (3, 1)), ((2, 3), (2, 0))):
        for one in grid:
            yield bits(polygons.meet(start, end, one, other) for other in grid)


def along_outlines() -> Iterator[str]:
    grid = list(product((-10, 0, 10, 40, 50), repeat=2))
    for one in grid:
        yield bits(polygons.on_outline(OUTLINES[0], one, other) for other in grid)


def hulls() -> Iterator[str]:
    for outline in OUTLINES:
        yield f"{polygons.hull(outline)} {extents(outline)}"


def cuts() -> Iterator[str]:
    square = tuple(map(to_point, OUTLINES[0]))
    ends = [(-10, 20), (0, 0), (0, 40), (20, 40), (40, 40), (50, 30), (13, 0)]
    for start, end in product(ends, repeat=2):
        if start != end:
            yield f"{start} {end}: " + " | ".join(
                grains(polygons.cut(square, to_point(start), to_point(end), by)) or "-" for by in (0, 5)
            )


def insets() -> Iterator[str]:
    for outline in OUTLINES:
        for by in (1, 4, 12):
            yield f"{by}: " + " | ".join(grains(part) for part in polygons.inset(tuple(map(to_point, outline)), by))


def negligibles() -> Iterator[str]:
    for wide in (1, 32, 63, 64, 65, 66, 128, 129):
        yield bits(
            polygons.negligible(((0, 0), (0, deep), (wide, deep), (wide, 0))) for deep in (1, 64, 65, 1000, 3000)
        )


# Convex shapes in small whole numbers

SHAPES = (
    ((0, 0), (0, 4), (4, 4), (4, 0)),
    ((0, 0), (2, 5), (5, 1)),
    ((0, 0), (3, 4), (6, 4), (3, 0)),
    ((0, 0), (4, 2)),
    ((0, 0),),
)
STEPS = ((1, 0), (0, -1), (1, 1), (-1, 2), (3, -1), (-2, -2), (0, 0))


def shifted(shape: Any, x: int, y: int) -> Any:
    return tuple((a + x, b + y) for a, b in shape)


def gaps() -> Iterator[str]:
    for one, other in product(SHAPES, repeat=2):
        yield str(convex.gap(one, other))


def origins() -> Iterator[str]:
    """From a lattice round a shape: its least distance, squared, whether it holds the point, and how deep."""
    for shape in SHAPES:
        for y in range(-2, 9, 2):
            row = []
            for x in (-2, 0, 1, 3, 4, 6, 8):
                there = shifted(shape, -x, -y)
                square = Fraction(*convex.square_apart(there))
                held = bits(convex.holds_origin(there, slack) for slack in (None, 0)) if len(shape) > 2 else ""
                row.append(f"{square}{'/' if held else ''}{held}")
            yield " ".join(row)


def deep_origins() -> Iterator[str]:
    """The same in lengths, deeper than some slack; and the distance rounded up."""
    for shape in SHAPES[:3]:
        for x, y in product((-1, 0, 1, 2, 3, 4, 5), repeat=2):
            there = tuple(map(to_point, shifted(shape, -x, -y)))
            yield bits(convex.holds_origin(there, slack) for slack in (None, 0, 1)) + str(convex.from_origin(there))


def line_spans() -> Iterator[str]:
    for shape in SHAPES[:3]:
        for x, y in product((-3, 0, 2, 4), repeat=2):
            there = shifted(shape, -x, -y)
            row = []
            for (dx, dy), slack in product(STEPS[:6], (None, 0)):
                found = convex.line_span(there, dx, dy, slack)
                row.append("-" if found is None else f"{Fraction(*found[:2])}..{Fraction(*found[2:])}")
            yield " ".join(row)


def reach_spans() -> Iterator[str]:
    for shape in SHAPES:
        for x, y in product((-6, 0, 4), repeat=2):
            there = shifted(shape, -x, -y)
            yield " ".join(
                spans(convex.reach_span(there, Way(dx, dy, length), reach))
                for (dx, dy), length, reach in product(STEPS, (0, 9), (0, 3, 5))
                if ((dx or dy) and length) or reach == 3
            )


SECTIONS = {
    made.__name__.replace("_", " "): made
    for made in (
        outlines,
        outlines_that_are_none,
        meetings,
        along_outlines,
        hulls,
        cuts,
        insets,
        negligibles,
        gaps,
        origins,
        deep_origins,
        line_spans,
        reach_spans,
    )
}
"""What makes the lines of each section of the kept file."""
