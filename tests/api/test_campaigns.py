"""Campaigns over the API: a campaign from its creation to its end, who may do what, and nothing hidden in an answer."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from campaign.api.description import document
from campaign.models import Campaign, CampaignAct, CampaignOrders, CampaignSeat
from campaign.war.rules.state import CampaignState, Depot, Leg
from campaign.war.services import archive, turns
from campaign.war.services.access import operator_access
from campaign.war.services.creation import NewCampaign, store, template_files
from campaign.war.services.ledger import verify
from campaign.war.services.orders import OrderSheet, give
from tests.api.conftest import Api, problem
from tests.databases import undone
from tests.war.small_campaigns import campaign, force, line_map
from tests.war.stored.campaigns import at, fresh, hold, meeting, played

pytestmark = pytest.mark.django_db
MARK = "Zebedee"
WHO = ("stranger", "signed_in", "read_only", "player", "umpire", "owner")
APART = {"campaign_list", "campaign_create", "campaign_templates", "campaign_template", "campaign_import"}
READS = {
    "campaign_retrieve", "campaign_map", "campaign_engagements", "campaign_ledger", "campaign_record",
    "campaign_verify", "campaign_messages",
}  # fmt: skip
"""For everybody who sees the campaign."""
SIGNED_IN = {"campaign_orders_read", "campaign_reports"}
WRITERS = {"campaign_orders_send"}
"""Players, and the umpire in their name."""
PLAYERS = {"campaign_message_send"}
MANAGERS = {
    "campaign_change", "campaign_seat_give", "campaign_end", "campaign_pause", "campaign_invite",
    "campaign_invitation_cancel",
}  # fmt: skip
OWNERS = {"campaign_delete"}
UMPIRES = {"campaign_dry_run", "campaign_export", "campaign_balance", "campaign_take_back", "campaign_resolve"}
"""With a player who has not sent orders, a turn is the umpire's to resolve."""
FIGHTS = {
    "campaign_way_choose",
    "campaign_result_enter",
    "campaign_battle_collect",
    "campaign_result_confirm",
    "campaign_result_dispute",
}
SEATS = {"campaign_seat_take", "campaign_deputy_name", "campaign_seat_leave"}


def operations() -> list[tuple[str, str, str]]:
    """(name, method, address) of every operation on campaigns."""
    return [
        (said["operationId"], method.upper(), address)
        for address, methods in document()["paths"].items()
        for method, said in methods.items()
        if address.startswith("/api/v1/campaigns")
    ]


def test_every_operation_is_in_the_matrix() -> None:
    groups = (APART, READS, SIGNED_IN, WRITERS, PLAYERS, MANAGERS, OWNERS, UMPIRES, FIGHTS, SEATS)
    assert sorted(name for group in groups for name in group) == sorted(name for name, _, _ in operations())


@pytest.fixture
def cast(alice: Any, bob: Any, charlie: Any, organiser: Any, key_of: Callable[..., str]) -> dict[str, Api]:
    """Alice owns it and plays the French, Bob plays the allies, Charlie is the umpire."""
    return {
        "stranger": Api(),
        "signed_in": Api(key_of(organiser)),
        "read_only": Api(key_of(alice, may_write=False)),
        "player": Api(key_of(bob)),
        "umpire": Api(key_of(charlie)),
        "owner": Api(key_of(alice)),
    }


def want(name: str, who: str, visible: bool, writes: bool) -> set[int]:
    """The statuses that somebody may get."""
    if who == "stranger":
        return {200} if name in READS and visible else {404} if name in READS else {401}
    if who == "read_only" and writes:
        return {403}
    if who == "signed_in" and not visible:
        return {404}
    if name in READS | SIGNED_IN:
        return {200}
    if name in FIGHTS:
        return {422}
    if name in SEATS:
        return {403, 422, 200, 204}
    table = (
        (WRITERS, "player owner umpire"),
        (PLAYERS, "player owner"),
        (MANAGERS, "umpire owner"),
        (OWNERS, "owner"),
        (UMPIRES, "umpire"),
    )
    own = next(people.split() for names, people in table if name in names)
    if who in own:
        return {200, 201, 204, 404, 409, 422}
    return {403, 422} if name == "campaign_resolve" else {403}


