"""Refusals of activations: formation, facing, actions, and every hex of the path."""

from itertools import pairwise

from battles.engine.core import Refusal
from battles.engine.words import with_verb
from battles.kits.hex.grid import OFFSETS, Cell
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.names import in_formation
from battles.rules.easy_napoleonics.resolution import RefusalContext, count_hexes, figure, refusal
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import KIND_WORDS

FACINGS = 6


def refuse_activation(context: RefusalContext, action: Activate) -> Refusal | None:
    """Why an activation is not allowed; its parts are checked in the order performed (sections 5.1 to 5.4)."""
    if refused := context.own_unit(action.unit, "be activated"):
        return refused
    unit = context.state.units[action.unit]
    return (
        _free(unit)
        or _formation(context, unit, action)
        or _facing(unit, action)
        or _whole(unit, action)
        or _actions(context, unit, action)
        or (_moving(context, unit, action) if action.cell != NOWHERE else None)
    )


def _free(unit: Unit) -> Refusal | None:
    """Why a unit may not be activated: it has been, or it is locked and may only rally, fire and fight.

    Source: EN-SEQ-02, EN-ACTION-09, EN-ZOC-03, EN-ZOC-04.
    """
    if unit.activated:
        return refusal("done_already", "EN-SEQ-02", f"{unit.name} cannot be activated: it has been activated this turn")
    if unit.locked:
        why = "an enemy stood next to it when the movement phase began"
        return refusal("locked", "EN-ZOC-03", f"{unit.name} cannot move, turn or change formation: {why}")
    return None


def _formation(context: RefusalContext, unit: Unit, action: Activate) -> Refusal | None:
    wanted = action.formation
    if wanted is None:
        return None
    words = wanted.replace("_", " ")
    if wanted == unit.formation:
        return refusal("no_change", "EN-ACTION-02", f"{unit.name} cannot change to {words}: it is in {words} already")
    if wanted == "hasty_square":
        why = "it can form one only when cavalry charges it"
        return refusal("not_for_kind", "EN-SQUARE-04", f"{unit.name} cannot form hasty square on purpose: {why}")
    if wanted == "masse" and unit.kind == "infantry" and wanted not in context.field.formations(unit):
        why = "only Austrian infantry under its national rule can"
        return refusal("not_for_kind", "EN-NATION-06", f"{unit.name} cannot form masse: {why}")
    if wanted not in context.field.formations(unit):
        why = f"{KIND_WORDS[unit.kind]} has no such formation"
        return refusal("not_for_kind", "EN-UNIT-03", f"{unit.name} cannot change to {words}: {why}")
    return None


def _facing(unit: Unit, action: Activate) -> Refusal | None:
    facing = action.facing
    if facing is None:
        return None
    if not 0 <= facing < FACINGS:
        why = f"facings are 0 to {FACINGS - 1}, not {figure(facing)}"
        return refusal("no_such", "EN-FACE-03", f"{unit.name} cannot turn that way: {why}")
    if facing == unit.facing:
        return refusal("no_change", "EN-FORM-08", f"{unit.name} cannot turn that way: it faces that way already")
    return None


def _whole(unit: Unit, action: Activate) -> Refusal | None:
    """Why the parts of an activation do not fit together (EN-RULING-108)."""
    if action.cell != NOWHERE:
        return None
    if action.unlimber:
        why = "without a Move, unlimbering is a change of formation"
        return refusal(
            "malformed", "EN-ACTION-04", f"{unit.name} cannot unlimber after a Move: it does not move; {why}"
        )
    if action.along:
        return refusal("malformed", "EN-LEADER-08", f"No leader can go along with {unit.name}: it does not move")
    if action.over:
        return refusal("malformed", "EN-LEADER-09", f"{unit.name} cannot run over a leader: it does not move")
    if action.formation is None and action.facing is None:
        why = "it would do nothing"
        return refusal("not_needed", "EN-ACTION-06", f"{unit.name} need not be activated: {why}")
    return None


