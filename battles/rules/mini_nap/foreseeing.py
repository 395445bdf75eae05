"""The battle after an action as far as no dice decide it, if the enemy lets it happen: for whoever previews one."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.dice import DiceNeeded, RecordedDice
from battles.rules.mini_nap import anytime, deciding, flow
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.frames import Course, Naming, StandCourse
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State


def actor_side(state: State, action: Any) -> SideId:
    """The side that may do an action now; ``""`` where nobody may."""
    return next((side for side in flow.deciders(state) if deciding.refuse(state, side, action) is None), "")


def foreseen(state: State, side: SideId, action: Any) -> State:
    """The battle after a legal action of ``side``, up to the first die or the first answer to its contact.

    On the way nobody reacts, and enemy stands get out of it.
    """
    play = Play(state, RecordedDice(()))
    try:
        if isinstance(action, anytime.TAKES):
            anytime.perform(play, action)
        else:
            flow.handler(state).perform(play, side, action)
        _go_on(play)
    except DiceNeeded:
        pass
    return play.state


def _go_on(play: Play) -> None:
    """Whatever is on its way comes to its end."""
    while isinstance(frame := play.frame, Course | StandCourse | Naming):
        if isinstance(frame, Naming):
            play.close()
        elif isinstance(frame, StandCourse):
            play.close()
            play.tell(happened.StandRemoved(stand=frame.stand, rule="MN-CMD-42"))
        elif frame.legs and frame.asked_to < 0:
            play.go_on(replace(frame, window=False, asked_to=frame.legs[0].travel))
        else:
            flow.handler(play.state).proceed(play)
