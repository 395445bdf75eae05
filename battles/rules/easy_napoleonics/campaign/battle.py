"""The set-up of a battle for an encounter: both forces with zones and arrivals, objectives and options (CM-ENG-03)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.group import Fielded
from battles.engine.armies.tree import walk
from battles.engine.campaign.encounter import Contingent, Encounter
from battles.engine.campaign.group import arrival_of, arrival_turn, turns_of
from battles.engine.scenario_file import MOST_NAME
from battles.kits.hex.encounter import Layout, entries, zones
from battles.rules.easy_napoleonics import meta
from battles.rules.easy_napoleonics.army.battle_force import full_force
from battles.rules.easy_napoleonics.campaign import tables
from battles.rules.easy_napoleonics.campaign.ground import ground_of
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.scenario.check import check, impassable
from battles.rules.easy_napoleonics.state import Arrival, Board, Captain, Force, Objective, Recruit, Setup


def setup_of(encounter: Encounter) -> Fielded:
    """The set-up: side a attacks, side b defends.

    Raises:
        SetupError: an army cannot be fielded.
        ValueError: a wrong option.
    """
    layout, board, goal, far_bank = ground_of(encounter)
    rules = Rules(meta.read(_values(encounter, board)))
    barred = impassable(board, rules)
    own_zones = zones(layout, encounter, barred, far_bank)
    forces = tuple(
        replace(_force(side, encounter, layout, rules, barred), zone=zone)
        for side, zone in zip(encounter.sides, own_zones, strict=True)
    )
    points, points_win = _points(forces)
    values = {**_values(encounter, board), "victory_points_to_win": points, **encounter.options}
    rules = Rules(meta.read(values))
    setup = Setup(
        title=encounter.title[:MOST_NAME],
        board=board,
        forces=(forces[0], forces[1]),
        rules=rules,
        objectives=_objectives(encounter, goal, rules.options.max_turns),
        points_win=points_win or "victory_points_to_win" in encounter.options,
        situation=encounter.situation,
    )
    check(setup)
    return setup, ()


def _values(encounter: Encounter, board: Board) -> dict[str, Any]:
    """The options that the encounter decides."""
    return {
        "board_columns": board.columns,
        "board_rows": board.rows,
        "deployment_order": "rolled" if encounter.meeting else "b_first",
        "first_mover": "rolled" if encounter.meeting else "a",
        "max_turns": turns_of(encounter.minutes, encounter.minutes_per_turn),
        "time_limit_minutes": "none",
        "leaders_per_side": _leaders(encounter),
    }


def _leaders(encounter: Encounter) -> int:
    units = max(sum(isinstance(place.element, Unit) for place in walk(side.army)) for side in encounter.sides)
    return max(1, min(tables.MOST_LEADERS, units // tables.UNITS_PER_LEADER))


def _points(forces: tuple[Force, ...]) -> tuple[int, bool]:
    """Victory points that win, and if points win at all: not where the units are too unequal for one number.

    Source: EN-VP-02, CM-RULING-45.
    """
    weaker, stronger = sorted(sum(unit.worth for unit in force.units) for force in forces)
    points = max(1, weaker * tables.WEAKER_SHARE // 1000, stronger * tables.STRONGER_SHARE // 1000)
    return points, points * 1000 <= weaker * tables.MOST_WEAKER_SHARE


def _force(side: Contingent, encounter: Encounter, layout: Layout, rules: Rules, barred: frozenset[int]) -> Force:
    """The force of a side, with the arrivals of its units and leaders (EN-RULING-120)."""
    force = full_force(side.army, rules)
    above = [
        (place.element.id, *(each.id for each in place.above))
        for place in walk(side.army)
        if isinstance(place.element, Unit)
    ]

    def arrival(ids: tuple[str, ...]) -> Arrival | None:
        coming = arrival_of(ids, side.coming)
        if coming is None or coming.minutes <= 0:
            return None
        turn = arrival_turn(coming.minutes, encounter.minutes_per_turn)
        return Arrival(turn, entries(layout, coming.bearing, barred))

    recruits: tuple[Recruit, ...] = tuple(
        replace(unit, arrival=arrival(ids)) for unit, ids in zip(force.units, above, strict=True)
    )
    captains = tuple(replace(man, arrival=_of_leader(man, side.army, above, recruits)) for man in force.leaders)
    return replace(force, units=recruits, leaders=captains, task=side.task)


def _of_leader(man: Captain, army: Army, above: list[tuple[str, ...]], recruits: tuple[Recruit, ...]) -> Arrival | None:
    """A leader comes with the first unit of the formation; at once if a unit of it is there, or over the army."""
    posts = [place.element.id for place in walk(army) if _leads(place.element, man.name)]
    if not posts or man.name == army.commander:
        return None
    below = [recruit.arrival for recruit, ids in zip(recruits, above, strict=True) if posts[0] in ids]
    coming = [arrival for arrival in below if arrival is not None]
    return min(coming, key=lambda each: each.turn) if coming and len(coming) == len(below) else None


def _leads(element: Any, name: str) -> bool:
    return not isinstance(element, Unit) and bool(element.commander) and element.commander == name


def _objectives(encounter: Encounter, goal: tuple[int, ...], last: int) -> tuple[Objective, ...]:
    """Who holds the point when the battle ends has held the field (EN-SETUP-12)."""
    return tuple(_goals(encounter, goal, last))


def _goals(encounter: Encounter, goal: tuple[int, ...], last: int) -> Iterator[Objective]:
    name = encounter.site.name or "the road"
    most = len(goal) // 2 + 1
    if encounter.meeting:
        yield Objective(name=f"Hold {name}", cells=goal, hold=most, from_turn=last)
        return
    yield Objective(name=f"Take {name}", cells=goal, hold=most, side="a", from_turn=last)
    held = len(goal) - most + 1
    yield Objective(name=f"Hold {name}", cells=goal, hold=held, side="b", from_turn=last, held_from_start=True)
