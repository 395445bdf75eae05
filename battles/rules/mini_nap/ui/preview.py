"""State after an action up to the first die, if the enemy does not react; and where a unit then stands."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Refusal, SideId
from battles.engine.dice import DiceNeeded, RecordedDice
from battles.kits.open_table.footprints import FULL, Place
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.decisions import DefenderChoice, Leg, MoveInProgress, StandEvasion
from battles.rules.mini_nap.movement import formation, manoeuvre_plan, paths
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.terrain import features, landmarks


def actor_side(state: State, action: Any) -> SideId:
    """The side that may do an action now; ``""`` if none may."""
    return next((side for side in turn.deciders(state) if turn.refuse(state, side, action) is None), "")


def preview_state(state: State, side: SideId, action: Any) -> State:
    """State after a legal action of ``side``, up to the first die or the first answer to a charge.

    During the move no enemy reacts, and enemy stands in its path are removed.
    """
    play = Resolution(state, RecordedDice(()))
    try:
        if isinstance(action, turn.INTERRUPTS):
            turn.perform_interrupt(play, action)
        else:
            turn.current_handler(state).perform(play, side, action)
        _finish_moves(play)
    except DiceNeeded:
        pass
    return play.state


def _finish_moves(play: Resolution) -> None:
    """Carry every move in progress to its end."""
    while isinstance(frame := play.frame, MoveInProgress | StandEvasion | DefenderChoice):
        if isinstance(frame, DefenderChoice):
            play.close()
        elif isinstance(frame, StandEvasion):
            play.close()
            play.tell(happened.StandRemoved(stand=frame.stand, rule="MN-CMD-42"))
        elif frame.legs and frame.asked_to < 0:
            play.go_on(replace(frame, window=False, asked_to=frame.legs[0].travel))
        else:
            turn.current_handler(play.state).proceed(play)


def bends_of(state: State, action: Any) -> Iterator[Place]:
    """The places at which the path of a legal action turns, between its ends; the path is the one of its legality."""
    if isinstance(action, act.MoveStand):
        yield from action.points[:-1]
    if not isinstance(action, act.Manoeuvre):
        return
    planned = manoeuvre_plan.plan_manoeuvre(state, action)
    if isinstance(planned, Refusal):
        return
    here = planned.ready
    for leg in planned.legs[:-1]:
        x, y = paths.place_after(state, here, leg, leg.travel)
        here = replace(here, x=x, y=y, facing=leg.facing)
        yield x, y


QUARTER: Final = FULL // 4
HALF: Final = FULL // 2


def after_manoeuvre(state: State, action: act.Manoeuvre) -> Unit:
    """The unit after a complete manoeuvre (MN-MAN-02)."""
    rules = state.setup.rules
    ready = after_steps(rules, state.units[action.unit], action.before)
    there = ready if action.move is None else _after_move(state, action.unit, ready, action.move)
    last = after_steps(rules, there, action.after)
    feature = features.feature_named(state, action.defend) if action.defend else None
    if feature is None:
        return last
    return landmarks.square_on(last, feature.feature)


def after_steps(rules: Rules, unit: Unit, pre: act.FreeSteps) -> Unit:
    """A unit after free steps (MN-MAN-03, MN-MAN-04)."""
    for kind in ("change", "turn") if pre.change_first else ("turn", "change"):
        if kind == "change" and pre.change is not None:
            unit = formation.after_change(rules, unit, pre.change)
        elif kind == "turn" and pre.about_face:
            unit = formation.after_about_face(unit)
        elif kind == "turn" and pre.pivot is not None:
            unit = formation.after_pivot(unit, pre.pivot)
    return unit


def _after_move(state: State, number: int, ready: Unit, move: Any) -> Unit:
    """A unit after its movement; unchanged if its path depends on others and there is none."""
    legs = _LEGS.get(type(move))
    if legs is None:
        path = manoeuvre_plan.movement_path(state, number, ready, move)
        return ready if isinstance(path, Refusal) else path.arrived
    for leg in legs(ready, move):
        x, y = paths.place_after(state, ready, leg, leg.travel)
        ready = replace(ready, x=x, y=y)
    return replace(ready, facing=move.facing) if isinstance(move, act.Redeploy) else ready


def _leg(bearing: int, travel: int, facing: int) -> Leg:
    return Leg(bearing % FULL, travel, facing)


def _aside(side: str) -> int:
    return QUARTER if side == "right" else -QUARTER


def _oblique(unit: Unit, move: act.Oblique) -> tuple[Leg, ...]:
    ahead = _leg(unit.facing, move.ahead, unit.facing)
    aside = _leg(unit.facing + _aside(move.side), move.aside, unit.facing)
    return (aside, ahead) if move.aside_first else (ahead, aside)


_LEGS: Final[dict[type[Any], Callable[[Unit, Any], tuple[Leg, ...]]]] = {
    act.Advance: lambda unit, move: (_leg(unit.facing, move.travel, unit.facing),),
    act.SideStep: lambda unit, move: (_leg(unit.facing + _aside(move.side), move.travel, unit.facing),),
    act.StepBack: lambda unit, move: (_leg(unit.facing + HALF, move.travel, unit.facing),),
    act.Oblique: _oblique,
    act.Inch: lambda unit, move: (_leg(move.bearing, move.travel, unit.facing),),
    act.Prolong: lambda unit, move: (_leg(unit.facing + (HALF if move.back else 0), move.travel, unit.facing),),
    act.Redeploy: lambda unit, move: (_leg(move.bearing, move.travel, move.bearing),),
}
"""Legs of each movement that does not depend on other units."""
