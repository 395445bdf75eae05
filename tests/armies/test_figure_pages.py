"""The page of owned figures, and of those that an army needs."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armies.models import Army, Holding
from armies.services.storage import create
from tests.armies.builders import army, big

pytestmark = pytest.mark.django_db

EVIL = "<script>alert(1)</script>"


@pytest.fixture
def french(alice: Any) -> Holding:
    """Alice's holding of 24 stands of French line infantry."""
    return Holding.objects.create(owner=alice, nation="FR", type="line_infantry", stands=24, figures=144)


def test_who_is_not_signed_in_is_asked_to_and_comes_back(client: Client) -> None:
    for address in ("/figures", "/figures.csv"):
        assert client.get(address)["Location"] == f"/accounts/login/?next={address}"
    for end in ("add", "remove", "paste"):
        assert client.post(f"/figures/{end}")["Location"] == "/accounts/login/?next=/figures"
        assert client.get(f"/figures/{end}").status_code == 405


def test_a_row_is_added_once(as_alice: Client, alice: Any) -> None:
    form = {"nation": "FR", "kind": "line_infantry", "stands": "24", "figures": "144", "note": EVIL}
    assert as_alice.post("/figures/add", form).status_code == 302
    row = Holding.objects.get()
    assert (row.owner, row.nation, row.type, row.stands, row.figures) == (alice, "FR", "line_infantry", 24, 144)
    answer = as_alice.post("/figures/add", form)
    assert answer.status_code == 422
    assert "already; change that one" in answer.content.decode()
    assert EVIL not in as_alice.get("/figures").content.decode()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"stands": "-1"}, "stands"),
        ({"figures": "100001"}, "figures"),
        ({"nation": "XX"}, "nation"),
        ({"kind": "elephants"}, "kind"),
        ({"stands": "0", "figures": "0"}, "stands"),
        ({"note": "n" * 201}, "note"),
    ],
)
def test_a_bad_row_is_refused_beside_its_field(as_alice: Client, change: dict[str, str], field: str) -> None:
    form = {"nation": "", "kind": "line_infantry", "stands": "1", "figures": "0", **change}
    answer = as_alice.post("/figures/add", form)
    assert answer.status_code == 422
    assert field in answer.context["adding"].errors
    assert not Holding.objects.exists()


def test_rows_are_changed_in_place_all_or_none(as_alice: Client, alice: Any, french: Holding) -> None:
    other = Holding.objects.create(owner=alice, nation="PR", type="line_infantry", stands=4)
    good = {f"stands-{french.pk}": "30", f"figures-{french.pk}": "", f"note-{french.pk}": "in\u202e box"}
    bad = {f"stands-{other.pk}": "many", f"figures-{other.pk}": "4", f"note-{other.pk}": ""}
    answer = as_alice.post("/figures", {**good, **bad})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "“many” is not a number of stands" in page
    assert 'value="many"' in page
    assert 'value="30"' in page
    french.refresh_from_db()
    assert french.stands == 24
    assert as_alice.post("/figures", good).status_code == 302
    french.refresh_from_db()
    assert (french.stands, french.figures, french.note) == (30, 0, "in box")


def test_nobody_changes_or_removes_what_is_anothers(client: Client, bob: Any, french: Holding) -> None:
    client.force_login(bob)
    client.post("/figures", {f"stands-{french.pk}": "1", f"figures-{french.pk}": "1", f"note-{french.pk}": ""})
    for row in (str(french.pk), "9" * 18, "9" * 30, "x", ""):
        assert client.post("/figures/remove", {"row": row}).status_code == 302
    french.refresh_from_db()
    assert french.stands == 24
    assert "24" not in client.get("/figures.csv").content.decode()


def test_a_row_is_removed(as_alice: Client, french: Holding) -> None:
    assert as_alice.post("/figures/remove", {"row": french.pk}).status_code == 302
    assert not Holding.objects.exists()


