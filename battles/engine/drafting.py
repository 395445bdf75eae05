"""What a system may offer to somebody who draws a scenario: brushes for its board, tables for its forces.

It is offered, not owed: a system that has all of `Drafting` lets scenarios be drawn. A drawing is the content of a
scenario file. It may have faults that keep it from being played, but it is always a file that can be read; what would
not be is refused. Nothing is kept between two questions.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from msgspec import Struct

from battles.engine.core import SetupError, SideId
from battles.engine.option_spec import OptionValue
from battles.engine.overlay import Difference
from battles.engine.picture import Ground, GroundKind, Point, Scene

Draws = Literal["", "area", "line", "spot", "box", "shift", "bend"]
"""What a stroke of a brush has points for.

Of none the stroke has areas. An ``area`` is an outline of three points or more, or one point about which it has its
usual shape; a ``line`` has two points or more; a ``spot`` is one point, a ``box`` two opposite corners; a ``shift``
moves an area from one point to another, a ``bend`` the corner of it that is nearest to the first point to the other.
"""


class Brush(Struct, frozen=True):
    """Something that can be laid on a board. ``group`` heads the brushes that belong together.

    ``ground`` is what a brush of ground paints, ``side`` whose a brush of zones is; the others have neither. A brush
    that ``asks`` takes a text with each stroke; that is what the text is called. One that sets a ``block`` in a place
    names it as the scene does; ``turns`` are the angles that it may face there, in tenths of a degree, and where it
    turns ``freely`` those that are offered. ``draws`` says what its strokes have points for.
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


class Stroke(Struct, frozen=True, forbid_unknown_fields=True):
    """A brush laid on areas, by their keys or by stretches of them as the system writes them, or drawn by points.

    The points are places of the picture's ground, in its units. On an open table a block is set on the area that is
    the key of a spot, and what is done to a block by the key of a block. ``turn`` is the angle that a block faces then,
    None where it keeps it.
    """

    brush: str
    areas: tuple[str, ...] = ()
    text: str = ""
    turn: int | None = None
    points: tuple[Point, ...] = ()


ColumnKind = Literal["text", "long", "number", "choice", "tick", "areas", "row"]


class Column(Struct, frozen=True):
    """A column of a sheet. Its values are text: a tick is ``yes`` or ``""``, areas, or places written
    as ``60,40``, are parted by spaces.

    A ``row`` is not shown and comes back as it was: it tells which row this was before rows were taken away.
    ``""`` is what is usual where it is not ``needed``; ``words`` say what the values of a choice mean. A form may fold
    away what is ``seldom`` said.
    """

    key: str
    label: str
    kind: ColumnKind = "text"
    needed: bool = False
    words: Mapping[str, str] = {}
    hint: str = ""
    seldom: bool = False


class Sheet(Struct, frozen=True):
    """A part of a drawing that is filled in. Where it ``grows`` rows may be added and taken away."""

    key: str
    title: str
    group: str
    columns: tuple[Column, ...]
    rows: tuple[Mapping[str, str], ...]
    grows: bool = True


class Fault(Struct, frozen=True):
    """What keeps a drawing from being played, and the path of the part at fault."""

    path: str
    sentence: str


class Draft(Struct, frozen=True):
    """A drawing as it is shown. ``notes`` are oddities that do not keep it from being played.

    ``house`` are the numbers in which its tables differ from the printed ones.
    """

    title: str
    text: str
    ground: Ground
    scene: Scene
    palette: tuple[Brush, ...]
    sheets: tuple[Sheet, ...]
    options: Mapping[str, OptionValue]
    house: tuple[Difference, ...]
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]


@runtime_checkable
class Drafting(Protocol):
    """A system whose scenarios can be drawn. Whoever changes a drawing gets the content of the changed one.

    Every question raises `SetupError` with the path of the fault for a content that is no file of the system, and for
    a change that would not leave one.
    """

    size_options: ClassVar[tuple[str, ...]]
    """The options that a new drawing is asked for: how large its board is."""

    def new_drawing(self, title: str, values: Mapping[str, OptionValue]) -> bytes:
        """An empty board under options by name, with sides that have no units yet."""

    def drawing_of(self, setup: Any, text: str) -> bytes:
        """A set-up, with ``text`` on what it is about, as a drawing."""

    def draft(self, content: bytes) -> Draft:
        """All that is to be seen of a drawing."""

    def paint(self, content: bytes, strokes: Sequence[Stroke]) -> bytes:
        """Each stroke in turn."""

    def misplaced(self, content: bytes) -> tuple[Fault, ...]:
        """All that forbids blocks to stand in the places that are set for them, or that they have none."""

    def fill(self, content: bytes, sheet: str, rows: Sequence[Mapping[str, str]]) -> bytes:
        """These rows in place of those of a sheet; a fault's path has the place of the row among them."""

    def set_options(self, content: bytes, values: Mapping[str, OptionValue]) -> bytes:
        """Options by name; what no longer lies on the board is gone."""

    def set_house(self, content: bytes, patch: Mapping[str, Any]) -> bytes:
        """House rules, a patch of the printed tables, in place of those it has."""

    def take_force(self, content: bytes, side: SideId, setup: Any) -> bytes:
        """The force of ``side`` in a set-up in place of its own; where it is deployed stays."""

    def scatter(self, content: bytes, seed: bytes, *, anew: bool) -> bytes:
        """Terrain as dice of ``seed`` lay it by the rules' own procedure, ``anew`` on open ground."""


def fault_of(error: SetupError) -> Fault:
    """A fault with its path beside the sentence."""
    return Fault(error.path, str(error).removeprefix(f"{error.path}: "))
