"""A battle on an open table on its page: spots that are pointed at, lists by kind, reaches, what a window asks."""

import re
from typing import Any

import pytest
from django.test import Client

from battles.engine import registry
from battles.engine.picture import spot_key, spot_of
from battles.models import Battle
from battles.services import choosing
from battles.services.look import Look
from battles.services.starting import NewBattle, Sitting, start
from tests.battles.pages.browsing import JSON, address, post, sent
from tests.battles.services.verbs import act, awaited, fresh, now, play_until, seen_by

pytestmark = pytest.mark.django_db

SYSTEM = registry.load("mini_nap")


def begun(alice: Any, bob: Any) -> Battle:
    """A division a side, before the first decision."""
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    setup = SYSTEM.scenario("division_meeting")
    return start(NewBattle(system=SYSTEM, setup=setup, title="The field", owner=alice, sittings=sittings))


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    """The same, as a side moves."""
    made = begun(alice, bob)
    play_until(made, "advance")
    return made


@pytest.fixture
def look(battle: Battle, alice: Any, bob: Any) -> Look:
    """The battle as whoever moves sees it."""
    return seen_by(battle, {"a": alice, "b": bob}[awaited(battle)])


def mover(look: Look) -> str:
    return next(option.actor for option in look.options if option.kind == "advance")


def busiest(look: Look) -> str:
    """Who may advance and has most to choose from."""
    movers = {option.actor for option in look.options if option.kind == "advance"}
    return max(movers, key=lambda key: sum(len(option.actions) for option in look.options if option.actor == key))


def ahead(look: Look, key: str) -> str:
    """A spot that no list has, before a unit."""
    block = next(one for one in look.scene.blocks if one.key == key)
    by = -43 if block.turn == 0 else 43
    return spot_key((block.at[0] + 3, block.at[1] + by))


def panel(browser: Client, battle: Battle, **ask: str) -> str:
    return str(browser.get(address(battle, "/panel"), ask, headers={"Accept": JSON}).json()["html"])


def test_a_spot_of_no_list_gets_the_nearest_that_is_legal(
    battle: Battle, look: Look, browsers: dict[str, Client]
) -> None:
    key, side = mover(look), awaited(battle)
    at = ahead(look, key)
    html = panel(browsers[side], battle, unit=key, at=at)
    assert f'data-at="{at}"' in html
    assert '"spots"' in html
    action = re.search(r'name="action" value="([^"]+)"', html)
    assert action
    told = action[1].replace("&quot;", '"')
    assert told not in {choice.text for spot in choosing.spots(look, key) for choice in spot.choices}
    answer = post(browsers[side], battle, "act", **sent(battle, side, action=told))
    assert answer.status_code == 200
    block = next(one for one in seen_by(battle, _user(battle, side)).scene.blocks if one.key == key)
    wanted = spot_of(at)
    assert wanted
    assert abs(block.at[0] - wanted[0]) + abs(block.at[1] - wanted[1]) < 15


def _user(battle: Battle, side: str) -> Any:
    return battle.seats.get(place=side).user


def test_what_nobody_listed_can_be_weighed(battle: Battle, look: Look) -> None:
    key = mover(look)
    found = choosing.pointed(look, key, ahead(look, key))
    assert found
    text = found.choices[0].text
    weighed = choosing.weighed(look, text)
    assert weighed
    assert weighed.text == text
    assert choosing.weighed(look, text.replace(":", ";", 1)) is None
    assert choosing.weighed(look, '{"kind":"pass"}') is None


def test_many_ways_are_listed_by_kind(battle: Battle, look: Look, browsers: dict[str, Client]) -> None:
    key, side = busiest(look), awaited(battle)
    groups = choosing.groups(look, key, choosing.spots(look, key))
    advance = next(group for group in groups if group.kind == "advance")
    assert len({group.kind for group in groups}) == len(groups)
    assert str(len(advance.choices)) in advance.words
    html = panel(browsers[side], battle, unit=key)
    assert "kind=advance" in html
    assert "hex" not in html
    listed = panel(browsers[side], battle, unit=key, kind="advance")
    assert listed.count('class="choice"') == len(advance.choices)
    assert 'class="choice"' not in panel(browsers[side], battle, unit=key, kind="no such")


