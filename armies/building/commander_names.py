"""Commanders that armies from templates propose by name, from ``armies/data/commanders.json``."""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct, structs

from battles.engine.armies.facts import Army, Brigade, Corps, Division


class CommanderList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Officers of one nation who held such commands in these years; ``others`` command brigades of other nations."""

    nation: str
    years: tuple[int, int]
    corps: tuple[str, ...]
    infantry_divisions: tuple[str, ...]
    cavalry_divisions: tuple[str, ...]
    infantry_brigades: tuple[str, ...]
    cavalry_brigades: tuple[str, ...]
    others: dict[str, tuple[str, ...]] = {}


class _File(Struct, frozen=True):
    commanders: tuple[CommanderList, ...]


@cache
def commander_lists() -> tuple[CommanderList, ...]:
    """Every list, by nation and years."""
    file = resources.files("armies").joinpath("data/commanders.json")
    return msgspec.json.decode(file.read_bytes(), type=_File).commanders


def with_commanders(army: Army, year: int) -> Army:
    """``army`` with a proposed commander for each corps, division and brigade of foot or horse, as long as names last.

    An army whose nation and year have no list stays as it is.
    """
    found = next((one for one in commander_lists() if one.nation == army.nation and _is_of(one, year)), None)
    if found is None:
        return army
    names = _Names(found)
    return structs.replace(army, children=tuple(_named(child, names) for child in army.children))


def _is_of(one: CommanderList, year: int) -> bool:
    return one.years[0] <= year <= one.years[1]


class _Names:
    """The names of a list, each taken once."""

    def __init__(self, names: CommanderList) -> None:
        kinds = ("corps", "infantry_divisions", "cavalry_divisions", "infantry_brigades", "cavalry_brigades")
        self.left: dict[str, Iterator[str]] = {kind: iter(getattr(names, kind)) for kind in kinds}
        self.others = {nation: iter(each) for nation, each in names.others.items()}

    def next(self, element: Corps | Division | Brigade) -> str:
        """The next name for an element of this level and kind; empty if there is none."""
        if isinstance(element, Corps):
            return next(self.left["corps"], "")
        if element.kind == "artillery":
            return ""
        horse = "cavalry" if element.kind == "cavalry" else "infantry"
        if isinstance(element, Division):
            return next(self.left[f"{horse}_divisions"], "")
        return next(self.others.get(element.nation, iter(())) if element.nation else self.left[f"{horse}_brigades"], "")


def _named(element: Any, names: _Names) -> Any:
    if not isinstance(element, Corps | Division | Brigade):
        return element
    commander = names.next(element)
    children = tuple(_named(child, names) for child in element.children)
    return structs.replace(element, commander=commander, children=children)
