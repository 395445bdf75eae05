"""On a phone: what is touched is large enough, and nothing needs a script."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import ARMY_SLUG
from tests.browser.visitors import PHONE, SMALL

pytestmark = pytest.mark.browser


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


def test_every_target_is_large_enough_for_a_thumb(phone: Any, army: Any) -> None:
    small = {}
    for address in ("/", "/style", "/armies/", f"/a/{ARMY_SLUG}", "/armies/import/", "/rules/", "/accounts/login/"):
        phone.goto(address)
        small[address] = phone.evaluate(SMALL)
    assert not any(small.values()), small


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
