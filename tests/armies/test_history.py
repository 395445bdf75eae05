"""The history of an army: undo and redo for one user and two, revert of any change, dice that stay."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from armies.building.edits import Add, Bulk, Change, Delete, Edit, Head, Move, Rate, SetHead, Several
from armies.models import Army, Element, RatingThrow
from armies.models import Change as Entry
from armies.services import history
from armies.services.apply_edit import amend
from armies.services.commander_ratings import rate, rate_all, seed_of
from armies.services.locks import Conflict, Gone, Refused, Stale
from armies.services.storage import create, tree_of
from tests.armies.builders import applied, army, big, fresh, id_of, names, rename, throws_of

pytestmark = pytest.mark.django_db


def test_the_base_is_written_with_the_first_change_only(mine: Army) -> None:
    assert not mine.changes.exists()
    rename(mine, "II Corps", "Left wing")
    rename(mine, "Left wing", "Right wing")
    assert list(mine.changes.values_list("number", "kind")) == [(1, "base"), (2, "change"), (3, "change")]
    base = mine.changes.get(number=1)
    assert (base.user, base.by, base.words) == (None, "", "As created.")
    assert set(base.difference) == {"", *(str(pk) for pk in mine.elements.values_list("pk", flat=True))}


def test_an_army_changed_before_it_had_a_history_starts_at_its_version(mine: Army) -> None:
    Army.objects.filter(pk=mine.pk).update(version=7)
    assert rename(mine, "II Corps", "Left wing").number == 8
    assert list(mine.changes.values_list("number", flat=True)) == [7, 8]


def test_an_entry_says_who_and_what(mine: Army, alice: Any) -> None:
    entry = rename(mine, "II Corps", "Left wing", alice)
    assert (entry.words, entry.user, entry.by, entry.undoes) == ("Renamed II Corps to Left wing.", alice, "alice", None)
    assert entry.difference == {id_of(mine, "Left wing"): [{"name": "II Corps"}, {"name": "Left wing"}]}


def test_an_edit_that_changes_nothing_writes_nothing(mine: Army, alice: Any) -> None:
    division = id_of(mine, "5th Division")
    edits: list[Edit] = [
        Change(division, {"kind": "infantry", "note": ""}),
        Change(id_of(mine, "II/2e Léger"), {"sources": [], "overrides": [], "men": 430}),
        Head({"name": "French left wing", "sources": [], "notes": []}),
        Move(division, id_of(mine, "II Corps"), 0),
        Bulk(types=("line_infantry",), values={"quality": "veteran"}),
        Bulk(scale=100),
        SetHead({"options": {}}, "Set the options."),
        Rate({}),
    ]
    for edit in edits:
        assert amend(mine, edit, by=alice) is None, edit
    assert fresh(mine).version == 1
    assert not mine.changes.exists()


def test_undo_and_redo_walk_back_and_forth(mine: Army, alice: Any) -> None:
    for new in ("A", "B", "C"):
        applied(mine, Head({"name": new}), alice)
    seen = []
    for act in (history.undo, history.undo, history.redo, history.undo, history.undo, history.redo, history.redo):
        act(mine, by=alice)
        seen.append(fresh(mine).name)
    assert seen == ["B", "A", "B", "A", "French left wing", "A", "B"]
    history.redo(mine, by=alice)
    assert fresh(mine).name == "C"
    with pytest.raises(Refused, match="no change to redo") as refused:
        history.redo(mine, by=alice)
    assert refused.value.field == "redo"


def test_a_new_change_ends_what_can_be_made_again(mine: Army, alice: Any) -> None:
    applied(mine, Head({"name": "A"}), alice)
    history.undo(mine, by=alice)
    applied(mine, Head({"place": "Ligny"}), alice)
    with pytest.raises(Refused):
        history.redo(mine, by=alice)
    assert history.next_steps(fresh(mine), alice)[1] is None


def test_there_is_nothing_to_take_back_at_first(mine: Army, alice: Any) -> None:
    with pytest.raises(Refused, match="You have no change to undo") as refused:
        history.undo(mine, by=alice)
    assert refused.value.field == "undo"


def test_the_words_say_what_was_taken_back_and_made_again(mine: Army, alice: Any) -> None:
    rename(mine, "II Corps", "Left wing", alice)
    assert history.undo(mine, by=alice).words == "Undid: Renamed II Corps to Left wing."
    assert history.redo(mine, by=alice).words == "Redid: Renamed II Corps to Left wing."
    assert [(e.kind, e.undoes) for e in mine.changes.all()[2:]] == [("undo", 2), ("redo", 3)]


def test_turning_what_was_turned_keeps_account_of_what_stands(mine: Army, alice: Any) -> None:
    """The taking back of a taking back of a taking back: the first change is not in force."""
    applied(mine, Head({"name": "A"}), alice)
    for number in (2, 3, 4):
        history.revert(mine, number, by=alice)
    assert fresh(mine).name == "French left wing"
    assert history.next_steps(fresh(mine), alice)[0] is None


def test_an_entry_that_says_it_takes_back_itself_or_a_later_one_holds_nothing_up(mine: Army, alice: Any) -> None:
    """Histories come out of files too."""
    for name in ("A", "B", "C"):
        applied(mine, Head({"name": name}), alice)
    mine.changes.filter(number=3).update(undoes=3)
    mine.changes.filter(number=2).update(undoes=4)
    step, _ = history.next_steps(mine, alice)
    assert step is not None
    assert step.number == 4


def test_undo_and_redo_heed_the_version(mine: Army, alice: Any) -> None:
    applied(mine, Head({"name": "A"}), alice)
    for act in (history.undo, history.redo):
        with pytest.raises(Stale):
            act(mine, by=alice, expect=1)
    history.undo(mine, by=alice, expect=2)
    history.redo(mine, by=alice, expect=3)
    assert fresh(mine).version == 4


def test_any_change_can_be_taken_back_alone(mine: Army, alice: Any, bob: Any) -> None:
    applied(mine, Head({"name": "First"}), alice)
    applied(mine, Head({"place": "Ligny"}), alice)
    applied(mine, Head({"battle": "Wavre"}), alice)
    history.revert(mine, 3, by=bob)
    row = fresh(mine)
    assert (row.name, row.place, row.battle) == ("First", "", "Wavre")
    history.undo(mine, by=alice)
    assert fresh(mine).battle == ""
    history.undo(mine, by=alice)
    assert fresh(mine).name == "French left wing", "the change that Bob took back is passed over"


@pytest.mark.parametrize("number", [0, 1, 3, -1, 10**9])
def test_there_is_no_such_change(mine: Army, number: int) -> None:
    applied(mine, Head({"name": "First"}))
    with pytest.raises(Refused, match=rf"no change {number} to undo") as refused:
        history.revert(mine, number)
    assert refused.value.field == "number"


def test_a_change_is_not_taken_back_twice(mine: Army) -> None:
    applied(mine, Add("unit", values={"name": "New"}))
    history.revert(mine, 2)
    with pytest.raises(Refused, match="New no longer exists"):
        history.revert(mine, 2)


def test_a_change_of_another_army_is_not_found(mine: Army, bob: Any) -> None:
    his = create(army(), bob)
    for name in ("A", "B"):
        applied(his, Head({"name": name}))
    applied(mine, Head({"name": "C"}))
    with pytest.raises(Refused):
        history.revert(mine, 3)
    with pytest.raises(Refused):
        history.return_to(mine, 3)


@pytest.mark.rule("MN-CMD-50", "ratings are not undone")
def test_dice_are_not_taken_back(mine: Army, alice: Any) -> None:
    applied(mine, Head({"name": "First"}), alice)
    rate_all(mine, by=alice, seed=seed_of(1))
    with pytest.raises(Refused, match="Dice cannot be undone"):
        history.revert(mine, 3, by=alice)
    before = RatingThrow.objects.count()
    history.undo(mine, by=alice)
    assert fresh(mine).name == "French left wing"
    history.return_to(mine, 1, by=alice)
    assert RatingThrow.objects.count() == before == 2


def test_a_deletion_taken_back_brings_the_throws_in_their_order(mine: Army, alice: Any, bob: Any) -> None:
    division = id_of(mine, "5th Division")
    for faces, by in (((6, 6), alice), ((1, 2), bob), ((3, 4), alice)):
        rate(mine, division, source="manual", faces=faces, by=by)
    applied(mine, Delete(id_of(mine, "II Corps")), bob)
    assert not RatingThrow.objects.exists()
    history.undo(mine, by=bob)
    assert throws_of(mine, division) == [(6, 6), (1, 2), (3, 4)]
    rows = RatingThrow.objects.order_by("number").values_list("number", "by", "user")
    assert list(rows) == [(1, "alice", None), (2, "bob", bob.pk), (3, "alice", None)]


def test_an_old_deletion_taken_back_brings_the_newest_throws(mine: Army, alice: Any) -> None:
    """Delete, undo, rate, delete again; then undo the first deletion."""
    division = id_of(mine, "5th Division")
    applied(mine, Delete(division), alice)
    history.undo(mine, by=alice)
    rate(mine, division, source="manual", faces=(5, 5), by=alice)
    applied(mine, Delete(division), alice)
    history.revert(mine, 2, by=alice)
    assert throws_of(mine, division) == [(5, 5)]


def test_going_back_keeps_dice_over_a_deletion_and_its_return(mine: Army, alice: Any) -> None:
    division = id_of(mine, "5th Division")
    applied(mine, Delete(division), alice)
    history.undo(mine, by=alice)
    rate(mine, division, source="manual", faces=(5, 5), by=alice)
    applied(mine, Head({"name": "Later"}), alice)
    history.return_to(mine, 1, by=alice)
    assert throws_of(mine, division) == [(5, 5)]
    assert fresh(mine).name == "French left wing"


def test_going_back_to_what_was_deleted_brings_its_throws(mine: Army, alice: Any) -> None:
    division = id_of(mine, "5th Division")
    applied(mine, Head({"name": "First"}), alice)
    rate(mine, division, source="manual", faces=(2, 6), by=alice)
    applied(mine, Delete(division), alice)
    history.return_to(mine, 1, by=alice)
    assert throws_of(mine, division) == [(2, 6)]


def test_a_rated_commander_that_was_added_is_not_taken_back(mine: Army, alice: Any, bob: Any) -> None:
    applied(mine, Add("division", values={"name": "New"}), alice)
    rate(mine, id_of(mine, "New"), source="manual", faces=(2, 6), by=bob)
    with pytest.raises(Refused, match=r"New was changed again later\."):
        history.undo(mine, by=alice)


def test_a_move_out_of_what_is_deleted_with_it_keeps_throws(mine: Army, alice: Any) -> None:
    division = id_of(mine, "5th Division")
    rate(mine, division, source="manual", faces=(4, 4), by=alice)
    applied(mine, Several((Move(division), Delete(id_of(mine, "II Corps")))), alice)
    assert throws_of(mine, division) == [(4, 4)]
    assert names(mine)[0] == "5th Division"
    assert fresh(mine).units == mine.units
    history.undo(mine, by=alice)
    assert throws_of(mine, division) == [(4, 4)]


def test_cards_that_were_drawn_stay(mine: Army, alice: Any) -> None:
    draw = {"faces": [3], "cards": ["a"], "choice": "", "source": "seed", "by": "", "at": ""}
    applied(mine, Head({"name": "First"}), alice)
    cards = SetHead({"draws": [draw]}, "Drew cards.")
    applied(mine, cards, alice)
    history.return_to(mine, 1, by=alice)
    assert (fresh(mine).draws, fresh(mine).name) == ([draw], "French left wing")


def test_everybody_takes_back_his_own(mine: Army, alice: Any, bob: Any) -> None:
    applied(mine, Head({"name": "Alice’s"}), alice)
    applied(mine, Head({"place": "Bob’s"}), bob)
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
    with pytest.raises(Conflict) as conflict:
        history.undo(mine, by=alice)
    (clash,) = conflict.value.clashes
    assert (clash.element, clash.field) == (id_of(mine, "Bob’s"), "name")
    assert clash.sentence == "Alice’s: name is II Corps by you, Bob’s by bob."
    assert fresh(mine).version == 3


def test_an_addition_that_another_changed_or_filled_is_not_taken_back(mine: Army, alice: Any, bob: Any) -> None:
    brigade = applied(mine, Add("brigade", values={"name": "New"}), alice).number
    applied(mine, Add("unit", id_of(mine, "New"), values={"name": "Bob’s battalion"}), bob)
    with pytest.raises(Refused, match="Bob’s battalion would have no parent"):
        history.revert(mine, brigade, by=alice)
    applied(mine, Delete(id_of(mine, "Bob’s battalion")), bob)
    applied(mine, Change(id_of(mine, "New"), {"commander": "Bob"}), bob)
    with pytest.raises(Conflict) as conflict:
        history.undo(mine, by=alice)
    assert [clash.sentence for clash in conflict.value.clashes] == ["New: you delete it; bob changed it."]


def test_an_addition_can_be_taken_back_when_others_came_before_it(mine: Army, alice: Any, bob: Any) -> None:
    applied(mine, Add("unit", values={"name": "Last"}), alice)
    applied(mine, Add("unit", position=0, values={"name": "First"}), bob)
    history.undo(mine, by=alice)
    assert "Last" not in names(mine)
    assert names(mine)[0] == "First"


def test_a_deletion_of_what_is_under_the_deleted_is_a_conflict(mine: Army, alice: Any, bob: Any) -> None:
    applied(mine, Delete(id_of(mine, "I/2e Léger")), alice)
    applied(mine, Delete(id_of(mine, "II/2e Léger")), alice)
    applied(mine, Delete(id_of(mine, "1st Brigade")), bob)
    with pytest.raises(Refused, match="II/2e Léger would have no parent"):
        history.undo(mine, by=alice)
    with pytest.raises(Refused, match="An element that this change touched no longer exists"):
        history.revert(mine, 2, by=alice)


def test_an_order_changed_since_is_a_conflict(mine: Army, alice: Any, bob: Any) -> None:
    parent = id_of(mine, "5th Division")
    applied(mine, Move(id_of(mine, "2nd Brigade"), parent, 0), alice)
    applied(mine, Delete(id_of(mine, "1st Brigade")), bob)
    with pytest.raises(Conflict) as conflict:
        history.undo(mine, by=alice)
    assert [clash.sentence for clash in conflict.value.clashes] == ["1st Brigade: bob deleted it."]


def test_taking_back_cannot_fill_an_army_over_its_limit(alice: Any, bob: Any) -> None:
    row = create(big(999), alice)
    applied(row, Delete(id_of(row, "0/Regiment 0")), alice)
    first, second = (applied(row, Add("unit", values={"name": f"Bob’s {n}"}), bob) for n in range(2))
    with pytest.raises(Refused, match="An army may have at most 1,000 units; this one would have 1,001"):
        history.undo(row, by=alice)
    assert (first.number, second.number, fresh(row).units) == (3, 4, 1000)


def test_changes_of_a_deleted_user_stand_but_are_nobodys(mine: Army, alice: Any, bob: Any) -> None:
    applied(mine, Head({"name": "Bob’s"}), bob)
    bob.delete()
    entry = mine.changes.get(number=2)
    assert (entry.user, entry.by) == (None, "bob")
    for nobody in (None, AnonymousUser(), alice):
        with pytest.raises(Refused, match="no change to undo"):
            history.undo(mine, by=nobody)
    history.revert(mine, 2, by=alice)
    assert fresh(mine).name == "French left wing"


def test_changes_of_a_command_are_taken_back_by_a_command(mine: Army) -> None:
    applied(mine, Head({"name": "By command"}))
    assert history.undo(mine).by == ""
    assert fresh(mine).name == "French left wing"


def test_a_history_of_an_army_that_is_gone(mine: Army) -> None:
    applied(mine, Head({"name": "A"}))
    Army.objects.filter(pk=mine.pk).delete()
    for act in (history.undo, history.redo):
        with pytest.raises(Gone):
            act(mine)
    with pytest.raises(Gone):
        history.return_to(mine, 1)
    assert not Entry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_four_threads_write_one_history(alice: Any, bob: Any) -> None:
    row = create(army(), alice)
    units = list(row.elements.filter(level="unit").values_list("pk", flat=True))[:4]

    def work(index: int) -> int:
        user, refused = (alice, bob)[index % 2], 0
        try:
            for turn in range(6):
                applied(row, Change(str(units[index]), {"men": 100 * (index + 1) + turn}), user)
                applied(row, Add("unit", values={"name": f"{index}.{turn}"}), user)
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
