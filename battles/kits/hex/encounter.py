"""The plan of a hex board for an encounter: its size, the point, the zones, where roads leave it, where rivers run.

Source: CM-ENG-03.
"""

from collections.abc import Set
from typing import Final, NamedTuple

from battles.engine.armies.tree import units
from battles.engine.campaign import ONE, Bearing, Edge, Encounter, River, between, edge_of, heading
from battles.engine.rng import Chances
from battles.kits.hex.grid import Cell, Grid, centre, grid

ROW: Final = 1_732
"""Distance of two rows where two columns are 2,000 apart: the hexes are regular."""
COLUMN: Final = 1_000
HEX: Final = 2 * COLUMN
"""Distance of two neighbouring hexes in the plane."""


class Sizes(NamedTuple):
    """The numbers of a system for its boards, in hexes.

    A board is ``base`` wide, and two hexes more for each ``units_per_two`` units of the larger side, within
    ``least_across`` and ``most_across``; its depth is ``depth_ninths`` ninths of that. The point lies ``point_thirds``
    thirds of the depth from the defender's edge, and at most ``aside`` from the middle of the width. ``gap`` are the
    free rows between the zones, ``meeting_gap`` those on either side of the point in a meeting engagement. A river lies
    ``river_ahead`` from the point and between the sides if its bearing is within ``river_between`` degrees of the
    attacker's. An arrival tries ``entry`` edge hexes.
    """

    least_across: int
    most_across: int
    base: int
    units_per_two: int
    depth_ninths: int
    point_thirds: int
    gap: int
    meeting_gap: int
    aside: int
    river_ahead: int
    river_between: int
    entry: int


class Spot(NamedTuple):
    """A place of the plane: ``x`` to the east, ``y`` to the north."""

    x: int
    y: int


class Layout(NamedTuple):
    """A board before its terrain. ``front`` is the attacker's edge; ``depths[cell]`` counts from the defender's edge.

    ``point`` is the hex of the point, in the row ``point_depth``.
    """

    sizes: Sizes
    hexes: Grid
    front: Edge
    point: Cell
    point_depth: int
    depths: tuple[int, ...]


