"""Differences of two states: in sentences, forwards, backwards, and in conflict with later changes."""

import json

import pytest
from msgspec import structs

from armies.building.difference import (
    Row,
    difference,
    difference_rows,
    differences,
    patched,
    patched_all,
    reversed_difference,
)
from armies.building.edits import (
    Add,
    Bulk,
    Change,
    Delete,
    Duplicate,
    Edit,
    Head,
    Move,
    Rate,
    Replace,
    SetHead,
    Several,
)
from armies.building.element_tree import ARMY, Refused, Tree, army_of_tree
from battles.engine.armies import facts
from tests.armies.builders import army, battery, big, small, unit


def rows(*edits: Edit) -> list[Row]:
    before, after = small(), small()
    serial = iter(range(100))
    for edit in edits:
        edit.apply(after, lambda: f"n{next(serial)}")
    return difference_rows(difference(before, after), before, after)


def said(*edits: Edit) -> list[str]:
    return [row.sentence for row in rows(*edits)]


def test_nothing_differs() -> None:
    assert said() == []
    assert differences(army_of_tree(small()), army_of_tree(small())) == []


def test_what_was_added() -> None:
    assert said(Add("unit", "b1", 0, {"name": "New", "men": 1200})) == ["New was added to 1st Brigade, 1,200 men."]
    assert said(Add("unit", "", None, {"name": "Guns", "guns": 8})) == ["Guns was added to the army, 8 guns."]
    assert rows(Add("corps")) == [Row("n0", "corps", "New corps", "added", "New corps was added to the army.")]


def test_what_was_removed_comes_last_with_all_under_it() -> None:
    assert said(Delete("b1"), Head({"name": "Other"})) == [
        "Small army: name Small army → Other.",
        "1st Brigade was removed from Division.",
        "First was removed from 1st Brigade, 430 men.",
        "Second was removed from 1st Brigade, 430 men.",
    ]


def test_what_was_moved_and_changed_has_two_rows() -> None:
    assert [(row.what, row.name, row.sentence) for row in rows(Move("u1", "b2"), Change("u1", {"name": "Guards"}))] == [
        ("moved", "Guards", "Guards was moved from 1st Brigade to 2nd Brigade."),
        ("changed", "Guards", "First: name First → Guards."),
    ]


def test_values_are_told_in_words() -> None:
    change = Change("u1", {"men": 12000, "quality": "guard", "type": "light_infantry", "lancer": True, "guns": 6})
    assert said(change) == [
        "First: type line infantry → light infantry; rating veteran → guard; men 430 → 12,000; guns not set → 6; "
        "lancer no → yes."
    ]
    assert said(Change("u1", {"men": None, "kgl": True, "gun_weight": "heavy"})) == [
        "First: men 430 → not set; weight of guns not set → heavy; King’s German Legion no → yes."
    ]


def test_long_values_are_cut_and_lists_are_not_shown() -> None:
    assert said(Change("d", {"note": "n" * 500})) == [f"Division: note not set → {'n' * 79}…."]
    assert said(
        Head({"notes": ["a"], "sources": [{"id": "A", "title": "T"}]}), SetHead({"options": {"x": {}}}, "")
    ) == ["Small army: sources changed; notes changed; options changed."]
    assert said(Rate({"d": facts.Throw(rating="good", source="fixed")})) == ["Division: ratings changed."]


def test_another_order_is_one_row() -> None:
    assert rows(Move("u1", "b1")) == [
        Row("b1", "brigade", "1st Brigade", "reordered", "The order in 1st Brigade changed: Second, First.")
    ]
    assert said(Move("u3", "", 0)) == ["The order in the army changed: Loose, Corps."]


def test_places_that_shift_by_what_comes_and_goes_are_no_new_order() -> None:
    assert said(Delete("u1")) == ["First was removed from 1st Brigade, 430 men."]
    assert said(Add("unit", "b1", 0)) == ["New unit was added to 1st Brigade."]
    assert said(Move("u1", "b2")) == ["First was moved from 1st Brigade to 2nd Brigade."]


