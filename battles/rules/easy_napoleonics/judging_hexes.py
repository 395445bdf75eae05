"""Hexes as judgement looks at them: what lies ahead of a unit, and in which direction others lie."""

from typing import Final

from battles.engine.hex import OFFSETS, Aspect, Cell, Grid, centre
from battles.rules.easy_napoleonics import weights

ASPECTS: Final[tuple[Aspect, ...]] = ("front", "flank", "rear", "rear", "flank", "front")
"""By how many directions clockwise of the facing another hex lies (EN-FACE-04)."""

_WEDGES: Final[dict[tuple[int, int, int, int, int], int]] = {}
_BEARINGS: Final[dict[tuple[int, int], int]] = {}


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
