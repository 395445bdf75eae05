"""Saying what the columns of a table mean, and being remembered."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armies.exchange.csv_columns import COLUMNS, FOREIGN, FURTHER
from armies.exchange.meanings import MEANINGS
from armies.models import Army, ColumnMapping, ImportDraft
from armies.services import columns as services

pytestmark = pytest.mark.django_db
TABLE = "Nom,Chef,Zahl,Rang\n24e Ligne,Husson,550,veteran\n25e Ligne,,540,elite\n"
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


def test_every_column_that_is_read_can_be_said_and_no_other() -> None:
    assert set(MEANINGS) == {*COLUMNS, *FURTHER, *FOREIGN}


def test_a_table_of_unknown_columns_asks_what_they_mean(as_alice: Client) -> None:
    preview = send(as_alice)
    page = columns_of(as_alice, preview)
    text = as_alice.get(page).content.decode()
    assert "24e Ligne" in text
    assert "Taken for “Commander of what the row is”" in text
    assert "Not recognised" in text
    assert "no column for the units" in text
    assert say(as_alice, page)["Location"] == preview
    text = as_alice.get(preview).content.decode()
    assert "The columns are read as you said." in text
    as_alice.post(preview, {"act": "keep", "army": "0"})
    assert [(u.name, u.men, u.quality, u.commander) for u in Army.objects.get().elements.all()] == [
        ("24e Ligne", 550, "veteran", ""),
        ("25e Ligne", 540, "elite", ""),
    ]


def test_what_was_said_is_used_the_next_time_with_a_note_and_can_be_forgotten(as_alice: Client, alice: Any) -> None:
    say(as_alice, columns_of(as_alice, send(as_alice)))
    preview = send(as_alice, TABLE.replace("550", "600"))
    text = as_alice.get(preview).content.decode()
    assert "as you said for an earlier table with this head" in text
    page = f"{preview}columns"
    assert "You said “Men”" in as_alice.get(page).content.decode()
    (table,) = as_alice.get(page).context["tables"]
    as_alice.post(page, {"head": table["head"].digest, "act": "forget"})
    assert not ColumnMapping.objects.filter(owner=alice).exists()
    columns_of(as_alice, preview)


def test_a_head_is_remembered_whatever_its_case_and_for_its_user_only(as_alice: Client, bob: Any) -> None:
    say(as_alice, columns_of(as_alice, send(as_alice)))
    assert as_alice.get(send(as_alice, TABLE.replace("Nom", " NOM "))).status_code == 200
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
    lines = "Nom\tZahl\tRang\nI/24e Ligne\t550\tveteran\nI/25e Ligne\t540\telite\n"
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
    client.post(preview, {"act": "keep", "army": "0"})
    assert ColumnMapping.objects.get().owner == alice


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"c-2": "unit"}, "Two columns are said to be “Unit: its name”: “Nom” and “Zahl”. Leave one out."),
        ({"c-0": ""}, "No column is said to hold the units"),
        ({"c-2": ""}, "No column is said to hold the strengths, men or guns"),
        ({"c-2": "nonsense"}, "“nonsense” is nothing that a column can mean."),
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
        services.remember(alice, {str(number): {"0": "unit"}})
    assert set(ColumnMapping.objects.values_list("head", flat=True)) == {"2", "3"}


def test_a_table_that_what_was_said_makes_unreadable_leads_back_to_its_columns(as_alice: Client) -> None:
    preview = send(as_alice, "unit,men,corps\n,,II Corps\n24e Ligne,500,\n")
    say(as_alice, f"{preview}columns", **{"c-0": "notes", "c-1": "men", "c-2": "unit", "c-3": ""})
    answer = as_alice.get(preview)
    assert answer.status_code in (200, 302)
    as_alice.post(preview, {"act": "decide", "line-2": "", "drop-2": "1", "line-3": "", "drop-3": "1"})
    assert as_alice.get(preview).status_code in (200, 302)
