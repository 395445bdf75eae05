"""Who is at a contact, what posture follows, and who comes up during an engagement (CM-CONTACT-07, CM-ENG-02)."""

from typing import NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Bars, Place, along, minutes_for, way
from campaign.war.rules.command.orders import own_posture
from campaign.war.rules.events import GunsHeard
from campaign.war.rules.forces import Strength, drawn_out, last_man, metres_of, present_leg, up_within
from campaign.war.rules.march import speed
from campaign.war.rules.sight import rounded
from campaign.war.rules.state import Arrival, Contact, Force, Posture
from campaign.war.rules.tables import AROUND, GUNS_HEARD, HOUR, KM, MOST_MARCH_HOURS, TENTHS
from campaign.war.rules.view import broken_now, cut_roads, knower_of, known_forces, shut_fortresses

WARLIKE: tuple[Posture, ...] = ("avoid", "accept", "attack")
"""From the least warlike."""


class Group(NamedTuple):
    """The forces of two alliances within 3 km of a contact, by the ties rule; ``came`` is the alliance that came up."""

    place: Place
    came: str
    other: str
    comers: tuple[Force, ...]
    others: tuple[Force, ...]
    contacts: tuple[Contact, ...]

    def own(self, alliance: str) -> tuple[Force, ...]:
        return self.comers if alliance == self.came else self.others

    def enemies(self, alliance: str) -> tuple[Force, ...]:
        return self.others if alliance == self.came else self.comers


def group_of(act: Act, contact: Contact, left_out: frozenset[str]) -> Group | None:
    """All of both alliances within 3 km that are not in a fight already; None if one has nobody there."""
    first, second = (act.state.forces.get(key) for key in (contact.first, contact.second))
    if first is None or second is None:
        return None
    came_up = first if contact.came in ("", contact.first) else second
    came = act.alliances[came_up.side]
    other = act.alliances[(second if came_up is first else first).side]
    near = [
        force
        for force in act.forces()
        if not force.engaged
        and force.id not in left_out
        and act.alliances[force.side] in (came, other)
        and (force.id in (contact.first, contact.second) or act.net.between(contact.place, force.place) <= AROUND)
    ]
    comers = tuple(force for force in near if act.alliances[force.side] == came)
    others = tuple(force for force in near if act.alliances[force.side] == other)
    if not comers or not others:
        return None
    keys = {force.id for force in near}
    own = tuple(row for row in act.state.contacts if row.first in keys and row.second in keys)
    return Group(contact.place, came, other, comers, others, own)


def men_there(act: Act, forces: tuple[Force, ...]) -> int:
    """Men of some forces as they are."""
    return sum(act.strength(force).men for force in forces)


def men_up(act: Act, forces: tuple[Force, ...]) -> int:
    """Men of the formations that have come up within 3 km (CM-CONTACT-08)."""
    total = 0
    for force in forces:
        found = act.strength(force)
        up = up_within(found, force, act.road_kind(force), AROUND)
        total += found.men if len(up) == len(found.march) else _men_of(act, up)
    return total


def _men_of(act: Act, formations: tuple[str, ...]) -> int:
    from campaign.war.rules.forces import strength

    found: Strength = strength(act.state, formations)
    return found.men


def enemy_men(act: Act, force: Force, place: Place, metres: int, seen: tuple[Force, ...]) -> int:
    """Hostile men within ``metres`` of ``place`` as the leader of ``force`` knows them (CM-ORDER-03).

    Those in contact as seen there, rounded; the others by their newest report.
    """
    there = {enemy.id: rounded(act.strength(enemy).men) for enemy in seen}
    known = known_forces(act.state, knower_of(act.state, force), act.alliances[force.side])
    for of, report in known.items():
        if of not in there and act.net.between(place, report.place) <= metres:
            there[of] = report.men
    return sum(there.values())


