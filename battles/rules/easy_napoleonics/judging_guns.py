"""What a place is worth to a battery: the best target that it can fire at from there, now and later."""

from battles.engine import sight
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_hexes import ASPECTS
from battles.rules.easy_napoleonics.judging_odds import Traits, dice_at
from battles.rules.easy_napoleonics.state import Unit


def field_of_fire(ground: Ground, number: int, cell: Cell, facing: int) -> int:
    """The worth of the best volley from a place, and a part of the second best."""
    mine = ground.traits(number, cell, "unlimbered")
    key = (mine, cell, facing, ground.lay.units[number].cell, ground.own)
    known = ground.foes.gunnery.get(key)
    if known is None:
        known = ground.foes.gunnery[key] = _field_of_fire(ground, number, cell, facing, mine)
    return known


def _field_of_fire(ground: Ground, number: int, cell: Cell, facing: int, mine: Traits) -> int:
    field, grid, unit = ground.field, ground.grid, ground.lay.units[number]
    far = max((band.far for band in field.tables.fire[unit.kind]), default=0)
    within = sight.arc(grid, cell, facing, far, ground.field.options.artillery_arc == "cone60") & ground.foes.held
    if not within:
        return 0
    blocking = field.blocking(ground.lay, unit.cell, cell) & ~(1 << unit.cell)
    best = second = 0
    for target in grid.cells(within):
        dice = dice_at(field, unit, grid.distance(cell, target))
        if not dice or sight.blocked(grid, cell, facing, target, blocking):
            continue
        foe = ground.foes.cells[target][0]
        worth = ground.ledger.hurt(mine, foe.traits, ASPECTS[0], dice) * foe.value // 1000
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    return best + second // 4


def has_targets(ground: Ground, unit: Unit) -> bool:
    """Whether any enemy stands in the arc and the range of a battery, whatever stands between."""
    far = max((band.far for band in ground.field.tables.fire[unit.kind]), default=0)
    cone = ground.field.options.artillery_arc == "cone60"
    return bool(sight.arc(ground.grid, unit.cell, unit.facing, far, cone) & ground.foes.held)
