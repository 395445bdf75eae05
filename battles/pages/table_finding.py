"""Which game on a real table a request may see, and whether it may write in its books."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_vary_headers

from armies.models.army import Visibility
from battles.models import TableGame
from battles.services.table_games import keeper_of
from battles.services.table_kept import Keeper

GAMES: Final = "table_games"
"""Where the session keeps the ids of the games that this browser made or joined by their link."""
MOST_GAMES: Final = 50


def held(request: HttpRequest) -> list[int]:
    """The ids of the games whose books this browser keeps."""
    return list(request.session.get(GAMES, ()))


def hold(request: HttpRequest, game: TableGame) -> None:
    """Let this browser keep the books."""
    others = [one for one in held(request) if one != game.pk]
    request.session[GAMES] = [*others, game.pk][-MOST_GAMES:]


def readable(request: HttpRequest, slug: str) -> TableGame:
    """The game, if the one who asks may see it.

    Raises:
        Http404: there is none, or it is private and not his: one answer for both.
    """
    return get_object_or_404(TableGame.objects.readable_by(request.user, held(request)), slug=slug)


def kept(request: HttpRequest, slug: str) -> tuple[TableGame, Keeper]:
    """The game, for somebody who writes in its books.

    Raises:
        Http404: there is none, or he does not.
    """
    game = readable(request, slug)
    keeper = keeper_of(game, request.user, held(request))
    if keeper is None:
        raise Http404("Only who keeps the books of a game may do this.")
    return game, keeper


def private(response: HttpResponse, game: TableGame) -> HttpResponse:
    """Keep a game that is not public out of search engines, and every page of one out of shared caches."""
    if game.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Accept"])
    return response
