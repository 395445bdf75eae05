"""A battle as it is drawn: what every page, map and sheet knows of a board, whatever the rules.

A system turns a view into these values; nobody who draws them asks which system it was. Points are whole numbers,
``x`` to the east and ``y`` to the south, in the units of the ground; angles are tenths of a degree clockwise from
north.
"""

from typing import Final, Literal

from msgspec import Struct

from battles.engine.core import SideId

Point = tuple[int, int]

GroundKind = Literal[
    "open", "wood", "hill", "town", "water", "stream", "rough", "marsh", "field", "wall", "road", "bridge", "other"
]
"""How a patch of ground is painted. Patches of ``hill``, ``wood`` or ``water`` that touch are one."""

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


class Way(Struct, frozen=True):
    """A road or a stream along its middle."""

    kind: Literal["road", "track", "stream"]
    points: tuple[Point, ...]


class Name(Struct, frozen=True):
    """A name on the map, of what lies about ``at``; an ``edge`` is a coordinate written beside the ground."""

    text: str
    at: Point
    kind: Literal["place", "hill", "wood", "water", "ground", "edge"] = "place"


class Zone(Struct, frozen=True):
    """Areas that belong together: where a side may be deployed, or ground that is fought for.

    ``side`` is whose it is, or who wins by it, None for both. ``held`` says of areas of an objective which side
    holds each now; ``words`` is all of it in a sentence.
    """

    name: str
    kind: Literal["deployment", "objective"]
    areas: tuple[str, ...]
    words: str
    side: SideId | None = None
    held: tuple[tuple[str, SideId], ...] = ()


class Ground(Struct, frozen=True):
    """The board. ``step`` is the distance between two neighbouring areas, in the units of the points.

    A step is `STEPS` units, whatever it is on the table, for blocks, type and lines are drawn in these units too.
    ``tenths`` is how many tenths of a millimetre a step is on the table; ``words`` says how large it is.
    """

    words: str
    width: int
    height: int
    step: int
    tenths: int
    areas: tuple[Area, ...]
    ways: tuple[Way, ...] = ()
    names: tuple[Name, ...] = ()


class Block(Struct, frozen=True, kw_only=True):
    """A unit or leader as it stands. ``key`` is its name as an actor of options, such as ``unit 7``.

    ``label`` fits beside the symbol, ``words`` is all that the viewer knows of it, in a sentence. ``level`` is how
    shaken it is, ``""`` for not at all; ``unsure`` says that the viewer does not know. ``marks`` are short words of
    the system, such as ``charged``. ``spent`` says that it has done all it can for now.
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
    level: Literal["", "fair", "bad", "broken"] = ""
    unsure: bool = False
    marks: tuple[str, ...] = ()
    spent: bool = False


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
