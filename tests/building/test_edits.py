"""Every edit: what it does to the tree, the sentence it leaves, and every way to be refused."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

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
    SetHead,
    Several,
    Step,
)
from armies.building.element_tree import ARMY, Refused, Tree, tree_of_army
from armies.exchange import limits
from battles.engine.armies import facts
from tests.armies.builders import army, battery, big, small, unit

CAVALRY = {"type": "light_cavalry", "name": "Hussars"}


def numbered() -> Callable[[], str]:
    serial = count(1)
    return lambda: f"n{next(serial)}"


def done(tree: Tree, edit: Edit) -> str:
    return edit.apply(tree, numbered())


def refusal(tree: Tree, edit: Edit) -> tuple[str, str]:
    """The field and the sentence of a refusal."""
    with pytest.raises(Refused) as refused:
        edit.apply(tree, numbered())
    assert refused.value.faults[0] == (refused.value.field, str(refused.value))
    return refused.value.field, str(refused.value)


# Add


def test_a_unit_is_added_last_or_at_a_place() -> None:
    tree = small()
    assert done(tree, Add("unit", "b1", None, {"name": "Third"})) == "Added Third to 1st Brigade."
    Add("unit", "b1", 0, {"name": "Fourth"}).apply(tree, lambda: "x")
    assert tree.under["b1"] == ["x", "u1", "u2", "n1"]
    assert tree.records["x"]["quality"] == "trained"


def test_what_is_added_to_the_army_itself_says_so() -> None:
    assert done(small(), Add("corps")) == "Added New corps to the army."


@pytest.mark.rule("MN-ORG-02", "an empty brigade takes its kind from the first unit that comes into it")
def test_the_first_unit_gives_an_empty_brigade_its_kind() -> None:
    tree = small()
    assert done(tree, Add("unit", "b2", values=CAVALRY)) == "Added Hussars to 2nd Brigade. Its kind is now cavalry."
    assert tree.records["b2"]["kind"] == "cavalry"
    assert done(tree, Add("unit", "b2", values={"name": "Foot"})) == "Added Foot to 2nd Brigade."
    assert tree.records["b2"]["kind"] == "cavalry"
    assert small().records["b2"]["kind"] == "infantry", "records are not changed in place"


@pytest.mark.rule("MN-ORG-02", "an empty brigade takes its kind from the first unit that comes into it")
def test_a_unit_of_the_same_kind_changes_nothing_and_only_brigades_follow() -> None:
    tree = small()
    assert done(tree, Add("unit", "b2")) == "Added New unit to 2nd Brigade."
    tree.drop("b1"), tree.drop("b2")
    assert done(tree, Add("unit", "d", values=CAVALRY)) == "Added Hussars to Division."
    assert tree.records["d"]["kind"] == "infantry"


LEVELS = ("corps", "division", "brigade", "unit")
HOLDS = {"": LEVELS, "c": LEVELS[1:], "d": LEVELS[2:], "b1": LEVELS[3:], "u1": ()}


@pytest.mark.parametrize("parent", HOLDS)
@pytest.mark.parametrize("level", LEVELS)
def test_each_level_stands_only_under_a_higher_one(parent: str, level: str) -> None:
    tree = small()
    if level in HOLDS[parent]:
        assert done(tree, Add(level, parent)).startswith("Added ")
        return
    field, sentence = refusal(tree, Add(level, parent))
    assert field == "parent"
    assert sentence.startswith(f"A {level} cannot be under {tree.name(parent)}: a ")
    assert sentence.endswith(f" can contain {', '.join(HOLDS[parent]) or 'nothing'}.")


@pytest.mark.parametrize("level", ["", "army", "regiment", "UNIT", "\x00"])
def test_an_unknown_level_is_refused(level: str) -> None:
    assert refusal(small(), Add(level)) == ("level", "The level must be one of corps, division, brigade, unit.")


@pytest.mark.parametrize("position", [-1, 3, 2**40, -(2**70)])
def test_a_place_that_is_not_there_is_refused(position: int) -> None:
    for edit in (Add("unit", "b1", position), Paste((unit(),), "b1", position), Move("u3", "b1", position)):
        field, sentence = refusal(small(), edit)
        assert field == "position"
        assert sentence.endswith(": positions go from 0 to 2.")


def test_values_of_a_new_element_are_checked() -> None:
    assert refusal(small(), Add("unit", "b1", values={"men": 0}))[0] == "men"
    assert refusal(small(), Add("corps", values={"men": 5}))[0] == "men"


# Change


def test_a_change_names_what_it_changed() -> None:
    tree = small()
    assert done(tree, Change("u1", {"name": "Guards"})) == "Renamed First to Guards."
    assert done(tree, Change("u1", {"men": 500})) == "Changed men of Guards."
    assert done(tree, Change("u1", {"men": 501, "gun_weight": "light", "note": "x"})) == (
        "Changed men, gun weight and note of Guards."
    )
    many = {"men": 1, "guns": 1, "note": "", "lancer": True, "kgl": True, "armoured": True}
    assert done(tree, Change("u1", many)) == "Changed men, guns, lancer, kgl and more of Guards."
    assert done(tree, Change("u1", {"men": 1})) == "Changed nothing of Guards."


def test_a_long_name_is_cut_in_the_sentence() -> None:
    tree = small()
    words = done(tree, Change("u1", {"name": "N" * 120}))
    assert words == f"Renamed First to {'N' * 59}…."


@pytest.mark.parametrize("element", ["", "nobody", "\x00"])
def test_what_is_not_there_is_not_found(element: str) -> None:
    edits: list[Edit] = [
        Change(element, {}), Move(element), Step(element, "up"), Duplicate(element), Delete(element),
        Bulk((element,), scale=5),
    ]  # fmt: skip
    for edit in edits:
        assert refusal(small(), edit) == ("element", "There is no such unit or formation in this army.")
    if element:
        for edit in (Add("unit", element), Paste((unit(),), element), Move("u1", element)):
            assert refusal(small(), edit) == ("parent", "There is no such formation in this army.")


# Move


def test_a_move_within_and_between() -> None:
    tree = small()
    assert done(tree, Move("u1", "b1")) == "Moved First within 1st Brigade."
    assert tree.under["b1"] == ["u2", "u1"]
    assert done(tree, Move("u1", "", 0)) == "Moved First from 1st Brigade to the army."
    assert tree.under[ARMY] == ["u1", "c", "u3"]
    assert tree.parents["u1"] == ARMY
    assert done(tree, Move("d")) == "Moved Division from Corps to the army."
    assert list(tree.below("d")) == ["b1", "u2", "b2"]


@pytest.mark.rule("MN-ORG-02", "an empty brigade takes its kind from the first unit that comes into it")
def test_a_unit_moved_into_an_empty_brigade_gives_its_kind() -> None:
    tree = small()
    tree.records["u3"] = {**tree.records["u3"], "type": "horse_artillery"}
    assert done(tree, Move("u3", "b2")) == "Moved Loose from the army to 2nd Brigade. Its kind is now artillery."


def test_the_place_is_counted_without_what_moves() -> None:
    tree = small()
    done(tree, Move("u1", "b1", 1))
    assert tree.under["b1"] == ["u2", "u1"]
    assert refusal(tree, Move("u1", "b1", 2)) == ("position", "There is no position 2: positions go from 0 to 1.")


@pytest.mark.parametrize(("element", "parent"), [("c", "c"), ("c", "d"), ("c", "u1"), ("d", "b1"), ("d", "b2")])
def test_nothing_stands_under_itself(element: str, parent: str) -> None:
    tree = small()
    assert refusal(tree, Move(element, parent)) == ("parent", f"{tree.name(element)} cannot be under itself.")


@pytest.mark.parametrize(("element", "parent"), [("d", "b1"), ("u1", "u2"), ("b1", "b2"), ("b1", "u3")])
def test_a_move_heeds_the_levels(element: str, parent: str) -> None:
    assert refusal(small(), Move(element, parent))[0] == "parent"


# Step


@pytest.mark.parametrize(
    ("element", "way", "parent", "index"),
    [
        ("u2", "up", "b1", 0),
        ("u1", "down", "b1", 1),
        ("u2", "down", "b2", 0),
        ("b2", "up", "d", 0),
        ("u1", "out", "d", 1),
        ("b1", "out", "c", 1),
        ("d", "out", "", 1),
        ("u3", "in", "c", 1),
        ("u3", "up", "", 0),
    ],
)
def test_a_step_leads_to_the_next_place(element: str, way: str, parent: str, index: int) -> None:
    tree = small()
    assert done(tree, Step(element, way)).startswith(f"Moved {tree.name(element)} ")
    assert (tree.parents[element], tree.under[parent].index(element)) == (parent, index)


def test_up_from_the_first_place_leads_to_the_end_of_the_brigade_before() -> None:
    tree = small()
    done(tree, Move("u1", "b2"))
    done(tree, Step("u1", "up"))
    assert tree.under["b1"] == ["u2", "u1"]


@pytest.mark.parametrize(
    ("element", "way"),
    [("u1", "up"), ("c", "up"), ("u3", "down"), ("b1", "up"), ("b2", "down"), ("c", "out"), ("u3", "out"),
     ("c", "in"), ("u2", "in"), ("b2", "in"), ("d", "down")],
)  # fmt: skip
def test_a_step_that_leads_nowhere_is_refused(element: str, way: str) -> None:
    tree = small()
    assert refusal(tree, Step(element, way)) == ("way", f"{tree.name(element)} cannot be moved further {way}.")


@pytest.mark.parametrize("way", ["", "left", "UP"])
def test_an_unknown_way_is_refused(way: str) -> None:
    assert refusal(small(), Step("u1", way)) == ("way", "The way must be one of up, down, out, in.")


# Duplicate


def test_a_duplicate_stands_right_behind_with_all_under_it() -> None:
    tree = small()
    assert done(tree, Duplicate("b1")) == "Duplicated 1st Brigade."
    assert tree.under["d"] == ["b1", "n1", "b2"]
    assert [tree.name(at) for at in tree.below("d")] == [
        "1st Brigade", "First", "Second", "1st Brigade 2", "First", "Second", "2nd Brigade"
    ]  # fmt: skip
    assert tree.records["n2"] == small().records["u1"]


def test_duplicates_are_numbered_by_the_next_free_number() -> None:
    tree = small()
    serial = count()
    for _ in range(3):
        Duplicate("b1").apply(tree, lambda: f"x{next(serial)}")
    assert [tree.name(at) for at in tree.under["d"]] == [
        "1st Brigade", "1st Brigade 4", "1st Brigade 3", "1st Brigade 2", "2nd Brigade"
    ]  # fmt: skip


def test_the_name_of_a_duplicate_stays_within_the_limit() -> None:
    longest = "N" * limits.MAX_NAME
    stem = longest[: limits.MAX_NAME - 5]
    tree = tree_of_army(army(unit(longest), *(unit(f"{stem} {number}") for number in range(2, 1000))), numbered())
    Duplicate("n1").apply(tree, lambda: "twin")
    assert tree.name("twin") == f"{stem} 1000"
    assert len(tree.name("twin")) <= limits.MAX_NAME


def test_ratings_are_not_duplicated() -> None:
    tree = small()
    done(tree, Rate({"d": facts.Throw(rating="good", source="fixed"), "c": facts.Throw(rating="poor", source="fixed")}))
    Duplicate("c").apply(tree, (serial := numbered()))
    assert serial() == "n7"
    assert (tree.records["n1"]["throws"], tree.records["n2"]["throws"]) == ([], [])
    assert len(tree.records["d"]["throws"]) == 1


# Delete


def test_a_deletion_says_how_much_went_with_it() -> None:
    tree = small()
    assert done(tree, Delete("b2")) == "Deleted 2nd Brigade from Division."
    assert done(tree, Delete("d")) == "Deleted Division and the 3 under it from Corps."
    assert done(tree, Delete("c")) == "Deleted Corps from the army."
    assert (list(tree.records), tree.under, tree.parents) == (["u3"], {ARMY: ["u3"]}, {"u3": ARMY})


# Paste


def test_what_is_pasted_is_set_in_order_with_all_under_it() -> None:
    tree = small()
    brigade = facts.Brigade(name="Pasted", kind="cavalry", children=(unit("A", id="u1"),), id="b1")
    assert done(tree, Paste((brigade, unit("B")), "d", 1)) == "Pasted 2 elements into Division."
    assert [tree.name(at) for at in tree.under["d"]] == ["1st Brigade", "Pasted", "B", "2nd Brigade"]
    assert tree.records["n2"]["name"] == "A"
    assert tree.name("u1") == "First"


@pytest.mark.rule("MN-ORG-02", "a brigade of foot and horse is mixed")
def test_units_pasted_into_an_empty_brigade_give_its_kind() -> None:
    tree = small()
    words = done(tree, Paste((unit("A"), unit("B", type="light_cavalry")), "b2"))
    assert words == "Pasted 2 elements into 2nd Brigade. Its kind is now mixed."
    assert done(small(), Paste((battery("Guns"),), "b2")) == (
        "Pasted Guns into 2nd Brigade. Its kind is now artillery."
    )


def test_what_is_pasted_heeds_the_levels() -> None:
    assert refusal(small(), Paste((unit(), facts.Corps(name="C")), "d"))[0] == "parent"


# Several


def test_several_edits_are_one_and_a_refusal_names_its_edit() -> None:
    tree = small()
    assert done(tree, Several((Delete("u3"),))) == "Deleted Loose from the army."
    assert done(tree, Several((Delete("u1"), Delete("u2")))) == (
        "2 edits at once: Deleted First from 1st Brigade. Deleted Second from 1st Brigade."
    )
    with pytest.raises(Refused) as refused:
        done(small(), Several((Delete("u1"), Change("u2", {"men": 0, "guns": 0}))))
    assert [field for field, _ in refused.value.faults] == ["edits.1.men", "edits.1.guns"]
    assert refusal(small(), Several((Several((Delete("x"),)),)))[0] == "edits.0.edits.0.element"


# Bulk


def men(tree: Tree) -> list[int | None]:
    return [tree.records[at]["men"] for at in ("u1", "u2", "u3")]


def test_the_same_for_all_units() -> None:
    tree = small()
    assert done(tree, Bulk(values={"quality": "guard"})) == "Set quality for 3 units of the army."
    assert {tree.records[at]["quality"] for at in ("u1", "u2", "u3")} == {"guard"}


def test_chosen_elements_count_once_with_all_under_them() -> None:
    tree = small()
    assert done(tree, Bulk(("b1", "u1", "u2", "b1"), scale=200)) == "Scaled the men to 200 % for 2 units of the army."
    assert men(tree) == [860, 860, 430]
    assert done(tree, Bulk(("b1",), scale=50)) == "Scaled the men to 50 % for 2 units of 1st Brigade."
    assert done(tree, Bulk(("u3",), values={"men": 7})) == "Set men for 1 unit of Loose."


def test_units_are_chosen_by_type() -> None:
    tree = small()
    done(tree, Change("u2", {"type": "light_cavalry"}))
    assert done(tree, Bulk(types=("light_cavalry",), values={"lancer": True}, scale=10)) == (
        "Set lancer and scaled the men to 10 % for 1 unit of the army."
    )
    assert men(tree) == [430, 43, 430]


@pytest.mark.parametrize(
    ("before", "per_cent", "after"),
    [(100, 50, 50), (101, 50, 51), (99, 50, 50), (1, 1, 1), (49, 1, 1), (150, 1, 2), (3, 50, 2), (20_000, 100, 20_000),
     (2_000, 1_000, 20_000), (None, 50, None), (333, 33, 110), (5, 10, 1)],
)  # fmt: skip
def test_men_are_scaled_with_half_a_man_rounded_up_and_one_left(
    before: int | None, per_cent: int, after: int | None
) -> None:
    tree = small()
    done(tree, Change("u1", {"men": before}))
    done(tree, Bulk(("u1",), scale=per_cent))
    assert men(tree)[0] == after


def test_scaling_over_the_most_is_refused_by_name() -> None:
    tree = small()
    done(tree, Change("u2", {"men": 2_001}))
    assert refusal(tree, Bulk(scale=1_000)) == (
        "scale",
        "Second would have 20,010 men; at most 20,000 are allowed.",
    )


@pytest.mark.parametrize("scale", [0, -1, 1_001, 10**30])
def test_a_scale_has_its_bounds(scale: int) -> None:
    assert refusal(small(), Bulk(scale=scale)) == ("scale", "Men can be scaled to between 1 and 1,000 per cent.")


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (Bulk(), "values"),
        (Bulk(values={"men": 5}, scale=50), "scale"),
        (Bulk(values={"beard": 1}), "beard"),
        (Bulk(types=("hussars" * 100,), scale=50), "types"),
        (Bulk(types=("heavy_cavalry",), scale=50), "elements"),
        (Bulk(("b2",), scale=50), "elements"),
    ],
)
def test_a_bulk_edit_that_says_nothing_or_chooses_nothing_is_refused(edit: Bulk, field: str) -> None:
    found, sentence = refusal(small(), edit)
    assert found == field
    assert len(sentence) < 300


# The army


def test_the_facts_of_the_army() -> None:
    tree = small()
    assert done(tree, Head({"name": "New", "battle": "Ligny"})) == "Changed name and battle of the army."
    assert (tree.head["name"], tree.head["battle"], tree.head["nation"]) == ("New", "Ligny", "FR")
    for wrong in ("options", "draws", "house_rules", "confidence", "units"):
        assert refusal(tree, Head({wrong: {}}))[0] == wrong


def test_settings_are_set_as_a_service_gives_them() -> None:
    tree = small()
    assert done(tree, SetHead({"options": {"mini_nap": {}}}, "Set them.")) == "Set them."
    assert tree.head["options"] == {"mini_nap": {}}


def test_an_army_replaced_keeps_its_house_rules_and_known_elements() -> None:
    tree = small()
    tree.head = {**tree.head, "house_rules": 7}
    words = done(tree, Replace(army(unit("Renamed", id="u1"), unit("New", id="x"), name="Other")))
    assert words == "Updated from a file."
    assert (tree.head["name"], tree.head["house_rules"]) == ("Other", 7)
    assert {at: record["name"] for at, record in tree.records.items()} == {"u1": "Renamed", "n1": "New"}


def test_a_throw_is_put_behind_the_earlier_ones() -> None:
    tree = small()
    first, second = (facts.Throw(rating=rating, source="fixed") for rating in ("good", "poor"))
    done(tree, Change("d", {"commander": "General Bachelu"}))
    assert done(tree, Rate({"d": first})) == "Rated General Bachelu: good."
    assert done(tree, Rate({"d": second, "c": first})) == "Rated 2 commanders."
    assert [throw["rating"] for throw in tree.records["d"]["throws"]] == ["good", "poor"]
    assert done(tree, Rate({"c": second})) == "Rated the commander of Corps: poor."
    assert small().records["d"]["throws"] == []


# Limits


@pytest.mark.parametrize("edit", [Add("unit"), Duplicate("n1"), Paste((unit(),)), Replace(big(1001))])
def test_an_army_has_at_most_a_thousand_units(edit: Edit) -> None:
    tree = tree_of_army(army(*(unit() for _ in range(1000))), numbered())
    with pytest.raises(Refused, match="An army may have at most 1,000 units; this one would have 1,001") as refused:
        edit.apply(tree, iter(map(str, range(2000))).__next__)
    assert refused.value.field == "army"


def test_an_army_has_at_most_a_thousand_formations() -> None:
    tree = tree_of_army(army(*(facts.Corps(name=str(n)) for n in range(1000))), numbered())
    Add("unit", "n1").apply(tree, lambda: "fine")
    for edit in (Add("corps"), Duplicate("n1")):
        with pytest.raises(Refused) as refused:
            edit.apply(tree.copy(), iter(("x", "y")).__next__)
        assert refused.value.faults == (
            ("army", "An army may have at most 1,000 formations; this one would have 1,001."),
        )


def test_the_tree_before_is_not_touched_by_edits_of_its_copy() -> None:
    before: dict[str, Any] = small().all_at()
    tree = small()
    edits: list[Edit] = [
        Change("u1", {"men": 5}), Move("u1"), Duplicate("d"), Bulk(scale=50), Head({"name": "X"}), Delete("c"),
        Rate({}), Replace(army()),
    ]  # fmt: skip
    for edit in edits:
        edit.apply(tree.copy(), numbered())
    assert tree.all_at() == before
