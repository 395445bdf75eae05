"""The level of each heading: by its words, and by what stands under it where they say none or mislead."""

import re
from dataclasses import dataclass
from typing import Final

from armies.exchange.cleaning import plain
from armies.exchange.drafts import rank
from armies.exchange.free_unit import free_unit
from armies.exchange.parsed import Parsed
from armies.exchange.splitting import ROMAN
from armies.exchange.text_lines import Line
from armies.exchange.troops import type_in
from armies.exchange.words import LEVELS

ABOVE: Final = ("brigade", "division", "corps", "army", "army")
"""By the rank of the highest level under a heading without a level word: the level of the heading."""
ARM_ONLY: Final = re.compile(
    r"cavalr|kavaller|cavaler|artiller|\binfanter|\binfantry$|\bguard$|\bhorse$|reserve|column"
)
NUMBERED: Final = re.compile(
    r"^(?:(?P<number>\d{1,2})(?:st|nd|rd|th|er|e|eme|\.)?|(?P<roman>[ivx]{1,4})\.?)"
    r"(?:\s*(?:bn|btn|battalion|bataillon|btl|batt)\.?)?$"
)


@dataclass
class Entry:
    """A line that is an element, and what it says."""

    line: Line
    parsed: Parsed

    @property
    def indent(self) -> int:
        return self.line.indent


def assign(entries: list[Entry]) -> None:
    """Give every heading its level; regiments over their battalions become kind ``regiment``."""
    over = _parents(entries)
    siblings = _siblings(entries, over)
    heights = [0] * len(entries)
    for index in range(len(entries) - 1, -1, -1):
        parsed = entries[index].parsed
        parent = entries[over[index]].parsed if over[index] >= 0 else None
        if parsed.kind == "formation" and not (parsed.exact and parsed.level):
            _read_level(entries, index, heights[index], parent, siblings[over[index]])
            siblings[over[index]].add(parsed.level)
        if over[index] >= 0:
            heights[over[index]] = max(heights[over[index]], heights[index], rank(parsed.level))


def _parents(entries: list[Entry]) -> list[int]:
    """For each entry the one above it that is indented less, -1 for none."""
    parents: list[int] = []
    open_ones: list[int] = []
    for index, entry in enumerate(entries):
        while open_ones and entries[open_ones[-1]].indent >= entry.indent:
            open_ones.pop()
        parents.append(open_ones[-1] if open_ones else -1)
        open_ones.append(index)
    return parents


def _siblings(entries: list[Entry], over: list[int]) -> dict[int, set[str]]:
    """The levels of the lines that stand side by side, by the entry over them."""
    levels: dict[int, set[str]] = {}
    for entry, parent in zip(entries, over, strict=True):
        levels.setdefault(parent, set()).add(entry.parsed.level)
    return levels


def _read_level(entries: list[Entry], index: int, height: int, parent: Parsed | None, siblings: set[str]) -> None:
    parsed = entries[index].parsed
    if not parsed.level:
        if height == 0 and parent is not None and parent.level == "brigade" and _is_regiment(parsed.name):
            parsed.kind = "regiment"
            return
        parsed.level = ABOVE[height]
        if parsed.level in LEVELS and _is_regiment(parsed.name):
            parsed.assumed.append(f"lines stand under it, so it is taken as a {parsed.level}")
    elif parsed.level == "brigade" and height == rank("brigade"):
        parsed.level = "division"
        parsed.assumed.append("it holds brigades, so it is taken as a division")
    elif parsed.level == "corps" and height < rank("division") and _beside_divisions(parent, siblings):
        parsed.level = "division"
        parsed.assumed.append("it stands beside divisions, so it is taken as a division")


def _beside_divisions(parent: Parsed | None, siblings: set[str]) -> bool:
    return parent is not None and (parent.level == "corps" or "division" in siblings)


def _is_regiment(name: str) -> bool:
    guess = type_in(name)
    return guess is not None and not guess.doubt and not ARM_ONLY.search(plain(name))


def regiment_of(entry: Entry) -> Parsed:
    """What a regiment's own line says for the battalions under it."""
    return free_unit(entry.parsed.name)


def battalion_of(regiment: Parsed, parsed: Parsed) -> None:
    """A line under a regiment: ``1st Battalion 550`` under ``24e Ligne`` is ``I/24e Ligne``."""
    if match := NUMBERED.fullmatch(plain(parsed.name).strip()):
        number = int(match["number"]) if match["number"] else 0
        roman = ROMAN[number - 1] if 0 < number <= len(ROMAN) else (match["roman"] or str(number)).upper()
        parsed.facts["name"] = f"{roman}/{regiment.name}"
    for key in ("quality", "type", "nation"):
        if key in regiment.facts:
            parsed.facts.setdefault(key, regiment.facts[key])
    if ("type" not in parsed.facts and (guess := type_in(parsed.name)) is None) or (guess and guess.doubt):
        own = type_in(regiment.name)
        if own is not None:
            parsed.facts["type"] = own.type
