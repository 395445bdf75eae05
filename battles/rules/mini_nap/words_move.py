"""Manoeuvres, charges and reactions in sentences."""

from math import isqrt

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.ground import named
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import FORMATIONS

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
"""What each movement is called, and its rule."""

TESTS = {
    "MN-CMD-20": "to dare it",
    "MN-EXTEND-02": "to extend its charge",
    "MN-REACT-21": "to limber up and flee",
    "MN-REACT-42": "to form an emergency square",
    "MN-REACT-50": "to feint",
    "MN-REACT-64": "to charge the moving enemy",
    "MN-FIRE-06": "to fire without command",
    "MN-HTH-05": "to break out of its square",
}
"""What a quality test is for."""


def moved(state: State, event: happened.Moved) -> str:
    verb, rule = VERBS[event.travel]
    length = _length(event)
    told = f"{say.unit(state, event.unit)} {verb}"
    if length or event.touched == NONE:
        told += f" {say.cm(length)}"
    rules = [rule]
    if event.cost > length + 1:
        told += f", which takes {say.cm(event.cost)} of movement"
        rules.append("MNT-MOVE-01")
    if event.touched != NONE:
        told += f" into contact with {say.unit(state, event.touched)}"
    return say.sentence_of(told, rules=rules)


def _length(event: happened.Moved) -> int:
    """The length of the way, to the nearest unit."""
    legs = zip(event.path, event.path[1:], strict=False)
    return sum(_root((to_x - x) ** 2 + (to_y - y) ** 2) for (x, y), (to_x, to_y) in legs)


def _root(square: int) -> int:
    root = isqrt(square)
    return root + (square - root * root > root)


def turned(state: State, event: happened.Turned) -> str:
    name = say.unit(state, event.unit)
    if event.about:
        return say.sentence_of(f"{name} faces about", rules=("MN-TURN-03",))
    return say.sentence_of(f"{name} turns to face {say.bearing(event.facing)}", rules=("MN-TURN-01",))


def reformed(state: State, event: happened.Reformed) -> str:
    forms = f"{say.unit(state, event.unit)} forms {FORMATIONS[event.formation].word}"
    return say.sentence_of(forms, rules=(event.rule,))


def defended(state: State, event: happened.Defended) -> str:
    found = named(state, event.feature)
    what = found.word if found else event.feature
    verb = "defends" if event.holds else "no longer defends"
    rule = "MNT-LANDMARK-03" if event.holds else "MNT-LANDMARK-06"
    if event.against != NONE:
        what, rule = f"{what} against {say.unit(state, event.against)}", "MNT-BRIDGE-03"
    return say.sentence_of(f"{say.unit(state, event.unit)} {verb} the {what}", rules=(rule,))


def tested(state: State, event: happened.Tested) -> str:
    why = TESTS.get(event.rule, "its quality")
    thrown = f"{event.face} + {event.bonus}" if event.bonus else str(event.face)
    verdict = "passes" if event.passed else "fails"
    told = f"{say.unit(state, event.unit)} tests {why}, needing {event.needed}: threw {thrown} and {verdict}"
    return say.sentence_of(told, rules=(event.rule, "MN-RATE-07"))
