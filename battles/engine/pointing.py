"""Actions as a player points at them on a board, and what may come of one, exactly.

A page knows no rules: it asks the system what an action points at, what somebody may have meant who points, and how
the dice of an action may fall. All of it is asked of a view, so that nothing hidden shows in an answer.
"""

from fractions import Fraction

from msgspec import Struct

from battles.engine.core import Modifier


class Aim(Struct, frozen=True):
    """What an action points at.

    ``areas`` are where it leads, the last first in mind; ``targets`` are blocks it is directed against. ``turn`` is the
    angle that its actor faces after it, in tenths of a degree, None where it keeps it. ``how`` tells apart actions
    that point at the same, in a word or two: ``in column``.
    """

    actor: str
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
    """What the dice of one step may bring: the title names the step and who is in it.

    ``chances`` are exclusive where ``whole``, and then sum to 1; others may overlap.
    """

    title: str
    chances: tuple[Chance, ...]
    sums: tuple[Sum, ...] = ()
    rule: str = ""
    whole: bool = True
