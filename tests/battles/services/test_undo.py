"""Taking back: at once where nothing was learned, with consent else; what is undone stays and is struck through."""

from typing import Any
from uuid import uuid4

import pytest

from battles.models import Battle, Offer, Told
from battles.services.create.battle_start import Sitting
from battles.services.play.game_controls import answer, ask_to_undo, undo_action, withdraw
from battles.services.play.lock import NotYours, Over, Refused, Stale
from battles.services.play.position import current_position
from battles.services.play.reconstruction import rebuild
from battles.services.play.verification import verify
from battles.services.view.battle_query import shown_battle
from tests.battles.services.steps import (
    act,
    at,
    awaited,
    begun,
    deployed,
    first_action,
    fresh,
    hidden,
    play,
    play_until,
    seen_by,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return begun(alice, bob, setup=deployed())


def undo(battle: Battle, side: str, by: str = "") -> Any:
    return undo_action(at(battle, by or side), side, expect=None, token=uuid4())


def free_step(battle: Battle) -> str:
    """A side has done something that it may take back, and is still awaited."""
    side = play_until(battle, "activate")
    assert act(battle, side, first_action(battle, side, "activate")).free
    return side


def test_an_own_step_is_taken_back_and_stays_in_the_log_struck_through(battle: Battle, alice: Any) -> None:
    side = play_until(battle, "activate")
    before = fresh(battle)
    feed = shown_battle(at(battle, side)).n
    entry = act(battle, side, first_action(battle, side, "activate"))
    back = undo(battle, side)
    after = fresh(battle)
    assert (after.state_hash, after.turn, after.awaited) == (before.state_hash, before.turn, before.awaited)
    assert (after.head, after.stands, back.back) == (entry.seq + 1, before.stands, before.stands)
    shown = shown_battle(at(battle, side))
    assert [(line.n, line.undone) for line in shown.feed[-2:]] == [(feed + 1, True), (feed + 2, False)]
    assert shown.feed[-1].lines == (("Crossed-out moves were undone.", False),)
    assert shown.phase == shown_battle(at(battle, side), at=feed).phase
    assert {line.viewer for line in Told.objects.filter(undone=True)} == {"a", "b", "umpire", "public"}
    assert verify(battle) == []


def test_steps_are_taken_back_one_after_the_other_and_played_anew(battle: Battle) -> None:
    side = free_step(battle)
    while True:
        options = current_position(fresh(battle)).system.options(current_position(fresh(battle)).state, side)
        if any(option.kind == "activate" for option in options):
            break
        play(battle, 1)
    start = fresh(battle)
    act(battle, side, first_action(battle, side, "activate"))
    between = fresh(battle).state_hash
    act(battle, side, first_action(battle, side, "activate"))
    undo(battle, side)
    assert fresh(battle).state_hash == between
    undo(battle, side)
    assert fresh(battle).state_hash == start.state_hash
    act(battle, side, first_action(battle, side, "activate"))
    assert fresh(battle).state_hash == between
    play(battle, 10)
    assert verify(battle) == []
    feeds = list(Told.objects.order_by("viewer", "n").values_list("viewer", "n", "undone", "phase", "lines"))
    rebuild(battle)
    assert list(Told.objects.order_by("viewer", "n").values_list("viewer", "n", "undone", "phase", "lines")) == feeds


def test_the_past_of_what_was_taken_back_can_still_be_looked_at(battle: Battle) -> None:
    side = free_step(battle)
    shown = shown_battle(at(battle, side))
    undo(battle, side)
    play(battle, 3)
    assert shown_battle(at(battle, side), at=shown.n).seen == shown.seen
    assert shown_battle(at(battle, side), at=shown.n + 1).seen == shown_battle(at(battle, side), at=shown.n - 1).seen


def test_dice_are_never_thrown_again_by_going_back(battle: Battle) -> None:
    side = play_until(battle, "fire")
    action = first_action(battle, side, "fire")
    first = act(battle, side, action)
    with pytest.raises(Refused, match="Dice were rolled"):
        undo(battle, side)
    other = "b" if side == "a" else "a"
    asked = ask_to_undo(at(battle, side), side, expect=None)
    assert asked is not None
    answer(at(battle, other), f"takeback:{side}", accept=True)
    again = act(battle, side, action)
    assert bytes(first.line) != bytes(again.line)
    assert (first.seq, again.seq) == (first.seq, first.seq + 2)
    assert verify(battle) == []


def test_nobody_takes_back_what_somebody_else_did_or_what_is_not_there(battle: Battle) -> None:
    side = awaited(battle)
    other = "b" if side == "a" else "a"
    with pytest.raises(Refused, match="There is no action to undo yet"):
        undo(battle, side)
    act(battle, side)
    with pytest.raises(Refused, match="Another side has acted since"):
        undo(battle, other)
    with pytest.raises(NotYours):
        undo(battle, side, by=other)
    with pytest.raises(Stale):
        undo_action(at(battle, side), side, expect=0, token=uuid4())


def test_the_same_token_takes_back_once(battle: Battle) -> None:
    side = free_step(battle)
    token = uuid4()
    first = undo_action(at(battle, side), side, expect=None, token=token)
    assert undo_action(at(battle, side), side, expect=-9, token=token).pk == first.pk
    assert fresh(battle).head == first.seq


def test_an_umpire_and_who_plays_both_sides_take_back_anything(alice: Any, bob: Any, charlie: Any) -> None:
    umpired = begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed())
    alone = begun(alice, alice, setup=deployed())
    for battle, by in ((umpired, "umpire"), (alone, "")):
        side = play_until(battle, "fire")
        before = fresh(battle).state_hash
        act(battle, side, first_action(battle, side, "fire"))
        if by:
            undo(battle, by)
        else:
            from battles.services.access import access_of

            undo_action(access_of(fresh(battle), alice), side, expect=None, token=uuid4())
        assert fresh(battle).state_hash == before
        assert verify(battle) == []


