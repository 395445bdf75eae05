"""What a commander knows of the enemy and of the ways (CM-SIGHT-03, CM-SIGHT-06, CM-MAP-07).

Who knows is an alliance, or with ``courier`` a command. What is known comes from the newest report of each force, as
long as it is not faint and nobody of the alliance has seen that the force is there no longer (CM-RULING-01).
"""

from campaign.war.rules.campaign_map import Place, Road
from campaign.war.rules.forces import strength
from campaign.war.rules.network import NO_BARS, Bars, Network, network
from campaign.war.rules.state import CampaignState, Force, Report
from campaign.war.rules.tables import HOUR


def knower_of(state: CampaignState, force: Force) -> str:
    """Who knows what the leader of a force knows."""
    if state.setup.settings.information == "courier":
        for command in state.commands:
            if force.id in command.forces:
                return command.id
    return state.setup.alliance(force.side)


def knowers(state: CampaignState, alliance: str) -> tuple[str, ...]:
    """All that know something for an alliance."""
    if state.setup.settings.information == "courier" and state.commands:
        sides = state.setup.allies(alliance)
        return tuple(command.id for command in state.commands if command.side in sides)
    return (alliance,)


def known_forces(state: CampaignState, knower: str, alliance: str) -> dict[str, Report]:
    """What is known of each enemy force now, by its id."""
    if state.setup.settings.information == "open":
        return {
            force.id: true_report(state, force, alliance)
            for force in state.forces.values()
            if state.setup.alliance(force.side) != alliance
        }
    fades = state.time - state.setup.settings.report_fades * HOUR
    refuted = state.refuted.get(knower, ())
    return {
        of: report for of, report in state.known.get(knower, {}).items() if report.time >= fades and of not in refuted
    }


def true_report(state: CampaignState, force: Force, alliance: str) -> Report:
    """A report of a force as it is, for ``open`` information."""
    found = strength(state, force.formations)
    arms = tuple(n for n, there in (("foot", found.foot), ("horse", found.horse), ("guns", found.guns)) if there)
    return Report(
        id=0,
        time=state.time,
        alliance=alliance,
        by="",
        of=force.id,
        side=force.side,
        place=force.place,
        heading=force.faces,
        arms=arms,
        men=found.men,
        name=state.commanders[force.commander].name if force.commander in state.commanders else "",
        contact=True,
    )


def shut_fortresses(state: CampaignState, alliance: str) -> frozenset[str]:
    """Fortresses that ``alliance`` cannot pass: with a hostile garrison, and not under mask (CM-MAP-04)."""
    if not state.setup.settings.use_works:
        return frozenset()
    shut = {
        point
        for point in state.garrisons
        if state.owners.get(point, alliance) != alliance and point not in state.masked
    }
    for point in fortresses(state):
        owner = state.owners.get(point)
        if owner is None or owner == alliance or point in state.masked or point in shut:
            continue
        if any(f.place.point == point and state.setup.alliance(f.side) == owner for f in state.forces.values()):
            shut.add(point)
    return frozenset(shut)


def fortresses(state: CampaignState) -> tuple[str, ...]:
    """The fortresses of the map, if they count as such (CM-MAP-04)."""
    return network(state.setup.map).fortresses if state.setup.settings.use_works else ()


def is_fortress(state: CampaignState, point: str) -> bool:
    """True if a point is a fortress that counts as one (CM-MAP-04)."""
    return state.setup.settings.use_works and network(state.setup.map).points[point].fortified == "fortress"


def cut_roads(state: CampaignState, net: Network, broken: tuple[str, ...]) -> frozenset[str]:
    """The roads that broken crossings cut (CM-MAP-03)."""
    if not broken:
        return frozenset()
    return frozenset(road.id for road in net.roads.values() if road.crosses and net.cuts(road, broken))


def broken_now(state: CampaignState) -> tuple[str, ...]:
    """The crossings that stop forces: broken and not bridged by a pontoon (CM-WORK-04)."""
    if not state.pontoons:
        return state.broken
    return tuple(crossing for crossing in state.broken if crossing not in state.pontoons)


def bars_known(state: CampaignState, net: Network, force: Force, around_enemies: bool = True) -> Bars:
    """What bars a force's way as far as its commander knows (CM-MAP-07).

    Crossings known to be broken, fortresses of the enemy, and places where enemies are known to stand, unless
    ``around_enemies`` is false.
    """
    alliance = state.setup.alliance(force.side)
    knower = knower_of(state, force)
    broken = tuple(crossing for crossing in state.known_broken.get(knower, ()) if crossing in broken_now(state))
    points = set(shut_fortresses(state, alliance))
    roads = set(cut_roads(state, net, broken))
    if around_enemies:
        for report in known_forces(state, knower, alliance).values():
            if report.place.point:
                points.add(report.place.point)
            else:
                roads.add(report.place.road)
    if not points and not roads:
        return NO_BARS
    return Bars(frozenset(points), frozenset(roads), net.shut_ends(force.place, broken))


def place_of_crossing(net: Network, crossing: str) -> Place:
    """Where a crossing lies: its point, or the start of its road."""
    _, _, where = crossing.partition("@")
    if where in net.points:
        return Place(point=where)
    road: Road = net.roads[where]
    return Place(point=road.start)