def spot_of(hexes: Grid, cell: Cell) -> Spot:
    """The middle of a hex in the plane."""
    x, y = centre(*hexes.axial[cell])
    return Spot(x * COLUMN, -y * ROW // 3)


def layout_of(encounter: Encounter, chances: Chances, sizes: Sizes) -> Layout:
    """The plan of the board: as large as the larger side needs, its depth along the way of the attack."""
    count = max(sum(1 for _ in units(side.army)) for side in encounter.sides)
    wanted = sizes.base + 2 * count // sizes.units_per_two
    across = max(sizes.least_across, min(sizes.most_across, wanted))
    deep = across * sizes.depth_ninths // 9
    front = edge_of(encounter.sides[0].bearing)
    upright = front in ("north", "south")
    hexes = grid(across, deep) if upright else grid(deep, across)
    point_depth = deep // 2 if encounter.meeting else deep * sizes.point_thirds // 3
    beside = across // 2 - sizes.aside + chances.below(2 * sizes.aside + 1)
    depths = tuple(_depth(hexes, cell, front) for cell in range(hexes.size))
    point = next(
        cell for cell in range(hexes.size) if depths[cell] == point_depth and _aside(hexes, cell, upright) == beside
    )
    return Layout(sizes, hexes, front, point, point_depth, depths)


def _depth(hexes: Grid, cell: Cell, front: Edge) -> int:
    """Rows or columns from the defender's edge."""
    column, row = hexes.column_row(cell)
    return {"south": row, "north": hexes.rows - 1 - row, "east": column, "west": hexes.columns - 1 - column}[front]


def _aside(hexes: Grid, cell: Cell, upright: bool) -> int:
    column, row = hexes.column_row(cell)
    return column if upright else row


def exit_of(layout: Layout, bearing: Bearing) -> Cell:
    """The edge hex in which a road on this bearing leaves the board."""
    hexes, start = layout.hexes, spot_of(layout.hexes, layout.point)
    ahead = heading(bearing)
    best, least = layout.point, None
    for cell in edge_cells(hexes):
        spot = spot_of(hexes, cell)
        dx, dy = spot.x - start.x, spot.y - start.y
        along, off = dx * ahead.x + dy * ahead.y, dx * ahead.y - dy * ahead.x
        length = dx * dx + dy * dy
        if along > 0 and length:
            turned = off * off // length
            if least is None or turned < least:
                best, least = cell, turned
    return best


def edge_cells(hexes: Grid) -> list[Cell]:
    """The hexes along the four edges."""
    return [
        cell
        for cell in range(hexes.size)
        if cell % hexes.columns in (0, hexes.columns - 1) or cell // hexes.columns in (0, hexes.rows - 1)
    ]


def entries(layout: Layout, bearing: Bearing, barred: Set[Cell]) -> tuple[Cell, ...]:
    """Edge hexes for an arrival from a bearing, the nearest to its road first (EN-RULING-120)."""
    out = exit_of(layout, bearing)
    free = [cell for cell in edge_cells(layout.hexes) if cell not in barred]
    return tuple(sorted(free, key=lambda cell: (layout.hexes.distance(out, cell), cell))[: layout.sizes.entry])


def line(hexes: Grid, start: Cell, end: Cell) -> tuple[Cell, ...]:
    """Hexes from one to another: at each step the neighbour that is nearer to the end and nearest to the straight."""
    first, last = spot_of(hexes, start), spot_of(hexes, end)
    dx, dy = last.x - first.x, last.y - first.y
    cells = [start]
    while cells[-1] != end:
        here = hexes.distance(cells[-1], end)
        ahead = [cell for cell in hexes.around[cells[-1]] if hexes.distance(cell, end) < here]
        cells.append(min(ahead, key=lambda cell: (_off(spot_of(hexes, cell), first, dx, dy), cell)))
    return tuple(cells)


def _off(spot: Spot, first: Spot, dx: int, dy: int) -> int:
    return abs((spot.x - first.x) * dy - (spot.y - first.y) * dx)


def zones(
    layout: Layout, encounter: Encounter, barred: Set[Cell], far_bank: Set[Cell]
) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The zones of the attacker and of the defender; a river between them parts them."""
    if encounter.meeting:
        least, most = layout.point_depth + layout.sizes.meeting_gap, layout.point_depth - layout.sizes.meeting_gap
    else:
        least, most = layout.point_depth + layout.sizes.gap + 1, layout.point_depth + 1
    open_cells = [cell for cell in range(layout.hexes.size) if cell not in barred]
    attacker = [cell for cell in open_cells if layout.depths[cell] >= least]
    defender = [cell for cell in open_cells if layout.depths[cell] <= most]
    parted = [cell for cell in attacker if cell in far_bank], [cell for cell in defender if cell not in far_bank]
    if far_bank and all(parted):
        attacker, defender = parted
    return tuple(attacker), tuple(defender)


def is_between(layout: Layout, encounter: Encounter, bearing: Bearing) -> bool:
    """True if a river on this bearing lies between the point and the attacker."""
    return between(bearing, encounter.sides[0].bearing) <= layout.sizes.river_between


def along(layout: Layout, cell: Cell, bearing: Bearing) -> int:
    """How far a hex lies from the point on a bearing, in the units of the plane; negative behind it."""
    start, spot, ahead = spot_of(layout.hexes, layout.point), spot_of(layout.hexes, cell), heading(bearing)
    return ((spot.x - start.x) * ahead.x + (spot.y - start.y) * ahead.y) // ONE


class Course(NamedTuple):
    """The hexes of a river in order, and those beyond it, seen from the point."""

    cells: tuple[Cell, ...]
    beyond: frozenset[Cell]


def river_course(layout: Layout, encounter: Encounter, river: River) -> Course:
    """The course of a river, across its bearing: before the point if it parts the sides, else near the edge."""
    hexes, start = layout.hexes, layout.sizes.river_ahead * HEX
    reach = [along(layout, cell, river.bearing) for cell in range(hexes.size)]
    if not is_between(layout, encounter, river.bearing):
        start = max(start, max(reach) - 2 * HEX)
    across = [along(layout, cell, (river.bearing + 90) % 360) for cell in range(hexes.size)]
    bends = [_bend(encounter.seed, river, way) for way in across]
    beyond = frozenset(cell for cell in range(hexes.size) if reach[cell] >= start + bends[cell])
    bank = [cell for cell in beyond if any(near not in beyond for near in hexes.around[cell])]
    return Course(tuple(sorted(bank, key=lambda cell: (across[cell], reach[cell], cell))), beyond)


def _bend(seed: bytes, river: River, across: int) -> int:
    """A river does not run straight: every few hexes it lies a hex nearer or farther."""
    block = across // (4 * HEX)
    return (Chances(seed + river.name.encode() + b"%d" % block).below(3) - 1) * HEX // 2


def patch(hexes: Grid, free: Set[Cell], least: int, most: int, chances: Chances) -> tuple[Cell, ...]:
    """``least`` to ``most`` connected hexes of ``free``, grown at random from one, as far as there is room."""
    if not free:
        return ()
    cells = [chances.choice(sorted(free))]
    wanted = least + chances.below(most - least + 1) if most > least else least
    while len(cells) < wanted:
        grown = [near for at in cells for near in hexes.around[at] if near in free and near not in cells]
        if not grown:
            break
        cells.append(chances.choice(grown))
    return tuple(cells)
