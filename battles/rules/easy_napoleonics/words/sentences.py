"""Sentences for events and actions, and headings of the log."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.words import capitalized, edge_of
from battles.kits.hex.grid import grid
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.movement.moves import charged_units
from battles.rules.easy_napoleonics.state import NOWHERE, Phase, State
from battles.rules.easy_napoleonics.words import combat, turn

PHASE_WORDS: Final[dict[Phase, str]] = {
    "cards": "Cards",
    "deployment": "Deployment",
    "initiative": "Initiative",
    "rally": "Rally",
    "movement": "Movement",
    "artillery": "Artillery fire",
    "musketry": "Musketry",
    "melee": "Melee",
    "over": "The battle is over",
}
"""Headings of the phases (EN-SEQ-01)."""


def sentence(state: State, event: Any) -> str | None:
    """What ``event`` did, in one or two sentences; ``state`` is the state before it.

    None for events without news, and for the start of a phase or turn (see `heading`).
    """
    words = _SENTENCES.get(type(event))
    return words(state, event) if words else None


def side_edge(state: State, side: SideId) -> str:
    """The edge that a side comes from: where its set-up places its units, else its deployment zone (EN-SETUP-08)."""
    force, board = state.setup.forces[side == "b"], state.setup.board
    placed = [recruit.place.cell for recruit in force.units if recruit.place is not None]
    middles = (divmod(cell, board.columns) for cell in placed or force.zone)
    return edge_of(((column + 0.5, row + 0.5) for row, column in middles), board.columns, board.rows)


def heading(state: State, event: Any) -> str | None:
    """The heading before ``event``, such as ``Turn 3: initiative to the French``; None for most events."""
    if isinstance(event, happened.InitiativeWon):
        return f"Turn {state.turn}: initiative to {say.side(state, event.holder)}"
    if isinstance(event, happened.FirstMoverNamed):
        return f"Turn {state.turn}: initiative to {say.side(state, event.side)}"
    if isinstance(event, happened.SideDeploys):
        return f"Deployment: {say.side_label(state, event.side)}"
    if isinstance(event, happened.PhaseBegan):
        words = PHASE_WORDS[event.phase]
        together = event.phase == "melee" or (event.phase in ("artillery", "musketry") and event.phase != state.phase)
        return words if together else f"{words}: {say.side_label(state, event.side)}"
    if isinstance(event, happened.Ended):
        return PHASE_WORDS["over"]
    return None


def action_words(state: State, action: Any) -> str:
    """Words of ``action`` as a choice of a side in ``state``."""
    text = _CHOICES[type(action)](state, action)
    return capitalized(text)


_SENTENCES: Final[dict[type, Callable[[State, Any], str | None]]] = {
    happened.CardsDrawn: turn.cards_drawn,
    happened.CardTaken: turn.card_taken,
    happened.CardHidden: turn.card_hidden,
    happened.NationNamed: turn.nation_named,
    happened.CardsJoined: turn.cards_joined,
    happened.TerrainPlaced: turn.terrain_placed,
    happened.DeploymentBegan: turn.deployment_began,
    happened.Deployed: turn.deployed,
    happened.Entered: turn.entered,
    happened.Delayed: turn.delayed,
    happened.LeaderPlaced: turn.leader_placed,
    happened.InitiativeWon: turn.initiative_won,
    happened.FirstMoverNamed: turn.first_mover_named,
    happened.MoverChosen: turn.mover_chosen,
    happened.PhaseBegan: turn.phase_began,
    happened.Rallied: turn.rallied,
    happened.Activated: turn.activated,
    happened.LeaderTested: combat.leader_tested,
    happened.LeaderTaken: combat.leader_taken,
    happened.SquareTried: turn.square_tried,
    happened.SquareHidden: turn.square_hidden,
    happened.SquareDeclined: turn.square_declined,
    happened.FireOrderChosen: combat.fire_order_chosen,
    happened.Fired: combat.fired,
    happened.FireHidden: combat.fire_hidden,
    happened.Removed: combat.removed,
    happened.Accepted: combat.accepted,
    happened.MeleesListed: combat.melees_listed,
    happened.MeleeLapsed: combat.melee_lapsed,
    happened.Fought: combat.fought,
    happened.MeleeHidden: combat.melee_hidden,
    happened.Raised: combat.raised,
    happened.Advanced: combat.advanced,
    happened.Stayed: combat.stayed,
    happened.Answered: combat.answered,
    happened.TurnEnded: turn.turn_ended,
    happened.TimeCalled: turn.time_called,
    happened.Ended: turn.ended,
}


# What a side may choose.


def _take_card(state: State, action: act.TakeCard) -> str:
    return f"choose {turn.card_words(action.card)}"


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
    return f"{say.leader(state, action.leader)}: move to {where}"


def _relocate(state: State, action: act.Relocate) -> str:
    where = f"{say.place(state, action.cell)}{_with_battery(state, action.unit)}"
    return f"{say.leader(state, state.pending[-1].leader)}: flee to {where}"


def _steps(state: State, action: act.Activate) -> Iterator[str]:
    unit = state.units[action.unit]
    if action.formation is not None:
        yield say.formation_verb(action.formation)
    if action.facing is not None:
        yield f"turn to face {say.facing(action.facing)}"
    if action.cell != NOWHERE:
        facing = unit.facing if action.facing is None else action.facing
        sides = grid(state.board.columns, state.board.rows).side_cells[facing][unit.cell]
        charged = charged_units(state, action)
        charge = f" and charge {say.units(state, charged)}" if charged else ""
        yield f"{'sidestep' if action.cell in sides else 'move'} to {say.place(state, action.cell)}{charge}"
    if action.over:
        yield f"over {say.leaders(state, action.over)}"
    if action.unlimber:
        yield "unlimber there"
    if action.along:
        yield f"take {say.leaders(state, action.along)} along"


def _activate(state: State, action: act.Activate) -> str:
    return f"{say.unit(state, action.unit)}: {', '.join(_steps(state, action)) or 'do not move'}"


def _done(state: State, action: act.Done) -> str:
    ends = {"rally": "rallying", "movement": "moving", "artillery": "artillery fire", "musketry": "musketry"}
    return f"finish {ends.get(state.phase, 'this phase')}"


def _hasty_square(state: State, action: act.HastySquare) -> str:
    number = state.pending[-1].unit
    stay = f"stay {say.in_formation(state.units[number].formation)}"
    return f"{say.unit(state, number)}: {'try to form square' if action.attempt else stay}"


def _fire(state: State, action: act.Fire) -> str:
    dice = say.listed(f"{say.unit(state, unit)} ({say.count(many, 'die', 'dice')})" for unit, many in action.dice)
    return f"fire at {say.unit(state, action.target)} with {dice}"


def _accept(state: State, action: act.Accept) -> str:
    decision = state.pending[-1]
    return (
        f"{say.unit(state, decision.unit)}: {'' if action.fight else 'do not '}attack {say.unit(state, decision.other)}"
    )


def _advance(state: State, action: act.Advance) -> str:
    decision = state.pending[-1]
    name, where = say.unit(state, decision.unit), say.place(state, decision.cell)
    if action.how == "stay":
        return f"{name}: stay"
    if action.how == "turn" and action.facing is not None:
        return f"{name}: move into {where} and turn to face {say.facing(action.facing)}"
    attack = "" if action.target == NOWHERE else f" and attack {say.unit(state, action.target)}"
    return f"{name}: move into {where}{attack}"


def _answer(state: State, action: act.Answer) -> str:
    decision = state.pending[-1]
    enemy = say.unit(state, decision.other)
    how = {"hold": "hold fire", "fire": f"fire at {enemy}", "square": f"try to form square against {enemy}"}
    return f"{say.unit(state, decision.unit)}: {how[action.how]}"


_CHOICES: Final[dict[type, Callable[[State, Any], str]]] = {
    act.TakeCard: _take_card,
    act.NameNation: _name_nation,
    act.Deploy: _deploy,
    act.DeployLeader: _deploy_leader,
    act.ChooseMover: lambda state, action: f"let {say.side(state, action.side)} move first",
    act.Rally: lambda state, action: f"{say.unit(state, action.unit)}: rally",
    act.MoveLeader: _move_leader,
    act.Activate: _activate,
    act.Done: _done,
    act.HastySquare: _hasty_square,
    act.Relocate: _relocate,
    act.ChooseFireOrder: lambda state, action: f"let {say.side(state, action.side)} fire first",
    act.Fire: _fire,
    act.Accept: _accept,
    act.Fight: lambda state, action: f"{say.unit(state, action.attacker)} against {say.unit(state, action.defender)}",
    act.Advance: _advance,
    act.Answer: _answer,
    act.CallTime: lambda state, action: "call time",
}
