"""The plan of an open table for an encounter: its size, the point, the zones, where roads leave it, rivers run.

Source: CM-ENG-03.
"""

from typing import NamedTuple

from battles.engine.armies.tree import units
from battles.engine.campaign import ONE, Bearing, Edge, Encounter, River, between, edge_of, heading
from battles.engine.rng import Chances
from battles.kits.open_table.footprints import Length, Place

Zone = tuple[Length, Length, Length, Length]
"""Left, bottom, right, top."""


class Sizes(NamedTuple):
    """The numbers of a system for its tables, in tenths of a millimetre.

    A table is ``per_unit`` wide for each unit of the larger side; its depth is ``depth_thirds`` thirds of that. Both
    have limits. The point lies ``point_depth`` from the defender's edge, and at most ``aside`` from the middle of the
    width. The defender's zone reaches ``beyond_point`` beyond it; ``gap`` is the free ground between the zones, and
    ``attacker_depth`` the least depth of the attacker's. A river between the sides, with a bearing within
    ``river_between`` degrees of the attacker's, lies ``river_ahead`` from the point, any other ``river_rim`` from the
    edge; it bends by up to ``river_bend``. The zone of an arrival is ``entry_wide`` by ``entry_deep``.
    """

    per_unit: Length
    least_width: Length
    most_width: Length
    depth_thirds: int
    least_depth: Length
    most_depth: Length
    point_depth: Length
    beyond_point: Length
    gap: Length
    attacker_depth: Length
    aside: Length
    river_ahead: Length
    river_rim: Length
    river_bend: Length
    river_between: int
    entry_wide: Length
    entry_deep: Length


class Layout(NamedTuple):
    """A table before its terrain. ``front`` is the attacker's edge, ``depth`` the way from it to the defender's."""

    sizes: Sizes
    width: Length
    height: Length
    front: Edge
    point: Place
    depth: Length
    point_depth: Length


def layout_of(encounter: Encounter, chances: Chances, sizes: Sizes) -> Layout:
    """The plan of the table: as wide as the larger side needs, across the way of the attack."""
    count = max(sum(1 for _ in units(side.army)) for side in encounter.sides)
    across = max(sizes.least_width, min(sizes.most_width, sizes.per_unit * count))
    deep = max(sizes.least_depth, min(sizes.most_depth, across * sizes.depth_thirds // 3))
    across, deep = across - across % 100, deep - deep % 100
    front = edge_of(encounter.sides[0].bearing)
    width, height = (across, deep) if front in ("north", "south") else (deep, across)
    point_depth = deep // 2 if encounter.meeting else sizes.point_depth
    beside = across // 2 - sizes.aside + chances.below(2 * sizes.aside + 1)
    point = {
        "south": (beside, height - point_depth),
        "north": (beside, point_depth),
        "east": (point_depth, beside),
        "west": (width - point_depth, beside),
    }[front]
    return Layout(sizes, width, height, front, point, deep, point_depth)


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
        depth = (layout.depth - layout.sizes.gap) // 2
        return strip(layout, layout.depth - depth, layout.depth), strip(layout, 0, depth)
    most = layout.point_depth + layout.sizes.beyond_point
    start = min(layout.depth - layout.sizes.attacker_depth, most + layout.sizes.gap)
    return strip(layout, start, layout.depth), strip(layout, 0, most)


def ahead(start: Place, bearing: Bearing, by: int) -> Place:
    """The point so far from another on a bearing."""
    step = heading(bearing)
    return start[0] + by * step.x // ONE, start[1] + by * step.y // ONE


def reach(layout: Layout, start: Place, bearing: Bearing) -> int:
    """How far the edge of the table lies from a point on a bearing."""
    step = heading(bearing)
    ways = []
    for place, size, part in ((start[0], layout.width, step.x), (start[1], layout.height, step.y)):
        if part:
            ways.append(((size - place) if part > 0 else place) * ONE // abs(part))
    return min(ways)


def exit_of(layout: Layout, bearing: Bearing) -> Place:
    """Where a road from the point on this bearing leaves the table."""
    x, y = ahead(layout.point, bearing, reach(layout, layout.point, bearing) + 1)
    return max(0, min(layout.width, x)), max(0, min(layout.height, y))


def entry(layout: Layout, bearing: Bearing) -> Zone:
    """The zone of an arrival, at the edge where its road enters (MN-RULING-97)."""
    x, y = exit_of(layout, bearing)
    half, deep = layout.sizes.entry_wide // 2, layout.sizes.entry_deep
    left = max(0, min(layout.width - 2 * half, x - half))
    bottom = max(0, min(layout.height - 2 * half, y - half))
    edges: dict[Edge, tuple[int, Zone]] = {
        "north": (layout.height - y, (left, layout.height - deep, left + 2 * half, layout.height)),
        "south": (y, (left, 0, left + 2 * half, deep)),
        "east": (layout.width - x, (layout.width - deep, bottom, layout.width, bottom + 2 * half)),
        "west": (x, (0, bottom, deep, bottom + 2 * half)),
    }
    return min(edges.values(), key=lambda edge: edge[0])[1]


def river_line(layout: Layout, encounter: Encounter, river: River) -> tuple[Place, ...]:
    """A bent line across the bearing of a river: before the point if it parts the sides, else near the edge."""
    sizes = layout.sizes
    is_between = between(river.bearing, encounter.sides[0].bearing) <= sizes.river_between
    far = reach(layout, layout.point, river.bearing) - sizes.river_rim
    middle = ahead(layout.point, river.bearing, sizes.river_ahead if is_between else far)
    chances = Chances(encounter.seed + river.name.encode())
    ends = []
    for turn in (-90, 90):
        bearing: Bearing = (river.bearing + turn) % 360
        way = reach(layout, middle, bearing)
        bend = ahead(middle, bearing, way // 2)
        bent = ahead(bend, river.bearing, chances.below(2 * sizes.river_bend + 1) - sizes.river_bend)
        ends.append((ahead(middle, bearing, way), bent))
    return (ends[0][0], ends[0][1], middle, ends[1][1], ends[1][0])
