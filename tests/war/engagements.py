"""Engagements for tests: Quatre Bras on 16 June 1815, and small ones with round numbers."""

from collections.abc import Iterable, Mapping
from functools import cache

from msgspec.structs import replace

from battles.engine.armies.facts import UnitType
from campaign.war.rules.books import Account
from campaign.war.rules.campaign_map import CampaignMap, Place, Point
from campaign.war.rules.settings import Settings
from campaign.war.rules.state import (
    Arrival,
    BattleGround,
    CampaignState,
    Commander,
    Engaged,
    Engagement,
    Force,
    Formation,
    Setup,
    Side,
    Unit,
)
from campaign.war.rules.tables import DAY, HOUR, Grade
from campaign.war.services.creation import shipped_state

FRENCH = {"II Corps": 0, "2nd Cavalry Division": 0, "III Cavalry Corps": 150}
ALLIED = {
    "2nd Netherlands Division (2nd Brigade)": 0,
    "2nd Netherlands Division (1st Brigade)": 0,
    "5th Division and 4th Hanoverian Brigade": 60,
    "Netherlands 2nd light cavalry": 60,
    "Brunswick Corps": 90,
    "3rd British Division": 180,
    "1st British Division": 270,
}
"""Minutes after two in the afternoon at which each force comes up."""
ROADS = {"II Corps": "frasnes", "5th Division and 4th Hanoverian Brigade": "genappe", "Brunswick Corps": "genappe"}


@cache
def quatre_bras(most_units: int = 60) -> tuple[CampaignState, Engagement]:
    """Ney attacks the Prince of Orange at Quatre Bras at two o'clock; the others come up as they came."""
    state = shipped_state("evening-1815")
    forces = {**state.forces, **{late.force.id: late.force for late in state.waiting}}
    settings = replace(state.setup.settings, most_units=most_units)
    state = replace(state, forces=forces, waiting=(), setup=replace(state.setup, settings=settings), time=DAY)
    by_name = {force.name: force for force in forces.values()}
    roads = tuple(road.id for road in state.setup.map.roads if "quatre-bras" in (road.start, road.end))
    engagement = Engagement(
        id=1,
        turn=3,
        begins=DAY + 14 * HOUR,
        light=7 * HOUR,
        place=Place("quatre-bras"),
        attacker="french",
        defender="anglo-allied",
        attackers=tuple(_engaged(by_name[name], minutes, "frasnes") for name, minutes in FRENCH.items()),
        defenders=tuple(
            _engaged(by_name[name], minutes, ROADS.get(name, "nivelles")) for name, minutes in ALLIED.items()
        ),
        ground=BattleGround("quatre-bras", "rolling", roads),
    )
    return state, engagement


def _engaged(force: Force, minutes: int, point: str) -> Engaged:
    if not minutes:
        return Engaged(force.id, force.side, force.formations, point=point)
    return Engaged(force.id, force.side, (), (Arrival(force.formations, minutes, "", point),), point=point)


Part = tuple[UnitType, int, Grade]
"""A unit: its type, its men or guns, its quality."""


def small(
    attackers: Iterable[Part],
    defenders: Iterable[Part],
    *,
    fatigue: tuple[int, int] = (0, 0),
    stood: int = 0,
    light: int = 10 * HOUR,
    ground: BattleGround | None = None,
    coming: Mapping[int, int] | None = None,
    settings: Settings | None = None,
    meeting: bool = False,
    ratings: tuple[str, str] = ("", ""),
) -> tuple[CampaignState, Engagement]:
    """Two forces of a brigade for each unit. ``coming`` are the minutes at which attacking brigades come up."""
    coming = coming or {}
    units: dict[str, Unit] = {}
    formations: dict[str, Formation] = {}
    brigades: dict[str, list[str]] = {"red": [], "blue": []}
    for side, parts in (("red", attackers), ("blue", defenders)):
        for number, (arm, size, quality) in enumerate(parts):
            brigade = f"{side}/Corps/Division/Brigade {number}"
            unit = f"{brigade}/Unit"
            guns = arm.endswith("artillery")
            units[unit] = Unit(
                unit, f"Unit {number}", side, arm, 0 if guns else size, size if guns else 0, quality, "FR"
            )
            formations[brigade] = Formation(brigade, f"Brigade {number}", "brigade", units=(unit,), order=number)
            brigades[side].append(brigade)
    point = Point("field", "Field", 5000, 400, "village", "rolling")
    sides = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))
    setup = Setup(
        "small", "Small", CampaignMap("m", "M", (point,), ()), "1815-06-15", 0, DAY, sides, settings or Settings(),
        units, formations,
    )  # fmt: skip
    forces = {
        side: Force(side, side, 1, side.title(), side, tuple(brigades[side]), Place("field"), fatigue=tired)
        for side, tired in zip(("red", "blue"), fatigue, strict=True)
    }
    state = CampaignState(
        setup,
        0,
        forces=forces,
        books={key: Account(unit.men, unit.guns) for key, unit in units.items()},
        commanders={
            side: Commander(side, f"General {side.title()}", side, side, rating)  # type: ignore[arg-type]
            for side, rating in zip(("red", "blue"), ratings, strict=True)
        },
    )
    there = tuple(brigade for number, brigade in enumerate(brigades["red"]) if number not in coming)
    late = tuple(Arrival((brigades["red"][number],), minutes, "", "") for number, minutes in coming.items())
    engagement = Engagement(
        1, 1, 11 * HOUR, light, Place("field"), "red", "blue",
        (Engaged("red", "red", there, late),),
        (Engaged("blue", "blue", tuple(brigades["blue"]), stood=stood),),
        ground or BattleGround("field", "rolling"), meeting=meeting, commanders={"red": "red", "blue": "blue"},
    )  # fmt: skip
    return state, engagement
