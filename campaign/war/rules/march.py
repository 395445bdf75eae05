"""Marches: hours, speed, columns that follow each other, and halts before enemies and fortresses (CM-MARCH).

A step plans every walk from the positions at its beginning; ``meetings`` cuts them where enemies meet; then all are
written at once.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UNSET, structs

from campaign.war.rules.act import Act
from campaign.war.rules.calendar import daylight
from campaign.war.rules.campaign_map import FAR, Network, Place, Road, Stretch, along, minutes_for
from campaign.war.rules.command.orders import is_resting, way_for
from campaign.war.rules.events import ForceChange, Marched
from campaign.war.rules.forces import Part, Traffic, along_lane, cut, drawn, drawn_out, present_leg, room, traffic
from campaign.war.rules.state import Force, Leg
from campaign.war.rules.tables import AROUND, HOUR, MARCH_HOURS, MOST_MARCH_HOURS, PER_MILLE, WEATHER_RATE, RoadKind
from campaign.war.rules.view import broken_now, knower_of, known_forces, shut_fortresses


class Halt(NamedTuple):
    """A place that a head may not come nearer to than ``short`` metres, and why."""

    metres: int
    short: int
    why: str


class Halts:
    """Halts by point and by road."""

    def __init__(self) -> None:
        self.points: dict[str, Halt] = {}
        self.roads: dict[str, list[Halt]] = {}

    def put(self, place: Place, short: int, why: str) -> None:
        if place.point:
            known = self.points.get(place.point)
            if known is None or known.short < short:
                self.points[place.point] = Halt(0, short, why)
        else:
            self.roads.setdefault(place.road, []).append(Halt(place.metres, short, why))

    def reach(self, net: Network, start: Place, way: tuple[str, ...]) -> tuple[int, str]:
        """Metres along ``way`` that a head may go, and what stops it then.

        A halt at the place where it stands does not count: it may march away.
        """
        if not self.points and not self.roads:
            return FAR, ""
        best, why, walked = FAR, "", 0
        for (road, begin, end), point in zip(along(net, start, way), way, strict=True):
            if walked > best:
                break
            for halt in self.roads.get(road, ()):
                ahead = (halt.metres - begin) if end > begin else (begin - halt.metres)
                if 0 < ahead <= abs(end - begin) and walked + ahead - halt.short < best:
                    best, why = max(0, walked + ahead - halt.short), halt.why
            walked += abs(end - begin)
            at = self.points.get(point)
            if at is not None and walked - at.short < best:
                best, why = max(0, walked - at.short), at.why
        return best, why


def halts_of(act: Act, force: Force, known: dict[str, Halts]) -> Halts:
    """The halts of a force: enemies that it knows, unless it attacks or its order says so; fortresses that are held.

    ``known`` keeps those of one step by who knows them.
    """
    alliance = act.alliances[force.side]
    if force.joins:
        halts = _for_all(act, alliance)
        halts.put(act.state.engagements[force.joins].place, 0 if force.engaged else AROUND, "engagement")
        return halts
    leg = present_leg(force)
    if leg.posture == "attack" or leg.enter:
        key = f"{alliance}:attack"
        if key not in known:
            known[key] = _for_all(act, alliance)
        return known[key]
    knower = knower_of(act.state, force)
    if knower not in known:
        halts = known[knower] = _for_all(act, alliance)
        for report in known_forces(act.state, knower, alliance).values():
            halts.put(report.place, act.settings.halt_short, "enemy")
    return known[knower]


def _for_all(act: Act, alliance: str) -> Halts:
    """Fortresses that are held, and battles of others: who comes up later stops before them (CM-CONTACT-07)."""
    halts = Halts()
    for point in shut_fortresses(act.state, alliance):
        halts.put(Place(point=point), act.settings.halt_short, "fortress")
    for force in act.state.forces.values():
        if force.engaged and not force.joins and act.alliances[force.side] != alliance:
            halts.put(force.place, act.settings.halt_short, "enemy")
    return halts


class Piece(NamedTuple):
    """Part of a walk on one road, metres from its start, with the minutes of the step at which it begins and ends."""

    road: str
    begin: int
    end: int
    start: int
    stop: int


class Walk(NamedTuple):
    """What a head does in a step. ``held`` says what stops it before its time is over, empty for nothing."""

    force: Force
    pieces: tuple[Piece, ...]
    held: str = ""
    turned: int = 0
    """Minutes in which it closed up first to turn about."""

    @property
    def stop(self) -> int:
        """The minute of the step at which the head stops."""
        return self.pieces[-1].stop if self.pieces else 0

    @property
    def minutes(self) -> int:
        """Minutes that the head marched."""
        return self.stop - self.turned if self.pieces else 0


Walks = dict[str, Walk]


def reaches(piece: Piece, road: Road) -> str:
    """The point that a piece of a walk ends at, or an empty text."""
    if piece.end > piece.begin:
        return road.end if piece.end == road.metres else ""
    return road.start if piece.end == 0 else ""


def minutes_allowed(act: Act, force: Force, leg: Leg) -> int:
    """Minutes that a head may march in this step (CM-MARCH-02); a force that marches to a battle is ``forced``."""
    day, night = force.day, act.night()
    pace = "forced" if force.joins else leg.pace
    limit = MARCH_HOURS[pace] * HOUR
    if pace == "night":
        left = limit - day.dark if night else 0
    elif pace == "forced":
        first_light, _ = daylight(act.settings.tables.daylight, act.state.setup.date, act.begins)
        left = limit - day.light - day.dark if act.begins >= first_light else 0
    else:
        left = 0 if night else limit - day.light
    left = min(left, MOST_MARCH_HOURS * HOUR - day.light - day.dark)
    return max(0, min(act.settings.step_minutes, left, act.ends - force.held_until))


def speed(act: Act, kind: str, road: RoadKind, night: bool) -> int:
    """Metres an hour, rounded down (CM-MARCH-01, CM-WEATHER-02)."""
    rate = act.settings.tables.march_rate[kind][road] * WEATHER_RATE[act.state.weather][road]
    if night:
        return rate * act.settings.night_rate // (PER_MILLE * PER_MILLE)
    return rate // PER_MILLE


def plan(act: Act) -> Walks:
    """The walks of all that march in this step, by precedence within each alliance (CM-MARCH-05)."""
    walks: Walks = {}
    known: dict[str, Halts] = {}
    marching = [force for force in act.state.forces.values() if _marches(force)]
    lanes = {
        alliance: traffic((f for f in act.state.forces.values() if act.alliances[f.side] == alliance), act.net.roads)
        for alliance in act.state.setup.alliances
    }
    for force in sorted(marching, key=lambda force: _precedence(act, force)):
        minutes = minutes_allowed(act, force, present_leg(force))
        if minutes:
            own_lanes = lanes[act.alliances[force.side]]
            turned = minutes_to_turn(act, force)
            if turned < act.settings.step_minutes:
                walk = _Walker(act, force, own_lanes, known).walk(minutes, turned)
            else:
                walk = Walk(force, (), "turns")
            walks[force.id] = walk
            _take_lanes(act, walk, own_lanes)
    return walks


def _marches(force: Force) -> bool:
    if not force.way or (force.engaged and not force.joins):
        return False
    return bool(force.joins) or (present_leg(force).order == "march" and not force.idle)


def _precedence(act: Act, force: Force) -> tuple[int, tuple[int, int]]:
    order = act.state.precedence.get(force.side, ())
    return (order.index(force.id) if force.id in order else len(order)), act.order(force)


def minutes_to_turn(act: Act, force: Force) -> int:
    """Minutes in which a column that goes back over its own road closes up first; 0 for others (CM-MARCH-04)."""
    if not force.column:
        return 0
    first = force.column[0]
    road = act.net.roads[first.road]
    behind = road.start if first.near > first.far else road.end
    if force.way[0] != behind:
        return 0
    if not force.place.road and act.net.road_between(force.place.point, behind) != first.road:
        return 0
    found, kind = act.strength(force), act.road_kind(force)
    return minutes_for(max(0, found.length(kind) - force.up), speed(act, found.kind, kind, act.night()))


class _Walker:
    """Walks one head through its way for some minutes."""

    def __init__(self, act: Act, force: Force, lanes: Traffic, known: dict[str, Halts]) -> None:
        self.act = act
        self.force = force
        self.lanes = lanes
        self.halts: Halts = halts_of(act, force, known)
        self.broken = broken_now(act.state)
        self.kind = act.strength(force).kind
        self.night = act.night()

    def walk(self, minutes: int, turned: int = 0) -> Walk:
        pieces: list[Piece] = []
        minutes = min(minutes + turned, self.act.settings.step_minutes)
        place, spent, held = self.force.place, turned, ""
        left, why = self.halts.reach(self.act.net, place, self.force.way)
        for point in self.force.way:
            name = place.road or self.act.net.road_between(place.point, point)
            if name is None:
                break
            road = self.act.net.roads[name]
            up = road.end == point
            begin = place.metres if place.road else (0 if up else road.metres)
            goal = road.metres if up else 0
            far, held = self._far(road, begin, goal, up, left, why)
            rate = speed(self.act, self.kind, road.kind, self.night)
            can = rate * (minutes - spent) // HOUR
            if abs(far - begin) > can:
                far, held = (begin + can if up else begin - can), ""
            stop = min(minutes, spent + -(-abs(far - begin) * HOUR // rate))
            if far != begin:
                pieces.append(Piece(name, begin, far, spent, stop))
            left -= abs(far - begin)
            spent = stop
            if far != goal or spent >= minutes:
                break
            place = Place(point=point)
        return Walk(self.force, tuple(pieces), held, turned)

    def _far(self, road: Road, begin: int, goal: int, up: bool, left: int, why: str) -> tuple[int, str]:
        """How far the head may go on a road, and what stops it there."""
        far, held = goal, ""
        if self.broken and road.crosses:
            ends = self.act.net.shut_ends(Place(road=road.id, metres=begin), self.broken)
            if begin in (0, road.metres) and (road.start if up else road.end) in ends:
                return begin, "crossing"
            if (road.end if up else road.start) in ends:
                far, held = (goal - 1 if up else goal + 1), "crossing"
        if abs(far - begin) > left:
            far, held = (begin + left if up else begin - left), why
        first, last = along_lane(road, begin, up), along_lane(road, far, up)
        free = room(self.lanes, (road.id, up), first, last, self.force.id)
        if free < last:
            far, held = along_lane(road, free, up), "column"
        return far, held


def _take_lanes(act: Act, walk: Walk, lanes: Traffic) -> None:
    """Bar the road that a head covers in this step to columns of lower precedence (CM-MARCH-05)."""
    for piece in walk.pieces:
        road = act.net.roads[piece.road]
        up = piece.end > piece.begin
        part = Part(along_lane(road, piece.begin, up), along_lane(road, piece.end, up), walk.force.id)
        lanes.setdefault((piece.road, up), []).append(part)


# Writing the moves


def write(act: Act, walks: Mapping[str, Walk]) -> None:
    """All heads and columns of a step, in one entry for each side that has moves."""
    for side in act.alliances:
        changes: list[ForceChange] = []
        waits: list[str] = []
        for force in act.state.forces.values():
            if force.side != side:
                continue
            walk = walks.get(force.id)
            if walk is not None and walk.pieces:
                changes.append(moved(act, force, walk))
            else:
                halted = _halted(act, force)
                changes += [halted] if halted is not None else []
            if walk is not None and walk.held == "column":
                waits.append(force.id)
        if changes or waits:
            act.add(Marched(side, tuple(waits)), changes=changes, audience=act.allies(side))
    for walk in walks.values():
        if walk.held in ("enemy", "fortress", "crossing") and not walk.force.joins:
            _look_for_another_way(act, walk)


def _halted(act: Act, force: Force) -> ForceChange | None:
    """A force that does not march in a step: it closes up, and its day is no day of rest unless it rests."""
    rested = force.day.rested and is_resting(act, force)
    if not force.column and rested == force.day.rested:
        return None
    column, up = closed_up(act, force, act.settings.step_minutes)
    day = structs.replace(force.day, rested=rested)
    return ForceChange(force=force.id, column=column, up=up, day=UNSET if day == force.day else day)


def moved(act: Act, force: Force, walk: Walk) -> ForceChange:
    """A head after its walk, with its column drawn out behind it, and closed up for the rest of the step."""
    roads = act.net.roads
    last = walk.pieces[-1]
    road = roads[last.road]
    point = reaches(last, road)
    place = Place(point=point) if point else Place(road=road.id, metres=last.end)
    steps = [Stretch(piece.road, piece.end, piece.begin) for piece in walk.pieces]
    column = drawn(() if walk.turned else force.column, steps, act.strength(force).length(road.kind))
    way = force.way[sum(1 for piece in walk.pieces if reaches(piece, roads[piece.road])) :]
    night = act.night()
    day = structs.replace(
        force.day,
        light=force.day.light + (0 if night else walk.minutes),
        dark=force.day.dark + (walk.minutes if night else 0),
        rested=False,
    )
    halted = structs.replace(force, place=place, column=column, up=0, came_by=road.id)
    column, up = closed_up(act, halted, act.settings.step_minutes - walk.stop)
    return ForceChange(
        force=force.id,
        place=place,
        faces=facing(act, place, way, last),
        column=column,
        up=up,
        came_by=road.id,
        way=way,
        day=day,
        since=act.begins + walk.stop,
        works=0 if force.works else UNSET,
        digging=-1 if force.digging >= 0 else UNSET,
        crossing_minutes=0 if force.crossing_minutes else UNSET,
    )


def facing(act: Act, place: Place, way: tuple[str, ...], last: Piece) -> str:
    """The point that a head faces: the next on its way, else on along its road, else any but where it came from."""
    if way:
        return way[0]
    road = act.net.roads[last.road]
    ahead, behind = (road.end, road.start) if last.end > last.begin else (road.start, road.end)
    if place.road:
        return ahead
    others = sorted(step.to for step in act.net.out[place.point] if step.to != behind)
    return others[0] if others else behind


def closed_up(act: Act, force: Force, minutes: int) -> tuple[tuple[Stretch, ...], int]:
    """The column of a halted force after it has closed up for some minutes, and the metres up (CM-MARCH-04)."""
    if not force.column or minutes <= 0:
        return force.column, force.up
    kind = act.road_kind(force)
    found = act.strength(force)
    up = force.up + speed(act, found.kind, kind, act.night()) * minutes // HOUR
    length = found.length(kind)
    if up >= length:
        return (), 0
    return cut(force.column, min(drawn_out(force.column), length - up)), up


def _look_for_another_way(act: Act, walk: Walk) -> None:
    """A march that is stopped goes another way if its commander knows one; without any it is dropped (CM-MAP-07)."""
    force = act.state.forces[walk.force.id]
    leg = present_leg(force)
    if leg.order != "march" or force.place.point == leg.to:
        return
    way = way_for(act.state, force, leg, force.place)
    if way is None:
        act.drop(force, f"{force.name} knows no open way to {leg.to}.", "CM-ORDER-06")
    elif way != force.way:
        act.add(Marched(force.side), changes=[ForceChange(force=force.id, way=way)], audience=act.allies(force.side))
