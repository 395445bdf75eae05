"""Hospital, damaged guns and replacements at 00:00 (CM-AFTER-08, CM-AFTER-03, CM-REINF-02)."""

from campaign.war.rules.act import Act
from campaign.war.rules.books import Transfer, shares
from campaign.war.rules.calendar import day_of
from campaign.war.rules.events import GunsRepaired, HospitalDay, Replaced
from campaign.war.rules.forces import units_of
from campaign.war.rules.tables import (
    GUN_REPAIR_DAYS,
    GUN_REPAIR_SHARE,
    HOSPITAL_BACK,
    HOSPITAL_DEATHS,
    PER_MILLE,
    REPLACEMENT_SHARE,
)


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
