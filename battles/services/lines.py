"""The lines of somebody's feed: which he may read now, what notes stand beside them, and the keys that name them."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count
from django.utils import timezone

from battles.engine.core import PUBLIC
from battles.models import Note, Told
from battles.services.locking import Gone
from battles.services.look import Line
from battles.services.standing import Standing
from battles.services.submitting import last_line


def lines_since(standing: Standing, n: int, most: int = 200) -> tuple[Line, ...]:
    """The lines of his feed after ``n``, at most ``most`` of them."""
    last = last_shown(standing)
    rows = _rows(standing).filter(n__gt=n, n__lte=last).order_by("n")[:most]
    return lines_of(standing, list(rows))


def lines_until(standing: Standing, n: int, most: int = 200) -> tuple[Line, ...]:
    """The last ``most`` lines of his feed up to ``n``."""
    return lines_of(standing, rows_until(standing, min(n, last_shown(standing)), most))


def line_of(standing: Standing, key: str) -> int:
    """The number that the line of that key has in his own feed.

    Raises:
        Gone: there is none, or it is not his to read (yet); which of both does not show.
    """
    found = _rows(standing).filter(key=key).first() if key.isalnum() else None
    if found is None or found.n > last_shown(standing):
        raise Gone("There is no such line, or you may not read it before the battle is over.")
    return int(found.n)


def keys_of(standing: Standing, numbers: Collection[int]) -> dict[int, str]:
    """The keys of lines of his own feed, by their numbers; one query."""
    return dict(_rows(standing).filter(n__in=numbers).values_list("n", "key"))


def last_shown(standing: Standing) -> int:
    """The last line that he may see now; a spectator is behind by the battle's delay until it is over."""
    until = _shown_until(standing)
    if until is None:
        return last_line(standing.battle, standing.viewer)
    newest = _rows(standing).filter(created__lte=until).order_by("-n").first()
    return -1 if newest is None else newest.n


def _shown_until(standing: Standing) -> datetime | None:
    """The time that a spectator who is behind is shown; None for whoever is shown what is now."""
    battle = standing.battle
    if standing.viewer != PUBLIC or not battle.delay or battle.is_over:
        return None
    return timezone.now() - timedelta(minutes=battle.delay)


def _rows(standing: Standing) -> Any:
    return Told.objects.filter(battle=standing.battle, viewer=standing.viewer)


def rows_until(standing: Standing, n: int, tail: int) -> list[Told]:
    """The last ``tail`` rows of his feed up to line ``n``, each with its entry."""
    rows = _rows(standing).filter(n__lte=n).select_related("entry").defer("entry__line").order_by("-n")[:tail]
    return list(rows)[::-1]


def lines_of(standing: Standing, rows: list[Told]) -> tuple[Line, ...]:
    """Rows of his feed as they are read."""
    notes = _notes(standing, rows)
    return tuple(
        Line(
            n=row.n,
            key=row.key,
            lines=tuple((text, is_heading) for text, is_heading in row.lines),
            by_name=row.by_name,
            turn=row.turn,
            phase=row.phase,
            undone=row.undone,
            is_notice=row.entry_id is None,
            created=row.created,
            notes=notes.get(row.n, 0),
        )
        for row in rows
    )


def readable_notes(standing: Standing, n: int) -> Any:
    """The notes that he may read beside his lines up to ``n``: those for all and his own side's, for an umpire all.

    A spectator reads a note as late as he is shown what is told.
    """
    found = Note.objects.filter(battle=standing.battle)
    if (until := _shown_until(standing)) is not None:
        found = found.filter(created__lte=until)
    if not standing.may_umpire:
        found = found.filter(viewer__in=("", *standing.own))
    if n >= last_line(standing.battle, standing.viewer):
        return found
    ends = dict(_rows(standing).filter(n__in=(n, n + 1)).values_list("n", "seq"))
    return found.filter(seq__lte=max(ends.get(n, -1), ends[n + 1] - 1))


def beside(seqs: Sequence[int], keys: Sequence[str], seq: int, key: str) -> int:
    """Of lines told at the entries ``seqs``, the place of the one that a note to ``key``, at entry ``seq``, stands by.

    It is the line of that key; where he has none, that of the entry or the one before it; -1 where there is none.
    """
    if key and key in keys:
        return keys.index(key)
    place = bisect_left(seqs, seq)
    return place if place < len(seqs) and seqs[place] == seq else place - 1


def _notes(standing: Standing, rows: list[Told]) -> dict[int, int]:
    """How many notes that he may read stand beside each line."""
    found: dict[int, int] = {}
    if not rows:
        return found
    readable = readable_notes(standing, rows[-1].n).filter(seq__gte=rows[0].seq)
    seqs, keys = [row.seq for row in rows], [row.key for row in rows]
    for seq, key, count in readable.values_list("seq", "key").annotate(count=Count("id")).order_by("seq"):
        n = rows[beside(seqs, keys, seq, key)].n
        found[n] = found.get(n, 0) + count
    return found
