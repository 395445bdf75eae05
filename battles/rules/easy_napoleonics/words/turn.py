"""Log sentences about preparation, turn, rally and movement; what a beginner does in each phase."""

from typing import Final

from battles.engine.core import SideId
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import NOWHERE, Hand, Phase, State, Unit, other
from battles.rules.easy_napoleonics.tables import Terrain

HINTS: Final[dict[Phase, str]] = {
    "cards": "Your army gets extra units by cards: choose one of those offered.",
    "deployment": "Choose a unit and a hex of your zone, or let the computer deploy your army.",
    "initiative": "Who moves first reaches good ground first; who moves second sees what the enemy does.",
    "rally": "Shaken units may recover now. If none of yours is shaken, finish this step.",
    "movement": "Choose one of your units here or on the board; each may move once. Then finish.",
    "artillery": "Choose a battery, then an enemy in range and in sight. Finish when no battery has a target.",
    "musketry": "Choose a unit with an enemy right in front of it, then that enemy. Finish when nobody can fire.",
    "melee": "Units in contact fight now: choose the melee that is fought first.",
}


def hint(state: State) -> str:
    """What the deciding side does in the present phase; ``""`` while an answer to the enemy is pending."""
    return "" if state.pending else HINTS.get(state.phase, "")


TERRAIN_WORDS: dict[Terrain, tuple[str, str]] = {
    "open": ("open", "open"),
    "woods": ("wood", "woods"),
    "hill": ("hill", "hills"),
    "settlement": ("settlement", "settlements"),
    "stream": ("stream", "streams"),
    "pond": ("pond", "ponds"),
}
"""EN-SETUP-05: terrain words, singular and plural."""


# Preparation (EN-SETUP-04).


def card_words(card: str) -> str:
    """A unit card in words."""
    row = MIX[card]
    return f"{tables.GRADE_WORDS[row.grade]} {tables.KIND_WORDS[row.kind]}"


def _hand(hand: Hand) -> str:
    cards = [card_words(card) for card in hand.cards]
    return say.listed([*cards, *["a choice card"] * hand.chooses])


def cards_drawn(state: State, event: happened.CardsDrawn) -> str | None:
    drawn = [
        f"{say.side(state, side)} drew {_hand(hand)}"
        for side, hand in zip(("a", "b"), event.hands, strict=True)
        if hand.cards or hand.chooses
    ]
    return say.sentence_of(*drawn, rules=("EN-COST-08", *(roll.why for roll in event.rolls))) if drawn else None


def card_taken(state: State, event: happened.CardTaken) -> str:
    text = f"{say.side(state, event.side)} took {card_words(event.card)} for the choice card"
    return say.sentence_of(text, rules=("EN-COST-09",))


def card_hidden(state: State, event: happened.CardHidden) -> str:
    text = f"{say.side(state, event.side)} took a unit for the choice card"
    return say.sentence_of(text, rules=("EN-COST-09",))


def nation_named(state: State, event: happened.NationNamed) -> str:
    nation = "no nation" if event.nation == "none" else event.nation.capitalize()
    text = f"the card units of {say.side(state, event.side)} are of {nation}"
    return say.sentence_of(text, rules=("EN-RULING-83",))


def _described(unit: Unit) -> str:
    return f"{tables.GRADE_WORDS[unit.grade]} {tables.KIND_WORDS[unit.kind]}"


def cards_joined(state: State, event: happened.CardsJoined) -> str:
    joined = []
    for side in ("a", "b"):
        units = [_described(unit) for unit in event.units if unit.side == side]
        if units:
            joined.append(f"{say.listed(units)} joined {say.side(state, side)}")
    return say.sentence_of(*joined, rules=("EN-SETUP-04",))


def terrain_placed(state: State, event: happened.TerrainPlaced) -> str:
    features = []
    for terrain in tables.SCATTERED:
        hexes = [say.label(state, cell) for cell, kind in event.terrain if kind == terrain]
        if hexes:
            features.append(f"{TERRAIN_WORDS[terrain][1]} in {say.listed(hexes)}")
    faces = say.faces(roll for roll in event.rolls if roll.why == "EN-SETUP-06")
    dice = f"rolled {faces} for woods, hills and settlements" if faces else "random terrain"
    text = f"{dice}: {'; '.join(features) or 'open ground'}"
    return say.sentence_of(text, rules=("EN-SETUP-06", *(roll.why for roll in event.rolls)))


