"""A link to a line shows the same line for ever, to everybody who may read it, and tells nobody else anything."""

import importlib
import re
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from battles.models import Battle, Note, Told
from battles.services.access import access_of
from battles.services.play.lock import Gone
from battles.services.play.notes import add, notes_of
from battles.services.play.reconstruction import rebuild, rebuild_feeds
from battles.services.play.verification import verify
from battles.services.view.feed_lines import number_of_key
from tests.battles.pages.browser_steps import address, post, sent
from tests.battles.pages.texts import plain
from tests.battles.services.hidden_battles import RALLIES
from tests.battles.services.steps import at, begun, fresh, hidden, play

pytestmark = pytest.mark.django_db
VIEWERS = {"a": "a", "b": "b", "nobody": "public"}


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    """A battle in which some entries are told to one side alone."""
    return play(begun(alice, bob, setup=hidden()), 40, RALLIES)


def feed(battle: Battle, viewer: str) -> dict[str, Told]:
    return {row.key: row for row in Told.objects.filter(battle=battle, viewer=viewer)}


def where(battle: Battle, key: str, rest: str = "") -> str:
    return address(battle, f"/e/{key}{rest}")


def one_sides_own(battle: Battle, side: str) -> str:
    """The key of a line that only ``side`` and the umpire have."""
    others = {key for viewer in VIEWERS.values() if viewer != side for key in feed(battle, viewer)}
    return next(key for key in feed(battle, side) if key not in others)


def end(battle: Battle, browsers: dict[str, Client]) -> None:
    assert post(browsers["a"], battle, "resign", **sent(battle, "a")).status_code == 200


def test_a_link_that_was_given_in_the_battle_shows_the_same_after_its_end(
    battle: Battle, browsers: dict[str, Client]
) -> None:
    during = {who: feed(battle, viewer) for who, viewer in VIEWERS.items()}
    said = [key for key, row in during["a"].items() if not all(is_heading for _, is_heading in row.lines)]
    shown = {key: browsers["a"].get(where(battle, key)).content.decode() for key in said[-3:]}
    end(battle, browsers)
    all_lines = feed(battle, "umpire")
    moved = 0
    for lines in during.values():
        for key, row in lines.items():
            assert (all_lines[key].entry_id, all_lines[key].seq) == (row.entry_id, row.seq)
            moved += all_lines[key].n != row.n
    assert moved, "the numbers of some lines have to be others, or a link by number would have done"
    time = re.compile(r'<ol class="log".*?<time datetime="[^"]*">', re.DOTALL)
    for key, page in shown.items():
        for who in ("a", "b", "member", "nobody"):
            later = browsers[who].get(where(battle, key)).content.decode()
            assert f'data-n="{all_lines[key].n}"' in later
            assert time.findall(page)[0].split("<time")[1] == time.findall(later)[0].split("<time")[1]


def test_a_link_is_the_same_for_everybody_and_names_to_each_his_own_line(
    battle: Battle, browsers: dict[str, Client]
) -> None:
    mine, his = feed(battle, "b"), feed(battle, "public")
    shared = [key for key in mine if key in his and mine[key].n != his[key].n]
    assert shared
    for who, lines in (("b", mine), ("nobody", his)):
        page = browsers[who].get(where(battle, shared[-1])).content.decode()
        assert f'data-n="{lines[shared[-1]].n}"' in page


def test_a_link_to_what_is_hidden_is_like_one_to_nothing_until_the_end(
    battle: Battle, browsers: dict[str, Client]
) -> None:
    key = one_sides_own(battle, "b")
    assert browsers["b"].get(where(battle, key)).status_code == 200
    for who in ("a", "member", "nobody"):
        hidden_, nothing = (browsers[who].get(where(battle, word)) for word in (key, "bcdfghjklmnp"))
        assert hidden_.status_code == nothing.status_code == 404
        assert plain(hidden_.content.decode(), battle) == plain(nothing.content.decode(), battle)
        if who != "nobody":
            with pytest.raises(Gone):
                number_of_key(access_of(fresh(battle), None), key)
    assert browsers["a"].post(where(battle, key, "/note"), {"text": "?"}).status_code == 404
    end(battle, browsers)
    for who in ("a", "member", "nobody"):
        assert browsers[who].get(where(battle, key)).status_code == 200


def test_a_key_says_nothing_of_its_place(battle: Battle) -> None:
    keys = [row.key for row in Told.objects.filter(battle=battle, viewer="umpire").order_by("n")]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[bcdfghjklmnpqrst]{12}", key) for key in keys)
    assert keys != sorted(keys)
    Battle.objects.filter(pk=battle.pk).update(secret=b"another")
    told, _ = rebuild_feeds(fresh(battle))
    assert not {row.key for row in told} & set(keys)


def test_spectators_who_are_behind_follow_a_link_when_they_are_there(
    battle: Battle, browsers: dict[str, Client]
) -> None:
    Battle.objects.update(delay=10)
    key = next(iter(feed(battle, "public")))
    assert browsers["nobody"].get(where(battle, key)).status_code == 404
    assert browsers["a"].get(where(battle, key)).status_code == 200
    Told.objects.filter(key=key).update(created=timezone.now() - timedelta(minutes=11))
    assert browsers["nobody"].get(where(battle, key)).status_code == 200


def test_a_note_stays_beside_its_line_and_one_by_a_notice_too(battle: Battle, browsers: dict[str, Client]) -> None:
    post(browsers["a"], battle, "pause")
    post(browsers["a"], battle, "resume")
    paused, resumed = list(feed(battle, "b"))[-2:]
    for key in (one_sides_own(battle, "b"), paused, resumed):
        assert browsers["b"].post(where(battle, key, "/note"), {"text": f"To {key}"}).url == where(battle, key)
    for _ in range(2):
        lines = feed(battle, "umpire" if fresh(battle).is_over else "b")
        assert [(note.n, note.text) for note in notes_of(at(battle, "b"))] == [
            (lines[note.key].n, f"To {note.key}") for note in Note.objects.order_by("seq", "id")
        ]
        if not fresh(battle).is_over:
            end(battle, browsers)


def test_a_note_that_was_begun_before_the_end_lands_on_its_line(battle: Battle, browsers: dict[str, Client]) -> None:
    key, row = list(feed(battle, "b").items())[-1]
    end(battle, browsers)
    browsers["b"].post(where(battle, key, "/note"), {"text": "That was close."})
    note = Note.objects.get()
    assert (note.seq, note.key) == (row.seq, key)


def test_notes_of_before_there_were_keys_stand_by_their_entry(battle: Battle) -> None:
    add(at(battle, "a"), 5, "Here.", for_all=True)
    Note.objects.update(key="")
    assert [note.n for note in notes_of(at(battle, "a"))] == [5]


def test_lines_made_again_keep_their_keys(battle: Battle) -> None:
    keys = {viewer: list(feed(battle, viewer)) for viewer in (*VIEWERS.values(), "umpire")}
    rebuild(battle)
    assert {viewer: list(feed(battle, viewer)) for viewer in keys} == keys
    Told.objects.filter(viewer="a", n=3).update(key="x")
    assert any("Line 3 of a is" in problem for problem in verify(battle))


def test_lines_of_before_there_were_keys_are_given_theirs(battle: Battle, browsers: dict[str, Client]) -> None:
    post(browsers["a"], battle, "pause")
    post(browsers["b"], battle, "resume")
    play(battle, 2)
    Told.objects.update(key="")
    assert verify(battle)
    importlib.import_module("battles.migrations.0003_line_keys").give_keys(apps, None)
    assert verify(battle) == []
