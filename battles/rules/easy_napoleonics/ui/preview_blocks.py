"""Preview blocks: units and leaders in their places after an action."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.picture import Block
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.hidden import View, state_from_view
from battles.rules.easy_napoleonics.state import NOWHERE, State
from battles.rules.easy_napoleonics.tables import Formation
from battles.rules.easy_napoleonics.ui.ground import middle
from battles.rules.easy_napoleonics.ui.scene import BESIDE, SHAPES, SHARED, TOWARD, TURN, scene
from battles.rules.easy_napoleonics.ui.targets import FACINGS, leader_key, unit_key

Blocks = tuple[Block, ...]


def preview_blocks(view: View, actions: Sequence[Any]) -> tuple[Blocks, ...]:
    """The preview blocks of each action: the blocks that it moves or turns, in their new places."""
    maker = _PreviewBlocks(view)
    return tuple(maker.of(action) for action in actions)


class _PreviewBlocks:
    """Makes preview blocks from the blocks of a view."""

    def __init__(self, view: View) -> None:
        self.state: State = state_from_view(view)
        current = scene(view)
        self.blocks = {block.key: block for block in (*current.blocks, *current.off)}

    def of(self, action: Any) -> Blocks:
        preview = _PREVIEWS.get(type(action))
        return preview(self, action) if preview else ()

    def unit(self, number: int, cell: Cell, facing: int, formation: Formation, along: Sequence[int] = ()) -> Blocks:
        """The block of a unit in a new place, and the blocks of leaders that go with it."""
        if not self.is_block(unit_key(self.state, number), cell):
            return ()
        x, y = middle(self.state.board, cell)
        here = sorted({number, *(other for other, each in enumerate(self.state.units) if each.cell == cell)})
        dx, dy = SHARED[here.index(number)] if len(here) == len(SHARED) else (0, 0)
        block = self.blocks[unit_key(self.state, number)]
        facing %= FACINGS
        area = say.label(self.state, cell)
        words = f"{block.name}, {say.in_formation(formation)}, facing {TOWARD[facing]}, hex {area}"
        preview = replace(
            block,
            area=area,
            at=(x + dx, y + dy),
            turn=facing * TURN,
            shape=SHAPES[formation],
            words=words,
        )
        return (preview, *(each for leader in along for each in self.leader(leader, cell, (number, *here), along)))

    def leader(self, number: int, cell: Cell, units: Sequence[int] = (), along: Sequence[int] = ()) -> Blocks:
        """The block of a leader in a new place, with ``units`` in that hex and other leaders ``along``."""
        if not self.is_block(leader_key(self.state, number), cell):
            return ()
        x, y = middle(self.state.board, cell)
        leaders = self.state.leaders
        here = sorted({number, *along, *(other for other, each in enumerate(leaders) if each.cell == cell)})
        units_here = units or [other for other, each in enumerate(self.state.units) if each.cell == cell]
        if len(here) > 1 or units_here:
            dx, dy = BESIDE
            x, y = x - dx if here.index(number) % 2 else x + dx, y + dy
        block = self.blocks[leader_key(self.state, number)]
        area = say.label(self.state, cell)
        return (replace(block, area=area, at=(x, y), words=f"{block.name}, hex {area}"),)

    def is_block(self, key: str, cell: Cell) -> bool:
        """True if ``key`` names a block and ``cell`` is on the board."""
        return key in self.blocks and 0 <= cell < self.state.board.columns * self.state.board.rows


def _activate(maker: _PreviewBlocks, action: act.Activate) -> Blocks:
    if not unit_key(maker.state, action.unit):
        return ()
    unit = maker.state.units[action.unit]
    cell = unit.cell if action.cell == NOWHERE else action.cell
    facing = unit.facing if action.facing is None else action.facing
    formation: Formation = "unlimbered" if action.unlimber else action.formation or unit.formation
    return maker.unit(action.unit, cell, facing, formation, action.along)


def _advance(maker: _PreviewBlocks, action: act.Advance) -> Blocks:
    """The winner of a melee in the loser's hex (EN-OPT-01)."""
    decision = maker.state.pending[-1] if maker.state.pending else None
    if (
        decision is None
        or decision.kind != "breakthrough"
        or action.how == "stay"
        or not unit_key(maker.state, decision.unit)
    ):
        return ()
    unit = maker.state.units[decision.unit]
    along = [number for number, leader in enumerate(maker.state.leaders) if leader.cell == unit.cell]
    facing = unit.facing if action.facing is None else action.facing
    return maker.unit(decision.unit, decision.cell, facing, unit.formation, along)


def _relocate(maker: _PreviewBlocks, action: act.Relocate) -> Blocks:
    decision = maker.state.pending[-1] if maker.state.pending else None
    return maker.leader(decision.leader, action.cell) if decision is not None and decision.kind == "relocate" else ()


_PREVIEWS: Final[dict[type, Callable[[_PreviewBlocks, Any], Blocks]]] = {
    act.Deploy: lambda maker, action: maker.unit(action.unit, action.cell, action.facing, action.formation),
    act.DeployLeader: lambda maker, action: maker.leader(action.leader, action.cell),
    act.MoveLeader: lambda maker, action: maker.leader(action.leader, action.cell),
    act.Activate: _activate,
    act.Advance: _advance,
    act.Relocate: _relocate,
}
"""Previews by kind of action. The other kinds move no block, or dice decide."""
