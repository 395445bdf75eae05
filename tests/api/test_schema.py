"""The API's description is current, sound, served, and shown on a page of our own."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client

from armies.api.problems import KINDS
from campaign.api.description import FILE, document
from tests.api.conftest import Api


def test_the_shipped_description_is_current_and_sound(tmp_path: Path) -> None:
    """`python3 manage.py spectacular --format openapi-json --file campaign/api/openapi.json` makes it anew."""
    out = tmp_path / "openapi.json"
    call_command("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", "--file", str(out))
    assert msgspec.json.decode(out.read_bytes()) == msgspec.json.decode(FILE.read_bytes())


def test_the_description_is_served(stranger: Api) -> None:
    answer = stranger.get("schema")
    assert answer.json() == document()
    assert answer["Content-Type"] == "application/json"


def test_every_operation_says_what_it_is_for_and_what_may_happen() -> None:
    names = []
    for address, methods in document()["paths"].items():
        assert not address.endswith("/") or address == "/api/v1/"
        for method, said in methods.items():
            names.append(said["operationId"])
            assert said["summary"]
            assert said["summary"][0].isupper()
            assert len(said["tags"]) == 1
            assert {"400", "401", "406", "429", "500"} <= set(said["responses"])
            if method in ("post", "patch", "put") and "requestBody" in said:
                assert said["requestBody"]["content"]["application/json"]["examples"]
    assert len(set(names)) == len(names) >= 40


def test_the_page_shows_every_operation_type_and_problem(client: Client, db: None) -> None:
    answer = client.get("/api/")
    page = answer.content.decode()
    for address, methods in document()["paths"].items():
        assert f">{address}<" in page
        for said in methods.values():
            assert f'id="{said["operationId"]}"' in page
    for name in document()["components"]["schemas"]:
        assert f'id="type-{name}"' in page
    for kind in KINDS:
        assert f'id="problem-{kind}"' in page
    assert "http://" not in page.replace("http://testserver", "").replace("http://www.w3.org", "")


def test_the_page_takes_no_query_of_its_own(client: Client, db: None, django_assert_num_queries: Any) -> None:
    client.get("/api/")
    with django_assert_num_queries(0):
        client.get("/api/")


@pytest.mark.browser
def test_operations_are_searched_and_tried(page: Any, live: str, alice: Any) -> None:
    from armies.services.storage import create
    from tests.armies.builders import army
    from tests.cast import PASSWORD

    row = create(army(), alice)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto("/accounts/login/?next=/api/")
    page.fill("input[name=login]", "alice")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.fill("#api-search", "change own facts")
    assert page.locator("[data-words]:visible").count() == 1
    page.click("#army_change summary")
    page.fill("#army_change-slug", row.slug)
    page.fill("#army_change-body", '{"name": "From the page"}')
    page.click("#army_change [type=submit]")
    page.wait_for_selector("#army_change [data-answer]:visible")
    assert page.inner_text("#army_change [data-status]").startswith("200")
    row.refresh_from_db()
    assert (row.name, row.version) == ("From the page", 2)
    page.goto("/api/#type-Summary")
    assert page.locator("#type-Summary[open]").count() == 1
    assert complaints == []
