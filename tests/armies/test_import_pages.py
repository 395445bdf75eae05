"""Import on pages: paste or send, columns of tables, workbooks; nothing is written before it is confirmed."""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from armies.exchange import read
from armies.exchange.files.oob_json import without_ids
from armies.exchange.table.columns import COLUMNS, FOREIGN, FURTHER, MEANINGS
from armies.models import Army, ColumnMapping, Element, ImportDraft
from armies.pages.import_pages import SAMPLE
from armies.services import import_drafts
from armies.services import import_drafts as services
from armies.services.import_drafts import stage
from armies.services.storage import create, facts_of
from battles.engine.armies.tree import totals
from tests.armies.builders import army, unit
from tests.armies.pasted import paste
from tests.exchange.books import HEAD, book

pytestmark = pytest.mark.django_db
OOB = Path(__file__).parents[2] / "armies/data/oob"


def test_the_sample_on_the_page_makes_an_army(as_alice: Client, alice: Any) -> None:
    preview = paste(as_alice, SAMPLE)
    assert not Army.objects.exists()
    answer = as_alice.post(preview, {"act": "keep", "army": "0"})
    made = Army.objects.get()
    assert answer["Location"] == f"/a/{made.slug}"
    assert made.owner == alice
    assert made.units == 4


def test_the_sample_can_be_tried_without_typing(client: Client) -> None:
    assert "Battery 18/6" in client.get("/armies/import/?sample").context["form"]["text"].value()
    assert client.get("/armies/import/").context["form"]["text"].value() is None


def test_confirming_twice_makes_one_army(as_alice: Client) -> None:
    preview = paste(as_alice, SAMPLE)
    for _ in range(2):
        assert as_alice.post(preview, {"act": "keep", "army": "0"}).status_code == 302
    assert Army.objects.count() == 1


def test_lines_not_understood_wait_for_a_decision(as_alice: Client) -> None:
    preview = paste(as_alice, SAMPLE + "      @@@@ ????\n")
    text = as_alice.get(preview).content.decode()
    assert "1 line needs you" in text
    assert "@@@@ ????" in text
    assert as_alice.post(preview, {"act": "keep", "army": "0"}).status_code == 422
    assert not Army.objects.exists()
    number = len(SAMPLE.splitlines()) + 1
    decided = {"act": "decide", f"line-{number}": "      3/61e Ligne 400 veteran"}
    text = as_alice.post(preview, decided, follow=True).content.decode()
    assert "needs you" not in text
    as_alice.post(preview, {"act": "keep", "army": "0"})
    assert Army.objects.get().units == 5


def test_a_line_can_be_left_out_and_the_decision_taken_back(as_alice: Client) -> None:
    preview = paste(as_alice, SAMPLE + "      @@@@ ????\n")
    number = len(SAMPLE.splitlines()) + 1
    decided = {"act": "decide", f"line-{number}": "x", f"drop-{number}": "1"}
    assert "needs you" not in as_alice.post(preview, decided, follow=True).content.decode()
    assert "1 line needs you" in as_alice.post(preview, {"act": "again"}, follow=True).content.decode()


def test_who_is_not_signed_in_looks_first_and_signs_in_to_keep(client: Client, alice: Any) -> None:
    preview = paste(client, SAMPLE)
    assert "Sign in and import" in client.get(preview).content.decode()
    answer = client.post(preview, {"act": "keep", "army": "0"})
    assert answer["Location"] == f"/accounts/login/?next={preview}"
    client.force_login(alice)
    session = client.session
    session["drafts"] = [preview.split("/")[-2]]
    session.save()
    client.post(preview, {"act": "keep", "army": "0"})
    assert Army.objects.get().owner == alice


def test_old_and_surplus_drafts_go(alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_drafts, "MOST_OWN", 2)
    monkeypatch.setattr(import_drafts, "MOST_STRANGERS", 3)
    old = stage(SAMPLE.encode(), "old.txt", bob)
    ImportDraft.objects.filter(pk=old.pk).update(
        created=timezone.now() - import_drafts.DRAFT_LIFETIME - timedelta(minutes=1)
    )
    for number in range(5):
        stage(SAMPLE.encode(), f"{number}.txt", alice)
        stage(SAMPLE.encode(), f"{number}.txt", None)
    kept = ImportDraft.objects.order_by("pk").values_list("owner__username", "filename")
    assert [name for owner, name in kept if owner == "alice"] == ["3.txt", "4.txt"]
    assert [name for owner, name in kept if owner is None] == ["2.txt", "3.txt", "4.txt"]
    assert not [name for owner, name in kept if owner == "bob"]


def test_another_users_draft_is_not_there(client: Client, as_alice: Client, charlie: Any) -> None:
    preview = paste(as_alice, SAMPLE)
    stranger = Client()
    stranger.force_login(charlie)
    assert stranger.get(preview).status_code == 404
    assert stranger.post(preview, {"act": "keep", "army": "0"}).status_code == 404


