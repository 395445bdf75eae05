"""What is hidden stays hidden on every page of a campaign, from everybody whom it does not concern."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone
from msgspec import structs

from campaign.models import Campaign, CampaignSeat, Delivery, Notice, NoticeKind
from campaign.models.notices import MailTime
from campaign.models.war import UMPIRE
from campaign.notices import notices, webhooks
from campaign.notices.mail import send_due
from campaign.war.rules.state import CampaignState
from campaign.war.rules.view import view
from campaign.war.services import ledger, seats, turns
from campaign.war.services.access import operator_access
from campaign.war.services.orders import OrderSheet, give, written
from tests.club.builders import club_of_roles
from tests.war.stored.campaigns import at, evening, fresh, hold, meeting, state_now

pytestmark = pytest.mark.django_db
MARKER = "Markerforce"


def marked(state: CampaignState, side: str) -> CampaignState:
    """The state with the forces, commanders, formations and units of a side named by markers with their force."""
    forces = {
        key: structs.replace(force, name=f"{MARKER} {key}.") if force.side == side else force
        for key, force in state.forces.items()
    }
    waiting = tuple(
        structs.replace(row, force=structs.replace(row.force, name=f"{MARKER} {row.force.id}."))
        if row.force.side == side
        else row
        for row in state.waiting
    )
    both = [*state.forces.values(), *(row.force for row in state.waiting)]
    owner = {row: force.id for force in both for row in force.formations if force.side == side}
    formations = {
        key: structs.replace(row, name=f"{MARKER} {owner[key]}.") if key in owner else row
        for key, row in state.setup.formations.items()
    }
    of_unit = {unit: owner[key] for key in owner for unit in state.setup.formations[key].units}
    units = {
        key: structs.replace(row, name=f"{MARKER} {of_unit[key]}.") if key in of_unit else row
        for key, row in state.setup.units.items()
    }
    setup = structs.replace(state.setup, formations=formations, units=units)
    return structs.replace(state, setup=setup, forces=forces, waiting=waiting)


def pages(campaign: Campaign) -> Iterator[str]:
    """Every address of a campaign that answers GET, whatever chapter it comes from."""
    for name, pattern in get_resolver().namespace_dict["war"][1].reverse_dict.lists():
        for possible in pattern:
            fields = possible[0][0][1]
            if not isinstance(name, str) or "slug" not in fields or set(fields) - {"slug", "number", "n", "turn"}:
                continue
            values = {"slug": campaign.slug, "number": 1, "n": "-1", "turn": 1}
            yield reverse(f"war:{name}", kwargs={field: values[field] for field in fields})


@pytest.mark.rule("CM-SIGHT-06", "no page holds what a reader's side has not been told")
def test_no_reader_finds_what_the_other_side_hides() -> None:
    club, people = club_of_roles()
    french, allied = people["player"], people["umpire"]
    campaign = evening(people["organiser"], club=club.slug, visibility="club", settings={"run_on": False})
    seats.seat(at(campaign, people["organiser"]), "french", user=french)
    seats.seat(at(campaign, people["organiser"]), "anglo-allied", user=allied)
    ledger.store_state(campaign, marked(ledger.state_of(campaign), "anglo-allied"))
    campaign.start = campaign.state
    campaign.save()
    give(at(campaign, allied), OrderSheet(orders=(hold("anglo-allied.1", works=True),)), turn=1)
    turns.resolve(operator_access(fresh(campaign)), 1)
    give(at(campaign, allied), OrderSheet(orders=(hold("anglo-allied.2"),)), turn=2)
    state = state_now(campaign)
    known = {row.of for row in (*view(state, "french").reports, *view(state, "french").faint)}
    both = [*state.forces.values(), *(row.force for row in state.waiting)]
    hidden = [f"{MARKER} {row.id}." for row in both if row.side != "french" and row.id not in known]
    assert hidden
    addresses = [*dict.fromkeys(pages(campaign))]
    lists = ["/campaigns/", f"/club/{club.slug}/", f"/club/{club.slug}/library?kind=war&q=Marker"]
    assert len(addresses) > 8
    former = Client()
    readers = {
        "the enemy": french,
        "a member of the club": people["guest"],
        "the organiser": people["organiser"],
        "nobody": None,
    }
    for who, user in readers.items():
        client = Client()
        if user is not None:
            client.force_login(user)
        for address in (*addresses, *lists):
            if not address.endswith("/live"):
                assert found(client.get(address), hidden) == [], (who, address)
    own = Client()
    own.force_login(allied)
    assert found(own.get(f"/campaigns/{campaign.slug}"), hidden)
    seats.leave(at(campaign, allied), CampaignSeat.objects.get(campaign=campaign, side="anglo-allied").pk)
    former.force_login(allied)
    for address in addresses:
        if not address.endswith("/live"):
            assert found(former.get(address), hidden) == [], ("who left", address)


def found(answer: Any, hidden: list[str]) -> list[str]:
    """The markers in an answer."""
    if answer.status_code >= 400 or answer.streaming:
        return []
    text = answer.content.decode("latin-1")
    return [marker for marker in hidden if re.search(re.escape(marker), text)]


@pytest.mark.rule("CM-SIGHT-06", "no notice, mail or webhook says what a side does, and no search finds it")
def test_news_of_a_campaign_say_nothing_of_a_side(settings: Any, mailoutbox: list[Any]) -> None:
    settings.MUSTER_WEBHOOK_NETWORKS = ["127.0.0.1"]
    club, people = club_of_roles()
    french, allied = people["player"], people["umpire"]
    campaign = evening(people["organiser"], club=club.slug, visibility="club", settings={"run_on": False})
    webhooks.make(
        club, by=people["organiser"], form="json", url="http://127.0.0.1:9/x", name="Ours", news=["campaigns"]
    )
    for side, user in (("french", french), ("anglo-allied", allied)):
        seats.seat(at(campaign, people["organiser"]), side, user=user)
        EmailAddress.objects.create(user=user, email=f"{user.username}@example.org", verified=True, primary=True)
        notices.choose_mail(user, dict.fromkeys(NoticeKind.values, MailTime.ONCE))
    ledger.store_state(campaign, marked(ledger.state_of(campaign), "anglo-allied"))
    campaign.start = campaign.state
    campaign.save()
    give(at(campaign, allied), OrderSheet(orders=(hold("anglo-allied.1", works=True),)), turn=1)
    turns.resolve(operator_access(fresh(campaign)), 1)
    Notice.objects.update(at=timezone.now() - timedelta(minutes=5))
    assert send_due() > 1
    told = [
        *Notice.objects.filter(user__in=[french, people["organiser"], people["guest"]]).values_list("text", flat=True),
        *(str(mail.message()) for mail in mailoutbox if f"{french.username}@example.org" in mail.to),
        *Delivery.objects.values_list("text", flat=True),
    ]
    assert any("Turn 1" in text for text in told)
    assert Delivery.objects.exists()
    assert [text for text in told if MARKER in text] == []
    client = Client()
    client.force_login(french)
    for address in (f"/club/{club.slug}/library?q={MARKER}", f"/campaigns/{campaign.slug}/dispatches"):
        assert found(client.get(address), [f"{MARKER} ", f"{MARKER}%20"]) == [], address


@pytest.mark.rule("CM-SIGHT-06", "a player who asks for the enemy's side reads their own")
@pytest.mark.parametrize("path", ["", "/forces", "/diary", "/ledger", "/film", "/staff"])
def test_nobody_reads_another_side_by_its_address(alice: Any, bob: Any, path: str) -> None:
    campaign = meeting(alice, alice, bob)
    client = Client()
    client.force_login(alice)
    page = client.get(f"/campaigns/{campaign.slug}{path}?side=blue").content.decode()
    assert ("red 1" in page or path in ("/diary", "/ledger"), "blue 1" in page) == (True, False)


@pytest.mark.rule("CM-ORDER-01", "only their writer and the umpire read orders before the resolution")
def test_sealed_orders_are_read_by_their_writer_and_the_umpire(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = meeting(alice, alice, bob)
    CampaignSeat.objects.create(campaign=campaign, side=UMPIRE, user=charlie, name="charlie")
    give(at(campaign, bob), OrderSheet(orders=(hold("blue.1", works=True),)), turn=1)
    read = {user.username: [row.about for row in written(at(campaign, user))] for user in (alice, bob, charlie)}
    assert read == {"alice": [], "bob": ["blue.1"], "charlie": ["blue.1"]}
    client = Client()
    client.force_login(alice)
    assert client.get(f"/api/v1/campaigns/{campaign.slug}/orders").json()["orders"] == []
