"""A unit's plan in words: its steps, its movement, and the steps after it."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.frames import Change
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import FORMATIONS

_PLACES: Final = {
    "": "",
    "left": "to its left",
    "right": "to its right",
    "front": "before it",
    "rear": "behind it",
}


def plan(state: State, action: act.Manoeuvre) -> str:
    """``33rd Foot: advance 6.5 cm, then turn to face north-east (45°)``."""
    return f"{say.unit(state, action.unit)}: {', then '.join(_steps(state, action)) or 'stand still'}"


def _steps(state: State, action: act.Manoeuvre) -> Iterator[str]:
    if action.leave:
        yield "defend no longer"
    yield from _free(action.before)
    if action.move is not None:
        yield _MOVES[type(action.move)](state, action.move)
    yield from _free(action.after)
    if action.defend:
        yield f"defend {say.feature(state, action.defend)}"


def _free(pre: act.Pre) -> Iterator[str]:
    """The steps on one side of a movement, in their order."""
    found = [*([] if pre.change is None else [change(pre.change)]), *_turns(pre)]
    yield from found if pre.change_first else (*found[1:], *found[:1])


def _turns(pre: act.Pre) -> Iterator[str]:
    turn = [f"turn to face {say.bearing(pre.pivot)}"] if pre.pivot is not None else []
    turn += ["face about"] if pre.about_face else []
    if turn:
        yield " and ".join(turn)


def change(wanted: Change) -> str:
    """``form column on its left stand, the other behind it``."""
    told = f"form {FORMATIONS[wanted.to].word}"
    if wanted.anchor:
        told += f" on its {wanted.anchor} stand"
    if wanted.side:
        told += f", the other {_PLACES[wanted.side]}"
    return told if wanted.bearing is None else f"{told} facing {say.bearing(wanted.bearing)}"


def _oblique(_: State, move: act.Oblique) -> str:
    ways = [f"{say.cm(move.ahead)} ahead", f"{say.cm(move.aside)} to the {move.side}"]
    return f"move obliquely, {' and '.join(reversed(ways) if move.aside_first else ways)}"


def _redeploy(_: State, move: act.Redeploy) -> str:
    return f"redeploy {say.cm(move.travel)} {say.bearing(move.bearing)}, to face {say.bearing(move.facing)}"


def _road(state: State, move: act.RoadMove) -> str:
    which = "back along" if move.back else "along"
    return f"march {say.cm(move.travel)} {which} {say.feature(state, move.road)}"


def _cross(state: State, move: act.CrossBridge) -> str:
    end = f"to {say.spot((move.x, move.y))}, facing {say.bearing(move.facing)}"
    return f"cross {say.feature(state, move.bridge)} {end}"


def _charge(state: State, move: act.Charge) -> str:
    over = f" over {say.feature(state, move.bridge)}" if move.bridge else ""
    return f"charge {say.unit(state, move.target)}{over}"


_MOVES: Final[dict[type, Callable[[State, Any], str]]] = {
    act.Advance: lambda _, move: f"advance {say.cm(move.travel)}",
    act.SideStep: lambda _, move: f"side-step {say.cm(move.travel)} to the {move.side}",
    act.StepBack: lambda _, move: f"step back {say.cm(move.travel)}",
    act.Oblique: _oblique,
    act.Inch: lambda _, move: f"inch {say.cm(move.travel)} {say.bearing(move.bearing)}",
    act.Prolong: lambda _, move: f"prolong {say.cm(move.travel)} {'back' if move.back else 'forward'}",
    act.Redeploy: _redeploy,
    act.RoadMove: _road,
    act.CrossBridge: _cross,
    act.Charge: _charge,
    act.ExtendedCharge: lambda state, move: f"extend its charge and charge {say.unit(state, move.target)}",
}
