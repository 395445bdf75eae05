"""Random terrain: how many woods, hills and settlements there are and where they lie (EN-SETUP-06, EN-RULING-70)."""

from collections.abc import Collection, Sequence

from battles.engine.chance import MOST_SIDES
from battles.engine.dice import Dice
from battles.engine.hex import Cell, grid
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.setup import Board
from battles.rules.easy_napoleonics.tables import SCATTERED, TERRAIN_DIE, Terrain


def scatter(
    dice: Dice, board: Board, rules: Rules, forbidden: Collection[Cell] = ()
) -> tuple[tuple[Cell, Terrain], ...]:
    """The terrain that dice add to ``board``, by cell; what lies there already stays and is no part of it.

    First a D6 for the number of each type. Then, feature by feature, a die with a side for each open hex: its face
    is the place of the hex in the order of cells. Each further hex of a feature (``terrain_feature_hexes``) lies
    next to it, found in the same way; without an open hex there the feature ends. One open hex alone needs no die.
    """
    hexes = grid(board.columns, board.rows)
    numbers = [dice.roll(1, TERRAIN_DIE, "EN-SETUP-06")[0] for _ in SCATTERED]
    taken = {cell for cell, _ in board.terrain} | set(forbidden)
    left = [cell for cell in range(hexes.size) if cell not in taken]
    laid: dict[Cell, Terrain] = {}
    for terrain, number in zip(SCATTERED, numbers, strict=True):
        for _ in range(number):
            feature: list[Cell] = []
            while len(feature) < rules.options.terrain_feature_hexes:
                beside = {near for cell in feature for near in hexes.around[cell]}
                fit = [cell for cell in left if cell in beside] if feature else left
                if not fit:
                    break
                cell = _one_of(dice, fit)
                left.remove(cell)
                feature.append(cell)
                laid[cell] = terrain
    return tuple(sorted(laid.items()))


def _one_of(dice: Dice, cells: Sequence[Cell]) -> Cell:
    """One of ``cells``, each equally likely.

    Where they are more than a die can have sides, one die tells a block of that many and one the place in it; a
    place past the last is thrown again.
    """
    count = len(cells)
    if count == 1:
        return cells[0]
    if count <= MOST_SIDES:
        return cells[dice.roll(1, count, "EN-RULING-70")[0] - 1]
    place = count
    while place >= count:
        (block,) = dice.roll(1, -(-count // MOST_SIDES), "EN-RULING-70")
        place = (block - 1) * MOST_SIDES + dice.roll(1, MOST_SIDES, "EN-RULING-70")[0] - 1
    return cells[place]
