"""Orders on pages: all that the rules have can be ordered, and what cannot be done says its rule."""

from typing import Any

import pytest
from django.test import Client
from msgspec import structs

from campaign.models import CampaignSeat
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.order_values import DepotOrder, Leg, Order, Posture, Precedence
from campaign.war.rules.state import Contact
from campaign.war.services import orders
from campaign.war.services.access import access_of
from campaign.war.situation import Situation
from tests.war.stored.campaigns import fresh, meeting, started, state_now

pytestmark = pytest.mark.django_db


def given(campaign: Any) -> dict[str, Any]:
    """What the guest has written for the turn."""
    seat = campaign.seats.get(guest=True)
    return {row.about: row.value for row in orders.written(access_of(fresh(campaign), None, [seat.pk]))}


def order_of(campaign: Any, force: str = "french.1") -> Order:
    value = given(campaign)[force]
    assert isinstance(value, Order)
    return value


@pytest.mark.rule("CM-ORDER-05", "standing orders are written beside the order, one after the other, and may repeat")
def test_standing_orders_are_written_and_repeated(client: Client) -> None:
    campaign = started(client)
    address = f"/campaigns/{campaign.slug}/order"
    march = {"force": "french.1", "order": "march", "to": "gosselies"}
    client.post(address, {**march, "to": "frasnes"})
    client.post(address, {**march, "part": "standing"})
    client.post(address, {"force": "french.1", "order": "rest", "hours": "6", "part": "standing_next", "repeat": "on"})
    written = order_of(campaign)
    assert [leg.to for leg in written.legs] == ["frasnes"]
    assert [(leg.order, leg.to, leg.hours) for leg in written.standing or ()] == [
        ("march", "gosselies", None),
        ("rest", "", 6),
    ]
    assert written.repeat
    client.post(address, {**march, "to": "quatre-bras", "part": "next"})
    again = order_of(campaign)
    assert [leg.to for leg in again.legs] == ["frasnes", "quatre-bras"]
    assert again.standing == written.standing
    page = client.get(f"/campaigns/{campaign.slug}", {"force": "french.1"}).content.decode()
    assert "Standing orders: March to Gosselies" in page


@pytest.mark.rule("CM-ORDER-05", "after a march a force holds there, or does its standing orders if the form says so")
def test_after_a_march_a_force_holds_unless_told_otherwise(client: Client) -> None:
    campaign = started(client)
    address = f"/campaigns/{campaign.slug}"
    march = {"force": "french.1", "order": "march", "to": "quatre-bras", "also": "french.2"}
    assert "Hold there" in client.get(address, {"force": "french.1"}).content.decode()
    client.post(f"{address}/order", march)
    assert (order_of(campaign).standing, order_of(campaign, "french.2").standing) == ((), ())
    client.post(f"{address}/order", {**march, "after": "standing"})
    assert order_of(campaign).standing is None


@pytest.mark.rule("CM-ORDER-03", "an order names its own limit, its way back and whether it enters the enemy's places")
def test_an_order_names_its_limits(client: Client) -> None:
    campaign = started(client)
    more = {"back_to": "charleroi", "avoid_at": "1.5", "enter": "on"}
    client.post(
        f"/campaigns/{campaign.slug}/order", {"force": "french.1", "order": "march", "to": "quatre-bras", **more}
    )
    leg = order_of(campaign).legs[0]
    assert (leg.back_to, leg.avoid_at, leg.enter) == ("charleroi", 15, True)
    page = client.get(f"/campaigns/{campaign.slug}").content.decode()
    assert "avoid at 1.5 to 1, way back to Charleroi" in page


@pytest.mark.rule("CM-ORDER-01", "one order is given to several forces, to all of them or to none")
def test_one_order_for_several_forces(client: Client) -> None:
    campaign = started(client)
    address = f"/campaigns/{campaign.slug}/order"
    client.post(address, {"force": "french.1", "order": "hold", "also": ["french.2", "french.4"]})
    assert {key for key in given(campaign) if key.startswith("french")} == {"french.1", "french.2", "french.4"}
    refused = client.post(
        address, {"force": "french.2", "order": "scout", "also": ["french.1", "french.3"]}, follow=True
    ).content.decode()
    assert "CM-ORDER-02" in refused
    assert order_of(campaign, "french.2").legs[0].order == "hold"
    client.post(address, {"force": "french.2", "order": "rest", "also": "all"})
    assert {order_of(campaign, f"french.{number}").legs[0].order for number in (1, 2, 3, 4)} == {"rest"}


