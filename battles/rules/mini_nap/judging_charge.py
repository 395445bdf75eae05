"""What a charge is worth with the enemy's best answer to it, and what it costs to go where he may charge."""

from msgspec.structs import replace

from battles.engine.table.bearings import Place, bearing_of, turn_between
from battles.rules.mini_nap import weights
from battles.rules.mini_nap.board import touched
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.judging_contact import Contact, Pair, paired
from battles.rules.mini_nap.judging_field import SURE, Field, Stood, outflanked
from battles.rules.mini_nap.judging_odds import Attack
from battles.rules.mini_nap.kinds import in_square, is_formed, unit_class
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import CM, DEGREE, MOST_CHARGE_TURN


def charge_worth(field: Field, number: int, arrived: Unit, target: int, away: int) -> int:
    """What the field's side gains by a charge from so far away, the target doing what is best against it.

    Where the target fights already it is what its combat gains by one unit more.
    """
    state = unit_with(
        field.state,
        number,
        x=arrived.x,
        y=arrived.y,
        facing=arrived.facing,
        formation=arrived.formation,
        impact=True,
    )
    unit, pair = state.units[target], paired(state, number, target)
    stands = Contact(field, state, [pair]).value()
    if touched(field.state, target):
        return stands - Contact.of(field, field.state, target).value()
    if unit.stood or unit.blue or unit.reacted or unit.idle:
        return stands
    if not is_formed(unit):
        return stands if unit_class(unit) == "artillery" else min(stands, weights.PUSHED)
    answers = [stands]
    if field.may_meet(arrived, unit):
        facing = bearing_of(arrived.x - unit.x, arrived.y - unit.y)
        met = unit_with(state, target, facing=facing, impact=True)
        answers.append(Contact(field, met, [pair]).value())
    if _may_form(field, arrived, unit, away):
        failed = _failed(field, state, target, pair)
        answers.append(field.at_square(arrived, unit, Attack(), failed))
    return min(answers)


def _may_form(field: Field, charger: Unit, unit: Unit, away: int) -> bool:
    """Whether a unit may form square against its charger (MN-REACT-40)."""
    if unit_class(charger) != "cavalry" or unit_class(unit) != "infantry" or in_square(unit):
        return False
    return away > field.rules.tables.square_charge_over * CM


def _failed(field: Field, state: State, target: int, pair: Pair) -> int | None:
    """What the combat gains with infantry that failed to form square; None where that removes it (MN-REACT-44)."""
    marked = field.ledger.marked(state.units[target])
    if marked is None:
        return None
    return Contact(field, unit_with(state, target, points=marked.points), [pair]).value()


def hazard(field: Field, number: int, end: Unit, gain: int = 0, target: int = NONE) -> int:
    """What the enemy's best opportunity charge costs a unit that goes from its place to another (MN-REACT-60 to 68).

    ``gain`` is what the way leads to, which is lost where it is broken off; ``target`` is whom it charges.
    """
    start, worst = field.state.units[number], 0
    for foe, chance in field.interceptors:
        if foe.number == target:
            continue
        place = _nearest(foe.unit, start, end)
        if _within(field, foe, start, place):
            cost = _intercepted(field, foe, number, replace(end, x=place[0], y=place[1]))
            if cost > 0 and cost + max(0, gain) >= weights.LEAST_REACTION:
                worst = max(worst, (cost + max(0, gain)) * chance // SURE)
    return worst


def _within(field: Field, foe: Stood, mover: Unit, place: Place) -> bool:
    """Whether an enemy may turn and charge a unit at a place of its way (MN-REACT-60, 63)."""
    dx, dy = place[0] - foe.unit.x, place[1] - foe.unit.y
    limit = field.rules.tables.opportunity_limit[foe.of] * CM + foe.half + field.half(mover)
    if dx * dx + dy * dy > limit * limit:
        return False
    return not (dx or dy) or abs(turn_between(foe.unit.facing, bearing_of(dx, dy))) <= MOST_CHARGE_TURN * DEGREE


def _intercepted(field: Field, foe: Stood, number: int, mover: Unit) -> int:
    """What a unit that is charged on its way loses, less what the enemy does."""
    outflanking = outflanked(mover, foe.unit)
    if not field.may_charge(foe.unit, mover, outflanking):
        return 0
    if unit_class(mover) == "artillery":
        return field.ledger.hurt(mover, mover.points)
    return field.gain(foe.unit, mover, Attack(outflanking, against=field.backing(number)))


def _nearest(unit: Unit, start: Unit, end: Unit) -> Place:
    """The place of a straight way that is nearest to a unit."""
    dx, dy = end.x - start.x, end.y - start.y
    length = dx * dx + dy * dy
    if not length:
        return end.x, end.y
    part = max(0, min(length, (unit.x - start.x) * dx + (unit.y - start.y) * dy))
    return start.x + dx * part // length, start.y + dy * part // length
