"""The lines of a feed as a log is read: newest first, each under the heading of the phase that it belongs to."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from battles.services.look import Line

CITED: Final = re.compile(r" \((?:[A-Z]{2,3}-[A-Z]+-\d{2,3}(?:, )?)+\)")
"""The rule IDs at the end of a sentence of the record."""

AND: Final = " · "
"""Between headings that share a line."""


class Part(Struct, frozen=True):
    """The sentences of a line that belong to one phase."""

    line: Line
    texts: tuple[str, ...]


class Phase(Struct, frozen=True):
    """A heading, and what was told under it, the newest first."""

    heading: str
    parts: tuple[Part, ...]


def by_phase(feed: Sequence[Line]) -> list[Phase]:
    """A feed, which is told oldest first, newest first.

    A line in which one phase ends and another begins is told under both headings. A heading that was taken back heads
    nothing. Phases in a row in which nothing was told share one heading, in the order in which they passed.
    """
    found: list[Phase] = []
    parts: list[Part] = []
    for line in reversed(feed):
        texts: list[str] = []
        for text, is_heading in reversed(line.lines):
            if not is_heading:
                texts.insert(0, text)
            elif not line.undone:
                found.append(Phase(text, (*parts, *_part(line, texts))))
                parts, texts = [], []
        parts += _part(line, texts)
    if parts:
        found.append(Phase(_heading_over(parts[-1]), tuple(parts)))
    return list(_joined(found))


def _joined(phases: Sequence[Phase]) -> Iterator[Phase]:
    """The phases, those in a row without parts as one."""
    for is_empty, row in groupby(phases, key=lambda phase: not phase.parts):
        if is_empty:
            yield Phase(AND.join(phase.heading for phase in reversed(list(row))), ())
        else:
            yield from row


def latest(feed: Sequence[Line]) -> str:
    """What was told last, without its rule IDs; "" where nothing was."""
    for line in reversed(feed):
        texts = [text for text, is_heading in line.lines if not is_heading]
        if texts:
            return CITED.sub("", " ".join(texts))
    return ""


def _part(line: Line, texts: Sequence[str]) -> list[Part]:
    return [Part(line, tuple(texts))] if texts else []


def _heading_over(part: Part) -> str:
    """The heading of the oldest lines of a feed, whose own is told earlier; "" where their line tells another one."""
    return "" if any(is_heading for _, is_heading in part.line.lines) else part.line.phase
