"""The picture of a battle for any rules: ground, scene, outlines of areas."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from battles.engine.core import SideId

Point = tuple[int, int]

SPOT: Final = re.compile(r"at (-?\d{1,5}) (-?\d{1,5})")

GroundKind = Literal[
    "open", "wood", "hill", "town", "water", "stream", "rough", "marsh", "field", "wall", "road", "bridge", "other"
]
"""How an area of ground is painted. Adjacent areas of ``hill``, ``wood`` or ``water`` are joined."""

WayKind = Literal["road", "track", "stream", "river", "wall", "hedge", "ditch", "bank"]
"""How a line of terrain is drawn."""

FULL_TURN: Final = 3600
"""Tenths of a degree."""

STEPS: Final = (40, 64)
"""The smallest and the largest step, in units of the ground."""

Sign = Literal[
    "line_infantry",
    "light_infantry",
    "heavy_cavalry",
    "medium_cavalry",
    "light_cavalry",
    "lancers",
    "foot_artillery",
    "horse_artillery",
    "leader_brigade",
    "leader_division",
    "leader_corps",
    "leader_army",
    "unknown",
]
"""A symbol of the symbol sheet that screen and paper share."""

Shape = Literal["line", "column", "mass", "square", "skirmish", "limbered", "unlimbered", "leader"]
"""The footprint of a formation on the board; a ``mass`` is closed up on all sides."""


class Area(Struct, frozen=True):
    """A piece of ground that a player can point at. ``key`` is its name for players, ``words`` describe it."""

    key: str
    middle: Point
    outline: tuple[Point, ...]
    ground: GroundKind
    words: str


def spot_key(at: Point) -> str:
    """The key of a spot on an open table, where a hex board would have an area's key: ``at 612 340``."""
    return f"at {at[0]} {at[1]}"


def spot_of(key: str) -> Point | None:
    """The spot that a key names; None if it names none."""
    match = SPOT.fullmatch(key)
    return (int(match[1]), int(match[2])) if match else None


def block_of(key: str, **blocks: Sequence[Any]) -> tuple[str, int] | None:
    """The kind and number of a block key such as ``unit 3``; None if there is no such block.

    ``blocks`` are the blocks of each kind.
    """
    kind, _, number = key.partition(" ")
    if kind not in blocks or not (number.isascii() and number.isdecimal()) or str(int(number)) != number:
        return None
    return (kind, int(number)) if int(number) < len(blocks[kind]) else None


class Way(Struct, frozen=True):
    """Terrain along a line: its centre line and its width on the ground; 0 for the usual drawn width.

    ``words`` describe it; ``key`` is its name for players if it can be pointed at. ``name`` is written along it.
    """

    kind: WayKind
    points: tuple[Point, ...]
    wide: int = 0
    key: str = ""
    words: str = ""
    name: str = ""


class Name(Struct, frozen=True):
    """A name on the map for what lies at ``at``; an ``edge`` is a coordinate written beside the ground.

    ``about`` is the width and height of what the name must not cover, such as a house; (0, 0) if it may cover what it
    names.
    """

    text: str
    at: Point
    kind: Literal["place", "hill", "wood", "water", "ground", "edge"] = "place"
    about: tuple[int, int] = (0, 0)


class Zone(Struct, frozen=True):
    """Areas that belong together: a deployment zone, an objective, or where troops of a later turn come on.

    The ``name`` of an arrival zone is its turn, such as ``Turn 3``. ``side`` is its owner, or the side that wins by it,
    None for both. ``held`` gives the side that holds each area of an objective; ``words`` say all of it in a sentence.
    On an open table ``outline`` is a zone that is not an area.
    """

    name: str
    kind: Literal["deployment", "objective", "arrival"]
    areas: tuple[str, ...]
    words: str
    side: SideId | None = None
    held: tuple[tuple[str, SideId], ...] = ()
    outline: tuple[Point, ...] = ()


class Ground(Struct, frozen=True):
    """The board. ``step`` is the distance between two adjacent areas, in the units of the points.

    It is within `STEPS`, whatever the scale of the table, since blocks, type and lines are drawn in these units too.
    ``tenths`` is the length of a step on the table in tenths of a millimetre; ``words`` say how large the board is. An
    ``open`` table has no areas to stand on; its step only gives the size of what is drawn.
    """

    words: str
    width: int
    height: int
    step: int
    tenths: int
    areas: tuple[Area, ...]
    ways: tuple[Way, ...] = ()
    names: tuple[Name, ...] = ()
    open: bool = False


