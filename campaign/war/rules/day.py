"""The account at 00:00 in its order: fatigue, stragglers, hospital, guns, replacements, weather (CM-TIME-04)."""

from typing import NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.books import Transfer, shares
from campaign.war.rules.calendar import day_of, midnight, month_of
from campaign.war.rules.events import DayBegan, Fed, ForceChange, GunsRepaired, HospitalDay, Replaced, Strayed, Tired
from campaign.war.rules.forces import units_of
from campaign.war.rules.state import Day, Force
from campaign.war.rules.supply import feed, move_depots
from campaign.war.rules.tables import (
    FATIGUE_HARD_MARCH,
    FATIGUE_MARCH,
    FATIGUE_NIGHT_HALT,
    FATIGUE_REST_DAY,
    GUN_REPAIR_DAYS,
    GUN_REPAIR_SHARE,
    HARD_MARCH_HOURS,
    HOSPITAL_BACK,
    HOSPITAL_DEATHS,
    HOUR,
    MOST_FATIGUE,
    PER_MILLE,
    RAIN_DAYS_TO_MUD,
    REPLACEMENT_SHARE,
    STRAGGLERS_BACK,
    STRAGGLERS_ENEMY,
    STRAGGLING_DIVISOR,
    STRAGGLING_QUALITY,
    SUMMER,
    TIRED,
    WEATHER_DICE,
    Grade,
    Straggling,
    Weather,
)
from campaign.war.rules.victory import daily_points
from campaign.war.rules.works import surrender_garrisons


class DayWeather(NamedTuple):
    """A day's weather, whether the next is mud, and days of rain in a row so far."""

    weather: Weather
    mud_next: bool
    rain_days: int


def rolled_weather(total: int, summer: bool, mud_next: bool, rain_days: int) -> DayWeather:
    """The weather of a day for 2D6 (CM-WEATHER-01). After two days of rain, or a 12 in summer, comes mud."""
    if mud_next or rain_days >= RAIN_DAYS_TO_MUD:
        return DayWeather("mud", False, 0)
    weather, mud = next((word, mud) for most, word, mud in WEATHER_DICE[summer] if total <= most)
    return DayWeather(weather, mud, rain_days + 1 if weather == "rain" else 0)


def begin_day(act: Act) -> None:
    """The weather of the day that begins."""
    state, day = act.state, day_of(act.begins)
    given = state.setup.weather.get(day)
    if not act.settings.use_weather:
        act.add(DayBegan("dry"))
    elif given is not None:
        rain = state.rain_days + 1 if given == "rain" else 0
        act.add(DayBegan(given, False, rain))
    elif act.settings.use_weather_dice:
        summer = SUMMER[0] <= month_of(state.setup.date, act.begins) <= SUMMER[1]
        total = sum(act.roll(2, "CM-WEATHER-01", f"day {day}"))
        act.add(DayBegan(*rolled_weather(total, summer, state.mud_next, state.rain_days)))
    else:
        act.add(DayBegan("dry"))


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


def hospital_day(men: list[int]) -> tuple[list[int], list[int]]:
    """Men who return and who die, by unit, of those in hospital (CM-AFTER-08)."""
    total = sum(men)
    back = shares(-(-total * HOSPITAL_BACK // PER_MILLE), men)
    left = [there - returned for there, returned in zip(men, back, strict=True)]
    return back, shares(total * HOSPITAL_DEATHS // PER_MILLE, left)


def nurse(act: Act) -> None:
    """A day in hospital, for each force."""
    for side in act.alliances:
        transfers: list[Transfer] = []
        for force in act.forces():
            if force.side != side:
                continue
            units = units_of(act.state, force.formations)
            back, dead = hospital_day([act.state.books[unit].hospital for unit in units])
            for unit, returned, died in zip(units, back, dead, strict=True):
                if returned:
                    transfers.append(Transfer(unit, "hospital", "present", returned, "CM-AFTER-08"))
                if died:
                    transfers.append(Transfer(unit, "hospital", "dead", died, "CM-AFTER-08"))
        if transfers:
            act.add(HospitalDay(side), transfers=transfers, audience=act.allies(side))


def repair_guns(act: Act) -> None:
    """Two days after a battle half of the damaged guns return, rounded up; the rest are given up (CM-AFTER-03)."""
    today = day_of(act.begins)
    for day, guns in sorted(act.state.damaged.items()):
        if day + GUN_REPAIR_DAYS > today:
            continue
        for side in act.alliances:
            units = [unit for unit in guns if act.state.setup.units[unit].side == side]
            damaged = [min(guns[unit], act.state.books[unit].damaged) for unit in units]
            if not units:
                continue
            first, second = GUN_REPAIR_SHARE
            back = shares(-(-sum(damaged) * first // second), damaged)
            rows = [
                Transfer(u, "damaged", "present", n, "CM-AFTER-03", "guns")
                for u, n in zip(units, back, strict=True)
                if n
            ]
            rows += [
                Transfer(unit, "damaged", "destroyed", there - n, "CM-AFTER-03", "guns")
                for unit, n, there in zip(units, back, damaged, strict=True)
                if there > n
            ]
            act.add(GunsRepaired(side, day), transfers=rows, audience=act.allies(side))


def replace_men(act: Act, supplied: frozenset[str]) -> None:
    """Replacements by nation go to units of forces that a depot supplies, the weakest first (CM-REINF-02)."""
    if not act.settings.replacements:
        return
    setup = act.state.setup
    for side in act.alliances:
        transfers: list[Transfer] = []
        units = [
            unit
            for force in act.forces()
            if force.side == side and force.id in supplied
            for unit in units_of(act.state, force.formations)
            if setup.units[unit].men
        ]
        for nation in next(row.nations for row in setup.sides if row.key == side):
            left = act.settings.replacements.get(nation, 0)
            own = [unit for unit in units if setup.units[unit].nation == nation]
            for unit in sorted(own, key=lambda unit: _kept(act, unit)):
                account, start = act.state.books[unit], setup.units[unit].men
                kept = account.present + account.stragglers + account.hospital
                men = min(left, start * REPLACEMENT_SHARE[0] // REPLACEMENT_SHARE[1], max(0, start - kept))
                if men:
                    transfers.append(Transfer(unit, "replacements", "present", men, "CM-REINF-02"))
                    left -= men
        if transfers:
            act.add(Replaced(side), transfers=transfers, audience=act.allies(side))


def _kept(act: Act, unit: str) -> int:
    """Share of its start that a unit still has, in millionths."""
    account = act.state.books[unit]
    kept = account.present + account.stragglers + account.hospital
    return kept * PER_MILLE * PER_MILLE // act.state.setup.units[unit].men


def account(act: Act) -> None:
    """Settle the day that ends at ``act.begins`` and begin the next; nothing at another hour.

    The day before the campaign is not settled; it only gets its weather.
    """
    setup = act.state.setup
    if act.begins == setup.start:
        if act.state.turn == 1 and act.settings.use_weather_dice:
            begin_day(act)
        return
    if midnight(act.begins):
        settle_day(act)
        if act.begins < setup.end:
            begin_day(act)
        daily_points(act)


def settle_day(act: Act) -> None:
    """What is settled of a day, in the order of the rules; replacements come to those whom a depot supplied."""
    feed(act)
    last = act.entries[-1].event
    supplied = frozenset(last.supplied) if isinstance(last, Fed) else frozenset()
    tire(act)
    come_back(act)
    stray(act)
    nurse(act)
    repair_guns(act)
    surrender_garrisons(act)
    move_depots(act)
    replace_men(act, supplied)
