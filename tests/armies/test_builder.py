"""The builder's page and its answers, with script and without."""

from typing import Any

import pytest
from django.test import Client

from armies.building.edits import Change
from armies.models import Army
from armies.services.apply_edit import amend
from armies.services.storage import create
from tests.armies.builders import army, big

JSON = {"HTTP_ACCEPT": "application/json"}


def element(row: Army, name: str) -> str:
    return str(row.elements.get(name=name).pk)


def post(client: Client, row: Army, act: str, json: bool = True, **fields: Any) -> Any:
    fields.setdefault("version", Army.objects.get(pk=row.pk).version)
    return client.post(f"/a/{row.slug}/build", {"act": act, **fields}, **(JSON if json else {}))


def test_the_page_shows_every_element_once(as_alice: Client, mine: Army) -> None:
    body = as_alice.get(f"/a/{mine.slug}/build").content.decode()
    for row in mine.elements.all():
        assert body.count(f'id="e-{row.pk}"') == 1


def test_a_unit_is_added_and_the_answer_has_what_changed_and_the_totals(as_alice: Client, mine: Army) -> None:
    parent = element(mine, "1st Brigade")
    answer = post(as_alice, mine, "add", level="unit", parent=parent, name="III/2e Léger", men="500").json()
    assert answer["version"] == 2
    made, changes = element(mine, "III/2e Léger"), answer["changes"]
    above = {element(mine, name) for name in ("1st Brigade", "5th Division", "II Corps")}
    assert changes["rows"].keys() == {made, *above}
    assert "III/2e Léger" in changes["rows"][made]
    assert changes["lists"] == [{"parent": parent, "after": element(mine, "II/2e Léger"), "ids": [made]}]
    assert changes["gone"] == []
    assert (answer["base"], "tree" in answer) == (1, False)
    assert answer["words"] == "Added III/2e Léger to 1st Brigade."
    assert answer["undo"] == answer["words"]
    assert Army.objects.get(pk=mine.pk).foot == mine.foot + 500
    assert answer["element"] == element(mine, "III/2e Léger")


def test_without_script_the_answer_leads_back_to_the_row(as_alice: Client, mine: Army) -> None:
    answer = post(as_alice, mine, "duplicate", json=False, element=element(mine, "I/2e Léger"))
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"#e-{element(mine, 'I/2e Léger 2')}")


@pytest.mark.parametrize(
    ("act", "fields", "field", "words"),
    [
        ("add", {"level": "unit", "parent": "", "men": "11o7", "name": "X"}, "men", "whole number"),
        ("add", {"level": "army"}, "level", "corps, division, brigade, unit"),
        ("add", {"level": "unit", "name": ""}, "name", "empty"),
        ("move", {"element": "none"}, "element", "no such unit"),
        ("step", {"element": "@corps", "way": "up"}, "way", "cannot be moved further up"),
        ("step", {"element": "@corps", "way": "sideways"}, "way", "The way must be one of"),
        ("move", {"element": "@corps", "parent": "@division"}, "parent", "cannot be under itself"),
        ("move", {"element": "@unit", "parent": "@division", "position": "99"}, "position", "positions go from 0"),
        ("move", {"element": "@unit", "position": "-1"}, "position", "whole number"),
        ("bulk", {"scale": "half"}, "scale", "per cent"),
        ("bulk", {}, "values", "Choose what to change"),
        ("paste", {"text": ""}, "text", "Nothing was pasted"),
        ("paste", {"text": "what is this"}, "text", "Line 1"),
        ("undo", {}, "undo", "no change to undo"),
        ("redo", {}, "redo", "no change to redo"),
        ("dance", {}, "act", "Choose an action"),
    ],
)
def test_a_refusal_names_the_field_and_says_why(
    as_alice: Client, mine: Army, act: str, fields: dict[str, str], field: str, words: str
) -> None:
    names = {"@corps": "II Corps", "@division": "5th Division", "@unit": "I/2e Léger"}
    sent = {key: element(mine, names[value]) if value in names else value for key, value in fields.items()}
    answer = post(as_alice, mine, act, **sent)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["field"] == field
    assert words in answer.json()["faults"][0]["sentence"]
    page = post(as_alice, mine, act, json=False, **sent)
    assert page.status_code == 422
    assert words in page.content.decode()
    assert Army.objects.get(pk=mine.pk).version == 1