def _actions(context: RefusalContext, unit: Unit, action: Activate) -> Refusal | None:
    """Why an activation costs too many actions; a change of formation may include a new facing.

    Source: EN-ACTION-01, EN-ACTION-02, EN-FORM-03, EN-FORM-04, EN-RULING-17.
    """
    changes, turns = action.formation is not None, action.facing is not None
    leaves_square = unit.formation in ("square", "hasty_square")
    free = context.field.options.formation_change_free_facing or leaves_square
    needed = int(changes) + int(turns and not (changes and free)) + int(action.cell != NOWHERE) + action.unlimber
    most = context.field.tables.actions[unit.kind]
    if needed > most:
        why = f"that takes {needed} actions and it has {most}"
        return refusal("no_action_left", "EN-ACTION-01", f"{unit.name} cannot do all this in one turn: {why}")
    return None


def _moving(context: RefusalContext, unit: Unit, action: Activate) -> Refusal | None:
    facing = unit.facing if action.facing is None else action.facing
    formation = action.formation or unit.formation
    target = action.cell
    if not context.on_board(target):
        why = "units may not leave the board"
        return refusal("off_board", "EN-MOVE-09", f"{unit.name} cannot move to {context.hex(target)}: {why}")
    if target == unit.cell:
        return refusal(
            "no_change", "EN-MOVE-02", f"{unit.name} cannot move to {context.hex(target)}: it is there already"
        )
    allowance = context.field.allowance(unit.kind, formation)
    if not allowance:
        rule = "EN-SQUARE-03" if formation in ("square", "hasty_square") else "EN-MOVE-01"
        why = f"it does not move while {in_formation(formation)}"
        return refusal("not_for_kind", rule, f"{unit.name} cannot move to {context.hex(target)}: {why}")
    if target in context.field.grid.side_cells[facing][unit.cell]:
        refused = _sidestep(context, unit, action)
        length = 1
    else:
        refused = _unlimbering(context, unit, action) or _move(context, unit, action, facing, allowance)
        length = context.field.grid.distance(unit.cell, target)
    return refused or _along(context, unit, action, length)


def _unlimbering(context: RefusalContext, unit: Unit, action: Activate) -> Refusal | None:
    """Why guns may not unlimber after a Move (EN-ACTION-04, EN-RULING-18)."""
    if not action.unlimber:
        return None
    if unit.kind not in ARTILLERY:
        return refusal("not_for_kind", "EN-FORM-07", f"{unit.name} cannot unlimber: it is {KIND_WORDS[unit.kind]}")
    if action.formation is not None and not context.field.options.horse_limber_move_unlimber:
        why = "in this battle a battery may not limber and unlimber in one turn"
        return refusal("bad_order", "EN-RULING-18", f"{unit.name} cannot unlimber after its Move: {why}")
    return None


def _sidestep(context: RefusalContext, unit: Unit, action: Activate) -> Refusal | None:
    """Why a unit may not sidestep (EN-MOVE-03)."""
    start, target = unit.cell, action.cell
    if action.unlimber:
        why = "no unit can unlimber after a Sidestep"
        return refusal(
            "bad_order", "EN-MOVE-03", f"{unit.name} cannot sidestep to {context.hex(target)} and unlimber: {why}"
        )
    barrier = _barrier(context, unit, start, target, target)
    if barrier is None and action.over != context.leaders_in(target, context.enemy):
        return _over(context, unit, action, {context.leaders_in(target, context.enemy)})
    return barrier