@pytest.mark.parametrize(("name", "count"), [("lutzen-1813.json", 2), ("1813-allied-spring.json", 1)])
def test_a_historical_file_is_sent_in_and_kept(as_alice: Client, name: str, count: int) -> None:
    sent = SimpleUploadedFile(name, (OOB / name).read_bytes())
    preview = as_alice.post("/armies/import/", {"file": sent})["Location"]
    as_alice.post(preview, {"act": "keep", "army": ["0", "1"]})
    assert Army.objects.count() == count


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"\x00\x01\x02\x03" * 40, "text"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"x" * 6_000_000, "most"),
        (b"corps,unit\n" * 20_000, "5,000"),
        (b'{"format": "oob/1"}', ""),
        (b'{"format": "muster-army", "schema_version": 99}', "newer"),
        (b"{", ""),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence_and_leaves_nothing(as_alice: Client, data: bytes, words: str) -> None:
    answer = as_alice.post("/armies/import/", {"file": SimpleUploadedFile("list.txt", data)})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'class="err"' in text
    assert words in text
    assert not ImportDraft.objects.exists()
    assert not Army.objects.exists()


def test_nothing_pasted_and_both_given_are_refused(as_alice: Client) -> None:
    assert "Paste text or choose a file." in as_alice.post("/armies/import/", {"text": " "}).content.decode()
    both = {"text": SAMPLE, "file": SimpleUploadedFile("a.txt", SAMPLE.encode())}
    assert "not both" in as_alice.post("/armies/import/", both).content.decode()


def test_a_connection_lost_in_mid_import_leaves_nothing(as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    preview = paste(as_alice, SAMPLE)

    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionError("lost")

    with monkeypatch.context() as patch:
        patch.setattr(Element.objects, "bulk_create", fail)
        with pytest.raises(ConnectionError):
            as_alice.post(preview, {"act": "keep", "army": "0"})
    assert not Army.objects.exists()
    as_alice.post(preview, {"act": "keep", "army": "0"})
    assert Army.objects.count() == 1


def test_choosing_none_of_the_armies_is_refused(as_alice: Client) -> None:
    preview = paste(as_alice, SAMPLE)
    answer = as_alice.post(preview, {"act": "keep"})
    assert answer.status_code == 422
    assert "at least one" in answer.content.decode()


def test_script_in_a_pasted_name_stays_text(as_alice: Client) -> None:
    preview = paste(as_alice, SAMPLE.replace("1/2e Léger", "<script>x</script>"))
    assert "<script>x" not in as_alice.get(preview).content.decode()


TABLE = "Bezeichnung,Chef,Zahl,Rang\n24e,Husson,550,veteran\n25e,,540,elite\n"
SAID = {"c-0": "unit", "c-1": "", "c-2": "men", "c-3": "quality"}


def send(client: Client, text: str = TABLE, name: str = "list.csv") -> str:
    """Where the file leads to."""
    answer = client.post("/armies/import/", {"file": SimpleUploadedFile(name, text.encode())})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def columns_of(client: Client, preview: str) -> str:
    """The page of columns that a draft that cannot be read leads to."""
    answer = client.get(preview)
    assert answer["Location"] == f"{preview}columns"
    return f"{preview}columns"


def say(client: Client, page: str, **changes: str) -> Any:
    (table,) = client.get(page).context["tables"]
    return client.post(page, {"head": table["head"].digest, "act": "say", **SAID, **changes})


def keep_with_types(client: Client, preview: str) -> None:
    """Say what kind of unit the numbers of the table are, and keep the army."""
    client.post(preview, {"act": "decide", "line-2": "24e Ligne,,550,veteran", "line-3": "25e Ligne,,540,elite"})
    client.post(preview, {"act": "keep", "army": "0"})


def test_every_column_that_is_read_can_be_said_and_no_other() -> None:
    assert set(MEANINGS) == {*COLUMNS, *FURTHER, *FOREIGN}


def test_a_table_of_unknown_columns_asks_what_they_mean(as_alice: Client) -> None:
    preview = send(as_alice)
    page = columns_of(as_alice, preview)
    text = as_alice.get(page).content.decode()
    assert "24e" in text
    assert "Read as “Commander of this row”" in text
    assert "Not recognised" in text
    assert "no column for units" in text
    assert say(as_alice, page)["Location"] == preview
    text = as_alice.get(preview).content.decode()
    assert "The columns have the meanings that you chose." in text
    keep_with_types(as_alice, preview)
    assert [(u.name, u.men, u.quality, u.commander) for u in Army.objects.get().elements.all()] == [
        ("24e Ligne", 550, "veteran", ""),
        ("25e Ligne", 540, "elite", ""),
    ]


def test_what_was_said_is_used_the_next_time_with_a_note_and_can_be_forgotten(as_alice: Client, alice: Any) -> None:
    say(as_alice, columns_of(as_alice, send(as_alice)))
    preview = send(as_alice, TABLE.replace("550", "600"))
    text = as_alice.get(preview).content.decode()
    assert "that you chose for an earlier table with these headings" in text
    page = f"{preview}columns"
    assert "You chose “Men”" in as_alice.get(page).content.decode()
    (table,) = as_alice.get(page).context["tables"]
    as_alice.post(page, {"head": table["head"].digest, "act": "forget"})
    assert not ColumnMapping.objects.filter(owner=alice).exists()
    columns_of(as_alice, preview)


def test_a_head_is_remembered_whatever_its_case_and_for_its_user_only(as_alice: Client, bob: Any) -> None:
    say(as_alice, columns_of(as_alice, send(as_alice)))
    assert as_alice.get(send(as_alice, TABLE.replace("Bezeichnung", " BEZEICHNUNG "))).status_code == 200
    other = Client()
    other.force_login(bob)
    columns_of(other, send(other))


def test_a_table_that_is_understood_can_be_told_as_well(as_alice: Client) -> None:
    preview = send(as_alice, "unit,men,quality,x\n24e Ligne,550,veteran,60\n")
    assert f"{preview}columns" in as_alice.get(preview).content.decode()
    say(as_alice, f"{preview}columns", **{"c-1": "", "c-2": "quality", "c-3": "men"})
    as_alice.post(preview, {"act": "keep", "army": "0"})
    assert Army.objects.get().elements.get().men == 60


def test_pasted_lines_that_may_be_a_table_can_be_told(client: Client) -> None:
    lines = "Bezeichnung\tZahl\tRang\nI/24e Ligne\t550\tveteran\nI/25e Ligne\t540\telite\n"
    preview = str(client.post("/armies/import/", {"text": lines})["Location"])
    assert "Is this a table?" in client.get(preview).content.decode()
    (table,) = client.get(f"{preview}columns").context["tables"]
    said = {"head": table["head"].digest, "c-0": "unit", "c-1": "men", "c-2": "quality"}
    client.post(f"{preview}columns", said)
    reading = client.get(preview).context["reading"]
    assert (reading.kind, len(reading.armies[0].children)) == ("csv", 2)


def test_strangers_are_remembered_from_when_they_keep_the_army(client: Client, alice: Any) -> None:
    preview = send(client)
    say(client, columns_of(client, preview))
    assert client.get(preview).status_code == 200
    assert not ColumnMapping.objects.exists()
    client.force_login(alice)
    session = client.session
    session["drafts"] = [preview.split("/")[-2]]
    session.save()
    keep_with_types(client, preview)
    assert ColumnMapping.objects.get().owner == alice


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"c-2": "unit"}, "Two columns have the meaning “Unit: its name”: “Bezeichnung” and “Zahl”. Leave one out."),
        ({"c-0": ""}, "Choose a column for the units"),
        ({"c-2": ""}, "Choose a column for the strengths (men or guns)"),
        ({"c-2": "nonsense"}, "“nonsense” is not a known meaning of a column."),
    ],
)
def test_what_cannot_be_is_refused_beside_what_was_said(
    as_alice: Client, changes: dict[str, str], sentence: str
) -> None:
    page = columns_of(as_alice, send(as_alice))
    answer = say(as_alice, page, **changes)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert '<option value="quality" selected>' in answer.content.decode()
    assert not ColumnMapping.objects.exists()
    assert not ImportDraft.objects.get().columns


