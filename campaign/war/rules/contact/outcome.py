"""What comes of a contact (CM-CONTACT-02, CM-CONTACT-07, CM-CONTACT-08, CM-CONTACT-09)."""

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.calendar import daylight_between
from campaign.war.rules.command.orders import own_posture
from campaign.war.rules.contact.engagement import begin_engagement, crossing_between, works_of
from campaign.war.rules.contact.meetings import leads_away
from campaign.war.rules.contact.retreat import delay, delays, try_to_get_away
from campaign.war.rules.contact.strengths import Group, group_of, has_closed_up, most_warlike, posture
from campaign.war.rules.events import ForceChange, Parted, Touched
from campaign.war.rules.forces import present_leg
from campaign.war.rules.intelligence.knowledge import is_fortress
from campaign.war.rules.state import Contact, Force, Posture
from campaign.war.rules.tables import AROUND, CLOSING_UP_LIMIT, HOUR


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
    if daylight_between(act.state.setup.date, since, act.ends) >= CLOSING_UP_LIMIT:
        for alliance in attacking:
            tired = [force for force in group.own(alliance) if postures[force.id] == "attack" and not force.waits]
            if tired:
                changes = [ForceChange(force=force.id, waits=True) for force in tired]
                contact = group.contacts[0]
                act.add(Touched(contact, new=False), changes=changes, audience=act.state.setup.allies(alliance))
