"""From positions to facts: who fires at whom at which range and aspect, who meets whom in melee."""

from battles.engine import sight
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.facts import Checker, Fighter, Firer, Melee, Target, Volley
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.tables import Aspect


def checker(lay: Lay, number: int) -> Checker:
    """A unit that takes a check of its own: rally or hasty square."""
    unit = lay.units[number]
    return Checker(
        grade=unit.grade,
        level=unit.level,
        leader=bool(lay.attached(number)),
        kind=unit.kind,
        formation=unit.formation,
        nation=unit.nation,
        moved_in_column=unit.moved_in_column,
    )


def target(field: Field, lay: Lay, number: int) -> Target:
    """A unit as a target of fire."""
    unit = lay.units[number]
    leaders = len(lay.attached(number))
    return Target(
        kind=unit.kind,
        grade=unit.grade,
        level=unit.level,
        formation=unit.formation,
        leader=leaders > 0,
        leaders=max(1, leaders),
        nation=unit.nation,
        moved_in_column=unit.moved_in_column,
        terrain=field.terrain_at(unit.cell),
    )


def firer(field: Field, lay: Lay, number: int, at: int, dice: int | None = None) -> Firer:
    """A unit as it fires at another."""
    unit = lay.units[number]
    return Firer(
        kind=unit.kind,
        grade=unit.grade,
        level=unit.level,
        formation=unit.formation,
        leader=bool(lay.attached(number)),
        nation=unit.nation,
        aspect=fire_aspect(field, lay, number, at),
        range=field.grid.distance(unit.cell, lay.units[at].cell),
        dice=dice,
        unit=number,
    )


def volley(field: Field, lay: Lay, at: int, dice: tuple[tuple[int, int], ...]) -> Volley:
    """A mission: ``dice`` pairs each unit that fires with its dice."""
    firers = tuple(firer(field, lay, number, at, count) for number, count in dice)
    return Volley(firers=firers, target=target(field, lay, at))


def fire_aspect(field: Field, lay: Lay, number: int, at: int) -> Aspect:
    """How fire arrives at a unit, as it lies on the ground (EN-ART-15, 16)."""
    unit, enemy = lay.units[number], lay.units[at]
    grid = field.grid
    if unit.kind not in ARTILLERY or grid.distance(unit.cell, enemy.cell) == 1:
        return grid.aspect(enemy.cell, enemy.facing, unit.cell)
    q, r = grid.axial[unit.cell]
    far_q, far_r = grid.axial[enemy.cell]
    return sight.aspect_of_fire(unit.facing, far_q - q, far_r - r, enemy.facing, field.options.graze_favours)


def melee(field: Field, lay: Lay, attacker: int, defender: int) -> Melee:
    """Two units as they meet: the aspect is that of the attacker's hex around the defender (EN-MELEE-11)."""
    own, enemy = lay.units[attacker], lay.units[defender]
    return Melee(
        attacker=_fighter(field, lay, attacker, defender in own.charged),
        defender=_fighter(field, lay, defender, False),
        aspect=field.grid.aspect(enemy.cell, enemy.facing, own.cell),
    )


def _fighter(field: Field, lay: Lay, number: int, charged: bool) -> Fighter:
    unit = lay.units[number]
    leaders = len(lay.attached(number))
    return Fighter(
        kind=unit.kind,
        grade=unit.grade,
        level=unit.level,
        formation=unit.formation,
        armored=unit.armored,
        leader=leaders > 0,
        leaders=max(1, leaders),
        nation=unit.nation,
        charged=charged,
        moved_in_column=unit.moved_in_column,
        terrain=field.terrain_at(unit.cell),
    )
