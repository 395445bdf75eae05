"""The books of a game on a real table: the page, its parts as they change, and what is noted on it."""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from battles.engine.tabling import BookGroup, BookRow, Books, Fact, Note
from battles.models import TableGame
from battles.pages.finding import acting
from battles.pages.play import STATUS, expected, token_of
from battles.pages.table_finding import held, kept, private, readable
from battles.services import tabling
from battles.services.locking import CannotAct
from battles.services.position import system_of
from battles.services.table_games import keeper_of
from battles.services.table_kept import Keeper, books_of

PARTS: Final = ("top", "rows", "hand", "log")
"""The parts of the page by the ids of their places; their templates are called after them."""
FACT: Final = "f."
"""What the name of a field begins with that states a fact."""
TOLD: Final = 8
"""Entries of the record that the page shows."""


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The page. ``ask`` and facts open a question, ``unit`` a row, ``at`` the Brigade of a row."""
    return page(request, readable(request, slug), request.GET)


def page(request: HttpRequest, game: TableGame, ask: Any, said: str = "", status: int = 200) -> HttpResponse:
    """The whole page; ``said`` is what was wrong with what was sent."""
    return private(render(request, "tables/table.html", context_of(request, game, ask, said), status=status), game)


@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Every part of the page; 204 where nothing has happened since version ``v``."""
    game = readable(request, slug)
    if request.GET.get("v", "") == str(game.version):
        return HttpResponse(status=204)
    return private(JsonResponse(parts(request, context_of(request, game, request.GET))), game)


@acting
def note(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a note; with ``do`` as ``look`` only show its question with the facts as they are now."""
    asked = Note(request.POST.get("note", ""), facts_in(request.POST))
    if request.POST.get("do") == "look":
        game, _ = kept(request, slug)
        return redirect(f"{game.get_absolute_url()}?{urlencode(question(asked))}")

    def work(game: TableGame, keeper: Keeper) -> None:
        given = tabling.known(system_of(game.system), books_of(game), tabling.note_of(asked.key, asked.facts))
        typed = request.POST.get("do") == "typed"
        tabling.make_note(game, keeper, given, expect=expected(request), token=token_of(request), typed=typed)

    return done(request, slug, work, question(asked))


@acting
def dice(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the faces of the awaited throw, or let the computer throw it; or break the throw off."""

    def work(game: TableGame, keeper: Keeper) -> None:
        if request.POST.get("do") == "drop":
            tabling.drop(game, keeper)
            return
        number = request.POST.get("number", "")
        place = int(number) if number.isascii() and number.isdecimal() and len(number) < 5 else None
        text, rest = request.POST.get("faces", "")[:400], request.POST.get("do") == "app"
        tabling.type_dice(game, keeper, text, number=place, rest=rest)

    return done(request, slug, work)


@acting
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the last entry that stands."""

    def work(game: TableGame, keeper: Keeper) -> None:
        tabling.undo(game, keeper, expect=expected(request), token=token_of(request))

    return done(request, slug, work)


def done(
    request: HttpRequest,
    slug: str,
    work: Callable[[TableGame, Keeper], None],
    ask: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Do ``work`` and show the books as they stand then; a question that was refused stays open."""
    game, keeper = kept(request, slug)
    said, status = "", 200
    try:
        work(game, keeper)
    except CannotAct as error:
        said, status = str(error), STATUS[error.code]
    at = {"at": request.POST["at"][:40]} if request.POST.get("at") else {}
    if status == 200 and request.accepts("text/html"):
        return redirect(f"{game.get_absolute_url()}{'?' + urlencode(at) if at else ''}")
    game = readable(request, slug)
    shown = QueryDict(urlencode({**(ask or {}), **at} if said else at))
    if request.accepts("text/html"):
        return page(request, game, shown, said, status)
    answer = parts(request, context_of(request, game, shown, said))
    return private(JsonResponse(answer | {"said": said}, status=status), game)


def parts(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The parts of the page by the id of their place."""
    found = {name: render_to_string(f"tables/_{name}.html", context, request) for name in PARTS}
    return {"version": context["game"].version, "title": context["page_title"], "parts": found}


def context_of(request: HttpRequest, game: TableGame, ask: Any, said: str = "") -> dict[str, Any]:
    """What the page and its parts show."""
    system, kept_books = system_of(game.system), books_of(game)
    books = system.books(kept_books)
    keeper = keeper_of(game, request.user, held(request))
    row = row_of(books.groups, ask.get("unit", ""))
    at = ask.get("at", "") or (row.key if row else "")
    entries = list(game.entries.order_by("-n")[:TOLD])
    last = entries[0] if entries else None
    return {
        "game": game,
        "system_title": system.meta.title,
        "books": books,
        "may_keep": keeper is not None and not game.is_over,
        "keeps": keeper is not None,
        "throw": tabling.awaited(game),
        "row": row,
        "asked": asked_of(game, ask) if keeper is not None and not game.is_over else None,
        "now": [group for group in books.groups if group.state == "now"],
        "others": by_side(books),
        "open": {group.key for group in books.groups if any(each.key == at for each in group.rows)},
        "chosen": [(group.name, tap) for group in books.groups for tap in group.taps if tap.weight == "main"],
        "entries": entries,
        "due": [row for row in (row_of(books.groups, key) for key in books.due) if row],
        "last": last,
        "answers": tabling.answers(game, last),
        "address": reverse("battles:table", args=[game.slug]),
        "token": uuid4(),
        "said": said,
        "page_title": f"{game.title}, turn {books.turn} · Muster",
    }


def asked_of(game: TableGame, ask: Any) -> dict[str, Any] | None:
    """The question that is open: its facts with what they are, and its odds."""
    if not ask.get("ask"):
        return None
    given = Note(ask.get("ask", "")[:60], facts_in(ask))
    inquiry, found = tabling.inquiry(game, given)
    if not inquiry.title:
        return None
    return {"inquiry": inquiry, "note": found, "waits": any(is_open(fact) for fact in inquiry.facts)}


def is_open(fact: Fact) -> bool:
    """Whether a choice is still to be made."""
    return fact.kind == "choice" and all(choice.value != fact.value for choice in fact.choices)


def question(asked: Note) -> dict[str, str]:
    """The query that opens a question with these facts."""
    return {"ask": asked.key, **{f"{FACT}{key}": value for key, value in asked.facts.items()}}


def facts_in(sent: Any) -> dict[str, str]:
    """The facts that a form or an address states; of a tick the last word counts."""
    names = [name for name in sent if name.startswith(FACT)][: tabling.MOST_FACTS]
    return {name.removeprefix(FACT)[:60]: str(sent[name])[:60] for name in names}


def row_of(groups: tuple[BookGroup, ...], key: str) -> BookRow | None:
    """The unit or commander of that key."""
    return next((row for group in groups for row in group.rows if row.key == key), None)


def by_side(books: Books) -> list[dict[str, Any]]:
    """The Brigades of each side that do not have their turn now, the side's first whose turn it is."""
    sides = sorted(books.sides, key=lambda side: side.side != books.active)
    found = [
        {"side": side, "groups": [each for each in books.groups if each.side == side.side and each.state != "now"]}
        for side in sides
    ]
    return [each for each in found if each["groups"]]
