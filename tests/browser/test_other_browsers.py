"""What browsers do that are not Chromium, done to Chromium."""

from typing import Any

import pytest
from django.templatetags.static import static

from tests.battles.board.boards import scenario
from tests.browser.boards import middle, show

pytestmark = pytest.mark.browser

BARRED = """() => {
  window.Notification = class { constructor() { throw new TypeError("Illegal constructor"); } };
  window.Notification.permission = "granted";
  Object.defineProperty(document, "hidden", { get: () => true });
}"""
SMALL = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.name)"""
GESTURE = """([kind, scale, x, y]) => {
  const event = Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { scale, clientX: x, clientY: y });
  return !window.board.frame.dispatchEvent(event);
}"""


def test_where_no_notice_may_be_shown_the_title_tells(page: Any) -> None:
    """Chrome on Android grants the permission and throws all the same."""
    page.goto("/")
    page.evaluate(BARRED)
    said = page.evaluate(
        """async (address) => {
          const { startNotices } = await import(address);
          startNotices("A battle").update("A battle", true);
          return document.title;
        }""",
        static("battles/js/notices.js"),
    )
    assert said == "● A battle"


def test_two_fingers_on_a_trackpad_of_safari_change_the_size(page: Any) -> None:
    """There they are no wheel but gestures; the page itself keeps its size."""
    show(page, *scenario("village"))
    x, y = middle(page, "unit 3")
    first = page.evaluate("() => window.board.view.scale")
    assert page.evaluate(GESTURE, ["gesturestart", 1, x, y])
    assert page.evaluate(GESTURE, ["gesturechange", 1.5, x, y])
    assert page.evaluate(GESTURE, ["gesturechange", 2, x, y])
    assert page.evaluate("() => window.board.view.scale") == pytest.approx(2 * first)
    assert middle(page, "unit 3") == pytest.approx((x, y), abs=2)


def test_fingers_on_glass_are_no_gesture(page: Any) -> None:
    """A phone tells of both: their pointers change the size already."""
    show(page, *scenario("village"))
    x, y = middle(page, "unit 3")
    first = page.evaluate("() => window.board.view.scale")
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(GESTURE, ["gesturestart", 1, x, y])
    page.evaluate(GESTURE, ["gesturechange", 2, x, y])
    assert page.evaluate("() => window.board.view.scale") == first
    page.mouse.up()


def test_a_menu_closes_by_a_tap_that_makes_no_click(page: Any, alice: Any, client: Any, live: str) -> None:
    """Safari on a phone makes none of a tap beside everything that can be pressed."""
    client.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
    page.goto("/")
    page.locator(".menu > summary").click()
    page.locator(".menu[open]").wait_for()
    page.mouse.move(600, 700)
    page.mouse.down()
    assert page.locator(".menu[open]").count() == 0


def test_a_phone_has_no_cause_to_enlarge_the_page(chromium: Any, live: str) -> None:
    """Safari does so where a field of type below 16 pixels gets the focus."""
    context = chromium.new_context(
        base_url=live, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto("/api/")
    assert page.locator(".input.mono").count() > 5
    assert page.evaluate(SMALL) == []
    context.close()
