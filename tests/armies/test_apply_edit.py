"""Edits of an army: what is written, what is refused, and no effect on any other army."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec import structs

from armies.building.edits import (
    Add,
    Bulk,
    Change,
    Delete,
    Duplicate,
    Edit,
    Head,
    Move,
    Paste,
    Rate,
    Replace,
    Several,
    Step,
)
from armies.building.element_tree import army_of_tree
from armies.exchange import limits
from armies.models import Army, Element, RatingThrow
from armies.services import history
from armies.services.apply_edit import MOST_WORDS, amend
from armies.services.army_changes import change_element, delete_army, set_visibility
from armies.services.assessment import Assessment
from armies.services.commander_ratings import rate, rate_all
from armies.services.exports import export
from armies.services.locks import Gone, Refused, Stale
from armies.services.storage import create, facts_of, tree_of
from battles.engine.armies import facts
from tests.armies.builders import army, big, corps, unit

pytestmark = pytest.mark.django_db


def fresh(row: Army) -> Army:
    return Army.objects.get(pk=row.pk)


def at(row: Army, name: str) -> str:
    return str(row.elements.get(name=name).pk)


@pytest.fixture
def his(bob: Any) -> Army:
    """A small army of Bob's."""
    return create(army(name="Bob’s army"), bob)


# The version


def test_each_edit_moves_the_version_on_by_one(mine: Army, alice: Any) -> None:
    for version in range(1, 4):
        entry = amend(mine, Head({"place": str(version)}), by=alice, expect=version)
        assert entry is not None
        assert entry.number == version + 1


@pytest.mark.parametrize("expect", [0, 2, -1, 10**12])
def test_another_version_than_the_armys_is_stale(mine: Army, expect: int) -> None:
    with pytest.raises(Stale) as stale:
        amend(mine, Head({"place": "Ligny"}), expect=expect)
    assert stale.value.army.version == 1
    assert not mine.changes.exists()


def test_a_refused_edit_writes_nothing(mine: Army) -> None:
    before = export(mine, "json")
    with pytest.raises(Refused):
        amend(mine, Several((Delete(at(mine, "II Corps")), Delete(at(mine, "5th Division")))))
    assert (export(fresh(mine), "json"), fresh(mine).version) == (before, 1)
    assert not mine.changes.exists()


def test_an_army_deleted_meanwhile_is_gone(mine: Army) -> None:
    delete_army(fresh(mine))
    for act in (lambda: amend(mine, Head({"place": "Ligny"})), lambda: delete_army(mine), lambda: rate_all(mine)):
        with pytest.raises(Gone):
            act()
    assert not Element.objects.exists()


def test_who_may_see_it_is_no_change_of_the_army(mine: Army) -> None:
    set_visibility(mine, "private")
    assert (fresh(mine).version, mine.changes.exists()) == (1, False)


def test_counts_are_made_anew_with_each_edit(mine: Army) -> None:
    amend(mine, Bulk(scale=200))
    amend(mine, Delete(at(mine, "2nd Brigade")))
    amend(mine, Head({"name": "Counted anew"}))
    row = fresh(mine)
    assessment = Assessment(facts_of(row))
    assert (row.units, row.foot, row.guns) == (3, 1720, 8)
    assert (row.strength_points, row.cost) == (assessment.number("strength_points"), assessment.number("cost"))
    assert (row.errors, row.warnings) == (assessment.count("error"), assessment.count("warning"))
    assert "counted anew" in row.search


def test_words_of_the_history_are_cut_at_their_limit(mine: Army) -> None:
    longest = "N" * limits.MAX_NAME
    edits = tuple(Add("unit", values={"name": f"{longest[:-2]}{n}"}) for n in range(10, 20))
    entry = amend(mine, Several(edits))
    assert entry is not None
    assert len(entry.words) == MOST_WORDS
    entry.refresh_from_db()
    assert len(entry.words) == MOST_WORDS


def test_a_name_of_any_script_is_kept(mine: Army) -> None:
    for name in ("Ἀλέξανδρος", "拿破仑", "🎖 Garde", "Пётр Багратион", "e\u0301"):
        amend(mine, Change(at(mine, "5th Division"), {"note": name, "commander": name}))
    assert tree_of(fresh(mine)).records[at(mine, "5th Division")]["note"] == "é"


def test_values_that_a_database_cannot_hold_are_cleaned_everywhere(mine: Army) -> None:
    evil = "a\x00\u202e\ud800b"
    battalion, sources = at(mine, "I/2e Léger"), [{"id": evil, "title": evil, "where": evil, "used_for": evil}]
    amend(mine, Head({"name": evil, "place": evil, "scope": evil, "notes": [evil], "sources": sources}))
    override = {"system": "mini_nap", "what": "strength_points", "value": 4, "reason": evil}
    amend(mine, Change(battalion, {"name": evil, "note": evil, "sources": [evil], "overrides": [override]}))
    row, record = fresh(mine), tree_of(mine).records[battalion]
    assert (row.name, row.place, row.scope, row.notes) == ("ab", "ab", "ab", ["ab"])
    assert row.sources == [{"id": "ab", "title": "ab", "where": "ab", "used_for": "ab"}]
    assert (record["name"], record["note"], record["sources"]) == ("ab", "ab", ["ab"])
    assert record["overrides"] == [{**override, "reason": "ab"}]


