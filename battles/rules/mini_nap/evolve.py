"""The state after an event: one function for each kind, no dice and no legality."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.evolve_units import (
    allotted,
    attached,
    checked,
    damaged,
    defended,
    fired,
    fought,
    gone,
    hit,
    marked,
    moved,
    placed,
    reformed,
    stand_placed,
    stand_removed,
    suppressed,
    turned,
)
from battles.rules.mini_nap.state import NONE, State, Unit


def evolve(state: State, event: Any) -> State:
    """The state after ``event``."""
    return _FOLDS[type(event)](state, event)


def _same(state: State, event: Any) -> State:
    """Nothing but what the log tells."""
    return state


def _ratings(state: State, event: happened.RatingsThrown) -> State:
    rated = dict(event.ratings)
    stands = (
        replace(stand, rating=rated[number]) if number in rated else stand for number, stand in enumerate(state.stands)
    )
    return replace(state, stands=tuple(stands))


def _terrain_laid(state: State, event: happened.TerrainLaid) -> State:
    table = replace(state.setup.table, features=(*state.setup.table.features, *event.features))
    return replace(state, setup=replace(state.setup, table=table))


def _deployment_thrown(state: State, event: happened.DeploymentThrown) -> State:
    return replace(state, step="edges", active=event.winner)


def _deployment(state: State, event: happened.DeploymentBegan) -> State:
    return replace(state, step="deployment", edges=event.edges, first_to_deploy=event.first, active=event.first)


def _side_deploys(state: State, event: happened.SideDeploys) -> State:
    return replace(state, active=event.side)


def _turn_began(state: State, event: happened.TurnBegan) -> State:
    return replace(state, turn=event.turn, step="arrival", active="", brigade=NONE, division=NONE)


_FRESH: Final = {
    "reacted": False,
    "idle": False,
    "mute": False,
    "turned": 0,
    "charged": False,
    "impact": False,
    "charged_from": NONE,
    "stood": False,
    "still": False,
    "tried_square": False,
    "broke_through": False,
    "command": "",
}
"""The notes of an initiative, as they are when it begins (ST-04)."""


def _solid(unit: Unit, side: str, fresh: dict[str, Any]) -> Unit:
    """MN-SEQ-11 for one unit, where ``side`` gains the initiative."""
    if unit.where != "table":
        return unit
    changes = dict(fresh)
    if unit.formation == "emergency_square":
        changes["formation"] = "solid_square"
    if unit.side == side:
        changes |= {"blue": "", "yellow": False}
    return replace(unit, **changes)


def _initiative(state: State, event: happened.InitiativeGained) -> State:
    return replace(
        state,
        units=tuple(_solid(unit, event.side, _FRESH) for unit in state.units),
        stands=tuple(replace(stand, shifted=False) if stand.shifted else stand for stand in state.stands),
        active=event.side,
        brigade=NONE,
        division=NONE,
        step="choose",
        stack=(),
    )


def _cleared(state: State, event: happened.MarkersCleared) -> State:
    return replace(state, units=tuple(_solid(unit, event.side, {}) for unit in state.units))


def _brigade(state: State, event: happened.BrigadeChosen) -> State:
    brigades = (
        replace(brigade, chosen=True) if number == event.brigade else brigade
        for number, brigade in enumerate(state.brigades)
    )
    return replace(state, brigades=tuple(brigades), brigade=event.brigade)


def _division(state: State, event: happened.DivisionChosen) -> State:
    brigades = (
        replace(brigade, chosen=True) if brigade.division == event.division else brigade for brigade in state.brigades
    )
    return replace(
        state,
        brigades=tuple(brigades),
        division=event.division,
        allowance=event.allowance,
        standoff=event.standoff,
    )


def _step(state: State, event: happened.StepBegan) -> State:
    return replace(state, step=event.step)


def _opened(state: State, event: happened.Opened) -> State:
    return replace(state, stack=(*state.stack, event.frame))


def _went_on(state: State, event: happened.WentOn) -> State:
    return replace(state, stack=(*state.stack[:-1], event.frame))


def _closed(state: State, event: happened.Closed) -> State:
    return replace(state, stack=state.stack[:-1])


def _turn_ended(state: State, event: happened.TurnEnded) -> State:
    """MN-SEQ-09."""
    units = (
        replace(unit, blue="", yellow=False, manoeuvred=False, fired=False) if unit.where == "table" else unit
        for unit in state.units
    )
    return replace(
        state,
        units=tuple(units),
        stands=tuple(replace(stand, moved=False, evaded=False) for stand in state.stands),
        brigades=tuple(replace(brigade, chosen=False) for brigade in state.brigades),
    )


def _ended(state: State, event: happened.Ended) -> State:
    return replace(state, outcome=event.outcome, step="over", stack=())


_FOLDS: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    happened.RatingsThrown: _ratings,
    happened.TerrainLaid: _terrain_laid,
    happened.DeploymentThrown: _deployment_thrown,
    happened.DeploymentBegan: _deployment,
    happened.SideDeploys: _side_deploys,
    happened.Placed: placed,
    happened.TurnBegan: _turn_began,
    happened.InitiativeGained: _initiative,
    happened.MarkersCleared: _cleared,
    happened.BrigadeChosen: _brigade,
    happened.DivisionChosen: _division,
    happened.StepBegan: _step,
    happened.CommandChecked: checked,
    happened.StandPlaced: stand_placed,
    happened.StandAttached: attached,
    happened.StandRemoved: stand_removed,
    happened.Opened: _opened,
    happened.WentOn: _went_on,
    happened.Closed: _closed,
    happened.Marked: marked,
    happened.Hit: hit,
    happened.Gone: gone,
    happened.Turned: turned,
    happened.Reformed: reformed,
    happened.Moved: moved,
    happened.Defended: defended,
    happened.Tested: _same,
    happened.Fired: fired,
    happened.StructureHit: damaged,
    happened.Suppressed: suppressed,
    happened.Allotted: allotted,
    happened.Fought: fought,
    happened.TurnEnded: _turn_ended,
    happened.Ended: _ended,
}
