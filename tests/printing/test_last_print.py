"""The print page remembers the last print of a browser, names pages and ink, and gives each sheet as text."""

from typing import Any

import pytest
from django.test import Client

from armies.models import Army
from armies.services.storage import create
from campaign.printing.services.setups import MOST_REMEMBERED, moment, remember_print, remembered_print
from campaign.printing.sheets.packet import Wanted, checked
from tests.armies.builders import army

pytestmark = pytest.mark.django_db
SENT = {"chosen": "1", "for": "", "paper": "letter", "kind": ["roster", "markers"]}


def test_choices_and_what_has_changed_are_those_of_the_last_print_without_a_set_up(client: Client, alice: Any) -> None:
    client.force_login(alice)
    row = create(army(), alice)
    at = f"/print/army/{row.slug}/mini_nap/"
    assert "since" not in client.get(at).content.decode()
    assert client.post(f"{at}packet", SENT)["Content-Type"] == "application/pdf"
    page = client.get(at).content.decode()
    assert "These are your choices of the last print." in page
    assert '<option value="letter" selected>' in page
    assert page.count('name="kind" value="roster" checked') == 1
    assert 'name="kind" value="cheat_sheet" checked' not in page
    assert "Only sheets changed since " in page
    usual = client.get(f"{at}?usual=1").content.decode()
    assert 'name="kind" value="cheat_sheet" checked' in usual
    same = client.post(f"{at}packet", {**SENT, "changed": "1"})
    assert "Nothing has changed since the last print" in same.content.decode()
    preview = {**SENT, "kind": ["roster", "markers", "cheat_sheet"], "changed": "1"}
    assert "None of these sheets has changed since" in client.get(at, {**SENT, "changed": "1"}).content.decode()
    assert "1 sheet, 2 pages; 2 sheets unchanged since" in client.get(at, preview).content.decode()
    assert "3 sheets" in client.get(at, {**preview, "changed": []}).content.decode()
    Army.objects.filter(pk=row.pk).update(name="Right wing")
    changed = client.post(f"{at}packet", {**SENT, "changed": "1"})
    assert changed["Content-Type"] == "application/pdf"


def test_a_session_keeps_the_last_prints_of_a_few_subjects() -> None:
    session: dict[str, Any] = {}
    wanted = checked(Wanted({"roster": {}}))
    for number in range(MOST_REMEMBERED + 2):
        remember_print(session, f"army:{number}", "", wanted, {"": {"roster": "abc"}})
    assert remembered_print(session, "army:0") is None
    last = remembered_print(session, f"army:{MOST_REMEMBERED + 1}")
    assert last is not None
    assert (last.wanted, last.digests) == (wanted, {"": {"roster": "abc"}})
    assert moment(last.at).count(":") == 1
    assert moment(last.at.replace(year=2020, month=5, day=1)) == "1 May 2020"
    session["prints"]["army:x"] = {"wanted": "nonsense"}
    assert remembered_print(session, "army:x") is None


def test_pages_of_both_papers_and_ink_are_told_for_each_reader(client: Client) -> None:
    at = "/print/scenario/mini_nap/quatre_bras/"
    sent = {"chosen": "1", "for": "all", "paper": "a4", "kind": ["markers"]}
    page = client.get(at, sent).content.decode()
    assert "Ink covers about" in page
    assert "on Letter 3 pages" in page
    views = [
        part.split('"')[0].replace("&amp;", "&") for part in page.split('href="')[1:] if "&amp;seen=" in part[:400]
    ]
    assert len({view.rpartition("seen=")[2] for view in views}) == 3
    other = client.get(next(view for view in views if view.endswith("seen=b"))).content.decode()
    assert 'Preview: <span class="soft">Anglo-allied army</span>' in other


def test_a_sheet_can_be_read_as_text_by_who_may_print_it(client: Client, alice: Any) -> None:
    scenario = "/print/scenario/mini_nap/quatre_bras/sheet.txt"
    answer = client.get(scenario, {"chosen": "1", "for": "a", "paper": "a4", "kind": "field_roster"})
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    words = answer.content.decode()
    assert "## 5th Infantry Division" in words
    assert "Picton" not in words
    hers = create(army(), alice, visibility="private")
    sent = {"chosen": "1", "for": "", "paper": "a4", "kind": "roster"}
    assert client.get(f"/print/army/{hers.slug}/mini_nap/sheet.txt", sent).status_code == 404
