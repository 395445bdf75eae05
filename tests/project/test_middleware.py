"""What is done for every request: headers, ids, limits, and what the logs keep to themselves."""

import asyncio
import json
import logging
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.test import AsyncClient, override_settings

from campaign.project import logs, middleware

pytestmark = pytest.mark.django_db


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run ``work`` in a thread of its own: a browser test before may have left a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def test_pages_allow_nothing_from_elsewhere_and_nothing_inline(client: Any) -> None:
    answer = client.get("/accounts/login/")
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'self'",
        "img-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


def test_each_answer_carries_an_id_of_its_own(client: Any) -> None:
    first, second = (client.get("/accounts/login/", headers={"X-Request-ID": "mine"}) for _ in range(2))
    assert len(first["X-Request-ID"]) == 32
    assert first["X-Request-ID"] != second["X-Request-ID"]


def test_an_asynchronous_server_gets_the_same_headers() -> None:
    answer = run(AsyncClient().get("/nowhere"))
    assert answer.status_code == 404
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "camera=()" in answer["Permissions-Policy"]
    assert answer["X-Request-ID"]


def test_one_line_is_logged_for_a_request_and_none_for_a_health_check(
    client: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "muster.request")
    client.get("/healthz")
    assert caplog.records == []
    answer = client.post("/accounts/login/?next=/hidden-query/", {"login": "hidden-name", "password": "hidden-word"})
    (record,) = [record for record in caplog.records if record.name == "muster.request"]
    event = record.msg
    assert isinstance(event, dict)
    assert (event["method"], event["route"], event["status"]) == ("POST", "/accounts/login/", answer.status_code)
    assert event["ms"] >= 0
    assert "hidden" not in str(event)


def test_a_failure_is_logged_without_the_address_typed() -> None:
    settings_of = dict(logs.configure(style="json", level="INFO")["formatters"]["muster"])
    formatter = settings_of.pop("()")(**settings_of)

    def written(name: str, *words: str) -> dict[str, Any]:
        line: dict[str, Any] = json.loads(formatter.format(logging.LogRecord(name, 40, "", 0, "%s: %s", words, None)))
        return line

    for name in ("django.request", "django.security.csrf"):
        line = written(name, "Internal Server Error", "/a/hidden")
        assert line["event"] == "Internal Server Error"
        assert "hidden" not in str(line)
    assert written("armies", "kept", "whole")["event"] == "kept: whole"


@pytest.mark.parametrize("charset", ["utf-7", "unicode_escape", "rot13", "hex", "utf-16", "latin-1"])
def test_text_in_another_encoding_than_ours_gets_400_and_a_sentence(client: Any, charset: str) -> None:
    for kind in ("multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"):
        answer = client.generic("POST", "/accounts/login/", b"--x--", f"{kind}; charset={charset}")
        assert answer.status_code == 400
        assert b"Bad request" in answer.content
    assert client.get("/accounts/login/", headers={"Content-Type": "text/html; charset=UTF-8"}).status_code == 200


def test_a_cookie_that_holds_a_zero_gets_400(client: Any) -> None:
    assert client.get("/armies/", headers={"Cookie": 'sessionid="\\000aaaaaaaaaa"'}).status_code == 400


@pytest.mark.parametrize(
    ("method", "address"),
    [
        *(("POST", address) for address in ("/", "/style", "/rules/", "/rules/mini_nap/", "/armies/", "/healthz")),
        *(("PUT", address) for address in ("/", "/armies/import/", "/a/nonesuch", "/a/nonesuch.pdf")),
        ("GET", "/a/nonesuch/rate"),
    ],
)
def test_a_method_that_an_address_does_not_take_gets_a_page(client: Any, method: str, address: str) -> None:
    answer = client.generic(method, address)
    assert answer.status_code == 405
    assert answer["Allow"]
    assert "This is not possible here" in answer.content.decode()
    assert "default-src" in answer["Content-Security-Policy"]


@override_settings(MUSTER_BODY_LIMIT=1000)
def test_a_body_over_the_limit_gets_413_and_a_sentence(client: Any) -> None:
    body = {"content_type": "text/plain"}
    assert client.post("/accounts/login/", b"x" * 1000, **body).status_code == 422
    answer = client.post("/accounts/login/", b"x" * 1001, **body)
    assert answer.status_code == 413
    assert b"too large" in answer.content
    assert b"<script" in answer.content or b"<main" in answer.content


def test_a_form_may_decide_two_thousand_lines() -> None:
    assert settings.DATA_UPLOAD_MAX_NUMBER_FIELDS >= 2000 * 4
    assert settings.MUSTER_IMPORT_LIMIT == 5 * 1024**2
    assert settings.MUSTER_BODY_LIMIT > settings.MUSTER_IMPORT_LIMIT


def exchange(*blocks: bytes, limit: int) -> tuple[list[bytes], bool, str]:
    """Send these blocks through the limit: what came through, whether it was marked, and the last message's type."""
    messages = [
        {"type": "http.request", "body": block, "more_body": number < len(blocks)}
        for number, block in enumerate(blocks, 1)
    ]
    got: list[bytes] = []
    last = ""

    async def application(scope: dict[str, Any], receive: middleware.Receive, send: middleware.Send) -> None:
        nonlocal last
        more = True
        while more:
            message = await receive()
            last = message["type"]
            got.append(message.get("body", b""))
            more = bool(message.get("more_body"))

    async def receive() -> Mapping[str, Any]:
        return messages.pop(0)

    async def send(message: Mapping[str, Any]) -> None:
        raise AssertionError("nothing is answered here")

    scope: dict[str, Any] = {"type": "http"}
    run(middleware.limited(application, limit)(scope, receive, send))
    return got, bool(scope.get(middleware.TOO_LARGE)), last


def test_a_body_up_to_the_limit_passes_whole() -> None:
    assert exchange(b"12345", b"67890", limit=10) == ([b"12345", b"67890"], False, "http.request")


def test_a_body_over_the_limit_is_read_to_its_end_and_marked() -> None:
    assert exchange(b"12345", b"67890", b"1", b"2", limit=10) == ([b"12345", b"67890", b""], True, "http.request")


def test_a_body_far_over_the_limit_is_cut_off() -> None:
    blocks = [b"x" * 10] * (middleware.PATIENCE + 5)
    assert exchange(*blocks, limit=10)[1:] == (True, "http.disconnect")
