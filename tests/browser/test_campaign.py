"""A campaign on a phone, alone and without an account: two clicks to the map, an order by pointing, the first turn."""

from typing import Any

import pytest

from tests.browser.visitors import STILL_PHONE

pytestmark = pytest.mark.browser


def test_a_stranger_plays_the_first_turn_of_the_evening_on_a_phone(
    page: Any, live: str, axe: Any, complaints: Any
) -> None:
    phone = page
    phone.set_viewport_size(STILL_PHONE["viewport"])
    phone.goto("/")
    phone.get_by_role("link", name="Play a campaign").click()
    assert axe() == []
    phone.get_by_role("button", name="Command the Left wing").click()
    phone.locator("#forces").get_by_role("link", name="II Corps").click()
    desk = phone.locator("[data-part=desk]:not([aria-busy])")
    desk.get_by_role("heading", name="Order to II Corps").wait_for()
    phone.locator("a.war-town[aria-label='March to Quatre Bras']").focus()
    phone.keyboard.press("Enter")
    desk.get_by_text("34 km by").wait_for()
    assert phone.evaluate("document.activeElement.id") == "to-quatre-bras"
    assert axe() == []
    desk.get_by_role("button", name="Give this order").click()
    phone.locator(".badge.ok", has_text="ordered").wait_for()
    phone.get_by_role("button", name="End the turn").click()
    phone.get_by_role("heading", name="The morning after").wait_for()
    assert complaints.heard == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe() == []
