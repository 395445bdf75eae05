"""Dice: the only source of chance that rules may use, and how each seeded face can be checked.

A rule asks for dice and says why; it never sees where they come from. The same rule therefore runs on seeded dice,
on dice typed in at the table, on dice read back from the log, and on every outcome at once to get exact odds
(``odds``). Seeded faces, the commitment and the key are in ``chance``.
"""

import hashlib
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from battles.engine.chance import (
    LEAST_SIDES,
    MOST_SIDES,
    SCHEME,
    Chances,
    commitment,
    faces_at,
    key,
    opened,
    prove,
    throw,
)

__all__ = [
    "SCHEME",
    "Chances",
    "Dice",
    "DiceDiffer",
    "DiceNeeded",
    "RecordedDice",
    "Roll",
    "ScriptedDice",
    "SeededDice",
    "Source",
    "asked",
    "commitment",
    "key",
    "prove",
    "throw",
]

MOST_DICE: Final = 1000
"""Dice that one roll may have."""

Source = Literal["seed", "manual", "import"]
"""Where a roll comes from: the battle's key, a person at the table, or a file."""


class Roll(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One throw of equal dice, as it is written in the battle log.

    ``faces`` holds the natural faces, in the order thrown, before any modifier. ``why`` is the rule ID that asked.

    Raises:
        ValueError: a roll that no dice can give; the text is a sentence.
    """

    why: str
    sides: int
    faces: tuple[int, ...]
    source: Source = "seed"

    def __post_init__(self) -> None:
        faces, sides = self.faces, self.sides
        if not (LEAST_SIDES <= sides <= MOST_SIDES and 0 < len(faces) <= MOST_DICE):
            refuse_throw(self.why, len(faces), sides)
        if min(faces) < 1 or max(faces) > sides:
            wrong = next(face for face in faces if not 1 <= face <= sides)
            raise ValueError(f"A D{sides} shows 1 to {sides}; {self.why} has a {wrong}.")


class DiceNeeded(Exception):
    """The dice so far are used up, and a rule asks for ``count`` more with ``sides`` sides because of ``why``."""

    def __init__(self, why: str, count: int, sides: int) -> None:
        super().__init__(asked(why, count, sides))
        self.why = why
        self.count = count
        self.sides = sides


class DiceDiffer(ValueError):
    """The next recorded roll was made for another rule, number of dice or sides than the rules ask for now."""


def asked(why: str, count: int, sides: int) -> str:
    """The words for a throw, such as ``EN-MORALE-05: 1D10``."""
    return f"{why}: {count}D{sides}"


class Dice:
    """What a rule may ask of dice. Each question names the rule ID that asks; no dice are no throw.

    ``rolls`` is everything thrown so far, in order; the place of a roll in it is its throw number.

    Every question raises ``ValueError`` for fewer than no dice or sides that no die has.
    """

    __slots__ = ("rolls",)

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """Natural faces in the order thrown."""
        raise NotImplementedError

    def successes(self, count: int, sides: int, needed: int, why: str) -> int:
        """How many natural faces reach ``needed``."""
        reached = 0
        for face in self.roll(count, sides, why):
            if face >= needed:
                reached += 1
        return reached

    def total(self, count: int, sides: int, why: str) -> int:
        """The sum of the natural faces."""
        return sum(self.roll(count, sides, why))

    def tally(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """How many dice show each face: first the ones, last the highest."""
        faces = self.roll(count, sides, why)
        return tuple([faces.count(face) for face in range(1, sides + 1)])


class SeededDice(Dice):
    """The dice of one log entry, from the battle's key. Throws are counted from 0 (``throw``)."""

    __slots__ = ("_entry", "_key", "_start")

    def __init__(self, key: bytes, entry: int) -> None:
        if not 0 < len(key) <= hashlib.blake2b.MAX_KEY_SIZE:
            raise ValueError(f"A key has 1 to {hashlib.blake2b.MAX_KEY_SIZE} bytes; this one has {len(key)}.")
        self.rolls = []
        self._key = key
        self._entry = entry
        self._start: hashlib.blake2b | None = None

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if count < 1:
            return nothing(count, sides, why)
        if count > MOST_DICE or not LEAST_SIDES <= sides <= MOST_SIDES:
            refuse_throw(why, count, sides)
        start = self._start
        if start is None:
            start = self._start = opened(self._key, self._entry)
        rolls = self.rolls
        faces = faces_at(start, len(rolls), count, sides)
        rolls.append(Roll(why, sides, faces))
        return faces


class RecordedDice(Dice):
    """Rolls of the log or the table, given back in order; then the dice of ``then``, if there are any.

    Throw numbers are those of the whole entry: the first throw of ``then`` has the number after the last
    recorded one, so a seeded die of a mixed battle can be checked alone by its place.

    Raises:
        DiceNeeded: from a question when the rolls run out and there is no ``then``.
        DiceDiffer: from a question that is not the one the next roll was made for.
        ValueError: ``then`` has been thrown already.
    """

    __slots__ = ("_given", "_then")

    def __init__(self, rolls: Iterable[Roll], then: Dice | None = None) -> None:
        super().__init__()
        self._given = tuple(rolls)
        self._then = then
        if then is not None:
            if then.rolls:
                raise ValueError(f"Dice that follow recorded rolls are fresh; these have {len(then.rolls)} rolls.")
            then.rolls = self.rolls

    @property
    def left(self) -> tuple[Roll, ...]:
        """Recorded rolls that no question has used."""
        return self._given[len(self.rolls) :]

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if count < 1:
            return nothing(count, sides, why)
        number = len(self.rolls)
        if number >= len(self._given):
            refuse_throw(why, count, sides)
            if self._then is None:
                raise DiceNeeded(why, count, sides)
            return self._then.roll(count, sides, why)
        given = self._given[number]
        if (given.why, len(given.faces), given.sides) != (why, count, sides):
            recorded = asked(given.why, len(given.faces), given.sides)
            wanted = asked(why, count, sides)
            raise DiceDiffer(f"Throw {number} was recorded as {recorded}; the rules ask for {wanted}.")
        self.rolls.append(given)
        return given.faces


class ScriptedDice(Dice):
    """Natural faces in order, whatever the rule that asks: for tests and worked examples.

    A question for more faces than are left raises ``ValueError``, and so does a face that the die has not.
    """

    __slots__ = ("left",)

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__()
        self.left = tuple(faces)
        """Faces that no question has used."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if count < 1:
            return nothing(count, sides, why)
        faces, left = self.left[:count], self.left[count:]
        if len(faces) < count:
            raise ValueError(f"{asked(why, count, sides)} is asked for; faces left in the script: {len(faces)}.")
        self.rolls.append(Roll(why, sides, faces, "manual"))
        self.left = left
        return faces


def nothing(count: int, sides: int, why: str) -> tuple[int, ...]:
    """The faces of no dice. Raises ``ValueError`` for fewer than none."""
    if count < 0:
        refuse_throw(why, count, sides)
    return ()


def refuse_throw(why: str, count: int, sides: int) -> None:
    """Raise ``ValueError`` for a throw that no dice can make; ``why`` is the rule ID that asks."""
    if not LEAST_SIDES <= sides <= MOST_SIDES:
        raise ValueError(f"A die has {LEAST_SIDES} to {MOST_SIDES} sides; {why} has a D{sides}.")
    if not 0 < count <= MOST_DICE:
        raise ValueError(f"A roll has 1 to {MOST_DICE} dice; {why} has {count}.")
