"""Every refusal has one shape, wherever in Muster it comes from."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import include, path

from armies.models import Army
from tests.api.conftest import Api, problem


def failing(request: Any) -> Any:
    """A view that breaks."""
    raise RuntimeError("the inside of a failure")


urlpatterns = [path("api/v1/failing", failing), path("", include("campaign.project.urls"))]


def test_an_address_that_is_not_there(stranger: Api) -> None:
    for address in (
        "/api/nonesuch",
        "/api/v2/",
        "/api/v1/nonesuch",
        "/api/v1/armies/",
        "/api/v1/armies/x/y/z",
        "/api/v1/armies/no\0ne",
    ):
        problem(stranger.get(address), 404, "not-found")


def test_pages_keep_their_own_errors(client: Client, db: None) -> None:
    assert client.get("/nonesuch")["Content-Type"].startswith("text/html")
    assert client.post("/api/")["Content-Type"].startswith("text/html")


def test_a_method_that_is_not_allowed_names_those_that_are(alices: Api) -> None:
    for method in ("PUT", "TRACE", "OPTIONS", "DELETE"):
        answer = alices.ask(method, "armies")
        assert set(answer["Allow"].split(", ")) >= {"GET", "POST"}
        problem(answer, 405, "method")


def test_a_representation_that_is_not_had_here(alices: Api, mine: Army) -> None:
    assert "application/json" in problem(alices.get("armies", Accept="text/html"), 406, "not-acceptable")["detail"]
    problem(alices.get(f"armies/{mine.slug}/roster", Accept="application/json"), 406, "not-acceptable")
    for accepted in ("*/*", "application/*", "application/json, text/html;q=0.5"):
        assert alices.get("armies", Accept=accepted).status_code == 200


@pytest.mark.parametrize(
    ("media", "body", "status", "kind"),
    [
        ("text/plain", "{}", 415, "media-type"),
        ("application/x-www-form-urlencoded", "name=A", 415, "media-type"),
        ("application/json", "{", 400, "malformed"),
        ("application/json", '{"name": "\ud800"}'.encode("utf-8", "surrogatepass"), 400, "malformed"),
        ("application/json", "[" * 100_000, 400, "malformed"),
        ("application/json; charset=latin-1", "{}", 400, "malformed"),
        ("application/json", "null", 422, "refused"),
    ],
)
def test_a_body_that_cannot_be_read(alices: Api, media: str, body: Any, status: int, kind: str) -> None:
    headers = {"Authorization": f"Bearer {alices.key}"}
    problem(alices.client.post("/api/v1/armies", body, content_type=media, headers=headers), status, kind)


def test_a_body_that_is_too_large(alices: Api) -> None:
    body = b'"' + b"x" * (settings.MUSTER_BODY_LIMIT + 1) + b'"'
    headers = {"Authorization": f"Bearer {alices.key}"}
    answer = alices.client.post("/api/v1/armies", body, content_type="application/json", headers=headers)
    problem(answer, 413, "too-large")


@pytest.mark.parametrize("key", ["nonsense", "mus_x", "", "mus_" + "ä" * 10])
def test_a_token_that_is_unknown(stranger: Api, key: str) -> None:
    answer = stranger.get("armies", Authorization=f"Bearer {key}")
    problem(answer, 401, "not-signed-in")
    assert answer["WWW-Authenticate"] == 'Bearer realm="Muster"'


def test_who_is_not_signed_in_is_told_how(stranger: Api) -> None:
    answer = stranger.post("armies", {"name": "A"})
    assert "Authorization" in problem(answer, 401, "not-signed-in")["detail"]
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_token_that_reads_writes_nothing(alice: Any, mine: Army, key_of: Any) -> None:
    reader = Api(key_of(alice, may_write=False))
    assert reader.get(f"armies/{mine.slug}").status_code == 200
    said = problem(reader.patch(f"armies/{mine.slug}", {"name": "New"}, match=1), 403, "forbidden")
    assert "may only read" in said["detail"]


def test_a_browser_needs_the_csrf_token(alice: Any) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.get("/api/v1/armies?owner=me").status_code == 200
    send = {"data": json.dumps({"name": "A"}), "content_type": "application/json"}
    problem(browser.post("/api/v1/armies", **send), 403, "forbidden")
    page = browser.get("/api/").content.decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    assert browser.post("/api/v1/armies", headers={"X-CSRFToken": token}, **send).status_code == 201


@pytest.mark.urls("tests.api.test_problems")
def test_a_failure_of_our_own_shows_nothing_of_its_inside(db: None) -> None:
    client = Client(raise_request_exception=False)
    answer = client.get("/api/v1/failing")
    said = problem(answer, 500, "internal")
    assert "inside" not in json.dumps(said)
    assert answer["X-Request-ID"]


@pytest.mark.parametrize(
    "query", ["colour=blue", "q=a&q=b", "limit=0", "limit=101", "limit=many", "historical=perhaps"]
)
def test_a_parameter_that_is_wrong_is_refused_with_those_that_are_known(stranger: Api, query: str) -> None:
    said = problem(stranger.get(f"armies?{query}"), 400, "parameters")
    assert said["errors"][0]["field"] == query.partition("=")[0]
    assert {"q", "nation", "limit", "cursor"} <= set(said["known"])
    assert "Parameters of this address: " in said["detail"]
    none = problem(stranger.get("nations?page=2"), 400, "parameters")
    assert none["known"] == []
