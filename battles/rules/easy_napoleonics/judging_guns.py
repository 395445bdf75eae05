"""What a place is worth to a battery: the best target that it can fire at from there, now and later."""

from battles.engine import sight
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_hexes import ASPECTS
from battles.rules.easy_napoleonics.judging_odds import Traits, dice_at
from battles.rules.easy_napoleonics.state import Unit
from battles.rules.easy_napoleonics.tables import Kind


def field_of_fire(ground: Ground, number: int, cell: Cell, facing: int) -> int:
    """The worth of the best volley from a place, and a part of the second best."""
    unit = ground.lay.units[number]
    within = arc(ground, unit.kind, cell, facing) & ground.foes.held
    if not within:
        return 0
    mine = ground.traits(number, cell, "unlimbered")
    key = (mine, cell, facing, unit.cell, ground.own)
    known = ground.foes.gunnery.get(key)
    if known is None:
        known = ground.foes.gunnery[key] = _field_of_fire(ground, unit, cell, facing, mine, within)
    return known


def arc(ground: Ground, kind: Kind, cell: Cell, facing: int) -> int:
    """The hexes that a battery may hit from a place, whatever stands between, as a mask."""
    return sight.arc(
        ground.grid, cell, facing, ground.field.ranges[kind], ground.field.options.artillery_arc == "cone60"
    )


def _field_of_fire(ground: Ground, unit: Unit, cell: Cell, facing: int, mine: Traits, within: int) -> int:
    field, grid = ground.field, ground.grid
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
    return bool(arc(ground, unit.kind, unit.cell, unit.facing) & ground.foes.held)
