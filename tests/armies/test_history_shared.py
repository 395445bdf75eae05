"""The history of an army that two users change: everybody takes back his own."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from armies.building.army_edits import Head
from armies.building.edits import Add, Change, Delete, Move
from armies.models import Army, Element
from armies.models import Change as Entry
from armies.services import history
from armies.services.amending import amend
from armies.services.locking import Gone, Refused, Stale
from armies.services.reading import tree_of
from armies.services.writing import create
from tests.armies.builders import army, big
from tests.armies.turning import at, fresh, made, names, rename

pytestmark = pytest.mark.django_db


def test_everybody_takes_back_his_own(mine: Army, alice: Any, bob: Any) -> None:
    made(mine, Head({"name": "Alice’s"}), alice)
    made(mine, Head({"place": "Bob’s"}), bob)
    history.undo(mine, by=alice)
    assert (fresh(mine).name, fresh(mine).place) == ("French left wing", "Bob’s")
    history.undo(mine, by=bob)
    assert fresh(mine).place == ""
    with pytest.raises(Refused):
        history.undo(mine, by=bob)
    history.redo(mine, by=alice)
    assert fresh(mine).name == "Alice’s"


def test_what_another_changed_since_is_not_taken_back(mine: Army, alice: Any, bob: Any) -> None:
    rename(mine, "II Corps", "Alice’s", alice)
    rename(mine, "Alice’s", "Bob’s", bob)
    with pytest.raises(Refused) as refused:
        history.undo(mine, by=alice)
    assert str(refused.value) == (
        "Bob’s was changed again since. So this cannot be taken back alone: go back to an earlier state instead."
    )
    assert refused.value.field == at(mine, "Bob’s")
    assert fresh(mine).version == 3


def test_an_addition_that_another_changed_or_filled_is_not_taken_back(mine: Army, alice: Any, bob: Any) -> None:
    brigade = made(mine, Add("brigade", values={"name": "New"}), alice).number
    made(mine, Add("unit", at(mine, "New"), values={"name": "Bob’s battalion"}), bob)
    with pytest.raises(Refused, match="Bob’s battalion would have nothing to stand under"):
        history.revert(mine, brigade, by=alice)
    made(mine, Delete(at(mine, "Bob’s battalion")), bob)
    made(mine, Change(at(mine, "New"), {"commander": "Bob"}), bob)
    with pytest.raises(Refused, match=r"New was changed again since\."):
        history.undo(mine, by=alice)


def test_an_addition_can_be_taken_back_when_others_came_before_it(mine: Army, alice: Any, bob: Any) -> None:
    made(mine, Add("unit", values={"name": "Last"}), alice)
    made(mine, Add("unit", position=0, values={"name": "First"}), bob)
    history.undo(mine, by=alice)
    assert "Last" not in names(mine)
    assert names(mine)[0] == "First"


def test_a_deletion_of_what_is_under_the_deleted_is_a_conflict(mine: Army, alice: Any, bob: Any) -> None:
    made(mine, Delete(at(mine, "I/2e Léger")), alice)
    made(mine, Delete(at(mine, "II/2e Léger")), alice)
    made(mine, Delete(at(mine, "1st Brigade")), bob)
    with pytest.raises(Refused, match="II/2e Léger would have nothing to stand under"):
        history.undo(mine, by=alice)
    with pytest.raises(Refused, match="Something that this change touched is not there any more"):
        history.revert(mine, 2, by=alice)


def test_an_order_changed_since_is_a_conflict(mine: Army, alice: Any, bob: Any) -> None:
    parent = at(mine, "5th Division")
    made(mine, Move(at(mine, "2nd Brigade"), parent, 0), alice)
    made(mine, Delete(at(mine, "1st Brigade")), bob)
    with pytest.raises(Refused, match="cannot be taken back alone"):
        history.undo(mine, by=alice)


def test_taking_back_cannot_fill_an_army_over_its_limit(alice: Any, bob: Any) -> None:
    row = create(big(999), alice)
    made(row, Delete(at(row, "0/Regiment 0")), alice)
    first, second = (made(row, Add("unit", values={"name": f"Bob’s {n}"}), bob) for n in range(2))
    with pytest.raises(Refused, match="An army may have 1,000 units; this one would have 1,001"):
        history.undo(row, by=alice)
    assert (first.number, second.number, fresh(row).units) == (3, 4, 1000)


def test_changes_of_a_deleted_user_stand_but_are_nobodys(mine: Army, alice: Any, bob: Any) -> None:
    made(mine, Head({"name": "Bob’s"}), bob)
    bob.delete()
    entry = mine.changes.get(number=2)
    assert (entry.user, entry.by) == (None, "bob")
    for nobody in (None, AnonymousUser(), alice):
        with pytest.raises(Refused, match="no change of yours"):
            history.undo(mine, by=nobody)
    history.revert(mine, 2, by=alice)
    assert fresh(mine).name == "French left wing"


def test_changes_of_a_command_are_taken_back_by_a_command(mine: Army) -> None:
    made(mine, Head({"name": "By command"}))
    assert history.undo(mine).by == ""
    assert fresh(mine).name == "French left wing"


def test_a_history_of_an_army_that_is_gone(mine: Army) -> None:
    made(mine, Head({"name": "A"}))
    Army.objects.filter(pk=mine.pk).delete()
    for act in (history.undo, history.redo):
        with pytest.raises(Gone):
            act(mine)
    with pytest.raises(Gone):
        history.back(mine, 1)
    assert not Entry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_four_threads_write_one_history(alice: Any, bob: Any) -> None:
    row = create(army(), alice)
    units = list(row.elements.filter(level="unit").values_list("pk", flat=True))[:4]

    def work(index: int) -> int:
        user, refused = (alice, bob)[index % 2], 0
        try:
            for turn in range(6):
                made(row, Change(str(units[index]), {"men": 100 * (index + 1) + turn}), user)
                made(row, Add("unit", values={"name": f"{index}.{turn}"}), user)
                try:
                    history.undo(row, by=user)
                except Refused:
                    refused += 1
        finally:
            connection.close()
        return refused

    with ThreadPoolExecutor(4) as pool:
        refused = sum(pool.map(work, range(4)))
    row = fresh(row)
    assert row.version == 1 + 4 * 6 * 3 - refused
    assert list(row.changes.values_list("number", flat=True)) == list(range(1, row.version + 1))
    assert history.replayed(row).all_at() == tree_of(row).all_at()
    assert row.units == Element.objects.filter(army=row, level="unit").count()


@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_who_looked_at_the_same_version_writes(alice: Any) -> None:
    row = create(army(), alice)

    def work(index: int) -> bool:
        try:
            amend(row, Head({"name": f"By {index}"}), by=alice, expect=1)
        except Stale as stale:
            return stale.army.version != 2
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, range(8))) == 1
    assert fresh(row).version == 2
