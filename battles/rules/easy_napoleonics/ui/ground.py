"""The drawn board: the terrain and names of hexes, courses and streams."""

from functools import lru_cache
from typing import Final, Literal

from battles.engine.picture import Area, Ground, GroundKind, Name
from battles.kits.hex import picture
from battles.kits.hex.grid import Cell, Grid, grid
from battles.rules.easy_napoleonics.state import Board
from battles.rules.easy_napoleonics.tables import Terrain

KINDS: Final[dict[Terrain, GroundKind]] = {
    "open": "open",
    "woods": "wood",
    "hill": "hill",
    "settlement": "town",
    "stream": "stream",
    "pond": "water",
}
WORDS: Final[dict[Terrain, str]] = {
    "open": "open ground",
    "woods": "woods",
    "hill": "hill",
    "settlement": "settlement",
    "stream": "stream",
    "pond": "pond",
}
NameKind = Literal["place", "hill", "wood", "water", "ground", "edge"]
NAMES: Final[dict[Terrain, NameKind]] = {
    "open": "ground",
    "woods": "wood",
    "hill": "hill",
    "settlement": "place",
    "stream": "water",
    "pond": "water",
}


@lru_cache(maxsize=32)
def ground(board: Board) -> Ground:
    """The drawn ground of a board; cached."""
    cells = grid(board.columns, board.rows)
    terrain = dict(board.terrain)
    names = dict(board.names)
    streams = frozenset(cell for cell, kind in board.terrain if kind == "stream")
    ponds = frozenset(cell for cell, kind in board.terrain if kind == "pond")
    return Ground(
        words=f"Board of {board.columns} by {board.rows} hexes, north at the top",
        width=picture.width(board),
        height=picture.height(board),
        step=picture.STEP,
        tenths=picture.HEX_TENTHS,
        areas=tuple(_area(board, cells, cell, terrain.get(cell, "open"), names) for cell in range(cells.size)),
        ways=(
            *(picture.course_way(board, course) for course in board.courses),
            *picture.stream_ways(board, streams - _named(board), ponds),
        ),
        names=(
            *(
                Name(text, picture.middle(board, cell), NAMES[terrain.get(cell, "open")])
                for cell, text in board.names
                if text.partition(", ")[0] not in names.values() or ", " not in text
            ),
            *picture.edge_names(board),
        ),
    )


def _area(board: Board, cells: Grid, cell: Cell, terrain: Terrain, names: dict[Cell, str]) -> Area:
    words = f"{names[cell]}, {WORDS[terrain]}" if cell in names else WORDS[terrain]
    return Area(cells.label(cell), picture.middle(board, cell), picture.outline(board, cell), KINDS[terrain], words)


def _named(board: Board) -> frozenset[Cell]:
    """The hexes of streams that have a course of their own."""
    return frozenset(cell for course in board.courses if course.kind == "stream" for cell in course.cells)
