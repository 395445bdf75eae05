"""What a place is worth to a unit: the charges that it promises and those it invites, command, company, fire."""

from math import isqrt
from typing import Final

from battles.engine.table.measures import distance
from battles.rules.mini_nap import firing, weights
from battles.rules.mini_nap.aiming import facts
from battles.rules.mini_nap.board import footprint, footprint_of
from battles.rules.mini_nap.judging_field import Field, Stood, ahead, gap
from battles.rules.mini_nap.kinds import in_square
from battles.rules.mini_nap.state import Unit
from battles.rules.mini_nap.tables import CM

MUSKETS: Final = 800
"""How far from a unit, by the measure of `gap`, another may be whom it might fire at with small arms."""


class Standing:
    """How well units of one side stand, as they do or as they would."""

    def __init__(self, field: Field, ahead: bool = False) -> None:
        self.field: Final = field
        self.ahead: Final = ahead
        self.threat: Final = weights.THREAT_AHEAD if ahead else weights.THREAT
        self._middles: dict[int, tuple[int, int] | None] = {}

    def worth(self, number: int, unit: Unit) -> int:
        """What it is worth to unit ``number`` to stand as ``unit``."""
        stood = self.field.stood(number, unit)
        rows = sorted((gap(foe, unit, stood.half), foe.number, foe) for foe in self.field.foes)
        value = self._command(number, unit) + self._company(number, unit)
        if not rows:
            return value
        away, _, nearest = rows[0]
        wanted = weights.GUNS_WANTED if self.ahead and stood.of == "artillery" else weights.WANTED[stood.of]
        value -= weights.STEP * max(0, away - wanted) // CM
        if ahead(unit, nearest.unit.x, nearest.unit.y) < stood.half and not in_square(unit):
            value -= weights.TURNED
        if in_square(unit):
            value -= weights.SQUARE
        near = [(away, foe) for away, _, foe in rows if away <= weights.SIGHTED]
        value -= self._threats(stood, near)
        if stood.of == "artillery":
            return value + self._shots(stood, rows)
        if self.ahead and stood.of == "infantry":
            value += self._musketry(stood, near)
        return value + self._chances(stood, near) * weights.CHANCE // 100

    def _threats(self, stood: Stood, near: list[tuple[int, Stood]]) -> int:
        """What the enemy's best charges at the unit would gain him, by how likely he comes to make them."""
        gains = sorted((self._feared(stood, foe, away) for away, foe in near), reverse=True)
        first, second, *_ = *gains, 0, 0
        value = (first * self.threat + second * weights.SECOND_THREAT) // 100
        return value * weights.GUNS // 100 if self.ahead and stood.of == "artillery" else value

    def _feared(self, stood: Stood, foe: Stood, away: int) -> int:
        """What a charge of an enemy would gain him; who looks ahead asks whether it can still come this Turn."""
        gain = self.field.threat(foe, stood.unit, stood.half, away, self.field.backing(stood.number))
        if not self.ahead:
            return gain
        return gain * (weights.PAST if self.field.has_acted(foe) else weights.TO_COME) // 100

    def _chances(self, stood: Stood, near: list[tuple[int, Stood]]) -> int:
        """The unit's own best charge from there."""
        return max((self.field.chance(stood, foe, away) for away, foe in near), default=0)

    def _musketry(self, stood: Stood, near: list[tuple[int, Stood]]) -> int:
        """What infantry's best shot is worth from there, less what may come back."""
        tables, unit, best = self.field.rules.tables, stood.unit, 0
        shape = footprint_of(self.field.rules, unit)
        for away, foe in near:
            if away > MUSKETS:
                break
            if not in_square(unit) and ahead(unit, foe.unit.x, foe.unit.y) <= 0:
                continue
            if not firing.in_small_arms_range(tables, distance(shape, footprint(self.field.state, foe.number))):
                continue
            gain = self.field.ledger.volley(foe.unit, firing.count(tables, facts(unit, foe.unit.formation, None)).dice)
            if foe.of == "infantry" and (in_square(foe.unit) or ahead(foe.unit, unit.x, unit.y) > 0):
                back = firing.count(tables, facts(foe.unit, unit.formation, None)).dice
                gain -= self.field.ledger.volley(unit, back)
            best = max(best, gain)
        return best * weights.MUSKETRY // 100

    def _shots(self, stood: Stood, rows: list[tuple[int, int, Stood]]) -> int:
        """A battery's best shot."""
        tables, best = self.field.rules.tables, 0
        for away, _, foe in rows:
            band = firing.band_at(tables, away)
            if band is None:
                break
            if ahead(stood.unit, foe.unit.x, foe.unit.y) <= 0:
                continue
            dice = firing.count(tables, facts(stood.unit, foe.unit.formation, band)).dice
            best = max(best, self.field.ledger.volley(foe.unit, dice))
        return best * weights.VOLLEYS // 100

    def _command(self, number: int, unit: Unit) -> int:
        if number in self.field.led:
            return 0
        away = [
            (isqrt((man.x - unit.x) ** 2 + (man.y - unit.y) ** 2), man.radius) for man in self.field.commanders(number)
        ]
        if not away or any(length <= radius for length, radius in away):
            return 0
        cautious = min(away)[0] <= self.field.rules.tables.cautious_radius * CM
        return -weights.CAUTIOUS if cautious else -weights.OUT

    def _company(self, number: int, unit: Unit) -> int:
        """How far a unit is from the rest of its Brigade."""
        if number not in self._middles:
            self._middles[number] = self._middle(number, unit.brigade)
        middle = self._middles[number]
        if middle is None:
            return 0
        away = isqrt((middle[0] - unit.x) ** 2 + (middle[1] - unit.y) ** 2)
        return -weights.STRAY * max(0, away - weights.LOOSE) // CM

    def _middle(self, number: int, brigade: int) -> tuple[int, int] | None:
        """The middle of the others of a Brigade."""
        mates = [mate.unit for mate in self.field.own if mate.unit.brigade == brigade and mate.number != number]
        if not mates:
            return None
        return sum(mate.x for mate in mates) // len(mates), sum(mate.y for mate in mates) // len(mates)