def deployment_began(state: State, event: happened.DeploymentBegan) -> str:
    first = f"first to deploy: {say.side(state, event.first)}"
    if not event.rolls:
        return say.sentence_of(first, rules=("EN-RULING-82",))
    dice = ", again ".join(say.both_sides(state, (roll.faces[0], roll.faces[1])) for roll in event.rolls)
    tied = ["EN-RULING-16"] if len(event.rolls) > 1 else []
    return say.sentence_of(dice, f"{first}, with the lower roll", rules=("EN-SETUP-07", *tied))


def deployed(state: State, event: happened.Deployed) -> str:
    how = f"{say.in_formation(event.formation)}, facing {say.facing(event.facing)}"
    text = f"{say.unit(state, event.unit)} deployed in {say.place(state, event.cell)} {how}"
    return say.sentence_of(text, rules=("EN-SETUP-09",))


def entered(state: State, event: happened.Entered) -> str:
    how = f"{say.in_formation(event.formation)}, facing {say.facing(event.facing)}"
    text = f"{say.unit(state, event.unit)} came on in {say.place(state, event.cell)} {how}"
    return say.sentence_of(text, rules=("EN-RULING-120",))


def delayed(state: State, event: happened.Delayed) -> str:
    names = [say.unit(state, number) for number in event.units]
    names += [say.leader(state, number) for number in event.leaders]
    text = f"no free hex to come on, waiting for the next turn: {say.listed(names)}"
    return say.sentence_of(text, rules=("EN-RULING-120",))


def leader_placed(state: State, event: happened.LeaderPlaced) -> str:
    leader = state.leaders[event.leader]
    where = say.place(state, event.cell)
    if event.unit != NOWHERE:
        joined = [event.unit]
    else:
        joined = [n for n, unit in enumerate(state.units) if unit.cell == event.cell and unit.side == leader.side][:1]
    where += f" with {say.units(state, joined)}" if joined else ""
    name = say.leader(state, event.leader)
    if event.how == "deployed":
        return say.sentence_of(f"{name} deployed in {where}", rules=("EN-SETUP-09",))
    if event.how == "entered":
        return say.sentence_of(f"{name} came on in {where}", rules=("EN-RULING-120",))
    if event.how == "fled":
        return say.sentence_of(f"{name} fled to {where}", rules=("EN-LEADER-09",))
    hexes, left = (say.count(number, "hex", "hexes") for number in (leader.left - event.left, event.left))
    text = f"{name} moved {hexes} to {where}, {left} left this turn"
    return say.sentence_of(text, rules=("EN-LEADER-04",))


# The turn (EN-SEQ-01).


def initiative_won(state: State, event: happened.InitiativeWon) -> str:
    rolls = []
    for number, faces in enumerate(event.throws):
        why = "" if number else _initiative_why(state)
        totals = [
            f"{say.plus(str(face), added)}{why} = {say.number(face + added)}" if added else str(face)
            for face, added in zip(faces, event.modifiers, strict=True)
        ]
        rolls.append(f"{say.side_label(state, 'a')} {totals[0]}, {say.side_label(state, 'b')} {totals[1]}")
    streak = f", {event.streak} turns in a row" if event.streak > 1 else ""
    rules = ["EN-INIT-01"]
    if any(event.modifiers):
        bonus = any(state.setup.rules.options.initiative_bonus)
        rules += [*(["EN-INIT-02"] if state.streak else []), *(["EN-INIT-06"] if bonus else [])]
    if len(rolls) > 1:
        rules.append("EN-INIT-05")
    won = f"{'; again '.join(rolls)}: {say.side(state, event.holder)} won the initiative{streak}"
    contacts, cited = _contacts(state)
    return say.sentence_of(won, contacts, rules=[*rules, *cited])


