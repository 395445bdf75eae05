"""Campaigns in a browser: alone on a phone without an account; with friends on two devices and without reloading."""

from typing import Any

import pytest

from campaign.models import CampaignSeat
from campaign.war.services.orders import OrderSheet, give
from tests.browser.visitors import STILL_PHONE
from tests.war.stored.campaigns import at, meeting

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


def test_a_second_device_follows_and_a_resolved_turn_appears(live: str, enter: Any, alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    CampaignSeat.objects.filter(campaign=campaign).update(anyone=False)
    address = f"{live}/campaigns/{campaign.slug}"
    desk, phone = enter(alice), enter(alice)
    phone.goto(address)
    desk.goto(f"{address}?force=red.1&order=rest#order")
    desk.get_by_role("button", name="Give this order").click()
    phone.locator(".badge.ok", has_text="ordered").wait_for()
    give(at(campaign, bob), OrderSheet(), turn=1, ready=True)
    phone.locator(".war-waiting .badge.ok", has_text="bob: sent").wait_for()
    desk.goto(address)
    desk.get_by_role("button", name="Send all orders").click()
    phone.get_by_role("heading", name="The morning after").wait_for()
