"""Sequence of a turn: what follows from each action, up to the next real choice (sections 4.2, 10.2)."""

from collections.abc import Callable
from typing import Any, Final

from battles.engine.core import Outcome, SideId
from battles.engine.dice import Dice
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import facts, setup
from battles.rules.easy_napoleonics.combat import resolve_advance, resolve_answer, resolve_melee, resolve_mission
from battles.rules.easy_napoleonics.command import initiative, leader_reach
from battles.rules.easy_napoleonics.fire import has_mission
from battles.rules.easy_napoleonics.morale import check_of, hasty_square, raised, rally
from battles.rules.easy_napoleonics.movement.activation import activate
from battles.rules.easy_napoleonics.movement.moves import (
    Meeting,
    bring_on,
    faces,
    in_contact,
    locked,
    meetings,
    still_meets,
)
from battles.rules.easy_napoleonics.reactions import may_try_square
from battles.rules.easy_napoleonics.resolution import Resolution, by_objective, by_points
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, Phase, State, other
from battles.rules.easy_napoleonics.tables import DIE
from battles.rules.easy_napoleonics.turn import legality


def proceed(play: Resolution) -> None:
    """Take the next step of a state in which no side has a choice."""
    phase = play.state.phase
    if play.state.pending:
        _no_refuge(play, play.state.pending[-1])
    elif phase == "cards":
        _prepare(play)
    elif phase == "deployment":
        _deploy_next(play)
    elif phase == "melee":
        _melees(play)
    else:
        raise AssertionError(f"nothing follows by itself in {phase}")


def _no_refuge(play: Resolution, decision: Pending) -> None:
    """Remove a leader who has no hex to flee to (EN-LEADER-09)."""
    score = play.score_without_leader(play.state.leaders[decision.leader])
    play.tell(happened.LeaderTaken(leader=decision.leader, rule="EN-LEADER-09", score=score))
    play.end_if_decided()


# Before the first turn (EN-SETUP-04).


def draw_cards(play: Resolution) -> None:
    """Draw the cards that a side still has to draw (EN-COST-08)."""
    if any(force.draws for force in play.state.setup.forces):
        hands = setup.draw(play.dice, play.state.setup)
        play.tell(happened.CardsDrawn(hands=hands, rolls=play.new_rolls()))


def _prepare(play: Resolution) -> None:
    joining = setup.joining(play.state)
    if joining:
        play.tell(happened.CardsJoined(units=joining))
    if play.field.options.random_terrain:
        placed = {unit.cell for unit in play.state.units} | {man.cell for man in play.state.leaders}
        terrain = setup.scatter(play.dice, play.state.board, play.field.rules, placed - {NOWHERE})
        play.tell(happened.TerrainPlaced(terrain=terrain, rolls=play.new_rolls()))
    order = play.field.options.deployment_order
    if order == "preset":
        begin_turn(play)
        return
    first = {"a_first": "a", "b_first": "b"}.get(order) or _low_roll(play)
    play.tell(happened.DeploymentBegan(first=first, rolls=play.new_rolls()))
    play.tell(happened.SideDeploys(side=first))


def _low_roll(play: Resolution) -> SideId:
    """Roll which side deploys first: the low roll; ties are rolled again (EN-SETUP-07, EN-RULING-16)."""
    while True:
        a, b = play.dice.roll(2, DIE, "EN-SETUP-07")
        if a != b:
            return "a" if a < b else "b"


def _deploy_next(play: Resolution) -> None:
    """Let the other side deploy, or begin the first turn."""
    state = play.state
    if state.acting == state.first_to_deploy:
        play.tell(happened.SideDeploys(side=other(state.acting)))
    else:
        begin_turn(play)


# Turn and phases (EN-SEQ-01).


def begin_turn(play: Resolution) -> None:
    """Begin a turn and roll for the initiative (EN-INIT-01), unless the scenario opens turn 1 (EN-RULING-119)."""
    state = play.state
    contacts = in_contact(play.field, play.occupancy)
    moves = play.field.tables.leader_move
    play.tell(happened.TurnBegan(turn=state.turn + 1, contacts=contacts, leader_moves=moves))
    first = play.field.options.first_mover
    if first != "rolled" and play.state.turn == 1:
        play.tell(happened.FirstMoverNamed(side=first))
        begin_rally(play)
        return
    won = initiative(play.dice, play.field.book, state.holder or None, state.streak)
    streak = state.streak + 1 if won.winner == state.holder else 1
    play.tell(
        happened.InitiativeWon(
            holder=won.winner, streak=streak, modifiers=won.modifiers, throws=won.rolls, rolls=play.new_rolls()
        )
    )


