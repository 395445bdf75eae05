"""Notes beside the lines of a battle."""

from datetime import datetime
from typing import Annotated, Any, Final

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from battles.api.endpoint import PLAY, BattleEndpoint, seated
from battles.api.finding import present
from battles.services import noting
from battles.services.lines import keys_of, line_of
from battles.services.noting import MOST_TEXT, Noted
from battles.services.standing import Standing

TAG: dict[str, Any] = {"tag": "Battles"}
EXAMPLE: Final = {"line": "hgmsgjtdsnrp", "text": "Here the left gave way."}


class BattleNote(Struct, frozen=True):
    """A note as you may read it, beside the line `line` of your feed, whose number is `n`.

    `for_all` says that everybody may read it, not its writer's side alone; `mine` may be deleted by its `key`.
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
    """A note to be written: the `key` of a line of your feed, the text, and whether everybody may read it."""

    line: Annotated[str, Meta(max_length=12)]
    text: Annotated[str, Meta(max_length=MOST_TEXT)]
    for_all: bool = True


class Notes(BattleEndpoint):
    """``/battles/<battle>/notes``"""

    @seated(name="note_list", answer=BattleNotes, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """List the notes of a battle"""
        standing = present(request, battle)
        return self.respond(BattleNotes(_told(standing, noting.notes_of(standing))))

    @seated(name="note_write", body=ToNote, example=EXAMPLE, answer=BattleNote, status=201, sort=PLAY, **TAG)
    def post(self, request: Request, battle: str, body: ToNote) -> HttpResponse:
        """Write a note

        Beside a line of your feed; for who has a seat.
        """
        standing = present(request, battle)
        row = noting.add(standing, line_of(standing, body.line), body.text, for_all=body.for_all)
        (note,) = _told(standing, [note for note in noting.notes_of(standing) if note.key == noting.key_of(row)])
        return self.respond(note, 201)


class OneNote(BattleEndpoint):
    """``/battles/<battle>/notes/<key>``"""

    @seated(name="note_delete", status=204, sort=PLAY, **TAG)
    def delete(self, request: Request, battle: str, key: int) -> HttpResponse:
        """Delete a note of yours"""
        noting.delete(present(request, battle), key)
        return self.done()


def _told(standing: Standing, notes: Any) -> list[BattleNote]:
    found: list[Noted] = list(notes)
    keys = keys_of(standing, {note.n for note in found})
    return [
        BattleNote(
            note.key, keys.get(note.n, ""), note.n, note.text, note.by_name, note.for_all, note.mine, note.created
        )
        for note in found
    ]
