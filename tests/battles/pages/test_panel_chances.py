"""The panel goes from firer to target to one button: who is listed, the chances beside them, what the dice did."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import escape

from battles.engine.core import Shortcut
from battles.engine.forecast import Aim, brief_words
from battles.models import Battle
from battles.pages.panel import Panel, verb_of
from battles.services.jobs.computer_turns import leave_to_computer
from battles.services.play import action_menu
from battles.services.play.action_menu import Choice, Menu
from battles.services.play.position import current_position
from battles.services.play.submission import BY_ORDER
from tests.battles.pages.browser_steps import address, browser_of, post, sent
from tests.battles.services.steps import at, begun, deployed, fresh, play_until, seen_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def firing(alice: Any, bob: Any) -> tuple[Battle, str, Client, Any]:
    """A battle with a side that may fire, the browser of its player, and the page's view."""
    battle = begun(alice, bob, setup=deployed("clash", victory_points_to_win=99, max_turns=12))
    side = play_until(battle, "fire")
    user = {"a": alice, "b": bob}[side]
    return battle, side, browser_of(user), seen_by(battle, user)


def test_who_fires_is_listed_and_no_enemy(firing: tuple[Battle, str, Client, Any]) -> None:
    battle, side, _, view = firing
    stands = current_position(fresh(battle))
    options = action_menu.by_own_actor(view, view.options)
    blocks = {block.key: block for block in view.scene.blocks}
    assert {blocks[option.actor].side for option in options if option.actor} == {side}
    fire = {action for option in view.options if option.kind == "fire" for action in option.actions}
    assert {action for option in options if option.kind == "fire" for action in option.actions} == fire
    words = [stands.system.text.offer(stands.state, option) for option in options if len(option.actions) > 1]
    assert all("can fire at" in each and "can be fired at" not in each for each in words)


def test_an_enemy_that_is_clicked_first_is_no_actor(firing: tuple[Battle, str, Client, Any]) -> None:
    battle, _, browser, view = firing
    target = next(option.actor for option in view.options if option.kind == "fire")
    page = browser.get(address(battle, "/panel"), {"unit": target}).json()["html"]
    assert "belongs to" in page
    assert 'name="action" value="{&quot;kind&quot;:&quot;fire' not in page


def test_the_button_names_the_act_and_the_chance_of_the_odds(firing: tuple[Battle, str, Client, Any]) -> None:
    battle, side, browser, view = firing
    stands = current_position(fresh(battle))
    option = next(each for each in action_menu.by_own_actor(view, view.options) if each.kind == "fire")
    asked = {"unit": option.actor, "at": view.target(option.actions[0]).targets[0]}
    bare = browser.get(address(battle, "/panel"), asked).json()["html"]
    assert '<span class="chance" data-chance="r0"></span>' in bare
    answer = browser.get(address(battle, "/odds"), asked).json()
    text = re.search(r'class="choice btn primary" name="action" value="([^"]+)"', bare)
    assert text is not None
    action = action_menu.action_of(stands.system, text[1].replace("&quot;", '"'))
    seen = stands.system.secrets.view(stands.state, side)
    forecasts = stands.system.odds.forecast(seen, side, action)
    assert answer["chances"]["r0"] == brief_words(forecasts)
    assert answer["chances"]["r0"].endswith("\N{NO-BREAK SPACE}% at least one hit")
    assert escape(forecasts[0].title) in answer["html"]
    whole = browser.get(address(battle), asked).content.decode()
    assert answer["chances"]["r0"] in whole, "Without script the page itself has the chance."


def test_what_only_ends_a_phase_has_no_odds(firing: tuple[Battle, str, Client, Any]) -> None:
    battle, _, browser, view = firing
    page = browser.get(address(battle)).content.decode()
    done = next(choice for choice in action_menu.menu(view).choices if '"done"' in choice.text)
    row = page.partition(f'value="{escape(done.text)}"')[2].partition("</button>")[0]
    assert row
    assert "data-chance" not in row


def test_what_the_dice_did_stands_above_the_next_choices(firing: tuple[Battle, str, Client, Any]) -> None:
    battle, side, browser, view = firing
    action = next(option for option in view.options if option.kind == "fire").actions[0]
    data = sent(battle, side, action=action_menu.json_of(action))
    panel = post(browser, battle, "act", **data).json()["parts"]["panel"]
    banner = panel.partition('class="rolled"')[2].partition("</div>")[0]
    assert re.search(r'rolled <span class="dice"><span class="die">\d+</span>', banner)
    assert "(EN-" not in banner


def test_a_standing_order_hides_nothing_that_the_choice_rolled(
    firing: tuple[Battle, str, Client, Any],
) -> None:
    battle, side, browser, view = firing
    user = battle.seats.get(place=side).user
    action = next(option for option in view.options if option.kind == "fire").actions[0]
    post(browser, battle, "act", **sent(battle, side, action=action_menu.json_of(action)))
    chosen, fired = seen_by(battle, user).rolled, fresh(battle).head
    assert "fired at" in chosen[0]
    leave_to_computer(at(battle, side), expect=None, token=uuid4())
    assert seen_by(battle, user).rolled[:1] != chosen[:1], "A new choice has its own dice."
    battle.told.filter(seq__gt=fired, entry__side=side).update(by_name=f"Alice{BY_ORDER}")
    assert seen_by(battle, user).rolled[: len(chosen)] == chosen


def test_the_last_brigade_has_both_its_buttons() -> None:
    shortcut = Shortcut("Move Jamin", "Move commanders first", "", None)
    brigade = Choice("Give Jamin the initiative", "choose 2", "{}", Aim(""), shortcut=shortcut)
    plain = Choice("Finish moving", "done", "{}", Aim(""))
    assert Panel(menu=Menu((), (brigade,))).listed == (brigade,)
    assert Panel(menu=Menu((), (brigade,))).docked == ()
    assert Panel(menu=Menu((), (plain,))).docked == (plain,)


@pytest.mark.parametrize(
    ("words", "target", "verb"),
    [
        ("Fire at the 5th Militia with 61e Ligne (2 dice)", "5th Militia", "Fire"),
        ("Move to 0705 and charge 5th Militia", "5th Militia", "Move to 0705 and charge"),
        ("Join in against 4th Line, facing north", "4th Line", "Join in"),
        ("Advance 6 cm", "4th Line", ""),
        ("Advance 6 cm", "", ""),
    ],
)
def test_the_verb_of_an_action_at_a_named_target(words: str, target: str, verb: str) -> None:
    assert verb_of(words, target) == verb
