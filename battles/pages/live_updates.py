"""Event streams of pages, and the same answers by polling: of a battle, with the reader's last line, and of an army."""

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from django.contrib.auth import get_user
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from armies.pages.access import editable
from battles.services.live import sse
from battles.services.live.hub import Claim, Holder, TooManyStreams, army_topic, hub
from battles.services.live.sse import News

MOST_LINES: Final = 10**9
HEADERS: Final = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}


class BadCursor(ValueError):
    """A cursor (the last line shown) that is no line number."""


class Reader(Protocol):
    """Reader of a stream; ``user`` is their id, None for a guest."""

    @property
    def user(self) -> int | None: ...


R = TypeVar("R", bound=Reader)


def stream_response(
    request: HttpRequest, kind: str, look: Callable[[], R | None], lines: Callable[[R, int, Claim], AsyncIterator[str]]
) -> HttpResponseBase:
    """Answer with the stream of a reader.

    Args:
        kind: the kind of stream, of `hub.KINDS`.
        look: finds the reader afresh at every call; None if they may not read.
        lines: makes the stream from the reader, the last line shown, and the right to a stream.

    404 if they may not read, 400 for a wrong cursor, 429 or 503 with Retry-After if there are too many streams.
    """
    try:
        after = line(request.headers.get("Last-Event-ID") or request.GET.get("after") or "-1")
    except BadCursor:
        return bad_cursor_page(request)
    reader = look()
    if reader is None:
        raise Http404
    try:
        claim = hub.claim(kind, Holder.of(reader.user, request.META.get("REMOTE_ADDR", "")))
    except TooManyStreams as fault:
        wait = {"Retry-After": str(fault.wait)}
        return HttpResponse(str(fault), status=fault.status, content_type="text/plain", headers=wait)
    return StreamingHttpResponse(lines(reader, after, claim), content_type="text/event-stream", headers=HEADERS)


class VersionReader(NamedTuple):
    """The id and version of what a reader follows, and the id of the reader's user, None for a guest."""

    pk: Any
    version: int
    user: int | None


def version_stream(
    request: HttpRequest, kind: str, topic: Callable[[Any], str], look: Callable[[], VersionReader | None]
) -> HttpResponseBase:
    """Answer with the stream of something that has versions: a message ``{"n": n}`` whenever it has reached version n.

    ``topic`` gives the topic of its id; the rest is that of ``stream_response``.
    """

    def present(_shown: int) -> News | None:
        now = look()
        return News(now.version) if now else None

    def lines(reader: VersionReader, after: int, claim: Claim) -> AsyncIterator[str]:
        return sse.event_stream(topic(reader.pk), claim, present, after=after)

    return stream_response(request, kind, look, lines)


def line(text: str) -> int:
    """The number of a line; -1 is before the first.

    Raises:
        BadCursor: it is no line number.
    """
    digits = text[1:] if text == "-1" else text
    if not digits.isascii() or not digits.isdigit() or len(digits) > 10 or int(text) > MOST_LINES:
        raise BadCursor
    return int(text)


def bad_cursor_page(request: HttpRequest) -> HttpResponse:
    """The page for a wrong cursor."""
    return render(request, "400.html", status=400)


def fresh_request(session: SessionBase) -> HttpRequest:
    """A new request of the browser of ``session``, with its present user: they may have signed out."""
    now = HttpRequest()
    now.session = type(session)(session.session_key)
    now.user = get_user(now)
    return now


@require_GET
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` with ``n`` as its id whenever the feed has grown to n.

    `reload` means that the reader is another viewer now than ``as``, and ends it. 404 if they may not read the battle,
    400 for a wrong cursor, 429 or 503 if there are too many streams.
    """
    look = _look(request.session, slug)

    def lines(place: sse.Follower, after: int, claim: Claim) -> AsyncIterator[str]:
        return sse.battle_stream(look, place, claim, after=after, viewer=request.GET.get("as", place.viewer))

    return stream_response(request, "battle_page", look, lines)


@never_cache
@require_safe
def since(request: HttpRequest, slug: str, n: str) -> HttpResponse:
    """204 while the feed has no lines after ``n``, else ``{"n": its last line}``; ``reload`` as in ``live``."""
    try:
        after = line(n)
    except BadCursor:
        return bad_cursor_page(request)
    place = _look(request.session, slug)()
    if place is None:
        raise Http404
    if "away" not in request.GET:
        sse.mark_present(place, after)
    if request.GET.get("as", place.viewer) != place.viewer:
        return JsonResponse({"n": place.n, "reload": True})
    return JsonResponse({"n": place.n}) if place.n > after else HttpResponse(status=204)


def _look(session: SessionBase, slug: str) -> sse.FindFollower:
    """A function that finds the follower of the battle in the browser of ``session`` afresh."""

    def who() -> tuple[Any, list[int]]:
        now = fresh_request(session)
        return now.user, now.session.get("seats", [])

    return partial(sse.follower_of, slug, who)


@require_GET
def army_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` whenever the army has reached version n.

    404 if the reader may not change the army, 400 for a wrong cursor, 429 or 503 if there are too many streams.
    """
    return version_stream(request, "army_page", army_topic, _look_at_army(request.session, slug))


@never_cache
@login_required
@require_safe
def army_since(request: HttpRequest, slug: str, n: str) -> HttpResponse:
    """204 while the army is at version ``n``, else ``{"n": its version}``."""
    try:
        after = line(n)
    except BadCursor:
        return bad_cursor_page(request)
    army = editable(request, slug)
    return JsonResponse({"n": army.version}) if army.version > after else HttpResponse(status=204)


def _look_at_army(session: SessionBase, slug: str) -> Callable[[], VersionReader | None]:
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
