"""Sight and reports (CM-SIGHT)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.calendar import day_of
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.command.dispatches import send_reports
from campaign.war.rules.events import Sighted, Watched
from campaign.war.rules.forces import present_leg
from campaign.war.rules.state import Force, Report, Sighting
from campaign.war.rules.tables import (
    COARSE_FROM,
    COARSE_ROUNDING,
    FINE_ROUNDING,
    KM,
    LEAST_REPORTED,
    NAME_ROLL,
    PER_MILLE,
    REPORT_AGAIN,
    SIGHT,
    SIGHT_HALVED,
    SIGHT_LIGHT_HORSE,
)
from campaign.war.rules.view import knower_of, knowers, place_of_crossing


def rounded(men: int) -> int:
    """Men as a report gives them: to 500 below 10,000, else to 1,000, at least 500; halves up (CM-SIGHT-03)."""
    to = FINE_ROUNDING if men < COARSE_FROM else COARSE_ROUNDING
    return max(LEAST_REPORTED, (men * 2 + to) // (2 * to) * to)


def reported(men: int, factor: int) -> int:
    """Reported men for true ones and a factor of table ``report_error``."""
    return rounded(men * factor // PER_MILLE)


class Part(NamedTuple):
    """Part of a force on a road, metres from its start."""

    low: int
    high: int
    force: Force


class Watch:
    """What can be seen in one step: every force by the points and roads it lies on."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.alliances = {act.alliances[force.side] for force in act.state.forces.values()}
        self.points: dict[str, list[Force]] = {}
        self.roads: dict[str, list[Part]] = {}
        for force in act.state.forces.values():
            if force.place.point:
                self.points.setdefault(force.place.point, []).append(force)
            else:
                self.roads.setdefault(force.place.road, []).append(Part(force.place.metres, force.place.metres, force))
            for stretch in force.column:
                low, high = min(stretch.near, stretch.far), max(stretch.near, stretch.far)
                self.roads.setdefault(stretch.road, []).append(Part(low, high, force))

    def seen_from(self, observer: Force, reach: int) -> dict[str, tuple[int, Place]]:
        """Enemies of which a part lies within ``reach``, with metres to the nearest part and its place."""
        net = self.act.net
        best: dict[str, tuple[int, Place]] = {}
        if self.alliances == {self.act.alliances[observer.side]}:
            return best

        def put(force: Force, metres: int, place: Place) -> None:
            if self.act.hostile(observer, force) and (force.id not in best or metres < best[force.id][0]):
                best[force.id] = (metres, place)

        place = observer.place
        if place.road:
            for part in self.roads.get(place.road, ()):
                at = min(max(place.metres, part.low), part.high)
                if abs(at - place.metres) <= reach:
                    put(part.force, abs(at - place.metres), Place(road=place.road, metres=at))
        reached = _reached(self.act, place, reach)
        for point, metres in reached.items():
            for force in self.points.get(point, ()):
                put(force, metres, Place(point=point))
            for step in net.out[point]:
                parts = self.roads.get(step.road)
                if parts:
                    self._along(point, step.road, metres, reach, parts, put)
        return best

    def _along(self, point: str, road: str, metres: int, reach: int, parts: list[Part], put: object) -> None:
        """Parts on a road, seen from one of its ends."""
        line = self.act.net.roads[road]
        for part in parts:
            far, at = (part.low, part.low) if line.start == point else (line.metres - part.high, part.high)
            if metres + far <= reach:
                put(part.force, metres + far, Place(road=road, metres=at))  # type: ignore[operator]


def _reached(act: Act, place: Place, reach: int) -> Mapping[str, int]:
    """Points within ``reach`` of a place, with the metres to each."""
    best: dict[str, int] = {}
    for end, before in act.net.ends(place):
        for point, metres in act.net.near(end).items():
            if before + metres > reach:
                break
            if point not in best or before + metres < best[point]:
                best[point] = before + metres
    return best


def reach_of(act: Act, force: Force) -> int:
    """How far a force sees by day in dry weather: the card's, with light horse, or ordered to scout (CM-SIGHT-01)."""
    light = act.strength(force).light
    if light < act.settings.scouts_needed:
        return SIGHT
    scouting = present_leg(force).order == "scout" and not force.engaged and not force.joins
    return act.settings.scout_reach * KM if scouting else SIGHT_LIGHT_HORSE


def halved(reach: int, night: bool, rain: bool, screened: bool) -> int:
    """A reach halved by night, in rain, and by a screen; the halvings multiply (CM-SIGHT-01)."""
    for halves in (night, rain, screened):
        if halves:
            reach //= SIGHT_HALVED
    return reach


def look(act: Act) -> None:
    """What all forces see at the end of a step, and the reports that follow (CM-SIGHT-01, CM-SIGHT-03)."""
    watch = Watch(act)
    rain = act.state.weather == "rain"
    night = act.night()
    touching = {frozenset((contact.first, contact.second)) for contact in act.state.contacts}
    sightings: dict[str, dict[str, Sighting]] = {}
    reports: dict[str, list[tuple[int, Report]]] = {}
    seen_by: dict[str, set[str]] = {alliance: set() for alliance in act.state.setup.alliances}
    for observer in act.forces():
        own = act.strength(observer)
        reach = reach_of(act, observer)
        far, near = halved(reach, night, rain, False), halved(reach, night, rain, True)
        before = act.state.sightings.get(observer.id, {})
        rows: dict[str, Sighting] = {}
        for of, (metres, place) in watch.seen_from(observer, far).items():
            enemy = act.state.forces[of]
            if metres <= (near if act.strength(enemy).light > own.light else far):
                seen_by[act.alliances[observer.side]].add(of)
                in_contact = frozenset((observer.id, of)) in touching
                rows[of] = _sight(act, observer, enemy, metres, place, before.get(of), in_contact, reports)
        for of, row in before.items():
            if of not in rows and of in act.state.forces:
                rows[of] = structs.replace(row, in_sight=False) if row.in_sight else row
        if rows != before:
            sightings[observer.id] = rows
    if sightings:
        act.add(Watched(sightings), audience=())
    _tell(act, reports, seen_by)


