"""A battle on an open table on its page: spots that are pointed at, lists by kind, reaches, what a window asks."""

import re
from typing import Any

import pytest
from django.test import Client

from battles.engine import registry
from battles.engine.picture import spot_key, spot_of
from battles.models import Battle
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.play import action_menu
from battles.services.view.battle_view import ShownBattle
from tests.battles.pages.browser_steps import JSON, address, post, sent
from tests.battles.services.steps import act, awaited, current_position, fresh, play_until, seen_by

pytestmark = pytest.mark.django_db

SYSTEM = registry.load("mini_nap")


def begun(alice: Any, bob: Any) -> Battle:
    """A division a side, before the first decision."""
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    setup = SYSTEM.scenarios.load("division_meeting")
    return start(NewBattle(system=SYSTEM, setup=setup, title="The field", owner=alice, sittings=sittings))


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    """The same, as a side moves."""
    made = begun(alice, bob)
    play_until(made, "advance")
    return made


@pytest.fixture
def look(battle: Battle, alice: Any, bob: Any) -> ShownBattle:
    """The battle as whoever moves sees it."""
    return seen_by(battle, {"a": alice, "b": bob}[awaited(battle)])


def mover(look: ShownBattle) -> str:
    return next(option.actor for option in look.options if option.kind == "advance")


def busiest(look: ShownBattle) -> str:
    """Who may advance and has most to choose from."""
    movers = {option.actor for option in look.options if option.kind == "advance"}
    return max(movers, key=lambda key: sum(len(option.actions) for option in look.options if option.actor == key))


def ahead(look: ShownBattle, key: str) -> str:
    """A spot that no list has, before a unit."""
    block = next(one for one in look.scene.blocks if one.key == key)
    by = -43 if block.turn == 0 else 43
    return spot_key((block.at[0] + 3, block.at[1] + by))


def panel(browser: Client, battle: Battle, **ask: str) -> str:
    return str(browser.get(address(battle, "/panel"), ask, headers={"Accept": JSON}).json()["html"])


def test_a_spot_of_no_list_gets_the_nearest_that_is_legal(
    battle: Battle, look: ShownBattle, browsers: dict[str, Client]
) -> None:
    key, side = mover(look), awaited(battle)
    at = ahead(look, key)
    html = panel(browsers[side], battle, unit=key, at=at)
    assert f'data-at="{at}"' in html
    assert '"spots"' in html
    action = re.search(r'name="action" value="([^"]+)"', html)
    assert action
    told = action[1].replace("&quot;", '"')
    assert told not in {choice.text for spot in action_menu.spots(look, key) for choice in spot.choices}
    answer = post(browsers[side], battle, "act", **sent(battle, side, action=told))
    assert answer.status_code == 200
    block = next(one for one in seen_by(battle, _user(battle, side)).scene.blocks if one.key == key)
    wanted = spot_of(at)
    assert wanted
    assert abs(block.at[0] - wanted[0]) + abs(block.at[1] - wanted[1]) < 15


def _user(battle: Battle, side: str) -> Any:
    return battle.seats.get(place=side).user


def test_what_nobody_listed_can_be_weighed(battle: Battle, look: ShownBattle) -> None:
    key = mover(look)
    found = action_menu.spot_for_click(look, key, ahead(look, key))
    assert found
    text = found.choices[0].text
    weighed = action_menu.legal_choice(look, text)
    assert weighed
    assert weighed.text == text
    assert action_menu.legal_choice(look, text.replace(":", ";", 1)) is None
    assert action_menu.legal_choice(look, '{"kind":"pass"}') is None


def test_many_ways_are_listed_by_kind(battle: Battle, look: ShownBattle, browsers: dict[str, Client]) -> None:
    key, side = busiest(look), awaited(battle)
    groups = action_menu.groups(look, key, action_menu.spots(look, key))
    advance = next(group for group in groups if group.kind == "advance")
    assert len({group.kind for group in groups}) == len(groups)
    assert advance.words.endswith(": can advance")
    html = panel(browsers[side], battle, unit=key)
    assert "kind=advance" in html
    assert "hex" not in html
    listed = panel(browsers[side], battle, unit=key, kind="advance")
    assert listed.count('class="choice"') == len(advance.choices)
    assert 'class="choice"' not in panel(browsers[side], battle, unit=key, kind="no such")


def in_command(alice: Any, bob: Any) -> Battle:
    """A battle in which a side moves, and a unit of it that does not may retreat."""
    for seed in range(4, 20):  # by the first dice of a test the fourth is one
        made = begun(alice, bob)
        play_until(made, "advance", b"%d" % seed)
        options = seen_by(made, {"a": alice, "b": bob}[awaited(made)]).options
        if {option.actor for option in options if option.seldom} - {one.actor for one in options if not one.seldom}:
            return made
    raise AssertionError("Nobody who does not move may retreat.")


def test_what_is_seldom_done_is_folded_away(alice: Any, bob: Any, browsers: dict[str, Client]) -> None:
    battle = in_command(alice, bob)
    browser, look = browsers[awaited(battle)], seen_by(battle, {"a": alice, "b": bob}[awaited(battle)])
    usual, fold, seldom = panel(browser, battle).partition("More units")
    assert fold
    assert "retreat from the table" in seldom
    assert "retreat from the table" not in usual
    movable = usual.split('data-movable="')[1].split('"')[0].split("|")
    assert mover(look) in movable
    alone = next(option.actor for option in look.options if option.seldom and option.actor not in movable)
    own = panel(browser, battle, unit=alone)
    assert "Retreat from the table" in own.partition("More actions")[2]


def test_a_spot_is_called_by_its_place_on_the_table(look: ShownBattle) -> None:
    found = action_menu.spot_for_click(look, mover(look), ahead(look, mover(look)))
    assert found
    assert re.fullmatch(r"\d+\.\d cm from the left, \d+\.\d cm from the southern edge", found.words)
    unit = action_menu.spot_for_click(look, mover(look), "unit 0")
    assert unit is not None
    assert unit.words == "First light battalion"


def test_of_a_spot_that_is_too_far_the_nearest_is_said_to_be_meant(look: ShownBattle) -> None:
    key = mover(look)
    block = next(one for one in look.scene.blocks if one.key == key)
    away = spot_key((block.at[0], 0 if block.turn == 0 else look.ground.height))
    found = action_menu.spot_for_click(look, key, away)
    assert found
    assert found.words.startswith("Nearest to ")


def test_reaches_are_shown_where_they_are_asked_for(
    battle: Battle, look: ShownBattle, browsers: dict[str, Client]
) -> None:
    key, side = mover(look), awaited(battle)
    plain = panel(browsers[side], battle, unit=key)
    asked = panel(browsers[side], battle, unit=key, reach="1")
    assert "<template" not in plain
    for reach in look.reaches_of(key):
        assert f'class="reach r-{reach.kind}"' in asked
        assert f"{reach.name}." in asked
    page = browsers[side].get(address(battle), {"unit": key, "reach": "1"}).content.decode()
    assert '<g id="reaches"><path class="reach' in page


def test_a_side_is_told_what_it_is_asked(alice: Any, bob: Any, browsers: dict[str, Client]) -> None:
    battle = begun(alice, bob)
    side = awaited(battle)
    stands = current_position(fresh(battle))
    question = stands.system.ui.question(stands.system.secrets.view(stands.state, side), side)
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
