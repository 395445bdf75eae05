"""A campaign in the terminal: created, shown, ordered, resolved, settled, verified, exported and imported."""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from battles.models import Retention
from campaign.accounts import deletion
from campaign.models import Campaign
from campaign.war.report import draw
from campaign.war.services import seats
from campaign.war.services.creation import CAMPAIGNS, NewCampaign, create_alone, shipped_state, template_files
from campaign.war.words import NoOrder, order_words, read_order
from tests.war.stored.campaigns import fresh, meeting

pytestmark = pytest.mark.django_db


def said(*words: str) -> str:
    out = StringIO()
    call_command("campaign", *words, stdout=out)
    return out.getvalue()


def test_the_evening_in_the_terminal(tmp_path: Path) -> None:
    slug = said("new", "--seed", "3", "--side", "anglo-allied=steady").partition(":")[0]
    assert "march gosselies forced attack" in said(
        "orders", slug, "french.1", *["march", "gosselies", "forced", "attack"]
    )
    before = Campaign.objects.get().state_hash
    assert "Nothing was stored." in said("turn", slug, "--dry-run")
    assert Campaign.objects.get().state_hash == before
    told = said("turn", slug, "--side", "french")
    assert told.startswith("Turn 1\n")
    assert "Guard light cavalry sees an enemy force at Quatre Bras: about " in told
    assert "Brunswick" not in told
    shown = said("show", slug, "--side", "french")
    assert max(map(len, shown.splitlines())) <= 100
    assert "II Corps" in shown
    assert "Brunswick" not in shown
    assert "Brunswick" in said("show", slug)
    assert "no problem found" in said("verify", slug)
    file = tmp_path / "evening.campaign"
    assert Campaign.objects.get().state_hash in said("export", slug, str(file))
    said("import", str(file))
    assert len({row.state_hash for row in Campaign.objects.all()}) == 1
    assert said("list").count("The road to Quatre Bras") == 2


def test_an_engagement_is_settled_in_the_terminal(alice: Any, bob: Any) -> None:
    slug = meeting(alice, alice, bob).slug
    assert "A battle begins at B." in said("turn", slug)
    with pytest.raises(CommandError, match="its engagements are open"):
        said("turn", slug)
    assert "Nobody wins the battle after 3 h 00." in said("settle", slug, "--way", "quick")
    assert fresh(Campaign.objects.get()).turn == 2
    assert "The campaign is at turn 1" in said("turn", slug, "--back", "a slip")


@pytest.mark.parametrize(
    ("words", "want"),
    [
        (["show", "nowhere"], "There is no campaign nowhere"),
        (["new", "--side", "french=nobody"], "There is no user nobody"),
        (["import", "/nowhere"], "cannot be read"),
        (["verify", "nowhere"], "There is no campaign nowhere"),
    ],
)
def test_wrong_words_get_a_sentence(words: list[str], want: str) -> None:
    with pytest.raises(CommandError, match=want):
        said(*words)


@pytest.mark.parametrize("key", CAMPAIGNS)
def test_every_map_fits_into_a_hundred_columns_and_names_its_cities(key: str) -> None:
    ground = shipped_state(key).setup.map
    lines = draw(ground)
    assert max(map(len, lines)) <= 100
    text = "\n".join(lines)
    assert [point.name for point in ground.points if point.size == "city" and point.name[:8] not in text] == []


@pytest.mark.parametrize(
    "text",
    [
        "march nivelles via frasnes forced attack support",
        "march gosselies; rest 6h; march frasnes night",
        "delay gosselies avoid avoid-at 15",
        "hold works",
        "join french.2",
        "break dyle@genappe",
    ],
)
def test_an_order_is_read_as_it_is_written(text: str) -> None:
    order = read_order(shipped_state("evening-1815"), "french.1", text)
    again = read_order(shipped_state("evening-1815"), "french.1", order_words(order.legs))
    assert again == order


@pytest.mark.parametrize("text", ["", "fly home", "march", "hold soon", "detach 99", "hold avoid-at many"])
def test_a_word_that_is_no_order_gets_a_sentence(text: str) -> None:
    with pytest.raises(NoOrder):
        read_order(shipped_state("evening-1815"), "french.1", text)


def test_a_shipped_campaign_is_written_as_files_and_created_from_them(tmp_path: Path) -> None:
    assert "evening-1815.campaign.json" in said("files", "evening-1815", str(tmp_path))
    army = f"1815-armee-du-nord={tmp_path / '1815-armee-du-nord.oob.json'}"
    words = ["--file", str(tmp_path / "evening-1815.campaign.json"), "--map", str(tmp_path / "belgium-1815.map.json")]
    said("new", *words, "--army", army, "--seed", "1")
    said("new", "--seed", "1")
    first, second = Campaign.objects.order_by("pk")
    assert first.state_hash == second.state_hash
    said("orders", second.slug, "french.1", "march", "gosselies")
    assert "french.1: March to Gosselies, accept battle (the operator)" in said("orders", second.slug)


def test_what_a_guest_abandons_is_deleted(settings: Any) -> None:
    row = create_alone(NewCampaign(files=template_files("evening-1815")), "french", "Ann", "steady")
    Retention.objects.create(pk=1, days=30, since=timezone.now() - timedelta(days=400))
    assert seats.deletion_time(row, row.seats.all()) is not None
    Campaign.objects.update(updated=timezone.now() - timedelta(days=29))
    assert deletion.delete_abandoned() == 0
    Campaign.objects.update(updated=timezone.now() - timedelta(days=31))
    assert deletion.delete_abandoned() == 1
    assert not Campaign.objects.exists()
