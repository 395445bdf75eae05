"""Ends by agreement, pauses, and who may do away with a battle."""

from typing import Any
from uuid import uuid4

import pytest

from battles.models import Battle, ComputerTurn, Offer, Status
from battles.services.access import access_of
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.play.game_controls import answer, delete, offer_draw, pause, resign, resume
from battles.services.play.lock import Gone, NotYours, Over, Paused, Refused, Stale
from battles.services.play.position import record_of
from battles.services.play.verification import verify
from battles.services.view import feed
from battles.services.view.battle_query import shown_battle
from tests.battles.services.steps import SYSTEM, act, at, awaited, begun, deployed, fresh, play, seen_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return begun(alice, bob, setup=deployed())


def test_a_side_resigns_and_the_other_has_won(battle: Battle, charlie: Any) -> None:
    token = uuid4()
    play(battle, 3)
    first = resign(at(battle, "a"), "a", token=token)
    assert resign(at(battle, "a"), "a", token=token).pk == first.pk
    after = fresh(battle)
    assert (after.status, after.winner, after.awaited) == (Status.OVER, "b", "")
    shown = seen_by(battle, charlie)
    assert shown.outcome == "The French column resigned. The Austrian column won."
    assert (shown.winner, shown.phase, shown.facts.secret) == ("b", "The battle is over", bytes(after.secret).hex())
    for late in (
        lambda: act(battle, "b"),
        lambda: resign(at(battle, "b"), "b", token=uuid4()),
        lambda: pause(at(battle, "a")),
    ):
        with pytest.raises((Over, IndexError)):
            late()
    assert verify(battle) == []
    assert record_of(after).entries[-1].ended is not None


def test_nobody_resigns_for_the_other_side(battle: Battle, charlie: Any) -> None:
    for standing in (at(battle, "b"), access_of(fresh(battle), charlie)):
        with pytest.raises(NotYours):
            resign(standing, "a", token=uuid4())
    assert fresh(battle).status == Status.PLAYING


def test_an_umpire_is_no_side_that_resigns(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed())
    with pytest.raises(Refused, match="Choose the side that resigns"):
        resign(at(battle, "umpire"), "umpire", token=uuid4())
    assert resign(at(battle, "umpire"), "a", token=uuid4()).for_other
    assert verify(battle) == []


def test_a_draw_is_offered_and_agreed(battle: Battle) -> None:
    assert offer_draw(at(battle, "a"), "a", expect=None) is not None
    with pytest.raises(Refused, match="You have already offered a draw"):
        offer_draw(at(battle, "a"), "a", expect=None)
    answer(at(battle, "b"), "draw:a", accept=True)
    after = fresh(battle)
    assert (after.status, after.winner) == (Status.OVER, "")
    assert after.ended == "Draw agreed: nobody won."
    assert verify(battle) == []


def test_two_who_offer_a_draw_have_agreed(battle: Battle) -> None:
    offer_draw(at(battle, "a"), "a", expect=None)
    with pytest.raises(Stale):
        offer_draw(at(battle, "b"), "b", expect=0)
    assert offer_draw(at(battle, "b"), "b", expect=None) is None
    assert fresh(battle).is_over
    assert verify(battle) == []


def test_playing_on_declines(battle: Battle) -> None:
    side = awaited(battle)
    other = "b" if side == "a" else "a"
    offer_draw(at(battle, other), other, expect=None)
    act(battle, side)
    assert not Offer.objects.exists()
    for key in (f"draw:{other}", "", "draw", "draw:c", "takeback:a"):
        with pytest.raises(Refused, match="does not stand any more"):
            answer(at(battle, side), key, accept=True)
    assert verify(battle) == []


def test_the_side_that_offers_a_draw_reads_that_it_is_declined(battle: Battle) -> None:
    side = awaited(battle)
    other = "b" if side == "a" else "a"
    offer_draw(at(battle, side), side, expect=None)
    answer(at(battle, other), f"draw:{side}", accept=False)
    seen = shown_battle(at(battle, side))
    assert seen.is_noted
    assert seen.latest.endswith("declines the offer of a draw.")


def test_the_computer_plays_on(alice: Any) -> None:
    battle = begun(alice, None, Sitting(place="b", computer="random"), setup=deployed())
    with pytest.raises(Refused, match="The computer does not agree to a draw"):
        offer_draw(at(battle, "a"), "a", expect=None)


def test_a_pause_holds_everybody_until_it_goes_on(battle: Battle, alice: Any, charlie: Any) -> None:
    with pytest.raises(NotYours):
        pause(access_of(fresh(battle), charlie))
    with pytest.raises(Refused, match="not paused"):
        resume(at(battle, "a"))
    pause(at(battle, "a"))
    shown = seen_by(battle, alice)
    assert (shown.is_paused, shown.may_act, shown.undo.how) == (True, (), "no")
    assert shown.feed[-1].lines == (("The battle is paused.", False),)
    assert shown.feed[-1].is_notice
    with pytest.raises(Paused):
        act(battle, awaited(battle))
    with pytest.raises(Paused):
        pause(at(battle, "b"))
    resume(at(battle, "b"))
    act(battle, awaited(battle))
    assert verify(battle) == []


def test_a_computer_player_owes_its_decision_again_after_a_pause(alice: Any) -> None:
    battle = begun(alice, None, Sitting(place="b", computer="random"), setup=deployed())
    while awaited(battle) != "b":
        play(battle, 1)
    pause(at(battle, "a"))
    ComputerTurn.objects.all().delete()
    resume(at(battle, "a"))
    assert ComputerTurn.objects.get().side == "b"


def test_nobody_floods_the_feeds_with_notices(battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "MOST_NOTICES", 2)
    pause(at(battle, "a"))
    resume(at(battle, "a"))
    with pytest.raises(Refused, match="Play on first"):
        pause(at(battle, "a"))
    assert fresh(battle).status == Status.PLAYING
    act(battle, awaited(battle))
    pause(at(battle, "a"))


def test_a_battle_is_deleted_by_its_owner_while_no_other_plays_in_it(battle: Battle, alice: Any, bob: Any) -> None:
    with pytest.raises(NotYours):
        delete(access_of(battle, bob))
    with pytest.raises(Refused, match="Others play in this battle"):
        delete(access_of(battle, alice))
    standing = access_of(battle, alice)
    resign(at(battle, "a"), "a", token=uuid4())
    delete(standing)
    with pytest.raises(Gone):
        delete(standing)
    alone = start(
        NewBattle(
            system=SYSTEM, setup=deployed(), title="Alone", owner=alice, sittings=(Sitting(place="a", user=alice),)
        )
    )
    delete(access_of(alone, alice))
    assert not Battle.objects.exists()
