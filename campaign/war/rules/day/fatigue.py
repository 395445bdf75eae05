"""Fatigue and straggling at 00:00 (CM-TIRE, CM-STRAG)."""

from campaign.war.rules.act import Act
from campaign.war.rules.books import Transfer
from campaign.war.rules.events import ForceChange, Strayed, Tired
from campaign.war.rules.forces import units_of
from campaign.war.rules.state import Day, Force
from campaign.war.rules.tables import (
    FATIGUE_HARD_MARCH,
    FATIGUE_MARCH,
    FATIGUE_NIGHT_HALT,
    FATIGUE_REST_DAY,
    HARD_MARCH_HOURS,
    HOUR,
    MOST_FATIGUE,
    PER_MILLE,
    STRAGGLERS_BACK,
    STRAGGLERS_ENEMY,
    STRAGGLING_DIVISOR,
    STRAGGLING_QUALITY,
    TIRED,
    Grade,
    Straggling,
    Weather,
)


def marched(day: Day) -> bool:
    """True if a head marched in the day."""
    return day.light + day.dark > 0


def hard(day: Day) -> bool:
    """True for a march of more than 8 hours or in the dark."""
    return day.dark > 0 or day.light + day.dark > HARD_MARCH_HOURS * HOUR


def fatigue_after(fatigue: int, day: Day, fed: bool) -> int:
    """Fatigue at 00:00: up for marches, then down for a night's halt or a day's rest (CM-TIRE-01, CM-TIRE-02)."""
    risen = fatigue
    if marched(day):
        risen += FATIGUE_MARCH + (FATIGUE_HARD_MARCH if hard(day) else 0)
    risen = min(MOST_FATIGUE, risen)
    if not fed:
        return risen
    if day.rested and not marched(day):
        return max(0, risen + FATIGUE_REST_DAY)
    if not hard(day):
        return max(0, risen + FATIGUE_NIGHT_HALT)
    return risen


def tire(act: Act) -> None:
    """The fatigue of all forces at the end of a day."""
    if not act.settings.use_fatigue:
        return
    for side in act.alliances:
        changes = []
        for force in act.forces():
            after = fatigue_after(force.fatigue, force.day, force.hunger == 0)
            if force.side == side and after != force.fatigue:
                changes.append(ForceChange(force=force.id, fatigue=after))
        if changes:
            act.add(Tired(side), changes=changes, audience=act.allies(side))


def straggling_rate(table: Straggling, day: Day, fatigue: int, weather: Weather, hunger: int) -> int:
    """Per mille of a trained unit's men that straggle, before its quality (CM-STRAG-01)."""
    rate = table.tired * max(0, fatigue - TIRED)
    if marched(day):
        rate += table.long_march if day.light + day.dark > HARD_MARCH_HOURS * HOUR else table.march
        rate += table.dark_march if day.dark else 0
        rate += {"dry": 0, "rain": table.rain, "mud": table.mud}[weather]
    if hunger:
        rate += table.first_hungry_day if hunger == 1 else table.later_hungry_day
    return rate


def stragglers(men: int, rate: int, quality: Grade, luck: int = PER_MILLE) -> int:
    """Men of a unit that become stragglers, rounded down (CM-STRAG-01, CM-STRAG-05)."""
    return men * rate * STRAGGLING_QUALITY[quality] * luck // (STRAGGLING_DIVISOR * PER_MILLE)


def come_back(act: Act) -> None:
    """Stragglers come back, none with a hostile force within 10 km (CM-STRAG-02)."""
    for side in act.alliances:
        transfers: list[Transfer] = []
        for force in act.forces():
            if force.side == side and not _enemy_near(act, force):
                share = STRAGGLERS_BACK["marched" if marched(force.day) else "halted"]
                for unit in units_of(act.state, force.formations):
                    stray = act.state.books[unit].stragglers
                    if stray:
                        back = -(-stray * share // PER_MILLE)
                        transfers.append(Transfer(unit, "stragglers", "present", back, "CM-STRAG-02"))
        if transfers:
            act.add(Strayed(side, back=True), transfers=transfers, audience=act.allies(side))


def _enemy_near(act: Act, force: Force) -> bool:
    return any(
        act.hostile(force, enemy) and act.net.between(force.place, enemy.place) <= STRAGGLERS_ENEMY
        for enemy in act.state.forces.values()
    )


def stray(act: Act) -> None:
    """New stragglers of all units (CM-STRAG-01)."""
    if not act.settings.use_fatigue:
        return
    for side in act.alliances:
        transfers: list[Transfer] = []
        for force in act.forces():
            if force.side != side:
                continue
            rate = straggling_rate(
                act.settings.tables.straggling, force.day, force.fatigue, act.state.weather, force.hunger
            )
            if rate:
                transfers += _of_force(act, force, rate)
        if transfers:
            act.add(Strayed(side), transfers=transfers, audience=act.allies(side))


def _of_force(act: Act, force: Force, rate: int) -> list[Transfer]:
    luck = PER_MILLE
    if act.settings.use_luck:
        luck = act.settings.tables.day_luck[sum(act.roll(2, "CM-STRAG-05", force.id)) - 2]
    rows = []
    for unit in units_of(act.state, force.formations):
        men = act.state.books[unit].present
        quality = act.state.quality.get(unit, act.state.setup.units[unit].quality)
        number = stragglers(men, rate, quality, luck)
        if number:
            rows.append(Transfer(unit, "present", "stragglers", number, "CM-STRAG-01"))
    return rows
