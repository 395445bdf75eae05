"""Chance that can be had again: every choice of a proposal follows from its key and the place of the choice."""

import hashlib
from collections.abc import Mapping
from typing import Final, TypeVar

from battles.engine.dice import throw

SCHEME: Final = "proposal-1"
"""The name of the way proposals are drawn; a change is a new name."""

SIDES: Final = 256
"""The most sides of a die."""

T = TypeVar("T")


class Chance:
    """Dice whose key is made of words: the same words, the same choices in the same order."""

    def __init__(self, *words: str | int) -> None:
        text = "\x1f".join((SCHEME, *(str(word) for word in words)))
        self._key = hashlib.blake2b(text.encode(), digest_size=32).digest()
        self._thrown = 0

    def below(self, count: int) -> int:
        """A whole number from 0 to ``count`` - 1, each equally likely; ``count`` is at most ``SIDES``."""
        face = throw(self._key, self._thrown, 0, 1, count)[0]
        self._thrown += 1
        return face - 1

    def between(self, least: int, most: int, step: int) -> int:
        """One of ``least``, ``least`` + ``step`` and so on up to ``most``."""
        return least + step * self.below((most - least) // step + 1)

    def weighted(self, weights: Mapping[T, int]) -> T:
        """One of the keys, as likely as its weight; the weights sum to 1 to ``SIDES``."""
        left = self.below(sum(weights.values()))
        for each, weight in weights.items():
            left -= weight
            if left < 0:
                return each
        raise ValueError("Nothing to choose from.")

    def shuffled(self, items: list[T]) -> list[T]:
        """A new list of the same items, of which there are at most ``SIDES``, in any order."""
        mixed = list(items)
        for index in range(len(mixed) - 1, 0, -1):
            other = self.below(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return mixed
