"""A battle as it is drawn: what every page, map and sheet knows of a board, whatever the rules.

A system turns a view into these values; nobody who draws them asks which system it was. Points are whole numbers,
``x`` to the east and ``y`` to the south, in the units of the ground; angles are tenths of a degree clockwise from
north.

A board is made of areas, or it is an open table: its areas are then features of terrain, which may overlap and leave
ground between them, and whoever points at it points at a spot, which has a key too (`spot_key`).
"""

import re
from typing import Final, Literal

from msgspec import Struct

from battles.engine.core import SideId

Point = tuple[int, int]

SPOT: Final = re.compile(r"at (-?\d{1,5}) (-?\d{1,5})")

GroundKind = Literal[
    "open", "wood", "hill", "town", "water", "stream", "rough", "marsh", "field", "wall", "road", "bridge", "other"
]
"""How a patch of ground is painted. Patches of ``hill``, ``wood`` or ``water`` that touch are one."""

WayKind = Literal["road", "track", "stream", "river", "wall", "hedge", "ditch", "bank"]
"""How a line of terrain is drawn."""

STEPS: Final = (40, 64)
"""The fewest and the most units of a step."""

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
"""A symbol of the one sheet of symbols that screen and paper share."""

Shape = Literal["line", "column", "mass", "square", "skirmish", "limbered", "unlimbered", "leader"]
"""The footprint that a formation has on the board; a ``mass`` is closed up on all sides."""


class Area(Struct, frozen=True):
    """A patch of ground that can be pointed at. ``key`` is what players call it, ``words`` what it is, in words."""

    key: str
    middle: Point
    outline: tuple[Point, ...]
    ground: GroundKind
    words: str


def spot_key(at: Point) -> str:
    """What a spot of an open table is called where a board of areas has the key of an area: ``at 612 340``."""
    return f"at {at[0]} {at[1]}"


def spot_of(key: str) -> Point | None:
    """The spot of a key; None for a key that names none."""
    found = SPOT.fullmatch(key)
    return (int(found[1]), int(found[2])) if found else None


class Way(Struct, frozen=True):
    """Terrain along a line: its middle, and how wide it lies on the ground, 0 for as wide as such are drawn.

    ``words`` is what it is, in words; ``key`` what players call it, where it can be pointed at.
    """

    kind: WayKind
    points: tuple[Point, ...]
    wide: int = 0
    key: str = ""
    words: str = ""


class Name(Struct, frozen=True):
    """A name on the map, of what lies about ``at``; an ``edge`` is a coordinate written beside the ground.

    ``about`` is the width and height of what the name must not lie on, such as a house; (0, 0) where it may lie on
    what it names.
    """

    text: str
    at: Point
    kind: Literal["place", "hill", "wood", "water", "ground", "edge"] = "place"
    about: tuple[int, int] = (0, 0)


class Zone(Struct, frozen=True):
    """Areas that belong together: where a side may be deployed, or ground that is fought for.

    ``side`` is whose it is, or who wins by it, None for both. ``held`` says of areas of an objective which side
    holds each now; ``words`` is all of it in a sentence. On an open table ``outline`` is a zone that is no area.
    """

    name: str
    kind: Literal["deployment", "objective"]
    areas: tuple[str, ...]
    words: str
    side: SideId | None = None
    held: tuple[tuple[str, SideId], ...] = ()
    outline: tuple[Point, ...] = ()


class Ground(Struct, frozen=True):
    """The board. ``step`` is the distance between two neighbouring areas, in the units of the points.

    A step is `STEPS` units, whatever it is on the table, for blocks, type and lines are drawn in these units too.
    ``tenths`` is how many tenths of a millimetre a step is on the table; ``words`` says how large it is. An ``open``
    table has no areas to stand on, and a step is there for the size of what is drawn alone.
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
    """A unit or leader as it stands. ``key`` is its name as an actor of options, such as ``unit 7``.

    ``label`` fits beside the symbol, ``words`` is all that the viewer knows of it, in a sentence. ``body`` is the label
    of the body of troops that the block stands for where single units are too small to have one. ``level`` is how
    shaken it is, ``""`` for not at all; ``unsure`` says that the viewer does not know. ``marks`` are short words of
    the system, such as ``charged``. ``spent`` says that it has done all it can for now. On an open table ``area`` is
    the key of the spot ``at``, the middle of its footprint, and ``size`` the width of its front and its depth, in units
    of the ground; (0, 0) where it has the size of its drawing.
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
    spent: bool = False
    size: tuple[int, int] = (0, 0)


class Reach(Struct, frozen=True):
    """Ground about a block that means something to it, as an outline: how far it sees, fires, commands or goes.

    ``name`` is what a player calls it, ``words`` is all of it in a sentence with its rule.
    """

    kind: Literal["fire", "far_fire", "command", "move", "charge"]
    name: str
    words: str
    outline: tuple[Point, ...]


class Deed(Struct, frozen=True):
    """What blocks did, by their keys: fired or fought, ``at`` whom; ``lost`` is who is out of the battle by it."""

    kind: Literal["fire", "melee", "lost"]
    by: tuple[str, ...]
    at: str = ""


class Scene(Struct, frozen=True):
    """What stands on the board and beside it, as one viewer knows it.

    ``off`` are units and leaders that are not on the board: their ``area`` is ``""``, their ``level`` is ``broken``
    where they are out of the battle, and else they are still to come. ``links`` are pairs of blocks in contact.
    ``sides`` are the names of the sides.
    """

    sides: tuple[tuple[SideId, str], ...]
    blocks: tuple[Block, ...]
    off: tuple[Block, ...] = ()
    zones: tuple[Zone, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
