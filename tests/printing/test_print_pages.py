"""The page for printing: what it offers, true pictures, what is wrong beside its field, the packet by one button."""

import io
import re
import zipfile
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from armies.models import Visibility
from armies.services.storage import create
from battles.models import Battle
from battles.services.create import sources
from battles.services.tracker import games
from campaign.models import PrintJob
from campaign.printing.sheets import packet as packets
from tests.armies.builders import army, corps
from tests.battles.services.steps import begun, deployed
from tests.printing.conftest import words

pytestmark = pytest.mark.django_db
MINI = "/print/scenario/mini_nap/quatre_bras/"
CHOSEN = {"chosen": "1", "for": "umpire", "paper": "a4", "kind": ["map", "cheat_sheet"]}


def links(answer: Any, what: str) -> list[str]:
    return [
        unescape(found)
        for found in re.findall(rf'(?:src|href)="([^"]*{re.escape(what)}[^"]*)"', answer.content.decode())
    ]


@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics"])
def test_two_clicks_lead_from_the_scenario_to_the_packets_of_all(client: Client, system: str) -> None:
    page = client.get(f"/battles/new/setup?from=scenario:{system}:quatre_bras")
    (at,) = links(page, "/print/scenario/")
    form = client.get(at).content.decode()
    sent: dict[str, Any] = {"chosen": "1", "for": "all", "paper": "a4"}
    assert '<option value="all" selected>' in form
    sent["kind"] = re.findall(r'name="kind" value="(\w+)" checked', form)
    assert "map" in sent["kind"]
    answer = client.post(f"{at}packet", sent)
    if answer.status_code == 302:
        pytest.skip("it is made in the background: test_print_jobs holds it")
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert len(archive.namelist()) == 3


def test_every_page_that_can_be_printed_leads_there(client: Client, alice: Any, bob: Any) -> None:
    client.force_login(alice)
    mine, battle = create(army(), alice), begun(alice, bob, setup=deployed())
    game = games.start(sources.find_source("sample:mini_nap", alice), alice)
    for address, at in (
        (f"/a/{mine.slug}?system=recorded", f"/print/army/{mine.slug}/"),
        (f"/a/{mine.slug}?system=easy_napoleonics", f"/print/army/{mine.slug}/easy_napoleonics/"),
        (f"/b/{battle.slug}", f"/print/battle/{battle.slug}/"),
        (f"/b/{battle.slug}/share", f"/print/battle/{battle.slug}/"),
        (f"/table/{game.slug}", f"/print/table/{game.slug}/"),
        (f"/table/{game.slug}/share", f"/print/table/{game.slug}/"),
        ("/rules/snaphance/", "/print/rules/snaphance/"),
        ("/battles/new", MINI),
    ):
        assert links(client.get(address), at), address
        assert client.get(at).status_code == 200, at
    old = client.get(f"/a/{mine.slug}/print")
    assert (old.status_code, old["Location"]) == (302, f"/print/army/{mine.slug}/")


def test_a_picture_is_the_page_as_it_is_printed_and_is_kept(client: Client) -> None:
    page = client.get(MINI, CHOSEN)
    first = links(page, "page.png")[0]
    answer = client.get(first)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    wide, high = Image.open(io.BytesIO(answer.content)).size
    assert 1.40 < max(wide, high) / min(wide, high) < 1.43
    assert client.get(first, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    letter = client.get(first.replace("paper=a4", "paper=letter"))
    assert letter["ETag"] != answer["ETag"]
    assert answer["Cache-Control"] == "private, no-cache"
    assert client.get(first.replace("part=", "part=x")).status_code == 404
    assert client.get(f"{first}&kind=cheat_sheet").status_code == 404
    assert client.get(re.sub(r"page=\d+$", "page=99", first)).status_code == 404


def test_pages_are_turned_and_each_sheet_opens_as_a_pdf(client: Client) -> None:
    sent = {**CHOSEN, "kind": ["cheat_sheet"]}
    page = client.get(MINI, sent)
    for turn in links(page, "look."):
        turned = client.get(turn.partition("#")[0])
        assert any(at.endswith("page=2") for at in links(turned, "page.png"))
    (at,) = links(page, "sheet.pdf")
    sheet = client.get(at)
    assert sheet["Content-Type"] == "application/pdf"
    assert "inline" in sheet["Content-Disposition"]
    assert "Quatre Bras" in words(sheet.content)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("map.step", "4", "must be a whole number from 5 to 200"),
        ("map.step", "٣", "must be a whole number from 5 to 200"),
        ("map.size", "vast", "not &#x27;vast&#x27;"),
        ("map.nonesuch", "1", "has no choice"),
        ("paper", "a0", "There is no paper"),
        ("for", "c", "You cannot print for that side"),
        ("kind", "nonesuch", "There is no kind of sheet"),
    ],
)
def test_what_is_wrong_stands_beside_its_choice(client: Client, field: str, value: str, sentence: str) -> None:
    for answer in (client.get(MINI, {**CHOSEN, field: value}), client.post(f"{MINI}packet", {**CHOSEN, field: value})):
        assert answer.status_code == 422
        if field not in ("kind", "map.nonesuch"):
            assert sentence in answer.content.decode()


