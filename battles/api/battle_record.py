"""The record of a battle: feed lines, notes, dice, the file, and its verification."""

from datetime import datetime
from typing import Annotated, Any, Final

from django.http import HttpResponse
from django.utils.text import slugify
from msgspec import Meta, Struct, convert
from rest_framework.request import Request

from armies.api.endpoint import PRIVATE
from battles.api import shapes
from battles.api.endpoint import PLAY, BattleEndpoint, access_to_battle, guest_operation
from battles.api.shapes import feed_line
from battles.services.access import Access
from battles.services.battle_report import report_of
from battles.services.play import notes
from battles.services.play.notes import MOST_TEXT, ReadableNote
from battles.services.play.verification import battle_file, dice_rolls, verify
from battles.services.view.feed_lines import keys_of, last_shown, lines_since, number_of_key
from battles.sheets.report_content import Report

TAG: dict[str, Any] = {"tag": "Battles"}
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
