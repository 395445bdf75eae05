"""Standing orders: given by whoever sits at a side, followed at once, seen by nobody else."""

from typing import Any

import pytest

from battles.models import Entry, Seat
from battles.services.access import access_of
from battles.services.play.invitations import leave_seat
from battles.services.play.lock import NotYours, Refused
from battles.services.play.position import current_position
from battles.services.play.submission import give, orders_of
from battles.services.play.verification import verify
from tests.battles.services.steps import awaited, begun, deployed, fresh, play

pytestmark = pytest.mark.django_db
SQUARES = {"hasty_square": "always", "accept": "always"}
SOME = 12
"""Battles of which one at least comes to what is looked for."""


def asked(battle: Any) -> str:
    """The kind of the decision that is owed before anything else; "" for none."""
    pending = current_position(fresh(battle)).state.pending
    return pending[-1].kind if pending else ""


def test_a_side_that_has_given_orders_is_not_asked_and_its_answers_stand_in_the_log(alice: Any, bob: Any) -> None:
    for seed in range(SOME):
        battle = begun(alice, bob, setup=deployed("clash"))
        for user, side in ((alice, "a"), (bob, "b")):
            give(access_of(battle, user), side, SQUARES)
        while not play(battle, 5, b"%d" % seed).is_over:
            assert asked(battle) not in SQUARES
        assert list(verify(fresh(battle))) == []
        settled = Entry.objects.filter(battle=battle, by_name__endswith=", standing order")
        if settled.exists():
            assert {entry.by for entry in settled} <= {alice, bob}
            return
    raise AssertionError("Nobody was asked.")


def test_an_order_given_while_one_is_asked_is_followed_at_once(alice: Any, bob: Any) -> None:
    for seed in range(SOME):
        battle = begun(alice, bob, setup=deployed("clash"))
        while not play(battle, 1, b"%d" % seed).is_over and asked(battle) != "accept":
            pass
        row = fresh(battle)
        if row.is_over:
            continue
        side = awaited(battle)
        give(access_of(row, alice if side == "a" else bob), side, {"accept": "never"})
        assert Entry.objects.get(battle=battle, seq=row.head + 1).by_name.endswith(", standing order")
        return
    raise AssertionError("Nobody was asked.")


def test_orders_are_given_by_who_sits_there_and_seen_by_nobody_else(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    give(access_of(battle, alice), "a", {"answer": "fire"})
    assert orders_of(access_of(battle, alice), "a")[1] == {"answer": "fire"}
    for user in (bob, charlie):
        with pytest.raises(NotYours):
            orders_of(access_of(battle, user), "a")
        with pytest.raises(NotYours):
            give(access_of(battle, user), "a", {})
    give(access_of(battle, alice), "a", {"answer": "ask"})
    assert Seat.objects.get(battle=battle, place="a").orders == {}


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"charge": "always"}, "Easy Napoleonics has no standing order charge"),
        ({"hasty_square": "perhaps"}, "hasty_square"),
    ],
)
def test_an_order_that_there_is_not_is_refused(alice: Any, bob: Any, values: dict[str, str], says: str) -> None:
    battle = begun(alice, bob, setup=deployed())
    with pytest.raises(Refused, match=says) as refused:
        give(access_of(battle, alice), "a", values)
    assert refused.value.field == "orders"


def test_whoever_takes_a_seat_gives_orders_of_his_own(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    give(access_of(battle, bob), "b", SQUARES)
    leave_seat(access_of(battle, bob), "b")
    assert Seat.objects.get(battle=battle, place="b").orders == {}
