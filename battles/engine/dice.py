"""Dice: the only source of chance for the rules, and the check of each seeded face.

A rule asks for dice and gives its rule ID; it never knows where they come from. The same rule therefore runs on
seeded dice, on dice typed in at the table, on dice from the log, and on every possible outcome for exact odds
(``odds``). Seeded faces, the commitment and the key are in ``rng``.
"""

import hashlib
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from battles.engine.rng import (
    LEAST_SIDES,
    MOST_SIDES,
    SCHEME,
    Chances,
    commitment,
    entry_hash,
    faces_at,
    key,
    matches_commitment,
    seeded_faces,
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
    "commitment",
    "key",
    "matches_commitment",
    "roll_words",
    "seeded_faces",
]

MOST_DICE: Final = 1000
"""Dice that one roll may have."""

Source = Literal["seed", "manual", "import"]
"""Where a roll comes from: the battle's key, a person at the table, or a file."""


class Roll(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One roll of equal dice, as recorded in the battle log.

    ``faces`` holds the natural faces in the order rolled, before any modifier. ``why`` is the rule ID that asked.

    Raises:
        ValueError: no dice can give this roll; the text is a sentence.
    """

    why: str
    sides: int
    faces: tuple[int, ...]
    source: Source = "seed"

    def __post_init__(self) -> None:
        faces, sides = self.faces, self.sides
        if not (LEAST_SIDES <= sides <= MOST_SIDES and 0 < len(faces) <= MOST_DICE):
            refuse_roll(self.why, len(faces), sides)
        if min(faces) < 1 or max(faces) > sides:
            wrong = next(face for face in faces if not 1 <= face <= sides)
            raise ValueError(f"A D{sides} shows 1 to {sides}; the roll for {self.why} has a {wrong}.")


class DiceNeeded(Exception):
    """The given dice are used up, and rule ``why`` asks for ``count`` more with ``sides`` sides."""

    def __init__(self, why: str, count: int, sides: int) -> None:
        super().__init__(roll_words(why, count, sides))
        self.why = why
        self.count = count
        self.sides = sides


class DiceDiffer(ValueError):
    """The next recorded roll is for another rule, number of dice or sides than the rules ask for now."""


def roll_words(why: str, count: int, sides: int) -> str:
    """The words for a roll, such as ``EN-MORALE-05: 1D10``."""
    return f"{why}: {count}D{sides}"


class Dice:
    """The dice questions that a rule may ask. Each names the rule ID that asks; asking for no dice makes no roll.

    ``rolls`` is every roll so far, in order; its index is the roll number.

    Every question raises ``ValueError`` for a negative number of dice or an impossible number of sides.
    """

    __slots__ = ("rolls",)

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """Natural faces in the order rolled."""
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
        """How many dice show each face, from 1 to the highest."""
        faces = self.roll(count, sides, why)
        return tuple([faces.count(face) for face in range(1, sides + 1)])


class SeededDice(Dice):
    """The dice of one log entry, from the battle's key. Roll numbers count from 0 (``seeded_faces``)."""

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
            refuse_roll(why, count, sides)
        start = self._start
        if start is None:
            start = self._start = entry_hash(self._key, self._entry)
        rolls = self.rolls
        faces = faces_at(start, len(rolls), count, sides)
        rolls.append(Roll(why, sides, faces))
        return faces


class RecordedDice(Dice):
    """Rolls of the log or the table, returned in order; after them the dice of ``then``, if there are any.

    Roll numbers count through the whole entry: the first roll of ``then`` has the number after the last recorded one,
    so a seeded roll of a mixed battle can be checked alone by its number.

    Raises:
        DiceNeeded: from a question when the rolls run out and there is no ``then``.
        DiceDiffer: from a question that does not match the next recorded roll.
        ValueError: ``then`` has been rolled already.
    """

    __slots__ = ("_recorded", "_then")

    def __init__(self, rolls: Iterable[Roll], then: Dice | None = None) -> None:
        super().__init__()
        self._recorded = tuple(rolls)
        self._then = then
        if then is not None:
            if then.rolls:
                raise ValueError(f"Dice that follow recorded rolls must be unused; these have {len(then.rolls)} rolls.")
            then.rolls = self.rolls

    @property
    def left(self) -> tuple[Roll, ...]:
        """Recorded rolls that no question has used."""
        return self._recorded[len(self.rolls) :]

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if count < 1:
            return nothing(count, sides, why)
        number = len(self.rolls)
        if number >= len(self._recorded):
            refuse_roll(why, count, sides)
            if self._then is None:
                raise DiceNeeded(why, count, sides)
            return self._then.roll(count, sides, why)
        recorded = self._recorded[number]
        if (recorded.why, len(recorded.faces), recorded.sides) != (why, count, sides):
            words = roll_words(recorded.why, len(recorded.faces), recorded.sides)
            wanted = roll_words(why, count, sides)
            raise DiceDiffer(f"Roll {number} was recorded as {words}; the rules ask for {wanted}.")
        self.rolls.append(recorded)
        return recorded.faces


class ScriptedDice(Dice):
    """Natural faces in order, for any rule that asks: for tests and worked examples.

    A question for more faces than are left, or a face that the die does not have, raises ``ValueError``.
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
            raise ValueError(
                f"The rules ask for {roll_words(why, count, sides)}; faces left in the script: {len(faces)}."
            )
        self.rolls.append(Roll(why, sides, faces, "manual"))
        self.left = left
        return faces


def nothing(count: int, sides: int, why: str) -> tuple[int, ...]:
    """The faces of no dice. Raises ``ValueError`` for a negative number."""
    if count < 0:
        refuse_roll(why, count, sides)
    return ()


def refuse_roll(why: str, count: int, sides: int) -> None:
    """Raise ``ValueError`` for an impossible roll; ``why`` is the rule ID that asks."""
    if not LEAST_SIDES <= sides <= MOST_SIDES:
        raise ValueError(f"A die has {LEAST_SIDES} to {MOST_SIDES} sides; {why} asks for a D{sides}.")
    if not 0 < count <= MOST_DICE:
        raise ValueError(f"A roll has 1 to {MOST_DICE} dice; {why} asks for {count}.")


class FixedDice(Dice):
    """Dice that always show one face; the dice of one rule may have a fixed sum instead."""

    __slots__ = ("_face", "_rule", "_sum")

    def __init__(self, face: int, rule: str = "", sum_of: int = 0) -> None:
        super().__init__()
        self._face, self._rule, self._sum = face, rule, sum_of

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return (self._face,) * count if count > 0 else nothing(count, sides, why)

    def total(self, count: int, sides: int, why: str) -> int:
        return self._sum if why == self._rule else super().total(count, sides, why)
