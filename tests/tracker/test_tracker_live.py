"""The stream of a game on a real table: who follows it is told at once, and nobody is who may not read it."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from armies.models.visibility import Visibility
from battles.engine.tracker import Note
from battles.models import TableGame
from battles.services.live.hub import table_topic
from battles.services.tracker import entries
from battles.services.tracker.games import Editor
from tests.battles.live.listener import as_user, listening
from tests.battles.live.watchers import on_sqlite, watched, woken  # noqa: F401

STRIKE = Note("strike", {"unit": "unit 3"})


def strike(game: TableGame, keeper: Editor) -> None:
    entries.add_entry(game, keeper, STRIKE, expect=None, token=uuid4())


def test_a_note_is_heard_at_once_and_after_a_gap(live: str, game: TableGame, keeper: Editor) -> None:
    with listening(live, f"/table/{game.slug}/live?after=0", as_user(keeper.user)) as ear:
        ear.begun()
        strike(game, keeper)
        assert ear.message() == {"id": "1", "data": '{"n": 1}'}
    strike(game, keeper)
    with listening(live, f"/table/{game.slug}/live?after=0", Last_Event_ID="1") as ear:
        assert ear.begun().message() == {"id": "2", "data": '{"n": 2}'}


def test_what_one_may_not_read_is_not_there(live: str, game: TableGame, bob: Any) -> None:
    with listening(live, f"/table/{game.slug}/live?after=x") as ear:
        assert ear.status == 400
    TableGame.objects.update(visibility=Visibility.PRIVATE)
    for browser in (None, as_user(bob)):
        with listening(live, f"/table/{game.slug}/live", browser) as ear:
            assert ear.status == 404
    assert Client(SERVER_NAME="localhost").get(f"/table/{game.slug}/since/0").status_code == 404


def test_who_asks_is_told_whether_there_is_news(game: TableGame, keeper: Editor, client: Client) -> None:
    assert client.get(f"/table/{game.slug}/since/0").status_code == 204
    strike(game, keeper)
    assert client.get(f"/table/{game.slug}/since/0").json() == {"n": 1}
    assert client.get(f"/table/{game.slug}/since/-").status_code == 400


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_what_another_process_noted_wakes_its_game(
    watched: None,  # noqa: F811
    game: TableGame,
    keeper: Editor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("battles.services.live.broadcast.wake_table", lambda game: None)  # as in another process

    def write() -> None:
        strike(game, keeper)
        connection.close()

    topics: list[Any] = [table_topic(game.pk), game.pk]
    assert woken(topics, write) == [True, False]
