"""Choice of reactions: opportunity charges, answers to a charge, feints and evasion."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.ai import Advice, with_motives
from battles.engine.core import Option
from battles.engine.words import with_verb
from battles.kits.open_table.footprints import turn_between
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.ai.charges import interception_cost
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.exact_values import Attack, value_of
from battles.rules.mini_nap.ai.movement import attack_of
from battles.rules.mini_nap.ai.reasons import attempt_reason, combat_risks, motives, stand_reason
from battles.rules.mini_nap.ai.situation import Situation, outflanked, squared
from battles.rules.mini_nap.command.commanders import command_state
from battles.rules.mini_nap.decisions import Contact, MoveInProgress, StandEvasion
from battles.rules.mini_nap.movement import paths, progress
from battles.rules.mini_nap.reactions import charge_answers, escape, opportunity_charge
from battles.rules.mini_nap.state import Unit, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES
from battles.rules.mini_nap.terrain import roads

PASS: Final = Advice(act.Pass(), 0, "No charge at it would gain more than it risks.")


# W1: an enemy moves


def best_reaction(position: Situation, move: MoveInProgress, options: Sequence[Option]) -> Advice:
    """The charge at a moving enemy that gains most; to pass if none gains."""
    best = PASS
    saved = max(0, _charge_cost(position, move))
    for option in options:
        for action in option.actions:
            if isinstance(action, act.OpportunityCharge):
                advice = _reaction(position, move, action, saved)
                if advice.value > best.value:
                    best = advice
    return best


def _charge_cost(position: Situation, move: MoveInProgress) -> int:
    """Expected cost to this side of the charge in progress."""
    if move.travel not in ("charge", "break_charge") or move.target < 0:
        return 0
    state = position.state
    charger, target = state.units[move.unit], state.units[move.target]
    travel = sum(leg.travel for leg in move.legs)
    backing = position.other(charger.side).joining_points(move.unit, target)
    attack = Attack(outflanked(target, charger), backing=backing)
    if unit_class(target) == "cavalry":
        return position.gain(charger, target, attack)
    return position.charge_gain(charger, target, attack, travel)


def _reaction(position: Situation, move: MoveInProgress, action: act.OpportunityCharge, saved: int) -> Advice:
    state, number = position.state, action.unit
    unit, leg = state.units[number], move.legs[0]
    x, y = paths.place_after(state, state.units[move.unit], leg, action.at)
    mover = replace(state.units[move.unit], x=x, y=y, facing=leg.facing)
    counter = opportunity_charge.is_counter_charge(move, number)
    if unit_class(mover) == "artillery":
        gain = value_of(mover)
    else:
        answered = counter and unit_class(mover) == "cavalry"
        gain = position.gain(unit, mover, Attack(outflanked(mover, unit), answered=answered))
    faces = DIE_SIDES if counter else position.odds.passing_faces(unit.rating)
    cautious = command_state(state, number) == "cautious"
    if cautious:
        faces = faces * position.odds.passing_faces(unit.rating) // DIE_SIDES
    value = (gain + saved) * faces // DIE_SIDES - (0 if counter else weights.LEAST_REACTION)
    if not counter and gain <= 0:
        value = min(value, 0)
    how = "meets" if counter else "charges"
    return Advice(action, value, partial(_reaction_reason, position, unit, mover, how))


def _reaction_reason(position: Situation, unit: Unit, mover: Unit, how: str) -> str:
    risks = combat_risks(position, unit, mover, Attack(outflanked(mover, unit)))
    return f"{with_verb(unit.name, how)} {mover.name} during its move: {risks}."


# W2: a unit is charged


def best_charge_answer(position: Situation, frame: Contact, options: Sequence[Option]) -> Advice:
    """The best answer of a charged unit: to stand, to form square or to get away."""
    advices = [_answer(position, frame, action) for option in options for action in option.actions]
    return max(advices, key=lambda advice: advice.value)


def _answer(position: Situation, frame: Contact, action: Any) -> Advice:
    state, odds = position.state, position.odds
    unit, charger = state.units[frame.target], state.units[frame.charger]
    attack = _attack(position, frame)
    stay = -position.gain(charger, unit, attack)
    name = unit.name
    match action:
        case act.EmergencySquare():
            faces = odds.passing_faces(unit.rating, charge_answers.square_bonus(state, frame.target)[0])
            words = attempt_reason(unit, "tries to form square", faces)
            return Advice(action, _square_gain(position, frame, attack), words)
        case act.FallBack():
            value = -weights.PUSHED - action.travel // 1000
            if escape.is_escape_fatal(state, frame, action):
                value = -value_of(unit)
            return Advice(action, value, f"{with_verb(name, 'falls')} back before {charger.name}.")
        case act.LimberAndFlee():
            failing = DIE_SIDES - odds.passing_faces(unit.rating)
            value = -(failing * value_of(unit) + (DIE_SIDES - failing) * weights.PUSHED) // DIE_SIDES
            return Advice(action, value, attempt_reason(unit, "limbers up to get away", DIE_SIDES - failing))
        case act.FleeToSquare():
            return Advice(action, -value_of(unit) // 3, f"The crew of {name} takes refuge in the square.")
        case act.Flee():
            value = -value_of(unit) if escape.is_escape_fatal(state, frame, action) else action.travel
            return Advice(action, value, f"{with_verb(name, 'flees')} out of reach.")
        case _:
            return Advice(action, stay, partial(stand_reason, position, unit, charger, attack))


def _attack(position: Situation, frame: Contact) -> Attack:
    """The attack on the target from where the charger is now."""
    charger = position.state.units[frame.charger]
    return attack_of(position.other(charger.side), frame.charger, charger, frame.target)


def _square_gain(position: Situation, frame: Contact, attack: Attack) -> int:
    """Expected gain of an attempt to form square (MN-REACT-42, MN-REACT-44, MN-REACT-50)."""
    state, odds = position.state, position.odds
    unit, charger = state.units[frame.target], state.units[frame.charger]
    extra, _ = charge_answers.square_bonus(state, frame.target)
    forms, feints = odds.passing_faces(unit.rating, extra), odds.passing_faces(charger.rating)
    weaker = odds.after_failed_square(unit)
    fails = -value_of(unit)
    if weaker is not None:
        fails = -odds.loss_value(unit, position.rules.tables.square_failed_hits) - position.gain(
            charger, weaker, attack
        )
    stands = -position.gain(charger, squared(unit), attack)
    formed = stands * (DIE_SIDES - feints) // DIE_SIDES if stands > 0 else stands
    return (forms * formed + (DIE_SIDES - forms) * fails) // DIE_SIDES


def best_nearby_squares(position: Situation, options: Sequence[Option]) -> Advice:
    """As many squares as possible, because the cavalry may break through."""
    actions = [action for option in options for action in option.actions]
    best = max(actions, key=lambda action: len(action.tries))
    return Advice(best, 0, "The infantry nearby tries to form square, because the cavalry may break through.")


def best_feint(position: Situation, frame: Contact, options: Sequence[Option]) -> Advice:
    """To feint, or to fight the square if the odds favour it."""
    state = position.state
    charger, square = state.units[frame.charger], state.units[frame.target]
    gain = position.gain(charger, square, Attack())
    risks = combat_risks(position, charger, square, Attack())
    if gain > 0:
        return Advice(act.Stay(), gain, f"{with_verb(charger.name, 'fights')} the square: {risks}.")
    return Advice(act.Feint(), -gain, f"{with_verb(charger.name, 'turns')} away from the square: {risks}.")


def best_feint_move(position: Situation, frame: Contact, options: Sequence[Option]) -> Advice:
    """The longest ride back that is not fatal, with the least turn from the enemy."""
    charger = position.state.units[frame.charger]
    actions = [action for option in options for action in option.actions]

    def value(action: act.FeintBack) -> tuple[bool, int, int]:
        turn = abs(turn_between(charger.facing, action.facing))
        return not charge_answers.is_feint_fatal(position.state, frame, action), action.travel, -turn

    return Advice(max(actions, key=value), 0, f"{with_verb(charger.name, 'rides back as far as possible')}.")


def best_continuation(position: Situation, place_values: PlaceValues, options: Sequence[Option]) -> Advice:
    """How far a unit continues its move: to its best place, the furthest of equal ones."""
    state = position.state
    move = progress.move_awaiting_answer(state)
    unit, whole = state.units[move.unit], progress.remaining_travel(move)

    def value(action: act.GoOn) -> tuple[int, int]:
        there = progress.after_stop(state, move, action.travel)
        danger = interception_cost(position, move.unit, there) if position.looks_ahead and action.travel else 0
        return place_values.value(move.unit, there) - danger, action.travel

    best = max((action for option in options for action in option.actions), key=value)
    words = {whole: "completes its move", 0: "stops here"}
    how = words.get(best.travel, f"goes on {paths.cm(best.travel)}")
    there = progress.after_stop(state, move, best.travel)
    act_words = f"The charge against it failed: {unit.name} {how}"
    return Advice(best, value(best)[0], with_motives(act_words, list(motives(place_values, move.unit, there))))


def best_defender(position: Situation, options: Sequence[Option]) -> Advice:
    """The defender of a bridge: the unit against which the charger gains least."""
    state = position.state
    charger = state.units[roads.charge_awaiting_defender(state).unit]
    actions = [action for option in options for action in option.actions]

    def value(action: act.NameDefender) -> int:
        return -position.gain(charger, state.units[action.unit], Attack())

    best = max(actions, key=value)
    return Advice(best, value(best), f"{state.units[best.unit].name} defends the bridge: it would lose least there.")


def best_evasion(position: Situation, frame: StandEvasion, options: Sequence[Option]) -> Advice:
    """The place furthest from the enemy for a stand that evades."""
    stand = position.state.stands[frame.stand]
    actions = [action for option in options for action in option.actions]
    foes = position.foes

    def value(action: act.EvadeStand) -> int:
        return min(((foe.unit.x - action.x) ** 2 + (foe.unit.y - action.y) ** 2 for foe in foes), default=0)

    return Advice(max(actions, key=value), 0, f"{stand.name} gets out of the enemy's way.")
