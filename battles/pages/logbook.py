"""The lines of a feed as a log is read: newest first, each under the heading of the phase that it belongs to."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from battles.services.look import Line

CITED: Final = re.compile(r" \((?:[A-Z]{2,3}-[A-Z]+-\d{2,3}(?:, )?)+\)")
"""The rule IDs at the end of a sentence of the record."""


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
    nothing.
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
    return found


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