def _initiative_why(state: State) -> str:
    """The reason for a modifier in brackets; empty if a bonus of the options is in it too."""
    if not state.streak or any(state.setup.rules.options.initiative_bonus):
        return ""
    return f" (initiative in the last {state.streak} turns)" if state.streak > 1 else " (initiative in the last turn)"


def _contacts(state: State) -> tuple[str, list[str]]:
    """Words for the pairs in contact as the turn begins, with their rule; empty if there are none."""
    pairs = [f"{say.unit(state, first)} and {say.unit(state, second)}" for first, second in state.contacts]
    return (f"in contact at the start of the turn: {'; '.join(pairs)}", ["EN-MELEE-06"]) if pairs else ("", [])


def first_mover_named(state: State, event: happened.FirstMoverNamed) -> str:
    named = f"the scenario gives {say.side(state, event.side)} the initiative and the first move"
    contacts, cited = _contacts(state)
    return say.sentence_of(named, contacts, rules=["EN-RULING-119", *cited])


def mover_chosen(state: State, event: happened.MoverChosen) -> str:
    holder = say.side(state, state.holder)
    chose = "chose to move first" if event.side == state.holder else f"let {say.side(state, event.side)} move first"
    return say.sentence_of(f"{holder} {chose}", rules=("EN-INIT-08",))


def phase_began(state: State, event: happened.PhaseBegan) -> str | None:
    """Units that are locked; None if there are none, as the phase has its heading."""
    if not event.locked:
        return None
    names = say.units(state, event.locked)
    text = f"an enemy next to it locks {names}" if len(event.locked) == 1 else f"enemies next to them lock {names}"
    return say.sentence_of(text, rules=("EN-ZOC-03",))


def rallied(state: State, event: happened.Rallied) -> str:
    before = state.units[event.unit].level
    needing, cited = say.checks_needing(state, event.unit, before, event.needed, event.modifiers)
    result = (
        f"rallied {say.level_change(before, event.level)}"
        if event.passed
        else f"failed, {say.level_change(before, event.level)}"
    )
    text = f"{say.unit(state, event.unit)} tried to rally {needing} and rolled {say.faces(event.rolls)}: {result}"
    return say.sentence_of(text, rules=("EN-RALLY-01", *cited, *([] if event.passed else ["EN-MORALE-09"])))


def activated(state: State, event: happened.Activated) -> str:
    unit = state.units[event.unit]
    did, rules = _changed(unit, event)
    if event.moved == "sidestep":
        did.append(f"sidestepped to {say.place(state, event.cell)}")
        rules.append("EN-MOVE-03")
    elif event.moved:
        hexes = say.count(len(event.path), "hex", "hexes")
        by = [say.label(state, cell) for cell in event.path[:-1]]
        way = f" through {say.listed(by)}" if by else ""
        did.append(f"moved {hexes} to {say.place(state, event.cell)}{way}")
        rules.append("EN-MOVE-02")
    if event.unlimbered:
        did.append("unlimbered there")
        rules.append("EN-ACTION-04")
    if event.along:
        did[-1:] = [f"{word} with {say.leaders(state, event.along)}" for word in did[-1:]]
        rules.append("EN-LEADER-08")
    did += _enemies_met(state, event, rules)
    text = f"{say.unit(state, event.unit)} {say.joined(did) or 'did not move'}"
    return say.sentence_of(text, rules=("EN-ACTION-08", *rules))


def _changed(unit: Unit, event: happened.Activated) -> tuple[list[str], list[str]]:
    """Words for an activation's changes of formation and facing, with their rules."""
    did, rules = [], []
    if event.formation != unit.formation and not (event.unlimbered and unit.formation == "limbered"):
        formation = "limbered" if event.unlimbered else event.formation
        did.append(formation if formation in say.GUNS else f"formed {say.FORMATION_WORDS[formation]}")
        rules.append("EN-FORM-01")
    elif event.unlimbered and unit.formation == "unlimbered":
        did.append("limbered")
        rules.append("EN-FORM-01")
    if event.facing != unit.facing:
        did.append(f"turned to face {say.facing(event.facing)}")
        rules.append("EN-FORM-08")
    return did, rules


