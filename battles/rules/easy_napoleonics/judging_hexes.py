"""Hexes as judgement looks at them: what lies ahead of a unit, and in which direction others lie."""

from collections.abc import Callable, Iterable
from functools import reduce
from itertools import accumulate, zip_longest
from operator import or_
from typing import Final, TypeVar

from battles.engine.hex import OFFSETS, Aspect, Cell, Grid, centre
from battles.rules.easy_napoleonics import weights

K = TypeVar("K")
V = TypeVar("V")

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


class Answers(dict[K, V]):
    """Answers by what was asked, each found when it is asked for first."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[K], V]) -> None:
        self._find = find

    def __missing__(self, key: K) -> V:
        found = self[key] = self._find(key)
        return found


def rings(grid: Grid, cells: Iterable[Cell]) -> tuple[int, ...]:
    """By distance, the hexes that lie so far from the nearest of these, as masks; none where there are no such."""
    found: list[int] = []
    seen, board = 0, (1 << grid.size) - 1
    for discs in zip_longest(*[_discs(grid, cell) for cell in cells], fillvalue=board):
        within = reduce(or_, discs)
        found.append(within ^ seen)
        seen = within
        if seen == board:
            break
    return tuple(found)


def _discs(grid: Grid, cell: Cell) -> tuple[int, ...]:
    """By distance, the hexes at most so far away, until that is the whole board."""
    key = (grid.columns, grid.rows, cell)
    known = _DISCS.get(key)
    if known is None:
        row = grid.distances(cell)
        at = [0] * (max(row) + 1)
        for other, distance in enumerate(row):
            at[distance] |= 1 << other
        if len(_DISCS) >= weights.KEPT:
            _DISCS.clear()
        known = _DISCS[key] = tuple(accumulate(at, or_))
    return known


def away_of(found: tuple[int, ...], nowhere: int) -> Answers[Cell, int]:
    """How far hexes lie from the cells that these are the `rings` of; ``nowhere`` where there are no such cells."""

    def away(cell: Cell) -> int:
        for distance, ring in enumerate(found):
            if ring >> cell & 1:
                return distance
        return nowhere

    return Answers(away)


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
