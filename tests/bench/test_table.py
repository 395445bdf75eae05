"""The open table beside shapely in the same run: the first contact of a swept move among eighty units."""

import time
from collections.abc import Callable

import numpy as np
import pytest
import shapely

from battles.kits.open_table import GRAINS, Footprint, Path, first_contact, footprint, path

pytestmark = pytest.mark.bench

TIMES = 1.5
"""Swept moves for each of shapely's, which says only whether anything is met, not what is met first."""

UNITS, ROUNDS = 80, 7


def units() -> list[Footprint]:
    """Units all over a table of 180 by 120 centimetres."""
    chance = np.random.default_rng(7)
    rows = chance.integers(0, [[18000], [12000], [3600], [4]], (4, UNITS)).T.tolist()
    sizes = ((500, 200), (250, 400), (500, 400), (300, 300))
    return [footprint(x, y, bearing, *sizes[size]) for x, y, bearing, size in rows]


def ways() -> list[Path]:
    """A way of up to 30 centimetres for each unit."""
    chance = np.random.default_rng(8)
    rows = chance.integers(0, [[3600], [3000]], (2, UNITS)).T.tolist()
    return [path(bearing, 1 + length) for bearing, length in rows]


def cost(act: Callable[[], object]) -> float:
    """Least seconds of processor time."""
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(20):
            act()
        least = min(least, time.process_time() - start)
    return least


def test_a_swept_move_costs_less_than_shapelys_hull_and_tree() -> None:
    stand, going = units(), ways()
    others = [stand[:number] + stand[number + 1 :] for number in range(UNITS)]
    corners = [[(x / GRAINS, y / GRAINS) for x, y in unit.corners] for unit in stand]
    shifts = [(way.dx * way.length / GRAINS, way.dy * way.length / GRAINS) for way in going]
    tree = shapely.STRtree([shapely.Polygon(unit) for unit in corners])

    def ours() -> list[object]:
        return [first_contact(stand[number], going[number], others[number]) for number in range(UNITS)]

    def theirs() -> list[object]:
        found: list[object] = []
        for number in range(UNITS):
            x, y = shifts[number]
            swept = corners[number] + [(corner_x + x, corner_y + y) for corner_x, corner_y in corners[number]]
            found.append(tree.query(shapely.MultiPoint(swept).convex_hull, predicate="intersects"))
        return found

    met = [{hit for hit in hits if hit != number} for number, hits in enumerate(theirs())]
    assert [contact is not None for contact in ours()] == [bool(hits) for hits in met]
    assert sum(map(bool, met)) > UNITS / 10
    ratio = cost(theirs) / cost(ours)
    print(f"a swept move: {ratio:.1f} for one of shapely's")  # noqa: T201
    assert ratio >= TIMES
