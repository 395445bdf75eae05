"""What moved from one scene to the next, as a board shows its last moves."""

from battles.engine.picture import Scene

Moved = tuple[str, str, str]
"""A block, and its area before and after; before is ``""`` for one that came onto the board."""


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