# Other armies


EDITS: list[tuple[str, Callable[[str], Edit], str]] = [
    ("change", lambda at: Change(at, {"name": "Stolen"}), "element"),
    ("move", lambda at: Move(at), "element"),
    ("step", lambda at: Step(at, "up"), "element"),
    ("duplicate", lambda at: Duplicate(at), "element"),
    ("delete", lambda at: Delete(at), "element"),
    ("bulk", lambda at: Bulk((at,), scale=50), "element"),
    ("add under", lambda at: Add("unit", at), "parent"),
    ("graft under", lambda at: Paste((unit(),), at), "parent"),
]


@pytest.mark.parametrize(("edit", "field"), [case[1:] for case in EDITS], ids=[case[0] for case in EDITS])
def test_an_element_of_another_army_is_not_found(
    mine: Army, his: Army, edit: Callable[[str], Edit], field: str
) -> None:
    before = export(his, "json")
    for target in (at(his, "5th Division"), str(uuid4()), "nonsense", "1.2", "\x00", "'; drop", "x" * 10_000):
        with pytest.raises(Refused, match="no such") as refused:
            amend(mine, edit(target))
        assert refused.value.field == field
    assert (export(fresh(his), "json"), fresh(his).version) == (before, 1)
    assert not mine.changes.exists()


def test_nothing_moves_under_an_element_of_another_army(mine: Army, his: Army) -> None:
    with pytest.raises(Refused) as refused:
        amend(mine, Move(at(mine, "1st Brigade"), at(his, "5th Division")))
    assert (refused.value.field, str(refused.value)) == ("parent", "There is no such formation in this army.")


def test_a_commander_of_another_army_is_not_rated(mine: Army, his: Army) -> None:
    with pytest.raises(Refused):
        rate(mine, at(his, "II Corps"), source="seed")
    assert not RatingThrow.objects.exists()


def test_replacing_an_army_by_another_with_its_ids_leaves_the_other_alone(mine: Army, his: Army) -> None:
    before = export(his, "json")
    amend(mine, Replace(structs.replace(facts_of(his), name="Taken")))
    assert (export(fresh(his), "json"), fresh(his).version) == (before, 1)
    assert fresh(mine).units == 5
    assert Element.objects.filter(army=mine).count() == Element.objects.filter(army=his).count() == 10


def test_replacing_keeps_the_elements_whose_ids_are_known(mine: Army) -> None:
    ids = {str(pk) for pk in mine.elements.values_list("pk", flat=True)}
    plain = facts_of(mine)
    first = plain.children[0]
    assert isinstance(first, facts.Corps)
    entry = amend(mine, Replace(structs.replace(plain, children=(structs.replace(first, name="New"), unit("Added")))))
    assert entry is not None
    assert {str(pk) for pk in mine.elements.values_list("pk", flat=True)} > ids
    assert entry.difference[at(mine, "New")] == [{"name": "II Corps"}, {"name": "New"}]
    assert len(entry.difference) == 2


@pytest.mark.parametrize("given", ["same twice", "another level", "no uuid"])
def test_ids_that_do_not_fit_are_made_anew(mine: Army, given: str) -> None:
    brigade = at(mine, "1st Brigade")
    made = {
        "same twice": (unit("A", id=at(mine, "I/2e Léger")), unit("B", id=at(mine, "I/2e Léger"))),
        "another level": (unit("A", id=brigade), unit("B")),
        "no uuid": (unit("A", id="1.2"), unit("B", id="x" * 500)),
    }[given]
    amend(mine, Replace(army(*made)))
    assert sorted(mine.elements.values_list("name", flat=True)) == ["A", "B"]
    assert not mine.elements.filter(pk=brigade).exists()
    history.undo(mine)
    assert mine.elements.get(pk=brigade).level == "brigade"
    assert history.replayed(mine).all_at() == tree_of(fresh(mine)).all_at()


def test_what_is_pasted_is_new_whatever_its_ids(mine: Army, his: Army) -> None:
    before, theirs = export(his, "json"), facts_of(his).children
    amend(mine, Paste((*theirs, *theirs, *facts_of(mine).children)))
    assert export(fresh(his), "json") == before
    assert mine.elements.count() == 40
    assert fresh(mine).units == 20


def test_a_replaced_army_over_the_limits_is_refused(mine: Army) -> None:
    with pytest.raises(Refused, match="An army may have at most 1,000 units; this one would have 1,001") as refused:
        amend(mine, Replace(big(1001)))
    assert refused.value.field == "army"
    assert mine.elements.count() == 10


# Limits


def test_the_thousandth_unit_is_the_last(alice: Any) -> None:
    row = create(big(999), alice)
    brigade = at(row, "Brigade 99")
    amend(row, Add("unit", brigade))
    edits: list[Edit] = [
        Add("unit", brigade), Duplicate(brigade), Paste((unit(),)), Several((Head({"place": "x"}), Add("unit")))
    ]  # fmt: skip
    for edit in edits:
        with pytest.raises(Refused, match="An army may have at most 1,000 units"):
            amend(row, edit)
    assert (fresh(row).units, fresh(row).version) == (1000, 2)


