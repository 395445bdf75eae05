"""On a phone: what is touched is large enough, and nothing needs a script."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import ARMY_SLUG

pytestmark = pytest.mark.browser

SMALL = """() => {
  const out = [];
  for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (e.type === "hidden" || !e.checkVisibility({visibilityProperty: true}) || e.closest(".skip")) continue;
    if (getComputedStyle(e).display === "inline") continue;
    const box = (e.matches("[type=checkbox], [type=radio]") && e.closest("label") || e).getBoundingClientRect();
    const need = e.matches(".rule-id") ? 24 : 44;
    if (box.width && (box.height + .5 < need || box.width + .5 < need))
      out.push(`${Math.round(box.width)} x ${Math.round(box.height)}: ${e.outerHTML.slice(0, 120)}`);
  }
  return out;
}"""
"""What is touched and is smaller than 44 px, or 24 px for a rule ID; a link in running text is as high as its line."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def phone(chromium: Any, live: str) -> Iterator[Any]:
    """A page on a phone."""
    context = chromium.new_context(base_url=live, **PHONE)
    yield context.new_page()
    context.close()


@pytest.fixture
def plain(chromium: Any, live: str) -> Iterator[Any]:
    """A page in a browser that runs no scripts."""
    context = chromium.new_context(base_url=live, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    "address", ["/", "/style", "/armies/", f"/a/{ARMY_SLUG}", "/armies/import/", "/rules/", "/accounts/login/"]
)
def test_every_target_is_large_enough_for_a_thumb(phone: Any, army: Any, address: str) -> None:
    phone.goto(address)
    assert phone.evaluate(SMALL) == []


def test_without_script_a_number_opens_and_a_list_is_read(plain: Any, army: Any) -> None:
    plain.goto("/style")
    why = plain.locator("#why-strength")
    why.locator("summary").click()
    assert why.locator(".reckoning").is_visible()
    plain.goto("/")
    plain.get_by_role("link", name="Paste an order of battle").click()
    plain.get_by_role("textbox").fill("First Brigade\n  1/24e Ligne 550 veteran\n")
    plain.get_by_role("button", name="Preview").click()
    assert "24e Ligne" in plain.locator("main").inner_text()


def test_a_slow_form_says_what_it_is_doing(phone: Any, live: str) -> None:
    phone.goto("/armies/import/")
    phone.get_by_role("textbox").fill("First Brigade\n  1/24e Ligne 550 veteran\n")
    phone.evaluate("addEventListener('submit', event => event.preventDefault())")
    phone.get_by_role("button", name="Preview").click()
    busy = phone.locator("form[aria-busy=true] .busy")
    busy.wait_for()
    assert busy.inner_text().startswith("Reading the list")
    assert busy.locator("progress").is_visible()
