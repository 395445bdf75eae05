"""What a side knows: enemy forces, barred ways, and the view built of it (CM-SIGHT-03, CM-SIGHT-06, CM-MAP-07).

Who knows is an alliance, or with ``courier`` a command. What is known comes from the newest report of each force, as
long as it is not faint and nobody of the alliance has seen that the force is there no longer (CM-RULING-01).
A view has an alliance's forces, its reports, its points and the public facts. Nothing of the enemy is in it that no
report says. It is the same for all states that the side cannot tell apart.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct, structs

from campaign.war.rules.battle.result import seen_losses
from campaign.war.rules.books import Account
from campaign.war.rules.campaign_map import NO_BARS, Bars, Network, Place, Road, network
from campaign.war.rules.events import Corrected, DispatchSent, EngagementBegan, Entry, Settled, TakenBack
from campaign.war.rules.forces import drawn_out, present_leg, strength
from campaign.war.rules.state import (
    CampaignState,
    Command,
    Commander,
    Contact,
    Depot,
    Dispatch,
    Engaged,
    Engagement,
    Force,
    Phase,
    Reinforcement,
    Report,
    Verdict,
)
from campaign.war.rules.tables import HOUR, Grade, Weather
from campaign.war.rules.victory import Score, scores


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


class OwnForce(Struct, frozen=True):
    """A force of the viewer's alliance: all of it, its strength, and the metres of road under its column."""

    force: Force
    foot: int
    horse: int
    guns: int
    light_horse: int
    column: int
    order: str


class CampaignView(Struct, frozen=True):
    """What a side knows at a time. ``fading`` are reports that are faint; ``refuted`` those that are no longer true."""

    campaign: str
    side: str
    alliance: str
    turn: int
    time: int
    phase: Phase
    weather: Weather
    forces: tuple[OwnForce, ...]
    coming: tuple[Reinforcement, ...]
    books: Mapping[str, Account]
    quality: Mapping[str, Grade]
    commands: tuple[Command, ...]
    commanders: tuple[Commander, ...]
    reports: tuple[Report, ...]
    faint: tuple[Report, ...]
    refuted: tuple[str, ...]
    own_points: tuple[str, ...]
    broken: tuple[str, ...]
    depots: tuple[Depot, ...]
    contacts: tuple[Contact, ...]
    engagements: tuple[Engagement, ...]
    dispatches: tuple[Dispatch, ...]
    won: int
    verdict: Verdict | None = None
    scores: Mapping[str, Score] = {}


def view(state: CampaignState, side: str, command: str = "") -> CampaignView:
    """What ``side`` knows, with ``courier`` only what the named command knows; the scores once it is over."""
    setup = state.setup
    alliance = setup.alliance(side)
    allies = setup.allies(alliance)
    own = tuple(force for force in state.forces.values() if force.side in allies)
    knower = command or (knowers(state, alliance)[0] if len(knowers(state, alliance)) == 1 else alliance)
    known = known_forces(state, knower, alliance)
    every = dict(state.known.get(knower, {}))
    keys = {force.id for force in own}
    return CampaignView(
        campaign=setup.id,
        side=side,
        alliance=alliance,
        turn=state.turn,
        time=state.time,
        phase=state.phase,
        weather=state.weather,
        forces=tuple(_own(state, force) for force in own),
        coming=tuple(row for row in state.waiting if row.force.side in allies),
        books={unit: account for unit, account in state.books.items() if setup.units[unit].side in allies},
        quality={unit: grade for unit, grade in state.quality.items() if setup.units[unit].side in allies},
        commands=tuple(row for row in state.commands if row.side in allies),
        commanders=tuple(row for row in state.commanders.values() if row.side in allies),
        reports=tuple(known[of] for of in sorted(known)),
        faint=tuple(every[of] for of in sorted(every) if of not in known),
        refuted=tuple(of for of in state.refuted.get(knower, ()) if of in every),
        own_points=tuple(sorted(point for point, owner in state.owners.items() if owner == alliance)),
        broken=state.known_broken.get(knower, ()),
        depots=tuple(depot for depot in state.depots if depot.side in allies),
        contacts=tuple(row for row in state.contacts if row.first in keys or row.second in keys),
        engagements=tuple(engagement_view(state, row, alliance) for row in _own_engagements(state, alliance)),
        dispatches=tuple(
            sealed(row) for row in state.dispatches if row.side in allies and row.report is None and row.writer
        ),
        won=state.points.get(alliance, 0),
        verdict=state.verdict,
        scores=scores(state) if state.phase == "over" else {},
    )


def _own(state: CampaignState, force: Force) -> OwnForce:
    found = strength(state, force.formations)
    return OwnForce(
        force=force,
        foot=found.foot,
        horse=found.horse,
        guns=found.guns,
        light_horse=found.light,
        column=drawn_out(force.column),
        order=present_leg(force).order,
    )


def _own_engagements(state: CampaignState, alliance: str) -> list[Engagement]:
    return [row for row in state.engagements.values() if alliance in (row.attacker, row.defender)]


def engagement_view(state: CampaignState, engagement: Engagement, alliance: str) -> Engagement:
    """An engagement as a side knows it: without what of the enemy has not yet come up."""

    def seen(rows: tuple[Engaged, ...], own: bool) -> tuple[Engaged, ...]:
        if own or engagement.status == "settled":
            return rows
        return tuple(structs.replace(row, arrivals=()) for row in rows if row.formations)

    attacks = engagement.attacker == alliance
    return structs.replace(
        engagement, attackers=seen(engagement.attackers, attacks), defenders=seen(engagement.defenders, not attacks)
    )


def _settled(state: CampaignState, event: Settled, allies: Collection[str]) -> Settled:
    """A settled engagement as a side knows it: unhurt units of the enemy are not named."""
    units = state.setup.units
    own = {state.setup.alliance(side) for side in allies}
    return structs.replace(
        event,
        result=structs.replace(event.result, losses=seen_losses(state, event.result.losses, own)),
        damaged={unit: guns for unit, guns in event.damaged.items() if units[unit].side in allies},
        stray={unit: men for unit, men in event.stray.items() if units[unit].side in allies},
    )


def sealed(dispatch: Dispatch) -> Dispatch:
    """A dispatch under way as a side knows it: that a rider is out, not what was written (CM-CMD-01)."""
    return structs.replace(dispatch, text="", order=None, report=None, lost=False)


def readable(entry: Entry, side: str) -> bool:
    """True if a side may read a ledger entry while the campaign runs."""
    return entry.audience is None or side in entry.audience


def entry_view(state: CampaignState, entry: Entry, side: str) -> Entry | None:
    """A ledger entry as a side may read it, or None: with its own transfers and forces alone.

    ``state`` is any state of the campaign from that entry on.
    """
    if not readable(entry, side):
        return None
    setup = state.setup
    allies = setup.allies(setup.alliance(side))
    event = entry.event
    if isinstance(event, EngagementBegan):
        event = EngagementBegan(engagement_view(state, event.engagement, setup.alliance(side)))
    elif isinstance(event, Settled):
        event = _settled(state, event, allies)
    elif isinstance(event, DispatchSent):
        event = DispatchSent(sealed(event.dispatch))
    elif isinstance(event, Corrected | TakenBack):
        return None
    return Entry(
        turn=entry.turn,
        time=entry.time,
        event=event,
        transfers=tuple(row for row in entry.transfers if setup.units[row.unit].side in allies),
        changes=tuple(row for row in entry.changes if row.force.rpartition(".")[0] in allies),
        rolls=entry.rolls,
        audience=entry.audience,
    )
