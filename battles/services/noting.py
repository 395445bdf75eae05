"""Notes that people write beside the lines of their feed."""

from datetime import datetime
from typing import Final

from django.utils.crypto import salted_hmac
from msgspec import Struct

from armies.exchange.cleaning import many_lines
from battles.models import Note, Told
from battles.services.correcting import writing
from battles.services.lines import beside, last_shown, readable_notes
from battles.services.locking import Gone, NotYours, Refused
from battles.services.standing import Standing

MOST_TEXT: Final = 1_000
MOST_NOTES: Final = 500
"""Notes of one battle."""


class Noted(Struct, frozen=True):
    """A note as it is read. ``n`` is the line of the reader's feed that it stands beside; ``mine`` may be deleted.

    ``key`` names it in a form; it says nothing of how many notes there are that he may not read.
    """

    key: int
    n: int
    text: str
    by_name: str
    for_all: bool
    mine: bool
    created: datetime


def add(standing: Standing, n: int, text: str, *, for_all: bool) -> Note:
    """Write a note beside line ``n`` of one's own feed, for everybody or for one's own side alone.

    Raises:
        NotYours: he has no seat in the battle.
        Refused: it is empty or too long, or the battle has 500 notes.
        Gone: his feed has no such line.
    """
    if standing.seat is None:
        raise NotYours("Only who has a seat in a battle may write notes to it.")
    text = many_lines(text)
    if not text:
        raise Refused("A note has some text.", "text")
    if len(text) > MOST_TEXT:
        raise Refused(f"A note has at most {MOST_TEXT:,} characters; this one has {len(text):,}.", "text")
    with writing(standing.battle) as battle:
        line = Told.objects.filter(battle=battle, viewer=standing.viewer, n=n).first() if 0 <= n < 2**31 else None
        if line is None:
            raise Gone("There is no such line.")
        if battle.notes.count() >= MOST_NOTES:
            raise Refused(f"A battle has at most {MOST_NOTES} notes.", "text")
        return Note.objects.create(
            battle=battle,
            seq=max(line.seq, 0),
            key=line.key,
            viewer="" if for_all else standing.seat.place,
            by=standing.user,
            by_name=standing.name[:80],
            by_seat=standing.seat,
            text=text,
        )


def delete(standing: Standing, key: int) -> None:
    """Delete a note of one's own. Raises `Gone` where there is none (any more), or it is somebody else's."""
    for note in readable_notes(standing, last_shown(standing)):
        if key_of(note) == key and _mine(standing, note):
            note.delete()
            return
    raise Gone("There is no such note of yours.")


def notes_of(standing: Standing) -> tuple[Noted, ...]:
    """The notes that he may read, in the order of the battle, at most 500."""
    last = last_shown(standing)
    notes = list(readable_notes(standing, last))
    rows = Told.objects.filter(battle=standing.battle, viewer=standing.viewer, n__lte=last).order_by("n")
    told = list(rows.values_list("seq", "key")) if notes else []
    seqs, keys = [seq for seq, _ in told], [key for _, key in told]
    return tuple(
        Noted(
            key=key_of(note),
            n=max(beside(seqs, keys, note.seq, note.key), 0),
            text=note.text,
            by_name=note.by_name,
            for_all=not note.viewer,
            mine=_mine(standing, note),
            created=note.created,
        )
        for note in notes
    )


def key_of(note: Note) -> int:
    """What names a note in a form."""
    return int.from_bytes(salted_hmac("battles.note", str(note.pk)).digest()[:6], "big")


def _mine(standing: Standing, note: Note) -> bool:
    if note.by_id is not None:
        return standing.user is not None and note.by_id == standing.user.pk
    return standing.seat is not None and note.by_seat_id == standing.seat.pk
