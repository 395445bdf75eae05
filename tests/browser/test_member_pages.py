"""Pages that only who is signed in sees: legible to axe, no wider than their window, and their buttons at work."""

import logging
from typing import Any

import pytest

pytestmark = pytest.mark.browser

NAMES = ("share", "join", "figures", "missing", "club", "house rules", "house rules of an army", "listing", "operator")


@pytest.fixture
def addresses(live: str, alice: Any, bob: Any, client: Any, page: Any) -> dict[str, str]:
    """Alice is signed in, an operator, runs a club, shares an army, co-edits one of Bob's and owns figures."""
    from armies.models import Holding
    from armies.services import house_rules, people
    from armies.services.storage import create
    from campaign.club.services.ownership import change_house_rules
    from campaign.models import Club, Membership
    from tests.armies.builders import army

    row, theirs = create(army(), alice, visibility="private"), create(army(name="Bob’s army"), bob)
    people.make_link(row, "view", "W" * 80)
    people.accept(people.make_link(row, "edit"), bob)
    people.accept(people.make_link(theirs, "edit"), alice)
    for nation, note in (("FR", "W" * 200), ("", "")):
        Holding.objects.create(owner=alice, nation=nation, type="line_infantry", stands=3, figures=18, note=note)
    club = Club.objects.create(name="W" * 80, slug="club")
    Membership.objects.create(club=club, user=alice, role="organiser")
    change_house_rules(club, {"mini_nap": {"men_per_point": 50}})
    club.refresh_from_db()
    house_rules.adopt(row, club.house_rules, by=alice)
    alice.is_staff = True
    alice.save()
    logging.getLogger("muster.test").error("failed", exc_info=LookupError("of a word in a long story"))
    client.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
    asked = people.make_link(create(army(name="W" * 120), bob), "edit")
    base = f"/a/{row.slug}"
    found = (f"{base}/share", f"/v/{asked.token}", "/figures", f"{base}/figures", "/club/", "/club/club/house-rules")
    return dict(zip(NAMES, (*found, f"{base}/house-rules", "/armies/?whose=co_edited", "/operator/"), strict=True))


def test_a_members_pages_are_sound(faults: Any, addresses: dict[str, str]) -> None:
    assert [fault for address in addresses.values() for fault in faults(address)] == []


def test_return_in_a_field_saves_the_table_and_removes_nothing(page: Any, addresses: dict[str, str]) -> None:
    page.goto(addresses["figures"])
    field = page.get_by_label("Stands of French line infantry")
    field.fill("40")
    field.press("Enter")
    page.get_by_text("Saved: 1 row changed.").wait_for()
    assert page.get_by_label("Stands of French line infantry").input_value() == "40"
    page.get_by_role("button", name="Remove French line infantry").click()
    page.get_by_text("Row removed.").wait_for()
    assert page.get_by_label("Stands of French line infantry").count() == 0


def test_a_link_is_copied_and_deleted(page: Any, addresses: dict[str, str], live: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live)
    page.goto(addresses["share"])
    page.get_by_role("button", name="Copy", exact=True).first.click()
    page.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith(f"{live}/v/")
    page.get_by_role("button", name="Delete", exact=True).first.click()
    page.get_by_text("Deleted: WWW").wait_for()
