"""The board as it is drawn: hexes with what lies on them, streams, names, and coordinates along the edges.

A hex is 52 wide and 60 high on the drawing, so that every corner has whole numbers (EN-FACE-01, EN-FACE-09).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

from battles.engine.hex import Cell, Grid, grid
from battles.engine.picture import Area, Ground, GroundKind, Name, Point, Way
from battles.rules.easy_napoleonics.setup import Board
from battles.rules.easy_napoleonics.tables import Terrain

HALF: Final = 26
"""Half the width of a hex."""
STEP: Final = 2 * HALF
ROW: Final = 45
"""From one row of hexes to the next."""
REACH: Final = 30
"""From the middle of a hex to its north corner."""
CORNERS: Final[tuple[Point, ...]] = ((0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15))
MARGIN: Final = 24
EDGE: Final = 11
"""From the edge of the drawing to the middle of a coordinate."""
HEX_TENTHS: Final = 1000
"""Ten centimetres: the width of the hexes of common boards, which hold two stands of 40 mm side by side."""

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


def middle(board: Board, cell: Cell) -> Point:
    """The middle of a hex; odd rows stand half a hex to the east (EN-FACE-09)."""
    row, column = divmod(cell, board.columns)
    return MARGIN + HALF + STEP * column + HALF * (row & 1), MARGIN + REACH + ROW * row


@lru_cache(maxsize=32)
def ground(board: Board) -> Ground:
    """The board, made once for each."""
    cells = grid(board.columns, board.rows)
    terrain = dict(board.terrain)
    names = dict(board.names)
    streams = frozenset(cell for cell, kind in board.terrain if kind == "stream")
    ponds = frozenset(cell for cell, kind in board.terrain if kind == "pond")
    return Ground(
        words=f"Board of {board.columns} by {board.rows} hexes, north at the top",
        width=2 * MARGIN + STEP * board.columns + HALF,
        height=2 * MARGIN + ROW * (board.rows - 1) + 2 * REACH,
        step=STEP,
        tenths=HEX_TENTHS,
        areas=tuple(_area(board, cells, cell, terrain.get(cell, "open"), names) for cell in range(cells.size)),
        ways=tuple(Way("stream", points) for points in _streams(board, cells, streams, ponds)),
        names=(
            *(Name(text, middle(board, cell), NAMES[terrain.get(cell, "open")]) for cell, text in board.names),
            *_edges(board),
        ),
    )


def _area(board: Board, cells: Grid, cell: Cell, terrain: Terrain, names: dict[Cell, str]) -> Area:
    x, y = middle(board, cell)
    words = f"{names[cell]}, {WORDS[terrain]}" if cell in names else WORDS[terrain]
    outline = tuple((x + dx, y + dy) for dx, dy in CORNERS)
    return Area(cells.label(cell), (x, y), outline, KINDS[terrain], words)


def _edges(board: Board) -> Iterator[Name]:
    """The numbers of columns above and below, of rows to the left and right."""
    last = board.rows - 1
    foot = 2 * MARGIN + ROW * last + 2 * REACH - EDGE
    right = 2 * MARGIN + STEP * board.columns + HALF - EDGE
    for column in range(board.columns):
        yield Name(f"{column + 1:02}", (middle(board, column)[0], EDGE), "edge")
        yield Name(f"{column + 1:02}", (middle(board, last * board.columns + column)[0], foot), "edge")
    for row in range(board.rows):
        y = middle(board, row * board.columns)[1]
        yield Name(f"{row + 1:02}", (EDGE, y), "edge")
        yield Name(f"{row + 1:02}", (right, y), "edge")


def _streams(
    board: Board, cells: Grid, streams: frozenset[Cell], ponds: frozenset[Cell]
) -> Iterator[tuple[Point, ...]]:
    """Each stream along the middles of its hexes: the longest course first, then what flows into it."""
    left = set(streams)
    while left:
        tree = _tree(cells, left, min(left))
        root = max(tree, key=lambda cell: (_depth(tree, cell), cell))
        tree = _tree(cells, left, root)
        done: set[Cell] = set()
        for cell in sorted(tree, key=lambda cell: (-_depth(tree, cell), cell)):
            if cell not in done:
                course = _course(tree, cell, done)
                yield tuple(_points(board, cells, course, ponds, mouth=not done))
                done.update(course)
        left -= done


def _tree(cells: Grid, among: set[Cell], root: Cell) -> dict[Cell, Cell]:
    """Every cell that is joined to ``root`` within ``among``, with the one before it; the root is its own."""
    before = {root: root}
    queue = [root]
    for cell in queue:
        for near in cells.around[cell]:
            if near in among and near not in before:
                before[near] = cell
                queue.append(near)
    return before


def _depth(tree: dict[Cell, Cell], cell: Cell) -> int:
    steps = 0
    while tree[cell] != cell:
        cell, steps = tree[cell], steps + 1
    return steps


def _course(tree: dict[Cell, Cell], cell: Cell, done: set[Cell]) -> list[Cell]:
    """From ``cell`` down to the root, or to where it meets what is done."""
    course = [cell]
    while tree[cell] != cell and cell not in done:
        cell = tree[cell]
        course.append(cell)
    return course


def _points(board: Board, cells: Grid, course: list[Cell], ponds: frozenset[Cell], mouth: bool) -> Iterator[Point]:
    """The middles of a course, run on at its ends: into a pond beside it, else to the side of its last hex."""
    middles = [middle(board, cell) for cell in course]
    yield _beyond(board, cells, course[0], course[1:2], ponds, west=True)
    yield from middles
    if mouth:
        yield _beyond(board, cells, course[-1], course[-2:-1], ponds, west=False)


def _beyond(board: Board, cells: Grid, cell: Cell, inner: list[Cell], ponds: frozenset[Cell], west: bool) -> Point:
    """Where a course goes on from its end ``cell``, away from ``inner``; a lone hex is crossed from west to east."""
    x, y = middle(board, cell)
    if inner:
        from_x, from_y = middle(board, inner[0])
        on = x + (x - from_x) // 2, y + (y - from_y) // 2
    else:
        on = (x - HALF if west else x + HALF), y
    beside = [middle(board, near) for near in cells.around[cell] if near in ponds]
    return min(beside, key=lambda at: (at[0] - on[0]) ** 2 + (at[1] - on[1]) ** 2, default=on)
