"""Copies of armies: they know what changed in their original, and take it over where they were not changed."""

import random
from typing import Any

import pytest
from django.test import Client

from armies.building.edits import Add, Change, Delete, Edit, Move
from armies.building.element_tree import ARMY, Tree
from armies.models import Army, Visibility
from armies.services import army_creation
from armies.services.apply_edit import amend
from armies.services.army_changes import change_head
from armies.services.army_creation import copied
from armies.services.history import undo
from armies.services.locks import Refused
from armies.services.storage import create, tree_of
from tests.armies.builders import applied, army, fresh, id_of, names, rename

pytestmark = pytest.mark.django_db


@pytest.fixture
def original(alice: Any) -> Army:
    return create(army(), alice, visibility=Visibility.PUBLIC)


@pytest.fixture
def copy(original: Army, bob: Any) -> Army:
    """Bob's copy of Alice's army."""
    return copied(original, bob)


def shape(tree: Tree, parent: str = ARMY) -> list[Any]:
    """The facts of a tree without ids."""
    return [(tree.records[each], shape(tree, each)) for each in tree.under.get(parent, ())]


def test_a_copy_knows_whether_its_original_changed_since(original: Army, copy: Army, bob: Any) -> None:
    assert not army_creation.has_changed(copy, army_creation.original_of(copy, bob))
    with pytest.raises(Refused, match="has not changed"):
        army_creation.take_over(copy, by=bob)
    rename(original, "I/2e Léger", "I/3e Léger")
    assert army_creation.has_changed(copy, army_creation.original_of(copy, bob))
    rows = army_creation.changes_of_original(copy, bob).rows
    assert [row.sentence for row in rows] == ["I/2e Léger: name I/2e Léger → I/3e Léger."]


def test_what_the_copy_left_alone_is_taken_over_and_the_rest_stays(original: Army, copy: Army, bob: Any) -> None:
    rename(original, "I/2e Léger", "I/3e Léger")
    applied(original, Change(id_of(original, "II/2e Léger"), {"men": 500}))
    applied(original, Add("unit", id_of(original, "2nd Brigade"), None, {"name": "III/72e Ligne", "men": 300}))
    applied(original, Delete(id_of(original, "18th Co.")))
    applied(original, Delete(id_of(original, "II/72e Ligne")))
    applied(copy, Change(id_of(copy, "II/2e Léger"), {"men": 400}), bob)
    applied(copy, Change(id_of(copy, "II/72e Ligne"), {"men": 111}), bob)
    taken = army_creation.take_over(fresh(copy), by=bob)
    assert "I/3e Léger" in names(copy)
    assert "III/72e Ligne" in names(copy)
    assert "18th Co." not in names(copy)
    assert "II/72e Ligne" in names(copy)
    assert copy.elements.get(name="II/2e Léger").men == 400
    assert taken.left == (
        "II/2e Léger: men stays as you set it.",
        "II/72e Ligne stays: the original deleted it, and you changed it.",
    )
    assert not army_creation.has_changed(fresh(copy), fresh(original))
    undo(fresh(copy), by=bob)
    assert "18th Co." in names(copy)


def test_the_next_take_over_knows_what_came_by_the_first(original: Army, copy: Army, bob: Any) -> None:
    applied(original, Add("unit", id_of(original, "2nd Brigade"), None, {"name": "III/72e Ligne", "men": 300}))
    army_creation.take_over(copy, by=bob)
    applied(original, Change(id_of(original, "III/72e Ligne"), {"men": 250}))
    applied(original, Move(id_of(original, "III/72e Ligne"), id_of(original, "1st Brigade"), 0))
    army_creation.take_over(fresh(copy), by=bob)
    assert copy.elements.get(name="III/72e Ligne").men == 250
    assert shape(tree_of(fresh(copy))) == shape(tree_of(fresh(original)))


def test_a_copy_of_an_earlier_state_takes_over_from_there(original: Army, bob: Any) -> None:
    rename(original, "I/2e Léger", "I/3e Léger")
    rename(original, "II/2e Léger", "II/3e Léger")
    copy = copied(original, bob, 2)
    assert [row.sentence for row in army_creation.changes_of_original(copy, bob).rows] == [
        "II/2e Léger: name II/2e Léger → II/3e Léger."
    ]


