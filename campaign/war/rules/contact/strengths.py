"""Who is at a contact, what they make of each other, and what posture follows (CM-CONTACT-07, CM-ORDER-03)."""

from typing import NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.command.orders import own_posture
from campaign.war.rules.forces import Strength, present_leg, up_within
from campaign.war.rules.intelligence.knowledge import knower_of, known_forces
from campaign.war.rules.intelligence.sight import rounded
from campaign.war.rules.state import Contact, Force, Posture
from campaign.war.rules.tables import AROUND, KM, TENTHS

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
