"""Why a unit may not do a programme: formation, facing, number and order of actions, and every hex of its way."""

from itertools import pairwise

from battles.engine.core import Refusal
from battles.engine.hex import OFFSETS, Cell
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.refusing_case import Case, figure, hexes, no
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import KIND_WORDS

FACINGS = 6


def refuse_activation(case: Case, action: Activate) -> Refusal | None:
    """Sections 5.1 to 5.4, in the order performed."""
    if refused := case.own_unit(action.unit, "be activated"):
        return refused
    unit = case.state.units[action.unit]
    return (
        _free(unit)
        or _formation(case, unit, action)
        or _facing(unit, action)
        or _whole(unit, action)
        or _actions(case, unit, action)
        or (_moving(case, unit, action) if action.cell != NOWHERE else None)
    )


def _free(unit: Unit) -> Refusal | None:
    if unit.activated:
        return no("done_already", "EN-SEQ-02", f"{unit.name} cannot be activated: it has been activated this turn")
    if unit.locked:
        why = "an enemy stood next to it when the movement phase began"
        return no("locked", "EN-ZOC-03", f"{unit.name} cannot move, turn or change formation: {why}")
    return None


def _formation(case: Case, unit: Unit, action: Activate) -> Refusal | None:
    wanted = action.formation
    if wanted is None:
        return None
    words = wanted.replace("_", " ")
    if wanted == unit.formation:
        return no("no_change", "EN-ACTION-02", f"{unit.name} cannot change to {words}: it is in {words} already")
    if wanted == "hasty_square":
        why = "that is formed only when cavalry charges"
        return no("not_for_kind", "EN-SQUARE-04", f"{unit.name} cannot form hasty square on purpose: {why}")
    if wanted == "masse" and unit.kind == "infantry" and wanted not in case.field.formations(unit):
        why = "only Austrian infantry under its national rule may"
        return no("not_for_kind", "EN-NATION-06", f"{unit.name} cannot form masse: {why}")
    if wanted not in case.field.formations(unit):
        why = f"{KIND_WORDS[unit.kind]} has no such formation"
        return no("not_for_kind", "EN-UNIT-03", f"{unit.name} cannot change to {words}: {why}")
    return None


def _facing(unit: Unit, action: Activate) -> Refusal | None:
    facing = action.facing
    if facing is None:
        return None
    if not 0 <= facing < FACINGS:
        why = f"facings are 0 to {FACINGS - 1}, not {figure(facing)}"
        return no("no_such", "EN-FACE-03", f"{unit.name} cannot turn so: {why}")
    if facing == unit.facing:
        return no("no_change", "EN-FORM-08", f"{unit.name} cannot turn so: it faces that way already")
    return None


def _whole(unit: Unit, action: Activate) -> Refusal | None:
    """Whether the parts of a programme fit together."""
    if action.cell != NOWHERE:
        return None
    if action.unlimber:
        why = "without a Move, unlimbering is a change of formation"
        return no("malformed", "EN-ACTION-04", f"{unit.name} cannot unlimber after a Move: it makes none; {why}")
    if action.along:
        return no("malformed", "EN-LEADER-08", f"Nobody goes along with {unit.name}: it does not move")
    if action.over:
        return no("malformed", "EN-LEADER-09", f"{unit.name} runs over nobody: it does not move")
    if action.formation is None and action.facing is None:
        why = "a unit that does nothing is left as it is"
        return no("not_needed", "EN-ACTION-06", f"{unit.name} need not be activated: {why}")
    return None


def _actions(case: Case, unit: Unit, action: Activate) -> Refusal | None:
    """EN-ACTION-01, 02; the facing may come with the change of formation (EN-FORM-03, 04)."""
    changes, turns = action.formation is not None, action.facing is not None
    leaves_square = unit.formation in ("square", "hasty_square")
    free = case.field.options.formation_change_free_facing or leaves_square
    needed = int(changes) + int(turns and not (changes and free)) + int(action.cell != NOWHERE) + action.unlimber
    most = case.field.tables.actions[unit.kind]
    if needed > most:
        why = f"that is {needed} actions and it has {most}"
        return no("no_action_left", "EN-ACTION-01", f"{unit.name} cannot do all this in one turn: {why}")
    return None


def _moving(case: Case, unit: Unit, action: Activate) -> Refusal | None:
    facing = unit.facing if action.facing is None else action.facing
    formation = action.formation or unit.formation
    target = action.cell
    if not case.on_board(target):
        why = "units may not leave the board"
        return no("off_board", "EN-MOVE-09", f"{unit.name} cannot move to {case.hex(target)}: {why}")
    if target == unit.cell:
        return no("no_change", "EN-MOVE-02", f"{unit.name} cannot move to {case.hex(target)}: it stands there")
    allowance = case.field.allowance(unit.kind, formation)
    if not allowance:
        rule = "EN-SQUARE-03" if formation in ("square", "hasty_square") else "EN-MOVE-01"
        why = f"in {formation.replace('_', ' ')} it does not move"
        return no("not_for_kind", rule, f"{unit.name} cannot move to {case.hex(target)}: {why}")
    if target in case.field.grid.side_cells[facing][unit.cell]:
        refused = _sidestep(case, unit, action)
        length = 1
    else:
        refused = _unlimbering(case, unit, action) or _move(case, unit, action, facing, allowance)
        length = case.field.grid.distance(unit.cell, target)
    return refused or _along(case, unit, action, length)


