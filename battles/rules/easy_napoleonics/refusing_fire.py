"""Why a mission may not be fired (sections 6.1 and 6.2)."""

from itertools import pairwise

from battles.engine import sight
from battles.engine.core import Refusal
from battles.rules.easy_napoleonics.actions import Fire
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY, SQUARES
from battles.rules.easy_napoleonics.refusing_case import Case, dice, figure, hexes, no
from battles.rules.easy_napoleonics.state import Unit


def refuse_fire(case: Case, action: Fire) -> Refusal | None:
    """EN-ART-18, EN-MUSK-06: the target, then each unit that fires at it."""
    if refused := case.enemy_unit(action.target, "fire at"):
        return refused
    name = case.name(action.target)
    once = case.field.options.fire_pooling == "by_target"
    if once and action.target in case.state.nominated:
        why = "it has been a target of yours in this phase"
        return no("done_already", "EN-ART-18", f"You cannot fire at {name} again: {why}")
    if not action.dice:
        return no("malformed", "EN-ART-18", f"A mission against {name} needs a unit that fires")
    if any(one[0] >= two[0] for one, two in pairwise(action.dice)):
        return no("malformed", "EN-ART-18", f"The units that fire at {name} are named once each, by number")
    if not once and len(action.dice) > 1:
        why = "in this battle each fires on its own"
        return no("malformed", "EN-RULING-02", f"You cannot fire several units at {name} together: {why}")
    return next((refused for number, count in action.dice if (refused := _firer(case, number, count, action))), None)


def _firer(case: Case, number: int, count: int, action: Fire) -> Refusal | None:
    if refused := case.own_unit(number, "fire"):
        return refused
    unit, target = case.state.units[number], case.state.units[action.target]
    return _able(case, unit) or (
        _gunnery(case, unit, target, count)
        if unit.kind in ARTILLERY
        else _musketry(case, unit, target, action.target, count)
    )


def _able(case: Case, unit: Unit) -> Refusal | None:
    """Whether a unit may fire at all in this phase."""
    if unit.kind in CAVALRY:
        return no("not_for_kind", "EN-MUSK-01", f"{unit.name} cannot fire: it is cavalry")
    guns = unit.kind in ARTILLERY
    if guns != (case.state.phase == "artillery"):
        own = "the artillery phase" if guns else "the small-arms phase"
        return no("wrong_phase", "EN-SEQ-01", f"{unit.name} cannot fire now: it fires in {own}")
    if unit.mute:
        return no("not_for_kind", "EN-SQUARE-05", f"{unit.name} cannot fire: it lost its fire by trying hasty square")
    if unit.dice_left == 0:
        return no("no_dice_left", "EN-ACTION-03", f"{unit.name} cannot fire: it has fired this turn")
    if unit.dice_left < 0 and unit.used >= case.field.tables.actions[unit.kind] and not _late(case, unit):
        return no("no_action_left", "EN-ACTION-05", f"{unit.name} cannot fire: it has no action left this turn")
    return None


def _late(case: Case, unit: Unit) -> bool:
    """EN-RULING-19: infantry that changed and moved, where the option lets it fire."""
    changed_and_moved = unit.reformed and unit.moved != ""
    return case.field.options.musketry_after_change_and_move and unit.kind == "infantry" and changed_and_moved


def _gunnery(case: Case, unit: Unit, target: Unit, count: int) -> Refusal | None:
    """EN-ART-01 to 12."""
    grid, options = case.field.grid, case.field.options
    goal = f"{unit.name} cannot fire at {target.name}"
    if unit.formation != "unlimbered":
        return no("not_for_kind", "EN-ART-01", f"{goal}: it is limbered")
    away = grid.distance(unit.cell, target.cell)
    bands = case.field.tables.fire[unit.kind]
    held = next((band.dice for band in bands if band.near <= away <= band.far), 0)
    if not held:
        return no("out_of_range", "EN-ART-03", f"{goal}: it is {hexes(away)} away")
    cone = options.artillery_arc == "cone60"
    if not sight.arc(grid, unit.cell, unit.facing, away, cone) >> target.cell & 1:
        rule = "EN-RULING-46" if cone else "EN-ART-08"
        return no("out_of_arc", rule, f"{goal}: {case.hex(target.cell)} is out of its arc")
    stops = _stops(case, unit, target)
    if sight.blocked(grid, unit.cell, unit.facing, target.cell, stops):
        return no("out_of_sight", "EN-ART-10", f"{goal}: something blocks the line of sight to {case.hex(target.cell)}")
    if count != held:
        why = f"at this range it fires {dice(held)}, all together"
        return no("malformed", "EN-ART-18", f"{unit.name} cannot fire {dice(count)} at {target.name}: {why}")
    return None


def _stops(case: Case, unit: Unit, target: Unit) -> int:
    """The hexes that block sight: units always, and terrain that does in this battle (EN-ART-11, 12)."""
    options, terrain = case.field.options, case.field.terrain
    on_hill = "hill" in (terrain.get(unit.cell), terrain.get(target.cell))
    mask = 0
    for cell, kind in terrain.items():
        passed = kind == "hill" and (
            options.hill_sight == "never_block" or (options.hill_sight == "either_end" and on_hill)
        )
        if kind in options.blocking_terrain and not passed:
            mask |= 1 << cell
    for other in case.state.units:
        if other.cell >= 0:
            mask |= 1 << other.cell
    return mask


def _musketry(case: Case, unit: Unit, target: Unit, number: int, count: int) -> Refusal | None:
    """EN-MUSK-02 to 06."""
    grid = case.field.grid
    goal = f"{unit.name} cannot fire at {target.name}"
    if grid.distance(unit.cell, target.cell) != 1:
        return no("out_of_range", "EN-MUSK-02", f"{goal}: small arms reach the next hex only")
    all_round = unit.formation in SQUARES
    if not all_round and target.cell not in grid.front[unit.facing][unit.cell]:
        return no("out_of_arc", "EN-MUSK-02", f"{goal}: {case.hex(target.cell)} is not in front of it")
    if number in unit.at:
        return no("done_already", "EN-MUSK-06", f"{goal} again: its other die is for another unit")
    held = case.field.tables.musketry_dice.get(unit.formation, 0)
    if unit.dice_left >= 0:
        held = min(held, unit.dice_left)
    if count < 1:
        return no("malformed", "EN-MUSK-03", f"{unit.name} cannot fire {figure(count)} dice at {target.name}")
    if count > held:
        return no("no_dice_left", "EN-MUSK-03", f"{goal} with {dice(count)}: it has {dice(held)} for it")
    return None
