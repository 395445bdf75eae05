"""Battles over the API: listing, making, seeing, showing and deleting them."""

from typing import Any

import pytest

from armies.models import Visibility
from armies.services.storage import create
from battles.engine import registry
from battles.models import Battle, ComputerTurn, Scenario, Seat
from battles.services.create.battle_start import Sitting
from battles.services.create.request import LEVELS
from battles.services.play.verification import verify
from tests.api.battle_requests import Guest, act, awaited, fought, view
from tests.api.conftest import Api, problem
from tests.architecture.sources import ROOT
from tests.armies.builders import army as facts

SAMPLE = "sample:easy_napoleonics"


def test_the_sources_are_listed_with_their_options_and_levels(stranger: Api) -> None:
    found = stranger.get("battles/sources").json()
    (system,) = [one for one in found["systems"] if one["key"] == "easy_napoleonics"]
    assert system["sides"] == ["a", "b"]
    kinds = {source["kind"] for source in system["sources"]}
    assert kinds == {"scenario", "sample", "armies"}
    assert {"max_turns", "hidden_morale"} <= {option["name"] for option in system["options"]}
    levels = {one["key"]: [level["key"] for level in one["levels"]] for one in found["systems"]}
    assert levels == {"easy_napoleonics": list(LEVELS), "mini_nap": ["recruit", "captain", "marshal"]}


def test_a_battle_against_the_computer_is_made_and_begins(alices: Api, alice: Any) -> None:
    answer = alices.post("battles", {"source": SAMPLE, "options": {"max_turns": 3}, "title": "A first game"})
    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert answer["Location"] == made["address"] == f"http://testserver/api/v1/battles/{made['slug']}"
    assert made["seats"] == [{"battle": made["slug"], "place": "a", "token": None}]
    row = Battle.objects.get(slug=made["slug"])
    assert (row.owner, row.title, row.status, row.visibility) == (alice, "A first game", "playing", "unlisted")
    shown = view(alices, row)
    assert [side["kind"] for side in shown["sides"]] == ["user", "computer"]
    assert shown["view"]["rules"]["options"]["max_turns"] == 3
    assert verify(row) == []


def test_every_source_that_is_listed_can_be_fought(alices: Api, alice: Any) -> None:
    slug = create(facts(), alice).slug
    for system in alices.get("battles/sources").json()["systems"]:
        for source in system["sources"]:
            body = {"source": source["key"]}
            if source["kind"] == "armies":
                body["armies"] = dict.fromkeys(system["sides"], slug)
            assert alices.post("battles", body).status_code == 201, source


def test_a_guest_makes_a_battle_and_plays_by_the_token_of_his_seat(stranger: Api) -> None:
    body = {"source": SAMPLE, "seats": {"b": "open"}, "name": "A traveller", "visibility": "private", "salt": "x"}
    made = stranger.post("battles", body).json()
    (seat,) = made["seats"]
    row = Battle.objects.get(slug=made["slug"])
    assert (row.owner, row.status) == (None, "gathering")
    assert Seat.objects.get(battle=row, place="a").salt == b"x".hex()
    problem(stranger.get(f"battles/{row.slug}"), 404, "not-found")
    guest = Guest(seat["token"])
    shown = view(guest, row)
    assert (shown["viewer"], shown["sides"][0]["who"], shown["own"]) == ("a", "A traveller", ["a"])
    assert [one["slug"] for one in guest.get("battles?whose=mine").json()["items"]] == [row.slug]
    assert guest.get("battles?whose=awaited").json()["items"] == []
    problem(Guest("nonesuch").get(f"battles/{row.slug}"), 401, "not-signed-in")


def test_a_guest_who_takes_no_seat_makes_no_battle(stranger: Api) -> None:
    said = problem(stranger.post("battles", {"source": SAMPLE, "seats": {"a": "open"}}), 422, "refused")
    assert said["errors"][0]["field"] == "seats"
    assert not Battle.objects.exists()