def posture(act: Act, force: Force, group: Group) -> Posture:
    """The posture of a force at a contact: ``avoid`` also if it seems outnumbered (CM-ORDER-03).

    A force that marches away from an attacker avoids (CM-CONTACT-02).
    """
    own = own_posture(act, force)
    if own == "avoid":
        return own
    leg = present_leg(force)
    limit = leg.avoid_at if leg.avoid_at is not None else act.settings.avoid_at
    if limit:
        reach = act.settings.support_reach * KM
        alliance = act.alliances[force.side]
        friends = [f for f in act.state.forces.values() if act.alliances[f.side] == alliance and not f.engaged]
        near = [f for f in friends if f.id == force.id or act.net.between(group.place, f.place) <= reach]
        men = sum(act.strength(friend).men for friend in near)
        enemies = enemy_men(act, force, group.place, reach, group.enemies(alliance))
        if enemies * TENTHS > limit * men:
            return "avoid"
    return own


def most_warlike(postures: list[Posture]) -> Posture:
    """The most warlike of some postures."""
    return max(postures, key=WARLIKE.index)


def has_closed_up(act: Act, group: Group, alliance: str) -> bool:
    """True if an attacker's men that are up are enough for the enemies reported there (CM-CONTACT-08)."""
    own = group.own(alliance)
    reported = enemy_men(act, own[0], group.place, AROUND, group.enemies(alliance))
    return men_up(act, own) * TENTHS >= act.settings.attack_at * reported


class Comer(NamedTuple):
    """A force that marches to an engagement: its way, its last road and the point it comes from, what arrives."""

    force: Force
    way: tuple[str, ...]
    road: str
    point: str
    head: int
    arrivals: tuple[Arrival, ...]


def own_column(act: Act, force: Force, place: Place, limit: int) -> tuple[tuple[str, ...], tuple[Arrival, ...]]:
    """Formations of a force that are there from the beginning, and the others with their minutes (CM-ENG-01)."""
    found, road = act.strength(force), act.road_kind(force)
    away = act.net.between(place, force.place)
    if not force.column:
        return found.march, ()
    drawn = drawn_out(force.column)
    caught = 0 < away <= drawn
    rate = speed(act, found.kind, road, False)
    present: list[str] = []
    later: list[Arrival] = []
    for formation, reach in zip(found.march, found.lengths, strict=True):
        back = last_man(metres_of(reach, road), drawn, force.up)
        far = abs(back - away) if caught else away + back
        if far <= AROUND:
            present.append(formation)
            continue
        walk = abs(metres_of(reach, road) - away) if caught else metres_of(reach, road) - force.up + away
        minutes = minutes_for(max(1, walk), rate)
        if minutes <= limit:
            later.append(Arrival((formation,), minutes, force.came_by, _far_end(act, force)))
    if not present:
        present.append(found.march[0])
        later = [row for row in later if row.formations != (found.march[0],)]
    return tuple(present), tuple(later)


def _far_end(act: Act, force: Force) -> str:
    if not force.came_by:
        return ""
    road = act.net.roads[force.came_by]
    return road.start if force.faces == road.end or force.place.point == road.end else road.end


def arrivals_of(act: Act, group: Group, number: int, limit: int) -> list[Comer]:
    """All forces of both alliances that march to an engagement, whether or not they arrive by ``limit`` minutes."""
    inside = {force.id for force in (*group.comers, *group.others)}
    touched = {key for contact in act.state.contacts for key in (contact.first, contact.second)}
    coming: list[Comer] = []
    for force in act.forces():
        alliance = act.alliances[force.side]
        if force.id in inside | touched or force.engaged or force.joins or alliance not in (group.came, group.other):
            continue
        if own_posture(act, force) == "avoid" or not _wants_to_come(act, force, group, number):
            continue
        comer = _comer(act, force, group, inside)
        if comer is not None:
            coming.append(comer)
    return _one_after_another(act, coming, limit)


def _wants_to_come(act: Act, force: Force, group: Group, number: int) -> bool:
    """True if its order leads a force there, or it supports, is near and hears the guns."""
    leg = present_leg(force)
    if leg.order == "march" and not force.idle and _leads_there(act, force, group.place):
        return True
    if not leg.support or act.net.between(force.place, group.place) > act.settings.support_reach * KM:
        return False
    commander = act.state.commanders.get(force.commander)
    initiative = act.state.setup.initiative.get(commander.rating, 0) if commander else 0
    heard = sum(act.roll(2, "CM-ENG-02", force.id, str(number))) + initiative >= GUNS_HEARD
    act.add(GunsHeard(force.id, number, heard), audience=act.allies(force.side))
    return heard


