"""The editor of scenarios in a browser: painted with a mouse and a finger, saved, and set up as a battle."""

import re
from typing import Any

import pytest

from tests.browser.boards import hex_middle
from tests.browser.conftest import Complaints
from tests.browser.visitors import PHONE, SMALL, sign_in

pytestmark = pytest.mark.browser

SYSTEM = "easy_napoleonics"


def ground(scenario: Any, key: str) -> str:
    """What lies on a hex of the saved scenario."""
    from battles.services.drawn_scenarios import draft_of

    scenario.refresh_from_db()
    return next(area.ground for area in draft_of(scenario).ground.areas if area.key == key)


@pytest.fixture
def scenario(live: str, alice: Any) -> Any:
    """The village, copied by Alice to be drawn on."""
    from battles.services.drawn_scenarios import copy_shipped

    return copy_shipped(alice, SYSTEM, "meeting")


def test_a_mouse_paints_and_a_battle_is_set_up(
    page: Any, live: str, client: Any, alice: Any, scenario: Any, complaints: Complaints
) -> None:
    sign_in(page.context, live, client, alice)
    page.goto(f"/s/{scenario.slug}/edit")
    page.get_by_label("Woods", exact=True).check()
    start, end = hex_middle(page, "0605"), hex_middle(page, "0905")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=24)
    page.mouse.up()
    page.get_by_text("1 change not saved.").wait_for()
    page.get_by_label("Hill", exact=True).check()
    page.mouse.click(*hex_middle(page, "1207"))
    page.get_by_text("2 changes not saved.").wait_for()
    page.get_by_role("button", name="Undo the last change").click()
    page.get_by_text("1 change not saved.").wait_for()
    page.get_by_role("button", name="Redo the change").click()
    page.locator('.areas [data-key="1307"]').evaluate("one => { one.setAttribute('tabindex', '-1'); one.focus(); }")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_text("3 changes not saved.").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("No unsaved changes.").wait_for()
    painted = {"0605": "wood", "0705": "wood", "0805": "wood", "0905": "wood", "1207": "hill", "1407": "hill"}
    assert {key: ground(scenario, key) for key in painted} == painted
    assert ground(scenario, "1007") == "open"
    page.get_by_role("link", name="View the scenario").click()
    page.get_by_role("link", name="Set up a battle").click()
    page.get_by_role("button", name="Start the battle").first.click()
    page.wait_for_url(re.compile(r"/b/"))
    assert not complaints.heard


def test_a_finger_paints_and_two_move_the_ground(
    chromium: Any, live: str, client: Any, alice: Any, scenario: Any
) -> None:
    context = chromium.new_context(base_url=live, **PHONE)
    sign_in(context, live, client, alice)
    page = context.new_page()
    page.goto(f"/s/{scenario.slug}/edit")
    page.get_by_label("Settlement", exact=True).check()
    page.locator("[data-board]").scroll_into_view_if_needed()
    page.touchscreen.tap(*hex_middle(page, "0907"))
    page.get_by_text("1 change not saved.").wait_for()
    session = context.new_cdp_session(page)
    (x1, y1), (x2, y2) = hex_middle(page, "0905"), hex_middle(page, "1005")

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", (x1, y1))
    touch("touchMove", (x2, y2))
    touch("touchEnd")
    page.get_by_text("2 changes not saved.").wait_for()
    touch("touchStart", (x1, y1))
    touch("touchStart", (x1, y1), (x2, y2))
    touch("touchMove", (x1 - 40, y1), (x2 + 40, y2))
    touch("touchEnd")
    assert page.get_by_text("2 changes not saved.").is_visible()
    assert hex_middle(page, "1005")[0] - hex_middle(page, "0905")[0] > 1.2 * (x2 - x1)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("No unsaved changes.").wait_for()
    assert [ground(scenario, key) for key in ("0907", "0905", "1005")] == ["town"] * 3
    assert page.evaluate(SMALL) == []
    context.close()


def test_without_script_hexes_are_typed(chromium: Any, live: str, client: Any, alice: Any, scenario: Any) -> None:
    context = chromium.new_context(base_url=live, java_script_enabled=False)
    sign_in(context, live, client, alice)
    page = context.new_page()
    page.goto(f"/s/{scenario.slug}/edit")
    page.get_by_label("Pond", exact=True).check()
    page.get_by_label("Hexes to paint").fill("0502, 0601-0703")
    page.get_by_role("button", name="Paint these").click()
    page.wait_for_url(re.compile(r"/edit\?brush=ground\.pond"))
    assert [ground(scenario, key) for key in ("0502", "0601", "0702", "0703")] == ["water"] * 4
    context.close()


def test_the_pages_of_scenarios_are_sound(
    page: Any, live: str, client: Any, alice: Any, scenario: Any, faults: Any
) -> None:
    sign_in(page.context, live, client, alice)
    base = f"/s/{scenario.slug}"
    pages = (base, f"{base}/edit", f"{base}/edit/forces.a.units", f"{base}/options", f"{base}/edit/head")
    addresses = (*pages, "/scenarios/", "/scenarios/new", "/scenarios/bring")
    assert [fault for address in addresses for fault in faults(address, folds="")] == []
