"""Candidate manoeuvres of a unit for a click (MN-MAN): the nearest possible to the clicked place."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from battles.kits.open_table.bearings import DIRECTIONS, FULL, SCALE, Place, bearing_of, path_between
from battles.kits.open_table.lines import spot
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Leg
from battles.rules.mini_nap.movement import formation, paths, samples
from battles.rules.mini_nap.positions import enemy_units
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import ANGLE_STEP, DEGREE, HALF_RATE, Act, Going
from battles.rules.mini_nap.terrain import features, roads
from battles.rules.mini_nap.ui.keys import Click
from battles.rules.mini_nap.ui.preview import after_steps
from battles.rules.mini_nap.unit_types import in_square, is_formed, unit_class

QUARTER: Final = FULL // 4
HALF: Final = FULL // 2
BACK_OFF: Final = 50
"""Step by which a unit that may pass through friends is moved back off them."""


class Goal(NamedTuple):
    """A place relative to a unit: distance ahead and to the right, direct distance, and bearing."""

    ahead: int
    aside: int
    away: int
    bearing: int


def goal_of(unit: Unit, place: Place) -> Goal:
    """The place relative to a unit."""
    x, y = place[0] - unit.x, place[1] - unit.y
    sine, cosine = DIRECTIONS[unit.facing]
    away = path_between((unit.x, unit.y), place).length
    return Goal((x * sine + y * cosine) // SCALE, (x * cosine - y * sine) // SCALE, away, bearing_of(x, y))


def manoeuvres(click: Click) -> Iterator[act.Manoeuvre]:
    """Charges at the clicked enemy, uses of the clicked feature, turns and formation changes, moves to the place."""
    state, number, unit = click.state, click.number, click.unit
    if unit.where != "table":
        return
    for foe in click.foes:
        charge = samples.charge_at(state, number, unit, foe) if state.division == NONE else None
        if charge is not None:
            yield charge
    if click.feature:
        for action in samples.feature_manoeuvres(state, number):
            if click.feature in (action.defend, getattr(action.move, "bridge", ""), getattr(action.move, "road", "")):
                yield action
    if click.here:
        yield from _on_the_spot(state, number, unit)
    elif click.place is not None:
        yield from _moves_towards(state, number, unit, goal_of(unit, click.place))
        yield from _road_moves(state, number, unit, click.place)
    yield from direct_manoeuvres(click)


def direct_manoeuvres(click: Click) -> Iterator[act.Manoeuvre]:
    """A charge at the clicked enemy and a straight move to the place, allowed or not."""
    number, unit = click.number, click.unit
    if unit.where != "table":
        return
    for foe in click.foes:
        enemy = click.state.units[foe]
        yield act.Manoeuvre(number, _turn(unit, bearing_of(enemy.x - unit.x, enemy.y - unit.y)), act.Charge(foe))
    if click.here or click.place is None:
        return
    goal = goal_of(unit, click.place)
    if unit_class(unit) == "artillery":
        yield act.Manoeuvre(number, move=act.Redeploy(goal.bearing, goal.away, unit.facing))
    elif in_square(unit):
        yield act.Manoeuvre(number, move=act.Inch(goal.bearing, goal.away))
    else:
        yield act.Manoeuvre(number, _turn(unit, goal.bearing), act.Advance(goal.away))


def _turn(unit: Unit, bearing: int) -> act.FreeSteps:
    return act.NO_FREE_STEPS if bearing == unit.facing else act.FreeSteps(pivot=bearing)


def _on_the_spot(state: State, number: int, unit: Unit) -> Iterator[act.Manoeuvre]:
    """Every change of formation, an about-face, and turns to every bearing."""
    for change in formation.possible_changes(unit, FULL):
        yield act.Manoeuvre(number, act.FreeSteps(change=change))
    yield act.Manoeuvre(number, act.FreeSteps(about_face=True))
    step = ANGLE_STEP * DEGREE
    for turn in sorted(range(step - HALF, HALF + 1, step), key=lambda each: (abs(each), -each)):
        if turn:
            yield act.Manoeuvre(number, act.FreeSteps(pivot=(unit.facing + turn) % FULL))


def _moves_towards(state: State, number: int, unit: Unit, goal: Goal) -> Iterator[act.Manoeuvre]:
    """Every kind of movement towards a place."""
    if unit_class(unit) == "artillery":
        yield from _battery_moves(state, number, unit, goal)
    elif in_square(unit):
        leg = Leg(goal.bearing, min(goal.away, paths.inch_allowance(state, number)), unit.facing)
        travel = _reachable_travel(state, number, unit, leg, "move", leg.travel)
        yield act.Manoeuvre(number, move=act.Inch(goal.bearing, travel))
    else:
        if goal.ahead > 0:
            yield from _advances(state, number, unit, act.NO_FREE_STEPS, goal.ahead)
        else:
            yield from _advances(state, number, unit, act.FreeSteps(about_face=True), -goal.ahead)
        if goal.bearing != unit.facing:
            yield from _advances(state, number, unit, act.FreeSteps(pivot=goal.bearing), goal.away)
        yield from _infantry_moves(state, number, unit, goal)


def _advances(state: State, number: int, unit: Unit, pre: act.FreeSteps, wanted: int) -> Iterator[act.Manoeuvre]:
    """An advance after a turn; also with a last turn to the old facing or to the nearest enemy."""
    tables = state.setup.rules.tables
    most = state.allowance if state.division != NONE else paths.move_allowance(tables, unit)
    ready = after_steps(state.setup.rules, unit, pre)
    leg = Leg(ready.facing, min(wanted, most), ready.facing)
    travel = _reachable_travel(state, number, ready, leg, "move", most)
    if not travel:
        return
    yield act.Manoeuvre(number, pre, act.Advance(travel))
    if state.division == NONE:
        x, y = paths.place_after(state, ready, leg, travel)
        for facing in dict.fromkeys((unit.facing, *_nearest_enemy(state, number, x, y))):
            if facing != ready.facing:
                yield act.Manoeuvre(number, pre, act.Advance(travel), act.FreeSteps(pivot=facing))


def _nearest_enemy(state: State, number: int, x: int, y: int) -> tuple[int, ...]:
    """The bearing from a place to the nearest enemy; empty if there is none."""
    offsets = [(state.units[each].x - x, state.units[each].y - y) for each in enemy_units(state, number)]
    return (bearing_of(*min(offsets, key=lambda each: (each[0] ** 2 + each[1] ** 2, each))),) if offsets else ()


def _reachable_travel(state: State, number: int, ready: Unit, leg: Leg, going: Going, allowance: int) -> int:
    """How far a unit can move along a leg and stop."""
    gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
    most = paths.travel_limit(state, number, ready, leg, going, allowance, gap).travel
    if is_formed(ready):
        return most
    for travel in range(most, 0, -BACK_OFF):
        x, y = paths.place_after(state, ready, leg, travel)
        if paths.refuse_end(state, number, replace(ready, x=x, y=y), going) is None:
            return travel
    return most


def _infantry_moves(state: State, number: int, unit: Unit, goal: Goal) -> Iterator[act.Manoeuvre]:
    """Side steps, steps back and oblique moves of infantry in line."""
    if unit_class(unit) != "infantry" or unit.formation not in ("line", "skirmish_line") or state.division != NONE:
        return
    side: Literal["left", "right"] = "right" if goal.aside > 0 else "left"
    aside = (unit.facing + (QUARTER if side == "right" else -QUARTER)) % FULL
    travel = _short_travel(state, number, unit, aside, abs(goal.aside), "side_step")
    yield act.Manoeuvre(number, move=act.SideStep(side, travel))
    if goal.ahead < 0:
        travel = _short_travel(state, number, unit, (unit.facing + HALF) % FULL, -goal.ahead, "step_back")
        yield act.Manoeuvre(number, move=act.StepBack(travel))
        return
    ahead = _short_travel(state, number, unit, unit.facing, goal.ahead, "oblique")
    x, y = paths.place_after(state, unit, Leg(unit.facing, ahead, unit.facing), ahead)
    travel = _short_travel(state, number, replace(unit, x=x, y=y), aside, abs(goal.aside), "oblique")
    yield act.Manoeuvre(number, move=act.Oblique(side, ahead, travel))
    yield act.Manoeuvre(number, move=act.Oblique(side, ahead, travel, aside_first=True))


def _short_travel(state: State, number: int, unit: Unit, bearing: int, wanted: int, what: Act) -> int:
    """How far a unit can move by a side step, step back or oblique move."""
    most = paths.distance_range(state, what)[1]
    return _reachable_travel(state, number, unit, Leg(bearing, min(wanted, most), unit.facing), "move", most)


def _battery_moves(state: State, number: int, unit: Unit, goal: Goal) -> Iterator[act.Manoeuvre]:
    """Moves of a battery: prolong, or redeploy facing as now, along its path or to the nearest enemy."""
    tables = state.setup.rules.tables
    if state.division == NONE and goal.ahead:
        back, most = goal.ahead < 0, paths.prolong_allowance(tables)
        leg = Leg((unit.facing + (HALF if back else 0)) % FULL, min(abs(goal.ahead), most), unit.facing)
        yield act.Manoeuvre(
            number, move=act.Prolong(_reachable_travel(state, number, unit, leg, "prolong", most), back)
        )
    most = state.allowance if state.division != NONE else paths.move_allowance(tables, unit)
    along = replace(unit, facing=goal.bearing)
    leg = Leg(goal.bearing, min(goal.away, most), goal.bearing)
    travel = _reachable_travel(state, number, along, leg, "redeploy", most)
    x, y = paths.place_after(state, along, leg, travel)
    for facing in dict.fromkeys((unit.facing, goal.bearing, *_nearest_enemy(state, number, x, y))):
        yield act.Manoeuvre(number, move=act.Redeploy(goal.bearing, travel, facing))


def _road_moves(state: State, number: int, unit: Unit, place: Place) -> Iterator[act.Manoeuvre]:
    """Moves of a column or a battery along each road or ditch it is on, up to the point nearest to a place."""
    if unit.formation != "column" and unit_class(unit) != "artillery":
        return
    tables, tolerance = state.setup.rules.tables, state.setup.rules.options.contact_tol_cm
    most = state.allowance if state.division != NONE else paths.move_allowance(tables, unit)
    for each in {placed.feature.key: placed for placed in features.features_in_play(state)}.values():
        if each.kind not in ("road", "ditch"):
            continue
        for back in (False, True):
            line = each.feature.points[::-1] if back else each.feature.points
            bearing = roads.road_bearing(line, unit, tolerance)
            wanted = spot(line, place)[0] - spot(line, (unit.x, unit.y))[0]
            if bearing is not None and wanted > 0:
                travel = min(wanted, most // (HALF_RATE if each.kind == "ditch" else 1))
                move = act.RoadMove(each.feature.key, travel, back)
                free = roads.before_bridge(state, replace(unit, facing=bearing), move)
                yield act.Manoeuvre(number, _turn(unit, bearing), replace(move, travel=free or travel))