def test_what_is_seldom_done_is_folded_away(battle: Battle, look: Look, browsers: dict[str, Client]) -> None:
    browser = browsers[awaited(battle)]
    usual, fold, seldom = panel(browser, battle).partition("Seldom done")
    assert fold
    assert "leave the field" in seldom
    assert "leave the field" not in usual
    movable = usual.split('data-movable="')[1].split('"')[0].split("|")
    assert mover(look) in movable
    alone = next(option.actor for option in look.options if option.seldom and option.actor not in movable)
    own = panel(browser, battle, unit=alone)
    assert "Leave the field" in own.partition("Seldom done")[2]


def test_a_spot_is_called_by_its_place_on_the_table(look: Look) -> None:
    found = choosing.pointed(look, mover(look), ahead(look, mover(look)))
    assert found
    assert re.fullmatch(r"\d+\.\d cm from the left, \d+\.\d cm from the foot", found.words)
    assert choosing.pointed(look, mover(look), "unit 0") is None


def test_of_a_spot_that_is_too_far_the_nearest_is_said_to_be_meant(look: Look) -> None:
    key = mover(look)
    block = next(one for one in look.scene.blocks if one.key == key)
    away = spot_key((block.at[0], 0 if block.turn == 0 else look.ground.height))
    found = choosing.pointed(look, key, away)
    assert found
    assert found.words.startswith("Nearest to ")


def test_reaches_are_shown_where_they_are_asked_for(battle: Battle, look: Look, browsers: dict[str, Client]) -> None:
    key, side = mover(look), awaited(battle)
    plain = panel(browsers[side], battle, unit=key)
    asked = panel(browsers[side], battle, unit=key, reach="1")
    assert "<template" not in plain
    for reach in look.about(key):
        assert f'class="reach r-{reach.kind}"' in asked
        assert f"{reach.name}." in asked
    page = browsers[side].get(address(battle), {"unit": key, "reach": "1"}).content.decode()
    assert '<g id="reaches"><path class="reach' in page


def test_a_side_is_told_what_it_is_asked(alice: Any, bob: Any, browsers: dict[str, Client]) -> None:
    battle = begun(alice, bob)
    side = awaited(battle)
    stands = now(fresh(battle))
    question = stands.system.question(stands.system.view(stands.state, side), side)
    assert question
    assert 'class="asked"' in panel(browsers[side], battle)
    api = browsers[side].get(f"/api/v1/battles/{battle.slug}").json()
    assert api["question"] == question
    other = browsers["b" if side == "a" else "a"].get(f"/api/v1/battles/{battle.slug}").json()
    assert other["question"] == ""


def test_the_past_and_the_files_show_the_table_too(battle: Battle, browsers: dict[str, Client]) -> None:
    act(battle, awaited(battle))
    for rest in ("/e/3", ".svg", ".pdf?units=1", ".txt", "/share"):
        assert browsers["a"].get(address(battle, rest), follow=True).status_code == 200, rest


def test_many_brigades_are_a_list_and_the_end_of_a_step_keeps_its_place(
    alice: Any, bob: Any, browsers: dict[str, Client]
) -> None:
    battle = begun(alice, bob)
    side = play_until(battle, "choose_brigade")
    listed = panel(browsers[side], battle)
    options = seen_by(battle, {"a": alice, "b": bob}[side]).options
    brigades = [option for option in options if option.kind == "choose_brigade"]
    assert listed.count('class="choice"') >= sum(len(option.actions) for option in brigades) > 3
    assert 'class="actbar"' not in listed
    act(battle, side, brigades[0].actions[0])
    step = panel(browsers[side], battle)
    assert 'class="actbar"' in step
    assert 'class="choice"' not in step
