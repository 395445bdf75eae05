"""Candidate manoeuvres, reactions, shots, joins and break-through moves of a unit for a click (MN-MAN)."""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import (
    CM,
    DEGREE,
    DIRECTIONS,
    FULL,
    SCALE,
    Place,
    bearing_of,
    path_between,
    to_place,
    turn_between,
)
from battles.kits.open_table.polygons import spot
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.combat import break_through
from battles.rules.mini_nap.decisions import Contact, Leg, MoveInProgress, Shot
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.movement import formation, paths, progress, samples
from battles.rules.mini_nap.positions import enemy_units, footprint
from battles.rules.mini_nap.reactions import escape, opportunity_charge
from battles.rules.mini_nap.reactions.charge_answers import ANCHORS
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, is_formed, unit_class
from battles.rules.mini_nap.tables import ANGLE_STEP, HALF_RATE, MOST_CHARGE_TURN, Act, Going
from battles.rules.mini_nap.terrain import features, roads
from battles.rules.mini_nap.ui.keys import Click
from battles.rules.mini_nap.ui.preview import after_steps

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
        if abs(turn_between(unit.facing, goal.bearing)) > DEGREE:
            yield from _advances(state, number, unit, act.FreeSteps(pivot=goal.bearing), goal.away)
        yield from _infantry_moves(state, number, unit, goal)


def _advances(state: State, number: int, unit: Unit, pre: act.FreeSteps, wanted: int) -> Iterator[act.Manoeuvre]:
    """An advance after a turn; also with a last turn to the old facing or to the nearest enemy."""
    tables = state.setup.rules.tables
    most = state.allowance if state.division != NONE else paths.move_allowance(tables, unit)
    ready = after_steps(state.setup.rules, unit, pre)
    leg = Leg(ready.facing, min(wanted, most), ready.facing)
    travel = _reachable_travel(state, number, ready, leg, "move", most)
    if travel * 10 < CM:  # no click means less than a millimetre
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


_HALF = FULL // 2
_MOST_TURN = MOST_CHARGE_TURN * DEGREE


def opportunity_charges(click: Click) -> Iterator[act.OpportunityCharge]:
    """Charges at the moving enemy, at the point of its path nearest to the clicked place (MN-REACT-60)."""
    state, number, move, unit = click.state, click.number, click.state.stack[-1], click.unit
    if not isinstance(move, MoveInProgress) or not move.legs or unit.where != "table":
        return
    leg, mover = move.legs[0], state.units[move.unit]
    start = mover.x, mover.y
    end = paths.place_after(state, mover, leg, leg.travel)
    goal = start if click.place is None or click.here else click.place
    wanted = 0 if start == end else min(leg.travel, spot((start, end), goal)[0])
    part = opportunity_charge.chargeable_stretch(state, number, move)
    if part is not None and opportunity_charge.refuse_unit(state, number, move) is None:
        for at in _nearest(max(part[0], min(part[1], wanted)), *part):
            charge = opportunity_charge.best_charge(state, number, move, at)
            if charge is not None:
                yield charge
                break
    yield act.OpportunityCharge(number, wanted, bearing_of(mover.x - unit.x, mover.y - unit.y))


