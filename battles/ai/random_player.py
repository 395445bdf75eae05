"""The player that takes any action, each as likely as another."""

from collections.abc import Sequence
from typing import Any

from battles.ai.choice import Choice
from battles.engine.chance import Chances
from battles.engine.core import Option

WHY = "It was drawn by lot from all that may be done."


class Random:
    """Chooses by ``Chances`` of its seed, the same each time."""

    def __init__(self, seed: bytes) -> None:
        self._chances = Chances(seed)

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """Any listed action; a sample, where they are not all listed."""
        place = self._chances.below(sum(len(option.actions) for option in options))
        for option in options:
            if place < len(option.actions):
                return Choice(option.actions[place], WHY)
            place -= len(option.actions)
        raise AssertionError("a place among the actions lies in one of the options")
