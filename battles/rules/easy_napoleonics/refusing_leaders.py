"""Why a leader may not go where he should (section 8.1)."""

from battles.engine.core import Refusal
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.actions import MoveLeader, Relocate
from battles.rules.easy_napoleonics.refusing_case import Case, figure, hexes, no
from battles.rules.easy_napoleonics.state import NOWHERE, Leader


def refuse_leader_move(case: Case, action: MoveLeader) -> Refusal | None:
    """EN-LEADER-04, 11."""
    if refused := case.own_leader(action.leader, "move"):
        return refused
    leader = case.state.leaders[action.leader]
    if leader.cell < 0:
        return no("gone", "EN-SETUP-09", f"{leader.name} cannot move: he is not on the board yet")
    if leader.left < 1:
        return no("no_action_left", "EN-LEADER-11", f"{leader.name} cannot move: he has no hexes left this turn")
    return _going(case, leader, action.cell, leader.left) or naming(case, leader, action.cell, action.unit)


def refuse_refuge(case: Case, action: Relocate) -> Refusal | None:
    """EN-LEADER-09."""
    leader = case.state.leaders[case.state.pending[-1].leader]
    reach = case.field.tables.leader_escape
    return _going(case, leader, action.cell, reach) or naming(case, leader, action.cell, action.unit)


def _going(case: Case, leader: Leader, target: Cell, reach: int) -> Refusal | None:
    goal = f"{leader.name} cannot go to {case.hex(target)}"
    if not case.on_board(target):
        return no("off_board", "EN-LEADER-04", f"{goal}: there is no such hex on the board")
    if target == leader.cell:
        return no("no_change", "EN-LEADER-11", f"{goal}: he stands there")
    if refused := closed(case, target, goal):
        return refused
    away = _on_foot(case, leader.cell, target, reach)
    if away is None:
        why = f"the way there is longer than {hexes(reach)} or leads through the enemy"
        return no("out_of_reach", "EN-LEADER-04", f"{goal}: {why}")
    return None


def closed(case: Case, target: Cell, goal: str) -> Refusal | None:
    """Why no leader of this side may stand in a hex (EN-LEADER-04, 12)."""
    if case.field.barred >> target & 1:
        return no("impassable", "EN-LEADER-04", f"{goal}: it is impassable")
    for number in case.units_in(target):
        if case.state.units[number].side == case.enemy:
            return no("occupied", "EN-LEADER-04", f"{goal}: {case.name(number)} stands there")
    if men := case.leaders_in(target, case.enemy):
        return no("occupied", "EN-LEADER-12", f"{goal}: {case.man(men[0])} stands there")
    return None


def _on_foot(case: Case, start: Cell, target: Cell, reach: int) -> int | None:
    """Hexes of the shortest way round ponds and enemy units, if it is within reach."""
    closed_cells = {unit.cell for unit in case.state.units if unit.side == case.enemy}
    seen, edge = {start}, {start}
    for away in range(1, reach + 1):
        near = {cell for place in edge for cell in case.field.grid.around[place]}
        edge = {cell for cell in near - seen - closed_cells if not case.field.barred >> cell & 1}
        seen |= edge
        if target in edge:
            return away
    return None


def naming(case: Case, leader: Leader, target: Cell, unit: int) -> Refusal | None:
    """EN-LEADER-02: where two batteries share a hex he is with one of them; elsewhere there is nothing to name."""
    there = case.units_in(target)
    if len(there) < 2:
        if unit == NOWHERE:
            return None
        why = f"no two batteries share {case.hex(target)}"
        return no("malformed", "EN-LEADER-02", f"No unit is named for {leader.name} to be with: {why}")
    if unit in there:
        return None
    names = " or ".join(case.name(number) for number in there)
    said = "nobody is named" if unit == NOWHERE else f"unit {figure(unit)} is not one of them"
    return no("malformed", "EN-LEADER-02", f"{leader.name} must be with {names} in {case.hex(target)}: {said}")
