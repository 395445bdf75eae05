"""Everything by keyboard: the skip link first, focus always to be seen, disclosures that open and close."""

from typing import Any

import pytest

from tests.browser.conftest import ARMY_SLUG

pytestmark = pytest.mark.browser

FOCUS = """() => {
  const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e);
  const frame = e.closest(".drop") ? getComputedStyle(e.closest(".drop")) : style;
  return {
    html: e.outerHTML.slice(0, 120), body: e === document.body,
    ring: frame.outlineStyle !== "none" && parseFloat(frame.outlineWidth) >= 2,
    seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0,
  };
}"""


def test_the_skip_link_comes_first_and_leads_to_the_page(page: Any, live: str) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    assert skip.evaluate("e => e === document.activeElement")
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_focus_is_always_to_be_seen(page: Any, army: Any) -> None:
    for address in ("/", "/style", "/armies/", f"/a/{ARMY_SLUG}", "/armies/import/", "/accounts/login/"):
        page.goto(address)
        for _ in range(40):
            page.keyboard.press("Tab")
            state = page.evaluate(FOCUS)
            if state["body"]:
                break
            assert state["ring"], (address, state["html"])
            assert state["seen"], (address, state["html"])


@pytest.mark.parametrize("width", [390, 1280])
def test_a_number_opens_its_arithmetic_inside_the_window(page: Any, army: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/a/{ARMY_SLUG}")
    why = page.locator(".oob tr.u details.why").first
    page.evaluate("e => { for (let at = e; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true }",
                  why.element_handle())  # fmt: skip
    why.evaluate("e => { e.open = false }")
    why.locator("summary").focus()
    page.keyboard.press("Enter")
    sheet = why.locator(".reckoning")
    sheet.wait_for()
    assert "MN-SP" in sheet.inner_text()
    box = sheet.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["width"] >= min(300, width - 2 * 16)
    page.keyboard.press("Escape")
    assert not sheet.is_visible()
    assert why.locator("summary").evaluate("e => e === document.activeElement")


def test_the_members_menu_opens_and_closes_by_keyboard(page: Any, live: str, alice: Any, client: Any) -> None:
    client.force_login(alice)
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live}])
    page.goto("/")
    summary = page.locator(".menu > summary")
    assert summary.inner_text() == "alice"
    summary.focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("link", name="Your profile").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("link", name="Your profile").is_visible()


def test_a_dialog_keeps_the_focus_and_gives_it_back(page: Any, live: str) -> None:
    page.goto("/style")
    opener = page.get_by_role("link", name="Open a dialog")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Delete this army?")
    assert dialog.is_visible()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert opener.evaluate("e => e === document.activeElement")


def test_an_address_is_copied_with_one_press(page: Any, live: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/style")
    page.get_by_role("button", name="Copy the address").click()
    page.get_by_text("Copied.", exact=True).last.wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "/a/quatre-bras-1815-french-left-wing"
