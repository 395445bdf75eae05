"""The stream that says when somebody's feed has grown, for programs."""

import re
from functools import partial
from typing import Annotated, Any, Final

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, StreamingHttpResponse
from msgspec import Meta, Struct
from rest_framework import exceptions
from rest_framework.request import Request

from armies.api.problems import Problem
from battles.api.endpoint import BattleEndpoint, seated
from battles.api.finding import MISSING, held
from battles.api.shapes import LineNumber
from battles.services import following, streaming

STREAM: Final = "text/event-stream"
HEADERS: Final = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
LINE: Final = re.compile(r"-1|[0-9]{1,9}")


class LiveQuery(Struct, frozen=True):
    """From where on, and as whom."""

    after: Annotated[LineNumber, Meta(description="The last line that you have; `Last-Event-ID` goes before it.")] = -1
    viewer: Annotated[str, Meta(max_length=8, description="Who you were when you looked last.")] = ""


class Live(BattleEndpoint):
    """``/battles/<battle>/live``"""

    http_method_names = ["get"]

    @seated(name="battle_live", query=LiveQuery, files=(STREAM,), tag="Playing", said="The stream of events.")
    def get(self, request: Request, battle: str, query: LiveQuery) -> Any:
        """Follow a battle

        Server-sent events: `begin`, then a message `{"n": n}` with `n` as its id whenever your feed has grown to line
        n. `reload` says that you are another viewer now than `viewer`, and ends the stream. It ends after ten minutes
        too: open it again.
        """
        last = request.headers.get("Last-Event-ID", "")
        if last and not LINE.fullmatch(last):
            raise Problem("malformed", "Last-Event-ID is the number of a line.")
        held(request)
        look = partial(following.place_of, battle, partial(self.asks, request))
        place = look()
        if place is None:
            raise Problem("not-found", MISSING)
        who = f"user {place.user}" if place.user is not None else str(request.META.get("REMOTE_ADDR"))
        if streaming.too_many(who):
            raise Problem("too-many", "You have too many streams open.", headers={"Retry-After": "60"})
        after = int(last) if last else query.after
        lines = following.stream(look, place, after=after, viewer=query.viewer or place.viewer, who=who)
        return StreamingHttpResponse(lines, content_type=STREAM, headers=HEADERS)

    def asks(self, request: Request) -> tuple[Any, list[int]]:
        """Who asks, found afresh: his token may have been revoked, his seat given away, his browser signed out."""
        now = HttpRequest()
        now.method, now.path, now.META = "GET", request.path, request.META
        kept = request._request.session
        now.session = type(kept)(kept.session_key)
        now.user = get_user(now)
        try:
            again = Request(now, authenticators=self.get_authenticators())
            return again.user, held(again)
        except exceptions.APIException:
            return AnonymousUser(), []
