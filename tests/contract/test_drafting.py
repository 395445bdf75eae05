"""Every system whose scenarios can be drawn keeps the laws of drawing."""

from collections.abc import Callable
from typing import Any

import pytest

from battles.engine import registry
from tests.contract.drafting_laws import DRAFTING

SYSTEMS = [key for key in registry.playable() if registry.load(key).drafting is not None]


def test_scenarios_can_be_drawn() -> None:
    assert {"easy_napoleonics", "mini_nap"} <= set(SYSTEMS)


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize("law", DRAFTING, ids=lambda law: law.__name__)
def test_every_drafting_system_keeps_the_law(law: Callable[[Any], None], key: str) -> None:
    law(registry.load(key))
