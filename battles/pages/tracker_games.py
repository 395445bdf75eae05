"""Tracked games: the list, a new one, joining by a link, sharing, the record; the game of a request."""

from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.access import MAKING, counted_as, private
from armies.pages.army_sheets import qr_code
from armies.services import printed_sheets
from armies.services.locks import Refused as ClubRefused
from armies.services.people import FIELD, put_in_club
from battles.engine.core import SetupError
from battles.models import Scenario, TableGame
from battles.pages.battle_page import STATUS
from battles.pages.lookup import paper_in, post_only
from battles.pages.new_battle import MOST_DRAWN, armies_for, token_in, watchers_of
from battles.services import cheat_sheets
from battles.services.create import sources
from battles.services.create.sources import UnknownSource
from battles.services.departure import game_deletion_time
from battles.services.play.lock import NotYours, Refused
from battles.services.tracker import games
from battles.services.tracker.games import Editor, tracker_editor
from battles.sheets.cheat_sheet import cheat_sheet

GAMES: Final = "table_games"
"""Session key of the ids of games that this browser created or joined by their link."""

MOST_GAMES: Final = 50


def held_games(request: HttpRequest) -> list[int]:
    """The ids of the games that this browser may edit."""
    return list(request.session.get(GAMES, ()))


def hold_game(request: HttpRequest, game: TableGame) -> None:
    """Let this browser edit the game."""
    others = [one for one in held_games(request) if one != game.pk]
    request.session[GAMES] = [*others, game.pk][-MOST_GAMES:]


def readable_game(request: HttpRequest, slug: str) -> TableGame:
    """The game, if the user may see it.

    Raises:
        Http404: there is none, or it is private and not theirs; one answer for both.
    """
    return get_object_or_404(TableGame.objects.readable_by(request.user, held_games(request)), slug=slug)


def editable_game(request: HttpRequest, slug: str) -> tuple[TableGame, Editor]:
    """The game and the user as its editor.

    Raises:
        Http404: there is none, or they may not edit it.
    """
    game = readable_game(request, slug)
    editor = tracker_editor(game, request.user, held_games(request))
    if editor is None:
        raise Http404("You may not edit this game.")
    return game, editor


MOST: Final = 50
"""The most games in the list."""

CHOSEN: Final = ("army", "army_a", "army_b", "link_a", "link_b")
"""The parameters for armies in a form or an address."""

PAGE: Final = 100
"""Entries on a page of the record."""


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """The games that the user may edit."""
    games = TableGame.objects.kept_by(request.user, held_games(request)).defer("setup", "books", "secret")[:MOST]
    return render(request, "tables/list.html", {"games": list(games)})


@counted_as(*MAKING)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The page of a new game: from a scenario, two armies, or two sample armies."""
    wrong = ""
    if request.method == "POST":
        try:
            return redirect(_made(request))
        except (UnknownSource, SetupError, Refused, ClubRefused, ValueError) as error:
            wrong = str(error)
    drawn = [sources.drawn(row) for row in Scenario.objects.listed_for(request.user)[:MOST_DRAWN]]
    offers = [
        (
            system,
            [*sources.shipped(system), sources.sample(system), *(each for each in drawn if each.system is system)],
            sources.of_armies(system),
        )
        for system in games.tracked_systems()
    ]
    sent = request.POST or request.GET
    wanted = sent.get("system", "") or sent.get("from", "").partition(":")[2].partition(":")[0]
    last = TableGame.objects.kept_by(request.user, held_games(request)).values_list("system", flat=True).first()
    keys = [system.key for system, _, _ in offers]
    context: dict[str, Any] = {
        "systems": offers,
        "armies": armies_for(request.user),
        "chosen": {name: sent.get(name, "")[:200] for name in CHOSEN},
        "open": next((key for key in (wanted, last) if key in keys), keys[0]),
        "wrong": wrong,
    }
    return render(request, "tables/new.html", context, status=422 if wrong else 200)


def _made(request: HttpRequest) -> TableGame:
    """Create the game of the form; this browser may edit it. Raises if the form is wrong."""
    source = sources.find_source(request.POST.get("from", "")[:200], request.user)
    armies = {}
    if source.kind == sources.ARMIES:
        armies = {side: _army(request, side) for side in source.system.sides}
    with transaction.atomic():
        game = games.start(source, request.user, armies=armies, token=token_in(request))
        put_in_club(game, request.user, request.GET.get(FIELD, ""))
    hold_game(request, game)
    return game


def _army(request: HttpRequest, side: str) -> str:
    """The slug of a side's army: from a pasted address, else the chosen one. Raises `Refused` if there is neither."""
    pasted = request.POST.get(f"link_{side}", "").strip()[:200].partition("?")[0].partition("#")[0].rstrip("/")
    slug = pasted.rpartition("/")[2] or request.POST.get(f"army_{side}", "")[:80]
    if not slug:
        raise Refused("Choose an army for each side, or paste its address.", "armies")
    return slug


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """The link that lets a second phone edit the game."""
    game = get_object_or_404(TableGame, key=key)
    if request.method != "POST":
        return private(render(request, "tables/join.html", {"game": game}), game)
    games.join(game, request.user)
    hold_game(request, game)
    return redirect(game)