def _move(context: RefusalContext, unit: Unit, action: Activate, facing: int, allowance: int) -> Refusal | None:
    """Why a unit may not move to a hex: distance and direction, then every path (EN-MOVE-01, EN-MOVE-02)."""
    grid, target = context.field.grid, action.cell
    left, right = _steps(context, unit.cell, target, facing)
    if left < 0 or right < 0:
        why = "it moves only through its front hexes, or sidesteps 1 hex to a flank or to the rear"
        return refusal("out_of_reach", "EN-MOVE-02", f"{unit.name} cannot move to {context.hex(target)}: {why}")
    if left + right > allowance:
        why = f"it is {count_hexes(left + right)} away and the Move is {count_hexes(allowance)} at most"
        return refusal("out_of_reach", "EN-MOVE-01", f"{unit.name} cannot move to {context.hex(target)}: {why}")
    barrier: tuple[int, Refusal] | None = None
    met: set[tuple[int, ...]] = set()
    open_ways: list[tuple[Cell, ...]] = [(unit.cell,)]
    seen: set[tuple[Cell, tuple[int, ...]]] = set()
    while open_ways:
        way = open_ways.pop()
        for direction in (facing, (facing - 1) % FACINGS):
            cell = grid.near[way[-1]][direction]
            more = (*way, cell)
            if cell >= 0 and min(_steps(context, cell, target, facing)) < 0:
                continue
            refused = _barrier(context, unit, way[-1], cell, target)
            if refused is not None:
                if barrier is None or len(way) >= barrier[0]:
                    barrier = (len(way), refused)
                continue
            over = _met(context, more)
            if cell == target:
                met.add(over)
            elif (cell, over) not in seen:
                seen.add((cell, over))
                open_ways.append(more)
    if action.over in met:
        return None
    return _over(context, unit, action, met) if met or barrier is None else barrier[1]


def _steps(context: RefusalContext, start: Cell, target: Cell, facing: int) -> tuple[int, int]:
    """Steps to the left and to the right front hex that lead from one hex to another; negative where none do."""
    (q, r), (to_q, to_r) = context.field.grid.axial[start], context.field.grid.axial[target]
    dq, dr = to_q - q, to_r - r
    (left_q, left_r), (right_q, right_r) = OFFSETS[facing - 1], OFFSETS[facing]
    turn = left_q * right_r - left_r * right_q
    return (dq * right_r - dr * right_q) * turn, (left_q * dr - left_r * dq) * turn


def _met(context: RefusalContext, way: tuple[Cell, ...]) -> tuple[int, ...]:
    """Lone enemy leaders in the hexes that a path enters (EN-LEADER-09)."""
    return tuple(sorted({man for _, cell in pairwise(way) for man in context.leaders_in(cell, context.enemy)}))


def _over(context: RefusalContext, unit: Unit, action: Activate, met: set[tuple[int, ...]]) -> Refusal:
    ways = " or ".join(_names(context, men) for men in sorted(met)) or "no leader"
    why = f"the path runs over {ways}, and the action names {_names(context, action.over)}"
    return refusal("malformed", "EN-LEADER-09", f"{unit.name} cannot move to {context.hex(action.cell)}: {why}")


def _names(context: RefusalContext, men: tuple[int, ...]) -> str:
    return " and ".join(context.leader_name(man) for man in men[:FACINGS]) or "no leader"


def _barrier(context: RefusalContext, unit: Unit, start: Cell, cell: Cell, target: Cell) -> Refusal | None:
    """Why a unit may not step from one hex into the next on its way to ``target``."""
    goal = f"{unit.name} cannot move to {context.hex(target)}"
    if cell < 0:
        return refusal("off_board", "EN-MOVE-09", f"{goal}: the path leads off the board")
    if context.field.barred >> cell & 1:
        return refusal("impassable", "EN-MOVE-04", f"{goal}: {context.hex(cell)} is impassable")
    there = context.units_in(cell)
    if any(context.state.units[number].side == context.enemy for number in there):
        return refusal(
            "occupied", "EN-MOVE-05", f"{goal}: {with_verb(context.name(there[0]), 'stands')} in {context.hex(cell)}"
        )
    blocks = context.field.options.lone_leader_contact == "block"
    if blocks and (men := context.leaders_in(cell, context.enemy)):
        return refusal(
            "occupied",
            "EN-RULING-10",
            f"{goal}: {context.leader_name(men[0])} stands in {context.hex(cell)} and bars it",
        )
    return (
        _pinned(context, start, cell, goal)
        or _friends(context, unit, cell, there, target, goal)
        or (_halts(context, cell, goal) if cell != target else None)
    )


