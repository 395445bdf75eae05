"""An army as flat records and put together again."""

from itertools import count

import pytest

from armies.building.element_tree import (
    ARMY,
    FIELDS,
    HEAD_FIELDS,
    LEVELS,
    MAY_HOLD,
    Tree,
    army_of_tree,
    tree_from,
    tree_of_army,
)
from battles.engine.armies import facts
from tests.armies.builders import army, battery, big, corps, small, unit


def test_an_army_comes_together_as_it_was_taken_apart() -> None:
    thrown = facts.Throw(rating="good", source="manual", faces=(3, 4))
    plain = army(
        corps(throws=(thrown,), id="c"),
        unit("Loose", id="u", sources=("A",), overrides=(facts.Override(system="s", what="w", value=1, reason="r"),)),
        options={"mini_nap": {"org_strict": True}}, confidence={"men": "good"}, notes=("a note",),
        sources=(facts.Source(id="A", title="A"),), draws=(facts.Draw(faces=(1,), cards=("x",)),),
    )  # fmt: skip
    serial = count()
    tree = tree_of_army(plain, lambda: f"n{next(serial)}")
    again = army_of_tree(tree)
    assert tree_of_army(again, lambda: pytest.fail("every element has its id")).all_at() == tree.all_at()
    assert again.sources == plain.sources
    assert (again.options, again.confidence, again.notes, again.draws) == (
        plain.options, plain.confidence, plain.notes, plain.draws
    )  # fmt: skip
    first, last = again.children
    assert isinstance(first, facts.Corps)
    assert first.throws == (thrown,)
    assert last == plain.children[1]


def test_records_are_plain_json() -> None:
    """Lists where the facts have tuples: what is compared with what a row gives back must be of the same kinds."""
    tree = tree_of_army(army(unit(sources=("A",)), corps(throws=(facts.Throw(rating="good", source="fixed"),))), str)

    def plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(plain(held) for held in value.values())
        return all(map(plain, value)) if isinstance(value, list) else value is None or isinstance(value, str | int)

    assert all(plain(record) for record in tree.all_at().values())


def test_ids_are_kept_and_made_where_they_are_missing_or_repeated() -> None:
    serial = count()
    tree = tree_of_army(army(unit("A", id="a"), unit("B"), unit("C", id="a")), lambda: f"n{next(serial)}")
    assert tree.under[ARMY] == ["a", "n0", "n1"]


def test_only_known_ids_of_the_same_level_are_kept() -> None:
    known = small()
    serial = count()
    plain = army(unit("A", id="u1"), unit("B", id="b1"), unit("C", id="elsewhere"))
    assert tree_of_army(plain, lambda: f"n{next(serial)}", known_tree=known).under[ARMY] == ["u1", "n0", "n1"]


def test_house_rules_stand_in_the_head_by_their_row() -> None:
    assert tree_of_army(army(), lambda: "x", 7).head["house_rules"] == 7
    house = facts.HouseRules(name="Club")
    assert army_of_tree(tree_of_army(army(unit()), lambda: "x"), house).house == house


def test_every_level_has_its_fields_and_what_it_may_hold() -> None:
    assert set(FIELDS) == set(LEVELS) == set(MAY_HOLD) - {ARMY}
    assert {"house", "children"}.isdisjoint(HEAD_FIELDS)
    for level, fields in FIELDS.items():
        assert {"id", "children", "level"}.isdisjoint(fields), level


def test_put_take_and_drop() -> None:
    tree = small()
    tree.put("new", {"level": "brigade", "name": "New"}, "d", 0)
    tree.put("u9", {"level": "unit", "name": "Nine"}, "new")
    assert tree.under["d"] == ["new", "b1", "b2"]
    assert list(tree.below("d")) == ["new", "u9", "b1", "u1", "u2", "b2"]
    tree.drop("new")
    assert tree.all_at() == small().all_at()
    assert tree.under == small().under


def test_a_copy_is_apart_from_its_original() -> None:
    tree = small()
    twin = tree.copy()
    twin.drop("d")
    twin.head = {**twin.head, "name": "Twin"}
    twin.records["c"] = {**twin.records["c"], "name": "Twin"}
    assert tree.all_at() == small().all_at()
    assert set(twin.records) == {"c", "u3"}


def test_levels_and_names() -> None:
    tree = small()
    assert [tree.level(at) for at in ("", "c", "d", "b1", "u1")] == ["", "corps", "division", "brigade", "unit"]
    assert (tree.name(""), tree.name("u1")) == ("Small army", "First")


def test_records_with_their_places_make_the_tree_again() -> None:
    for tree in (small(), tree_of_army(big(60), iter(map(str, range(100))).__next__), Tree({"name": "Empty"})):
        again = tree_from(tree.all_at())
        assert (again.head, again.records, again.parents, again.under) == (
            tree.head, tree.records, tree.parents, tree.under
        )  # fmt: skip
    assert small().at("b2") == {**small().records["b2"], "parent": "d", "position": 1}
    assert tree_of_army(army(battery(id="g")), str).all_at()["g"]["guns"] == 8
