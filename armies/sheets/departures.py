"""Where a roster departs from the record or the book: the owner's overrides and the club's house rules."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from armies.paper.words import Entry, Part
from armies.rules.facts import Army
from armies.rules.house import house_in_force
from armies.rules.reckoning import Reckoning
from armies.sheets.wording import counted

MARK: Final = "‡"
"""Stands behind a value that the owner overrode."""
MARK_KEY: Final = f"{MARK} overridden by the owner, reason at the end"


def marked(words: str, overridden: bool) -> str:
    """``words`` with the mark where the owner overrode them."""
    return f"{words}{MARK}" if overridden else words


def overrides_part(units: Iterable[tuple[str, tuple[Reckoning, ...]]]) -> Part:
    """What the owner overrode, unit by unit: from what, to what, why.

    Args:
        units: the name of each unit with the reckonings that end with its overrides.
    """
    entries = []
    for name, reckonings in units:
        lines = dict.fromkeys(line.sentence for why in reckonings for line in why.lines if line.overridden)
        entries += [Entry(f"{MARK} {name or 'A unit without a name'}", f"{'; '.join(lines)}.")] if lines else []
    return Part("Overridden by the owner", tuple(entries))


def house_part(army: Army, system: str) -> Part:
    """Every number that the club has otherwise, under the club's name."""
    values = house_in_force(system, army.house)
    if not values or army.house is None:
        return Part("House rules", ())
    entries = [Entry(army.house.name or "A club without a name")]
    for group, run in groupby(values, lambda value: value.group):
        said = "; ".join(f"{value.label}: {value.sentence}" for value in run)
        entries.append(Entry(f"{group}.", f"{said}."))
    return Part("House rules", tuple(entries))


def house_foot(army: Army, system: str) -> tuple[Entry, ...]:
    """The line at the foot of every page that says whose house rules are in force; nothing where none are."""
    values = house_in_force(system, army.house)
    if not values or army.house is None:
        return ()
    whose = f"of {army.house.name}: " if army.house.name else ""
    what = f"{counted(len(values), 'value differs', 'values differ')} from the book, listed at the end"
    return (Entry("House rules", f"{whose}{what}."),)
