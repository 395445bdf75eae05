"""Small campaigns for tests: a few points on straight roads, forces with round numbers."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.books import Account
from campaign.war.rules.calendar import minute_of
from campaign.war.rules.campaign_map import CampaignMap, Crossing, Place, Point, River, Road
from campaign.war.rules.dice import CampaignDice, FixedDice
from campaign.war.rules.resolution import resolve_turn, step
from campaign.war.rules.settings import DEFAULTS
from campaign.war.rules.state import (
    CampaignState,
    Commander,
    Depot,
    Force,
    Formation,
    Leg,
    Order,
    Setup,
    Side,
    TurnOrders,
    Unit,
)

JUNE = "1815-06-15"
HOLD = Leg("hold")


def line_map(
    *kilometres: int,
    kind: str = "road",
    rivers: Iterable[str] = (),
    points: Mapping[str, Mapping[str, str]] | None = None,
) -> CampaignMap:
    """Points a, b, c … on one line with roads of these lengths; each of ``rivers`` as ``a-b`` is crossed at ``b``."""
    names = "abcdefghijklmnop"[: len(kilometres) + 1]
    facts = points or {}
    crossed = {pair.partition("@")[0]: pair for pair in rivers}
    own = tuple(Point(name, name.upper(), 5000, 400 + place, "village", "plain") for place, name in enumerate(names))
    roads = tuple(
        Road(
            f"{first}--{second}",
            first,
            second,
            metres * 1000,
            kind,  # type: ignore[arg-type]
            ("sambre",) if f"{first}-{second}" in crossed else (),
        )
        for first, second, metres in zip(names, names[1:], kilometres, strict=False)
    )
    crossings = tuple(
        Crossing(f"sambre@{pair.partition('@')[2]}", "sambre", "bridge", pair.partition("@")[2])
        for pair in rivers
        if "@" in pair
    )
    own_crossings = tuple(
        Crossing(f"sambre@{road.id}", "sambre", "bridge")
        for road in roads
        if road.crosses and not any(c.at in (road.start, road.end) for c in crossings)
    )
    changed = tuple(structs.replace(point, **facts.get(point.id, {})) for point in own)
    return CampaignMap(
        "line", "Line", changed, roads, (River("sambre", "Sambre", "medium"),), crossings + own_crossings
    )


def force(
    side: str,
    number: int,
    at: str,
    *,
    foot: int = 0,
    horse: int = 0,
    heavy: int = 0,
    guns: int = 0,
    legs: tuple[Leg, ...] = (HOLD,),
    brigades: int = 1,
    quality: str = "trained",
    **facts: Any,
) -> tuple[Force, list[Formation], list[Unit]]:
    """A force of equal brigades; ``horse`` is light, ``heavy`` not. The guns are with the first brigade."""
    formations, units = [], []
    for place in range(brigades):
        path = f"{side}{number}/brigade {place + 1}"
        rows = [("line_infantry", foot // brigades, 0), ("light_cavalry", horse // brigades, 0)]
        rows += [("heavy_cavalry", heavy // brigades, 0), ("foot_artillery", 0, guns if place == 0 else 0)]
        own = [
            Unit(f"{path}/{arm}", arm, side, arm, men, pieces, quality, "FR")  # type: ignore[arg-type]
            for arm, men, pieces in rows
            if men or pieces
        ]
        units += own
        formations.append(
            Formation(path, path, "brigade", units=tuple(unit.id for unit in own), order=number * 100 + place)
        )
    made = Force(
        id=f"{side}.{number}",
        side=side,
        number=number,
        name=f"{side} {number}",
        commander=f"{side}:{number}",
        formations=tuple(formation.id for formation in formations),
        place=Place(point=at),
        legs=legs,
        **facts,
    )
    return made, formations, units


def campaign(
    ground: CampaignMap,
    *forces: tuple[Force, list[Formation], list[Unit]],
    start: str = "1815-06-15T04:00",
    days: int = 5,
    weather: Mapping[int, str] | None = None,
    sides: tuple[Side, ...] = (Side("red", "Red", "red"), Side("blue", "Blue", "blue")),
    depots: tuple[Depot, ...] = (),
    owners: Mapping[str, str] | None = None,
    objectives: tuple[Any, ...] = (),
    **settings: Any,
) -> CampaignState:
    """A campaign before its first turn."""
    date = start[:10]
    begin = minute_of(date, start)
    units = {unit.id: unit for _, _, rows in forces for unit in rows}
    formations = {row.id: row for _, rows, _ in forces for row in rows}
    setup = Setup(
        id="small",
        name="Small",
        map=ground,
        date=date,
        start=begin,
        end=begin + days * 1440,
        sides=sides,
        settings=structs.replace(DEFAULTS, **settings),
        units=units,
        formations=formations,
        weather=weather or {},  # type: ignore[arg-type]
        objectives=objectives,
    )
    own = [made for made, _, _ in forces]
    alliances = {side.key: side.alliance for side in sides}
    at_first = {made.place.point: alliances[made.side] for made in own if made.place.point}
    return CampaignState(
        setup=setup,
        time=begin,
        forces={made.id: structs.replace(made, since=begin, leg_since=begin) for made in own},
        books={unit.id: Account(unit.men, unit.guns) for unit in units.values()},
        commanders={
            made.commander: Commander(made.commander, f"General {made.id}", made.side, made.id) for made in own
        },
        owners=at_first if owners is None else owners,
        depots=depots,
        weather=(weather or {}).get(0, "dry"),  # type: ignore[arg-type]
    )


def march(to: str, **facts: Any) -> Leg:
    """A march of ``accept`` posture unless said otherwise."""
    return Leg("march", to=to, **facts)


def steps(state: CampaignState, count: int, dice: CampaignDice | None = None, orders: TurnOrders | None = None) -> Act:
    """So many steps from the state's time on."""
    act = Act(state, dice or FixedDice({}))
    length = state.setup.settings.step_minutes
    for number in range(count):
        step(act, state.time + number * length, orders if number == 0 else None)
    return act


def turn(state: CampaignState, *orders: Order, dice: CampaignDice | None = None) -> CampaignState:
    """The state after a turn's resolution."""
    return resolve_turn(state, TurnOrders(orders=orders), dice or FixedDice({})).state


def kinds(act: Act) -> list[str]:
    """The names of the events of an act."""
    return [type(entry.event).__name__ for entry in act.entries]


def at(hours: int, minutes: int = 0, day: int = 0) -> int:
    """A minute of the campaign."""
    return day * 1440 + hours * 60 + minutes
