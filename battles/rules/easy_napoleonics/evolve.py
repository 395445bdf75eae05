"""The state after an event: one function for each kind of event. No dice, no legality, no tables."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.state import NO_HANDS, NOWHERE, Hand, Leader, Pair, State, Unit


def with_unit(state: State, number: int, unit: Unit) -> tuple[Unit, ...]:
    units = [*state.units]
    units[number] = unit
    return tuple(units)


def with_leader(state: State, number: int, leader: Leader) -> tuple[Leader, ...]:
    leaders = [*state.leaders]
    leaders[number] = leader
    return tuple(leaders)


def answered(state: State, kind: str, unit: int = NOWHERE, leader: int = NOWHERE) -> tuple[Any, ...]:
    """Pending decisions without the last one, if that has this kind, unit and leader; else all of them."""
    pending = state.pending
    if pending and pending[-1].kind == kind and pending[-1].unit == unit and pending[-1].leader == leader:
        return pending[:-1]
    return pending


def leaders_after_move(
    state: State, along: tuple[int, ...], cell: int, hexes: int, unit: int = NOWHERE
) -> tuple[Leader, ...]:
    return tuple(
        replace(man, cell=cell, left=man.left - hexes, unit=unit) if number in along else man
        for number, man in enumerate(state.leaders)
    )


def without_leader(state: State, number: int) -> tuple[Leader, ...]:
    fallen = replace(state.leaders[number], cell=NOWHERE, left=0, alive=False, unit=NOWHERE)
    return with_leader(state, number, fallen)


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


def entered(state: State, event: happened.Entered) -> State:
    before = state.units[event.unit]
    unit = replace(before, cell=event.cell, facing=event.facing, formation=event.formation, arrival=None)
    return replace(state, units=with_unit(state, event.unit, unit))


def fire_order_chosen(state: State, event: happened.FireOrderChosen) -> State:
    return replace(state, fires_first=event.side, pending=answered(state, "fire_order"))


def fired(state: State, event: happened.Fired) -> State:
    units = list(state.units)
    units[event.target] = replace(units[event.target], level=event.level)
    if not event.answer:
        for shot in event.shots:
            unit = units[shot.unit]
            units[shot.unit] = replace(
                unit,
                used=unit.used + 1 if unit.dice_left < 0 else unit.used,
                dice_left=shot.left,
                at=(*unit.at, event.target),
            )
    nominated = state.nominated if event.answer else (*state.nominated, event.target)
    return replace(state, units=tuple(units), nominated=nominated)


def removed(state: State, event: happened.Removed) -> State:
    """Remove the unit; leaders who were with it stay in the hex (EN-UNIT-06, EN-LEADER-10)."""
    number = event.unit
    unit = replace(state.units[number], cell=NOWHERE, level="broken", locked=False)
    return replace(
        state,
        units=with_unit(state, number, unit),
        score=event.score,
        standing=tuple(pair for pair in state.standing if number not in pair),
        contacts=tuple(pair for pair in state.contacts if number not in pair),
    )


def accepted(state: State, event: happened.Accepted) -> State:
    pair = (event.attacker, event.defender)
    return replace(
        state,
        accepted=(*state.accepted, pair) if event.fight else state.accepted,
        declined=state.declined if event.fight else (*state.declined, pair),
        pending=answered(state, "accept", unit=event.attacker),
    )


def melees_listed(state: State, event: happened.MeleesListed) -> State:
    return replace(state, pairs=event.pairs, listed=True)


def melee_lapsed(state: State, event: happened.MeleeLapsed) -> State:
    return replace(state, pairs=tuple(pair for pair in state.pairs if pair != (event.attacker, event.defender)))


def fought(state: State, event: happened.Fought) -> State:
    attacker, defender = event.attacker, event.defender
    units = list(state.units)
    units[attacker] = replace(units[attacker], level=event.attack.level)
    units[defender] = replace(units[defender], level=event.defence.level)
    met = {(attacker, defender), (defender, attacker)}
    fought_before = any(pair in met for pair in state.first)
    return replace(
        state,
        units=tuple(units),
        pairs=tuple(pair for pair in state.pairs if pair not in met),
        fought=(*state.fought, (attacker, defender)),
        first=state.first if fought_before else (*state.first, (attacker, defender)),
        standing=tuple(pair for pair in state.standing if pair not in met),
    )


def raised(state: State, event: happened.Raised) -> State:
    return replace(state, units=with_unit(state, event.unit, replace(state.units[event.unit], level=event.level)))


def advanced(state: State, event: happened.Advanced) -> State:
    unit = state.units[event.unit]
    charged = unit.charged if event.target == NOWHERE else (*unit.charged, event.target)
    unit = replace(unit, cell=event.cell, facing=event.facing, advances=unit.advances + 1, charged=charged)
    return replace(
        state,
        units=with_unit(state, event.unit, unit),
        leaders=leaders_after_move(state, event.along, event.cell, 0) if event.along else state.leaders,
        pending=answered(state, "breakthrough", unit=event.unit),
    )


def stayed(state: State, event: happened.Stayed) -> State:
    return replace(state, pending=answered(state, "breakthrough", unit=event.unit))


def has_answered(state: State, event: happened.Answered) -> State:
    return replace(state, pending=answered(state, "answer", unit=event.unit))


def evolve(state: State, event: Any) -> State:
    """``state`` after ``event``. Events for hidden information change nothing."""
    change = _CHANGES.get(type(event))
    return change(state, event) if change else state


def _leader_placed(state: State, event: happened.LeaderPlaced) -> State:
    leader = replace(state.leaders[event.leader], cell=event.cell, left=event.left, unit=event.unit, arrival=None)
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
    """The unit with everything of the last turn reset."""
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
        arrival=unit.arrival,
    )


def _initiative_won(state: State, event: happened.InitiativeWon) -> State:
    return replace(state, holder=event.holder, streak=event.streak, acting=event.holder)


def _first_mover_named(state: State, event: happened.FirstMoverNamed) -> State:
    """The initiative counts as won once, so that the side subtracts for it in turn 2 (EN-INIT-02, EN-RULING-119)."""
    return replace(state, holder=event.side, streak=1, mover=event.side)


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
        leaders = leaders_after_move(state, event.along, event.cell, len(event.path), event.unit if shared else NOWHERE)
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
    """A hasty square forms at once and keeps its facing; the unit loses its own charge.

    Source: EN-SQUARE-08, EN-SQUARE-12, EN-RULING-84.
    """
    unit = state.units[event.unit]
    formation = "hasty_square" if event.passed else unit.formation
    charged = () if event.passed else unit.charged
    unit = replace(unit, formation=formation, charged=charged, tried_square=True, mute=unit.mute or event.mute)
    return replace(
        state,
        units=with_unit(state, event.unit, unit),
        standing=_without_answered_pair(state, event.unit),
        pending=answered(state, "hasty_square", unit=event.unit),
    )


def _square_declined(state: State, event: happened.SquareDeclined) -> State:
    return replace(
        state,
        standing=_without_answered_pair(state, event.unit),
        pending=answered(state, "hasty_square", unit=event.unit),
    )


def _without_answered_pair(state: State, unit: int) -> tuple[Pair, ...]:
    """``standing`` without the pair whose decision is pending for a unit (EN-SQUARE-10)."""
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
    happened.CardsDrawn: cards_drawn,
    happened.CardTaken: card_taken,
    happened.NationNamed: nation_named,
    happened.CardsJoined: cards_joined,
    happened.TerrainPlaced: terrain_placed,
    happened.DeploymentBegan: deployment_began,
    happened.SideDeploys: side_deploys,
    happened.Deployed: deployed,
    happened.Entered: entered,
    happened.LeaderPlaced: _leader_placed,
    happened.TurnBegan: _turn_began,
    happened.InitiativeWon: _initiative_won,
    happened.FirstMoverNamed: _first_mover_named,
    happened.MoverChosen: _mover_chosen,
    happened.PhaseBegan: _phase_began,
    happened.Opened: _opened,
    happened.Rallied: _rallied,
    happened.Activated: _activated,
    happened.LeaderTested: _leader_tested,
    happened.LeaderTaken: _leader_taken,
    happened.SquareTried: _square_tried,
    happened.SquareDeclined: _square_declined,
    happened.FireOrderChosen: fire_order_chosen,
    happened.Fired: fired,
    happened.Removed: removed,
    happened.Accepted: accepted,
    happened.MeleesListed: melees_listed,
    happened.MeleeLapsed: melee_lapsed,
    happened.Fought: fought,
    happened.Raised: raised,
    happened.Advanced: advanced,
    happened.Stayed: stayed,
    happened.Answered: has_answered,
    happened.TurnEnded: _turn_ended,
    happened.TimeCalled: _time_called,
    happened.Ended: _ended,
}
