"""What is hidden stays hidden on every page of a campaign, from everybody whom it does not concern."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from msgspec import structs

from campaign.models import Campaign, CampaignSeat
from campaign.war.rules.state import CampaignState
from campaign.war.rules.view import view
from campaign.war.services import ledger, seats, turns
from campaign.war.services.access import operator_access
from campaign.war.services.orders import OrderSheet, give
from tests.club.builders import club_of_roles
from tests.war.stored.campaigns import at, evening, fresh, hold, state_now

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
