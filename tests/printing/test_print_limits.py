"""What cannot be printed, or not at once, or not any more, is said in a sentence and never a fault of ours."""

import io
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.utils.text import slugify

from armies.services.storage import create
from battles.models import Seat
from battles.services import drawn_scenarios
from battles.services.play.position import current_position, system_of
from campaign.printing.services import jobs
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import Wanted, checked, offered, parts_of, usual
from tests.armies.builders import army, corps
from tests.battles.services.steps import begun, deployed
from tests.printing.conftest import asker
from tests.sheets.pdf_text import BY

pytestmark = pytest.mark.django_db
ONE = {"chosen": "1", "for": "", "paper": "a4"}


def test_a_scenario_that_is_not_drawn_to_its_end_says_so_everywhere(client: Client, alice: Any) -> None:
    client.force_login(alice)
    row = drawn_scenarios.create(alice, "easy_napoleonics", "A day in May", {"board_columns": 9, "board_rows": 7})
    at = f"/print/drawn/{row.slug}/"
    one = {**ONE, "kind": "plan", "for": "a"}
    answers = [client.get(f"{at}{what}", one) for what in ("", "sheet.pdf", "page.png")]
    answers += [client.post(f"{at}{what}", {**one, "name": "Mine"}) for what in ("packet", "keep")]
    answers.append(client.get(f"/api/v1/sheets/drawn:{row.slug}"))
    for answer in answers:
        assert answer.status_code == 422
        assert "cannot be printed until it can be played" in answer.content.decode()


def test_a_sheet_of_very_many_units_is_not_waited_for(client: Client, alice: Any) -> None:
    client.force_login(alice)
    row = create(army(*(corps() for _ in range(51)), name="Grande Armée"), alice)
    at = f"/print/army/{row.slug}/"
    page = client.get(f"{at}sheet.pdf", {**ONE, "kind": "roster"})
    assert page.status_code == 422
    assert "Roster: more than 250 units take too long. Print it as a packet." in page.content.decode()
    assert client.get(f"{at}page.png", {**ONE, "kind": "roster", "part": "x"}).status_code == 404
    told = client.get(f"/api/v1/sheets/army:{row.slug}:mini_nap/roster")
    assert (told.status_code, "250 units take too long" in told.json()["detail"]) == (422, True)
    assert client.get(f"{at}sheet.pdf", {**ONE, "kind": "cheat_sheet"}).status_code == 200
    assert client.post(f"{at}packet", {**ONE, "kind": "roster"}).status_code == 302


def test_what_was_his_is_not_when_another_has_his_seat(client: Client, alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    at = f"/print/battle/{battle.slug}/"
    one = {**ONE, "kind": "casualties", "for": "a"}
    client.force_login(alice)
    mine = client.get(f"{at}sheet.pdf", one)
    assert (mine.status_code, mine["Cache-Control"], "ETag" in mine) == (200, "private, no-cache", False)
    Seat.objects.filter(battle=battle, place="a").update(user=charlie)
    for user in (alice, bob):
        client.force_login(user)
        assert client.get(f"{at}sheet.pdf", one).status_code == 404
        assert client.get(f"{at}page.png", one).status_code == 404
        assert client.post(f"{at}packet", one).status_code == 422
        assert client.get(f"/api/v1/sheets/battle:{battle.slug}/casualties?reader=a").status_code == 404
    client.force_login(charlie)
    assert client.get(f"{at}sheet.pdf", one).status_code == 200


@pytest.mark.parametrize("address", ["/print/job/%00/", "/print/job/x%00/file", "/api/v1/packets/%00/file"])
def test_an_address_with_a_nul_is_nothing(address: str, client: Client, alice: Any) -> None:
    client.force_login(alice)
    assert client.get(address).status_code == 404


def test_a_packet_for_all_that_waits_while_he_gives_his_seat_away_holds_no_side(alice: Any, charlie: Any) -> None:
    battle = begun(alice, alice, setup=deployed())
    key = f"battle:{battle.slug}"
    source = source_of(key, asker(alice))
    job = jobs.ask(asker(alice), source, "all", usual(source.subject("a")))
    Seat.objects.filter(battle=battle, place="b").update(user=charlie)
    claimed = jobs.claim("w")
    assert claimed is not None
    jobs.make(claimed)
    job.refresh_from_db()
    name = system_of(battle.system).text.side_name(current_position(battle).state, "b")
    with zipfile.ZipFile(io.BytesIO(jobs.file_of(job))) as archive:
        assert len(archive.namelist()) == 1
        assert slugify(name) not in archive.namelist()[0]


def test_what_a_cheat_sheet_needs_is_asked_only_where_it_is_printed(alice: Any) -> None:
    row = create(army(corps()), alice)
    subject = source_of(f"army:{row.slug}:mini_nap", asker(alice)).subject("")

    def never() -> None:
        raise AssertionError("It was asked.")

    asked = subject._replace(sides=(subject.sides[0]._replace(wanted=never),))
    others = [kind.key for kind, lack in offered(asked) if not lack and kind.key != "cheat_sheet"]
    every = checked(Wanted({**{key: {} for key in others}, "cheat_sheet": {"rows": "all"}, "rulers": {"rows": "all"}}))
    assert parts_of(asked, "", every, BY)
    with pytest.raises(AssertionError, match="asked"):
        parts_of(asked, "", checked(Wanted({"cheat_sheet": {"rows": "own"}})), BY)
