"""Copies of scenarios: they know what changed in their original, and take it over where they were not changed."""

import json
from typing import Any

import pytest
from django.test import Client

from armies.models import Visibility
from battles.models import Scenario
from battles.services import drawn_scenarios
from battles.services.drawn_scenarios import change, copy, copy_shipped
from battles.services.play.lock import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def original(alice: Any) -> Scenario:
    made = copy_shipped(alice, "easy_napoleonics", "meeting")
    Scenario.objects.filter(pk=made.pk).update(visibility=Visibility.PUBLIC)
    return fresh(made)


def fresh(row: Scenario) -> Scenario:
    return Scenario.objects.get(pk=row.pk)


def edit(row: Scenario, user: Any, **values: Any) -> None:
    """Set parts of the file, each named with a dot between its keys."""

    def edited(editor: Any, content: bytes) -> bytes:
        read = json.loads(content)
        for path, value in values.items():
            *above, last = path.split("__")
            part = read
            for name in above:
                part = part[name]
            part[last] = value
        return json.dumps(read).encode()

    change(fresh(row), user, fresh(row).version, edited)


def test_a_copy_takes_over_what_it_left_alone(original: Scenario, alice: Any, bob: Any) -> None:
    copied = copy(original, bob)
    assert not drawn_scenarios.has_changed(copied, original)
    with pytest.raises(Refused, match="has not changed"):
        drawn_scenarios.take_over(copied, bob, copied.version)
    edit(original, alice, title="A new title", text="New words", situation="New situation")
    edit(copied, bob, text="Own words")
    assert drawn_scenarios.has_changed(fresh(copied), fresh(original))
    found = drawn_scenarios.changes_of_original(fresh(copied), bob)
    assert {"title", "text"} <= set(found.parts)
    row, left = drawn_scenarios.take_over(fresh(copied), bob, fresh(copied).version)
    content = json.loads(row.content)
    assert (row.title, content["situation"], content["text"], left) == (
        "A new title",
        "New situation",
        "Own words",
        ("text",),
    )
    assert not drawn_scenarios.has_changed(fresh(copied), fresh(original))


def test_the_page_shows_and_takes_over_for_its_owner_alone(original: Scenario, alice: Any, bob: Any) -> None:
    copied = copy(original, bob)
    edit(original, alice, title="Xyzzy")
    client, other = Client(), Client()
    client.force_login(bob)
    other.force_login(alice)
    address = f"/s/{copied.slug}"
    assert "The original has changed since." in client.get(address).content.decode()
    assert "Take the changes over" in client.get(f"{address}/original").content.decode()
    assert other.post(f"{address}/original").status_code == 404
    Scenario.objects.filter(pk=copied.pk).update(visibility=Visibility.PUBLIC)
    assert "Take the changes over" not in other.get(f"{address}/original").content.decode()
    assert other.post(f"{address}/original").status_code == 403
    assert client.post(f"{address}/original", {"version": "99"}).status_code == 409
    assert client.post(f"{address}/original", {"version": copied.version}).status_code == 302
    assert fresh(copied).title == "Xyzzy"
    edit(original, alice, title="Hidden now")
    Scenario.objects.filter(pk=original.pk).update(visibility=Visibility.PRIVATE)
    assert "The original has changed since." not in client.get(address).content.decode()
    page = client.get(f"{address}/original").content.decode()
    assert ("you may not see it" in page, "Hidden now" in page) == (True, False)


def test_taking_over_is_undone_until_the_copy_is_changed(original: Scenario, alice: Any, bob: Any) -> None:
    copied = copy(original, bob)
    edit(copied, bob, text="Own words")
    before = fresh(copied)
    with pytest.raises(Refused, match="nothing to undo"):
        drawn_scenarios.undo_take_over(before, bob, before.version)
    edit(original, alice, title="A new title")
    taken, _ = drawn_scenarios.take_over(fresh(copied), bob, fresh(copied).version)
    undone = drawn_scenarios.undo_take_over(fresh(taken), bob, taken.version)
    assert (undone.title, undone.content, undone.copied_content) == (
        before.title,
        before.content,
        before.copied_content,
    )
    assert drawn_scenarios.has_changed(fresh(undone), fresh(original))
    drawn_scenarios.take_over(fresh(undone), bob, undone.version)
    client = Client()
    client.force_login(bob)
    assert "You took changes of the original over." in client.get(f"/s/{copied.slug}").content.decode()
    edit(copied, bob, text="Other words")
    now = fresh(copied)
    with pytest.raises(Refused, match="was changed after"):
        drawn_scenarios.undo_take_over(now, bob, now.version)
    page = client.post(f"/s/{copied.slug}/original", {"act": "undo", "version": str(now.version)})
    assert page.status_code == 422


def test_the_api_copies_takes_over_and_undoes(original: Scenario, alice: Any, bob: Any) -> None:
    client = Client()

    def sent(address: str, expect: int | None) -> Any:
        return client.post(address, {"expect": expect}, content_type="application/json")

    at = f"/api/v1/scenarios/{original.slug}"
    assert client.post(f"{at}/copies").status_code == 401
    client.force_login(bob)
    made = client.post(f"{at}/copies")
    assert (made.status_code, made.json()["title"], made.json()["version"]) == (201, original.title, 1)
    mine = f"/api/v1/scenarios/{made.json()['slug']}/original"
    assert client.get(mine).json()["changes"] == []
    assert sent(mine, None).status_code == 422
    edit(original, alice, title="A new title")
    assert client.get(mine).json()["changes"] == ["title"]
    assert client.post(mine, {}, content_type="application/json").status_code == 422
    stale = sent(mine, 7)
    assert (stale.status_code, "version 1" in stale.json()["detail"]) == (409, True)
    taken = sent(mine, 1)
    assert (taken.status_code, taken.json()["title"], taken.json()["version"]) == (200, "A new title", 2)
    undone = sent(f"{mine}/undo", 2)
    assert (undone.status_code, undone.json()["title"]) == (200, original.title)
    assert sent(f"{mine}/undo", None).status_code == 422
    client.force_login(alice)
    assert client.get(mine).status_code == 404
    assert sent(f"{mine}/undo", None).status_code == 404
    assert client.get("/api/v1/scenarios/nowhere/original").status_code == 404
