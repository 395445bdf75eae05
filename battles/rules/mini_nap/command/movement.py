"""Movement of command stands: legal paths, the ground under them, and listed places.

Source: MN-CMD-01, MN-CMD-02, MN-CMD-03, MN-CMD-04, MN-CMD-05.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from battles.engine.actions import LazyActions
from battles.engine.core import Option, Refusal, SideId
from battles.kits.open_table import areas, distances
from battles.kits.open_table.footprints import (
    CM,
    DEGREE,
    DIRECTIONS,
    FULL,
    SCALE,
    Patch,
    Path,
    Place,
    Shape,
    disc,
    patch,
    path_between,
    to_point,
)
from battles.kits.open_table.sweeps import Stretch, bounds, window
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.command.commanders import has_initiative
from battles.rules.mini_nap.decisions import MOST_POINTS
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import footprint, is_on_table, on_table, stand_disc, units_near
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.setup.places import commanded_brigades
from battles.rules.mini_nap.state import NONE, Stand, State
from battles.rules.mini_nap.state import other as opposed
from battles.rules.mini_nap.tables import ANGLE_STEP
from battles.rules.mini_nap.terrain import cost
from battles.rules.mini_nap.terrain.cost import BarredGround
from battles.rules.mini_nap.terrain.features import TableFeature, features_in_play

BENDS = (600, -600, 1_200, -1_200)
"""Offsets from the middle of the straight path at which a bend is tried; to the left if negative."""

ROADS = 256
"""Roads of which a process keeps the stretches."""

SHORTFALLS = (0, 300, 600, 900)
"""Distances short of a middle at which free ground is searched."""


def destinations(state: State, number: int) -> Iterator[Place]:
    """Free ground at the middle of all units under a stand, then of those of each Brigade, or short of it."""
    stand = state.stands[number]
    under = commanded_brigades(state, stand)
    mine = [unit for unit in on_table(state, stand.side) if state.units[unit].brigade in under]
    groups = [mine, *([unit for unit in mine if state.units[unit].brigade == brigade] for brigade in under)]
    for middle in dict.fromkeys(_middle(state, group) for group in groups if group):
        places = (_short_of(stand, middle, by) for by in SHORTFALLS)
        free_place = next((place for place in places if evasion.is_free_for_stand(state, number, *place)), None)
        if free_place is not None:
            yield free_place


def _short_of(stand: Stand, goal: Place, by: int) -> Place:
    """The place ``by`` before a goal; the stand's own place if the goal is nearer than that."""
    x, y = goal[0] - stand.x, goal[1] - stand.y
    length = isqrt(x * x + y * y)
    if length <= by:
        return stand.x, stand.y
    return goal[0] - x * by // length, goal[1] - y * by // length


