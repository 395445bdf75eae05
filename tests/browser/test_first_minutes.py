"""A stranger's first minutes: from the home page to a whole line moved, counted in clicks; the guide beside it."""

import re
from typing import Any

import pytest

from battles.engine import registry
from tests.browser.visitors import STILL_PHONE

pytestmark = pytest.mark.browser

TO_THE_FIRST_MOVE = {"easy_napoleonics": 1, "mini_nap": 2}
"""Clicks until a unit that can move is chosen; Mini-Nap first asks for a Brigade, which moves at once."""
AHEAD = 6
"""Pixels in front of a block."""
MOVED = {"easy_napoleonics": 8, "mini_nap": 2}
"""Units that follow the first one: most of a wing, or of a Brigade."""
A_TURN = 20
"""Clicks in which a turn of 16 units is moved."""


class Stranger:
    """Somebody who clicks what the page offers first, and counts the clicks."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.clicks = 0
        self.moved = 0

    def see(self, selector: str) -> Any:
        return self.page.locator(f"#panel {selector}").locator("visible=true")

    def click(self, what: Any) -> None:
        """One click, and the page after it."""
        panel = self.page.locator("#panel").inner_html()
        what.first.click()
        self.clicks += 1
        self.page.wait_for_function("before => document.querySelector('#panel').innerHTML !== before", arg=panel)
        self.page.locator("#play:not([aria-busy])").wait_for()

    @property
    def has_unit(self) -> bool:
        return self.page.locator("[data-marks]").get_attribute("data-unit") != ""

    def choose(self) -> None:
        """Chooses a unit that can move, after whatever is asked before."""
        if self.see(".choices a[href*='unit=unit']").count():
            self.click(self.see(".choices a[href*='unit=unit']"))
        elif self.see(".choices button.choice").count():
            self.click(self.see(".choices button.choice"))
        else:
            self.click(self.see(".actdock .primary"))

    def move_together(self) -> None:
        """Moves everybody who can follow the chosen unit."""
        self.click(self.see(".together a.btn").last)
        self.aim()
        button = self.see(".deed .primary")
        self.moved += int(re.search(r"\d+", button.inner_text())[0])
        self.click(button)

    def aim(self) -> None:
        """A place for the unit: in the list of the marked ones, or on the table in front of it."""
        fold = self.page.get_by_text("marked places")
        if fold.count():
            fold.click()
            self.clicks += 1
            self.click(self.see(".choices a[href*='at=']").last)
            return
        unit = self.page.locator("[data-marks]").get_attribute("data-unit")
        block = self.page.locator(f"#scene [data-key='{unit}'] .hit")
        block.scroll_into_view_if_needed()
        box = block.bounding_box()
        panel = self.page.locator("#panel").inner_html()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] - AHEAD)
        self.clicks += 1
        self.page.wait_for_function("before => document.querySelector('#panel').innerHTML !== before", arg=panel)


@pytest.mark.parametrize("facts", [{}, STILL_PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("key", registry.playable())
def test_a_stranger_moves_a_line_in_a_few_clicks(
    chromium: Any, live: str, worker: None, key: str, facts: dict[str, Any]
) -> None:
    context = chromium.new_context(base_url=live, **facts)
    page = context.new_page()
    page.goto("/")
    page.locator(f"form:has([value^='scenario:{key}:']) button").first.click()
    page.get_by_text("Live", exact=True).wait_for()
    stranger = Stranger(page)
    stranger.see(".guide p").wait_for()
    while not stranger.has_unit:
        page.locator(".awaited .here").wait_for(state="attached")
        stranger.choose()
    assert stranger.clicks <= TO_THE_FIRST_MOVE[key]
    stranger.move_together()
    page.get_by_role("button", name="Leave the guide").click()
    page.reload()
    page.get_by_text("Live", exact=True).wait_for()
    assert stranger.see(".guide").count() == 0
    page.locator(".awaited .here").wait_for(state="attached")
    if stranger.see(".actdock .primary").count():  # Mini-Nap goes on by itself when the whole Brigade has moved.
        stranger.click(stranger.see(".actdock .primary"))
    print(f"{key}: {stranger.moved} units moved, the others left to stay, in {stranger.clicks} clicks")  # noqa: T201
    assert stranger.moved >= MOVED[key]
    assert stranger.clicks <= A_TURN
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    context.close()


def test_back_leaves_the_chosen_unit_and_then_the_battle(live: str, enter: Any, alice: Any) -> None:
    page = enter(alice)
    page.goto("/")
    page.get_by_role("button", name="Play against the computer").click()
    page.get_by_text("Live", exact=True).wait_for()
    stranger = Stranger(page)
    stranger.choose()
    assert stranger.has_unit
    page.go_back()
    page.locator("[data-marks][data-unit='']").wait_for(state="attached")
    assert "/b/" in page.url
    page.go_back()
    page.wait_for_url(re.compile(r"^(?!.*/b/)"))


@pytest.mark.parametrize("key", registry.playable())
def test_a_phone_first_shows_units_of_the_player(enter: Any, alice: Any, key: str) -> None:
    page = enter(alice, **STILL_PHONE)
    page.goto("/")
    page.locator(f"form:has([value^='scenario:{key}:']) button").first.click()
    page.get_by_text("Live", exact=True).wait_for()
    page.locator("#scene .block.aim").first.wait_for(state="attached")
    frame = page.locator("[data-board-frame]").bounding_box()
    boxes = [block.bounding_box() for block in page.locator("#scene .block.aim .hit").all()]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    left, top = frame["x"], frame["y"]
    assert any(left < x < left + frame["width"] and top < y < top + frame["height"] for x, y in middles)
