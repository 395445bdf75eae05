"""The battle that a newcomer gets with one click: deployed, with their side, its length and its result in words."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from battles.engine import registry
from battles.models import Battle
from battles.services.access import access_of
from battles.services.play.game_end import resign
from tests.battles.pages.browser_steps import browser_of

pytestmark = pytest.mark.django_db


def start(browser: Client) -> tuple[str, Battle]:
    """The address and row of the battle behind the first button."""
    address = browser.post("/battles/quick").url
    return address, Battle.objects.get()


def test_the_first_battle_is_deployed_and_says_side_and_length(alice: Any) -> None:
    browser = browser_of(alice)
    address, battle = start(browser)
    page = browser.get(address).content.decode()
    assert battle.title == "Quatre Bras, deployed"
    assert "Turn 1 of 12" in page
    assert "Your side: French left wing" in page
    assert battle.turn == 1


def test_a_spectator_has_no_side(alice: Any) -> None:
    address, _ = start(browser_of(alice))
    Battle.objects.update(visibility="public")
    assert "Your side" not in Client().get(address).content.decode()


def test_the_end_says_whether_you_won(alice: Any) -> None:
    browser = browser_of(alice)
    address, battle = start(browser)
    resign(access_of(battle, alice), "a", token=uuid4())
    assert "You lost 0 to 0" in browser.get(address).content.decode()
    Battle.objects.update(visibility="public")
    spectator = Client().get(address).content.decode()
    assert "You lost" not in spectator
    assert "You won" not in spectator


def test_every_first_scenario_is_shipped() -> None:
    for key in registry.playable():
        system = registry.load(key)
        assert system.meta.first_scenario in ("", *system.scenarios.shipped())


@pytest.mark.parametrize("scenario", ["quatre_bras", "quatre_bras_deployed"])
def test_a_battle_lasts_as_long_as_its_scenario_says(scenario: str) -> None:
    system = registry.load("easy_napoleonics")
    assert system.ui.length(system.start(system.scenarios.load(scenario))) == 12


def test_the_home_page_has_one_button_for_each_system() -> None:
    page = Client().get("/").content.decode()
    first, *others = registry.playable()
    assert page.count("Play against the computer<") == 1
    for key in others:
        assert f"Play under {registry.meta(key).title}<" in page
    assert f"Play under {registry.meta(first).title}<" not in page
