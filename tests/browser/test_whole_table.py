"""A whole battle on an open table between two browsers, one of them a phone: led by hand, then left to the computer."""

import json
from typing import Any

import pytest

from tests.battles.services.conftest import same_secrets
from tests.browser.battle_players import SETTLED
from tests.browser.boards import take_hold
from tests.browser.tables import left, pointed
from tests.browser.visitors import STILL_PHONE

__all__ = ["same_secrets"]

pytestmark = pytest.mark.browser

LONGEST = 60
"""Decisions in the battle: it is over long before."""
ZONES = {"a": [0, 0, 60, 26], "b": [0, 34, 60, 60]}


def force(side: str, what: str, nation: str) -> Any:
    """A Brigade of two battalions that is deployed within reach of the enemy."""
    units = [
        {"name": f"{number} {what}", "type": "line_infantry", "rating": "veteran", "points": 5}
        for number in ("1st", "2nd")
    ]
    brigade = {"name": f"{what} Brigade", "kind": "infantry", "units": units}
    division = {"name": f"{what} Division", "kind": "infantry", "brigades": [brigade]}
    corps = {"name": f"{what} Corps", "nation": nation, "divisions": [division]}
    return {"name": f"{what} column", "zone": ZONES[side], "corps": [corps]}


SCENARIO = {
    "format": "muster-scenario/1",
    "system": "mini_nap",
    "title": "The lane",
    "table": {"width": 60, "height": 60},
    "options": {"turn_limit": 1, "table_w": "60", "table_h": "60"},
    "forces": {"a": force("a", "Ligne", "french"), "b": force("b", "Infanterie", "austrian")},
}


@pytest.fixture
def battle(live: str, alice: Any, bob: Any) -> Any:
    """Alice against Bob on a small table."""
    from battles.engine import registry
    from battles.services.create.battle_start import NewBattle, Sitting, start

    system = registry.load("mini_nap")
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    setup = system.scenarios.read(json.dumps(SCENARIO).encode())
    return start(NewBattle(system=system, setup=setup, title="The lane", owner=alice, sittings=sittings))


def test_two_browsers_fight_a_battle_on_an_open_table_to_its_end(enter: Any, alice: Any, bob: Any, battle: Any) -> None:
    pages = (enter(alice, reduced_motion="reduce"), enter(bob, **STILL_PHONE))
    for page in pages:
        page.goto(f"/b/{battle.slug}")
        page.get_by_text("Live", exact=True).wait_for()
        take_hold(page)
    by_hand: set[tuple[int, str]] = set()
    for _ in range(LONGEST):
        if pages[0].locator(".awaited .ended").count():
            break
        number = 0 if pages[0].locator(".awaited .here").count() else 1
        acting, waiting = pages[number], pages[1 - number]
        assert acting.locator(".asked").inner_text().strip()
        step = acting.locator(".phases [aria-current]").inner_text()
        before = acting.locator("#play").get_attribute("data-n")
        if (number, step) in by_hand or not pointed(acting):
            left(acting)
        by_hand.add((number, step))
        acting.locator(f"#play[data-n='{before}']").wait_for(state="detached")
        acting.locator(SETTLED).wait_for()
        waiting.locator(f"#play[data-n='{acting.locator('#play').get_attribute('data-n')}']").wait_for()
        assert pages[1].evaluate("document.documentElement.scrollWidth") <= 390
    assert {(0, "Deployment"), (1, "Deployment"), (0, "Manoeuvre"), (1, "Manoeuvre")} <= by_hand
    ends = [page.locator(".awaited .ended").inner_text() for page in pages]
    assert ends[0] == ends[1]