def test_a_whole_army_of_a_thousand_units_is_deleted_and_brought_back(alice: Any) -> None:
    row = create(big(1000), alice)
    before = export(row, "csv")
    amend(row, Delete(at(row, "I Corps")), by=alice)
    assert (Element.objects.exists(), fresh(row).units) == (False, 0)
    history.undo(row, by=alice)
    assert export(fresh(row), "csv") == before


# Queries


def queries(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as caught:
        act()
    return len(caught)


def edits_of(row: Army) -> dict[str, Edit]:
    brigade, first = at(row, "Brigade 0"), at(row, "0/Regiment 0")
    return {
        "change": Change(first, {"men": 511}),
        "add": Add("unit", brigade, 0),
        "add brigade": Add("brigade", at(row, "Division 0"), 0),
        "move": Move(first, at(row, "Brigade 1"), 0),
        "move brigade": Move(brigade, "", 0),
        "delete": Delete(first),
        "delete brigade": Delete(brigade),
        "duplicate": Duplicate(first),
        "duplicate brigade": Duplicate(brigade),
        "head": Head({"place": "Ligny"}),
    }


@pytest.mark.parametrize(
    "kind",
    ["change", "add", "add brigade", "move", "move brigade", "delete", "delete brigade", "duplicate",
     "duplicate brigade", "head"],
)  # fmt: skip
def test_an_edit_asks_as_often_in_a_small_army_as_in_a_large_one(alice: Any, kind: str) -> None:
    counts = []
    for size in (20, 150):
        row = create(big(size), alice)
        amend(row, Head({"place": "Wavre"}), by=alice)
        edit = edits_of(row)[kind]
        counts.append(queries(lambda: amend(row, edit, by=alice)))  # noqa: B023
    assert counts[0] == counts[1] <= 16


def test_the_same_for_every_unit_asks_as_often_in_a_small_army_as_in_a_large_one(alice: Any) -> None:
    counts = []
    for size in (20, 150):
        row = create(big(size), alice)
        amend(row, Head({"place": "Wavre"}), by=alice)
        counts.append(queries(lambda: amend(row, Bulk(values={"quality": "elite"}), by=alice)))  # noqa: B023
    assert counts[0] == counts[1] <= 12


def test_undo_asks_as_often_in_a_small_army_as_in_a_large_one(alice: Any) -> None:
    counts = []
    for size in (20, 150):
        row = create(big(size), alice)
        amend(row, Delete(at(row, "Brigade 0")), by=alice)
        counts.append(queries(lambda: history.undo(row, by=alice)))  # noqa: B023
    assert counts[0] == counts[1] <= 18


def test_what_is_written_is_what_the_tree_says(mine: Army, alice: Any) -> None:
    """The same edits on a tree in memory and on the rows."""
    tree = tree_of(mine)
    edits: list[Edit] = [
        Change(at(mine, "I/2e Léger"), {"gun_weight": "light", "lancer": True, "sub_units": 6}),
        Move(at(mine, "1st Brigade"), at(mine, "II Corps"), 0),
        Rate({at(mine, "5th Division"): facts.Throw(rating="good", source="fixed", rule="MN-CMD-61")}),
        Delete(at(mine, "18th Co.")),
        Bulk(types=("line_infantry",), scale=33),
    ]
    for edit in edits:
        edit.apply(tree, lambda: str(uuid4()))
        amend(mine, edit, by=alice)
    assert tree_of(fresh(mine)).all_at() == tree.all_at()
    assert facts_of(fresh(mine)) == army_of_tree(tree)


def test_an_edit_is_read_from_json_as_it_is(mine: Army) -> None:
    kinds = Add | Change | Move | Step | Duplicate | Delete | Bulk | Head
    edit = msgspec.json.decode(b'{"kind": "add", "level": "unit", "values": {"men": 500}}', type=kinds)
    assert edit == Add("unit", values={"men": 500})
    for wrong in (b'{"kind": "add", "level": "unit", "x": 1}', b'{"kind": "steal"}', b'{"level": "unit"}', b"[]"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=kinds)


def test_changing_an_element_through_the_form_is_the_same_edit(mine: Army, alice: Any) -> None:
    entry = change_element(mine, at(mine, "II Corps"), {"name": "Left wing"}, by=alice, expect=1)
    assert entry is not None
    assert (entry.kind, entry.words) == ("change", "Renamed II Corps to Left wing.")


def test_a_corps_of_another_army_as_it_was_is_not_reached_by_undo(mine: Army, his: Army, alice: Any) -> None:
    """Elements that left this army and came into another by a copy keep apart."""
    amend(mine, Delete(at(mine, "II Corps")), by=alice)
    copy = create(facts_of(his), alice)
    history.undo(mine, by=alice)
    assert set(mine.elements.values_list("pk", flat=True)).isdisjoint(copy.elements.values_list("pk", flat=True))
    assert corps().name == "II Corps"
