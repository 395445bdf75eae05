"""How units and leaders would stand after an action that moves or turns them (``ghosts``)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.hex import Cell
from battles.engine.picture import Block
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.drawing import BESIDE, SHAPES, SHARED, TOWARD, TURN, scene
from battles.rules.easy_napoleonics.drawing_ground import middle
from battles.rules.easy_napoleonics.known import known
from battles.rules.easy_napoleonics.pointing import FACINGS, leader_key, unit_key
from battles.rules.easy_napoleonics.state import NOWHERE, State
from battles.rules.easy_napoleonics.tables import Formation
from battles.rules.easy_napoleonics.view import View

Blocks = tuple[Block, ...]


def ghosts(seen: View, actions: Sequence[Any]) -> tuple[Blocks, ...]:
    """For each of ``actions`` the blocks that it moves or turns in ``seen``, as they would stand after it."""
    drawn = _Ghosts(seen)
    return tuple(drawn.of(action) for action in actions)


class _Ghosts:
    """The blocks of a view, to be set elsewhere."""

    def __init__(self, seen: View) -> None:
        self.state: State = known(seen)
        found = scene(seen)
        self.blocks = {block.key: block for block in (*found.blocks, *found.off)}

    def of(self, action: Any) -> Blocks:
        made = _GHOSTS.get(type(action))
        return made(self, action) if made else ()

    def unit(self, number: int, cell: Cell, facing: int, formation: Formation, along: Sequence[int] = ()) -> Blocks:
        """A unit and the leaders that go with it."""
        if not self.is_block(unit_key(self.state, number), cell):
            return ()
        x, y = middle(self.state.board, cell)
        here = sorted({number, *(other for other, one in enumerate(self.state.units) if one.cell == cell)})
        dx, dy = SHARED[here.index(number)] if len(here) == len(SHARED) else (0, 0)
        block = self.blocks[unit_key(self.state, number)]
        facing %= FACINGS
        area = say.label(self.state, cell)
        words = f"{block.name}, {say.in_formation(formation)}, facing {TOWARD[facing]}, hex {area}"
        ghost = replace(
            block,
            area=area,
            at=(x + dx, y + dy),
            turn=facing * TURN,
            shape=SHAPES[formation],
            words=words,
        )
        return (ghost, *(one for man in along for one in self.leader(man, cell, (number, *here), along)))

    def leader(self, number: int, cell: Cell, units: Sequence[int] = (), along: Sequence[int] = ()) -> Blocks:
        """A leader, with ``units`` that stand there then and others ``along``."""
        if not self.is_block(leader_key(self.state, number), cell):
            return ()
        x, y = middle(self.state.board, cell)
        men = self.state.leaders
        here = sorted({number, *along, *(other for other, one in enumerate(men) if one.cell == cell)})
        company = units or [other for other, one in enumerate(self.state.units) if one.cell == cell]
        if len(here) > 1 or company:
            dx, dy = BESIDE
            x, y = x - dx if here.index(number) % 2 else x + dx, y + dy
        block = self.blocks[leader_key(self.state, number)]
        area = say.label(self.state, cell)
        return (replace(block, area=area, at=(x, y), words=f"{block.name}, hex {area}"),)

    def is_block(self, key: str, cell: Cell) -> bool:
        """Whether ``key`` is somebody's and ``cell`` a hex of the board."""
        return key in self.blocks and 0 <= cell < self.state.board.columns * self.state.board.rows


def _activate(drawn: _Ghosts, action: act.Activate) -> Blocks:
    if not unit_key(drawn.state, action.unit):
        return ()
    unit = drawn.state.units[action.unit]
    cell = unit.cell if action.cell == NOWHERE else action.cell
    facing = unit.facing if action.facing is None else action.facing
    formation: Formation = "unlimbered" if action.unlimber else action.formation or unit.formation
    return drawn.unit(action.unit, cell, facing, formation, action.along)


def _advance(drawn: _Ghosts, action: act.Advance) -> Blocks:
    """EN-OPT-01: the winner of a melee in the hex of the loser."""
    owed = drawn.state.pending[-1] if drawn.state.pending else None
    if owed is None or owed.kind != "breakthrough" or action.how == "stay" or not unit_key(drawn.state, owed.unit):
        return ()
    unit = drawn.state.units[owed.unit]
    along = [number for number, man in enumerate(drawn.state.leaders) if man.cell == unit.cell]
    facing = unit.facing if action.facing is None else action.facing
    return drawn.unit(owed.unit, owed.cell, facing, unit.formation, along)


def _relocate(drawn: _Ghosts, action: act.Relocate) -> Blocks:
    owed = drawn.state.pending[-1] if drawn.state.pending else None
    return drawn.leader(owed.leader, action.cell) if owed is not None and owed.kind == "relocate" else ()


_GHOSTS: Final[dict[type, Callable[[_Ghosts, Any], Blocks]]] = {
    act.Deploy: lambda drawn, action: drawn.unit(action.unit, action.cell, action.facing, action.formation),
    act.DeployLeader: lambda drawn, action: drawn.leader(action.leader, action.cell),
    act.MoveLeader: lambda drawn, action: drawn.leader(action.leader, action.cell),
    act.Activate: _activate,
    act.Advance: _advance,
    act.Relocate: _relocate,
}
"""What each kind of action moves or turns; the others move nobody, or dice decide it."""
