"""Sight lines from the apex that a unit faces to the nearest apex of another hex, in exact whole numbers.

A line is computed once for each facing and step, and once more for each board as bitmasks of cells, so that a check
whether it is blocked is a look-up. Facings are apexes, 0..5, as in `battles.kits.hex.grid`.

Source: EN-ART-06, EN-ART-07, EN-ART-08, EN-ART-09, EN-ART-10, EN-ART-15, EN-ART-16, EN-ART-17.
"""

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from battles.kits.hex.grid import APEXES, ASPECTS, OFFSETS, Aspect, Axial, Cell, Grid, centre, distance

Favours = Literal["target", "firer"]
"""Who benefits from a line along a hexside when its two hexes show different aspects (EN-RULING-48)."""

Masks = tuple[int, tuple[int, ...]]
"""The cells a line passes through, and one mask of two cells for each hexside it follows."""

_MOST_KEPT: Final = 200_000
_LINES_KEPT: Final = 1 << 15
_GRIDS_KEPT: Final = 32
_BETTER: Final[tuple[Aspect, ...]] = ("front", "flank", "rear")


class Line(Struct, frozen=True, gc=False):
    """The line from a unit at ``(0, 0)`` to a hex; all hexes are steps from the unit's own.

    ``apex`` is the apex of the target where the line ends. ``in_arc``: the target is in the half plane ahead of
    the facing apex; ``in_cone``: front steps alone reach it. ``passes`` are the hexes whose interior the open line
    crosses, nearest first, without the unit's own and the target; ``edges`` the pairs of hexes whose common side it
    follows, nearest first. ``arrives`` are the directions from the target of the neighbours that the line comes
    through: two when it follows the side between them, and the unit's own at distance 1.
    """

    apex: int
    in_arc: bool
    in_cone: bool
    passes: tuple[Axial, ...]
    edges: tuple[tuple[Axial, Axial], ...]
    arrives: tuple[int, ...]


@lru_cache(maxsize=_LINES_KEPT)
def line(facing: int, dq: int, dr: int) -> Line:
    """The line of a unit that faces apex ``facing`` to the hex ``(dq, dr)`` away.

    Source: EN-ART-06, EN-ART-07, EN-ART-08, EN-ART-09, EN-ART-15, EN-ART-16.

    Raises:
        ValueError: the hex is the unit's own.
    """
    if not (dq or dr):
        raise ValueError("A line of sight needs two different hexes.")
    start = APEXES[facing]
    apex, run = _nearest(start, dq, dr)
    passes, edges = _crossed(start, run, dq, dr)
    (left_q, left_r), (right_q, right_r) = OFFSETS[facing - 1], OFFSETS[facing]
    return Line(
        apex=apex,
        in_arc=3 * run[0] * start[0] + run[1] * start[1] >= 0,
        in_cone=dq * right_r >= dr * right_q and dr * left_q >= dq * left_r,
        passes=passes,
        edges=edges,
        arrives=_arrives(apex, run, dq, dr),
    )


def aspect_of_fire(facing: int, dq: int, dr: int, target_facing: int | None, favours: Favours = "target") -> Aspect:
    """The aspect that a target ``(dq, dr)`` away shows to the line of a unit that faces apex ``facing``.

    Args:
        target_facing: the apex that the target faces; None if it faces all round, and then it shows its front.
        favours: on a shared hexside the target shows its better aspect, or for ``"firer"`` its worse one.

    Source: EN-ART-15, EN-ART-16, EN-ART-17, EN-RULING-48.
    """
    if target_facing is None:
        return "front"
    arrives = line(facing, dq, dr).arrives
    shown = ASPECTS[(arrives[0] - target_facing) % 6]
    if len(arrives) == 1:
        return shown
    other = ASPECTS[(arrives[1] - target_facing) % 6]
    better, worse = sorted((shown, other), key=_BETTER.index)
    return better if favours == "target" else worse


def masks(grid: Grid, cell: Cell, facing: int, target: Cell) -> Masks:
    """The line between two cells as bitmasks: the cells that it passes, and a pair for each hexside that it follows.

    A hexside of the unit's own hex or of the target can never block and is left out. So is one at the edge of the
    board, since no hex beyond it could hold anything (EN-ART-09, EN-ART-10, EN-RULING-102).

    Raises:
        ValueError: both cells are the same.
    """
    cache = _masks_cache(grid)
    key = (cell * 6 + facing) * grid.size + target
    line_masks = cache.get(key)
    if line_masks is None:
        if len(cache) >= _MOST_KEPT:
            cache.clear()
        line_masks = cache[key] = _masks(grid, cell, facing, target)
    return line_masks


def blocked(grid: Grid, cell: Cell, facing: int, target: Cell, blocking: int) -> bool:
    """True if any of the cells in the bitmask ``blocking`` stops the line between two cells.

    A blocking hex that it passes through stops it, and so does a hexside that it follows if both of its hexes block;
    an apex never does, and neither does the unit's own hex or the target's (EN-ART-10, EN-RULING-47).

    Raises:
        ValueError: both cells are the same.
    """
    passes, edges = masks(grid, cell, facing, target)
    if passes & blocking:
        return True
    for pair in edges:  # noqa: SIM110 - a loop is faster; this runs for every target of every firer
        if pair & blocking == pair:
            return True
    return False


