"""Hand-to-hand combat, group by group (ST-13): one impact round, then melee rounds without pause (MN-HTH-10 to 36)."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allotting
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.breakthrough import break_through
from battles.rules.mini_nap.engaged import blows_of, foes, groups_of, judged, live_pairs, waiting_groups
from battles.rules.mini_nap.events_fight import Throw
from battles.rules.mini_nap.frames import Combat, Group
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.losing import settle
from battles.rules.mini_nap.losses import points_after
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.sets import hits_of, strikes_of
from battles.rules.mini_nap.state import State


def combat(state: State) -> Combat:
    """The frame of the combat that goes on."""
    frame = state.stack[-1]
    assert isinstance(frame, Combat)  # noqa: S101
    return frame


def begun(state: State) -> Combat:
    """All combats there are now, none of them begun."""
    return Combat(waiting=groups_of(state))


def _deciders(state: State) -> tuple[SideId, ...]:
    frame = combat(state)
    if frame.group is not None:
        return allotting.asked(state, frame)
    return (state.active,) if len(waiting_groups(state, frame)) > 1 else ()


def _proceed(play: Play) -> None:
    frame = combat(play.state)
    if frame.group is None:
        waiting = waiting_groups(play.state, frame)
        if waiting:
            _begin(play, waiting, 0)
        else:
            play.close()
    elif live_pairs(play.state, frame.group):
        _round(play, frame)
    else:
        play.go_on(Combat(waiting=frame.waiting))


def _begin(play: Play, waiting: tuple[Group, ...], chosen: int) -> None:
    """The next group, with all that is judged as its impact round begins."""
    rest = (*waiting[:chosen], *waiting[chosen + 1 :])
    play.go_on(replace(judged(play.state, waiting[chosen]), waiting=rest))


def _round(play: Play, frame: Combat) -> None:
    """Throw a round: all by the points at its start, losses together at its end (MN-HTH-14)."""
    assert frame.group is not None  # noqa: S101
    state, kind = play.state, allotting.round_kind(frame)
    pairs = live_pairs(state, frame.group)
    shares = {(share.unit, share.enemy): share.points for share in frame.shares}
    blows = [(pair, blow) for pair, blow in blows_of(state, frame, shares) if blow.allotted]
    strikes, stalemate = strikes_of(state.setup.rules, [blow for _, blow in blows], kind)
    throws = []
    hits = dict.fromkeys(foes(pairs), 0)
    for ((unit, enemy), blow), strike in zip(blows, strikes, strict=True):
        if strike.sets:
            reached = hits_of(play.dice, play.tables, blow, strike)
            hits[enemy] += reached
            throws.append(
                Throw(
                    unit=unit,
                    enemy=enemy,
                    allotted=blow.allotted,
                    sets=strike.situations,
                    halved=strike.halved,
                    dice=strike.dice,
                    hits=reached,
                )
            )
    left = tuple((number, points_after(state.units[number].points, count)) for number, count in hits.items())
    play.tell(
        happened.Fought(round=frame.round, throws=tuple(throws), points=left, stalemate=stalemate, rolls=play.thrown())
    )
    play.go_on(replace(frame, round=frame.round + 1, allotted=(), shares=()))
    settle(play)
    if kind == "impact":
        _after_impact(play, tuple(hits))


def _after_impact(play: Play, fought: tuple[int, ...]) -> None:
    """Nobody counts as charging any more (MN-RULING-35); who has no enemy left breaks through (MN-HTH-25)."""
    active = play.state.active
    for number in sorted(fought, key=lambda each: (play.unit(each).side != active, each)):
        if play.unit(number).where == "table":
            if play.unit(number).impact:
                play.mark(number, "MN-RULING-35", impact=False)
            break_through(play, number, "MN-HTH-25")


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    frame = combat(state)
    if frame.group is not None:
        return allotting.options_of(state, frame, side)
    count = len(waiting_groups(state, frame))
    return (Option("choose_group", "", tuple(act.ChooseGroup(group) for group in range(count))),)


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    frame = combat(state)
    if isinstance(action, act.ChooseGroup):
        if frame.group is not None:
            return Refusal("owed_first", "MN-HTH-10", "A combat goes on: it is fought to its end first.")
        count = len(waiting_groups(state, frame))
        if action.group >= count:
            return Refusal("no_such", "MN-RULING-32", f"There are {count} combats to choose from, numbered from 0.")
        return None
    if frame.group is None:
        return Refusal("bad_order", "MN-HTH-10", "The combat that is fought next has not been chosen.")
    return allotting.refuse(state, frame, side, action)


def _perform(play: Play, side: SideId, action: Any) -> None:
    if isinstance(action, act.ChooseGroup):
        _begin(play, waiting_groups(play.state, combat(play.state)), action.group)
        return
    secret = play.options.hth_allotment == "simultaneous"
    play.tell(happened.Allotted(side=side, shares=action.shares, audience=(side,) if secret else None))


HANDLER = Handler((act.ChooseGroup, act.Allot), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``combat``."""
