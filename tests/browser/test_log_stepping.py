"""Stepping through a battle in a browser: the address bar names each line by its lasting key."""

from typing import Any

import pytest

from battles.models import Told
from tests.battles.services.steps import begun, deployed, play

pytestmark = pytest.mark.browser


def test_the_address_names_the_line_that_is_shown(page: Any, alice: Any, bob: Any) -> None:
    battle = play(begun(alice, bob, setup=deployed()), 3)
    keys = list(Told.objects.filter(battle=battle, viewer="public").order_by("n").values_list("key", flat=True))
    page.goto(f"/b/{battle.slug}/e/0")
    assert page.url.endswith(f"/e/{keys[0]}")
    page.get_by_role("link", name="On").click()
    page.wait_for_url(f"**/e/{keys[1]}")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/e/{keys[2]}")
    page.get_by_role("link", name="Back", exact=True).click()
    page.wait_for_url(f"**/e/{keys[1]}")
    page.reload()
    assert page.locator("#stepping").get_attribute("data-n") == "1"