def begin_rally(play: Resolution) -> None:
    """Begin the Rally phase; the side with the initiative is first (EN-RALLY-06, EN-RULING-06)."""
    _rally_or_move(play, play.state.holder, other(play.state.holder))


def _rally_or_move(play: Resolution, *sides: SideId) -> None:
    """Begin the Rally phase of the first of ``sides`` that has one; without one, movement."""
    for side in sides:
        if _has_rally_phase(play, side):
            play.tell(happened.PhaseBegan(phase="rally", side=side))
            return
    _begin_movement(play, play.state.mover)


def _has_rally_phase(play: Resolution, side: SideId) -> bool:
    """False in a turn 1 that the scenario opens, if the side has no unit to rally (EN-RULING-119).

    Under ``hidden_morale`` nobody may learn that from a missing phase (EN-MORALE-13).
    """
    state, options = play.state, play.field.options
    if options.first_mover == "rolled" or state.turn > 1 or options.hidden_morale:
        return True
    return any(unit.side == side and unit.cell >= 0 and unit.level in ("fair", "bad") for unit in state.units)


def finish(play: Resolution) -> None:
    """End the phase of the acting side (EN-SEQ-03, EN-MUSK-07)."""
    state = play.state
    if state.phase == "rally":
        _rally_or_move(play, *([other(state.holder)] if state.acting == state.holder else []))
    elif state.phase == "movement":
        if state.acting == state.mover:
            _begin_movement(play, other(state.mover))
        else:
            begin_fire(play, "artillery")
    elif state.acting == state.fires_first:
        play.tell(happened.PhaseBegan(phase=state.phase, side=other(state.acting)))
    elif state.phase == "artillery":
        begin_fire(play, "musketry")
    else:
        _begin_melee(play)


def _begin_movement(play: Resolution, side: SideId) -> None:
    """Begin a side's movement: lock units (EN-ZOC-05), bring on arrivals (EN-RULING-120), then ask about squares.

    Hasty squares are those against its standing cavalry (EN-SQUARE-10).
    """
    pinned: tuple[int, ...] = ()
    if play.field.options.lock_timing == "own_move":
        pinned = locked(play.field, play.occupancy, side)
    elif side == play.state.mover:
        pinned = tuple(sorted(locked(play.field, play.occupancy, "a") + locked(play.field, play.occupancy, "b")))
    play.tell(happened.PhaseBegan(phase="movement", side=side, locked=pinned))
    bring_on(play, side)
    if play.field.options.standing_attack_hasty_square:
        play.ask_first(*_square_decisions(play, side))


def _square_decisions(play: Resolution, side: SideId) -> list[Pending]:
    """Decisions of infantry that may form square against cavalry that came into contact without a charge.

    Source: EN-SQUARE-10, EN-RULING-105.
    """
    units = play.state.units
    decisions = {}
    for cavalry, infantry in sorted(play.state.standing, key=lambda pair: pair[1]):
        foe, unit = units[cavalry], units[infantry]
        if foe.side == side and may_try_square(unit, foe) and foe.cell >= 0 and faces(play.field, foe, unit.cell):
            decisions[infantry] = Pending(kind="hasty_square", side=unit.side, unit=infantry, other=cavalry)
    return list(decisions.values())


def begin_fire(play: Resolution, phase: Phase) -> None:
    """Begin a fire phase, unless neither side has a mission (section 10.3).

    The side with the initiative chooses which side fires first (EN-INIT-08, EN-RULING-14).
    """
    guns = phase == "artillery"
    if not any(has_mission(play.field, play.occupancy, side, guns) for side in ("a", "b")):
        if guns:
            begin_fire(play, "musketry")
        else:
            _begin_melee(play)
        return
    holder = play.state.holder
    play.tell(happened.PhaseBegan(phase=phase, side=holder))
    if play.field.options.initiative_chooses_fire_order:
        play.ask_first(Pending(kind="fire_order", side=holder))
    else:
        play.tell(happened.FireOrderChosen(side=holder))


# Melee and the end of the turn.


def _begin_melee(play: Resolution) -> None:
    """Begin the melee phase: ask about contacts without a charge, first the side with the initiative.

    Source: EN-MELEE-06, EN-MELEE-07, EN-RULING-85, EN-MELEE-01.
    """
    possible = meetings(play.field, play.occupancy, play.state)
    if not possible:
        _end_turn(play)
        return
    state = play.state
    play.tell(happened.PhaseBegan(phase="melee", side=state.holder))
    optional = [meeting for meeting in possible if meeting.is_optional]
    optional.sort(key=lambda meeting: state.units[meeting.attacker].side != state.holder)
    play.ask_first(*(_passive(play, meeting) for meeting in optional))


