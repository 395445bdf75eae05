"""Value of a charge against the enemy's best answer, and of a combat with the units that may join in."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import Refusal, SideId
from battles.kits.open_table.footprints import CM, DEGREE, DIRECTIONS, FULL, SCALE, Place, bearing_of, turn_between
from battles.kits.open_table.zones import turns_toward
from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.ai.exact_values import WHOLE, Attack
from battles.rules.mini_nap.ai.situation import SURE, Situation, UnitPlace, can_join, outflanked
from battles.rules.mini_nap.combat import charge, joiners
from battles.rules.mini_nap.combat.combatants import Combatant, CombatGroup, Opposition, fighter_of
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.positions import (
    enemies_in_contact,
    footprint,
    footprint_of,
    on_table,
    unit_distance,
    units_near,
)
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, is_formed, other, unit_class
from battles.rules.mini_nap.tables import MOST_CHARGE_TURN
from battles.rules.mini_nap.terrain import features, landmarks

MOST: Final = 5
"""Most units counted in one combat; further units that might join in are ignored."""

TRIED: Final = 4
"""Most directions tried to bring a unit into a combat."""

TURN: Final = 30 * DEGREE
"""Angle between the directions tried."""

Pair = tuple[int, int]
"""Two enemies in contact, side a's unit first."""


class Joiner(NamedTuple):
    """A unit that may join in, the enemy it would fight, and whether it would outflank that enemy."""

    number: int
    enemy: int
    outflanking: bool


class ExpectedCombat:
    """A combat in ``state``, present or supposed, valued for the side of ``position``."""

    def __init__(self, position: Situation, state: State, pairs: Iterable[Pair]) -> None:
        self._position: Final = position
        self._state: Final = state
        self._pairs: Final = _linked(state, pairs)
        both = [each for pair in self._pairs for each in (pair, pair[::-1])]
        self._outflanking: Final = {pair for pair in both if _outflanks(state, *pair)}
        self._halvings: Final = (
            {(unit, enemy): landmarks.advantage_count(state, enemy, unit) for unit, enemy in both}
            if features.features_in_play(state)
            else {}
        )

    @classmethod
    def of(cls, position: Situation, state: State, number: int) -> "ExpectedCombat":
        """The combat of a unit that is in contact."""
        return cls(position, state, [paired(state, number, enemy) for enemy in enemies_in_contact(state, number)])

    def value(self) -> int:
        """Expected gain of the side with all units that join in, the active side's first (MN-HTH-04)."""
        value, active = self._combat_value(), self._state.active
        for side in (active, other(active)):
            for joiner in self._joiners(side):
                if len(self._units()) >= MOST:
                    return value
                self._add(joiner)
                joined_value = self._combat_value()
                must = side == active and unit_class(self._state.units[joiner.number]) == "infantry"
                if must or (joined_value > value if side == self._position.side else joined_value < value):
                    value = joined_value
                else:
                    self._remove(joiner)
        return value

    def _units(self) -> list[int]:
        return sorted({number for pair in self._pairs for number in pair})

    def _add(self, joiner: Joiner) -> None:
        self._pairs.add(paired(self._state, joiner.number, joiner.enemy))
        if joiner.outflanking:
            self._outflanking.add((joiner.number, joiner.enemy))

    def _remove(self, joiner: Joiner) -> None:
        self._pairs.discard(paired(self._state, joiner.number, joiner.enemy))
        self._outflanking.discard((joiner.number, joiner.enemy))

    def _joiners(self, side: SideId) -> list[Joiner]:
        """Units of a side that may join in, outflanking units first."""
        state = self._state
        foes = [number for number in self._units() if state.units[number].side != side]
        joiners = []
        for number in _free(state, side, foes):
            choices = [joiner for enemy in foes if (joiner := _joiner(state, number, enemy)) is not None]
            if choices:
                joiners.append(max(choices, key=lambda joiner: (joiner.outflanking, -joiner.enemy)))
        return sorted(joiners, key=lambda joiner: (not joiner.outflanking, joiner.number))

    def _combat_value(self) -> int:
        """Expected gain of the side if no further unit joins in."""
        state, side, numbers = self._state, self._position.side, self._units()
        value = 0
        for number, (lost, removed) in zip(
            numbers, self._position.odds.group_costs(self._combat_group(numbers)), strict=True
        ):
            unit = state.units[number]
            cost = (weights.POINT * lost + weights.UNIT[unit_class(unit)] * removed) // WHOLE
            value += -cost if unit.side == side else cost
        return value

    def _combat_group(self, numbers: list[int]) -> CombatGroup:
        state, options = self._state, self._position.rules.options
        places = {number: place for place, number in enumerate(numbers)}
        units = tuple(
            Combatant(side=unit.side, fighter=fighter_of(options, unit), points=unit.points, charging=unit.impact)
            for unit in (state.units[number] for number in numbers)
        )
        both = (each for pair in sorted(self._pairs) for each in (pair, pair[::-1]))
        return CombatGroup(
            units,
            tuple(
                Opposition(
                    places[unit],
                    places[enemy],
                    (unit, enemy) in self._outflanking,
                    self._halvings.get((unit, enemy), 0),
                )
                for unit, enemy in both
            ),
        )


