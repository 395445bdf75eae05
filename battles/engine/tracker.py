"""The tracker that a system may offer for a game on a real table: its turns, units and dice."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from battles.engine.core import Outcome, Refusal, SideId, Stage, Step
from battles.engine.dice import Dice, Roll
from battles.engine.forecast import Forecast

Facts = Mapping[str, str]
"""The facts that players state, by key: keys of units, words of a choice, ``yes`` or ``""``."""


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A tracker entry: what is done, by its key, and the facts stated for it."""

    key: str
    facts: dict[str, str] = {}


class Tap(Struct, frozen=True, kw_only=True):
    """An entry that one tap makes: its words, and whether its effect is on now (such as a marker on the table).

    ``throws`` means that it rolls dice, ``rule`` names the rule for them. ``weight`` says how a page shows it.
    """

    note: Note
    words: str
    rule: str = ""
    on: bool = False
    throws: bool = False
    weight: Literal["", "main", "grave"] = ""


class BookRow(Struct, frozen=True, kw_only=True):
    """A unit or a commander in the tracker. ``key`` names it, ``words`` describe it.

    ``boxes`` are the boxes to cross off, ``lost`` how many are crossed off; ``marks`` are the markers on it. ``hit``
    crosses off a box. ``asks`` are the questions that it may start, each with the facts known already; ``likely`` is
    the usual one of the phase, with a word for its button. ``gone`` means out of the game.
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
    """Rows that belong together. ``state`` says whether it has had its turn, has it now, or waits for it."""

    key: str
    side: SideId
    name: str
    words: str
    state: Literal["done", "now", "next"]
    rows: tuple[BookRow, ...]
    taps: tuple[Tap, ...] = ()


class SideBooks(Struct, frozen=True):
    """A side: its name, and its situation in a few words."""

    side: SideId
    name: str
    words: str


class Books(Struct, frozen=True, kw_only=True):
    """Everything that a tracker page shows. ``heading`` and ``words`` say what happens now.

    ``turn`` is 0 before the first; ``active`` is the side whose turn it is, ``""`` for neither. ``taps`` are the next
    steps, the likeliest first; ``due`` are the keys of rows that must act before them. ``asks`` are rules questions
    that are always open, ``ends`` the entries that end the game.
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
    """A value that a fact may have, and its words; values of one ``group`` are shown together."""

    value: str
    words: str
    group: str = ""


class Fact(Struct, frozen=True, kw_only=True):
    """A fact that a question asks for. ``value`` is the stated value, or else the usual one; ``""`` is open.

    A ``tick`` is ``yes`` or ``""``. If it ``opens`` others, they are known only after it is stated.
    """

    key: str
    label: str
    kind: Literal["choice", "tick"] = "choice"
    choices: tuple[FactChoice, ...] = ()
    value: str = ""
    rule: str = ""
    opens: bool = False


class Inquiry(Struct, frozen=True, kw_only=True):
    """A rules question with its facts so far, and the odds once it can be answered.

    ``refusal`` says why it cannot be answered, or not yet. ``throws`` means that it rolls dice.
    """

    key: str
    title: str
    facts: tuple[Fact, ...]
    refusal: Refusal | None = None
    forecasts: tuple[Forecast, ...] = ()
    throws: bool = True


class Tracker(Protocol):
    """The tracker of a game that is played on a real table."""

    @property
    def state_type(self) -> Any:
        """The type of the tracker's state."""

    @property
    def event_type(self) -> Any:
        """The type of the tracker's events."""

    def start(self, setup: Any) -> Any:
        """The state before the first entry; raises `SetupError` for a set-up that cannot be played."""

    def page(self, state: Any) -> Books:
        """What a page shows of ``state``."""

    def inquire(self, state: Any, note: Note) -> Inquiry:
        """The question of an entry with its facts so far; an unknown key gives an empty question with a refusal."""

    def refuse(self, state: Any, note: Note) -> Refusal | None:
        """Why an entry is not allowed; None if it is. Never raises, whatever the entry."""

    def decide(self, state: Any, note: Note, dice: Dice) -> Step[Any]:
        """The result of an entry that is not refused."""

    def answers(self, state: Any, note: Note) -> Sequence[tuple[Note, str]]:
        """The questions that the last entry may lead to, such as return fire, each with a few words."""

    def throwing(self, state: Any, note: Note, rolls: Sequence[Roll]) -> str:
        """Who rolls next for an entry after these rolls, and why, in a few words."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after ``event``. No dice, no legality."""

    def sentence(self, state: Any, event: Any) -> str | None:
        """What ``event`` did, in a sentence with its rules; ``state`` is the one before it. None for nothing to say."""

    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended; None while it goes on."""
