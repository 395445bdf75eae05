"""What the tests of the API share: tokens, a client that speaks JSON, an army of Alice's."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from armies.models import Army
from armies.services.storage import create
from campaign.accounts import profile
from tests.api.described_answers import assert_described
from tests.armies.builders import army as facts


class Api:
    """A client of the API with one token, or none: ``api.patch(address, body, match=7)``."""

    def __init__(self, key: str = "") -> None:
        self.client = Client()
        self.key = key

    def ask(
        self, method: str, address: str, body: Any = None, *, match: int | str | None = None, **headers: str
    ) -> Any:
        """The answer to a request, one that the description names; ``headers`` with ``_`` for ``-``."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.key:
            sent.setdefault("Authorization", f"Bearer {self.key}")
        if match is not None:
            sent["If-Match"] = match if isinstance(match, str) else f'"{match}"'
        at = address if address.startswith("/") else f"/api/v1/{address}"
        extra: dict[str, Any] = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer: Any = self.client.generic(method, at, headers=sent, **extra)
        assert_described(method, at.partition("?")[0], answer)
        return answer

    def get(self, address: str, **rest: Any) -> Any:
        return self.ask("GET", address, **rest)

    def put(self, address: str, body: Any = None, **rest: Any) -> Any:
        return self.ask("PUT", address, body, **rest)

    def post(self, address: str, body: Any = None, **rest: Any) -> Any:
        return self.ask("POST", address, body, **rest)

    def patch(self, address: str, body: Any = None, **rest: Any) -> Any:
        return self.ask("PATCH", address, body, **rest)

    def delete(self, address: str, **rest: Any) -> Any:
        return self.ask("DELETE", address, **rest)


@pytest.fixture
def key_of() -> Callable[..., str]:
    """Makes a token of a user; its key."""

    def make(user: Any, *, may_write: bool = True) -> str:
        return profile.make_token(user, name="test", may_write=may_write, days=0)[1]

    return make


@pytest.fixture
def stranger(db: None) -> Api:
    """Somebody without a token."""
    return Api()


@pytest.fixture
def alices(alice: Any, key_of: Any) -> Api:
    """Alice's program."""
    return Api(key_of(alice))


@pytest.fixture
def bobs(bob: Any, key_of: Any) -> Api:
    """Bob's program."""
    return Api(key_of(bob))


@pytest.fixture
def mine(alice: Any) -> Army:
    """A small sound army of Alice's, unlisted."""
    return create(facts(), alice)


def problem(answer: Any, status: int, kind: str) -> dict[str, Any]:
    """The problem that ``answer`` is, held against its status and kind."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert body["type"] == f"/api/#problem-{kind}", body
    assert body["status"] == status
    assert body["instance"] == answer.request["PATH_INFO"]
    assert body["title"]
    assert body["detail"].endswith((".", ":"))
    return body
