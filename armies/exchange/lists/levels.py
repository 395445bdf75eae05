"""How deep the headings of a list stand, and which regiments stand over their battalions."""

import re
from dataclasses import dataclass
from itertools import dropwhile, pairwise
from typing import Final

from armies.exchange.clean_text import fold, plain
from armies.exchange.draft_army import Draft, rank
from armies.exchange.lists.headings import Item
from armies.exchange.text.hierarchy import NUMBERED


@dataclass
class Open:
    """A formation that the next lines may belong to."""

    draft: Draft
    indent: int
    markup: int
    rank: int
    arm: str = ""
    inline: bool = False
    item: Item | None = None
    deep: bool | None = None
    """True if its formations stand deeper, so what stands beside it is none of its own; False if some do not."""


def flatten_centred(items: list[Item]) -> None:
    """Take away the indentation of headings that only stand in the middle of a printed line.

    These are the first lines of a list that are deeper than those below, and all headings if most of them are deeper
    than the units right below.
    """
    rows = [item for item in items if item.kind not in ("note", "nothing", "total") and not item.inline]
    edge = min((item.indent for item in rows), default=0)
    for item in rows:
        if item.indent == edge or item.unit is not None:
            break
        item.indent = edge
    pairs = [(one, below) for one, below in pairwise(rows) if one.kind == "heading" and below.unit is not None]
    if sum(below.indent < one.indent for one, below in pairs) * 2 > len(pairs):
        for item in rows:
            item.indent = edge if item.kind == "heading" else item.indent


def indent_by_capitals(items: list[Item]) -> None:
    """Put headings without the word of a level below a line in capitals: ``FIRST LINE``, then ``Cavalry: Seydlitz``.

    Only in lists whose headings have no other depth.
    """
    heads = [item for item in items if item.kind == "heading"]
    if len({_depth(item) for item in heads}) != 1:
        return
    tops = {id(one) for one, below in pairwise(heads) if _is_over(one, below)}
    after_first = dropwhile(lambda head: id(head) not in tops, heads)
    if not tops or any(head.capital and id(head) not in tops for head in after_first):
        return
    deep = False
    for item in items:
        if id(item) in tops:
            deep = True
        elif deep and not (item.capital and item.kind == "unit"):
            item.indent += 1 if item.kind == "heading" else 2


def _is_over(one: Item, below: Item) -> bool:
    return one.capital and not below.capital and not (one.level or below.level or one.inline or below.inline)


def heights(items: list[Item]) -> list[int]:
    """For each heading the highest rank by words among the headings that look deeper and follow it; 0 for none."""
    ranks = [0] * len(items)
    for index, item in reversed(list(enumerate(items))):
        if item.kind not in ("heading", "exact"):
            continue
        units = False
        for at, later in enumerate(items[index + 1 : index + 1 + MOST_LOOK], start=index + 1):
            if later.kind != "heading":
                units = units or later.kind in ("unit", "regiment", "question")
                continue
            if item.inline and not later.inline:
                break
            if _depth(later) <= _depth(item) and (
                later.indent or item.indent or later.markup or item.markup or units or not _flat_child(item, later)
            ):
                break
            below = rank(later.level) if later.level != "army" else 0
            if not below and item.level and not later.inline and _depth(later) > _depth(item):
                below = 1
            if not below and not item.level and not later.inline:
                below = min(ranks[at] + 1, 2)
            ranks[index] = max(ranks[index], below)
    return ranks


MOST_LOOK: Final = 60


def mark_regiments(items: list[Item]) -> None:
    """Mark regiments that have numbered battalions right under them."""
    for item, below in pairwise(items):
        if item.kind == "regiment" and below.unit is not None and below.indent > item.indent:
            item.extra = "over" if NUMBERED.fullmatch(plain(below.unit.name).strip()) else ""


NO_MARKUP: Final = 9
"""Deeper than each marked heading."""


def _depth(item: Item) -> tuple[int, int]:
    return (item.markup or NO_MARKUP, item.indent)


def _flat_child(item: Item, later: Item) -> bool:
    """In a list without any depth: headings with a lower level's word right behind one without a word or units."""
    return not item.level and later.level in ("brigade", "division")


def level_of_heading(stack: list[Open], army: Draft, item: Item, height: int) -> int:
    """The rank of a heading: by its word, the headings around it, and ``height``, the highest rank below it."""
    word = rank(item.level) if item.level != "army" else 3
    parent = _parent_for(stack, item)
    ceiling = parent.rank - 1 if parent else 3
    if word:
        if word > ceiling and parent is not None and item.indent > parent.indent:
            return max(1, ceiling)
        return max(word, min(height + 1, 3)) if word == 1 and height else word
    if item.inline and (parent is not None or stack):
        return 1
    if item.arm and not height and (own := _arm_level(stack, item)):
        return own
    if inner := _inner_level(stack, item, height):
        return inner
    peer = _peer(stack, item)
    if peer is not None and peer > height:
        return peer
    wanted = height + 1 if height else 1
    if parent is None and not height:
        wanted = _top_level(army, item)
    return max(1, min(wanted, ceiling if parent and item.indent > parent.indent else 3))


def closes(top: Open, item: Item, level: int) -> bool:
    """True if a heading of ``level`` stands outside of the open formation ``top``.

    What stands beside ``top``, whose own formations stand deeper, is none of its own, unless its number goes on theirs.
    """
    if top.inline:
        return not (item.inline and item.indent > top.indent and top.rank > level)
    if top.rank <= level or (item.indent < top.indent and not item.inline):
        return True
    if item.indent == top.indent and top.deep and not (item.inline or item.markup or top.markup):
        return not item.name[:1].isdigit()
    return bool(item.markup and top.markup and item.markup <= top.markup)


def _inner_level(stack: list[Open], item: Item, height: int) -> int:
    """The rank of a heading right below one that looks the same and names a level: ``Right Wing``, ``First Line``."""
    top = stack[-1] if stack else None
    if top is None or top.draft.children or top.inline or (top.indent, top.markup) != (item.indent, item.markup):
        return 0
    named = top.item is not None and top.item.level != ""
    return height + 1 if named and top.rank > height + 1 else 0


def _arm_level(stack: list[Open], item: Item) -> int:
    """The rank of a heading such as ``Artillery`` in a list without depth: that of the brigades before it."""
    if not stack or item.markup or any(one.indent != item.indent or one.inline for one in stack[:1]):
        return 0
    if re.match(r"corps\b|reserve\b", fold(item.name)) and stack[0].rank == 3:
        return 2
    top = stack[-1]
    levels = {one.item.level for one in stack if one.item is not None}
    return top.rank if top.indent <= item.indent and len(levels) > 1 and "" not in levels else 0


def _parent_for(stack: list[Open], item: Item) -> Open | None:
    for top in reversed(stack):
        if top.inline:
            continue
        if top.indent < item.indent or (item.markup and top.markup and top.markup < item.markup):
            return top
    return None


def _peer(stack: list[Open], item: Item) -> int | None:
    """The rank of an open heading that looks the same: equal depth or equal markup."""
    for top in reversed(stack):
        if item.markup and top.markup:
            if item.markup == top.markup:
                return top.rank
        elif top.indent == item.indent and not item.inline:
            flat = len({one.indent for one in stack}) == 1 and len(stack) > 1
            if flat:
                named = next((one for one in stack if one.item is not None and not one.item.level), None)
                return named.rank if named else None
            return top.rank
    return None


def _top_level(army: Draft, item: Item) -> int:
    before = next((child for child in reversed(army.children) if isinstance(child, Draft)), None)
    return rank(before.level) if before and item.indent == 0 else 1