def test_rows_of_a_spreadsheet_are_pasted(as_alice: Client, mine: Army) -> None:
    text = "III/2e Léger\t601\tveteran\nIV/2e Léger\t590\telite"
    assert post(as_alice, mine, "paste", parent=element(mine, "1st Brigade"), text=text).status_code == 200
    assert mine.elements.get(name="III/2e Léger").men == 601
    assert mine.elements.filter(name__startswith="IV/2e Léger", quality="elite", men=590).exists()


@pytest.mark.parametrize(
    "text",
    [
        "1/5th Silesian\t1,200\tveteran",
        "1200\t1/5th Silesian\tveteran",
        "1/5th Silesian\tline infantry\tveteran\t1200.0",
        "1\t1/5th Silesian\tveteran\t1200\n2\t2/5th Silesian\tveteran\t700",
        "Name\tMen\tQuality\n1/5th Silesian\t1200\tveteran",
        "Men\tClass\tBattalion\n1 200\tveteran\t1/5th Silesian",
    ],
)
def test_the_columns_of_pasted_rows_stand_in_any_order(as_alice: Client, mine: Army, text: str) -> None:
    assert post(as_alice, mine, "paste", parent=element(mine, "1st Brigade"), text=text).status_code == 200
    unit = mine.elements.get(name="1/5th Silesian")
    assert (unit.type, unit.quality, unit.men) == ("line_infantry", "veteran", 1200)


def test_two_hundred_rows_without_a_type_are_pasted(as_alice: Client, mine: Army) -> None:
    text = "\n".join(f"{number}/5th Silesian\t{600 + number}" for number in range(1, 201))
    answer = post(as_alice, mine, "paste", parent=element(mine, "1st Brigade"), text=text)
    assert "200 without a type were read as line infantry." in answer.json()["words"]
    assert mine.elements.get(name="200/5th Silesian").men == 800


@pytest.mark.parametrize("text", ['""', "\t\t", '"', "a" * 140_000, "Name\tMen", "\u00b2\t\u00b2"])
def test_odd_things_pasted_are_refused(as_alice: Client, mine: Army, text: str) -> None:
    assert post(as_alice, mine, "paste", text=text).status_code == 422


def test_a_form_refused_without_script_keeps_what_was_typed(as_alice: Client, mine: Army) -> None:
    page = post(as_alice, mine, "paste", json=False, text="1/2e\t600\nwhat is this").content.decode()
    assert "Line 2, “what is this”" in page
    assert "1/2e\t600\nwhat is this</textarea>" in page
    parent = element(mine, "1st Brigade")
    page = post(
        as_alice, mine, "add", json=False, level="unit", parent=parent, name="III/2e", men="6oo"
    ).content.decode()
    for kept in ('value="III/2e"', 'value="6oo"', f'name="parent" value="{parent}"'):
        assert kept in page


def test_the_builder_is_not_kept_for_the_button_back(as_alice: Client, mine: Army) -> None:
    for headers in ({}, JSON):
        assert "no-store" in as_alice.get(f"/a/{mine.slug}/build", **headers)["Cache-Control"]


def test_an_army_is_begun_at_any_level_and_goes_on_where_it_stands(as_alice: Client, alice: Any) -> None:
    from battles.engine.armies import facts

    def offered(*children: facts.Element) -> list[str]:
        row = create(facts.Army(name="Small", children=children), alice)
        tree = as_alice.get(f"/a/{row.slug}/build", **JSON).json()["tree"]
        return [
            level for level in ("corps", "division", "brigade", "unit") if f'data-add="{level}" data-parent=""' in tree
        ]

    assert offered() == ["corps", "division", "brigade", "unit"]
    assert offered(facts.Brigade(name="1st", kind="infantry")) == ["corps", "brigade"]


