"""Idempotency keys: what is sent twice happens once."""

import json
import threading
import urllib.request
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from armies.api.problems import Problem, problem_of, respond
from armies.models import Army, CoEditor
from armies.services.locks import Refused
from campaign.api import idempotency
from campaign.models import IdempotencyKey
from tests.api.conftest import Api, problem


def test_the_same_request_gets_the_same_answer_and_has_one_effect(alices: Api) -> None:
    first = alices.post("armies", {"name": "A"}, Idempotency_Key="one")
    again = alices.post("armies", {"name": "A"}, Idempotency_Key="one")
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert (first.status_code, first.content) == (again.status_code, again.content) == (201, first.content)
    for name in ("ETag", "Location", "Content-Type", "Cache-Control"):
        assert first[name] == again[name]
    assert Army.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "body", "match"),
    [("armies", {"name": "B"}, None), ("armies?x=1", {"name": "A"}, None), ("imports", {"name": "A"}, None)],
)
def test_another_request_under_the_same_key_is_refused(alices: Api, address: str, body: Any, match: Any) -> None:
    alices.post("armies", {"name": "A"}, Idempotency_Key="one")
    answer = alices.post(address, body, Idempotency_Key="one")
    if "?" in address:
        problem(answer, 400, "parameters")
    else:
        problem(answer, 422, "key-reused")
    assert Army.objects.count() == 1


def test_changes_and_deletions_are_kept_too(alices: Api, mine: Army) -> None:
    for _ in range(2):
        assert alices.patch(f"armies/{mine.slug}", {"name": "N"}, match="*", Idempotency_Key="c").json()["version"] == 2
    for _ in range(2):
        answer = alices.delete(f"armies/{mine.slug}", match=2, Idempotency_Key="d")
        assert (answer.status_code, answer.content, answer.get("Content-Type")) == (204, b"", None)
    problem(alices.delete(f"armies/{mine.slug}", match=3, Idempotency_Key="d"), 422, "key-reused")


def test_a_refusal_is_an_answer_too(alices: Api, mine: Army) -> None:
    for _ in range(2):
        answer = alices.patch(f"armies/{mine.slug}", {"name": ""}, match=1, Idempotency_Key="r")
        problem(answer, 422, "refused")
    assert answer["Idempotency-Replayed"] == "true"
    assert Army.objects.get().version == 1


def test_what_was_begun_before_a_refusal_is_not_kept(alice: Any) -> None:
    def work() -> Any:
        Army.objects.create(name="Half", owner=alice)
        raise Refused("name", "No.")

    answer = idempotency._worked(work, lambda fault: respond(problem_of(fault) or Problem("internal"), "/"))
    assert (answer.status_code, Army.objects.count()) == (422, 0)


@pytest.mark.parametrize("kind", ["unavailable", "too-many"])
def test_a_refusal_that_asks_to_try_again_is_not_kept(alice: Any, kind: str) -> None:
    request = Request(APIRequestFactory().post("/", headers={"Idempotency-Key": "one"}))
    request.user = alice

    def turned_away() -> Any:
        raise Problem(kind)

    def refusal(fault: Exception) -> Any:
        return respond(problem_of(fault) or Problem("internal"), "/")

    assert idempotency.answered_once(request, turned_away, refusal)["Retry-After"]
    again = idempotency.answered_once(request, lambda: HttpResponse(status=201), refusal)
    assert (again.status_code, "Idempotency-Replayed" in again) == (201, False)


def test_a_refusal_that_is_given_again_says_how_to_sign_in(alices: Api) -> None:
    for _ in range(2):
        answer = alices.post("battles/invitations/nonesuch", {}, Seat_Token="nonesuch", Idempotency_Key="one")
        problem(answer, 401, "not-signed-in")
    assert (answer["Idempotency-Replayed"], answer["WWW-Authenticate"]) == ("true", 'Bearer realm="Muster"')


