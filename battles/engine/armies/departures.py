"""Roster parts for changed values: the owner's overrides and the club's house rules."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from battles.engine.armies.facts import Army
from battles.engine.armies.house_rules import HouseSpec, values_in_force
from battles.engine.armies.reckoning import Reckoning
from battles.engine.armies.roster_words import counted
from battles.engine.armies.sheet_words import Entry, Part

MARK: Final = "‡"
"""Marks a value that the owner overrode."""
MARK_KEY: Final = f"{MARK} overridden by the owner, reason at the end"


def marked(words: str, overridden: bool) -> str:
    """``words``, with the mark if the owner overrode them."""
    return f"{words}{MARK}" if overridden else words


def overrides_part(units: Iterable[tuple[str, tuple[Reckoning, ...]]]) -> Part:
    """The owner's overrides, unit by unit: old value, new value, reason.

    Args:
        units: the name of each unit with the arithmetic that ends with its overrides.
    """
    entries = []
    for name, reckonings in units:
        lines = dict.fromkeys(line.sentence for why in reckonings for line in why.lines if line.overridden)
        entries += [Entry(f"{MARK} {name or 'A unit without a name'}", f"{'; '.join(lines)}.")] if lines else []
    return Part("Overridden by the owner", tuple(entries))


def house_part(army: Army, system: str, specs: Mapping[str, HouseSpec]) -> Part:
    """Every number that the club changed, under the club's name."""
    values = values_in_force(system, specs, army.house)
    if not values or army.house is None:
        return Part("House rules", ())
    entries = [Entry(army.house.name or "A club without a name")]
    for group, run in groupby(values, lambda value: value.group):
        words = "; ".join(f"{value.label}: {value.sentence}" for value in run)
        entries.append(Entry(f"{group}.", f"{words}."))
    return Part("House rules", tuple(entries))


def house_foot(army: Army, system: str, specs: Mapping[str, HouseSpec]) -> tuple[Entry, ...]:
    """The line at the foot of every page that names the club's house rules; empty without house rules."""
    values = values_in_force(system, specs, army.house)
    if not values or army.house is None:
        return ()
    whose = f"of {army.house.name}: " if army.house.name else ""
    what = f"{counted(len(values), 'value differs', 'values differ')} from the book, listed at the end"
    return (Entry("House rules", f"{whose}{what}."),)
