"""Where a unit or a stand might be put by somebody who points at the table: the nearest free place to it."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.table.bearings import DIRECTIONS, FULL, GRAINS, SCALE, Place, path_between
from battles.engine.table.footprints import Shape
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, evading, placing, stand_moves
from battles.rules.mini_nap.board import disc_of, footprint_of
from battles.rules.mini_nap.frames import StandCourse
from battles.rules.mini_nap.kinds import formations_chosen
from battles.rules.mini_nap.pointed import Pointed
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import CM

RINGS: Final = (50, 100, 200, 300, 400, 500, 600, 800, 1_000, 1_300, 1_600, 2_000)
"""How far about a place a free one is looked for."""
BEARINGS: Final = 24
"""Places of a ring."""
ASIDE: Final = tuple(quarters * FULL // 8 for quarters in (-1, 1, -2, 2))
"""From where the enemy is: other ways to face of a unit that is put down."""


def deployments(pointed: Pointed) -> Iterator[act.Deploy]:
    """A unit in each formation on the nearest free ground of its zone, facing the enemy and then aside; then where it
    was pointed at.
    """
    state, number, unit = pointed.state, pointed.number, pointed.unit
    if pointed.place is None:
        return
    zone = placing.zone_of(state, unit.brigade)
    facing = placing.towards_enemy(state, zone)
    put = []
    for formation in formations_chosen(unit):

        def made(x: int, y: int, formation: Any = formation) -> act.Deploy:
            return act.Deploy(number, x, y, facing, formation)

        shape = footprint_of(state.setup.rules, replace(unit, x=0, y=0, facing=facing, formation=formation))
        place = _within(zone, shape, pointed.place)
        found = next((made(*each) for each in _about(place) if placing.refuse_unit(state, made(*each)) is None), None)
        if found is not None:
            put.append(found)
    yield from put
    turned = (replace(each, facing=(facing + aside) % FULL) for each in put for aside in ASIDE)
    yield from (each for each in turned if placing.refuse_unit(state, each) is None)
    yield act.Deploy(number, *pointed.place, facing, formations_chosen(unit)[0])


def stand_deployments(pointed: Pointed) -> Iterator[act.DeployStand]:
    """A stand on the nearest free ground of its zone, then where it was pointed at."""
    state, number = pointed.state, pointed.number
    if pointed.place is None:
        return
    zone = placing.zone_of(state, placing.leading(state, state.stands[number]))
    for x, y in _about(_within(zone, disc_of(0, 0), pointed.place)):
        action = act.DeployStand(number, x, y)
        if placing.refuse_stand(state, action) is None:
            yield action
            break
    yield act.DeployStand(number, *pointed.place)


def stand_moves_to(state: State, number: int, goal: Place) -> act.MoveStand | None:
    """The way of a stand straight towards a place, as far as it may go."""
    stand = state.stands[number]
    start = stand.x, stand.y
    most = state.setup.rules.tables.command_stand_move.moves[0] * CM
    whole = path_between(start, goal).length
    for travel in range(min(whole, most), 0, -CM):
        end = goal if travel == whole else _towards(start, goal, travel, whole)
        if stand_moves.refuse_way(state, number, start, (end,)) is None:
            return act.MoveStand(number, (end,))
    return None


def stand_ways(pointed: Pointed) -> Iterator[act.MoveStand]:
    """A stand that goes straight there, or as far as it may, then the whole way."""
    if pointed.place is None or pointed.here:
        return
    if pointed.state.stands[pointed.number].where == "table":
        found = stand_moves_to(pointed.state, pointed.number, pointed.place)
        if found is not None:
            yield found
    yield act.MoveStand(pointed.number, (pointed.place,))


def evasions(pointed: Pointed) -> Iterator[act.EvadeStand]:
    """The place that a stand may evade to which is nearest to a place, then the place itself."""
    state, frame, goal = pointed.state, pointed.state.stack[-1], pointed.place
    if not isinstance(frame, StandCourse) or frame.stand != pointed.number or goal is None:
        return
    stand = state.stands[pointed.number]
    start = stand.x, stand.y
    least, most = allowances.reach(state, "stand_evade")
    whole = path_between(start, goal).length
    if whole:
        near = _towards(start, goal, max(least + 1, min(most - 1, whole)), whole)
        if evading.refuse_place(state, pointed.number, *near) is None:
            yield act.EvadeStand(*near)
    yield from sorted(evading.places(state, pointed.number), key=lambda each: _square(goal, (each.x, each.y)))[:1]
    yield act.EvadeStand(*goal)


def _within(zone: placing.Zone, shape: Shape, place: Place) -> Place:
    """The nearest place on which a shape about (0, 0) lies within a zone."""
    left, bottom, right, top = zone
    x = max(left - shape.left // GRAINS, min(right + -shape.right // GRAINS, place[0]))
    y = max(bottom - shape.bottom // GRAINS, min(top + -shape.top // GRAINS, place[1]))
    return x, y


def _about(place: Place) -> Iterator[Place]:
    """A place and others in rings about it, the nearest first."""
    yield place
    for away in RINGS:
        for bearing in range(0, FULL, FULL // BEARINGS):
            sine, cosine = DIRECTIONS[bearing]
            yield place[0] + away * sine // SCALE, place[1] + away * cosine // SCALE


def _towards(start: Place, goal: Place, travel: int, whole: int) -> Place:
    """The place so far on the way to another, never further."""
    x, y = goal[0] - start[0], goal[1] - start[1]
    return start[0] + _share(x, travel, whole), start[1] + _share(y, travel, whole)


def _share(length: int, travel: int, whole: int) -> int:
    return length * travel // whole if length >= 0 else -(-length * travel // whole)


def _square(one: Place, other: Place) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
