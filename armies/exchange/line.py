"""One line of text to what it says: our own full writing first, then the ways of others."""

import re
from typing import Final

from armies.exchange.facts_text import cut_facts, read_facts
from armies.exchange.figures import whole
from armies.exchange.formation_line import heading, is_total
from armies.exchange.free_unit import free_unit
from armies.exchange.limits import MAX_HEAD
from armies.exchange.parsed import Parsed
from armies.exchange.quoting import QUOTED, mask, split, unquote
from armies.exchange.troops import type_in
from armies.exchange.words import TYPE_NAMES, quality_of
from armies.rules.facts import GUN_WEIGHTS

BULLET: Final = re.compile(
    r"^(?:(?:[-+•·◦‣▪●○■–—]|\*+|\(?\d{1,3}\)|\(?[a-z]\)"
    r"|\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}\.(?=\s+(?:\d+(?:st|nd|rd|th|er|e|re|/\d+)\b|[ivx]+ corps)))\s+)+"
    r"|^-(?=[^\W\d]|\d+(?:st|nd|rd|th|er|e|re|\.)?[ /]?[^\W\d])",
    re.IGNORECASE,
)
"""Bullets and the numbers of lists; ``1. Division`` is the first division, ``1. 3rd Foot`` is in a list."""
MARKS: Final = re.compile(
    r"\*\*(?=\S)|(?<=\S)\*\*|__|'{2,3}|\[/?(?:b|i|u|size|color|list|quote|\*)(?:=[^\]]*)?\]|^=+\s+|\s+=+$",
    re.IGNORECASE,
)
"""The marks of wikis and forums for bold, italics and headings."""

LEVEL_QUOTED: Final = re.compile(r"^(corps|division|brigade)\s+(?=\")", re.IGNORECASE)
COUNTED: Final = re.compile(r"(\d[\d,]*) (men|guns?)")
TYPES: Final = {name: unit_type for unit_type, name in TYPE_NAMES.items()}
PROSE_WORDS: Final = 9
"""So many words without a figure are a sentence, not a unit."""


def parse(text: str, *, over_others: bool = False) -> Parsed:
    """What one line says. ``over_others``: the lines below it are indented under it."""
    text = without_comment(text)
    lead = LEVEL_QUOTED.match(text)
    if lead and (quoted := QUOTED.match(text, lead.end())):
        return _exact_heading(quoted, lead[1].lower())
    if quoted := QUOTED.match(text):
        return _exact(quoted) if text[quoted.end() :].lstrip().startswith(",") else _exact_heading(quoted, "")
    head, facts = cut_facts(text)
    if len(head) > MAX_HEAD:
        return Parsed(
            "unknown", errors=[f"A unit or a formation may have {MAX_HEAD} characters; this has {len(head):,}."]
        )
    if is_total(head) and not over_others:
        return Parsed("total")
    parsed = heading(head, over_others=over_others) or free_unit(head)
    read_facts(facts, parsed)
    if parsed.kind == "unit" and not understood(parsed, head):
        parsed.kind = "unknown"
    return parsed


def without_comment(text: str) -> str:
    """``text`` without bullets and marks, and without what follows `` # `` outside quotation marks."""
    text = text.strip()
    if not (QUOTED.match(text) or LEVEL_QUOTED.match(text)):
        text = BULLET.sub("", MARKS.sub("", text).strip())
    masked = mask(text)
    for at in (masked.find(" # "), len(masked) - 2 if masked.endswith(" #") else -1):
        if at >= 0:
            return text[:at].rstrip()
    return text


def understood(parsed: Parsed, head: str) -> bool:
    """Whether enough was found to call the line a unit."""
    facts = parsed.facts
    known = bool({"type", "gun_weight"} & facts.keys()) or type_in(parsed.name) is not None
    if parsed.figure or parsed.errors:
        return True
    return known and len(head.split()) < PROSE_WORDS and not head.endswith((".", "!", "?"))


def _exact(quoted: re.Match[str]) -> Parsed:
    """A unit whose name stands in quotation marks, with its facts after commas."""
    head, facts = cut_facts(quoted.string[quoted.end() :])
    parsed = Parsed("unit", facts={"name": unquote(quoted[0])}, exact=True, figure=True)
    for item in split(head, ",")[1:]:
        if not _exact_item(item, parsed):
            parsed.errors.append(f"“{item}” is not understood here.")
    read_facts(facts, parsed)
    for field, what in (("type", "the type, such as line infantry"), ("quality", "the quality, such as trained")):
        if field not in parsed.facts:
            parsed.errors.append(f"{what[0].upper()}{what[1:]}, is missing.")
    return parsed


def _exact_item(item: str, parsed: Parsed) -> bool:
    facts = parsed.facts
    if match := COUNTED.fullmatch(item):
        facts["men" if match[2] == "men" else "guns"] = whole(match[1])
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
    """A heading whose name stands in quotation marks, with its commander after a colon."""
    head, facts = cut_facts(quoted.string[quoted.end() :])
    rest = head.strip()
    parsed = Parsed("formation", level=level, facts={"name": unquote(quoted[0])}, exact=True)
    if rest.startswith(":"):
        parsed.facts["commander"] = unquote(rest[1:])
    elif rest:
        parsed.errors.append(f"“{rest}” after the name is not understood; a commander stands after a colon.")
    read_facts(facts, parsed)
    return parsed
