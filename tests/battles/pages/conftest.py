"""Battles of these tests fall by the same dice in every run, and each of the cast has a browser."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle
from tests.battles.pages.browser_steps import browser_of
from tests.battles.services.conftest import same_secrets
from tests.battles.services.steps import begun, deployed

__all__ = ["same_secrets"]


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    """Alice, who made it, against Bob, within reach of each other; whoever has the address may watch."""
    return begun(alice, bob, setup=deployed())


@pytest.fixture
def browsers(alice: Any, bob: Any, charlie: Any) -> dict[str, Client]:
    """A browser of each side, of a member who is a stranger here, and of somebody who is not signed in."""
    return {name: browser_of(user) for name, user in (("a", alice), ("b", bob), ("member", charlie), ("nobody", None))}
