"""Sentences on set-up, initiative, command, manoeuvres, charges, reactions, losses and the end; the score; hints."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt
from typing import Any, Final

from battles.engine.core import Outcome, SideId, Tally
from battles.engine.odds import percent
from battles.engine.words import capitalized, verb, with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.command.initiative import NAMED_RULE
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.state import NONE, State, Step, other
from battles.rules.mini_nap.tables import COMMANDERS, FORMATIONS, FeatureKind
from battles.rules.mini_nap.terrain.features import feature_named
from battles.rules.mini_nap.victory import unit_losses
from battles.rules.mini_nap.words import names as say
from battles.rules.mini_nap.words.names import count

VERBS = {
    "advance": ("advances", "MN-MOVE-13"),
    "side_step": ("side-steps", "MN-SIDE-01"),
    "step_back": ("steps back", "MN-BACK-01"),
    "oblique": ("moves obliquely", "MN-OBLIQUE-01"),
    "inch": ("moves slowly", "MN-SQUARE-01"),
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


HINTS: Final[dict[Step, str]] = {
    "edges": "Choose the edge of the table that your army comes from.",
    "deployment": "Choose a unit and a place in your zone, or let the computer deploy your army.",
    "arrival": "These troops arrive now: choose a unit, then a place where it comes on.",
    "choose": "One Brigade acts at a time: choose the one that moves and fires now.",
    "command": "Commanders of Divisions and Corps keep units near them in command. Move them, or finish at once.",
    "manoeuvre": "Choose a unit that is marked, then a place on the table; each may move once. Then finish.",
    "fire": "Choose a unit with an enemy in range, then that enemy. Finish when nobody can fire.",
    "hand_to_hand": "Units in contact fight now: choose what the table offers.",
    "break_active": "The winners of a fight may ride on: choose what each of them does.",
    "break_passive": "The winners of a fight may ride on: choose what each of them does.",
}


def hint(state: State) -> str:
    """What the deciding side does in the present step; ``""`` while a decision on the way is pending."""
    return "" if state.stack else HINTS.get(state.step, "")


def score(state: State) -> str:
    """``Blue has lost 2 of 15 units; Red has lost 4 of 15 units``."""
    return capitalized("; ".join(_side(state, side) for side in ("a", "b")))


def _side(state: State, side: SideId) -> str:
    lost, start = unit_losses(state, side)
    return f"{say.side_verb(state, side, 'has', 'have')} lost {lost} of {count(start, 'unit')}"


def result(state: State, side: SideId) -> str:
    """``with 2 of 16 units gone (12.5 %) against 4 of 16 (25 %)`` (MN-RULING-60); ``""`` before the end."""
    if state.outcome is None:
        return ""
    lost, start = unit_losses(state, side)
    enemy_lost, enemy_start = unit_losses(state, other(side))
    shares = percent(Fraction(lost, start)), percent(Fraction(enemy_lost, enemy_start))
    return (
        f"with {lost} of {count(start, 'unit')} gone ({shares[0]}) against {enemy_lost} of {enemy_start} ({shares[1]})"
    )


def length(state: State) -> int:
    """The number of turns of the battle (MN-RULING-60)."""
    return state.setup.rules.options.turn_limit


def tally(state: State) -> Tally:
    """Turns started; by side, units lost (MN-RULING-60), strength points on the table and in play, stands removed."""
    on_table, in_play = {"a": 0, "b": 0}, {"a": 0, "b": 0}
    for unit in state.units:
        if unit.where == "table":
            on_table[unit.side] += unit.points
        if unit.where not in _GONE:
            in_play[unit.side] += min(unit.points, unit.start)
    removed = [stand.side for stand in state.stands if stand.where == "removed"]
    return Tally(
        state.turn,
        {side: unit_losses(state, side)[0] for side in ("a", "b")},
        on_table,
        in_play,
        {side: removed.count(side) for side in ("a", "b")},
    )


_COMMAND = {"cautious": "cautious (a test before a charge)", "out": "out of command (no charge, a test before fire)"}

_FEATURES: dict[FeatureKind, tuple[str, str]] = {
    "stream": ("stream", "streams"),
    "road": ("road", "roads"),
    "bridge": ("bridge", "bridges"),
    "ford": ("ford", "fords"),
    "contour": ("contour", "contours"),
    "hill": ("hill", "hills"),
    "village": ("village", "villages"),
    "wood": ("wood", "woods"),
    "rough": ("piece of rough ground", "pieces of rough ground"),
    "bog": ("bog", "bogs"),
}
"""Singular and plural of features placed by dice."""

_ENDS = {
    "army_break": (
        "{loser} lost more units than allowed",
        "both sides lost more units than allowed",
    ),
    "turn_limit": (
        "the last Turn is over, and {loser} lost the larger share of units",
        "the last Turn is over, and both sides lost the same share of units",
    ),
    "no_units": ("{loser} had no unit left", "neither side had a unit left"),
}
"""Reason why a battle ends, with a loser and without (MN-RULING-60)."""

_GONE = {
    "destroyed": "is destroyed",
    "retreated": "leaves the table",
    "lost": "is lost",
}


def ratings_thrown(state: State, event: happened.RatingsThrown) -> str:
    verb = " is" if len(event.ratings) == 1 else ""
    rated = [f"{say.stand(state, number)}{verb} {COMMANDERS[rating].word}" for number, rating in event.ratings]
    how = f"the dice were {say.faces(event.rolls)}" if event.rolls else ""
    all_rated = say.joined(rated) if verb else f"the commanders are rated: {say.joined(rated)}"
    return say.sentence_of(all_rated, how, rules=("MN-CMD-61",))


def terrain_laid(state: State, event: happened.TerrainLaid) -> str:
    kinds = Counter(each.kind for each in event.features)
    features = [say.count(number, *_FEATURES[kind]) for kind, number in kinds.items()]
    return say.sentence_of(f"the dice place {say.joined(features) or 'open ground only'}", rules=("MNT-RULING-33",))


def deployment_thrown(state: State, event: happened.DeploymentThrown) -> str:
    totals = _roll_totals(event.winner, event.throws)
    return say.sentence_of(
        f"{say.side_verb(state, event.winner, 'wins', 'win')} the choice of edges: {totals}", rules=("MN-RULING-60",)
    )


def deployment_began(state: State, event: happened.DeploymentBegan) -> str:
    lower, upper = event.edges
    first = f"{say.side_verb(state, event.first, 'deploys', 'deploy')} first"
    edges = f"{say.side_verb(state, lower, 'has', 'have')} the lower edge, {say.side(state, upper)} the upper"
    return say.sentence_of(edges, first, rules=("MN-RULING-60",))


def placed(state: State, event: happened.Placed) -> str:
    how = f"{say.in_formation(event.formation)}, facing {say.bearing(event.facing)}"
    verb = "is deployed" if state.turn == 0 else "comes on"
    return say.sentence_of(f"{say.unit_does(state, event.unit, verb)} {how}", rules=("MN-RULING-60",))


def initiative_gained(state: State, event: happened.InitiativeGained) -> str:
    words = f"{say.side_verb(state, event.side, 'has', 'have')} the initiative"
    if event.throws:
        words += f": {_roll_totals(event.side, event.throws)}"
    elif event.rule == NAMED_RULE:
        words = f"the scenario gives {say.side(state, event.side)} the first initiative"
    else:
        idle = say.side_verb(state, other(event.side), "has", "have")
        words = f"{idle} no Brigades left to activate, so {words}"
    return say.sentence_of(words, rules=(event.rule, "MN-SEQ-11"))


def markers_cleared(state: State, event: happened.MarkersCleared) -> str:
    won = f"{say.side_verb(state, event.side, 'wins', 'win')} with no Brigade left"
    words = f"{won}: {_roll_totals(event.side, event.throws)}"
    return say.sentence_of(words, "both sides roll again", rules=("MN-RULING-20",))


def _roll_totals(winner: SideId, rolls: tuple[tuple[int, int], ...]) -> str:
    """``8 to 8, then 9 to 6 on the dice``: totals, those of ``winner`` first; tied rolls come first."""
    return f"{', then '.join(f'{a} to {b}' if winner == 'a' else f'{b} to {a}' for a, b in rolls)} on the dice"


def brigade_chosen(state: State, event: happened.BrigadeChosen) -> str:
    name = say.brigade(state, event.brigade)
    return say.sentence_of(f"{say.side_verb(state, state.active, 'chooses', 'choose')} {name}", rules=("MN-SEQ-02",))


def division_chosen(state: State, event: happened.DivisionChosen) -> str:
    name, far = say.division(state, event.division), say.cm(event.allowance)
    goes = f"{name} makes a Division manoeuvre: {far}, no closer to the enemy than {say.cm(event.standoff)}"
    return say.sentence_of(goes, rules=("MN-DIVMAN-01", "MN-DIVMAN-02"))


def command_checked(state: State, event: happened.CommandChecked) -> str | None:
    """The units that are cautious or out of command, or a sentence that all are; guns never charge (MN-ART-01)."""
    units = state.units
    checked = [(n, each) for n, each in event.checked if each == "out" or units[n].formation != "battery"]
    parts = [
        f"{words}: {say.units(state, numbers)}"
        for command, words in _COMMAND.items()
        if (numbers := [number for number, each in checked if each == command])
    ]
    if not event.checked:
        return None
    return say.sentence_of(
        "; ".join(parts) if parts else "all its units are in command", rules=("MN-CMD-12", "MN-CMD-13", "MN-CMD-14")
    )


def stand_placed(state: State, event: happened.StandPlaced) -> str:
    verb, rule = {
        "deployed": ("is deployed", "MN-RULING-60"),
        "moved": ("moves", "MN-CMD-01"),
        "evaded": ("evades", "MN-CMD-42"),
        "detached": ("detaches", "MN-CMD-32"),
        "shifted": ("makes room", "MN-INTERPEN-05"),
    }[event.how]
    return say.sentence_of(f"{say.stand(state, event.stand)} {verb}", rules=(rule,))


def stand_attached(state: State, event: happened.StandAttached) -> str:
    joins = f"{say.stand(state, event.stand)} joins {say.unit(state, event.unit)}"
    return say.sentence_of(joins, rules=("MN-CMD-31",))


def stand_removed(state: State, event: happened.StandRemoved) -> str:
    name = say.stand(state, event.stand)
    how = {"MN-CMD-40": "is overrun", "MN-CMD-42": "has no place to evade to and is removed"}.get(event.rule, "is lost")
    return say.sentence_of(f"{name} {how}", rules=(event.rule,))


def gone(state: State, event: happened.Gone) -> str:
    words = say.units_do(state, event.units, _GONE.get(event.where, "is gone"))
    if event.rule == "MN-LOSS-02" and any(state.units[number].points == 1 for number in event.units):
        words += ": a formed unit does not last with 1 strength point"
    return say.sentence_of(words, rules=(event.rule,))


def hit(state: State, event: happened.Hit) -> str:
    takes = f"{say.unit_does(state, event.unit, 'takes')} {say.count(event.hits, 'hit')}"
    return say.sentence_of(f"{takes}: {say.points(event.points)} left", rules=(event.rule,))


def marked(state: State, event: happened.Marked) -> str | None:
    """Sentences for markers on the table; None for other notes about a unit."""
    name = say.unit(state, event.unit)
    if event.blue == "disorder":
        disordered = say.unit_does(state, event.unit, "is disordered")
        return say.sentence_of(disordered, rules=(event.rule, "MN-MARKER-01"))
    if event.white:
        return say.sentence_of(f"{name} may break through", rules=(event.rule, "MN-MARKER-03"))
    if event.crew_in is not None and event.crew_in >= 0:
        refuge = say.unit(state, event.crew_in)
        return say.sentence_of(f"the crew of {name} flees into the square of {refuge}", rules=(event.rule,))
    if event.crew_in is not None:
        return say.sentence_of(say.unit_does(state, event.unit, "is manned again"), rules=(event.rule,))
    if event.stood:
        return say.sentence_of(say.unit_does(state, event.unit, "stands"), rules=(event.rule,))
    return None


def turn_ended(state: State, event: happened.TurnEnded) -> str:
    return say.sentence_of(f"turn {state.turn} ends: all markers are removed", rules=("MN-SEQ-09",))


def ended(state: State, event: happened.Ended) -> str:
    outcome = event.outcome
    result = "the battle is a draw" if outcome.winner is None else f"{say.side(state, outcome.winner)} won"
    return say.sentence_of(f"{result}: {why_ended(state, outcome)}", rules=(outcome.rule,))


def why_ended(state: State, outcome: Outcome) -> str:
    """The reason why the battle is over."""
    one, both = _ENDS.get(outcome.reason, (outcome.reason, outcome.reason))
    return both if outcome.winner is None else one.format(loser=say.side(state, other(outcome.winner)))
