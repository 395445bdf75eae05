"""Forms that come in the same moment, too late, or once more: one of them is done, and the others are answered."""

import threading
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from battles.models import Battle, Entry, Offer
from battles.services.play.action_menu import json_of
from battles.services.play.lock import Over
from battles.services.play.position import current_position
from battles.services.play.verification import verify
from tests.battles.services.steps import act, awaited, begun, deployed, fresh
from tests.battles.under_load.click_cost import Player

pytestmark = pytest.mark.django_db(transaction=True)

TABS = 6


@pytest.fixture
def player(alice: Any, bob: Any) -> Player:
    """Both players of a battle whose units stand within reach of each other."""
    return Player(begun(alice, bob, setup=deployed()))


def together(*posts: Callable[[], Any]) -> list[Any]:
    """The answers to forms that are sent in one moment, each by a thread of its own."""
    found: list[Any] = [None] * len(posts)
    barrier = threading.Barrier(len(posts))

    def send(place: int, post: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=60)
            found[place] = post()
        finally:
            connection.close()

    threads = [threading.Thread(target=send, args=each) for each in enumerate(posts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def statuses(answers: list[Any]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def form_of(player: Player, side: str, action: Any) -> dict[str, Any]:
    return {**player.form()[1], "side": side, "action": json_of(action), "token": str(uuid4())}


def test_one_form_from_many_tabs_is_one_action_and_all_are_told_of_it(player: Player) -> None:
    side, form = player.form()
    answers = together(*[lambda: player.post(side, form)] * TABS)
    assert statuses(answers) == [200] * TABS
    assert {answer.json()["n"] for answer in answers} == {1}
    assert list(Entry.objects.values_list("seq", "token")) == [(0, None), (1, Entry.objects.get(seq=1).token)]
    assert verify(player.battle) == []


def test_of_different_forms_in_one_moment_one_is_done_and_the_others_see_the_new_board(player: Player) -> None:
    side, form = player.form()
    answers = together(*(lambda: player.post(side, {**form, "token": str(uuid4())}) for _ in range(TABS)))
    assert statuses(answers) == [200] + [409] * (TABS - 1)
    for answer in answers:
        assert answer.json()["n"] == 1
        assert ("since you last looked" in answer.json().get("said", "")) == (answer.status_code == 409)
    assert fresh(player.battle).head == 1
    assert verify(player.battle) == []


def test_what_is_sent_for_the_other_side_is_not_done_whoever_comes_first(player: Player) -> None:
    side, form = player.form()
    other = "b" if side == "a" else "a"
    forged = {**form, "token": str(uuid4())}
    own, foreign = together(lambda: player.post(side, form), lambda: player.post(other, forged))
    assert (own.status_code, foreign.status_code) == (200, 403)
    assert "cannot act for side" in foreign.json()["said"]
    assert [entry.side for entry in Entry.objects.filter(seq__gt=0)] == [side]
    assert verify(player.battle) == []


def test_a_form_that_was_played_is_answered_the_same_however_far_the_battle_has_gone(player: Player) -> None:
    side, form = player.form()
    assert player.post(side, form).status_code == 200
    for _ in range(5):
        player.click()
    before = fresh(player.battle)
    assert player.post(side, form).status_code == 200
    changed = player.post(side, {**form, "action": player.form()[1]["action"]})
    assert (changed.status_code, changed.json()["said"][-1]) == (409, ".")
    assert (fresh(player.battle).head, fresh(player.battle).state_hash) == (before.head, before.state_hash)
    assert verify(player.battle) == []


def test_a_form_of_one_battle_is_nothing_to_another(player: Player, alice: Any, bob: Any) -> None:
    """The same token is another action there: tokens count within a battle."""
    elsewhere = Player(begun(alice, bob, setup=deployed()))
    side, form = player.form()
    assert player.post(side, form).status_code == 200
    place, other = elsewhere.form()
    assert elsewhere.post(place, {**other, "token": form["token"]}).status_code == 200
    assert [fresh(each.battle).head for each in (player, elsewhere)] == [1, 1]
    assert [verify(each.battle) for each in (player, elsewhere)] == [[], []]


def test_an_action_and_the_end_in_one_moment(player: Player) -> None:
    side, form = player.form()
    other = "b" if side == "a" else "a"
    resign = f"/b/{player.battle.slug}/resign"
    said = {"side": other, "expect": "0", "token": str(uuid4())}
    script = {"accept": "application/json"}
    acted, ended = together(
        lambda: player.post(side, form), lambda: player.browsers[other].post(resign, said, headers=script)
    )
    assert ended.status_code == 200
    assert acted.status_code in (200, 409)
    battle = fresh(player.battle)
    assert (battle.status, battle.winner) == ("over", side)
    assert battle.head == (2 if acted.status_code == 200 else 1)
    assert verify(battle) == []


def test_nothing_is_done_after_the_end(player: Player) -> None:
    side, form = player.form()
    late = player.form()[1]
    assert player.post(side, form).status_code == 200
    battle = fresh(player.battle)
    script = {"accept": "application/json"}
    said = {"side": side, "token": str(uuid4())}
    assert player.browsers[side].post(f"/b/{battle.slug}/resign", said, headers=script).status_code == 200
    head = fresh(battle).head
    answers = together(*(lambda who=who: player.post(who, {**late, "side": who}) for who in "abab"))
    assert statuses(answers) == [409] * 4
    assert {answer.json()["said"] for answer in answers} == {str(Over())}
    assert player.post(side, form).status_code == 200
    assert fresh(battle).head == head
    assert verify(battle) == []


def test_an_offer_that_both_answer_in_one_moment_is_answered_once(player: Player) -> None:
    act(player.battle, awaited(player.battle))
    battle, script = fresh(player.battle), {"accept": "application/json"}

    def post(side: str, what: str, **data: str) -> Any:
        form = {"side": side, "token": str(uuid4()), **data}
        return player.browsers[side].post(f"/b/{battle.slug}/{what}", form, headers=script)

    assert post("a", "draw").status_code == 200
    key = f"{Offer.objects.get().kind}:a"
    answers = together(
        lambda: post("a", "answer", offer=key, answer="withdraw"),
        lambda: post("b", "answer", offer=key, answer="accept"),
        lambda: post("b", "answer", offer=key, answer="accept"),
    )
    assert statuses(answers)[0] == 200
    assert set(statuses(answers)[1:]) <= {409, 422}
    over = answers[0].status_code != 200
    assert (fresh(battle).status == "over") == over
    assert verify(battle) == []


def test_a_battle_deleted_while_somebody_acts_is_gone_for_him(alice: Any) -> None:
    player = Player(begun(alice, alice, setup=deployed()))
    side, form = player.form()
    delete = f"/b/{player.battle.slug}/delete"
    acted, deleted = together(lambda: player.post(side, form), lambda: player.browsers["a"].post(delete))
    assert deleted.status_code == 302
    assert acted.status_code in (200, 404)
    assert not Battle.objects.filter(pk=player.battle.pk).exists()
    assert Entry.objects.count() == 0


def test_two_players_who_both_owe_a_decision_are_both_heard(player: Player) -> None:
    """Where both sides are awaited, each acts on what he saw; nobody's action is lost."""
    for _ in range(200):
        row = fresh(player.battle)
        if len(row.awaited) != 1 or row.is_over:
            break
        player.click()
    stands = current_position(fresh(player.battle))
    forms = {
        side: form_of(player, side, stands.system.options(stands.state, side)[0].actions[0]) for side in stands.awaited
    }
    answers = together(*(lambda side=side: player.post(side, forms[side]) for side in forms))
    assert set(statuses(answers)) <= {200, 409}
    done = sum(answer.status_code == 200 for answer in answers)
    assert fresh(player.battle).head == stands.seq + done
    assert verify(player.battle) == []