def _passive(play: Resolution, meeting: Meeting) -> Pending:
    side = play.state.units[meeting.attacker].side
    return Pending(kind="accept", side=side, unit=meeting.attacker, other=meeting.defender)


def _melees(play: Resolution) -> None:
    """List the melees once all questions are answered; end the turn when no melee is left."""
    state = play.state
    if not state.listed:
        possible = meetings(play.field, play.occupancy, state)
        pairs = [pair[:2] for pair in possible if not pair.is_optional or pair[:2] in state.accepted]
        play.tell(happened.MeleesListed(pairs=tuple(pairs)))
        return
    remove_lapsed_melees(play)
    _end_turn(play)


def remove_lapsed_melees(play: Resolution) -> None:
    """Remove listed melees that can no longer be fought (EN-MELEE-09)."""
    for attacker, defender in play.state.pairs:
        if not still_meets(play.field, play.state, attacker, defender):
            play.tell(happened.MeleeLapsed(attacker=attacker, defender=defender))


def _end_turn(play: Resolution) -> None:
    """End the turn: hasty squares, objectives, outcome (EN-SEQ-06)."""
    state = play.state
    solid: tuple[int, ...] = ()
    if play.field.options.hasty_square_duration == "end_of_turn":
        solid = tuple(number for number, unit in enumerate(state.units) if unit.formation == "hasty_square")
    play.tell(happened.TurnEnded(solid=solid, held=_objective_holders(play)))
    outcome = _outcome_at_end(play)
    if outcome is not None:
        play.tell(happened.Ended(outcome=outcome))
    else:
        begin_turn(play)


def _objective_holders(play: Resolution) -> tuple[tuple[int, SideId], ...]:
    """Each hex of an objective with the side whose unit was there last (EN-SETUP-12)."""
    holders = dict(play.state.held)
    for cell in play.field.goals:
        there = play.occupancy.at.get(cell)
        if there is not None:
            holders[cell] = play.state.units[there].side
    return tuple(sorted(holders.items()))


def _outcome_at_end(play: Resolution) -> Outcome | None:
    """Outcome at the end of a turn: points, objectives, limits of turns and time (EN-VP-04, EN-OPT-13)."""
    state, options = play.state, play.field.options
    outcome = by_points(state) if options.victory_timing == "end_of_turn" else None
    outcome = outcome or by_objective(state)
    if outcome is None and (state.turn >= options.max_turns or state.time_called):
        return Outcome(None, "mutual_defeat", "EN-VP-04")
    return outcome


def begin(state: State, dice: Dice) -> Resolution:
    """Carry out everything before the first choice of a side."""
    play = Resolution(state, dice)
    draw_cards(play)
    advance(play)
    return play


def decide(state: State, side: SideId, action: Any, dice: Dice) -> Resolution:
    """Carry out a legal action, and all that follows up to the next choice."""
    play = Resolution(state, dice)
    perform(play, side, action)
    advance(play)
    return play


def perform(play: Resolution, side: SideId, action: Any) -> None:
    """Carry out one action, without what follows by itself."""
    _ACTS[type(action)](play, side, action)


def advance(play: Resolution) -> None:
    """Go on until a side has a real choice; an action without alternative is carried out (section 10.3)."""
    while play.state.outcome is None:
        state = play.state
        if state.phase == "melee" and state.listed and not state.pending:
            remove_lapsed_melees(play)
            state = play.state
        forced = None
        for side in legality.deciders(state):
            options = legality.options(play.field, state, side)
            if not options or forced is not None:
                continue
            if len(options) > 1 or len(options[0].actions) > 1 or not options[0].complete:
                return
            forced = side, options[0].actions[0]
        if forced is None:
            proceed(play)
        else:
            perform(play, *forced)


def _take_card(play: Resolution, side: SideId, action: act.TakeCard) -> None:
    play.tell(happened.CardTaken(side=side, card=action.card, audience=(side,)))


def _name_nation(play: Resolution, side: SideId, action: act.NameNation) -> None:
    play.tell(happened.NationNamed(side=side, nation=action.nation))


def _deploy(play: Resolution, side: SideId, action: act.Deploy) -> None:
    play.tell(happened.Deployed(unit=action.unit, cell=action.cell, facing=action.facing, formation=action.formation))


def _deploy_leader(play: Resolution, side: SideId, action: act.DeployLeader) -> None:
    play.tell(happened.LeaderPlaced(leader=action.leader, cell=action.cell, left=0, unit=action.unit, how="deployed"))


def _choose_mover(play: Resolution, side: SideId, action: act.ChooseMover) -> None:
    play.tell(happened.MoverChosen(side=action.side))
    begin_rally(play)


