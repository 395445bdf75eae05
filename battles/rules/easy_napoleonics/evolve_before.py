"""The state after an event before the first turn: cards, terrain, deployment."""

from typing import Any

from msgspec.structs import replace

from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.changes import with_unit
from battles.rules.easy_napoleonics.state import NO_HANDS, Hand, State


def _hand(state: State, side: str, **changes: Any) -> tuple[Hand, Hand]:
    a, b = state.hands
    return (replace(a, **changes), b) if side == "a" else (a, replace(b, **changes))


def cards_drawn(state: State, event: happened.CardsDrawn) -> State:
    return replace(state, hands=event.hands)


def card_taken(state: State, event: happened.CardTaken) -> State:
    hand = state.hands[event.side == "b"]
    chosen = (*hand.chosen, event.card)
    return replace(state, hands=_hand(state, event.side, chosen=chosen, chooses=hand.chooses - 1))


def nation_named(state: State, event: happened.NationNamed) -> State:
    return replace(state, hands=_hand(state, event.side, nation=event.nation))


def cards_joined(state: State, event: happened.CardsJoined) -> State:
    return replace(state, units=state.units + event.units, hands=NO_HANDS)


def terrain_placed(state: State, event: happened.TerrainPlaced) -> State:
    terrain = tuple(sorted((*state.board.terrain, *event.terrain)))
    return replace(state, board=replace(state.board, terrain=terrain))


def deployment_began(state: State, event: happened.DeploymentBegan) -> State:
    return replace(state, phase="deployment", first_to_deploy=event.first)


def side_deploys(state: State, event: happened.SideDeploys) -> State:
    return replace(state, acting=event.side)


def deployed(state: State, event: happened.Deployed) -> State:
    unit = replace(state.units[event.unit], cell=event.cell, facing=event.facing, formation=event.formation)
    return replace(state, units=with_unit(state, event.unit, unit))
