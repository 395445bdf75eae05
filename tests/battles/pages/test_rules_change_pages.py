"""Rules that are corrected while a page is open: the page says so, and who acted acts again."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle
from battles.services.play.reconstruction import update_rules
from tests.battles.corrected_rules import Corrected, rules_of
from tests.battles.pages.browser_steps import action_of, address, post, sent
from tests.battles.services.steps import awaited, fresh

pytestmark = pytest.mark.django_db
LINE = "The rules were corrected, version 1 to 2. All earlier moves stay; the battle continues with the new rules."


def test_who_acts_on_an_open_page_is_told_and_acts_again(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    form = sent(battle, side, action=action_of(battle, side))
    with rules_of(Corrected()):
        assert browsers[side].get(address(battle)).status_code == 200
        late = post(browsers[side], battle, "act", script=False, **form)
        assert late.status_code == 409
        assert LINE in late.content.decode()
        again = sent(battle, side, action=action_of(battle, side))
        assert post(browsers[side], battle, "act", script=False, **again).status_code == 302
        for who in ("a", "b", "member", "nobody"):
            for page in ("", "/log", ".txt"):
                assert LINE in browsers[who].get(address(battle, page)).content.decode()


def test_its_line_has_a_board_like_any_other(battle: Battle, browsers: dict[str, Client]) -> None:
    with rules_of(Corrected()):
        update_rules(fresh(battle))
        n: Any = fresh(battle).lines["a"][0] - 1
        page = browsers["a"].get(address(battle, f"/e/{n}"), follow=True)
        assert page.status_code == 200
        assert LINE in page.content.decode()
