"""Outlines of joined areas, smoothed and rounded."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from battles.engine.picture import Area, Point, edges_of, rims

Spot = tuple[float, float]
Loop = tuple[Spot, ...]
"""A closed line from its last point to its first, clockwise around its ground."""


def grain(x: float, y: float, number: int = 0) -> float:
    """A number from 0 to 1 that looks random and is always the same for a place."""
    mixed = (int(x) * 73856093) ^ (int(y) * 19349663) ^ (number * 83492791)
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 0xFFFF


def regions(areas: Sequence[Area]) -> list[list[Area]]:
    """Groups of areas that share edges, in order."""
    owner: dict[tuple[Point, Point], int] = {}
    group = list(range(len(areas)))

    def head(place: int) -> int:
        while group[place] != place:
            group[place] = group[group[place]]
            place = group[place]
        return place

    for place, area in enumerate(areas):
        for first, second in edges_of(area.outline):
            other = owner.setdefault((min(first, second), max(first, second)), place)
            group[head(place)] = head(other)
    groups: dict[int, list[Area]] = {}
    for place, area in enumerate(areas):
        groups.setdefault(head(place), []).append(area)
    return list(groups.values())


def loops(areas: Iterable[Area]) -> list[Loop]:
    """Outlines of the joined areas: the outer ones, and one for each hole."""
    return [tuple((float(x), float(y)) for x, y in rim) for rim in rims(area.outline for area in areas)]


def soft(loop: Loop) -> Loop:
    """A smoothed loop: the midpoints of its sides, with corners cut twice."""
    smooth = tuple(_between(first, second, 0.5) for first, second in _pairs(loop))
    for _ in range(2):
        smooth = tuple(
            spot
            for first, second in _pairs(smooth)
            for spot in (_between(first, second, 0.25), _between(first, second, 0.75))
        )
    return smooth


def rounded(loop: Loop, by: float) -> Loop:
    """A clockwise loop with corners cut off by at most ``by``."""
    turned = sum((second[0] - first[0]) * (second[1] + first[1]) for first, second in _pairs(loop)) > 0
    clockwise = loop[::-1] if turned else loop
    for share in (1.0, 0.4):
        cut = []
        for first, second in _pairs(clockwise):
            part = min(by * share / (hypot(second[0] - first[0], second[1] - first[1]) or 1), 0.3)
            cut += [_between(first, second, part), _between(first, second, 1 - part)]
        clockwise = tuple(cut)
    return clockwise


def straight(points: Sequence[Spot]) -> tuple[Spot, list[tuple[Spot, Spot, Spot]]]:
    """A straight line through all ``points``, in the form of a curve."""
    return points[0], [
        (_between(first, second, 1 / 3), _between(first, second, 2 / 3), second) for first, second in pairwise(points)
    ]


def _pairs(loop: Loop) -> Iterator[tuple[Spot, Spot]]:
    return zip(loop, (*loop[1:], loop[0]), strict=True)


def _between(first: Spot, second: Spot, share: float) -> Spot:
    return first[0] + (second[0] - first[0]) * share, first[1] + (second[1] - first[1]) * share


def along(loop: Loop, pace: float) -> Iterator[tuple[Spot, Spot]]:
    """Spots on a loop ``pace`` apart, each with the inward direction of length 1."""
    walked = 0.0
    for first, second in _pairs(loop):
        long = hypot(second[0] - first[0], second[1] - first[1])
        if not long:
            continue
        inwards = -(second[1] - first[1]) / long, (second[0] - first[0]) / long
        while walked < long:
            yield _between(first, second, walked / long), inwards
            walked += pace
        walked -= long


def inside(spot: Spot, outline: Sequence[Spot]) -> bool:
    """True if a spot is inside an outline."""
    x, y = spot
    is_inside = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            is_inside = not is_inside
    return is_inside


def curve(points: Sequence[Spot]) -> tuple[Spot, list[tuple[Spot, Spot, Spot]]]:
    """A smooth line from the first to the last of ``points``: its start, and cubic arcs (two controls, end)."""
    corners = points[1:-1] or [_between(points[0], points[-1], 0.5)]
    stops = [points[0], *(_between(first, second, 0.5) for first, second in pairwise(corners)), points[-1]]
    return stops[0], [
        (_between(first, corner, 2 / 3), _between(second, corner, 2 / 3), second)
        for first, corner, second in zip(stops[:-1], corners, stops[1:], strict=True)
    ]
