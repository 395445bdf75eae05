"""What comes of a contact, up to the beginning of an engagement.

Sources: CM-CONTACT-02, CM-CONTACT-07, CM-CONTACT-08, CM-CONTACT-09, CM-ENG-01, CM-ENG-02.
"""

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.calendar import daylight_between
from campaign.war.rules.campaign_map import Place, RiverClass
from campaign.war.rules.command.orders import own_posture
from campaign.war.rules.contact.meetings import leads_away
from campaign.war.rules.contact.retreat import delay, delays, try_to_get_away
from campaign.war.rules.contact.strengths import (
    Comer,
    Group,
    arrivals_of,
    group_of,
    has_closed_up,
    most_warlike,
    own_column,
    posture,
)
from campaign.war.rules.events import EngagementBegan, ForceChange, Parted, Touched
from campaign.war.rules.forces import present_leg, seniority
from campaign.war.rules.state import BattleGround, Contact, Engaged, Engagement, Force, Posture
from campaign.war.rules.tables import AROUND, CLOSING_UP_LIMIT, HOUR
from campaign.war.rules.view import is_fortress

WORKS_AT_POINTS = ("old-works", "fieldworks")


def works_of(act: Act, force: Force) -> int:
    """Works of a force: what it has dug, or 1 at a point that has some (CM-MAP-04, CM-WORK-01)."""
    point = act.net.points.get(force.place.point)
    old = point is not None and (
        point.fortified in WORKS_AT_POINTS or (point.fortified == "fortress" and not act.settings.use_works)
    )
    return max(force.works, 1 if old else 0)


def crossing_between(act: Act, group: Group) -> tuple[RiverClass | str, str]:
    """The class of the river between the two, and its crossing; empty if there is none.

    It lies between if the road by which those that came up reached the point crosses it there.
    """
    point = group.place.point
    for force in (*group.comers, *group.others):
        if not point or force.place.point != point or not force.came_by or force.since < act.begins:
            continue
        road = act.net.roads[force.came_by]
        for river in road.crosses:
            if act.net.crossing_point(road, river, point) == point:
                return act.net.rivers[river].grade, f"{river}@{point}"
    return "", ""


def ground_of(act: Act, group: Group, defender: str, storm: bool) -> BattleGround:
    """The facts of the ground at a contact (CM-ENG-01)."""
    point = act.net.points[act.net.nearest_point(group.place)]
    crossing, where = crossing_between(act, group)
    roads = (group.place.road,) if group.place.road else tuple(step.road for step in act.net.out[point.id])
    works = max((works_of(act, force) for force in group.own(defender)), default=0)
    return BattleGround(
        point=point.id,
        terrain=point.terrain,
        roads=roads,
        rivers=point.rivers,
        crossing=crossing,  # type: ignore[arg-type]
        crossing_at=where,
        works=works,
        fortress=storm,
        weather=act.state.weather,
    )


def begin_engagement(act: Act, group: Group, attacker: str, meeting: bool, storm: bool = False) -> None:
    """The engagement of a contact, with all that take part in it from now on."""
    state = act.state
    number = max(state.engagements, default=0) + 1
    defender = group.other if attacker == group.came else group.came
    begins = act.ends
    light = act.light_left(begins)
    limit = min(light, turn_end(act) - begins)
    rows = {force.id: _engaged(act, force, group.place, limit, meeting) for force in (*group.comers, *group.others)}
    changes = [ForceChange(force=key, engaged=number, joins=0) for key in rows]
    for comer in arrivals_of(act, group, number, limit):
        if comer.arrivals:
            force = comer.force
            rows[force.id] = Engaged(force.id, force.side, (), comer.arrivals, comer.road, comer.point)
        changes.append(_coming(comer, number))
    ordered = [rows[force.id] for force in act.ranked(rows)]
    sides = {key: tuple(row for row in ordered if act.alliances[row.side] == key) for key in (attacker, defender)}
    engagement = Engagement(
        id=number,
        turn=state.turn,
        begins=begins,
        light=light,
        place=group.place,
        attacker=attacker,
        defender=defender,
        attackers=sides[attacker],
        defenders=sides[defender],
        ground=ground_of(act, group, defender, storm),
        meeting=meeting,
        storm=storm,
        commanders={alliance: commander_of(act, sides[alliance]) for alliance in (attacker, defender)},
    )
    audience = (*state.setup.allies(group.came), *state.setup.allies(group.other))
    act.add(EngagementBegan(engagement), changes=changes, audience=audience)


