"""What a place is worth to units of one kind, grade and level, kept while the enemy stands as he does."""

from typing import Any

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import CAVALRY
from battles.rules.easy_napoleonics.contacts import FORMATIONS_THAT_ATTACK
from battles.rules.easy_napoleonics.judging_ground import ASPECTS, Ground
from battles.rules.easy_napoleonics.judging_odds import Traits, led, traits_of, value_of
from battles.rules.easy_napoleonics.judging_way import boldness, marches, pull
from battles.rules.easy_napoleonics.tables import FORMATIONS, Formation, Terrain

Six = tuple[int, int, int, int, int, int]
"""A number for each of the six ways in which one hex may lie to the facing of a unit."""

Row = tuple[list[Six], list[Six], dict[tuple[int, int, int], int], Traits]
"""By enemy: what it gains by charging a place, what it costs him to be charged; fire, by enemy, way and dice."""

NUMBER = {formation: number for number, formation in enumerate(FORMATIONS)}


class Kit:
    """Worths for all units that are alike. Get one from `kit_of`."""

    __slots__ = (
        "_places",
        "_rows",
        "allowances",
        "bold",
        "far",
        "foes",
        "ground",
        "march",
        "muskets",
        "number",
        "pinned",
        "pull",
        "threat",
        "value",
    )

    def __init__(self, ground: Ground, number: int, pinned: int) -> None:
        unit = ground.lay.units[number]
        self.ground = ground
        self.number = number
        self.foes = ground.foes
        self.far = ground.foes.far
        self.value = value_of(unit)
        self.bold = boldness(ground)
        self.pull = pull(ground, unit.kind)
        self.march = marches(ground.field, unit.kind)
        self.muskets = unit.kind == "infantry"
        self.pinned = pinned
        self.threat = threat(ground)
        able = unit.kind in CAVALRY
        self.allowances = {
            formation: ground.allowance(unit.kind, formation) + 1 if able or formation in FORMATIONS_THAT_ATTACK else 0
            for formation in FORMATIONS
        }
        if not (able or self.muskets):
            self.allowances = dict.fromkeys(FORMATIONS, 0)
        self._rows: dict[tuple[Formation, Terrain], Row] = {}
        self._places: dict[int, int] = {}

    def row(self, formation: Formation, terrain: Terrain) -> Row:
        """Worths by enemy of a unit in a formation on such ground."""
        key = (formation, terrain)
        known = self._rows.get(key)
        if known is None:
            ground = self.ground
            mine = traits_of(ground.lay.units[self.number], terrain, led(ground.lay, self.number), formation)
            risks = [self._risks(foe.traits, foe.value, mine) if foe.reach else _NONE for foe in self.foes.all]
            gains = [self._gains(foe.traits, foe.value, mine) for foe in self.foes.all] if self.allowances[formation] else []
            known = self._rows[key] = (risks, gains, {}, mine)
        return known

    def _risks(self, foe: Traits, value: int, mine: Traits) -> Six:
        by_aspect = {}
        for aspect in ASPECTS:
            if aspect not in by_aspect:
                lost, won, _ = self.ground.ledger.clash(foe, mine, aspect, True)
                by_aspect[aspect] = (self.value * won - value * lost) // 1000
        return _six(by_aspect)

    def _gains(self, foe: Traits, value: int, mine: Traits) -> Six:
        by_aspect = {}
        for aspect in ASPECTS:
            if aspect not in by_aspect:
                lost, won, _ = self.ground.ledger.clash(mine, foe, aspect, True)
                by_aspect[aspect] = (value * won * self.bold // 100 - self.value * lost) // 1000
        return _six(by_aspect)

    def shot_at(self, row: Row, place: int, turned: int, dice: int) -> int:
        """What fire of so many dice costs."""
        key = (place, turned, dice)
        known = row[2].get(key)
        if known is None:
            foe = self.foes.all[place]
            hurt = self.ground.ledger.hurt(foe.traits, row[3], ASPECTS[turned], dice)
            known = row[2][key] = hurt * self.value // 1000
        return known

    def place(self, cell: Cell, facing: int, formation: Formation) -> int:
        """What it is worth to stand so, the enemies next to it left out."""
        key = (cell * 6 + facing) * 8 + NUMBER[formation]
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = self._place(cell, facing, formation)
        return known

    def _place(self, cell: Cell, facing: int, formation: Formation) -> int:
        far, foes = self.far[cell], self.foes
        value = self.pull[cell] + _FRONT[(foes.look(cell) - facing) % 6]
        if formation == self.march[min(far, weights.MARCHING)]:
            value += weights.MARCH
        ready = foes.ready >> cell & 1
        if far > weights.QUIET and not ready:
            return value
        row = self.row(formation, self.ground.terrain(cell))
        steps = self.allowances[formation]
        if steps and far <= weights.QUIET:
            gains, best = row[1], 0
            for place, turned in foes.ahead(cell, facing, steps):
                gain = gains[place][turned]
                if gain > best:
                    best = gain
            value += best * weights.CHANCE // 100
        return value - self.danger(row, cell, facing) if ready else value

    def danger(self, row: Row, cell: Cell, facing: int) -> int:
        """What the enemy may do to a place: his guns now, and charges by those that nobody pins."""
        shells = 0
        for place, direction, dice in self.foes.shells(self.ground.field, cell):
            shells += self.shot_at(row, place, (direction - facing) % 6, dice)
        risks, worst, total = row[0], 0, 0
        closed = self.pinned | self.ground.grid.around_mask[cell]
        for place, direction, stands in self.foes.dangers(cell):
            if not closed >> stands & 1:
                risk = risks[place][(direction - facing) % 6]
                if risk > 0:
                    total += risk
                    if risk > worst:
                        worst = risk
        return shells * weights.SHELLED // 100 + (worst + total) * self.threat // 200


_NONE: Six = (0, 0, 0, 0, 0, 0)
_FRONT: Six = (weights.FRONT, 0, -weights.FRONT, -weights.FRONT, 0, weights.FRONT)


def _six(by_aspect: dict[Any, int]) -> Six:
    front, flank, rear = by_aspect["front"], by_aspect["flank"], by_aspect["rear"]
    return (front, flank, rear, rear, flank, front)


def threat(ground: Ground) -> int:
    """Hundredths that a charge of the enemy counts: more while he is still to move this turn."""
    return weights.NOW if ground.acting == ground.known.mover else weights.LATER


def kit_of(ground: Ground, number: int) -> Kit:
    """The kit of a unit where everybody stands as he does."""
    unit = ground.lay.units[number]
    pinned = ground.lay.near[ground.side] & ground.foes.held
    alike = (unit.kind, unit.grade, unit.level, unit.armored, unit.nation, unit.worth, led(ground.lay, number))
    key = (*alike, unit.moved_in_column, pinned, ground.turn, threat(ground))
    known = ground.foes.kits.get(key)
    if known is None:
        known = ground.foes.kits[key] = Kit(ground, number, pinned)
    found: Kit = known
    return found
