"""Stored campaigns for tests: the evening, and two forces that meet in the first turn."""

import re
from typing import Any

from django.test import Client

from campaign.models import Campaign, CampaignSeat
from campaign.war.rules.order_values import Leg, Order
from campaign.war.rules.state import CampaignState, Depot
from campaign.war.services import ledger
from campaign.war.services.access import CampaignAccess, access_of
from campaign.war.services.creation import NewCampaign, create, store, template_files
from tests.war.small_campaigns import campaign, force, line_map

SECRET = b"the secret of a campaign in test"


def evening(owner: Any, **values: Any) -> Campaign:
    """The evening campaign: four turns of 8 hours, one command a side."""
    new = NewCampaign(
        files=template_files("evening-1815"), template="evening-1815", owner=owner, secret=SECRET, **values
    )
    return create(new)


def played(owner: Any, french: Any = None, allied: Any = None, **values: Any) -> Campaign:
    """The evening with players; turns do not run on."""
    stored = evening(owner, settings={"run_on": False}, **values)
    for side, user in (("french", french), ("anglo-allied", allied)):
        if user is not None:
            CampaignSeat.objects.filter(campaign=stored, side=side).update(user=user, name=user.username)
    return stored


def fresh(stored: Campaign) -> Campaign:
    """The campaign as it is stored now."""
    return Campaign.objects.get(pk=stored.pk)


def at(stored: Campaign, user: Any) -> CampaignAccess:
    """The access of a user to the campaign as it is stored now."""
    return access_of(fresh(stored), user)


def state_now(stored: Campaign) -> CampaignState:
    return ledger.state_of(fresh(stored))


def march(force: str, to: str, **values: Any) -> Order:
    """An order to march."""
    return Order(force, (Leg("march", to=to, **values),))


def hold(force: str, **values: Any) -> Order:
    """An order to hold."""
    return Order(force, (Leg("hold", **values),))


def meeting(owner: Any, red: Any = None, blue: Any = None, **values: Any) -> Campaign:
    """Two forces of two brigades 4 km apart; red is ordered to attack, so that they fight in the first turn."""
    attack = Leg("march", posture="attack", to="b")
    state = campaign(
        line_map(4, 8),
        force("red", 1, "a", foot=6000, horse=600, guns=12, brigades=2, legs=(attack,)),
        force("blue", 1, "b", foot=4000, horse=400, guns=8, brigades=2),
        depots=(Depot("red", "a"), Depot("blue", "c")),
        turn_hours=8,
    )
    files = template_files("evening-1815")
    stored = store(NewCampaign(files=files, owner=owner, secret=SECRET, title="A meeting", **values), state)
    for side, user in (("red", red), ("blue", blue)):
        if user is not None:
            CampaignSeat.objects.filter(campaign=stored, side=side).update(user=user, name=user.username)
    return stored


def started(client: Client, side: str = "french") -> Campaign:
    """The evening campaign, started on the list by whoever the client is."""
    answer = client.post("/campaigns/start", {"template": "evening-1815", "side": side})
    assert answer.status_code == 302
    return Campaign.objects.latest("id")


def system_of(page: str) -> str:
    """The first rules system that the page offers."""
    found = re.search(r'<option value="(\w+)"', page)
    assert found
    return found[1]
