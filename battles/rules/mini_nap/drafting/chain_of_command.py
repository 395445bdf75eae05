"""Parts of a force by key: ``a.0`` is a Corps, ``a.0.1`` a Division, ``a.0.1.2.3`` a unit."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from battles.rules.mini_nap.scenario.check import SIDES
from battles.rules.mini_nap.state import BrigadeForce, CorpsForce, DivisionForce, Force, ForceUnit, Setup

LEVELS: Final = ("corps", "divisions", "brigades", "units")
"""Names of the parts of a force, then of a Corps, a Division and a Brigade."""

Part = TypeVar("Part")


def brigades(setup: Setup) -> Iterator[tuple[str, BrigadeForce]]:
    """Every Brigade with its key, in the order of their numbers."""
    for side, force in zip(SIDES, setup.forces, strict=True):
        for number, corps in enumerate(force.corps):
            for place, division in enumerate(corps.divisions):
                for index, brigade in enumerate(division.brigades):
                    yield f"{side}.{number}.{place}.{index}", brigade


def units(setup: Setup) -> Iterator[tuple[str, ForceUnit]]:
    """Every unit with its key, in the order of their numbers."""
    for key, brigade in brigades(setup):
        for number, unit in enumerate(brigade.units):
            yield f"{key}.{number}", unit


def commands(setup: Setup) -> Iterator[tuple[str, CorpsForce | DivisionForce | BrigadeForce]]:
    """Every formation with a command stand, with its key, in the order of the stands' numbers (MN-ORG-16)."""
    for side, force in zip(SIDES, setup.forces, strict=True):
        for number, corps in enumerate(force.corps):
            yield f"{side}.{number}", corps
            for place, division in enumerate(corps.divisions):
                yield f"{side}.{number}.{place}", division
                for index, brigade in enumerate(division.brigades):
                    if brigade.kind != "artillery":
                        yield f"{side}.{number}.{place}.{index}", brigade


def with_change(setup: Setup, key: str, change: Callable[[Any], Any]) -> Setup:
    """``setup`` with ``change`` applied to the part of that key."""
    side, *places = key.split(".")
    number = SIDES.index(side)
    forces: list[Force] = list(setup.forces)
    forces[number] = _changed(forces[number], tuple(map(int, places)), LEVELS, change)
    return replace(setup, forces=(forces[0], forces[1]))


def with_all_changed(setup: Setup, change: Callable[[Any], Any]) -> Setup:
    """``setup`` with ``change`` applied to every unit and every formation with a command stand."""
    keys = [key for key, _ in units(setup)] + [key for key, _ in commands(setup)]
    for key in keys:
        setup = with_change(setup, key, change)
    return setup


def _changed(part: Part, places: tuple[int, ...], levels: tuple[str, ...], change: Callable[[Any], Any]) -> Part:
    if not places:
        return change(part)  # type: ignore[no-any-return]
    rows = list(getattr(part, levels[0]))
    rows[places[0]] = _changed(rows[places[0]], places[1:], levels[1:], change)
    return replace(part, **{levels[0]: tuple(rows)})  # type: ignore[type-var]
