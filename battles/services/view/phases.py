"""Turns and phases in a viewer's feed: where each begins, and the log grouped by phase."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from django.db.models import Min
from msgspec import Struct

from battles.models import Told
from battles.services.access import Access
from battles.services.view.battle_view import Line

CITED: Final = re.compile(r" \((?:[A-Z]{2,3}-[A-Z]+-\d{2,3}(?:, )?)+\)")
"""The rule IDs at the end of a sentence."""

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


def last_sentence(feed: Sequence[Line]) -> str:
    """The text of the last line that has one, without its rule IDs; "" for none."""
    for line in reversed(feed):
        texts = [text for text, is_heading in line.lines if not is_heading]
        if texts:
            return CITED.sub("", " ".join(texts))
    return ""


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