def test_edits_that_do_not_touch_each_other_are_merged(as_alice: Client, mine: Army) -> None:
    first, second = element(mine, "I/2e Léger"), element(mine, "II/2e Léger")
    post(as_alice, mine, "change", element=first, level="unit", men="111", version=1)
    for values in ({"element": second, "men": "222"}, {"element": first, "men": "430", "quality": "guard"}):
        assert post(as_alice, mine, "change", level="unit", version=1, **values).status_code == 200
    brigade = element(mine, "1st Brigade")
    added = post(
        as_alice, mine, "add", level="unit", parent=brigade, name="X", type="line_infantry", men="9", version=1
    )
    assert added.status_code == 200, added.content
    assert (mine.elements.get(pk=first).men, mine.elements.get(pk=first).quality) == (111, "guard")
    assert mine.elements.get(pk=second).men == 222


def test_the_same_field_is_a_conflict_that_names_both_values_and_their_author(as_alice: Client, mine: Army) -> None:
    first = element(mine, "I/2e Léger")
    post(as_alice, mine, "change", element=first, level="unit", men="111", version=1)
    answer = post(as_alice, mine, "change", element=first, level="unit", men="222", version=1)
    assert answer.status_code == 409
    told = answer.json()
    assert told["clashes"] == ["I/2e Léger: men is 222 by you, 111 by alice."]
    assert told["entries"] == [{"by": "alice", "words": "Changed men of I/2e Léger."}]
    again = post(as_alice, mine, "change", element=first, level="unit", men="222", version=told["version"])
    assert again.status_code == 200
    assert mine.elements.get(pk=first).men == 222


def test_an_undo_merges_with_other_changes_and_names_both_values_where_it_meets_one(
    as_alice: Client, alice: Any, bob: Any, mine: Army
) -> None:
    first, second = element(mine, "I/2e Léger"), element(mine, "II/2e Léger")
    old = mine.elements.get(pk=first).men
    post(as_alice, mine, "change", element=first, level="unit", men="111", version=1)
    amend(Army.objects.get(pk=mine.pk), Change(element=second, values={"men": 222}), by=bob)
    assert post(as_alice, mine, "undo", version=2).status_code == 200
    assert (mine.elements.get(pk=first).men, mine.elements.get(pk=second).men) == (old, 222)
    post(as_alice, mine, "redo", version=4)
    amend(Army.objects.get(pk=mine.pk), Change(element=first, values={"men": 333}), by=bob)
    answer = post(as_alice, mine, "undo", version=5)
    assert answer.status_code == 409
    assert answer.json()["clashes"] == [f"I/2e Léger: men is {old} by you, 333 by bob."]
    assert mine.elements.get(pk=first).men == 333


def test_an_edit_of_or_below_something_deleted_is_a_conflict(as_alice: Client, mine: Army) -> None:
    brigade, first = element(mine, "1st Brigade"), element(mine, "I/2e Léger")
    post(as_alice, mine, "delete", element=brigade, version=1)
    changed = post(as_alice, mine, "change", element=first, level="unit", men="222", version=1)
    assert (changed.status_code, changed.json()["clashes"]) == (409, ["I/2e Léger: alice deleted it."])
    added = post(as_alice, mine, "add", level="unit", parent=brigade, name="X", type="line_infantry", version=1)
    assert (added.status_code, added.json()["clashes"]) == (409, ["1st Brigade: alice deleted it."])
    other = element(mine, "2nd Brigade")
    post(as_alice, mine, "add", level="unit", parent=other, name="Y", type="line_infantry", version=2)
    gone = post(as_alice, mine, "delete", element=other, version=2)
    assert gone.status_code == 409


def test_a_page_that_shows_the_present_army_gets_no_second_copy(as_alice: Client, mine: Army) -> None:
    rules = as_alice.get(f"/a/{mine.slug}/build", **JSON).json()["rules"]
    assert as_alice.get(f"/a/{mine.slug}/build?seen=1.{rules}", **JSON).status_code == 204
    post(as_alice, mine, "change", element=element(mine, "I/2e Léger"), level="unit", men="111", version=1)
    assert "111" in as_alice.get(f"/a/{mine.slug}/build?seen=1.{rules}", **JSON).json()["tree"]


