"""Who may join in a combat, with whom, and by what way (MN-HTH-02, 03, 05, 06, MN-RULING-57, 83)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table.bearings import FULL
from battles.engine.table.zones import turns_toward
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import charging, going, landmarks, plans, steps
from battles.rules.mini_nap.board import distance, enemies, footprint, footprint_of, is_abandoned, is_on_table, touched
from battles.rules.mini_nap.kinds import is_formed, unit_class
from battles.rules.mini_nap.losses import is_held_in_formation
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import ANGLE_STEP, CM, DEGREE, MOST_CHARGE_TURN, JoinStage

JOINING: Final = charging.Doing("join in", "MN-HTH-02")
_MOST_TURN: Final = MOST_CHARGE_TURN * DEGREE
_STEP: Final = ANGLE_STEP * DEGREE
_FINE_STEP: Final = DEGREE
"""Where no listed bearing will do each whole degree is tried, so that nobody misses a way that there is."""


def refuse_unit(state: State, number: int, stage: JoinStage) -> Refusal | None:
    """Why a unit may not join in, or try to break out, in a stage; None where it may if there is a way."""
    unit = state.units[number]
    if unit.where != "table" or is_abandoned(unit):
        return Refusal("gone", "MN-HTH-02", f"{unit.name} is not there to fight.")
    found = _refuse_kind(state, number, unit, stage)
    if found is not None:
        return found
    if unit.white:
        return Refusal("not_for_kind", "MN-HTH-06", f"{unit.name} has a white marker and does not join in.")
    if unit.idle:
        why = f"{unit.name} failed an opportunity charge and does no more in this initiative."
        return Refusal("no_action_left", "MN-RULING-83", why)
    if unit.broke_through:
        return Refusal("no_action_left", "MN-BREAK-13", f"{unit.name} has broken through and does no more.")
    if touched(state, number):
        return Refusal("locked", "MN-HTH-02", f"{unit.name} is in contact with an enemy already.")
    return None


def _refuse_kind(state: State, number: int, unit: Unit, stage: JoinStage) -> Refusal | None:
    """Whether a unit is one of those whose stage it is."""
    if stage.who == "square":
        return _refuse_square(state, number, unit)
    if unit_class(unit) == "artillery" or not is_formed(unit) or unit.formation == "emergency_square":
        why = f"{unit.name} does not join in: skirmish lines, guns and emergency squares never do."
        return Refusal("not_for_kind", "MN-HTH-06", why)
    if unit.formation == "solid_square":
        return Refusal("not_for_kind", "MN-HTH-05", f"{unit.name} is in square and has to break out of it first.")
    if unit_class(unit) != stage.who:
        return Refusal("bad_order", stage.rule, f"This is the stage of {stage.word}.")
    return None


def _refuse_square(state: State, number: int, unit: Unit) -> Refusal | None:
    """Whether a square may try to break out (MN-HTH-05, MN-RULING-11)."""
    if unit.formation != "solid_square":
        return Refusal("not_for_kind", "MN-HTH-05", f"{unit.name} is in no solid square.")
    if unit.tried_square:
        return Refusal("done_already", "MN-HTH-05", f"{unit.name} has tried to break out in this initiative.")
    if landmarks.landmark_of(state, number):
        why = f"{unit.name} defends a place and leaves it only by its own manoeuvre."
        return Refusal("locked", "MNT-LANDMARK-06", why)
    held = is_held_in_formation(unit.points, unit.rating, unit.formation, "column")
    if held and state.setup.rules.options.one_sp_reform == "forbid":
        return Refusal("not_for_kind", "MN-LOSS-06", f"{unit.name} has 1 strength point left and stays in square.")
    return None


def fought(state: State, number: int) -> tuple[int, ...]:
    """The enemy units that a friend of a unit touches and that are near enough to it (MN-HTH-02)."""
    reach = state.setup.rules.tables.reaches["join"].most * CM
    return tuple(
        enemy for enemy in enemies(state, number) if distance(state, number, enemy) <= reach and touched(state, enemy)
    )


def _refuse_enemy(state: State, number: int, enemy: int) -> Refusal | None:
    """Whether a unit may join in against that enemy."""
    if enemy >= len(state.units):
        return Refusal("no_such", "MN-HTH-02", f"There is no unit {enemy}.")
    unit, foe = state.units[number], state.units[enemy]
    if foe.side == unit.side:
        return Refusal("no_target", "MN-HTH-02", f"{foe.name} is a friend.")
    if foe.where != "table" or is_abandoned(foe):
        return Refusal("gone", "MN-HTH-02", f"{foe.name} is not there to be fought.")
    if not touched(state, enemy):
        return Refusal("no_target", "MN-HTH-02", f"No friend of {unit.name} is in contact with {foe.name}.")
    if enemy not in fought(state, number):
        reach = state.setup.rules.tables.reaches["join"].most * CM
        return Refusal("out_of_reach", "MN-HTH-02", f"{foe.name} is more than {cm(reach)} from {unit.name}.")
    return None


def way(state: State, number: int, enemy: int, facing: int) -> charging.Reach | Refusal:
    """The straight way into contact with an enemy of a unit that faces ``facing`` first, or why there is none."""
    found = _refuse_enemy(state, number, enemy)
    if found is not None:
        return found
    unit = state.units[number]
    ready = _as_column(state, number, facing) if unit.formation == "solid_square" else _turned(state, number, facing)
    return ready if isinstance(ready, Refusal) else straight(state, number, ready, enemy)


def straight(state: State, number: int, ready: Unit, enemy: int) -> charging.Reach | Refusal:
    """The way of a unit that stands ready: contact with that enemy only, nobody else on the way."""
    reach = state.setup.rules.tables.reaches["join"].most * CM
    return charging.reach(state, number, ready, enemy, "move", reach, JOINING)


def _turned(state: State, number: int, facing: int) -> Unit | Refusal:
    """A unit after its one pivot."""
    unit = state.units[number]
    if facing == unit.facing:
        return unit
    ready = plans.pivot(state, number, replace(unit, turned=0), facing)
    if isinstance(ready, Refusal):
        return ready
    if ready.turned > _MOST_TURN:
        why = f"{unit.name} may turn by {MOST_CHARGE_TURN} degrees at most to join in."
        return Refusal("out_of_arc", "MN-HTH-02", why)
    return ready


def out_of_square(unit: Unit, facing: int) -> Unit:
    """A square as the column that it forms, about the same centre (MN-RULING-57)."""
    return replace(unit, formation="column", facing=facing)


def _as_column(state: State, number: int, facing: int) -> Unit | Refusal:
    """A square as a column, or why the column does not fit."""
    unit = out_of_square(state.units[number], facing)
    shape = footprint_of(state.setup.rules, unit)
    if not is_on_table(state, shape):
        return Refusal("off_board", "MN-RULING-59", f"{unit.name} would stand over the table's edge.")
    met = next(steps.in_the_way(state, number, shape), None)
    if met is not None:
        why = f"{state.units[met].name} stands where {unit.name} would form column."
        return Refusal("occupied", "MN-RULING-57", why)
    return going.refuse_stand(state, unit, "move") or unit


def listed(state: State, number: int, stage: JoinStage) -> Iterator[act.Join | act.BreakSquare]:
    """Every enemy that can be reached, each with the bearings of section 5.5 that lead there, least turn first."""
    made = act.BreakSquare if stage.who == "square" else act.Join
    for enemy in fought(state, number):
        for facing in _bearings(state, number, enemy):
            yield made(number, enemy, facing)


def _bearings(state: State, number: int, enemy: int) -> list[int]:
    """Bearings that lead to an enemy: those worth listing, or else the first whole degree that does."""
    found = [facing for facing in _tried(state, number, enemy, _STEP) if _leads(state, number, enemy, facing)]
    if found:
        return found
    finer = (facing for facing in _tried(state, number, enemy, _FINE_STEP) if _leads(state, number, enemy, facing))
    return [facing for facing in [next(finer, None)] if facing is not None]


def _tried(state: State, number: int, enemy: int, step: int) -> list[int]:
    unit = state.units[number]
    most = FULL // 2 if unit.formation == "solid_square" else _MOST_TURN
    turns = turns_toward(footprint(state, number), footprint(state, enemy), step, most)
    return list(dict.fromkeys((unit.facing + turn) % FULL for turn in turns))


def _leads(state: State, number: int, enemy: int, facing: int) -> bool:
    """Whether a bearing leads to an enemy: first by the straight way, since a pivot is dear to look at."""
    unit = state.units[number]
    ready = out_of_square(unit, facing) if unit.formation == "solid_square" else replace(unit, facing=facing)
    if isinstance(straight(state, number, ready, enemy), Refusal):
        return False
    return not isinstance(way(state, number, enemy, facing), Refusal)


def domains(state: State, number: int, stage: JoinStage) -> Mapping[str, Any]:
    """What may be given beside the listed: any bearing from which a straight way leads there."""
    unit = state.units[number]
    most = FULL // 2 if stage.who == "square" else _MOST_TURN
    return {
        "enemy": list(fought(state, number)),
        "facing": {"low": unit.facing - most, "high": unit.facing + most, "unit": "0.1deg"},
    }
