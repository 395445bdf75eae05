"""Which unit manoeuvres next, and how: the place that gains most, or the charge that the odds are for."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Option, Refusal
from battles.engine.judge import Advice
from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, charging, defence, ground, movements, plans, steps, weights
from battles.rules.mini_nap.board import footprint, footprint_of
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.judging_charge import charge_worth, hazard
from battles.rules.mini_nap.judging_field import Field, gap
from battles.rules.mini_nap.judging_odds import Attack, totals
from battles.rules.mini_nap.judging_standing import Standing
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import CM, DIE_SIDES, FORMATIONS

ENOUGH: Final = Advice(act.Done(), 0, "Every other unit stands well where it is.")


def best_manoeuvre(field: Field, standing: Standing, options: Sequence[Option]) -> Advice:
    """What to do next; to be done where nothing gains."""
    return max(_all(field, standing, options), key=lambda advice: advice.value, default=ENOUGH)


def _all(field: Field, standing: Standing, options: Sequence[Option]) -> Iterator[Advice]:
    """Every manoeuvre that gains something."""
    now: dict[int, int] = {}
    for option in options:
        if not option.actor.startswith("unit ") or option.kind == "retreat":
            continue
        for action in option.actions:
            number = action.unit
            if number not in now:
                now[number] = standing.worth(number, field.state.units[number])
            if isinstance(action.move, plans.CHARGES):
                advice = _charge(field, action)
            else:
                unit = applied(field.state, action)
                words = partial(_goes, field, action, unit)
                value = standing.worth(number, unit) - now[number]
                if field.looks_ahead and action.move is not None:
                    value -= hazard(field, number, unit)
                advice = Advice(action, value, words)
            if advice.value > 0:
                yield advice


# Where a unit would stand


def applied(state: State, action: act.Manoeuvre) -> Unit:
    """The unit after a legal manoeuvre that is no charge, if nobody interferes."""
    unit, before, move = state.units[action.unit], action.before, action.move
    if action.after != act.NO_STEPS or isinstance(move, act.RoadMove | act.CrossBridge):
        planned = plans.plan(state, action)
        return unit if isinstance(planned, Refusal) else planned.last
    if before.pivot is not None and not before.change_first:
        unit = replace(unit, facing=before.pivot)
    if before.change is not None:
        unit = steps.changed(state.setup.rules, unit, before.change)
    if before.about_face:
        unit = steps.faced_about(unit)
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
    """A unit so much further on a bearing."""
    sine, cosine = DIRECTIONS[bearing % FULL]
    return replace(unit, x=unit.x + travel * sine // SCALE, y=unit.y + travel * cosine // SCALE)


def _goes(field: Field, action: act.Manoeuvre, unit: Unit) -> str:
    """Why a unit is better off there."""
    change = action.before.change
    what = "turns" if action.move is None else "moves"
    if change is not None:
        what = f"forms {FORMATIONS[change.to].word}"
    foes = [(gap(foe, unit, 0), foe.number) for foe in field.foes]
    if not foes:
        return f"{unit.name} {what} to keep its place in the Brigade."
    away, nearest = min(foes)
    return f"{unit.name} {what}, {cm(away // CM * CM)} from {field.state.units[nearest].name}, and stands better so."


# Charges


def _charge(field: Field, action: act.Manoeuvre) -> Advice:
    """A charge by its odds, less what makes it worth the trouble."""
    state, move = field.state, action.move
    assert isinstance(move, act.Charge | act.ExtendedCharge)  # noqa: S101
    unit, target = state.units[action.unit], state.units[move.target]
    ready = unit if action.before.pivot is None else replace(unit, facing=action.before.pivot)
    way = movements.way(state, action.unit, ready, move)
    assert not isinstance(way, Refusal)  # noqa: S101
    travel = sum(leg.travel for leg in way.legs)
    attack = attack_of(field, action.unit, way.arrived, move.target)
    if field.looks_ahead:
        gain = charge_worth(field, action.unit, way.arrived, move.target, travel)
        gain -= hazard(field, action.unit, way.arrived, gain, move.target)
    else:
        gain = field.charge(unit, target, attack, travel)
    faces = DIE_SIDES
    if command_of(state, action.unit) == "cautious":
        faces = field.ledger.passes(unit.rating)
    value = gain * faces // DIE_SIDES
    if isinstance(move, act.ExtendedCharge):
        value = _extended(field, unit, travel, value)
        if field.looks_ahead:
            value = value * weights.WARNED // 100
    words = partial(_charges, field, action, gain, attack)
    return Advice(action, value - weights.LEAST_CHARGE, words)


def attack_of(field: Field, number: int, arrived: Unit, target: int) -> Attack:
    """How a unit that arrives so comes at its target, and who may join either (MN-GEO-13, MN-HTH-02, MNT-HTH)."""
    state, enemy = field.state, field.state.units[target]
    shape, goal = footprint_of(field.rules, arrived), footprint(state, target)
    outflanking = charging.outflanks(field.rules.options, shape, enemy, goal)
    halvings = 0
    if ground.lying(state):
        there = unit_with(state, number, x=arrived.x, y=arrived.y, facing=arrived.facing)
        halvings = defence.advantages(there, target, number)
    return Attack(outflanking, halvings, backing=field.joining(number, enemy), against=field.backing(target))


def _extended(field: Field, unit: Unit, travel: int, value: int) -> int:
    """A charge that needs dice to get there (MN-EXTEND-03)."""
    tables = field.rules.tables
    dice = charging.largest_extension(tables, unit) // (DIE_SIDES * CM)
    missing = travel - allowances.charge(tables, unit)
    enough = sum(ways for total, ways in totals(dice) if total * CM >= missing)
    whole = int(DIE_SIDES**dice)
    return (value * enough - weights.PUSHED * (whole - enough)) // whole


def _charges(field: Field, action: act.Manoeuvre, gain: int, attack: Attack) -> str:
    assert isinstance(action.move, act.Charge | act.ExtendedCharge)  # noqa: S101
    name, target = (field.state.units[number].name for number in (action.unit, action.move.target))
    how = "from the flank" if attack.outflanking else "from the front"
    return f"{name} charges {target} {how}: the odds are {gain // weights.POINT} strength points for it."