def test_a_form_sent_once_more_writes_only_what_its_sender_changed(as_alice: Client, mine: Army) -> None:
    pk = element(mine, "I/2e Léger")
    address = f"/a/{mine.slug}/element/{pk}"
    facts = {"name": "I/2e Léger", "type": "line_infantry", "quality": "veteran", "basis": "recalled", "men": "430"}
    as_alice.post(address, {**facts, "men": "999", "version": 1})
    stale = as_alice.post(address, {**facts, "quality": "elite", "version": 1})
    assert stale.status_code == 409
    assert "men 430 → 999" in stale.content.decode()
    again = as_alice.post(address, {**facts, "quality": "elite", "version": 2, "seen": 1})
    assert again.status_code == 302
    row = mine.elements.get(pk=pk)
    assert (row.men, row.quality) == (999, "elite")


def test_history_shows_who_did_what_and_leads_back(as_alice: Client, mine: Army) -> None:
    before = as_alice.get(f"/a/{mine.slug}.json").content
    post(as_alice, mine, "delete", element=element(mine, "1st Brigade"))
    post(as_alice, mine, "bulk", quality="guard")
    page = as_alice.get(f"/a/{mine.slug}/history").content.decode()
    assert "Deleted 1st Brigade and the 2 under it from 5th Division." in page
    assert "Set quality for 3 units" in page
    entry = as_alice.get(f"/a/{mine.slug}/history/2").content.decode()
    assert "I/2e Léger was removed from 1st Brigade, 430 men." in entry
    back = as_alice.post(f"/a/{mine.slug}/history/1", {"act": "back", "version": 3})
    assert back.status_code == 302
    assert as_alice.get(f"/a/{mine.slug}.json").content == before


def test_points_left_follow_under_easy_napoleonics(as_alice: Client, mine: Army) -> None:
    post_to = f"/a/{mine.slug}/build?system=easy_napoleonics"
    answer = as_alice.post(post_to, {"act": "delete", "element": element(mine, "1st Brigade"), "version": 1}, **JSON)
    assert "60" in answer.json()["dock"]


@pytest.mark.parametrize("act", ["change", "move", "add", "delete", "duplicate"])
def test_queries_of_an_edit_do_not_grow_with_the_army(
    as_alice: Client, alice: Any, django_assert_max_num_queries: Any, act: str
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for units in (20, 150):
        row = create(big(units), alice)
        unit = str(row.elements.filter(level="unit").first().pk)  # type: ignore[union-attr]
        brigade = str(row.elements.filter(level="brigade").last().pk)  # type: ignore[union-attr]
        fields = {"element": unit, "parent": brigade, "level": "unit", "men": "77", "name": "X", "position": "0"}
        post(as_alice, row, "change", element=unit, level="unit", men="76")
        with CaptureQueriesContext(connection) as queries:
            assert post(as_alice, row, act, **fields).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 25


def test_only_those_who_may_change_it_see_the_builder(client: Client, mine: Army, bob: Any) -> None:
    assert client.get(f"/a/{mine.slug}/build").status_code == 302
    client.force_login(bob)
    for address in ("build", "build/add?level=unit", "build/paste", "build/bulk", "history", "history/1"):
        assert client.get(f"/a/{mine.slug}/{address}").status_code == 404
    assert post(client, mine, "bulk", quality="guard").status_code == 404


def test_every_form_without_script_works(as_alice: Client, mine: Army) -> None:
    for address in ("build/add?level=brigade&parent=", "build/paste?parent=", "build/bulk"):
        assert as_alice.get(f"/a/{mine.slug}/{address}").status_code == 200
    assert as_alice.get(f"/a/{mine.slug}/build/add?level=army").status_code == 404


def test_an_edit_that_changes_nothing_is_no_entry(alice: Any) -> None:
    from armies.building.edits import Change

    row = create(army(), alice)
    assert amend(row, Change(element(row, "I/2e Léger"), {"men": 430}), by=alice) is None
    assert row.changes.count() == 0
