"""Choice of shots, return fire, units that join in, allotted points and break-through moves."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.ai import Advice, with_motives
from battles.engine.core import Option, Refusal
from battles.engine.words import with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.exact_values import Attack, value_of
from battles.rules.mini_nap.ai.movement import along, attack_of
from battles.rules.mini_nap.ai.reasons import combat_risks, motives
from battles.rules.mini_nap.ai.situation import Situation, outflanked
from battles.rules.mini_nap.combat import break_through
from battles.rules.mini_nap.combat.charge import ChargeReach
from battles.rules.mini_nap.combat.combatants import enemies_by_unit, live_pairs
from battles.rules.mini_nap.decisions import Combat, Shot
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.fire import firing_phase, targets
from battles.rules.mini_nap.movement import formation
from battles.rules.mini_nap.positions import enemies_in_contact
from battles.rules.mini_nap.state import Unit, in_square, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES

PASS: Final = Advice(act.Pass(), 0, "No other unit would gain by joining in.")
GO_ON: Final = Advice(act.Done(), 0, "No unit needs to retreat.")
FLANK_FIRST: Final = 200
"""Value of outflanking an enemy."""


# Joining in


def best_join(position: Situation, options: Sequence[Option]) -> Advice:
    """The unit that gains most by joining in; to pass if none gains and none must."""
    advices = [
        _join(position, action)
        for option in options
        for action in option.actions
        if isinstance(action, act.Join | act.BreakSquare)
    ]
    best = max(advices, key=lambda advice: advice.value, default=PASS)
    may_pass = any(option.kind == "pass" for option in options)
    return PASS if may_pass and best.value <= 0 else best


def _join(position: Situation, action: act.Join | act.BreakSquare) -> Advice:
    """What a unit adds to the expected gain of the combat it joins."""
    state = position.state
    unit, enemy = state.units[action.unit], state.units[action.enemy]
    friends = [state.units[number] for number in enemies_in_contact(state, action.enemy)]
    outflanking = outflanked(enemy, unit)
    alone = sum(friend.points for friend in friends)
    if friends:
        first = friends[0]
        more = alone - first.points
        without = position.gain(first, enemy, Attack(charging=first.impact, backing=2 * more))
        attack = Attack(charging=first.impact, backing=2 * (more + unit.points))
        value = position.gain(first, enemy, attack) - without + outflanking * FLANK_FIRST
    else:
        value = position.gain(unit, enemy, Attack(outflanking, charging=False))
    if isinstance(action, act.BreakSquare):
        value = value * position.odds.passing_faces(unit.rating) // DIE_SIDES - weights.SQUARE
    return Advice(
        action,
        value,
        f"{with_verb(unit.name, 'joins in')} against {enemy.name}{' from the flank' if outflanking else ''}.",
    )


# Strength points


def best_group(position: Situation, options: Sequence[Option]) -> Advice:
    """The first combat: their order does not matter."""
    return Advice(options[0].actions[0], 0, "The combats are fought one after the other.")


def best_allotment(position: Situation, frame: Combat, options: Sequence[Option]) -> Advice:
    """The allotment that costs the enemy most; no points are wasted on a unit that falls anyway."""
    assert frame.group is not None  # noqa: S101
    values = {
        number: value_of(position.state.units[number])
        for number in enemies_by_unit(live_pairs(position.state, frame.group))
    }
    best = max(
        (action for option in options for action in option.actions),
        key=lambda action: _allotment_value(position, frame, action, values),
    )
    return Advice(best, 0, "The strength points go where they are expected to cost the enemy most.")


def _allotment_value(position: Situation, frame: Combat, action: act.Allot, values: dict[int, int]) -> int:
    """Value that an allotment is expected to cost the enemy, by the mean of the dice."""
    units, hits = position.state.units, dict.fromkeys(values, 0)
    for share in action.shares:
        unit, enemy = units[share.unit], units[share.enemy]
        sets = 1 + (not frame.round and (share.unit, share.enemy) in frame.outflanked)
        hits[share.enemy] += (
            sets * share.points * position.odds.passing_faces(unit.rating) * (2 if in_square(enemy) else 3)
        )
    total = 0
    for number, expected in hits.items():
        whole = 3 * DIE_SIDES * units[number].points
        part = min(expected, whole)
        total += values[number] * part * part // (whole * whole)
    return total


# Break-through


def best_break(position: Situation, place_values: PlaceValues, options: Sequence[Option]) -> Advice:
    """A charge if the odds favour it, else the best place in reach."""
    advices = [
        _break_move(position, place_values, action) for option in options for action in _moves_to_compare(option)
    ]
    return max(advices, key=lambda advice: advice.value, default=GO_ON)


def _moves_to_compare(option: Option) -> Sequence[Any]:
    """The shortest and the longest rally move; all ways to stop and rally or to charge on."""
    if option.kind in ("rally_back", "rally_forward"):
        return tuple({option.actions[0]: None, option.actions[-1]: None})
    return option.actions if option.kind in ("stop_and_rally", "break_charge") else ()


def _break_move(position: Situation, place_values: PlaceValues, action: Any) -> Advice:
    unit = position.state.units[action.unit]
    name = unit.name
    match action:
        case act.BreakCharge():
            gain = _charge_gain(position, action, unit)
            risks = combat_risks(position, unit, position.state.units[action.target], Attack())
            target = position.state.units[action.target].name
            value = place_values.value(action.unit, unit) + gain - weights.LEAST_CHARGE
            return Advice(action, value, f"{with_verb(name, 'charges')} on at {target}: {risks}.")
        case act.StopAndRally():
            there, what = replace(unit, facing=action.facing), "stops and rallies"
        case act.RallyBack():
            there, what = along(unit, unit.facing + formation.HALF_TURN, action.travel), "rallies back"
        case _:
            there, what = along(unit, unit.facing, action.travel), "rallies forward"
    words = with_motives(with_verb(name, what), list(motives(place_values, action.unit, there)))
    return Advice(action, place_values.value(action.unit, there), words)


def _charge_gain(position: Situation, action: act.BreakCharge, unit: Unit) -> int:
    """Expected gain of a charge in the break-through, after the unit takes its hit marker (MN-BREAK-08)."""
    odds, state = position.odds, position.state
    hits = position.rules.tables.break_charge_hits
    weaker = replace(unit, points=max(1, unit.points - hits), facing=action.facing)
    reach = break_through.charge_path(state, action)
    if not isinstance(reach, ChargeReach):
        return 0
    arrived = along(weaker, action.facing, reach.travel)
    attack = attack_of(position, action.unit, arrived, action.target, action.bridge)
    gain = position.charge_gain(weaker, state.units[action.target], attack, reach.travel)
    return gain - odds.loss_value(unit, hits)


HOLD = Advice(act.Done(), 0, "No shot is likely to cost the enemy anything.")


def best_shot(position: Situation, options: Sequence[Option]) -> Advice:
    """The shot that costs the enemy most, less the return fire; Done if no shot gains."""
    best = HOLD
    for option in options:
        if option.kind not in ("fire", "fire_structure"):
            continue
        for action in option.actions:
            advice = (
                _structure_shot(position, action) if isinstance(action, act.FireStructure) else _shot(position, action)
            )
            if advice.value > best.value:
                best = advice
    return best


def _shot(position: Situation, action: act.Fire) -> Advice:
    state = position.state
    unit, target = state.units[action.unit], state.units[action.target]
    shot = targets.aim_shot(state, action.unit, action.target, action.aim, action.face)
    assert not isinstance(shot, Refusal)  # noqa: S101
    gain = position.odds.shot_value(target, shot.count.dice) - _return_fire_cost(position, action, shot)
    if not shot.count.dice and firing_phase.also_hits_structure(state, action.unit, action.target):
        gain = weights.PUSHED
    return Advice(action, gain, partial(_shot_reason, unit, target, shot.count.dice))


def _return_fire_cost(position: Situation, action: act.Fire, shot: targets.AimedShot) -> int:
    """Expected cost of the target's return fire (MN-FIRE-50)."""
    state, tables = position.state, position.rules.tables
    unit, target = state.units[action.unit], state.units[action.target]
    if (
        targets.refuse_firer(state, action.target) is not None
        or targets.best_aim(state, action.target, action.unit) is None
    ):
        return 0
    band = fire_dice.range_band(tables, shot.range) if unit_class(target) == "artillery" else None
    dice = fire_dice.shot_dice(tables, targets.shot_facts(target, unit.formation, band)).dice
    return position.odds.shot_value(unit, dice) * 2 // 3


