"""Seeded random numbers: faces of dice, the secret and key behind them, and other random choices."""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeVar

SCHEME: Final = "blake2b-1"
"""The name of the method that makes faces; a changed method gets a new name."""

LEAST_SIDES: Final = 2
MOST_SIDES: Final = 1000
"""Limits for the sides of a die."""

T = TypeVar("T")


def seeded_faces(seed: bytes, entry: int, roll: int, count: int, sides: int) -> tuple[int, ...]:
    """``count`` faces of dice with ``sides`` sides, computed from their place alone.

    ``entry`` is the log entry and ``roll`` the roll within it, both from 0. Equal faces are exactly equally
    likely: bytes past the last whole multiple of ``sides`` are skipped, so one 64-byte block serves a usual
    roll. Dice with more than 256 sides read two bytes, the high one first.

    Raises:
        ValueError: fewer than 1 or more than ``MOST_SIDES`` sides, or a seed of more than 64 bytes.
    """
    return faces_at(entry_hash(seed, entry), roll, count, sides)


def commitment(secret: bytes) -> str:
    """64 hexadecimal digits, shown before the battle, that bind the server to ``secret`` without revealing it.

    BLAKE2b-256 of the secret, personalised ``blake2b-1/commit``. The secret is 32 random bytes.
    """
    return hashlib.blake2b(secret, digest_size=32, person=f"{SCHEME}/commit".encode()).hexdigest()


def matches_commitment(secret: bytes, shown: str) -> bool:
    """True if ``secret`` matches the commitment ``shown`` before the battle."""
    return commitment(secret) == shown.lower()


def key(secret: bytes, salts: Sequence[bytes]) -> bytes:
    """The 32-byte key of the battle's dice, from the server's secret and the seats' salts in seat order.

    BLAKE2b-256, personalised ``blake2b-1/key``, of the secret and each salt, each after its length in eight bytes, the
    high one first. So two different lists never give the same bytes; a seat without a salt has an empty one.
    """
    mixed = hashlib.blake2b(digest_size=32, person=f"{SCHEME}/key".encode())
    for part in (secret, *salts):
        mixed.update(len(part).to_bytes(8, "big"))
        mixed.update(part)
    return mixed.digest()


class Chances:
    """Random choices of computer players and set-ups, not battle dice: the same seed gives the same choices."""

    __slots__ = ("_block", "_start", "_words")

    MOST: Final = 2**32
    """The most things that ``below`` can choose from."""

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
            raise ValueError(f"A choice needs 1 to {self.MOST} things; this one has {count}.")
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


def entry_hash(seed: bytes, entry: int) -> hashlib.blake2b:
    """The keyed hash of an entry's place."""
    return hashlib.blake2b(f"{SCHEME}/{entry}/".encode(), key=seed, digest_size=64)


def _digest(start: hashlib.blake2b, rest: bytes) -> bytes:
    block = start.copy()
    block.update(rest)
    return block.digest()


def faces_at(start: hashlib.blake2b, roll: int, count: int, sides: int) -> tuple[int, ...]:
    """The faces of ``roll`` from the hash that ``entry_hash`` returns; one hash serves every roll of the entry."""
    table, passed_over = _reading(sides)
    if not table:
        return _wide_faces(start, roll, count, sides)
    faces = _digest(start, b"%d/0" % roll).translate(table, passed_over)
    block = 1
    while len(faces) < count:
        faces += _digest(start, b"%d/%d" % (roll, block)).translate(table, passed_over)
        block += 1
    return tuple(faces[:count])


@lru_cache(maxsize=64)
def _reading(sides: int) -> tuple[bytes, bytes]:
    """The face of every byte, and the bytes to skip; empty if a face does not fit a byte."""
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"A die has 1 to {MOST_SIDES} sides; this one is a D{sides}.")
    if sides > 255:
        return b"", b""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


def _wide_faces(start: hashlib.blake2b, roll: int, count: int, sides: int) -> tuple[int, ...]:
    span, form = (256, ">64B") if sides <= 256 else (65536, ">32H")
    limit = span - span % sides
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        words = struct.unpack(form, _digest(start, b"%d/%d" % (roll, block)))
        faces += [word % sides + 1 for word in words if word < limit]
        block += 1
    return tuple(faces[:count])