def test_another_users_columns_and_texts_have_no_such_page(as_alice: Client, charlie: Any) -> None:
    page = columns_of(as_alice, send(as_alice))
    stranger = Client()
    stranger.force_login(charlie)
    assert stranger.get(page).status_code == 404
    assert as_alice.post(page, {"head": "0" * 64, **SAID}).status_code == 404
    text = send(as_alice, "I/24e Ligne 550 veteran\n", "list.txt")
    assert as_alice.get(f"{text}columns").status_code == 404


def test_the_oldest_heads_are_forgotten(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_MAPPINGS", 2)
    for number in range(4):
        services.remember_meanings(alice, {str(number): {"0": "unit"}})
    assert set(ColumnMapping.objects.values_list("head", flat=True)) == {"2", "3"}


def test_a_table_that_what_was_said_makes_unreadable_leads_back_to_its_columns(as_alice: Client) -> None:
    preview = send(as_alice, "unit,men,corps\n,,II Corps\n24e Ligne,500,\n")
    say(as_alice, f"{preview}columns", **{"c-0": "notes", "c-1": "men", "c-2": "unit", "c-3": ""})
    answer = as_alice.get(preview)
    assert answer.status_code in (200, 302)
    as_alice.post(preview, {"act": "decide", "line-2": "", "drop-2": "1", "line-3": "", "drop-3": "1"})
    assert as_alice.get(preview).status_code in (200, 302)


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


def test_the_address_gives_an_order_of_battle_that_reads_back(client: Client, mine: Army) -> None:
    answer = client.get(f"/a/{mine.slug}.json?style=oob")
    assert answer["Content-Disposition"] == f'attachment; filename="{mine.slug}.oob.json"'
    assert read(answer.content).kind == "oob"
    assert totals(read(answer.content).armies[0]) == totals(facts_of(mine))


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
    with pytest.raises(CommandError, match="name a file with -o"):
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
    assert "update an army" not in Client().get("/armies/import/").content.decode()
