"""Hexes as judgement looks at them: what lies ahead of a unit, and in which direction others lie."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from battles.engine.hex import OFFSETS, Aspect, Cell, Grid, centre
from battles.rules.easy_napoleonics import weights

ASPECTS: Final[tuple[Aspect, ...]] = ("front", "flank", "rear", "rear", "flank", "front")
"""By how many directions clockwise of the facing another hex lies (EN-FACE-04)."""

_WEDGES: Final[dict[tuple[int, int, int, int, int], int]] = {}
_BEARINGS: Final[dict[tuple[int, int], int]] = {}
_DISCS: Final[dict[tuple[int, int, Cell], tuple[int, ...]]] = {}


def wedge(grid: Grid, cell: Cell, facing: int, steps: int) -> int:
    """The hexes that so many steps forward may enter, as a mask."""
    key = (grid.columns, grid.rows, cell, facing, steps)
    known = _WEDGES.get(key)
    if known is None:
        front, known = grid.front[facing], 0
        ahead = {cell}
        for _ in range(steps):
            ahead = {step for start in ahead for step in front[start]}
            for step in ahead:
                known |= 1 << step
        if len(_WEDGES) >= weights.KEPT:
            _WEDGES.clear()
        _WEDGES[key] = known
    return known


def rings(grid: Grid, cells: Iterable[Cell]) -> tuple[int, ...]:
    """By distance, the hexes that lie so far from the nearest of these, as masks; none where there are no such."""
    found: list[int] = []
    seen, board = 0, (1 << grid.size) - 1
    for discs in zip(*[_discs(grid, cell) for cell in cells], strict=True):
        within = reduce(or_, discs)
        found.append(within ^ seen)
        seen = within
        if seen == board:
            break
    return tuple(found)


def _discs(grid: Grid, cell: Cell) -> tuple[int, ...]:
    """By distance, the hexes at most so far away, as far as any hex of a board of this size can be."""
    key = (grid.columns, grid.rows, cell)
    known = _DISCS.get(key)
    if known is None:
        if len(_DISCS) >= weights.KEPT:
            _DISCS.clear()
        known = _DISCS[key] = tuple([grid.within(cell, radius) for radius in range(grid.columns + grid.rows)])
    return known


def bearing(grid: Grid, cell: Cell, other: Cell) -> int:
    """The direction 0..5 in which another hex lies, the nearest of the six."""
    (q, r), (far_q, far_r) = grid.axial[cell], grid.axial[other]
    key = (far_q - q, far_r - r)
    known = _BEARINGS.get(key)
    if known is None:
        x, y = centre(*key)
        dots = []
        for step in OFFSETS:
            step_x, step_y = centre(*step)
            dots.append(3 * x * step_x + y * step_y)
        known = _BEARINGS[key] = dots.index(max(dots))
    return known
