"""The player that does what the system's judge holds best now: exact odds where dice are due, position otherwise."""

from collections.abc import Sequence
from typing import Any

from battles.ai.choice import CannotJudge, Choice, only_one
from battles.engine.core import Option, RuleSystem
from battles.engine.judge import Judging


class Greedy:
    """Looks no further than the action itself. There is no chance in it.

    Raises:
        CannotJudge: the system does not judge.
    """

    def __init__(self, system: RuleSystem[Any]) -> None:
        if not isinstance(system, Judging):
            raise CannotJudge(system.key)
        self._system: Judging = system

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """The best action by the judge."""
        forced = only_one(options)
        if forced is not None:
            return Choice(forced, "Nothing else may be done.")
        advice = self._system.judge(view, view.viewer).best(options)
        return Choice(advice.action, advice.words)