class Block(Struct, frozen=True, kw_only=True):
    """A unit or leader on the board. ``key`` is its name as an actor of options, such as ``unit 7``.

    ``label`` fits beside the symbol; ``words`` say all that the viewer knows of it, in a sentence. ``body`` is the
    label of the larger body it belongs to, for scales where units are too small for labels. ``level`` is its loss of
    morale, ``""`` for none; ``unsure`` means that the viewer does not know it. ``marks`` are short words of the system,
    such as ``charged``. ``note`` says when and where a unit comes that has still to arrive. ``spent`` means that it can
    do nothing more for now. On an open table ``area`` is the key of
    the spot ``at``, the centre of its footprint, and ``size`` the width of its front and its depth, in units of the
    ground; (0, 0) for the size of its drawing. ``bends`` are the points at which a previewed block turns on its way.
    """

    key: str
    side: SideId
    sign: Sign
    shape: Shape
    nation: str = ""
    area: str
    at: Point
    turn: int = 0
    name: str
    label: str
    words: str
    body: str = ""
    level: Literal["", "fair", "bad", "broken"] = ""
    unsure: bool = False
    marks: tuple[str, ...] = ()
    note: str = ""
    spent: bool = False
    size: tuple[int, int] = (0, 0)
    bends: tuple[Point, ...] = ()


class Shift(Struct, frozen=True):
    """How a block was moved: to the right and down in units of the ground, its turn, its new shape, ``""`` for none."""

    x: int = 0
    y: int = 0
    turn: int = 0
    shape: Shape | Literal[""] = ""

    @classmethod
    def between(cls, before: Block, after: Block) -> "Shift":
        """The shift from one state of a block to another."""
        (x, y), (x2, y2) = before.at, after.at
        turn = (after.turn - before.turn) % FULL_TURN
        return cls(x2 - x, y2 - y, turn, after.shape if after.shape != before.shape else "")

    def place_of(self, block: Block) -> Point:
        """Where a block is after the same shift."""
        return block.at[0] + self.x, block.at[1] + self.y

    def turn_of(self, block: Block) -> int:
        """The turn of a block after the same shift."""
        return (block.turn + self.turn) % FULL_TURN

    def shape_of(self, block: Block) -> Shape:
        """The shape of a block after the same shift."""
        return self.shape or block.shape


ReachKind = Literal["fire", "far_fire", "command", "move", "charge"]


class Reach(Struct, frozen=True):
    """The outline of the ground that a block can see, fire at, command or move to.

    ``name`` is its name for players, ``words`` explain it in a sentence with its rule.
    """

    kind: ReachKind
    name: str
    words: str
    outline: tuple[Point, ...]


class Highlight(Struct, frozen=True):
    """What an event highlights on the board: blocks that fired, fought or were ``lost``, and ``at``, their target."""

    kind: Literal["fire", "melee", "lost"]
    by: tuple[str, ...]
    at: str = ""


class Scene(Struct, frozen=True):
    """The blocks on the board and beside it, as one viewer knows them.

    ``off`` are units and leaders that are not on the board: their ``area`` is ``""``; their ``level`` is ``broken`` if
    they are out of the battle, otherwise they are still to arrive. ``links`` are pairs of blocks in contact. ``sides``
    are the names of the sides. ``levels`` names the levels of blocks where they are no levels of morale.
    """

    sides: tuple[tuple[SideId, str], ...]
    blocks: tuple[Block, ...]
    off: tuple[Block, ...] = ()
    zones: tuple[Zone, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    levels: tuple[tuple[str, str], ...] = ()


Edge = tuple[Point, Point]


def edges_of(outline: Sequence[Point]) -> Iterator[Edge]:
    """The edges of an outline, from each corner to the next."""
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def rims(outlines: Iterable[Sequence[Point]]) -> list[tuple[Point, ...]]:
    """Outlines of the areas joined where they share whole edges: the outer ones, and one for each hole.

    The outlines must all have the same direction; an outer rim keeps it, and the rim of a hole has the opposite one.
    """
    edges = {edge for outline in outlines for edge in edges_of(outline)}
    after: dict[Point, list[Point]] = {}
    for one, two in sorted(edges):
        if (two, one) not in edges:
            after.setdefault(one, []).append(two)
    joined = []
    while after:
        start = at = next(iter(after))
        rim = []
        while True:
            rim.append(at)
            ways = after[at]
            step = ways.pop()
            if not ways:
                del after[at]
            at = step
            if at == start:
                break
        joined.append(tuple(rim))
    return joined


def is_clockwise(outline: Sequence[Point]) -> bool:
    """True if an outline runs clockwise, with y to the south."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges_of(outline)) > 0
