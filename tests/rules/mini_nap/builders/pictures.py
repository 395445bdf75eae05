"""Keys of spots about the middle of the table, and what is drawn and clicked there."""

from typing import Any

from battles.engine.forecast import Aim
from battles.engine.picture import Block, Reach
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.ui.keys import click_on
from tests.rules.mini_nap.builders.melees import X, Y


def at(x: float, y: float, table: int = 120) -> str:
    """The spot so many centimetres from the middle of the table, y up."""
    return f"at {round((X + x) * 10)} {round((table - Y - y) * 10)}"


def blocks(state: State, side: str = "a") -> dict[str, Block]:
    """Everything that a side sees drawn, by its key."""
    scene = SYSTEM.ui.scene(SYSTEM.secrets.view(state, side))
    return {block.key: block for block in (*scene.blocks, *scene.off)}


def aim(state: State, action: Any, side: str = "a") -> Aim:
    return SYSTEM.ui.target(SYSTEM.secrets.view(state, side), action)


def ghosts(state: State, action: Any, side: str = "a") -> dict[str, Block]:
    """The ghosts of an action by their keys."""
    (found,) = SYSTEM.ui.preview_blocks(SYSTEM.secrets.view(state, side), side, [action])
    return {block.key: block for block in found}


def meant(state: State, place: str, actor: str = "unit 0", side: str = "a") -> tuple[Any, ...]:
    return SYSTEM.ui.actions_for_click(SYSTEM.secrets.view(state, side), side, actor, place)


def best(state: State, place: str, actor: str = "unit 0", side: str = "a") -> Any:
    """What is meant first, which may be done."""
    found = meant(state, place, actor, side)[0]
    assert SYSTEM.refuse(state, side, found) is None, SYSTEM.refuse(state, side, found)
    return found


def about(state: State, key: str) -> dict[str, Reach]:
    """The reaches of a block by their names."""
    return {reach.name: reach for reach in SYSTEM.ui.reach(SYSTEM.secrets.view(state, "a"), key)}


def extent(reach: Reach) -> tuple[int, int, int, int]:
    """Left, top, right and foot of a reach."""
    xs, ys = [x for x, _ in reach.outline], [y for _, y in reach.outline]
    return min(xs), min(ys), max(xs), max(ys)


def thought(of: Any, state: State, at: str, actor: str = "unit 0", side: str = "a") -> list[Any]:
    """What one kind of thought makes of pointing from somebody at a place."""
    found = click_on(state, side, actor, at)
    assert found is not None
    return list(of(found))
