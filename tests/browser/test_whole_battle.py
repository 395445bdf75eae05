"""Whole battles in the browser, by nothing but what the pages offer: of two people, of a thumb and the computer."""

import json
from typing import Any

import pytest

from tests.battles.services.conftest import same_secrets
from tests.browser.battle_players import General, stands
from tests.browser.visitors import STILL_PHONE

__all__ = ["same_secrets"]

pytestmark = pytest.mark.browser

LONGEST = 120
"""Decisions in a battle: it is over long before."""
SCENARIO = {
    "format": "muster-scenario/1",
    "system": "easy_napoleonics",
    "title": "The ford",
    "board": {"map": [".....", ".....", "w....", ".....", "....."]},
    "options": {"deployment_depth": 2, "max_turns": 2, "deployment_order": "a_first"},
    "forces": {
        side: {
            "name": name,
            "nation": nation,
            "leaders": [{"name": leader}],
            "units": [
                {"name": f"{what} battery", "kind": "field_artillery", "grade": "veteran"},
                {"name": f"1st {what}", "kind": "infantry", "grade": "seasoned"},
                {"name": f"2nd {what}", "kind": "infantry", "grade": "veteran"},
            ],
        }
        for side, name, nation, leader, what in (
            ("a", "French column", "france", "General Vallin", "Ligne"),
            ("b", "Austrian column", "austria", "General Kerpen", "Infanterie"),
        )
    },
}


def set_up(page: Any, opponent: str) -> None:
    """From the list of battles: a scenario brought in as a file, then a battle of it."""
    page.goto("/battles/")
    page.get_by_role("link", name="Scenarios").click()
    page.get_by_role("link", name="Import a file").click()
    page.locator("input[type=file]").set_input_files(
        {"name": "ford.json", "mimeType": "application/json", "buffer": json.dumps(SCENARIO).encode()}
    )
    page.get_by_role("button", name="Import the scenario").click()
    page.get_by_role("link", name="Set up a battle").click()
    page.get_by_label("Who plays the Austrian column").select_option(label=opponent)
    page.get_by_role("button", name="Start the battle").first.click()
    page.locator(".lead, #play").first.wait_for()


def test_two_people_in_two_browsers_play_a_whole_battle(enter: Any, alice: Any, bob: Any) -> None:
    hers, his = enter(alice), enter(bob)
    set_up(hers, "A friend: I send a link")
    invitation = hers.get_by_label("Invitation").input_value()
    his.goto(invitation)
    his.get_by_role("button", name="Take the seat").click()
    for page in (hers, his):
        page.get_by_text("Live", exact=True).wait_for()
    generals = (General(hers, "north"), General(his, "south"))
    hers.locator(".awaited .here").wait_for()
    for page in (hers, his):
        page.evaluate("window.kept = true")
    phases = set()
    for _ in range(LONGEST):
        acting, waiting = generals if generals[0].is_awaited else generals[::-1]
        if acting.is_over:
            break
        phases.add(acting.page.locator(".phases [aria-current]").inner_text())
        acting.decide()
        seen = acting.page.locator("#play").get_attribute("data-n")
        waiting.page.locator(f"#play[data-n='{seen}']").wait_for()
        assert stands(acting.page) == stands(waiting.page)
    assert all(page.evaluate("window.kept") for page in (hers, his)), "a page was loaded again"
    assert phases >= {"Deployment", "French column moves", "Austrian column moves", "Artillery", "Musketry", "Melee"}
    outcomes = [page.locator(".awaited .ended").inner_text() for page in (hers, his)]
    results, ends = zip(*(outcome.split(". ", 1) for outcome in outcomes), strict=True)
    assert sorted(result.split(" ")[1] for result in results) == ["lost", "won"]
    assert ends[0] == ends[1]
    assert ends[0].startswith("The battle is over")
    for page in (hers, his):
        page.get_by_role("link", name="Verify the dice").click()
        page.get_by_role("button", name="Verify the dice").click()
        said = page.locator("#verdict.notice").inner_text()
        faces = page.locator("[data-faces]").evaluate_all("all => all.map((one) => one.dataset.faces).join(' ')")
        thrown = len(faces.split())
        assert f"All {thrown} dice" in said
        assert "matches the commitment" in said
        assert page.locator("tr.wrong").count() == 0


def test_a_thumb_finishes_a_battle_against_the_computer(enter: Any, alice: Any, worker: None) -> None:
    page = enter(alice, **STILL_PHONE)
    set_up(page, "The computer: Captain, compares the odds of its actions, one at a time")
    page.get_by_text("Live", exact=True).wait_for()
    general = General(page, "north", thumb=True)
    for _ in range(LONGEST):
        page.locator(".awaited :is(.here, .ended)").wait_for(state="attached")
        if general.is_over:
            break
        general.decide()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "The battle is over" in page.locator(".awaited .ended").inner_text()
    assert any(deed.startswith("Deploy in") for deed in general.deeds)
    assert any("ove to" in deed for deed in general.deeds)
    page.get_by_role("link", name="Verify the dice").tap()
    page.get_by_role("button", name="Verify the dice").tap()
    assert "matches the commitment" in page.locator("#verdict.notice").inner_text()
