"""What a system may offer to people who move lead on a real table: it keeps the books of their game.

It is offered, not owed: a system that has all of `Tabling` can be played so. Nobody tells the books where anything
stands. What the rules need of the table, a range or a formation, is stated as a fact, and the rest follows by the same
procedures as in a battle on the screen. The books are a value, changed by events alone; dice are `Dice`, so that they
may be thrown or typed in. Nothing is kept between two questions.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from msgspec import Struct

from battles.engine.core import Outcome, Refusal, SideId, Step
from battles.engine.dice import Dice, Roll
from battles.engine.pointing import Forecast
from battles.engine.progress import Stage

Facts = Mapping[str, str]
"""What is stated of the table, by the keys of its facts: keys of units, words of a choice, ``yes`` or ``""``."""


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """Something noted in the books: what is done, by its key, and the facts stated for it."""

    key: str
    facts: dict[str, str] = {}


class Tap(Struct, frozen=True, kw_only=True):
    """A note that is made by one tap: its words, and whether what it changes is so now (a marker that lies there).

    ``throws`` says that dice are thrown for it, ``rule`` by which rule. ``weight`` says how a page shows it.
    """

    note: Note
    words: str
    rule: str = ""
    on: bool = False
    throws: bool = False
    weight: Literal["", "main", "grave"] = ""


class BookRow(Struct, frozen=True, kw_only=True):
    """A unit or a commander in the books. ``key`` names it, ``words`` say what it is.

    ``boxes`` are those to strike, ``lost`` how many are struck; ``marks`` are the markers on it. ``hit`` strikes a box.
    ``asks`` are the questions that it may begin, each with the facts known by then; ``likely`` is the one that the
    phase is for, with a word for its button. ``gone`` is out of the game.
    """

    key: str
    side: SideId
    name: str
    words: str
    sign: str = ""
    nation: str = ""
    boxes: int = 0
    lost: int = 0
    marks: tuple[str, ...] = ()
    hit: Tap | None = None
    taps: tuple[Tap, ...] = ()
    asks: tuple[tuple[Note, str], ...] = ()
    likely: tuple[Note, str] | None = None
    gone: bool = False


class BookGroup(Struct, frozen=True, kw_only=True):
    """Rows that belong together. ``state`` is whether it has had its turn, has it now, or waits for it."""

    key: str
    side: SideId
    name: str
    words: str
    state: Literal["done", "now", "next"]
    rows: tuple[BookRow, ...]
    taps: tuple[Tap, ...] = ()


class SideBooks(Struct, frozen=True):
    """A side: its name, and how it stands in a few words."""

    side: SideId
    name: str
    words: str


class Books(Struct, frozen=True, kw_only=True):
    """All that a page shows of the books. ``heading`` and ``words`` say what goes on.

    ``turn`` is 0 before the first; ``active`` is the side whose turn it is, ``""`` for neither. ``taps`` are what comes
    next, the likeliest first; ``due`` are the keys of rows that have to do something before that. ``asks`` are
    questions to the rules that anybody may put, ``ends`` those that end it all.
    """

    turn: int
    active: SideId = ""
    heading: str
    words: str
    stages: tuple[Stage, ...]
    sides: tuple[SideBooks, ...]
    groups: tuple[BookGroup, ...]
    taps: tuple[Tap, ...] = ()
    due: tuple[str, ...] = ()
    asks: tuple[tuple[Note, str], ...] = ()
    ends: tuple[tuple[Note, str], ...] = ()


class FactChoice(Struct, frozen=True):
    """A value that a fact may have, and its words; values of one ``group`` stand together."""

    value: str
    words: str
    group: str = ""


class Fact(Struct, frozen=True, kw_only=True):
    """A fact that a question asks for. ``value`` is what is stated, or else what is usual; ``""`` is open.

    A ``tick`` is ``yes`` or ``""``. Where it ``opens`` others, these are known only once it is stated.
    """

    key: str
    label: str
    kind: Literal["choice", "tick"] = "choice"
    choices: tuple[FactChoice, ...] = ()
    value: str = ""
    rule: str = ""
    opens: bool = False


class Inquiry(Struct, frozen=True, kw_only=True):
    """A question to the rules as far as it has been put: its facts, and the odds once it can be answered.

    ``refusal`` says why it cannot be answered, or not yet. ``throws`` says that dice are thrown for it.
    """

    key: str
    title: str
    facts: tuple[Fact, ...]
    refusal: Refusal | None = None
    forecasts: tuple[Forecast, ...] = ()
    throws: bool = True


@runtime_checkable
class Tabling(Protocol):
    """Keeping the books of a game that is played on a real table."""

    books_type: ClassVar[Any]
    noted_type: ClassVar[Any]

    def open_books(self, setup: Any) -> Any:
        """The books of a game before anything is noted; raises `SetupError` for a set-up that cannot be played."""

    def books(self, kept: Any) -> Books:
        """What a page shows of the books ``kept``."""

    def inquire(self, kept: Any, note: Note) -> Inquiry:
        """The question of a note as far as its facts go; a key that is no question is an empty one, refused."""

    def refuse_note(self, kept: Any, note: Note) -> Refusal | None:
        """Why a note cannot be made; None where it can. Never raises, whatever the note."""

    def make_note(self, kept: Any, note: Note, dice: Dice) -> Step[Any]:
        """What follows from a note that is not refused."""

    def answers(self, kept: Any, note: Note) -> Sequence[tuple[Note, str]]:
        """The questions that the note made last may lead to, return fire for one, each with a few words."""

    def throwing(self, kept: Any, note: Note, rolls: Sequence[Roll]) -> str:
        """Who throws next for a note after these rolls, and what for: a few words."""

    def noted(self, kept: Any, event: Any) -> Any:
        """The books after ``event``. No dice, no legality."""

    def noted_words(self, kept: Any, event: Any) -> str | None:
        """What ``event`` did, in a sentence with its rules; ``kept`` are the books before it. None for no news."""

    def books_outcome(self, kept: Any) -> Outcome | None:
        """How the game ended; None while it goes on."""


def keepers(systems: Sequence[Any]) -> list[Any]:
    """Those of ``systems`` that keep the books of a game on a real table."""
    return [system for system in systems if isinstance(system, Tabling)]
