"""Joining a combat, and breaking out of square: six stages before any combat is fought (ST-12, MN-HTH)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.words import refused, with_verb
from battles.kits.open_table.footprints import CM, DEGREE, FULL
from battles.kits.open_table.zones import turns_toward
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import charge, melee
from battles.rules.mini_nap.combat.combatants import is_fighting
from battles.rules.mini_nap.combat.losses import must_keep_formation, settle_losses
from battles.rules.mini_nap.decisions import Joining, Leg, MoveInProgress
from battles.rules.mini_nap.movement import formation, manoeuvre_plan, progress
from battles.rules.mini_nap.movement.formation import apply_change_cost
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import (
    enemies_in_contact,
    enemy_units,
    footprint,
    footprint_of,
    is_abandoned,
    is_on_table,
    on_table,
    unit_distance,
)
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.state import State, Unit, is_formed, other, unit_class
from battles.rules.mini_nap.tables import ANGLE_STEP, JOIN_STAGES, MOST_CHARGE_TURN, JoinStage
from battles.rules.mini_nap.terrain import cost, landmarks

JOIN_WORDING: Final = charge.ChargeWording("join in", "MN-HTH-02")
_MOST_TURN: Final = MOST_CHARGE_TURN * DEGREE
_STEP: Final = ANGLE_STEP * DEGREE
_FINE_STEP: Final = DEGREE
"""If no listed bearing works, each whole degree is tried, so that no possible path is missed."""


def refuse_unit(state: State, number: int, stage: JoinStage) -> Refusal | None:
    """Why a unit may not join in, or try to break out, in a stage; None if it may where it can reach an enemy."""
    unit = state.units[number]
    if unit.where != "table" or is_abandoned(unit):
        return Refusal("gone", "MN-HTH-02", f"{unit.name} cannot join in: it is abandoned or not on the table.")
    refusal = _refuse_kind(state, number, unit, stage)
    if refusal is not None:
        return refusal
    if unit.white:
        return refused("not_for_kind", "MN-HTH-06", unit.name, "has", "a white marker and does not join in.")
    if unit.idle:
        why = f"{unit.name} failed an opportunity charge and does nothing more in this initiative."
        return Refusal("no_action_left", "MN-RULING-83", why)
    if unit.broke_through:
        return refused("no_action_left", "MN-BREAK-13", unit.name, "has", "broken through and does nothing more.")
    if enemies_in_contact(state, number):
        return refused("locked", "MN-HTH-02", unit.name, "is", "already in contact with an enemy.")
    return None


def _refuse_kind(state: State, number: int, unit: Unit, stage: JoinStage) -> Refusal | None:
    """Why a unit is not one that acts in this stage; None if it is."""
    if stage.who == "square":
        return _refuse_square(state, number, unit)
    if unit_class(unit) == "artillery" or not is_formed(unit) or unit.formation == "emergency_square":
        why = f"{with_verb(unit.name, 'does')} not join in: skirmish lines, guns and emergency squares never do."
        return Refusal("not_for_kind", "MN-HTH-06", why)
    if unit.formation == "solid_square":
        return refused("not_for_kind", "MN-HTH-05", unit.name, "is", "in square and must break out of it first.")
    if unit_class(unit) != stage.who:
        return Refusal("bad_order", stage.rule, f"This is the stage of {stage.word}.")
    return None


def _refuse_square(state: State, number: int, unit: Unit) -> Refusal | None:
    """Why a square may not try to break out (MN-HTH-05, MN-RULING-11); None if it may."""
    if unit.formation != "solid_square":
        return refused("not_for_kind", "MN-HTH-05", unit.name, "is", "not in solid square.")
    if unit.tried_square:
        return refused("done_already", "MN-HTH-05", unit.name, "has", "tried to break out in this initiative.")
    if landmarks.defended_landmark(state, number):
        why = with_verb(unit.name, "defends a landmark and leaves it only by its own manoeuvre.")
        return Refusal("locked", "MNT-LANDMARK-06", why)
    too_weak = must_keep_formation(unit.points, unit.rating, unit.formation, "column")
    if too_weak and state.setup.rules.options.one_sp_reform == "forbid":
        return refused("not_for_kind", "MN-LOSS-06", unit.name, "has", "1 strength point left and stays in square.")
    return None


def joinable_enemies(state: State, number: int) -> tuple[int, ...]:
    """The near enemy units that are in contact with a friend of the unit (MN-HTH-02)."""
    reach = state.setup.rules.tables.reaches["join"].most * CM
    return tuple(
        enemy
        for enemy in enemy_units(state, number)
        if unit_distance(state, number, enemy) <= reach and enemies_in_contact(state, enemy)
    )


def _refuse_enemy(state: State, number: int, enemy: int) -> Refusal | None:
    """Why a unit may not join in against that enemy; None if it may."""
    if enemy >= len(state.units):
        return Refusal("no_such", "MN-HTH-02", f"There is no unit {enemy}.")
    unit, foe = state.units[number], state.units[enemy]
    if foe.side == unit.side:
        return refused("no_target", "MN-HTH-02", foe.name, "is", "a friend.")
    if foe.where != "table" or is_abandoned(foe):
        return Refusal("gone", "MN-HTH-02", f"{foe.name} cannot be fought: it is abandoned or not on the table.")
    if not enemies_in_contact(state, enemy):
        return Refusal(
            "no_target", "MN-HTH-02", f"No friend of {with_verb(unit.name, 'is')} in contact with {foe.name}."
        )
    if enemy not in joinable_enemies(state, number):
        reach = state.setup.rules.tables.reaches["join"].most * CM
        return refused("out_of_reach", "MN-HTH-02", foe.name, "is", f"more than {cm(reach)} from {unit.name}.")
    return None


def join_path(state: State, number: int, enemy: int, facing: int) -> charge.ChargeReach | Refusal:
    """The straight path of a unit facing ``facing`` into contact with an enemy, or why there is none."""
    refusal = _refuse_enemy(state, number, enemy)
    if refusal is not None:
        return refusal
    unit = state.units[number]
    ready = (
        _fitting_column(state, number, facing) if unit.formation == "solid_square" else _turned(state, number, facing)
    )
    return ready if isinstance(ready, Refusal) else straight_join_path(state, number, ready, enemy)


def straight_join_path(state: State, number: int, ready: Unit, enemy: int) -> charge.ChargeReach | Refusal:
    """The path from the position ``ready``: contact with that enemy only, no other unit in the way.

    The limits of charges and command do not apply (MN-HTH-03); terrain counts as for a move (MN-RULING-102).
    """
    reach = state.setup.rules.tables.reaches["join"].most * CM
    return charge.travel_to_contact(state, number, ready, enemy, "move", reach, JOIN_WORDING)


def _turned(state: State, number: int, facing: int) -> Unit | Refusal:
    """A unit after its one pivot, or why it may not make it."""
    unit = state.units[number]
    if facing == unit.facing:
        return unit
    ready = manoeuvre_plan.plan_pivot(state, number, replace(unit, turned=0), facing)
    if isinstance(ready, Refusal):
        return ready
    if ready.turned > _MOST_TURN:
        why = f"{unit.name} may turn by {MOST_CHARGE_TURN} degrees at most to join in."
        return Refusal("out_of_arc", "MN-HTH-02", why)
    return ready


def as_column(unit: Unit, facing: int) -> Unit:
    """A square as the column that it forms round the same centre (MN-RULING-57)."""
    return replace(unit, formation="column", facing=facing)


def _fitting_column(state: State, number: int, facing: int) -> Unit | Refusal:
    """A square as a column, or why the column does not fit."""
    unit = as_column(state.units[number], facing)
    shape = footprint_of(state.setup.rules, unit)
    if not is_on_table(state, shape):
        return Refusal("off_board", "MN-RULING-59", f"{unit.name} would be over the table's edge.")
    met = next(formation.blocking_units(state, number, shape), None)
    if met is not None:
        why = f"{with_verb(state.units[met].name, 'is')} where {unit.name} would form column."
        return Refusal("occupied", "MN-RULING-57", why)
    return cost.refuse_position(state, unit, "move") or unit


def listed_joins(state: State, number: int, stage: JoinStage) -> Iterator[act.Join | act.BreakSquare]:
    """Every enemy in reach, each with the bearings of section 5.5 that lead there, least turn first."""
    action_class = act.BreakSquare if stage.who == "square" else act.Join
    for enemy in joinable_enemies(state, number):
        for facing in _bearings(state, number, enemy):
            yield action_class(number, enemy, facing)


def _bearings(state: State, number: int, enemy: int) -> list[int]:
    """Bearings that lead to an enemy: the listed ones, or else the first whole degree that does."""
    listed = [
        facing for facing in _bearings_that_lead(state, number, enemy, _STEP) if _leads(state, number, enemy, facing)
    ]
    if listed:
        return listed
    finer = (
        facing
        for facing in _bearings_that_lead(state, number, enemy, _FINE_STEP)
        if _leads(state, number, enemy, facing)
    )
    return [facing for facing in [next(finer, None)] if facing is not None]


def _bearings_that_lead(state: State, number: int, enemy: int, step: int) -> list[int]:
    """Turns that may lead to an enemy, the least first (MN-GEO-14)."""
    unit = state.units[number]
    most = FULL // 2 if unit.formation == "solid_square" else _MOST_TURN
    turns = turns_toward(footprint(state, number), footprint(state, enemy), step, most)
    return list(dict.fromkeys((unit.facing + turn) % FULL for turn in turns))


def _leads(state: State, number: int, enemy: int, facing: int) -> bool:
    """True if a bearing leads to an enemy; the straight path is checked first, since checking a pivot takes long."""
    unit = state.units[number]
    ready = as_column(unit, facing) if unit.formation == "solid_square" else replace(unit, facing=facing)
    if isinstance(straight_join_path(state, number, ready, enemy), Refusal):
        return False
    return not isinstance(join_path(state, number, enemy, facing), Refusal)


def bearing_domains(state: State, number: int, stage: JoinStage) -> Mapping[str, Any]:
    """Values that may be given besides the listed ones: any bearing with a straight path to the enemy."""
    unit = state.units[number]
    most = FULL // 2 if stage.who == "square" else _MOST_TURN
    return {
        "enemy": list(joinable_enemies(state, number)),
        "facing": {"low": unit.facing - most, "high": unit.facing + most, "unit": "0.1deg"},
    }


def current_joining(state: State) -> Joining:
    """The present frame."""
    frame = state.stack[-1]
    assert isinstance(frame, Joining)  # noqa: S101
    return frame


def stage_of(state: State) -> tuple[SideId, JoinStage]:
    """The side that acts in the present stage, and the stage."""
    stage = JOIN_STAGES[current_joining(state).stage - 1]
    return (state.active if stage.active else other(state.active)), stage


def _deciders(state: State) -> tuple[SideId, ...]:
    side, stage = stage_of(state)
    return (side,) if next(_offers(state, side, stage), None) is not None else ()


def _proceed(play: Resolution) -> None:
    _next(play)


def _next(play: Resolution) -> None:
    """Go to the next stage; after the last one to the combats (MN-HTH-04)."""
    frame = current_joining(play.state)
    if frame.stage < len(JOIN_STAGES):
        play.go_on(Joining(frame.stage + 1))
    elif is_fighting(play.state):
        play.go_on(melee.new_combat(play.state))
    else:
        play.close()


def _offers(state: State, side: SideId, stage: JoinStage) -> Iterator[Option]:
    """The legal actions of each unit of the stage."""
    for number in on_table(state, side):
        if refuse_unit(state, number, stage) is None:
            actions = tuple(listed_joins(state, number, stage))
            if actions:
                domains = bearing_domains(state, number, stage)
                kind = "break_square" if stage.who == "square" else "join"
                yield Option(kind, f"unit {number}", actions, complete=False, domains=domains)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    _, stage = stage_of(state)
    joins = tuple(_offers(state, side, stage))
    return joins if stage.must and joins else (*joins, Option("pass", "", (act.Pass(),)))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    _, stage = stage_of(state)
    if isinstance(action, act.Pass):
        if stage.must and next(_offers(state, side, stage), None) is not None:
            return Refusal("owed_first", stage.rule, "Formed infantry of the active side must join in if it can.")
        return None
    action_class = act.BreakSquare if stage.who == "square" else act.Join
    if not isinstance(action, action_class):
        return Refusal("bad_order", stage.rule, f"This is the stage of {stage.word}.")
    refusal = _refuse_number(state, side, action.unit) or refuse_unit(state, action.unit, stage)
    if refusal is not None:
        return refusal
    reach = join_path(state, action.unit, action.enemy, action.facing)
    return reach if isinstance(reach, Refusal) else None


def _refuse_number(state: State, side: SideId, number: int) -> Refusal | None:
    if number >= len(state.units):
        return Refusal("no_such", "MN-HTH-02", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return refused("not_yours", "MN-HTH-02", unit.name, "belongs", "to the enemy.")
    return None


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.Pass):
        _next(play)
    elif isinstance(action, act.BreakSquare):
        _break_square(play, action)
    else:
        unit = play.unit(action.unit)
        if action.facing != unit.facing:
            play.tell(happened.Turned(unit=action.unit, facing=action.facing, turned=unit.turned))
        _advance(play, action.unit, action.enemy)


def _break_square(play: Resolution, action: act.BreakSquare) -> None:
    """MN-HTH-05, MN-MARKER-11: the test; if it passes, the column moves into contact."""
    number = action.unit
    play.mark(number, "MN-HTH-05", tried_square=True)
    if not play.test(number, "MN-HTH-05"):
        return
    column = as_column(play.unit(number), action.facing)
    play.tell(
        happened.Reformed(
            unit=number, formation=column.formation, x=column.x, y=column.y, facing=column.facing, rule="MN-HTH-05"
        )
    )
    apply_change_cost(play, number)
    settle_losses(play)
    if play.unit(number).where == "table":
        _advance(play, number, action.enemy)


def _advance(play: Resolution, number: int, enemy: int) -> None:
    """Move straight ahead into contact."""
    reach = straight_join_path(play.state, number, play.unit(number), enemy)
    assert not isinstance(reach, Refusal)  # noqa: S101
    facing = play.unit(number).facing
    leg = Leg(facing, reach.travel, facing)
    progress.start_move(play, MoveInProgress(unit=number, travel="join", legs=(leg,), target=enemy))


JOINING = Handler((act.Join, act.BreakSquare, act.Pass), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``joining``."""
