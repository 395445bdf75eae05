"""What a place is worth to units of one kind, grade and level, kept while the enemy stands as he does."""

from typing import Final

from msgspec import Struct

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import CAVALRY
from battles.rules.easy_napoleonics.contacts import FORMATIONS_THAT_ATTACK
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_hexes import ASPECTS
from battles.rules.easy_napoleonics.judging_odds import Traits, led, traits_of, value_of
from battles.rules.easy_napoleonics.judging_way import Tiers, boldness, marches, way_of
from battles.rules.easy_napoleonics.tables import FORMATIONS, Formation, Kind, Terrain

Charges = tuple[tuple[Cell, int], ...]
"""Charges that may come: where the enemy stands, and what he gains."""

Worth = tuple[int, Charges]

NO_CHARGES: Charges = ()


class Row(Struct, frozen=True):
    """Of a unit in one formation on one kind of ground: what enemies gain by a charge, what it gains, fire, traits.

    The keys are an enemy's place and one of the six ways in which a hex may lie to a facing, for fire the dice too.
    """

    risks: dict[int, int]
    gains: dict[int, int]
    shots: dict[int, int]
    mine: Traits


NUMBER = {formation: number for number, formation in enumerate(FORMATIONS)}


class Kit:
    """Worths for all units that are alike. Get one from `kit_of`."""

    __slots__ = (
        "_rows",
        "_tiers",
        "ahead",
        "allowances",
        "bold",
        "foes",
        "ground",
        "march",
        "muskets",
        "number",
        "places",
        "threat",
        "value",
        "way",
    )

    def __init__(self, ground: Ground, number: int) -> None:
        unit = ground.lay.units[number]
        self.ground = ground
        self.number = number
        self.foes = ground.foes
        self.value = value_of(unit)
        self.bold = boldness(ground)
        self.way = way_of(ground)
        self.march = marches(unit.kind)
        self.ahead = ground.ahead
        self.muskets = unit.kind == "infantry"
        self.threat = threat(ground)
        self.allowances = allowances(ground.field, unit.kind)
        self._rows: dict[tuple[Formation, Terrain], Row] = {}
        self._tiers: dict[Formation, Tiers] = {}
        self.places: dict[int, Worth] = {}

    def row(self, formation: Formation, terrain: Terrain) -> Row:
        """What is known of a unit in a formation on such ground."""
        key = (formation, terrain)
        known = self._rows.get(key)
        if known is None:
            ground = self.ground
            mine = traits_of(ground.lay.units[self.number], terrain, led(ground.lay, self.number), formation)
            known = self._rows[key] = Row({}, {}, {}, mine)
        return known

    def risk(self, row: Row, place: int, turned: int) -> int:
        """What an enemy gains by charging; ``turned`` is how he lies to the facing of the charged."""
        known = row.risks.get(place * 6 + turned)
        if known is None:
            foe = self.foes.all[place]
            lost, won, _ = self.ground.ledger.clash(foe.traits, row.mine, ASPECTS[turned], True)
            known = row.risks[place * 6 + turned] = (self.value * won - foe.value * lost) // 1000
        return known

    def gain(self, row: Row, place: int, turned: int) -> int:
        """What is gained by charging an enemy; ``turned`` is how the charger lies to his facing."""
        known = row.gains.get(place * 6 + turned)
        if known is None:
            foe = self.foes.all[place]
            lost, won, _ = self.ground.ledger.clash(row.mine, foe.traits, ASPECTS[turned], True)
            known = (foe.value * won * self.bold // 100 - self.value * lost) // 1000
            row.gains[place * 6 + turned] = known
        return known

    def shot_at(self, row: Row, place: int, turned: int, dice: int) -> int:
        """What fire of so many dice costs."""
        key = (place * 6 + turned) * 8 + dice
        known = row.shots.get(key)
        if known is None:
            foe = self.foes.all[place]
            hurt = self.ground.ledger.hurt(foe.traits, row.mine, ASPECTS[turned], dice)
            known = row.shots[key] = hurt * self.value // 1000
        return known

    def place(self, cell: Cell, facing: int, formation: Formation) -> Worth:
        """What it is worth to stand so, the enemies next to it left out, and the charges that may come."""
        key = cell * 48 + facing * 8 + NUMBER[formation]
        known = self.places.get(key)
        if known is None:
            known = self.places[key] = self._place(cell, facing, formation)
        return known

    def _place(self, cell: Cell, facing: int, formation: Formation) -> Worth:
        foes = self.foes
        far = foes.far[cell]
        value = self.way[cell] + FRONT[(foes.look[cell] - facing) % 6]
        if formation == self.march[far >= weights.MARCHING]:
            value += weights.MARCH
        if not self.ahead or (far > weights.QUIET and not foes.ready >> cell & 1):
            return value, NO_CHARGES
        row = self.row(formation, self.ground.terrain(cell))
        steps = self.allowances[formation]
        if steps and far <= weights.QUIET:
            best = 0
            for place, turned in foes.ahead(cell, facing, steps):
                gain = self.gain(row, place, turned)
                if gain > best:
                    best = gain
            value += best * weights.CHANCE // 100
        return value - self.shells(row, cell, facing), self.charges(row, cell, facing)

    def tiers(self, formation: Formation) -> Tiers:
        """Every hex by what it is worth to stand there in a formation, the facing and the enemy's answer left out."""
        known = self._tiers.get(formation)
        if known is None:
            near, away = self.march
            known = self._tiers[formation] = self.way.tiers(formation == near, formation == away)
        return known

    def shells(self, row: Row, cell: Cell, facing: int) -> int:
        """What the enemy's guns may do to a place."""
        shells = 0
        for place, direction, dice in self.foes.shells(cell):
            shells += self.shot_at(row, place, (direction - facing) % 6, dice)
        return shells * weights.SHELLED // 100

    def charges(self, row: Row, cell: Cell, facing: int) -> Charges:
        """Charges that an enemy would gain by, each with the hex that he stands on."""
        dangers = self.foes.dangers(cell)
        if not dangers:
            return NO_CHARGES
        near = self.ground.grid.around_mask[cell]
        found = []
        for place, direction, stands in dangers:
            if not near >> stands & 1:
                risk = self.risk(row, place, (direction - facing) % 6)
                if risk > 0:
                    found.append((stands, risk))
        return tuple(found)

    def danger(self, charges: Charges, pinned: int) -> int:
        """What charges may do to a place, those of pinned enemies left out: the worst, and the others by half."""
        worst = total = 0
        for stands, risk in charges:
            if not pinned >> stands & 1:
                total += risk
                if risk > worst:
                    worst = risk
        return (worst + total) * self.threat // 200


FRONT: Final = (weights.FRONT, 0, -weights.FRONT, -weights.FRONT, 0, weights.FRONT)
"""What it is worth to face so, by how many directions clockwise of its facing the nearest enemy lies."""


def allowances(field: Field, kind: Kind) -> dict[Formation, int]:
    """Steps within which a unit of a kind may charge, by formation; 0 where it may not attack (EN-MELEE-03)."""
    key = ("charging", kind)
    known: dict[Formation, int] | None = field.memo.get(key)
    if known is None:
        able = FORMATIONS if kind in CAVALRY else FORMATIONS_THAT_ATTACK if kind == "infantry" else ()
        known = {
            formation: field.allowance(kind, formation) + 1 if formation in able else 0 for formation in FORMATIONS
        }
        field.keep(key, known)
    return known


def threat(ground: Ground) -> int:
    """Hundredths that a charge of the enemy counts: more while he is still to move this turn."""
    to_move = ground.known.phase == "movement" and ground.known.acting == ground.known.mover
    return weights.NOW if to_move else weights.LATER


def kit_of(ground: Ground, number: int) -> Kit:
    """The kit of a unit where everybody stands as he does."""
    unit = ground.lay.units[number]
    alike = (unit.kind, unit.grade, unit.level, unit.armored, unit.nation, unit.worth, led(ground.lay, number))
    key = (*alike, unit.moved_in_column, ground.known.turn, threat(ground), ground.ahead, ground.objectives)
    known = ground.foes.kits.get(key)
    if known is None:
        known = ground.foes.kits[key] = Kit(ground, number)
    found: Kit = known
    return found
