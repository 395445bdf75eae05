"""Playing on a battle's page: with and without script, once, in time, and what is said where it is refused."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from battles.models import Battle, Entry
from battles.services.create.battle_start import Sitting
from battles.services.play.action_menu import json_of
from battles.services.play.position import current_position
from battles.services.play.verification import verify
from tests.battles.pages.browser_steps import JSON, action_of, address, browser_of, play_from, post, sent
from tests.battles.services.steps import act, awaited, begun, deployed, first_action, fresh, play_until

pytestmark = pytest.mark.django_db

PARTS = {"strip", "panel", "log", "acts", "board-off", "scene"}


def test_a_form_without_script_plays_and_leads_back_to_the_page(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    answer = play_from(browsers[side], battle, side, script=False)
    assert (answer.status_code, answer.url, fresh(battle).head) == (302, address(battle), 1)
    assert browsers[side].get(answer.url).status_code == 200
    assert verify(battle) == []


def test_a_script_is_given_every_part_of_the_page(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    answer = play_from(browsers[side], battle, side)
    assert (answer.status_code, answer["Content-Type"]) == (200, JSON)
    told = answer.json()
    assert told.keys() == {"n", "title", "awaited", "viewer", "ground", "parts"}
    assert (told["n"], set(told["parts"])) == (1, PARTS)
    assert told["parts"]["scene"].startswith('<g id="scene">')
    assert told["ground"] in browsers[side].get(address(battle)).content.decode()
    assert browsers[side].get(address(battle, "/now"), {"n": "0"}).json()["n"] == 1
    assert browsers[side].get(address(battle, "/now"), {"n": "1"}).status_code == 204


def test_a_page_shows_its_reader_alone_what_he_may_do(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    other = "b" if side == "a" else "a"
    assert "Your turn." in browsers[side].get(address(battle)).content.decode()
    page = browsers[other].get(address(battle)).content.decode()
    assert "Your turn." not in page
    assert 'name="action"' not in page
    assert play_from(browsers[other], battle, side).status_code == 403


def test_the_same_form_sent_twice_plays_once(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    data = sent(battle, side, action=action_of(battle, side))
    answers = [post(browsers[side], battle, "act", **data) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert fresh(battle).head == 1


@pytest.mark.parametrize("script", [True, False])
def test_who_acts_on_an_old_page_is_shown_the_new_one(
    battle: Battle, browsers: dict[str, Client], script: bool
) -> None:
    side = awaited(battle)
    act(battle, side)
    mine = awaited(battle)
    answer = play_from(browsers[mine], battle, mine, script=script, expect=0)
    assert (answer.status_code, fresh(battle).head) == (409, 1)
    said = "Something has happened since you last looked."
    assert said in (answer.json()["said"] if script else answer.content.decode())
    if script:
        assert (answer.json()["n"], set(answer.json()["parts"])) == (1, PARTS)


def test_an_action_is_played_by_its_short_form(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    stands = current_position(fresh(battle))
    text = stands.system.text.notation(stands.state, first_action(battle, side))
    assert post(browsers[side], battle, "act", **sent(battle, side, notation=text)).status_code == 200
    assert fresh(battle).head == 1
    answer = post(browsers[side], battle, "act", **sent(battle, awaited(battle), notation="hop over the moon"))
    assert answer.status_code in (403, 422)


def test_an_umpire_acts_for_a_side_and_is_named(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed())
    page = browser_of(charlie).get(address(battle)).content.decode()
    assert "Your turn." not in page
    assert "As the umpire you may act for this side." in page
    side = awaited(battle)
    assert play_from(browser_of(charlie), battle, side).status_code == 200
    entry = Entry.objects.get(seq=1)
    assert (entry.side, entry.by, entry.for_other) == (side, charlie, True)
    assert "charlie for " in browser_of(alice).get(address(battle)).content.decode()


@pytest.mark.parametrize("script", [True, False])
def test_what_the_rules_forbid_is_refused_with_their_sentence(
    battle: Battle, browsers: dict[str, Client], script: bool
) -> None:
    wrong = first_action(battle, awaited(battle))
    act(battle, awaited(battle), wrong)
    side = awaited(battle)
    stands = current_position(fresh(battle))
    refusal = stands.system.refuse(stands.state, side, wrong)
    assert refusal is not None
    answer = post(browsers[side], battle, "act", script=script, **sent(battle, side, action=json_of(wrong)))
    assert (answer.status_code, fresh(battle).head) == (422, 1)
    text = answer.json()["said"] if script else answer.content.decode()
    assert (refusal.sentence if script else escape(refusal.sentence)) in text
    assert text.count(refusal.rule) == 1 or not script


def test_a_unit_and_a_place_are_picked_by_address_alone(battle: Battle, browsers: dict[str, Client]) -> None:
    side = play_until(battle, "activate")
    stands = current_position(fresh(battle))
    option = next(option for option in stands.system.options(stands.state, side) if option.kind == "activate")
    browser, here = browsers[side], address(battle)
    page = browser.get(here, {"unit": option.actor}).content.decode()
    assert f'data-unit="{option.actor}"' in page
    places = page.partition('data-areas="')[2].partition('"')[0].split("|")
    assert places != [""]
    for found in (
        browser.get(here, {"unit": option.actor, "at": places[0]}).content.decode(),
        browser.get(f"{here}/panel", {"unit": option.actor, "at": places[0]}).json()["html"],
    ):
        assert 'name="action"' in found
    for asked in ({"weigh": json_of(option.actions[0])}, {"advice": "1"}):
        assert "Choose another action" in browser.get(here, asked).content.decode()


def test_where_nothing_may_be_done_it_is_said_why_with_the_rule(battle: Battle, browsers: dict[str, Client]) -> None:
    side = play_until(battle, "activate")
    stands = current_position(fresh(battle))
    option = next(option for option in stands.system.options(stands.state, side) if option.kind == "activate")
    ground = stands.system.ui.ground(stands.system.secrets.view(stands.state, side))
    page = browsers[side].get(address(battle), {"unit": option.actor, "at": ground.areas[0].key}).content.decode()
    panel = page.partition('id="c-h">Not allowed')[2].partition("</section>")[0]
    assert "EN-" in panel


def test_a_refusal_is_about_the_chosen_unit_and_the_enemy_pointed_at(
    battle: Battle, browsers: dict[str, Client]
) -> None:
    side = play_until(battle, "activate")
    stands = current_position(fresh(battle))
    view = stands.system.secrets.view(stands.state, side)
    actor = next(option.actor for option in stands.system.options(stands.state, side) if option.kind == "activate")
    scene = stands.system.ui.scene(view)
    name = next(block.name for block in scene.blocks if block.key == actor)
    foe = next(block for block in scene.blocks if block.side != side)
    page = browsers[side].get(address(battle), {"unit": actor, "at": foe.key}).content.decode()
    assert f'data-unit="{actor}"' in page
    assert f"Not allowed for {escape(name)} at {escape(foe.name)}" in page
    assert "one of your own" not in page
    assert foe.key in page.partition('data-foes="')[2].partition('"')[0].split("|")


@pytest.mark.parametrize("what", ["enemy", "place"])
def test_a_click_without_a_unit_of_ones_own_is_answered(battle: Battle, browsers: dict[str, Client], what: str) -> None:
    side = play_until(battle, "activate")
    stands = current_position(fresh(battle))
    view = stands.system.secrets.view(stands.state, side)
    foe = next(block for block in stands.system.ui.scene(view).blocks if block.side != side)
    asked = {"unit": foe.key} if what == "enemy" else {"at": stands.system.ui.ground(view).areas[0].key}
    page = browsers[side].get(address(battle), asked).content.decode()
    said = page.partition("data-why")[2].partition("</p>")[0]
    assert ("belongs to" if what == "enemy" else "None of your units stands at") in said


def test_a_leader_is_led_to_the_unit_that_hides_the_ground(battle: Battle, browsers: dict[str, Client]) -> None:
    side = play_until(battle, "move_leader")
    stands = current_position(fresh(battle))
    option = next(one for one in stands.system.options(stands.state, side) if one.kind == "move_leader")
    goals = {action.cell for action in option.actions}
    number = next(n for n, unit in enumerate(stands.state.units) if unit.side == side and unit.cell in goals)
    page = browsers[side].get(address(battle), {"unit": option.actor, "at": f"unit {number}"}).content.decode()
    assert 'id="c-h">Not allowed' not in page
    assert page.count('class="choice') == 1


def test_what_has_moved_since_ones_own_last_action_is_marked(battle: Battle, browsers: dict[str, Client]) -> None:
    def marked(who: str) -> int:
        return str(browsers[who].get(address(battle, "/now")).json()["parts"]["scene"]).count('class="now ')

    assert [marked(who) for who in ("a", "b", "nobody")] == [0, 0, 0]
    for _ in range(2):
        act(battle, awaited(battle), first_action(battle, awaited(battle), "deploy"))
    mine = Entry.objects.get(seq=2).side
    other = "b" if mine == "a" else "a"
    assert marked(mine) == 1
    assert marked("nobody") == 1
    assert marked(other) == 2
