"""Candidate reactions, shots, joins and break-through moves for a click."""

from collections.abc import Callable, Iterator
from typing import Any

from battles.engine.core import Refusal
from battles.kits.open_table import distances
from battles.kits.open_table.bearings import DIRECTIONS, FULL, SCALE, Place, bearing_of, to_place, turn_between
from battles.kits.open_table.lines import spot
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.combat import break_through
from battles.rules.mini_nap.decisions import Contact, MoveInProgress, Shot
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.movement import paths, progress
from battles.rules.mini_nap.positions import footprint
from battles.rules.mini_nap.reactions import escape, opportunity_charge
from battles.rules.mini_nap.reactions.charge_answers import ANCHORS
from battles.rules.mini_nap.state import NONE, Unit
from battles.rules.mini_nap.tables import CM, DEGREE, MOST_CHARGE_TURN
from battles.rules.mini_nap.ui.keys import Click

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
