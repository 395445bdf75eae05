"""The picture of a hex board: hexes, courses, streams, and coordinates along the edges (EN-FACE-01, EN-FACE-09)."""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from typing import Final, Protocol

from battles.engine.picture import Name, Point, Reach, ReachKind, Way, WayKind, is_clockwise, rims
from battles.kits.hex.grid import Cell, Grid, grid

HALF: Final = 26
"""Half the width of a hex."""
STEP: Final = 2 * HALF
ROW: Final = 45
"""Distance from one row of hexes to the next."""
REACH: Final = 30
"""Distance from the middle of a hex to its north corner."""
CORNERS: Final[tuple[Point, ...]] = ((0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15))
MARGIN: Final = 24
EDGE: Final = 11
"""Distance from the edge of the drawing to the middle of a coordinate."""
HEX_TENTHS: Final = 1000
"""Ten centimetres: the width of the hexes of common boards, which hold two stands of 40 mm side by side."""
TURN: Final = 600
"""Tenths of a degree from one facing to the next."""


class Board(Protocol):
    """A board of hexes."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...


class Course(Protocol):
    """A road, track or stream from hex to hex."""

    @property
    def kind(self) -> WayKind: ...

    @property
    def cells(self) -> Sequence[Cell]: ...

    @property
    def name(self) -> str: ...


def width(board: Board) -> int:
    """Width of the picture."""
    return 2 * MARGIN + STEP * board.columns + HALF


def height(board: Board) -> int:
    """Height of the picture."""
    return 2 * MARGIN + ROW * (board.rows - 1) + 2 * REACH


def middle(board: Board, cell: Cell) -> Point:
    """The middle of a hex; odd rows are shifted half a hex to the east (EN-FACE-09)."""
    row, column = divmod(cell, board.columns)
    return MARGIN + HALF + STEP * column + HALF * (row & 1), MARGIN + REACH + ROW * row


def outline(board: Board, cell: Cell) -> tuple[Point, ...]:
    """The corners of a hex."""
    x, y = middle(board, cell)
    return tuple((x + dx, y + dy) for dx, dy in CORNERS)


def reaches(board: Board, kind: ReachKind, name: str, words: str, cells: Iterable[Cell]) -> Iterator[Reach]:
    """An outline for each group of connected hexes, without the outlines of holes."""
    for rim in rims([outline(board, cell) for cell in cells]):
        if is_clockwise(rim):
            yield Reach(kind, name, words, rim)


def course_way(board: Board, course: Course) -> Way:
    """A course along the middles of its hexes; at the edge of the board it leaves the drawing."""
    cells = grid(board.columns, board.rows)
    middles = [middle(board, cell) for cell in course.cells]
    key = f"{cells.label(course.cells[0])} to {cells.label(course.cells[-1])}"
    words = f"{course.name}, {course.kind}" if course.name else course.kind
    start, end = (_off_board(board, at, inner) for at, inner in ((middles[0], middles[1]), (middles[-1], middles[-2])))
    return Way(course.kind, (*start, *middles, *end), key=key, words=words, name=course.name)


def _off_board(board: Board, at: Point, inner: Point) -> tuple[Point, ...]:
    """The point outside the hexes where a course that ends at an edge goes on; none where it ends on the board."""
    x, y = at
    last_x, last_y = MARGIN + STEP * board.columns + HALF, MARGIN + REACH + ROW * (board.rows - 1)
    if y in (MARGIN + REACH, last_y) and abs(y - inner[1]) * 2 >= abs(x - inner[0]):
        return ((x + (x - inner[0]) // 2, y - REACH - EDGE if y == MARGIN + REACH else y + REACH + EDGE),)
    if x < MARGIN + 2 * STEP or x > last_x - STEP:
        return ((MARGIN - EDGE if x < inner[0] else last_x + EDGE, y - (inner[1] - y) // 4),)
    return ()


def edge_names(board: Board) -> Iterator[Name]:
    """The numbers of columns above and below, of rows to the left and right."""
    last = board.rows - 1
    foot, right = height(board) - EDGE, width(board) - EDGE
    for column in range(board.columns):
        yield Name(f"{column + 1:02}", (middle(board, column)[0], EDGE), "edge")
        yield Name(f"{column + 1:02}", (middle(board, last * board.columns + column)[0], foot), "edge")
    for row in range(board.rows):
        y = middle(board, row * board.columns)[1]
        yield Name(f"{row + 1:02}", (EDGE, y), "edge")
        yield Name(f"{row + 1:02}", (right, y), "edge")


def stream_ways(board: Board, streams: Collection[Cell], ponds: Set[Cell]) -> Iterator[Way]:
    """Each stream along the middles of its hexes: the longest course first, then its tributaries."""
    cells = grid(board.columns, board.rows)
    left = set(streams)
    while left:
        tree = _tree(cells, left, min(left))
        root = max(tree, key=lambda cell: (_depth(tree, cell), cell))
        tree = _tree(cells, left, root)
        done: set[Cell] = set()
        for cell in sorted(tree, key=lambda cell: (-_depth(tree, cell), cell)):
            if cell not in done:
                course = _course(tree, cell, done)
                yield Way("stream", tuple(_points(board, cells, course, ponds, mouth=not done)))
                done.update(course)
        left -= done


def _tree(cells: Grid, among: set[Cell], root: Cell) -> dict[Cell, Cell]:
    """Every cell connected to ``root`` within ``among``, with its predecessor; the root is its own."""
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
    """From ``cell`` down to the root, or to the first cell in ``done``."""
    course = [cell]
    while tree[cell] != cell and cell not in done:
        cell = tree[cell]
        course.append(cell)
    return course


def _points(board: Board, cells: Grid, course: list[Cell], ponds: Set[Cell], mouth: bool) -> Iterator[Point]:
    """The middles of a course, extended at its ends: into a pond, or to the edge of its last hex."""
    middles = [middle(board, cell) for cell in course]
    yield _beyond(board, cells, course[0], course[1:2], ponds, west=True)
    yield from middles
    if mouth:
        yield _beyond(board, cells, course[-1], course[-2:-1], ponds, west=False)


def _beyond(board: Board, cells: Grid, cell: Cell, inner: list[Cell], ponds: Set[Cell], west: bool) -> Point:
    """The point beyond the end ``cell`` of a course, away from ``inner``; a single hex runs from west to east."""
    x, y = middle(board, cell)
    if inner:
        from_x, from_y = middle(board, inner[0])
        on = x + (x - from_x) // 2, y + (y - from_y) // 2
    else:
        on = (x - HALF if west else x + HALF), y
    beside = [middle(board, near) for near in cells.around[cell] if near in ponds]
    return min(beside, key=lambda at: (at[0] - on[0]) ** 2 + (at[1] - on[1]) ** 2, default=on)