def _enemies_met(state: State, event: happened.Activated, rules: list[str]) -> list[str]:
    """Words for the enemies that a unit charged, or reached without a charge."""
    words = []
    if event.charged:
        words.append(f"charged {say.units(state, event.charged)}")
        rules.append("EN-MELEE-04")
    if event.standing:
        enemies = say.units(state, (infantry for _, infantry in event.standing))
        words.append(f"moved up to {enemies} without a charge")
        rules.append("EN-SQUARE-10")
    return words


def square_tried(state: State, event: happened.SquareTried) -> str:
    level = state.units[event.unit].level
    needing, cited = say.checks_needing(state, event.unit, level, event.needed, event.modifiers)
    name, faces = say.unit(state, event.unit), say.faces(event.rolls)
    text = f"{name} tried to form square {needing} and rolled {faces}: {_square_result(event.passed, event.mute)}"
    return say.sentence_of(text, rules=("EN-SQUARE-05", *cited))


def _square_result(passed: bool, mute: bool) -> str:
    formed = "formed hasty square" if passed else "failed"
    return f"{formed}, no fire this turn" if mute else formed


def square_hidden(state: State, event: happened.SquareHidden) -> str:
    text = f"{say.unit(state, event.unit)} tried to form square: {_square_result(event.passed, event.mute)}"
    return say.sentence_of(text, rules=("EN-SQUARE-05", "EN-MORALE-13"))


def square_declined(state: State, event: happened.SquareDeclined) -> str:
    formation = say.in_formation(state.units[event.unit].formation)
    text = f"{say.unit(state, event.unit)} stayed {formation} and did not try to form square"
    return say.sentence_of(text, rules=("EN-SQUARE-04",))


def length(state: State) -> int:
    """The number of turns of the battle (EN-SETUP-11)."""
    return state.setup.rules.options.max_turns


_COUNTED: Final = frozenset({"points", "objective", "mutual_defeat"})
"""Reasons of an end that victory points or objectives decide."""


def result(state: State, side: SideId) -> str:
    """``20 to 17 and held Gemioncourt``: victory points, and objectives that ``side`` held (EN-VP-05, EN-SETUP-12).

    ``""`` if neither decided the battle.
    """
    if state.outcome is None or state.outcome.reason not in _COUNTED:
        return ""
    own, enemy = state.score if side == "a" else state.score[::-1]
    names = dict(state.board.names)
    places = (names.get(cell) or f"hex {say.label(state, cell)}" for cell, holder in state.held if holder == side)
    held = dict.fromkeys(place.partition(",")[0] for place in places)  # "Quatre Bras, inn" is part of "Quatre Bras"
    return f"{own} to {enemy}" + (f" and held {say.listed(held)}" if held else "")


def turn_ended(state: State, event: happened.TurnEnded) -> str:
    solid = f"now in solid square: {say.units(state, event.solid)}" if event.solid else ""
    before = dict(state.held)
    gains = [
        f"{say.place(state, cell)} by {say.side(state, side)}" for cell, side in event.held if before.get(cell) != side
    ]
    objectives = f"objectives held from now on: {'; '.join(gains)}" if gains else ""
    rules = ["EN-SEQ-06", *(["EN-SQUARE-09"] if solid else []), *(["EN-SETUP-12"] if gains else [])]
    return say.sentence_of(f"end of turn {state.turn}", solid, objectives, rules=rules)


def time_called(state: State, event: happened.TimeCalled) -> str:
    return say.sentence_of(f"time is up: turn {state.turn} is the last", rules=("EN-RULING-69",))


def ended(state: State, event: happened.Ended) -> str:
    outcome = event.outcome
    winner = say.side(state, outcome.winner) if outcome.winner else ""
    loser = say.side(state, other(outcome.winner)) if outcome.winner else ""
    how = {
        "points": f"{winner} won on points",
        "annihilation": f"{winner} won, as {loser} had no units left",
        "objective": f"{winner} won by objectives",
        "mutual_defeat": "neither side reached its goal in time; both lost",
        "draw": "a draw",
    }.get(outcome.reason, f"{winner} won" if winner else "neither side won")
    score = f"score: {say.both_sides(state, state.score)}"
    return say.sentence_of(f"the battle is over: {how}", score, rules=(outcome.rule,))
