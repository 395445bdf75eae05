"""Brigades that come on at the start of a later Turn, before the first throw of it (MN-RULING-97)."""

from collections.abc import Iterator
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import deployment, placing, turning
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State, other


def _next(state: State) -> SideId:
    """Whose reinforcements come on next: those of the side that deployed first, then the other's; ``""`` for none."""
    first = state.first_to_deploy or "a"
    order = {"": (first, other(first)), first: (other(first),)}.get(state.active, ())
    return next((side for side in order if _can_place(state, side)), "")


def _can_place(state: State, side: SideId) -> bool:
    """Whether something of a side has arrived and there is a place for it."""
    return any(next(placing.unit_places(state, number), None) for number in placing.due_units(state, side)) or any(
        next(placing.stand_places(state, number), None) for number in placing.due_stands(state, side)
    )


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,) if state.active and _can_place(state, state.active) else ()


def _proceed(play: Play) -> None:
    side = _next(play.state)
    if side:
        play.tell(happened.SideDeploys(side=side))
    else:
        turning.first_initiative(play)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(_offered(state, side))


def _offered(state: State, side: SideId) -> Iterator[Option]:
    """What a side may put down now, unit by unit and stand by stand as it is asked for."""
    units = (deployment.unit_option(state, number) for number in placing.due_units(state, side))
    yield from (option for option in units if option.kind != "withhold")
    yield from filter(None, (deployment.stand_option(state, number) for number in placing.due_stands(state, side)))
    yield Option("done", "", (act.Done(),))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if isinstance(action, act.DeployStand):
        due = placing.due_stands(state, side)
        found = deployment.refuse_whose_stand(state, side, action.stand, due)
        return found or placing.refuse_stand(state, action)
    found = deployment.refuse_whose(state, side, action.unit, placing.due_units(state, side))
    return found or placing.refuse_unit(state, action)


def _perform(play: Play, side: SideId, action: Any) -> None:
    if isinstance(action, act.Done):
        _proceed(play)
    else:
        deployment.place(play, action)


ARRIVAL = Handler((act.Deploy, act.DeployStand, act.Done), _deciders, _proceed, _options, _refuse, _perform, _offered)
"""The step ``arrival``."""
