"""The page of a tracked game: its parts, its entries, its event stream."""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import uuid4

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_safe

from armies.pages.access import PLAY, counted_as, private
from battles.engine.tracker import BookGroup, BookRow, Books, Fact, Note
from battles.models import TableGame
from battles.pages.battle_page import STATUS, expected, token_of
from battles.pages.live_updates import BadCursor, VersionReader, bad_cursor_page, fresh_request, line, version_stream
from battles.pages.lookup import post_only
from battles.pages.tracker_games import editable_game, held_games, readable_game
from battles.services.departure import game_deletion_time
from battles.services.live.hub import table_topic
from battles.services.play.lock import CannotAct
from battles.services.play.position import system_of
from battles.services.tracker import entries as tracker_entries
from battles.services.tracker.games import Editor, tracker_editor, tracker_state

PARTS: Final = ("top", "rows", "hand", "log")
"""The parts of the page by their ids, after which their templates are named."""

FACT: Final = "f."
"""Prefix of the names of fields that state a fact."""

TOLD: Final = 8
"""Entries of the record on the page."""


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The tracker page. ``ask`` and facts open a question, ``unit`` a row, ``at`` the Brigade of a row."""
    return page(request, readable_game(request, slug), request.GET)


def page(request: HttpRequest, game: TableGame, ask: Any, message: str = "", status: int = 200) -> HttpResponse:
    """The whole page; ``message`` says what was wrong with the form."""
    context = context_of(request, game, ask, message) | {"ends": game_deletion_time(game)}
    return private(render(request, "tables/table.html", context, status=status), game)


@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Every part of the page; 204 if the game is still at version ``v``."""
    game = readable_game(request, slug)
    if request.GET.get("v", "") == str(game.version):
        return HttpResponse(status=204)
    return private(JsonResponse(parts(request, context_of(request, game, request.GET))), game)


@counted_as(PLAY)
@post_only
def note(request: HttpRequest, slug: str) -> HttpResponse:
    """Add an entry; with ``do`` as ``look``, only show its question with the present facts."""
    sent = Note(request.POST.get("note", ""), facts_in(request.POST))
    if request.POST.get("do") == "look":
        game, _ = editable_game(request, slug)
        return redirect(f"{game.get_absolute_url()}?{urlencode(question(sent))}")

    def work(game: TableGame, editor: Editor) -> None:
        clean = tracker_entries.without_unasked_facts(
            system_of(game.system), tracker_state(game), tracker_entries.read_note(sent.key, sent.facts)
        )
        typed = request.POST.get("do") == "typed"
        tracker_entries.add_entry(game, editor, clean, expect=expected(request), token=token_of(request), typed=typed)

    return done(request, slug, work, question(sent))