def paths_to(stand: Stand, goal: Place, most: int) -> Iterator[tuple[Place, ...]]:
    """The straight path to a place, or as far towards it as the stand can move; then paths round an obstacle."""
    x, y = goal[0] - stand.x, goal[1] - stand.y
    length = isqrt(x * x + y * y)
    if not length:
        return
    if length >= most:
        x, y, length = x * (most - CM) // length, y * (most - CM) // length, most - CM
    end = stand.x + x, stand.y + y
    yield (end,)
    for aside in BENDS:
        yield (stand.x + x // 2 + y * aside // length, stand.y + y // 2 - x * aside // length), end


def _middle(state: State, units: Sequence[int]) -> Place:
    return (
        sum(state.units[number].x for number in units) // len(units),
        sum(state.units[number].y for number in units) // len(units),
    )


def barred_ground(state: State, here: Place, there: Place) -> BarredGround | None:
    """The prohibited ground on a straight path; None if it is open, or follows a road or bridge."""
    shape, way = stand_disc(*here), path_between(here, there)
    return _barred_ground(state, shape, here, way, along_road=_is_along_road(state, here, there))


def _barred_ground(state: State, shape: Shape, here: Place, way: Path, *, along_road: bool) -> BarredGround | None:
    if along_road:
        return _broken_bridge(state, shape, way)
    tolerance = state.setup.rules.options.contact_tol_cm
    for each in cost.prohibited(state, "stand", "move"):
        met = areas.stretches(shape, way, each.ground, tolerance if each.is_line else 0)
        if met and not _is_crossed(state, each, here, way):
            return BarredGround(each.word, each.effect.rule)
    return None


def _broken_bridge(state: State, shape: Shape, way: Path) -> BarredGround | None:
    """The destroyed bridge on a path along a road (MNT-STRUCT-05)."""
    for each in features_in_play(state):
        destroyed = each.feature.kind == "bridge" and each.kind != "bridge"
        if destroyed and areas.stretches(shape, way, each.ground, 0):
            return BarredGround("destroyed bridge", "MNT-STRUCT-05")
    return None


def _is_along_road(state: State, here: Place, there: Place) -> bool:
    """True if a path lies on one straight stretch of road (MNT-RULING-17)."""
    tolerance = state.setup.rules.options.contact_tol_cm
    ends = disc(*here, 0), disc(*there, 0)
    return any(
        all(distances.within(stretch, end, tolerance) for end in ends)
        for each in features_in_play(state)
        if each.kind == "road"
        for stretch in _stretches_of_road(each.feature.points)
    )


@lru_cache(ROADS)
def _stretches_of_road(points: tuple[Place, ...]) -> tuple[Patch, ...]:
    return tuple(map(patch, pairwise(map(to_point, points))))


def _is_crossed(state: State, water: TableFeature, here: Place, way: Path) -> bool:
    """True if a path is in the water only where it is on a bridge across it."""
    point = disc(*here, 0)
    over = [
        part
        for each in features_in_play(state)
        if each.kind == "bridge" and each.feature.over == water.feature.key
        for part in areas.stretches(point, way, each.ground)
    ]
    wet = areas.stretches(point, way, water.ground)
    return bool(wet) and all(any(_holds(dry, part) for dry in areas.merged(over)) for part in wet)


def _holds(outer: Stretch, inner: Stretch) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


QUARTERS = 4
"""Listed distances are quarters of the allowance."""

STEPS = (100, 300, 600)
"""Listed distances if none of the quarters is possible."""


def refuse_move(state: State, side: SideId, action: act.MoveStand) -> Refusal | None:
    """Why a stand may not move along this path now; None if it may."""
    number = action.stand
    if number >= len(state.stands):
        return Refusal("no_such", "MN-CMD-01", f"There is no command stand {number}.")
    stand = state.stands[number]
    if stand.side != side:
        return Refusal("not_yours", "MN-CMD-01", f"{stand.name} belongs to the enemy.")
    return _refuse_now(state, stand) or refuse_path(state, number, (stand.x, stand.y), action.points)


def _refuse_now(state: State, stand: Stand) -> Refusal | None:
    """Why a stand may not move at all now (MN-CMD-03, MN-CMD-04, MN-CMD-05); None if it may."""
    if stand.where != "table":
        return Refusal("gone", "MN-CMD-01", f"{stand.name} is not on the table.")
    if stand.unit != NONE:
        name = state.units[stand.unit].name
        return Refusal("locked", "MN-CMD-31", f"{stand.name} is attached to {name} and moves with it.")
    rule = {"corps": "MN-CMD-03", "division": "MN-CMD-04", "brigade": "MN-CMD-05"}[stand.level]
    if stand.moved:
        return Refusal("done_already", rule, f"{stand.name} has moved this Turn.")
    if not _is_time(state, stand):
        when = {
            "division": "when a Brigade of the Division is given the initiative, before the command check",
            "brigade": "while the Brigade manoeuvres",
        }[stand.level]
        return Refusal("wrong_phase", rule, f"{stand.name} moves {when}.")
    return None


def _is_time(state: State, stand: Stand) -> bool:
    if stand.level == "corps":
        return True
    if stand.level == "brigade":
        return state.step == "manoeuvre" and has_initiative(state, stand)
    if state.step != "command":
        return False
    chosen = state.division if state.division != NONE else state.brigades[state.brigade].division
    return chosen == stand.of or state.setup.rules.options.division_stand_any_own_initiative


def refuse_path(state: State, number: int, start: Place, points: tuple[Place, ...]) -> Refusal | None:
    """Why ground, enemy or distance bar a stand from these points (MN-CMD-01); None if it may move there."""
    stand, allowance, spent = state.stands[number], state.setup.rules.tables.command_stand_move.moves[0] * CM, 0
    if points[-1] == start:
        return Refusal("no_change", "MN-CMD-01", f"{stand.name} would end where it is.")
    for here, there in pairwise((start, *points)):
        shape, way, along_road = stand_disc(*here), path_between(here, there), _is_along_road(state, here, there)
        refusal = _refuse_leg(state, stand, shape, way, there) or _refuse_ground(
            stand, _barred_ground(state, shape, here, way, along_road=along_road)
        )
        if refusal is not None:
            return refusal
        spent += way.length if along_road else cost.stand_cost(state, shape, way)
    if spent > allowance:
        why = f"This path costs {cm(spent)}; {stand.name} may move {cm(allowance)}."
        return Refusal("out_of_reach", "MN-CMD-01", why)
    if not evasion.is_free_for_stand(state, number, *points[-1]):
        return Refusal("occupied", "MN-CMD-01", f"There is no free ground for {stand.name} at the end of the path.")
    return None


def _refuse_leg(state: State, stand: Stand, shape: Shape, way: Path, there: Place) -> Refusal | None:
    if not is_on_table(state, stand_disc(*there)):
        return Refusal("off_board", "MN-RULING-59", f"{stand.name} would leave the table.")
    for other in units_near(state, bounds(shape, way), 0, on_table(state, opposed(stand.side))):
        if window(shape, way, footprint(state, other), 0) is not None:
            return Refusal("occupied", "MN-CMD-01", f"{stand.name} would touch {state.units[other].name}.")
    return None


def _refuse_ground(stand: Stand, barred: BarredGround | None) -> Refusal | None:
    if barred is None:
        return None
    return Refusal("impassable", barred.rule, f"{stand.name} cannot go through the {barred.word}.")


def movable_stands(state: State, side: SideId) -> tuple[int, ...]:
    """The stands of a side that may move now, wherever to."""
    return tuple(
        number for number, stand in enumerate(state.stands) if stand.side == side and _refuse_now(state, stand) is None
    )


def first_places(state: State, side: SideId) -> Iterator[Option]:
    """For every stand that can move, one listed place."""
    for number in movable_stands(state, side):
        place = next(_listed(state, number), None)
        if place is not None:
            yield Option("move_stand", f"stand {number}", (place,), complete=False)


def move_options(state: State, side: SideId) -> Iterator[Option]:
    """For every stand that can move: sample places, and how far it can move."""
    for number in movable_stands(state, side):
        if next(_listed(state, number), None) is None:
            continue
        stand = state.stands[number]
        allowance = state.setup.rules.tables.command_stand_move.moves[0] * CM
        yield Option(
            "move_stand",
            f"stand {number}",
            LazyActions(_listed, state, number),
            complete=False,
            domains={"points": {"most": MOST_POINTS, "length": allowance, "unit": "0.1mm"}},
            outline=tuple(_places_around(stand, allowance)),
        )


def _listed(state: State, number: int) -> Iterator[act.MoveStand]:
    """Rings of places, then the middles of the units under a stand; short steps if all those are barred."""
    stand = state.stands[number]
    allowance = state.setup.rules.tables.command_stand_move.moves[0] * CM
    rings = [allowance * quarter // QUARTERS for quarter in range(1, QUARTERS + 1)]
    has_place = False
    for place in (place for away in rings for place in _places_around(stand, away)):
        if refuse_path(state, number, (stand.x, stand.y), (place,)) is None:
            has_place = True
            yield act.MoveStand(number, (place,))
    for goal in destinations(state, number):
        for points in paths_to(stand, goal, allowance):
            if refuse_path(state, number, (stand.x, stand.y), points) is None:
                has_place = True
                yield act.MoveStand(number, points)
                break
    for place in () if has_place else (place for away in STEPS for place in _places_around(stand, away)):
        if refuse_path(state, number, (stand.x, stand.y), (place,)) is None:
            yield act.MoveStand(number, (place,))


def _places_around(stand: Stand, away: int) -> Iterator[Place]:
    """Places at a distance in all directions, never further than that."""
    for bearing in range(0, FULL, ANGLE_STEP * DEGREE):
        sine, cosine = DIRECTIONS[bearing]
        yield stand.x + int(away * sine / SCALE), stand.y + int(away * cosine / SCALE)


def move_stand(play: Resolution, action: act.MoveStand) -> None:
    """Move a stand; the event holds its path."""
    stand = play.state.stands[action.stand]
    x, y = action.points[-1]
    path = ((stand.x, stand.y), *action.points)
    play.tell(happened.StandPlaced(stand=action.stand, x=x, y=y, how="moved", path=path))
