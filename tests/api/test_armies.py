"""Armies over the API: made, read, changed, moved about, taken back, deleted."""

from typing import Any

import pytest

from armies.models import Army, Visibility
from armies.services.storage import create
from tests.api.conftest import Api, problem
from tests.armies.builders import army as facts

TEXT = """Army: Left wing
Nation: French
II Corps - General Reille
  5th Division (General Bachelu)
    1st Brigade: General Husson
      1/2e Léger 600 veteran
"""


def elements(api: Api, army: Army) -> dict[str, dict[str, Any]]:
    """The elements of an army by name."""
    return {item["name"]: item for item in api.get(f"armies/{army.slug}/elements").json()["items"]}


def test_the_root_says_where_to_go_and_who_one_is(stranger: Api, alices: Api) -> None:
    assert stranger.get("").json()["user"] is None
    root = alices.get("").json()
    assert root["user"] == "alice"
    assert alices.get(root["armies"].removeprefix("http://testserver")).status_code == 200


def test_an_army_is_made_from_nothing_a_text_and_a_copy(alices: Api, mine: Army) -> None:
    empty = alices.post("armies", {"name": "New", "nation": "FR", "visibility": "private"})
    assert empty.status_code == 201
    assert empty["Location"] == empty.json()["address"] == f"http://testserver/api/v1/armies/{empty.json()['slug']}"
    row = Army.objects.get(slug=empty.json()["slug"])
    assert (row.name, row.nation, row.visibility, row.units, row.owner.username) == ("New", "FR", "private", 0, "alice")
    read = alices.post("armies", {"text": TEXT, "commander": "Reille"}).json()
    assert Army.objects.get(slug=read["slug"]).units == 1
    copy = alices.post("armies", {"copy_of": mine.slug, "name": "Copy"}).json()
    kept = Army.objects.get(slug=copy["slug"])
    assert (kept.name, kept.units, kept.copied_from) == ("Copy", mine.units, mine)


def test_an_army_is_proposed_or_taken_from_the_sample_or_a_template(alices: Api) -> None:
    asked = {"nation": "AT", "proposal": {"year": 1809, "target": 100, "seed": "7"}}
    made = [alices.post("armies", asked).json()["slug"] for _ in range(2)]
    assert alices.get(f"armies/{made[0]}/export/csv").content == alices.get(f"armies/{made[1]}/export/csv").content
    assert Army.objects.get(slug=made[0]).origin.endswith("from the seed 7.")
    sample = alices.post("armies", {"nation": "PR", "sample": True}).json()
    assert Army.objects.get(slug=sample["slug"]).cost == 104
    key = alices.get("templates").json()["items"][0]["key"]
    template = alices.post("armies", {"template": key, "name": "Mine"}).json()
    assert Army.objects.get(slug=template["slug"]).units


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"nation": "FR", "proposal": {"year": 1809, "target": 5}}, "target"),
        ({"proposal": {"year": 1809, "target": 100}}, "nation"),
        ({"nation": "FR", "proposal": {"year": 1700, "target": 100}}, "proposal.year"),
        ({"sample": True}, "nation"),
        ({}, "name"),
        ({"name": "  "}, "name"),
        ({"name": "A", "nation": "XX"}, "nation"),
        ({"name": "A", "date": "1815-02-30"}, "date"),
        ({"name": "A", "visibility": "secret"}, "visibility"),
        ({"name": "A", "colour": "blue"}, "colour"),
        ({"name": 7}, "name"),
        ({"copy_of": "a", "text": "b"}, "copy_of"),
        ({"text": "???\n"}, "text.1"),
        ({"text": f"{TEXT}\n{TEXT}"}, "text"),
        ([], ""),
    ],
)
def test_an_army_that_cannot_be_is_refused_at_its_field(alices: Api, body: Any, field: str) -> None:
    said = problem(alices.post("armies", body), 422, "refused")
    assert field in [error["field"] for error in said["errors"]]
    assert all(error["detail"] and error["code"] for error in said["errors"])
    assert not Army.objects.exists()


def test_copying_what_one_may_not_see_is_not_found(alices: Api, bob: Any) -> None:
    hidden = create(facts(), bob, visibility=Visibility.PRIVATE)
    problem(alices.post("armies", {"copy_of": hidden.slug}), 404, "not-found")
    problem(alices.post("armies", {"copy_of": "nonesuch"}), 404, "not-found")


def test_head_tree_and_elements_tell_the_same_army(alices: Api, mine: Army) -> None:
    head = alices.get(f"armies/{mine.slug}").json()
    tree = alices.get(f"armies/{mine.slug}/tree").json()
    flat = alices.get(f"armies/{mine.slug}/elements").json()
    assert head["version"] == tree["version"] == flat["version"] == 1
    assert (head["units"], head["owner"], head["commander"]) == (5, "alice", "Marshal Ney")
    corps = tree["army"]["children"][0]
    assert corps["level"] == "corps"
    assert [item["name"] for item in flat["items"]][:4] == ["II Corps", "5th Division", "1st Brigade", "I/2e Léger"]
    assert flat["items"][1]["parent"] == corps["id"] == flat["items"][0]["id"]
    one = alices.get(f"armies/{mine.slug}/elements/{corps['id']}").json()
    assert one == flat["items"][0]


