"""Answers that a player might think of who points at the table: reactions, escapes, fire in return, break-throughs."""

from collections.abc import Callable, Iterator
from typing import Any

from battles.engine.core import Refusal
from battles.engine.table import measures
from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE, Place, bearing_of, to_place, turn_between
from battles.engine.table.lines import spot
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming, allowances, breaking_ways, escaping, onward, paths, reacting
from battles.rules.mini_nap.board import footprint
from battles.rules.mini_nap.frames import Contact, Course, Shot
from battles.rules.mini_nap.pointed import Pointed
from battles.rules.mini_nap.squares import ANCHORS
from battles.rules.mini_nap.state import NONE, Unit
from battles.rules.mini_nap.tables import CM, DEGREE, MOST_CHARGE_TURN

_HALF = FULL // 2
_MOST_TURN = MOST_CHARGE_TURN * DEGREE


def opportunities(pointed: Pointed) -> Iterator[act.OpportunityCharge]:
    """A charge at whoever is on its way, at the point of the way that is nearest to a place (MN-REACT-60)."""
    state, number, course, unit = pointed.state, pointed.number, pointed.state.stack[-1], pointed.unit
    if not isinstance(course, Course) or not course.legs or unit.where != "table":
        return
    leg, mover = course.legs[0], state.units[course.unit]
    start = mover.x, mover.y
    end = paths.at_end(state, mover, leg, leg.travel)
    goal = start if pointed.place is None or pointed.here else pointed.place
    wanted = 0 if start == end else min(leg.travel, spot((start, end), goal)[0])
    part = reacting.part_of(state, number, course)
    if part is not None and reacting.refuse_unit(state, number, course) is None:
        for at in _nearest(max(part[0], min(part[1], wanted)), *part):
            found = reacting.best(state, number, course, at)
            if found is not None:
                yield found
                break
    yield act.OpportunityCharge(number, wanted, bearing_of(mover.x - unit.x, mover.y - unit.y))


