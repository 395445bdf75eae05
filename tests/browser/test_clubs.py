"""A club in the browser: founded, joined on a phone where sign-up is closed, and handed over."""

from typing import Any

import pytest

from tests.browser.visitors import sign_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.browser


def test_a_club_is_founded_joined_on_a_phone_and_handed_over(
    page: Any, chromium: Any, live: str, client: Any, alice: Any, settings: Any, faults: Any
) -> None:
    settings.MUSTER_SIGNUP = "closed"
    sign_in(page.context, live, client, alice)
    page.goto("/club/")
    page.get_by_role("link", name="Found a club").click()
    page.get_by_label("Name").fill("Black Watch Gamers")
    page.get_by_label("Rifle green").check()
    page.get_by_label("List the club").check()
    page.get_by_role("button", name="Found the club").click()
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link of the invitation").input_value()

    context = chromium.new_context(base_url=live, viewport={"width": 390, "height": 844}, has_touch=True)
    phone = context.new_page()
    phone.goto(link)
    phone.get_by_role("link", name="Create an account").tap()
    phone.get_by_label("Name", exact=True).fill("bert")
    for label in ("Password", "Password again"):
        phone.get_by_label(label, exact=True).fill(PASSWORD)
    phone.get_by_role("button", name="Create the account").tap()
    phone.get_by_role("button", name="Join as bert").tap()
    phone.get_by_text("Welcome to Black Watch Gamers. You are a player.").wait_for()

    club = "/club/black-watch-gamers/"
    page.goto(f"{club}people")
    page.get_by_role("button", name="Ask them").click()
    phone.goto(club)
    phone.get_by_role("button", name="Take the club over").tap()
    phone.get_by_text("You run Black Watch Gamers now.").wait_for()
    phone.goto(f"{club}invitations")
    phone.get_by_role("button", name="Make the link").tap()
    second = phone.get_by_label("Link of the invitation").input_value()
    sign_in(page.context, live, client, type(alice).objects.get(username="bert"))
    parts = ("", "people", "invitations", "record", "permissions", "edit", "delete", "house-rules")
    addresses = ["/club/", "/club/new", *(club + part for part in parts)]
    wrong = [fault for address in addresses for fault in faults(address)]
    page.context.clear_cookies()
    wrong += faults(second.removeprefix(live))
    context.close()
    assert wrong == []
