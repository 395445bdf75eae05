"""Sentences for set-up, initiative, command, losses and the end of the battle; the score; hints for beginners."""

from collections import Counter
from typing import Final

from battles.engine.core import Outcome, SideId, Tally
from battles.engine.words.sides import capitalized
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.command.initiative import NAMED_RULE
from battles.rules.mini_nap.state import Command, State, Step, other
from battles.rules.mini_nap.tables import COMMANDERS, FeatureKind
from battles.rules.mini_nap.victory import unit_losses
from battles.rules.mini_nap.words import names as say
from battles.rules.mini_nap.words.names import count

HINTS: Final[dict[Step, str]] = {
    "edges": "Choose the edge of the table that your army comes from.",
    "deployment": "Choose a unit and a place in your zone, or let the computer deploy your army.",
    "arrival": "These troops arrive now: choose a unit, then a place where it comes on.",
    "choose": "One Brigade acts at a time: choose the one that moves and fires now.",
    "command": "Commanders keep their units in command when they are near. Move them, or finish at once.",
    "manoeuvre": "Choose a unit of this Brigade, then a place on the table; each may move once. Then finish.",
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
    """``with 2 of 15 units gone against 4 of 14`` (MN-RULING-60); ``""`` if the battle ended by agreement."""
    if state.outcome is None:
        return ""
    lost, start = unit_losses(state, side)
    enemy_lost, enemy_start = unit_losses(state, other(side))
    return f"with {lost} of {count(start, 'unit')} gone against {enemy_lost} of {enemy_start}"


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


_COMMAND: dict[Command, str] = {"in": "in command", "cautious": "cautious", "out": "not in command"}

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
    totals = _roll_totals(state, event.throws)
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
        words += f": {_roll_totals(state, event.throws)}"
    elif event.rule == NAMED_RULE:
        words = f"the scenario gives {say.side(state, event.side)} the first initiative"
    else:
        idle = say.side_verb(state, other(event.side), "has", "have")
        words = f"{idle} no Brigades left to activate, so {words}"
    return say.sentence_of(words, rules=(event.rule, "MN-SEQ-11"))


def markers_cleared(state: State, event: happened.MarkersCleared) -> str:
    words = (
        f"{say.side_verb(state, event.side, 'wins', 'win')} with no Brigade left: {_roll_totals(state, event.throws)}"
    )
    return say.sentence_of(words, "both sides roll again", rules=("MN-RULING-20",))


def _roll_totals(state: State, rolls: tuple[tuple[int, int], ...]) -> str:
    """Totals of both sides; tied rolls come first."""
    totals = [f"{say.side_label(state, 'a')} {a}, {say.side_label(state, 'b')} {b}" for a, b in rolls]
    return "; again ".join(totals)


def brigade_chosen(state: State, event: happened.BrigadeChosen) -> str:
    name = say.brigade(state, event.brigade)
    return say.sentence_of(f"{say.side_verb(state, state.active, 'chooses', 'choose')} {name}", rules=("MN-SEQ-02",))


def division_chosen(state: State, event: happened.DivisionChosen) -> str:
    name, far = say.division(state, event.division), say.cm(event.allowance)
    goes = f"{name} makes a Division manoeuvre: {far}, no closer to the enemy than {say.cm(event.standoff)}"
    return say.sentence_of(goes, rules=("MN-DIVMAN-01", "MN-DIVMAN-02"))


def command_checked(state: State, event: happened.CommandChecked) -> str | None:
    """The units that are cautious or out of command, or a sentence that all are in command."""
    parts = [
        f"{say.units_do(state, numbers, 'is')} {_COMMAND[command]}"
        for command in ("cautious", "out")
        if (numbers := [number for number, each in event.checked if each == command])
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
    return say.sentence_of(say.units_do(state, event.units, _GONE.get(event.where, "is gone")), rules=(event.rule,))


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
