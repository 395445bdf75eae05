"""Notes that players write on log lines."""

from datetime import datetime
from typing import Final

from django.utils.crypto import salted_hmac
from msgspec import Struct

from armies.exchange.clean_text import many_lines
from battles.models import Note, Told
from battles.services.access import Access
from battles.services.play.lock import Gone, NotYours, Refused
from battles.services.play.reconstruction import locked_for_writing
from battles.services.view.feed_lines import last_shown, note_index, readable_notes

MOST_TEXT: Final = 1_000
MOST_NOTES: Final = 500
"""The most notes of one battle."""


class ReadableNote(Struct, frozen=True):
    """A note as its reader sees it. ``n`` is its line in the reader's feed; the reader may delete a note of theirs.

    ``key`` names it in a form; it does not reveal how many notes the reader may not see.
    """

    key: int
    n: int
    text: str
    by_name: str
    for_all: bool
    mine: bool
    created: datetime


def add(access: Access, n: int, text: str, *, for_all: bool) -> Note:
    """Write a note on line ``n`` of the user's feed, for everybody or for their own side only.

    Raises:
        NotYours: the user has no seat in the battle.
        Refused: the note is empty or too long, or the battle has 500 notes.
        Gone: their feed has no such line.
    """
    if access.seat is None:
        raise NotYours("Only the players of a battle may write notes.")
    text = many_lines(text)
    if not text:
        raise Refused("Enter the text of the note.", "text")
    if len(text) > MOST_TEXT:
        raise Refused(f"A note has at most {MOST_TEXT:,} characters; this one has {len(text):,}.", "text")
    with locked_for_writing(access.battle) as battle:
        line = Told.objects.filter(battle=battle, viewer=access.viewer, n=n).first() if 0 <= n < 2**31 else None
        if line is None:
            raise Gone("There is no such line in your log.")
        if battle.notes.count() >= MOST_NOTES:
            raise Refused(f"A battle has at most {MOST_NOTES} notes.", "text")
        return Note.objects.create(
            battle=battle,
            seq=max(line.seq, 0),
            key=line.key,
            viewer="" if for_all else access.seat.place,
            by=access.user,
            by_name=access.name[:80],
            by_seat=access.seat,
            text=text,
        )


def delete(access: Access, key: int) -> None:
    """Delete a note of the user's own. Raises `Gone` if there is none (any more) or it is somebody else's."""
    for note in readable_notes(access, last_shown(access)):
        if note_key(note) == key and _mine(access, note):
            note.delete()
            return
    raise Gone("You have no such note.")


def notes_of(access: Access) -> tuple[ReadableNote, ...]:
    """The notes that the user may read, in the order of the battle, at most 500."""
    last = last_shown(access)
    notes = list(readable_notes(access, last))
    rows = Told.objects.filter(battle=access.battle, viewer=access.viewer, n__lte=last).order_by("n")
    lines = list(rows.values_list("seq", "key")) if notes else []
    seqs, keys = [seq for seq, _ in lines], [key for _, key in lines]
    return tuple(
        ReadableNote(
            key=note_key(note),
            n=max(note_index(seqs, keys, note.seq, note.key), 0),
            text=note.text,
            by_name=note.by_name,
            for_all=not note.viewer,
            mine=_mine(access, note),
            created=note.created,
        )
        for note in notes
    )


def note_key(note: Note) -> int:
    """The key of a note in forms and addresses."""
    return int.from_bytes(salted_hmac("battles.note", str(note.pk)).digest()[:6], "big")


def _mine(access: Access, note: Note) -> bool:
    if note.by_id is not None:
        return access.user is not None and note.by_id == access.user.pk
    return access.seat is not None and note.by_seat_id == access.seat.pk
