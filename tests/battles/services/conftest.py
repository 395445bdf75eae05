"""Battles of tests fall by dice that are the same in every run."""

from hashlib import blake2b
from itertools import count

import pytest


@pytest.fixture(autouse=True)
def same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first battle of a test has one secret, the second another, and so on."""
    numbers = count()
    monkeypatch.setattr(
        "battles.services.create.battle_start.new_secret",
        lambda: blake2b(b"%d" % next(numbers), digest_size=32).digest(),
    )
