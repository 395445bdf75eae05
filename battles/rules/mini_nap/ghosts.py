"""How units and stands would stand after an action that moves or turns them (``ghosts``)."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from battles.engine.picture import Block
from battles.rules.mini_nap import drawing, drawing_words
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.foreseeing import actor_side, foreseen
from battles.rules.mini_nap.pointing import aim_of
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.view import View, known

Blocks = tuple[Block, ...]
Stood = Callable[[int], Block]


def ghosts(seen: View, actions: Sequence[Any]) -> tuple[Blocks, ...]:
    """For each of ``actions`` that may be done now the blocks that it moves or turns, as they would stand after it."""
    state = known(seen)
    stood = cache(lambda number: drawing.unit_block(state, number, state.units[number]))
    return tuple(_of(state, action, stood) for action in actions)


def _of(state: State, action: Any, stood: Stood) -> Blocks:
    side = actor_side(state, action)
    if not side:
        return ()
    after = foreseen(state, side, action)
    actor = aim_of(state, action).actor
    found = [block for block in _moved(state, after, stood) if block.side == side]
    return tuple(sorted(found, key=lambda block: block.key != actor))


def _moved(state: State, after: State, stood: Stood) -> Iterator[Block]:
    """Whoever stands elsewhere or otherwise than before, units first; ``stood`` draws how a unit stands now."""
    moved = set()
    for number, (was, now) in enumerate(zip(state.units, after.units, strict=True)):
        if now is was or now.where != "table":
            continue
        before, block = stood(number), drawing.unit_block(after, number, now)
        if _pose(before) != _pose(block):
            moved.add(number)
            shape = f"{say.in_formation(now.formation)}, facing {say.bearing(now.facing)}"
            yield _ghost(before, block, f"{now.name}, {shape}, {drawing_words.place(now.x, now.y)}")
    for number, (former, stand) in enumerate(zip(state.stands, after.stands, strict=True)):
        if stand.where != "table" or (stand is former and stand.unit not in moved):
            continue
        before, block = drawing.stand_block(state, number, former), drawing.stand_block(after, number, stand)
        if _pose(before) != _pose(block):
            yield _ghost(before, block, f"{stand.name}, {drawing_words.place(stand.x, stand.y)}")


def _pose(block: Block) -> tuple[str, int, str]:
    return block.area, block.turn, block.shape


def _ghost(before: Block, block: Block, words: str) -> Block:
    """A block where it would stand, as shaken and as marked as it is."""
    return replace(block, words=words, level=before.level, marks=before.marks, spent=before.spent)