def turn_end(act: Act) -> int:
    """The minute at which the present turn ends."""
    turn = act.settings.turn_hours * HOUR
    return act.state.setup.start + act.state.turn * turn


def _engaged(act: Act, force: Force, place: Place, limit: int, meeting: bool) -> Engaged:
    present, arrivals = own_column(act, force, place, limit)
    return Engaged(
        force=force.id,
        side=force.side,
        formations=present,
        arrivals=arrivals,
        road=force.came_by,
        point=_from(act, force),
        stood=0 if meeting else max(0, act.ends - force.since),
        works=0 if meeting else works_of(act, force),
    )


def _from(act: Act, force: Force) -> str:
    """The point from whose side a force came: the far end of its last road."""
    if not force.came_by:
        return ""
    road = act.net.roads[force.came_by]
    if force.place.road:
        return road.start if force.faces == road.end else road.end
    return road.start if road.end == force.place.point else road.end


def _coming(comer: Comer, number: int) -> ForceChange:
    """A force on its way to the battle; one that comes too late halts 3 km short."""
    return ForceChange(
        force=comer.force.id, engaged=number if comer.arrivals else 0, joins=number, way=comer.way, idle=""
    )


def commander_of(act: Act, rows: tuple[Engaged, ...]) -> str:
    """The senior of the ally with most men (CM-ENG-01): of its commanders there the highest in rank."""
    if not rows:
        return ""
    men: dict[str, int] = {}
    for row in rows:
        men[row.side] = men.get(row.side, 0) + act.strength(act.state.forces[row.force]).men
    side = max(men, key=lambda key: men[key])
    own = [act.state.forces[row.force] for row in rows if row.side == side]
    there = {force.id for force in own}
    leaders = [row.commander for row in act.state.setup.sides if row.key == side]
    leaders += [command.commander for command in act.state.commands if command.side == side]
    leaders += [force.commander for force in sorted(own, key=lambda force: seniority(act.state, force))]
    for key in leaders:
        commander = act.state.commanders.get(key)
        if commander is not None and commander.force in there and not commander.fate:
            return key
    return own[0].commander


def may_fight(act: Act) -> bool:
    """True by day with enough light left: only then an engagement or a delay begins (CM-CONTACT-09)."""
    return not act.night() and act.light_left(act.ends) >= act.settings.least_light * HOUR


def look_again(act: Act, safe: set[str]) -> None:
    """Contacts that stand: ended where the forces have parted, else looked at again."""
    for contact in act.state.contacts:
        if contact not in act.state.contacts:
            continue
        first, second = act.state.forces[contact.first], act.state.forces[contact.second]
        if act.net.between(first.place, second.place) > AROUND:
            part(act, contact)
        else:
            resolve(act, contact, safe)


def touch(act: Act, contacts: list[Contact], safe: set[str]) -> None:
    """New contacts, each pair once, and what comes of them."""
    for contact in contacts:
        keys = {contact.first, contact.second}
        forces = [act.state.forces.get(key) for key in keys]
        if keys & safe or any(force is None or force.engaged for force in forces):
            continue
        new = structs.replace(contact, by_night=not may_fight(act))
        act.add(Touched(new), audience=_both(act, new))
        resolve(act, new, safe)


def part(act: Act, contact: Contact) -> None:
    """The two are no longer in contact."""
    act.add(Parted(contact.first, contact.second), audience=_both(act, contact))


def _both(act: Act, contact: Contact) -> tuple[str, ...]:
    sides = {act.state.forces[key].side for key in (contact.first, contact.second)}
    return tuple(key for key in act.alliances if any(key in act.allies(side) for side in sides))


def resolve(act: Act, contact: Contact, safe: set[str]) -> None:
    """Compare postures; forces get away, delay, fight, or stay in touch. ``safe`` gains those that got away."""
    group = group_of(act, contact, frozenset(safe))
    if group is None:
        return
    postures = {force.id: _posture(act, force, group, contact) for force in (*group.comers, *group.others)}
    for alliance in (group.came, group.other):
        enemies = most_warlike([postures[force.id] for force in group.enemies(alliance)])
        for force in group.own(alliance):
            _leave(act, force, group, contact, postures, enemies, safe)
    group = group_of(act, contact, frozenset(safe))
    if group is None:
        return
    attacking = [
        alliance
        for alliance in (group.came, group.other)
        if any(postures[force.id] == "attack" for force in group.own(alliance))
        and not all(behind_walls(act, enemy) for enemy in group.enemies(alliance))
    ]
    if attacking and may_fight(act):
        _attack(act, group, attacking, postures)


