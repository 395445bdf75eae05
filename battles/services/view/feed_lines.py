"""Lines of a viewer's feed with their notes and keys, grouped by turn and phase."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.db.models import Count, Min
from django.utils import timezone
from msgspec import Struct

from battles.engine.core import PUBLIC
from battles.models import Note, Told
from battles.services.access import Access
from battles.services.play.lock import Gone
from battles.services.play.submission import last_line
from battles.services.view.battle_view import Line

CITED: Final = re.compile(r" \((?:[A-Z]{2,3}-[A-Z]+-\d{2,3}(?:, )?)+\)")
"""The rule IDs at the end of a sentence."""

SHOWN: Final = (
    *("n", "key", "lines", "by_name", "turn", "phase", "undone", "seq", "created"),
    *("entry__seq", "entry__side", "entry__free", "entry__line"),
)
"""The columns of a line that a page reads, those of its entry last."""


class PlayedEntry(NamedTuple):
    """What a page reads of a line's entry."""

    seq: int
    side: str
    free: bool
    line: bytes


class FeedRow(NamedTuple):
    """A stored line of a feed; without an ``entry`` it is a notice."""

    n: int
    key: str
    lines: list[tuple[str, bool]]
    by_name: str
    turn: int
    phase: str
    undone: bool
    seq: int
    created: datetime
    entry: PlayedEntry | None


AND: Final = " · "
"""Separator of headings that share a line."""


class PhasePart(Struct, frozen=True):
    """The sentences of a line that belong to one phase."""

    line: Line
    texts: tuple[str, ...]


class Phase(Struct, frozen=True):
    """A heading and the lines under it, the newest first."""

    heading: str
    parts: tuple[PhasePart, ...]


def by_phase(feed: Sequence[Line]) -> list[Phase]:
    """The phases of a feed, the newest first; the feed itself is in order, the oldest line first.

    A line in which one phase ends and the next begins appears under both headings. Headings of undone lines are left
    out. Consecutive phases without lines share one heading, in the order of play.
    """
    phases: list[Phase] = []
    parts: list[PhasePart] = []
    for line in reversed(feed):
        texts: list[str] = []
        for text, is_heading in reversed(line.lines):
            if not is_heading:
                texts.insert(0, text)
            elif not line.undone:
                phases.append(Phase(text, (*parts, *_part(line, texts))))
                parts, texts = [], []
        parts += _part(line, texts)
    if parts:
        phases.append(Phase(_heading_over(parts[-1]), tuple(parts)))
    return list(_joined(phases))


def _joined(phases: Sequence[Phase]) -> Iterator[Phase]:
    """The phases, with consecutive ones without lines joined."""
    for is_empty, row in groupby(phases, key=lambda phase: not phase.parts):
        if is_empty:
            yield Phase(AND.join(phase.heading for phase in reversed(list(row))), ())
        else:
            yield from row


def uncited(text: str) -> str:
    """Sentences without the rule IDs at their ends."""
    return CITED.sub("", text)


def _part(line: Line, texts: Sequence[str]) -> list[PhasePart]:
    return [PhasePart(line, tuple(texts))] if texts else []


def _heading_over(part: PhasePart) -> str:
    """The heading of the oldest lines of a feed, which stands in an earlier line; "" if the line has another one."""
    return "" if any(is_heading for _, is_heading in part.line.lines) else part.line.phase


class PhaseStart(Struct, frozen=True):
    """The first line of a phase: its number, the turn, and the phase's heading."""

    n: int
    turn: int
    phase: str

    @property
    def words(self) -> str:
        """The turn and the heading; the turn is not repeated if the heading begins with it."""
        turn = f"Turn {self.turn}"
        if not self.turn or self.phase.startswith(turn):
            return self.phase or "The beginning"
        return f"{turn}: {self.phase}" if self.phase else turn


def phase_starts(access: Access, last: int) -> tuple[PhaseStart, ...]:
    """The first lines of all phases up to line ``last``, in order; one query."""
    rows = Told.objects.filter(battle=access.battle, viewer=access.viewer, n__lte=last)
    starts = rows.order_by().values("turn", "phase").annotate(first=Min("n")).order_by("first")
    return tuple(PhaseStart(row["first"], row["turn"], row["phase"]) for row in starts)


def lines_since(access: Access, n: int, most: int = 200) -> tuple[Line, ...]:
    """The lines of the user's feed after ``n``, at most ``most``."""
    last = last_shown(access)
    return lines_of(access, _read(_rows(access).filter(n__gt=n, n__lte=last).order_by("n")[:most]))


