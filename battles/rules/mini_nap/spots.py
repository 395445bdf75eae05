"""Places of the table as points of a picture: millimetres, x to the right, y down the table."""

from collections.abc import Iterable
from typing import Final

from battles.engine.picture import Point, spot_key, spot_of
from battles.engine.table.bearings import Place, to_place
from battles.engine.table.footprints import Shape
from battles.rules.mini_nap.setup import Table

MM: Final = 10
"""Tenths of a millimetre to a unit of the picture."""


def whole(length: int) -> int:
    """The nearest millimetre."""
    return (length + MM // 2) // MM


def point_of(table: Table, x: int, y: int) -> Point:
    """Where a place lies on the picture."""
    return whole(x), whole(table.height - y)


def place_of(table: Table, point: Point) -> Place:
    """The place under a point of the picture."""
    return point[0] * MM, table.height - point[1] * MM


def key_of(table: Table, x: int, y: int) -> str:
    """The key of the spot of a place."""
    return spot_key(point_of(table, x, y))


def place_named(table: Table, key: str) -> Place | None:
    """The place on the table that the key of a spot names; None where there is none."""
    found = spot_of(key)
    if found is None:
        return None
    x, y = place_of(table, found)
    return (x, y) if is_on(table, x, y) else None


def is_on(table: Table, x: int, y: int) -> bool:
    """Whether a place is on the table."""
    return 0 <= x <= table.width and 0 <= y <= table.height


def outline_of(table: Table, shape: Shape) -> tuple[Point, ...]:
    """The corners of a shape on the picture."""
    return line_of(table, map(to_place, shape.corners))


def line_of(table: Table, places: Iterable[Place]) -> tuple[Point, ...]:
    """Places one after the other on the picture."""
    return tuple(point_of(table, x, y) for x, y in places)