def test_changing_the_head_names_the_change(alices: Api, mine: Army) -> None:
    answer = alices.patch(f"armies/{mine.slug}", {"commander": "Reille", "date": "1815-06-16"}, match=1)
    assert answer.status_code == 200
    said = answer.json()
    assert (said["version"], answer["ETag"], said["change"]["by"]) == (2, '"2"', "alice")
    assert said["change"]["words"] == "Changed commander and date of the army."
    same = alices.patch(f"armies/{mine.slug}", {"commander": "Reille"}, match=2).json()
    assert same == {"version": 2, "change": None, "made": []}
    said = problem(alices.patch(f"armies/{mine.slug}", {"name": "", "date": "soon"}, match=2), 422, "refused")
    assert {error["field"] for error in said["errors"]} == {"name", "date"}


def test_elements_are_added_changed_moved_duplicated_and_deleted(alices: Api, mine: Army) -> None:
    at = f"armies/{mine.slug}/elements"
    there = elements(alices, mine)
    first, second = there["1st Brigade"]["id"], there["2nd Brigade"]["id"]
    unit = {"level": "unit", "parent": first, "position": 0, "facts": {"name": "3/2e Léger", "men": 500}}
    added = alices.post(at, unit, match=1)
    assert added.status_code == 201
    new = added.json()["made"][0]
    assert alices.patch(f"{at}/{new}", {"men": 450, "quality": "elite"}, match=2).json()["version"] == 3
    assert alices.post(f"{at}/{new}/move", {"parent": second}, match=3).json()["version"] == 4
    copy = alices.post(f"{at}/{new}/duplicate", match=4)
    assert (copy.status_code, copy.json()["version"]) == (201, 5)
    now = elements(alices, mine)
    assert [
        (now[name]["parent"], now[name]["position"], now[name]["men"]) for name in ("3/2e Léger", "3/2e Léger 2")
    ] == [
        (second, 2, 450),
        (second, 3, 450),
    ]
    assert alices.delete(f"{at}/{new}", match=5).json()["version"] == 6
    problem(alices.get(f"{at}/{new}"), 404, "not-found")
    problem(alices.patch(f"{at}/{new}", {"men": 1}, match=6), 404, "not-found")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"level": "regiment"}, "level"),
        ({"level": "unit", "parent": "nobody"}, "parent"),
        ({"level": "unit", "facts": {"men": 0}}, "facts.men"),
        ({"level": "brigade", "facts": {"men": 5}}, "men"),
        ({"level": "unit", "facts": {"nation": "XX"}}, "nation"),
        ({"level": "unit", "position": 900}, "position"),
        ({"parent": ""}, "level"),
    ],
)
def test_an_element_that_cannot_be_is_refused_at_its_field(
    alices: Api, mine: Army, body: dict[str, Any], field: str
) -> None:
    said = problem(alices.post(f"armies/{mine.slug}/elements", body, match=1), 422, "refused")
    assert field in [error["field"] for error in said["errors"]]


def test_several_edits_are_one_change_or_none(alices: Api, mine: Army) -> None:
    unit = elements(alices, mine)["I/2e Léger"]["id"]
    good = [
        {"kind": "change", "element": unit, "values": {"men": 610}},
        {"kind": "head", "values": {"battle": "Quatre Bras"}},
        {"kind": "bulk", "types": ["line_infantry"], "scale": 50},
    ]
    bad = [*good, {"kind": "change", "element": unit, "values": {"men": -1, "guns": 900}}]
    said = problem(alices.post(f"armies/{mine.slug}/bulk", {"edits": bad}, match=1), 422, "refused")
    assert [error["field"] for error in said["errors"]] == ["edits.3.men", "edits.3.guns"]
    assert Army.objects.get().version == 1
    assert alices.post(f"armies/{mine.slug}/bulk", {"edits": good}, match=1).json()["version"] == 2
    assert elements(alices, mine)["I/2e Léger"]["men"] == 305
    assert alices.post(f"armies/{mine.slug}/undo", match=2).json()["version"] == 3
    assert elements(alices, mine)["I/2e Léger"]["men"] == 430
    said = problem(alices.post(f"armies/{mine.slug}/bulk", {"edits": [{"kind": "sack"}]}, match=3), 422, "refused")
    assert "edits[0]" in said["errors"][0]["field"]


