"""How often one may ask."""

from typing import Any

import pytest
from django.test import Client

from tests.api.battle_requests import TOKEN, fought, view
from tests.api.conftest import Api, problem

FEW = {
    "read": 4, "write": 2, "costly": 2, "read_by_strangers": 3, "write_by_strangers": 2, "costly_by_strangers": 1,
    "play": 3, "play_by_strangers": 2, "make": 9, "make_by_strangers": 9,
}  # fmt: skip


@pytest.fixture(autouse=True)
def few(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few requests, in a window that does not end meanwhile."""
    settings.MUSTER_RATES = FEW
    monkeypatch.setattr("campaign.project.rates.time.time", lambda: 1_000_000_010.0)


def test_an_address_is_told_how_long_to_wait(stranger: Api, db: None) -> None:
    for _ in range(3):
        assert stranger.get("nations").status_code == 200
    answer = stranger.get("nations")
    problem(answer, 429, "too-many")
    assert answer["Retry-After"] == "10"
    other = Client(REMOTE_ADDR="192.0.2.7")
    assert other.get("/api/v1/nations").status_code == 200
    assert Client(headers={"X-Forwarded-For": "192.0.2.8"}).get("/api/v1/nations").status_code == 429


def test_a_users_tokens_are_counted_together_and_writes_apart(alice: Any, bobs: Api, key_of: Any) -> None:
    first, second = Api(key_of(alice)), Api(key_of(alice))
    assert [first.get("nations").status_code for _ in range(5)] == [200] * 4 + [429]
    assert second.get("nations").status_code == 429
    assert bobs.get("nations").status_code == 200
    assert [first.post("armies", {"name": "A"}).status_code for _ in range(3)] == [201, 201, 429]


def test_what_is_costly_is_counted_besides(alices: Api, mine: Any) -> None:
    assert [alices.get(f"armies/{mine.slug}/roster").status_code for _ in range(3)] == [200, 200, 429]
    assert alices.get(f"armies/{mine.slug}").status_code == 200


def test_following_a_battle_and_acting_in_it_are_counted_apart(alice: Any, bob: Any, alices: Api) -> None:
    row = fought(alice, bob)
    assert view(alices, row)["n"] == 0
    body = {"notation": "!!", "expect": 0, "token": TOKEN}
    assert [alices.post(f"battles/{row.slug}/act", body).status_code for _ in range(3)] == [422, 422, 429]
    assert alices.get("nations").status_code == 200
    assert Client().get(f"/api/v1/battles/{row.slug}/verify").status_code == 200
    problem(Client().get(f"/api/v1/battles/{row.slug}/verify"), 429, "too-many")
