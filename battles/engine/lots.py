"""What a system may offer to whoever chooses by lot: one legal action, without the lists of all of them.

It is offered, not owed: where a system has no `Lots`, a lot is drawn from the lists. Nothing is kept between two
questions.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, runtime_checkable

from battles.engine.chance import Chances
from battles.engine.core import Option, SideId

SELDOM: Final = 20
"""One draw in so many is of what is seldom wanted, where there is anything else."""


def wanted(options: Sequence[Option], chances: Chances) -> Sequence[Option]:
    """The options that an action is drawn from now: the usual ones, and once in ``SELDOM`` the seldom wanted."""
    usual = [option for option in options if not option.seldom]
    if not usual or len(usual) == len(options):
        return options
    return usual if chances.below(SELDOM) else [option for option in options if option.seldom]


@runtime_checkable
class Lots(Protocol):
    """A system that draws actions by lot."""

    def by_lot(self, known: Any, side: SideId, chances: Chances) -> Any:
        """A legal action of a side that owes a decision, the same from the same chances.

        ``known`` is a view of ``side``, or a state supposed from one. Every kind of action that is listed may come, and
        who may act in many ways is not drawn more often for it. What is ``seldom`` wanted is drawn seldom (`wanted`).
        """
