"""Dice in the history of an army: they are never taken back."""

from typing import Any

import pytest

from armies.building.army_edits import Head, SetHead
from armies.building.edits import Add, Delete, Move, Several
from armies.models import Army, RatingThrow
from armies.services import history
from armies.services.locking import Refused
from armies.services.rating import rate, rate_all, seed_of
from tests.armies.turning import at, fresh, made, names, throws_of

pytestmark = pytest.mark.django_db


@pytest.mark.rule("MN-CMD-50", "ratings thrown are not taken back")
def test_dice_are_not_taken_back(mine: Army, alice: Any) -> None:
    made(mine, Head({"name": "First"}), alice)
    rate_all(mine, by=alice, seed=seed_of(1))
    with pytest.raises(Refused, match="Dice that fell are not taken back"):
        history.revert(mine, 3, by=alice)
    before = RatingThrow.objects.count()
    history.undo(mine, by=alice)
    assert fresh(mine).name == "French left wing"
    history.back(mine, 1, by=alice)
    assert RatingThrow.objects.count() == before == 2


def test_a_deletion_taken_back_brings_the_throws_in_their_order(mine: Army, alice: Any, bob: Any) -> None:
    division = at(mine, "5th Division")
    for faces, by in (((6, 6), alice), ((1, 2), bob), ((3, 4), alice)):
        rate(mine, division, source="manual", faces=faces, by=by)
    made(mine, Delete(at(mine, "II Corps")), bob)
    assert not RatingThrow.objects.exists()
    history.undo(mine, by=bob)
    assert throws_of(mine, division) == [(6, 6), (1, 2), (3, 4)]
    rows = RatingThrow.objects.order_by("number").values_list("number", "by", "user")
    assert list(rows) == [(1, "alice", None), (2, "bob", bob.pk), (3, "alice", None)]


def test_an_old_deletion_taken_back_brings_the_newest_throws(mine: Army, alice: Any) -> None:
    """Deleted, taken back, rated, deleted again; then the first deletion is taken back."""
    division = at(mine, "5th Division")
    made(mine, Delete(division), alice)
    history.undo(mine, by=alice)
    rate(mine, division, source="manual", faces=(5, 5), by=alice)
    made(mine, Delete(division), alice)
    history.revert(mine, 2, by=alice)
    assert throws_of(mine, division) == [(5, 5)]


def test_going_back_keeps_dice_over_a_deletion_and_its_return(mine: Army, alice: Any) -> None:
    division = at(mine, "5th Division")
    made(mine, Delete(division), alice)
    history.undo(mine, by=alice)
    rate(mine, division, source="manual", faces=(5, 5), by=alice)
    made(mine, Head({"name": "Later"}), alice)
    history.back(mine, 1, by=alice)
    assert throws_of(mine, division) == [(5, 5)]
    assert fresh(mine).name == "French left wing"


def test_going_back_to_what_was_deleted_brings_its_throws(mine: Army, alice: Any) -> None:
    division = at(mine, "5th Division")
    made(mine, Head({"name": "First"}), alice)
    rate(mine, division, source="manual", faces=(2, 6), by=alice)
    made(mine, Delete(division), alice)
    history.back(mine, 1, by=alice)
    assert throws_of(mine, division) == [(2, 6)]


def test_a_rated_commander_that_was_added_is_not_taken_back(mine: Army, alice: Any, bob: Any) -> None:
    made(mine, Add("division", values={"name": "New"}), alice)
    rate(mine, at(mine, "New"), source="manual", faces=(2, 6), by=bob)
    with pytest.raises(Refused, match=r"New was changed again since\."):
        history.undo(mine, by=alice)


def test_a_move_out_of_what_is_deleted_with_it_keeps_throws(mine: Army, alice: Any) -> None:
    division = at(mine, "5th Division")
    rate(mine, division, source="manual", faces=(4, 4), by=alice)
    made(mine, Several((Move(division), Delete(at(mine, "II Corps")))), alice)
    assert throws_of(mine, division) == [(4, 4)]
    assert names(mine)[0] == "5th Division"
    assert fresh(mine).units == mine.units
    history.undo(mine, by=alice)
    assert throws_of(mine, division) == [(4, 4)]


def test_cards_that_were_drawn_stay(mine: Army, alice: Any) -> None:
    draw = {"faces": [3], "cards": ["a"], "choice": "", "source": "seed", "by": "", "at": ""}
    made(mine, Head({"name": "First"}), alice)
    cards = SetHead({"draws": [draw]}, "Drew cards.")
    made(mine, cards, alice)
    history.back(mine, 1, by=alice)
    assert (fresh(mine).draws, fresh(mine).name) == ([draw], "French left wing")
