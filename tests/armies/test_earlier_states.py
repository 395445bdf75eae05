"""Earlier states of an army: return to one, read one, long histories, deleted house rules."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from armies.building.edits import Add, Bulk, Change, Delete, Duplicate, Edit, Head, Move, Replace, SetHead
from armies.models import Army, Element, HouseRules
from armies.models import Change as Entry
from armies.services import history
from armies.services.apply_edit import amend
from armies.services.army_changes import delete_army
from armies.services.commander_ratings import rate
from armies.services.exports import export
from armies.services.locks import Gone, Refused
from armies.services.storage import create, facts_of, tree_of
from battles.engine.armies import facts
from battles.engine.armies.tree import units
from tests.armies.builders import applied, army, big, corps, fresh, id_of, names, unit

pytestmark = pytest.mark.django_db


def test_back_across_deletions_and_additions(mine: Army, alice: Any) -> None:
    states = {1: (export(mine, "json"), names(mine))}
    edits: list[Edit] = [
        Duplicate(id_of(mine, "1st Brigade")),
        Delete(id_of(mine, "1st Brigade")),
        Move(id_of(mine, "2nd Brigade"), "", 0),
        Replace(army(corps(throws=()), name="Another")),
        Bulk(scale=50),
        Delete(id_of(mine, "II Corps")),
    ]
    for edit in edits[:4]:
        number = applied(mine, edit, alice).number
        states[number] = (export(fresh(mine), "json"), names(mine))
    for edit in (Bulk(scale=50), Delete(id_of(mine, "II Corps"))):
        number = applied(mine, edit, alice).number
        states[number] = (export(fresh(mine), "json"), names(mine))
    for number in (3, 6, 1, 7, 2, 5, 4):
        history.return_to(mine, number, by=alice)
        assert (export(fresh(mine), "json"), names(mine)) == states[number], number
    assert history.replayed(fresh(mine)).all_at() == tree_of(fresh(mine)).all_at()


def test_back_is_taken_back_like_any_change(mine: Army, alice: Any) -> None:
    applied(mine, Delete(id_of(mine, "II Corps")), alice)
    assert history.return_to(mine, 1, by=alice).words == "Restored the state after change 1."  # type: ignore[union-attr]
    assert len(names(mine)) == 10
    history.undo(mine, by=alice)
    assert names(mine) == []


def test_back_to_where_it_stands_writes_nothing(mine: Army) -> None:
    applied(mine, Head({"name": "A"}))
    assert history.return_to(mine, 2) is None
    assert fresh(mine).version == 2


@pytest.mark.parametrize("number", [0, -1, 3, 10**9])
def test_there_is_no_such_state(mine: Army, number: int) -> None:
    applied(mine, Head({"name": "A"}))
    for act in (history.return_to, history.state_at):
        with pytest.raises(Refused, match=f"no change {number}") as refused:
            act(mine, number)
        assert refused.value.field == "number"


def test_a_state_is_read_without_writing(mine: Army) -> None:
    applied(mine, Head({"name": "A"}))
    applied(mine, Head({"name": "B"}))
    assert history.state_at(mine, 2).head["name"] == "A"
    assert fresh(mine).version == 3


def test_replaying_an_army_without_a_history_gives_it_as_it_stands(mine: Army) -> None:
    assert history.replayed(mine).all_at() == tree_of(mine).all_at()


def test_the_detail_of_every_entry_can_be_told(mine: Army, alice: Any) -> None:
    division = id_of(mine, "5th Division")
    applied(mine, Add("unit", division, values={"name": "New"}), alice)
    rate(mine, division, source="manual", faces=(5, 5), by=alice)
    applied(mine, Delete(division), alice)
    history.undo(mine, by=alice)
    history.return_to(mine, 1, by=alice)
    told = {entry.number: history.detail(mine, entry) for entry in mine.changes.all()}
    assert told[1] == []
    assert [row.sentence for row in told[2]] == ["New was added to 5th Division."]
    assert [row.sentence for row in told[3]] == ["5th Division: ratings changed."]
    assert {row.what for row in told[4]} == {"removed"}
    assert {row.what for row in told[5]} == {"added"}
    assert [row.sentence for row in told[6]] == ["New was removed from 5th Division."]


def test_what_changed_since_somebody_looked(mine: Army, alice: Any, bob: Any) -> None:
    applied(mine, Head({"name": "A"}), alice)
    applied(mine, Change(id_of(mine, "I/2e Léger"), {"men": 512}), bob)
    entries, rows = history.changed_since(fresh(mine), 2)
    assert [(entry.number, entry.by) for entry in entries] == [(3, "bob")]
    assert [row.sentence for row in rows] == ["I/2e Léger: men 430 → 512."]
    assert history.changed_since(fresh(mine), 3) == ([], [])
    assert history.changed_since(fresh(mine), 99) == ([], [])
    assert len(history.changed_since(fresh(mine), 1)[1]) == 2


def test_house_rules_that_were_deleted_do_not_break_the_history(mine: Army, alice: Any) -> None:
    rules = HouseRules.objects.create(name="Club")
    applied(mine, SetHead({"house_rules": rules.pk}, "Built under Club."), alice)
    applied(mine, Head({"name": "Later"}), alice)
    rules.delete()
    assert history.state_at(fresh(mine), 2).head["house_rules"] is None
    history.undo(mine, by=alice)
    history.return_to(mine, 3, by=alice)
    history.return_to(mine, 1, by=alice)
    row = fresh(mine)
    assert (row.name, row.house_rules) == ("French left wing", None)
    assert history.replayed(row).all_at() == tree_of(row).all_at()
    assert all(isinstance(history.detail(row, entry), list) for entry in row.changes.all())


def test_what_was_built_under_deleted_house_rules_is_not_brought_back(mine: Army, alice: Any) -> None:
    first, second = (HouseRules.objects.create(name=name) for name in ("First", "Second"))
    applied(mine, SetHead({"house_rules": first.pk}, "Built under First."), alice)
    applied(mine, SetHead({"house_rules": second.pk}, "Built under Second."), alice)
    first.delete()
    with pytest.raises(Refused, match="house rules of that time no longer exist"):
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
    entry = applied(row, Bulk(scale=50), alice)
    stored = len(str(entry.difference))
    assert len(entry.difference) == 1000
    assert stored < 120_000
    history.undo(row, by=alice)
    assert fresh(row).foot == 430_000


def test_an_army_brought_up_to_date_by_its_own_facts_is_unchanged(alice: Any) -> None:
    from armies.services.storage import facts_of

    plain = army(corps(throws=(facts.Throw(rating="good", source="manual", faces=(3, 4)),)), unit(sources=("A", "B")))
    row = create(plain, alice)
    assert amend(row, Replace(facts_of(row)), by=alice) is None


def test_an_earlier_state_is_looked_at_compared_and_copied(as_alice: Any, mine: Army, alice: Any) -> None:
    first = next(units(facts_of(mine)))
    amend(mine, Change(first.id, {"men": 444}), by=alice)
    amend(mine, Change(first.id, {"men": 333}), by=alice)
    page = f"/a/{mine.slug}/history/{mine.changes.get(number=mine.changes.count() - 1).number}"
    text = as_alice.get(page).content.decode()
    assert "444 men" in text
    assert "333" in text
    copied = as_alice.post(page, {"act": "copy"})
    assert copied.status_code == 302
    new = Army.objects.get(copied_from=mine)
    assert next(units(facts_of(new))).men == 444
    assert new.origin.startswith("Copied from French left wing")
    assert next(units(facts_of(mine))).men == 333
