"""Games of these tests fall by the same dice in every run."""

from typing import Any

import pytest

from battles.models import TableGame
from battles.services import sources, table_games
from battles.services.table_kept import Keeper


@pytest.fixture
def game(alice: Any, monkeypatch: pytest.MonkeyPatch) -> TableGame:
    """Alice's game of two sample Divisions; whoever has the address may read along."""
    monkeypatch.setattr("battles.services.table_games.new_secret", lambda: bytes(32))
    source = next(sources.sample(system) for system in table_games.systems() if system.key == "mini_nap")
    return table_games.start(source, alice)


@pytest.fixture
def keeper(alice: Any) -> Keeper:
    """Alice with her phone."""
    return Keeper("alice", alice)
