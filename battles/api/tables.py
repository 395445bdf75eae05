"""Games on a real table over the API: the books, questions to the rules, notes, typed dice, the record."""

from typing import Any, Final

from django.http import HttpResponse
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.problems import Problem
from armies.exchange.cleaning import one_line
from battles.api.endpoint import PLAY, BattleEndpoint
from battles.api.table_shapes import (
    MOST,
    RecordQuery,
    TableAnswer,
    TableChance,
    TableLine,
    TableList,
    TableNow,
    TableOdds,
    TableRecord,
    TableSummary,
    TableThrow,
    TableToMake,
    ToInquire,
    ToNoteDown,
    ToTakeBack,
    ToThrow,
)
from battles.engine.codec import decode
from battles.engine.tabling import Inquiry, Note
from battles.models import TableEntry, TableGame
from battles.services import sources, table_games, tabling
from battles.services.locking import Refused
from battles.services.position import system_of
from battles.services.sources import NoSource
from battles.services.table_games import keeper_of
from battles.services.table_kept import Keeper, Line, books_of

TAG: Final[dict[str, Any]] = {"tag": "At the table"}
MISSING: Final = "There is no game at this address, or you may not see it."
NOTE: Final = {"key": "strike", "facts": {"unit": "unit 3"}}
TOKEN: Final = "5f0b2a54-6f0e-4a43-9d5b-8a5b3c5d7e11"  # noqa: S105  a UUID of a form


class TableEndpoint(BattleEndpoint):
    """An address of a game, or of all of them."""

    def told(self, request: Request, game: str, status: int = 200) -> HttpResponse:
        """How a game stands."""
        return self.respond(now_of(request, seen(request, game)), status)


class Tables(TableEndpoint):
    """``/tables``"""

    @operation(name="table_list", answer=TableList, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List your games at the table"""
        rows = TableGame.objects.kept_by(request.user).defer("setup", "books", "secret")[:MOST]
        return self.respond(TableList([summary(row) for row in rows]))

    @operation(
        name="table_create", body=TableToMake, example={"source": "sample:mini_nap"}, answer=TableNow, status=201, **TAG
    )
    def post(self, request: Request, body: TableToMake) -> HttpResponse:
        """Open the books of a game

        From a scenario, two sample armies, or two armies that you can see, by rules whose books are kept here.
        """
        try:
            source = sources.find(body.source, request.user)
        except NoSource as fault:
            raise Refused(str(fault), "source") from None
        armies = {side: one_line(slug) for side, slug in body.armies.items()}
        game = table_games.start(source, request.user, title=body.title, armies=armies, token=body.token)
        return self.respond(now_of(request, game), 201)


class OneTable(TableEndpoint):
    """``/tables/<game>``"""

    @operation(name="table_retrieve", answer=TableNow, sort=PLAY, **TAG)
    def get(self, request: Request, game: str) -> HttpResponse:
        """Read the books of a game"""
        return self.told(request, game)

    @operation(name="table_delete", status=204, **TAG)
    def delete(self, request: Request, game: str) -> HttpResponse:
        """Delete a game

        For whoever made it.
        """
        table_games.delete(seen(request, game), request.user)
        return HttpResponse(status=204)


class TableInquiry(TableEndpoint):
    """``/tables/<game>/inquiry``"""

    @operation(name="table_inquire", body=ToInquire, example={"key": "fire"}, answer=TableAnswer, sort=PLAY, **TAG)
    def post(self, request: Request, game: str, body: ToInquire) -> HttpResponse:
        """Put a question to the rules

        Says what it still asks for, and the exact odds once all is stated. Nothing is noted.
        """
        found, _ = tabling.inquiry(seen(request, game), Note(body.key, body.facts))
        return self.respond(answer_of(found))


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
        """Note something

        409 with `n` where the books have moved on, 422 with a code and the rule where they or the rules forbid it.
        """
        row, keeper = kept(request, game)
        note = Note(body.key, body.facts)
        tabling.make_note(row, keeper, note, expect=body.expect, token=body.token, typed=body.typed)
        return self.told(request, game)


class TableDice(TableEndpoint):
    """``/tables/<game>/dice``"""

    @operation(name="table_dice", body=ToThrow, example={"faces": [4, 2]}, answer=TableNow, sort=PLAY, **TAG)
    def post(self, request: Request, game: str, body: ToThrow) -> HttpResponse:
        """Type the dice of the awaited throw"""
        row, keeper = kept(request, game)
        if body.drop:
            tabling.drop(row, keeper)
        else:
            faces = " ".join(map(str, body.faces))
            tabling.type_dice(row, keeper, faces, number=body.number, rest=body.rest)
        return self.told(request, game)


class TableUndo(TableEndpoint):
    """``/tables/<game>/undo``"""

    @operation(
        name="table_undo", body=ToTakeBack, example={"expect": 1, "token": TOKEN}, answer=TableNow, sort=PLAY, **TAG
    )
    def post(self, request: Request, game: str, body: ToTakeBack) -> HttpResponse:
        """Take back the last entry"""
        row, keeper = kept(request, game)
        tabling.undo(row, keeper, expect=body.expect, token=body.token)
        return self.told(request, game)


class TableEntries(TableEndpoint):
    """``/tables/<game>/record``"""

    @operation(name="table_record", query=RecordQuery, answer=TableRecord, sort=PLAY, **TAG)
    def get(self, request: Request, game: str, query: RecordQuery) -> HttpResponse:
        """Read the record of a game"""
        found = seen(request, game).entries.filter(n__gt=query.since).order_by("n")[: query.limit]
        return self.respond(TableRecord([line_of(entry) for entry in found]))


def seen(request: Request, slug: str) -> TableGame:
    """The game, if the one who asks may see it.

    Raises:
        Problem: ``not-found``, if there is none or he may not.
    """
    found = TableGame.objects.readable_by(request.user).filter(slug=slug).first()
    if found is None:
        raise Problem("not-found", MISSING)
    return found


def kept(request: Request, slug: str) -> tuple[TableGame, Keeper]:
    """The game, for somebody who writes in its books.

    Raises:
        Problem: ``not-found`` as `seen`, ``forbidden`` for who only reads.
    """
    game = seen(request, slug)
    keeper = keeper_of(game, request.user, ())
    if keeper is None:
        raise Problem("forbidden", "You do not keep the books of this game.")
    return game, keeper


def now_of(request: Request, game: TableGame) -> TableNow:
    """A game as it stands."""
    throw = tabling.awaited(game)
    awaited = TableThrow(throw.words, throw.rule, throw.count, throw.sides, throw.number) if throw else None
    keeps = keeper_of(game, request.user, ()) is not None
    answers = tabling.answers(game, game.entries.order_by("-n").first())
    books = system_of(game.system).books(books_of(game))
    return TableNow(summary(game), game.version, keeps, books, awaited, answers)


def summary(game: TableGame) -> TableSummary:
    """What the list says of a game."""
    return TableSummary(game.slug, game.title, game.system, game.turn, game.ended)


def answer_of(inquiry: Inquiry) -> TableAnswer:
    """A question with its odds as fractions in words."""
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
    """An entry as the API tells it."""
    note = decode(bytes(entry.line), Line).note
    return TableLine(entry.n, note, list(entry.said), entry.by_name, entry.undone)
