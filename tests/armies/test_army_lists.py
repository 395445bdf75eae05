"""Army lists on pages and paper: listed, priced, checked and printed under a system without an engine."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armies.models import Army
from armies.sheets.army_roster import list_roster, roster
from battles.engine import registry
from battles.engine.armies.roster_words import RosterStyle
from battles.engine.armies.systems import builder_groups, list_groups, recording_groups
from battles.rules.snaphance.army import EXAMPLE
from tests.sheets.builders import sides
from tests.sheets.pdf_text import PAPERS, misplaced, pages, pdf, text, without_spaces

every_list = pytest.mark.parametrize(
    ("system", "key"), [(s, k) for s in list_groups() for k in list_groups()[s].sample_lists()]
)
EVIL = "<script>alert(1)</script>"


def test_those_with_lists_are_drafts_and_those_an_army_is_built_under_are_not() -> None:
    assert {*registry.keys()} - {*registry.playable()} == set(list_groups())
    assert set(list_groups()) & set(recording_groups()) == {"snappy_nappy"}
    assert set(builder_groups()) == set(registry.playable())


@pytest.mark.django_db
@pytest.mark.rule("SN-RULING-25", "an army has a page under Snappy Nappy, corps by corps")
@pytest.mark.rule("SN-ARMY-02", "every price opens its arithmetic")
def test_an_army_is_shown_under_a_system_with_lists(client: Client, mine: Army) -> None:
    found = client.get(f"/a/{mine.slug}?system=snappy_nappy").content.decode()
    for words in (
        "II Corps",
        "infantry brigade",
        "SN-ARMY-02",
        "SN-RULING-26",
        "Battles are not possible yet",
    ):
        assert words in found
    ids = re.findall(r' id="([^"]+)"', found)
    assert len(ids) == len(set(ids))


@pytest.mark.django_db
def test_its_options_are_set_and_act(client: Client, mine: Army, alice: Any) -> None:
    client.force_login(alice)
    address = f"/a/{mine.slug}/options/snappy_nappy"
    sent = {"starting_level": "firm", "cic_may_double": "on", "points_limit": "5", "version": mine.version}
    assert client.post(address, sent).status_code == 302
    mine.refresh_from_db()
    assert mine.options["snappy_nappy"] == {"starting_level": "firm", "points_limit": 5}
    assert "the limit is 5" in client.get(f"/a/{mine.slug}?system=snappy_nappy").content.decode()
    assert client.post(address, {"starting_level": "brave"}).status_code == 422


@pytest.mark.django_db
def test_the_api_knows_it(client: Client, mine: Army) -> None:
    faults = client.get(f"/api/v1/armies/{mine.slug}/checks?system=snappy_nappy").json()["faults"]
    assert [fault["rule"] for fault in faults["snappy_nappy"]] == ["SN-ARMY-07"]
    roster = client.get(f"/api/v1/armies/{mine.slug}/roster?system=snappy_nappy")
    assert roster.content.startswith(b"%PDF")
    systems = {one["key"]: one for one in client.get("/api/v1/systems").json()["items"]}
    assert systems["snappy_nappy"]["overrides"] == []
    assert [one["name"] for one in systems["snappy_nappy"]["options"]] == [
        "starting_level",
        "cic_may_double",
        "points_limit",
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("battle", "side"), [("quatre-bras-1815", 0), ("austerlitz-1805", 1)])
@pytest.mark.rule("SN-ARMY-05", "every unit is on the roster under its marker, with every number")
def test_a_roster_holds_every_unit(battle: str, side: int, paper: str) -> None:
    army = sides(battle)[side]
    data = pdf(roster(army, system="snappy_nappy", style=RosterStyle(closing=True)), paper)
    assert misplaced(data) == []
    words = without_spaces(text(data))
    listed = recording_groups()["snappy_nappy"].army_list(army, recording_groups()["snappy_nappy"].options({}))
    for group in listed.groups:
        assert without_spaces(group.title) in words
        assert without_spaces(f"{group.points.value:,} points") in words
        missing = [unit.name for unit in group.units if without_spaces(unit.name) not in words]
        assert missing == []
    assert all(without_spaces(fault.sentence) in words for fault in listed.faults)
    assert "OrderinforceNeworderonitswayTurnofarrival" in words


@every_list
def test_a_sample_army_has_a_page_and_a_roster(client: Client, system: str, key: str) -> None:
    listed = list_groups()[system].sample_lists()[key]
    page = client.get(reverse("rules:army", args=[system, key])).content.decode()
    assert f"<h1>{listed.title}</h1>" in page
    assert page.count('<tr class="u"') == listed.units
    data = pdf(list_roster(listed), "letter")
    assert misplaced(data) == []
    assert f"page 1 of {len(pages(data))}" in pages(data)[0]
    assert client.get(reverse("rules:army_pdf", args=[system, key])).content.startswith(b"%PDF")


@pytest.mark.parametrize("system", list_groups())
def test_the_catalogue_has_a_page_that_the_rulebook_leads_to(client: Client, system: str) -> None:
    address = reverse("rules:armies", args=[system])
    assert f'href="{address}"' in client.get(reverse("rules:book", args=[system])).content.decode()
    page = client.get(address).content.decode()
    table = list_groups()[system].catalogue()
    assert all(f'<th scope="row">{row[0]}</th>' in page for row in table.rows)
    assert client.get(f"{address}nobody/").status_code == 404
    assert client.get(f"{address}nobody.pdf").status_code == 404


def test_a_system_that_has_none_says_which_have(client: Client) -> None:
    for key in ("chess", "mini_nap", EVIL):
        answer = client.get(f"/rules/{key}/armies/")
        assert answer.status_code == 404
        assert EVIL.encode() not in answer.content


def test_a_written_army_has_a_cheat_sheet_with_its_own_stands(client: Client) -> None:
    answer = client.get(reverse("rules:army_written", args=["snaphance"]), {"army": EXAMPLE, "sheet": "1"})
    assert answer["Content-Type"] == "application/pdf"
    _, ground = pages(answer.content)
    assert "STANDS" in ground.upper()


@every_list
def test_a_sample_army_prints_a_cheat_sheet_of_its_own(client: Client, system: str, key: str) -> None:
    at = f"/print/list/{system}/{key}/sheet.pdf"
    asked = {"chosen": "1", "for": "", "paper": "a4", "kind": "cheat_sheet"}
    whole, own = (client.get(at, {**asked, "cheat_sheet.rows": rows}) for rows in ("all", "own"))
    assert whole.status_code == own.status_code == 200
    assert whole.content != own.content
