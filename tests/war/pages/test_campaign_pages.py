"""A campaign on its pages, alone: started without an account, ordered, ended; what is hidden stays hidden."""

import re
from typing import Any

import pytest
from django.test import Client
from msgspec import structs

from campaign.models import CampaignSeat
from campaign.war.rules.order_values import Order
from campaign.war.rules.view import view
from campaign.war.services import ledger, seats
from campaign.war.services.access import access_of
from campaign.war.services.orders import OrderSheet, give
from tests.war.stored.campaigns import at, fresh, meeting, played, started, state_now, system_of

pytestmark = pytest.mark.django_db
MARKER = "Markerforce"
"""A name that no page of the enemy may hold."""


def test_a_guest_plays_the_evening_from_first_page_to_end(client: Client) -> None:
    assert "/campaigns/" in client.get("/").content.decode()
    campaign = started(client)
    listed = client.get("/campaigns/").content.decode()
    assert f'href="/campaigns/{campaign.slug}"' in listed
    assert "You command the Left wing of the Armée du Nord." in listed
    assert "turn 1, 15 June, 12:00" in listed
    assert f'href="/campaigns/{campaign.slug}"' not in Client().get("/campaigns/").content.decode()
    link = f"/campaigns/seat/{campaign.seats.get(guest=True).token}"
    assert link in client.get(f"/campaigns/{campaign.slug}/people").content.decode()
    other = Client()
    assert other.get(link, follow=True).status_code == 200
    order = {"force": "french.1", "order": "march", "to": "quatre-bras", "posture": "attack", "support": "on"}
    given = client.post(f"/campaigns/{campaign.slug}/order", order)
    assert given["Location"].endswith("?force=french.2&like=french.1#map"), "the next force without an order is chosen"
    several = order | {"force": "french.2", "also": ["french.3", "french.4"]}
    assert client.post(f"/campaigns/{campaign.slug}/order", several)["Location"].endswith("#forces")
    assert b"ordered" in client.get(f"/campaigns/{campaign.slug}").content
    for _ in range(20):
        now = fresh(campaign)
        if now.is_over:
            break
        for number, row in state_now(campaign).engagements.items():
            if row.status == "open":
                assert b"Settle it quickly" in client.get(f"/campaigns/{campaign.slug}/battle/{number}").content
                went = client.post(f"/campaigns/{campaign.slug}/battle/{number}/choose", {"way": "quick"})
                news = client.get(went["Location"].partition("#")[0]).content.decode()
                assert "the battle after" in news
                assert "A battle begins" not in news, "after a battle the story goes on with its result"
        client.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": fresh(campaign).turn})
    assert fresh(campaign).is_over
    end = client.get(f"/campaigns/{campaign.slug}").content.decode()
    assert "war-track enemy" in end
    assert "Fights at" not in end
    assert "Start another campaign" in end
    assert "Turn 1" in client.get(f"/campaigns/{campaign.slug}/diary").content.decode()


def test_bad_input_never_breaks_a_page(client: Client) -> None:
    campaign = started(client)
    address = f"/campaigns/{campaign.slug}"
    seat = campaign.seats.get(guest=True)
    give(access_of(campaign, None, [seat.pk]), OrderSheet(orders=(Order("french.1", standing=()),)), turn=1)
    for query in (
        "force=french.1",
        "force=french.1&order=zzz",
        "force=french.1&order=march&to=nowhere&hours=x",
        "force=anglo-allied.1",
        "since=²",
        "side=zzz",
    ):
        assert client.get(f"{address}?{query}").status_code == 200
    assert client.post(f"{address}/order", {"force": "anglo-allied.1"}).status_code == 404
    refused = client.post(f"{address}/order", {"force": "french.1", "order": "hold", "hours": "9999"}, follow=True)
    assert "For how many hours" in refused.content.decode()
    assert client.post("/campaigns/start", {"template": "zzz", "side": "french"}).status_code == 302
    for _ in range(2):
        client.post(f"{address}/end-turn", {"turn": "1"})
    assert fresh(campaign).turn == 2
    assert client.get(f"{address}/battle/99").status_code == 404
    assert client.get("/campaigns/zzz").status_code == 404


def test_another_browser_sees_no_more_than_title_and_turn(client: Client) -> None:
    campaign = started(client)
    other = Client()
    page = other.get(f"/campaigns/{campaign.slug}").content.decode()
    assert "II Corps" not in page
    assert other.get(f"/campaigns/{campaign.slug}/diary").status_code == 404
    assert other.get(f"/campaigns/{campaign.slug}/forces").status_code == 404
    assert other.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": 1}).status_code == 404


@pytest.mark.rule("CM-ORDER-01", "orders are shown with their way before they are given, and refused with their rule")
def test_an_order_shows_its_way_and_a_refusal_its_rule(client: Client) -> None:
    campaign = started(client)
    asked = {"force": "french.1", "order": "march", "to": "quatre-bras", "pace": "forced"}
    page = client.get(f"/campaigns/{campaign.slug}", asked).content.decode()
    assert "34 km by" in page
    assert "16 June, 06:00" in page
    refused = client.get(f"/campaigns/{campaign.slug}", {"force": "french.4", "order": "join"}).content.decode()
    assert "CM-FORCE-02" in refused
    assert "Give this order" not in refused


