"""What is done on a battle's page besides the rules: taking back, a draw, giving up, a pause, help."""

from typing import Any

import pytest
from django.test import Client

from battles.engine.battle_file import read
from battles.engine.replay import verify as audited
from battles.models import Battle, Entry, Status
from battles.services.play.position import current_position
from battles.services.play.verification import verify
from tests.battles.pages.browser_steps import address, play_from, post, sent
from tests.battles.services.steps import act, awaited, fresh, play, play_until

pytestmark = pytest.mark.django_db


def stage(battle: Battle) -> list[str]:
    """The step of the turn that is due."""
    stands = current_position(fresh(battle))
    return [
        one.name
        for one in stands.system.ui.stages(stands.system.secrets.view(stands.state, "public"))
        if one.when == "now"
    ]


def test_ones_own_last_step_is_taken_back_at_once(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    act(battle, side)
    data = sent(battle, side)
    for _ in range(2):
        assert post(browsers[side], battle, "undo", **data).status_code == 200
    row = fresh(battle)
    assert (row.head, row.stands, row.awaited) == (2, 0, side)
    assert 'class="undone"' in browsers[side].get(address(battle)).content.decode()
    answer = post(browsers[side], battle, "undo", **sent(battle, side))
    assert (answer.status_code, answer.json()["said"]) == (422, "There is no action to undo yet.")
    assert verify(battle) == []


def test_a_step_after_which_the_other_acted_is_taken_back_with_his_consent(
    battle: Battle, browsers: dict[str, Client]
) -> None:
    side = play_until(battle, "activate")
    other = "b" if side == "a" else "a"
    while Entry.objects.latest("seq").side == awaited(battle):
        act(battle, awaited(battle))
    side, other = Entry.objects.latest("seq").side, awaited(battle)
    act(battle, other)
    assert post(browsers[side], battle, "undo", **sent(battle, side)).status_code == 422
    assert "Ask to undo" in browsers[side].get(address(battle)).content.decode()
    asked = post(browsers[side], battle, "takeback", script=False, **sent(battle, side))
    assert asked.status_code == 302
    key, before = f"takeback:{side}", fresh(battle).stands
    assert f'value="{key}"' in browsers[other].get(address(battle)).content.decode()
    assert "data-act" not in browsers["nobody"].get(address(battle)).content.decode()
    assert post(browsers[side], battle, "answer", offer=key, answer="accept").status_code in (403, 422)
    assert post(browsers[other], battle, "answer", offer=key, answer="accept").status_code == 200
    assert fresh(battle).stands < before
    assert verify(battle) == []


def test_a_draw_is_offered_declined_taken_back_and_agreed(battle: Battle, browsers: dict[str, Client]) -> None:
    assert post(browsers["a"], battle, "draw", **sent(battle, "a")).json()["said"].startswith("You have offered a draw")
    assert post(browsers["a"], battle, "answer", offer="draw:a", answer="withdraw").status_code == 200
    assert post(browsers["b"], battle, "answer", offer="draw:a", answer="accept").status_code == 422
    act(battle, awaited(battle))
    post(browsers["b"], battle, "draw", **sent(battle, "b"))
    answer = post(browsers["a"], battle, "draw", **sent(battle, "a"))
    assert answer.json()["said"] == "The draw is agreed."
    assert fresh(battle).status == Status.OVER
    assert "The battle is over" in browsers["nobody"].get(address(battle)).content.decode()


def test_who_resigns_loses_and_nothing_can_be_done_any_more(battle: Battle, browsers: dict[str, Client]) -> None:
    assert post(browsers["a"], battle, "resign", script=False, **sent(battle, "a")).status_code == 302
    row = fresh(battle)
    assert (row.status, row.winner) == (Status.OVER, "b")
    for deed in ("undo", "takeback", "draw", "pause", "resume", "leave"):
        answer = post(browsers["b"], battle, deed, **sent(battle, "b"))
        assert (answer.status_code, answer.json()["said"]) == (409, "The battle is over."), deed
    answer = post(browsers["b"], battle, "act", **sent(battle, "b", notation="x"))
    assert answer.status_code in (409, 422)
    assert "data-act" not in browsers["b"].get(address(battle)).content.decode()


def test_a_pause_holds_everybody_up_until_it_ends(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    assert post(browsers["b"], battle, "pause").status_code == 200
    answer = play_from(browsers[side], battle, side)
    assert answer.status_code == 409
    assert "paused" in answer.json()["said"]
    assert post(browsers["a"], battle, "resume").status_code == 200
    assert play_from(browsers[side], battle, side).status_code == 200


def test_the_computer_finishes_a_step_for_who_leaves_it_to_it(
    battle: Battle, browsers: dict[str, Client], alice: Any, bob: Any
) -> None:
    side, before = awaited(battle), stage(battle)
    data = sent(battle, side)
    assert post(browsers[side], battle, "leave", **data).status_code == 200
    head = fresh(battle).head
    assert head > 0
    assert (awaited(battle), stage(battle)) != (side, before)
    assert post(browsers[side], battle, "leave", **data).status_code == 409
    assert fresh(battle).head == head
    assert set(Entry.objects.filter(seq__gt=0).values_list("by", "side")) == {({"a": alice, "b": bob}[side].pk, side)}


def test_a_battle_fought_on_its_pages_is_a_sound_record(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 10)
    for _ in range(6):
        side = awaited(battle)
        assert post(browsers[side], battle, "leave", **sent(battle, side)).status_code == 200
    assert browsers["a"].get(address(battle, ".battle")).status_code == 403
    post(browsers["a"], battle, "resign", **sent(battle, "a"))
    file = browsers["nobody"].get(address(battle, ".battle"))
    assert file["Content-Disposition"] == 'attachment; filename="on-the-heights.battle"'
    assert audited(read(file.content)) == verify(battle) == []
