"""Bearings as steps in the plane, in whole numbers: every machine computes the same."""

import math
from typing import Final, Literal, NamedTuple

Edge = Literal["north", "east", "south", "west"]
EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")

ONE: Final = 10_000
"""The whole number for a length of 1."""


class Heading(NamedTuple):
    """A step of length `ONE`: ``x`` to the east, ``y`` to the north."""

    x: int
    y: int


HEADINGS: Final = tuple(
    Heading(round(math.sin(math.radians(bearing)) * ONE), round(math.cos(math.radians(bearing)) * ONE))
    for bearing in range(360)
)


def heading(bearing: int) -> Heading:
    """The step on a bearing in degrees clockwise from north."""
    return HEADINGS[bearing % 360]


def between(one: int, other: int) -> int:
    """Degrees between two bearings, 0 to 180."""
    apart = abs(one - other) % 360
    return min(apart, 360 - apart)


def edge_of(bearing: int) -> Edge:
    """The edge that a bearing leads to."""
    return EDGES[(bearing + 45) % 360 // 90]
