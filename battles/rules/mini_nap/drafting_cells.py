"""Cells of a drawing's sheets: what a text in one stands for in a scenario file, and that written as text again.

Lengths are centimetres as in the file, with at most two decimals; places are ``60,40 75.5,40``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from battles.engine.core import SetupError
from battles.engine.drafting import Column
from battles.engine.option_spec import echoed
from battles.rules.mini_nap.scenario_file import MOST_CM, MOST_CORNERS, MOST_NAME, MOST_TEXT

YES: Final = "yes"
DECIMAL: Final = re.compile(r"(-?\d{1,4})(?:\.(\d{1,2}))?", re.ASCII)
DIGITS: Final = re.compile(r"[0-9]{1,6}")

Part = dict[str, Any]
"""A part of a scenario file as it is in JSON."""


class Cell(Struct, frozen=True):
    """A column, and how a text in it is read; `read` raises `ValueError` with a sentence. ``key`` may be a path."""

    column: Column
    read: Callable[[str], Any]
    written: Callable[[Any], str] = str

    @property
    def key(self) -> str:
        return self.column.key


def text(key: str, label: str, *, most: int = MOST_NAME, **facts: Any) -> Cell:
    """Words up to ``most`` characters."""

    def read(given: str) -> str:
        if len(given) > most:
            raise ValueError(f"This has {len(given):,} characters; the most is {most:,}.")
        return given

    return Cell(Column(key, label, "long" if most == MOST_TEXT else "text", **facts), read)


def tick(key: str, label: str, **facts: Any) -> Cell:
    """Yes or nothing."""
    return Cell(Column(key, label, "tick", **facts), lambda given: True, lambda value: YES if value else "")


def choice(key: str, label: str, words: Mapping[str, str], **facts: Any) -> Cell:
    """One of some keys, each with its words."""

    def read(given: str) -> str:
        if given not in words:
            raise ValueError(f"There is no {echoed(given)}; there are {', '.join(words)}.")
        return given

    return Cell(Column(key, label, "choice", words=words, **facts), read)


def number(key: str, label: str, least: int, most: int, **facts: Any) -> Cell:
    """A whole number."""

    def read(given: str) -> int:
        found = int(given) if DIGITS.fullmatch(given) else -1
        if not least <= found <= most:
            raise ValueError(f"This is a whole number from {least} to {most:,}, not {echoed(given)}.")
        return found

    return Cell(Column(key, label, "number", **facts), read)


def length(key: str, label: str, *, least: float = 0, most: float = MOST_CM, **facts: Any) -> Cell:
    """A number with at most two decimals: centimetres, or degrees of a bearing with one."""

    def read(given: str) -> float:
        found = decimal(given)
        if found is None or not least <= found <= most:
            raise ValueError(f"This is a number from {least} to {most:,}, such as 12.5, not {echoed(given)}.")
        return found

    return Cell(Column(key, label, **facts), read, plain)


def places(key: str, label: str, **facts: Any) -> Cell:
    """Places in a row."""
    return Cell(Column(key, label, "areas", **facts), _read_places, lambda value: " ".join(map(_written_place, value)))


def rectangle(key: str, label: str, **facts: Any) -> Cell:
    """Left, bottom, right and top."""

    def read(given: str) -> list[float]:
        found = [decimal(part) for part in given.replace(",", " ").split()]
        if len(found) != 4 or None in found:
            raise ValueError(f"These are left, bottom, right and top in cm, such as 0 0 180 30, not {echoed(given)}.")
        return [part for part in found if part is not None]

    return Cell(Column(key, label, **facts), read, lambda value: " ".join(map(plain, value)))


def decimal(given: str) -> float | None:
    """The number that a text with at most two decimals writes; None where it writes none within `MOST_CM`."""
    found = DECIMAL.fullmatch(given.strip().replace("−", "-"))
    value = float(found[0]) if found else None
    return None if value is None or abs(value) > MOST_CM else value


def plain(value: float) -> str:
    """A number without needless decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _read_places(given: str) -> list[list[float]]:
    found = []
    for word in given.replace(";", " ").split():
        parts = [decimal(part) for part in word.split(",")]
        if len(parts) != 2 or None in parts:
            raise ValueError(f"Places are written as 60,40 75.5,40 in cm; {echoed(word)} is none.")
        found.append([part for part in parts if part is not None])
    if not 2 <= len(found) <= MOST_CORNERS:
        raise ValueError(f"These are {len(found)} places; there are 2 to {MOST_CORNERS}.")
    return found


def _written_place(place: Sequence[float]) -> str:
    return f"{plain(place[0])},{plain(place[1])}"


def flat(part: Part, cells: Sequence[Cell]) -> dict[str, str]:
    """A part of a file as text by column."""
    found = {}
    for cell in cells:
        value: Any = part
        for name in cell.key.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        found[cell.key] = "" if value is None else cell.written(value)
    return found


def nested(row: Mapping[str, str], cells: Sequence[Cell], path: str) -> Part:
    """A row as a part of a file; what is empty stays out.

    Raises:
        SetupError: a column that there is not, or a cell that lacks what it needs or cannot be read, with its path.
    """
    if strange := sorted(set(row) - {cell.key for cell in cells}):
        raise SetupError(f"There is no column {echoed(strange[0])}.", path)
    found: Part = {}
    for cell in cells:
        given = row.get(cell.key, "").strip()
        if not given and not cell.column.needed:
            continue
        if not given:
            raise SetupError("This is missing.", f"{path}.{cell.key}")
        try:
            value = cell.read(given)
        except ValueError as error:
            raise SetupError(str(error), f"{path}.{cell.key}") from None
        *heads, last = cell.key.split(".")
        at = found
        for head in heads:
            at = at.setdefault(head, {})
        at[last] = value
    return found
