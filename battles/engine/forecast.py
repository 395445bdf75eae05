"""Actor and targets of an action, and the odds of its dice."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from battles.engine.core import Modifier, Option


class Aim(Struct, frozen=True):
    """What an action refers to on the board.

    ``actor`` is the block that acts, ``""`` if the side acts as a whole; ``others`` act together with it. ``areas`` are
    where it leads, or where the actor stands if it stays; ``targets`` are the blocks it is directed against. ``turn``
    is the angle that its actor faces after it, in tenths of a degree clockwise from north; None keeps it. ``how`` tells
    apart actions with the same actor and target in a few words: ``in column``.
    """

    actor: str
    others: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    turn: int | None = None
    how: str = ""


class Chance(Struct, frozen=True):
    """A possible result and its exact probability."""

    what: str
    share: Fraction
    good: bool | None = None
    """True if it is good for the side that asks; None if neither good nor bad."""


class Sum(Struct, frozen=True):
    """How a number is computed: its name, the modifiers with their rules, and the result."""

    what: str
    modifiers: tuple[Modifier, ...]
    result: str


class Forecast(Struct, frozen=True):
    """The possible dice results of one step. The title names the step, who is in it, and on what condition.

    If ``whole``, the chances exclude each other and sum to exactly 1; otherwise they may overlap. ``rule`` is the rule
    that rolls the dice.
    """

    title: str
    chances: tuple[Chance, ...]
    sums: tuple[Sum, ...] = ()
    rule: str = ""
    whole: bool = True


def taking_part(aim: Callable[[Any], Aim], options: Sequence[Option], actor: str) -> Iterator[tuple[Any, Aim]]:
    """The actions of ``options`` in which ``actor`` takes part, each with its targets; for when the block is selected.

    For an option of another block, such as fire at an enemy, these are the actions that ``actor`` does or helps with.
    """
    for option in options:
        if option.actor == actor:
            for action in option.actions:
                yield action, aim(action)
        elif actor and aim(option.actions[0]).actor != option.actor:
            for action in option.actions:
                aimed = aim(action)
                if actor == aimed.actor or actor in aimed.others:
                    yield action, aimed
