"""What differs between two states of an army, in sentences."""

from msgspec import structs

from armies.building.army_edits import Bulk, Head, Rate, Replace, SetHead
from armies.building.difference import Row, differences, told
from armies.building.edits import Add, Change, Delete, Edit, Move, Several
from armies.building.patches import difference
from armies.building.trees import put_together
from armies.rules import facts
from tests.armies.builders import army, battery, big, unit
from tests.building.small import small


def rows(*edits: Edit) -> list[Row]:
    before, after = small(), small()
    serial = iter(range(100))
    for edit in edits:
        edit.apply(after, lambda: f"n{next(serial)}")
    return told(difference(before, after), before, after)


def said(*edits: Edit) -> list[str]:
    return [row.sentence for row in rows(*edits)]


def test_nothing_differs() -> None:
    assert said() == []
    assert differences(put_together(small()), put_together(small())) == []


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
        "First: type line infantry → light infantry; rating veteran → guard; men 430 → 12,000; guns not said → 6; "
        "lancer no → yes."
    ]
    assert said(Change("u1", {"men": None, "kgl": True, "gun_weight": "heavy"})) == [
        "First: men 430 → not said; weight of guns not said → heavy; King’s German Legion no → yes."
    ]


def test_long_values_are_cut_and_lists_are_not_shown() -> None:
    assert said(Change("d", {"note": "n" * 500})) == [f"Division: note not said → {'n' * 79}…."]
    assert said(
        Head({"notes": ["a"], "sources": [{"id": "A", "title": "T"}]}), SetHead({"options": {"x": {}}}, "")
    ) == ["Small army: sources changed; notes changed; options changed."]
    assert said(Rate({"d": facts.Throw(rating="good", source="fixed")})) == ["Division: ratings thrown changed."]


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
    before = put_together(small())
    after = army(unit("Renamed", id="u1"), unit("B", id="b1"), unit("C"), name="Small army")
    tree = small()
    serial = iter(range(100))
    Replace(after).apply(tree, lambda: f"new {next(serial)}")
    assert [row.sentence for row in differences(before, after)] == [
        row.sentence for row in told(difference(small(), tree), small(), tree)
    ]


def test_a_thousand_units_are_told() -> None:
    assert len(rows(Bulk(scale=50))) == 3
    assert len(differences(army(), big(1000))) > 1000
