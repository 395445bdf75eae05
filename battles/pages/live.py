"""News of a battle: the stream that says when a viewer's feed has grown, and the same answer for who asks."""

from functools import partial
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from battles.services import following, streaming

MOST_LINES: Final = 10**9
HEADERS: Final = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}


class BadCursor(ValueError):
    """What should say the last line that was shown is no line."""


def line(text: str) -> int:
    """The number of a line; -1 is before the first.

    Raises:
        BadCursor: it is none.
    """
    digits = text[1:] if text == "-1" else text
    if not digits.isascii() or not digits.isdigit() or len(digits) > 10 or int(text) > MOST_LINES:
        raise BadCursor
    return int(text)


@require_GET
async def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` with ``n`` as its id whenever the feed has grown to n.

    `reload` says that he is another viewer now than ``as``, and ends it. 404 for who may not read the battle, 400 for
    a cursor that is none, 429 for one stream too many.
    """
    try:
        after = line(request.headers.get("Last-Event-ID") or request.GET.get("after") or "-1")
    except BadCursor:
        return await sync_to_async(refused)(request)
    look = _look(request.session, slug)
    place = await streaming.ask(look)
    if place is None:
        raise Http404
    who = f"user {place.user}" if place.user is not None else str(request.META.get("REMOTE_ADDR"))
    if streaming.too_many(who):
        return HttpResponse("Too many streams are open.", status=429, content_type="text/plain")
    lines = following.stream(look, place, after=after, viewer=request.GET.get("as", place.viewer), who=who)
    return StreamingHttpResponse(lines, content_type="text/event-stream", headers=HEADERS)


@never_cache
@require_safe
def since(request: HttpRequest, slug: str, n: str) -> HttpResponse:
    """204 while the feed has not grown beyond line ``n``, else ``{"n": its last line}``; ``reload`` as above."""
    try:
        after = line(n)
    except BadCursor:
        return refused(request)
    place = _look(request.session, slug)()
    if place is None:
        raise Http404
    if "away" not in request.GET:
        following.here(place, after)
    if request.GET.get("as", place.viewer) != place.viewer:
        return JsonResponse({"n": place.n, "reload": True})
    return JsonResponse({"n": place.n}) if place.n > after else HttpResponse(status=204)


def _look(session: SessionBase, slug: str) -> following.Look:
    """What tells afresh, at every call, who the browser of ``session`` is at the battle: he may have signed out."""
    store, key = type(session), session.session_key

    def who() -> tuple[Any, list[int]]:
        now = HttpRequest()
        now.session = store(key)
        return get_user(now), now.session.get("seats", [])

    return partial(following.place_of, slug, who)


def refused(request: HttpRequest) -> HttpResponse:
    """The page for a cursor that is none."""
    return render(request, "400.html", status=400)