def _leads_there(act: Act, force: Force, place: Place) -> bool:
    if place.point:
        return place.point in force.way
    roads = {name for name, _, _ in along(act.net, force.place, force.way)}
    return place.road in roads


def _comer(act: Act, force: Force, group: Group, inside: set[str]) -> Comer | None:
    """A force's quickest way to a battle; None without one, past an enemy, or with no hours left."""
    net, kind = act.net, act.strength(force).kind
    alliance = act.alliances[force.side]
    broken = broken_now(act.state)
    bars = Bars(
        shut_fortresses(act.state, alliance), cut_roads(act.state, net, broken), net.shut_ends(force.place, broken)
    )
    route = _to_place(act, force, group.place, kind, bars)
    if route is None:
        return None
    minutes, metres, last, start = 0, 0, force.came_by, ""
    for (name, begin, end), point in zip(along(net, force.place, route), route, strict=True):
        road = net.roads[name]
        up = end > begin
        if name == group.place.road:
            end = group.place.metres
        if _enemy_on(act, force, inside, name, begin, end, point if end in (0, road.metres) else ""):
            return None
        minutes += minutes_for(abs(end - begin), speed(act, kind, road.kind, False))
        metres += abs(end - begin)
        last, start = name, road.start if up else road.end
    hours = MOST_MARCH_HOURS * HOUR - force.day.light - force.day.dark
    if minutes > hours:
        return None
    return Comer(force, route, last, start, minutes + max(0, force.held_until - act.ends), ())


def _to_place(act: Act, force: Force, place: Place, kind: str, bars: Bars) -> tuple[str, ...] | None:
    """The points to a place; one on a road is reached through its nearer end, on towards the other."""
    if place.point:
        return way(act.net, force.place, place.point, act.settings.tables.march_rate, kind, bars)
    road = act.net.roads[place.road]
    if force.place.road == place.road:
        return (road.end if force.place.metres < place.metres else road.start,)
    routes = []
    for near, far, metres in ((road.start, road.end, place.metres), (road.end, road.start, road.metres - place.metres)):
        route = way(act.net, force.place, near, act.settings.tables.march_rate, kind, bars)
        if route is not None:
            minutes = sum(
                minutes_for(abs(end - begin), speed(act, kind, act.net.roads[name].kind, False))
                for name, begin, end in along(act.net, force.place, route)
            )
            total = minutes + minutes_for(metres, speed(act, kind, road.kind, False))
            routes.append((total, (*route, far)))
    return min(routes)[1] if routes else None


def _enemy_on(act: Act, force: Force, inside: set[str], road: str, begin: int, end: int, point: str) -> bool:
    """True if an enemy that is not in the battle stands on part of a road, or at the point it leads to."""
    low, high = min(begin, end), max(begin, end)
    for enemy in act.state.forces.values():
        if enemy.id in inside or not act.hostile(force, enemy):
            continue
        if enemy.place.point and enemy.place.point == point:
            return True
        if enemy.place.road == road and low <= enemy.place.metres <= high:
            return True
        for stretch in enemy.column:
            if (
                stretch.road == road
                and min(stretch.near, stretch.far) <= high
                and max(stretch.near, stretch.far) >= low
            ):
                return True
    return False


def _one_after_another(act: Act, coming: list[Comer], limit: int) -> list[Comer]:
    """Columns that come by one road follow each other; what would come after ``limit`` does not arrive."""
    free: dict[str, int] = {}
    rows: list[Comer] = []
    for comer in sorted(coming, key=lambda comer: (comer.head, act.order(comer.force))):
        found = act.strength(comer.force)
        road = act.net.roads[comer.road].kind if comer.road else "road"
        rate = speed(act, found.kind, road, False)
        head = max(comer.head, free.get(comer.road, 0))
        arrivals = []
        for formation, reach in zip(found.march, found.lengths, strict=True):
            minutes = head + minutes_for(metres_of(reach, road), rate)
            free[comer.road] = minutes
            if minutes <= limit:
                arrivals.append(Arrival((formation,), minutes, comer.road, comer.point))
        rows.append(comer._replace(head=head, arrivals=tuple(arrivals)))
    return rows
