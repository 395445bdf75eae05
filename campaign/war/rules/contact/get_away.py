"""Forces get away from an enemy, or try to (CM-CONTACT-02, CM-CONTACT-03)."""

from typing import NamedTuple

from msgspec import structs

from campaign.war.rules.act import Act, dropped
from campaign.war.rules.contact.strengths import Group
from campaign.war.rules.contact.way_back import WayBack, way_back
from campaign.war.rules.events import ForceChange, GetAwayTried
from campaign.war.rules.forces import drawn_out
from campaign.war.rules.state import Force
from campaign.war.rules.tables import (
    GET_AWAY,
    GET_AWAY_HOURS,
    GET_AWAY_METRES,
    GET_AWAY_NEEDED,
    GET_AWAY_TIRED,
    HOUR,
)


class Modifier(NamedTuple):
    """What is added to 2D6, and why."""

    why: str
    number: int


def modifiers(mounted: bool, more_light: bool, night: bool, fatigue: int, strung_out: bool) -> tuple[Modifier, ...]:
    """The modifiers that hold (CM-CONTACT-03)."""
    rows = (
        Modifier("mounted", GET_AWAY.mounted * mounted),
        Modifier("more light horse", GET_AWAY.more_light_horse * more_light),
        Modifier("by night", GET_AWAY.night * night),
        Modifier("tired", GET_AWAY.tired * max(0, fatigue - GET_AWAY_TIRED)),
        Modifier("part of the column past the contact", GET_AWAY.strung_out * strung_out),
    )
    return tuple(row for row in rows if row.number)


def modifier_of(act: Act, force: Force, group: Group) -> int:
    """The sum of a force's modifiers at a contact."""
    found = act.strength(force)
    enemies = group.enemies(act.alliances[force.side])
    light = sum(act.strength(enemy).light for enemy in enemies)
    rows = modifiers(found.mounted, found.light > light, act.night(), force.fatigue, _is_past(act, force, group))
    return sum(row.number for row in rows)


def _is_past(act: Act, force: Force, group: Group) -> bool:
    """True if part of the column lies past the contact: it was caught in its column, not at its head."""
    return bool(force.column) and act.net.between(force.place, group.place) > 0 and drawn_out(force.column) > 0


def try_to_get_away(act: Act, force: Force, group: Group, free: bool) -> bool:
    """One attempt; ``free`` needs no roll. True if the force gets away: it goes 8 km at once and stands there."""
    back = way_back(act, force, GET_AWAY_METRES)
    if back is None:
        if not free:
            act.add(GetAwayTried(force.id, False), audience=_both(act, group))
        return False
    modifier = 0
    if not free:
        modifier = modifier_of(act, force, group)
        if sum(act.roll(2, "CM-CONTACT-03", force.id)) + modifier < GET_AWAY_NEEDED:
            act.add(GetAwayTried(force.id, False, modifier), audience=_both(act, group))
            return False
    change = stand_back(act, force, back, act.ends + GET_AWAY_HOURS * HOUR)
    act.add(GetAwayTried(force.id, True, modifier, free), changes=[change], audience=act.allies(force.side))
    return True


def _both(act: Act, group: Group) -> tuple[str, ...]:
    return (*act.state.setup.allies(group.came), *act.state.setup.allies(group.other))


def stand_back(act: Act, force: Force, back: WayBack, away: int) -> ForceChange:
    """A force that has gone back: it stands with ``avoid`` until the minute ``away``; its order is dropped."""
    change = dropped(force, "It went back before the enemy.", act.ends)
    return structs.replace(
        change,
        place=back.place,
        faces=back.faces,
        came_by=back.came_by,
        column=(),
        up=0,
        since=act.ends,
        away=max(away, force.away),
        works=0,
        digging=-1,
    )