def test_a_long_order_is_cut() -> None:
    before = army(*(unit(f"Unit {n}", id=f"u{n}") for n in range(9)))
    after = structs.replace(before, children=tuple(reversed(before.children)))
    assert [row.sentence for row in differences(before, after)] == [
        "The order in the army changed: Unit 8, Unit 7, Unit 6, Unit 5, Unit 4, Unit 3 and 3 more."
    ]


def test_rows_come_in_printed_order() -> None:
    edits = Several((Change("u3", {"men": 1}), Change("b1", {"note": "x"}), Change("c", {"note": "x"}), Delete("u2")))
    assert [row.element for row in rows(edits)] == ["c", "b1", "u3", "u2"]


def test_elements_without_a_known_id_are_new() -> None:
    before = army(unit("A", id="a"), unit("B", id="b"))
    after = army(unit("A", id="a"), unit("B"), unit("A", id="a"), facts.Corps(name="B", id="b"), battery(id="x"))
    found = differences(before, after)
    assert [(row.what, row.name) for row in found] == [
        ("added", "B"), ("added", "A"), ("added", "B"), ("added", "18th Co."), ("removed", "B")
    ]  # fmt: skip
    assert found[1].sentence == "A was added to the army, 430 men."


def test_what_is_told_is_what_replacing_does() -> None:
    """The preview of a file that brings an army up to date, against the edit that does it."""
    before = army_of_tree(small())
    after = army(unit("Renamed", id="u1"), unit("B", id="b1"), unit("C"), name="Small army")
    tree = small()
    serial = iter(range(100))
    Replace(after).apply(tree, lambda: f"new {next(serial)}")
    assert [row.sentence for row in differences(before, after)] == [
        row.sentence for row in difference_rows(difference(small(), tree), small(), tree)
    ]


def test_a_thousand_units_are_told() -> None:
    assert len(rows(Bulk(scale=50))) == 3
    assert len(differences(army(), big(1000))) > 1000


EDITS: list[Edit] = [
    Add("unit", "b1", 0, {"name": "New"}),
    Add("corps"),
    Change("u1", {"men": 500, "name": "Guards"}),
    Move("u1", "b2"),
    Move("d"),
    Move("u3", "", 0),
    Duplicate("d"),
    Delete("c"),
    Delete("u1"),
    Bulk(scale=50),
    Head({"name": "Other", "notes": ["a"]}),
    Rate({"d": facts.Throw(rating="good", source="manual", faces=(3, 4))}),
    Replace(army(unit("Renamed", id="u1"), unit("New"))),
    Several((Move("b1"), Delete("c"), Add("brigade"))),
]


def after(edit: Edit, before: Tree | None = None) -> Tree:
    tree = (before or small()).copy()
    serial = (f"n{number}" for number in range(100))
    edit.apply(tree, lambda: next(at for at in serial if at not in tree.records))
    return tree


def same(one: Tree, other: Tree) -> bool:
    return one.all_at() == other.all_at() and one.under == other.under and one.parents == other.parents


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: type(edit).__name__)
def test_a_difference_leads_there_and_back_also_as_json(edit: Edit) -> None:
    before, then = small(), after(edit)
    change = json.loads(json.dumps(difference(before, then)))
    assert change
    assert same(patched(before, change), then)
    assert same(patched(then, reversed_difference(change)), before)
    assert reversed_difference(reversed_difference(change)) == change
    assert same(before, small()), "what is patched stays as it was"


def test_differences_are_made_one_after_another() -> None:
    tree, changes = small(), []
    for edit in (Move("u1", "b2"), Delete("b1"), Head({"name": "Other"}), Duplicate("b2")):
        now = after(edit, tree)
        changes.append(difference(tree, now))
        tree = now
    assert same(patched_all(small(), changes), tree)
    assert same(patched_all(tree, (reversed_difference(change) for change in reversed(changes))), small())


def test_equal_trees_have_no_difference() -> None:
    assert difference(small(), small()) == {}


