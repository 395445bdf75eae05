"""A position as the computer player sees it: distances, charge reach, command and neighbours."""

from collections import OrderedDict
from collections.abc import Iterable
from functools import cached_property
from math import isqrt
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.kits.open_table.footprints import CM, DIRECTIONS, SCALE
from battles.rules.mini_nap.ai.exact_values import Attack, OddsCache, odds_cache
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.command.commanders import command_state, commanders_of
from battles.rules.mini_nap.movement import paths
from battles.rules.mini_nap.positions import enemies_in_contact, footprint_size, on_table
from battles.rules.mini_nap.reactions.charge_answers import square_test_bonus
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, is_formed, other, unit_class
from battles.rules.mini_nap.tables import COMMANDER_WHEN_FIXED, DIE_SIDES, UnitClass

SURE: Final = DIE_SIDES * DIE_SIDES
"""Two quality tests that cannot fail."""


class UnitPlace(NamedTuple):
    """A unit in its place. ``half`` is a mean radius of its base; ``reach`` is how far it may charge."""

    number: int
    unit: Unit
    of: UnitClass
    half: int
    reach: int


class Commander(NamedTuple):
    """A commander's place and command radius."""

    x: int
    y: int
    radius: int


class Situation:
    """One position as ``side`` sees it. Get it from `situation`."""

    def __init__(self, state: State, side: SideId, looks_ahead: bool = False) -> None:
        self.state: Final = state
        self.side: Final = side
        self.rules: Final = state.setup.rules
        self.odds: Final[OddsCache] = odds_cache(self.rules)
        self.looks_ahead: Final = looks_ahead
        self.own: Final = tuple(self.placed(number, state.units[number]) for number in on_table(state, side))
        self.foes: Final = tuple(self.placed(number, state.units[number]) for number in on_table(state, other(side)))
        self._backing: dict[int, int] = {}
        self._commanders: dict[int, tuple[Commander, ...]] = {}

    def placed(self, number: int, unit: Unit) -> UnitPlace:
        """A unit in its present or supposed place."""
        of = unit_class(unit)
        reach = 0
        if of != "artillery" and not in_square(unit) and not unit.blue:
            most = charge.largest_extension(self.rules.tables, unit)
            reach = paths.charge_allowance(self.rules.tables, unit) + most * (DIE_SIDES + 1) // (2 * DIE_SIDES)
        return UnitPlace(number, unit, of, self.half(unit), reach)

    def half(self, unit: Unit) -> int:
        """Mean radius of a unit's base."""
        return sum(footprint_size(self.rules, unit_class(unit), unit.formation)) // 4

    def other(self, side: SideId) -> "Situation":
        """The same position as the other side sees it."""
        return self if side == self.side else situation(self.state, side, self.looks_ahead)

    @cached_property
    def interceptors(self) -> tuple[tuple[UnitPlace, int], ...]:
        """Enemies that may charge a moving unit, each with its chance to do so, in parts of ``SURE``."""
        rows = []
        for foe in self.foes:
            unit = foe.unit
            if (
                not can_join(unit)
                or unit.blue
                or unit.reacted
                or unit.idle
                or enemies_in_contact(self.state, foe.number)
            ):
                continue
            command, faces = command_state(self.state, foe.number), self.odds.passing_faces(unit.rating)
            if command != "out":
                rows.append((foe, faces * (faces if command == "cautious" else DIE_SIDES)))
        return tuple(rows)

    def backing(self, number: int) -> int:
        """Points of formed friends near enough to join a unit in combat (MN-HTH-02)."""
        points = self._backing.get(number)
        if points is None:
            unit = self.state.units[number]
            mates = self.own if unit.side == self.side else self.foes
            points = self._backing[number] = self._near(mates, number, unit)
        return points

    def joining_points(self, number: int, enemy: Unit) -> int:
        """Points of this side's units, except ``number``, that are near enough to join against an enemy."""
        return self._near(self.own, number, enemy)

    def _near(self, mates: Iterable[UnitPlace], number: int, unit: Unit) -> int:
        """Points of units that may join in combats, except ``number``, within reach of a unit."""
        reach, half = self.rules.tables.reaches["join"].most * CM, self.half(unit)
        return sum(
            mate.unit.points
            for mate in mates
            if mate.number != number and can_join(mate.unit) and gap(mate, unit, half) <= reach
        )

    def commanders(self, number: int) -> tuple[Commander, ...]:
        """Commanders of a unit other than its brigadier."""
        brigade = self.state.units[number].brigade
        if brigade not in self._commanders:
            radii = self.rules.tables.commanders
            self._commanders[brigade] = tuple(
                Commander(
                    stand.x, stand.y, 0 if stand.evaded else radii[stand.rating or COMMANDER_WHEN_FIXED].radius * CM
                )
                for _, stand in commanders_of(self.state, number)
            )
        return self._commanders[brigade]

    @cached_property
    def led_by_brigadier(self) -> frozenset[int]:
        """Units with an attached brigadier."""
        return frozenset(stand.unit for stand in self.state.stands if stand.unit != NONE)

    def has_acted(self, placed: UnitPlace) -> bool:
        """True if a unit's Brigade has had the initiative this Turn (MN-SEQ-07)."""
        return self.state.brigades[placed.unit.brigade].chosen

    def can_charge(self, charger: Unit, target: Unit, outflanking: bool) -> bool:
        """True if the charge is allowed by the table of charges (MN-CHARGE-07, MN-CHARGE-09)."""
        answer = charge.matrix_answer(self.rules.tables, charger, target)
        return answer == "yes" or (answer == "outflanking" and outflanking)

    def threat(self, charger: UnitPlace, unit: Unit, half: int, away: int, against: int) -> int:
        """Expected gain of an enemy charge over ``away``; 0 if it cannot be made or gains nothing.

        ``against`` is the points of the unit's friends that would join.
        """
        mine = charger.unit
        if away > charger.reach or ahead(mine, unit.x, unit.y) < -charger.half:
            return 0
        outflanking = outflanked(unit, mine, half // 2)
        if not self.can_charge(mine, unit, outflanking):
            return 0
        return max(0, self.charge_gain(mine, unit, Attack(outflanking, against=against), away))

    def opportunity(self, placed: UnitPlace, foe: UnitPlace, away: int) -> int:
        """Expected gain of a charge by a unit of this side over ``away``; 0 if it cannot be made or gains nothing."""
        unit, enemy = placed.unit, foe.unit
        if not placed.reach or away > placed.reach or ahead(unit, enemy.x, enemy.y) < 0:
            return 0
        outflanking = outflanked(enemy, unit, foe.half // 2)
        if not self.can_charge(unit, enemy, outflanking):
            return 0
        attack = Attack(
            outflanking, backing=self.joining_points(placed.number, enemy), against=self.backing(foe.number)
        )
        return max(0, self.charge_gain(unit, enemy, attack, away))

    def gain(self, unit: Unit, enemy: Unit, attack: Attack) -> int:
        """Expected gain of an attack for the attacker, of either side."""
        lost, enemy_lost = self.odds.duel_costs(unit, enemy, attack)
        return enemy_lost - lost

    def charge_gain(self, charger: Unit, unit: Unit, attack: Attack, away: int) -> int:
        """Expected gain of a charge over ``away`` for the charger, with the unit's best answer.

        Source: MN-REACT-40, MN-REACT-70.
        """
        free = not (unit.blue or unit.reacted or unit.idle)
        horse, of = unit_class(charger) == "cavalry", unit_class(unit)
        if self.looks_ahead and free and self.can_counter_charge(charger, unit):
            return self.gain(charger, unit, attack._replace(outflanking=False, answered=True))
        if horse and of == "cavalry" and free and is_formed(unit) and not attack.outflanking:
            return self.gain(charger, unit, attack._replace(answered=True))
        square = horse and of == "infantry" and is_formed(unit) and not in_square(unit)
        if square and free and away > self.rules.tables.square_charge_over * CM:
            return self.charge_at_square(charger, unit, attack)
        return self.gain(charger, unit, attack)

    def can_counter_charge(self, charger: Unit, unit: Unit) -> bool:
        """True if a unit that has not reacted yet may counter-charge its charger.

        Source: MN-REACT-70, MN-REACT-71.
        """
        if not can_join(unit) or not (unit_class(unit) == "cavalry" or unit_class(charger) == "infantry"):
            return False
        base = self.rules.tables.bases[unit_class(charger)]
        near = ahead(unit, charger.x, charger.y) >= -base.width
        return near and self.can_charge(unit, charger, outflanking=False)

    def charge_at_square(self, charger: Unit, unit: Unit, attack: Attack, failed: int | None = None) -> int:
        """Expected gain of a charge at infantry that tries to form square; the cavalry may feint.

        ``failed`` is the gain against infantry that fails to form; None to use the odds of a duel.
        """
        odds = self.odds
        bonus = square_test_bonus(self.rules.tables, unit.formation, unit.nation, kgl=unit.kgl)
        forms, feints = odds.passing_faces(unit.rating, bonus), odds.passing_faces(charger.rating)
        weaker = odds.after_failed_square(unit)
        fails = odds.loss_value(unit, unit.points)
        if weaker is not None:
            fails = odds.loss_value(unit, self.rules.tables.square_failed_hits)
            fails += self.gain(charger, weaker, attack) if failed is None else failed
        stands = self.gain(charger, squared(unit), attack)
        formed = max(0, stands) + min(0, stands) * (DIE_SIDES - feints) // DIE_SIDES
        return (forms * formed + (DIE_SIDES - forms) * fails) // DIE_SIDES


def squared(unit: Unit) -> Unit:
    """The unit in an emergency square in its place."""
    return replace(unit, formation="emergency_square")


def can_join(unit: Unit) -> bool:
    """True if a unit of this kind may join in a combat (MN-HTH-06)."""
    return unit_class(unit) != "artillery" and is_formed(unit) and not in_square(unit)


def gap(placed: UnitPlace, unit: Unit, half: int) -> int:
    """Approximate distance between the bases of two units; ``half`` is the radius of ``unit``."""
    dx, dy = placed.unit.x - unit.x, placed.unit.y - unit.y
    return max(0, isqrt(dx * dx + dy * dy) - placed.half - half)


def ahead(unit: Unit, x: int, y: int) -> int:
    """Distance of a place ahead of the middle of a unit; negative behind it."""
    sine, cosine = DIRECTIONS[unit.facing]
    return ((x - unit.x) * sine + (y - unit.y) * cosine) // SCALE


def outflanked(unit: Unit, enemy: Unit, slack: int = 0) -> bool:
    """True if an enemy is more than ``slack`` behind the middle of a unit; a square has no flank (MN-HTH-20)."""
    return not in_square(unit) and ahead(unit, enemy.x, enemy.y) < -slack


_situations: OrderedDict[tuple[int, SideId, bool], Situation] = OrderedDict()
_KEPT: Final = 8


def situation(state: State, side: SideId, looks_ahead: bool = False) -> Situation:
    """The situation of a side in a state; the last few are cached."""
    key = id(state), side, looks_ahead
    cached = _situations.get(key)
    if cached is None or cached.state is not state:
        cached = _situations[key] = Situation(state, side, looks_ahead)
        while len(_situations) > _KEPT:
            _situations.popitem(last=False)
    return cached
