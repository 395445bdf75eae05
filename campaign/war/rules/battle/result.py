"""The result of an engagement: its form and checks, what became of both sides, the aftermath (CM-ENG-07, CM-AFTER)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from battles.engine.armies.facts import CAVALRY, INFANTRY
from battles.engine.campaign import Outcome as BattleOutcome
from battles.engine.campaign import Standing
from campaign.war.rules import tables
from campaign.war.rules.battle.battle_units import losses_by_unit
from campaign.war.rules.battle.encounters import Staged
from campaign.war.rules.books import Transfer, shares, split_loss
from campaign.war.rules.state import CampaignState, Engaged, Engagement, LeaderFate, Result, Settling, UnitLoss
from campaign.war.rules.tables import Outcome

MOST_DAYS: Final = 366
"""Days for which a leader may be written in as hurt."""
OUTCOME_OF: Final[Mapping[Standing, Outcome]] = {
    "undecided": "holds",
    "left": "left",
    "beaten": "beaten",
    "routed": "routed",
}
"""What a system's result word means for the loser (CM-AFTER-02)."""


class NoResult(ValueError):
    """A result that cannot be; ``sentences`` say everything that is wrong with it."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def result_of(
    state: CampaignState, engagement: Engagement, staged: Staged, outcome: BattleOutcome, settled: Settling
) -> Result:
    """The form of a battle that a rules system has fought: losses by the campaign's units (CM-ENG-05, CM-ENG-07)."""
    alliances = (engagement.attacker, engagement.defender)
    winner = "" if outcome.winner is None else alliances[outcome.winner]
    states: dict[str, Outcome] = dict.fromkeys(alliances, "holds")
    if outcome.winner is not None:
        states[alliances[1 - outcome.winner]] = OUTCOME_OF[outcome.standing]
    losses = tuple(
        loss
        for army, own in zip(staged.armies, outcome.losses, strict=True)
        for each in losses_by_unit(state, army, own)
        for loss in (UnitLoss(each.unit, each.men, each.guns, each.fled),)
    )
    return Result(
        engagement=engagement.id,
        winner=winner,
        field="" if outcome.holder is None else alliances[outcome.holder],
        minutes=min(outcome.minutes, engagement.light),
        losses=losses,
        leaders=tuple(_leaders(state, engagement, outcome)),
        states=states,
        settled=settled,
    )


def _leaders(state: CampaignState, engagement: Engagement, outcome: BattleOutcome) -> Iterator[LeaderFate]:
    """The fates of commanders of the campaign; others are officers of their units (CM-AFTER-07)."""
    engaged = {part.force for part in parts_of(engagement)}
    here = {each.name: each.id for each in state.commanders.values() if each.force in engaged}
    for leader in (*outcome.leaders[0], *outcome.leaders[1]):
        if leader.name in here and leader.fate != "unhurt":
            yield LeaderFate(here[leader.name], leader.fate)


def parts_of(engagement: Engagement) -> tuple[Engaged, ...]:
    """The forces of both sides."""
    return (*engagement.attackers, *engagement.defenders)


def units_there(state: CampaignState, engagement: Engagement, minutes: int) -> dict[str, str]:
    """The units that were there before the battle ended, each with its side."""
    units: dict[str, str] = {}
    for part in parts_of(engagement):
        late = (path for arrival in part.arrivals if arrival.minutes <= minutes for path in arrival.formations)
        for path in (*part.formations, *late):
            units.update(dict.fromkeys(state.setup.formations[path].units, part.side))
    return units


def seen_losses(state: CampaignState, losses: Iterable[UnitLoss], alliances: Collection[str]) -> tuple[UnitLoss, ...]:
    """Losses as some alliances see them: of the enemy's units only those that lost something or fled (CM-ENG-07).

    A unit that had not come up, or stood unhurt, is not named to the enemy.
    """
    return tuple(
        row
        for row in losses
        if state.setup.alliance(state.setup.units[row.unit].side) in alliances or row.men or row.guns or row.fled
    )


def faults(
    state: CampaignState, engagement: Engagement, result: Result, known: Collection[str] | None = None
) -> tuple[str, ...]:
    """What is wrong with a result, a sentence for each (CM-ENG-07).

    With ``known``, alliances whose books the reader may see, they say nothing of the units of others.
    """
    return tuple(dict.fromkeys(_faults(state, engagement, result, known)))


def check(state: CampaignState, engagement: Engagement, result: Result) -> None:
    """Raise `NoResult` for a result that cannot be."""
    if sentences := faults(state, engagement, result):
        raise NoResult(sentences)


