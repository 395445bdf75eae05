"""Patches of ground joined to one: the lines about them."""

from collections.abc import Iterable, Iterator, Sequence

from battles.engine.picture import Point

Edge = tuple[Point, Point]


def edges_of(outline: Sequence[Point]) -> Iterator[Edge]:
    """The sides of an outline, from each corner to the next."""
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def rims(outlines: Iterable[Sequence[Point]]) -> list[tuple[Point, ...]]:
    """The outlines of patches that share whole sides joined to one: the outer ones, and one for each hole.

    All of them are clockwise, or all are not; an outer rim then is as they are, and that of a hole the other way round.
    """
    edges = {edge for outline in outlines for edge in edges_of(outline)}
    after: dict[Point, list[Point]] = {}
    for one, two in sorted(edges):
        if (two, one) not in edges:
            after.setdefault(one, []).append(two)
    found = []
    while after:
        start = at = next(iter(after))
        rim = []
        while True:
            rim.append(at)
            ways = after[at]
            step = ways.pop()
            if not ways:
                del after[at]
            at = step
            if at == start:
                break
        found.append(tuple(rim))
    return found


def is_clockwise(outline: Sequence[Point]) -> bool:
    """Whether an outline runs clockwise, y to the south."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges_of(outline)) > 0
