"""News of a battle: the stream that says when a viewer's feed has grown, and the same answer for who asks."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from battles.pages.streams import BadCursor, afresh, line, refused, streamed
from battles.services import following


@require_GET
async def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` with ``n`` as its id whenever the feed has grown to n.

    `reload` says that he is another viewer now than ``as``, and ends it. 404 for who may not read the battle, 400 for
    a cursor that is none, 429 for one stream too many.
    """
    look = _look(request.session, slug)

    def lines(place: following.Place, after: int, who: str) -> AsyncIterator[str]:
        return following.stream(look, place, after=after, viewer=request.GET.get("as", place.viewer), who=who)

    return await streamed(request, look, lines)


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
    """What tells at every call who the browser of ``session`` is at the battle."""

    def who() -> tuple[Any, list[int]]:
        now = afresh(session)
        return now.user, now.session.get("seats", [])

    return partial(following.place_of, slug, who)
