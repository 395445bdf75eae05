"""What the page of a battle costs: queries, however long the battle is, and bytes, however large."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle
from battles.services.create.battle_start import Sitting
from battles.services.play.position import current_position
from tests.battles.pages.browser_steps import action_of, address, post, sent
from tests.battles.services.steps import SYSTEM, awaited, begun, hidden, play

pytestmark = pytest.mark.django_db

PAGE = 13
"""Queries of the page of a battle, the session and the campaign that it may belong to among them."""
ACT = 21
"""Queries of playing an action and showing what came of it."""
MOST_BYTES = 250_000


def asked(limit: Any, most: int, work: Any) -> int:
    with limit(most) as queries:
        assert work().status_code == 200
    return len(queries)


def page_costs(limit: Any, battle: Battle, browsers: dict[str, Client]) -> dict[str, int]:
    here = address(battle)
    return {name: asked(limit, PAGE, lambda who=name: browsers[who].get(here)) for name in browsers}


def act_costs(limit: Any, battle: Battle, browsers: dict[str, Client]) -> int:
    side = awaited(battle)
    data = sent(battle, side, action=action_of(battle, side))
    return asked(limit, ACT, lambda: post(browsers[side], battle, "act", **data))


def test_a_page_and_an_action_ask_as_often_in_a_long_battle_as_in_a_short_one(
    alice: Any, bob: Any, browsers: dict[str, Client], django_assert_max_num_queries: Any
) -> None:
    limit, battle = django_assert_max_num_queries, begun(alice, bob, setup=hidden())
    play(battle, 6)
    few, act_few = page_costs(limit, battle, browsers), act_costs(limit, battle, browsers)
    play(battle, 60)
    assert page_costs(limit, battle, browsers) == few
    assert act_costs(limit, battle, browsers) == act_few


def test_the_largest_battle_that_comes_with_it_makes_no_large_page(alice: Any, browsers: dict[str, Client]) -> None:
    battle = begun(alice, None, Sitting(place="b", computer="greedy"), setup=SYSTEM.scenarios.load("quatre_bras"))
    for browser in browsers.values():
        assert len(browser.get(address(battle)).content) < MOST_BYTES
    unit = first_of(battle)
    assert len(browsers[awaited(battle)].get(address(battle), {"unit": unit}).content) < MOST_BYTES


def first_of(battle: Battle) -> str:
    """The key of a unit that may act."""
    stands = current_position(battle)
    return str(stands.system.options(stands.state, awaited(battle))[0].actor)


def test_a_list_of_battles_asks_as_often_for_many_as_for_one(
    alice: Any, bob: Any, browsers: dict[str, Client], django_assert_max_num_queries: Any
) -> None:
    begun(alice, bob, visibility="public")
    few = [asked(django_assert_max_num_queries, 7, lambda who=who: browsers[who].get("/battles/")) for who in browsers]
    for _ in range(5):
        begun(alice, bob, visibility="public")
    for who, number in zip(browsers, few, strict=True):
        assert asked(django_assert_max_num_queries, 7, lambda who=who: browsers[who].get("/battles/")) == number
