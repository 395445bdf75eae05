"""Battles of a campaign settled in each way on its pages; the ledger, the film and the end."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from battles.models import Battle, Status
from campaign.models import Campaign
from campaign.war.services import engagements
from tests.war.stored.campaigns import fresh, meeting, state_now, system_of

pytestmark = pytest.mark.django_db


def met(client: Client, user: Any) -> tuple[Campaign, int, str]:
    """A campaign at its first battle: it, the battle's number, and the address of its page."""
    campaign = meeting(user, red=user)
    client.force_login(user)
    client.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": 1})
    number = next(iter(state_now(campaign).engagements))
    return campaign, number, f"/campaigns/{campaign.slug}/battle/{number}"


def posted(page: str, men: str = "120") -> dict[str, str]:
    """A result in which the first own formation lost some men."""
    name = re.findall(r'name="(men_[^"]+)"', page)[0]
    winner = re.findall(r'<option value="(\w+)"', page)[0]
    return {name: men, "winner": winner, "minutes": "90"}


@pytest.mark.rule("CM-ENG-07", "a result is written in on one form, with its arithmetic, and the campaign goes on")
@pytest.mark.rule("CM-AFTER-01", "the form shows how many of the lost are dead, in hospital and astray")
def test_a_result_is_written_in(alice: Any, client: Client) -> None:
    campaign, number, address = met(client, alice)
    page = client.get(f"{address}/result").content.decode()
    checked = client.post(f"{address}/result", {**posted(page), "check": "1"}).content.decode()
    assert re.search(r'num">120</td><td class="num">18</td><td class="num">54</td><td class="num">48</td>', checked)
    assert state_now(campaign).engagements[number].status == "open"
    wrong = client.post(f"{address}/result", {**posted(page, "999999"), "enter": "1"})
    assert wrong.status_code == 422
    assert client.post(f"{address}/result", {**posted(page), "minutes": "9000", "enter": "1"}).status_code == 422
    client.post(f"{address}/result", {**posted(page), "men_enemy": "150000", "enter": "1"})
    assert state_now(campaign).engagements[number].status == "settled"
    assert client.get(f"{address}/result").status_code == 404


def test_a_form_tells_nothing_of_the_enemy(alice: Any, client: Client) -> None:
    campaign, _, address = met(client, alice)
    page = client.get(f"{address}/result").content.decode()
    setup = state_now(campaign).setup
    hidden = {row.name for key, row in setup.units.items() if row.side != "red"}
    assert "all together" in page
    assert [
        name
        for name in hidden
        if name in page and name not in {u.name for u in setup.units.values() if u.side == "red"}
    ] == []


@pytest.mark.rule("CM-ENG-04", "computers fight on a board to be watched; a battle at the table has a tracker")
@pytest.mark.parametrize("way", [{"way": "computer", "watch": "1"}, {"way": "table"}])
def test_battles_that_go_on_elsewhere(alice: Any, client: Client, way: dict[str, str]) -> None:
    campaign, number, address = met(client, alice)
    system = system_of(client.get(address).content.decode())
    elsewhere = client.post(f"{address}/choose", {**way, "system": system})["Location"]
    assert client.get(elsewhere).status_code == 200
    client.post(f"{address}/collect", {"stop": "1"})
    assert state_now(campaign).engagements[number].status == "settled"
    assert b"Go on with the campaign" in client.get(address).content


def test_the_result_of_a_battle_returns_by_itself(
    alice: Any, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    campaign, number, address = met(client, alice)
    system = system_of(client.get(address).content.decode())
    board = client.post(f"{address}/choose", {"way": "board", "system": system})["Location"]
    assert f'href="{address}"' in client.get(board).content.decode()
    battle = Battle.objects.latest("id")
    with django_capture_on_commit_callbacks(execute=True):
        battle.status = Status.OVER
        battle.save()
    assert state_now(campaign).engagements[number].status == "settled"
    engagements.take_result(battle)
    assert fresh(campaign).turn == state_now(campaign).turn


@pytest.mark.rule("CM-FIX-01", "the ledger is read with filters, and only what a side may know")
def test_ledger_and_film(alice: Any, client: Client, django_assert_max_num_queries: Any) -> None:
    campaign, _, address = met(client, alice)
    client.post(f"{address}/choose", {"way": "quick"})
    here = f"/campaigns/{campaign.slug}"
    with django_assert_max_num_queries(12):
        every = client.get(f"{here}/ledger").content.decode()
    assert "Battles settled" in every
    only = client.get(f"{here}/ledger", {"kind": "settled"}).content.decode().partition("<ol role")[2]
    assert "Marches" not in only
    assert "hospital" in client.get(f"{here}/ledger", {"account": "hospital"}).content.decode().partition("<ol role")[2]
    for query in ("turn=99999", "turn=²", "page=x&kind=zzz&account=zzz&force=zzz"):
        assert client.get(f"{here}/ledger?{query}").status_code == 200
    with django_assert_max_num_queries(12):
        page = client.get(f"{here}/film", {"turn": 1}).content.decode()
    found = re.search(r'<script id="film" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    shown = json.loads(found[1])
    own = {key for key in shown["actors"] if not key.startswith("?")}
    assert own == {force.id for force in state_now(campaign).forces.values() if force.side == "red"}
    assert shown["frames"][0]["moves"]
    assert Client().get(f"{here}/film").status_code == 404


def test_the_end_says_who_won(alice: Any, client: Client) -> None:
    campaign = meeting(alice, red=alice)
    client.force_login(alice)
    client.post(f"/campaigns/{campaign.slug}/staff/orders", {"give_up": "yes"})
    client.post(f"/campaigns/{campaign.slug}/end-turn", {"turn": 1})
    for number, row in state_now(campaign).engagements.items():
        if row.status == "open":
            client.post(f"/campaigns/{campaign.slug}/battle/{number}/choose", {"way": "quick"})
    assert "You lost" in client.get(f"/campaigns/{campaign.slug}").content.decode()
