"""Chance that can be had again: seeded faces, the secret and key behind them, and choices that are no dice.

A seeded face is a function of a key and its place, and of nothing else. Before a battle the server shows the
``commitment`` of a secret; each seat may add a salt; the dice fall by the ``key`` made of both. After the battle the
secret is shown, and anybody can ``prove`` it and throw every die again.
"""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeVar

SCHEME: Final = "blake2b-1"
"""The name of the way faces are made; a change is a new name."""

LEAST_SIDES: Final = 2
MOST_SIDES: Final = 1000
"""Sides that a die of a roll may have."""

T = TypeVar("T")


def throw(seed: bytes, entry: int, throw: int, count: int, sides: int) -> tuple[int, ...]:
    """``count`` faces of dice with ``sides`` sides, from their place and nothing else.

    ``entry`` is the log entry and ``throw`` the throw within it, both from 0. Equal faces are exactly equally
    likely: bytes past the last whole multiple of ``sides`` are passed over, so one 64-byte block serves a usual
    throw. Dice with more than 256 sides read two bytes, the high one first.

    Raises:
        ValueError: fewer than 1 or more than ``MOST_SIDES`` sides, or a seed of more than 64 bytes.
    """
    return faces_at(opened(seed, entry), throw, count, sides)


def commitment(secret: bytes) -> str:
    """What is shown before the battle: 64 hexadecimal digits that hold the server to ``secret`` without telling it.

    It is BLAKE2b-256 of the secret, personalised ``blake2b-1/commit``. The secret is 32 bytes that nobody can guess.
    """
    return hashlib.blake2b(secret, digest_size=32, person=f"{SCHEME}/commit".encode()).hexdigest()


def prove(secret: bytes, shown: str) -> bool:
    """Whether ``secret`` is the one whose commitment was ``shown`` before the battle."""
    return commitment(secret) == shown.lower()


def key(secret: bytes, salts: Sequence[bytes]) -> bytes:
    """The 32 bytes that the battle's dice fall by, from the server's secret and the seats' salts in seat order.

    It is BLAKE2b-256, personalised ``blake2b-1/key``, of the secret and each salt, each after its length in eight
    bytes, the high one first. So no two lists read the same; a seat without a salt gives an empty one.
    """
    mixed = hashlib.blake2b(digest_size=32, person=f"{SCHEME}/key".encode())
    for part in (secret, *salts):
        mixed.update(len(part).to_bytes(8, "big"))
        mixed.update(part)
    return mixed.digest()


class Chances:
    """Choices of computer players and set-ups, which are no battle dice: the same seed, the same choices in order."""

    __slots__ = ("_block", "_start", "_words")

    MOST: Final = 2**32
    """The most things that ``below`` chooses from."""

    def __init__(self, seed: bytes) -> None:
        own = hashlib.blake2b(seed, digest_size=32, person=f"{SCHEME}/chance".encode()).digest()
        self._start = hashlib.blake2b(key=own, digest_size=64)
        self._block = 0
        self._words: list[int] = []

    def below(self, count: int) -> int:
        """A whole number from 0 to ``count`` - 1, each exactly equally likely.

        Raises:
            ValueError: ``count`` is not 1 to ``MOST``.
        """
        if not 0 < count <= self.MOST:
            raise ValueError(f"A choice is of 1 to {self.MOST} things; this one is of {count}.")
        limit = self.MOST - self.MOST % count
        while True:
            if not self._words:
                self._words.extend(struct.unpack(">16I", _digest(self._start, b"%d" % self._block)))
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % count

    def choice(self, items: Sequence[T]) -> T:
        """One of ``items``, each equally likely. Raises ``ValueError`` if there are none."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A new list of the same items, every order equally likely."""
        mixed = list(items)
        for index in range(len(mixed) - 1, 0, -1):
            other = self.below(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return mixed


def opened(seed: bytes, entry: int) -> hashlib.blake2b:
    """The keyed hash that has read the place of an entry."""
    return hashlib.blake2b(f"{SCHEME}/{entry}/".encode(), key=seed, digest_size=64)


def _digest(start: hashlib.blake2b, rest: bytes) -> bytes:
    block = start.copy()
    block.update(rest)
    return block.digest()


def faces_at(start: hashlib.blake2b, throw: int, count: int, sides: int) -> tuple[int, ...]:
    """``throw`` from the place that ``opened`` has read; one such hash serves every throw of the entry."""
    table, passed_over = _reading(sides)
    if not table:
        return _wide_faces(start, throw, count, sides)
    faces = _digest(start, b"%d/0" % throw).translate(table, passed_over)
    block = 1
    while len(faces) < count:
        faces += _digest(start, b"%d/%d" % (throw, block)).translate(table, passed_over)
        block += 1
    return tuple(faces[:count])


@lru_cache(maxsize=64)
def _reading(sides: int) -> tuple[bytes, bytes]:
    """The face of every byte, and the bytes passed over; empty where a face does not fit a byte."""
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"A throw is of dice with 1 to {MOST_SIDES} sides; this one is of D{sides}.")
    if sides > 255:
        return b"", b""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


def _wide_faces(start: hashlib.blake2b, throw: int, count: int, sides: int) -> tuple[int, ...]:
    span, form = (256, ">64B") if sides <= 256 else (65536, ">32H")
    limit = span - span % sides
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        words = struct.unpack(form, _digest(start, b"%d/%d" % (throw, block)))
        faces += [word % sides + 1 for word in words if word < limit]
        block += 1
    return tuple(faces[:count])
