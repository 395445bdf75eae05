"""Split a text into lines (decisions applied, continued lines joined, hidden characters removed) and parse each."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from armies.exchange.clean_text import HIDDEN_SENTENCE, QUOTED, composed, has_hidden, mask, short, split, unquote
from armies.exchange.draft_army import Parsed, Problem
from armies.exchange.limits import MAX_CELL, MAX_HEAD, MAX_LINE
from armies.exchange.text.army_header import heading, is_total
from armies.exchange.text.notation import cut_facts, read_facts
from armies.exchange.text.strengths import whole_number
from armies.exchange.text.unit_line import free_unit
from armies.exchange.vocabulary import TYPE_NAMES, quality_of, type_in
from battles.engine.armies.facts import GUN_WEIGHTS

BULLET: Final = re.compile(
    r"^(?:(?:[-+•·◦‣▪●○■–—]|\*+|\(?\d{1,3}\)|\(?[a-z]\)"
    r"|\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}\.(?=\s+(?:\d+(?:st|nd|rd|th|er|e|re|/\d+)\b|[ivx]+ corps)))\s+)+"
    r"|^-(?=[^\W\d]|\d+(?:st|nd|rd|th|er|e|re|\.)?[ /]?[^\W\d])",
    re.IGNORECASE,
)
"""Bullets and list numbers. ``1. Division`` is the first division, ``1. 3rd Foot`` a list item."""

MARKS: Final = re.compile(
    r"\*\*(?=\S)|(?<=\S)\*\*|__|'{2,3}|\[/?(?:b|i|u|size|color|list|quote|\*)(?:=[^\]]*)?\]|^=+\s+|\s+=+$",
    re.IGNORECASE,
)
"""Marks of wikis and forums for bold, italics and headings."""

LEVEL_QUOTED: Final = re.compile(r"^(corps|division|brigade)\s+(?=\")", re.IGNORECASE)
COUNTED: Final = re.compile(r"(\d[\d,]*) (men|guns?)")
TYPES: Final = {name: unit_type for unit_type, name in TYPE_NAMES.items()}
PROSE_WORDS: Final = 9
"""A line of this many words without a figure is a sentence, not a unit."""


def parse(text: str, *, over_others: bool = False) -> Parsed:
    """The content of one line. ``over_others``: the lines below it are indented under it."""
    text = without_comment(text)
    lead = LEVEL_QUOTED.match(text)
    if lead and (quoted := QUOTED.match(text, lead.end())):
        return _exact_heading(quoted, lead[1].lower())
    if quoted := QUOTED.match(text):
        return _exact(quoted) if text[quoted.end() :].lstrip().startswith(",") else _exact_heading(quoted, "")
    head, facts = cut_facts(text)
    if len(head) > MAX_HEAD:
        return Parsed(
            "unknown", errors=[f"A unit or formation may have at most {MAX_HEAD} characters; this has {len(head):,}."]
        )
    if is_total(head) and not over_others:
        return Parsed("total")
    parsed = heading(head, over_others=over_others) or free_unit(head)
    read_facts(facts, parsed)
    if parsed.kind == "unit" and not is_unit_line(parsed, head):
        parsed.kind = "unknown"
    return parsed


def without_comment(text: str) -> str:
    """``text`` without bullets, marks and a comment: what follows `` # `` outside quotation marks."""
    text = text.strip()
    if not (QUOTED.match(text) or LEVEL_QUOTED.match(text)):
        text = BULLET.sub("", MARKS.sub("", text).strip())
    masked = mask(text)
    for at in (masked.find(" # "), len(masked) - 2 if masked.endswith(" #") else -1):
        if at >= 0:
            return text[:at].rstrip()
    return text


def is_unit_line(parsed: Parsed, head: str) -> bool:
    """True if the line has enough facts of a unit."""
    facts = parsed.facts
    has_troop_type = bool({"type", "gun_weight"} & facts.keys()) or type_in(parsed.name) is not None
    if parsed.figure or parsed.errors:
        return True
    return has_troop_type and len(head.split()) < PROSE_WORDS and not head.endswith((".", "!", "?"))


def _exact(quoted: re.Match[str]) -> Parsed:
    """Parse a unit with its name in quotation marks and its facts after commas."""
    head, facts = cut_facts(quoted.string[quoted.end() :])
    parsed = Parsed("unit", facts={"name": unquote(quoted[0])}, exact=True, figure=True)
    for item in split(head, ",")[1:]:
        if not _exact_item(item, parsed):
            parsed.errors.append(f"“{item}” is not understood.")
    read_facts(facts, parsed)
    for field, what in (("type", "the type, such as line infantry"), ("quality", "the quality, such as trained")):
        if field not in parsed.facts:
            parsed.errors.append(f"{what[0].upper()}{what[1:]}, is missing.")
    return parsed


def _exact_item(item: str, parsed: Parsed) -> bool:
    facts = parsed.facts
    if match := COUNTED.fullmatch(item):
        facts["men" if match[2] == "men" else "guns"] = whole_number(match[1])
    elif item in TYPES:
        facts["type"] = TYPES[item]
    elif item in GUN_WEIGHTS:
        facts["gun_weight"] = item
    elif quality := quality_of(item):
        facts["quality"] = quality
    else:
        return False
    return True


def _exact_heading(quoted: re.Match[str], level: str) -> Parsed:
    """Parse a heading with its name in quotation marks and its commander after a colon."""
    head, facts = cut_facts(quoted.string[quoted.end() :])
    rest = head.strip()
    parsed = Parsed("formation", level=level, facts={"name": unquote(quoted[0])}, exact=True)
    if rest.startswith(":"):
        parsed.facts["commander"] = unquote(rest[1:])
    elif rest:
        parsed.errors.append(f"“{rest}” after the name is not understood; write a colon before a commander.")
    read_facts(facts, parsed)
    return parsed


GOES_ON: Final = ">>"
"""Begins a line that continues the line above. The text after the sign and one space is appended to it."""

TAB: Final = 2
"""Spaces that a tab counts for: one level."""


@dataclass
class Line:
    """One line; ``number`` is its number in the file, even if a decision replaced its text."""

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
    """The lines of ``text`` after ``decisions``; lines that are too long or have hidden characters add ``problems``."""
    lines: list[Line] = []
    longest = MAX_CELL if table else MAX_LINE
    for number, original in enumerate(text.split("\n"), start=1):
        for part in _decided(number, original, decisions):
            line = Line(number, composed(part), original)
            if has_hidden(part):
                problems.append(line.problem(HIDDEN_SENTENCE, blocking=False))
            if len(line.text) > longest:
                problems.append(
                    line.problem(f"A line may have at most {longest:,} characters; this has {len(line.text):,}.")
                )
            elif not table and lines and line.text.lstrip().startswith(GOES_ON):
                _join(lines, line, problems)
            else:
                lines.append(line)
    return lines


def _decided(number: int, original: str, decisions: Mapping[int, str | None]) -> Iterator[str]:
    """The line, or the lines decided instead of it, which get its indentation if they have none."""
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
        problems.append(line.problem(f"A continued line may have at most {MAX_CELL:,} characters in all."))
    else:
        above.text += more