def test_a_step_back_is_asked_for_declined_and_not_asked_twice(battle: Battle, alice: Any, bob: Any) -> None:
    side = play_until(battle, "fire")
    other = "b" if side == "a" else "a"
    act(battle, side, first_action(battle, side, "fire"))
    ask_to_undo(at(battle, side), side, expect=None)
    key = f"takeback:{side}"
    mine, his = shown_battle(at(battle, side)).offers, shown_battle(at(battle, other)).offers
    assert [(offer.key, offer.yours, offer.may_answer) for offer in mine] == [(key, True, False)]
    assert [(offer.key, offer.yours, offer.may_answer) for offer in his] == [(key, False, True)]
    line = shown_battle(at(battle, other)).feed[-2].n
    assert his[0].words.endswith(f"asks to undo everything since log line {line}.")
    assert shown_battle(at(battle, side)).undo.how == "no"
    with pytest.raises(NotYours):
        answer(at(battle, side), key, accept=True)
    assert answer(at(battle, other), key, accept=False) is None
    assert shown_battle(at(battle, side)).offers == ()
    with pytest.raises(Refused, match="You have already asked to undo"):
        ask_to_undo(at(battle, side), side, expect=None)
    with pytest.raises(Refused, match="does not stand any more"):
        answer(at(battle, other), key, accept=True)
    act(battle, awaited(battle))
    assert not Offer.objects.exists()
    ask_to_undo(at(battle, side), side, expect=None)
    withdraw(at(battle, side), key)
    with pytest.raises(Refused, match="does not stand any more"):
        withdraw(at(battle, side), key)
    assert verify(battle) == []


def test_a_computer_player_gives_back_what_no_dice_have_decided(alice: Any) -> None:
    battle = begun(alice, None, Sitting(place="b", computer="random"), setup=deployed())
    play_until(battle, "activate")
    while awaited(battle) != "a":
        play(battle, 1)
    before = fresh(battle)
    act(battle, "a", first_action(battle, "a", "activate"))
    assert shown_battle(at(battle, "a")).undo.how == "free"
    assert ask_to_undo(at(battle, "a"), "a", expect=None) is None
    assert fresh(battle).state_hash == before.state_hash
    while play_until(battle, "fire") != "a":
        act(battle, "b")
    act(battle, "a", first_action(battle, "a", "fire"))
    undo = shown_battle(at(battle, "a")).undo
    assert (undo.how, undo.why) == ("no", "Dice were rolled since your last action."), "It would refuse each request."
    with pytest.raises(Refused, match="The computer does not agree"):
        ask_to_undo(at(battle, "a"), "a", expect=None)
    assert verify(battle) == []


def test_what_was_hidden_stays_hidden_when_it_is_taken_back(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, Sitting(place="umpire", user=charlie), setup=hidden())
    play(battle, 16, b"16")
    before = seen_by(battle, alice)
    act(battle, "b", first_action(battle, "b", "rally"))
    undo(battle, "umpire")
    assert seen_by(battle, alice) == before
    assert verify(battle) == []


def test_nothing_is_taken_back_after_the_end(battle: Battle) -> None:
    play(battle, 1_000)
    with pytest.raises(Over):
        undo(battle, "a")
