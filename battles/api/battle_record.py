"""One battle as the caller may see it: view, visibility, event stream; feed lines, notes, dice, file, verification."""

import re
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.text import slugify
from msgspec import UNSET, Meta, Struct, UnsetType, convert
from rest_framework import exceptions
from rest_framework.request import Request

from armies.api.endpoint import PRIVATE
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.api.schemas import Visibility
from battles.api import shapes
from battles.api.battles import Delay, Title
from battles.api.endpoint import MISSING, PLAY, BattleEndpoint, access_to_battle, given, guest_operation, guest_seat_ids
from battles.api.shapes import LineNumber, feed_line, ground_tag, view_answer
from battles.engine.picture import Ground
from battles.services.access import Access
from battles.services.battle_report import report_of
from battles.services.live import sse
from battles.services.live.hub import Holder, TooManyStreams, hub
from battles.services.play import game_controls, invitations, notes
from battles.services.play.notes import MOST_TEXT, ReadableNote
from battles.services.play.verification import battle_file, dice_rolls, verify
from battles.services.view.battle_query import TAIL, shown_battle
from battles.services.view.feed_lines import keys_of, last_shown, lines_since, number_of_key
from battles.sheets.report_content import Report

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
    """The title, who may see the battle, how many minutes spectators are behind, and when the players want to meet.

    Fields left out stay.
    """

    title: Title | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    delay: Delay | UnsetType = UNSET
    planned: datetime | UnsetType | None = UNSET


class BattleShown(Struct, frozen=True):
    """The title, who may see the battle, how many minutes spectators are behind, and when the players want to meet."""

    title: str
    visibility: str
    delay: int
    planned: datetime | None


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
        """Change a battle's title, its planned date, and who may see it

        Only for its owner.
        """
        access = access_to_battle(request, battle)
        row = access.battle
        visibility = given(body.visibility, row.visibility)
        delay = given(body.delay, row.delay)
        if not isinstance(body.title, UnsetType):
            invitations.rename_battle(access, body.title)
        if not isinstance(body.planned, UnsetType):
            invitations.plan_battle(access, body.planned.isoformat() if body.planned else "")
        invitations.share_battle(access, visibility=visibility, delay=delay)
        row = access_to_battle(request, battle).battle
        return self.respond(BattleShown(row.title, row.visibility, row.delay, row.planned))

    @operation(name="battle_delete", status=204, **TAG)
    def delete(self, request: Request, battle: str) -> HttpResponse:
        """Delete a battle

        Only for its owner, while nobody else plays in it or once it is over.
        """
        game_controls.delete(access_to_battle(request, battle))
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


EXAMPLE: Final = {"line": "hgmsgjtdsnrp", "text": "Here the left gave way."}


class BattleNote(Struct, frozen=True):
    """A note that you may read, on the line with key `line` and number `n` of your feed.

    `for_all`: everybody may read it, not only its author's side. `mine`: you may delete it by its `key`.
    """

    key: int
    line: str
    n: int
    text: str
    by_name: str
    for_all: bool
    mine: bool
    created: datetime


class BattleNotes(Struct, frozen=True):
    """The notes that you may read, in the order of the battle."""

    items: list[BattleNote]


class ToNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note to write: the key of a line of your feed, the text, and whether everybody may read it."""

    line: Annotated[str, Meta(max_length=12)]
    text: Annotated[str, Meta(max_length=MOST_TEXT)]
    for_all: bool = True


class Notes(BattleEndpoint):
    """``/battles/<battle>/notes``"""

    @guest_operation(name="note_list", answer=BattleNotes, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """List the notes of a battle"""
        access = access_to_battle(request, battle)
        return self.respond(BattleNotes(_note_answers(access, notes.notes_of(access))))

    @guest_operation(name="note_write", body=ToNote, example=EXAMPLE, answer=BattleNote, status=201, sort=PLAY, **TAG)
    def post(self, request: Request, battle: str, body: ToNote) -> HttpResponse:
        """Write a note

        On a line of your feed; you need a seat.
        """
        access = access_to_battle(request, battle)
        row = notes.add(access, number_of_key(access, body.line), body.text, for_all=body.for_all)
        (note,) = _note_answers(access, [note for note in notes.notes_of(access) if note.key == notes.note_key(row)])
        return self.respond(note, 201)


class OneNote(BattleEndpoint):
    """``/battles/<battle>/notes/<key>``"""

    @guest_operation(name="note_delete", status=204, sort=PLAY, **TAG)
    def delete(self, request: Request, battle: str, key: int) -> HttpResponse:
        """Delete your note"""
        notes.delete(access_to_battle(request, battle), key)
        return self.done()


def _note_answers(access: Access, notes: Any) -> list[BattleNote]:
    listed: list[ReadableNote] = list(notes)
    keys = keys_of(access, {note.n for note in listed})
    return [
        BattleNote(
            note.key, keys.get(note.n, ""), note.n, note.text, note.by_name, note.for_all, note.mine, note.created
        )
        for note in listed
    ]


FILE: Final = "application/x-ndjson"
MOST: Final = 200


class SinceQuery(Struct, frozen=True):
    """The first line of the answer."""

    since: Annotated[shapes.LineNumber, Meta(description="The last line that you have; -1 for none.")] = -1
    limit: Annotated[int, Meta(ge=1, le=MOST, description=f"Lines in one answer, up to {MOST}.")] = MOST


class BattleAudit(Struct, frozen=True):
    """The result of a check.

    The problems are listed once the battle is over, and for an umpire: they may reveal hidden things.
    """

    sound: bool
    problems: list[str]


class BattleThrow(Struct, frozen=True):
    """A roll: its entry and its place in it, both from 0, its rule, the die and the natural faces."""

    entry: int
    place: int
    why: str
    sides: int
    faces: list[int]
    seeded: bool


class BattleDice(Struct, frozen=True):
    """The dice of a battle: the commitment to their secret; once it is over, the secret and every roll."""

    scheme: str
    commitment: str
    salts: list[str]
    secret: str
    throws: list[BattleThrow]


class Entries(BattleEndpoint):
    """``/battles/<battle>/entries``"""

    @guest_operation(name="battle_entries", query=SinceQuery, answer=shapes.FeedPage, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str, query: SinceQuery) -> HttpResponse:
        """Read your feed

        The lines after the last one that you have. A line that was undone later is `undone` when you read it again.
        """
        access = access_to_battle(request, battle)
        items = [feed_line(line) for line in lines_since(access, query.since, query.limit)]
        return self.respond(shapes.FeedPage(access.viewer, last_shown(access), items))


class Verify(BattleEndpoint):
    """``/battles/<battle>/verify``"""

    @guest_operation(name="battle_verify", answer=BattleAudit, costly=True, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Verify a battle

        Every entry is replayed: each action, each die, and everything stored with it.
        """
        access = access_to_battle(request, battle)
        problems = verify(access.battle)
        shown = problems if access.battle.is_over or access.may_umpire else []
        return self.respond(BattleAudit(not problems, shown))


class Dice(BattleEndpoint):
    """``/battles/<battle>/dice``"""

    @guest_operation(name="battle_dice", answer=BattleDice, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Read the dice of a battle

        Once it is over: the secret of the dice and every roll. Anybody can then verify them.
        """
        access = access_to_battle(request, battle)
        row = access.battle
        secret = bytes(row.secret).hex() if row.is_over else ""
        rolls = convert(dice_rolls(access), list[BattleThrow], from_attributes=True)
        return self.respond(BattleDice(row.scheme, row.commitment, list(row.salts), secret, rolls))


class BattleReport(BattleEndpoint):
    """``/battles/<battle>/report``"""

    @guest_operation(name="battle_report", answer=Report, also=(422,), costly=True, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Read the report of a battle

        Once it is over: result, losses, dice against their odds, turning points and story. Keys are those of log lines.
        """
        return self.respond(report_of(access_to_battle(request, battle)))


class Export(BattleEndpoint):
    """``/battles/<battle>/export``"""

    @guest_operation(name="battle_export", files=(FILE,), also=(403,), costly=True, success="The file.", **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Export a battle

        As a `.battle` file, once it is over. Until then only an umpire gets it, without the secret of the dice.
        """
        access = access_to_battle(request, battle)
        answer = HttpResponse(battle_file(access), content_type=FILE)
        name = slugify(access.battle.title) or access.battle.slug
        answer["Content-Disposition"] = f'attachment; filename="{name}.battle"'
        answer["Cache-Control"] = PRIVATE
        return answer