def _unlimbering(case: Case, unit: Unit, action: Activate) -> Refusal | None:
    """EN-ACTION-04, EN-RULING-18."""
    if not action.unlimber:
        return None
    if unit.kind not in ARTILLERY:
        return no("not_for_kind", "EN-FORM-07", f"{unit.name} cannot unlimber: it is {KIND_WORDS[unit.kind]}")
    if action.formation is not None and not case.field.options.horse_limber_move_unlimber:
        why = "in this battle a battery may not limber and unlimber in one turn"
        return no("bad_order", "EN-RULING-18", f"{unit.name} cannot unlimber after its Move: {why}")
    return None


def _sidestep(case: Case, unit: Unit, action: Activate) -> Refusal | None:
    """EN-MOVE-03."""
    start, target = unit.cell, action.cell
    if action.unlimber:
        why = "no unit unlimbers after a Sidestep"
        return no("bad_order", "EN-MOVE-03", f"{unit.name} cannot sidestep to {case.hex(target)} and unlimber: {why}")
    barrier = _barrier(case, unit, start, target, target)
    if barrier is None and action.over != case.leaders_in(target, case.enemy):
        return _over(case, unit, action, {case.leaders_in(target, case.enemy)})
    return barrier


def _move(case: Case, unit: Unit, action: Activate, facing: int, allowance: int) -> Refusal | None:
    """EN-MOVE-01, 02: how far and which way; then every way to the hex, until one is clear."""
    grid, target = case.field.grid, action.cell
    left, right = _steps(case, unit.cell, target, facing)
    if left < 0 or right < 0:
        why = "a Move enters front hexes only, and a Sidestep a flank or rear hex next to it"
        return no("out_of_reach", "EN-MOVE-02", f"{unit.name} cannot move to {case.hex(target)}: {why}")
    if left + right > allowance:
        why = f"it lies {hexes(left + right)} away and the Move is {hexes(allowance)} at most"
        return no("out_of_reach", "EN-MOVE-01", f"{unit.name} cannot move to {case.hex(target)}: {why}")
    barrier: tuple[int, Refusal] | None = None
    met: set[tuple[int, ...]] = set()
    open_ways: list[tuple[Cell, ...]] = [(unit.cell,)]
    seen: set[tuple[Cell, tuple[int, ...]]] = set()
    while open_ways:
        way = open_ways.pop()
        for direction in (facing, (facing - 1) % FACINGS):
            cell = grid.near[way[-1]][direction]
            more = (*way, cell)
            if cell >= 0 and min(_steps(case, cell, target, facing)) < 0:
                continue
            refused = _barrier(case, unit, way[-1], cell, target)
            if refused is not None:
                if barrier is None or len(way) >= barrier[0]:
                    barrier = (len(way), refused)
                continue
            over = _met(case, more)
            if cell == target:
                met.add(over)
            elif (cell, over) not in seen:
                seen.add((cell, over))
                open_ways.append(more)
    if action.over in met:
        return None
    return _over(case, unit, action, met) if met or barrier is None else barrier[1]


def _steps(case: Case, start: Cell, target: Cell, facing: int) -> tuple[int, int]:
    """Steps to the left and to the right front hex that lead from one hex to another; negative where none do."""
    (q, r), (to_q, to_r) = case.field.grid.axial[start], case.field.grid.axial[target]
    dq, dr = to_q - q, to_r - r
    (left_q, left_r), (right_q, right_r) = OFFSETS[facing - 1], OFFSETS[facing]
    turn = left_q * right_r - left_r * right_q
    return (dq * right_r - dr * right_q) * turn, (left_q * dr - left_r * dq) * turn


def _met(case: Case, way: tuple[Cell, ...]) -> tuple[int, ...]:
    """The lone enemy leaders in the hexes that a way enters (EN-LEADER-09)."""
    return tuple(sorted({man for _, cell in pairwise(way) for man in case.leaders_in(cell, case.enemy)}))


def _over(case: Case, unit: Unit, action: Activate, met: set[tuple[int, ...]]) -> Refusal:
    ways = " or ".join(_names(case, men) for men in sorted(met)) or "nobody"
    sentence = f"{unit.name} cannot run over {_names(case, action.over)} on its way to {case.hex(action.cell)}"
    return no("malformed", "EN-LEADER-09", f"{sentence}: the way there leads over {ways}")


