"""A stored game on a real table: entries, dice typed in, undo, two phones."""

from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from battles.engine.registry import load
from battles.engine.tracker import Note
from battles.models import TableEntry, TableGame
from battles.services.create import sources
from battles.services.play.lock import NotYours, Over, Refused, Stale
from battles.services.tracker import entries, games
from battles.services.tracker.games import Editor, tracker_state
from tests.contract.tracker_laws import random_entry
from tests.tracker.builders import begun, fresh, make

pytestmark = pytest.mark.django_db


def test_what_is_noted_is_stored_and_comes_out_again(game: TableGame, keeper: Editor) -> None:
    game = begun(game, keeper)
    make(game, keeper, "fire", firer="unit 0", target="unit 15")
    make(game, keeper, "fight", one="unit 1", enemy="unit 16")
    make(game, keeper, "strike", unit="unit 20")
    game = fresh(game)
    assert game.head == TableEntry.objects.count() - 1 == 5
    assert entries.verify(game) == []
    assert tracker_state(game).units[20].points == 5


def test_typed_dice_are_asked_for_throw_by_throw(game: TableGame, keeper: Editor) -> None:
    make(game, keeper, "ratings")
    assert make(game, keeper, "initiative", typed=True) is None
    throw = entries.awaited_roll(fresh(game))
    assert throw is not None
    assert (throw.words, throw.rule, throw.count, throw.sides) == ("Blue rolls for the initiative", "MN-SEQ-01", 2, 6)
    for wrong in ("6", "666", "6 7", "x y", "", "６６"):
        with pytest.raises(Refused):
            entries.enter_dice(game, keeper, wrong, number=0)
    entries.enter_dice(game, keeper, "3,4", number=0)
    with pytest.raises(Stale):
        entries.enter_dice(game, keeper, "3 4", number=0)
    second = entries.awaited_roll(fresh(game))
    assert second is not None
    assert second.words == "Red rolls for the initiative"
    entry = entries.enter_dice(game, keeper, "11", number=1)
    assert entry is not None
    assert entry.said == ["Blue has the initiative: 7 to 2 on the dice (MN-SEQ-01, MN-SEQ-11)."]
    assert b'"manual"' in bytes(entry.line)
    assert entries.verify(fresh(game)) == []


def test_several_throws_are_typed_in_a_line(game: TableGame, keeper: Editor) -> None:
    make(game, keeper, "ratings")
    make(game, keeper, "initiative", typed=True)
    for wrong, why in (
        ("6 6 1", "Type 2 dice for this roll; you typed 1"),
        ("66 11 5", "5 dice, 1 too many"),
    ):
        with pytest.raises(Refused, match=why):
            entries.enter_dice(game, keeper, wrong, number=0)
        assert "rolls" not in fresh(game).pending
    entry = entries.enter_dice(game, keeper, "33 33 12 11", number=0)
    assert entry is not None
    assert entry.said == ["Blue has the initiative: 6 to 6, then 3 to 2 on the dice (MN-SEQ-01, MN-SEQ-11)."]
    assert entries.verify(fresh(game)) == []


def test_nothing_else_is_noted_while_a_throw_is_awaited(game: TableGame, keeper: Editor) -> None:
    make(game, keeper, "ratings")
    make(game, keeper, "initiative", typed=True)
    with pytest.raises(Refused, match="A roll is waiting for its dice"):
        make(game, keeper, "strike", unit="unit 3")
    with pytest.raises(Refused, match="A roll is waiting for its dice"):
        entries.undo(game, keeper, expect=None, token=uuid4())
    entries.enter_dice(game, keeper, "66", number=0)
    entries.cancel_pending(game, keeper)
    last = TableEntry.objects.order_by("-n")[0]
    assert last.said == ["Roll: cancelled after 6, 6."]
    assert make(game, keeper, "strike", unit="unit 3") is not None
    assert entries.verify(fresh(game)) == []


def test_the_computer_throws_the_rest(game: TableGame, keeper: Editor) -> None:
    make(game, keeper, "ratings")
    make(game, keeper, "initiative", typed=True)
    entries.enter_dice(game, keeper, "66", number=0)
    entry = entries.enter_dice(game, keeper, "", number=1, rest=True)
    assert entry is not None
    assert b'"manual"' in bytes(entry.line)
    assert b'"seed"' in bytes(entry.line)
    assert entries.verify(fresh(game)) == []


def test_the_same_form_sent_twice_notes_once(game: TableGame, keeper: Editor) -> None:
    token = uuid4()
    note = Note("strike", {"unit": "unit 3"})
    first = entries.add_entry(game, keeper, note, expect=0, token=token)
    again = entries.add_entry(game, keeper, note, expect=0, token=token)
    assert first == again
    assert tracker_state(fresh(game)).units[3].points == 5
    with pytest.raises(Stale):
        entries.add_entry(game, keeper, Note("strike", {"unit": "unit 4"}), expect=0, token=token)


