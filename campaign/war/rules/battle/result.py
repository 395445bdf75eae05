"""The result of an engagement: the one form, its checks, and what became of both sides (CM-ENG-07, CM-AFTER-02)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from battles.engine.campaign.outcome import Outcome as BattleOutcome
from battles.engine.campaign.outcome import Standing
from campaign.war.rules import tables
from campaign.war.rules.battle.battle_units import losses_by_unit
from campaign.war.rules.battle.encounters import Staged
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


def faults(state: CampaignState, engagement: Engagement, result: Result) -> tuple[str, ...]:
    """What is wrong with a result, a sentence for each (CM-ENG-07)."""
    return tuple(_faults(state, engagement, result))


def check(state: CampaignState, engagement: Engagement, result: Result) -> None:
    """Raise `NoResult` for a result that cannot be."""
    if sentences := faults(state, engagement, result):
        raise NoResult(sentences)


def _faults(state: CampaignState, engagement: Engagement, result: Result) -> Iterator[str]:
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
    yield from _loss_faults(state, engagement, result)
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


def _loss_faults(state: CampaignState, engagement: Engagement, result: Result) -> Iterator[str]:
    there = units_there(state, engagement, result.minutes)
    seen: set[str] = set()
    for loss in result.losses:
        unit = state.setup.units.get(loss.unit)
        if unit is None or loss.unit not in there:
            yield f"{unit.name if unit else loss.unit} was not in this battle (CM-ENG-07)."
            continue
        if loss.unit in seen:
            yield f"{unit.name} is in the result twice (CM-ENG-07)."
        seen.add(loss.unit)
        account = state.books[loss.unit]
        for what, lost, present in (("men", loss.men, account.present), ("guns", loss.guns, account.guns)):
            if lost < 0:
                yield f"{unit.name} cannot lose {lost} {what}: enter 0 or more (CM-BOOK-01)."
            elif lost > present:
                yield f"{unit.name} has {present:,} {what}; it cannot lose {lost:,} (CM-BOOK-01)."


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
