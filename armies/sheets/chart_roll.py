"""What the chart of a side's command says, by its muster roll: where no army of the army manager is behind it."""

from typing import Final

from armies.paper.cleaning import printable_texts
from armies.paper.faces import Printable
from armies.sheets.chart_model import ChartNode, ChartUnit, ChartWords, Level
from armies.sheets.chart_service import described
from armies.sheets.wording import counted
from battles.engine.roll import Roll, RollCommander, RollGroup, RollUnit

LEVELS: Final[dict[str, Level]] = {"corps": "corps", "division": "division", "brigade": "brigade"}
KEYS: Final = {
    True: "Of each unit: quality and boxes left; what is gone is marked",
    False: "Of each unit: quality; what is gone is marked",
}
"""What stands under units, by whether they have boxes without words."""


def roll_chart(roll: Roll, system: str, occasion: str, *, units: bool = True) -> ChartWords:
    """The chart of a roll; ``units`` is False where it ends at brigades. ``system`` is what the rules are called."""
    printable = Printable()
    clean = printable_texts(roll, printable)
    over = {one.path: one for one in clean.commanders}
    whole = clean.groups[0] if _is_one(clean) else None
    root = ChartNode(
        key="0",
        level="army",
        name=clean.title or "A force without a name",
        commander=", ".join(one.name for path, one in over.items() if not clean.below(path)),
        rating="",
        totals=" · ".join(f"{fact.label} {fact.text}" for fact in clean.facts) or "no units",
        nation=clean.nation,
        children=() if whole else _below(clean, (), "0", over, units),
        units=tuple(map(_unit, whole.units)) if whole and units else (),
    )
    return ChartWords(
        title=root.name,
        system=system,
        occasion=printable(occasion),
        description=described(root, system, units),
        key=". ".join(part for part in (KEYS[any(map(_boxes, clean.units))] if units else "", printable.note) if part),
        root=root,
    )


def _is_one(roll: Roll) -> bool:
    """Whether it is one group of its own name, whose units then stand under the side itself."""
    return [(group.title, group.above, group.commander) for group in roll.groups] == [(roll.title, (), None)]


def _below(
    roll: Roll, path: tuple[str, ...], key: str, over: dict[tuple[str, ...], RollCommander], units: bool
) -> tuple[ChartNode, ...]:
    """The commands and groups directly under a path, in the order of the roll."""
    found: list[ChartNode] = []
    seen: set[str] = set()
    for group in roll.below(path):
        if group.above == path:
            found.append(_group(group, f"{key}.{len(found)}", roll.nation, units))
        elif (name := group.above[len(path)]) not in seen:
            seen.add(name)
            found.append(_command(roll, (*path, name), f"{key}.{len(found)}", over, units))
    return tuple(found)


def _command(
    roll: Roll, path: tuple[str, ...], key: str, over: dict[tuple[str, ...], RollCommander], units: bool
) -> ChartNode:
    commander = over.get(path)
    count = sum(len(group.units) for group in roll.below(path))
    return ChartNode(
        key=key,
        level=LEVELS.get(commander.level, "division") if commander else "division",
        name=path[-1],
        commander=commander.name if commander else "",
        rating=commander.rating if commander else "",
        totals=counted(count, "unit"),
        nation=(commander.nation if commander else "") or roll.nation,
        children=_below(roll, path, key, over, units),
    )


def _group(group: RollGroup, key: str, nation: str, units: bool) -> ChartNode:
    return ChartNode(
        key=key,
        level="brigade",
        name=group.title,
        commander=group.commander.name if group.commander else "",
        rating=group.commander.rating if group.commander else "",
        totals=counted(len(group.units), "unit"),
        nation=next((unit.nation for unit in group.units if unit.nation), nation),
        units=tuple(map(_unit, group.units)) if units else (),
    )


def _boxes(unit: RollUnit) -> tuple[str, ...]:
    """Its boxes, where no word stands in them."""
    return unit.track.boxes if unit.track and not any(unit.track.boxes) else ()


def _unit(unit: RollUnit) -> ChartUnit:
    boxes = _boxes(unit)
    left = len(boxes) - (unit.track.struck if unit.track else 0)
    told = (unit.quality, str(left) if boxes else "", "gone" if unit.gone else "")
    return ChartUnit(unit.symbol, unit.name, " · ".join(filter(None, told)), unit.nation)
