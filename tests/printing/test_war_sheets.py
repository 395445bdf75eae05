"""Papers of a campaign: every kind of sheet on both papers, in words, and only what its reader may know."""

from typing import Any

import pytest
from django.test import Client
from msgspec import structs

from campaign.models import CampaignMessage
from campaign.printing.services.packet_files import sheet_file, text_file
from campaign.printing.services.subject_access import Asker
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import Wanted, checked
from campaign.printing.sheets.war_sheets import CAMPAIGNS
from campaign.war.services import engagements, ledger, messages
from tests.printing.conftest import words
from tests.war.stored.campaigns import at, meeting, played, state_now

pytestmark = pytest.mark.django_db
MARKER = "Markerforce"


def marked(campaign: Any, own: str) -> None:
    """Give every force that is not of a side a name that none of its papers may hold."""
    state = state_now(campaign)
    forces = {
        key: force if force.side == own else structs.replace(force, name=f"{MARKER} {key}")
        for key, force in state.forces.items()
    }
    waiting = tuple(
        row if row.force.side == own else structs.replace(row, force=structs.replace(row.force, name=MARKER))
        for row in state.waiting
    )
    ledger.store_state(campaign, structs.replace(state, forces=forces, waiting=waiting))
    campaign.save()


@pytest.mark.rule("CM-SIGHT-06", "the papers of a side hold nothing of the enemy that no report says")
def test_every_sheet_of_a_side(alice: Any, client: Client) -> None:
    campaign = played(alice, french=alice)
    marked(campaign, "french")
    source = source_of(f"campaign:{campaign.slug}", Asker(user=alice))
    assert list(source.readers) == ["french"]
    expected = {
        "war_map": "Quatre Bras",
        "situation": "II Corps",
        "states": "5th Infantry Division, 1st Brigade",
        "order_form": "standing orders",
        "card": "7 or more on 2D6",
        "gazette": "Nothing has happened",
    }
    for kind in CAMPAIGNS:
        for paper in ("a4", "letter"):
            wanted = checked(Wanted({kind.key: {}}, paper))
            file = sheet_file(source, "french", kind.key, wanted, at_once=True)
            printed = words(file.data) + text_file(source, "french", kind.key, wanted).data.decode()
            assert MARKER not in printed
            assert expected[kind.key].lower() in " ".join(printed.split()).lower()


def test_strangers_get_the_card_and_the_gazette_alone(alice: Any, client: Client) -> None:
    campaign = played(alice, french=alice)
    source = source_of(f"campaign:{campaign.slug}", Asker())
    subject = source.subject("")
    assert [kind.key for kind in CAMPAIGNS if not kind.lacks(subject)] == ["card", "gazette"]
    assert subject.war is not None
    assert subject.war.drawn is None
    assert client.get(f"/print/campaign/{campaign.slug}/").status_code == 200
    assert client.get("/print/campaign/zzz/").status_code == 404


@pytest.mark.rule("CM-ENG-01", "the packet of an engagement tells a side nothing of what comes up for the enemy")
def test_the_game_day_of_an_engagement(alice: Any, bob: Any, client: Client) -> None:
    campaign = meeting(alice, red=alice)
    client.force_login(alice)
    client.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": 1})
    number = next(iter(state_now(campaign).engagements))
    key = f"fight:{campaign.slug}:{number}"
    source = source_of(key, Asker(user=alice))
    assert len(source.readers) == 1
    reader = next(iter(source.readers))
    subject = source.subject(reader)
    assert subject.scene is not None
    assert {zone.side for zone in subject.scene.zones if zone.kind == "arrival"} <= {None, reader}
    assert [side.key for side in subject.sides] == [reader]
    assert client.get(f"/print/fight/{campaign.slug}/{number}/").status_code == 200
    client.force_login(bob)
    assert client.get(f"/print/fight/{campaign.slug}/{number}/").status_code == 404
    engagements.choose(at(campaign, alice), number, "quick")
    client.force_login(alice)
    assert client.get(f"/print/fight/{campaign.slug}/{number}/").status_code == 404
    gazette = source_of(f"campaign:{campaign.slug}", Asker()).subject("").war
    assert gazette is not None
    assert "the battle after" in " ".join(line for row in gazette.news for line in row.lines)


@pytest.mark.rule("CM-CMD-01", "the printed Gazette has what everybody may read, no letter and no held news")
def test_the_gazette_prints_published_news(alice: Any, bob: Any) -> None:
    campaign = played(alice, french=alice, allied=bob)
    messages.publish(at(campaign, alice), "The Emperor\nhas left Paris. " + "The roads are dry. " * 90)
    for facts in ({"to": "french"}, {"held": True}):
        CampaignMessage.objects.create(campaign=campaign, turn=1, text=f"{MARKER}: march at dawn.", **facts)
    source = source_of(f"campaign:{campaign.slug}", Asker(user=bob))
    wanted = checked(Wanted({"gazette": {}}, "a4"))
    text = words(sheet_file(source, "anglo-allied", "gazette", wanted, at_once=True).data)
    assert "The Emperor has left Paris." in text
    assert MARKER not in text
