"""What activations are worth: the melee and fire that they bring, the danger that they bring upon, the way they go."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from battles.engine.core import Option
from battles.engine.hex import Cell
from battles.engine.judge import Advice
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.book import ARTILLERY, SQUARES
from battles.rules.easy_napoleonics.judging_changes import Change, Ways, changes
from battles.rules.easy_napoleonics.judging_foes import Foe
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_guns import field_of_fire, has_targets
from battles.rules.easy_napoleonics.judging_hexes import ASPECTS, bearing
from battles.rules.easy_napoleonics.judging_kit import Row, kit_of
from battles.rules.easy_napoleonics.programmes import Programmes
from battles.rules.easy_napoleonics.reach import Go
from battles.rules.easy_napoleonics.state import NOWHERE
from battles.rules.easy_napoleonics.tables import Formation

VALUE: Final = attrgetter("value")


class Scored(NamedTuple):
    """An activation's value, and how the unit would stand after it."""

    value: int
    reform: Formation | None
    turn: int | None
    go: Go
    cell: Cell
    facing: int
    formation: Formation


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
        return self._each(listed, -weights.WON, False)

    def best(self, listed: Programmes, floor: int) -> Scored | None:
        """The most valuable activation, the first of equals; None where none is worth more than ``floor``."""
        found = self._each(listed, floor, True)
        return found[-1] if found else None

    def _each(self, listed: Programmes, best: int, only_better: bool) -> list[Scored]:
        kit, unit = self.kit, self.unit
        found: list[Scored] = []
        ways = Ways(kit, unit, listed, self.hot, only_better)
        for alike in changes(self.ground.field, unit, kit.foes.look[unit.cell]):
            peak = ways.peak(alike)
            for change in alike.changes:
                if peak <= best and (change.spent or not ways.hot):
                    continue
                for go in ways.on(change, alike.formation, peak, best):
                    value = self._value(change, alike.formation, go)
                    if value > best:
                        if only_better:
                            best = value
                        cell = unit.cell if go[0] == NOWHERE else go[0]
                        ends: Formation = "unlimbered" if go[1] else alike.formation
                        found.append(Scored(value, change.reform, change.turn, go, cell, change.facing, ends))
        return found

    def _value(self, change: Change, formation: Formation, go: Go) -> int:
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
                value += self._contact(cell, facing, formation, fires)
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
        return value - self.kit.danger(charges, self.pinned)

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

    def _contact(self, cell: Cell, facing: int, formation: Formation, fires: bool) -> int:
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


def order(ground: Ground, options: Sequence[Option], brief: bool = False) -> list[tuple[int, int, Programmes]]:
    """The units that may be activated, those nearest to the enemy first; where ``brief``, only those near him.

    Each with its distance from him, its number and its activations.
    """
    far, units = ground.foes.far, ground.lay.units
    found = [
        (far[units[option.actions.unit].cell], option.actions.unit, option.actions)
        for option in options
        if type(option.actions) is Programmes
    ]
    found.sort()
    return [row for row in found if row[0] <= weights.CALM] if brief else found


def committed(ground: Ground) -> tuple[Any, ...]:
    """Notes in ``ground`` how likely each charged enemy still stands; the charges, as far as anybody made one."""
    side, pinned = ground.side, ground.lay.near[ground.side] & ground.foes.held
    if not pinned:
        return ()
    charges = tuple(
        [(number, unit.charged) for number, unit in enumerate(ground.lay.units) if unit.charged and unit.side == side]
    )
    ground.survives.clear()
    units, cells = ground.lay.units, ground.foes.cells
    for number, charged in charges:
        for foe in [foe for target in charged for foe in cells.get(units[target].cell, ()) if foe.number == target]:
            back = (bearing(ground.grid, foe.unit.cell, units[number].cell) - foe.unit.facing) % 6
            _, _, broken = ground.ledger.clash(ground.traits(number), foe.traits, ASPECTS[back], True)
            left = ground.survives.get(foe.number, 1000)
            ground.survives[foe.number] = left * (1000 - broken) // 1000
    return charges


