"""Scenarios on an open table: columns of their forms for lengths, points and rectangles, and what lies on a table."""

import re
from collections.abc import Sequence
from typing import Any, Final

from battles.engine.drafting import Column
from battles.engine.options import echoed
from battles.engine.scenario_editor import Cell, cell

MOST_CM: Final = 1_000
MOST_CORNERS: Final = 60
Rectangle = tuple[int, int, int, int]
"""Left, bottom, right and top, in centimetres."""
DECIMAL: Final = re.compile(r"(-?\d{1,4})(?:\.(\d{1,2}))?", re.ASCII)


def length(key: str, label: str, *, least: float = 0, most: float = MOST_CM, **facts: Any) -> Cell:
    """A column of numbers with at most two decimals: centimetres, or degrees of a bearing."""

    def read(typed: str) -> float:
        value = decimal(typed)
        if value is None or not least <= value <= most:
            raise ValueError(f"Enter a number from {least} to {most:,}, such as 12.5, not {echoed(typed)}.")
        return value

    return cell(Column(key, label, **facts), read, plain)


def places(key: str, label: str, **facts: Any) -> Cell:
    """A column of points, separated by spaces."""
    return cell(Column(key, label, "areas", **facts), _read_places, lambda value: " ".join(map(_written_place, value)))


def rectangle(key: str, label: str, **facts: Any) -> Cell:
    """A column of rectangles: left, bottom, right and top."""

    def read(typed: str) -> list[float]:
        sides = [decimal(part) for part in typed.replace(",", " ").split()]
        if len(sides) != 4 or None in sides:
            raise ValueError(f"Enter left, bottom, right and top in cm, such as 0 0 180 30, not {echoed(typed)}.")
        return [part for part in sides if part is not None]

    return cell(Column(key, label, **facts), read, lambda value: " ".join(map(plain, value)))


def decimal(typed: str) -> float | None:
    """The number in a text with at most two decimals; None if it is not a number or exceeds `MOST_CM`."""
    match = DECIMAL.fullmatch(typed.strip().replace("−", "-"))
    value = float(match[0]) if match else None
    return None if value is None or abs(value) > MOST_CM else value


def plain(value: float) -> str:
    """A number without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _read_places(typed: str) -> list[list[float]]:
    points = []
    for word in typed.replace(";", " ").split():
        parts = [decimal(part) for part in word.split(",")]
        if len(parts) != 2 or None in parts:
            raise ValueError(f"Enter points in cm, such as 60,40 75.5,40; {echoed(word)} is not a point.")
        points.append([part for part in parts if part is not None])
    if not 2 <= len(points) <= MOST_CORNERS:
        raise ValueError(f"Enter 2 to {MOST_CORNERS} points, not {len(points)}.")
    return points


def _written_place(place: Sequence[float]) -> str:
    return f"{plain(place[0])},{plain(place[1])}"


def touches(points: Sequence[tuple[float, float]], width: float, height: float) -> bool:
    """True if the bounding box of ``points`` touches a table of this size."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(xs) >= 0 and min(xs) <= width and max(ys) >= 0 and min(ys) <= height


def part_on(zone: Rectangle | None, width: int, height: int) -> Rectangle | None:
    """The part of a rectangle on a table of this size; None if it is wholly off it."""
    if zone is None:
        return None
    left, bottom, right, top = max(zone[0], 0), max(zone[1], 0), min(zone[2], width), min(zone[3], height)
    return (left, bottom, right, top) if left < right and bottom < top else None
