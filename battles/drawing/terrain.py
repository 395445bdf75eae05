"""Marks drawn on the ground: trees, hachures, houses, waves, tufts, stones and furrows."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import Final

from msgspec import Struct

from battles.drawing.outline import Loop, Spot, along, curve, grain, inside, loops, regions, rounded, soft, straight
from battles.engine.picture import Area, Ground, GroundKind

SPARSE: Final = 1.55
"""Spacing of trees and tufts on an open table, as a multiple of that on hexes."""

CORNER: Final = 0.3
"""Most that is cut from a corner, in steps."""

HOUSE: Final = ((0.34, 0.2), (0.2, 0.32), (0.28, 0.24))
"""Width and height of houses, in steps."""

BETWEEN: Final = 0.62
"""Distance between houses, in steps."""

FURROW: Final = 0.24
"""Distance between furrows, in steps."""


def tract_houses(area: Area, step: int) -> Iterator[tuple[float, float, float, float]]:
    """Houses in uneven rows inside a settlement (left, top, width, height); one house if it is small."""
    left, top, right, foot = box(area)
    pace = step * BETWEEN
    has_houses = False
    for row in range(int((foot - top) / pace) + 1):
        for column in range(int((right - left) / pace) + 1):
            wide, high = (side * step for side in HOUSE[int(grain(column, row, 3) * 2.99)])
            x = left + (column + 0.5 + (grain(column, row, 1) - 0.5) * 0.45) * pace
            y = top + (row + 0.5 + (grain(column, row, 2) - 0.5) * 0.45) * pace
            corners = ((x - wide / 2, y - high / 2), (x + wide / 2, y - high / 2))
            feet = ((x - wide / 2, y + high / 2), (x + wide / 2, y + high / 2))
            if grain(column, row, 4) > 0.2 and all(inside(spot, area.outline) for spot in (*corners, *feet)):
                has_houses = True
                yield _half(x - wide / 2), _half(y - high / 2), _half(wide), _half(high)
    if not has_houses:
        x, y = area.middle
        wide, high = (right - left) * 0.5, (foot - top) * 0.5
        yield _half(x - wide / 2), _half(y - high / 2), _half(wide), _half(high)


def tract_furrows(area: Area, step: int) -> Iterator[tuple[Spot, Spot]]:
    """Horizontal lines of uneven length across a field."""
    _, top, _, foot = box(area)
    pace = step * FURROW
    for row in range(1, int((foot - top) / pace) + 1):
        y = top + row * pace
        rims = sorted(
            x1 + (x2 - x1) * (y - y1) / (y2 - y1)
            for (x1, y1), (x2, y2) in zip(area.outline, (*area.outline[1:], area.outline[0]), strict=True)
            if (y1 > y) != (y2 > y)
        )
        for left, right in zip(rims[::2], rims[1::2], strict=False):
            start = left + step * (0.1 + 0.3 * grain(left, y, 1))
            end = right - step * (0.1 + 0.3 * grain(right, y, 2))
            if end - start > pace:
                yield (_half(start), _half(y)), (_half(end), _half(y))


def box(area: Area) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of an area."""
    across, down = zip(*area.outline, strict=True)
    return min(across), min(down), max(across), max(down)


def _half(value: float) -> float:
    return round(value * 2) / 2


PATCHED: Final[tuple[GroundKind, ...]] = ("hill", "field", "rough", "other", "marsh", "wood", "town")
"""Kinds of ground whose adjacent areas are drawn as one patch on a hex board. Water has its own shores."""

Line = tuple[Spot, Spot]
Arcs = tuple[Spot, tuple[tuple[Spot, Spot, Spot], ...]]
House = tuple[float, float, float, float]


class Way(Struct, frozen=True):
    """Terrain along a line; ``wide`` is 0 for the default width of its kind."""

    kind: str
    arcs: Arcs
    wide: int = 0


class Clump(Struct, frozen=True):
    """Spots around a middle, back to front, and the middles of the areas with these spots."""

    spots: tuple[Spot, ...]
    at: tuple[Spot, ...]


class Patch(Struct, frozen=True):
    """Adjacent areas of one kind, drawn as one: its outer outline, and one for each hole."""

    kind: GroundKind
    loops: tuple[Loop, ...]


class Marks(Struct, frozen=True):
    """Everything drawn on a ground. ``shaded`` are hachures away from the light, which is in the north-west.

    ``patches`` lie below everything else; an open table has none, as each of its areas is a patch already.
    ``trees``, ``tufts`` and ``stones`` are on their spots; ``houses`` are left, top, width and height; ``churches`` are
    the feet of crosses. ``shores`` are the outlines of standing water, ``bridges`` those of bridges.
    """

    patches: tuple[Patch, ...]
    trees: tuple[Clump, ...]
    tufts: tuple[Clump, ...]
    stones: tuple[Clump, ...]
    hachures: tuple[Line, ...]
    shaded: tuple[Line, ...]
    houses: tuple[House, ...]
    churches: tuple[Spot, ...]
    shores: tuple[Loop, ...]
    waves: tuple[Line, ...]
    furrows: tuple[Line, ...]
    ways: tuple[Way, ...]
    bridges: tuple[Loop, ...] = ()


