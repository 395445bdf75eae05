"""What a position is worth to a side: points, men, and the fire, the melees and the charges that are to come."""

from typing import Final

from battles.engine.core import SideId
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.contacts import meetings
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_hexes import ASPECTS, bearing
from battles.rules.easy_napoleonics.judging_mover import Mover
from battles.rules.easy_napoleonics.judging_odds import Traits, led, traits_of, value_of
from battles.rules.easy_napoleonics.missions import has_fire, targets_of
from battles.rules.easy_napoleonics.state import State, Unit, other

TO_FIRE: Final = {"rally": 2, "movement": 2, "artillery": 2, "musketry": 1}
"""Fire phases that are still to come or going on."""


def worth(state: State, side: SideId) -> int:
    """What a position is worth to ``side``, in hundredths of a victory point."""
    if state.outcome is not None:
        won = state.outcome.winner
        return weights.WON if won == side else -weights.WON if won else -weights.WON // 2
    return Reckoning(state, side).total()


class Reckoning:
    """A position being reckoned up; ``sign`` is by side."""

    __slots__ = ("ground", "side", "sign", "state", "traits", "values")

    def __init__(self, state: State, side: SideId) -> None:
        self.state = state
        self.side = side
        self.ground = Ground(state, side)
        self.sign = {side: 1, self.ground.enemy: -1}
        lay, terrain = self.ground.lay, self.ground.field.terrain
        self.traits: list[Traits] = [
            traits_of(unit, terrain.get(unit.cell, "open"), led(lay, number)) for number, unit in enumerate(lay.units)
        ]
        self.values = [value_of(unit) for unit in lay.units]

    def total(self) -> int:
        """All of it."""
        value = self._men() + self._way()
        phase = self.state.phase
        if phase in TO_FIRE:
            value += self._fire(TO_FIRE[phase])
        if phase in TO_FIRE or phase == "initiative":
            value += self._melees()
        return value

    def _men(self) -> int:
        """Points scored, and what is left of every unit and leader."""
        a, b = self.state.score
        value = weights.POINT * (a - b) * self.sign["a"]
        for unit, whole in zip(self.state.units, self.values, strict=True):
            if unit.level != "broken":
                left = weights.POWER[unit.kind] - whole * weights.LOST[unit.level] // 100
                value += self.sign[unit.side] * left
        for man in self.state.leaders:
            if man.alive:
                value += self.sign[man.side] * weights.LEADER
        return value

    def _way(self) -> int:
        """How this side's units stand, the enemies next to them left out."""
        if not self.ground.foes.all:
            return 0
        value = 0
        for number, unit in enumerate(self.state.units):
            if unit.side == self.side and unit.cell >= 0:
                value += Mover(self.ground, number).standing()
        return value

    def _fire(self, phases: int) -> int:
        """Every unit's best volley, each for itself."""
        ground, value = self.ground, 0
        lay = ground.lay
        for number, unit in enumerate(lay.units):
            if unit.cell < 0 or not has_fire(ground.field, unit):
                continue
            guns = unit.kind in ARTILLERY
            if guns and (phases < 2 or unit.formation != "unlimbered"):
                continue
            if not guns and (unit.kind in CAVALRY or not lay.near[other(unit.side)] >> unit.cell & 1):
                continue
            value += self.sign[unit.side] * self._volley(number, unit)
        return value * weights.FIRED // 100

    def _volley(self, number: int, unit: Unit) -> int:
        ground, best = self.ground, 0
        for target, dice in targets_of(ground.field, ground.lay, number):
            foe = ground.lay.units[target]
            aspect = ASPECTS[(bearing(ground.grid, foe.cell, unit.cell) - foe.facing) % 6]
            hurt = ground.ledger.hurt(self.traits[number], self.traits[target], aspect, dice)
            best = max(best, hurt * self.values[target])
        return best // 1000

    def _clash(self, attacker: int, defender: int, charged: bool) -> tuple[int, int, int, int]:
        """What a melee gains for the attacker's side; what both lose, and how often the defender breaks."""
        ground = self.ground
        own, foe = ground.lay.units[attacker], ground.lay.units[defender]
        aspect = ASPECTS[(bearing(ground.grid, foe.cell, own.cell) - foe.facing) % 6]
        lost, won, broken = ground.ledger.clash(self.traits[attacker], self.traits[defender], aspect, charged)
        return (self.values[defender] * won - self.values[attacker] * lost) // 1000, lost, won, broken

    def _melees(self) -> int:
        """The melees of this turn as they stand, the holder's best first, each as far as both units are still there."""
        state, ground = self.state, self.ground
        rows = []
        for attacker, defender, asked in meetings(ground.field, ground.lay, state):
            charged = defender in ground.lay.units[attacker].charged
            gain, lost, won, _ = self._clash(attacker, defender, charged)
            if not asked or gain > 0:
                side = ground.lay.units[attacker].side
                rows.append(
                    (gain if side == state.holder else -gain, gain * self.sign[side], attacker, defender, lost, won)
                )
        rows.sort(key=lambda row: (-row[0], row[2], row[3]))
        left: dict[int, int] = {}
        value = 0
        for _, gain, attacker, defender, lost, won in rows:
            one, two = left.get(attacker, 1000), left.get(defender, 1000)
            there = one * two // 1000
            value += gain * there // 1000
            left[attacker] = one * (1000 - lost * there // 1000) // 1000
            left[defender] = two * (1000 - won * there // 1000) // 1000
        return value