def _posture(act: Act, force: Force, group: Group, contact: Contact) -> Posture:
    if present_leg(force).order == "delay" and own_posture(act, force) != "avoid":
        return "accept" if delays(act, force) else "avoid"
    value = posture(act, force, group)
    if value == "accept" and present_leg(force).order == "march" and not force.idle and not force.column:
        own = next((row for row in act.state.contacts if force.id in (row.first, row.second)), None)
        if own is not None and own.since < act.ends:
            enemy = act.state.forces[own.first if own.second == force.id else own.second]
            if leads_away(act, force, enemy, own):
                return "avoid"
    return value


def _leave(
    act: Act,
    force: Force,
    group: Group,
    contact: Contact,
    postures: dict[str, Posture],
    enemies: Posture,
    safe: set[str],
) -> None:
    """One force delays, gets away or tries to, if its posture says so."""
    if behind_walls(act, force):
        return
    delaying = present_leg(force).order == "delay" and delays(act, force)
    attacked = enemies == "attack"
    if delaying and attacked and may_fight(act):
        good = works_of(act, force) > 0 or bool(crossing_between(act, group)[0])
        if delay(act, force, group, good):
            _gone(act, force, safe)
            return
    if not delaying and postures[force.id] != "avoid":
        return
    if not attacked:
        if try_to_get_away(act, force, group, free=True):
            _gone(act, force, safe)
        return
    if not _may_try(act, force):
        return
    own = [row for row in act.state.contacts if force.id in (row.first, row.second)]
    away = try_to_get_away(act, force, group, free=False)
    if away:
        _gone(act, force, safe)
        return
    postures[force.id] = "accept"
    for row in own:
        again = row.by_night and not act.night() and force.id in row.tried
        tried = tuple(sorted({*row.tried, force.id}))
        morning = tuple(sorted({*row.morning, force.id})) if again else row.morning
        act.add(Touched(structs.replace(row, tried=tried, morning=morning), new=False), audience=_both(act, row))


def behind_walls(act: Act, force: Force) -> bool:
    """True for a force in a fortress of its alliance: nobody attacks it there but by storm (CM-MAP-04)."""
    point = force.place.point
    return bool(point) and is_fortress(act.state, point) and act.state.owners.get(point) == act.alliances[force.side]


def _may_try(act: Act, force: Force) -> bool:
    """One roll a contact; one more at first light if it began when no battle could (CM-CONTACT-03, CM-CONTACT-09)."""
    rows = [row for row in act.state.contacts if force.id in (row.first, row.second)]
    if not any(force.id in row.tried for row in rows):
        return True
    return may_fight(act) and any(row.by_night and force.id not in row.morning for row in rows)


def _gone(act: Act, force: Force, safe: set[str]) -> None:
    safe.add(force.id)
    for row in act.state.contacts:
        if force.id in (row.first, row.second):
            part(act, row)


def _attack(act: Act, group: Group, attacking: list[str], postures: dict[str, Posture]) -> None:
    """An engagement begins once an attacker has closed up; after 6 hours of daylight one that waits only accepts."""
    ready = [alliance for alliance in attacking if has_closed_up(act, group, alliance)]
    if ready:
        attacker = group.came if group.came in ready else ready[0]
        begin_engagement(act, group, attacker, meeting=len(attacking) == 2)
        return
    since = min((contact.since for contact in group.contacts), default=act.ends)
    if daylight_between(act.settings.tables.daylight, act.state.setup.date, since, act.ends) >= CLOSING_UP_LIMIT:
        for alliance in attacking:
            tired = [force for force in group.own(alliance) if postures[force.id] == "attack" and not force.waits]
            if tired:
                changes = [ForceChange(force=force.id, waits=True) for force in tired]
                contact = group.contacts[0]
                act.add(Touched(contact, new=False), changes=changes, audience=act.state.setup.allies(alliance))
