"""Troops that have still to arrive, on the page of a battle: the situation, the board, the panel and the API."""

import json
from typing import Any

import pytest
from django.test import Client

from battles.engine import registry
from battles.models import Battle
from battles.services.drawn_scenarios import import_scenario
from tests.battles.pages.browser_steps import browser_of

pytestmark = pytest.mark.django_db


def page_of(browser: Client, address: str) -> str:
    return browser.get(address).content.decode().replace("&#x27;", "'")


def test_place_turn_and_names_of_arrivals_are_on_the_page(alice: Any) -> None:
    scenarios = registry.load("easy_napoleonics").scenarios
    file = json.loads(scenarios.write(scenarios.load("quatre_bras_deployed")))
    late = next(unit for unit in file["forces"]["b"]["units"] if unit["name"].startswith("Kielmansegge"))
    late |= {"arrives": 3, "entry": ["1806", "1805"]}
    del late["at"]
    drawn = import_scenario(alice, "easy_napoleonics", json.dumps(file).encode())
    browser = browser_of(alice)
    made = browser.post(
        "/api/v1/battles", {"source": f"drawn:easy_napoleonics:{drawn.slug}"}, content_type="application/json"
    ).json()
    page = page_of(browser, f"/b/{made['slug']}")
    where = "Namur road, 1806 or 1805"
    assert f"Arriving in turn 3: Kielmansegge's Hanoverians (Anglo-allied army), {where}" in page
    assert f"Turn 3, {where}: Kielmansegge's Hanoverians (Anglo-allied army)" in page
    assert f'<span class="muted">turn 3, {where}</span>' in page
    assert '<path class="zone arrival side-b' in page
    assert ">Turn 3</text>" in page
    assert Battle.objects.get(slug=made["slug"]).turn == 1
    view = browser.get(f"/api/v1/battles/{made['slug']}").json()
    notes = {block["name"]: block["note"] for block in view["scene"]["off"]}
    assert notes == {
        "Kielmansegge's Hanoverians": f"turn 3, {where}",
        "Guiton's Cuirassiers": "turn 4, Charleroi road, 1114, 1014 or 1214",
        "Maitland's Guards": "turn 6, Nivelles road, 0104, 0103 or 0105",
    }
    svg = page_of(browser, f"/s/{drawn.slug}.svg")
    assert "zone arrival" in svg
