"""Situation and tasks of a scenario: file, editor, battle page, scenario page and API, in every system."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles.engine import registry
from battles.engine.codec import encode
from battles.engine.core import SetupError
from battles.engine.scenarios import MOST_SITUATION, MOST_TASK, briefing_of
from battles.services import drawn_scenarios

SYSTEMS = registry.playable()
SHIPPED = [(system, key) for system in SYSTEMS for key in registry.load(system).scenarios.shipped()]


def first_file(system: str) -> dict[str, Any]:
    """The first shipped scenario of a system, as JSON."""
    scenarios = registry.load(system).scenarios
    key = next(iter(scenarios.shipped()))
    file: dict[str, Any] = json.loads(scenarios.write(scenarios.load(key), scenarios.text_of(key)))
    return file


@pytest.mark.parametrize(("system", "key"), SHIPPED)
def test_each_shipped_scenario_states_its_situation_and_both_tasks(system: str, key: str) -> None:
    briefing = briefing_of(registry.load(system).scenarios.load(key))
    assert briefing.situation
    assert [bool(each.task) for each in briefing.tasks] == [True, True]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_scenario_without_them_is_read_and_stored_as_before(system: str) -> None:
    scenarios = registry.load(system).scenarios
    file = first_file(system)
    del file["situation"], file["forces"]["a"]["task"], file["forces"]["b"]["task"]
    setup = scenarios.read(json.dumps(file).encode())
    assert not briefing_of(setup)
    assert json.loads(scenarios.write(setup, file["text"])) == file
    assert b"situation" not in encode(setup)
    assert b'"task"' not in encode(setup)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("wrong", ["x" * (MOST_SITUATION + 1), "a\x00b", 7, None])
def test_a_wrong_situation_is_refused_with_its_path(system: str, wrong: Any) -> None:
    with pytest.raises(SetupError, match=r"^situation: "):
        registry.load(system).scenarios.read(json.dumps({**first_file(system), "situation": wrong}).encode())


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_task_that_is_too_long_is_refused_with_its_path(system: str) -> None:
    file = first_file(system)
    file["forces"]["b"]["task"] = "x" * (MOST_TASK + 1)
    with pytest.raises(SetupError, match=r"^forces\.b\.task: "):
        registry.load(system).scenarios.read(json.dumps(file).encode())


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_editor_changes_them_and_an_army_keeps_its_sides_task(system: str) -> None:
    drafting = registry.load(system).drafting
    content = json.dumps(first_file(system)).encode()
    for sheet, column, words in (("head", "situation", "It rains."), ("forces.b", "task", "Hold on.")):
        row = next(each for each in drafting.draft(content).sheets if each.key == sheet).rows[0]
        content = drafting.fill(content, sheet, [{**row, column: words}])
    content = drafting.take_force(content, "b", registry.load(system).scenarios.sample({}))
    briefing = drafting.draft(content).briefing
    assert (briefing.situation, briefing.tasks[1].task) == ("It rains.", "Hold on.")
    row = next(each for each in drafting.draft(content).sheets if each.key == "forces.b").rows[0]
    content = drafting.fill(content, "forces.b", [{**row, "task": ""}])
    assert drafting.draft(content).briefing.tasks[1].task == ""


@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS)
def test_pages_and_api_show_what_the_file_states(system: str, alice: Any) -> None:
    file = first_file(system)
    stated = [("situation", file["situation"]), *((side, file["forces"][side]["task"]) for side in "ab")]
    key = next(iter(registry.load(system).scenarios.shipped()))
    client = Client()
    client.force_login(alice)
    source = f"scenario:{system}:{key}"
    made = client.post("/api/v1/battles", {"source": source}, content_type="application/json").json()
    drawn = drawn_scenarios.copy_shipped(alice, system, key)
    for page in (f"/b/{made['slug']}", f"/s/{drawn.slug}", f"{reverse('battles:setup')}?from={source}"):
        text = client.get(page).content.decode().replace("&#x27;", "'")
        assert [name for name, words in stated if words not in text] == [], page
    view = client.get(f"/api/v1/battles/{made['slug']}").json()
    listed = client.get("/api/v1/battles/sources").json()["systems"]
    sources = {each["key"]: each for one in listed for each in one["sources"]}
    for answer in (view, sources[source]):
        assert [("situation", answer["situation"]), *answer["tasks"].items()] == stated
