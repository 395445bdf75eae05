"""News of a game on a real table: the stream that says when its books have changed, and the answer to who asks."""

from collections.abc import Callable

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from battles.models import TableGame
from battles.pages.live import HEADERS, BadCursor, line, refused
from battles.pages.table_finding import held, private, readable
from battles.services import streaming
from battles.services.hub import table_topic
from battles.services.streaming import News


@require_GET
async def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` whenever the books have come to version n.

    404 for who may not read the game, 400 for a cursor that is none, 429 for one stream too many.
    """
    try:
        after = line(request.headers.get("Last-Event-ID") or request.GET.get("after") or "-1")
    except BadCursor:
        return await sync_to_async(refused)(request)
    look = _look(request.session, slug)
    found = await streaming.ask(look)
    if found is None:
        raise Http404
    game, user = found
    who = f"user {user}" if user is not None else str(request.META.get("REMOTE_ADDR"))
    if streaming.too_many(who):
        return HttpResponse("Too many streams are open.", status=429, content_type="text/plain")

    def present(shown: int) -> News | None:
        now = look()
        return News(now[0].version) if now else None

    lines = streaming.stream(table_topic(game.pk), who, present, after=after)
    return StreamingHttpResponse(lines, content_type="text/event-stream", headers=HEADERS)


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


def _look(session: SessionBase, slug: str) -> Callable[[], tuple[TableGame, int | None] | None]:
    """What finds afresh, at every call, the game and the id of the user whose browser has ``session``."""
    store, key = type(session), session.session_key

    def look() -> tuple[TableGame, int | None] | None:
        now = HttpRequest()
        now.session = store(key)
        user = get_user(now)
        games = TableGame.objects.readable_by(user, held(now)).only("pk", "version")
        game = games.filter(slug=slug).first()
        return (game, user.pk) if game else None

    return look
