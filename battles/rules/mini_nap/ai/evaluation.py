"""Value of a position to a side, and of the place where a unit stands."""

from math import isqrt
from typing import Final

from battles.engine.core import SideId
from battles.kits.open_table.distances import distance
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.ai.charges import ExpectedCombat
from battles.rules.mini_nap.ai.exact_values import value_of
from battles.rules.mini_nap.ai.situation import Situation, UnitPlace, ahead, gap, situation
from battles.rules.mini_nap.combat.combatants import groups_of
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.fire.targets import shot_facts
from battles.rules.mini_nap.positions import footprint, footprint_of
from battles.rules.mini_nap.state import State, Unit, in_square

MUSKETS: Final = 800
"""Distance, as `gap` measures it, beyond which no small-arms fire is possible."""


class PlaceValues:
    """Values of the places where units of one side are or could be."""

    def __init__(self, position: Situation, ahead: bool = False) -> None:
        self.position: Final = position
        self.ahead: Final = ahead
        self.threat: Final = weights.THREAT_AHEAD if ahead else weights.THREAT
        self._middles: dict[int, tuple[int, int] | None] = {}

    def value(self, number: int, unit: Unit) -> int:
        """Value for unit ``number`` of the place, facing and formation of ``unit``."""
        placed = self.position.placed(number, unit)
        rows = sorted((gap(foe, unit, placed.half), foe.number, foe) for foe in self.position.foes)
        value = self.command(number, unit) + self.straggling(number, unit)
        if not rows:
            return value
        away, _, nearest = rows[0]
        wanted = weights.GUNS_WANTED if self.ahead and placed.of == "artillery" else weights.WANTED[placed.of]
        value -= weights.STEP * max(0, away - wanted) // CM
        if ahead(unit, nearest.unit.x, nearest.unit.y) < placed.half and not in_square(unit):
            value -= weights.TURNED
        if in_square(unit):
            value -= weights.SQUARE
        near = [(away, foe) for away, _, foe in rows if away <= weights.SIGHTED]
        value -= self.threats(placed, near)
        if placed.of == "artillery":
            return value + self.shots(placed, rows)
        if self.ahead and placed.of == "infantry":
            value += self.musketry(placed, near)
        return value + self.opportunities(placed, near) * weights.CHANCE // 100

    def threats(self, placed: UnitPlace, near: list[tuple[int, UnitPlace]]) -> int:
        """Expected cost of the enemy's two best charges at the unit, weighted by how likely they are."""
        gains = sorted((self.charge_threat(placed, foe, away) for away, foe in near), reverse=True)
        first, second, *_ = *gains, 0, 0
        value = (first * self.threat + second * weights.SECOND_THREAT) // 100
        return value * weights.GUNS // 100 if self.ahead and placed.of == "artillery" else value

    def charge_threat(self, placed: UnitPlace, foe: UnitPlace, away: int) -> int:
        """The enemy's gain by a charge; looking ahead, weighted by whether it can still come this Turn."""
        gain = self.position.threat(foe, placed.unit, placed.half, away, self.position.backing(placed.number))
        if not self.ahead:
            return gain
        return gain * (weights.PAST if self.position.has_acted(foe) else weights.TO_COME) // 100

    def opportunities(self, placed: UnitPlace, near: list[tuple[int, UnitPlace]]) -> int:
        """Value of the unit's own best charge from its place."""
        return max((self.position.opportunity(placed, foe, away) for away, foe in near), default=0)

    def musketry(self, placed: UnitPlace, near: list[tuple[int, UnitPlace]]) -> int:
        """Value of infantry's best shot from its place, less the return fire."""
        tables, unit, best = self.position.rules.tables, placed.unit, 0
        shape = footprint_of(self.position.rules, unit)
        for away, foe in near:
            if away > MUSKETS:
                break
            if not in_square(unit) and ahead(unit, foe.unit.x, foe.unit.y) <= 0:
                continue
            if not fire_dice.in_small_arms_range(tables, distance(shape, footprint(self.position.state, foe.number))):
                continue
            gain = self.position.odds.shot_value(
                foe.unit, fire_dice.shot_dice(tables, shot_facts(unit, foe.unit.formation, None)).dice
            )
            if foe.of == "infantry" and (in_square(foe.unit) or ahead(foe.unit, unit.x, unit.y) > 0):
                returned = fire_dice.shot_dice(tables, shot_facts(foe.unit, unit.formation, None)).dice
                gain -= self.position.odds.shot_value(unit, returned)
            best = max(best, gain)
        return best * weights.MUSKETRY // 100

    def shots(self, placed: UnitPlace, rows: list[tuple[int, int, UnitPlace]]) -> int:
        """Value of a battery's best shot from its place."""
        tables, best = self.position.rules.tables, 0
        for away, _, foe in rows:
            band = fire_dice.range_band(tables, away)
            if band is None:
                break
            if ahead(placed.unit, foe.unit.x, foe.unit.y) <= 0:
                continue
            dice = fire_dice.shot_dice(tables, shot_facts(placed.unit, foe.unit.formation, band)).dice
            best = max(best, self.position.odds.shot_value(foe.unit, dice))
        return best * weights.VOLLEYS // 100

    def command(self, number: int, unit: Unit) -> int:
        """Penalty for a place out of command or in cautious command."""
        if number in self.position.led_by_brigadier:
            return 0
        away = [
            (isqrt((commander.x - unit.x) ** 2 + (commander.y - unit.y) ** 2), commander.radius)
            for commander in self.position.commanders(number)
        ]
        if not away or any(length <= radius for length, radius in away):
            return 0
        cautious = min(away)[0] <= self.position.rules.tables.cautious_radius * CM
        return -weights.CAUTIOUS if cautious else -weights.OUT

    def straggling(self, number: int, unit: Unit) -> int:
        """Penalty for distance from the rest of the Brigade."""
        if number not in self._middles:
            self._middles[number] = self._middle(number, unit.brigade)
        middle = self._middles[number]
        if middle is None:
            return 0
        away = isqrt((middle[0] - unit.x) ** 2 + (middle[1] - unit.y) ** 2)
        return -weights.STRAY * max(0, away - weights.LOOSE) // CM

    def _middle(self, number: int, brigade: int) -> tuple[int, int] | None:
        """The middle of the other units of a Brigade."""
        mates = [mate.unit for mate in self.position.own if mate.unit.brigade == brigade and mate.number != number]
        if not mates:
            return None
        return sum(mate.x for mate in mates) // len(mates), sum(mate.y for mate in mates) // len(mates)


def evaluate(state: State, side: SideId) -> int:
    """Value of a position to ``side``, in hundredths of a strength point."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0 if winner is None else weights.WON if winner == side else -weights.WON
    position = situation(state, side, True)
    value = sum(value_of(each.unit) for each in position.own) - sum(value_of(each.unit) for each in position.foes)
    for unit in state.units:
        if unit.where == "waiting":
            value += value_of(unit) if unit.side == side else -value_of(unit)
    for stand in state.stands:
        if stand.where != "removed":
            value += weights.STAND if stand.side == side else -weights.STAND
    return value + _combats(position) + _places(position)


def _combats(position: Situation) -> int:
    """Expected gain by the combats to come in this initiative."""
    if position.state.step not in ("manoeuvre", "fire", "hand_to_hand", "break_active", "break_passive"):
        return 0
    return sum(ExpectedCombat(position, position.state, group.pairs).value() for group in groups_of(position.state))


def _places(position: Situation) -> int:
    """Value of the places of this side's units."""
    place_values = PlaceValues(position, ahead=True)
    return sum(place_values.value(placed.number, placed.unit) for placed in position.own)
