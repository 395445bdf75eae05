"""The phase of hand-to-hand combat (ST-12, ST-13): joining in and combat while enemies are in contact, then on."""

from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import on_table
from battles.rules.mini_nap.engaged import is_fighting
from battles.rules.mini_nap.frames import Joining
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State


def _deciders(state: State) -> tuple[SideId, ...]:
    return ()


def _proceed(play: Play) -> None:
    """All combats; then break-through, which is skipped when no unit has a white marker (MN-SEQ-03)."""
    if is_fighting(play.state):
        play.open(Joining())
        return
    white = any(play.unit(number).white for number in on_table(play.state))
    play.tell(happened.StepBegan(step="break_active" if white else "end"))


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return ()


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    return Refusal("not_deciding", "MN-SEQ-03", "Nobody has anything to choose now.")


def _perform(play: Play, side: SideId, action: Any) -> None:
    raise AssertionError(action)


HANDLER = Handler((), _deciders, _proceed, _options, _refuse, _perform)
"""The step ``hand_to_hand``."""
