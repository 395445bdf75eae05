"""Which hidden marker stands for what: numbers that tell nothing, the same each time for the same side.

Numbers go by a digest of each thing's own key under a secret of the battle and the side, so nobody who knows the order
of battle can work them out, and a side need not write down what a second printing would give again.
"""

import hashlib
from typing import Final, Literal, NamedTuple

from battles.engine.kit import Hidden
from battles.engine.roll import Roll, RollUnit

SPARE: Final = 4
"""One number for so many things is spare besides, so that the count of markers tells nothing."""
ROUND: Final = 10
"""Markers come in such numbers."""


class Thing(NamedTuple):
    """What a marker stands for: a unit, or units of a group together; nothing for a dummy; or it is free."""

    number: int
    what: Literal["units", "dummy", "free"]
    name: str = ""
    detail: str = ""
    symbol: str = ""
    units: tuple[RollUnit, ...] = ()


def numbered(roll: Roll, hidden: Hidden, secret: str, *, by_group: bool = False) -> tuple[Thing, ...]:
    """Every number from 1 on and what it stands for, units that are gone too, so that numbers stay.

    Args:
        by_group: one marker stands for a whole group instead of a unit.
        secret: known to nobody else, another for each battle and side.

    Raises:
        ValueError: the secret is empty.
    """
    if not secret:
        raise ValueError("Hidden markers are numbered by a secret, and there is none.")
    things = _groups(roll) if by_group else _units(roll)
    used = len(things) + hidden.dummies
    count = -(-(used + -(-used // SPARE)) // ROUND) * ROUND
    found = {f"thing {key}": thing for key, thing in things}
    found |= {f"dummy {place}": Thing(0, "dummy") for place in range(hidden.dummies)}
    found |= {f"free {place}": Thing(0, "free") for place in range(count - used)}
    ordered = sorted(found, key=lambda key: (_digest(f"{roll.side}/{key}", secret), key))
    return tuple(found[key]._replace(number=number) for number, key in enumerate(ordered, start=1))


def _digest(key: str, secret: str) -> bytes:
    under = hashlib.blake2b(secret.encode(), digest_size=32).digest()
    return hashlib.blake2b(key.encode(), key=under, digest_size=16).digest()


def _units(roll: Roll) -> list[tuple[str, Thing]]:
    return [
        (f"{group.key}/{unit.key}", Thing(0, "units", unit.name, group.place, unit.symbol, (unit,)))
        for group in roll.groups
        for unit in group.units
    ]


def _groups(roll: Roll) -> list[tuple[str, Thing]]:
    found = []
    for group in roll.groups:
        units = group.units
        if units:
            detail = f"{len(units)} unit{'s' * (len(units) != 1)}"
            found.append((group.key, Thing(0, "units", group.place, detail, units[0].symbol, units)))
    return found
