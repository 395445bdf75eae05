"""Manoeuvres that a player might think of who points from a unit at the table (MN-MAN): the nearest that can be done.

Whoever points says where the middle of the unit shall stand. Each kind of movement is taken as far towards that place
as nothing stops it, so that a unit comes to stand beside a friend and short of an enemy.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE, Place, bearing_of, path_between
from battles.engine.table.lines import spot
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, ground, paths, roads, sampling, sampling_ground, steps
from battles.rules.mini_nap.board import enemies
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.kinds import in_square, is_formed, unit_class
from battles.rules.mini_nap.pointed import Pointed
from battles.rules.mini_nap.poses import after_steps
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import ANGLE_STEP, DEGREE, HALF_RATE, Act, Going

QUARTER: Final = FULL // 4
HALF: Final = FULL // 2
BACK_OFF: Final = 50
"""Steps by which a unit that may go through friends stops short of standing on one."""


class Goal(NamedTuple):
    """A place as a unit has it before it: how far ahead and to the right, how far away, and on which bearing."""

    ahead: int
    aside: int
    away: int
    bearing: int


def goal_of(unit: Unit, place: Place) -> Goal:
    """Where a place lies from a unit."""
    x, y = place[0] - unit.x, place[1] - unit.y
    sine, cosine = DIRECTIONS[unit.facing]
    away = path_between((unit.x, unit.y), place).length
    return Goal((x * sine + y * cosine) // SCALE, (x * cosine - y * sine) // SCALE, away, bearing_of(x, y))


def manoeuvres(pointed: Pointed) -> Iterator[act.Manoeuvre]:
    """Charges at whoever is pointed at, what the feature there is good for, turns and changes, ways there."""
    state, number, unit = pointed.state, pointed.number, pointed.unit
    if unit.where != "table":
        return
    for foe in pointed.foes:
        found = sampling.charge_at(state, number, unit, foe) if state.division == NONE else None
        if found is not None:
            yield found
    if pointed.feature:
        for action in sampling_ground.candidates(state, number):
            if pointed.feature in (action.defend, getattr(action.move, "bridge", ""), getattr(action.move, "road", "")):
                yield action
    if pointed.here:
        yield from _on_the_spot(state, number, unit)
    elif pointed.place is not None:
        yield from _towards(state, number, unit, goal_of(unit, pointed.place))
        yield from _along_roads(state, number, unit, pointed.place)
    yield from plain(pointed)


def plain(pointed: Pointed) -> Iterator[act.Manoeuvre]:
    """A charge at whoever is pointed at, and the way straight there, whatever stands against them."""
    number, unit = pointed.number, pointed.unit
    if unit.where != "table":
        return
    for foe in pointed.foes:
        enemy = pointed.state.units[foe]
        yield act.Manoeuvre(number, _turn(unit, bearing_of(enemy.x - unit.x, enemy.y - unit.y)), act.Charge(foe))
    if pointed.here or pointed.place is None:
        return
    goal = goal_of(unit, pointed.place)
    if unit_class(unit) == "artillery":
        yield act.Manoeuvre(number, move=act.Redeploy(goal.bearing, goal.away, unit.facing))
    elif in_square(unit):
        yield act.Manoeuvre(number, move=act.Inch(goal.bearing, goal.away))
    else:
        yield act.Manoeuvre(number, _turn(unit, goal.bearing), act.Advance(goal.away))


def _turn(unit: Unit, bearing: int) -> act.Pre:
    return act.NO_STEPS if bearing == unit.facing else act.Pre(pivot=bearing)


def _on_the_spot(state: State, number: int, unit: Unit) -> Iterator[act.Manoeuvre]:
    """Every change of formation, an about-face, and turns all round."""
    for change in steps.changes_of(unit, FULL):
        yield act.Manoeuvre(number, act.Pre(change=change))
    yield act.Manoeuvre(number, act.Pre(about_face=True))
    step = ANGLE_STEP * DEGREE
    for turn in sorted(range(step - HALF, HALF + 1, step), key=lambda each: (abs(each), -each)):
        if turn:
            yield act.Manoeuvre(number, act.Pre(pivot=(unit.facing + turn) % FULL))


def _towards(state: State, number: int, unit: Unit, goal: Goal) -> Iterator[act.Manoeuvre]:
    """Every kind of movement towards a place."""
    if unit_class(unit) == "artillery":
        yield from _of_battery(state, number, unit, goal)
    elif in_square(unit):
        leg = Leg(goal.bearing, min(goal.away, allowances.inch(state, number)), unit.facing)
        travel = _reached(state, number, unit, leg, "move", leg.travel)
        yield act.Manoeuvre(number, move=act.Inch(goal.bearing, travel))
    else:
        if goal.ahead > 0:
            yield from _advance(state, number, unit, act.NO_STEPS, goal.ahead)
        else:
            yield from _advance(state, number, unit, act.Pre(about_face=True), -goal.ahead)
        if goal.bearing != unit.facing:
            yield from _advance(state, number, unit, act.Pre(pivot=goal.bearing), goal.away)
        yield from _on_foot(state, number, unit, goal)


def _advance(state: State, number: int, unit: Unit, pre: act.Pre, wanted: int) -> Iterator[act.Manoeuvre]:
    """An advance after a turn, as far as wanted; then the same, facing as before or the nearest enemy in the end."""
    tables = state.setup.rules.tables
    most = state.allowance if state.division != NONE else allowances.move(tables, unit)
    ready = after_steps(state.setup.rules, unit, pre)
    leg = Leg(ready.facing, min(wanted, most), ready.facing)
    travel = _reached(state, number, ready, leg, "move", most)
    if not travel:
        return
    yield act.Manoeuvre(number, pre, act.Advance(travel))
    if state.division == NONE:
        x, y = paths.at_end(state, ready, leg, travel)
        for facing in dict.fromkeys((unit.facing, *_nearest_enemy(state, number, x, y))):
            if facing != ready.facing:
                yield act.Manoeuvre(number, pre, act.Advance(travel), act.Pre(pivot=facing))


def _nearest_enemy(state: State, number: int, x: int, y: int) -> tuple[int, ...]:
    """The bearing from a place to the nearest enemy."""
    found = [(state.units[each].x - x, state.units[each].y - y) for each in enemies(state, number)]
    return (bearing_of(*min(found, key=lambda each: (each[0] ** 2 + each[1] ** 2, each))),) if found else ()


def _reached(state: State, number: int, ready: Unit, leg: Leg, going: Going, allowance: int) -> int:
    """How far a unit gets along a leg, so that it may stop there."""
    gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
    most = paths.limit(state, number, ready, leg, going, allowance, gap).travel
    if is_formed(ready):
        return most
    for travel in range(most, 0, -BACK_OFF):
        x, y = paths.at_end(state, ready, leg, travel)
        if paths.refuse_end(state, number, replace(ready, x=x, y=y), going) is None:
            return travel
    return most


def _on_foot(state: State, number: int, unit: Unit, goal: Goal) -> Iterator[act.Manoeuvre]:
    """Steps to the side and back, and oblique ways, of infantry that keeps its facing."""
    if unit_class(unit) != "infantry" or unit.formation not in ("line", "skirmish_line") or state.division != NONE:
        return
    side: Literal["left", "right"] = "right" if goal.aside > 0 else "left"
    aside = (unit.facing + (QUARTER if side == "right" else -QUARTER)) % FULL
    travel = _short(state, number, unit, aside, abs(goal.aside), "side_step")
    yield act.Manoeuvre(number, move=act.SideStep(side, travel))
    if goal.ahead < 0:
        travel = _short(state, number, unit, (unit.facing + HALF) % FULL, -goal.ahead, "step_back")
        yield act.Manoeuvre(number, move=act.StepBack(travel))
        return
    ahead = _short(state, number, unit, unit.facing, goal.ahead, "oblique")
    x, y = paths.at_end(state, unit, Leg(unit.facing, ahead, unit.facing), ahead)
    travel = _short(state, number, replace(unit, x=x, y=y), aside, abs(goal.aside), "oblique")
    yield act.Manoeuvre(number, move=act.Oblique(side, ahead, travel))
    yield act.Manoeuvre(number, move=act.Oblique(side, ahead, travel, aside_first=True))


def _short(state: State, number: int, unit: Unit, bearing: int, wanted: int, what: Act) -> int:
    """How far a unit gets by a movement of few centimetres."""
    most = allowances.reach(state, what)[1]
    return _reached(state, number, unit, Leg(bearing, min(wanted, most), unit.facing), "move", most)


def _of_battery(state: State, number: int, unit: Unit, goal: Goal) -> Iterator[act.Manoeuvre]:
    """A battery prolongs, ahead or back, or redeploys to face as it does, along its way, or the nearest enemy."""
    tables = state.setup.rules.tables
    if state.division == NONE and goal.ahead:
        back, most = goal.ahead < 0, allowances.prolong(tables)
        leg = Leg((unit.facing + (HALF if back else 0)) % FULL, min(abs(goal.ahead), most), unit.facing)
        yield act.Manoeuvre(number, move=act.Prolong(_reached(state, number, unit, leg, "prolong", most), back))
    most = state.allowance if state.division != NONE else allowances.move(tables, unit)
    along = replace(unit, facing=goal.bearing)
    leg = Leg(goal.bearing, min(goal.away, most), goal.bearing)
    travel = _reached(state, number, along, leg, "redeploy", most)
    x, y = paths.at_end(state, along, leg, travel)
    for facing in dict.fromkeys((unit.facing, goal.bearing, *_nearest_enemy(state, number, x, y))):
        yield act.Manoeuvre(number, move=act.Redeploy(goal.bearing, travel, facing))


def _along_roads(state: State, number: int, unit: Unit, place: Place) -> Iterator[act.Manoeuvre]:
    """Along each road or ditch on which a column or a battery stands, to where a place lies beside it."""
    if unit.formation != "column" and unit_class(unit) != "artillery":
        return
    tables, tolerance = state.setup.rules.tables, state.setup.rules.options.contact_tol_cm
    most = state.allowance if state.division != NONE else allowances.move(tables, unit)
    for each in {found.feature.key: found for found in ground.lying(state)}.values():
        if each.kind not in ("road", "ditch"):
            continue
        for back in (False, True):
            line = each.feature.points[::-1] if back else each.feature.points
            bearing = roads.bearing_on(line, unit, tolerance)
            wanted = spot(line, place)[0] - spot(line, (unit.x, unit.y))[0]
            if bearing is not None and wanted > 0:
                travel = min(wanted, most // (HALF_RATE if each.kind == "ditch" else 1))
                move = act.RoadMove(each.feature.key, travel, back)
                free = roads.before_bridge(state, replace(unit, facing=bearing), move)
                yield act.Manoeuvre(number, _turn(unit, bearing), replace(move, travel=free or travel))
