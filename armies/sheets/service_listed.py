"""What the roster of an army list says: its masthead, its faults, and how its numbers came about."""

from collections.abc import Sequence

from armies.paper.words import Entry, Masthead, Part
from armies.rules.army_list import ArmyList
from armies.sheets.wording import SEVERITIES, counted, together
from battles.rules import SYSTEMS


def masthead(listed: ArmyList, occasion: str = "") -> Masthead:
    """The head of its first page; a fault is counted by its severity."""
    facts = (f"{fact.label} {fact.text}" for fact in listed.facts)
    totals = (f"{listed.points.value:,} points", counted(listed.units, "unit"), *facts)
    return Masthead(
        title=listed.title,
        system=f"{SYSTEMS[listed.system].title} roster",
        commander=listed.commander,
        occasion=occasion,
        totals=" · ".join(totals),
        faults=_summary(listed),
    )


def _summary(listed: ArmyList) -> str:
    counts = {name: sum(fault.severity == name for fault in listed.faults) for name in SEVERITIES}
    return ", ".join(counted(counts[name], one, many) for name, (_, one, many) in SEVERITIES.items() if counts[name])


def closing(listed: ArmyList) -> tuple[Part, ...]:
    """Its closing parts: the faults, gravest first, and the arithmetic."""
    parts = (Part("Faults", _faults(listed)), Part("How it was made", _made(listed)), Part("Points", _points(listed)))
    return tuple(part for part in parts if part.entries)


def _faults(listed: ArmyList) -> tuple[Entry, ...]:
    order = list(SEVERITIES)
    faults = sorted(listed.faults, key=lambda fault: order.index(fault.severity))
    return tuple(
        Entry(f"†{number} {SEVERITIES[fault.severity][0]}", f"{fault.sentence} ({fault.rule})")
        for number, fault in enumerate(faults, 1)
    )


def _made(listed: ArmyList) -> tuple[Entry, ...]:
    lines = [
        (unit.number, f"{unit.why.sentence}.")
        for group in listed.groups
        for unit in group.units
        if unit.why is not None
    ]
    return together(lines)


def _points(listed: ArmyList) -> tuple[Entry, ...]:
    units = [(unit.number, f"{unit.points.sentence}.") for group in listed.groups for unit in group.units]
    return (*_alike(units), *(Entry(group.title, f"{group.points.value:,} points.") for group in listed.groups))


def _alike(lines: Sequence[tuple[str, str]]) -> tuple[Entry, ...]:
    """Every arithmetic once, with the numbers of all units that share it."""
    found: dict[str, list[str]] = {}
    for number, text in lines:
        found.setdefault(text, []).append(number)
    return tuple(
        Entry(f"Unit{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}", text) for text, numbers in found.items()
    )