@counted_as(PLAY)
@post_only
def dice(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the faces of the awaited roll, let the computer roll it, or cancel it."""

    def work(game: TableGame, editor: Editor) -> None:
        if request.POST.get("do") == "drop":
            tracker_entries.cancel_pending(game, editor)
            return
        number = request.POST.get("number", "")
        place = int(number) if number.isascii() and number.isdecimal() and len(number) < 5 else None
        text, rest = request.POST.get("faces", "")[:400], request.POST.get("do") == "app"
        tracker_entries.enter_dice(game, editor, text, number=place, rest=rest)

    return done(request, slug, work)


@counted_as(PLAY)
@post_only
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the last entry."""

    def work(game: TableGame, editor: Editor) -> None:
        tracker_entries.undo(game, editor, expect=expected(request), token=token_of(request))

    return done(request, slug, work)


def done(
    request: HttpRequest,
    slug: str,
    work: Callable[[TableGame, Editor], None],
    ask: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Do ``work`` and show the game after it; a refused question stays open."""
    game, editor = editable_game(request, slug)
    message, status = "", 200
    try:
        work(game, editor)
    except CannotAct as error:
        message, status = str(error), STATUS[error.code]
    at = {"at": request.POST["at"][:40]} if request.POST.get("at") else {}
    if status == 200 and request.accepts("text/html"):
        return redirect(f"{game.get_absolute_url()}{'?' + urlencode(at) if at else ''}")
    game = readable_game(request, slug)
    shown = QueryDict(urlencode({**(ask or {}), **at} if message else at))
    if request.accepts("text/html"):
        return page(request, game, shown, message, status)
    answer = parts(request, context_of(request, game, shown, message))
    return private(JsonResponse(answer | {"said": message}, status=status), game)


def parts(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The parts of the page by their ids."""
    html = {name: render_to_string(f"tables/_{name}.html", context, request) for name in PARTS}
    return {"version": context["game"].version, "title": context["page_title"], "parts": html}


def context_of(request: HttpRequest, game: TableGame, ask: Any, message: str = "") -> dict[str, Any]:
    """The context of the page and its parts."""
    system, state = system_of(game.system), tracker_state(game)
    books = system.tracker.page(state)
    editor = tracker_editor(game, request.user, held_games(request))
    row = row_of(books.groups, ask.get("unit", ""))
    at = ask.get("at", "") or (row.key if row else "")
    entries = list(game.entries.order_by("-n")[:TOLD])
    last = entries[0] if entries else None
    return {
        "game": game,
        "system_title": system.meta.title,
        "books": books,
        "may_keep": editor is not None and not game.is_over,
        "keeps": editor is not None,
        "throw": tracker_entries.awaited_roll(game),
        "row": row,
        "asked": asked_of(game, ask) if editor is not None and not game.is_over else None,
        "now": [group for group in books.groups if group.state == "now"],
        "others": by_side(books),
        "open": {group.key for group in books.groups if any(each.key == at for each in group.rows)},
        "chosen": [(group.name, tap) for group in books.groups for tap in group.taps if tap.weight == "main"],
        "entries": entries,
        "due": [row for row in (row_of(books.groups, key) for key in books.due) if row],
        "last": last,
        "answers": tracker_entries.follow_up_questions(game, last),
        "address": reverse("battles:table", args=[game.slug]),
        "token": uuid4(),
        "said": message,
        "page_title": f"{game.title}, turn {books.turn} · Muster",
    }


def asked_of(game: TableGame, ask: Any) -> dict[str, Any] | None:
    """The open question: its facts and its odds; None if there is none."""
    if not ask.get("ask"):
        return None
    sent = Note(ask.get("ask", "")[:60], facts_in(ask))
    inquiry, note = tracker_entries.inquiry(game, sent)
    if not inquiry.title:
        return None
    return {"inquiry": inquiry, "note": note, "waits": any(is_open(fact) for fact in inquiry.facts)}


def is_open(fact: Fact) -> bool:
    """True if a choice has not been made yet."""
    return fact.kind == "choice" and all(choice.value != fact.value for choice in fact.choices)


def question(note: Note) -> dict[str, str]:
    """The query that opens a question with these facts."""
    return {"ask": note.key, **{f"{FACT}{key}": value for key, value in note.facts.items()}}


def facts_in(sent: Any) -> dict[str, str]:
    """The facts stated in a form or an address; for a tick the last value counts."""
    names = [name for name in sent if name.startswith(FACT)][: tracker_entries.MOST_FACTS]
    return {name.removeprefix(FACT)[:60]: str(sent[name])[:60] for name in names}


def row_of(groups: tuple[BookGroup, ...], key: str) -> BookRow | None:
    """The row of the unit or commander with that key."""
    return next((row for group in groups for row in group.rows if row.key == key), None)


def by_side(books: Books) -> list[dict[str, Any]]:
    """The Brigades of each side that are not acting now, the active side first."""
    sides = sorted(books.sides, key=lambda side: side.side != books.active)
    listed = [
        {"side": side, "groups": [each for each in books.groups if each.side == side.side and each.state != "now"]}
        for side in sides
    ]
    return [each for each in listed if each["groups"]]


@require_GET
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` whenever the game has reached version n.

    404 if the reader may not read the game, 400 for a wrong cursor, 429 or 503 if there are too many streams.
    """
    return version_stream(request, "table_page", table_topic, _look(request.session, slug))


@never_cache
@require_safe
def since(request: HttpRequest, slug: str, n: str) -> HttpResponse:
    """204 while the game is at version ``n``, else ``{"n": its version}``."""
    try:
        after = line(n)
    except BadCursor:
        return bad_cursor_page(request)
    game = readable_game(request, slug)
    news = game.version > after
    return private(JsonResponse({"n": game.version}) if news else HttpResponse(status=204), game)


def _look(session: SessionBase, slug: str) -> Callable[[], VersionReader | None]:
    """A function that finds the game and the user of ``session`` afresh."""

    def look() -> VersionReader | None:
        now = fresh_request(session)
        games = TableGame.objects.readable_by(now.user, held_games(now)).only("pk", "version")
        game = games.filter(slug=slug).first()
        return VersionReader(game.pk, game.version, now.user.pk) if game else None

    return look
