"""The page of a side's standing orders."""

import re
from typing import Any

import pytest

from battles.models import Seat
from tests.battles.pages.browser_steps import browser_of
from tests.battles.services.steps import begun, deployed

pytestmark = pytest.mark.django_db


def test_orders_are_given_and_read_again_by_who_sits_there(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    browser, address = browser_of(alice), f"/b/{battle.slug}/orders/a"
    hint = re.search(r'class="hint"[^>]*>(.*?)</div>', browser.get(address).content.decode())
    assert re.search(r'\(<a class="rule-id" href="/rules/easy_napoleonics/#(EN-[A-Z]+-\d+)">\1</a>\)', hint[1])
    assert address in browser.get(f"/b/{battle.slug}").content.decode()
    page = browser.get(address).content.decode()
    for said in ("Form hasty square", "EN-SQUARE-04", "Ask me"):
        assert said in page
    names = ("hasty_square", "accept", "answer", "fire_order")
    form = {f"option.{name}": "ask" for name in names} | {"option.answer": "fire"}
    assert browser.post(address, form).url == f"/b/{battle.slug}"
    assert Seat.objects.get(battle=battle, place="a").orders == {"answer": "fire"}
    assert '<option value="fire" selected>' in browser.get(address).content.decode()
    wrong = browser.post(address, {**form, "option.answer": "flee"})
    assert wrong.status_code == 422
    assert "flee" in wrong.content.decode()
    assert Seat.objects.get(battle=battle, place="a").orders == {"answer": "fire"}


def test_nobody_else_sees_them(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    for user in (bob, charlie, None):
        browser = browser_of(user)
        assert browser.get(f"/b/{battle.slug}/orders/a").status_code == 404
        assert browser.post(f"/b/{battle.slug}/orders/a", {"option.answer": "fire"}).status_code == 404
    for place in ("umpire", "c", "a-"):
        assert browser_of(alice).get(f"/b/{battle.slug}/orders/{place}").status_code == 404
    assert Seat.objects.get(battle=battle, place="a").orders == {}
