"""A scenario file taken apart: each part knows its path, so that every fault says where it stands."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

from battles.engine.core import SetupError
from battles.engine.hex import Cell, Grid

MOST_NAME: Final = 80
"""Characters of a name or a title."""

MOST_ROWS: Final = 500
"""Rows that one list of a file may have."""

MOST_ECHOED: Final = 40
"""Characters of a wrong value that its sentence repeats."""

W = TypeVar("W", bound=str)


class Part:
    """An object of the file at ``path``; ``keys`` are those it may have.

    Every question raises `SetupError` for a value that does not fit, and so does the making for an unknown key.
    """

    def __init__(self, value: Any, path: str, keys: Collection[str]) -> None:
        if not isinstance(value, dict):
            raise SetupError(f"This is {echoed(value)}, not an object with {', '.join(keys)}.", path)
        self.values: Final[dict[str, Any]] = value
        self.path: Final = path
        for key in value:
            if key not in keys:
                raise SetupError(f"There is no {echoed(key)} here; there may be {', '.join(keys)}.", path)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def at(self, key: str) -> str:
        """The path of what ``key`` holds."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, sentence: str) -> SetupError:
        return SetupError(sentence, self.at(key))

    def text(self, key: str, default: str | None = None, most: int = MOST_NAME) -> str:
        """Words of one line up to ``most`` characters, of several lines where ``most`` is more than a name's."""
        value = self._of(key, default)
        if not isinstance(value, str):
            raise self.fault(key, f"This is words in quotation marks, not {echoed(value)}.")
        words = value.strip()
        if not words and default is None:
            raise self.fault(key, "This may not be empty.")
        if len(words) > most:
            raise self.fault(key, f"This has {len(words):,} characters; the most is {most:,}.")
        if not (words if most == MOST_NAME else words.replace("\n", "")).isprintable():
            raise self.fault(key, "This has a character that cannot be printed.")
        return words

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self._of(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fault(key, f"This is a whole number from {least} to {most:,}, not {echoed(value)}.")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._of(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, f"This is true or false, not {echoed(value)}.")
        return value

    def word(self, key: str, words: Sequence[W], default: W | None = None) -> W:
        """One of ``words``, as it is written there."""
        value = self._of(key, default)
        for word in words:
            if value == word:
                return word
        raise self.fault(key, f"{echoed(value)} is not known here; it is one of {', '.join(words)}.")

    def part(self, key: str, keys: Collection[str]) -> "Part":
        """The object under ``key``, an empty one where it is missing."""
        return Part(self.values.get(key, {}), self.at(key), keys)

    def mapping(self, key: str) -> Mapping[str, Any]:
        """The object under ``key`` whatever its keys, an empty one where it is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.fault(key, f"This is an object in braces, not {echoed(value)}.")
        return value

    def rows(self, key: str, most: int = MOST_ROWS) -> list[Any]:
        """The list under ``key``, an empty one where it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.fault(key, f"This is a list in square brackets, not {echoed(value)}.")
        if len(value) > most:
            raise self.fault(key, f"This has {len(value):,} rows; the most is {most:,}.")
        return value

    def parts(self, key: str, keys: Collection[str], most: int = MOST_ROWS) -> list["Part"]:
        return [Part(row, f"{self.at(key)}[{index}]", keys) for index, row in enumerate(self.rows(key, most))]

    def ground(self, key: str, hexes: Grid) -> tuple[Cell, ...]:
        """Cells in rising order, from labels and rectangles between two of them: ``["0502", "0112-1814"]``."""
        found: set[Cell] = set()
        for index, row in enumerate(self.rows(key)):
            found.update(_stretch(row, f"{self.at(key)}[{index}]", hexes))
        return tuple(sorted(found))

    def cell(self, key: str, hexes: Grid) -> Cell:
        return cell_of(self._of(key, None), self.at(key), hexes)

    def _of(self, key: str, default: object) -> Any:
        value = self.values.get(key, default)
        if value is None:
            raise self.fault(key, "This is missing." if key not in self.values else "This may not be null.")
        return value


def cell_of(label: object, path: str, hexes: Grid) -> Cell:
    """The cell of a label at ``path``.

    Raises:
        SetupError: it is no label, or lies off the board.
    """
    if not isinstance(label, str):
        raise SetupError(f'A hex is written in quotation marks, as in "0502", not {echoed(label)}.', path)
    try:
        return hexes.cell_of(label.strip()[:MOST_ECHOED])
    except ValueError as error:
        raise SetupError(str(error), path) from None


def written_ground(cells: Collection[Cell], hexes: Grid) -> list[str]:
    """``cells`` as `Part.ground` reads them: runs along a row, equal runs of following rows as one rectangle."""
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


def echoed(value: object) -> str:
    """A value of the file for a sentence: quoted if words, cut where long, named by its sort if it is a whole part."""
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "nothing"}[value]
    text = repr(value)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"


def _stretch(row: object, path: str, hexes: Grid) -> list[Cell]:
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
