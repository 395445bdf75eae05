"""Armies in and out: imports with a dry run, exports, the roster."""

import base64
from typing import Any

import pytest

from armies.exchange import read
from armies.models import Army
from armies.services.storage import facts_of
from tests.api.conftest import Api, problem

GOOD = """Army: Left wing
Nation: French
II Corps - Reille
  5th Division
    1st Brigade
      1/2e Léger 600 veteran
"""
BAD = GOOD + "      ???\n"


def test_a_dry_run_says_what_was_understood_and_keeps_nothing(alices: Api) -> None:
    said = alices.post("imports", {"text": BAD}).json()
    (army,) = said["armies"]
    assert (said["kept"], army["name"], army["units"], army["foot"], army["slug"]) == (False, "Left wing", 1, 600, None)
    (waiting,) = [one for one in said["problems"] if one["blocking"]]
    assert (waiting["line"], waiting["text"].strip()) == (7, "???")
    assert not Army.objects.exists()


def test_what_waits_for_a_decision_is_refused_and_then_decided(alices: Api) -> None:
    refused = problem(alices.post("imports", {"text": BAD, "dry_run": False}), 422, "refused")
    assert [error["field"] for error in refused["errors"]] == ["text.7"]
    decided = {"text": BAD, "dry_run": False, "decisions": {"7": None}, "visibility": "private"}
    said = alices.post("imports", decided).json()
    row = Army.objects.get(slug=said["armies"][0]["slug"])
    assert (row.units, row.visibility, row.owner.username) == (1, "private", "alice")
    new = alices.post("imports", {"text": BAD, "decisions": {"7": "      2/2e Léger 550"}}).json()
    assert new["armies"][0]["units"] == 2


def test_a_row_decided_in_the_notation_of_units_stays_in_its_formation(alices: Api) -> None:
    rows = ("brigade;unit;type;men", "Husson;1/24e Ligne;line infantry;550", "Campi;2/24e Ligne;line infantry;500-600")
    table = "\n".join([*rows, "Campi;Sappers;;", "Campi;3/24e Ligne;line infantry;480"])
    decisions = {"3": '"2/24e Ligne", line infantry, 525 men, trained', "4": "Campi;Sappers;light infantry;60"}
    read = alices.post("imports", {"text": table, "filename": "a.csv", "decisions": decisions}).json()
    assert not [problem for problem in read["problems"] if problem["blocking"]]
    husson, campi = read["armies"][0]["army"]["children"]
    assert [unit["name"] for unit in husson["children"]] == ["1/24e Ligne"]
    assert [(unit["name"], unit["men"]) for unit in campi["children"]] == [
        ("2/24e Ligne", 525),
        ("Sappers", 60),
        ("3/24e Ligne", 480),
    ]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": '{"format": "other"}'}, "text"),
        ({"text": GOOD, "side": "Prussians"}, "text"),
        ({"text": GOOD, "decisions": {"first": None}}, "decisions"),
        ({"text": GOOD, "decisions": {"7": 3}}, "decisions[...]"),
        ({}, "text"),
        ({"text": "x" * 5_000_001}, "text"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(alices: Api, body: dict[str, Any], field: str) -> None:
    said = problem(alices.post("imports", body), 422, "refused")
    assert said["errors"][0]["field"] == field


@pytest.mark.parametrize(("form", "media"), [("json", "application/json"), ("csv", "text/csv"), ("text", "text/plain")])
def test_an_export_is_read_again_without_loss(alices: Api, mine: Army, form: str, media: str) -> None:
    answer = alices.get(f"armies/{mine.slug}/export/{form}")
    assert answer["Content-Type"].startswith(media)
    assert mine.slug in answer["Content-Disposition"]
    again = alices.post("armies", {"text": answer.content.decode(), "filename": f"army.{form}"})
    assert again.status_code == 201, again.content
    (kept,) = read(answer.content, f"army.{form}").armies
    assert facts_of(mine).name == kept.name
    assert Army.objects.get(slug=again.json()["slug"]).strength_points == mine.strength_points


def test_a_workbook_is_sent_in_base64(alices: Api, mine: Army) -> None:
    book = base64.b64encode(alices.get(f"armies/{mine.slug}/export/xlsx").content).decode()
    said = alices.post("imports", {"data": book, "filename": "army.xlsx"}).json()
    assert [army["units"] for army in said["armies"]] == [mine.units]
    wrong = problem(alices.post("imports", {"data": "not base64!"}), 422, "refused")
    assert wrong["errors"][0]["field"] == "data"


def test_a_file_that_cannot_be_read_is_named_by_its_field(alices: Api) -> None:
    for field, value in (("data", "AAAA"), ("text", "\0")):
        wrong = problem(alices.post("imports", {field: value}), 422, "refused")
        assert wrong["errors"][0]["field"] == field


def test_rows_are_pasted_under_a_formation(alices: Api, mine: Army) -> None:
    at, brigade = f"armies/{mine.slug}/elements/paste", str(mine.elements.get(name="1st Brigade").pk)
    made = alices.post(at, {"text": "1/9e Ligne 500 veteran\n2/9e Ligne 480 veteran", "parent": brigade}, match=1)
    assert (made.status_code, len(made.json()["made"])) == (201, 2)
    assert list(mine.elements.filter(parent=brigade, name__contains="9e").values_list("men", flat=True)) == [500, 480]
    assert problem(alices.post(at, {"text": "???"}, match=2), 422, "refused")["errors"][0]["field"] == "text"
    assert problem(alices.post(at, {"text": "1/9e Ligne 500", "parent": "x"}, match=2), 422, "refused")


def test_an_army_is_brought_up_to_date_after_a_look(alices: Api, mine: Army) -> None:
    at, battalion = f"armies/{mine.slug}/update", mine.elements.get(name="I/2e Léger")
    text = alices.get(f"armies/{mine.slug}/export/text").content.decode().replace("430", "610", 1)
    look = alices.post(at, {"text": text}, match=1).json()
    assert (look["version"], look["change"], [row["what"] for row in look["rows"]]) == (1, None, ["changed"])
    done = alices.post(at, {"text": text, "dry_run": False, "words": "After the parade."}, match=1).json()
    assert (done["version"], done["change"]["words"]) == (2, "After the parade.")
    battalion.refresh_from_db()
    assert battalion.men == 610
    again = alices.post(at, {"text": text, "dry_run": False}, match=2).json()
    assert (again["version"], again["rows"], again["change"]) == (2, [], None)


def test_a_form_that_is_not_written_is_not_found(alices: Api, mine: Army) -> None:
    problem(alices.get(f"armies/{mine.slug}/export/doc"), 404, "not-found")


@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics"])
def test_the_roster_is_a_pdf(alices: Api, mine: Army, system: str) -> None:
    answer = alices.get(f"armies/{mine.slug}/roster?system={system}&paper=letter")
    assert (answer["Content-Type"], answer.content[:5]) == ("application/pdf", b"%PDF-")
    problem(alices.get(f"armies/{mine.slug}/roster?paper=foolscap"), 400, "parameters")
