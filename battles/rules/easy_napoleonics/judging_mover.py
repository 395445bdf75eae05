"""What one unit's activations are worth, each by where the unit would stand."""

from collections.abc import Iterator

from msgspec import Struct

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.book import ARTILLERY, SQUARES
from battles.rules.easy_napoleonics.judging_changes import Change, changes, ways_on
from battles.rules.easy_napoleonics.judging_foes import Foe
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_guns import field_of_fire
from battles.rules.easy_napoleonics.judging_hexes import ASPECTS
from battles.rules.easy_napoleonics.judging_kit import Row, kit_of
from battles.rules.easy_napoleonics.programmes import Programmes
from battles.rules.easy_napoleonics.reach import Go
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import Formation


class Scored(Struct, frozen=True):
    """An activation's value, and how the unit would stand after it."""

    value: int
    reform: Formation | None
    turn: int | None
    go: Go
    cell: Cell
    facing: int
    formation: Formation


def scored_of(unit: Unit, value: int, change: Change, formation: Formation, go: Go) -> Scored:
    """An activation of a unit that is worth so much: a change to a formation, and where it goes on from it."""
    cell = unit.cell if go[0] == NOWHERE else go[0]
    return Scored(value, change.reform, change.turn, go, cell, change.facing, "unlimbered" if go[1] else formation)


class Mover:
    """One unit's choices, each weighed by where it would stand."""

    __slots__ = ("actions", "ground", "guns", "hot", "kit", "number", "pinned", "unit")

    def __init__(self, ground: Ground, number: int) -> None:
        self.ground = ground
        self.number = number
        self.unit = ground.lay.units[number]
        self.kit = kit_of(ground, number)
        self.pinned: int = ground.lay.near[ground.side]
        self.hot: int = ground.lay.near[ground.enemy]
        self.guns = self.unit.kind in ARTILLERY
        self.actions = ground.field.tables.actions[self.unit.kind]

    def scored(self, listed: Programmes) -> list[Scored]:
        """Every activation worth a thought with its value: nobody goes next to the enemy who may not charge there."""
        return list(self._each(listed, False))

    def first(self, listed: Programmes, floor: int) -> Scored | None:
        """The most valuable activation, the first of equals; None where none is worth more than ``floor``."""
        found = None
        for scored in self._each(listed, not self.guns and self.kit.foes.far[self.unit.cell] > weights.CALM):
            if scored.value > floor:
                found, floor = scored, scored.value
        return found

    def _each(self, listed: Programmes, calm: bool) -> Iterator[Scored]:
        kit, unit = self.kit, self.unit
        for alike in changes(self.ground.field, unit, kit.foes.look[unit.cell]):
            for change in alike.changes:
                for go in ways_on(kit, unit, listed, change, calm):
                    value = self.value(change, alike.formation, go)
                    if value > -weights.WON:
                        yield scored_of(unit, value, change, alike.formation, go)

    def value(self, change: Change, formation: Formation, go: Go) -> int:
        """What an activation is worth; next to the enemy after a change it is out of the question."""
        unit, kit, facing = self.unit, self.kit, change.facing
        cell, unlimbers, along, _ = go
        moves = cell != NOWHERE
        if not moves:
            cell = unit.cell
        fires = unit.used + change.spent + moves + unlimbers < self.actions
        if self.guns:
            value = self._guns(cell, facing, "unlimbered" if unlimbers else formation, fires)
        else:
            value, charges = kit.place(cell, facing, formation)
            if charges:
                value -= kit.danger(charges, self.pinned)
            if self.hot >> cell & 1:
                if change.spent:
                    return -weights.WON
                value += self.contact(cell, facing, formation, fires)
        return value + (len(along) > 0)

    def action(self, scored: Scored) -> Activate:
        """The action that a score is of."""
        return Activate(self.number, scored.reform, scored.turn, *scored.go)

    def staying(self) -> int:
        """The value of no activation."""
        unit = self.unit
        if self.guns:
            return self._guns(unit.cell, unit.facing, unit.formation, True)
        value, charges = self.kit.place(unit.cell, unit.facing, unit.formation)
        return value - self.kit.danger(charges, self.pinned) if charges else value

    def standing(self) -> int:
        """The value of standing so at the end of the movement, this turn's fire left out."""
        unit = self.unit
        return self._guns(unit.cell, unit.facing, unit.formation, False) if self.guns else self.staying()

    def _guns(self, cell: Cell, facing: int, formation: Formation, fires: bool) -> int:
        """What a place is worth to a battery: what it can fire at, now and later, and what can come at it."""
        fire = field_of_fire(self.ground, self.number, cell, facing)
        if formation == "unlimbered":
            fire = fire * (weights.UNLIMBERED + 100 * fires) // 100
        else:
            fire = fire * weights.LIMBERED // 100
        kit = self.kit
        way = kit.way[cell] // weights.GUNS_HANG_BACK
        if not kit.ahead or not kit.foes.ready >> cell & 1:
            return fire + way
        row = kit.row(formation, self.ground.terrain(cell))
        charges = kit.danger(kit.charges(row, cell, facing), self.pinned)
        return fire + way - kit.shells(row, cell, facing) - charges

    def contact(self, cell: Cell, facing: int, formation: Formation, fires: bool) -> int:
        """Melees and musketry with the enemies next to a place that the unit moves to unchanged."""
        ground, kit = self.ground, self.kit
        row = kit.row(formation, ground.terrain(cell))
        able, cells = kit.allowances[formation] > 0, kit.foes.cells
        value = shot = 0
        for direction, near in enumerate(ground.grid.near[cell]):
            for foe in cells.get(near, ()):
                turned = (direction - facing) % 6
                ahead = turned in (0, 5)
                back = (direction + 3 - foe.unit.facing) % 6
                value += self._meeting(foe, row, turned, back, able and ahead)
                if kit.muskets and fires and (ahead or formation in SQUARES):
                    dice = ground.field.book.fire_dice.get(("infantry", formation, 1), 0)
                    hurt = ground.ledger.hurt(row.mine, foe.traits, ASPECTS[back], dice)
                    shot = max(shot, hurt * foe.value // 1000)
        return value + shot

    def _meeting(self, foe: Foe, row: Row, turned: int, back: int, charging: bool) -> int:
        """The melee with one enemy, as far as he still stands by then, and his musketry."""
        unit, faces = foe.unit, back in (0, 5)
        value = 0
        if charging:
            value += self.kit.gain(row, foe.place, back) * self.ground.survives.get(foe.number, 1000) // 1000
        elif faces and foe.reach and not unit.reformed:
            value -= max(0, self.kit.risk(row, foe.place, turned))
        if unit.kind == "infantry" and (faces or unit.formation in SQUARES) and not unit.mute:
            value -= self.kit.shot_at(row, foe.place, turned, 2 if unit.formation == "line" else 1)
        return value
