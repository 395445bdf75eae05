"""Tracked games: the tracker, questions to the rules, typed dice, the record."""

from datetime import datetime
from typing import Annotated, Any, Final

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.problems import Problem
from armies.api.schemas import Visibility
from armies.exchange.clean_text import one_line
from battles.api.battles import Title
from battles.api.endpoint import PLAY, BattleEndpoint, Token, given
from battles.engine import registry
from battles.engine.codec import decode
from battles.engine.tracker import Books, Fact, Inquiry, Note
from battles.models import TableEntry, TableGame
from battles.services.create import sources
from battles.services.create.sources import UnknownSource
from battles.services.play.lock import Refused
from battles.services.play.position import system_of
from battles.services.tracker import entries, games
from battles.services.tracker.games import Editor, StoredEntry, tracker_editor, tracker_state

MOST: Final = 200
"""The most games or entries in one answer."""

Word = Annotated[str, Meta(max_length=entries.MOST_FACT)]
Stated = Annotated[dict[str, Word], Meta(max_length=entries.MOST_FACTS)]


class TableToMake(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to create. `source` is a key of `GET /api/v1/battles/sources`; `armies` are slugs by side, if needed."""

    source: Annotated[str, Meta(max_length=200)]
    title: Annotated[str, Meta(max_length=120)] = ""
    armies: Annotated[dict[str, Annotated[str, Meta(max_length=80)]], Meta(max_length=8)] = {}
    token: Token | None = None


class ToInquire(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the rules, by its key, with the facts stated so far."""

    key: Word
    facts: Stated = {}


class ToNoteDown(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry to add. With `typed` you type in its dice, roll by roll; else the computer rolls them.

    `expect` is the `version` that you have read; null skips this check.
    """

    key: Word
    facts: Stated = {}
    typed: bool = False
    expect: Annotated[int, Meta(ge=0, le=2_000_000_000)] | None
    token: Token


class ToThrow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The faces of the awaited roll. With `rest` the computer rolls it and all after it; `drop` cancels the entry."""

    faces: Annotated[list[Annotated[int, Meta(ge=1, le=1000)]], Meta(max_length=200)] = []
    number: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    rest: bool = False
    drop: bool = False


class ToTakeBack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Undo the last entry; `expect` as for an entry."""

    expect: Annotated[int, Meta(ge=0, le=2_000_000_000)] | None
    token: Token


class RecordQuery(Struct, frozen=True):
    """The first entry of the answer."""

    since: Annotated[int, Meta(ge=-1, le=2_000_000_000, description="The last entry that you have.")] = -1
    limit: Annotated[int, Meta(ge=1, le=MOST, description=f"Entries in one answer, up to {MOST}.")] = MOST


class TableSummary(Struct, frozen=True):
    """A game. `ended` is its outcome, `""` until it is over."""

    slug: str
    title: str
    system: str
    turn: int
    ended: str


class TableList(Struct, frozen=True):
    """The games that you may edit, the latest first."""

    items: list[TableSummary]


class TableToShow(Struct, frozen=True, forbid_unknown_fields=True):
    """The title, who may read the game, and when the players want to meet. Fields left out stay."""

    title: Title | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    planned: datetime | UnsetType | None = UNSET


class TableShown(Struct, frozen=True):
    """The title, who may read the game, and when the players want to meet."""

    title: str
    visibility: str
    planned: datetime | None


class TableThrow(Struct, frozen=True):
    """An awaited roll: its purpose in words, its rule, its dice, and its number within the entry."""

    words: str
    rule: str
    count: int
    sides: int
    number: int


class TableNow(Struct, frozen=True):
    """A game as it is now. `books` has the units by Brigade with their boxes, and the entries that a tap adds.

    `answers` are the questions that follow from the last entry, such as return fire. `keeps`: you may edit the game.
    """

    game: TableSummary
    version: int
    keeps: bool
    books: Books
    throw: TableThrow | None
    answers: list[tuple[Note, str]]


class TableChance(Struct, frozen=True):
    """An outcome and its chance, as a fraction and as a number."""

    what: str
    exact: str
    share: float


class TableOdds(Struct, frozen=True):
    """The outcomes of the dice of one step."""

    title: str
    rule: str
    chances: list[TableChance]


class TableAnswer(Struct, frozen=True):
    """A question: the facts it needs, why it cannot be answered, or its odds."""

    title: str
    facts: list[Fact]
    refusal: str
    rule: str
    odds: list[TableOdds]


class TableLine(Struct, frozen=True):
    """An entry of the record: its note, its sentences, and whether it was undone."""

    n: int
    note: Note
    said: list[str]
    by: str
    undone: bool


class TableRecord(Struct, frozen=True):
    """Entries in order."""

    entries: list[TableLine]


TAG: Final[dict[str, Any]] = {"tag": "At the table"}
MISSING: Final = "There is no game at this address, or you may not see it."
NOTE: Final = {"key": "strike", "facts": {"unit": "unit 3"}}
TOKEN: Final = "5f0b2a54-6f0e-4a43-9d5b-8a5b3c5d7e11"  # noqa: S105  a UUID of a form


class TableEndpoint(BattleEndpoint):
    """An endpoint of one game or of all."""

    def game_answer(self, request: Request, game: str, status: int = 200) -> HttpResponse:
        """The answer with a game as it is now."""
        return self.respond(current_game(request, readable_game(request, game)), status)


class Tables(TableEndpoint):
    """``/tables``"""

    @operation(name="table_list", answer=TableList, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List your tracked games"""
        rows = TableGame.objects.kept_by(request.user).defer("setup", "books", "secret")[:MOST]
        return self.respond(TableList([summary(row) for row in rows]))

    @operation(
        name="table_create",
        body=TableToMake,
        example={"source": f"sample:{registry.playable()[-1]}"},
        answer=TableNow,
        status=201,
        costly=True,
        makes=True,
        **TAG,
    )
    def post(self, request: Request, body: TableToMake) -> HttpResponse:
        """Create a tracked game

        From a scenario, two sample armies, or two armies that you can see, under rules that have a tracker.
        """
        try:
            source = sources.find_source(body.source, request.user)
        except UnknownSource as fault:
            raise Refused(str(fault), "source") from None
        armies = {side: one_line(slug) for side, slug in body.armies.items()}
        game = games.start(source, request.user, title=body.title, armies=armies, token=body.token)
        return self.respond(current_game(request, game), 201)


class OneTable(TableEndpoint):
    """``/tables/<game>``"""

    @operation(name="table_retrieve", answer=TableNow, sort=PLAY, **TAG)
    def get(self, request: Request, game: str) -> HttpResponse:
        """Read a tracked game"""
        return self.game_answer(request, game)

    @operation(name="table_show", body=TableToShow, example={"visibility": "public"}, answer=TableShown, **TAG)
    def patch(self, request: Request, game: str, body: TableToShow) -> HttpResponse:
        """Change a game's title, its planned date, and who may read it

        Only for its owner.
        """
        row = readable_game(request, game)
        planned = given(body.planned, row.planned)
        games.share(
            row,
            request.user,
            title=given(body.title, row.title),
            visibility=given(body.visibility, row.visibility),
            planned=planned.isoformat() if planned else "",
        )
        row = readable_game(request, game)
        return self.respond(TableShown(row.title, row.visibility, row.planned))

    @operation(name="table_delete", status=204, **TAG)
    def delete(self, request: Request, game: str) -> HttpResponse:
        """Delete a game

        Only for its owner.
        """
        games.delete(readable_game(request, game), request.user)
        return self.done()


class TableInquiry(TableEndpoint):
    """``/tables/<game>/inquiry``"""

    @operation(name="table_inquire", body=ToInquire, example={"key": "fire"}, answer=TableAnswer, sort=PLAY, **TAG)
    def post(self, request: Request, game: str, body: ToInquire) -> HttpResponse:
        """Ask the rules a question

        The answer lists the facts that are still needed, and the exact odds once all are stated. Nothing is stored.
        """
        question, _ = entries.inquiry(readable_game(request, game), Note(body.key, body.facts))
        return self.respond(answer_of(question))


class TableNotes(TableEndpoint):
    """``/tables/<game>/notes``"""

    @operation(
        name="table_note",
        body=ToNoteDown,
        example={**NOTE, "expect": 0, "token": TOKEN},
        answer=TableNow,
        sort=PLAY,
        **TAG,
    )
    def post(self, request: Request, game: str, body: ToNoteDown) -> HttpResponse:
        """Add an entry

        409 with `n` if the game has new entries, 422 with a code and the rule if the tracker or the rules forbid it.
        """
        row, editor = editable_game(request, game)
        note = Note(body.key, body.facts)
        entries.add_entry(row, editor, note, expect=body.expect, token=body.token, typed=body.typed)
        return self.game_answer(request, game)


class TableDice(TableEndpoint):
    """``/tables/<game>/dice``"""

    @operation(name="table_dice", body=ToThrow, example={"faces": [4, 2]}, answer=TableNow, sort=PLAY, **TAG)
    def post(self, request: Request, game: str, body: ToThrow) -> HttpResponse:
        """Type in the dice of the awaited roll"""
        row, editor = editable_game(request, game)
        if body.drop:
            entries.cancel_pending(row, editor)
        else:
            faces = " ".join(map(str, body.faces))
            entries.enter_dice(row, editor, faces, number=body.number, rest=body.rest)
        return self.game_answer(request, game)


class TableUndo(TableEndpoint):
    """``/tables/<game>/undo``"""

    @operation(
        name="table_undo", body=ToTakeBack, example={"expect": 1, "token": TOKEN}, answer=TableNow, sort=PLAY, **TAG
    )
    def post(self, request: Request, game: str, body: ToTakeBack) -> HttpResponse:
        """Undo the last entry"""
        row, editor = editable_game(request, game)
        entries.undo(row, editor, expect=body.expect, token=body.token)
        return self.game_answer(request, game)


class TableEntries(TableEndpoint):
    """``/tables/<game>/record``"""

    @operation(name="table_record", query=RecordQuery, answer=TableRecord, sort=PLAY, **TAG)
    def get(self, request: Request, game: str, query: RecordQuery) -> HttpResponse:
        """Read the record of a game"""
        rows = readable_game(request, game).entries.filter(n__gt=query.since).order_by("n")[: query.limit]
        return self.respond(TableRecord([line_of(entry) for entry in rows]))


def readable_game(request: Request, slug: str) -> TableGame:
    """The game, if the caller may see it.

    Raises:
        Problem: ``not-found`` if there is none or they may not see it.
    """
    row = TableGame.objects.readable_by(request.user).filter(slug=slug).first()
    if row is None:
        raise Problem("not-found", MISSING)
    return row


def editable_game(request: Request, slug: str) -> tuple[TableGame, Editor]:
    """The game and the caller as its editor.

    Raises:
        Problem: ``not-found`` as `readable_game`, ``forbidden`` if they may only read it.
    """
    game = readable_game(request, slug)
    editor = tracker_editor(game, request.user, ())
    if editor is None:
        raise Problem("forbidden", "You may not edit this game.")
    return game, editor


def current_game(request: Request, game: TableGame) -> TableNow:
    """A game as it is now."""
    throw = entries.awaited_roll(game)
    awaited = TableThrow(throw.words, throw.rule, throw.count, throw.sides, throw.number) if throw else None
    keeps = tracker_editor(game, request.user, ()) is not None
    answers = entries.follow_up_questions(game, game.entries.order_by("-n").first())
    books = system_of(game.system).tracker.page(tracker_state(game))
    return TableNow(summary(game), game.version, keeps, books, awaited, answers)


def summary(game: TableGame) -> TableSummary:
    """A game in a list."""
    return TableSummary(game.slug, game.title, game.system, game.turn, game.ended)


def answer_of(inquiry: Inquiry) -> TableAnswer:
    """The answer to a question, with its odds as fractions."""
    odds = [
        TableOdds(
            forecast.title,
            forecast.rule,
            [TableChance(each.what, str(each.share), float(each.share)) for each in forecast.chances],
        )
        for forecast in inquiry.forecasts
    ]
    refusal = inquiry.refusal
    words, rule = (refusal.sentence, refusal.rule) if refusal else ("", "")
    return TableAnswer(inquiry.title, list(inquiry.facts), words, rule, odds)


def line_of(entry: TableEntry) -> TableLine:
    """An entry of the record."""
    note = decode(bytes(entry.line), StoredEntry).note
    return TableLine(entry.n, note, list(entry.said), entry.by_name, entry.undone)
