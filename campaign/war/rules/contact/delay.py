"""A delaying force costs the attacker time and falls back (CM-CONTACT-04)."""

from typing import NamedTuple

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.books import Transfer, shares
from campaign.war.rules.contact.get_away import stand_back
from campaign.war.rules.contact.strengths import Group, men_there
from campaign.war.rules.contact.way_back import way_back
from campaign.war.rules.events import Delayed, ForceChange
from campaign.war.rules.forces import is_weak, present_leg, units_of
from campaign.war.rules.losses import split_loss
from campaign.war.rules.state import Force
from campaign.war.rules.tables import (
    DELAY_BACK,
    DELAY_GOOD_PLACE,
    DELAY_GOOD_SHARE,
    DELAY_LOSS,
    DELAY_MINUTES,
    DELAY_OUTNUMBERED,
    DELAY_PLUS,
    PER_MILLE,
    Outcome,
)


class DelayResult(NamedTuple):
    """Minutes that an attacker loses, and men that each side loses."""

    minutes: int
    loss: int


def delay_result(own: int, attackers: int, good_place: bool, first: int, second: int) -> DelayResult | None:
    """What a delay costs; None if the force is six times outnumbered. ``first`` and ``second`` are the two dice.

    A good place has works or a crossing between the two; with a third of the attacker's men it counts as one.
    """
    if attackers >= own * DELAY_OUTNUMBERED:
        return None
    twice = good_place or own * DELAY_GOOD_SHARE >= attackers
    minutes = (first + DELAY_PLUS) * DELAY_MINUTES * (DELAY_GOOD_PLACE if twice else 1)
    return DelayResult(minutes, second * DELAY_LOSS * min(own, attackers) // PER_MILLE)


def delays(act: Act, force: Force) -> bool:
    """True if a force is under the order ``delay`` and may still carry it out."""
    return present_leg(force).order == "delay" and force.away <= act.begins and force.shaken <= act.begins


def delay(act: Act, force: Force, group: Group, good_place: bool) -> bool:
    """Delay the attackers; False if it cannot and must try to get away: outnumbered, or without a road."""
    own = group.own(act.alliances[force.side])
    enemies = group.enemies(act.alliances[force.side])
    men, attackers = men_there(act, own), men_there(act, enemies)
    back = way_back(act, force, DELAY_BACK)
    if back is None or attackers >= men * DELAY_OUTNUMBERED:
        return False
    first, second = act.roll(2, "CM-CONTACT-04", force.id)
    result = delay_result(men, attackers, good_place, first, second)
    if result is None:
        return False
    transfers = [
        *losses(act, enemies, result.loss, "holds", act.alliances[force.side]),
        *losses(act, own, result.loss, "left", act.alliances[enemies[0].side]),
    ]
    until = act.begins + result.minutes
    changes = [
        structs.replace(
            stand_back(act, force, back, force.away), legs=force.legs, leg_since=force.leg_since, idle="", since=until
        )
    ]
    changes += [ForceChange(force=enemy.id, held_until=max(until, enemy.held_until)) for enemy in enemies]
    event = Delayed(force.id, tuple(enemy.id for enemy in enemies), result.minutes, result.loss)
    audience = (*act.state.setup.allies(group.came), *act.state.setup.allies(group.other))
    act.add(event, transfers=transfers, changes=changes, audience=audience)
    return True


def losses(act: Act, forces: tuple[Force, ...], men: int, outcome: Outcome, enemy: str) -> list[Transfer]:
    """Men lost by some forces, shared out by the men of units that fight, and split by what became of them.

    Captured men are of the enemy alliance's side with most men: its first here (CM-BOOK-01, CM-AFTER-01).
    """
    units = [
        unit
        for force in forces
        for unit in units_of(act.state, force.formations)
        if not act.state.setup.units[unit].guns and not is_weak(act.state, unit)
    ]
    present = [act.state.books[unit].present for unit in units]
    lost = shares(min(men, sum(present)), present)
    return [
        transfer
        for unit, number in zip(units, lost, strict=True)
        for transfer in split_loss(act.settings.tables, unit, number, outcome, enemy, "CM-CONTACT-04")
    ]
