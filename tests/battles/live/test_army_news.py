"""The stream of an army in the builder: a change is heard at once, and only by those who may change the army."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client

from armies.building.edits import Head
from armies.models import Army
from armies.services.apply_edit import amend
from armies.services.army_creation import from_nothing
from battles.services.live.hub import army_topic
from tests.battles.live.listener import as_user, listening
from tests.battles.live.watchers import on_sqlite, watched, woken  # noqa: F401


@pytest.fixture
def army(alice: Any) -> Army:
    return from_nothing("I Corps", "FR", alice)


def change(army: Army, user: Any, place: str = "Ligny") -> None:
    amend(Army.objects.get(pk=army.pk), Head({"place": place}), by=user)


def test_a_change_is_heard_at_once(live: str, army: Army, alice: Any) -> None:
    with listening(live, f"/a/{army.slug}/build/live?after={army.version}", as_user(alice)) as ear:
        ear.begun()
        change(army, alice)
        now = str(army.version + 1)
        assert ear.message() == {"id": now, "data": f'{{"n": {now}}}'}


def test_an_army_that_one_may_not_change_has_no_stream(live: str, army: Army, alice: Any, bob: Any) -> None:
    for browser in (None, as_user(bob)):
        with listening(live, f"/a/{army.slug}/build/live", browser) as ear:
            assert ear.status == 404
    with listening(live, f"/a/{army.slug}/build/live?after=x", as_user(alice)) as ear:
        assert ear.status == 400


def test_who_asks_is_told_whether_there_is_news(army: Army, alice: Any, bob: Any, client: Client) -> None:
    address = f"/a/{army.slug}/build/since/{army.version}"
    assert client.get(address).status_code == 302
    client.force_login(bob)
    assert client.get(address).status_code == 404
    client.force_login(alice)
    assert client.get(address).status_code == 204
    change(army, alice)
    assert client.get(address).json() == {"n": army.version + 1}
    assert client.get(f"/a/{army.slug}/build/since/-").status_code == 400


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_what_another_process_changed_wakes_its_army(
    watched: None,  # noqa: F811
    army: Army,
    alice: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("battles.services.live.broadcast.wake_army", lambda army: None)  # as in another process

    def write() -> None:
        change(army, alice)
        connection.close()

    topics: list[Any] = [army_topic(army.pk), army.pk]
    assert woken(topics, write) == [True, False]
