"""A side under Snappy Nappy: corps of units, and leaders."""

from typing import Literal

from msgspec import Struct, structs

from battles.engine.armies.reckoning import Line
from battles.rules.snappy_nappy.tables import Level, NationGroup


class SnUnit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brigade of foot or horse, or a battery (section 20.1).

    ``code`` and ``grade`` should be those of the catalogue; ``faults`` checks them. ``stands`` is None for the
    catalogue's number, ``level`` None for the starting level of the options. ``marker`` is its number on its side, 0
    for none yet. ``element`` is the id of the historical element it comes from, ``under`` the name of the division,
    ``why`` the arithmetic.
    """

    name: str
    code: str
    grade: str
    stands: int | None = None
    level: Level | None = None
    marker: int = 0
    element: str = ""
    under: str = ""
    why: tuple[Line, ...] = ()


class SnCorps(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A corps and its leader.

    ``commander`` is None without a leader, empty if the name is unknown. ``leads`` says if the leader is also the
    C-in-C, at the usual points (``cic``) or for none (``doubles``, SN-ARMY-09). ``rating`` and ``radius`` are None for
    the values of the nation's table.
    """

    name: str
    commander: str | None
    nation: str = ""
    group: NationGroup | None = None
    leads: Literal["corps", "cic", "doubles"] = "corps"
    guard: bool = False
    rating: int | None = None
    radius: int | None = None
    element: str = ""
    units: tuple[SnUnit, ...] = ()


class Force(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side. ``cic`` is a C-in-C who leads no corps, empty for none; ``year`` is 0 if unknown."""

    name: str
    nation: str = ""
    year: int = 0
    cic: str = ""
    corps: tuple[SnCorps, ...] = ()
    loose: tuple[SnUnit, ...] = ()
    text: str = ""


def numbered(force: Force) -> Force:
    """``force`` with a marker number on every unit that has none, from 1 in order (SN-RULING-31)."""
    used = {unit.marker for corps in force.corps for unit in corps.units if unit.marker}
    numbers = iter(number for number in range(1, 10_000) if number not in used)
    corps = tuple(
        structs.replace(
            one, units=tuple(unit if unit.marker else structs.replace(unit, marker=next(numbers)) for unit in one.units)
        )
        for one in force.corps
    )
    return structs.replace(force, corps=corps)