@lru_cache(maxsize=32)
def marks(ground: Ground) -> Marks:
    """The marks of a ground; cached."""
    by_kind: dict[GroundKind, list[Area]] = {}
    for area in ground.areas:
        by_kind.setdefault(area.ground, []).append(area)
    step = ground.step
    slopes = [line for hill in regions(by_kind.get("hill", [])) for line in _hachures(_edges(ground, hill), step)]
    towns = [list(_built(ground, town)) for town in regions(by_kind.get("town", []))]
    waters = [loop for water in regions(by_kind.get("water", [])) for loop in _edges(ground, water)]
    fields = by_kind.get("field", [])
    furrows = (line for area in fields for line in (tract_furrows if ground.open else _furrows)(area, step))
    pace = step * (SPARSE if ground.open else 1)
    return Marks(
        patches=() if ground.open else tuple(_patches(by_kind, step * CORNER)),
        trees=_scattered(by_kind.get("wood", []), pace * 0.25),
        tufts=_scattered(by_kind.get("marsh", []), pace * 0.3),
        stones=_scattered((*by_kind.get("rough", []), *by_kind.get("other", [])), pace * 0.25),
        hachures=tuple(line for line in slopes if not _dark(line)),
        shaded=tuple(line for line in slopes if _dark(line)),
        houses=tuple(house for town in towns for house in town),
        churches=tuple(_church(town) for town in towns if len(town) >= VILLAGE),
        shores=tuple(waters),
        waves=tuple(wave for shore in waters for wave in _waves(shore, step)),
        furrows=tuple(furrows),
        ways=tuple(Way(way.kind, _arcs(way.points, way.kind, ground), way.wide) for way in ground.ways),
        bridges=tuple(area.outline for area in by_kind.get("bridge", [])),
    )


def _patches(by_kind: Mapping[GroundKind, Sequence[Area]], corner: float) -> Iterator[Patch]:
    """The patches of a hex board, kind by kind."""
    for kind in (kind for kind in PATCHED if kind in by_kind):
        for region in regions(by_kind[kind]):
            yield Patch(kind, tuple(rounded(loop, corner) for loop in loops(region)))


def _edges(ground: Ground, areas: Sequence[Area]) -> list[Loop]:
    """Outlines of a region: smoothed on hexes, rounded on an open table."""
    if ground.open:
        return [rounded(area.outline, ground.step * CORNER) for area in areas]
    return [soft(loop) for loop in loops(areas)]


def _built(ground: Ground, town: Sequence[Area]) -> Iterator[House]:
    if ground.open:
        return (house for area in town for house in tract_houses(area, ground.step))
    return _houses(town, ground.step)


VILLAGE = 3
"""Least houses of a settlement with a church."""

SORTS = 6
"""Number of different patterns for areas of one outline."""


def _scattered(areas: Sequence[Area], pace: float) -> tuple[Clump, ...]:
    """Spots scattered over areas, about ``pace`` apart."""
    middles: dict[tuple[Spot, ...], list[Spot]] = {}
    for area in areas:
        x, y = area.middle
        outline = tuple((corner_x - x, corner_y - y) for corner_x, corner_y in area.outline)
        middles.setdefault(_spots(outline, pace, int(grain(x, y) * SORTS)), []).append(area.middle)
    return tuple(Clump(spots, tuple(at)) for spots, at in middles.items() if spots)


def _spots(outline: Sequence[Spot], pace: float, sort: int) -> tuple[Spot, ...]:
    left, top = min(x for x, _ in outline), min(y for _, y in outline)
    right, foot = max(x for x, _ in outline), max(y for _, y in outline)
    spots: list[Spot] = []
    for row in range(int((foot - top) / pace) + 1):
        for column in range(int((right - left) / pace) + 1):
            x = left + (column + 0.5 * (row & 1) + (grain(column, row, 2 * sort) - 0.5) * 0.8) * pace
            y = top + (row + 0.5 + (grain(column, row, 2 * sort + 1) - 0.5) * 0.7) * pace
            if inside((x, y), outline):
                spots.append((round(x), round(y)))
    return tuple(sorted(spots, key=lambda spot: (spot[1], spot[0])))