def test_nothing_chosen_is_shown_as_nothing_and_makes_no_packet(client: Client) -> None:
    nothing = {**CHOSEN, "kind": []}
    assert b"Choose at least one sheet" in client.get(MINI, nothing).content
    refused = client.post(f"{MINI}packet", nothing)
    assert refused.status_code == 422
    assert b"There is nothing to print" in refused.content


def test_a_token_never_stays_in_an_address(client: Client) -> None:
    answer = client.get(MINI, {**CHOSEN, "csrfmiddlewaretoken": "x"})
    assert answer.status_code == 302
    assert "csrf" not in answer["Location"]
    assert "kind=map&kind=cheat_sheet" in answer["Location"]


def test_who_may_not_see_it_finds_nothing(client: Client, alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    at = f"/print/battle/{battle.slug}/"
    assert client.get(at).status_code == 200
    assert client.get(at)["X-Robots-Tag"] == "noindex"
    for reader in ("a", "umpire", "all"):
        assert client.get(at, {**CHOSEN, "for": reader}).status_code == 422
        assert client.post(f"{at}packet", {**CHOSEN, "for": reader}).status_code == 422
        assert (
            client.get(f"{at}sheet.pdf", {"chosen": 1, "paper": "a4", "kind": "map", "for": reader}).status_code == 404
        )
        assert (
            client.get(f"{at}page.png", {"chosen": 1, "paper": "a4", "kind": "map", "for": reader}).status_code == 404
        )
    Battle.objects.update(visibility=Visibility.PRIVATE)
    for what in ("", "sheet.pdf", "page.png"):
        assert client.get(f"{at}{what}").status_code == 404
    for what in ("packet", "keep"):
        assert client.post(f"{at}{what}").status_code == 404
    assert client.get("/print/scenario/mini_nap/none/").status_code == 404
    assert client.get("/print/nonsense/").status_code == 404


def test_methods_are_what_they_should_be(client: Client) -> None:
    for what in ("packet", "keep"):
        assert client.get(f"{MINI}{what}").status_code == 405
    for what in ("", "page.png", "sheet.pdf"):
        assert client.post(f"{MINI}{what}").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"{MINI}packet", CHOSEN).status_code == 403


def test_a_page_asks_the_database_as_often_for_much_as_for_little(client: Client, alice: Any) -> None:
    client.force_login(alice)
    small = create(army(), alice)
    large = create(army(*(corps() for _ in range(6)), name="Grande Armée"), alice)
    counts = []
    for row in (small, small, large):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(f"/print/army/{row.slug}/").status_code == 200
        counts.append(len(asked))
    assert counts[1] == counts[2]
    assert counts[2] <= 14


def test_a_side_of_hostile_names_is_printed_and_shown(client: Client, alice: Any) -> None:
    client.force_login(alice)
    evil = "<b>Évil</b> & \u202eלא\u202c 🐎 " + "W" * 200
    row = create(army(name=evil[:100]), alice)
    at = f"/print/army/{row.slug}/"
    page = client.get(at)
    assert page.status_code == 200
    assert "<b>Évil" not in page.content.decode()
    every = {"chosen": "1", "paper": "letter", "for": "", "kind": list(packets.KINDS)}
    answer = client.post(f"{at}packet", every)
    assert answer.status_code in (200, 302)


def test_a_packet_that_is_long_is_made_in_the_background(client: Client) -> None:
    sent = {**CHOSEN, "kind": ["map"], "map.size": "1", "for": "a"}
    answer = client.post(f"{MINI}packet", sent)
    job = PrintJob.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/print/job/{job.key}/")
    shown = client.get(answer["Location"])
    assert "<progress" in shown.content.decode()
    assert "No worker is running." in shown.content.decode()


def test_a_file_has_its_name_in_any_script(client: Client, alice: Any) -> None:
    client.force_login(alice)
    row = create(army(name="Русская армия"), alice)
    at = f"/print/army/{row.slug}/"
    one = {"chosen": 1, "paper": "a4", "kind": "cheat_sheet", "for": ""}
    name = "filename*=utf-8''" + quote("русская-армия")
    assert client.get(f"{at}sheet.pdf", one)["Content-Disposition"] == f"inline; {name}-cheat-sheet.pdf"
    assert client.post(f"{at}packet", one)["Content-Disposition"] == f"attachment; {name}.pdf"
    told = client.get(f"/api/v1/sheets/army:{row.slug}:mini_nap/cheat_sheet")
    assert told["Content-Disposition"] == f"inline; {name}-cheat-sheet.pdf"