def continuations(click: Click) -> Iterator[act.GoOn]:
    """The remaining travel that brings the moving unit nearest to a place (MN-RULING-69)."""
    state = click.state
    move = progress.move_awaiting_answer(state)
    if click.number != move.unit:
        return
    if click.place is None:
        yield act.GoOn(progress.remaining_travel(move))
        return
    x, y = click.place

    def away(travel: int) -> int:
        there = progress.after_stop(state, move, travel)
        return (there.x - x) ** 2 + (there.y - y) ** 2

    most = progress.remaining_travel(move)
    steps = (most, *range(0, most, CM // 2))
    legal = [travel for travel in steps if progress.refuse_stop(state, move, travel) is None]
    yield act.GoOn(min(legal, key=away))


def bridge_defenders(click: Click) -> Iterator[act.NameDefender]:
    """The selected or clicked unit as defender of the bridge (MNT-BRIDGE-03)."""
    yield from (act.NameDefender(each) for each in (click.number, *click.friends) if each != NONE)


def charge_answers(click: Click) -> Iterator[Any]:
    """Answers of the charged unit, or of cavalry that meets a square."""
    frame = click.state.stack[-1]
    if not isinstance(frame, Contact):
        return
    if click.number == frame.charger:
        yield from _feints(click)
    elif click.number == frame.target:
        yield from _escapes(click, frame)


def _feints(click: Click) -> Iterator[Any]:
    """To feint or fight, and rides back towards a place (MN-REACT-50, MN-REACT-51)."""
    unit = click.unit
    yield from (act.Feint(), act.Stay())
    if click.place is None or click.here:
        return
    least, most = paths.distance_range(click.state, "feint")
    travel = _along(unit, (unit.facing + _HALF) % FULL, click.place, least, most)
    yield act.FeintBack(travel, unit.facing)
    turned = _at_most(unit, bearing_of(click.place[0] - unit.x, click.place[1] - unit.y))
    if turned != unit.facing:
        yield act.FeintBack(travel, turned)


def _escapes(click: Click, frame: Contact) -> Iterator[Any]:
    """To stand, to fall back or flee as far as a place, to take refuge in a square or to form one.

    Source: MN-REACT-03, MN-REACT-10, MN-REACT-20, MN-REACT-30, MN-REACT-40.
    """
    state, unit = click.state, click.unit
    if click.place is not None and not click.here and not click.foes:
        yield from (act.FleeToSquare(each) for each in click.friends)
        least, most = paths.distance_range(state, escape.escape_act(state, click.number))
        for turn in escape.turn_choice(state, frame):
            bearing = (unit.facing + _HALF) % FULL if turn else unit.facing
            travel = _along(unit, bearing, click.place, least, most)
            yield act.Flee(travel, turn) if frame.stage == "flight" else act.FallBack(travel, turn)
    yield from (act.Stay(), act.LimberAndFlee())
    yield from (act.EmergencySquare(each) for each in ANCHORS.get(unit.formation, ()))  # type: ignore[arg-type]


def shots(click: Click) -> Iterator[Any]:
    """Suppression of the firing battery, and return fire (MN-FIRE-50, MN-FIRE-60)."""
    state, number, frame = click.state, click.number, click.state.stack[-1]
    at_firer = isinstance(frame, Shot) and (click.here or frame.unit in click.foes)
    if not isinstance(frame, Shot) or not at_firer or click.unit.where != "table":
        return
    if frame.stage == "suppress":
        yield act.Suppress(number, (frame.unit,))
    best = targets.best_aim(state, number, frame.unit)
    if best is not None:
        yield act.ReturnFire(number, best[0], best[1])  # type: ignore[arg-type]
    near = distances.nearest_points(footprint(state, number), footprint(state, frame.unit))[1]
    yield act.ReturnFire(number, to_place(near))


def joins(click: Click) -> Iterator[Any]:
    """Joining in straight at the clicked enemy (MN-HTH-02, MN-HTH-05)."""
    unit = click.unit
    action_type = act.BreakSquare if unit.formation == "solid_square" else act.Join
    for foe in click.foes:
        enemy = click.state.units[foe]
        yield action_type(click.number, foe, bearing_of(enemy.x - unit.x, enemy.y - unit.y))


def break_throughs(click: Click) -> Iterator[Any]:
    """Charges at the clicked enemy, rally moves to the place, a stop facing it.

    Source: MN-BREAK-04, MN-BREAK-05, MN-BREAK-06, MN-BREAK-07, MN-BREAK-08.
    """
    unit, number = click.unit, click.number
    if unit.where == "table":
        over = break_through.charges_over_bridges(click.state, number)
        yield from (charge for charge in over if charge.target in click.foes or charge.bridge == click.feature)
    for foe in click.foes:
        enemy = click.state.units[foe]
        yield act.BreakCharge(number, foe, _at_most(unit, bearing_of(enemy.x - unit.x, enemy.y - unit.y)))
    if click.place is None or unit.where != "table":
        return
    yield from _rally_moves(click, unit.facing, "rally_forward", lambda travel: act.RallyForward(number, travel))
    back = (unit.facing + _HALF) % FULL
    yield from _rally_moves(click, back, "rally_back", lambda travel: act.RallyBack(number, travel))
    x, y = click.place[0] - unit.x, click.place[1] - unit.y
    yield act.StopAndRally(number, unit.facing if click.here else _at_most(unit, bearing_of(x, y)))


def _rally_moves(click: Click, bearing: int, travel: Any, action_for: Callable[[int], Any]) -> Iterator[Any]:
    """The rally move that ends nearest to the clicked place."""
    assert click.place is not None  # noqa: S101
    least, most = break_through.rally_range(click.state, click.number, travel)
    wanted = _along(click.unit, bearing, click.place, least, most)
    if wanted == least and click.here:
        return
    for each in _nearest(wanted, least, most):
        if not isinstance(break_through.rally_path(click.state, action_for(each)), Refusal):
            yield action_for(each)
            return
    yield action_for(wanted)


def direct_attacks(click: Click) -> Iterator[Any]:
    """Charges and joining in against the clicked enemy, which belong to other phases."""
    yield from joins(click)
    unit = click.unit
    for foe in click.foes:
        enemy = click.state.units[foe]
        yield act.BreakCharge(click.number, foe, _at_most(unit, bearing_of(enemy.x - unit.x, enemy.y - unit.y)))


def _along(unit: Unit, bearing: int, place: Place, least: int, most: int) -> int:
    """Distance along a bearing to the point nearest to a place, between ``least`` and ``most``."""
    sine, cosine = DIRECTIONS[bearing]
    return max(least, min(most, ((place[0] - unit.x) * sine + (place[1] - unit.y) * cosine) // SCALE))


def _at_most(unit: Unit, bearing: int) -> int:
    """A bearing, or the nearest one that a unit may turn to before a charge."""
    turn = turn_between(unit.facing, bearing)
    return (unit.facing + max(-_MOST_TURN, min(_MOST_TURN, turn))) % FULL


def _nearest(wanted: int, least: int, most: int) -> list[int]:
    """Lengths from ``least`` to ``most`` in steps of 1 cm from ``wanted``, the nearest to it first."""
    return sorted({*range(wanted, most + 1, CM), *range(wanted, least - 1, -CM)}, key=lambda each: abs(each - wanted))
