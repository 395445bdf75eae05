"""Campaigns made of armies of the library, which are hidden, changed or deleted before and after (CM-FORCE-01)."""

import json
from importlib import resources
from typing import Any

import pytest
from django.test import Client

from armies.models import Army, Visibility
from armies.services import storage
from armies.services.army_changes import delete_army
from campaign.accounts.profile import make_token
from campaign.club.services import moderation
from campaign.models import Campaign
from campaign.war.rules.files.faults import FaultyFile
from campaign.war.services import creation, turns
from campaign.war.services.creation import NewCampaign, files_of, shipped_army
from campaign.war.services.ledger import verify
from tests.war.stored.campaigns import SECRET, at, fresh, state_now

pytestmark = pytest.mark.django_db

EVENING = resources.files("campaign.war").joinpath("data/campaigns/evening-1815.json").read_bytes()
FRENCH = "1815-armee-du-nord"


@pytest.fixture
def army(alice: Any) -> Army:
    """An army of alice's that everybody sees, as large as the evening's French army."""
    return storage.create(shipped_army(FRENCH), alice, visibility=Visibility.PUBLIC)


def of_library(army: Army, owner: Any) -> Campaign:
    """The evening, in which the owner commands French of this army."""
    files = files_of(EVENING, b"", {}, {FRENCH: army.slug}, owner)
    new = NewCampaign(files=files, owner=owner, secret=SECRET, settings={"run_on": False})
    return creation.create_alone(new, "french", owner.username, "steady")


def hide(army: Army) -> None:
    Army.objects.filter(pk=army.pk).update(hidden="It is stolen.", visibility=Visibility.PRIVATE)


@pytest.mark.rule("CM-FORCE-01", "a campaign has its own copy of its armies, whatever becomes of the library")
@pytest.mark.parametrize("becomes", [hide, delete_army])
def test_an_army_that_is_hidden_or_deleted_stays_in_a_campaign_that_runs(
    army: Army, alice: Any, bob: Any, client: Client, becomes: Any
) -> None:
    campaign = of_library(army, bob)
    turns.resolve(at(campaign, bob), 1)
    before = state_now(campaign)
    becomes(army)
    assert state_now(campaign) == before
    client.force_login(bob)
    for page in ("", "?force=french.1", "/forces", "/staff", "/ledger", "/diary", "/film", "/desk"):
        assert client.get(f"/campaigns/{campaign.slug}{page}").status_code == 200, page
    assert "5th Infantry Division" in client.get(f"/campaigns/{campaign.slug}/forces").content.decode()
    for turn in (2, 3):
        if fresh(campaign).status == "orders":
            turns.resolve(at(campaign, bob), turn)
    assert fresh(campaign).turn > 2
    assert verify(fresh(campaign)) == []


@pytest.mark.rule("CM-FORCE-01", "an army that the founder may not use is refused in a sentence that says which")
def test_a_hidden_army_makes_no_campaign_but_its_owners(army: Army, alice: Any, bob: Any) -> None:
    hide(army)
    with pytest.raises(FaultyFile, match=f"There is no army {army.slug} that you may see"):
        of_library(army, bob)
    body = {"campaign": json.loads(EVENING), "library": {FRENCH: army.slug}}
    headers = {"Authorization": f"Bearer {make_token(bob, name='t', may_write=True, days=0)[1]}"}
    answer = Client().post("/api/v1/campaigns", body, content_type="application/json", headers=headers)
    assert answer.status_code == 422
    assert f"There is no army {army.slug} that you may see." in answer.content.decode()
    assert not Campaign.objects.exists()
    assert of_library(army, alice).owner == alice
    delete_army(army)
    with pytest.raises(FaultyFile, match="that you may see"):
        of_library(army, alice)


@pytest.mark.rule("CM-FORCE-01", "an administrator who opens a hidden army to judge it makes no campaign of it")
def test_who_judges_a_hidden_army_makes_no_campaign_of_it(army: Army, admin_user: Any) -> None:
    moderation.hide(army, by=admin_user, reason="It is stolen.")
    moderation.open_hidden(army, by=admin_user)
    assert Army.objects.readable_by(admin_user).filter(pk=army.pk).exists()
    with pytest.raises(FaultyFile, match="that you may see"):
        of_library(army, admin_user)