def _names(case: Case, men: tuple[int, ...]) -> str:
    return " and ".join(case.man(man) for man in men[:FACINGS]) or "nobody"


def _barrier(case: Case, unit: Unit, start: Cell, cell: Cell, target: Cell) -> Refusal | None:
    """Why a unit may not step from one hex into the next on its way to ``target``."""
    goal = f"{unit.name} cannot move to {case.hex(target)}"
    if cell < 0:
        return no("off_board", "EN-MOVE-09", f"{goal}: the way leads off the board")
    if case.field.barred >> cell & 1:
        return no("impassable", "EN-MOVE-04", f"{goal}: {case.hex(cell)} is impassable")
    there = case.units_in(cell)
    if any(case.state.units[number].side == case.enemy for number in there):
        return no("occupied", "EN-MOVE-05", f"{goal}: {case.name(there[0])} stands in {case.hex(cell)}")
    blocks = case.field.options.lone_leader_contact == "block"
    if blocks and (men := case.leaders_in(cell, case.enemy)):
        return no("occupied", "EN-RULING-10", f"{goal}: {case.man(men[0])} stands in {case.hex(cell)} and bars it")
    return (
        _pinned(case, start, cell, goal)
        or _friends(case, unit, cell, there, target, goal)
        or (_halts(case, cell, goal) if cell != target else None)
    )


def _pinned(case: Case, start: Cell, cell: Cell, goal: str) -> Refusal | None:
    """EN-MOVE-07, 08: steps within reach of the enemy's fronts."""
    holding = [foe for foe in case.enemies_beside(start) if case.controls(foe, start)]
    if not holding:
        return None
    enemies = [number for number, unit in enumerate(case.state.units) if unit.side == case.enemy]
    for foe in enemies:
        if case.controls(foe, cell):
            why = f"{case.name(holding[0])} controls {case.hex(start)} and {case.name(foe)} controls {case.hex(cell)}"
            return no("locked", "EN-MOVE-07", f"{goal}: {why}")
    for foe in holding:
        unit = case.state.units[foe]
        beside = cell in case.field.grid.around[unit.cell]
        if beside and case.field.grid.aspect(unit.cell, unit.facing, cell) == "flank":
            why = f"no step leads from the front of {unit.name} into its flank hex {case.hex(cell)}"
            return no("locked", "EN-MOVE-08", f"{goal}: {why}")
    return None


def _friends(case: Case, unit: Unit, cell: Cell, there: list[int], target: Cell, goal: str) -> Refusal | None:
    """EN-MOVE-05, EN-OPT-08: who may be passed, and with whom a hex may be shared."""
    if not there:
        return None
    units = [case.state.units[number] for number in there]
    name, label = units[0].name, case.hex(cell)
    if cell != target:
        if any(friend.formation == "unlimbered" for friend in units):
            return None
        why = f"{name} stands in {label}, and only unlimbered guns may be passed"
        return no("occupied", "EN-MOVE-05", f"{goal}: {why}")
    guns = unit.kind in ARTILLERY and all(friend.kind in ARTILLERY for friend in units)
    if not (guns and case.field.options.grand_battery):
        return no("occupied", "EN-MOVE-05", f"{goal}: {name} stands in {label}")
    if len(units) > 1:
        return no("occupied", "EN-OPT-08", f"{goal}: two batteries stand in {label}")
    return None


def _halts(case: Case, cell: Cell, goal: str) -> Refusal | None:
    """EN-MOVE-06, EN-RULING-51: hexes that end a Move."""
    if foes := case.enemies_beside(cell):
        why = f"{case.name(foes[0])} stands next to {case.hex(cell)}, where it must halt"
        return no("out_of_reach", "EN-MOVE-06", f"{goal}: {why}")
    if case.field.halting >> cell & 1:
        return no("out_of_reach", "EN-RULING-51", f"{goal}: the stream in {case.hex(cell)} ends its Move")
    return None


def _along(case: Case, unit: Unit, action: Activate, length: int) -> Refusal | None:
    """EN-LEADER-08: leaders with the unit who have hexes enough left."""
    men = action.along
    if any(one >= two for one, two in pairwise(men)):
        return no("malformed", "EN-LEADER-08", f"Those who go along with {unit.name} are named once each, by number")
    for man in men:
        if refused := case.own_leader(man, f"go along with {unit.name}"):
            return refused
        leader = case.state.leaders[man]
        goal = f"{leader.name} cannot go along with {unit.name}"
        if man not in case.lay.attached(action.unit):
            return no("out_of_reach", "EN-LEADER-02", f"{goal}: he is not with it")
        if leader.left < length:
            why = f"he has {hexes(leader.left)} left and it moves {hexes(length)}"
            return no("out_of_reach", "EN-LEADER-08", f"{goal}: {why}")
    return None