def test_house_rules_of_a_club_are_laid_over_the_tables(alices: Api) -> None:
    body = {"source": SAMPLE, "house_rules": {"nonesuch": {"x": 1}}}
    said = problem(alices.post("battles", body), 422, "refused")
    assert said["errors"][0]["field"].startswith("house_rules")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"source": "scenario:easy_napoleonics:nonesuch"}, "source"),
        ({"source": "chess"}, "source"),
        ({"source": "drawn:easy_napoleonics:\0"}, "source"),
        ({"options": {"nonesuch": 1}}, "options"),
        ({"options": {"max_turns": -5}}, "options"),
        ({"options": {"max_turns": 10**30}}, "options"),
        ({"seats": {"a": "the devil"}}, "seats"),
        ({"seats": {"z": "me"}}, "seats"),
        ({"seats": {"umpire": "computer:captain"}}, "computer"),
        ({"seats": {"a": "me", "umpire": "me"}}, "umpire"),
        ({"armies": {"a": "x", "b": "y"}}, "armies"),
        ({"source": "armies:easy_napoleonics"}, "armies"),
        ({"source": "armies:easy_napoleonics", "armies": {"a": "x", "b": "y"}}, "armies"),
        ({"visibility": "secret"}, "visibility"),
        ({"delay": 100_000}, "delay"),
        ({"salt": "é" * 60}, "salt"),
        ({"title": "x" * 121}, "title"),
        ({"wings": 2}, "wings"),
    ],
)
def test_what_cannot_be_made_is_refused_with_its_field(alices: Api, changes: dict[str, Any], field: str) -> None:
    said = problem(alices.post("battles", {"source": SAMPLE, **changes}), 422, "refused")
    assert said["errors"][0]["field"] == field, said
    assert not Battle.objects.exists()


def test_the_list_holds_what_is_public_or_ones_own(alice: Any, bob: Any, alices: Api, bobs: Api, stranger: Api) -> None:
    public = fought(alice, alice, Sitting(place="b"), visibility=Visibility.PUBLIC, title="Public")
    private = fought(alice, bob, visibility=Visibility.PRIVATE, title="Private")
    fought(alice, alice, Sitting(place="b"), title="Unlisted")

    def titles(api: Api, query: str = "") -> list[str]:
        return [one["title"] for one in api.get(f"battles{query}").json()["items"]]

    assert titles(stranger) == ["Public"]
    assert titles(alices) == ["Unlisted", "Private", "Public"]
    assert titles(alices, "?whose=mine&limit=2") == ["Unlisted", "Private"]
    assert sorted(titles(bobs)) == ["Private", "Public"]
    assert titles(bobs, "?whose=public&status=gathering") == ["Public"]
    to_act, other = awaited(private, alices, bobs)
    assert titles(to_act, "?whose=awaited") == ["Private"]
    assert titles(other, "?whose=awaited") == []
    first = alices.get("battles?limit=2").json()
    assert [one["title"] for one in alices.get(first["next"].removeprefix("http://testserver")).json()["items"]] == [
        "Public"
    ]
    assert public.slug in str(alices.get("battles").content)


def test_spectators_who_are_behind_are_not_told_the_turn_in_a_list(
    alice: Any, bob: Any, alices: Api, stranger: Api
) -> None:
    fought(alice, bob, visibility=Visibility.PUBLIC, delay=30)
    (mine,) = alices.get("battles").json()["items"]
    (theirs,) = stranger.get("battles").json()["items"]
    assert (mine["turn"] is None, theirs["turn"], theirs["awaited"]) == (False, None, [])
    assert mine["awaited"]


