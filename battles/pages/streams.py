"""What every stream of news has: the last line that its reader was shown, who holds it, and how it is answered."""

from collections.abc import AsyncIterator, Callable
from typing import Final, Protocol, TypeVar

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from battles.services import streaming

MOST_LINES: Final = 10**9
HEADERS: Final = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}


class BadCursor(ValueError):
    """What should say the last line that was shown is no line."""


class Reader(Protocol):
    """Who holds a stream, as one who may read: the id of his user, None for a guest."""

    @property
    def user(self) -> int | None: ...


R = TypeVar("R", bound=Reader)


async def streamed(
    request: HttpRequest, look: Callable[[], R | None], lines: Callable[[R, int, str], AsyncIterator[str]]
) -> HttpResponseBase:
    """The stream of whoever asks.

    Args:
        look: finds him afresh, at every call; None for one who may not read.
        lines: the stream from the reader, the last line he was shown, and the name that his streams are counted by.

    404 for who may not read, 400 for a cursor that is none, 429 for one stream too many.
    """
    try:
        after = line(request.headers.get("Last-Event-ID") or request.GET.get("after") or "-1")
    except BadCursor:
        return await sync_to_async(refused)(request)
    reader = await streaming.ask(look)
    if reader is None:
        raise Http404
    who = f"user {reader.user}" if reader.user is not None else str(request.META.get("REMOTE_ADDR"))
    if streaming.too_many(who):
        return HttpResponse("Too many streams are open.", status=429, content_type="text/plain")
    return StreamingHttpResponse(lines(reader, after, who), content_type="text/event-stream", headers=HEADERS)


def line(text: str) -> int:
    """The number of a line; -1 is before the first.

    Raises:
        BadCursor: it is none.
    """
    digits = text[1:] if text == "-1" else text
    if not digits.isascii() or not digits.isdigit() or len(digits) > 10 or int(text) > MOST_LINES:
        raise BadCursor
    return int(text)


def refused(request: HttpRequest) -> HttpResponse:
    """The page for a cursor that is none."""
    return render(request, "400.html", status=400)


def afresh(session: SessionBase) -> HttpRequest:
    """A request of the browser of ``session`` as it is now, with its user: he may have signed out."""
    now = HttpRequest()
    now.session = type(session)(session.session_key)
    now.user = get_user(now)
    return now