def onwards(pointed: Pointed) -> Iterator[act.GoOn]:
    """As much more of its way as brings a unit nearest to a place, or none (MN-RULING-69)."""
    state = pointed.state
    course = onward.course_of(state)
    if pointed.number != course.unit:
        return
    if pointed.place is None:
        yield act.GoOn(onward.left(course))
        return
    x, y = pointed.place

    def away(travel: int) -> int:
        there = onward.stopped(state, course, travel)
        return (there.x - x) ** 2 + (there.y - y) ** 2

    most = onward.left(course)
    steps = (most, *range(0, most, CM // 2))
    legal = [travel for travel in steps if onward.refuse_stop(state, course, travel) is None]
    yield act.GoOn(min(legal, key=away))


def defenders(pointed: Pointed) -> Iterator[act.NameDefender]:
    """The unit that is pointed from or at (MNT-BRIDGE-03)."""
    yield from (act.NameDefender(each) for each in (pointed.number, *pointed.friends) if each != NONE)


def contacts(pointed: Pointed) -> Iterator[Any]:
    """What the unit that was charged does, or its charger before a square."""
    frame = pointed.state.stack[-1]
    if not isinstance(frame, Contact):
        return
    if pointed.number == frame.charger:
        yield from _feints(pointed)
    elif pointed.number == frame.target:
        yield from _escapes(pointed, frame)


def _feints(pointed: Pointed) -> Iterator[Any]:
    """The test, and the ride back to a place (MN-REACT-50, 51)."""
    unit = pointed.unit
    yield from (act.Feint(), act.Stay())
    if pointed.place is None or pointed.here:
        return
    least, most = allowances.reach(pointed.state, "feint")
    travel = _along(unit, (unit.facing + _HALF) % FULL, pointed.place, least, most)
    yield act.FeintBack(travel, unit.facing)
    turned = _at_most(unit, bearing_of(pointed.place[0] - unit.x, pointed.place[1] - unit.y))
    if turned != unit.facing:
        yield act.FeintBack(travel, turned)


def _escapes(pointed: Pointed, frame: Contact) -> Iterator[Any]:
    """To stand, to get away as far as a place, to a square (MN-REACT-03, 10, 20, 30, 40)."""
    state, unit = pointed.state, pointed.unit
    if pointed.place is not None and not pointed.here and not pointed.foes:
        yield from (act.FleeToSquare(each) for each in pointed.friends)
        least, most = allowances.reach(state, escaping.reach_act(state, pointed.number))
        for turn in escaping.may_turn(state, frame):
            bearing = (unit.facing + _HALF) % FULL if turn else unit.facing
            travel = _along(unit, bearing, pointed.place, least, most)
            yield act.Flee(travel, turn) if frame.stage == "flight" else act.FallBack(travel, turn)
    yield from (act.Stay(), act.LimberAndFlee())
    yield from (act.EmergencySquare(each) for each in ANCHORS.get(unit.formation, ()))  # type: ignore[arg-type]


def shots(pointed: Pointed) -> Iterator[Any]:
    """Suppression of the battery that fires, and fire in return at whoever has fired (MN-FIRE-50, 60)."""
    state, number, frame = pointed.state, pointed.number, pointed.state.stack[-1]
    aimed = isinstance(frame, Shot) and (pointed.here or frame.unit in pointed.foes)
    if not isinstance(frame, Shot) or not aimed or pointed.unit.where != "table":
        return
    if frame.stage == "suppress":
        yield act.Suppress(number, (frame.unit,))
    best = aiming.best(state, number, frame.unit)
    if best is not None:
        yield act.ReturnFire(number, best[0], best[1])  # type: ignore[arg-type]
    near = measures.nearest_points(footprint(state, number), footprint(state, frame.unit))[1]
    yield act.ReturnFire(number, to_place(near))


def joins(pointed: Pointed) -> Iterator[Any]:
    """Straight at an enemy (MN-HTH-02, 05)."""
    unit = pointed.unit
    made = act.BreakSquare if unit.formation == "solid_square" else act.Join
    for foe in pointed.foes:
        enemy = pointed.state.units[foe]
        yield made(pointed.number, foe, bearing_of(enemy.x - unit.x, enemy.y - unit.y))


def break_throughs(pointed: Pointed) -> Iterator[Any]:
    """A charge at an enemy, a rally movement to a place, a turn towards it (MN-BREAK-04 to 08)."""
    unit, number = pointed.unit, pointed.number
    for foe in pointed.foes:
        enemy = pointed.state.units[foe]
        yield act.BreakCharge(number, foe, _at_most(unit, bearing_of(enemy.x - unit.x, enemy.y - unit.y)))
    if pointed.place is None or unit.where != "table":
        return
    yield from _rallied(pointed, unit.facing, "rally_forward", lambda travel: act.RallyForward(number, travel))
    back = (unit.facing + _HALF) % FULL
    yield from _rallied(pointed, back, "rally_back", lambda travel: act.RallyBack(number, travel))
    x, y = pointed.place[0] - unit.x, pointed.place[1] - unit.y
    yield act.StopAndRally(number, unit.facing if pointed.here else _at_most(unit, bearing_of(x, y)))


def _rallied(pointed: Pointed, bearing: int, travel: Any, made: Callable[[int], Any]) -> Iterator[Any]:
    """The rally movement that leads nearest to a place."""
    assert pointed.place is not None  # noqa: S101
    least, most = breaking_ways.reach_of(pointed.state, pointed.number, travel)
    wanted = _along(pointed.unit, bearing, pointed.place, least, most)
    if wanted == least and pointed.here:
        return
    for each in _nearest(wanted, least, most):
        if not isinstance(breaking_ways.rally(pointed.state, made(each)), Refusal):
            yield made(each)
            return
    yield made(wanted)


def plain(pointed: Pointed) -> Iterator[Any]:
    """Ways at whoever is pointed at that have their own time."""
    yield from joins(pointed)
    unit = pointed.unit
    for foe in pointed.foes:
        enemy = pointed.state.units[foe]
        yield act.BreakCharge(pointed.number, foe, _at_most(unit, bearing_of(enemy.x - unit.x, enemy.y - unit.y)))


def _along(unit: Unit, bearing: int, place: Place, least: int, most: int) -> int:
    """How far along a bearing a unit comes beside a place, within a least and a most."""
    sine, cosine = DIRECTIONS[bearing]
    return max(least, min(most, ((place[0] - unit.x) * sine + (place[1] - unit.y) * cosine) // SCALE))


def _at_most(unit: Unit, bearing: int) -> int:
    """A bearing, or the nearest to it that a unit may turn to before a charge."""
    turn = turn_between(unit.facing, bearing)
    return (unit.facing + max(-_MOST_TURN, min(_MOST_TURN, turn))) % FULL


def _nearest(wanted: int, least: int, most: int) -> list[int]:
    """Lengths between two ends in whole centimetres from one that is wanted, the nearest to it first."""
    return sorted({*range(wanted, most + 1, CM), *range(wanted, least - 1, -CM)}, key=lambda each: abs(each - wanted))