def test_two_phones_do_not_strike_one_hit_twice(game: TableGame, keeper: Editor, bob: Any) -> None:
    note = Note("strike", {"unit": "unit 3"})
    entries.add_entry(game, keeper, note, expect=0, token=uuid4())
    with pytest.raises(Stale):
        entries.add_entry(game, Editor("bob", bob), note, expect=0, token=uuid4())
    assert tracker_state(fresh(game)).units[3].points == 5


def test_undo_goes_entry_by_entry_and_stays_in_the_record(game: TableGame, keeper: Editor) -> None:
    game = begun(game, keeper)
    before = tracker_state(game)
    make(game, keeper, "strike", unit="unit 3")
    make(game, keeper, "strike", unit="unit 4")
    for _ in range(2):
        entries.undo(game, keeper, expect=fresh(game).version, token=uuid4())
    assert tracker_state(fresh(game)) == before
    rows = list(TableEntry.objects.order_by("n"))
    assert [row.n for row in rows if row.undone] == [3, 4]
    assert rows[-1].said == ["Entry 4 was undone."]
    assert entries.verify(fresh(game)) == []
    same = uuid4()
    one = entries.undo(game, keeper, expect=None, token=same)
    assert entries.undo(game, keeper, expect=None, token=same) == one


@pytest.mark.parametrize("system", ["easy_napoleonics", "mini_nap"])
def test_a_random_game_is_verified_and_undone_entry_by_entry(alice: Any, keeper: Editor, system: str) -> None:
    game = games.start(next(sources.sample(each) for each in games.tracked_systems() if each.key == system), alice)
    tracker, chances, states = load(system).tracker, Random(7), [tracker_state(game)]  # noqa: S311
    while len(states) < 15 and (note := random_entry(tracker, states[-1], chances)) is not None:
        entries.add_entry(game, keeper, note, expect=fresh(game).version, token=uuid4())
        states.append(tracker_state(fresh(game)))
    assert entries.verify(fresh(game)) == []
    while states.pop() and states:
        entries.undo(game, keeper, expect=fresh(game).version, token=uuid4())
        assert tracker_state(fresh(game)) == states[-1]
        assert entries.verify(fresh(game)) == []
    with pytest.raises(Refused, match="no entry to undo"):
        entries.undo(game, keeper, expect=None, token=uuid4())


def test_what_is_undone_has_other_dice_the_next_time(game: TableGame, keeper: Editor) -> None:
    make(game, keeper, "ratings")
    first = make(game, keeper, "initiative")
    entries.undo(game, keeper, expect=None, token=uuid4())
    second = make(game, keeper, "initiative")
    assert first.line != second.line


def test_a_game_that_is_over_takes_no_more_notes(game: TableGame, keeper: Editor) -> None:
    game = begun(game, keeper)
    make(game, keeper, "concede", side="b")
    game = fresh(game)
    assert game.ended.startswith("Blue won")
    with pytest.raises(Over):
        make(game, keeper, "strike", unit="unit 3")
    entries.undo(game, keeper, expect=None, token=uuid4())
    assert not fresh(game).is_over


def test_books_that_cannot_be_read_are_folded(game: TableGame, keeper: Editor) -> None:
    make(game, keeper, "strike", unit="unit 3")
    TableGame.objects.update(books=b"{}")
    assert tracker_state(fresh(game)).units[3].points == 5


def test_a_game_is_made_once_and_within_limits(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(sources.sample(system) for system in games.tracked_systems() if system.key == "mini_nap")
    token = UUID(int=7)
    one = games.start(source, alice, token=token)
    assert games.start(source, alice, token=token) == one
    monkeypatch.setattr(games, "MOST_OPEN", 1)
    with pytest.raises(Refused, match="unfinished games"):
        games.start(source, alice)


def test_only_the_owner_shares_and_deletes(game: TableGame, alice: Any, bob: Any) -> None:
    for act in (
        lambda user: games.change_key(game, user),
        lambda user: games.share(game, user, visibility="private", title="Ligny"),
        lambda user: games.delete(game, user),
    ):
        with pytest.raises(NotYours):
            act(bob)
        act(alice)
    assert not TableGame.objects.exists()


def test_every_scenario_and_the_sample_can_be_opened(alice: Any) -> None:
    for system in games.tracked_systems():
        for source in (*sources.shipped(system), sources.sample(system)):
            game = games.start(source, alice)
            assert system.tracker.page(tracker_state(game)).taps
