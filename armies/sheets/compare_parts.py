"""What a system says of a unit, in the same shape for every system: columns, cells, weights."""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from msgspec import Struct

from armies.rules.facts import Army, Unit
from armies.rules.reckoning import Fault, Reckoning
from armies.rules.tree import Place


class Column(Struct, frozen=True):
    """One column of a system: its head, what that stands for, and how it behaves.

    ``total`` is its place among the sums of ``System.sums``, None where it is not summed. ``words`` says that
    it holds words, not figures. ``wide`` is its share of the width on paper, in millimetres.
    """

    head: str
    meaning: str
    total: str = ""
    words: bool = False
    wide: float = 9.0


class Cell(Struct, frozen=True):
    """What stands in a column for one unit.

    ``value`` is what goes into the total, ``why`` the arithmetic behind it, ``mark`` who laid it down where it
    is not what the printed rules give: the owner with his reason, or a club.
    """

    text: str
    value: int = 0
    why: Reckoning | None = None
    mark: str = ""


class System(Protocol):
    """An army under one system."""

    key: ClassVar[str]
    title: ClassVar[str]
    weight_word: ClassVar[str]
    """What ``weight`` counts: ``strength points``, ``cost``, ``men``."""
    legend: ClassVar[str]
    """How to read the figures under a unit of the organisation chart."""
    columns: ClassVar[tuple[Column, ...]]
    refused: str
    """Why the army's options are not used, empty where they are."""

    def __init__(self, army: Army) -> None: ...
    @property
    def faults(self) -> Sequence[Fault]: ...
    @property
    def whole(self) -> Reckoning | None:
        """What the army as a whole comes to, with what belongs to no unit, such as leaders; None if nothing does."""

    def cells(self, place: Place) -> tuple[Cell, ...]: ...
    def weight(self, place: Place) -> int: ...
    def strength(self, place: Place) -> str: ...
    def quality(self, place: Place) -> str: ...
    def total(self, places: Sequence[Place]) -> str: ...
    def rating(self, place: Place) -> str: ...
    def head(self) -> str:
        """What the army's commander is."""


def unit_of(place: Place) -> Unit:
    """The unit at ``place``.

    Raises:
        TypeError: a formation stands there.
    """
    if not isinstance(place.element, Unit):
        raise TypeError(f"{place.element.name} is not a unit.")
    return place.element


def mark_of(overridden: dict[str, str], why: Reckoning | None, *names: str) -> str:
    """Who laid a number down: the owner, with his reasons for ``names``, or the club; empty for the printed rules."""
    reasons = [overridden[name] for name in names if name in overridden]
    if reasons:
        return "; ".join(["laid down by the owner", *filter(None, reasons)])
    return why.house if why is not None else ""
