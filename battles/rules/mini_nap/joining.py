"""Joining in, and breaking out of square (ST-12, W7, MN-HTH-01 to 06): six stages before any combat is fought."""

from collections.abc import Iterator
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import combat, joining_ways, underway
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import on_table
from battles.rules.mini_nap.engaged import is_fighting
from battles.rules.mini_nap.frames import Course, Joining, Leg
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.losing import settle
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State, other
from battles.rules.mini_nap.steps import count_cost
from battles.rules.mini_nap.tables import JOIN_STAGES, JoinStage


def joining(state: State) -> Joining:
    """The frame that goes on."""
    frame = state.stack[-1]
    assert isinstance(frame, Joining)  # noqa: S101
    return frame


def stage_of(state: State) -> tuple[SideId, JoinStage]:
    """Whose stage it is, and which."""
    stage = JOIN_STAGES[joining(state).stage - 1]
    return (state.active if stage.active else other(state.active)), stage


def _deciders(state: State) -> tuple[SideId, ...]:
    side, stage = stage_of(state)
    return (side,) if next(_offers(state, side, stage), None) is not None else ()


def _proceed(play: Play) -> None:
    _next(play)


def _next(play: Play) -> None:
    """The next stage; after the last one all combats there are (MN-HTH-04)."""
    frame = joining(play.state)
    if frame.stage < len(JOIN_STAGES):
        play.go_on(Joining(frame.stage + 1))
    elif is_fighting(play.state):
        play.go_on(combat.begun(play.state))
    else:
        play.close()


def _offers(state: State, side: SideId, stage: JoinStage) -> Iterator[Option]:
    """What each unit of the stage may do."""
    for number in on_table(state, side):
        if joining_ways.refuse_unit(state, number, stage) is None:
            actions = tuple(joining_ways.listed(state, number, stage))
            if actions:
                domains = joining_ways.domains(state, number, stage)
                kind = "break_square" if stage.who == "square" else "join"
                yield Option(kind, f"unit {number}", actions, complete=False, domains=domains)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    _, stage = stage_of(state)
    found = tuple(_offers(state, side, stage))
    return found if stage.must else (*found, Option("pass", "", (act.Pass(),)))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    _, stage = stage_of(state)
    if isinstance(action, act.Pass):
        if stage.must and next(_offers(state, side, stage), None) is not None:
            return Refusal("owed_first", stage.rule, "Formed infantry of the active side that can join in must.")
        return None
    wanted = act.BreakSquare if stage.who == "square" else act.Join
    if not isinstance(action, wanted):
        return Refusal("bad_order", stage.rule, f"This is the stage of {stage.word}.")
    found = _refuse_number(state, side, action.unit) or joining_ways.refuse_unit(state, action.unit, stage)
    if found is not None:
        return found
    made = joining_ways.way(state, action.unit, action.enemy, action.facing)
    return made if isinstance(made, Refusal) else None


def _refuse_number(state: State, side: SideId, number: int) -> Refusal | None:
    if number >= len(state.units):
        return Refusal("no_such", "MN-HTH-02", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return Refusal("not_yours", "MN-HTH-02", f"{unit.name} belongs to the enemy.")
    return None


def _perform(play: Play, side: SideId, action: Any) -> None:
    if isinstance(action, act.Pass):
        _next(play)
    elif isinstance(action, act.BreakSquare):
        _break_square(play, action)
    else:
        unit = play.unit(action.unit)
        if action.facing != unit.facing:
            play.tell(happened.Turned(unit=action.unit, facing=action.facing, turned=unit.turned))
        _advance(play, action.unit, action.enemy)


def _break_square(play: Play, action: act.BreakSquare) -> None:
    """MN-HTH-05: the test, and on success the column that goes into contact."""
    number = action.unit
    play.mark(number, "MN-HTH-05", tried_square=True)
    if not play.test(number, "MN-HTH-05"):
        return
    made = joining_ways.out_of_square(play.unit(number), action.facing)
    play.tell(
        happened.Reformed(
            unit=number, formation=made.formation, x=made.x, y=made.y, facing=made.facing, rule="MN-HTH-05"
        )
    )
    count_cost(play, number)
    settle(play)
    if play.unit(number).where == "table":
        _advance(play, number, action.enemy)


def _advance(play: Play, number: int, enemy: int) -> None:
    """Straight ahead into contact."""
    made = joining_ways.straight(play.state, number, play.unit(number), enemy)
    assert not isinstance(made, Refusal)  # noqa: S101
    facing = play.unit(number).facing
    leg = Leg(facing, made.travel, facing)
    underway.begin(play, Course(unit=number, travel="join", legs=(leg,), target=enemy))


HANDLER = Handler((act.Join, act.BreakSquare, act.Pass), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``joining``."""
