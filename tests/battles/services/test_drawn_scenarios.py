"""Scenarios that people draw: who may change them, by which version, within which limits."""

from typing import Any

import pytest

from battles.engine import registry
from battles.engine.drafting import Stroke
from battles.models import Scenario
from battles.services import drawn_scenarios
from battles.services.create import sources
from battles.services.drawn_scenarios import Faulty, Outdated, draft_of
from battles.services.play.lock import Gone, NotYours, Refused

pytestmark = pytest.mark.django_db

KEY = "easy_napoleonics"
WOODS = (Stroke("ground.woods", ("0502",)),)


@pytest.fixture
def scenario(alice: Any) -> Scenario:
    return drawn_scenarios.create(alice, KEY, " A day\tin May ", {"board_columns": 9, "board_rows": 7})


def test_a_new_scenario_is_its_owners_alone(scenario: Scenario, alice: Any, bob: Any) -> None:
    assert (scenario.title, scenario.version, scenario.visibility) == ("A day in May", 1, "private")
    assert len(draft_of(scenario).ground.areas) == 63
    assert Scenario.objects.readable_by(alice).count() == 1
    assert Scenario.objects.readable_by(bob).count() == 0


def test_every_change_is_a_version(scenario: Scenario, alice: Any) -> None:
    scenario = drawn_scenarios.paint(scenario, alice, 1, WOODS)
    scenario = drawn_scenarios.fill(scenario, alice, 2, "head", [{"title": "A day in June"}])
    scenario = drawn_scenarios.set_options(scenario, alice, 3, {"max_turns": 4})
    scenario = drawn_scenarios.scatter(scenario, alice, 4, clear_first=False)
    scenario.refresh_from_db()
    assert (scenario.version, scenario.title) == (5, "A day in June")
    found = draft_of(scenario)
    assert found.options["max_turns"] == 4
    lying = {area.key: area.ground for area in found.ground.areas}
    assert lying["0502"] == "wood"
    assert set(lying.values()) >= {"wood", "hill", "town"}


def test_who_changes_an_old_version_is_told_and_nothing_is_written(scenario: Scenario, alice: Any) -> None:
    now = drawn_scenarios.paint(scenario, alice, 1, WOODS)
    with pytest.raises(Outdated, match="changed in the meantime") as stale:
        drawn_scenarios.set_options(scenario, alice, 1, {"max_turns": 4})
    assert stale.value.scenario.version == 2
    scenario.refresh_from_db()
    assert scenario.content == now.content


def test_nobody_else_changes_it(scenario: Scenario, bob: Any, alice: Any) -> None:
    before = scenario.content
    acts: list[Any] = [
        lambda: drawn_scenarios.paint(scenario, bob, 1, WOODS),
        lambda: drawn_scenarios.fill(scenario, bob, 1, "head", [{"title": "Mine"}]),
        lambda: drawn_scenarios.set_options(scenario, bob, 1, {}),
        lambda: drawn_scenarios.scatter(scenario, bob, 1, clear_first=True),
        lambda: drawn_scenarios.share(scenario, bob, "public"),
        lambda: drawn_scenarios.delete(scenario, bob),
    ]
    for act in acts:
        with pytest.raises(NotYours, match="Copy it"):
            act()
    scenario.refresh_from_db()
    assert (scenario.content, scenario.version, scenario.visibility) == (before, 1, "private")


def test_what_cannot_be_kept_is_not_written(scenario: Scenario, alice: Any) -> None:
    for stroke in (
        Stroke("no brush", ("0101",)),
        Stroke("ground.woods", ("9999",)),
        Stroke("name", ("0101",), "x" * 99),
    ):
        with pytest.raises(Faulty):
            drawn_scenarios.paint(scenario, alice, 1, (*WOODS, stroke))
    with pytest.raises(Faulty, match="Send at most 2,000 strokes at once") as wrong:
        drawn_scenarios.paint(scenario, alice, 1, WOODS * 2_001)
    assert wrong.value.path == "strokes"
    scenario.refresh_from_db()
    assert scenario.version == 1
    assert all(area.ground == "open" for area in draft_of(scenario).ground.areas)


def test_a_copy_is_ones_own_and_says_where_it_came_from(scenario: Scenario, alice: Any, bob: Any) -> None:
    drawn_scenarios.share(scenario, alice, "unlisted")
    copy = drawn_scenarios.copy(scenario, bob)
    assert (copy.owner, copy.copied_from, copy.visibility, copy.content) == (bob, scenario, "private", scenario.content)
    drawn_scenarios.paint(copy, bob, 1, WOODS)
    scenario.refresh_from_db()
    assert scenario.version == 1
    drawn_scenarios.delete(scenario, alice)
    copy.refresh_from_db()
    assert copy.copied_from is None


def test_a_file_comes_in_as_it_went_out(alice: Any) -> None:
    village = drawn_scenarios.copy_shipped(alice, KEY, "village")
    again = drawn_scenarios.import_scenario(alice, KEY, village.content.encode())
    assert (again.title, again.content) == (village.title, village.content)
    assert sources.source_setup(sources.drawn(again))[0] == registry.load(KEY).scenarios.load("village")


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('"grade": "seasoned"', '"grade": "seasonal"', "forces.a.units[0].grade"),
        ('"hold": 2', '"hold": 0', "objectives[0].hold"),
        ('"kind": "infantry"', '"kind": "infantry", "armored": true', "forces.a.units[0].armored"),
        ('"format"', '"farmat"', ""),
    ],
)
def test_a_file_with_a_fault_is_not_kept(alice: Any, old: str, new: str, path: str) -> None:
    content = drawn_scenarios.copy_shipped(alice, KEY, "village").content
    with pytest.raises(Faulty) as wrong:
        drawn_scenarios.import_scenario(alice, KEY, content.replace(old, new, 1).encode())
    assert wrong.value.path == path
    assert Scenario.objects.count() == 1


def test_limits_hold(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="at most 1,000,000 bytes"):
        drawn_scenarios.import_scenario(alice, KEY, b" " * 1_000_001)
    monkeypatch.setattr(drawn_scenarios, "MOST_SCENARIOS", 1)
    drawn_scenarios.copy_shipped(alice, KEY, "village")
    with pytest.raises(Refused, match="the maximum"):
        drawn_scenarios.copy_shipped(alice, KEY, "meeting")
    with pytest.raises(Refused, match="The visibility is one of"):
        drawn_scenarios.share(Scenario.objects.get(), alice, "everybody")


def test_what_is_not_there_is_said_to_be_gone(scenario: Scenario, alice: Any) -> None:
    with pytest.raises(Gone, match="There is no scenario editor for"):
        drawn_scenarios.create(alice, "snaphance", "Title", {})
    with pytest.raises(Faulty, match="no scenario"):
        drawn_scenarios.copy_shipped(alice, KEY, "nowhere")
    Scenario.objects.all().delete()
    with pytest.raises(Gone, match="deleted in the meantime"):
        drawn_scenarios.paint(scenario, alice, 1, WOODS)


@pytest.mark.parametrize("title", ["", " \u200b", "x" * 81])
def test_a_title_has_to_be_one(alice: Any, title: str) -> None:
    with pytest.raises(Faulty) as wrong:
        drawn_scenarios.create(alice, KEY, title, {})
    assert wrong.value.path == "title"
    assert not Scenario.objects.exists()