def paired(state: State, one: int, enemy: int) -> Pair:
    """Two enemies, side a's unit first."""
    return (one, enemy) if state.units[one].side == "a" else (enemy, one)


def _linked(state: State, pairs: Iterable[Pair]) -> set[Pair]:
    """All pairs of the combat that the given pairs belong to (MN-HTH-10)."""
    linked = set(pairs)
    waiting = [number for pair in linked for number in pair]
    while waiting:
        one = waiting.pop()
        for enemy in enemies_in_contact(state, one):
            pair = paired(state, one, enemy)
            if pair not in linked:
                linked.add(pair)
                waiting.append(enemy)
    return linked


def _outflanks(state: State, unit: int, enemy: int) -> bool:
    options, foe = state.setup.rules.options, state.units[enemy]
    return charge.outflanks(options, footprint(state, unit), foe, footprint(state, enemy))


def _free(state: State, side: SideId, foes: Iterable[int]) -> Iterator[int]:
    """Units of a side that may join in and are near enough to one of the enemies (MN-HTH-02, MN-HTH-06)."""
    reach = state.setup.rules.tables.reaches["join"].most * CM
    close = {number for foe in foes for number in units_near(state, footprint(state, foe), reach)}
    for number in on_table(state, side):
        unit = state.units[number]
        fresh = number in close and can_join(unit) and not (unit.white or unit.idle or unit.broke_through)
        if fresh and not enemies_in_contact(state, number):
            yield number