def _rally(play: Resolution, side: SideId, action: act.Rally) -> None:
    """Roll a try to rally (EN-RALLY-01, EN-RALLY-04, EN-RULING-07)."""
    checker = facts.checker(play.occupancy, action.unit)
    needed, rows = check_of(play.field.book, checker, checker.level, checker.leader)
    passed = rally(play.dice, play.field.book, checker)
    play.tell(
        happened.Rallied(
            unit=action.unit,
            level=raised(checker.level) if passed else checker.level,
            passed=passed,
            needed=needed,
            modifiers=rows.rows,
            rolls=play.new_rolls(),
        )
    )


def _move_leader(play: Resolution, side: SideId, action: act.MoveLeader) -> None:
    leader = play.state.leaders[action.leader]
    hexes = leader_reach(play.field, play.occupancy, leader, leader.left)[action.cell]
    play.tell(happened.LeaderPlaced(leader=action.leader, cell=action.cell, left=leader.left - hexes, unit=action.unit))


def _done(play: Resolution, side: SideId, action: act.Done) -> None:
    finish(play)


def _hasty_square(play: Resolution, side: SideId, action: act.HastySquare) -> None:
    decision = play.state.pending[-1]
    if action.attempt:
        try_square(play, decision.unit)
    else:
        play.tell(happened.SquareDeclined(unit=decision.unit))


def try_square(play: Resolution, number: int) -> None:
    """Roll a try to form hasty square; failure costs the unit its fire, not its level.

    Source: EN-SQUARE-05, EN-RULING-40, EN-ACTION-07, EN-SQUARE-07.
    """
    checker = facts.checker(play.occupancy, number)
    needed, rows = check_of(play.field.book, checker, checker.level, checker.leader)
    passed = hasty_square(play.dice, play.field.book, checker)
    mute = not passed or play.field.options.hasty_square_fire == "lost_always"
    play.tell(
        happened.SquareTried(
            unit=number, passed=passed, mute=mute, needed=needed, modifiers=rows.rows, rolls=play.new_rolls()
        )
    )


def _relocate(play: Resolution, side: SideId, action: act.Relocate) -> None:
    decision = play.state.pending[-1]
    left = play.state.leaders[decision.leader].left
    play.tell(happened.LeaderPlaced(leader=decision.leader, cell=action.cell, left=left, unit=action.unit, how="fled"))


def _choose_fire_order(play: Resolution, side: SideId, action: act.ChooseFireOrder) -> None:
    phase = play.state.phase
    play.tell(happened.FireOrderChosen(side=action.side))
    if action.side != play.state.acting:
        play.tell(happened.PhaseBegan(phase=phase, side=action.side))


def _fire(play: Resolution, side: SideId, action: act.Fire) -> None:
    resolve_mission(play, action.target, action.dice)


def _accept(play: Resolution, side: SideId, action: act.Accept) -> None:
    decision = play.state.pending[-1]
    play.tell(happened.Accepted(attacker=decision.unit, defender=decision.other, fight=action.fight))


def _fight(play: Resolution, side: SideId, action: act.Fight) -> None:
    resolve_melee(play, action.attacker, action.defender)


def _advance(play: Resolution, side: SideId, action: act.Advance) -> None:
    """Carry out a winner's choice (EN-OPT-02, EN-OPT-04, EN-OPT-05)."""
    decision = play.state.pending[-1]
    if action.how == "stay":
        play.tell(happened.Stayed(unit=decision.unit))
        return
    resolve_advance(play, decision, action)


def _answer(play: Resolution, side: SideId, action: act.Answer) -> None:
    """Carry out an answer to a breakthrough: after fire or holding, the melee; after a try for square, ask again.

    Source: EN-OPT-03.
    """
    decision = play.state.pending[-1]
    play.tell(happened.Answered(unit=decision.unit, how=action.how))
    if action.how == "square":
        try_square(play, decision.unit)
        play.ask_first(decision)
        return
    resolve_answer(play, decision.unit, decision.other, action.how == "fire")


def _call_time(play: Resolution, side: SideId, action: act.CallTime) -> None:
    play.tell(happened.TimeCalled())


_ACTS: Final[dict[type, Callable[[Resolution, SideId, Any], None]]] = {
    act.TakeCard: _take_card,
    act.NameNation: _name_nation,
    act.Deploy: _deploy,
    act.DeployLeader: _deploy_leader,
    act.ChooseMover: _choose_mover,
    act.Rally: _rally,
    act.MoveLeader: _move_leader,
    act.Activate: activate,
    act.Done: _done,
    act.HastySquare: _hasty_square,
    act.Relocate: _relocate,
    act.ChooseFireOrder: _choose_fire_order,
    act.Fire: _fire,
    act.Accept: _accept,
    act.Fight: _fight,
    act.Advance: _advance,
    act.Answer: _answer,
    act.CallTime: _call_time,
}
