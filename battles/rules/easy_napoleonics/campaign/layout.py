"""The plan of a board for an encounter: its size, the point, the zones, and where roads leave it (CM-ENG-03)."""

from typing import Final, Literal, NamedTuple

from battles.engine.armies.tree import units
from battles.engine.campaign.encounter import Bearing, Encounter
from battles.engine.campaign.headings import ONE, between, heading
from battles.engine.rng import Chances
from battles.kits.hex.grid import Cell, Grid, centre, grid
from battles.rules.easy_napoleonics.campaign import tables

Edge = Literal["north", "east", "south", "west"]
EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")

ROW: Final = 1_732
"""Distance of two rows where two columns are 2,000 apart: the hexes are regular."""
COLUMN: Final = 1_000


class Spot(NamedTuple):
    """A place of the plane: ``x`` to the east, ``y`` to the north."""

    x: int
    y: int


class Layout(NamedTuple):
    """A board before its terrain. ``front`` is the attacker's edge; ``depths[cell]`` counts from the defender's edge.

    ``point`` is the hex of the point, in the row ``point_depth``.
    """

    hexes: Grid
    front: Edge
    point: Cell
    point_depth: int
    depths: tuple[int, ...]


def edge_of(bearing: Bearing) -> Edge:
    """The edge that a bearing leads to."""
    return EDGES[(bearing + 45) % 360 // 90]


def spot_of(hexes: Grid, cell: Cell) -> Spot:
    """The middle of a hex in the plane."""
    x, y = centre(*hexes.axial[cell])
    return Spot(x * COLUMN, -y * ROW // 3)


def layout_of(encounter: Encounter, chances: Chances) -> Layout:
    """The plan of the board: as large as the larger side needs, its depth along the way of the attack."""
    count = max(sum(1 for _ in units(side.army)) for side in encounter.sides)
    wanted = tables.ACROSS_BASE + 2 * count // tables.UNITS_PER_TWO_HEXES
    across = max(tables.LEAST_ACROSS, min(tables.MOST_ACROSS, wanted))
    deep = across * tables.DEPTH_NINTHS // 9
    front = edge_of(encounter.sides[0].bearing)
    upright = front in ("north", "south")
    hexes = grid(across, deep) if upright else grid(deep, across)
    point_depth = deep // 2 if encounter.meeting else deep * tables.POINT_DEPTH_THIRDS // 3
    beside = across // 2 - tables.ASIDE + chances.below(2 * tables.ASIDE + 1)
    depths = tuple(_depth(hexes, cell, front) for cell in range(hexes.size))
    point = next(
        cell for cell in range(hexes.size) if depths[cell] == point_depth and _aside(hexes, cell, upright) == beside
    )
    return Layout(hexes, front, point, point_depth, depths)


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


def entries(layout: Layout, bearing: Bearing, barred: frozenset[Cell]) -> tuple[Cell, ...]:
    """Edge hexes for an arrival from a bearing, the nearest to its road first (EN-RULING-120)."""
    out = exit_of(layout, bearing)
    free = [cell for cell in edge_cells(layout.hexes) if cell not in barred]
    return tuple(sorted(free, key=lambda cell: (layout.hexes.distance(out, cell), cell))[: tables.ENTRY_HEXES])


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
    layout: Layout, encounter: Encounter, barred: frozenset[Cell], far_bank: frozenset[Cell]
) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The zones of the attacker and of the defender; a river between them parts them."""
    if encounter.meeting:
        least, most = layout.point_depth + tables.MEETING_GAP, layout.point_depth - tables.MEETING_GAP
    else:
        least, most = layout.point_depth + tables.GAP + 1, layout.point_depth + 1
    open_cells = [cell for cell in range(layout.hexes.size) if cell not in barred]
    attacker = [cell for cell in open_cells if layout.depths[cell] >= least]
    defender = [cell for cell in open_cells if layout.depths[cell] <= most]
    parted = [cell for cell in attacker if cell in far_bank], [cell for cell in defender if cell not in far_bank]
    if far_bank and all(parted):
        attacker, defender = parted
    return tuple(attacker), tuple(defender)


def is_between(encounter: Encounter, bearing: Bearing) -> bool:
    """True if a river on this bearing lies between the point and the attacker."""
    return between(bearing, encounter.sides[0].bearing) <= tables.RIVER_BETWEEN


def along(layout: Layout, cell: Cell, bearing: Bearing) -> int:
    """How far a hex lies from the point on a bearing, in the units of the plane; negative behind it."""
    start, spot, ahead = spot_of(layout.hexes, layout.point), spot_of(layout.hexes, cell), heading(bearing)
    return ((spot.x - start.x) * ahead.x + (spot.y - start.y) * ahead.y) // ONE
