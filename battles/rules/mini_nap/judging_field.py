"""A position as a judge looks at it: who stands where, how far apart, who could charge whom, who stands by whom.

Distances are taken from centre to centre, less half of each base: near enough to judge by, and cheap.
"""

from collections import OrderedDict
from collections.abc import Iterable
from functools import cached_property
from math import isqrt
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.table.bearings import DIRECTIONS, SCALE
from battles.rules.mini_nap import allowances, charging
from battles.rules.mini_nap.board import on_table, size, touched
from battles.rules.mini_nap.command import command_of, commanders_of
from battles.rules.mini_nap.judging_odds import Attack, Ledger, ledger_of
from battles.rules.mini_nap.kinds import in_square, is_formed, unit_class
from battles.rules.mini_nap.squares import bonus_of
from battles.rules.mini_nap.state import NONE, State, Unit, other
from battles.rules.mini_nap.tables import CM, COMMANDER_WHEN_FIXED, DIE_SIDES, UnitClass

SURE: Final = DIE_SIDES * DIE_SIDES
"""Two quality tests that cannot fail."""


class Stood(NamedTuple):
    """A unit as it stands. ``half`` is half of its base, taken all round; ``reach`` is how far it may charge."""

    number: int
    unit: Unit
    of: UnitClass
    half: int
    reach: int


class Commander(NamedTuple):
    """A commander's place, and how far from it units are in command."""

    x: int
    y: int
    radius: int