def _joiner(state: State, number: int, enemy: int) -> Joiner | None:
    """How a unit can join in against an enemy, outflanking it if possible; None if it cannot reach it."""
    rules, unit, goal = state.setup.rules, state.units[number], footprint(state, enemy)
    if unit_distance(state, number, enemy) > rules.tables.reaches["join"].most * CM:
        return None
    leading = 0
    for turn in turns_toward(footprint(state, number), goal, TURN, MOST_CHARGE_TURN * DEGREE):
        ready = replace(unit, facing=(unit.facing + turn) % FULL)
        path = joiners.straight_join_path(state, number, ready, enemy)
        if isinstance(path, Refusal):
            continue
        sine, cosine = DIRECTIONS[ready.facing]
        there = replace(ready, x=unit.x + path.travel * sine // SCALE, y=unit.y + path.travel * cosine // SCALE)
        if charge.outflanks(rules.options, footprint_of(rules, there), state.units[enemy], goal):
            return Joiner(number, enemy, outflanking=True)
        leading += 1
        if leading >= TRIED:
            break
    return Joiner(number, enemy, outflanking=False) if leading else None


def charge_value(position: Situation, number: int, arrived: Unit, target: int, away: int) -> int:
    """Expected gain of the side by a charge over ``away``, if the target chooses its best answer.

    For a target already in combat: what one more unit adds to that combat.
    """
    state = unit_with(
        position.state,
        number,
        x=arrived.x,
        y=arrived.y,
        facing=arrived.facing,
        formation=arrived.formation,
        impact=True,
    )
    unit, pair = state.units[target], paired(state, number, target)
    stands = ExpectedCombat(position, state, [pair]).value()
    if enemies_in_contact(position.state, target):
        return stands - ExpectedCombat.of(position, position.state, target).value()
    if unit.stood or unit.blue or unit.reacted or unit.idle:
        return stands
    if not is_formed(unit):
        return stands if unit_class(unit) == "artillery" else min(stands, weights.PUSHED)
    answers = [stands]
    if position.can_counter_charge(arrived, unit):
        facing = bearing_of(arrived.x - unit.x, arrived.y - unit.y)
        met = unit_with(state, target, facing=facing, impact=True)
        answers.append(ExpectedCombat(position, met, [pair]).value())
    if _can_form_square(position, arrived, unit, away):
        failed = _after_failed_square(position, state, target, pair)
        answers.append(position.charge_at_square(arrived, unit, Attack(), failed))
    return min(answers)


def _can_form_square(position: Situation, charger: Unit, unit: Unit, away: int) -> bool:
    """True if a unit may form square against its charger (MN-REACT-40)."""
    if unit_class(charger) != "cavalry" or unit_class(unit) != "infantry" or in_square(unit):
        return False
    return away > position.rules.tables.square_charge_over * CM


def _after_failed_square(position: Situation, state: State, target: int, pair: Pair) -> int | None:
    """Expected gain against infantry that failed to form square; None if the failure removes it (MN-REACT-44)."""
    weaker = position.odds.after_failed_square(state.units[target])
    if weaker is None:
        return None
    return ExpectedCombat(position, unit_with(state, target, points=weaker.points), [pair]).value()


def interception_cost(position: Situation, number: int, end: Unit, gain: int = 0, target: int = NONE) -> int:
    """Expected cost of the enemy's best opportunity charge at a unit that moves to ``end``.

    ``gain`` is the value of the move, lost if it is stopped; ``target`` is the enemy it charges.

    Source: MN-REACT-60, MN-REACT-63, MN-REACT-64.
    """
    start, worst = position.state.units[number], 0
    for foe, chance in position.interceptors:
        if foe.number == target:
            continue
        place = _nearest(foe.unit, start, end)
        if _within(position, foe, start, place):
            cost = _intercepted(position, foe, number, replace(end, x=place[0], y=place[1]))
            if cost > 0 and cost + max(0, gain) >= weights.LEAST_REACTION:
                worst = max(worst, (cost + max(0, gain)) * chance // SURE)
    return worst


def _within(position: Situation, foe: UnitPlace, mover: Unit, place: Place) -> bool:
    """True if an enemy may turn and charge a unit at a place on its path (MN-REACT-60, MN-REACT-63)."""
    dx, dy = place[0] - foe.unit.x, place[1] - foe.unit.y
    limit = position.rules.tables.opportunity_limit[foe.of] * CM + foe.half + position.half(mover)
    if dx * dx + dy * dy > limit * limit:
        return False
    return not (dx or dy) or abs(turn_between(foe.unit.facing, bearing_of(dx, dy))) <= MOST_CHARGE_TURN * DEGREE


def _intercepted(position: Situation, foe: UnitPlace, number: int, mover: Unit) -> int:
    """Expected loss of a unit charged during its move, less the enemy's loss."""
    outflanking = outflanked(mover, foe.unit)
    if not position.can_charge(foe.unit, mover, outflanking):
        return 0
    if unit_class(mover) == "artillery":
        return position.odds.loss_value(mover, mover.points)
    return position.gain(foe.unit, mover, Attack(outflanking, against=position.backing(number)))


def _nearest(unit: Unit, start: Unit, end: Unit) -> Place:
    """The place on a straight path that is nearest to a unit."""
    dx, dy = end.x - start.x, end.y - start.y
    length = dx * dx + dy * dy
    if not length:
        return end.x, end.y
    part = max(0, min(length, (unit.x - start.x) * dx + (unit.y - start.y) * dy))
    return start.x + dx * part // length, start.y + dy * part // length
