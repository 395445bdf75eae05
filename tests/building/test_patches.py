"""Differences, forwards and backwards, and where they meet what was changed since."""

import json

import pytest

from armies.building.army_edits import Bulk, Head, Rate, Replace
from armies.building.edits import Add, Change, Delete, Duplicate, Edit, Move, Several
from armies.building.patches import difference, patched, patched_all, turned
from armies.building.refusing import Refused
from armies.building.trees import ARMY, Tree
from armies.rules import facts
from tests.armies.builders import army, unit
from tests.building.small import small

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
    assert same(patched(then, turned(change)), before)
    assert turned(turned(change)) == change
    assert same(before, small()), "what is patched stays as it was"


def test_differences_are_made_one_after_another() -> None:
    tree, changes = small(), []
    for edit in (Move("u1", "b2"), Delete("b1"), Head({"name": "Other"}), Duplicate("b2")):
        now = after(edit, tree)
        changes.append(difference(tree, now))
        tree = now
    assert same(patched_all(small(), changes), tree)
    assert same(patched_all(tree, (turned(change) for change in reversed(changes))), small())


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
    """The refusal of taking ``taken_back`` back after ``now`` was made on top of it."""
    change = difference(small(), after(taken_back))
    with pytest.raises(Refused) as refused:
        patched(after(now, after(taken_back)), turned(change))
    return refused.value.field, str(refused.value)


@pytest.mark.parametrize(
    ("taken_back", "now", "field", "sentence"),
    [
        (Change("u1", {"men": 5}), Change("u1", {"men": 6}), "u1", "First was changed again since."),
        (Change("u1", {"men": 5}), Delete("u1"), "u1", "Something that this change touched is not there any more."),
        (Add("unit"), Delete("n0"), "n0", "New unit is not there any more."),
        (Add("unit"), Change("n0", {"men": 9}), "n0", "New unit was changed again since."),
        (Add("unit"), Move("n0", "c"), "n0", "New unit was changed again since."),
        (Add("brigade"), Add("unit", "n0"), "n1", "New unit would have nothing to stand under."),
        (Delete("u2"), Delete("b1"), "u2", "Second would have nothing to stand under."),
        (Move("u2", "b2"), Delete("u1"), "b1", "The order of what stands under 1st Brigade was changed since."),
        (Head({"name": "A"}), Head({"name": "B"}), ARMY, "B was changed again since."),
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
    back = patched(both, turned(change))
    assert same(patched(back, change), both)
    assert same(back, small()) is False


def test_an_addition_behind_a_later_one_can_be_taken_back() -> None:
    first = after(Add("unit", "d"))
    both = after(Add("unit", "d", 0), first)
    assert patched(both, turned(difference(small(), first))).under["d"] == ["n1", "b1", "b2"]


def test_what_was_added_twice_is_there_already() -> None:
    change = difference(small(), after(Add("unit")))
    with pytest.raises(Refused, match="New unit is there already"):
        patched(after(Add("unit")), change)


def test_facts_that_are_kept_stay_on_what_stays() -> None:
    rated = after(Rate({"d": facts.Throw(rating="good", source="fixed")}))
    back = patched(rated, turned(difference(small(), rated)), keep=frozenset({"throws"}))
    assert back.all_at() == rated.all_at()
    renamed = after(Change("d", {"name": "Other"}), rated)
    back = patched(renamed, turned(difference(rated, renamed)), keep=frozenset({"throws"}))
    assert back.all_at() == rated.all_at()


def test_an_addition_rated_since_goes_only_where_dice_are_kept_aside() -> None:
    added = after(Add("division"))
    rated = after(Rate({"n0": facts.Throw(rating="good", source="fixed")}), added)
    change = turned(difference(small(), added))
    with pytest.raises(Refused, match="New division was changed again since"):
        patched(rated, change)
    assert same(patched(rated, change, keep=frozenset({"throws"})), small())