def test_totals_stand_beside_each_nation(as_alice: Client, alice: Any, french: Holding) -> None:
    Holding.objects.create(owner=alice, nation="FR", type="light_infantry", stands=6, figures=30)
    Holding.objects.create(owner=alice, nation="", type="light_infantry", stands=1000)
    answer = as_alice.get("/figures")
    assert [(one["name"], one["stands"], one["figures"]) for one in answer.context["groups"]] == [
        ("French", 30, 174),
        ("Any nation", 1000, 0),
    ]
    assert "1,030" in answer.content.decode()


def test_pasted_rows_are_kept_all_or_none(as_alice: Client, french: Holding) -> None:
    lines = "French line infantry 10 stands 60 figures\nPrussian hussars 4 stands\nFrench elephants 2 stands"
    answer = as_alice.post("/figures/paste", {"rows": lines})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Line 3: “elephants” is not a known type" in page
    assert "Prussian hussars" in page
    assert Holding.objects.count() == 1
    assert as_alice.post("/figures/paste", {"rows": lines.rsplit("\n", 1)[0]}).status_code == 302
    assert {(row.nation, row.stands, row.figures) for row in Holding.objects.all()} == {("FR", 10, 60), ("PR", 4, 0)}


def test_what_is_exported_is_taken_again(as_alice: Client, alice: Any, french: Holding) -> None:
    Holding.objects.create(owner=alice, nation="", type="foot_artillery", stands=2, note="=spare")
    answer = as_alice.get("/figures.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="figures.csv"'
    Holding.objects.all().delete()
    sent = SimpleUploadedFile("figures.csv", answer.content)
    assert as_alice.post("/figures/paste", {"file": sent}).status_code == 302
    assert as_alice.get("/figures.csv").content == answer.content


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"\x89PNG\r\n", b"x" * 200_000, b"<html></html>"])
def test_a_file_that_holds_no_rows_is_refused(as_alice: Client, data: bytes) -> None:
    assert as_alice.post("/figures/paste", {"file": SimpleUploadedFile("x.csv", data)}).status_code == 422
    assert not Holding.objects.exists()


def test_an_army_says_what_is_missing(as_alice: Client, alice: Any, mine: Army) -> None:
    Holding.objects.create(owner=alice, nation="FR", type="line_infantry", stands=2, figures=12)
    Holding.objects.create(owner=alice, nation="", type="foot_artillery", stands=5)
    answer = as_alice.get(f"/a/{mine.slug}/figures")
    page = answer.content.decode()
    assert answer.context["compared"].missing == 6
    assert "6 of 9 stands missing" in page
    assert "Brigade commanders: <b>2</b>" in page
    assert "MN-ORG-16" in page
    easy = as_alice.get(f"/a/{mine.slug}/figures?system=easy_napoleonics")
    assert "Leaders: " in easy.content.decode()
    assert as_alice.get(f"/a/{mine.slug}/figures?system=chess").context["system"] == "mini_nap"


def test_a_reader_compares_with_his_own_figures(client: Client, bob: Any, french: Holding, mine: Army) -> None:
    assert "Sign in" in client.get(f"/a/{mine.slug}/figures").content.decode()
    client.force_login(bob)
    page = client.get(f"/a/{mine.slug}/figures").content.decode()
    assert 'Enter <a href="/figures">the figures that you own</a>' in page
    assert "144" not in page


def test_queries_do_not_grow(as_alice: Client, alice: Any, french: Holding, django_assert_max_num_queries: Any) -> None:
    row = create(big(150), alice)
    with django_assert_max_num_queries(8):
        assert as_alice.get(f"/a/{row.slug}/figures").status_code == 200
    with django_assert_max_num_queries(6):
        assert as_alice.get("/figures").status_code == 200


def test_an_army_of_nothing_needs_nothing(as_alice: Client, alice: Any) -> None:
    row = create(army(), alice)
    row.elements.all().delete()
    assert "no figures are needed" in as_alice.get(f"/a/{row.slug}/figures").content.decode()
