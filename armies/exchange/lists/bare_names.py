"""Names that stand alone in a line: the commander of the heading above, or of the units below."""

import re
from collections.abc import Sequence
from typing import Final

from armies.exchange.lists.heading_nation import nation_of
from armies.exchange.lists.headings import Item, is_person

MOST_NAMES: Final = 3
POSSESSIVE: Final = re.compile(r"(.{2,40}?)['’]s? ([\w-]+)$")
"""A commander's troops: ``Power's Portuguese``, ``Nansouty's horsemen``."""


def read_bare_names(rows: Sequence[Item]) -> None:
    """Read names alone, section by section: a heading and what follows it up to the next one.

    ``Third Division``, ``Pakenham`` names the division's commander. ``1st Division``, ``Stopford`` and units,
    ``Nightingall`` and units are two formations of the division.
    """
    starts = [index for index, item in enumerate(rows) if item.kind in ("heading", "title") and not item.inline]
    for start, end in zip([-1, *starts], [*starts, len(rows)], strict=True):
        names = [index for index in range(start + 1, end) if _is_alone(rows[index])]
        if names:
            _section(rows, start, end, names)


def _is_alone(item: Item) -> bool:
    if item.kind != "question" or item.inline or len(item.pieces) != 1 or item.text.strip(" .:()*") != item.name:
        return False
    match = POSSESSIVE.match(item.name)
    name = match[1] if match else item.name
    return len(name.split()) <= MOST_NAMES and is_person(name) and not nation_of(name)


def _section(rows: Sequence[Item], start: int, end: int, names: list[int]) -> None:
    """Read the names of one section; ``rows[start]`` is its heading, before the first there is none."""
    over = rows[start] if start >= 0 and rows[start].kind == "heading" else None
    led = [index for index in names if index + 1 < end and rows[index + 1].kind in ("unit", "regiment")]
    first = names[0]
    alone = first not in led or (len(led) == 1 and not POSSESSIVE.match(rows[first].name))
    if over and first == start + 1 and not over.commander and alone and first + 1 < len(rows):
        _claim(rows[first])
        rows[first].kind, rows[first].commander, rows[first].sentence = "commander", rows[first].name, ""
        rows[first].extra = f"“{rows[first].name}” is read as the commander of “{over.name}”"
        led = [index for index in led if index != first]
    for index in led:
        _lead(rows[index])
    if over and led and not any(rows[index].kind == "unit" for index in range(start + 1, led[0])):
        _indent(rows, over, led, end)


def _lead(item: Item) -> None:
    """Read a name over units as their formation."""
    match = POSSESSIVE.match(item.name)
    item.kind, item.unit, item.sentence = "heading", None, ""
    item.commander = match[1] if match else item.name
    item.nation = nation_of(match[2]) if match else ""
    item.extra = f"the units below “{item.name}” are read as a formation under “{item.commander}”"
    if match is None:
        _claim(item)


def _claim(item: Item) -> None:
    piece = item.pieces[0]
    piece.claims = [(start, end, "commander" if what == "name" else what) for start, end, what in piece.claims]


def _indent(rows: Sequence[Item], over: Item, led: list[int], end: int) -> None:
    """Put the formations that are called after names below their heading, where nothing else shows it."""
    if any(rows[index].indent != over.indent for index in led) or over.markup:
        return
    for index in range(led[0], end):
        rows[index].indent += 1 if index in led else 2
