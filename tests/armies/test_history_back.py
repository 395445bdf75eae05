"""Earlier states of an army: going back, reading one, long histories and deleted house rules."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from armies.building.army_edits import Bulk, Head, Replace, SetHead
from armies.building.edits import Add, Change, Delete, Duplicate, Edit, Move
from armies.models import Army, Element, HouseRules
from armies.models import Change as Entry
from armies.rules import facts
from armies.services import history
from armies.services.amending import amend
from armies.services.editing import delete_army
from armies.services.exporting import export
from armies.services.locking import Gone, Refused
from armies.services.rating import rate
from armies.services.reading import tree_of
from armies.services.writing import create
from tests.armies.builders import army, big, corps, unit
from tests.armies.turning import at, fresh, made, names

pytestmark = pytest.mark.django_db


def test_back_across_deletions_and_additions(mine: Army, alice: Any) -> None:
    states = {1: (export(mine, "json"), names(mine))}
    edits: list[Edit] = [
        Duplicate(at(mine, "1st Brigade")),
        Delete(at(mine, "1st Brigade")),
        Move(at(mine, "2nd Brigade"), "", 0),
        Replace(army(corps(throws=()), name="Another")),
        Bulk(scale=50),
        Delete(at(mine, "II Corps")),
    ]
    for edit in edits[:4]:
        number = made(mine, edit, alice).number
        states[number] = (export(fresh(mine), "json"), names(mine))
    for edit in (Bulk(scale=50), Delete(at(mine, "II Corps"))):
        number = made(mine, edit, alice).number
        states[number] = (export(fresh(mine), "json"), names(mine))
    for number in (3, 6, 1, 7, 2, 5, 4):
        history.back(mine, number, by=alice)
        assert (export(fresh(mine), "json"), names(mine)) == states[number], number
    assert history.replayed(fresh(mine)).all_at() == tree_of(fresh(mine)).all_at()


def test_back_is_taken_back_like_any_change(mine: Army, alice: Any) -> None:
    made(mine, Delete(at(mine, "II Corps")), alice)
    assert history.back(mine, 1, by=alice).words == "Back to how it was after change 1."  # type: ignore[union-attr]
    assert len(names(mine)) == 10
    history.undo(mine, by=alice)
    assert names(mine) == []


def test_back_to_where_it_stands_writes_nothing(mine: Army) -> None:
    made(mine, Head({"name": "A"}))
    assert history.back(mine, 2) is None
    assert fresh(mine).version == 2


@pytest.mark.parametrize("number", [0, -1, 3, 10**9])
def test_there_is_no_such_state(mine: Army, number: int) -> None:
    made(mine, Head({"name": "A"}))
    for act in (history.back, history.state_at):
        with pytest.raises(Refused, match=f"no change {number}") as refused:
            act(mine, number)
        assert refused.value.field == "number"


def test_a_state_is_read_without_writing(mine: Army) -> None:
    made(mine, Head({"name": "A"}))
    made(mine, Head({"name": "B"}))
    assert history.state_at(mine, 2).head["name"] == "A"
    assert fresh(mine).version == 3


def test_replaying_an_army_without_a_history_gives_it_as_it_stands(mine: Army) -> None:
    assert history.replayed(mine).all_at() == tree_of(mine).all_at()


def test_the_detail_of_every_entry_can_be_told(mine: Army, alice: Any) -> None:
    division = at(mine, "5th Division")
    made(mine, Add("unit", division, values={"name": "New"}), alice)
    rate(mine, division, source="manual", faces=(5, 5), by=alice)
    made(mine, Delete(division), alice)
    history.undo(mine, by=alice)
    history.back(mine, 1, by=alice)
    told = {entry.number: history.detail(mine, entry) for entry in mine.changes.all()}
    assert told[1] == []
    assert [row.sentence for row in told[2]] == ["New was added to 5th Division."]
    assert [row.sentence for row in told[3]] == ["5th Division: ratings thrown changed."]
    assert {row.what for row in told[4]} == {"removed"}
    assert {row.what for row in told[5]} == {"added"}
    assert [row.sentence for row in told[6]] == ["New was removed from 5th Division."]


def test_what_changed_since_somebody_looked(mine: Army, alice: Any, bob: Any) -> None:
    made(mine, Head({"name": "A"}), alice)
    made(mine, Change(at(mine, "I/2e Léger"), {"men": 512}), bob)
    entries, rows = history.changed_since(fresh(mine), 2)
    assert [(entry.number, entry.by) for entry in entries] == [(3, "bob")]
    assert [row.sentence for row in rows] == ["I/2e Léger: men 430 → 512."]
    assert history.changed_since(fresh(mine), 3) == ([], [])
    assert history.changed_since(fresh(mine), 99) == ([], [])
    assert len(history.changed_since(fresh(mine), 1)[1]) == 2


def test_house_rules_that_were_deleted_do_not_break_the_history(mine: Army, alice: Any) -> None:
    rules = HouseRules.objects.create(name="Club")
    made(mine, SetHead({"house_rules": rules.pk}, "Built under Club."), alice)
    made(mine, Head({"name": "Later"}), alice)
    rules.delete()
    assert history.state_at(fresh(mine), 2).head["house_rules"] is None
    history.undo(mine, by=alice)
    history.back(mine, 3, by=alice)
    history.back(mine, 1, by=alice)
    row = fresh(mine)
    assert (row.name, row.house_rules) == ("French left wing", None)
    assert history.replayed(row).all_at() == tree_of(row).all_at()
    assert all(isinstance(history.detail(row, entry), list) for entry in row.changes.all())


def test_what_was_built_under_deleted_house_rules_is_not_brought_back(mine: Army, alice: Any) -> None:
    first, second = (HouseRules.objects.create(name=name) for name in ("First", "Second"))
    made(mine, SetHead({"house_rules": first.pk}, "Built under First."), alice)
    made(mine, SetHead({"house_rules": second.pk}, "Built under Second."), alice)
    first.delete()
    with pytest.raises(Refused, match="house rules of that time are not there any more"):
        history.undo(mine, by=alice)
    assert fresh(mine).house_rules == second


@pytest.mark.django_db(transaction=True)
def test_a_deletion_between_edits_is_told_as_gone(alice: Any) -> None:
    row = create(army(), alice)

    def work(index: int) -> str:
        try:
            for turn in range(20):
                if index == 0 and turn == 3:
                    delete_army(row)
                    return "deleted"
                amend(row, Head({"place": f"{index} {turn}"}), by=alice)
        except Gone:
            return "gone"
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(4) as pool:
        ends = list(pool.map(work, range(4)))
    assert ends[0] == "deleted"
    assert set(ends[1:]) <= {"gone", "done"}
    assert not Entry.objects.exists()
    assert not Element.objects.exists()


def test_a_state_five_hundred_changes_ago_is_read(alice: Any) -> None:
    row = create(big(150), alice)
    amend(row, Head({"place": "0"}), by=alice)
    entries = [
        Entry(army=row, number=n + 3, kind="head", words="", user=alice, by="alice",
              difference={"": [{"place": str(n)}, {"place": str(n + 1)}]})
        for n in range(500)
    ]  # fmt: skip
    Entry.objects.bulk_create(entries)
    Army.objects.filter(pk=row.pk).update(version=502, place="500")
    assert history.state_at(fresh(row), 2).head["place"] == "0"
    history.undo(row, by=alice)


def test_a_bulk_edit_of_a_thousand_units_is_small(alice: Any) -> None:
    row = create(big(1000), alice)
    entry = made(row, Bulk(scale=50), alice)
    stored = len(str(entry.difference))
    assert len(entry.difference) == 1000
    assert stored < 120_000
    history.undo(row, by=alice)
    assert fresh(row).foot == 430_000


def test_an_army_brought_up_to_date_by_its_own_facts_is_unchanged(alice: Any) -> None:
    from armies.services.reading import facts_of

    plain = army(corps(throws=(facts.Throw(rating="good", source="manual", faces=(3, 4)),)), unit(sources=("A", "B")))
    row = create(plain, alice)
    assert amend(row, Replace(facts_of(row)), by=alice) is None