@pytest.mark.parametrize("visible", [True, False], ids=["unlisted", "private"])
def test_each_may_do_what_is_theirs(
    cast: dict[str, Api], alice: Any, bob: Any, charlie: Any, visible: bool, many_requests: None
) -> None:
    row = played(alice, alice, bob, visibility="unlisted" if visible else "private")
    CampaignSeat.objects.create(campaign=row, side="umpire", user=charlie)
    seat = CampaignSeat.objects.get(campaign=row, side="french").pk
    wrong = []
    for name, method, address in operations():
        if name in APART:
            continue
        said = document()["paths"][address][method.lower()]
        examples = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples")
        body = next(iter(examples.values()))["value"] if examples else None
        where = address.format(campaign=row.slug, engagement=1, seat=seat, invitation=1)
        for who in WHO:
            with undone():
                answer = cast[who].ask(method, where, body)
            if answer.status_code not in want(name, who, visible, method != "GET"):
                wrong.append((name, who, answer.content))
    assert not wrong


def test_a_campaign_from_its_creation_to_its_end(alices: Api, alice: Any) -> None:
    made = alices.post("campaigns", {"template": "evening-1815", "settings": {"run_on": False}})
    assert made.status_code == 201, made.content
    at_slug = f"campaigns/{made.json()['slug']}"
    alices.post(f"{at_slug}/seats/take", {"side": "french"})
    alices.put(f"{at_slug}/seats", {"side": "anglo-allied", "character": "careful"})
    now = alices.get(at_slug).json()
    assert (now["turn"], now["time"], now["may"]) == (1, "1815-06-15T12:00", ["order", "manage"])
    assert [row["side"] for row in now["knows"]] == ["french"]
    order = {"force": "french.2", "legs": [{"order": "march", "to": "frasnes", "posture": "attack"}]}
    assert alices.put(f"{at_slug}/orders", {"turn": 1, "orders": [order]}).json()["turn"] == 1
    assert [row["about"] for row in alices.get(f"{at_slug}/orders").json()["orders"]] == ["french.2"]
    sent = alices.put(f"{at_slug}/orders", {"turn": 1, "ready": True})
    assert sent.json() == {"turn": 1, "late": False, "resolved": True}
    entries = alices.get(f"{at_slug}/ledger").json()["entries"]
    assert [row["n"] for row in entries] == list(range(len(entries)))
    again = alices.post(f"{at_slug}/resolve", {"turn": 1})
    assert problem(again, 409, "conflict")["version"] == fresh(Campaign.objects.get()).version
    for turn in range(2, 5):
        answer = alices.post(f"{at_slug}/resolve", {"turn": turn})
        assert answer.status_code == 200, answer.content
        for fight in alices.get(f"{at_slug}/engagements").json()["engagements"]:
            if fight["status"] == "open":
                assert alices.put(f"{at_slug}/engagements/{fight['number']}/way", {"way": "quick"}).status_code == 200
    over = alices.get(at_slug).json()
    assert (over["status"], bool(over["secret"]), len(over["knows"])) == ("over", True, 2)
    assert alices.get(f"{at_slug}/verify").json() == {"problems": [], "entries_checked": True}
    text = alices.get(f"{at_slug}/export").content.decode()
    copied = alices.post("campaigns/import", {"text": text})
    assert copied.status_code == 201, copied.content
    assert len({row.state_hash for row in Campaign.objects.all()}) == 1
    assert problem(alices.put(f"{at_slug}/orders", {"turn": 5}), 409, "conflict")