@require_safe
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record, a hundred entries a page, the last first."""
    game = readable_game(request, slug)
    number = request.GET.get("page", "1")
    at = max(1, int(number)) if number.isascii() and number.isdecimal() and len(number) < 4 else 1
    rows = list(game.entries.order_by("-n")[(at - 1) * PAGE : at * PAGE + 1])
    context = {
        "game": game,
        "entries": rows[:PAGE],
        "page": at,
        "pages": at + (len(rows) > PAGE),
        "address": game.get_absolute_url(),
    }
    return private(render(request, "tables/record.html", context), game)


@require_safe
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """The page with the visibility of the game and the link for editors."""
    return _shared(request, readable_game(request, slug))


def _shared(request: HttpRequest, game: TableGame, message: str = "", status: int = 200) -> HttpResponse:
    keeps = tracker_editor(game, request.user, held_games(request)) is not None
    context = {
        "game": game,
        "keeps": keeps,
        "ends": game_deletion_time(game),
        "is_owner": game.owner_id is not None and game.owner_id == request.user.pk,
        "whole": request.build_absolute_uri(game.get_absolute_url()),
        "link": request.build_absolute_uri(reverse("battles:table_join", args=[game.key])) if keeps else "",
        "visibilities": watchers_of(game),
        "secret": bytes(game.secret).hex() if game.is_over else "",
        "address": game.get_absolute_url(),
        "said": message,
    }
    return private(render(request, "tables/share.html", context, status=status), game)


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """A QR code of the link for editors. 404 for users who may not edit the game."""
    game, _ = editable_game(request, slug)
    link = request.build_absolute_uri(reverse("battles:table_join", args=[game.key]))
    return private(qr_code(link), game)


@require_safe
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The cheat sheet of the game, with its options and house rules."""
    game = readable_game(request, slug)
    data = printed_sheets.pdf(cheat_sheet(cheat_sheets.table_sheet(game), game.title), paper_in(request))
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(game.title) or slug}-cheat-sheet.pdf"'
    return private(response, game)


@post_only
def change(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Forms of the owner: ``share``, ``key`` (a new link), ``delete``."""
    game = readable_game(request, slug)
    try:
        if what == "delete":
            games.delete(game, request.user)
            messages.success(request, f"“{game.title}” was deleted.")
            return redirect("battles:tables")
        if what == "key":
            games.change_key(game, request.user)
        elif what == "share":
            visibility, title = request.POST.get("visibility", "")[:20], request.POST.get("title", "")
            planned = request.POST.get("planned", "")
            games.share(game, request.user, visibility=visibility, title=title, planned=planned)
        else:
            raise Http404("There is no such form.")
    except (Refused, NotYours) as error:
        return _shared(request, game, str(error), STATUS[error.code])
    return redirect("battles:table_share", game.slug)
