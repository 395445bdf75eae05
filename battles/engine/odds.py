"""Exact odds: runs the real procedure once for every outcome of its dice.

Rules ask dice for what matters to them (``Dice``), so outcomes are few: three dice read as successes have four. Weights
are whole numbers, chances are fractions, and the chances of a procedure sum to exactly 1.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement, product
from math import comb, factorial, lcm, prod
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeVar

from msgspec import Struct

from battles.engine.dice import Dice, Roll, nothing, refuse_roll

T = TypeVar("T")

LIMIT: Final = 20_000
"""Most possible runs of a procedure (leaves) for which odds are computed."""

Branches = tuple[tuple[Any, int], ...]
"""The possible outcomes of one roll, each with the number of ways to get it."""

OTHER_DICE: Final = "The procedure asked for other dice in a second run; it must keep nothing between runs."


class TooManyOutcomes(ValueError):
    """A procedure has more possible runs than ``limit``; the text says so."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"These dice have more than {limit:,} outcomes: too many for exact odds.")
        self.limit = limit


class Odds(Struct, Generic[T], frozen=True):
    """Every result of a procedure with its number of equally likely ways, which sum to ``denominator``."""

    counts: dict[T, int]
    denominator: int


class BranchingDice(Dice):
    """Dice that take every outcome in turn: run the procedure, read ``leaf``, and repeat while ``turn`` returns True.

    The procedure is run from its start for each leaf, so it must keep nothing between runs. ``rolls`` stays empty:
    an outcome stands for many rolls.

    Raises:
        TooManyOutcomes: from a question that takes the leaves past ``limit``.
        ValueError: from ``leaf`` or a question, if a run asks for other dice than the run before.
    """

    __slots__ = ("_asked", "_at", "_fallen", "_leaves", "_left", "_limit", "_spans", "_ways")

    def __init__(self, limit: int = LIMIT) -> None:
        super().__init__()
        self._limit = limit
        self._leaves = 1
        self._at = 0
        self._asked: list[tuple[Any, ...]] = []
        self._left: list[Iterator[tuple[Any, int]]] = []
        self._fallen: list[Any] = []
        self._ways = [1]
        self._spans = [1]

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if count < 1:
            return nothing(count, sides, why)
        faces: tuple[int, ...] = self._outcome((_every_face, count, sides), why)
        return faces

    def successes(self, count: int, sides: int, needed: int, why: str) -> int:
        if count < 1:
            return len(nothing(count, sides, why))
        reached: int = self._outcome((_every_success, count, sides, needed), why)
        return reached

    def total(self, count: int, sides: int, why: str) -> int:
        if count < 1:
            return len(nothing(count, sides, why))
        points: int = self._outcome((_every_sum, count, sides), why)
        return points

    def tally(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if count < 1:
            return nothing(count, sides, why) or (0,) * sides
        shown: tuple[int, ...] = self._outcome((_every_tally, count, sides), why)
        return shown

    def leaf(self) -> tuple[int, int]:
        """The number of ways to the outcomes of the last run, and the total number of equally likely ways."""
        if self._at != len(self._asked):
            raise ValueError(OTHER_DICE)
        return self._ways[-1], self._spans[-1]

    def turn(self) -> bool:
        """Go to the next leaf. False when every leaf has been visited."""
        self._at = 0
        while self._asked:
            step = next(self._left[-1], None)
            if step is not None:
                self._fallen[-1] = step[0]
                self._ways[-1] = self._ways[-2] * step[1]
                return True
            for stack in (self._asked, self._left, self._fallen, self._ways, self._spans):
                stack.pop()
        return False

    def _outcome(self, question: tuple[Any, ...], why: str) -> Any:
        at = self._at
        self._at = at + 1
        if at == len(self._asked):
            self._open(question, why)
        elif self._asked[at] != question:
            raise ValueError(OTHER_DICE)
        return self._fallen[at]

    def _open(self, question: tuple[Any, ...], why: str) -> None:
        """Add a branch for a new question: each outcome after the first adds a leaf."""
        every, count, sides, *_ = question
        refuse_roll(why, count, sides)
        leaves = self._leaves - 1 + SIZES[every](*question[1:])
        if leaves > self._limit:
            raise TooManyOutcomes(self._limit)
        self._leaves = leaves
        left = iter(every(*question[1:]))
        fallen, ways = next(left)
        self._asked.append(question)
        self._left.append(left)
        self._fallen.append(fallen)
        self._ways.append(self._ways[-1] * ways)
        self._spans.append(self._spans[-1] * sides**count)


def weights(procedure: Callable[[Dice], T], limit: int = LIMIT) -> Odds[T]:
    """Every result of ``procedure`` with its number of ways; the denominator is the smallest that fits every leaf.

    Equal results are counted together; they must be hashable. The procedure is run once per leaf and must keep nothing
    between runs.

    Raises:
        TooManyOutcomes: there are more leaves than ``limit``.
    """
    dice = BranchingDice(limit)
    counts_by_span: dict[int, dict[T, int]] = {}
    more = True
    while more:
        result = procedure(dice)
        ways, span = dice.leaf()
        counts = counts_by_span.get(span)
        if counts is None:
            counts = counts_by_span[span] = {}
        counts[result] = counts.get(result, 0) + ways
        more = dice.turn()
    if len(counts_by_span) == 1:
        return Odds(counts_by_span[span], span)
    denominator = lcm(*counts_by_span)
    merged: dict[T, int] = {}
    for span, counts in counts_by_span.items():
        scale = denominator // span
        for result, ways in counts.items():
            merged[result] = merged.get(result, 0) + ways * scale
    return Odds(merged, denominator)


def distribution(procedure: Callable[[Dice], T], limit: int = LIMIT) -> dict[T, Fraction]:
    """The exact chance of every result of ``procedure`` (``weights``); the chances sum to 1."""
    odds = weights(procedure, limit)
    chances = {ways: Fraction(ways, odds.denominator) for ways in set(odds.counts.values())}
    return {result: chances[ways] for result, ways in odds.counts.items()}


def chance(odds: Odds[T], predicate: Callable[[T], bool]) -> Fraction:
    """The chance that ``predicate`` holds for the result."""
    return Fraction(sum(ways for result, ways in odds.counts.items() if predicate(result)), odds.denominator)


def expected(odds: Odds[T], value: Callable[[T], int | Fraction]) -> Fraction:
    """The average of ``value`` over the results, weighted by their ways."""
    return Fraction(sum(value(result) * ways for result, ways in odds.counts.items())) / odds.denominator


def percent(chance: Fraction) -> str:
    """A chance in per cent for readers, with a decimal where it has one: ``33.3 %`` of 1/3, ``30 %`` of 3/10.

    A possible event is never ``0 %``, an uncertain one never ``100 %``.

    Raises:
        ValueError: the chance is not 0 to 1.
    """
    tenths = per_mille(chance)
    if tenths in (0, 1000) and chance not in (0, 1):
        return "over 99.9 %" if tenths else "under 0.1 %"
    return f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %"


def per_mille(chance: Fraction) -> int:
    """A chance in thousandths, a half rounded up: 1/3 is 333.

    Raises:
        ValueError: the chance is not 0 to 1.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"A chance is 0 to 1; this one is {chance}.")
    return (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)


def whole_percent(chance: Fraction) -> str:
    """A chance in whole per cent; a possible event is never 0 %, an uncertain one never 100 %."""
    hundredths = round(100 * chance)
    if chance and not hundredths:
        return "under 1 %"
    if hundredths == 100 and chance != 1:
        return "over 99 %"
    return f"{hundredths} %"


@lru_cache(maxsize=256)
def binomial_table(count: int, sides: int, needed: int) -> tuple[int, ...]:
    """Number of ways for 0, 1, ... ``count`` natural faces to reach ``needed``, out of ``sides ** count``."""
    good = max(0, min(sides, sides - needed + 1))
    return tuple(
        comb(count, reached) * good**reached * (sides - good) ** (count - reached) for reached in range(count + 1)
    )


@lru_cache(maxsize=256)
def sum_table(count: int, sides: int) -> tuple[int, ...]:
    """Number of ways for faces to sum to ``count``, ``count`` + 1, ... ``count * sides``."""
    table = [1]
    for _ in range(count):
        upto = [0, *accumulate([*table, *[0] * (sides - 1)])]
        table = [upto[index + 1] - upto[max(0, index + 1 - sides)] for index in range(len(upto) - 1)]
    return tuple(table)


class Reading(Struct, frozen=True, kw_only=True):
    """How a rule reads dice that were rolled: whose they are, what they are for, and what counts.

    ``side`` is ``""`` for dice of nobody. ``kind`` names the kind of roll in the plural. With ``measure`` ``successes``
    each natural face of at least ``needed`` counts, or of at most ``needed`` if ``low``; with ``total`` the faces are
    added up; with ``""`` no result is better than another, so there are no odds. More is always better for the side.
    """

    side: str
    kind: str
    rule: str
    sides: int
    faces: tuple[int, ...]
    measure: Literal["successes", "total", ""] = ""
    needed: int = 0
    low: bool = False

    @classmethod
    def total(cls, side: str, kind: str, roll: Roll) -> "Reading":
        """Faces that are added up."""
        return cls(side=side, kind=kind, rule=roll.why, sides=roll.sides, faces=roll.faces, measure="total")

    @classmethod
    def successes(cls, side: str, kind: str, roll: Roll, needed: int, *, low: bool = False) -> "Reading":
        """Faces of at least ``needed``, or of at most ``needed`` if ``low``."""
        facts = {"side": side, "kind": kind, "rule": roll.why, "sides": roll.sides, "faces": roll.faces}
        return cls(**facts, measure="successes", needed=needed, low=low)  # type: ignore[arg-type]

    @property
    def result(self) -> int:
        """The number of successes, or the total."""
        if self.measure == "total":
            return sum(self.faces)
        return sum(face <= self.needed if self.low else face >= self.needed for face in self.faces)

    @property
    def expected(self) -> Fraction:
        """The average result of these dice; 0 without odds."""
        least, table = self._ways
        whole = self.sides ** len(self.faces)
        return Fraction(sum((least + place) * ways for place, ways in enumerate(table)), whole) if table else Fraction()

    @property
    def chance_of_better(self) -> Fraction | None:
        """The chance of this result or a better one; None without odds."""
        return self._chance(lambda result: result >= self.result)

    @property
    def chance_of_worse(self) -> Fraction | None:
        """The chance of this result or a worse one; None without odds."""
        return self._chance(lambda result: result <= self.result)

    @property
    def _ways(self) -> tuple[int, tuple[int, ...]]:
        """The least result, and the number of ways to it and to each next one."""
        count = len(self.faces)
        if self.measure == "total":
            return count, sum_table(count, self.sides)
        if self.measure == "successes":
            return 0, binomial_table(count, self.sides, self.sides + 1 - self.needed if self.low else self.needed)
        return 0, ()

    def _chance(self, counts: Callable[[int], bool]) -> Fraction | None:
        least, table = self._ways
        if not table:
            return None
        good = sum(ways for place, ways in enumerate(table) if counts(least + place))
        return Fraction(good, self.sides ** len(self.faces))


def unread(side: str, rolls: Iterable[Roll], kind: str = "Other rolls") -> Iterator[Reading]:
    """Readings without odds."""
    for roll in rolls:
        yield Reading(side=side, kind=kind, rule=roll.why, sides=roll.sides, faces=roll.faces)


@lru_cache(maxsize=32)
def _every_face(count: int, sides: int) -> Branches:
    return tuple((faces, 1) for faces in product(range(1, sides + 1), repeat=count))


@lru_cache(maxsize=256)
def _every_success(count: int, sides: int, needed: int) -> Branches:
    return tuple((reached, ways) for reached, ways in enumerate(binomial_table(count, sides, needed)) if ways)


@lru_cache(maxsize=256)
def _every_sum(count: int, sides: int) -> Branches:
    return tuple(enumerate(sum_table(count, sides), start=count))


@lru_cache(maxsize=32)
def _every_tally(count: int, sides: int) -> Branches:
    branches = []
    for faces in combinations_with_replacement(range(sides), count):
        shown = [0] * sides
        for face in faces:
            shown[face] += 1
        branches.append((tuple(shown), factorial(count) // prod(map(factorial, shown))))
    return tuple(branches)


SIZES: Final[Mapping[Callable[..., Branches], Callable[..., int]]] = MappingProxyType(
    {
        _every_face: lambda count, sides: sides**count,
        _every_success: lambda count, sides, needed: count + 1 if 1 < needed <= sides else 1,
        _every_sum: lambda count, sides: count * (sides - 1) + 1,
        _every_tally: lambda count, sides: comb(count + sides - 1, count),
    }
)
"""The number of outcomes of a roll, computed without listing them."""
