"""Where a side wants to go: towards the enemy or the ground that wins, and how boldly."""

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.tables import Formation, Kind


def holds(ground: Ground) -> bool:
    """Whether a side wins by standing where it stands, so that it need not attack."""
    return any(goal.side == ground.side and goal.held_from_start for goal in ground.objectives)


def goals(ground: Ground) -> tuple[Cell, ...]:
    """The ground that wins the battle for a side, or that it must not lose."""
    return tuple(sorted({cell for goal in ground.objectives for cell in goal.cells}))


def boldness(ground: Ground) -> int:
    """Hundredths that the enemy's losses count."""
    if holds(ground):
        return 100
    return 100 + weights.BOLD + weights.BOLDER * ground.turn


def pull(ground: Ground) -> list[int]:
    """What each hex is worth as a step on the way."""
    key = (ground.turn, ground.ahead, ground.objectives)
    known = ground.foes.pull.get(key)
    if known is None:
        known = ground.foes.pull[key] = _pull(ground)
    return known


def _pull(ground: Ground) -> list[int]:
    far, grid, cells = ground.foes.far, ground.grid, goals(ground)
    first, haste = weights.STEPS_AHEAD if ground.ahead else weights.STEPS
    step = first + haste * ground.turn
    if not cells:
        return [-step * max(foe, 2) for foe in far]
    near = [min(row) for row in zip(*(grid.distances(cell) for cell in cells), strict=True)]
    if holds(ground):
        found = [-first * max(0, goal - 2) for goal in near]
    else:
        found = [-step * max(goal, 1) - first // 2 * max(foe, 2) for goal, foe in zip(near, far, strict=True)]
    for cell in cells:
        found[cell] += weights.STAND
    return found


def marches(field: Field, kind: Kind) -> tuple[Formation, ...]:
    """The formation that suits each distance from the nearest enemy, the last every greater one."""
    near: Formation = "unlimbered" if kind in ARTILLERY else "line"
    away: Formation = "unlimbered" if kind in ARTILLERY else "column"
    return (*[near] * weights.MARCHING, away)
