"""A client of the live channel, a battle made by hand, and lines told to its viewers."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.test import Client

from battles.models import Battle, Seat, Status, Told
from battles.services.live.broadcast import wake


def battle_of(a: Any = None, b: Any = None, **more: Any) -> Battle:
    """A battle being fought with two seats, of these users or of guests, where nobody has been told anything."""
    row = Battle.objects.create(
        **{
            "title": "The bridge",
            "system": "easy_napoleonics",
            "rules_version": 1,
            "setup": b"{}",
            "scheme": "blake2b-1",
            "commitment": "0" * 64,
            "status": Status.PLAYING,
            "awaited": "a",
            **more,
        }
    )
    for place, user in (("a", a), ("b", b)):
        Seat.objects.create(battle=row, place=place, user=user, guest=user is None)
    return row


def tell(battle: Battle, *viewers: str) -> None:
    """One line more for each of these viewers, and the wake that follows."""
    with transaction.atomic():
        row = Battle.objects.get(pk=battle.pk)
        for viewer in viewers:
            n = row.lines.get(viewer, (0, ""))[0]
            newest = Told.objects.create(battle=row, viewer=viewer, n=n, seq=n).pk
            row.lines[viewer] = (n + 1, "")
        row.save()
    wake(battle.pk, newest)


class Ear:
    """An open stream: its status, its headers, and its events one by one."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer
        self.status = answer.status

    def next(self) -> dict[str, str] | None:
        """The next event or comment (under the key ""), or None at the stream's end."""
        event: dict[str, str] = {}
        for line in iter(self.answer.readline, b""):
            text = line.decode().rstrip("\n")
            if not text:
                return event
            key, _, value = text.partition(":")
            event[key] = value.strip()
        return None

    def message(self) -> dict[str, str] | None:
        """The next that is not a sign of life."""
        while (event := self.next()) is not None and "" in event:
            pass
        return event

    def begun(self) -> "Ear":
        assert self.next() == {"": "first byte"}
        assert self.next() == {"event": "begin", "data": "{}"}
        return self


@contextmanager
def listening(live: str, path: str, client: Client | None = None, **headers: str) -> Iterator[Ear]:
    """The answer to GET ``path``, as ``client`` is signed in, with these headers; it is closed in the end."""
    connection = http.client.HTTPConnection(urlsplit(live).netloc, timeout=30)
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in (client.cookies if client else {}).items())
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", path, headers={**sent, **({"Cookie": cookies} if cookies else {})})
    answer = connection.getresponse()
    try:
        yield Ear(answer)
    finally:
        answer.close()
        connection.close()


def as_user(user: Any) -> Client:
    """A browser in which ``user`` has signed in."""
    client = Client(SERVER_NAME="localhost")  # which the live server answers to as well
    client.force_login(user)
    return client