def _shot_reason(unit: Unit, target: Unit, dice: int) -> str:
    word = "die" if dice == 1 else "dice"
    return f"{with_verb(unit.name, 'fires')} at {target.name} with {dice} {word}, the target that loses most."


def _structure_shot(position: Situation, action: act.FireStructure) -> Advice:
    name = position.state.units[action.unit].name
    return Advice(action, 1, f"{with_verb(name, 'has no better target')} than the {action.structure}.")


def best_answer(position: Situation, frame: Shot, options: Sequence[Option]) -> Advice:
    """The best answer to a shot: to suppress the battery or to fire back; to pass if nothing gains."""
    best: Advice | None = None
    for option in options:
        for action in option.actions:
            if isinstance(action, act.Pass):
                continue
            advice = (
                _suppression(position, frame, action)
                if isinstance(action, act.Suppress)
                else _return_fire(position, action)
            )
            if best is None or advice.value > best.value:
                best = advice
    if best is None or best.value <= 0:
        return Advice(act.Pass(), 0, "An answer would gain nothing.")
    return best


def _suppression(position: Situation, frame: Shot, action: act.Suppress) -> Advice:
    """Suppression of a battery, valued by the shots it cannot fire."""
    state = position.state
    name, battery = state.units[action.unit].name, state.units[frame.unit]
    shot = targets.aim_shot(state, frame.unit, frame.target, frame.aim, frame.face)
    dice = shot.count.dice if isinstance(shot, targets.AimedShot) else 1
    value = position.odds.shot_value(state.units[frame.target], dice) * len(action.batteries)
    return Advice(action, value, f"{with_verb(name, 'keeps')} {battery.name} from firing.")


def _return_fire(position: Situation, action: Any) -> Advice:
    state = position.state
    frame = state.stack[-1]
    assert isinstance(frame, Shot)  # noqa: S101
    unit, target = state.units[action.unit], state.units[frame.unit]
    shot = targets.aim_shot(state, action.unit, frame.unit, action.aim, action.face)
    dice = shot.count.dice if isinstance(shot, targets.AimedShot) else 0
    return Advice(action, position.odds.shot_value(target, dice), partial(_shot_reason, unit, target, dice))