def test_dice_and_house_rules_are_not_taken_over_and_the_head_is(
    original: Army, copy: Army, alice: Any, bob: Any
) -> None:
    change_head(original, {"commander": "Reille", "battle": "Quatre Bras"}, by=alice)
    change_head(copy, {"commander": "Foy"}, by=bob)
    taken = army_creation.take_over(fresh(copy), by=bob)
    row = fresh(copy)
    assert (row.commander, row.battle) == ("Foy", "Quatre Bras")
    assert taken.left == ("French left wing: commander stays as you set it.",)


def test_who_may_not_see_the_original_sees_nothing_of_its_changes(original: Army, copy: Army, bob: Any) -> None:
    rename(original, "I/2e Léger", "Xyzzy")
    Army.objects.filter(pk=original.pk).update(visibility=Visibility.PRIVATE)
    client = Client()
    client.force_login(bob)
    assert "It has changed since" not in client.get(f"/a/{copy.slug}").content.decode()
    page = client.get(f"/a/{copy.slug}/original").content.decode()
    assert ("you may not see it" in page, "Xyzzy" in page) == (True, False)
    assert client.get(f"/api/v1/armies/{copy.slug}/original").status_code in (409, 422)
    Army.objects.filter(pk=copy.pk).update(copied_version=None)
    Army.objects.filter(pk=original.pk).update(visibility=Visibility.PUBLIC)
    with pytest.raises(Refused, match="older than"):
        army_creation.changes_of_original(fresh(copy), bob)


def test_the_page_and_the_api_take_over(original: Army, copy: Army, alice: Any, bob: Any) -> None:
    rename(original, "I/2e Léger", "I/3e Léger")
    client, other = Client(), Client()
    client.force_login(bob)
    other.force_login(alice)
    assert "It has changed since" in client.get(f"/a/{copy.slug}").content.decode()
    address = f"/a/{copy.slug}/original"
    assert "Take the changes over" in client.get(address).content.decode()
    assert "Take the changes over" not in other.get(address).content.decode()
    assert other.post(address).status_code == 404
    assert client.post(address, {"version": "99"}).status_code == 409
    client.post(address, {"version": fresh(copy).version})
    assert "I/3e Léger" in names(copy)
    rename(original, "I/3e Léger", "I/4e Léger")
    api = f"/api/v1/armies/{copy.slug}/original"
    read = client.get(api).json()
    assert read["changes"] == ["I/3e Léger: name I/3e Léger → I/4e Léger."]
    assert client.post(api).status_code == 428
    answer = client.post(api, headers={"If-Match": f'"{fresh(copy).version}"'})
    assert (answer.status_code, "I/4e Léger" in names(copy)) == (200, True)


def edited(row: Army, chance: random.Random) -> None:
    """Make one edit at random in an army, if it is allowed."""
    tree = tree_of(fresh(row))
    if not tree.records:
        return
    element = chance.choice(list(tree.records))
    edit: Edit = chance.choice(
        [
            Change(element, {"name": f"Name {chance.randrange(99)}"}),
            Delete(element),
            Move(element, chance.choice([ARMY, *tree.records]), 0),
            Add("unit", chance.choice([ARMY, *tree.records]), 0, {"name": f"New {chance.randrange(99)}"}),
        ]
    )
    try:
        amend(fresh(row), edit)
    except Refused:
        return


@pytest.mark.parametrize("seed", range(8))
def test_an_untouched_copy_becomes_equal_and_a_touched_one_keeps_its_own(seed: int, original: Army, bob: Any) -> None:
    untouched, touched = copied(original, bob), copied(original, bob)
    chance = random.Random(seed)  # noqa: S311
    for _ in range(2):
        for _ in range(6):
            edited(original, chance)
        edited(touched, chance)
        own = applied(touched, Add("corps", ARMY, None, {"name": f"Own {chance.random()}", "nation": "FR"}), bob)
        for copy in (untouched, touched):
            if army_creation.changes_of_original(fresh(copy), bob).rows:
                army_creation.take_over(fresh(copy), by=bob)
        assert shape(tree_of(fresh(untouched))) == shape(tree_of(fresh(original)))
        assert own.difference.keys() <= tree_of(fresh(touched)).records.keys()
