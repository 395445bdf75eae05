"""Battles in which something is hidden from one side."""

from typing import Any

import pytest

from battles.models import Battle
from tests.battles.services.steps import SYSTEM, begun, fresh

RALLIES = b"16"
"""Play by which side b tries to rally a unit in entry 17 and often after that."""


def with_cards(alice: Any, bob: Any, seed: bytes, **options: Any) -> Battle:
    """A battle in which both sides choose a card at the same time."""
    for number in range(200):
        secret = seed + number.to_bytes(4, "big") + bytes(28 - len(seed))
        battle = drawn(alice, bob, secret, options)
        if fresh(battle).awaited == "ab":
            return battle
        Battle.objects.filter(pk=battle.pk).delete()
    raise AssertionError("no choice cards were drawn")


def drawn(alice: Any, bob: Any, secret: bytes, options: dict[str, Any]) -> Battle:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("battles.services.create.battle_start.new_secret", lambda: secret)
        return begun(alice, bob, owner=None, setup=SYSTEM.scenarios.sample(options))
