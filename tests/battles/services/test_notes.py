"""Notes beside the lines of a feed: who may read them, and who may write."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from battles.models import Battle, Note, Told
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.play import notes
from battles.services.play.game_controls import pause, resign, resume
from battles.services.play.lock import Gone, NotYours, Refused
from battles.services.play.notes import add, delete, note_key, notes_of
from tests.battles.services.steps import act, at, begun, deployed, first_action, fresh, hidden, play, seen_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: Any, bob: Any, charlie: Any) -> Battle:
    return play(begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed()), 10)


def texts(battle: Battle, user: Any) -> list[str]:
    return [note.text for note in notes_of(access_of(fresh(battle), user))]


def test_a_note_is_read_by_those_it_is_for(battle: Battle, alice: Any, bob: Any, charlie: Any, organiser: Any) -> None:
    add(at(battle, "a"), 3, "  Our left is\r\nweak. ", for_all=False)
    add(at(battle, "b"), 2, "A fine day.", for_all=True)
    add(at(battle, "umpire"), 4, "Watch the clock.", for_all=False)
    assert texts(battle, alice) == ["A fine day.", "Our left is\nweak."]
    assert texts(battle, bob) == texts(battle, organiser) == texts(battle, AnonymousUser()) == ["A fine day."]
    assert len(texts(battle, charlie)) == 3
    assert [line.notes for line in seen_by(battle, alice).feed][:5] == [0, 0, 1, 1, 0]
    resign(at(battle, "a"), "a", token=uuid4())
    assert texts(battle, bob) == ["A fine day."]
    assert sum(line.notes for line in seen_by(battle, bob).feed) == 1


def test_a_note_beside_what_is_hidden_stands_beside_the_line_before(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=hidden())
    play(battle, 16, b"16")
    act(battle, "b", first_action(battle, "b", "rally"))
    mine = seen_by(battle, bob)
    add(at(battle, "b"), mine.n, "Well done.", for_all=True)
    his = seen_by(battle, alice)
    (note,) = notes_of(access_of(fresh(battle), alice))
    assert note.n == his.n == mine.n - 1
    assert his.feed[-1].notes == 1


def test_a_note_stays_beside_its_line_whatever_is_told_after_it(battle: Battle, alice: Any) -> None:
    n = seen_by(battle, alice).n
    add(at(battle, "a"), n, "Here.", for_all=True)
    pause(at(battle, "b"))
    resume(at(battle, "b"))
    play(battle, 3)
    assert [note.n for note in notes_of(at(battle, "a"))] == [n]
    assert [line.n for line in seen_by(battle, alice).feed if line.notes] == [n]
    assert [line.n for line in seen_by(battle, alice, at=n).feed if line.notes] == [n]
    assert not [line.n for line in seen_by(battle, alice, at=n - 1).feed if line.notes]


def test_spectators_who_are_behind_read_no_note_to_what_they_have_not_seen(battle: Battle, organiser: Any) -> None:
    Battle.objects.update(delay=10)
    shown = timezone.now() - timedelta(minutes=11)
    Told.objects.filter(seq__lte=4).update(created=shown)
    add(at(battle, "a"), 4, "Seen.", for_all=True)
    add(at(battle, "a"), 5, "Not seen yet.", for_all=True)
    Note.objects.update(created=shown)
    add(at(battle, "a"), 4, "Written just now.", for_all=True)
    assert texts(battle, organiser) == ["Seen."]
    assert sum(line.notes for line in seen_by(battle, organiser).feed) == 1


def test_only_who_has_a_seat_writes_and_only_beside_a_line(battle: Battle, organiser: Any) -> None:
    with pytest.raises(NotYours):
        add(access_of(battle, organiser), 1, "Bravo.", for_all=True)
    for n in (-1, 99, 10**12):
        with pytest.raises(Gone):
            add(at(battle, "a"), n, "Bravo.", for_all=True)
    for text, words in ((" \n ", "Enter the text of the note."), ("x" * 1_001, "at most 1,000 characters")):
        with pytest.raises(Refused, match=words):
            add(at(battle, "a"), 1, text, for_all=True)
    assert not Note.objects.exists()


def test_a_battle_has_so_many_notes(battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_NOTES", 1)
    add(at(battle, "a"), 1, "One.", for_all=True)
    with pytest.raises(Refused, match="at most 1 notes"):
        add(at(battle, "b"), 1, "Two.", for_all=True)


def test_a_note_is_deleted_by_who_wrote_it(alice: Any, bob: Any) -> None:
    battle = begun(alice, None, Sitting(place="b", guest=True), setup=deployed())
    mine = add(at(battle, "a"), 0, "Mine.", for_all=True)
    his = add(at(battle, "b"), 0, "His.", for_all=True)
    for place, key in (("b", note_key(mine)), ("a", note_key(his)), ("a", mine.pk), ("a", 10**30), ("a", -1)):
        with pytest.raises(Gone):
            delete(at(battle, place), key)
    assert [(note.text, note.mine) for note in notes_of(at(battle, "a"))] == [("Mine.", True), ("His.", False)]
    delete(at(battle, "a"), notes_of(at(battle, "a"))[0].key)
    delete(at(battle, "b"), note_key(his))
    with pytest.raises(Gone):
        delete(at(battle, "b"), note_key(his))
    assert not Note.objects.exists()
