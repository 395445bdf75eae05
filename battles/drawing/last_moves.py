"""Moves, fire, melees and losses between two scenes, for the board."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from battles.engine.core import SideId
from battles.engine.picture import Block, Highlight, Point, Scene, Shift

Moved = tuple[str, str, str]
"""A block's key, its area before and its area after; before is ``""`` if it entered the board."""


class Trace(Struct, frozen=True):
    """A highlight with its place: ``block`` is the block that acted, in its last place; a loss has one place."""

    kind: Literal["fire", "melee", "lost"]
    block: Block
    start: Point
    end: Point


class Recent(Struct, frozen=True):
    """Recent moves and highlights."""

    moves: tuple[Moved, ...] = ()
    traces: tuple[Trace, ...] = ()
    shift: Shift | None = None
    """How the viewer's unit was moved."""


NOTHING_RECENT: Final = Recent()


def moves(before: Scene, after: Scene) -> tuple[Moved, ...]:
    """Blocks of ``after`` with another place, facing or shape than ``before``."""
    old = {block.key: block for block in before.blocks}
    moved = []
    for block in after.blocks:
        was = old.get(block.key)
        if was is None:
            moved.append((block.key, "", block.area))
        elif (was.area, was.turn, was.shape) != (block.area, block.turn, block.shape):
            moved.append((block.key, was.area, block.area))
    return tuple(moved)


def last_shift(before: Scene, after: Scene, side: SideId) -> Shift | None:
    """How a unit of ``side`` was moved from one scene to the next, the farthest if there are several; None for none."""
    old = {block.key: block for block in before.blocks}
    own = [block for block in after.blocks if block.side == side and block.shape != "leader" and block.key in old]
    shifts = [Shift.between(old[block.key], block) for block in own]
    return max(
        filter(lambda shift: shift.x or shift.y, shifts), key=lambda shift: shift.x**2 + shift.y**2, default=None
    )


def traces(highlights: Iterable[Highlight], before: Scene, after: Scene) -> tuple[Trace, ...]:
    """Each highlight once, at its blocks' places ``after``, or ``before`` for blocks that left the board."""
    places = {block.key: block for block in (*before.blocks, *after.blocks)}
    unique: dict[Trace, None] = {}
    for highlight in highlights:
        end = places.get(highlight.at)
        for block in (places[key] for key in highlight.by if key in places):
            if highlight.kind == "lost":
                unique[Trace(highlight.kind, block, block.at, block.at)] = None
            elif end is not None:
                unique[Trace(highlight.kind, block, block.at, end.at)] = None
    return tuple(unique)
