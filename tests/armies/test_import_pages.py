"""Pasting an order of battle: nothing is written before it is confirmed, then all or nothing."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from armies.models import Army, Element, ImportDraft
from armies.pages.importing import SAMPLE
from armies.services import importing
from armies.services.importing import stage

pytestmark = pytest.mark.django_db
OOB = Path(__file__).parents[2] / "armies/data/oob"


def paste(client: Client, text: str) -> str:
    """The address of the preview that the pasted text leads to."""
    answer = client.post("/armies/import/", {"text": text})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


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
    assert "1 line to decide" in text
    assert "@@@@ ????" in text
    assert as_alice.post(preview, {"act": "keep", "army": "0"}).status_code == 422
    assert not Army.objects.exists()
    number = len(SAMPLE.splitlines()) + 1
    text = as_alice.post(preview, {"act": "decide", f"line-{number}": "      3/61e Ligne 400 veteran"}).content.decode()
    assert "to decide" not in text
    as_alice.post(preview, {"act": "keep", "army": "0"})
    assert Army.objects.get().units == 5


def test_a_line_can_be_left_out_and_the_decision_taken_back(as_alice: Client) -> None:
    preview = paste(as_alice, SAMPLE + "      @@@@ ????\n")
    number = len(SAMPLE.splitlines()) + 1
    decided = {"act": "decide", f"line-{number}": "x", f"drop-{number}": "1"}
    assert "to decide" not in as_alice.post(preview, decided).content.decode()
    assert "1 line to decide" in as_alice.post(preview, {"act": "again"}).content.decode()


def test_who_is_not_signed_in_looks_first_and_signs_in_to_keep(client: Client, alice: Any) -> None:
    preview = paste(client, SAMPLE)
    assert "Sign in and keep it" in client.get(preview).content.decode()
    answer = client.post(preview, {"act": "keep", "army": "0"})
    assert answer["Location"] == f"/accounts/login/?next={preview}"
    client.force_login(alice)
    session = client.session
    session["drafts"] = [preview.split("/")[-2]]
    session.save()
    client.post(preview, {"act": "keep", "army": "0"})
    assert Army.objects.get().owner == alice


def test_old_and_surplus_drafts_go(alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_OWN", 2)
    monkeypatch.setattr(importing, "MOST_STRANGERS", 3)
    old = stage(SAMPLE.encode(), "old.txt", bob)
    ImportDraft.objects.filter(pk=old.pk).update(created=timezone.now() - importing.KEPT - timedelta(minutes=1))
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


@pytest.mark.parametrize("name", sorted(path.name for path in OOB.glob("*.json")))
def test_each_historical_file_is_sent_in_and_kept(as_alice: Client, name: str) -> None:
    sent = SimpleUploadedFile(name, (OOB / name).read_bytes())
    preview = as_alice.post("/armies/import/", {"file": sent})["Location"]
    as_alice.post(preview, {"act": "keep", "army": ["0", "1"]})
    assert Army.objects.count() == 2


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
    assert "Nothing was pasted" in as_alice.post("/armies/import/", {"text": " "}).content.decode()
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
