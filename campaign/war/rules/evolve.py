"""The state after an entry: no dice, no legality. Transfers and changes of forces first, then the event itself."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET, structs

from campaign.war.rules import events as e
from campaign.war.rules.books import post
from campaign.war.rules.events import Entry, ForceChange
from campaign.war.rules.state import CampaignState, Contact, Day, Dispatch, Force

_FACTS = tuple(name for name in ForceChange.__struct_fields__ if name != "force")


def evolve(state: CampaignState, entry: Entry) -> CampaignState:
    """The state after ``entry``.

    Raises:
        NotInAccount: a transfer takes more than there is (CM-BOOK-01).
    """
    changes: dict[str, Any] = {}
    if entry.time != state.time:
        changes["time"] = entry.time
    if entry.transfers:
        changes["books"] = post(state.books, entry.transfers)
    if entry.changes:
        forces = dict(state.forces)
        for change in entry.changes:
            forces[change.force] = changed(forces[change.force], change)
        changes["forces"] = forces
    handler = HANDLERS.get(type(entry.event))
    if changes:
        state = structs.replace(state, **changes)
    return handler(state, entry.event) if handler else state


def changed(force: Force, change: ForceChange) -> Force:
    """A force with the facts of ``change``."""
    facts = {name: value for name in _FACTS if (value := getattr(change, name)) is not UNSET}
    return structs.replace(force, **facts)


def _with_force(state: CampaignState, force: Force) -> CampaignState:
    return structs.replace(state, forces={**state.forces, force.id: force})


def without_force(state: CampaignState, gone: str) -> CampaignState:
    """The state without a force: its contacts end and commanders are not moved."""
    return structs.replace(
        state,
        forces={key: force for key, force in state.forces.items() if key != gone},
        contacts=tuple(contact for contact in state.contacts if gone not in (contact.first, contact.second)),
    )


def _orders_taken(state: CampaignState, event: e.OrdersTaken) -> CampaignState:
    if event.precedence is None:
        return state
    return structs.replace(state, precedence={**state.precedence, event.side: event.precedence.forces})


def _detached(state: CampaignState, event: e.Detached) -> CampaignState:
    leaving = set(event.new.formations)
    old = state.forces[event.force]
    left = tuple(formation for formation in old.formations if formation not in leaving)
    commands = tuple(
        structs.replace(command, forces=(*command.forces, event.new.id)) if event.force in command.forces else command
        for command in state.commands
    )
    numbers = {**state.numbers, event.new.side: event.new.number}
    state = structs.replace(state, commands=commands, numbers=numbers)
    if event.commander is not None:
        commanders = {**state.commanders, event.commander.id: event.commander}
        state = structs.replace(state, commanders=commanders)
    forces = {}
    for key, force in state.forces.items():
        forces[key] = structs.replace(old, formations=left) if key == event.force else force
    forces[event.new.id] = event.new
    return structs.replace(state, forces=forces)


def _joined(state: CampaignState, event: e.Joined) -> CampaignState:
    commanders = {
        key: structs.replace(commander, force=event.into) if commander.force == event.force else commander
        for key, commander in state.commanders.items()
    }
    return structs.replace(without_force(state, event.force), commanders=commanders)


def _arrived(state: CampaignState, event: e.Arrived) -> CampaignState:
    waiting = tuple(row for row in state.waiting if row.force.id != event.force.id)
    return _with_force(structs.replace(state, waiting=waiting), event.force)


def _reinforced(state: CampaignState, event: e.Reinforced) -> CampaignState:
    waiting = tuple(
        structs.replace(row, arrives=event.until) if row.force.id == event.force else row for row in state.waiting
    )
    return structs.replace(state, waiting=waiting)


def pair(contact: Contact) -> frozenset[str]:
    """The two forces of a contact."""
    return frozenset((contact.first, contact.second))


def _touched(state: CampaignState, event: e.Touched) -> CampaignState:
    wanted = pair(event.contact)
    others = tuple(contact for contact in state.contacts if pair(contact) != wanted)
    return structs.replace(state, contacts=(*others, event.contact))


def _parted(state: CampaignState, event: e.Parted) -> CampaignState:
    gone = frozenset((event.first, event.second))
    return structs.replace(state, contacts=tuple(contact for contact in state.contacts if pair(contact) != gone))


def _engagement_began(state: CampaignState, event: e.EngagementBegan) -> CampaignState:
    engagement = event.engagement
    inside = {row.force for row in (*engagement.attackers, *engagement.defenders)}
    return structs.replace(
        state,
        engagements={**state.engagements, engagement.id: engagement},
        contacts=tuple(contact for contact in state.contacts if not pair(contact) & inside),
    )


def _sighted(state: CampaignState, event: e.Sighted) -> CampaignState:
    changes: dict[str, Any] = {}
    if event.reports:
        newest = dict(state.known.get(event.knower, {}))
        for report in event.reports:
            old = newest.get(report.of)
            if old is None or old.time <= report.time:
                newest[report.of] = report
        changes["known"] = {**state.known, event.knower: newest}
        changes["report_count"] = max(state.report_count, *(report.id for report in event.reports))
    if event.refuted is not None:
        changes["refuted"] = {**state.refuted, event.knower: event.refuted}
    if event.broken is not None:
        changes["known_broken"] = {**state.known_broken, event.knower: event.broken}
    return structs.replace(state, **changes)


def _watched(state: CampaignState, event: e.Watched) -> CampaignState:
    return structs.replace(state, sightings={**state.sightings, **event.sightings})


def _points_taken(state: CampaignState, event: e.PointsTaken) -> CampaignState:
    decisive = {objective.point for objective in state.setup.objectives if objective.hold_hours}
    held = {**state.held, **{point: event.since for point in event.owners if point in decisive}}
    return structs.replace(
        state,
        owners={**state.owners, **event.owners},
        held=held,
        garrisons={point: men for point, men in state.garrisons.items() if point not in event.fallen},
    )


def _crossing_worked(state: CampaignState, event: e.CrossingWorked) -> CampaignState:
    if not event.done:
        return state
    broken = set(state.broken) - {event.crossing}
    if event.broken:
        broken.add(event.crossing)
    pontoons = {key: value for key, value in state.pontoons.items() if key != event.crossing}
    if event.pontoon:
        pontoons[event.crossing] = event.pontoon
    return structs.replace(state, broken=tuple(sorted(broken)), pontoons=pontoons)


def _masked(state: CampaignState, event: e.Masked) -> CampaignState:
    return structs.replace(state, masked=event.masked)


def _garrison_fell(state: CampaignState, event: e.GarrisonFell) -> CampaignState:
    return structs.replace(
        state,
        garrisons={point: men for point, men in state.garrisons.items() if point != event.point},
        masked={point: since for point, since in state.masked.items() if point != event.point},
        owners={**state.owners, event.point: event.alliance},
    )


def _fed(state: CampaignState, event: e.Fed) -> CampaignState:
    return structs.replace(state, forage=event.forage)


def _depots_changed(state: CampaignState, event: e.DepotsChanged) -> CampaignState:
    return structs.replace(state, depots=event.depots)


def _guns_repaired(state: CampaignState, event: e.GunsRepaired) -> CampaignState:
    left = {}
    for day, guns in state.damaged.items():
        rest = {u: n for u, n in guns.items() if day != event.day or state.setup.units[u].side != event.side}
        if rest:
            left[day] = rest
    return structs.replace(state, damaged=left)


def _day_began(state: CampaignState, event: e.DayBegan) -> CampaignState:
    fresh = Day()
    return structs.replace(
        state,
        weather=event.weather,
        mud_next=event.mud_next,
        rain_days=event.rain_days,
        forces={
            key: force if force.day == fresh else structs.replace(force, day=fresh)
            for key, force in state.forces.items()
        },
    )


def _points_won(state: CampaignState, event: e.PointsWon) -> CampaignState:
    points = dict(state.points)
    for alliance, number in event.points.items():
        points[alliance] = points.get(alliance, 0) + number
    return structs.replace(state, points=points)


def _other_dispatches(state: CampaignState, dispatch: Dispatch) -> tuple[Dispatch, ...]:
    return tuple(other for other in state.dispatches if other.id != dispatch.id)


def _dispatch_sent(state: CampaignState, event: e.DispatchSent | e.DispatchHeld) -> CampaignState:
    others = _other_dispatches(state, event.dispatch)
    return structs.replace(state, dispatches=(*others, event.dispatch), riders=max(state.riders, event.dispatch.id))


def _dispatch_ended(state: CampaignState, event: e.DispatchEnded) -> CampaignState:
    return structs.replace(state, dispatches=_other_dispatches(state, event.dispatch))


def _commander_moved(state: CampaignState, event: e.CommanderMoved) -> CampaignState:
    commander = structs.replace(state.commanders[event.commander], force=event.force)
    return structs.replace(state, commanders={**state.commanders, commander.id: commander})


def _settled(state: CampaignState, event: e.Settled) -> CampaignState:
    number = event.result.engagement
    engagement = structs.replace(state.engagements[number], status="settled", settling=event.result.settled)
    damaged, stray = dict(state.damaged), dict(state.stray)
    if event.damaged:
        today = dict(damaged.get(event.day, {}))
        for unit, guns in event.damaged.items():
            today[unit] = today.get(unit, 0) + guns
        damaged[event.day] = today
    if event.stray:
        stray[number] = event.stray
    return structs.replace(state, engagements={**state.engagements, number: engagement}, damaged=damaged, stray=stray)


def _leader_lost(state: CampaignState, event: e.LeaderLost) -> CampaignState:
    gone, after = event.commander, event.successor
    commanders = {**state.commanders, gone.id: gone}
    if after is None:
        return structs.replace(state, commanders=commanders)
    commanders[after.id] = after
    return structs.replace(
        state,
        commanders=commanders,
        forces={
            key: structs.replace(force, commander=after.id) if force.commander == gone.id else force
            for key, force in state.forces.items()
        },
        commands=tuple(
            structs.replace(command, commander=after.id) if command.commander == gone.id else command
            for command in state.commands
        ),
    )


def _strays_taken(state: CampaignState, event: e.StraysTaken) -> CampaignState:
    return structs.replace(state, stray={key: units for key, units in state.stray.items() if key != event.engagement})


def _struck_off(state: CampaignState, event: e.StruckOff) -> CampaignState:
    return without_force(state, event.force)


def _gave_up(state: CampaignState, event: e.SideGaveUp) -> CampaignState:
    return structs.replace(state, given_up=(*state.given_up, event.side))


def _grades_changed(state: CampaignState, event: e.GradesChanged) -> CampaignState:
    return structs.replace(state, quality={**state.quality, **event.quality})


def _phase_began(state: CampaignState, event: e.PhaseBegan) -> CampaignState:
    if event.phase != "orders":
        return structs.replace(state, phase=event.phase)
    forces = {
        key: structs.replace(force, idle="", engaged=0, joins=0)
        if force.idle or force.engaged or force.joins
        else force
        for key, force in state.forces.items()
    }
    return structs.replace(state, phase="orders", turn=event.turn, forces=forces)


def _taken_back(state: CampaignState, event: e.TakenBack) -> CampaignState:
    return event.state


def _ended(state: CampaignState, event: e.Ended) -> CampaignState:
    return structs.replace(state, phase="over", verdict=event.verdict)


HANDLERS: Mapping[type, Callable[[CampaignState, Any], CampaignState]] = {
    e.OrdersTaken: _orders_taken,
    e.Detached: _detached,
    e.Joined: _joined,
    e.Arrived: _arrived,
    e.Reinforced: _reinforced,
    e.Touched: _touched,
    e.Parted: _parted,
    e.EngagementBegan: _engagement_began,
    e.Sighted: _sighted,
    e.Watched: _watched,
    e.PointsTaken: _points_taken,
    e.CrossingWorked: _crossing_worked,
    e.Masked: _masked,
    e.GarrisonFell: _garrison_fell,
    e.Fed: _fed,
    e.DepotsChanged: _depots_changed,
    e.GunsRepaired: _guns_repaired,
    e.DayBegan: _day_began,
    e.PointsWon: _points_won,
    e.DispatchSent: _dispatch_sent,
    e.DispatchHeld: _dispatch_sent,
    e.DispatchEnded: _dispatch_ended,
    e.CommanderMoved: _commander_moved,
    e.Settled: _settled,
    e.LeaderLost: _leader_lost,
    e.StraysTaken: _strays_taken,
    e.StruckOff: _struck_off,
    e.SideGaveUp: _gave_up,
    e.GradesChanged: _grades_changed,
    e.PhaseBegan: _phase_began,
    e.Ended: _ended,
    e.TakenBack: _taken_back,
}
"""What each event changes beyond transfers and forces; the others change nothing else."""
