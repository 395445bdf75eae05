"""The scenario editor that a system may offer: brushes for its board, tables for its forces.

A system without one has None as ``drafting``. A drawing is the content of a scenario file. It may have faults that
keep it from being played, but it can always be read as a file; a change that would break that is refused. The editor
keeps nothing between two calls.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from battles.engine.core import SetupError, SideId
from battles.engine.options import OptionValue
from battles.engine.picture import Ground, GroundKind, Point, Scene
from battles.engine.scenarios import Briefing
from battles.engine.settings import Difference

Draws = Literal["", "area", "line", "spot", "box", "shift", "bend"]
"""What the points of a brush's stroke mean.

``""``: the stroke has areas instead. An ``area`` is an outline of at least three points, or one point around which it
has its usual shape; a ``line`` has at least two points; a ``spot`` is one point, a ``box`` two opposite corners. A
``shift`` moves an area from the first point to the second; a ``bend`` moves the area's corner nearest the first point.
"""


ARRIVALS: Final = "Arrivals"
"""The group of the arrival brushes."""


class Brush(Struct, frozen=True):
    """Something that can be painted or placed on a board. ``group`` is the heading under which brushes are listed.

    ``ground`` is what a ground brush paints, ``side`` the owner of a zone brush; other brushes have neither. ``asks``
    is the label of a text that each stroke takes. ``block`` is the key, as in the scene, of the block that the brush
    places; ``turns`` are the angles it may face there, in tenths of a degree; with ``freely`` any angle is allowed and
    these are suggestions. ``draws`` says what the points of its strokes mean.
    """

    key: str
    words: str
    group: str
    ground: GroundKind | None = None
    side: SideId | None = None
    asks: str = ""
    block: str = ""
    turns: tuple[int, ...] = ()
    freely: bool = False
    draws: Draws = ""


def arrival_brush(key: str, words: str, side: SideId, draws: Draws = "") -> Brush:
    """The brush for where a unit or command comes on; ``words`` say that it ``arrives here``, and in which turn."""
    return Brush(f"entry.{key}", words, ARRIVALS, side=side, draws=draws)


class Stroke(Struct, frozen=True, forbid_unknown_fields=True):
    """A brush used on areas, by key or by ranges in the system's notation, or drawn with points.

    The points are in the units of the picture's ground. On an open table, the area of a block's stroke is the key of a
    spot, and a stroke on a block names its key. ``turn`` is the block's new angle; None keeps it.
    """

    brush: str
    areas: tuple[str, ...] = ()
    text: str = ""
    turn: int | None = None
    points: tuple[Point, ...] = ()


ColumnKind = Literal["text", "long", "number", "choice", "tick", "areas", "row"]


class Column(Struct, frozen=True):
    """A column of a sheet. Its values are text: a tick is ``yes`` or ``""``; areas, or places written as ``60,40``, are
    separated by spaces.

    A ``row`` column is hidden and returned unchanged: it identifies the row after others were removed. ``""`` means the
    usual value unless the column is ``needed``; ``words`` explain the values of a choice. A form may hide a ``seldom``
    column behind "more".
    """

    key: str
    label: str
    kind: ColumnKind = "text"
    needed: bool = False
    words: Mapping[str, str] = {}
    hint: str = ""
    seldom: bool = False


class Sheet(Struct, frozen=True):
    """A part of a drawing that is filled in as a table. If it ``grows``, rows can be added and removed."""

    key: str
    title: str
    group: str
    columns: tuple[Column, ...]
    rows: tuple[Mapping[str, str], ...]
    grows: bool = True


class Fault(Struct, frozen=True):
    """Something that keeps a drawing from being played, and the path of the faulty part."""

    path: str
    sentence: str


class Draft(Struct, frozen=True):
    """A drawing as shown in the editor. ``notes`` are warnings that do not keep it from being played.

    ``briefing`` is what both players read. ``house`` lists the numbers of its tables that differ from the printed ones.
    """

    title: str
    text: str
    briefing: Briefing
    ground: Ground
    scene: Scene
    palette: tuple[Brush, ...]
    sheets: tuple[Sheet, ...]
    options: Mapping[str, OptionValue]
    house: tuple[Difference, ...]
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]


class Drafting(Protocol):
    """The scenario editor of a system. Every change returns the new content.

    Every method raises `SetupError` with the path of the fault if the content is not a file of the system, or if the
    change would not leave one.
    """

    @property
    def size_options(self) -> tuple[str, ...]:
        """Names of the options that set the size of a new board."""

    def new(self, title: str, values: Mapping[str, OptionValue]) -> bytes:
        """An empty board with options by name and sides without units."""

    def draft(self, content: bytes) -> Draft:
        """The drawing as the editor shows it."""

    def paint(self, content: bytes, strokes: Sequence[Stroke]) -> bytes:
        """The content after each stroke in turn."""

    def misplaced(self, content: bytes) -> tuple[Fault, ...]:
        """Faults of blocks without a place, or with a place where they may not stand."""

    def fill(self, content: bytes, sheet: str, rows: Sequence[Mapping[str, str]]) -> bytes:
        """Replace the rows of a sheet; a fault's path has the index of the row."""

    def set_options(self, content: bytes, values: Mapping[str, OptionValue]) -> bytes:
        """Set options by name; removes what no longer fits on the board."""

    def set_house_rules(self, content: bytes, patch: Mapping[str, Any]) -> bytes:
        """Replace the house rules by ``patch``, a patch of the printed tables."""

    def take_force(self, content: bytes, side: SideId, setup: Any) -> bytes:
        """Replace the force of ``side`` by the one of a set-up; its deployment zone stays."""

    def scatter(self, content: bytes, seed: bytes, *, clear_first: bool) -> bytes:
        """Terrain rolled by the rules' own procedure with dice of ``seed``; ``clear_first`` clears the board first."""


def fault_of(error: SetupError) -> Fault:
    """The fault of an error, with its path apart from its sentence."""
    return Fault(error.path, str(error).removeprefix(f"{error.path}: "))