def test_an_order_is_answered_with_the_page_itself_if_a_script_prefers_it(client: Client) -> None:
    campaign = started(client)
    address = f"/campaigns/{campaign.slug}"
    first = {"force": "french.1", "order": "rest", "posture": "accept", "pace": "normal", "after": "hold"}
    usual = client.post(f"{address}/order", first)
    assert (usual.status_code, usual["Location"]) == (302, f"{address}?force=french.2&like=french.1#map")
    here = client.get(usual["Location"]).content.decode()
    prefer = {"Prefer": "return=representation"}
    page = client.post(f"{address}/order", first | {"order": "hold", "seen": "earlier"}, headers=prefer)
    assert (page.status_code, page["Content-Location"]) == (200, usual["Location"])
    assert page["Preference-Applied"] == "return=representation"
    for shown in ("Order to 2nd Cavalry Division", "had another order, given in another window meanwhile", "ordered"):
        assert shown in page.content.decode()
    assert "Order to 2nd Cavalry Division" in here
    wrong = client.post(f"{address}/order", first | {"order": "hold", "hours": "9999"}, headers=prefer)
    assert wrong["Content-Location"] == f"{address}?force=french.1#order"
    assert "For how many hours" in wrong.content.decode()
    assert "For how many hours: " not in client.get(address).content.decode()
    assert client.post(f"{address}/order", {"force": "anglo-allied.1"}, headers=prefer).status_code == 404


@pytest.mark.rule("CM-SIGHT-06", "a page holds nothing of the enemy that no report says")
def test_nothing_hidden_is_on_a_page(alice: Any, bob: Any, client: Client) -> None:
    campaign = played(alice, french=alice, allied=bob)
    state = state_now(campaign)
    marked = {
        key: force
        if force.side == "french"
        else structs.replace(force, name=f"{MARKER} {key}", commander=f"{MARKER} {key}")
        for key, force in state.forces.items()
    }
    waiting = tuple(
        row
        if row.force.side == "french"
        else structs.replace(row, force=structs.replace(row.force, name=f"{MARKER} {row.force.id}"))
        for row in state.waiting
    )
    ledger.store_state(campaign, structs.replace(state, forces=marked, waiting=waiting))
    campaign.save()
    seats.seat(at(campaign, alice), "anglo-allied", computer="steady")
    client.force_login(alice)
    for turn in (1, 2, 3):
        seen = view(state_now(campaign), "french")
        known = {row.of for row in (*seen.reports, *seen.faint)}
        hidden = {key for key in state.setup.commands[1].forces if key not in known}
        assert hidden
        for path in (
            "",
            "?force=french.1&order=march&to=quatre-bras",
            "/forces",
            "/diary",
            "/ledger",
            "/film",
            "/staff",
        ):
            page = client.get(f"/campaigns/{campaign.slug}{path}").content.decode()
            assert [key for key in hidden if f"{MARKER} {key}" in page] == []
        client.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": turn})
    seats.seat(at(campaign, alice), "anglo-allied", user=bob)
    client.force_login(bob)
    assert MARKER in client.get(f"/campaigns/{campaign.slug}").content.decode()


def test_pages_ask_few_questions_of_the_database(
    alice: Any, bob: Any, client: Client, django_assert_max_num_queries: Any
) -> None:
    campaign = played(alice, french=alice)
    client.force_login(alice)
    for turn in (1, 2):
        with django_assert_max_num_queries(12):
            client.get(f"/campaigns/{campaign.slug}?force=french.1")
        with django_assert_max_num_queries(12):
            client.get(f"/campaigns/{campaign.slug}/diary")
        client.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": turn})
    with django_assert_max_num_queries(10):
        client.get("/campaigns/")


def test_a_battle_is_shown_and_fought_on_the_board(alice: Any, bob: Any, client: Client) -> None:
    campaign = meeting(alice, red=alice)
    client.force_login(alice)
    client.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": 1})
    number = next(iter(state_now(campaign).engagements))
    address = f"/campaigns/{campaign.slug}/battle/{number}"
    page = client.get(address).content.decode()
    assert re.search(r"about \d+&nbsp;%", page)
    answer = client.post(f"{address}/choose", {"way": "board", "system": system_of(page)})
    assert answer["Location"].startswith("/b/")
    assert "Open the battle" in client.get(address).content.decode()
    client.post(f"{address}/collect", {"stop": "1"})
    assert state_now(campaign).engagements[number].status == "settled"


def test_a_guest_fights_a_battle_on_the_board(client: Client) -> None:
    campaign = meeting(None)
    CampaignSeat.objects.filter(campaign=campaign, side="red").update(guest=True, name="A guest")
    session = client.session
    session["campaign_seats"] = [campaign.seats.get(side="red").pk]
    session.save()
    client.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": 1})
    number = next(iter(state_now(campaign).engagements))
    address = f"/campaigns/{campaign.slug}/battle/{number}"
    system = system_of(client.get(address).content.decode())
    board = client.post(f"{address}/choose", {"way": "board", "system": system})["Location"]
    assert client.get(board).status_code == 200
    seat = fresh(campaign).engagements.get(number=number).battle.seats.get(guest=True)
    assert seat.pk in client.session["seats"]
