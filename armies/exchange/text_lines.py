"""The lines of a text as they are to be read: decisions applied, long lines joined, hidden characters gone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from armies.exchange.cleaning import HIDDEN_SENTENCE, composed, has_hidden, short
from armies.exchange.limits import MAX_CELL, MAX_LINE
from armies.exchange.outcome import Problem

GOES_ON: Final = ">>"
"""Begins a line that goes on with the one above, nothing between them but what follows the sign and a space."""
TAB: Final = 2
"""A tab is one level, as two spaces are."""


@dataclass
class Line:
    """One line; ``number`` is that of the file, also where a decision replaced it."""

    number: int
    text: str
    original: str

    @property
    def indent(self) -> int:
        start = self.text[: len(self.text) - len(self.text.lstrip())]
        return sum(TAB if char == "\t" else 1 for char in start)

    def problem(self, sentence: str, *, blocking: bool = True) -> Problem:
        return Problem(self.number, short(self.original.strip()), sentence, blocking)


def lines_of(
    text: str, decisions: Mapping[int, str | None], problems: list[Problem], *, table: bool = False
) -> Sequence[Line]:
    """The lines of ``text`` that are not left out; what is wrong with one as a line goes to ``problems``."""
    lines: list[Line] = []
    longest = MAX_CELL if table else MAX_LINE
    for number, original in enumerate(text.split("\n"), start=1):
        for part in _decided(number, original, decisions):
            line = Line(number, composed(part), original)
            if has_hidden(part):
                problems.append(line.problem(HIDDEN_SENTENCE, blocking=False))
            if len(line.text) > longest:
                problems.append(line.problem(f"A line may have {longest:,} characters; this has {len(line.text):,}."))
            elif not table and lines and line.text.lstrip().startswith(GOES_ON):
                _join(lines, line, problems)
            else:
                lines.append(line)
    return lines


def _decided(number: int, original: str, decisions: Mapping[int, str | None]) -> Iterator[str]:
    """The line, or what was decided in its place: set in as the line was, where it is not set in itself."""
    if number not in decisions:
        yield original
        return
    replacement = decisions[number]
    if replacement is not None:
        indent = original[: len(original) - len(original.lstrip(" \t"))]
        for part in replacement.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
            yield part if part[:1] in (" ", "\t", "") else indent + part


def _join(lines: list[Line], line: Line, problems: list[Problem]) -> None:
    above = lines[-1]
    more = line.text.lstrip().removeprefix(GOES_ON).removeprefix(" ")
    if len(above.text) + len(more) > MAX_CELL:
        problems.append(line.problem(f"A line that goes on may have {MAX_CELL:,} characters in all."))
    else:
        above.text += more
