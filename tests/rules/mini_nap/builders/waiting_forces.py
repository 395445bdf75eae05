"""Forces that wait for their places."""

from typing import Any

from battles.rules.mini_nap.state import Force
from tests.rules.mini_nap.builders.table_positions import brigade, corps, division, recruit

NOWHERE: dict[str, Any] = {"place": None}


def waiting_force(name: str, zone: tuple[int, int, int, int] | None = None) -> Force:
    """Two Divisions that wait for their places; the second has division artillery besides."""
    one = division(brigade(recruit(f"{name}1", at=None), **NOWHERE), name=f"{name} first", **NOWHERE)
    guns = brigade(recruit(f"{name} guns", "foot_artillery", at=None), kind="artillery", **NOWHERE)
    two = division(brigade(recruit(f"{name}2", at=None), **NOWHERE), guns, name=f"{name} second", **NOWHERE)
    return Force(name=name, corps=(corps(one, two, **NOWHERE),), zone=zone)
