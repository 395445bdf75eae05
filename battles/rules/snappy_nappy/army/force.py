"""A side under Snappy Nappy: corps of units, and leaders; its sheet's needs; the sample armies of section 20.3."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec import Struct, structs

from battles.engine.armies.reckoning import Line
from battles.engine.sheets.cheat_pages import Profile, Wanted
from battles.rules.snappy_nappy.sheets.needs import leader, profile
from battles.rules.snappy_nappy.tables import CATALOGUE, GRADES, Level, NationGroup


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


def wanted(force: Force) -> Wanted:
    """Profiles of a side's leaders and units; units of an unknown type or grade are left out."""
    return Wanted(frozenset((*_leaders(force), *_units(force))))


def _leaders(force: Force) -> Iterator[Profile]:
    return (leader(corps.group or "other") for corps in force.corps)


def _units(force: Force) -> Iterator[Profile]:
    for unit in (*(unit for corps in force.corps for unit in corps.units), *force.loose):
        if unit.code in CATALOGUE and unit.grade in GRADES:
            yield profile(unit.code, unit.grade)  # type: ignore[arg-type]


@cache
def samples() -> Mapping[str, Force]:
    """The sample armies by key, in the order of the file."""
    data = resources.files("battles.rules.snappy_nappy.army").joinpath("samples.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(data, type=dict[str, Force]))
