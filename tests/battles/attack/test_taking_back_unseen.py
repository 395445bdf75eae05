"""What may be taken back says nothing of what the other side has done unseen."""

from typing import Any
from uuid import uuid4

import pytest

from battles.engine.chance import Chances
from battles.services.locking import CannotAct
from battles.services.position import now
from battles.services.reading import look
from battles.services.taking_back import take_back
from battles.services.verifying import verify
from tests.battles.services.conftest import same_secrets
from tests.battles.services.test_hidden import RALLIES
from tests.battles.services.verbs import act, at, begun, fresh, hidden

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
        before = look(at(battle, other))
        stands = now(row)
        option = chances.choice(stands.system.options(stands.state, side))
        act(battle, side, chances.choice(option.actions))
        if look(at(battle, other)).n == before.n:
            unseen += 1
            assert before.undo.how != "free"
            with pytest.raises(CannotAct):
                take_back(at(battle, other), other, expect=None, token=uuid4())
    assert unseen > 0
    assert verify(battle) == []
