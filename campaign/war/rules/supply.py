"""Depots, forage and reinforcements (CM-SUPPLY, CM-REINF-01)."""

import heapq
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place, along, way
from campaign.war.rules.events import Arrived, DepotsChanged, Fed, ForceChange, Reinforced
from campaign.war.rules.forces import under_column
from campaign.war.rules.state import CampaignState, Depot, DepotOrder, Force, TurnOrders
from campaign.war.rules.tables import (
    DAY,
    DEPOT_METRES,
    DEPOT_REST_DAYS,
    FORAGE_GROWS,
    FORAGE_REACH,
    FORAGE_USED,
    KM,
)
from campaign.war.rules.view import broken_now, cut_roads, shut_fortresses


class _Hostile(NamedTuple):
    """Where the enemies of an alliance are."""

    points: frozenset[str]
    parts: Mapping[str, list[tuple[int, int]]]


def hostile_places(act: Act, alliance: str) -> _Hostile:
    ends = {road.id: (road.start, road.end, road.metres) for road in act.net.roads.values()}
    points: set[str] = set()
    parts: dict[str, list[tuple[int, int]]] = {}
    for force in act.state.forces.values():
        if act.alliances[force.side] == alliance:
            continue
        points |= under_column(force.place, force.column, ends)
        if force.place.road:
            parts.setdefault(force.place.road, []).append((force.place.metres, force.place.metres))
        for stretch in force.column:
            parts.setdefault(stretch.road, []).append((min(stretch.near, stretch.far), max(stretch.near, stretch.far)))
    return _Hostile(frozenset(points), parts)


def depot_metres(act: Act, alliance: str) -> dict[str, int]:
    """Metres of the open way from a serving depot of an alliance to each point within reach (CM-SUPPLY-01).

    Enemies, fortresses that they hold and broken crossings bar it; a point with an enemy may be its end.
    """
    hostile = hostile_places(act, alliance)
    shut = shut_fortresses(act.state, alliance)
    cut = cut_roads(act.state, act.net, broken_now(act.state)) | set(hostile.parts)
    reach = act.settings.supply_reach * KM
    starts = [
        depot.point
        for depot in act.state.depots
        if act.alliances[depot.side] == alliance
        and not depot.to
        and depot.serves <= act.begins
        and depot.point not in hostile.points
        and act.state.owners.get(depot.point, alliance) == alliance
    ]
    metres: dict[str, int] = {}
    queue = [(0, point) for point in starts]
    while queue:
        far, point = heapq.heappop(queue)
        if point in metres or far > reach:
            continue
        metres[point] = far
        if point in hostile.points or point in shut:
            continue
        for road, other in act.net.out[point]:
            if road not in cut and other not in metres:
                heapq.heappush(queue, (far + act.net.roads[road].metres, other))
    return metres


def supplied_by_depot(act: Act, force: Force, metres: Mapping[str, int], hostile: _Hostile) -> bool:
    """True if an open way of at most ``supply_reach`` leads to a depot."""
    reach = act.settings.supply_reach * KM
    if force.place.point:
        return metres.get(force.place.point, reach + 1) <= reach
    road = act.net.roads[force.place.road]
    shut = act.net.shut_ends(force.place, broken_now(act.state))
    for point, far in act.net.ends(force.place):
        if point in shut or point in hostile.points or metres.get(point, reach + 1) + far > reach:
            continue
        low, high = sorted((force.place.metres, 0 if point == road.start else road.metres))
        if not any(
            a <= high and b >= low and (a, b) != (force.place.metres,) * 2 for a, b in hostile.parts.get(road.id, ())
        ):
            return True
    return False


def feed(act: Act) -> None:
    """Who is supplied at 00:00, who lives off the land, and who is hungry."""
    forces = act.forces()
    if not act.settings.use_supply:
        act.add(Fed(tuple(force.id for force in forces), (), (), {}), audience=())
        return
    by_alliance = {alliance: depot_metres(act, alliance) for alliance in act.state.setup.alliances}
    hostile = {alliance: hostile_places(act, alliance) for alliance in by_alliance}
    supplied = [
        force
        for force in forces
        if supplied_by_depot(act, force, by_alliance[act.alliances[force.side]], hostile[act.alliances[force.side]])
    ]
    have = {force.id for force in supplied}
    fed, forage = _forage(act, [force for force in forces if force.id not in have])
    hungry = [force for force in forces if force.id not in have and force.id not in fed]
    changes = [
        ForceChange(force=f.id, hunger=0, day=structs.replace(f.day, fed=True)) for f in forces if f not in hungry
    ]
    changes += [ForceChange(force=force.id, hunger=force.hunger + 1) for force in hungry]
    event = Fed(tuple(f.id for f in supplied), tuple(sorted(fed)), tuple(f.id for f in hungry), forage)
    act.add(event, changes=changes, audience=())


