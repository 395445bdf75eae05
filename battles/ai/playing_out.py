"""Where an action leads: the battle played on from it, with the judge choosing for both sides.

The enemy is supposed to look no further than his action itself.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.dice import SeededDice

MOST_STEPS: Final = 400
"""Decisions after which what is played out is judged as it stands."""


class PlayOuts:
    """The actions of one decision, each played out from the same state.

    The dice of a world depend on what is done, not on when: two orders of the same melees have the same luck in the
    same world, so that only the order tells them apart.

    Args:
        root: the supposed state in which ``side`` decides.
        seed: of the dice of every world.
        late: whether there is no time left to go on; what was reached by then is judged.
    """

    def __init__(self, system: Any, root: Any, side: SideId, seed: bytes, late: Callable[[], bool]) -> None:
        self._system = system
        self._root = root
        self._side = side
        self._key = hashlib.blake2b(seed, digest_size=32).digest()
        self._late = late
        self._until: int = system.horizon(root)

    def value(self, action: Any, world: int) -> tuple[int, bool]:
        """What an action is worth at the horizon in one world, and whether dice were thrown on the way."""
        system, state, mover, thrown = self._system, self._root, self._side, False
        done: dict[bytes, int] = {}
        for _ in range(MOST_STEPS):
            dice = self._dice(world, mover, action, done)
            state = system.decide(state, mover, action, dice).state
            thrown = thrown or bool(dice.rolls)
            deciding = system.deciding(state)
            if not deciding or system.horizon(state) > self._until or self._late():
                break
            mover = min(deciding)
            judge = system.judge(state, mover, ahead=mover == self._side, brief=True)
            action = judge.best(system.options(state, mover)).action
        return int(system.worth(state, self._side)), thrown

    def _dice(self, world: int, mover: SideId, action: Any, done: dict[bytes, int]) -> SeededDice:
        """The dice of an action in a world; ``done`` counts how often the same was done before."""
        place = f"{world}/{mover}/{action!r}".encode()
        done[place] = times = done.get(place, 0) + 1
        return SeededDice(hashlib.blake2b(place, key=self._key, digest_size=32).digest(), times)
