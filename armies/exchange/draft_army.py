"""An army while a file is read, and the result of reading: armies, problems by line, tables with unknown columns."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct

from armies.exchange.lists.ledger import LedgerLine
from armies.exchange.lists.style import Habit
from armies.exchange.vocabulary import LEVELS
from battles.engine.armies.facts import (
    ARTILLERY,
    CAVALRY,
    INFANTRY,
    Army,
    Brigade,
    BrigadeKind,
    Corps,
    Division,
    Element,
    Unit,
)

CLASSES: dict[str, type[Corps] | type[Division] | type[Brigade]] = {
    "corps": Corps,
    "division": Division,
    "brigade": Brigade,
}
Kind = Literal["text", "csv", "workbook", "oob", "muster", "orbat"]
Shape = Literal["", "list", "page", "wiki", "forum"]
"""What a text that is not in our own notation is: the source of a web page or of a wiki, our own text for forums."""


@dataclass
class Draft:
    """A formation, or the army itself (level ``army``). ``nation`` is its own nation or the inherited one.

    ``unit_lines`` has the line of each unit among its children, by the unit's ``id()``.
    """

    level: str
    facts: dict[str, Any] = field(default_factory=dict)
    nation: str = ""
    line: int = 0
    text: str = ""
    children: list["Draft | Unit"] = field(default_factory=list)
    unit_lines: dict[int, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return str(self.facts.get("name", ""))

    @property
    def label(self) -> str:
        """The name and level for use in a sentence."""
        return f"{self.name}, a {self.level}" if self.level in LEVELS and self.level != "corps" else self.name

    def add(self, child: "Draft | Unit", line: int = 0) -> None:
        self.children.append(child)
        self.unit_lines[id(child)] = line

    def frozen(self) -> Element:
        """The finished formation with everything under it."""
        children = self._children()
        facts = dict(self.facts)
        if self.level == "brigade" and not facts.get("kind"):
            facts["kind"] = brigade_kind(children)
        return CLASSES[self.level](**facts, children=children)

    def army(self) -> Army:
        return Army(**self.facts, children=self._children())

    def _children(self) -> tuple[Any, ...]:
        return tuple(child if isinstance(child, Unit) else child.frozen() for child in self.children)

    def lines(self) -> tuple[int, ...]:
        """The line of this formation and of each element under it, in printed order; 0 where it has none."""
        below = [
            child.lines() if isinstance(child, Draft) else (self.unit_lines.get(id(child), 0),)
            for child in self.children
        ]
        return (self.line, *(line for lines in below for line in lines))

    def walk(self) -> Iterator["Draft"]:
        """This formation and all formations under it."""
        yield self
        for child in self.children:
            if isinstance(child, Draft):
                yield from child.walk()

    def duplicate_names(self) -> Iterator[str]:
        """Names that two units directly under this formation share."""
        seen: set[str] = set()
        for child in self.children:
            if isinstance(child, Unit):
                if child.name in seen:
                    yield child.name
                seen.add(child.name)


def brigade_kind(children: tuple[Element, ...]) -> BrigadeKind:
    """The kind of a brigade by the units in it (MN-ORG-02); infantry if it has no units."""
    types = {child.type for child in children if isinstance(child, Unit)}
    foot, horse = bool(types & INFANTRY), bool(types & CAVALRY)
    if foot and horse:
        return "mixed"
    if horse:
        return "cavalry"
    return "artillery" if types & ARTILLERY and not foot else "infantry"


def rank(level: str) -> int:
    """Army 4, corps 3, division 2, brigade 1, unit 0."""
    return {"army": 4, "corps": 3, "division": 2, "brigade": 1}.get(level, 0)


@dataclass
class Parsed:
    """The content of one parsed line.

    ``facts`` are fields of a Unit or a formation. ``exact`` lines are in our own complete format: nothing
    is guessed from the name. ``battalions`` is the number of battalions to split a regiment into; ``arm`` and
    ``size`` are loose words such as *cavalry* and *heavy*; ``named_nation`` is the nation named in a heading.
    ``assumed`` lists assumptions for the owner to check, ``errors`` the reasons why the line is not understood.
    """

    kind: Literal["unit", "formation", "regiment", "total", "unknown"]
    level: str = ""
    facts: dict[str, object] = field(default_factory=dict)
    exact: bool = False
    battalions: int = 0
    arm: str = ""
    size: str = ""
    named_nation: str = ""
    figure: bool = False
    assumed: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.facts.get("name", ""))


class Unreadable(ValueError):
    """The file cannot be read at all; the message is a sentence for its owner."""


class TableHead(Struct, frozen=True):
    """The header row of a table, and the meaning of each column.

    ``meanings`` holds a known column's name for each heading, empty if the column is left out.
    ``samples`` holds the first filled cells of each column. ``sentence`` says why the table cannot be read
    with these meanings; it is empty if it can.
    """

    digest: str
    title: str
    headings: tuple[str, ...]
    meanings: tuple[str, ...]
    samples: tuple[tuple[str, ...], ...]
    sentence: str = ""


class NoUnits(Unreadable):
    """Nothing in the file was read as a unit; another way to read it may find some."""


class Unmapped(Unreadable):
    """A table that cannot be read until its owner says what its columns mean; ``heads`` are shown to them."""

    def __init__(self, sentence: str, heads: tuple[TableHead, ...]) -> None:
        super().__init__(sentence)
        self.heads = heads


class Problem(Struct, frozen=True):
    """A problem or an assumption about one line.

    ``line`` counts from 1, or is 0 if the file has no lines. It is unique in the file. In a workbook it differs
    from the row that the user sees, which ``where`` names. A ``blocking`` problem is a line that was not understood
    and is left out until its owner decides about it. The others state assumptions.
    """

    line: int
    text: str
    sentence: str
    blocking: bool
    where: str = ""

    @property
    def place(self) -> str:
        """The line's place, to begin a sentence with: ``Line 12``, ``Sheet “French”, row 12``."""
        return self.where or f"Line {self.line}"


class Reading(Struct, frozen=True):
    """The armies of a file, the problems in the order of its lines, and notes about the whole file.

    ``heads`` are the header rows of the file's tables; for a text that might be a table, the header row it would have.
    ``full`` is True for our own formats, which are complete: a fact that is not in the file is empty.
    ``places`` holds, by army, the line of the army and of each element under it in printed order, 0 where it has none;
    it is empty for files without lines.
    ``shape`` tells what a text is that was found elsewhere; it is empty for other files.
    ``ledger`` tells what became of each token of each line, ``habits`` how the list's style was understood.
    """

    kind: Kind
    armies: tuple[Army, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    heads: tuple[TableHead, ...] = ()
    full: bool = False
    places: tuple[tuple[int, ...], ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    habits: tuple[Habit, ...] = ()
    shape: Shape = ""

    @property
    def blocking(self) -> list[Problem]:
        """The problems that need a decision by the owner."""
        return [problem for problem in self.problems if problem.blocking]
