"""News of a game on a real table: the stream that says when its books have changed, and the answer to who asks."""

from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from battles.models import TableGame
from battles.pages.streams import BadCursor, afresh, line, refused, streamed
from battles.pages.table_finding import held, private, readable
from battles.services import streaming
from battles.services.hub import table_topic
from battles.services.streaming import News


class Reading(NamedTuple):
    """A game as its reader finds it, and the id of his user."""

    game: TableGame
    user: int | None


@require_GET
async def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` whenever the books have come to version n.

    404 for who may not read the game, 400 for a cursor that is none, 429 for one stream too many.
    """
    look = _look(request.session, slug)

    def present(shown: int) -> News | None:
        now = look()
        return News(now.game.version) if now else None

    def lines(found: Reading, after: int, who: str) -> AsyncIterator[str]:
        return streaming.stream(table_topic(found.game.pk), who, present, after=after)

    return await streamed(request, look, lines)


@never_cache
@require_safe
def since(request: HttpRequest, slug: str, n: str) -> HttpResponse:
    """204 while the books are at version ``n``, else ``{"n": their version}``."""
    try:
        after = line(n)
    except BadCursor:
        return refused(request)
    game = readable(request, slug)
    news = game.version > after
    return private(JsonResponse({"n": game.version}) if news else HttpResponse(status=204), game)


def _look(session: SessionBase, slug: str) -> Callable[[], Reading | None]:
    """What finds at every call the game, and the user whose browser has ``session``."""

    def look() -> Reading | None:
        now = afresh(session)
        games = TableGame.objects.readable_by(now.user, held(now)).only("pk", "version")
        game = games.filter(slug=slug).first()
        return Reading(game, now.user.pk) if game else None

    return look
