"""What comes of a contact: who would join in on either side and from where, and what the whole combat then costs."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import Refusal, SideId
from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE
from battles.engine.table.zones import turns_toward
from battles.rules.mini_nap import charging, defence, ground, joining_ways, weights
from battles.rules.mini_nap.board import distance, footprint, footprint_of, near, on_table, touched
from battles.rules.mini_nap.combat_odds import Combatant, Facing, Fray
from battles.rules.mini_nap.engaged import fighter_of
from battles.rules.mini_nap.judging_duel import WHOLE
from battles.rules.mini_nap.judging_field import Field, joins
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.state import State, other
from battles.rules.mini_nap.tables import CM, DEGREE, MOST_CHARGE_TURN

MOST: Final = 5
"""Units of a combat that are looked at; others who might join in are left out of account."""
TRIED: Final = 4
"""Ways into contact that are looked at of a unit that may join in."""
TURN: Final = 30 * DEGREE
"""Between the bearings that are tried for it."""

Pair = tuple[int, int]
"""Two enemies in contact, side a's unit first."""


class Helper(NamedTuple):
    """A unit that may join in, the enemy that it would fight, and whether it comes from behind his front."""

    number: int
    enemy: int
    outflanking: bool


class Contact:
    """A combat that is due, or would be, in ``state``, as ``field``'s side counts it."""

    def __init__(self, field: Field, state: State, pairs: Iterable[Pair]) -> None:
        self._field: Final = field
        self._state: Final = state
        self._pairs: Final = _linked(state, pairs)
        both = [each for pair in self._pairs for each in (pair, pair[::-1])]
        self._outflanking: Final = {pair for pair in both if _outflanks(state, *pair)}
        self._halvings: Final = (
            {(unit, enemy): defence.advantages(state, enemy, unit) for unit, enemy in both}
            if ground.lying(state)
            else {}
        )

    @classmethod
    def of(cls, field: Field, state: State, number: int) -> "Contact":
        """The combat of a unit that is in contact."""
        return cls(field, state, [paired(state, number, enemy) for enemy in touched(state, number)])

    def value(self) -> int:
        """What the side gains by the combat with all who join it: the active side first (MN-HTH-04)."""
        value, active = self._worth(), self._state.active
        for side in (active, other(active)):
            for helper in self._helpers(side):
                if len(self._units()) >= MOST:
                    return value
                self._add(helper)
                found = self._worth()
                must = side == active and unit_class(self._state.units[helper.number]) == "infantry"
                if must or (found > value if side == self._field.side else found < value):
                    value = found
                else:
                    self._drop(helper)
        return value

    def _units(self) -> list[int]:
        return sorted({number for pair in self._pairs for number in pair})

    def _add(self, helper: Helper) -> None:
        self._pairs.add(paired(self._state, helper.number, helper.enemy))
        if helper.outflanking:
            self._outflanking.add((helper.number, helper.enemy))

    def _drop(self, helper: Helper) -> None:
        self._pairs.discard(paired(self._state, helper.number, helper.enemy))
        self._outflanking.discard((helper.number, helper.enemy))

    def _helpers(self, side: SideId) -> list[Helper]:
        """The units of a side that may join in, those first who come from behind the enemy's front."""
        state = self._state
        foes = [number for number in self._units() if state.units[number].side != side]
        found = []
        for number in _free(state, side, foes):
            ways = [helper for enemy in foes if (helper := _way(state, number, enemy)) is not None]
            if ways:
                found.append(max(ways, key=lambda helper: (helper.outflanking, -helper.enemy)))
        return sorted(found, key=lambda helper: (not helper.outflanking, helper.number))

    def _worth(self) -> int:
        """What the side gains by the combat as it is."""
        state, side, numbers = self._state, self._field.side, self._units()
        value = 0
        for number, (lost, gone) in zip(numbers, self._field.ledger.fray(self._fray(numbers)), strict=True):
            unit = state.units[number]
            cost = (weights.POINT * lost + weights.UNIT[unit_class(unit)] * gone) // WHOLE
            value += -cost if unit.side == side else cost
        return value

    def _fray(self, numbers: list[int]) -> Fray:
        state, options = self._state, self._field.rules.options
        places = {number: place for place, number in enumerate(numbers)}
        units = tuple(
            Combatant(side=unit.side, fighter=fighter_of(options, unit), points=unit.points, charging=unit.impact)
            for unit in (state.units[number] for number in numbers)
        )
        both = (each for pair in sorted(self._pairs) for each in (pair, pair[::-1]))
        return Fray(
            units,
            tuple(
                Facing(
                    places[unit],
                    places[enemy],
                    (unit, enemy) in self._outflanking,
                    self._halvings.get((unit, enemy), 0),
                )
                for unit, enemy in both
            ),
        )


def paired(state: State, one: int, enemy: int) -> Pair:
    """Two enemies in the order of their sides."""
    return (one, enemy) if state.units[one].side == "a" else (enemy, one)


def _linked(state: State, pairs: Iterable[Pair]) -> set[Pair]:
    """All pairs of the combat to which some belong (MN-HTH-10)."""
    found = set(pairs)
    waiting = [number for pair in found for number in pair]
    while waiting:
        one = waiting.pop()
        for enemy in touched(state, one):
            pair = paired(state, one, enemy)
            if pair not in found:
                found.add(pair)
                waiting.append(enemy)
    return found


def _outflanks(state: State, unit: int, enemy: int) -> bool:
    options, foe = state.setup.rules.options, state.units[enemy]
    return charging.outflanks(options, footprint(state, unit), foe, footprint(state, enemy))


def _free(state: State, side: SideId, foes: Iterable[int]) -> Iterator[int]:
    """Units of a side that are of those who join in and near enough to one of the enemies (MN-HTH-02, 06)."""
    reach = state.setup.rules.tables.reaches["join"].most * CM
    close = {number for foe in foes for number in near(state, footprint(state, foe), reach)}
    for number in on_table(state, side):
        unit = state.units[number]
        fresh = number in close and joins(unit) and not (unit.white or unit.idle or unit.broke_through)
        if fresh and not touched(state, number):
            yield number


def _way(state: State, number: int, enemy: int) -> Helper | None:
    """How a unit might join in against an enemy, from behind his front if it can."""
    rules, unit, goal = state.setup.rules, state.units[number], footprint(state, enemy)
    if distance(state, number, enemy) > rules.tables.reaches["join"].most * CM:
        return None
    leading = 0
    for turn in turns_toward(footprint(state, number), goal, TURN, MOST_CHARGE_TURN * DEGREE):
        ready = replace(unit, facing=(unit.facing + turn) % FULL)
        made = joining_ways.straight(state, number, ready, enemy)
        if isinstance(made, Refusal):
            continue
        sine, cosine = DIRECTIONS[ready.facing]
        there = replace(ready, x=unit.x + made.travel * sine // SCALE, y=unit.y + made.travel * cosine // SCALE)
        if charging.outflanks(rules.options, footprint_of(rules, there), state.units[enemy], goal):
            return Helper(number, enemy, outflanking=True)
        leading += 1
        if leading >= TRIED:
            break
    return Helper(number, enemy, outflanking=False) if leading else None
