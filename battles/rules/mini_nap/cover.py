"""What terrain does to a shot: cover, hills in the way, and ground that nobody fires from (MNT-COVER, MNT-LOS)."""

from collections.abc import Sequence

from battles.engine.table import grounds
from battles.engine.table.bearings import Point
from battles.engine.table.footprints import Footprint, Patch, Shape
from battles.engine.table.sights import front_middle, sight_line
from battles.rules.mini_nap.board import footprint
from battles.rules.mini_nap.ground import Lying, interpenetrates, is_wholly_in, lying
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import Tables


def covering(state: State, firer: int, target: int | None, triangle: Patch) -> tuple[Lying, ...]:
    """The features that give cover from a shot (MNT-COVER-01, 05 to 07). ``target`` None is a structure."""
    return tuple(each for each in lying(state) if each.effect.cover and _counts(state, each, firer, target, triangle))


def _counts(state: State, each: Lying, firer: int, target: int | None, triangle: Patch) -> bool:
    options = state.setup.rules.options
    tolerance = options.contact_tol_cm
    shape = footprint(state, firer)
    held = {holding.unit for holding in state.holding if holding.feature == each.feature.key}
    if firer in held:
        return False
    if each.is_line and grounds.apart(each.ground, shape) <= tolerance:
        return False
    goal = None if target is None else footprint(state, target)
    if (
        not each.is_line
        and not options.own_area_counts
        and is_wholly_in(each, shape, tolerance)
        and (goal is None or not interpenetrates(each, goal, tolerance))
    ):
        return False
    if target in held or grounds.covers(each.ground, triangle, tolerance):
        return True
    return goal is not None and _shelters(each, goal, tolerance)


def _shelters(each: Lying, goal: Footprint, tolerance: int) -> bool:
    """Whether a target is wholly inside an area, or in a ditch (MNT-COVER-01, MNT-RULING-16)."""
    return (not each.is_line or each.kind == "ditch") and is_wholly_in(each, goal, tolerance)


def behind(tables: Tables, covers: Sequence[str]) -> str:
    """What bars a shot, by the words of the features: ``behind the wall and the wood: 2 features stop a shot.``"""
    most = tables.covers_that_bar
    stop = f"{most} features stop" if most > 1 else "one feature stops"
    return f"behind the {' and the '.join(covers)}: {stop} a shot."


def level_at(state: State, point: Point) -> int:
    """The height of the ground under a point: contours and hills, added up (MNT-RULING-13)."""
    spot = sight_line(point, point)
    return sum(
        levels_of(each)
        for each in lying(state)
        if each.kind in ("contour", "hill") and grounds.touches(each.ground, spot)
    )


def levels_of(each: Lying) -> int:
    """How high a feature is."""
    return each.feature.levels if each.feature.levels is not None else each.effect.levels[0]


def hill_between(state: State, firer: int, goal: Shape, centre: Point, aim: Point) -> Lying | None:
    """A hill that bars an artillery shot, by option (MNT-RULING-11). ``goal`` is the target, ``centre`` its middle."""
    if not state.setup.rules.options.hill_blocks_artillery or unit_class(state.units[firer]) != "artillery":
        return None
    shape = footprint(state, firer)
    line = sight_line(front_middle(shape), aim)
    tolerance = state.setup.rules.options.contact_tol_cm
    for each in lying(state):
        if each.kind != "hill" or not grounds.covers(each.ground, line):
            continue
        if interpenetrates(each, shape, tolerance) or grounds.touches(each.ground, goal):
            continue
        higher = max(level_at(state, (shape.x, shape.y)), level_at(state, centre))
        if levels_of(each) > higher:
            return each
    return None


def mute_in(state: State, number: int) -> Lying | None:
    """Ground that a unit stands in and cannot fire from (MNT-FENCE-03, MNT-STREAM-04)."""
    shape = footprint(state, number)
    tolerance = state.setup.rules.options.contact_tol_cm
    battery = unit_class(state.units[number]) == "artillery"
    for each in lying(state):
        bars = each.effect.bars_all or (each.effect.bars_guns and battery)
        if bars and interpenetrates(each, shape, tolerance):
            return each
    return None
