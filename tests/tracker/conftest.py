"""Games of these tests fall by the same dice in every run."""

from typing import Any

import pytest

from battles.models import TableGame
from battles.services.create import sources
from battles.services.tracker import games
from battles.services.tracker.games import Editor


@pytest.fixture
def game(alice: Any, monkeypatch: pytest.MonkeyPatch) -> TableGame:
    """Alice's game of two sample Divisions; whoever has the address may read along."""
    monkeypatch.setattr("battles.services.tracker.games.new_secret", lambda: bytes(32))
    source = next(sources.sample(system) for system in games.tracked_systems() if system.key == "mini_nap")
    return games.start(source, alice)


@pytest.fixture
def keeper(alice: Any) -> Editor:
    """Alice with her phone."""
    return Editor("alice", alice)
