"""Sentences for manoeuvres, charges and reactions; planned manoeuvres in words."""

from collections.abc import Callable, Iterator
from math import isqrt
from typing import Any, Final

from battles.engine.words.verbs import verb, with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import FORMATIONS
from battles.rules.mini_nap.terrain.features import feature_named
from battles.rules.mini_nap.words import names as say

VERBS = {
    "advance": ("advances", "MN-MOVE-13"),
    "side_step": ("side-steps", "MN-SIDE-01"),
    "step_back": ("steps back", "MN-BACK-01"),
    "oblique": ("moves obliquely", "MN-OBLIQUE-01"),
    "inch": ("inches", "MN-SQUARE-01"),
    "prolong": ("prolongs", "MN-ART-02"),
    "redeploy": ("redeploys", "MN-ART-04"),
    "road_move": ("follows the road", "MNT-ROAD-03"),
    "cross_bridge": ("makes for the bridge", "MNT-BRIDGE-02"),
    "division": ("moves", "MN-DIVMAN-04"),
    "charge": ("charges", "MN-CHARGE-02"),
    "extension": ("presses on", "MN-EXTEND-03"),
    "opportunity": ("charges the moving enemy", "MN-REACT-64"),
    "counter": ("counter-charges", "MN-REACT-70"),
    "break_charge": ("charges again", "MN-BREAK-08"),
    "fall_back": ("falls back", "MN-REACT-11"),
    "flee": ("limbers up and flees", "MN-REACT-23"),
    "feint": ("rides back", "MN-REACT-51"),
    "rally_back": ("rallies back", "MN-BREAK-05"),
    "rally_forward": ("rallies forward", "MN-BREAK-07"),
    "join": ("joins in", "MN-HTH-02"),
}
"""Verb and rule of each kind of movement."""

TESTS = {
    "MN-CMD-20": "for caution",
    "MN-EXTEND-02": "to extend its charge",
    "MN-REACT-21": "to limber up and flee",
    "MN-REACT-42": "to form an emergency square",
    "MN-REACT-50": "to feint",
    "MN-REACT-64": "to charge the moving enemy",
    "MN-FIRE-06": "to fire without command",
    "MN-HTH-05": "to break out of its square",
}
"""Purpose of each quality test, after the word ``tests``."""


def moved(state: State, event: happened.Moved) -> str:
    does, rule = VERBS[event.travel]
    length = _length(event)
    if event.travel == "rally_forward" and not length:
        return say.sentence_of(say.unit_does(state, event.unit, "rallies on the spot"), rules=(rule,))
    words = say.unit_does(state, event.unit, does)
    if length or event.touched == NONE:
        words += f" {say.cm(length)}"
    rules = [rule]
    if event.touched != NONE:
        words += f" into contact with {say.unit(state, event.touched)}"
    if event.cost > length + 1:
        words += f", which takes {say.cm(event.cost)} of movement"
        rules.append("MNT-MOVE-01")
    return say.sentence_of(words, rules=rules)


def _length(event: happened.Moved) -> int:
    """The length of the path, rounded."""
    legs = zip(event.path, event.path[1:], strict=False)
    return sum(_root((to_x - x) ** 2 + (to_y - y) ** 2) for (x, y), (to_x, to_y) in legs)


def _root(square: int) -> int:
    root = isqrt(square)
    return root + (square - root * root > root)


def turned(state: State, event: happened.Turned) -> str:
    if event.about:
        return say.sentence_of(say.unit_does(state, event.unit, "faces about"), rules=("MN-TURN-03",))
    turns = say.unit_does(state, event.unit, f"turns to face {say.bearing(event.facing)}")
    return say.sentence_of(turns, rules=("MN-TURN-01",))


def reformed(state: State, event: happened.Reformed) -> str:
    forms = say.unit_does(state, event.unit, f"forms {FORMATIONS[event.formation].word}")
    return say.sentence_of(forms, rules=(event.rule,))


def defended(state: State, event: happened.Defended) -> str:
    feature = feature_named(state, event.feature)
    what = feature.word if feature else event.feature
    does = "defends" if event.holds else "stops defending"
    rule = "MNT-LANDMARK-03" if event.holds else "MNT-LANDMARK-06"
    if event.against != NONE:
        what, rule = f"{what} against {say.unit(state, event.against)}", "MNT-BRIDGE-03"
    return say.sentence_of(f"{say.unit_does(state, event.unit, does)} the {what}", rules=(rule,))


def tested(state: State, event: happened.Tested) -> str:
    why = TESTS.get(event.rule, "its quality")
    roll = f"{event.face} + {event.bonus}" if event.bonus else str(event.face)
    name, verdict = say.unit(state, event.unit), "passes" if event.passed else "fails"
    words = f"{with_verb(name, f'tests {why}')}, needing {event.needed}: rolled {roll} and {verb(name, verdict)}"
    return say.sentence_of(words, rules=(event.rule, "MN-RATE-07"))


_PLACES: Final = {
    "": "",
    "left": "to its left",
    "right": "to its right",
    "front": "in front of it",
    "rear": "behind it",
}


def plan(state: State, action: act.Manoeuvre) -> str:
    """``33rd Foot: advance 6.5 cm, then turn to face north-east (45°)``."""
    return f"{say.unit(state, action.unit)}: {', then '.join(_steps(state, action)) or 'stand still'}"


def _steps(state: State, action: act.Manoeuvre) -> Iterator[str]:
    if action.leave:
        yield "stop defending"
    yield from _free(action.before)
    if action.move is not None:
        yield _MOVES[type(action.move)](state, action.move)
    yield from _free(action.after)
    if action.defend:
        yield f"defend {say.feature(state, action.defend)}"


def _free(pre: act.FreeSteps) -> Iterator[str]:
    """The free steps before or after a movement, in order."""
    steps = [*([] if pre.change is None else [change(pre.change)]), *_turns(pre)]
    yield from steps if pre.change_first else (*steps[1:], *steps[:1])


def _turns(pre: act.FreeSteps) -> Iterator[str]:
    turn = [f"turn to face {say.bearing(pre.pivot)}"] if pre.pivot is not None else []
    turn += ["face about"] if pre.about_face else []
    if turn:
        yield " and ".join(turn)


def change(wanted: Change) -> str:
    """``form column on its left stand, the other behind it``."""
    words = f"form {FORMATIONS[wanted.to].word}"
    if wanted.anchor:
        words += f" on its {wanted.anchor} stand"
    if wanted.side:
        words += f", the other {_PLACES[wanted.side]}"
    return words if wanted.bearing is None else f"{words} facing {say.bearing(wanted.bearing)}"


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
