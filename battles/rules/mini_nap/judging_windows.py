"""How to answer what the enemy does: charges at whoever is on his way, and what a unit does that is charged."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Option
from battles.engine.judge import Advice
from battles.engine.table.bearings import turn_between
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import escaping, feinting, naming, onward, paths, reacting, squares, weights
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.frames import Contact, Course, StandCourse
from battles.rules.mini_nap.judging_charge import hazard
from battles.rules.mini_nap.judging_field import Field, outflanked, squared
from battles.rules.mini_nap.judging_moves import attack_of
from battles.rules.mini_nap.judging_odds import Attack, value_of
from battles.rules.mini_nap.judging_standing import Standing
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.tables import DIE_SIDES

PASS: Final = Advice(act.Pass(), 0, "No unit can charge with the odds for it.")


# W1: somebody is on his way


def best_reaction(field: Field, course: Course, options: Sequence[Option]) -> Advice:
    """The charge at a moving enemy that gains most; to let him go where none is favourable."""
    best = PASS
    saved = max(0, _cost_of(field, course))
    for option in options:
        for action in option.actions:
            if isinstance(action, act.OpportunityCharge):
                advice = _reaction(field, course, action, saved)
                if advice.value > best.value:
                    best = advice
    return best


def _cost_of(field: Field, course: Course) -> int:
    """What the charge that is under way is expected to cost this side."""
    if course.travel not in ("charge", "break_charge") or course.target < 0:
        return 0
    state = field.state
    charger, target = state.units[course.unit], state.units[course.target]
    travel = sum(leg.travel for leg in course.legs)
    backing = field.other(charger.side).joining(course.unit, target)
    attack = Attack(outflanked(target, charger), backing=backing)
    if unit_class(target) == "cavalry":
        return field.gain(charger, target, attack)
    return field.charge(charger, target, attack, travel)


def _reaction(field: Field, course: Course, action: act.OpportunityCharge, saved: int) -> Advice:
    state, number = field.state, action.unit
    unit, leg = state.units[number], course.legs[0]
    x, y = paths.at_end(state, state.units[course.unit], leg, action.at)
    mover = replace(state.units[course.unit], x=x, y=y, facing=leg.facing)
    counter = reacting.is_counter(course, number)
    if unit_class(mover) == "artillery":
        gain = value_of(mover)
    else:
        answered = counter and unit_class(mover) == "cavalry"
        gain = field.gain(unit, mover, Attack(outflanked(mover, unit), answered=answered))
    faces = DIE_SIDES if counter else field.ledger.passes(unit.rating)
    cautious = command_of(state, number) == "cautious"
    if cautious:
        faces = faces * field.ledger.passes(unit.rating) // DIE_SIDES
    value = (gain + saved) * faces // DIE_SIDES - (0 if counter else weights.LEAST_REACTION)
    if not counter and gain <= 0:
        value = min(value, 0)
    how = "meets" if counter else "charges"
    why = f"{unit.name} {how} {mover.name} on its way: {gain // weights.POINT} strength points are in it by the odds."
    return Advice(action, value, why)


# W2: a unit is charged


def best_stand(field: Field, frame: Contact, options: Sequence[Option]) -> Advice:
    """What a unit does that is charged: to stand, to form square, to get away."""
    found = [_answered(field, frame, action) for option in options for action in option.actions]
    return max(found, key=lambda advice: advice.value)


def _answered(field: Field, frame: Contact, action: Any) -> Advice:
    state, ledger = field.state, field.ledger
    unit, charger = state.units[frame.target], state.units[frame.charger]
    attack = _attack(field, frame)
    stay = -field.gain(charger, unit, attack)
    name = unit.name
    match action:
        case act.EmergencySquare():
            return Advice(action, _square(field, frame, attack), f"{name} tries to form square against the cavalry.")
        case act.FallBack():
            value = -weights.PUSHED - action.travel // 1000
            if escaping.is_fatal(state, frame, action):
                value = -value_of(unit)
            return Advice(action, value, f"{name} falls back before {charger.name}, which would beat it.")
        case act.LimberAndFlee():
            fails = DIE_SIDES - ledger.passes(unit.rating)
            value = -(fails * value_of(unit) + (DIE_SIDES - fails) * weights.PUSHED) // DIE_SIDES
            return Advice(action, value, f"{name} limbers up and tries to get away.")
        case act.FleeToSquare():
            return Advice(action, -value_of(unit) // 3, f"The crew of {name} takes refuge in the square.")
        case act.Flee():
            value = -value_of(unit) if escaping.is_fatal(state, frame, action) else action.travel
            return Advice(action, value, f"{name} flees out of reach.")
        case _:
            return Advice(action, stay, f"{name} stands, which costs least by the odds.")


def _attack(field: Field, frame: Contact) -> Attack:
    """How the charger stands at his target now, and who would join either."""
    charger = field.state.units[frame.charger]
    return attack_of(field.other(charger.side), frame.charger, charger, frame.target)


def _square(field: Field, frame: Contact, attack: Attack) -> int:
    """What comes of trying for square (MN-REACT-41 to 53)."""
    state, ledger = field.state, field.ledger
    unit, charger = state.units[frame.target], state.units[frame.charger]
    extra, _ = squares.bonus(state, frame.target)
    forms, feints = ledger.passes(unit.rating, extra), ledger.passes(charger.rating)
    left = ledger.marked(unit)
    fails = -value_of(unit)
    if left is not None:
        fails = -ledger.hurt(unit, field.rules.tables.square_failed_hits) - field.gain(charger, left, attack)
    stands = -field.gain(charger, squared(unit), attack)
    held = stands * (DIE_SIDES - feints) // DIE_SIDES if stands > 0 else stands
    return (forms * held + (DIE_SIDES - forms) * fails) // DIE_SIDES


def best_nearby(field: Field, options: Sequence[Option]) -> Advice:
    """Infantry nearby forms square as well: the cavalry may break through."""
    actions = [action for option in options for action in option.actions]
    best = max(actions, key=lambda action: len(action.tries))
    return Advice(best, 0, "The infantry nearby tries to form square, for the cavalry may ride on.")


def best_feint(field: Field, frame: Contact, options: Sequence[Option]) -> Advice:
    """Whether cavalry turns away from a square that has formed."""
    state = field.state
    charger, square = state.units[frame.charger], state.units[frame.target]
    gain = field.gain(charger, square, Attack())
    if gain > 0:
        return Advice(act.Stay(), gain, f"{charger.name} fights the square: the odds are for it.")
    return Advice(act.Feint(), -gain, f"{charger.name} turns away from the square, which would beat it.")


def best_way_back(field: Field, frame: Contact, options: Sequence[Option]) -> Advice:
    """The longest ride back that meets nobody, facing the enemy still."""
    charger = field.state.units[frame.charger]
    actions = [action for option in options for action in option.actions]

    def worth(action: act.FeintBack) -> tuple[bool, int, int]:
        turn = abs(turn_between(charger.facing, action.facing))
        return not feinting.is_fatal(field.state, frame, action), action.travel, -turn

    return Advice(max(actions, key=worth), 0, f"{charger.name} rides back as far as it can.")


def best_onward(field: Field, standing: Standing, options: Sequence[Option]) -> Advice:
    """How far a unit goes on that was not stopped: to where it stands best, of equal places to the farthest."""
    state = field.state
    course = onward.course_of(state)
    unit, whole = state.units[course.unit], onward.left(course)

    def worth(action: act.GoOn) -> tuple[int, int]:
        there = onward.stopped(state, course, action.travel)
        danger = hazard(field, course.unit, there) if field.looks_ahead and action.travel else 0
        return standing.worth(course.unit, there) - danger, action.travel

    best = max((action for option in options for action in option.actions), key=worth)
    words = {whole: "goes on as it was meant to", 0: "stops where it is, for it stands best there"}
    how = words.get(best.travel, f"goes on {paths.cm(best.travel)} and no further, for it stands best there")
    return Advice(best, worth(best)[0], f"The charge at it has failed: {unit.name} {how}.")


def best_defender(field: Field, options: Sequence[Option]) -> Advice:
    """Who defends a bridge: the unit against which its charger gains least."""
    state = field.state
    charger = state.units[naming.course_of(state).unit]
    actions = [action for option in options for action in option.actions]

    def worth(action: act.NameDefender) -> int:
        return -field.gain(charger, state.units[action.unit], Attack())

    best = max(actions, key=worth)
    return Advice(best, worth(best), f"By the odds least is lost if {state.units[best.unit].name} holds the bridge.")


def best_evasion(field: Field, frame: StandCourse, options: Sequence[Option]) -> Advice:
    """Where a stand evades to: as far from the enemy as it can, and near its own."""
    stand = field.state.stands[frame.stand]
    actions = [action for option in options for action in option.actions]
    foes = field.foes

    def worth(action: act.EvadeStand) -> int:
        return min(((foe.unit.x - action.x) ** 2 + (foe.unit.y - action.y) ** 2 for foe in foes), default=0)

    return Advice(max(actions, key=worth), 0, f"{stand.name} gets out of the enemy's way.")
