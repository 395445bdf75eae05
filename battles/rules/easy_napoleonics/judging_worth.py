"""What a position is worth to a side: points, men, and the fire, the melees and the charges that are to come."""

from typing import Final

from battles.engine.core import SideId
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.contacts import FORMATIONS_THAT_ATTACK, meetings
from battles.rules.easy_napoleonics.judging_ground import ASPECTS, Ground, bearing, wedge
from battles.rules.easy_napoleonics.judging_odds import Traits, led, traits_of, value_of
from battles.rules.easy_napoleonics.judging_way import pull
from battles.rules.easy_napoleonics.missions import has_fire, targets_of
from battles.rules.easy_napoleonics.state import State, Unit

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
            value += self._melees() + self._charges()
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
        """How near this side's units are to where they want to be."""
        value = 0
        for unit in self.state.units:
            if unit.side == self.side and unit.cell >= 0 and unit.kind not in ARTILLERY:
                value += pull(self.ground, unit.kind)[unit.cell]
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
            if not guns and (unit.kind in CAVALRY or not lay.near["b" if unit.side == "a" else "a"] >> unit.cell & 1):
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

    def _charges(self) -> int:
        """Charges that free units may still make in this turn or in the next: the best of each on each enemy."""
        ground, lay = self.ground, self.ground.lay
        best: dict[int, int] = {}
        for number, unit in enumerate(lay.units):
            enemy = "b" if unit.side == "a" else "a"
            if unit.cell < 0 or unit.kind in ARTILLERY or lay.near[enemy] >> unit.cell & 1:
                continue
            if unit.kind not in CAVALRY and unit.formation not in FORMATIONS_THAT_ATTACK:
                continue
            steps = ground.allowance(unit.kind, unit.formation) + 1
            within = wedge(ground.grid, unit.cell, unit.facing, steps) & lay.held[enemy]
            if within:
                self._strike(number, ground.grid.cells(within), self._when(unit), best)
        return sum(gain * -self.sign[lay.units[target].side] for target, gain in best.items())

    def _strike(self, number: int, cells: tuple[int, ...], when: int, best: dict[int, int]) -> None:
        target, gain = -1, 0
        for cell in cells:
            foe = self.ground.lay.at[cell]
            found = self._clash(number, foe, True)[0]
            if found > gain:
                target, gain = foe, found
        if target >= 0:
            best[target] = (
                max(best.get(target, 0), gain * when // 100) + min(best.get(target, 0), gain * when // 100) // 3
            )

    def _when(self, unit: Unit) -> int:
        """Hundredths that a charge of a unit counts: in this turn if its side is still to move, else in the next."""
        state = self.state
        if state.phase in ("rally", "initiative"):
            return weights.SOON
        if state.phase != "movement" or unit.activated:
            return weights.LATER
        if state.acting == unit.side or state.acting == state.mover:
            return weights.NOW
        return weights.LATER
