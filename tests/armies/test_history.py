"""The history of an army: what is written, undo and redo of one user, and taking back any one change."""

from typing import Any

import pytest

from armies.building.army_edits import Bulk, Head, Rate, SetHead
from armies.building.edits import Add, Change, Edit, Move
from armies.models import Army
from armies.services import history
from armies.services.amending import amend
from armies.services.locking import Refused, Stale
from armies.services.writing import create
from tests.armies.builders import army
from tests.armies.turning import at, fresh, made, rename

pytestmark = pytest.mark.django_db


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
