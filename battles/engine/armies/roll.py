"""The muster roll of an army list, for cards and labels."""

from collections import deque
from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from battles.engine.armies.army_list import ArmyList, Leads, ListedGroup, ListedUnit
from battles.engine.armies.army_list import Fact as ListedFact
from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.tree import walk
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit, Track


def roll_of_list(listed: ArmyList) -> Roll:
    """The roll of an army list: a group for each division of a corps, or for each command."""
    return Roll(
        side=listed.title,
        title=listed.title,
        system=listed.system,
        nation=listed.nation,
        facts=(
            Fact("Units", str(listed.units)),
            Fact("Points", f"{listed.points.value:,}"),
            *map(_fact, listed.facts),
        ),
        commanders=tuple(_commanders(listed)),
        groups=tuple(group for at, one in enumerate(listed.groups) for group in _groups(listed, at, one)),
        unbased=listed.unbased,
    )


def with_presence(roll: Roll, army: Army) -> Roll:
    """The roll with the recorded men or guns of each unit that has the name of a recorded one."""
    recorded: dict[str, deque[str]] = {}
    for place in walk(army):
        if isinstance(place.element, Unit):
            recorded.setdefault(place.element.name, deque()).append(_presence(place.element))
    groups = tuple(
        replace(
            group,
            units=tuple(
                replace(unit, present=recorded[unit.name].popleft()) if recorded.get(unit.name) else unit
                for unit in group.units
            ),
        )
        for group in roll.groups
    )
    return replace(roll, groups=groups)


def _presence(unit: Unit) -> str:
    """``602 men``, or ``8 guns`` of a battery."""
    if unit.guns is not None:
        return f"{unit.guns:,} {'gun' if unit.guns == 1 else 'guns'}"
    return f"{unit.men:,} {'man' if unit.men == 1 else 'men'}" if unit.men is not None else ""


def _fact(fact: ListedFact) -> Fact:
    return Fact(fact.label, fact.text, fact.rule)


def _commanders(listed: ArmyList) -> Iterator[RollCommander]:
    """Its chief, and the leaders of groups that have several parts."""
    if listed.chief is not None:
        yield _commander("chief", listed.chief, listed.title, "army", listed.nation, ())
    for at, group in enumerate(listed.groups):
        if group.leads is not None and _in_parts(group):
            yield _leader(listed, at, group, group.leads)


def _in_parts(group: ListedGroup) -> bool:
    return any(unit.under for unit in group.units)


def _leader(listed: ArmyList, at: int, group: ListedGroup, leads: Leads) -> RollCommander:
    nation = group.nation or listed.nation
    return _commander(f"group {at + 1}", leads, group.title, "corps", nation, tuple(map(_fact, group.facts)))


def _commander(key: str, leads: Leads, of: str, level: str, nation: str, facts: tuple[Fact, ...]) -> RollCommander:
    return RollCommander(
        key=key,
        name=leads.name,
        of=of,
        level=level,
        symbol=f"leader_{level}",
        nation=nation,
        rating=leads.rating,
        radius=leads.radius,
        facts=facts,
    )


def _groups(listed: ArmyList, at: int, group: ListedGroup) -> Iterator[RollGroup]:
    """The parts of a group, or the whole group with its leader."""
    key = f"group {at + 1}"
    if not _in_parts(group):
        leads = group.leads
        yield RollGroup(
            key=key,
            title=group.title,
            commander=_leader(listed, at, group, leads) if leads is not None else None,
            facts=tuple(map(_fact, group.facts)),
            units=tuple(_unit(listed, group, unit) for unit in group.units),
        )
        return
    for part, (under, units) in enumerate(groupby(group.units, key=lambda unit: unit.under), 1):
        yield RollGroup(
            key=f"{key}.{part}",
            title=under or "Directly under the corps",
            above=(group.title,),
            units=tuple(_unit(listed, group, unit) for unit in units),
        )


def _unit(listed: ArmyList, group: ListedGroup, unit: ListedUnit) -> RollUnit:
    cells = list(zip(listed.columns, unit.cells, strict=True))
    facts = (Fact(column.title, cell) for column, cell in cells if not column.says)
    return RollUnit(
        key=unit.number,
        name=unit.name or "A unit without a name",
        kind=next((cell for column, cell in cells if column.says == "kind"), ""),
        symbol=unit.symbol,
        nation=group.nation or listed.nation,
        quality=next((cell for column, cell in cells if column.says == "quality"), ""),
        facts=(Fact("No.", unit.number), *facts),
        track=_track(listed, unit),
        points=unit.points.value,
        notes=(unit.notes,) if unit.notes else (),
        wide=unit.wide,
        deep=unit.deep,
        stands=unit.stands,
    )


def _track(listed: ArmyList, unit: ListedUnit) -> Track | None:
    """The boxes of a unit as in the list; without words if they only count."""
    if not unit.boxes:
        return None
    counts = unit.boxes == tuple(map(str, range(1, len(unit.boxes) + 1)))
    grey = f"{listed.box_title}, grey: {listed.grey}" if listed.grey and unit.chosen is not None else listed.box_title
    return Track(
        grey,
        ("",) * len(unit.boxes) if counts else unit.boxes,
        last=-1 if unit.chosen is None else unit.chosen,
    )