def best_activation(ground: Ground, options: Sequence[Option], brief: bool) -> Advice | None:
    """The first unit that gains by an activation, and the best that it can do; None where no unit does.

    Units that stayed before are not asked again while nothing has changed that they went by.
    """
    if not ground.foes.all:
        return None
    charges = (ground.ahead, *committed(ground), ground.lay.near[ground.side] & ground.foes.held)
    stays = ground.foes.stays
    for _, number, listed in order(ground, options, brief):
        unit = ground.lay.units[number]
        went_by = (*charges, ground.own) if unit.kind in ARTILLERY else charges
        known = stays.get(number)
        if known is not None and known[0] is listed and known[1] is unit and known[2] == went_by:
            continue
        found = None
        if unit.formation != "unlimbered" or not has_targets(ground, unit):
            found = _gaining(Mover(ground, number), listed)
        if found is not None:
            return found
        stays[number] = (listed, unit, went_by)
    return None


def _gaining(mover: Mover, listed: Programmes) -> Advice | None:
    """The best activation of a unit, if it gains enough."""
    staying = mover.staying()
    found = mover.best(listed, staying + weights.WORTH_A_MOVE - 1)
    return None if found is None else Advice(mover.action(found), found.value - staying, reason(mover, found))


def several_activations(ground: Ground, options: Sequence[Option], first: Advice, most: int) -> list[Advice]:
    """Other places for the unit of the best advice, and then the best places of the other units."""
    committed(ground)
    own: list[Advice] = []
    others: list[Advice] = []
    chosen = first.action.unit if type(first.action) is Activate else NOWHERE
    if chosen != NOWHERE and ground.foes.far[ground.lay.units[chosen].cell] > weights.CALM:
        return []
    for _, number, listed in order(ground, options, True):
        mover = Mover(ground, number)
        staying = mover.staying()
        places: set[tuple[Cell, int, Formation]] = set()
        for score in sorted(mover.scored(listed), key=VALUE, reverse=True):
            if len(places) == (weights.PLACES if number == chosen else weights.OTHER_PLACES):
                break
            place = (score.cell, score.facing, score.formation)
            if place not in places:
                places.add(place)
                found = own if number == chosen else others
                found.append(Advice(mover.action(score), score.value - staying, reason(mover, score)))
    others.sort(key=lambda advice: -advice.value)
    return [*own, *others][:most]


def reason(mover: Mover, scored: Scored) -> str:
    """Why a unit goes to a place, in a sentence."""
    ground, unit, cell = mover.ground, mover.unit, scored.cell
    label = ground.grid.label(cell)
    moved = cell != unit.cell
    if moved and mover.hot >> cell & 1 and not mover.guns:
        for direction, near in enumerate(ground.grid.near[cell]):
            if (direction - scored.facing) % 6 in (0, 5) and near in ground.foes.cells:
                foe = ground.foes.cells[near][0]
                aspect = ASPECTS[(direction + 3 - foe.unit.facing) % 6]
                mine = ground.traits(mover.number, cell, scored.formation)
                _, _, broken = ground.ledger.clash(mine, foe.traits, aspect, True)
                where = {"front": "in front", "flank": "in the flank", "rear": "in the rear"}[aspect]
                return f"{unit.name} charges {foe.unit.name} {where}, which breaks it {broken // 10} times in 100."
    if scored.formation in SQUARES:
        return f"{unit.name} forms square against the cavalry near {label}."
    if mover.guns:
        ready = "with a field of fire" if scored.formation == "unlimbered" else "to find a field of fire"
        return f"{unit.name} goes to {label} {ready}." if moved else f"{unit.name} makes ready at {label}."
    if not moved:
        return f"{unit.name} stands better so at {label} against what is near."
    if ground.foes.far[cell] < ground.foes.far[unit.cell]:
        return f"{unit.name} closes with the enemy at {label}."
    return f"{unit.name} goes to {label}, where it stands better."
