"""What happened from one scene to the next, as a board shows it: who moved from where, who fired, fought, was lost."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from battles.engine.picture import Block, Deed, Point, Scene

Moved = tuple[str, str, str]
"""A block, and its area before and after; before is ``""`` for one that came onto the board."""


class Trace(Struct, frozen=True):
    """A deed where it was done: ``block`` is who did it, as he stands or stood last; a loss has one place."""

    kind: Literal["fire", "melee", "lost"]
    block: Block
    start: Point
    end: Point


class Recent(Struct, frozen=True):
    """What happened lately: blocks that stand elsewhere or otherwise, and deeds."""

    moves: tuple[Moved, ...] = ()
    traces: tuple[Trace, ...] = ()


NOTHING_RECENT: Final = Recent()


def moves(before: Scene, after: Scene) -> tuple[Moved, ...]:
    """The blocks of ``after`` that stand elsewhere, or otherwise in the same place, than they did ``before``."""
    old = {block.key: block for block in before.blocks}
    found = []
    for block in after.blocks:
        was = old.get(block.key)
        if was is None:
            found.append((block.key, "", block.area))
        elif (was.area, was.turn, was.shape) != (block.area, block.turn, block.shape):
            found.append((block.key, was.area, block.area))
    return tuple(found)


def traces(deeds: Iterable[Deed], before: Scene, after: Scene) -> tuple[Trace, ...]:
    """Each deed once, where its blocks stand in ``after``, those that are gone from it where they stood ``before``."""
    places = {block.key: block for block in (*before.blocks, *after.blocks)}
    found: dict[Trace, None] = {}
    for deed in deeds:
        end = places.get(deed.at)
        for block in (places[key] for key in deed.by if key in places):
            if deed.kind == "lost":
                found[Trace(deed.kind, block, block.at, block.at)] = None
            elif end is not None:
                found[Trace(deed.kind, block, block.at, end.at)] = None
    return tuple(found)