def _faults(
    state: CampaignState, engagement: Engagement, result: Result, known: Collection[str] | None
) -> Iterator[str]:
    alliances = (engagement.attacker, engagement.defender)
    if result.engagement != engagement.id:
        yield f"This is the result of engagement {result.engagement}, not of engagement {engagement.id} (CM-ENG-07)."
    if engagement.status == "settled":
        yield f"Engagement {engagement.id} is settled already (CM-ENG-07)."
    for word, value in (("winner", result.winner), ("side that holds the ground", result.field)):
        if value and value not in alliances:
            yield f"The {word} is {alliances[0]}, {alliances[1]} or nobody, not {value} (CM-ENG-07)."
    if not 0 <= result.minutes <= engagement.light:
        yield f"The battle lasts 0 to {engagement.light} minutes, to dark; {result.minutes} is wrong (CM-ENG-07)."
    yield from _state_faults(engagement, result)
    yield from _loss_faults(state, engagement, result, known)
    yield from _leader_faults(state, engagement, result)


def _state_faults(engagement: Engagement, result: Result) -> Iterator[str]:
    alliances = (engagement.attacker, engagement.defender)
    for alliance, outcome in result.states.items():
        if alliance not in alliances:
            yield f"{alliance} is not in this battle (CM-AFTER-02)."
        elif not result.winner and outcome != "holds":
            yield f"Without a winner both sides hold the ground; {alliance} cannot be {outcome} (CM-AFTER-02)."
        elif result.winner and (alliance == result.winner) != (outcome == "holds"):
            word = "holds the ground" if alliance == result.winner else "does not hold the ground"
            yield f"{result.winner} won, so {alliance} {word} (CM-AFTER-02)."


def _loss_faults(
    state: CampaignState, engagement: Engagement, result: Result, known: Collection[str] | None
) -> Iterator[str]:
    there = units_there(state, engagement, result.minutes)
    seen: set[str] = set()
    for loss in result.losses:
        unit = state.setup.units.get(loss.unit)
        alliance = state.setup.alliance(unit.side) if unit else ""
        is_known = known is None or alliance in known
        name = unit.name if unit and is_known else loss.unit
        if unit is None or loss.unit not in there:
            yield f"{name} was not in this battle (CM-ENG-07)."
            continue
        if loss.unit in seen:
            yield f"{name} is in the result twice (CM-ENG-07)."
        seen.add(loss.unit)
        account = state.books[loss.unit]
        for what, lost, present in (("men", loss.men, account.present), ("guns", loss.guns, account.guns)):
            if lost < 0:
                yield f"{name} cannot lose {lost} {what}: enter 0 or more (CM-BOOK-01)."
            elif lost > present and is_known:
                yield f"{name} has {present:,} {what}; it cannot lose {lost:,} (CM-BOOK-01)."
            elif lost > present:
                yield f"The enemy had fewer {what} there than you say it lost (CM-BOOK-01)."


def _leader_faults(state: CampaignState, engagement: Engagement, result: Result) -> Iterator[str]:
    engaged = {part.force for part in parts_of(engagement)}
    seen: set[str] = set()
    for leader in result.leaders:
        commander = state.commanders.get(leader.commander)
        if commander is None or commander.force not in engaged:
            yield f"{commander.name if commander else leader.commander} was not in this battle (CM-AFTER-07)."
            continue
        if leader.commander in seen:
            yield f"{commander.name} is in the result twice (CM-AFTER-07)."
        seen.add(leader.commander)
        if leader.days is not None and (leader.fate != "hurt" or not 1 <= leader.days <= MOST_DAYS):
            yield f"{commander.name}: only the hurt have days, 1 to {MOST_DAYS} (CM-AFTER-07)."


def states_of(state: CampaignState, engagement: Engagement, result: Result) -> dict[str, Outcome]:
    """What became of each side: from the result, else the loser is beaten, or routed with heavy losses (CM-AFTER-02).

    Without a winner both hold the ground.
    """
    alliances = (engagement.attacker, engagement.defender)
    states: dict[str, Outcome] = dict.fromkeys(alliances, "holds")
    if result.winner:
        loser = alliances[1 - alliances.index(result.winner)]
        lost = lost_share(state, engagement, result, loser)
        states[loser] = result.states.get(loser) or ("routed" if lost >= tables.ROUTED_LOSS else "beaten")
    return states


def lost_share(state: CampaignState, engagement: Engagement, result: Result, alliance: str) -> int:
    """Men lost by an alliance, per mille of those who were there."""
    there = units_there(state, engagement, result.minutes)
    own = {unit for unit, side in there.items() if state.setup.alliance(side) == alliance}
    men = sum(state.books[unit].present for unit in own)
    lost = sum(loss.men for loss in result.losses if loss.unit in own)
    return lost * tables.PER_MILLE // men if men else 0


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
