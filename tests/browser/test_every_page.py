"""Pages that no other test walks over: each without a violation that axe knows, and no wider than its window."""

from typing import Any

import pytest

from tests.browser.conftest import Complaints
from tests.browser.test_scenario_editor import sign_in

pytestmark = pytest.mark.browser

LOOKS = ((390, "light"), (1280, "dark"))
"""Widths and themes that a page is seen in: both widths, and both themes."""
STRANGERS = (
    *("/api/", "/battles/", "/battles/new", "/scenarios/", "/table/new", "/rules/mini_nap/"),
    *("/rules/snappy_nappy/armies/", "/rules/snaphance/armies/", "/rules/snaphance/armies/written"),
    *("/accounts/password/reset/", "/accounts/password/reset/done/", "/accounts/confirm-email/"),
)


def faults(page: Any, complaints: Complaints, axe: Any, address: str) -> list[str]:
    """What is wrong with a page in any of its looks, with all that folds unfolded."""
    wrong = []
    for width, theme in LOOKS:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme)
        status = page.goto(address, wait_until="load").status
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        wide = page.evaluate("document.documentElement.scrollWidth")
        wrong += [f"status {status}"] if status != 200 else []
        wrong += [f"{wide} px wide at {width} px"] if wide > width else []
        wrong += axe()
    wrong += complaints.heard
    complaints.heard.clear()
    return [f"{address}: {fault}" for fault in wrong]


@pytest.mark.parametrize("address", STRANGERS)
def test_a_strangers_page_is_sound(page: Any, complaints: Complaints, axe: Any, live: str, address: str) -> None:
    assert faults(page, complaints, axe, address) == []


@pytest.fixture
def addresses(live: str, alice: Any, bob: Any, client: Any, page: Any) -> list[str]:
    """Pages of Alice's, who runs a club, has an army with a history, a battle, a scenario and a game at the table."""
    from armies.models import Army
    from armies.services.army_changes import change_head
    from armies.services.storage import create
    from battles.services.access import access_of
    from battles.services.drawn_scenarios import copy_shipped
    from battles.services.play.invitations import invite
    from campaign.models import Club, Membership
    from tests.armies.builders import army
    from tests.battles.services.steps import begun, deployed

    row = create(army(), alice)
    change_head(row, {"commander": "Reille"}, by=alice)
    club = Club.objects.create(name="The club", slug="club")
    Membership.objects.create(club=club, user=alice, role="organiser")
    battle = begun(alice, bob, setup=deployed())
    invitation = invite(access_of(battle, bob), "b").token
    scenario = copy_shipped(alice, "easy_napoleonics", "meeting")
    unit = Army.objects.get(pk=row.pk).elements.get(name="I/2e Léger").pk
    sign_in(page.context, live, client, alice)
    at_unit = f"/element/{unit}"
    of_army = ("/history", "/compare", "/chart", "/points", "/import", at_unit, f"{at_unit}/override/mini_nap")
    of_battle = ("/log", "/share", "/orders/a", "/e/0")
    return [
        *("/", "/profile/", "/profile/tokens/", "/club/", "/club/club/", "/print/setups/", "/table/", "/battles/bring"),
        *("/accounts/password/change/", "/accounts/email/", "/accounts/logout/", "/accounts/2fa/", "/armies/archive"),
        *(f"/a/{row.slug}{page}" for page in of_army),
        *(f"/b/{battle.slug}{page}" for page in of_battle),
        *(f"/b/join/{invitation}", f"/s/{scenario.slug}"),
    ]


def test_the_other_pages_of_a_member_are_sound(
    page: Any, complaints: Complaints, axe: Any, addresses: list[str]
) -> None:
    wrong = [fault for address in addresses for fault in faults(page, complaints, axe, address)]
    assert wrong == []