def test_a_campaign_of_ones_own_files(alices: Api) -> None:
    sources = alices.get("campaigns/templates/evening-1815").json()
    assert alices.get("campaigns/templates").json()["templates"][0]["key"] == "evening-1815"
    file = sources["campaign"] | {"id": "mine", "name": "Mine"}
    made = alices.post("campaigns", {"campaign": file, "map": sources["map"], "title": "Mine"})
    assert made.status_code == 201, made.content
    broken = file | {"forces": [file["forces"][0] | {"at": "atlantis"}, *file["forces"][1:]]}
    fault = problem(alices.post("campaigns", {"campaign": broken}), 422, "refused")
    assert fault["errors"][0]["field"] == "$.forces[0].at"
    island = sources["map"] | {"edges": sources["map"]["edges"][5:]}
    assert problem(alices.post("campaigns", {"campaign": file, "map": island}), 422, "refused")
    assert problem(alices.post("campaigns", {"campaign": file, "template": "evening-1815"}), 422, "refused")
    assert [row["title"] for row in alices.get("campaigns?whose=mine").json()["items"]] == ["Mine"]


def test_refused_orders_name_their_rule(alices: Api, alice: Any, bob: Any) -> None:
    row = played(alice, alice, bob)
    body = {"turn": 1, "orders": [{"force": "anglo-allied.1", "legs": [{"order": "hold"}]}]}
    fault = problem(alices.put(f"campaigns/{row.slug}/orders", body), 422, "refused")
    assert (fault["errors"][0]["field"], fault["errors"][0]["rule"]) == ("orders[0]", "CM-ORDER-01")
    assert not CampaignOrders.objects.exists()
    wrong = {"turn": 1, "orders": [{"force": "french.1", "legs": [{"order": "fly"}]}]}
    assert problem(alices.put(f"campaigns/{row.slug}/orders", wrong), 422, "refused")


def test_a_repeated_key_resolves_once(alices: Api, alice: Any) -> None:
    row = played(alice, alice)
    first = alices.post(f"campaigns/{row.slug}/resolve", {"turn": 1}, Idempotency_Key="once")
    second = alices.post(f"campaigns/{row.slug}/resolve", {"turn": 1}, Idempotency_Key="once")
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert second["Idempotency-Replayed"] == "true"
    assert CampaignAct.objects.count() == 1


def test_corrections_show_first_what_they_change(alices: Api, alice: Any) -> None:
    row = played(alice, alice)
    turns.resolve(at(row, alice), 1)
    body = {"turn": 1, "why": "A slip.", "dry": True}
    tried = alices.post(f"campaigns/{row.slug}/corrections/take-back", body).json()
    assert (tried["stored"], tried["turn"], fresh(row).turn) == (False, 1, 2)
    done = alices.post(f"campaigns/{row.slug}/corrections/take-back", body | {"dry": False}).json()
    assert (done["stored"], fresh(row).turn) == (True, 1)
    assert all(entry["struck"] for entry in alices.get(f"campaigns/{row.slug}/ledger?turn=1").json()["entries"])
    assert verify(fresh(row)) == []


def marked(kilometres: int) -> CampaignState:
    """A campaign whose blue forces, formations, units, commanders and orders bear the mark."""
    attack = Leg("march", posture="attack", to="b")
    secret = (Leg("hold", note=MARK, posture="accept"),)
    state = campaign(
        line_map(kilometres, 8),
        force("red", 1, "a", foot=6000, horse=600, guns=12, brigades=2, legs=(attack,)),
        force("blue", 1, "b", foot=4000, horse=400, guns=8, brigades=2, legs=secret),
        depots=(Depot("red", "a"), Depot("blue", "c")),
        turn_hours=8,
    )
    blue = structs.replace(state.forces["blue.1"], name=f"{MARK} force", standing=secret)
    setup = structs.replace(
        state.setup,
        formations={
            key: structs.replace(row, name=f"{MARK} {row.name}") if key.startswith("blue") else row
            for key, row in state.setup.formations.items()
        },
        units={
            key: structs.replace(row, name=f"{MARK} {row.name}") if row.side == "blue" else row
            for key, row in state.setup.units.items()
        },
    )
    commanders = {
        key: structs.replace(row, name=f"{MARK} {row.name}") if row.side == "blue" else row
        for key, row in state.commanders.items()
    }
    return structs.replace(state, setup=setup, forces={**state.forces, "blue.1": blue}, commanders=commanders)


