"""Events and actions of Easy Napoleonics in plain sentences.

A sentence tells what happened in the past tense, names dice and what they needed, and ends with its rules. It is made
on reading and stored nowhere.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from battles.engine.hex import grid
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import words_fight, words_turn
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.state import NOWHERE, Phase, State

PHASE_WORDS: Final[dict[Phase, str]] = {
    "cards": "Cards",
    "deployment": "Deployment",
    "initiative": "Initiative",
    "rally": "Rally",
    "movement": "Movement",
    "artillery": "Artillery fire",
    "musketry": "Small-arms fire",
    "melee": "Melee",
    "over": "The battle is over",
}
"""EN-SEQ-01, as headings."""


def sentence(state: State, event: Any) -> str | None:
    """What ``event`` did, as a sentence or two; ``state`` is the one before it.

    None for what only keeps the books, and for the beginning of a phase or a turn (`heading`).
    """
    told = _SENTENCES.get(type(event))
    return told(state, event) if told else None


def heading(state: State, event: Any) -> str | None:
    """The heading that ``event`` begins, such as ``Turn 3: initiative to the French``; None for most."""
    if isinstance(event, happened.InitiativeWon):
        return f"Turn {state.turn}: initiative to {say.side(state, event.holder)}"
    if isinstance(event, happened.SideDeploys):
        return f"Deployment: {say.side(state, event.side)}"
    if isinstance(event, happened.PhaseBegan):
        words = PHASE_WORDS[event.phase]
        together = event.phase == "melee" or (event.phase in ("artillery", "musketry") and event.phase != state.phase)
        return words if together else f"{words}: {say.side(state, event.side)}"
    if isinstance(event, happened.Ended):
        return PHASE_WORDS["over"]
    return None


def action_words(state: State, action: Any) -> str:
    """``action`` as a choice for the side that may take it in ``state``."""
    text = _CHOICES[type(action)](state, action)
    return f"{text[:1].upper()}{text[1:]}"


_SENTENCES: Final[dict[type, Callable[[State, Any], str | None]]] = {
    happened.CardsDrawn: words_turn.cards_drawn,
    happened.CardTaken: words_turn.card_taken,
    happened.CardHidden: words_turn.card_hidden,
    happened.NationNamed: words_turn.nation_named,
    happened.CardsJoined: words_turn.cards_joined,
    happened.TerrainPlaced: words_turn.terrain_placed,
    happened.DeploymentBegan: words_turn.deployment_began,
    happened.Deployed: words_turn.deployed,
    happened.LeaderPlaced: words_turn.leader_placed,
    happened.InitiativeWon: words_turn.initiative_won,
    happened.MoverChosen: words_turn.mover_chosen,
    happened.PhaseBegan: words_turn.phase_began,
    happened.Rallied: words_turn.rallied,
    happened.Activated: words_turn.activated,
    happened.LeaderTested: words_fight.leader_tested,
    happened.LeaderTaken: words_fight.leader_taken,
    happened.SquareTried: words_turn.square_tried,
    happened.SquareHidden: words_turn.square_hidden,
    happened.SquareDeclined: words_turn.square_declined,
    happened.FireOrderChosen: words_fight.fire_order_chosen,
    happened.Fired: words_fight.fired,
    happened.FireHidden: words_fight.fire_hidden,
    happened.Removed: words_fight.removed,
    happened.Accepted: words_fight.accepted,
    happened.MeleesListed: words_fight.melees_listed,
    happened.MeleeLapsed: words_fight.melee_lapsed,
    happened.Fought: words_fight.fought,
    happened.MeleeHidden: words_fight.melee_hidden,
    happened.Raised: words_fight.raised,
    happened.Advanced: words_fight.advanced,
    happened.Stayed: words_fight.stayed,
    happened.Answered: words_fight.answered,
    happened.TurnEnded: words_turn.turn_ended,
    happened.TimeCalled: words_turn.time_called,
    happened.Ended: words_turn.ended,
}


# What a side may choose.


def _take_card(state: State, action: act.TakeCard) -> str:
    return f"take {words_turn.card_words(action.card)}"


def _name_nation(state: State, action: act.NameNation) -> str:
    return f"card units of {'no nation' if action.nation == 'none' else action.nation.capitalize()}"


def _deploy(state: State, action: act.Deploy) -> str:
    how = f"{say.in_formation(action.formation)}, facing {say.facing(action.facing)}"
    return f"{say.unit(state, action.unit)}: deploy in {say.place(state, action.cell)} {how}"


def _with_battery(state: State, unit: int) -> str:
    return "" if unit == NOWHERE else f" with {say.unit(state, unit)}"


def _deploy_leader(state: State, action: act.DeployLeader) -> str:
    where = f"{say.place(state, action.cell)}{_with_battery(state, action.unit)}"
    return f"{say.leader(state, action.leader)}: deploy in {where}"


def _move_leader(state: State, action: act.MoveLeader) -> str:
    where = f"{say.place(state, action.cell)}{_with_battery(state, action.unit)}"
    return f"{say.leader(state, action.leader)}: ride to {where}"


def _relocate(state: State, action: act.Relocate) -> str:
    where = f"{say.place(state, action.cell)}{_with_battery(state, action.unit)}"
    return f"{say.leader(state, state.pending[-1].leader)}: flee to {where}"


def _steps(state: State, action: act.Activate) -> Iterator[str]:
    unit = state.units[action.unit]
    if action.formation is not None:
        yield say.formed(action.formation)
    if action.facing is not None:
        yield f"turn to face {say.facing(action.facing)}"
    if action.cell != NOWHERE:
        facing = unit.facing if action.facing is None else action.facing
        sides = grid(state.board.columns, state.board.rows).side_cells[facing][unit.cell]
        yield f"{'sidestep' if action.cell in sides else 'move'} to {say.place(state, action.cell)}"
    if action.over:
        yield f"over {say.leaders(state, action.over)}"
    if action.unlimber:
        yield "unlimber there"
    if action.along:
        yield f"take {say.leaders(state, action.along)} along"


def _activate(state: State, action: act.Activate) -> str:
    return f"{say.unit(state, action.unit)}: {', '.join(_steps(state, action)) or 'stand still'}"


def _done(state: State, action: act.Done) -> str:
    ends = {"rally": "rallying", "movement": "moving", "artillery": "artillery fire", "musketry": "small-arms fire"}
    return f"finish {ends.get(state.phase, 'this phase')}"


def _hasty_square(state: State, action: act.HastySquare) -> str:
    number = state.pending[-1].unit
    stand = f"stand {say.in_formation(state.units[number].formation)}"
    return f"{say.unit(state, number)}: {'try to form square' if action.attempt else stand}"


def _fire(state: State, action: act.Fire) -> str:
    dice = say.listed(f"{say.unit(state, unit)} ({say.count(many, 'die', 'dice')})" for unit, many in action.dice)
    return f"fire at {say.unit(state, action.target)} with {dice}"


def _accept(state: State, action: act.Accept) -> str:
    owed = state.pending[-1]
    return f"{say.unit(state, owed.unit)}: {'' if action.fight else 'do not '}attack {say.unit(state, owed.other)}"


def _advance(state: State, action: act.Advance) -> str:
    owed = state.pending[-1]
    name, where = say.unit(state, owed.unit), say.place(state, owed.cell)
    if action.how == "stay":
        return f"{name}: stay"
    if action.how == "turn" and action.facing is not None:
        return f"{name}: move into {where} and turn to face {say.facing(action.facing)}"
    attack = "" if action.target == NOWHERE else f" and attack {say.unit(state, action.target)}"
    return f"{name}: move into {where}{attack}"


def _answer(state: State, action: act.Answer) -> str:
    owed = state.pending[-1]
    enemy = say.unit(state, owed.other)
    how = {"hold": "hold fire", "fire": f"fire at {enemy}", "square": f"try to form square against {enemy}"}
    return f"{say.unit(state, owed.unit)}: {how[action.how]}"


_CHOICES: Final[dict[type, Callable[[State, Any], str]]] = {
    act.TakeCard: _take_card,
    act.NameNation: _name_nation,
    act.Deploy: _deploy,
    act.DeployLeader: _deploy_leader,
    act.ChooseMover: lambda state, action: f"{say.side(state, action.side)} to move first",
    act.Rally: lambda state, action: f"{say.unit(state, action.unit)}: rally",
    act.MoveLeader: _move_leader,
    act.Activate: _activate,
    act.Done: _done,
    act.HastySquare: _hasty_square,
    act.Relocate: _relocate,
    act.ChooseFireOrder: lambda state, action: f"{say.side(state, action.side)} to fire first",
    act.Fire: _fire,
    act.Accept: _accept,
    act.Fight: lambda state, action: f"{say.unit(state, action.attacker)} against {say.unit(state, action.defender)}",
    act.Advance: _advance,
    act.Answer: _answer,
    act.CallTime: lambda state, action: "time is up",
}
