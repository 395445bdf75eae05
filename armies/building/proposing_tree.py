"""A proposed force set out as one Corps that keeps to MN-ORG: divisions of foot with their guns, then the horse."""

from typing import Final

from armies.building.proposing_force import Force, divisions_of
from armies.building.proposing_troops import Recruit
from armies.rules.facts import Brigade, Corps, Division, Unit
from armies.rules.troops import Establishment, ordinal
from battles.rules.mini_nap import tables

HORSE_BRIGADES: Final = 3
"""Brigades of a cavalry division."""


def set_out(force: Force, establishment: Establishment) -> Corps:
    """The Corps of all that was recruited.

    Heavy batteries go to division artillery only (MN-ORG-12), a horse battery to each cavalry brigade while there
    are any (MN-ORG-12), the rest to division artillery (MN-ORG-11) and then to infantry brigades (MN-ORG-04).
    """
    horse_guns = [recruit.unit for recruit in force.guns if recruit.unit.type == "horse_artillery"]
    foot_guns = [recruit.unit for recruit in force.guns if recruit.unit.type == "foot_artillery"]
    horse = _horse(force.horse, horse_guns)
    return Corps(
        name=establishment.corps,
        children=(*_foot(force, establishment, [*foot_guns, *horse_guns]), *_cavalry(horse)),
    )


def _split(count: int, parts: int) -> list[int]:
    """``count`` in so many parts that differ by one at most, the larger first."""
    return [count // parts + (index < count % parts) for index in range(parts)]


def _foot(force: Force, establishment: Establishment, guns: list[Unit]) -> list[Division]:
    brigades = [[recruit.unit for recruit in group] for group in force.brigades]
    sizes = _split(len(brigades), divisions_of(len(brigades), establishment))
    artillery = _division_artillery(guns, len(sizes))
    left_over = [unit for unit in guns if not any(unit in group for group in artillery)]
    for brigade, unit in zip(brigades, left_over, strict=False):
        brigade.append(unit)
    divisions = []
    for number, size in enumerate(sizes, start=1):
        own, brigades = brigades[:size], brigades[size:]
        children = [_infantry(index, units) for index, units in enumerate(own, start=1)]
        if batteries := artillery[number - 1]:
            children.append(Brigade(name="Division artillery", kind="artillery", children=tuple(batteries)))
        name = f"{ordinal(number)} Division"
        divisions.append(Division(name=name, kind="infantry", children=tuple(children)))
    return divisions


def _infantry(number: int, units: list[Unit]) -> Brigade:
    return Brigade(name=f"{ordinal(number)} Brigade", kind="infantry", children=tuple(units))


def _division_artillery(guns: list[Unit], divisions: int) -> list[list[Unit]]:
    """The batteries of each division in turn, heavy ones first, as many as division artillery may have."""
    ordered = sorted(guns, key=lambda unit: unit.gun_weight != "heavy")
    given: list[list[Unit]] = [[] for _ in range(divisions)]
    for index, unit in enumerate(ordered[: divisions * tables.DIVISION_ARTILLERY.most]):
        given[index % divisions].append(unit)
    return given


def _horse(recruits: list[Recruit], guns: list[Unit]) -> list[Brigade]:
    """Brigades of two regiments of a sort, heavy ones first; each takes a horse battery from ``guns``."""
    sorts: dict[str, list[Unit]] = {"Heavy": [], "Light": [], "Irregular": []}
    for recruit in recruits:
        unit = recruit.unit
        sort = "Irregular" if unit.irregular else "Light" if unit.type == "light_cavalry" else "Heavy"
        sorts[sort].append(unit)
    most = tables.CAVALRY_BRIGADE.most
    brigades = []
    for sort, units in sorts.items():
        groups = [units[index : index + most] for index in range(0, len(units), most)]
        for number, group in enumerate(groups, start=1):
            name = f"{sort} Brigade" if len(groups) == 1 else f"{ordinal(number)} {sort} Brigade"
            own = [guns.pop(0)] if guns and sort != "Irregular" else []
            brigades.append(Brigade(name=name, kind="cavalry", children=(*group, *own)))
    return brigades


def _cavalry(brigades: list[Brigade]) -> list[Division]:
    if not brigades:
        return []
    divisions, start = [], 0
    sizes = _split(len(brigades), -(-len(brigades) // HORSE_BRIGADES))
    for number, size in enumerate(sizes, start=1):
        name = "Cavalry Division" if len(sizes) == 1 else f"{ordinal(number)} Cavalry Division"
        children = tuple(brigades[start : start + size])
        divisions.append(Division(name=name, kind="cavalry", children=children))
        start += size
    return divisions
