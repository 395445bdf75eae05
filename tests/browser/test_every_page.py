"""Pages without a violation that axe knows, silent on the console, and no wider than their window."""

from typing import Any

import pytest

from tests.browser.conftest import ARMY_SLUG
from tests.browser.visitors import sign_in

pytestmark = pytest.mark.browser

STRANGERS = (
    *("/", "/style", "/armies/", f"/a/{ARMY_SLUG}", f"/a/{ARMY_SLUG}?system=easy_napoleonics"),
    *(f"/a/{ARMY_SLUG}?system=recorded", f"/a/{ARMY_SLUG}/share", f"/a/{ARMY_SLUG}/figures"),
    *("/print/scenario/mini_nap/quatre_bras/", f"/print/army/{ARMY_SLUG}/", "/armies/import/"),
    *("/rules/", "/rules/easy_napoleonics/", "/accounts/login/", "/accounts/signup/"),
    *("/api/", "/campaigns/", "/battles/", "/battles/new", "/scenarios/", "/table/new", "/rules/mini_nap/"),
    *("/rules/snappy_nappy/armies/", "/rules/snaphance/armies/", "/rules/snaphance/armies/written"),
    *("/accounts/password/reset/", "/accounts/password/reset/done/", "/accounts/confirm-email/"),
)


FOLDS = "main details:not(.why)"
"""All but the arithmetic of numbers, which opens over the page, one at a time."""


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
    from campaign.notices.mail import stop_address
    from tests.armies.builders import army
    from tests.battles.services.steps import begun, deployed, play

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
    fought = play(begun(alice, bob, setup=deployed()), 1_000)
    return [
        *("/", "/profile/", "/profile/tokens/", "/club/", "/club/club/", "/print/setups/", "/table/", "/battles/bring"),
        *("/notices/", stop_address(alice, "turn")),
        *("/accounts/password/change/", "/accounts/email/", "/accounts/logout/", "/accounts/2fa/", "/armies/archive"),
        *(f"/a/{row.slug}{page}" for page in of_army),
        *(f"/b/{battle.slug}{page}" for page in of_battle),
        f"/b/{fought.slug}/report",
        *(f"/b/join/{invitation}", f"/s/{scenario.slug}"),
    ]


def test_every_page_of_a_stranger_is_sound(faults: Any, army: Any) -> None:
    assert [fault for address in STRANGERS for fault in faults(address, folds=FOLDS)] == []


def test_the_other_pages_of_a_member_are_sound(faults: Any, addresses: list[str]) -> None:
    assert [fault for address in addresses for fault in faults(address)] == []
