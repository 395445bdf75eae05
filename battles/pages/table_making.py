"""Games on a real table: the list, a new one, joining by a link, the whole record, who may read it."""

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.files import qr_code
from armies.services import printing
from battles.engine.core import SetupError
from battles.models import Scenario, TableGame
from battles.pages.finding import acting, paper_in
from battles.pages.new import MOST_DRAWN, token_in
from battles.pages.play import STATUS
from battles.pages.setup_form import WATCHERS, armies_for
from battles.pages.table_finding import held, hold, kept, private, readable
from battles.services import sheets, sources, table_games
from battles.services.locking import NotYours, Refused
from battles.services.sources import NoSource
from battles.services.table_games import keeper_of
from battles.sheets.cheat_sheet import cheat_sheet

MOST: Final = 50
"""Games that the list shows."""
CHOSEN: Final = ("army", "army_a", "army_b", "link_a", "link_b")
"""What a form or an address says of the armies."""
PAGE: Final = 100
"""Entries on a page of the record."""


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """The games whose books one keeps."""
    games = TableGame.objects.kept_by(request.user, held(request)).defer("setup", "books", "secret")[:MOST]
    return render(request, "tables/list.html", {"games": list(games)})


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """What a game may be made from; a button for each scenario, two armies, or two sample armies."""
    wrong = ""
    if request.method == "POST":
        try:
            return redirect(_made(request))
        except (NoSource, SetupError, Refused, ValueError) as error:
            wrong = str(error)
    drawn = [sources.drawn(row) for row in Scenario.objects.listed_for(request.user)[:MOST_DRAWN]]
    found = [
        (
            system,
            [*sources.shipped(system), sources.sample(system), *(each for each in drawn if each.system is system)],
            sources.of_armies(system),
        )
        for system in table_games.systems()
    ]
    sent = request.POST or request.GET
    asked = sent.get("system", "") or sent.get("from", "").partition(":")[2].partition(":")[0]
    last = TableGame.objects.kept_by(request.user, held(request)).values_list("system", flat=True).first()
    keys = [system.key for system, _, _ in found]
    context: dict[str, Any] = {
        "systems": found,
        "armies": armies_for(request.user),
        "chosen": {name: sent.get(name, "")[:200] for name in CHOSEN},
        "open": next((key for key in (asked, last) if key in keys), keys[0]),
        "wrong": wrong,
    }
    return render(request, "tables/new.html", context, status=422 if wrong else 200)


def _made(request: HttpRequest) -> TableGame:
    """The game that the form asks for, whose books this browser keeps. Raises for what cannot be."""
    source = sources.find(request.POST.get("from", "")[:200], request.user)
    armies = {}
    if source.kind == sources.ARMIES:
        armies = {side: _army(request, side) for side in source.system.sides}
    game = table_games.start(source, request.user, armies=armies, token=token_in(request))
    hold(request, game)
    return game


def _army(request: HttpRequest, side: str) -> str:
    """The slug of a side's army: of the address that was pasted, else the one chosen. Raises `Refused` for neither."""
    pasted = request.POST.get(f"link_{side}", "").strip()[:200].partition("?")[0].partition("#")[0].rstrip("/")
    slug = pasted.rpartition("/")[2] or request.POST.get(f"army_{side}", "")[:80]
    if not slug:
        raise Refused("Choose an army for each side, or paste its address.", "armies")
    return slug


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """The link by which a second phone keeps the books too."""
    game = get_object_or_404(TableGame, key=key)
    if request.method != "POST":
        return private(render(request, "tables/join.html", {"game": game}), game)
    table_games.join(game, request.user)
    hold(request, game)
    return redirect(game)


@require_safe
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """All that was noted, a hundred entries a page, the last first."""
    game = readable(request, slug)
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
    """Who may read the books, and the link to keep them."""
    return _shared(request, readable(request, slug))


def _shared(request: HttpRequest, game: TableGame, said: str = "", status: int = 200) -> HttpResponse:
    keeps = keeper_of(game, request.user, held(request)) is not None
    context = {
        "game": game,
        "keeps": keeps,
        "is_owner": game.owner_id is not None and game.owner_id == request.user.pk,
        "whole": request.build_absolute_uri(game.get_absolute_url()),
        "link": request.build_absolute_uri(reverse("battles:table_join", args=[game.key])) if keeps else "",
        "visibilities": WATCHERS,
        "secret": bytes(game.secret).hex() if game.is_over else "",
        "address": game.get_absolute_url(),
        "said": said,
    }
    return private(render(request, "tables/share.html", context, status=status), game)


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The link to keep the books, to be scanned by a second phone. 404 for who does not keep them."""
    game, _ = kept(request, slug)
    link = request.build_absolute_uri(reverse("battles:table_join", args=[game.key]))
    return private(qr_code(link), game)


@require_safe
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The cheat sheet of the game, with its options and house rules."""
    game = readable(request, slug)
    data = printing.pdf(cheat_sheet(sheets.table_sheet(game), game.title), paper_in(request))
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(game.title) or slug}-cheat-sheet.pdf"'
    return private(response, game)


@acting
def change(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """What only the owner does: ``share``, ``key`` (another link), ``delete``."""
    game = readable(request, slug)
    try:
        if what == "delete":
            table_games.delete(game, request.user)
            messages.success(request, f"“{game.title}” is deleted.")
            return redirect("battles:tables")
        if what == "key":
            table_games.change_key(game, request.user)
        elif what == "share":
            said, title = request.POST.get("visibility", "")[:20], request.POST.get("title", "")
            table_games.share(game, request.user, visibility=said, title=title)
        else:
            raise Http404("There is nothing of that name to change.")
    except (Refused, NotYours) as error:
        return _shared(request, game, str(error), STATUS[error.code])
    return redirect("battles:table_share", game.slug)
