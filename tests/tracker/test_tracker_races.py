"""Two phones at the same moment: one hit is struck once, one throw is typed once, and the books stay whole."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from battles.engine.tracker import Note
from battles.models import TableEntry, TableGame
from battles.services.create import sources
from battles.services.play.lock import Stale
from battles.services.tracker import entries, games
from battles.services.tracker.games import Editor, tracker_state
from tests.battles.services.threads import together

pytestmark = pytest.mark.django_db(transaction=True)
STRIKE = Note("strike", {"unit": "unit 3"})


@pytest.fixture
def game(alice: Any) -> TableGame:
    source = next(sources.sample(system) for system in games.tracked_systems() if system.key == "mini_nap")
    return games.start(source, alice)


def strike(game: TableGame, name: str, expect: int | None, token: UUID | None = None) -> Any:
    return lambda: entries.add_entry(game, Editor(name), STRIKE, expect=expect, token=token or uuid4())


def test_four_phones_strike_one_hit(game: TableGame) -> None:
    found = together(*(strike(game, f"phone {number}", 0) for number in range(4)))
    assert sum(isinstance(each, TableEntry) for each in found) == 1
    assert sum(isinstance(each, Stale) for each in found) == 3
    game = TableGame.objects.get()
    assert tracker_state(game).units[3].points == 5
    assert entries.verify(game) == []


def test_one_form_sent_by_four_tabs_is_one_entry(game: TableGame) -> None:
    token = uuid4()
    found = together(*(strike(game, "alice", 0, token) for _ in range(4)))
    assert len({each.pk for each in found}) == 1
    assert tracker_state(TableGame.objects.get()).units[3].points == 5


def test_notes_of_all_phones_are_kept_where_nobody_minds_the_version(game: TableGame) -> None:
    together(*(strike(game, f"phone {number}", None) for number in range(4)))
    game = TableGame.objects.get()
    assert tracker_state(game).units[3].points == 2
    assert game.head == 3
    assert entries.verify(game) == []


def test_a_throw_is_typed_once(game: TableGame) -> None:
    keeper = Editor("alice")
    entries.add_entry(game, keeper, Note("ratings"), expect=None, token=uuid4())
    entries.add_entry(game, keeper, Note("initiative"), expect=None, token=uuid4(), typed=True)
    found = together(*(lambda faces=faces: entries.enter_dice(game, keeper, faces, number=0) for faces in ("66", "11")))
    assert sum(isinstance(each, Stale) for each in found) == 1
    entries.enter_dice(game, keeper, "34", number=1)
    assert entries.verify(TableGame.objects.get()) == []
