"""Hexes, terrain and zones of a hex board in a scenario file, and its parts on a board of another size."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

from battles.engine.core import SetupError, SideId
from battles.engine.scenario_file import MOST_ECHOED, Part, echoed
from battles.kits.hex.grid import Cell, Grid

LEAST_BOARD: Final = 4
MOST_BOARD: Final = 60
"""Hexes along each side of a board."""

W = TypeVar("W", bound=str)

CellMap = Mapping[Cell, Cell]
"""The new number of each cell that is still on the board; its column and row stay."""


class HexPart(Part):
    """An object of the file that may have hexes."""

    def ground(self, key: str, hexes: Grid) -> tuple[Cell, ...]:
        """Cells in ascending order, from labels and rectangles between two labels: ``["0502", "0112-1814"]``."""
        cells: set[Cell] = set()
        for index, row in enumerate(self.rows(key)):
            cells.update(_rectangle(row, f"{self.at(key)}[{index}]", hexes))
        return tuple(sorted(cells))

    def ordered(self, key: str, hexes: Grid) -> tuple[Cell, ...]:
        """Cells in the order of the file, each once, from labels and rectangles as in ``ground``."""
        rows = enumerate(self.rows(key))
        cells = [cell for index, row in rows for cell in _rectangle(row, f"{self.at(key)}[{index}]", hexes)]
        return tuple(dict.fromkeys(cells))

    def cell(self, key: str, hexes: Grid) -> Cell:
        return cell_of(self._of(key, None), self.at(key), hexes)


def cell_of(label: object, path: str, hexes: Grid) -> Cell:
    """The cell of a label at ``path``.

    Raises:
        SetupError: it is not a label, or is off the board.
    """
    if not isinstance(label, str):
        raise SetupError(f'Write a hex in quotation marks, as in "0502", not {echoed(label)}.', path)
    try:
        return hexes.cell_of(label.strip()[:MOST_ECHOED])
    except ValueError as error:
        raise SetupError(str(error), path) from None


def written_ground(cells: Collection[Cell], hexes: Grid) -> list[str]:
    """``cells`` in the form that `Part.ground` reads: runs along a row, and rectangles."""
    blocks: list[tuple[int, int, int, int]] = []
    for west, east, row in _runs(sorted(cells), hexes.columns):
        above = (west, east, row - 1)
        at = next((i for i, block in enumerate(blocks) if (block[0], block[1], block[3]) == above), None)
        if at is None:
            blocks.append((west, east, row, row))
        else:
            blocks[at] = (west, east, blocks[at][2], row)
    corners = [(north * hexes.columns + west, south * hexes.columns + east) for west, east, north, south in blocks]
    return [hexes.label(a) if a == b else f"{hexes.label(a)}-{hexes.label(b)}" for a, b in corners]


def _rectangle(row: object, path: str, hexes: Grid) -> list[Cell]:
    """The cells of a label or of a rectangle given by two opposite corners."""
    if not isinstance(row, str) or "-" not in row:
        return [cell_of(row, path, hexes)]
    first, _, last = row.partition("-")
    corners = [hexes.column_row(cell_of(label, path, hexes)) for label in (first, last)]
    (west, east), (north, south) = (sorted(pair) for pair in zip(*corners, strict=True))
    return [r * hexes.columns + c for r in range(north, south + 1) for c in range(west, east + 1)]


def _runs(cells: list[Cell], columns: int) -> list[tuple[int, int, int]]:
    """Unbroken runs along a row: first column, last column, row."""
    runs: list[tuple[int, int, int]] = []
    for cell in cells:
        row, column = divmod(cell, columns)
        if runs and runs[-1][1:] == (column - 1, row):
            runs[-1] = (runs[-1][0], column, row)
        else:
            runs.append((column, column, row))
    return runs


def edge_rows(side: SideId, columns: int, rows: int, depth: int) -> tuple[Cell, ...]:
    """The cells of ``depth`` rows at the south edge for side a, at the north edge for b (EN-SETUP-08)."""
    first = rows - depth if side == "a" else 0
    return tuple(range(first * columns, (first + depth) * columns))


def size_of(board: HexPart) -> tuple[int, int]:
    """Columns and rows from the board's keys or its map; 0 if it has neither.

    Raises:
        SetupError: the map is not a rectangle, or its size differs from the board's keys.
    """
    stated = [board.number(key, LEAST_BOARD, MOST_BOARD, -1) if key in board else 0 for key in ("columns", "rows")]
    if "map" not in board:
        return stated[0], stated[1]
    rows = map_rows(board)
    size = (len(rows[0]) if rows else 0, len(rows))
    for index, row in enumerate(rows):
        if len(row) != size[0]:
            sentence = f"This row has {len(row)} letters, the first has {size[0]}."
            raise SetupError(sentence, f"{board.at('map')}[{index}]")
    for key, wanted, drawn in zip(("columns", "rows"), stated, size, strict=True):
        if wanted not in (0, drawn):
            raise board.fault(key, f"The map has {drawn} {key}, not {wanted}.")
        if not LEAST_BOARD <= drawn <= MOST_BOARD:
            raise board.fault("map", f"A board has {LEAST_BOARD} to {MOST_BOARD} {key}; this map has {drawn}.")
    return size


def map_rows(board: HexPart) -> list[str]:
    """The rows of the map without blanks between letters."""
    rows = board.rows("map")
    for index, row in enumerate(rows):
        if not isinstance(row, str):
            sentence = f"Write a row of the map as letters in quotation marks, not {echoed(row)}."
            raise SetupError(sentence, f"{board.at('map')}[{index}]")
    return ["".join(row.split()) for row in rows]


def read_terrain(board: HexPart, hexes: Grid, kinds: Sequence[W], legend: Mapping[str, W], rule: str) -> dict[Cell, W]:
    """The terrain of a board, from its map or its lists of hexes; hexes of the first kind, open ground, are left out.

    Args:
        kinds: every kind of terrain, open ground first.
        legend: kinds by letter of the map, where the file has no legend of its own.
        rule: says that a hex has one terrain.
    """
    if "map" in board and "terrain" in board:
        raise board.fault("terrain", "Give terrain in the map or in lists, not in both.")
    if "legend" in board and "map" not in board:
        raise board.fault("legend", "A legend needs a map.")
    return _terrain_of_map(board, kinds, legend) if "map" in board else _terrain_of_lists(board, hexes, kinds, rule)


def _terrain_of_map(board: HexPart, kinds: Sequence[W], usual: Mapping[str, W]) -> dict[Cell, W]:
    """Terrain from the map: one letter for each hex, west to east, rows from the north."""
    legend: dict[str, Any] = dict(board.mapping("legend")) or dict(usual)
    for letter, terrain in legend.items():
        if len(letter) != 1 or terrain not in kinds:
            words = ", ".join(kinds)
            raise board.fault(
                "legend", f"A legend maps a letter to one of {words}, not {echoed(letter)} {echoed(terrain)}."
            )
    ground: dict[Cell, W] = {}
    rows = map_rows(board)
    for index, row in enumerate(rows):
        for column, letter in enumerate(row):
            if letter not in legend:
                sentence = f"The letter {echoed(letter)} is not in the legend: {', '.join(legend)}."
                raise SetupError(sentence, f"{board.at('map')}[{index}]")
            if legend[letter] != kinds[0]:
                ground[index * len(row) + column] = legend[letter]
    return ground


def _terrain_of_lists(board: HexPart, hexes: Grid, kinds: Sequence[W], rule: str) -> dict[Cell, W]:
    """Terrain from lists of hexes by type."""
    lists = board.part("terrain", kinds[1:])
    ground: dict[Cell, W] = {}
    for terrain in kinds[1:]:
        for cell in lists.ground(terrain, hexes):
            if cell in ground:
                sentence = f"{hexes.label(cell)} is {ground[cell]} and {terrain}; a hex has one terrain ({rule})."
                raise lists.fault(terrain, sentence)
            ground[cell] = terrain
    return ground
