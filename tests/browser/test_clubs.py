"""A club in the browser, from an empty installation: its people come by link on phones, and share, play and leave."""

from typing import Any

import pytest

from battles.services.create import sources
from campaign.accounts.administrators import first_account_link
from campaign.models import Club
from tests.browser.visitors import STILL_PHONE, sign_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.browser
CLUB = "/club/black-watch-gamers/"
PEOPLE = ("bert", "cleo", "dirk", "emma", "finn", "greta")


def create_account(page: Any, name: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    for label in ("Password", "Password again"):
        page.get_by_label(label, exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()


def joined(chromium: Any, live: str, link: str, name: str) -> Any:
    """The phone of somebody who opened the link, created an account and joined."""
    phone = chromium.new_context(base_url=live, **STILL_PHONE).new_page()
    phone.goto(link)
    phone.get_by_role("link", name="Create an account").tap()
    create_account(phone, name)
    phone.get_by_role("button", name=f"Join as {name}").tap()
    phone.get_by_text("Welcome to Black Watch Gamers. You are a player.").wait_for()
    return phone


def fill_commander(page: Any, army: str, commander: str) -> None:
    page.goto(f"{army}/edit")
    page.get_by_label("Commander").fill(commander)
    page.get_by_role("button", name="Save").click()


def test_a_club_from_the_first_link_to_a_deleted_account(
    page: Any, chromium: Any, live: str, client: Any, alice: Any, settings: Any, faults: Any
) -> None:
    settings.MUSTER_SIGNUP = "closed"
    page.goto(first_account_link(live))
    create_account(page, "anna")
    page.get_by_label("Name").fill("Black Watch Gamers")
    page.locator("details", has=page.get_by_label("Rifle green")).locator("summary").click()
    page.get_by_label("Rifle green").check()
    page.get_by_label("List the club").check()
    page.get_by_label("Organisers, umpires and players").check()
    page.get_by_role("button", name="Found the club").click()
    page.get_by_label("The link is for").select_option("20")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link of the invitation").input_value()
    phones = {name: joined(chromium, live, link, name) for name in PEOPLE}

    bert, cleo, dirk = (phones[name] for name in PEOPLE[:3])
    bert.goto("/armies/new?club=black-watch-gamers")
    bert.locator("form:has([value=nothing])").get_by_label("Name").first.fill("The left wing")
    bert.locator("form:has([value=nothing]) button").first.tap()
    bert.wait_for_url("**/a/*/build**")
    army = bert.url.partition("/build")[0]
    for phone, commander in ((bert, "Marshal Ney"), (cleo, "General Reille")):
        fill_commander(phone, army, commander)
    bert.goto(f"{army}/history")
    history = bert.locator("main").inner_text()
    assert ("bert" in history, "cleo" in history) == (True, True)

    page.goto(f"{CLUB}people")
    page.get_by_label("Role of dirk").select_option("umpire")
    page.get_by_role("button", name="Change the role of dirk").click()
    page.get_by_text("dirk is an umpire now.").wait_for()
    source = sources.sample(sources.playable()[0]).key
    page.goto(f"/battles/new/setup?from={source}&club=black-watch-gamers")
    page.get_by_label("Umpire").select_option(label="A friend: I send a link")
    page.get_by_role("button", name="Start the battle").first.click()
    page.wait_for_url("**/b/**")
    page.goto(f"{page.url.partition('/seats')[0]}/seats")
    umpires = page.get_by_role("region", name="Umpire")
    dirk.goto(umpires.get_by_label("Send this link").input_value())
    dirk.get_by_role("button", name="Take the seat").tap()
    dirk.wait_for_url(lambda url: "/join/" not in url)
    page.reload()
    umpires.get_by_text("dirk").wait_for()

    page.goto(f"{CLUB}people")
    page.get_by_label("Who takes it over").select_option(label="dirk")
    page.get_by_role("button", name="Ask them").click()
    dirk.goto(CLUB)
    dirk.get_by_role("button", name="Take the club over").tap()
    dirk.get_by_text("You run Black Watch Gamers now.").wait_for()
    bert.goto("/profile/delete")
    bert.get_by_label("Name for what stays").fill("The old guard")
    bert.get_by_label("Name to sign in with").fill("bert")
    bert.get_by_label("Password").fill(PASSWORD)
    bert.get_by_role("button", name="Delete the account").tap()
    bert.get_by_text("Your account is deleted.").wait_for()
    cleo.goto(f"{army}/history")
    assert "The old guard" in cleo.locator("main").inner_text()
    dirk.goto(f"{CLUB}invitations")
    dirk.get_by_role("button", name="Make the link").tap()
    second = dirk.get_by_label("Link of the invitation").input_value()

    members = Club.objects.get(slug="black-watch-gamers").memberships
    assert sorted(members.values_list("user__username", flat=True)) == ["anna", *PEOPLE[1:]]
    sign_in(page.context, live, client, members.get(role="organiser").user)
    parts = ("", "people", "people/import", "invitations", "record", "reports", "permissions", "edit", "delete")
    addresses = ["/club/", "/club/new", "/profile/record", *(CLUB + part for part in (*parts, "house-rules"))]
    wrong = [fault for address in addresses for fault in faults(address)]
    page.context.clear_cookies()
    wrong += faults(second.removeprefix(live))
    for phone in phones.values():
        phone.context.close()
    assert wrong == []
