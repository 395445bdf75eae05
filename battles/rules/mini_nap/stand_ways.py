"""The ground under a command stand's way: what bars it and what the way costs (MN-CMD-01, MNT-RULING-17, 30)."""

from collections.abc import Iterator
from itertools import pairwise

from battles.engine.table import grounds, measures
from battles.engine.table.bearings import Path, Place, path_between, to_point
from battles.engine.table.footprints import Shape, disc, patch
from battles.engine.table.sweeps import Stretch
from battles.rules.mini_nap import going
from battles.rules.mini_nap.board import disc_of
from battles.rules.mini_nap.going import Barred
from battles.rules.mini_nap.ground import Lying, lying
from battles.rules.mini_nap.state import State


def cost(state: State, here: Place, there: Place) -> int:
    """The allowance that a straight way takes: half rate by terrain, but not along a road."""
    way = path_between(here, there)
    return way.length if _is_along_road(state, here, there) else going.stand_cost(state, disc_of(*here), way)


def barred(state: State, here: Place, there: Place) -> Barred | None:
    """The prohibited ground that a straight way touches; None where it is open, or goes along a road or a bridge."""
    shape, way = disc_of(*here), path_between(here, there)
    if _is_along_road(state, here, there):
        return _broken(state, shape, way)
    tolerance = state.setup.rules.options.contact_tol_cm
    for each in lying(state):
        if going.way_of(each, "stand", "move") != "no":
            continue
        met = grounds.stretches(shape, way, each.ground, tolerance if each.is_line else 0)
        if met and not _is_crossed(state, each, here, way):
            return Barred(each.word, each.effect.rule)
    return None


def _broken(state: State, shape: Shape, way: Path) -> Barred | None:
    """The destroyed bridge that a way along a road leads on to (MNT-STRUCT-05)."""
    for each in lying(state):
        destroyed = each.feature.kind == "bridge" and each.kind != "bridge"
        if destroyed and grounds.stretches(shape, way, each.ground, 0):
            return Barred("destroyed bridge", "MNT-STRUCT-05")
    return None


def _is_along_road(state: State, here: Place, there: Place) -> bool:
    """Whether a way lies on one straight stretch of a road (MNT-RULING-17)."""
    tolerance = state.setup.rules.options.contact_tol_cm
    return any(
        all(measures.within(patch((start, end)), disc(*place, 0), tolerance) for place in (here, there))
        for start, end in _stretches_of_road(state)
    )


def _stretches_of_road(state: State) -> Iterator[tuple[Place, Place]]:
    for each in lying(state):
        if each.kind == "road":
            yield from pairwise(to_point(point) for point in each.feature.points)


def _is_crossed(state: State, water: Lying, here: Place, way: Path) -> bool:
    """Whether a way is in the water only where it is on a bridge over it."""
    point = disc(*here, 0)
    over = [
        part
        for each in lying(state)
        if each.kind == "bridge" and each.feature.over == water.feature.key
        for part in grounds.stretches(point, way, each.ground)
    ]
    wet = grounds.stretches(point, way, water.ground)
    return bool(wet) and all(any(_holds(dry, part) for dry in grounds.merged(over)) for part in wet)


def _holds(outer: Stretch, inner: Stretch) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
