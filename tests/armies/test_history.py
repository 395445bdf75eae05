"""The history of an army: taking back, making again, earlier states, and dice that stay."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from armies.building.army_edits import Bulk, Head, Rate, Replace, SetHead
from armies.building.edits import Add, Change, Delete, Duplicate, Edit, Move, Several
from armies.models import Army, Element, HouseRules, RatingThrow
from armies.models import Change as Entry
from armies.rules import facts
from armies.services import history
from armies.services.amending import amend
from armies.services.editing import delete_army
from armies.services.exporting import export
from armies.services.locking import Gone, Refused, Stale
from armies.services.rating import rate, rate_all, seed_of
from armies.services.reading import tree_of
from armies.services.writing import create
from tests.armies.builders import army, big, corps, unit

pytestmark = pytest.mark.django_db


def fresh(row: Army) -> Army:
    return Army.objects.get(pk=row.pk)


def at(row: Army, name: str) -> str:
    """The id of the element of that name."""
    return str(row.elements.get(name=name).pk)


def names(row: Army) -> list[str]:
    tree = tree_of(fresh(row))
    return [tree.name(element) for element in tree.below("")]


def made(row: Army, edit: Edit, by: Any = None) -> Entry:
    """The entry of an edit that changes something."""
    change = amend(row, edit, by=by)
    assert change is not None
    return change


def rename(row: Army, old: str, new: str, by: Any = None) -> Entry:
    return made(row, Change(at(row, old), {"name": new}), by)


def throws_of(row: Army, element: str) -> list[tuple[int, ...]]:
    return [tuple(throw["faces"]) for throw in tree_of(row).records[element]["throws"]]


# What is written


def test_the_base_is_written_with_the_first_change_only(mine: Army) -> None:
    assert not mine.changes.exists()
    rename(mine, "II Corps", "Left wing")
    rename(mine, "Left wing", "Right wing")
    assert list(mine.changes.values_list("number", "kind")) == [(1, "base"), (2, "change"), (3, "change")]
    base = mine.changes.get(number=1)
    assert (base.user, base.by, base.words) == (None, "", "As it was made.")
    assert set(base.difference) == {"", *(str(pk) for pk in mine.elements.values_list("pk", flat=True))}


def test_an_army_changed_before_it_had_a_history_starts_at_its_version(mine: Army) -> None:
    Army.objects.filter(pk=mine.pk).update(version=7)
    assert rename(mine, "II Corps", "Left wing").number == 8
    assert list(mine.changes.values_list("number", flat=True)) == [7, 8]


def test_an_entry_says_who_and_what(mine: Army, alice: Any) -> None:
    entry = rename(mine, "II Corps", "Left wing", alice)
    assert (entry.words, entry.user, entry.by, entry.undoes) == ("Renamed II Corps to Left wing.", alice, "alice", None)
    assert entry.difference == {at(mine, "Left wing"): [{"name": "II Corps"}, {"name": "Left wing"}]}


def test_an_edit_that_changes_nothing_writes_nothing(mine: Army, alice: Any) -> None:
    division = at(mine, "5th Division")
    edits: list[Edit] = [
        Change(division, {"kind": "infantry", "note": ""}),
        Change(at(mine, "II/2e Léger"), {"sources": [], "overrides": [], "men": 430}),
        Head({"name": "French left wing", "sources": [], "notes": []}),
        Move(division, at(mine, "II Corps"), 0),
        Bulk(types=("line_infantry",), values={"quality": "veteran"}),
        Bulk(scale=100),
        SetHead({"options": {}}, "Set the options."),
        Rate({}),
    ]
    for edit in edits:
        assert amend(mine, edit, by=alice) is None, edit
    assert fresh(mine).version == 1
    assert not mine.changes.exists()


# Undo and redo of one user


def test_undo_and_redo_walk_back_and_forth(mine: Army, alice: Any) -> None:
    for new in ("A", "B", "C"):
        made(mine, Head({"name": new}), alice)
    seen = []
    for act in (history.undo, history.undo, history.redo, history.undo, history.undo, history.redo, history.redo):
        act(mine, by=alice)
        seen.append(fresh(mine).name)
    assert seen == ["B", "A", "B", "A", "French left wing", "A", "B"]
    history.redo(mine, by=alice)
    assert fresh(mine).name == "C"
    with pytest.raises(Refused, match="nothing of yours to make again") as refused:
        history.redo(mine, by=alice)
    assert refused.value.field == "redo"


def test_a_new_change_ends_what_can_be_made_again(mine: Army, alice: Any) -> None:
    made(mine, Head({"name": "A"}), alice)
    history.undo(mine, by=alice)
    made(mine, Head({"place": "Ligny"}), alice)
    with pytest.raises(Refused):
        history.redo(mine, by=alice)
    assert history.next_steps(fresh(mine), alice)[1] is None


def test_there_is_nothing_to_take_back_at_first(mine: Army, alice: Any) -> None:
    with pytest.raises(Refused, match="no change of yours to take back") as refused:
        history.undo(mine, by=alice)
    assert refused.value.field == "undo"


def test_the_words_say_what_was_taken_back_and_made_again(mine: Army, alice: Any) -> None:
    rename(mine, "II Corps", "Left wing", alice)
    assert history.undo(mine, by=alice).words == "Took back: Renamed II Corps to Left wing."
    assert history.redo(mine, by=alice).words == "Made again: Renamed II Corps to Left wing."
    assert [(e.kind, e.undoes) for e in mine.changes.all()[2:]] == [("undo", 2), ("redo", 3)]


def test_turning_what_was_turned_keeps_account_of_what_stands(mine: Army, alice: Any) -> None:
    """The taking back of a taking back of a taking back: the first change is not in force."""
    made(mine, Head({"name": "A"}), alice)
    for number in (2, 3, 4):
        history.revert(mine, number, by=alice)
    assert fresh(mine).name == "French left wing"
    assert history.next_steps(fresh(mine), alice)[0] is None


def test_an_entry_that_says_it_takes_back_itself_or_a_later_one_holds_nothing_up(mine: Army, alice: Any) -> None:
    """Histories come out of files too."""
    for name in ("A", "B", "C"):
        made(mine, Head({"name": name}), alice)
    mine.changes.filter(number=3).update(undoes=3)
    mine.changes.filter(number=2).update(undoes=4)
    step, _ = history.next_steps(mine, alice)
    assert step is not None
    assert step.number == 4


def test_undo_and_redo_heed_the_version(mine: Army, alice: Any) -> None:
    made(mine, Head({"name": "A"}), alice)
    for act in (history.undo, history.redo):
        with pytest.raises(Stale):
            act(mine, by=alice, expect=1)
    history.undo(mine, by=alice, expect=2)
    history.redo(mine, by=alice, expect=3)
    assert fresh(mine).version == 4


# Two users


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


# Revert of any change


def test_any_change_can_be_taken_back_alone(mine: Army, alice: Any, bob: Any) -> None:
    made(mine, Head({"name": "First"}), alice)
    made(mine, Head({"place": "Ligny"}), alice)
    made(mine, Head({"battle": "Wavre"}), alice)
    history.revert(mine, 3, by=bob)
    row = fresh(mine)
    assert (row.name, row.place, row.battle) == ("First", "", "Wavre")
    history.undo(mine, by=alice)
    assert fresh(mine).battle == ""
    history.undo(mine, by=alice)
    assert fresh(mine).name == "French left wing", "the change that Bob took back is passed over"


@pytest.mark.parametrize("number", [0, 1, 3, -1, 10**9])
def test_there_is_no_such_change(mine: Army, number: int) -> None:
    made(mine, Head({"name": "First"}))
    with pytest.raises(Refused, match=rf"no change {number} to take back") as refused:
        history.revert(mine, number)
    assert refused.value.field == "number"


def test_a_change_is_not_taken_back_twice(mine: Army) -> None:
    made(mine, Add("unit", values={"name": "New"}))
    history.revert(mine, 2)
    with pytest.raises(Refused, match="New is not there any more"):
        history.revert(mine, 2)


def test_a_change_of_another_army_is_not_found(mine: Army, bob: Any) -> None:
    his = create(army(), bob)
    for name in ("A", "B"):
        made(his, Head({"name": name}))
    made(mine, Head({"name": "C"}))
    with pytest.raises(Refused):
        history.revert(mine, 3)
    with pytest.raises(Refused):
        history.back(mine, 3)


# Dice


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


# Earlier states


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


# House rules


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


# Many at once, and long histories


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
