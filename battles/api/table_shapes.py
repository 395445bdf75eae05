"""What the API reads and answers of games on a real table, as Structs."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from battles.api.bodies import Token
from battles.engine.tabling import Books, Fact, Note
from battles.services import tabling

MOST: Final = 200
"""Games or entries of one answer."""

Word = Annotated[str, Meta(max_length=tabling.MOST_FACT)]
Stated = Annotated[dict[str, Word], Meta(max_length=tabling.MOST_FACTS)]


class TableToMake(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to be made. `source` is a key of `GET /api/v1/battles/sources`, `armies` slugs by side where it asks."""

    source: Annotated[str, Meta(max_length=200)]
    title: Annotated[str, Meta(max_length=120)] = ""
    armies: Annotated[dict[str, Annotated[str, Meta(max_length=80)]], Meta(max_length=8)] = {}
    token: Token | None = None


class ToInquire(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the rules, by its key, with the facts stated so far."""

    key: Word
    facts: Stated = {}


class ToNoteDown(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to be noted. With `typed` its dice are awaited, throw by throw; else the computer throws them.

    `expect` is the `version` that you have read, null to write whatever happened meanwhile.
    """

    key: Word
    facts: Stated = {}
    typed: bool = False
    expect: Annotated[int, Meta(ge=0, le=2_000_000_000)] | None
    token: Token


class ToThrow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The faces of the awaited throw; with `rest` the computer throws it and all after it, `drop` breaks it off."""

    faces: Annotated[list[Annotated[int, Meta(ge=1, le=1000)]], Meta(max_length=200)] = []
    number: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    rest: bool = False
    drop: bool = False


class ToTakeBack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The last entry to be taken back; `expect` as for a note."""

    expect: Annotated[int, Meta(ge=0, le=2_000_000_000)] | None
    token: Token


class RecordQuery(Struct, frozen=True):
    """From where on."""

    since: Annotated[int, Meta(ge=-1, le=2_000_000_000, description="The last entry that you have.")] = -1
    limit: Annotated[int, Meta(ge=1, le=MOST, description=f"Entries of one answer, up to {MOST}.")] = MOST


class TableSummary(Struct, frozen=True):
    """A game. `ended` says how it ended, `""` while it goes on."""

    slug: str
    title: str
    system: str
    turn: int
    ended: str


class TableList(Struct, frozen=True):
    """The games whose books you keep, the latest first."""

    items: list[TableSummary]


class TableThrow(Struct, frozen=True):
    """A throw that is awaited: who throws what for, the rule that asks, and its number within the note."""

    words: str
    rule: str
    count: int
    sides: int
    number: int


class TableNow(Struct, frozen=True):
    """A game as it stands. `books` has the units by Brigade with their boxes, and every note that a tap would make.

    `answers` are the questions that the last entry leads to, return fire for one.
    """

    game: TableSummary
    version: int
    keeps: bool
    books: Books
    throw: TableThrow | None
    answers: list[tuple[Note, str]]


class TableChance(Struct, frozen=True):
    """One thing that may come, and how likely it is, as a fraction and as a number."""

    what: str
    exact: str
    share: float


class TableOdds(Struct, frozen=True):
    """What the dice of one step may bring."""

    title: str
    rule: str
    chances: list[TableChance]


class TableAnswer(Struct, frozen=True):
    """A question as far as it has been put: what it asks for, why it cannot be answered, and else its odds."""

    title: str
    facts: list[Fact]
    refusal: str
    rule: str
    odds: list[TableOdds]


class TableLine(Struct, frozen=True):
    """An entry of the record: what was noted, what came of it, and whether it was taken back."""

    n: int
    note: Note
    said: list[str]
    by: str
    undone: bool


class TableRecord(Struct, frozen=True):
    """Entries in order."""

    entries: list[TableLine]
