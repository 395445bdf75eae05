"""The plan of a table for an encounter: its size, the point, zones, and where roads leave it (CM-ENG-03)."""

from typing import Final, Literal, NamedTuple

from battles.engine.armies.tree import units
from battles.engine.campaign.encounter import Bearing, Encounter
from battles.engine.campaign.headings import heading
from battles.engine.rng import Chances
from battles.rules.mini_nap.campaign import tables
from battles.rules.mini_nap.state import Point

Edge = Literal["north", "east", "south", "west"]
EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")
Zone = tuple[int, int, int, int]
"""Left, bottom, right, top."""


class Layout(NamedTuple):
    """A table before its terrain. ``front`` is the attacker's edge, ``depth`` the way from it to the defender's."""

    width: int
    height: int
    front: Edge
    point: Point
    depth: int
    point_depth: int


def edge_of(bearing: Bearing) -> Edge:
    """The edge that a bearing leads to."""
    return EDGES[(bearing + 45) % 360 // 90]


def layout_of(encounter: Encounter, chances: Chances) -> Layout:
    """The plan of the table: as wide as the larger side needs, across the way of the attack."""
    count = max(sum(1 for _ in units(side.army)) for side in encounter.sides)
    across = max(tables.LEAST_WIDTH, min(tables.MOST_WIDTH, tables.WIDTH_PER_UNIT * count))
    deep = max(tables.LEAST_DEPTH, min(tables.MOST_DEPTH, across * tables.DEPTH_THIRDS // 3))
    across, deep = across - across % 100, deep - deep % 100
    front = edge_of(encounter.sides[0].bearing)
    width, height = (across, deep) if front in ("north", "south") else (deep, across)
    point_depth = deep // 2 if encounter.meeting else tables.POINT_DEPTH
    beside = across // 2 - tables.ASIDE + chances.below(2 * tables.ASIDE + 1)
    point = {
        "south": (beside, height - point_depth),
        "north": (beside, point_depth),
        "east": (point_depth, beside),
        "west": (width - point_depth, beside),
    }[front]
    return Layout(width, height, front, point, deep, point_depth)


def strip(layout: Layout, start: int, end: int) -> Zone:
    """The strip of the table from one depth to another, counted from the defender's edge."""
    width, height = layout.width, layout.height
    return {
        "south": (0, height - end, width, height - start),
        "north": (0, start, width, end),
        "east": (start, 0, end, height),
        "west": (width - end, 0, width - start, height),
    }[layout.front]


def zones(layout: Layout, encounter: Encounter) -> tuple[Zone, Zone]:
    """The zones of the attacker and of the defender."""
    if encounter.meeting:
        depth = (layout.depth - tables.GAP) // 2
        return strip(layout, layout.depth - depth, layout.depth), strip(layout, 0, depth)
    most = layout.point_depth + tables.BEYOND_POINT
    start = min(layout.depth - tables.ATTACKER_DEPTH, most + tables.GAP)
    return strip(layout, start, layout.depth), strip(layout, 0, most)


def ahead(start: Point, bearing: Bearing, by: int) -> Point:
    """The point so far from another on a bearing."""
    step = heading(bearing)
    return start[0] + by * step.x // 10_000, start[1] + by * step.y // 10_000


def reach(layout: Layout, start: Point, bearing: Bearing) -> int:
    """How far the edge of the table lies from a point on a bearing."""
    step = heading(bearing)
    ways = []
    for place, size, part in ((start[0], layout.width, step.x), (start[1], layout.height, step.y)):
        if part:
            ways.append(((size - place) if part > 0 else place) * 10_000 // abs(part))
    return min(ways)


def exit_of(layout: Layout, bearing: Bearing) -> Point:
    """Where a road from the point on this bearing leaves the table."""
    x, y = ahead(layout.point, bearing, reach(layout, layout.point, bearing) + 1)
    return max(0, min(layout.width, x)), max(0, min(layout.height, y))


def entry(layout: Layout, bearing: Bearing) -> Zone:
    """The zone of an arrival, at the edge where its road enters (MN-RULING-97)."""
    x, y = exit_of(layout, bearing)
    half, deep = tables.ENTRY_WIDE // 2, tables.ENTRY_DEEP
    left = max(0, min(layout.width - 2 * half, x - half))
    bottom = max(0, min(layout.height - 2 * half, y - half))
    edges: dict[Edge, tuple[int, Zone]] = {
        "north": (layout.height - y, (left, layout.height - deep, left + 2 * half, layout.height)),
        "south": (y, (left, 0, left + 2 * half, deep)),
        "east": (layout.width - x, (layout.width - deep, bottom, layout.width, bottom + 2 * half)),
        "west": (x, (0, bottom, deep, bottom + 2 * half)),
    }
    return min(edges.values(), key=lambda edge: edge[0])[1]