@pytest.mark.rule("CM-ORDER-01", "the next force begins with the last order, if it has none of its own and can do that")
def test_the_next_force_begins_with_the_last_order(client: Client) -> None:
    campaign = started(client)
    march = {"force": "french.1", "order": "march", "to": "quatre-bras", "posture": "attack", "pace": "forced"}
    goal = client.post(f"/campaigns/{campaign.slug}/order", march)["Location"]
    assert goal.endswith("?force=french.2&like=french.1#map")
    page = client.get(goal).content.decode()
    assert "The form begins with the order of II Corps." in page
    assert "</strong>: March to Quatre Bras, forced pace, attack. It arrives on 15 June" in page
    assert "</strong>: March to Frasnes" in client.get(f"/campaigns/{campaign.slug}?force=french.2").content.decode()
    client.post(f"/campaigns/{campaign.slug}/order", {"force": "french.2", "order": "hold"})
    own = client.get(f"/campaigns/{campaign.slug}?force=french.2&like=french.1").content.decode()
    assert "The form begins with" not in own
    assert "</strong>: Hold, accept battle" in own


@pytest.mark.rule("CM-CONTACT-08", "a force in contact says why it does not attack yet")
@pytest.mark.rule("CM-AFTER-04", "a beaten force says until when it avoids battle")
@pytest.mark.parametrize(
    ("posture", "values", "want"),
    [
        ("accept", {}, ["In contact with the enemy."]),
        ("attack", {}, ["In contact. The attack begins by day, once your men there are as many as the enemies."]),
        ("attack", {"waits": True}, ["In contact. The time to attack is over; a new order starts it again."]),
        (
            "attack",
            {"shaken": 24 * 60},
            [
                "Beaten. Until 16 June, 00:00 it avoids battle, and may march, hold or rest.",
                "In contact with the enemy.",
            ],
        ),
        (
            "accept",
            {"away": 8 * 60},
            ["Got away. Until 15 June, 08:00 it avoids battle.", "In contact with the enemy."],
        ),
    ],
)
def test_a_force_says_why_it_does_not_fight_as_ordered(
    alice: Any, posture: Posture, values: dict[str, Any], want: list[str]
) -> None:
    state = state_now(meeting(alice, red=alice))
    contact = Contact("red.1", "blue.1", "red.1", Place(point="b"), state.time)
    own = structs.replace(state.forces["red.1"], legs=(Leg("hold", posture=posture),), **values)
    now = structs.replace(state, contacts=(contact,), forces={**state.forces, "red.1": own})
    assert [note for note, _ in Situation(now, "red", {}, ["red.1"]).forces[0].notes] == want


@pytest.mark.rule("CM-MARCH-05", "the commander-in-chief sets the order of march")
@pytest.mark.rule("CM-SUPPLY-04", "a depot is ordered to move, and not to a point of the enemy")
def test_orders_of_the_side(client: Client) -> None:
    campaign = started(client)
    address = f"/campaigns/{campaign.slug}/staff"
    page = client.get(address).content.decode()
    assert "Depot at Maubeuge" in page
    target = next(key for key, owner in state_now(campaign).owners.items() if owner == "french" and key != "maubeuge")
    posted = {"goes_french.4": "1", "goes_french.1": "2", "depot_maubeuge": target}
    client.post(f"{address}/orders", posted)
    written = given(campaign)
    assert written["precedence"] == Precedence("french", ("french.4", "french.1"))
    assert written["depot/maubeuge"] == DepotOrder("french", "maubeuge", target)
    assert 'value="1"' in client.get(address).content.decode()
    client.post(f"{address}/orders", {"depot_maubeuge": ""})
    assert "depot/maubeuge" not in given(campaign)
    wrong = client.post(f"{address}/orders", {"goes_french.1": "x", "depot_maubeuge": "quatre-bras"}, follow=True)
    assert "II Corps" in wrong.content.decode()
    client.post(f"{address}/orders", {"give_up": "yes"})
    assert given(campaign)["give_up"] is True
    client.post(f"{address}/orders", {"give_up": "no"})
    assert given(campaign)["give_up"] is False
    assert Client().get(address).status_code == 404


def test_the_card_stands_beside_the_order(client: Client) -> None:
    campaign = started(client)
    page = client.get(f"/campaigns/{campaign.slug}", {"force": "french.1"}).content.decode()
    assert "The player’s card" in page
    assert "7 or more on 2D6" in page
    assert CampaignSeat.objects.filter(campaign=campaign, guest=True).exists()