def test_only_what_differs_is_kept_of_what_stays() -> None:
    assert difference(small(), after(Change("u1", {"men": 500}))) == {"u1": [{"men": 430}, {"men": 500}]}
    assert difference(small(), after(Delete("u1"))) == {
        "u1": [small().at("u1"), None],
        "u2": [{"position": 1}, {"position": 0}],
    }
    assert difference(small(), after(Head({"place": "Ligny"}))) == {ARMY: [{"place": ""}, {"place": "Ligny"}]}


def conflict(now: Edit, taken_back: Edit) -> tuple[str, str]:
    """The refusal to undo ``taken_back`` after the later edit ``now``."""
    change = difference(small(), after(taken_back))
    with pytest.raises(Refused) as refused:
        patched(after(now, after(taken_back)), reversed_difference(change))
    return refused.value.field, str(refused.value)


@pytest.mark.parametrize(
    ("taken_back", "now", "field", "sentence"),
    [
        (Change("u1", {"men": 5}), Change("u1", {"men": 6}), "u1", "First was changed again later."),
        (Change("u1", {"men": 5}), Delete("u1"), "u1", "An element that this change touched no longer exists."),
        (Add("unit"), Delete("n0"), "n0", "New unit no longer exists."),
        (Add("unit"), Change("n0", {"men": 9}), "n0", "New unit was changed again later."),
        (Add("unit"), Move("n0", "c"), "n0", "New unit was changed again later."),
        (Add("brigade"), Add("unit", "n0"), "n1", "New unit would have no parent."),
        (Delete("u2"), Delete("b1"), "u2", "Second would have no parent."),
        (Move("u2", "b2"), Delete("u1"), "b1", "The order of elements under 1st Brigade was changed later."),
        (Head({"name": "A"}), Head({"name": "B"}), ARMY, "B was changed again later."),
    ],
)  # fmt: skip
def test_what_was_changed_since_is_refused(taken_back: Edit, now: Edit, field: str, sentence: str) -> None:
    assert conflict(now, taken_back) == (field, sentence)


@pytest.mark.parametrize(
    ("taken_back", "now"),
    [
        (Change("u1", {"men": 5}), Change("u1", {"guns": 6})),
        (Change("u1", {"men": 5}), Move("u1", "b2")),
        (Delete("b2"), Change("d", {"commander": "New"})),
        (Head({"name": "A"}), Delete("c")),
    ],
)
def test_what_others_changed_beside_it_stays(taken_back: Edit, now: Edit) -> None:
    change = difference(small(), after(taken_back))
    both = after(now, after(taken_back))
    back = patched(both, reversed_difference(change))
    assert same(patched(back, change), both)
    assert same(back, small()) is False


def test_an_addition_behind_a_later_one_can_be_taken_back() -> None:
    first = after(Add("unit", "d"))
    both = after(Add("unit", "d", 0), first)
    assert patched(both, reversed_difference(difference(small(), first))).under["d"] == ["n1", "b1", "b2"]


def test_what_was_added_twice_is_there_already() -> None:
    change = difference(small(), after(Add("unit")))
    with pytest.raises(Refused, match="New unit already exists"):
        patched(after(Add("unit")), change)


def test_facts_that_are_kept_stay_on_what_stays() -> None:
    rated = after(Rate({"d": facts.Throw(rating="good", source="fixed")}))
    back = patched(rated, reversed_difference(difference(small(), rated)), keep=frozenset({"throws"}))
    assert back.all_at() == rated.all_at()
    renamed = after(Change("d", {"name": "Other"}), rated)
    back = patched(renamed, reversed_difference(difference(rated, renamed)), keep=frozenset({"throws"}))
    assert back.all_at() == rated.all_at()


def test_an_addition_rated_since_goes_only_where_dice_are_kept_aside() -> None:
    added = after(Add("division"))
    rated = after(Rate({"n0": facts.Throw(rating="good", source="fixed")}), added)
    change = reversed_difference(difference(small(), added))
    with pytest.raises(Refused, match="New division was changed again later"):
        patched(rated, change)
    assert same(patched(rated, change, keep=frozenset({"throws"})), small())
