"""Where an action would leave the unit that acts, whether it may be done or not, if nobody interferes."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table.bearings import FULL
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import ground, landmarks, movements, paths, steps
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import State, Unit

QUARTER: Final = FULL // 4
HALF: Final = FULL // 2


def after_manoeuvre(state: State, action: act.Manoeuvre) -> Unit:
    """The unit of a manoeuvre after the whole of it (MN-MAN-02)."""
    rules = state.setup.rules
    ready = after_steps(rules, state.units[action.unit], action.before)
    there = ready if action.move is None else _moved(state, action.unit, ready, action.move)
    last = after_steps(rules, there, action.after)
    found = ground.named(state, action.defend) if action.defend else None
    if found is None:
        return last
    return landmarks.in_square_on(last, found.feature)


def after_steps(rules: Rules, unit: Unit, pre: act.Pre) -> Unit:
    """A unit after free steps (MN-MAN-03, 04)."""
    for kind in ("change", "turn") if pre.change_first else ("turn", "change"):
        if kind == "change" and pre.change is not None:
            unit = steps.changed(rules, unit, pre.change)
        elif kind == "turn" and pre.about_face:
            unit = steps.faced_about(unit)
        elif kind == "turn" and pre.pivot is not None:
            unit = steps.pivoted(unit, pre.pivot)
    return unit


def _moved(state: State, number: int, ready: Unit, move: Any) -> Unit:
    """A unit after its movement; one whose way depends on others stays where there is none."""
    legs = _LEGS.get(type(move))
    if legs is None:
        found = movements.way(state, number, ready, move)
        return ready if isinstance(found, Refusal) else found.arrived
    for leg in legs(ready, move):
        x, y = paths.at_end(state, ready, leg, leg.travel)
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
"""The way of a movement that depends on nobody else."""
