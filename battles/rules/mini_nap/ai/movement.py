"""Choice of the next manoeuvre or charge."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.ai import Advice
from battles.engine.core import Option, Refusal
from battles.kits.open_table.footprints import CM, DIRECTIONS, FULL, SCALE
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.ai.charges import charge_value, interception_cost
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.exact_values import Attack, totals
from battles.rules.mini_nap.ai.reasons import charge_reason, move_reason
from battles.rules.mini_nap.ai.situation import Situation
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.command.commanders import command_state
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.movement import formation, manoeuvre_plan, paths
from battles.rules.mini_nap.positions import footprint, footprint_of
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import DIE_SIDES
from battles.rules.mini_nap.terrain import features, landmarks

ENOUGH: Final = Advice(act.Done(), 0, "No other unit would gain by a move.")


def best_manoeuvre(position: Situation, place_values: PlaceValues, options: Sequence[Option]) -> Advice:
    """The manoeuvre or charge that gains most; Done if none gains."""
    return max(_gains(position, place_values, options), key=lambda advice: advice.value, default=ENOUGH)


def _gains(position: Situation, place_values: PlaceValues, options: Sequence[Option]) -> Iterator[Advice]:
    """Every manoeuvre or charge that gains something."""
    now: dict[int, int] = {}
    for option in options:
        if not option.actor.startswith("unit ") or option.kind == "retreat":
            continue
        for action in option.actions:
            number = action.unit
            if number not in now:
                now[number] = place_values.value(number, position.state.units[number])
            if isinstance(action.move, manoeuvre_plan.CHARGE_MOVES):
                advice = _charge_advice(position, action)
            else:
                unit = unit_after(position.state, action)
                words = partial(move_reason, place_values, action, unit)
                value = place_values.value(number, unit) - now[number]
                if position.looks_ahead and action.move is not None:
                    value -= interception_cost(position, number, unit)
                advice = Advice(action, value, words)
            if advice.value > 0:
                yield advice


# Where a unit would stand


def unit_after(state: State, action: act.Manoeuvre) -> Unit:
    """The unit after a legal manoeuvre other than a charge, if the enemy does not react."""
    unit, before, move = state.units[action.unit], action.before, action.move
    if action.after != act.NO_FREE_STEPS or isinstance(move, act.RoadMove | act.CrossBridge):
        planned = manoeuvre_plan.plan_manoeuvre(state, action)
        return unit if isinstance(planned, Refusal) else planned.last
    if before.pivot is not None and not before.change_first:
        unit = replace(unit, facing=before.pivot)
    if before.change is not None:
        unit = formation.after_change(state.setup.rules, unit, before.change)
    if before.about_face:
        unit = formation.after_about_face(unit)
    elif before.pivot is not None and before.change_first:
        unit = replace(unit, facing=before.pivot)
    return unit if move is None else _moved(unit, move)


def _moved(unit: Unit, move: Any) -> Unit:
    left, right, back = FULL * 3 // 4, FULL // 4, FULL // 2
    match move:
        case act.Advance():
            return along(unit, unit.facing, move.travel)
        case act.SideStep():
            return along(unit, unit.facing + (left if move.side == "left" else right), move.travel)
        case act.StepBack():
            return along(unit, unit.facing + back, move.travel)
        case act.Oblique():
            aside = unit.facing + (left if move.side == "left" else right)
            return along(along(unit, unit.facing, move.ahead), aside, move.aside)
        case act.Prolong():
            return along(unit, unit.facing + (back if move.back else 0), move.travel)
        case act.Redeploy():
            return replace(along(unit, move.bearing, move.travel), facing=move.facing)
        case _:
            return along(unit, move.bearing, move.travel)


def along(unit: Unit, bearing: int, travel: int) -> Unit:
    """A unit moved by ``travel`` on a bearing."""
    sine, cosine = DIRECTIONS[bearing % FULL]
    return replace(unit, x=unit.x + travel * sine // SCALE, y=unit.y + travel * cosine // SCALE)


# Charges


def _charge_advice(position: Situation, action: act.Manoeuvre) -> Advice:
    """A charge, valued by its odds less the least gain for which a charge is made."""
    state, move = position.state, action.move
    assert isinstance(move, act.Charge | act.ExtendedCharge)  # noqa: S101
    unit, target = state.units[action.unit], state.units[move.target]
    ready = unit if action.before.pivot is None else replace(unit, facing=action.before.pivot)
    path = manoeuvre_plan.movement_path(state, action.unit, ready, move)
    assert not isinstance(path, Refusal)  # noqa: S101
    travel = sum(leg.travel for leg in path.legs)
    attack = attack_of(position, action.unit, path.arrived, move.target)
    if position.looks_ahead:
        gain = charge_value(position, action.unit, path.arrived, move.target, travel)
        gain -= interception_cost(position, action.unit, path.arrived, gain, move.target)
    else:
        gain = position.charge_gain(unit, target, attack, travel)
    faces = DIE_SIDES
    if command_state(state, action.unit) == "cautious":
        faces = position.odds.passing_faces(unit.rating)
    value = gain * faces // DIE_SIDES
    if isinstance(move, act.ExtendedCharge):
        value = _extended_value(position, unit, travel, value)
        if position.looks_ahead:
            value = value * weights.WARNED // 100
    words = partial(charge_reason, position, action, attack)
    return Advice(action, value - weights.LEAST_CHARGE, words)


def attack_of(position: Situation, number: int, arrived: Unit, target: int, bridge: str = "") -> Attack:
    """The attack of unit ``number`` in its place of arrival (MN-GEO-13, MN-HTH-02, MNT-HTH).

    Over a bridge no unit outflanks or joins in, and the defender has the advantage (MNT-BRIDGE-06, MNT-RULING-26).
    """
    if bridge:
        return Attack(halvings=1)
    state, enemy = position.state, position.state.units[target]
    shape, goal = footprint_of(position.rules, arrived), footprint(state, target)
    outflanking = charge.outflanks(position.rules.options, shape, enemy, goal)
    halvings = 0
    if features.features_in_play(state):
        there = unit_with(state, number, x=arrived.x, y=arrived.y, facing=arrived.facing)
        halvings = landmarks.advantage_count(there, target, number)
    return Attack(
        outflanking, halvings, backing=position.joining_points(number, enemy), against=position.backing(target)
    )


def _extended_value(position: Situation, unit: Unit, travel: int, value: int) -> int:
    """The value of a charge that may fall short of its extension (MN-EXTEND-03)."""
    tables = position.rules.tables
    dice = charge.largest_extension(tables, unit) // (DIE_SIDES * CM)
    missing = travel - paths.charge_allowance(tables, unit)
    enough = sum(ways for total, ways in totals(dice) if total * CM >= missing)
    whole = int(DIE_SIDES**dice)
    return (value * enough - weights.PUSHED * (whole - enough)) // whole
