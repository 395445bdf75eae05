"""After a battle: where the lost are, guns, pursuit, retreat, and who is cut off.

Source: CM-AFTER-01, CM-AFTER-03, CM-AFTER-04, CM-AFTER-05.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from battles.engine.armies.facts import CAVALRY, INFANTRY
from campaign.war.rules import tables
from campaign.war.rules.battle.result import states_of, units_there
from campaign.war.rules.books import Transfer, shares
from campaign.war.rules.losses import split_loss
from campaign.war.rules.state import CampaignState, Engagement, Result, UnitLoss
from campaign.war.rules.tables import Outcome


def captor(state: CampaignState, engagement: Engagement, alliance: str) -> str:
    """The side that captures from an alliance: of its enemies the one with most men there (CM-BOOK-01).

    For a garrison alone it is the first side of its alliance.
    """
    enemies = engagement.attackers if alliance == engagement.defender else engagement.defenders
    enemy = engagement.attacker if alliance == engagement.defender else engagement.defender
    men: dict[str, int] = dict.fromkeys(state.setup.allies(enemy), 0)
    for part in enemies:
        late = (path for arrival in part.arrivals for path in arrival.formations)
        for path in (*part.formations, *late):
            units = state.setup.formations[path].units
            men[part.side] += sum(state.books[unit].present for unit in units)
    order = [side.key for side in state.setup.sides]
    return max(men, key=lambda side: (men[side], -order.index(side)))


def transfers_of(state: CampaignState, engagement: Engagement, result: Result) -> tuple[Transfer, ...]:
    """What a result does to the books: losses, guns and pursuit, in this order; retreats come after.

    Stragglers of a lost battle are marked with it (CM-STRAG-03).
    """
    states = states_of(state, engagement, result)
    there = units_there(state, engagement, result.minutes)
    transfers: list[Transfer] = []
    for loss in result.losses:
        alliance = state.setup.alliance(there[loss.unit])
        by = captor(state, engagement, alliance)
        battle = 0 if states[alliance] == "holds" else engagement.id
        split = split_loss(
            state.setup.settings.tables, loss.unit, loss.men, states[alliance], by, "CM-AFTER-01", battle
        )
        transfers += split
        transfers += _guns(loss, states[alliance], by)
    transfers += pursuit(state, engagement, result)
    return tuple(transfers)


def _guns(loss: UnitLoss, outcome: Outcome, by: str) -> Iterator[Transfer]:
    """Guns lost: damaged if their side holds the field, else captured (CM-AFTER-03)."""
    if not loss.guns:
        return
    if outcome == "holds":
        yield Transfer(loss.unit, "present", "damaged", loss.guns, "CM-AFTER-03", "guns")
    else:
        yield Transfer(loss.unit, "present", "captured", loss.guns, "CM-AFTER-03", "guns", by=by)


# Pursuit


def pursued(winner_horse: int, loser_horse: int, loser_foot: int, outcome: Outcome) -> int:
    """Foot that a pursuit captures: half of the winner's surplus of horse, limited by the foot (CM-AFTER-05)."""
    if outcome not in ("beaten", "routed"):
        return 0
    above, below = tables.PURSUIT_SHARE
    number = max(0, winner_horse - loser_horse) * above // below
    number = min(number, loser_foot * tables.PURSUIT_MOST // tables.PER_MILLE)
    return number * tables.PURSUIT_ROUTED if outcome == "routed" else number


def pursuit(state: CampaignState, engagement: Engagement, result: Result) -> Iterator[Transfer]:
    """The foot that the winner's horse captures after the losses, by those left (CM-AFTER-05)."""
    if not result.winner:
        return
    states = states_of(state, engagement, result)
    loser = engagement.attacker if result.winner == engagement.defender else engagement.defender
    there = units_there(state, engagement, result.minutes)
    lost = {loss.unit: loss.men for loss in result.losses}
    winner_horse = loser_horse = loser_foot = 0
    left: dict[str, int] = {}
    for key, side in there.items():
        unit, men = state.setup.units[key], state.books[key].present
        own = state.setup.alliance(side)
        remain = men - lost.get(key, 0)
        if unit.arm in CAVALRY and own == loser:
            loser_horse += remain
        elif unit.arm in CAVALRY and lost.get(key, 0) * tables.PER_MILLE < tables.PURSUIT_LOST * men:
            winner_horse += remain
        elif unit.arm in INFANTRY and own == loser:
            loser_foot += men
            left[key] = remain
    number = min(pursued(winner_horse, loser_horse, loser_foot, states[loser]), sum(left.values()))
    by = captor(state, engagement, loser)
    for key, taken in zip(left, shares(number, left.values()), strict=True):
        if taken:
            yield Transfer(key, "present", "captured", taken, "CM-AFTER-05", by=by)


# Retreat


def retreat_metres(outcome: Outcome, own: tables.CampaignTables = tables.TABLES) -> int:
    """How far a force goes back, by the campaign's own tables (CM-AFTER-04)."""
    return own.loss_split[outcome].retreat


def shaken_until(outcome: Outcome, turn_end: int) -> int:
    """The minute until which a force only avoids, holds, rests and marches; 0 if it may do all (CM-AFTER-04)."""
    hours = tables.SHAKEN_HOURS[outcome]
    return turn_end + hours * tables.HOUR if hours else 0


def fatigue_of(outcome: Outcome, fatigue: int) -> int:
    """The fatigue of a force after an engagement (CM-TIRE-01)."""
    added = tables.FATIGUE_ENGAGEMENT if outcome == "holds" else tables.FATIGUE_LOST
    return min(tables.MOST_FATIGUE, fatigue + added)


class CutOff(NamedTuple):
    """What a force that is cut off loses as captured; if all, it has surrendered (CM-AFTER-04)."""

    men: int
    surrenders: bool


def cut_off(men: int, *, nowhere: bool = False) -> CutOff:
    """Half of the men of a force, rounded up; all if too few would be left or there is nowhere to go (CM-AFTER-04)."""
    above, below = tables.CUT_OFF_SHARE
    taken = -(-men * above // below)
    if nowhere or men - taken < tables.CUT_OFF_LEAST:
        return CutOff(men, True)
    return CutOff(taken, False)


def cut_off_transfers(
    state: CampaignState, formations: Iterable[str], by: str, *, nowhere: bool = False
) -> tuple[Transfer, ...]:
    """The men, by unit, and all guns of a force that is cut off, as captured by a side (CM-AFTER-04)."""
    units = [unit for path in formations for unit in state.setup.formations[path].units]
    men = [state.books[unit].present for unit in units]
    taken = shares(cut_off(sum(men), nowhere=nowhere).men, men)
    transfers = [
        Transfer(unit, "present", "captured", number, "CM-AFTER-04", by=by)
        for unit, number in zip(units, taken, strict=True)
        if number
    ]
    transfers += [
        Transfer(unit, "present", "captured", state.books[unit].guns, "CM-AFTER-04", "guns", by=by)
        for unit in units
        if state.books[unit].guns
    ]
    return tuple(transfers)


def damaged(transfers: Iterable[Transfer]) -> Mapping[str, int]:
    """Guns damaged by some transfers, by unit (CM-AFTER-03)."""
    guns: dict[str, int] = {}
    for transfer in transfers:
        if transfer.what == "guns" and transfer.target == "damaged":
            guns[transfer.unit] = guns.get(transfer.unit, 0) + transfer.number
    return guns