def _sight(
    act: Act,
    observer: Force,
    enemy: Force,
    metres: int,
    place: Place,
    old: Sighting | None,
    in_contact: bool,
    reports: dict[str, list[tuple[int, Report]]],
) -> Sighting:
    """One force sees another: a report if one is due."""
    where = place.point or place.road
    day = day_of(act.begins)
    if old is None or old.rolled != day:
        faces = act.roll(4, "CM-SIGHT-03", observer.id, enemy.id)
        factor, named = act.settings.tables.report_error[sum(faces[:2]) - 2], sum(faces[2:]) >= NAME_ROLL
    else:
        factor, named = old.factor, old.named
    due = old is None or not old.in_sight or old.place != where or act.ends - old.reported >= REPORT_AGAIN
    if due:
        report = _report(
            act, observer, enemy, place, PER_MILLE if in_contact else factor, named or in_contact, in_contact
        )
        reports.setdefault(knower_of(act.state, observer), []).append((metres, report))
    last = act.ends if due or old is None else old.reported
    return Sighting(True, last, where, day, factor, named)


def _report(act: Act, observer: Force, enemy: Force, place: Place, factor: int, named: bool, contact: bool) -> Report:
    found = act.strength(enemy)
    arms = tuple(n for n, there in (("foot", found.foot), ("horse", found.horse), ("guns", found.guns)) if there)
    commander = act.state.commanders.get(enemy.commander)
    return Report(
        id=0,
        time=act.ends,
        alliance=act.alliances[observer.side],
        by=observer.id,
        of=enemy.id,
        side=enemy.side,
        place=place,
        heading=enemy.faces,
        arms=arms,
        men=reported(found.men, factor),
        name=commander.name if named and commander else "",
        contact=contact,
    )


def _tell(act: Act, reports: Mapping[str, list[tuple[int, Report]]], seen_by: Mapping[str, set[str]]) -> None:
    """Reports go to who knows of them; reports that nobody can confirm any more are refuted (CM-RULING-01)."""
    for alliance in act.state.setup.alliances:
        for knower in knowers(act.state, alliance):
            rows = sorted(_told(act, knower, reports.get(knower, ())), key=lambda row: (row[1].of, -row[0]))
            count = act.state.report_count
            own = tuple(structs.replace(row[1], id=count + n) for n, row in enumerate(rows, 1))
            gone = _refuted(act, alliance, knower, seen_by[alliance], {report.of for report in own})
            broken = _broken_seen(act, alliance, knower)
            if own or gone is not None or broken is not None:
                new = tuple(sorted({row.of for row in own} - set(act.state.known.get(knower, {}))))
                act.add(Sighted(knower, own, gone, broken, new), audience=act.state.setup.allies(alliance))


def _told(act: Act, knower: str, rows: Sequence[tuple[int, Report]]) -> list[tuple[int, Report]]:
    """What a knower learns at once; with ``courier`` only what the commander's own force sees, the rest rides.

    Source: CM-SIGHT-06.
    """
    command = next((row for row in act.state.commands if row.id == knower), None)
    commander = act.state.commanders.get(command.commander) if command else None
    if commander is None:
        return list(rows)
    send_reports(act, [(knower, report) for _, report in rows if report.by != commander.force])
    return [row for row in rows if row[1].by == commander.force]


def _refuted(act: Act, alliance: str, knower: str, seen: set[str], new: set[str]) -> tuple[str, ...] | None:
    """Enemies whose newest report is no longer true as an own force can see; None if nothing has changed."""
    old = set(act.state.refuted.get(knower, ()))
    known = act.state.known.get(knower, {})
    gone = {of for of in old if of not in new}
    unseen = [report for of, report in known.items() if of not in seen and of not in gone and of not in new]
    if unseen:
        night, rain = act.night(), act.state.weather == "rain"
        observers = [force for force in act.state.forces.values() if act.alliances[force.side] == alliance]
        for report in unseen:
            for observer in observers:
                reach = halved(reach_of(act, observer), night, rain, True)
                if act.net.between(observer.place, report.place) <= reach:
                    gone.add(report.of)
                    break
    return tuple(sorted(gone)) if gone != old else None


def _broken_seen(act: Act, alliance: str, knower: str) -> tuple[str, ...] | None:
    """What the knower knows of broken crossings, if it has changed (CM-MAP-07)."""
    old = act.state.known_broken.get(knower, ())
    if not act.state.broken and not old:
        return None
    known = set(old)
    observers = [force for force in act.state.forces.values() if act.alliances[force.side] == alliance]
    for crossing in {*act.state.broken, *old}:
        place = place_of_crossing(act.net, crossing)
        if any(act.net.between(force.place, place) <= SIGHT for force in observers):
            if crossing in act.state.broken:
                known.add(crossing)
            else:
                known.discard(crossing)
    return tuple(sorted(known)) if known != set(old) else None
