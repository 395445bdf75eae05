"""What follows from each kind of action: ``perform`` works it out, ``advance`` goes on to the next real choice."""

from collections.abc import Callable
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.dice import Dice
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import legal, phases, positions
from battles.rules.easy_napoleonics.activating import activate
from battles.rules.easy_napoleonics.fighting import answer, attack_on, fight, fire
from battles.rules.easy_napoleonics.leading import reach
from battles.rules.easy_napoleonics.morale import check_of, hasty_square, raised, rally
from battles.rules.easy_napoleonics.play import Play
from battles.rules.easy_napoleonics.state import State


def begin(state: State, dice: Dice) -> Play:
    """Everything before the first choice of a side."""
    play = Play(state, dice)
    phases.draw_cards(play)
    advance(play)
    return play


def decide(state: State, side: SideId, action: Any, dice: Dice) -> Play:
    """A legal action, and all that follows up to the next choice."""
    play = Play(state, dice)
    perform(play, side, action)
    advance(play)
    return play


def perform(play: Play, side: SideId, action: Any) -> None:
    """One action and its direct consequences."""
    _ACTS[type(action)](play, side, action)


def advance(play: Play) -> None:
    """Go on until a side has more than one thing to choose from: nobody is asked what has one answer (10.3)."""
    while play.state.outcome is None:
        state = play.state
        if state.phase == "melee" and state.listed and not state.pending:
            phases.lapse(play)
            state = play.state
        forced = None
        for side in legal.deciders(state):
            found = legal.options(play.field, state, side)
            if not found or forced is not None:
                continue
            if len(found) > 1 or len(found[0].actions) > 1 or not found[0].complete:
                return
            forced = side, found[0].actions[0]
        if forced is None:
            phases.proceed(play)
        else:
            perform(play, *forced)


def _take_card(play: Play, side: SideId, action: act.TakeCard) -> None:
    play.tell(happened.CardTaken(side=side, card=action.card, audience=(side,)))


def _name_nation(play: Play, side: SideId, action: act.NameNation) -> None:
    play.tell(happened.NationNamed(side=side, nation=action.nation))


def _deploy(play: Play, side: SideId, action: act.Deploy) -> None:
    play.tell(happened.Deployed(unit=action.unit, cell=action.cell, facing=action.facing, formation=action.formation))


def _deploy_leader(play: Play, side: SideId, action: act.DeployLeader) -> None:
    play.tell(happened.LeaderPlaced(leader=action.leader, cell=action.cell, left=0, unit=action.unit, how="deployed"))


def _choose_mover(play: Play, side: SideId, action: act.ChooseMover) -> None:
    play.tell(happened.MoverChosen(side=action.side))
    phases.begin_rally(play)


def _rally(play: Play, side: SideId, action: act.Rally) -> None:
    """EN-RALLY-01."""
    checker = positions.checker(play.lay, action.unit)
    needed, rows = check_of(play.field.book, checker, checker.level, checker.leader)
    passed = rally(play.dice, play.field.book, checker)
    play.tell(
        happened.Rallied(
            unit=action.unit,
            level=raised(checker.level) if passed else checker.level,
            passed=passed,
            needed=needed,
            modifiers=rows.rows,
            rolls=play.thrown(),
        )
    )


def _move_leader(play: Play, side: SideId, action: act.MoveLeader) -> None:
    leader = play.state.leaders[action.leader]
    hexes = reach(play.field, play.lay, leader, leader.left)[action.cell]
    play.tell(happened.LeaderPlaced(leader=action.leader, cell=action.cell, left=leader.left - hexes, unit=action.unit))


def _done(play: Play, side: SideId, action: act.Done) -> None:
    phases.finish(play)


def _hasty_square(play: Play, side: SideId, action: act.HastySquare) -> None:
    owed = play.state.pending[-1]
    if action.attempt:
        try_square(play, owed.unit)
    else:
        play.tell(happened.SquareDeclined(unit=owed.unit))


def try_square(play: Play, number: int) -> None:
    """EN-SQUARE-05: one check; failure costs the unit its fire, not its level (EN-RULING-40)."""
    checker = positions.checker(play.lay, number)
    needed, rows = check_of(play.field.book, checker, checker.level, checker.leader)
    passed = hasty_square(play.dice, play.field.book, checker)
    mute = not passed or play.field.options.hasty_square_fire == "lost_always"
    play.tell(
        happened.SquareTried(
            unit=number, passed=passed, mute=mute, needed=needed, modifiers=rows.rows, rolls=play.thrown()
        )
    )


def _relocate(play: Play, side: SideId, action: act.Relocate) -> None:
    owed = play.state.pending[-1]
    left = play.state.leaders[owed.leader].left
    play.tell(happened.LeaderPlaced(leader=owed.leader, cell=action.cell, left=left, unit=action.unit, how="fled"))


def _choose_fire_order(play: Play, side: SideId, action: act.ChooseFireOrder) -> None:
    phase = play.state.phase
    play.tell(happened.FireOrderChosen(side=action.side))
    if action.side != play.state.acting:
        play.tell(happened.PhaseBegan(phase=phase, side=action.side))


def _fire(play: Play, side: SideId, action: act.Fire) -> None:
    fire(play, action.target, action.dice)


def _accept(play: Play, side: SideId, action: act.Accept) -> None:
    owed = play.state.pending[-1]
    play.tell(happened.Accepted(attacker=owed.unit, defender=owed.other, fight=action.fight))


def _fight(play: Play, side: SideId, action: act.Fight) -> None:
    fight(play, action.attacker, action.defender)


def _advance(play: Play, side: SideId, action: act.Advance) -> None:
    """EN-OPT-02, 04, 05."""
    owed = play.state.pending[-1]
    if action.how == "stay":
        play.tell(happened.Stayed(unit=owed.unit))
        return
    attack_on(play, owed, action)


def _answer(play: Play, side: SideId, action: act.Answer) -> None:
    """EN-OPT-03: fire or hold, and the melee follows; a square that was formed may fire after that."""
    owed = play.state.pending[-1]
    play.tell(happened.Answered(unit=owed.unit, how=action.how))
    if action.how == "square":
        try_square(play, owed.unit)
        play.owe(owed)
        return
    answer(play, owed.unit, owed.other, action.how == "fire")


def _call_time(play: Play, side: SideId, action: act.CallTime) -> None:
    play.tell(happened.TimeCalled())


_ACTS: Final[dict[type, Callable[[Play, SideId, Any], None]]] = {
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
