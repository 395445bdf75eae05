"""What may be taken back says nothing of what the other side has done unseen."""

from typing import Any
from uuid import uuid4

import pytest

from battles.engine.rng import Chances
from battles.services.play.game_controls import undo_action
from battles.services.play.lock import CannotAct
from battles.services.play.position import current_position
from battles.services.play.verification import verify
from battles.services.view.battle_query import shown_battle
from tests.battles.services.conftest import same_secrets
from tests.battles.services.hidden_battles import RALLIES
from tests.battles.services.steps import act, at, begun, fresh, hidden

__all__ = ["same_secrets"]

pytestmark = pytest.mark.django_db

TRIES = 60


def test_no_refusal_to_take_back_says_that_somebody_acted_unseen(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=hidden())
    chances, unseen = Chances(RALLIES), 0
    for _ in range(TRIES):
        row = fresh(battle)
        side = row.awaited[0]
        other = "b" if side == "a" else "a"
        before = shown_battle(at(battle, other))
        stands = current_position(row)
        option = chances.choice(stands.system.options(stands.state, side))
        act(battle, side, chances.choice(option.actions))
        if shown_battle(at(battle, other)).n == before.n:
            unseen += 1
            assert before.undo.how != "free"
            with pytest.raises(CannotAct):
                undo_action(at(battle, other), other, expect=None, token=uuid4())
    assert unseen > 0
    assert verify(battle) == []