def _hachures(edges: Sequence[Loop], step: int) -> Iterator[Line]:
    """Lines down the slope around a hill, with a second row if the hill is wide enough."""
    for loop in edges:
        for row, (far, near) in enumerate(((0.21, 0.05), (0.47, 0.31))):
            for (x, y), (dx, dy) in along(loop, step * (0.11 + 0.035 * row)):
                more = (grain(x, y, row) - 0.5) * 0.1
                top, foot = (far + more) * step, (near + more / 2) * step
                if row == 0 or _wide((x, y), (dx, dy), loop, step):
                    yield (_half(x + dx * top), _half(y + dy * top)), (_half(x + dx * foot), _half(y + dy * foot))


def _wide(edge: Spot, inwards: Spot, loop: Loop, step: int) -> bool:
    """True if a hill is wide enough behind its edge for a second row of hachures."""
    deep = step * 0.8
    x, y = edge[0] + inwards[0] * deep, edge[1] + inwards[1] * deep
    return inside((x, y), loop) and min(hypot(x - far_x, y - far_y) for far_x, far_y in loop) > deep * 0.95


def _dark(line: Line) -> bool:
    """True if a line runs down to the south-east, away from the light."""
    (x1, y1), (x2, y2) = line
    return (x2 - x1) + (y2 - y1) > 0


HOUSES = (
    (-0.36, -0.2, 0.17, 0.1),
    (-0.15, -0.37, 0.1, 0.16),
    (0.14, -0.36, 0.17, 0.1),
    (0.37, -0.12, 0.1, 0.17),
    (0.34, 0.14, 0.16, 0.1),
    (-0.4, 0.06, 0.1, 0.16),
    (-0.27, 0.29, 0.16, 0.1),
    (0.05, 0.42, 0.17, 0.1),
    (0.22, 0.31, 0.1, 0.13),
)
"""Houses of an area, in shares of a step from its middle: x and y of each house's middle, width, height."""


def _houses(town: Sequence[Area], step: int) -> Iterator[House]:
    """Houses around the middle of each area, so that blocks there do not cover them."""
    for area in town:
        x, y = area.middle
        for place, (dx, dy, wide, high) in enumerate(HOUSES):
            if grain(x, y, place) > 0.12:
                left = x + (dx - wide / 2 + (grain(x, y, place + 20) - 0.5) * 0.07) * step
                top = y + (dy - high / 2 + (grain(x, y, place + 40) - 0.5) * 0.07) * step
                yield _half(left), _half(top), _half(wide * step), _half(high * step)


def _church(town: Sequence[House]) -> Spot:
    """The foot of the church's cross, on the northernmost house."""
    left, top, wide, _ = min(town, key=lambda house: house[1])
    return _half(left + wide / 2), top


def _waves(shore: Loop, step: int) -> Iterator[Line]:
    """Horizontal lines of uneven length across standing water."""
    top, foot = min(y for _, y in shore), max(y for _, y in shore)
    pace = step * 0.1
    for row in range(1, int((foot - top) / pace)):
        y = top + row * pace
        banks = sorted(
            x1 + (x2 - x1) * (y - y1) / (y2 - y1)
            for (x1, y1), (x2, y2) in zip(shore, (*shore[1:], shore[0]), strict=True)
            if (y1 > y) != (y2 > y)
        )
        for left, right in zip(banks[::2], banks[1::2], strict=False):
            wide = right - left
            start = left + wide * (0.12 + 0.25 * grain(left, y, 1))
            end = right - wide * (0.12 + 0.25 * grain(right, y, 2))
            if end - start > step * 0.1:
                yield (_half(start), _half(y)), (_half(end), _half(y))


def _furrows(area: Area, step: int) -> Iterator[Line]:
    """Broken lines along a field."""
    x, y = area.middle
    for row in range(-3, 4):
        shift = (grain(x, y, row) - 0.5) * step * 0.2
        start, end = (x - step * 0.3 + shift, y + row * step * 0.12), (x + step * 0.28 + shift, y + row * step * 0.12)
        if inside(start, area.outline) and inside(end, area.outline):
            yield (_half(start[0]), _half(start[1])), (_half(end[0]), _half(end[1]))


def _arcs(points: Sequence[Spot], kind: str, ground: Ground) -> Arcs:
    """A way as a smooth line; a stream winds a little. On an open table it keeps its exact course."""
    spots = list(points)
    if kind == "stream" and not ground.open:
        spots = []
        for place, (x, y) in enumerate(points):
            bend = ground.step * 0.22 if 0 < place < len(points) - 1 else 0
            spots.append((x + (grain(x, y, 1) - 0.5) * bend, y + (grain(x, y, 2) - 0.5) * 2 * bend))
    start, arcs = straight(spots) if ground.open else curve(spots)
    return _spot(start), tuple((_spot(one), _spot(two), _spot(end)) for one, two, end in arcs)


def _spot(spot: Spot) -> Spot:
    return _half(spot[0]), _half(spot[1])
