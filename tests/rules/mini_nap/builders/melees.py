"""Positions of hand-to-hand combat in the middle of the table, with ways to go on."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.combat import melee
from battles.rules.mini_nap.decisions import Joining
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import ForceUnit, State
from tests.rules.mini_nap.builders.table_positions import battle, force, playing, recruit

X, Y = 90.0, 60.0
"""The middle of the table."""


def foot(name: str, x: float, y: float, facing: float = 0, **facts: Any) -> ForceUnit:
    """An infantry line, or what ``facts`` say."""
    return recruit(name, at=(X + x, Y + y), facing=facing, **facts)


def horse(name: str, x: float, y: float, facing: float = 0, **facts: Any) -> ForceUnit:
    """Heavy cavalry in line, or what ``facts`` say."""
    return recruit(name, **{"type": "heavy_cavalry", **facts}, at=(X + x, Y + y), facing=facing)


def guns(name: str, x: float, y: float, facing: float = 0, **facts: Any) -> ForceUnit:
    return recruit(
        name, "foot_artillery", at=(X + x, Y + y), facing=facing, **{"points": 4, "weight": "medium", **facts}
    )


def field(a: tuple[ForceUnit, ...], b: tuple[ForceUnit, ...], **changes: Any) -> State:
    """A battle in the phase of hand-to-hand combat; side a is active. ``a`` and then ``b`` are the units from 0."""
    return battle(force(*a), force(*b), **{"step": "hand_to_hand", **changes})


def noted(state: State, number: int, **notes: Any) -> State:
    """The battle with notes or markers of a unit changed."""
    units = state.units
    return replace(state, units=(*units[:number], replace(units[number], **notes), *units[number + 1 :]))


def go(play: Resolution) -> tuple[str, ...]:
    """Go on until somebody has a choice or the initiative ends; the sides that have one."""
    while play.state.stack or play.state.step != "end":
        asked = turn.deciders(play.state)
        if asked:
            return tuple(asked)
        turn.current_handler(play.state).proceed(play)
    return ()


def fight(state: State, *faces: int) -> Resolution:
    """All combats of a position that asks nobody, without joining in."""
    play = playing(replace(state, stack=(melee.new_combat(state),)), *faces)
    while play.state.stack:
        asked = turn.deciders(play.state)
        assert not asked, f"{asked} are asked"
        turn.current_handler(play.state).proceed(play)
    return play


def begin_combat(state: State, *faces: int) -> Resolution:
    """Combat up to the first choice."""
    play = playing(replace(state, stack=(melee.new_combat(state),)), *faces)
    while play.state.stack and not turn.deciders(play.state):
        turn.current_handler(play.state).proceed(play)
    return play


def begin_joining(state: State, *faces: int) -> Resolution:
    """Joining in up to the first choice, or to the first combat."""
    play = playing(replace(state, stack=(Joining(),)), *faces)
    settle_joining(play)
    return play


def settle_joining(play: Resolution) -> None:
    while play.state.stack and not turn.deciders(play.state):
        if play.state.stack[-1].__struct_config__.tag == "combat":
            return
        turn.current_handler(play.state).proceed(play)


def answer(play: Resolution, side: str, action: Any) -> None:
    """A legal answer of a side, and on to the next choice."""
    refused = refusal(play.state, side, action)
    assert refused is None, refused
    turn.current_handler(play.state).perform(play, side, action)


def refusal(state: State, side: str, action: Any) -> Refusal | None:
    """Why an action is refused."""
    handler = turn.current_handler(state)
    assert isinstance(action, handler.takes), f"{type(action)} answers nothing now"
    return handler.refuse(state, side, action)


def listed(state: State, side: str, kind: str = "") -> list[Any]:
    """All actions that are listed, of one kind or of all."""
    found = turn.current_handler(state).options(state, side)
    return [action for option in found if kind in ("", option.kind) for action in option.actions]


def rounds(play: Resolution) -> list[happened.Fought]:
    return [event for event in play.events if isinstance(event, happened.Fought)]


def ring() -> State:
    """Both sides have a unit that touches two enemies: 0 touches 2 and 3, 3 touches 0 and 1."""
    return field(
        (foot("one", 0, 0), foot("two", 5, 0)),
        (
            foot("left", -1.25, 3, 180, formation="column"),
            foot("middle", 2.5, 3, 180, formation="column"),
        ),
    )
