"""An engagement becomes a stored battle, computers play it, and it comes back as a result."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, Status
from battles.services.jobs.computer_turns import claim, decide_one
from battles.services.play.verification import verify
from campaign.war.rules.battle import result
from campaign.war.rules.settings import Settings
from campaign.war.services.engagement_battles import (
    BattleChoice,
    NotOver,
    NotThisBattle,
    create_battle,
    create_table_game,
    fought_by_computers,
    minutes_per_turn,
    result_of_battle,
    result_of_game,
    stopped_result,
)
from tests.war.engagements import Part, small

pytestmark = pytest.mark.django_db

SMALL: list[Part] = [
    ("line_infantry", 600, "veteran"),
    ("line_infantry", 600, "trained"),
    ("light_cavalry", 400, "elite"),
]
STATE, ENGAGEMENT = small(SMALL, SMALL, light=120)


def made(system: str = "easy_napoleonics") -> Battle:
    return create_battle(STATE, ENGAGEMENT, BattleChoice(system=system))[0]


def play_on(battle: Battle, most: int = 10_000) -> None:
    """Play the turns of the computers until the battle is over, or ``most`` of them."""
    for _ in range(most):
        turn = claim("test")
        if turn is None:
            break
        decide_one(turn)
    battle.refresh_from_db()


@pytest.mark.rule("CM-ENG-04", "an engagement becomes a live battle, fought by computer players, and a result")
def test_a_battle_there_and_back() -> None:
    battle = made()
    play_on(battle)
    assert battle.status == Status.OVER
    assert verify(battle) == []
    with CaptureQueriesContext(
        connection,
    ) as queries:
        back = result_of_battle(STATE, ENGAGEMENT, battle)
    assert len(queries) == 1
    assert result.faults(STATE, ENGAGEMENT, back) == ()
    assert back.settled == "board"
    assert {loss.unit for loss in back.losses} == set(STATE.setup.units)


@pytest.mark.rule("CM-RULING-47", "a battle that goes on has no result; one that is stopped is undecided")
@pytest.mark.parametrize("system", ["easy_napoleonics", "mini_nap"])
def test_a_battle_that_is_stopped(system: str) -> None:
    battle = made(system)
    play_on(battle, 12)
    assert battle.status == Status.PLAYING
    with pytest.raises(NotOver, match="not over"):
        result_of_battle(STATE, ENGAGEMENT, battle)
    back = stopped_result(STATE, ENGAGEMENT, battle)
    assert (back.winner, back.field) == ("", "")
    assert result.faults(STATE, ENGAGEMENT, back) == ()


@pytest.mark.rule("CM-ENG-04", "a battle of other armies is no result of the engagement")
def test_a_battle_of_other_armies() -> None:
    battle = made()
    state, engagement = small([*SMALL, *SMALL], SMALL)
    with pytest.raises(NotThisBattle, match="other armies"):
        stopped_result(state, engagement, battle)


@pytest.mark.rule("CM-ENG-04", "an engagement is fought at a table, with a tracker, and comes back the same way")
@pytest.mark.parametrize("system", ["easy_napoleonics", "mini_nap"])
def test_a_game_at_a_table(system: str) -> None:
    token = uuid4()
    game = create_table_game(STATE, ENGAGEMENT, system, AnonymousUser(), token=token)
    assert create_table_game(STATE, ENGAGEMENT, system, AnonymousUser(), token=token) == game
    back = result_of_game(STATE, ENGAGEMENT, game)
    assert result.faults(STATE, ENGAGEMENT, back) == ()
    assert (back.settled, back.winner) == ("table", "")
    assert {loss.unit for loss in back.losses} == set(STATE.setup.units)


@pytest.mark.rule("CM-ENG-04", "the computer settles without a battle page; the same secret gives the same result")
def test_settled_by_computers() -> None:
    one, other = (fought_by_computers(STATE, ENGAGEMENT, "easy_napoleonics", secret * 32) for secret in (b"x", b"y"))
    assert one == fought_by_computers(STATE, ENGAGEMENT, "easy_napoleonics", b"x" * 32)
    assert one != other
    assert result.faults(STATE, ENGAGEMENT, one) == ()
    assert one.settled == "computer"
    assert not Battle.objects.exists()


@pytest.mark.rule("CM-ENG-03", "minutes of a turn are the campaign's own, else the system's")
@pytest.mark.parametrize(("own", "want"), [(30, 30), (20, 20)])
def test_minutes_of_a_turn(own: int, want: int) -> None:
    settings: Any = Settings(minutes_per_turn=own)
    assert minutes_per_turn(settings, "mini_nap") == want