def lines_until(access: Access, n: int, most: int = 200) -> tuple[Line, ...]:
    """The last ``most`` lines of the user's feed up to ``n``."""
    return lines_of(access, rows_until(access, min(n, last_shown(access)), most))


def number_of_key(access: Access, key: str) -> int:
    """The number of a line in the user's feed, by its key.

    Raises:
        Gone: there is none, or the user may not read it (yet); the answer does not tell which.
    """
    row = _rows(access).filter(key=key).first() if key.isalnum() else None
    if row is None or row.n > last_shown(access):
        raise Gone("There is no such line, or you may not read it until the battle is over.")
    return int(row.n)


def keys_of(access: Access, numbers: Collection[int]) -> dict[int, str]:
    """The keys of lines of the user's feed, by their numbers; one query."""
    return dict(_rows(access).filter(n__in=numbers).values_list("n", "key"))


def last_shown(access: Access) -> int:
    """The last line that the user may see now; spectators are behind by the battle's delay until it is over."""
    until = _shown_until(access)
    if until is None:
        return last_line(access.battle, access.viewer)
    newest = _rows(access).filter(created__lte=until).order_by("-n").first()
    return -1 if newest is None else newest.n


def _shown_until(access: Access) -> datetime | None:
    """The time up to which a spectator with a delay sees the battle; None for everybody else."""
    battle = access.battle
    if access.viewer != PUBLIC or not battle.delay or battle.is_over:
        return None
    return timezone.now() - timedelta(minutes=battle.delay)


def _rows(access: Access) -> Any:
    return Told.objects.filter(battle=access.battle, viewer=access.viewer)


def rows_until(access: Access, n: int, tail: int) -> list[FeedRow]:
    """The last ``tail`` rows of the user's feed up to line ``n``."""
    return _read(_rows(access).filter(n__lte=n).order_by("-n")[:tail])[::-1]


def _read(rows: Any) -> list[FeedRow]:
    own = len(FeedRow._fields) - 1
    return [
        FeedRow._make((*row[:own], None if row[own] is None else PlayedEntry._make(row[own:])))
        for row in rows.values_list(*SHOWN)
    ]


def lines_of(access: Access, rows: list[FeedRow]) -> tuple[Line, ...]:
    """The lines of rows of the user's feed, each with its number of notes."""
    notes = _notes(access, rows)
    return tuple(
        Line(
            n=row.n,
            key=row.key,
            lines=tuple((text, is_heading) for text, is_heading in row.lines),
            by_name=row.by_name,
            turn=row.turn,
            phase=row.phase,
            undone=row.undone,
            is_notice=row.entry is None,
            created=row.created,
            notes=notes.get(row.n, 0),
        )
        for row in rows
    )


def readable_notes(access: Access, n: int) -> Any:
    """The notes that the user may read up to line ``n``: those for all and of their own side, for an umpire all.

    Spectators read notes with the same delay as lines.
    """
    notes = Note.objects.filter(battle=access.battle)
    if (until := _shown_until(access)) is not None:
        notes = notes.filter(created__lte=until)
    if not access.may_umpire:
        notes = notes.filter(viewer__in=("", *access.own))
    if n >= last_line(access.battle, access.viewer):
        return notes
    ends = dict(_rows(access).filter(n__in=(n, n + 1)).values_list("n", "seq"))
    return notes.filter(seq__lte=max(ends.get(n, -1), ends[n + 1] - 1))


def note_index(seqs: Sequence[int], keys: Sequence[str], seq: int, key: str) -> int:
    """The index of the line that a note belongs to, among lines with the keys ``keys`` of the entries ``seqs``.

    It is the line with the note's ``key``; if there is none, the line of entry ``seq`` or the one before; -1 for none.
    """
    if key and key in keys:
        return keys.index(key)
    place = bisect_left(seqs, seq)
    return place if place < len(seqs) and seqs[place] == seq else place - 1


def _notes(access: Access, rows: list[FeedRow]) -> dict[int, int]:
    """The number of notes that the user may read, by line number."""
    counts: dict[int, int] = {}
    if not rows:
        return counts
    readable = readable_notes(access, rows[-1].n).filter(seq__gte=rows[0].seq)
    seqs, keys = [row.seq for row in rows], [row.key for row in rows]
    for seq, key, count in readable.values_list("seq", "key").annotate(count=Count("id")).order_by("seq"):
        n = rows[note_index(seqs, keys, seq, key)].n
        counts[n] = counts.get(n, 0) + count
    return counts