def arc(grid: Grid, cell: Cell, facing: int, reach: int, cone: bool = False) -> int:
    """Bitmask of the cells at most ``reach`` hexes away that a unit may fire at, whatever is between.

    The arc is the half plane ahead of the facing apex; with ``cone``, only what front steps reach (EN-ART-08,
    EN-RULING-46).
    """
    cache = _arcs_cache(grid)
    key = (cell, facing, reach, cone)
    mask = cache.get(key)
    if mask is None:
        if len(cache) >= _MOST_KEPT:
            cache.clear()
        mask = cache[key] = _arc(grid, cell, facing, reach, cone)
    return mask


def _nearest(start: tuple[int, int], dq: int, dr: int) -> tuple[int, tuple[int, int]]:
    """The apex of the hex ``(dq, dr)`` nearest to a lattice point, and the step to it (EN-ART-07)."""
    x, y = centre(dq, dr)
    runs = [(x + apex_x - start[0], y + apex_y - start[1]) for apex_x, apex_y in APEXES]
    lengths = [3 * run_x * run_x + run_y * run_y for run_x, run_y in runs]
    apex = lengths.index(min(lengths))
    return apex, runs[apex]


def _crossed(
    start: tuple[int, int], run: tuple[int, int], dq: int, dr: int
) -> tuple[tuple[Axial, ...], tuple[tuple[Axial, Axial], ...]]:
    """The hexes that a line passes through and the hexsides that it follows, nearest first (EN-ART-09).

    The line cuts a hex if the hex's centre is nearer to it than the hex's farthest apex. Both ends are apexes, so the
    line crosses such a hex between them exactly if the foot of its centre is there. It follows a hexside if it passes
    through both of its apexes, under the same condition.
    """
    run_x, run_y = run
    length = 3 * run_x * run_x + run_y * run_y
    offs = [apex_x * run_y - apex_y * run_x for apex_x, apex_y in APEXES]
    widest = max(offs)
    # The side in direction d joins apexes d and d + 1; a line along it has the hex on one side.
    along = [d for d in range(6) if length and offs[d] == offs[(d + 1) % 6] == widest]
    passes: list[tuple[int, Axial]] = []
    edges: list[tuple[int, tuple[Axial, Axial]]] = []
    for r in range(min(0, dr) - 1, max(0, dr) + 2):
        for q in range(min(0, dq) - 1, max(0, dq) + 2):
            x, y = 2 * q + r - start[0], 3 * r - start[1]
            off = x * run_y - y * run_x
            foot = 3 * x * run_x + y * run_y
            if -widest < off < widest and 0 < foot < length and (q, r) not in ((0, 0), (dq, dr)):
                passes.append((foot, (q, r)))
            elif along and off == -widest and 0 < foot < length:
                beyond = (q + OFFSETS[along[0]][0], r + OFFSETS[along[0]][1])
                edges.append((foot, (min((q, r), beyond), max((q, r), beyond))))
    return tuple([hex_ for _, hex_ in sorted(passes)]), tuple([pair for _, pair in sorted(edges)])


def _arrives(apex: int, run: tuple[int, int], dq: int, dr: int) -> tuple[int, ...]:
    """The directions of the target's neighbours that the line comes through (EN-ART-15, EN-ART-16)."""
    if distance(dq, dr) == 1:
        return (OFFSETS.index((-dq, -dr)),)
    before = (apex - 1) % 6
    side = APEXES[apex][1] * run[0] - APEXES[apex][0] * run[1]
    if side == 0:
        return before, apex
    return (before,) if side < 0 else (apex,)


def _masks(grid: Grid, cell: Cell, facing: int, target: Cell) -> Masks:
    (q, r), (target_q, target_r) = grid.axial[cell], grid.axial[target]
    sight = line(facing, target_q - q, target_r - r)
    passes = 0
    for dq, dr in sight.passes:
        crossed = grid.cell_at(q + dq, r + dr)
        if crossed >= 0:
            passes |= 1 << crossed
    edges = []
    for pair in sight.edges:
        one, other = (grid.cell_at(q + dq, r + dr) for dq, dr in pair)
        if one >= 0 and other >= 0 and not {one, other} & {cell, target}:
            edges.append(1 << one | 1 << other)
    return passes, tuple(edges)


def _arc(grid: Grid, cell: Cell, facing: int, reach: int, cone: bool) -> int:
    q, r = grid.axial[cell]
    mask = 0
    for target in grid.cells(grid.within(cell, reach) & ~(1 << cell)):
        target_q, target_r = grid.axial[target]
        sight = line(facing, target_q - q, target_r - r)
        if sight.in_cone if cone else sight.in_arc:
            mask |= 1 << target
    return mask


@lru_cache(maxsize=_GRIDS_KEPT)
def _masks_cache(grid: Grid) -> dict[int, Masks]:
    return {}


@lru_cache(maxsize=_GRIDS_KEPT)
def _arcs_cache(grid: Grid) -> dict[tuple[Cell, int, int, bool], int]:
    return {}
