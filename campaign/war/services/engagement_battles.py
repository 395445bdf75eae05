"""Battles and table games of engagements: created, played, and read back as a result (CM-ENG-04).

An engagement knows its battle or game; these know nothing of campaigns.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from armies.models import Visibility
from battles.ai.players import fight, player
from battles.engine import core, registry
from battles.engine.options import OptionValue
from battles.models import Battle, Status, TableGame
from battles.services.create.battle_start import MOST_TITLE, NewBattle, Sitting, start
from battles.services.create.request import USUAL, computer_at, level_of
from battles.services.play.position import current_position, entries_at
from battles.services.tracker import games
from campaign.war.rules.battle.encounters import Staged, ground_seed, staged
from campaign.war.rules.battle.result import result_of
from campaign.war.rules.settings import Settings
from campaign.war.rules.state import CampaignState, Engagement, Result, Settling

COMPUTER: Final = "greedy"
"""The computer player of battles that the computer settles without a battle page."""


class NotThisBattle(ValueError):
    """A battle that was not made from this engagement, or not from its armies as they are now; a sentence."""


class NotOver(ValueError):
    """A battle that is still being played; a sentence."""


class BattleChoice(Struct, frozen=True, kw_only=True):
    """How an engagement is fought on a board: the system, options of it by name, and who plays.

    ``sittings`` are those of the attacker ``a`` and the defender ``b``, and of an umpire; sides not named are played by
    the computer. What a campaign shows to a club is private in the battle, which belongs to none.
    """

    system: str
    options: Mapping[str, OptionValue] = {}
    sittings: Sequence[Sitting] = ()
    level: str = USUAL
    owner: Any = None
    visibility: str = Visibility.UNLISTED
    token: UUID | None = None


def stage(
    state: CampaignState, engagement: Engagement, system: str, options: Mapping[str, OptionValue] | None = None
) -> Staged:
    """An engagement as an encounter for a rules system; the same whenever it is asked for.

    Raises:
        UnknownSystem: there is no such system.
        NobodyFights: a side has no unit that can fight.
    """
    group = registry.campaign(system)
    return staged(
        state,
        engagement,
        ground_seed(state, engagement),
        minutes_per_turn(state.setup.settings, system),
        group.most_units,
        options,
    )


def minutes_per_turn(settings: Settings, system: str) -> int:
    """The campaign's own minutes of a battle turn, else the system's (CM-ENG-03)."""
    own = settings.minutes_per_turn
    return own if own != Settings().minutes_per_turn else registry.campaign(system).minutes_per_turn


def create_battle(state: CampaignState, engagement: Engagement, choice: BattleChoice) -> tuple[Battle, tuple[str, ...]]:
    """Create the battle of an engagement; return it and notes for the players.

    Raises:
        Refused: a value is wrong, or there are too many battles.
        SetupError: the system has no battles, or an army cannot be fielded.
        NobodyFights: a side has no unit that can fight.
        ValueError: a wrong option; a sentence.
    """
    both = stage(state, engagement, choice.system, choice.options)
    setup, notes = registry.campaign(choice.system).setup(both.encounter)
    system = registry.load(choice.system)
    taken = {sitting.place for sitting in choice.sittings}
    computers = [computer_at(side, level_of(system, choice.level)) for side in system.sides if side not in taken]
    new = NewBattle(
        system=system,
        setup=setup,
        title=both.encounter.title[:MOST_TITLE],
        sittings=(*choice.sittings, *computers),
        visibility=Visibility.PRIVATE if choice.visibility == Visibility.CLUB else choice.visibility,
        owner=choice.owner,
        token=choice.token,
    )
    return start(new), notes


def result_of_battle(
    state: CampaignState, engagement: Engagement, battle: Battle, options: Mapping[str, OptionValue] | None = None
) -> Result:
    """The result of a battle that is over.

    Raises:
        NotOver: it is still being played; ``stopped_result`` ends it for the campaign.
        NotThisBattle: it was made from other armies.
    """
    if battle.status != Status.OVER:
        raise NotOver("This battle is not over. Play it to its end, or stop it: then it is undecided (CM-RULING-47).")
    return _read_back(state, engagement, battle, ending(battle), options)


def stopped_result(
    state: CampaignState, engagement: Engagement, battle: Battle, options: Mapping[str, OptionValue] | None = None
) -> Result:
    """The result of a battle as it stands now, undecided (CM-RULING-47). Raises `NotThisBattle`."""
    ended = ending(battle) if battle.status == Status.OVER else None
    return _read_back(state, engagement, battle, ended, options)


def ending(battle: Battle) -> core.Outcome | None:
    """How a battle ended: by agreement, or by the rules; None while it goes on."""
    position = current_position(battle)
    last = entries_at(battle, [battle.head])
    agreed = last[0].ended if last else None
    outcome: core.Outcome | None = agreed or position.system.outcome(position.state)
    return outcome


def _read_back(
    state: CampaignState,
    engagement: Engagement,
    battle: Battle,
    ended: core.Outcome | None,
    options: Mapping[str, OptionValue] | None,
) -> Result:
    both = stage(state, engagement, battle.system, options)
    return _result(state, engagement, both, battle.system, current_position(battle).state, ended, "board")


def _result(
    state: CampaignState,
    engagement: Engagement,
    both: Staged,
    system: str,
    last: Any,
    ended: core.Outcome | None,
    settled: Settling,
) -> Result:
    """The result of the last state of a battle or game."""
    try:
        outcome = registry.campaign(system).outcome(last, both.encounter, ended)
    except ValueError as error:
        raise NotThisBattle("This battle was made from other armies than those of the engagement.") from error
    return result_of(state, engagement, both, outcome, settled)


def create_table_game(
    state: CampaignState,
    engagement: Engagement,
    system: str,
    user: Any,
    *,
    options: Mapping[str, OptionValue] | None = None,
    token: UUID | None = None,
) -> TableGame:
    """Create the tracker of an engagement that is fought with figures on a table (CM-ENG-04).

    Raises:
        Refused: there are too many games, or the system has no tracker.
        SetupError: the system has no engine: write the result in. Or an army cannot be fielded.
        NobodyFights: a side has no unit that can fight.
    """
    both = stage(state, engagement, system, options)
    setup, _ = registry.campaign(system).setup(both.encounter)
    title = both.encounter.title[:MOST_TITLE]
    return games.start_from_setup(registry.load(system), setup, user, title=title, token=token)


def result_of_game(
    state: CampaignState, engagement: Engagement, game: TableGame, options: Mapping[str, OptionValue] | None = None
) -> Result:
    """The result of a tracked game as it stands; undecided if it has not ended (CM-RULING-47).

    Raises:
        NotThisBattle: it was made from other armies.
    """
    both = stage(state, engagement, game.system, options)
    last = games.tracker_state(game)
    ended = registry.load(game.system).tracker.outcome(last)  # type: ignore[union-attr]
    return _result(state, engagement, both, game.system, last, ended, "table")


def fought_by_computers(
    state: CampaignState,
    engagement: Engagement,
    system: str,
    secret: bytes,
    options: Mapping[str, OptionValue] | None = None,
) -> Result:
    """The result of a battle that two computer players fight at once, without a battle page (CM-ENG-04).

    Raises:
        SetupError: the system has no battles, or an army cannot be fielded.
        NobodyFights: a side has no unit that can fight.
    """
    both = stage(state, engagement, system, options)
    setup, _ = registry.campaign(system).setup(both.encounter)
    rules = registry.load(system)
    players = {side: player(COMPUTER, rules, secret + side.encode()) for side in rules.sides}
    record = fight(rules, setup, players, secret, title=both.encounter.title)
    outcome = rules.campaign.outcome(record.state, both.encounter, record.outcome)
    return result_of(state, engagement, both, outcome, "computer")