def _forage(act: Act, hungry: list[Force]) -> tuple[set[str], dict[str, int]]:
    """Forces that points feed wholly, and what the points that are not full have left (CM-SUPPLY-02)."""
    got: dict[str, int] = {}
    levels: dict[str, int] = {}
    for point in act.net.ground.points:
        full = act.settings.tables.forage[point.size]
        level = act.state.forage.get(point.id, full)
        near = [f for f in hungry if act.net.between(f.place, Place(point=point.id)) <= FORAGE_REACH] if hungry else []
        if near:
            best = max(near, key=lambda force: act.strength(force).men)
            got[best.id] = got.get(best.id, 0) + level
            level = level * FORAGE_USED[0] // FORAGE_USED[1]
        else:
            level = min(full, level + full * FORAGE_GROWS[0] // FORAGE_GROWS[1])
        if level < full:
            levels[point.id] = level
    fed = {force.id for force in hungry if got.get(force.id, 0) >= act.strength(force).men}
    return fed, levels


def move_depots(act: Act) -> None:
    """Depots move on, and those at points that the enemy owns are the enemy's from now on (CM-SUPPLY-04)."""
    rows = tuple(_next(act, depot) for depot in act.state.depots)
    if rows != act.state.depots:
        act.add(DepotsChanged(rows), audience=())


def order_depots(act: Act, given: TurnOrders) -> None:
    """Depots told to move to a point of their alliance begin to; other orders have no effect (CM-SUPPLY-04)."""
    rows = list(act.state.depots)
    for order in given.depots:
        refused = refuse_depot(act.state, order)
        for number, depot in enumerate(rows):
            if refused == "" and depot.side == order.side and depot.point == order.point:
                rows[number] = structs.replace(depot, to=order.to if order.to != depot.point else "", metres=0)
    if tuple(rows) != act.state.depots:
        act.add(DepotsChanged(tuple(rows)), audience=())


def refuse_depot(state: CampaignState, order: DepotOrder) -> str:
    """Why a depot may not move so, or an empty text."""
    if not any(depot.side == order.side and depot.point == order.point for depot in state.depots):
        return f"You have no depot at {order.point[:40]} (CM-SUPPLY-04)."
    if state.owners.get(order.to) != state.setup.alliance(order.side):
        return f"A depot moves to a point of your alliance, not to {order.to[:40]} (CM-SUPPLY-04)."
    return ""


def _next(act: Act, depot: Depot) -> Depot:
    alliance = act.alliances[depot.side]
    owner = act.state.owners.get(depot.point, alliance)
    if owner != alliance:
        return Depot(owner, depot.point, act.begins)
    if not depot.to:
        return depot
    route = way(act.net, Place(point=depot.point), depot.to, act.settings.tables.march_rate)
    if route is None:
        return structs.replace(depot, to="", metres=0)
    whole = sum(abs(end - begin) for _, begin, end in along(act.net, Place(point=depot.point), route))
    gone = depot.metres + DEPOT_METRES
    if gone < whole:
        return structs.replace(depot, metres=gone)
    return Depot(depot.side, depot.to, act.begins + DEPOT_REST_DAYS * DAY)


def reinforce(act: Act) -> None:
    """Forces whose hour has come: at their point, else at the nearest point of their alliance, else they wait."""
    for row in act.state.waiting:
        if row.arrives > act.begins:
            continue
        force = row.force
        point = landing(act, force.side, force.place.point)
        if point is None:
            midnight = (act.begins // DAY + 1) * DAY
            act.add(Reinforced(force.id, midnight), audience=act.allies(force.side))
            continue
        there = structs.replace(force, place=Place(point=point), since=act.begins, leg_since=act.begins)
        act.add(Arrived(there), audience=act.allies(force.side))


def landing(act: Act, side: str, point: str) -> str | None:
    """The point where a force of ``side`` that is to come to ``point`` appears (CM-REINF-01)."""
    alliance = act.alliances[side]
    hostile = {f.place.point for f in act.state.forces.values() if act.alliances[f.side] != alliance}

    def is_free(key: str) -> bool:
        return key not in hostile and act.state.owners.get(key, alliance) == alliance

    if is_free(point):
        return point
    own = [key for key, owner in act.state.owners.items() if owner == alliance and is_free(key)]
    near = act.net.near(point)
    return min(own, key=lambda key: (near.get(key, 10**9), key), default=None)
