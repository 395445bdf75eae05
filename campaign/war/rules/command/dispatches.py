"""Commanders, and dispatches with orders, reports and letters (CM-CMD)."""

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.calendar import daylight, is_night
from campaign.war.rules.campaign_map import FAR, Network, Place
from campaign.war.rules.command.orders import change_for
from campaign.war.rules.events import (
    CommanderMoved,
    DispatchEnded,
    DispatchHeld,
    DispatchSent,
    Entry,
    OrdersTaken,
    Sighted,
)
from campaign.war.rules.settings import Settings
from campaign.war.rules.state import (
    CampaignState,
    Command,
    Dispatch,
    Force,
    Letter,
    Order,
    Report,
    Ride,
    TurnOrders,
)
from campaign.war.rules.tables import (
    DIE,
    HOUR,
    LOST_COURIER_HIT,
    LOST_COURIER_LATE,
    LOST_COURIER_LOST,
    SIGHT,
)
from campaign.war.rules.view import known_forces


def command_of(state: CampaignState, force: str) -> Command | None:
    """The command that a force belongs to."""
    return next((command for command in state.commands if force in command.forces), None)


def ride_end(settings: Settings, first: str, start: int, metres: int) -> int:
    """The minute at which a rider who leaves at ``start`` has ridden ``metres``, by day and by night (CM-CMD-01)."""
    now, left = start, metres
    while left > 0:
        night = is_night(settings.tables.daylight, first, now)
        light, dark = daylight(settings.tables.daylight, first, now)
        change = (light if now < light else light + 24 * HOUR) if night else dark
        speed = settings.courier_night if night else settings.courier_day
        reach = speed * (change - now) // HOUR
        if reach >= left:
            return now + -(-left * HOUR // speed)
        left -= reach
        now = change
    return now


def ride_metres(act: Act, rider: str, start: Place, end: Place) -> int:
    """Metres of the shortest way of a rider round hostile forces known to the side of ``rider``."""
    alliance = act.alliances[rider]
    barred = set()
    for report in known_forces(act.state, alliance, alliance).values():
        if report.place.point:
            barred.add(report.place.point)
    return min((before + far + after for before, far, after in _ways(act.net, start, end, barred)), default=FAR)


def _ways(net: Network, start: Place, end: Place, barred: set[str]) -> list[tuple[int, int, int]]:
    import heapq

    if start.road and start.road == end.road:
        return [(0, abs(start.metres - end.metres), 0)]
    ways = []
    for point, before in net.ends(start):
        found: dict[str, int] = {}
        queue = [(0, point)]
        while queue:
            far, here = heapq.heappop(queue)
            if here in found:
                continue
            found[here] = far
            if here in barred and here != point:
                continue
            for road, other in net.out[here]:
                if other not in found:
                    heapq.heappush(queue, (far + net.roads[road].metres, other))
        ways += [(before, found[goal], after) for goal, after in net.ends(end) if goal in found]
    return ways


# Sending


def send_all(act: Act, given: TurnOrders) -> TurnOrders:
    """Send what must ride, and return the orders that take effect at once (CM-CMD-01)."""
    for ride in given.rides:
        _ride_along(act, ride)
    at_once: list[Order] = []
    last = {order.force: order for order in given.orders}
    for force in act.forces():
        order = last.get(force.id)
        writer = given.writers.get(force.id, "")
        if order is None:
            continue
        if not _needs_rider(act, force, writer):
            at_once.append(order)
            continue
        _send(act, force.side, writer, act.state.commanders[writer].force, force, order=order)
    for letter in given.letters:
        _send_letter(act, letter)
    return structs.replace(given, orders=tuple(at_once))


def _needs_rider(act: Act, force: Force, writer: str) -> bool:
    """Forces in a command of the writer get orders at once, and that the writer is with; others by dispatch."""
    if not act.settings.use_couriers or writer not in act.state.commanders:
        return False
    command = command_of(act.state, force.id)
    commander = act.state.commanders[writer]
    if command is None or commander.force == force.id or commander.force not in act.state.forces:
        return False
    return command.commander != writer


def _send_letter(act: Act, letter: Letter) -> None:
    writer, to = act.state.commanders.get(letter.writer), act.state.commanders.get(letter.to)
    if writer is None or to is None or act.alliances[writer.side] != act.alliances[to.side]:
        return
    force = act.state.forces.get(to.force)
    if force is not None:
        _send(act, writer.side, writer.id, writer.force, force, text=letter.text, to=to.id)


def _send(
    act: Act,
    side: str,
    writer: str,
    sender: str,
    receiver: Force,
    order: Order | None = None,
    report: Report | None = None,
    text: str = "",
    to: str = "",
) -> None:
    """A rider leaves for where the receiver is now; at leaving a rider may be lost or late (CM-CMD-02)."""
    start = act.state.forces.get(sender, receiver).place
    number = act.state.riders + 1
    metres = ride_metres(act, side, start, receiver.place) if act.settings.use_couriers else 0
    dispatch = Dispatch(
        id=number,
        side=side,
        writer=writer,
        to=to or receiver.id,
        written=act.begins,
        arrives=ride_end(act.settings, act.state.setup.date, act.begins, metres) if metres < FAR else -1,
        place=receiver.place,
        order=order,
        report=report,
        text=text,
    )
    if dispatch.arrives < 0:
        dispatch = structs.replace(dispatch, arrives=act.begins)
        act.add(DispatchEnded(dispatch, "no way"), audience=act.allies(side))
        return
    if act.settings.use_lost_couriers and metres:
        dispatch = _fate_at_leaving(act, dispatch)
    act.add(DispatchSent(dispatch), audience=act.allies(side))


def _fate_at_leaving(act: Act, dispatch: Dispatch) -> Dispatch:
    total = sum(act.roll(2, "CM-CMD-02", f"dispatch {dispatch.id}"))
    if total <= LOST_COURIER_LOST:
        return structs.replace(dispatch, lost=True)
    if total >= LOST_COURIER_LATE:
        (hours,) = act.roll(1, "CM-CMD-02", f"dispatch {dispatch.id} late")
        return structs.replace(dispatch, arrives=dispatch.arrives + min(DIE, hours) * HOUR)
    return dispatch


def _ride_along(act: Act, ride: Ride) -> None:
    """A commander goes over to another force at the same point (CM-CMD-01)."""
    commander, force = act.state.commanders.get(ride.commander), act.state.forces.get(ride.force)
    if commander is None or force is None or commander.side != force.side:
        return
    own = act.state.forces.get(commander.force)
    if own is not None and own.place == force.place:
        act.add(CommanderMoved(commander.id, force.id), audience=act.allies(force.side))


def held_dispatch(state: CampaignState, dispatch: Dispatch) -> Entry:
    """The entry by which the umpire holds, changes or writes a dispatch (CM-CMD-01). A new one has the id 0."""
    own = dispatch if dispatch.id else structs.replace(dispatch, id=state.riders + 1)
    return Entry(turn=state.turn, time=state.time, event=DispatchHeld(own), audience=())


# Each step


def arrive(act: Act) -> None:
    """Riders who are there by now: orders take effect, reports and letters are read (CM-CMD-01, CM-CMD-03)."""
    for dispatch in sorted(act.state.dispatches, key=lambda row: (row.arrives, row.written, row.id)):
        if dispatch.held:
            continue
        if act.settings.use_lost_couriers and _is_taken(act, dispatch):
            continue
        if dispatch.arrives <= act.begins:
            _arrived(act, dispatch)


def _is_taken(act: Act, dispatch: Dispatch) -> bool:
    """For each hour of a ride begun in sight of a hostile force 2D6, 11 or more: taken and read (CM-CMD-02)."""
    hours = (act.begins - dispatch.written) // HOUR
    last = (act.begins - act.settings.step_minutes - dispatch.written) // HOUR
    if dispatch.lost or hours == last or dispatch.arrives < act.begins:
        return False
    where = _rider_place(act, dispatch)
    enemies = [
        force
        for force in act.forces()
        if act.alliances[force.side] != act.alliances[dispatch.side] and act.net.between(force.place, where) <= SIGHT
    ]
    if not enemies or sum(act.roll(2, "CM-CMD-02", f"dispatch {dispatch.id}")) < LOST_COURIER_HIT:
        return False
    act.add(DispatchEnded(dispatch, "taken"), audience=act.allies(enemies[0].side))
    return True


def _rider_place(act: Act, dispatch: Dispatch) -> Place:
    """Where a rider is: near the writer in the first half of the ride, near the receiver in the second."""
    commander = act.state.commanders.get(dispatch.writer)
    force = act.state.forces.get(commander.force) if commander else None
    half = dispatch.written + (dispatch.arrives - dispatch.written) // 2
    return force.place if force is not None and act.begins < half else dispatch.place


def _arrived(act: Act, dispatch: Dispatch) -> None:
    if dispatch.lost:
        act.add(DispatchEnded(dispatch, "lost"), audience=())
        return
    key = dispatch.to
    if key in act.state.commanders:
        key = act.state.commanders[key].force
    force = act.state.forces.get(key)
    if force is None:
        act.add(DispatchEnded(dispatch, "nobody there"), audience=act.allies(dispatch.side))
        return
    if force.place != dispatch.place and act.settings.use_couriers:
        metres = ride_metres(act, dispatch.side, dispatch.place, force.place)
        if 0 < metres < FAR:
            later = ride_end(act.settings, act.state.setup.date, dispatch.arrives, metres)
            if later > act.begins:
                after = structs.replace(dispatch, arrives=later, place=force.place)
                act.add(DispatchSent(after), audience=())
                return
    _read(act, dispatch, force)


def _read(act: Act, dispatch: Dispatch, force: Force) -> None:
    if dispatch.order is not None and (force.engaged or force.joins or force.away > act.begins):
        return
    act.add(DispatchEnded(dispatch, "arrived"), audience=act.allies(dispatch.side))
    if dispatch.order is not None and dispatch.written >= force.ordered:
        change = structs.replace(change_for(act, dispatch.order), ordered=dispatch.written)
        event = OrdersTaken(force.side, (force.id,))
        act.add(event, changes=[change], audience=act.allies(force.side))
    if dispatch.report is not None:
        command = command_of(act.state, force.id)
        if command is not None:
            act.add(Sighted(command.id, (dispatch.report,)), audience=act.allies(force.side))


def send_reports(act: Act, reports: list[tuple[str, Report]]) -> None:
    """Reports of what forces saw ride to the commanders who are elsewhere (CM-SIGHT-06)."""
    for command_id, report in reports:
        command = next((row for row in act.state.commands if row.id == command_id), None)
        commander = act.state.commanders.get(command.commander) if command else None
        force = act.state.forces.get(commander.force) if commander else None
        observer = act.state.forces.get(report.by)
        if commander is not None and force is not None and observer is not None:
            _send(act, commander.side, observer.commander, observer.id, force, report=report, to=commander.id)


def follow_commanders(act: Act) -> None:
    """A commander whose force is lost goes to the nearest of the command, else of the side (CM-CMD-01)."""
    coming = {row.force.id for row in act.state.waiting}
    for commander in act.state.commanders.values():
        if commander.force in act.state.forces or commander.force in coming or commander.fate in ("dead", "captured"):
            continue
        command = next((row for row in act.state.commands if row.commander == commander.id), None)
        own = [force for force in act.forces() if force.side == commander.side]
        near = [force for force in own if command and force.id in command.forces] or own
        if near:
            act.add(CommanderMoved(commander.id, near[0].id), audience=act.allies(commander.side))
