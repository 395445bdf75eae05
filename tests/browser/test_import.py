"""A pasted list in a real browser: answer by key, switch a habit, save."""

from typing import Any

import pytest

from armies.models import Army
from tests.armies.pasted import LIST

pytestmark = pytest.mark.browser


def test_a_list_is_pasted_answered_by_keys_and_saved(page: Any, live: str, client: Any, alice: Any) -> None:
    client.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
    page.goto("/armies/import/")
    page.fill("textarea", LIST)
    page.click("button:text-is('Preview')")
    page.locator(".question.now", has_text="Train Battalion").wait_for()
    page.keyboard.press("j")
    page.locator(".question.now:focus", has_text="detachments").wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("1")
    page.locator(".question.now:focus", has_text="detachments").wait_for()
    page.keyboard.press("e")
    page.keyboard.type("Depot, line infantry, 120 men, trained")
    page.keyboard.press("Enter")
    page.locator("h1", has_text="6 units, 3,165 men, 0 guns").wait_for()
    page.click("text=Officers are added to the men.")
    page.locator("h1", has_text="6 units, 3,267 men, 0 guns").wait_for()
    page.click("text=Import this army")
    page.locator("h1", has_text="French IV Corps").wait_for()
    assert Army.objects.get(owner=alice).units == 6
