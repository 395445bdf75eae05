"""Actions as a player points at them on a board, and what may come of one, exactly.

A page knows no rules: it asks the system what an action points at, what somebody may have meant who points, and how
the dice of an action may fall. All of it is asked of a view, so that nothing hidden shows in an answer.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from battles.engine.core import Modifier, Option


class Aim(Struct, frozen=True):
    """What an action points at.

    ``actor`` is the block that acts, ``""`` where a side does something as a whole; ``others`` act together with it.
    ``areas`` are where it leads, where the actor stands if it stays; ``targets`` are blocks it is directed against.
    ``turn`` is the angle that its actor faces after it, in tenths of a degree clockwise from north, None where it
    keeps it. ``how`` tells apart actions that point at the same, in a few words: ``in column``.
    """

    actor: str
    others: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    turn: int | None = None
    how: str = ""


class Chance(Struct, frozen=True):
    """One thing that may come, and how likely it is, exactly."""

    what: str
    share: Fraction
    good: bool | None = None
    """Whether it is good for the side that asks; None for neither."""


class Sum(Struct, frozen=True):
    """How a number comes about: what it is, the modifiers each with its rule, and what it makes."""

    what: str
    modifiers: tuple[Modifier, ...]
    result: str


class Forecast(Struct, frozen=True):
    """What the dice of one step may bring: the title names the step, who is in it, and on what condition.

    ``chances`` are exclusive where ``whole``, and then sum to exactly 1; others may overlap. ``rule`` is the one that
    throws the dice.
    """

    title: str
    chances: tuple[Chance, ...]
    sums: tuple[Sum, ...] = ()
    rule: str = ""
    whole: bool = True


def taking_part(aim: Callable[[Any], Aim], options: Sequence[Option], actor: str) -> Iterator[tuple[Any, Aim]]:
    """The actions of ``options`` in which ``actor`` takes part, each with its aim: what to show where it is selected.

    Of an option about another block, such as fire at an enemy, these are the actions that ``actor`` does or helps in.
    """
    for option in options:
        if option.actor == actor:
            for action in option.actions:
                yield action, aim(action)
        elif actor and aim(option.actions[0]).actor != option.actor:
            for action in option.actions:
                found = aim(action)
                if actor == found.actor or actor in found.others:
                    yield action, found
