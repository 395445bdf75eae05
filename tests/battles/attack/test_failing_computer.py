"""A computer player that cannot decide: what the page says of it, and the ways out."""

from typing import Any

import pytest

from battles.models import Battle, ComputerTurn, Status
from battles.services.create.battle_start import Sitting
from battles.services.jobs.computer_turns import claim, decide_one
from battles.services.play.invitations import give_to_computer
from battles.services.play.verification import verify
from tests.battles.pages.browser_steps import address, browser_of, post, sent
from tests.battles.services.steps import act, at, awaited, begun, deployed, fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    """The computer has failed at side b's decision."""
    found = begun(alice, bob, Sitting(place="b", computer="random"), setup=deployed())
    while awaited(found) != "b":
        act(found, "a")
    ComputerTurn.objects.update(state=ComputerTurn.State.FAILED, tries=3, fault="It broke.")
    return found


def test_a_player_lets_the_computer_try_again_and_it_plays(battle: Battle, alice: Any) -> None:
    browser = browser_of(alice)
    page = browser.get(address(battle)).content.decode()
    assert "It broke." in page
    assert f'action="{address(battle, "/again")}"' in page
    answer = post(browser, battle, "again", **sent(battle, "a"))
    assert answer.status_code == 200
    assert "It broke." not in answer.json()["parts"]["panel"]
    head = fresh(battle).head
    turn = claim("a worker")
    assert turn is not None
    decide_one(turn)
    assert fresh(battle).head == head + 1
    assert verify(battle) == []


def test_who_only_watches_cannot_ask_it_to(battle: Battle, charlie: Any) -> None:
    browser = browser_of(charlie)
    assert "/again" not in browser.get(address(battle)).content.decode()
    assert post(browser, battle, "again", **sent(battle, "a")).status_code == 404
    assert ComputerTurn.objects.get().state == ComputerTurn.State.FAILED


def test_a_computer_that_has_not_failed_is_not_disturbed(battle: Battle, alice: Any) -> None:
    ComputerTurn.objects.update(state=ComputerTurn.State.CLAIMED, tries=1, fault="")
    answer = post(browser_of(alice), battle, "again", **sent(battle, "a"))
    assert answer.status_code == 422
    assert "has not failed" in answer.json()["said"]
    assert ComputerTurn.objects.get().state == ComputerTurn.State.CLAIMED


def test_whose_seat_the_computer_keeps_may_pause_the_battle_and_is_told_how_to_act(alice: Any, bob: Any) -> None:
    found = begun(alice, bob, setup=deployed())
    give_to_computer(at(found, "a"), "a", "random", 0.0)
    browser = browser_of(alice)
    answer = post(browser, found, "resign", **sent(found, "a"))
    assert answer.status_code == 403
    assert "The computer plays for you" in answer.json()["said"]
    assert post(browser, found, "pause", **sent(found, "a")).status_code == 200
    assert fresh(found).status == Status.PAUSED
