"""Copies of scenarios: they know what changed in their original, and take it over where they were not changed."""

import json
from typing import Any

import pytest
from django.test import Client

from armies.models import Visibility
from battles.models import Scenario
from battles.services import scenario_originals
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
    assert not scenario_originals.has_changed(copied, original)
    with pytest.raises(Refused, match="has not changed"):
        scenario_originals.take_over(copied, bob, copied.version)
    edit(original, alice, title="A new title", text="New words", situation="New situation")
    edit(copied, bob, text="Own words")
    assert scenario_originals.has_changed(fresh(copied), fresh(original))
    found = scenario_originals.changes_of_original(fresh(copied), bob)
    assert {"title", "text"} <= set(found.parts)
    row, left = scenario_originals.take_over(fresh(copied), bob, fresh(copied).version)
    content = json.loads(row.content)
    assert (row.title, content["situation"], content["text"], left) == (
        "A new title",
        "New situation",
        "Own words",
        ("text",),
    )
    assert not scenario_originals.has_changed(fresh(copied), fresh(original))


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
