"""What activations are worth: the melee and fire that they bring, the danger that they bring upon, the way they go."""

from typing import Any, NamedTuple

from battles.engine.core import Option
from battles.engine.hex import Cell
from battles.engine.judge import Advice
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY, SQUARES
from battles.rules.easy_napoleonics.contacts import FORMATIONS_THAT_ATTACK
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.judging_ground import ASPECTS, Foe, Ground, bearing, wedge
from battles.rules.easy_napoleonics.judging_guns import gun_value
from battles.rules.easy_napoleonics.judging_odds import value_of
from battles.rules.easy_napoleonics.judging_way import boldness, marches, pull
from battles.rules.easy_napoleonics.programmes import Programmes
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import Formation


class Place(NamedTuple):
    """How a unit would stand: where, facing what, in which formation, and what it did to get there."""

    cell: Cell
    facing: int
    formation: Formation
    reformed: bool = False
    moved: bool = False
    fires: bool = True


class Scored(NamedTuple):
    """A value, an action and the place that it leads to."""

    value: int
    action: Activate
    place: Place


class Mover:
    """One unit's choices, each weighed by where it would stand."""

    __slots__ = (
        "_risks",
        "bold",
        "far",
        "front",
        "ground",
        "hot",
        "march",
        "number",
        "pinned",
        "pull",
        "threat",
        "unit",
        "value",
    )

    def __init__(self, ground: Ground, number: int) -> None:
        self.ground = ground
        self.number = number
        unit: Unit = ground.lay.units[number]
        self.unit = unit
        self.value = value_of(unit)
        self.bold = boldness(ground)
        self.far = ground.foes.far
        self.pull = pull(ground, unit.kind)
        self.march = marches(ground.field, unit.kind)
        self.hot: int = ground.lay.near[ground.enemy]
        self.pinned: int = ground.lay.near[ground.side]
        self.front = ground.grid.front
        self.threat = weights.NOW if ground.acting == ground.known.mover else weights.LATER
        self._risks: dict[Any, int] = {}

    def scored(self, listed: Programmes) -> list[Scored]:
        """Every activation with its value."""
        unit, found = self.unit, []
        actions = self.ground.field.tables.actions[unit.kind]
        number = self.number
        guns = unit.kind in ARTILLERY
        seen: dict[Place, int] = {}
        for reform, turn, goes in listed.parts():
            facing = unit.facing if turn is None else turn
            formation = reform or unit.formation
            spent = unit.used + (reform is not None) + (turn is not None)
            for cell, unlimber, along, over in goes:
                used = spent + (cell != NOWHERE) + unlimber
                place = Place(
                    unit.cell if cell == NOWHERE else cell,
                    facing,
                    "unlimbered" if unlimber else formation,
                    reform is not None or turn is not None or unlimber,
                    cell != NOWHERE,
                    used < actions,
                )
                value = seen.get(place)
                if value is None:
                    value = seen[place] = gun_value(self, place) if guns else self.place_value(place)
                found.append(Scored(value + bool(along), Activate(number, reform, turn, cell, unlimber, along, over), place))
        return found

    def staying(self) -> int:
        """The value of no activation."""
        unit = self.unit
        place = Place(unit.cell, unit.facing, unit.formation)
        return gun_value(self, place) if unit.kind in ARTILLERY else self.place_value(place)

    def place_value(self, place: Place) -> int:
        """What it is worth to stand so, in hundredths of a victory point."""
        cell, ground = place.cell, self.ground
        value = self.pull[cell]
        far = self.far[cell]
        if far > weights.QUIET and not ground.foes.ready >> cell & 1:
            return value + self._march(place, far)
        if self.hot >> cell & 1:
            value += self._contact(place)
        else:
            value += self._march(place, far) + self._chance(place)
        return value - self.danger(place)

    def _march(self, place: Place, far: int) -> int:
        fits = place.formation == self.march[min(far, weights.MARCHING)]
        grid, cell = self.ground.grid, place.cell
        foe = self.ground.foes.close_to(grid, cell)
        turned = (bearing(grid, cell, foe.unit.cell) - place.facing) % 6
        front = weights.FRONT if turned in (0, 5) else 0 if turned in (1, 4) else -weights.FRONT
        return front + (weights.MARCH if fits else 0)

    def gain(self, foe: Foe, place: Place, turned: int) -> int:
        """What it gains to attack an enemy from a place; ``turned`` is how the place lies to the enemy's facing."""
        key = (foe.number, place.formation, place.moved, self.ground.terrain(place.cell), turned)
        known = self._risks.get(key)
        if known is None:
            ledger = self.ground.ledger
            mine = self.ground.traits(self.number, place.cell, place.formation)
            lost, won, _ = ledger.clash(mine, foe.traits, ASPECTS[turned], place.moved)
            known = (foe.value * won * self.bold // 100 - self.value * lost) // 1000
            self._risks[key] = known
        return known

    def risk(self, foe: Foe, place: Place, turned: int) -> int:
        """What an enemy gains who attacks a place; ``turned`` is how he lies to its facing."""
        key = (foe.number, place.formation, self.ground.terrain(place.cell), turned, "risk")
        known = self._risks.get(key)
        if known is None:
            mine = self.ground.traits(self.number, place.cell, place.formation)
            lost, won, _ = self.ground.ledger.clash(foe.traits, mine, ASPECTS[turned], True)
            known = self._risks[key] = (self.value * won - foe.value * lost) // 1000
        return known

    def _contact(self, place: Place) -> int:
        """Melees and musketry with the enemies next to a place."""
        grid, cell, facing, ground = self.ground.grid, place.cell, place.facing, self.ground
        able = attacks(place, self.unit)
        muskets = self.unit.kind == "infantry"
        value, shot = 0, 0
        for direction, near in enumerate(grid.near[cell]):
            foes = ground.foes.cells.get(near)
            if not foes:
                continue
            ahead = (direction - facing) % 6 in (0, 5)
            for foe in foes:
                value += self._meeting(foe, place, direction, able and ahead)
                if muskets and place.fires and (ahead or place.formation in SQUARES):
                    shot = max(shot, self._musketry(foe, place, direction))
        return value + shot

    def _meeting(self, foe: Foe, place: Place, direction: int, charging: bool) -> int:
        """The melee with one enemy next to a place, and his musketry; a charge counts as far as he is still there."""
        unit = foe.unit
        back = (direction + 3 - unit.facing) % 6
        faces = back in (0, 5)
        turned = (direction - place.facing) % 6
        value = 0
        if charging and (place.moved or place.cell == self.unit.cell):
            value += self.gain(foe, place, back) * self.ground.survives.get(foe.number, 1000) // 1000
        elif charging or (turned in (0, 5) and place.reformed):
            value += max(0, self.gain(foe, place, back)) * weights.CHANCE // 100
        if faces and not charging and foe.reach:
            value -= max(0, self.risk(foe, place, turned))
        if unit.kind == "infantry" and (faces or unit.formation in SQUARES) and not unit.mute:
            value -= self.shot_at(foe, place, turned, 2 if unit.formation == "line" else 1)
        return value

    def _musketry(self, foe: Foe, place: Place, direction: int) -> int:
        dice = self.ground.field.book.fire_dice.get(("infantry", place.formation, 1), 0)
        mine = self.ground.traits(self.number, place.cell, place.formation)
        aspect = ASPECTS[(direction + 3 - foe.unit.facing) % 6]
        return self.ground.ledger.hurt(mine, foe.traits, aspect, dice) * foe.value // 1000

    def shot_at(self, foe: Foe, place: Place, turned: int, dice: int) -> int:
        """What fire at a place costs."""
        key = (foe.number, place.formation, self.ground.terrain(place.cell), turned, dice, "shot")
        known = self._risks.get(key)
        if known is None:
            mine = self.ground.traits(self.number, place.cell, place.formation)
            known = self.ground.ledger.hurt(foe.traits, mine, ASPECTS[turned], dice) * self.value // 1000
            self._risks[key] = known
        return known

    def _chance(self, place: Place) -> int:
        """The best charge that may follow in the next turn."""
        unit, ground = self.unit, self.ground
        if not attacks(place, unit, later=True):
            return 0
        reach = wedge(ground.grid, place.cell, place.facing, ground.allowance(unit.kind, place.formation) + 1)
        best = 0
        within = reach & ground.foes.held
        later = place._replace(moved=True, reformed=False)
        while within:
            low = within & -within
            within ^= low
            cell = low.bit_length() - 1
            for foe in ground.foes.cells[cell]:
                turned = (bearing(ground.grid, cell, place.cell) - foe.unit.facing) % 6
                best = max(best, self.gain(foe, later, turned))
        return best * weights.CHANCE // 100

    def danger(self, place: Place) -> int:
        """What the enemy may do to a place: his guns now, his charges by those that are free to charge."""
        ground, cell, facing = self.ground, place.cell, place.facing
        if not ground.foes.ready >> cell & 1:
            return 0
        shells = 0
        for foe, direction, dice in ground.foes.shells(ground.field, cell):
            shells += self.shot_at(foe, place, (direction - facing) % 6, dice)
        worst = total = 0
        for foe, direction, _ in ground.foes.dangers(ground.grid, cell):
            if self.pinned >> foe.unit.cell & 1 or ground.grid.around_mask[cell] >> foe.unit.cell & 1:
                continue
            risk = self.risk(foe, place, (direction - facing) % 6)
            if risk > 0:
                total += risk
                worst = max(worst, risk)
        return shells * weights.SHELLED // 100 + (worst + total) * self.threat // 200


def attacks(place: Place, unit: Unit, later: bool = False) -> bool:
    """Whether a unit that stands so may attack (EN-MELEE-03), next turn if not in this one."""
    if place.reformed and not later:
        return False
    return unit.kind in CAVALRY or (unit.kind == "infantry" and place.formation in FORMATIONS_THAT_ATTACK)


def order(ground: Ground, options: tuple[Option, ...]) -> list[tuple[int, Programmes]]:
    """The units that may be activated, those nearest to the enemy first."""
    far = ground.foes.far
    units = ground.lay.units
    found: list[tuple[int, Programmes]] = [
        (option.actions.unit, option.actions) for option in options if type(option.actions) is Programmes
    ]
    found.sort(key=lambda pair: (far[units[pair[0]].cell], pair[0]))
    return found


def committed(ground: Ground) -> tuple[Any, ...]:
    """Notes in ``ground`` how likely each charged enemy still stands; the charges, as far as anybody made one."""
    charges = tuple((number, unit.charged) for number, unit in ground.own.items() if unit.charged)
    for number, charged in charges:
        unit = ground.lay.units[number]
        for foe in ground.foes.all:
            if foe.number in charged:
                back = (bearing(ground.grid, foe.unit.cell, unit.cell) - foe.unit.facing) % 6
                _, _, broken = ground.ledger.clash(ground.traits(number), foe.traits, ASPECTS[back], True)
                left = ground.survives.get(foe.number, 1000)
                ground.survives[foe.number] = left * (1000 - broken) // 1000
    return charges


def best_activation(ground: Ground, options: tuple[Option, ...]) -> Advice | None:
    """The first unit that gains by an activation, and the best that it can do; None where no unit does."""
    charges = (*committed(ground), ground.lay.near[ground.side] & ground.foes.held)
    stays = ground.foes.stays
    for number, listed in order(ground, options):
        unit = ground.lay.units[number]
        known = stays.get(number)
        if known is not None and known[0] is listed and known[1] is unit and known[2] == charges:
            continue
        mover = Mover(ground, number)
        found = max(mover.scored(listed), key=lambda scored: scored.value)
        staying = mover.staying()
        if found.value >= staying + weights.WORTH_A_MOVE:
            return Advice(found.action, found.value - staying, reason(mover, found.place))
        stays[number] = (listed, unit, charges)
    return None


def reason(mover: Mover, place: Place) -> str:
    """Why a unit goes to a place, in a sentence."""
    ground, unit = mover.ground, mover.unit
    label = ground.grid.label(place.cell)
    if place.moved and mover.hot >> place.cell & 1 and attacks(place, unit):
        for direction, near in enumerate(ground.grid.near[place.cell]):
            if (direction - place.facing) % 6 in (0, 5) and near in ground.foes.cells:
                foe = ground.foes.cells[near][0]
                back = (direction + 3 - foe.unit.facing) % 6
                mine = ground.traits(mover.number, place.cell, place.formation)
                _, _, broken = ground.ledger.clash(mine, foe.traits, ASPECTS[back], True)
                where = {"front": "in front", "flank": "in the flank", "rear": "in the rear"}[ASPECTS[back]]
                return f"{unit.name} charges {foe.unit.name} {where}, which breaks it {broken // 10} times in 100."
    if place.formation in SQUARES:
        return f"{unit.name} forms {place.formation} against the cavalry near {label}."
    if unit.kind in ARTILLERY:
        ready = "with a field of fire" if place.formation == "unlimbered" else "to find one"
        return f"{unit.name} goes to {label} {ready}." if place.moved else f"{unit.name} makes ready at {label}."
    if not place.moved:
        return f"{unit.name} stands better so at {label} against what is near."
    if mover.far[place.cell] < mover.far[unit.cell]:
        return f"{unit.name} closes with the enemy at {label}."
    return f"{unit.name} goes to {label}, where it stands better."
