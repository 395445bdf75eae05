"""Patches of ground joined to one, and their outlines made soft."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from battles.engine.picture import Area, Point
from battles.engine.rims import edges_of, rims

Spot = tuple[float, float]
Loop = tuple[Spot, ...]
"""A closed line, its last point joined to its first, clockwise about its ground as the areas are."""


def grain(x: float, y: float, number: int = 0) -> float:
    """A share from 0 to 1 that looks like chance and is always the same for a place."""
    mixed = (int(x) * 73856093) ^ (int(y) * 19349663) ^ (number * 83492791)
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 0xFFFF


def regions(areas: Sequence[Area]) -> list[list[Area]]:
    """The areas in groups of those that share an edge, in their order."""
    owner: dict[tuple[Point, Point], int] = {}
    group = list(range(len(areas)))

    def head(place: int) -> int:
        while group[place] != place:
            group[place] = group[group[place]]
            place = group[place]
        return place

    for place, area in enumerate(areas):
        for one, two in edges_of(area.outline):
            other = owner.setdefault((min(one, two), max(one, two)), place)
            group[head(place)] = head(other)
    found: dict[int, list[Area]] = {}
    for place, area in enumerate(areas):
        found.setdefault(head(place), []).append(area)
    return list(found.values())


def loops(areas: Iterable[Area]) -> list[Loop]:
    """The outlines of areas joined to one: the outer one, and one for each hole."""
    return [tuple((float(x), float(y)) for x, y in rim) for rim in rims(area.outline for area in areas)]


def soft(loop: Loop) -> Loop:
    """A loop without its corners: the middles of its sides, cut twice at a quarter and three."""
    found = tuple(_between(one, two, 0.5) for one, two in _pairs(loop))
    for _ in range(2):
        found = tuple(
            spot for one, two in _pairs(found) for spot in (_between(one, two, 0.25), _between(one, two, 0.75))
        )
    return found


def rounded(loop: Loop, by: float) -> Loop:
    """A loop as it is, clockwise, but for its corners, which are cut ``by`` from each at most."""
    turned = sum((two[0] - one[0]) * (two[1] + one[1]) for one, two in _pairs(loop)) > 0
    found = loop[::-1] if turned else loop
    for share in (1.0, 0.4):
        cut = []
        for one, two in _pairs(found):
            part = min(by * share / (hypot(two[0] - one[0], two[1] - one[1]) or 1), 0.3)
            cut += [_between(one, two, part), _between(one, two, 1 - part)]
        found = tuple(cut)
    return found


def straight(points: Sequence[Spot]) -> tuple[Spot, list[tuple[Spot, Spot, Spot]]]:
    """A line through all ``points`` in the form of a curve."""
    return points[0], [(_between(one, two, 1 / 3), _between(one, two, 2 / 3), two) for one, two in pairwise(points)]


def _pairs(loop: Loop) -> Iterator[tuple[Spot, Spot]]:
    return zip(loop, (*loop[1:], loop[0]), strict=True)


def _between(one: Spot, two: Spot, share: float) -> Spot:
    return one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share


def along(loop: Loop, pace: float) -> Iterator[tuple[Spot, Spot]]:
    """Spots on a loop a ``pace`` apart, each with the direction that leads inwards, of length 1."""
    walked = 0.0
    for one, two in _pairs(loop):
        long = hypot(two[0] - one[0], two[1] - one[1])
        if not long:
            continue
        inwards = -(two[1] - one[1]) / long, (two[0] - one[0]) / long
        while walked < long:
            yield _between(one, two, walked / long), inwards
            walked += pace
        walked -= long


def inside(spot: Spot, outline: Sequence[Spot]) -> bool:
    """Whether a spot lies within an outline."""
    x, y = spot
    found = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found


def curve(points: Sequence[Spot]) -> tuple[Spot, list[tuple[Spot, Spot, Spot]]]:
    """A soft line that begins and ends where ``points`` do: its start, and cubic arcs with two controls and an end."""
    corners = points[1:-1] or [_between(points[0], points[-1], 0.5)]
    stops = [points[0], *(_between(one, two, 0.5) for one, two in pairwise(corners)), points[-1]]
    return stops[0], [
        (_between(one, corner, 2 / 3), _between(two, corner, 2 / 3), two)
        for one, corner, two in zip(stops[:-1], corners, stops[1:], strict=True)
    ]
