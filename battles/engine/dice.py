"""Dice that can be checked: each face is a function of a secret and its place, and of nothing else."""

import hashlib
from typing import Final

SCHEME: Final = "blake2b-1"
"""The name of the way faces are made; a change is a new name."""


def throw(seed: bytes, entry: int, throw: int, count: int, sides: int) -> tuple[int, ...]:
    """``count`` faces of dice with ``sides`` sides, from their place and nothing else.

    ``entry`` and ``throw`` are counted from 0. Equal faces are exactly equally likely: bytes past the
    last whole multiple of ``sides`` are passed over, so one 64-byte block serves a usual throw.
    """
    limit = 256 - 256 % sides
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        place = f"{SCHEME}/{entry}/{throw}/{block}".encode()
        for byte in hashlib.blake2b(place, key=seed, digest_size=64).digest():
            if byte < limit and len(faces) < count:
                faces.append(byte % sides + 1)
        block += 1
    return tuple(faces)
