"""The event stream of an army in the builder, and the same answer by polling."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from armies.pages.access import editable
from battles.pages.live_updates import BadCursor, VersionReader, bad_cursor_page, fresh_request, line, version_stream
from battles.services.live.hub import army_topic


@require_GET
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` whenever the army has reached version n.

    404 if the reader may not change the army, 400 for a wrong cursor, 429 or 503 if there are too many streams.
    """
    return version_stream(request, "army_page", army_topic, _look(request.session, slug))


@never_cache
@login_required
@require_safe
def since(request: HttpRequest, slug: str, n: str) -> HttpResponse:
    """204 while the army is at version ``n``, else ``{"n": its version}``."""
    try:
        after = line(n)
    except BadCursor:
        return bad_cursor_page(request)
    army = editable(request, slug)
    return JsonResponse({"n": army.version}) if army.version > after else HttpResponse(status=204)


def _look(session: SessionBase, slug: str) -> Callable[[], VersionReader | None]:
    """A function that finds the army and the user of ``session`` afresh."""

    def look() -> VersionReader | None:
        now = fresh_request(session)
        if not now.user.is_authenticated:
            return None
        try:
            army = editable(now, slug)
        except Http404:
            return None
        return VersionReader(army.pk, army.version, now.user.pk)

    return look
