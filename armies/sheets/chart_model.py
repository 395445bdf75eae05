"""What an organisation chart says: formations with their units, in words ready to be set."""

from typing import Final, Literal

from msgspec import Struct

Level = Literal["army", "corps", "division", "brigade", "loose"]
"""``loose`` gathers units that stand under no brigade."""

Orientation = Literal["auto", "landscape", "portrait"]

PAPERS: Final[dict[str, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
"""Upright, in millimetres."""
PAPER_WORDS: Final[dict[str, str]] = {
    "a4": "A4",
    "a3": "A3",
    "a2": "A2",
    "a1": "A1",
    "letter": "Letter",
    "tabloid": "Tabloid",
}
ORIENTATIONS: Final[tuple[Orientation, ...]] = ("auto", "landscape", "portrait")


class ChartUnit(Struct, frozen=True):
    """A unit: its symbol, its name, and its strength and quality in the words of the system."""

    symbol: str
    name: str
    figures: str
    nation: str


class ChartNode(Struct, frozen=True):
    """A formation, or the units that stand loose under one. ``key`` is its place in the tree: ``0.2.1``."""

    key: str
    level: Level
    name: str
    commander: str
    rating: str
    totals: str
    nation: str
    units: tuple[ChartUnit, ...] = ()
    children: tuple["ChartNode", ...] = ()


class ChartWords(Struct, frozen=True):
    """Everything that a chart says; ``key`` is how to read the figures, with what could not be set."""

    title: str
    system: str
    occasion: str
    description: str
    key: str
    root: ChartNode
