"""One battle as the caller may see it: its view, ground, visibility and event stream; delete it."""

import re
from functools import partial
from typing import Annotated, Any, Final

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework import exceptions
from rest_framework.request import Request

from armies.api.endpoint import PRIVATE
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.api.schemas import Visibility
from battles.api import shapes
from battles.api.battles import Delay, Title
from battles.api.endpoint import MISSING, PLAY, BattleEndpoint, access_to_battle, guest_operation, guest_seat_ids
from battles.api.shapes import LineNumber, ground_tag, view_answer
from battles.engine.picture import Ground
from battles.services.live import sse
from battles.services.live.hub import Holder, TooManyStreams, hub
from battles.services.play import game_end, invitations
from battles.services.view.battle_query import TAIL, shown_battle
from battles.services.view.feed_lines import number_of_key

TAG: dict[str, Any] = {"tag": "Battles"}
TAGGED: Final = re.compile(r'(?:W/)?"([0-9a-f]{16})(?:-(?:gzip|br|zstd|deflate))?"')
"""An ETag of this API. A proxy that compresses an answer makes it weak or adds a suffix."""

At = Annotated[int, Meta(ge=0, le=2_000_000_000, description="A line of your feed; without it, the present.")]


class ViewQuery(Struct, frozen=True):
    """The moment of the battle."""

    at: At | UnsetType = UNSET
    line: Annotated[str, Meta(max_length=12, description="The key of a line, instead of `at`.")] = ""
    tail: Annotated[int, Meta(ge=1, le=200, description="Number of feed lines in the answer.")] = TAIL


class ToShow(Struct, frozen=True, forbid_unknown_fields=True):
    """The title, who may see the battle, and how many minutes spectators are behind; fields left out stay."""

    title: Title | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    delay: Delay | UnsetType = UNSET


class BattleShown(Struct, frozen=True):
    """The title, who may see the battle, and how many minutes spectators are behind."""

    title: str
    visibility: str
    delay: int


class OneBattle(BattleEndpoint):
    """``/battles/<battle>``"""

    @guest_operation(name="battle_retrieve", query=ViewQuery, answer=shapes.BattleView, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str, query: ViewQuery) -> HttpResponse:
        """See a battle

        Its position, the sides that must decide, the pieces on the board, and the end of your feed: all you may know.
        """
        access = access_to_battle(request, battle)
        at = number_of_key(access, query.line) if query.line else None if isinstance(query.at, UnsetType) else query.at
        view = shown_battle(access, at, tail=query.tail)
        return self.respond(view_answer(request, view))

    @operation(name="battle_show", body=ToShow, example={"visibility": "public"}, answer=BattleShown, **TAG)
    def patch(self, request: Request, battle: str, body: ToShow) -> HttpResponse:
        """Change a battle's title, and who may see it

        Only for its owner.
        """
        access = access_to_battle(request, battle)
        row = access.battle
        visibility = row.visibility if isinstance(body.visibility, UnsetType) else body.visibility
        delay = row.delay if isinstance(body.delay, UnsetType) else body.delay
        if not isinstance(body.title, UnsetType):
            invitations.rename_battle(access, body.title)
        invitations.share_battle(access, visibility=visibility, delay=delay)
        row = access_to_battle(request, battle).battle
        return self.respond(BattleShown(row.title, row.visibility, row.delay))

    @operation(name="battle_delete", status=204, **TAG)
    def delete(self, request: Request, battle: str) -> HttpResponse:
        """Delete a battle

        Only for its owner, while nobody else plays in it or once it is over.
        """
        game_end.delete(access_to_battle(request, battle))
        return self.done()


class OneGround(BattleEndpoint):
    """``/battles/<battle>/ground``"""

    @guest_operation(name="battle_ground", answer=Ground, versioned=True, holds=True, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """See the ground of a battle

        The board without units and markers. It does not change from move to move, so read it once.
        """
        view = shown_battle(access_to_battle(request, battle), tail=1)
        tag = ground_tag(view)
        sent_tags = request.headers.get("If-None-Match", "")[:2000]
        if sent_tags.strip() == "*" or tag in TAGGED.findall(sent_tags):
            answer = HttpResponse(status=304)
            del answer["Content-Type"]
        else:
            answer = self.respond(view.ground)
        answer["ETag"] = f'"{tag}"'
        answer["Cache-Control"] = PRIVATE
        return answer


STREAM: Final = "text/event-stream"
HEADERS: Final = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
LINE: Final = re.compile(r"-1|[0-9]{1,9}")


class LiveQuery(Struct, frozen=True):
    """The first line, and the viewer."""

    after: Annotated[LineNumber, Meta(description="The last line that you have; `Last-Event-ID` overrides it.")] = -1
    viewer: Annotated[str, Meta(max_length=8, description="The viewer that you were at your last request.")] = ""


class Live(BattleEndpoint):
    """``/battles/<battle>/live``"""

    http_method_names = ["get"]

    @guest_operation(
        name="battle_live", query=LiveQuery, files=(STREAM,), tag="Playing", success="The stream of events."
    )
    def get(self, request: Request, battle: str, query: LiveQuery) -> Any:
        """Follow a battle

        Server-sent events: `begin`, then a message `{"n": n}` with `n` as its id whenever your feed has grown to line
        n. `reload` means that you are another viewer now than `viewer`, and ends the stream. The stream also ends
        after ten minutes: open it again. 429 if you have too many streams open, 503 if the server has:
        `Retry-After` says when to try again.
        """
        last = request.headers.get("Last-Event-ID", "")
        if last and not LINE.fullmatch(last):
            raise Problem("malformed", "Last-Event-ID must be the number of a line.")
        guest_seat_ids(request)
        find_follower = partial(sse.follower_of, battle, partial(self.current_caller, request))
        follower = find_follower()
        if follower is None:
            raise Problem("not-found", MISSING)
        try:
            claim = hub.claim("battle_api", Holder.of(follower.user, request.META.get("REMOTE_ADDR", "")))
        except TooManyStreams as fault:
            kind = "too-many" if fault.status == 429 else "unavailable"
            raise Problem(kind, str(fault), headers={"Retry-After": str(fault.wait)}) from fault
        after = int(last) if last else query.after
        lines = sse.battle_stream(find_follower, follower, claim, after=after, viewer=query.viewer or follower.viewer)
        return StreamingHttpResponse(lines, content_type=STREAM, headers=HEADERS)

    def current_caller(self, request: Request) -> tuple[Any, list[int]]:
        """The caller and their guest seats, checked afresh: their token, seat or session may have ended."""
        fresh = HttpRequest()
        fresh.method, fresh.path, fresh.META = "GET", request.path, request.META
        session = request._request.session
        fresh.session = type(session)(session.session_key)
        fresh.user = get_user(fresh)
        try:
            fresh_request = Request(fresh, authenticators=self.get_authenticators())
            return fresh_request.user, guest_seat_ids(fresh_request)
        except exceptions.APIException:
            return AnonymousUser(), []
