"""Choose a unit and its target, see the odds, press one button, read what the dice did: each system, each screen."""

import re
from typing import Any

import pytest

from tests.browser.visitors import STILL_PHONE

pytestmark = pytest.mark.browser


MOST_TABS = 40
"""Presses of Tab until what is offered has the focus."""


@pytest.fixture(params=["easy_napoleonics", "mini_nap"])
def firing(request: pytest.FixtureRequest, live: str, alice: Any, bob: Any, monkeypatch: Any) -> tuple[Any, Any]:
    """A battle, always the same, and the user who may fire in it."""
    from battles.engine import registry
    from battles.services.create import battle_start
    from battles.services.create.battle_start import NewBattle, Sitting, start
    from tests.battles.services.steps import play_until
    from tests.contract import small_mini_nap

    monkeypatch.setattr(battle_start, "new_secret", lambda: bytes(32))
    system = registry.load(request.param)
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    is_small = request.param == "mini_nap"
    setup = small_mini_nap.in_contact() if is_small else system.scenarios.load("quatre_bras_deployed")
    battle = start(NewBattle(system=system, setup=setup, title="The field", owner=alice, sittings=sittings))
    return battle, {"a": alice, "b": bob}[play_until(battle, "fire")]


@pytest.mark.parametrize("facts", [{}, STILL_PHONE], ids=["desktop", "phone"])
def test_a_shot_is_chosen_seen_and_done(firing: tuple[Any, Any], enter: Any, facts: dict[str, Any]) -> None:
    battle, user = firing
    page = enter(user, **facts)
    page.goto(f"/b/{battle.slug}")
    page.get_by_text("Live", exact=True).wait_for()
    links = page.locator("#panel .choices a[href*='unit=unit']")
    if links.count():
        links.first.click()
        page.locator(".act button, #panel .choices a [data-chance]").first.wait_for()
        targets = page.locator("#panel .choices a", has=page.locator("[data-chance]:not(:empty)"))
        if not page.locator(".act button").count():
            targets.first.click()
        button = page.locator(".act button")
    else:
        button = page.locator("button.choice", has_text="ire at").first
    page.locator("button .chance", has_text=re.compile(r"\d\s%")).first.wait_for()
    assert re.search(r"[Ff]ire.*\d+\s% (at least one hit|it may fire)", button.inner_text().replace("\n", " "))
    before = page.locator("#play").get_attribute("data-n")
    button.click()
    page.locator(f"#play[data-n='{before}']").wait_for(state="detached")
    page.locator(".rolled .die").first.wait_for()
    assert "rolled" in page.locator(".rolled").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


FOCUSED = """() => {
  const e = document.activeElement;
  return [e.closest("#panel") ? "panel" : "", e.tagName, e.getAttribute("href") ?? e.getAttribute("name") ?? ""];
}"""


def tab_to(page: Any, tag: str, part: str) -> None:
    """Press Tab until something of the panel with this tag and this part of its address or name has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        where, name, words = page.evaluate(FOCUSED)
        if where and name == tag and part in words:
            return
    raise AssertionError(f"No {tag} with {part} within {MOST_TABS} presses of Tab.")


def test_a_shot_by_keys_alone(firing: tuple[Any, Any], enter: Any) -> None:
    """Choose with Enter, aim with Enter, confirm with Enter; the focus goes from one to the next."""
    battle, user = firing
    page = enter(user)
    page.goto(f"/b/{battle.slug}")
    page.get_by_text("Live", exact=True).wait_for()
    page.locator("#panel .awaited").wait_for()
    page.locator("#panel h3").first.evaluate("e => { e.tabIndex = -1; e.focus(); }")
    before = page.locator("#play").get_attribute("data-n")
    if page.locator("#panel .choices a[href*='unit=unit']").count():
        tab_to(page, "A", "unit=unit")
        page.keyboard.press("Enter")
        page.locator("#panel #u-h").wait_for()
        page.locator("#play:not([aria-busy])").wait_for()
        if not page.locator(".act button").count():
            tab_to(page, "A", "at=")
            page.keyboard.press("Enter")
            page.locator(".act button").wait_for()
            page.locator("#play:not([aria-busy])").wait_for()
    if page.evaluate(FOCUSED)[1:] != ["BUTTON", "action"]:
        tab_to(page, "BUTTON", "action")
    page.keyboard.press("Enter")
    page.locator(f"#play[data-n='{before}']").wait_for(state="detached")
    page.locator(".rolled .die").first.wait_for()
