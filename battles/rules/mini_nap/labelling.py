"""Labels of a battle: of units, of commanders, and of Brigades where single units are too small to have one."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from battles.engine.core import SideId
from battles.engine.labels import called, labels
from battles.rules.mini_nap.state import State

Names = tuple[tuple[SideId, str], ...]


def unit_labels(state: State) -> tuple[str, ...]:
    """The labels of all units, in the order of their numbers; the two sides may share some."""
    return _unit_labels(tuple([(each.side, each.name) for each in state.units]))


def stand_labels(state: State) -> tuple[str, ...]:
    """The labels of all command stands, in the order of their numbers; the two sides may share some."""
    return _stand_labels(tuple([(each.side, each.name) for each in state.stands]))


def body_labels(state: State) -> dict[int, str]:
    """The label of each Brigade by the unit in whose place it stands: the one in the midst of those on the table.

    A Brigade goes by its commander, as players call it. A Division's artillery has none (MN-ORG-17): a battery is known
    by its sign.
    """
    found: dict[int, str] = {}
    for stand, label in zip(state.stands, stand_labels(state), strict=True):
        here = [place for place, unit in enumerate(state.units) if unit.brigade == stand.of and unit.where == "table"]
        if stand.level == "brigade" and here:
            found[_midst(state, here)] = label
    return found


def _midst(state: State, numbers: list[int]) -> int:
    """The unit that is nearest to the middle of several."""
    units = [state.units[number] for number in numbers]
    x, y = (sum(all_of) // len(units) for all_of in zip(*((unit.x, unit.y) for unit in units), strict=True))
    return min(numbers, key=lambda number: (state.units[number].x - x) ** 2 + (state.units[number].y - y) ** 2)


@lru_cache(maxsize=32)
def _unit_labels(names: Names) -> tuple[str, ...]:
    return _by_side(names, labels)


@lru_cache(maxsize=32)
def _stand_labels(names: Names) -> tuple[str, ...]:
    return _by_side(names, called)


def _by_side(names: Names, make: Callable[[Sequence[str], Sequence[str]], list[str]]) -> tuple[str, ...]:
    found = [""] * len(names)
    for side in "ab":
        own = [number for number, (of, _) in enumerate(names) if of == side]
        made = make([names[number][1] for number in own], [f"#{number}" for number in own])
        for number, label in zip(own, made, strict=True):
            found[number] = label
    return tuple(found)