@pytest.mark.rule("CM-ORDER-01", "nothing of one side's secrets is in any answer to another")
def test_nothing_of_one_side_is_in_an_answer_to_another(
    alices: Api, alice: Any, bob: Any, charlie: Any, key_of: Any
) -> None:
    row = store(NewCampaign(files=template_files("evening-1815"), owner=charlie, title="Marked"), marked(60))
    CampaignSeat.objects.filter(campaign=row, side="red").update(user=alice, name="alice")
    CampaignSeat.objects.filter(campaign=row, side="blue").update(user=bob, name="bob")
    give(at(row, bob), OrderSheet(orders=(hold("blue.1", note=f"{MARK} again"),)), turn=1)
    turns.resolve(operator_access(fresh(row)), 1)
    give(at(row, bob), OrderSheet(orders=(hold("blue.1", note=f"{MARK} once more"),)), turn=2)
    outsider, bobs = Api(), Api(key_of(bob))
    for name, method, address in operations():
        if method != "GET" or name in APART:
            continue
        where = address.format(campaign=row.slug)
        for api in (alices, outsider):
            assert MARK not in api.get(where).content.decode(), name
    assert MARK in bobs.get(f"campaigns/{row.slug}").content.decode()
    wrong = alices.put(f"campaigns/{row.slug}/orders", {"turn": 2, "orders": [{"force": "blue.1", "legs": []}]})
    missing = alices.put(f"campaigns/{row.slug}/orders", {"turn": 2, "orders": [{"force": "blue.9", "legs": []}]})
    assert wrong.json()["detail"].replace("blue.1", "X") == missing.json()["detail"].replace("blue.9", "X")


@pytest.mark.rule("CM-ENG-07", "unhurt units of the enemy are not named in a result")
def test_unhurt_units_of_the_enemy_are_not_named(alices: Api, alice: Any, bob: Any) -> None:
    row = meeting(alice, alice, bob)
    turns.resolve(operator_access(fresh(row)), 1)
    result = {
        "winner": "red",
        "field": "red",
        "minutes": 60,
        "losses": [{"unit": "blue1/brigade 1/line_infantry", "men": 10}, {"unit": "blue1/brigade 2/line_infantry"}],
    }
    answer = alices.put(f"campaigns/{row.slug}/engagements/1/result", result)
    assert answer.status_code == 200, answer.content
    assert "brigade 1/line" in answer.content.decode()
    assert "blue1/brigade 2/line" not in answer.content.decode()


def test_a_file_with_faults_names_their_paths(alices: Api, alice: Any) -> None:
    content = json.loads(archive.export(operator_access(played(alice))))
    content["acts"] = [{"kind": "resolve"}]
    fault = problem(alices.post("campaigns/import", {"text": json.dumps(content)}), 422, "refused")
    assert fault["errors"][0]["field"].startswith("$.acts[0]")


def test_reading_a_campaign_asks_few_questions_whatever_the_number_of_turns(
    alices: Api, alice: Any, bob: Any, django_assert_max_num_queries: Any
) -> None:
    row = played(alice, alice, bob)
    for _ in range(2):
        for path in ("", "/orders", "/reports", "/ledger", "/record", "/engagements", "/messages", "/map"):
            with django_assert_max_num_queries(10):
                assert alices.get(f"campaigns/{row.slug}{path}").status_code == 200
        turns.resolve(operator_access(fresh(row)), fresh(row).turn)
    with django_assert_max_num_queries(8):
        alices.get("campaigns")