def test_undo_redo_the_history_and_the_way_back(alices: Api, mine: Army) -> None:
    at = f"armies/{mine.slug}"
    problem(alices.post(f"{at}/undo", match=1), 409, "conflict")
    for name in ("One", "Two", "Three"):
        alices.patch(at, {"name": name}, match="*")
    assert alices.post(f"{at}/undo", match=4).json()["change"]["words"].startswith("Undid: ")
    assert Army.objects.get().name == "Two"
    assert alices.post(f"{at}/redo", match=5).json()["version"] == 6
    problem(alices.post(f"{at}/redo", match=6), 409, "conflict")
    first = alices.get(f"{at}/changes?limit=2").json()
    assert [entry["number"] for entry in first["items"]] == [6, 5]
    rest = alices.get(first["next"].removeprefix("http://testserver")).json()
    assert [entry["number"] for entry in rest["items"]] == [4, 3]
    one = alices.get(f"{at}/changes/2").json()
    assert "One" in one["rows"][0]["sentence"]
    problem(alices.get(f"{at}/changes/99"), 404, "not-found")
    assert alices.post(f"{at}/changes/2/back", match=6).json()["version"] == 7
    assert Army.objects.get().name == "One"
    problem(alices.post(f"{at}/changes/99/back", match=7), 404, "not-found")


def test_options_are_set_and_what_is_wrong_names_its_rule(alices: Api, mine: Army) -> None:
    at = f"armies/{mine.slug}/options/mini_nap"
    assert alices.patch(at, {"values": {"max_corps_per_side": 3}}, match=1).json()["version"] == 2
    assert alices.get(f"armies/{mine.slug}").json()["options"] == {"mini_nap": {"max_corps_per_side": 3}}
    said = problem(alices.patch(at, {"values": {"max_corps_per_side": 0}}, match=2), 422, "refused")
    assert said["errors"][0]["field"] == "values.max_corps_per_side"
    assert said["errors"][0]["rule"].startswith("MN-")
    problem(alices.patch(f"armies/{mine.slug}/options/chess", {"values": {}}, match=2), 404, "not-found")


def test_deleting_is_for_the_version_one_has_seen(alices: Api, mine: Army) -> None:
    problem(alices.delete(f"armies/{mine.slug}", match=9), 412, "stale")
    gone = alices.delete(f"armies/{mine.slug}", match=1)
    assert (gone.status_code, gone.content) == (204, b"")
    problem(alices.get(f"armies/{mine.slug}"), 404, "not-found")


def test_commanders_are_rated_by_dice_by_hand_and_by_history(alices: Api, mine: Army) -> None:
    at = f"armies/{mine.slug}/throws"
    corps, division = alices.get(at).json()["items"]
    assert (corps["rating"], corps["throws"], corps["name"]) == (None, [], "General Reille")
    made = alices.post(at, {"source": "seed"}, match=1)
    assert (made.status_code, made.json()["version"]) == (201, 2)
    by_hand = {"element": division["element"], "source": "manual", "faces": [3, 5]}
    assert alices.post(at, by_hand, match=2).json()["version"] == 3
    fixed = {"element": corps["element"], "source": "fixed", "rating": "excellent"}
    assert alices.post(at, fixed, match=3).json()["version"] == 4
    corps, division = alices.get(at).json()["items"]
    assert (corps["rating"], len(corps["throws"])) == ("excellent", 2)
    assert division["throws"][-1]["faces"] == [3, 5]
    assert corps["radius"]["lines"][0]["rules"]
    for wrong, field in (
        ({**by_hand, "faces": [9, 9]}, "faces"),
        ({"source": "fixed", "rating": "poor"}, "element"),
        ({"element": "nobody", "source": "seed"}, "element"),
        ({**by_hand, "source": "seed"}, "faces"),
        ({**by_hand, "rating": "good"}, "rating"),
        ({**by_hand, "again": True}, "again"),
    ):
        said = problem(alices.post(at, wrong, match="*"), 422, "refused")
        assert said["errors"][0]["field"] == field


def test_checks_and_reckonings_name_their_rules(stranger: Api, mine: Army, alices: Api) -> None:
    checks = stranger.get(f"armies/{mine.slug}/checks").json()
    assert set(checks["faults"]) == {"mini_nap", "easy_napoleonics", "snappy_nappy"}
    assert list(stranger.get(f"armies/{mine.slug}/checks?system=mini_nap").json()["faults"]) == ["mini_nap"]
    numbers = stranger.get(f"armies/{mine.slug}/reckonings").json()
    row = Army.objects.get()
    assert (numbers["strength_points"]["value"], numbers["cost"]["value"]) == (row.strength_points, row.cost)
    there = elements(alices, mine)
    unit = stranger.get(f"armies/{mine.slug}/elements/{there['I/2e Léger']['id']}/reckonings").json()
    assert unit["strength_points"]["lines"][-1]["rules"] == ["MN-SP-01"]
    problem(stranger.get(f"armies/{mine.slug}/elements/{there['1st Brigade']['id']}/reckonings"), 404, "not-found")


def test_nations_and_systems_are_listed(stranger: Api) -> None:
    assert stranger.get("nations").json()["items"][0].keys() >= {"code", "name", "colour"}
    assert stranger.get("nations/fr").json()["name"] == "France"
    problem(stranger.get("nations/xx"), 404, "not-found")
    systems = {system["key"]: system for system in stranger.get("systems").json()["items"]}
    assert "max_corps_per_side" in [option["name"] for option in systems["mini_nap"]["options"]]