def test_keys_are_each_users_own(alices: Api, bobs: Api) -> None:
    for api in (alices, bobs):
        assert "Idempotency-Replayed" not in api.post("armies", {"name": "A"}, Idempotency_Key="one")
    assert Army.objects.count() == 2


@pytest.mark.parametrize("key", ["", "x" * 81, "with space", "ümlaut"])
def test_a_key_that_is_none_is_refused(alices: Api, key: str) -> None:
    problem(alices.post("armies", {"name": "A"}, Idempotency_Key=key), 400, "malformed")
    assert not Army.objects.exists()


def test_a_key_that_is_none_is_refused_though_a_guests_keys_are_not_kept(stranger: Api) -> None:
    problem(stranger.post("battles/nonesuch/undo", {}, Idempotency_Key="with space"), 400, "malformed")


def test_keys_are_forgotten_after_two_days(alices: Api) -> None:
    alices.post("armies", {"name": "A"}, Idempotency_Key="one")
    IdempotencyKey.objects.update(created=timezone.now() - timedelta(hours=49))
    assert "Idempotency-Replayed" not in alices.post("armies", {"name": "A"}, Idempotency_Key="one")
    assert (Army.objects.count(), IdempotencyKey.objects.count()) == (2, 1)


def test_a_user_has_so_many_keys_at_a_time(alices: Api, alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "MOST", 2)
    for key in ("one", "two", "two"):
        assert alices.post("armies", {"name": "A"}, Idempotency_Key=key).status_code == 201
    refused = alices.post("armies", {"name": "A"}, Idempotency_Key="three")
    problem(refused, 429, "too-many")
    assert 47 * 3600 < int(refused["Retry-After"]) <= 48 * 3600
    assert Army.objects.count() == 2


def test_the_answers_of_a_user_are_so_large_together(alices: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "MOST_BYTES", 1)
    for _ in range(2):
        assert alices.post("armies", {"name": "A"}, Idempotency_Key="one").status_code == 201
    problem(alices.post("armies", {"name": "A"}, Idempotency_Key="two"), 429, "too-many")


@pytest.mark.parametrize(
    ("visibility", "status", "kind"), [("private", 404, "not-found"), ("unlisted", 403, "forbidden")]
)
def test_a_kept_answer_is_not_for_one_who_was_sent_away(
    bobs: Api, bob: Any, mine: Army, visibility: str, status: int, kind: str
) -> None:
    editor = CoEditor.objects.create(army=mine, user=bob)
    asked = {"body": {"name": "N"}, "match": 1, "Idempotency_Key": "one"}
    assert bobs.patch(f"armies/{mine.slug}", **asked).status_code == 200
    assert bobs.patch(f"armies/{mine.slug}", **asked)["Idempotency-Replayed"] == "true"
    editor.delete()
    Army.objects.update(visibility=visibility)
    problem(bobs.patch(f"armies/{mine.slug}", **asked), status, kind)


def test_reading_keeps_nothing(alices: Api) -> None:
    alices.get("armies", Idempotency_Key="one")
    assert not IdempotencyKey.objects.exists()


def test_eight_clients_with_one_key_have_one_effect(live: str, alice: Any, key_of: Any) -> None:
    key, answers, gate = key_of(alice), [], threading.Barrier(8)

    def ask() -> None:
        request = urllib.request.Request(
            f"{live}/api/v1/armies",
            json.dumps({"name": "Once"}).encode(),
            {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Idempotency-Key": "together"},
        )
        gate.wait()
        with urllib.request.urlopen(request, timeout=30) as answer:
            answers.append((answer.status, answer.read(), answer.headers.get("Idempotency-Replayed")))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert len({(status, body) for status, body, _ in answers}) == 1
    assert sorted(replayed or "" for _, _, replayed in answers) == ["", *["true"] * 7]
    assert Army.objects.filter(name="Once").count() == 1
