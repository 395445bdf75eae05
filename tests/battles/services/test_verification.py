"""Every way to tamper with a stored battle is found."""

from typing import Any
from uuid import uuid4

import pytest

from battles.models import Battle, Entry, Snapshot, Status, Told
from battles.services.play.game_controls import undo_action
from battles.services.play.verification import verify
from tests.battles.services.steps import act, at, begun, deployed, first_action, play, play_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    battle = begun(alice, bob, setup=deployed())
    side = play_until(battle, "activate")
    act(battle, side, first_action(battle, side, "activate"))
    undo_action(at(battle, side), side, expect=None, token=uuid4())
    return play(battle, 5)


def test_a_battle_as_it_was_written_is_whole(battle: Battle) -> None:
    assert verify(battle) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"state": b"{}"}, "The stored state differs"),
        ({"state_hash": "0" * 32}, "The stored hash differs"),
        ({"turn": 99}, "The stored turn differs"),
        ({"awaited": ""}, "The stored awaited differs"),
        ({"stands": 1}, "The stored stands differs"),
        ({"winner": "a"}, "The stored winner differs"),
        ({"status": Status.OVER}, "The stored end differs"),
        ({"status": Status.GATHERING}, "The battle's status is gathering"),
        ({"head": 3}, "The battle's head is 3"),
        ({"lines": {}}, "The stored ends of the feeds"),
    ],
)
def test_a_copy_that_differs_is_found(battle: Battle, change: dict[str, Any], words: str) -> None:
    Battle.objects.update(**change)
    assert any(words in problem for problem in verify(battle))


def test_an_entry_that_was_changed_is_found(battle: Battle) -> None:
    entry = Entry.objects.get(seq=2)
    Entry.objects.filter(seq=2).update(line=bytes(entry.line).replace(b'"hash":"', b'"hash":"0000')[:-6] + b'"}')
    assert verify(battle)
    Entry.objects.filter(seq=2).update(line=b"junk")
    assert any("JSON is malformed" in problem for problem in verify(battle))
    Entry.objects.filter(seq=2).delete()
    assert any("The entries are numbered" in problem for problem in verify(battle))


@pytest.mark.parametrize(
    "change",
    [
        {"lines": [["Nothing.", False]]},
        {"phase": "Night"},
        {"by_name": "nobody"},
        {"undone": True},
        {"turn": 77},
        {"entry": None},
        {"seq": 1},
    ],
)
def test_a_line_that_differs_is_found(battle: Battle, change: dict[str, Any]) -> None:
    line = Told.objects.filter(viewer="a", undone=False).order_by("-n")[0]
    Told.objects.filter(pk=line.pk).update(**change)
    assert len(verify(battle)) >= 1


def test_a_line_too_few_and_a_kept_state_that_differs_are_found(battle: Battle) -> None:
    Snapshot.objects.filter(seq=0).update(state=b"{}")
    assert verify(battle) == ["The stored state after entry 0 differs from what the entries give."]
    Told.objects.filter(viewer="umpire").order_by("-n")[0].delete()
    assert any("The feeds have" in problem for problem in verify(battle))
