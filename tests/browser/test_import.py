"""A pasted list in a real browser: answer by key, switch a habit, save."""

from typing import Any

import pytest

from armies.models import Army, ReadingChoice
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


FOCUS = """() => {
    const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect()
    const seen = style.outlineStyle !== "none" && box.top >= 0 && box.bottom <= innerHeight
    return [at.matches("textarea") ? "textarea" : at.innerText.trim(), seen]
}"""


def tab_to(page: Any, words: str) -> None:
    """Press Tab until the focus is on ``words``; what has the focus on the way can be seen."""
    for _ in range(60):
        page.keyboard.press("Tab")
        text, seen = page.evaluate(FOCUS)
        assert seen, text
        if text == words:
            return
    raise AssertionError(f"No Tab leads to “{words}”.")


def test_the_way_from_pasting_to_the_army_needs_no_mouse(page: Any, live: str, client: Any, alice: Any) -> None:
    client.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
    page.goto("/armies/import/")
    page.locator("textarea").focus()
    page.keyboard.insert_text(LIST)
    tab_to(page, "Preview")
    page.keyboard.press("Enter")
    page.locator(".question.now", has_text="Train Battalion").wait_for()
    page.keyboard.press("1")
    page.locator(".question.now:focus", has_text="detachments").wait_for()
    page.keyboard.press("3")
    page.locator("h1", has_text="6 units, 3,165 men, 0 guns").wait_for()
    tab_to(page, "Keep my answers for the next list")
    page.keyboard.press("Enter")
    page.locator("text=Kept for your next lists: 2 choices.").wait_for()
    assert ReadingChoice.objects.filter(owner=alice).count() == 2
    tab_to(page, "Import this army")
    page.keyboard.press("Enter")
    page.locator("h1", has_text="French IV Corps").wait_for()
    assert Army.objects.get(owner=alice).units == 6