class Field:
    """One position as ``side`` sees it. Get one from `field_of`."""

    def __init__(self, state: State, side: SideId, looks_ahead: bool = False) -> None:
        self.state: Final = state
        self.side: Final = side
        self.rules: Final = state.setup.rules
        self.ledger: Final[Ledger] = ledger_of(self.rules)
        self.looks_ahead: Final = looks_ahead
        self.own: Final = tuple(self.stood(number, state.units[number]) for number in on_table(state, side))
        self.foes: Final = tuple(self.stood(number, state.units[number]) for number in on_table(state, other(side)))
        self._backing: dict[int, int] = {}
        self._commanders: dict[int, tuple[Commander, ...]] = {}

    def stood(self, number: int, unit: Unit) -> Stood:
        """A unit as it stands, or would stand."""
        of = unit_class(unit)
        reach = 0
        if of != "artillery" and not in_square(unit) and not unit.blue:
            most = charging.largest_extension(self.rules.tables, unit)
            reach = allowances.charge(self.rules.tables, unit) + most * (DIE_SIDES + 1) // (2 * DIE_SIDES)
        return Stood(number, unit, of, self.half(unit), reach)

    def half(self, unit: Unit) -> int:
        """Half of a unit's base, taken all round."""
        return sum(size(self.rules, unit_class(unit), unit.formation)) // 4

    def other(self, side: SideId) -> "Field":
        """The same position as the other side sees it."""
        return self if side == self.side else field_of(self.state, side, self.looks_ahead)

    @cached_property
    def interceptors(self) -> tuple[tuple[Stood, int], ...]:
        """The enemies who may charge a unit on its way, each with his chance to do so, in parts of ``SURE``."""
        found = []
        for foe in self.foes:
            unit = foe.unit
            if not joins(unit) or unit.blue or unit.reacted or unit.idle or touched(self.state, foe.number):
                continue
            command, faces = command_of(self.state, foe.number), self.ledger.passes(unit.rating)
            if command != "out":
                found.append((foe, faces * (faces if command == "cautious" else DIE_SIDES)))
        return tuple(found)

    def backing(self, number: int) -> int:
        """Points of the formed friends of a unit that are near enough to join it where it stands (MN-HTH-02)."""
        kept = self._backing.get(number)
        if kept is None:
            unit = self.state.units[number]
            mates = self.own if unit.side == self.side else self.foes
            kept = self._backing[number] = self._near(mates, number, unit)
        return kept

    def joining(self, number: int, enemy: Unit) -> int:
        """Points of the units of this side, one left out, that are near enough to join against an enemy."""
        return self._near(self.own, number, enemy)

    def _near(self, mates: Iterable[Stood], number: int, unit: Unit) -> int:
        """Points of those who join in combats, one left out, within reach of a unit."""
        reach, half = self.rules.tables.reaches["join"].most * CM, self.half(unit)
        return sum(
            mate.unit.points
            for mate in mates
            if mate.number != number and joins(mate.unit) and gap(mate, unit, half) <= reach
        )

    def commanders(self, number: int) -> tuple[Commander, ...]:
        """Whoever commands a unit besides its brigadier."""
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
    def led(self) -> frozenset[int]:
        """Units with a brigadier."""
        return frozenset(stand.unit for stand in self.state.stands if stand.unit != NONE)

    def has_acted(self, stood: Stood) -> bool:
        """Whether a unit's Brigade has had the initiative this Turn, so that another's may come first (MN-SEQ-07)."""
        return self.state.brigades[stood.unit.brigade].chosen

    def may_charge(self, charger: Unit, target: Unit, outflanking: bool) -> bool:
        """Whether a charge is one that there is (MN-CHARGE-07, 09)."""
        answer = charging.answer(self.rules.tables, charger, target)
        return answer == "yes" or (answer == "outflanking" and outflanking)

    def threat(self, charger: Stood, unit: Unit, half: int, away: int, against: int) -> int:
        """What a charge of ``charger`` would gain him at a unit so far away that it might be made; 0 for none.

        ``against`` are points of the unit's friends who would join.
        """
        mine = charger.unit
        if away > charger.reach or ahead(mine, unit.x, unit.y) < -charger.half:
            return 0
        outflanking = outflanked(unit, mine, half // 2)
        if not self.may_charge(mine, unit, outflanking):
            return 0
        return max(0, self.charge(mine, unit, Attack(outflanking, against=against), away))

    def chance(self, stood: Stood, foe: Stood, away: int) -> int:
        """What a charge of a unit of this side at an enemy so far away promises, if it can be made; 0 for none."""
        unit, enemy = stood.unit, foe.unit
        if not stood.reach or away > stood.reach or ahead(unit, enemy.x, enemy.y) < 0:
            return 0
        outflanking = outflanked(enemy, unit, foe.half // 2)
        if not self.may_charge(unit, enemy, outflanking):
            return 0
        attack = Attack(outflanking, backing=self.joining(stood.number, enemy), against=self.backing(foe.number))
        return max(0, self.charge(unit, enemy, attack, away))

    def gain(self, unit: Unit, enemy: Unit, attack: Attack) -> int:
        """What an attack is worth to the attacker, whosever he is."""
        lost, won = self.ledger.clash(unit, enemy, attack)
        return won - lost

    def charge(self, charger: Unit, unit: Unit, attack: Attack, away: int) -> int:
        """What a charge from so far away gains the charger, with what the unit may answer (MN-REACT-40 to 53)."""
        free = not (unit.blue or unit.reacted or unit.idle)
        horse, of = unit_class(charger) == "cavalry", unit_class(unit)
        if self.looks_ahead and free and self.may_meet(charger, unit):
            return self.gain(charger, unit, attack._replace(outflanking=False, answered=True))
        if horse and of == "cavalry" and free and is_formed(unit) and not attack.outflanking:
            return self.gain(charger, unit, attack._replace(answered=True))
        square = horse and of == "infantry" and is_formed(unit) and not in_square(unit)
        if square and free and away > self.rules.tables.square_charge_over * CM:
            return self.at_square(charger, unit, attack)
        return self.gain(charger, unit, attack)

    def may_meet(self, charger: Unit, unit: Unit) -> bool:
        """Whether a unit that has not reacted yet may turn to its charger and charge him too (MN-REACT-60 to 71)."""
        if not joins(unit) or not (unit_class(unit) == "cavalry" or unit_class(charger) == "infantry"):
            return False
        base = self.rules.tables.bases[unit_class(charger)]
        near = ahead(unit, charger.x, charger.y) >= -base.width
        return near and self.may_charge(unit, charger, outflanking=False)

    def at_square(self, charger: Unit, unit: Unit, attack: Attack, failed: int | None = None) -> int:
        """A charge at infantry that tries to form square, where the cavalry feints as well as it can.

        ``failed`` is what the combat with infantry that failed gains; None to have it by the odds of a duel.
        """
        ledger = self.ledger
        bonus = bonus_of(self.rules.tables, unit.formation, unit.nation, kgl=unit.kgl)
        forms, feints = ledger.passes(unit.rating, bonus), ledger.passes(charger.rating)
        left = ledger.marked(unit)
        fails = ledger.hurt(unit, unit.points)
        if left is not None:
            fails = ledger.hurt(unit, self.rules.tables.square_failed_hits)
            fails += self.gain(charger, left, attack) if failed is None else failed
        stands = self.gain(charger, squared(unit), attack)
        held = max(0, stands) + min(0, stands) * (DIE_SIDES - feints) // DIE_SIDES
        return (forms * held + (DIE_SIDES - forms) * fails) // DIE_SIDES


def squared(unit: Unit) -> Unit:
    """A unit as it would be in an emergency square where it stands."""
    return replace(unit, formation="emergency_square")


def joins(unit: Unit) -> bool:
    """Whether a unit is of those that join in a combat (MN-HTH-06)."""
    return unit_class(unit) != "artillery" and is_formed(unit) and not in_square(unit)


def gap(stood: Stood, unit: Unit, half: int) -> int:
    """About how far a unit is from another that stands as ``unit`` with half a base of ``half``."""
    dx, dy = stood.unit.x - unit.x, stood.unit.y - unit.y
    return max(0, isqrt(dx * dx + dy * dy) - stood.half - half)


def ahead(unit: Unit, x: int, y: int) -> int:
    """How far a place lies ahead of the middle of a unit, less than 0 behind it."""
    sine, cosine = DIRECTIONS[unit.facing]
    return ((x - unit.x) * sine + (y - unit.y) * cosine) // SCALE


def outflanked(unit: Unit, enemy: Unit, slack: int = 0) -> bool:
    """Whether an enemy stands behind the middle of a unit by more than ``slack``; a square has no flank (MN-HTH-20)."""
    return not in_square(unit) and ahead(unit, enemy.x, enemy.y) < -slack


_fields: OrderedDict[tuple[int, SideId, bool], Field] = OrderedDict()
_KEPT: Final = 8


def field_of(state: State, side: SideId, looks_ahead: bool = False) -> Field:
    """A position as a side sees it, kept while it is looked at."""
    key = id(state), side, looks_ahead
    found = _fields.get(key)
    if found is None or found.state is not state:
        found = _fields[key] = Field(state, side, looks_ahead)
        while len(_fields) > _KEPT:
            _fields.popitem(last=False)
    return found
