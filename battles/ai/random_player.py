"""The player that takes any action, by lot."""

from collections.abc import Sequence
from typing import Any

from battles.ai.choice import Choice
from battles.engine.chance import Chances
from battles.engine.core import Option
from battles.engine.lots import Lots, wanted

WHY = "It was drawn by lot from all that may be done."


class Random:
    """Chooses by ``Chances`` of its seed, the same each time.

    A ``system`` that draws by lot is asked for its action, and the lists are not looked at.
    """

    def __init__(self, seed: bytes, system: Lots | None = None) -> None:
        self._chances = Chances(seed)
        self._system = system

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """Any action that the system draws; without one any listed action, each as likely as another, but seldom one
        that is seldom wanted.
        """
        if self._system is not None:
            return Choice(self._system.by_lot(view, view.viewer, self._chances), WHY)
        drawn = wanted(options, self._chances)
        place = self._chances.below(sum(len(option.actions) for option in drawn))
        for option in drawn:
            if place < len(option.actions):
                return Choice(option.actions[place], WHY)
            place -= len(option.actions)
        raise AssertionError("a place among the actions lies in one of the options")
