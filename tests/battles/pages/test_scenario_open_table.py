"""The editor's pages for an open table: places typed, strokes tried, rows that keep what is under them."""

import json
from typing import Any

import pytest
from django.test import Client

from armies.services.storage import create
from battles.models import Scenario
from battles.rules.easy_napoleonics.army import sample_army
from battles.services import drawn_scenarios
from battles.services.create import sources

pytestmark = pytest.mark.django_db

KEY = "mini_nap"
UNITS = "forces.a.corps.divisions.brigades.units"


@pytest.fixture
def scenario(alice: Any) -> Scenario:
    return drawn_scenarios.copy_shipped(alice, KEY, "village_and_bridge")


@pytest.fixture
def base(scenario: Scenario) -> str:
    return f"/s/{scenario.slug}"


@pytest.fixture
def owner(alice: Any) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def file_of(scenario: Scenario) -> Any:
    scenario.refresh_from_db()
    return json.loads(scenario.content)


def features(scenario: Scenario) -> dict[str, Any]:
    return {each["key"]: each for each in file_of(scenario)["table"]["features"]}


def test_every_page_of_a_drawn_table_is_there(base: str, owner: Client) -> None:
    sheets = ("head", "table.features", "forces.a", "forces.b.corps", "forces.b.corps.divisions", UNITS)
    for page in ("", ".json", ".svg", ".pdf", "/edit", "/options", *(f"/edit/{key}" for key in sheets)):
        assert owner.get(base + page).status_code == 200, page


def test_an_empty_table_is_made_of_the_size_asked_for(owner: Client) -> None:
    sent = {"system": KEY, "title": "A bare table", "option.table_w": "240", "option.table_h": "150"}
    answer = owner.post("/scenarios/new", sent)
    assert answer.status_code == 302
    row = Scenario.objects.get(title="A bare table")
    assert (file_of(row)["table"]["width"], file_of(row)["table"]["height"]) == (240, 150)
    page = owner.get(f"/s/{row.slug}/edit").content.decode()
    assert "First Division has no Brigade (MN-ORG-01)." in page
    assert f"/s/{row.slug}/edit/forces.a.corps.divisions.brigades" in page


def test_places_are_typed_from_the_left_and_from_the_foot(base: str, scenario: Scenario, owner: Client) -> None:
    sent = {"version": 1, "brush": "ground.wood", "points": "20,60; 27,60 27,67.5"}
    assert owner.post(f"{base}/paint", sent).status_code == 302
    assert features(scenario)["wood 1"]["points"] == [[20, 60], [27, 60], [27, 67.5]]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"brush": "ground.wood", "points": "20;60"}, "Type places such as 60,40 75.5,40"),
        ({"brush": "ground.road", "points": "20,60"}, "Road: 1 point drawn; it needs 2 to 60."),
        ({"brush": "erase", "which": "no such wood"}, "Nothing on the table has the key"),
        ({"brush": "ground.hill", "points": "0,0 9,9 9,0 0,9"}, "This shape cannot be a hill."),
        ({"brush": "ground.ford", "points": "20,20"}, "MNT-PLACE-08"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_stays_typed(
    base: str, scenario: Scenario, owner: Client, sent: dict[str, str], said: str
) -> None:
    answer = owner.post(f"{base}/paint", {"version": 1, **sent})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert f'value="{sent.get("points", "")}"' in page
    scenario.refresh_from_db()
    assert scenario.version == 1


def test_what_lies_there_is_moved_named_and_taken_away(base: str, scenario: Scenario, owner: Client) -> None:
    for version, sent in enumerate(
        (
            {"brush": "move", "which": "wood", "points": "100,80 90,80"},
            {"brush": "name", "which": "wood", "text": "Birch wood"},
            {"brush": "erase", "which": "orchard"},
        ),
        start=1,
    ):
        assert owner.post(f"{base}/paint", {"version": version, **sent}).status_code == 302, sent
    found = features(scenario)
    assert (found["wood"]["name"], found["wood"]["points"][0]) == ("Birch wood", [90, 81])
    assert "orchard" not in found


def test_a_try_shows_ground_and_faults_and_writes_nothing(base: str, scenario: Scenario, owner: Client) -> None:
    wood = {"brush": "ground.wood", "areas": [], "points": [[200, 200], [400, 200], [400, 270]]}
    answer = owner.post(f"{base}/try", {"version": 1, "strokes": json.dumps([wood]), "last": "1"})
    assert answer.status_code == 200
    told = answer.json()
    assert 'data-key="wood 1"' in told["ground"]
    assert "MNT-PLACE-01" in told["faults"]
    assert f"{base}/edit/table.features" in told["faults"]
    assert {"key": "wood 1", "words": "wood, 1 level high", "points": wood["points"]} in told["lying"]
    scenario.refresh_from_db()
    assert scenario.version == 1


def test_a_unit_tried_where_it_may_not_stand_is_told(base: str, owner: Client) -> None:
    inside = {"brush": "unit.a.0.0.0.0", "areas": ["at 500 690"], "text": ""}
    answer = owner.post(f"{base}/try", {"version": 1, "strokes": json.dumps([inside]), "last": "1"})
    assert answer.status_code == 422
    assert "MN-RULING-74" in answer.json()["said"]


def test_a_row_that_is_taken_away_leaves_the_units_of_others(base: str, scenario: Scenario, owner: Client) -> None:
    found = next(one for one in drawn_scenarios.draft_of(scenario).sheets if one.key == UNITS.removesuffix(".units"))
    sent = {f"r{index}.{key}": value for index, row in enumerate(found.rows) for key, value in row.items()}
    before = file_of(scenario)["forces"]["a"]["corps"][0]["divisions"][0]["brigades"]
    answer = owner.post(f"{base}/edit/{found.key}", {"version": 1, **sent, "away": "0"})
    assert answer.status_code == 302
    assert file_of(scenario)["forces"]["a"]["corps"][0]["divisions"][0]["brigades"] == before[1:]


def test_dice_lay_terrain_and_the_scenario_can_still_be_played(base: str, scenario: Scenario, owner: Client) -> None:
    assert owner.post(f"{base}/scatter", {"version": 1, "anew": "on"}).status_code == 302
    scenario.refresh_from_db()
    assert drawn_scenarios.draft_of(scenario).faults == ()
    assert owner.get(f"/battles/new/setup?from={sources.drawn(scenario).key}").status_code == 200


def test_an_army_is_taken_into_a_side(scenario: Scenario, base: str, owner: Client, alice: Any) -> None:
    army = create(sample_army("FR"), alice)
    before = file_of(scenario)["forces"]
    page = owner.get(f"{base}/edit").content.decode()
    assert f'<option value="{army.slug}">' in page
    sent = {"version": 1, "army": army.slug, "side": "b"}
    assert owner.post(f"{base}/army", {**sent, "army": "no-such"}).status_code == 422
    assert owner.post(f"{base}/army", {**sent, "side": "c"}).status_code == 422
    assert owner.post(f"{base}/army", sent).status_code == 302
    after = file_of(scenario)["forces"]
    assert after["a"] == before["a"]
    assert (after["b"]["name"], after["b"]["zone"]) == (army.name, before["b"]["zone"])
    assert [each["name"] for each in after["b"]["corps"]] != [each["name"] for each in before["b"]["corps"]]
    assert owner.post(f"{base}/army", sent).status_code == 409
