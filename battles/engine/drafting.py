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
from battles.engine.picture import Ground, GroundKind, Scene


class Brush(Struct, frozen=True):
    """Something that can be laid on areas. ``group`` heads the brushes that belong together.

    ``ground`` is what a brush of ground paints, ``side`` whose a brush of zones is; the others have neither. A brush
    that ``asks`` takes a text with each stroke; that is what the text is called.
    """

    key: str
    words: str
    group: str
    ground: GroundKind | None = None
    side: SideId | None = None
    asks: str = ""


class Stroke(Struct, frozen=True, forbid_unknown_fields=True):
    """A brush laid on areas, by their keys or by stretches of them as the system writes them."""

    brush: str
    areas: tuple[str, ...]
    text: str = ""


ColumnKind = Literal["text", "long", "number", "choice", "tick", "areas"]


class Column(Struct, frozen=True):
    """A column of a sheet. Its values are text: a tick is ``yes`` or ``""``, areas are parted by spaces.

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
    """A drawing as it is shown. ``notes`` are oddities that do not keep it from being played."""

    title: str
    text: str
    ground: Ground
    scene: Scene
    palette: tuple[Brush, ...]
    sheets: tuple[Sheet, ...]
    options: Mapping[str, OptionValue]
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

    def fill(self, content: bytes, sheet: str, rows: Sequence[Mapping[str, str]]) -> bytes:
        """These rows in place of those of a sheet; a fault's path has the place of the row among them."""

    def set_options(self, content: bytes, values: Mapping[str, OptionValue]) -> bytes:
        """Options by name; what no longer lies on the board is gone."""

    def scatter(self, content: bytes, seed: bytes, *, anew: bool) -> bytes:
        """Terrain as dice of ``seed`` lay it by the rules' own procedure, ``anew`` on open ground."""


def fault_of(error: SetupError) -> Fault:
    """A fault with its path beside the sentence."""
    return Fault(error.path, str(error).removeprefix(f"{error.path}: "))