def _pinned(context: RefusalContext, start: Cell, cell: Cell, goal: str) -> Refusal | None:
    """Why enemy control bars a step (EN-MOVE-07, EN-MOVE-08)."""
    holding = [foe for foe in context.enemies_beside(start) if context.controls(foe, start)]
    if not holding:
        return None
    enemies = [number for number, unit in enumerate(context.state.units) if unit.side == context.enemy]
    for foe in enemies:
        if context.controls(foe, cell):
            control = f"{with_verb(context.name(holding[0]), 'controls')} {context.hex(start)}"
            why = f"{control} and {with_verb(context.name(foe), 'controls')} {context.hex(cell)}"
            return refusal("locked", "EN-MOVE-07", f"{goal}: {why}")
    for foe in holding:
        unit = context.state.units[foe]
        beside = cell in context.field.grid.around[unit.cell]
        if beside and context.field.grid.aspect(unit.cell, unit.facing, cell) == "flank":
            why = f"no step leads from the front of {unit.name} into its flank hex {context.hex(cell)}"
            return refusal("locked", "EN-MOVE-08", f"{goal}: {why}")
    return None


def _friends(
    context: RefusalContext, unit: Unit, cell: Cell, there: list[int], target: Cell, goal: str
) -> Refusal | None:
    """Why friends in a hex bar a step.

    Source: EN-MOVE-05, EN-OPT-08, EN-RULING-106, EN-RULING-74.
    """
    if not there:
        return None
    units = [context.state.units[number] for number in there]
    name, label = units[0].name, context.hex(cell)
    if cell != target:
        if any(friend.formation == "unlimbered" for friend in units):
            return None
        why = f"{with_verb(name, 'stands')} in {label}, and it may pass only unlimbered guns"
        return refusal("occupied", "EN-MOVE-05", f"{goal}: {why}")
    guns = unit.kind in ARTILLERY and all(friend.kind in ARTILLERY for friend in units)
    if not (guns and context.field.options.grand_battery):
        return refusal("occupied", "EN-MOVE-05", f"{goal}: {with_verb(name, 'stands')} in {label}")
    if len(units) > 1:
        return refusal("occupied", "EN-OPT-08", f"{goal}: two batteries stand in {label}")
    return None


def _halts(context: RefusalContext, cell: Cell, goal: str) -> Refusal | None:
    """Why a Move must end in a hex (EN-MOVE-06, EN-RULING-51)."""
    if foes := context.enemies_beside(cell):
        why = f"{with_verb(context.name(foes[0]), 'stands')} next to {context.hex(cell)}, where it must halt"
        return refusal("out_of_reach", "EN-MOVE-06", f"{goal}: {why}")
    if context.field.halting >> cell & 1:
        return refusal("out_of_reach", "EN-RULING-51", f"{goal}: the stream in {context.hex(cell)} ends its Move")
    return None


def _along(context: RefusalContext, unit: Unit, action: Activate, length: int) -> Refusal | None:
    """Why leaders may not go along with a unit (EN-LEADER-08, EN-RULING-08)."""
    men = action.along
    if any(one >= two for one, two in pairwise(men)):
        return refusal(
            "malformed", "EN-LEADER-08", f"Name each leader that goes with {unit.name} once, in order of number"
        )
    for man in men:
        if refused := context.own_leader(man, f"go along with {unit.name}"):
            return refused
        leader = context.state.leaders[man]
        goal = f"{leader.name} cannot go along with {unit.name}"
        if man not in context.occupancy.attached(action.unit):
            return refusal("out_of_reach", "EN-LEADER-02", f"{goal}: the leader is not with it")
        if leader.left < length:
            why = f"the leader has {count_hexes(leader.left)} left and it moves {count_hexes(length)}"
            return refusal("out_of_reach", "EN-LEADER-08", f"{goal}: {why}")
    return None