def test_the_list_takes_as_many_queries_for_many_battles_as_for_one(
    alice: Any, bob: Any, alices: Api, django_assert_max_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert alices.get("battles").status_code == 200
        return len(queries)

    fought(alice, bob)
    count()
    one = count()
    for _ in range(5):
        fought(alice, bob)
    assert count() == one <= 6


def test_a_battle_is_seen_with_its_scene_and_the_address_of_its_ground(alice: Any, bob: Any, alices: Api) -> None:
    row = fought(alice, bob)
    shown = view(alices, row)
    assert (shown["viewer"], shown["status"], shown["own"], shown["is_owner"]) == ("a", "playing", ["a"], True)
    assert shown["n"] == shown["last"] == len(shown["feed"]) - 1
    assert [*shown["scene"]["blocks"], *shown["scene"]["off"]]
    assert shown["view"]["viewer"] == "a"
    assert sum(side["awaited"] for side in shown["sides"]) == 1
    ground = alices.get(shown["ground"].removeprefix("http://testserver"))
    assert ground["ETag"] == shown["ground_etag"]
    assert ground.json()["areas"]
    again = alices.get(f"battles/{row.slug}/ground", If_None_Match=ground["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert alices.get(f"battles/{row.slug}/ground", If_None_Match=f"W/{ground['ETag']}").status_code == 304
    assert alices.get(f"battles/{row.slug}/ground", If_None_Match='"0123456789abcdef"').status_code == 200


def test_the_past_is_seen_at_a_line_of_ones_own_feed(alice: Any, bob: Any, alices: Api, bobs: Api) -> None:
    row = fought(alice, bob)
    before = view(alices, row)
    api, _ = awaited(row, alices, bobs)
    assert act(api, row).status_code == 200
    then = view(alices, row, at=before["n"])
    assert (then["is_past"], then["n"], then["last"]) == (True, before["n"], before["n"] + 1)
    assert (then["view"], then["scene"], then["may_act"]) == (before["view"], before["scene"], [])
    problem(alices.get(f"battles/{row.slug}?at=99"), 404, "not-found")
    problem(alices.get(f"battles/{row.slug}?at=-3"), 400, "parameters")


def test_who_made_a_battle_says_who_may_see_it(alice: Any, bob: Any, alices: Api, bobs: Api, stranger: Api) -> None:
    row = fought(alice, bob)
    assert stranger.get(f"battles/{row.slug}").status_code == 200
    answer = alices.patch(f"battles/{row.slug}", {"visibility": "private", "title": "The heights"})
    assert answer.json() == {"title": "The heights", "visibility": "private", "delay": 0, "planned": None}
    problem(alices.patch(f"battles/{row.slug}", {"title": " ", "visibility": "public"}), 422, "refused")
    assert view(alices, row)["visibility"] == "private"
    problem(stranger.get(f"battles/{row.slug}"), 404, "not-found")
    assert view(bobs, row)["viewer"] == "b"
    problem(bobs.patch(f"battles/{row.slug}", {"delay": 5}), 403, "forbidden")
    problem(alices.patch(f"battles/{row.slug}", {"delay": -5}), 422, "refused")
    problem(stranger.patch(f"battles/{row.slug}", {"delay": 5}), 401, "not-signed-in")


def test_a_battle_is_deleted_by_who_made_it_while_nobody_else_plays(
    alice: Any, bob: Any, alices: Api, bobs: Api
) -> None:
    shared = fought(alice, bob)
    problem(alices.delete(f"battles/{shared.slug}"), 422, "refused")
    problem(bobs.delete(f"battles/{shared.slug}"), 403, "forbidden")
    own = fought(alice, bob, Sitting(place="b", computer="greedy"))
    assert alices.delete(f"battles/{own.slug}").status_code == 204
    problem(alices.get(f"battles/{own.slug}"), 404, "not-found")
    assert not ComputerTurn.objects.filter(battle=own.pk).exists()


def test_a_drawn_scenario_is_fought_and_one_with_faults_is_refused(alices: Api, bobs: Api, alice: Any) -> None:
    rules = registry.load("easy_napoleonics")
    content = (ROOT / "battles/rules/easy_napoleonics/scenarios/meeting.json").read_text(encoding="utf-8")
    shared = {"owner": alice, "system": "easy_napoleonics", "visibility": Visibility.PUBLIC}
    sound = Scenario.objects.create(title="A sound one", content=content, **shared)
    faulty = Scenario.objects.create(title="With faults", content='{"turns": -1}', **shared)
    systems = bobs.get("battles/sources").json()["systems"]
    (system,) = [one for one in systems if one["key"] == rules.key]
    keys = [source["key"] for source in system["sources"] if source["kind"] == "drawn"]
    assert keys == [f"drawn:{rules.key}:{row.slug}" for row in (faulty, sound)]
    assert bobs.post("battles", {"source": keys[1]}).status_code == 201
    problem(bobs.post("battles", {"source": keys[0]}), 422, "refused")
    Scenario.objects.update(visibility=Visibility.PRIVATE)
    problem(bobs.post("battles", {"source": keys[1]}), 422, "refused")
    assert Battle.objects.count() == 1
