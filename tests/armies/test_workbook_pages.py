"""Workbooks through the pages and the commands."""

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from armies.exchange import read
from armies.exchange.muster_json import without_ids
from armies.models import Army
from armies.services.reading import facts_of
from armies.services.writing import create
from tests.armies.builders import army, unit
from tests.exchange.test_workbooks import HEAD, book

pytestmark = pytest.mark.django_db


def told(data: bytes) -> list[list[Any]]:
    """The filled cells of the second sheet."""
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[1]
    return [[cell.value for cell in row if cell.value is not None] for row in sheet]


def test_the_address_gives_a_workbook_that_reads_back(client: Client, mine: Army) -> None:
    answer = client.get(f"/a/{mine.slug}.xlsx")
    assert answer["Content-Type"].endswith("spreadsheetml.sheet")
    assert answer["Content-Disposition"] == f'attachment; filename="{mine.slug}.xlsx"'
    assert answer["X-Robots-Tag"] == "noindex"
    assert read(answer.content).armies == (without_ids(facts_of(mine)),)


def test_its_second_sheet_has_the_totals_and_the_faults_under_both_systems(client: Client, alice: Any) -> None:
    row = create(army(unit("24e Ligne")), alice)
    rows = told(client.get(f"/a/{row.slug}.xlsx").content)
    assert ["Units", 1] in rows
    assert ["Foot", 430] in rows
    assert ["Strength points in Mini-Nap", row.strength_points] in rows
    assert ["Cost in Easy Napoleonics", row.cost] in rows
    assert ["Faults under Mini-Nap"] in rows
    severities = [line[1] for line in rows if len(line) == 4]
    assert severities.count("error") >= row.errors > 0
    assert any("Easy Napoleonics" in line[0] for line in rows if len(line) == 1)


def test_a_private_army_gives_none_to_others(client: Client, mine: Army) -> None:
    Army.objects.update(visibility="private")
    assert client.get(f"/a/{mine.slug}.xlsx").status_code == 404


def test_the_commands_write_and_read_one(mine: Army, tmp_path: Path, alice: Any) -> None:
    file = tmp_path / "army.xlsx"
    call_command("export_army", mine.slug, "--format", "xlsx", "-o", str(file))
    call_command("import_army", str(file), "--owner", "alice", stdout=io.StringIO())
    new = Army.objects.exclude(pk=mine.pk).get()
    assert without_ids(facts_of(new)) == without_ids(facts_of(mine))
    with pytest.raises(CommandError, match="say with -o where to write it"):
        call_command("export_army", mine.slug, "--format", "xlsx")


def test_the_command_names_the_row_that_people_see(tmp_path: Path) -> None:
    rows = [HEAD, (), ("II", "5th", "1st", "24e", "line", "veteran", "many", None)]
    (tmp_path / "x.xlsx").write_bytes(book(("French", rows), ("Allied", rows)))
    with pytest.raises(CommandError, match="Sheet “French”, row 3: II,5th"):
        call_command("import_army", str(tmp_path / "x.xlsx"))


def test_a_workbook_is_sent_in_mended_and_kept(as_alice: Client) -> None:
    rows = [HEAD, ("II", "5th", "1st", "24e", "line", "veteran", "many", None), ("", "", "", "25e", "line", "elite", 9)]
    sent = SimpleUploadedFile("list.xlsx", book(("French", rows), ("Allied", rows)))
    preview = as_alice.post("/armies/import/", {"file": sent})["Location"]
    answer = as_alice.get(preview)
    text = answer.content.decode()
    assert "read as a workbook" in text
    assert "Sheet “Allied”, row 2" in text
    first, second = answer.context["blocking"]
    mended = {f"line-{first.line}": first.text.replace("many", "500"), f"line-{second.line}": ""}
    as_alice.post(preview, {"act": "decide", f"drop-{second.line}": "1", **mended})
    as_alice.post(preview, {"act": "keep", "army": ["0", "1"]})
    assert sorted(Army.objects.values_list("name", "units")) == [("Allied", 1), ("French", 2)]


def test_the_form_names_the_armies_that_a_list_may_bring_up_to_date(as_alice: Client, mine: Army) -> None:
    assert f"/a/{mine.slug}/import" in as_alice.get("/armies/import/").content.decode()
    assert "bring an army up to date" not in Client().get("/armies/import/").content.decode()
