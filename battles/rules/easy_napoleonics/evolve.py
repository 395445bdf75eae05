"""The state after an event: one function for each kind. No dice, no legality, no tables."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import evolve_before, evolve_fight
from battles.rules.easy_napoleonics.changes import answered, taken_along, with_leader, with_unit, without_leader
from battles.rules.easy_napoleonics.state import NOWHERE, Pair, State, Unit


def evolve(state: State, event: Any) -> State:
    """``state`` after ``event``. A shadow changes nothing."""
    change = _CHANGES.get(type(event))
    return change(state, event) if change else state


def _leader_placed(state: State, event: happened.LeaderPlaced) -> State:
    leader = replace(state.leaders[event.leader], cell=event.cell, left=event.left, unit=event.unit)
    return replace(
        state,
        leaders=with_leader(state, event.leader, leader),
        pending=answered(state, "relocate", leader=event.leader),
    )


def _turn_began(state: State, event: happened.TurnBegan) -> State:
    return replace(
        state,
        phase="initiative",
        turn=event.turn,
        acting="",
        units=tuple(_rested(unit) for unit in state.units),
        leaders=tuple(replace(man, left=event.leader_moves) if man.alive else man for man in state.leaders),
        contacts=event.contacts,
        nominated=(),
        accepted=(),
        declined=(),
        pairs=(),
        listed=False,
        fought=(),
        fires_first="",
        mover="",
    )


def _rested(unit: Unit) -> Unit:
    """A unit with nothing done yet this turn."""
    return Unit(
        side=unit.side,
        name=unit.name,
        kind=unit.kind,
        grade=unit.grade,
        worth=unit.worth,
        nation=unit.nation,
        armored=unit.armored,
        cell=unit.cell,
        facing=unit.facing,
        formation=unit.formation,
        level=unit.level,
    )


def _initiative_won(state: State, event: happened.InitiativeWon) -> State:
    return replace(state, holder=event.holder, streak=event.streak, acting=event.holder)


def _mover_chosen(state: State, event: happened.MoverChosen) -> State:
    return replace(state, mover=event.side)


def _phase_began(state: State, event: happened.PhaseBegan) -> State:
    units = state.units
    if event.locked:
        locked = frozenset(event.locked)
        units = tuple(replace(unit, locked=True) if n in locked else unit for n, unit in enumerate(units))
    first = state.fires_first if event.phase == state.phase else ""
    return replace(state, phase=event.phase, acting=event.side, fires_first=first, nominated=(), units=units)


def _opened(state: State, event: happened.Opened) -> State:
    return replace(state, pending=state.pending + event.pending)


def _rallied(state: State, event: happened.Rallied) -> State:
    unit = replace(state.units[event.unit], level=event.level, rallied=True)
    return replace(state, units=with_unit(state, event.unit, unit))


def _activated(state: State, event: happened.Activated) -> State:
    before = state.units[event.unit]
    unit = replace(
        before,
        cell=event.cell,
        facing=event.facing,
        formation=event.formation,
        used=event.used,
        activated=True,
        reformed=event.reformed,
        moved=event.moved,
        moved_in_column=bool(event.moved) and event.formation == "column",
        charged=event.charged,
    )
    units = with_unit(state, event.unit, unit)
    standing = state.standing
    if event.moved and (standing or event.standing):
        standing = tuple(pair for pair in standing if event.unit not in pair) + event.standing
    leaders = state.leaders
    if event.along:
        shared = any(there.cell == event.cell for there in state.units)
        leaders = taken_along(state, event.along, event.cell, len(event.path), event.unit if shared else NOWHERE)
    return replace(state, units=units, standing=standing, leaders=leaders)


def _leader_tested(state: State, event: happened.LeaderTested) -> State:
    if not event.killed:
        return state
    return replace(state, leaders=without_leader(state, event.leader), score=event.score)


def _leader_taken(state: State, event: happened.LeaderTaken) -> State:
    return replace(
        state,
        leaders=without_leader(state, event.leader),
        score=event.score,
        pending=answered(state, "relocate", leader=event.leader),
    )


def _square_tried(state: State, event: happened.SquareTried) -> State:
    unit = state.units[event.unit]
    formation = "hasty_square" if event.passed else unit.formation
    charged = () if event.passed else unit.charged
    unit = replace(unit, formation=formation, charged=charged, tried_square=True, mute=unit.mute or event.mute)
    return replace(
        state,
        units=with_unit(state, event.unit, unit),
        standing=_without_chance(state, event.unit),
        pending=answered(state, "hasty_square", unit=event.unit),
    )


def _square_declined(state: State, event: happened.SquareDeclined) -> State:
    return replace(
        state,
        standing=_without_chance(state, event.unit),
        pending=answered(state, "hasty_square", unit=event.unit),
    )


def _without_chance(state: State, unit: int) -> tuple[Pair, ...]:
    """``standing`` once the chance that is pending for a unit is used (EN-SQUARE-10)."""
    if not state.pending:
        return state.standing
    return tuple(pair for pair in state.standing if pair != (state.pending[-1].other, unit))


def _turn_ended(state: State, event: happened.TurnEnded) -> State:
    units = state.units
    if event.solid:
        units = tuple(
            replace(unit, formation="square") if number in event.solid else unit for number, unit in enumerate(units)
        )
    return replace(state, units=units, held=event.held, pairs=())


def _time_called(state: State, event: happened.TimeCalled) -> State:
    return replace(state, time_called=True)


def _ended(state: State, event: happened.Ended) -> State:
    return replace(state, phase="over", acting="", outcome=event.outcome, pending=(), pairs=())


_CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
    happened.CardsDrawn: evolve_before.cards_drawn,
    happened.CardTaken: evolve_before.card_taken,
    happened.NationNamed: evolve_before.nation_named,
    happened.CardsJoined: evolve_before.cards_joined,
    happened.TerrainPlaced: evolve_before.terrain_placed,
    happened.DeploymentBegan: evolve_before.deployment_began,
    happened.SideDeploys: evolve_before.side_deploys,
    happened.Deployed: evolve_before.deployed,
    happened.LeaderPlaced: _leader_placed,
    happened.TurnBegan: _turn_began,
    happened.InitiativeWon: _initiative_won,
    happened.MoverChosen: _mover_chosen,
    happened.PhaseBegan: _phase_began,
    happened.Opened: _opened,
    happened.Rallied: _rallied,
    happened.Activated: _activated,
    happened.LeaderTested: _leader_tested,
    happened.LeaderTaken: _leader_taken,
    happened.SquareTried: _square_tried,
    happened.SquareDeclined: _square_declined,
    happened.FireOrderChosen: evolve_fight.fire_order_chosen,
    happened.Fired: evolve_fight.fired,
    happened.Removed: evolve_fight.removed,
    happened.Accepted: evolve_fight.accepted,
    happened.MeleesListed: evolve_fight.melees_listed,
    happened.MeleeLapsed: evolve_fight.melee_lapsed,
    happened.Fought: evolve_fight.fought,
    happened.Raised: evolve_fight.raised,
    happened.Advanced: evolve_fight.advanced,
    happened.Stayed: evolve_fight.stayed,
    happened.Answered: evolve_fight.has_answered,
    happened.TurnEnded: _turn_ended,
    happened.TimeCalled: _time_called,
    happened.Ended: _ended,
}
