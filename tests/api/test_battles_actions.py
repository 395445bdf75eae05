"""Playing over the API: options, odds, actions, and all that they may meet."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, Entry, Seat
from battles.services.create.battle_start import Sitting
from battles.services.play.action_menu import plain_of
from battles.services.play.verification import verify
from tests.api.battle_requests import Guest, act, awaited, deed, fought, options, view
from tests.api.conftest import Api, problem
from tests.battles.services.conftest import same_secrets
from tests.battles.services.steps import SYSTEM, begun, first_action, hidden, play, play_until

__all__ = ["same_secrets"]
JUNK: list[Any] = [
    {"kind": "nonesuch"},
    {"kind": "activate", "unit": -5, "cell": 10**9},
    {"kind": "fire", "unit": "x"},
    {"kind": {}},
    {"unit": 1},
    {},
    {"kind": "activate", "unit": 10**40},
    {"kind": "activate", "unit": 0, "note": "x" * 20_000},
]


@pytest.fixture
def row(alice: Any, bob: Any) -> Battle:
    return fought(alice, bob)


def test_the_options_are_those_of_who_is_awaited_and_any_of_them_may_be_done(
    row: Battle, alices: Api, bobs: Api
) -> None:
    api, other = awaited(row, alices, bobs)
    found = api.get(f"battles/{row.slug}/options").json()
    assert found["side"] in ("a", "b")
    assert found["n"] == view(api, row)["n"]
    (first, *_) = found["options"]
    assert first["words"]
    assert {"action", "notation", "words", "aim"} == set(first["actions"][0])
    assert other.get(f"battles/{row.slug}/options").json() == {"side": None, "n": found["n"], "options": []}
    problem(other.get(f"battles/{row.slug}/options?side={found['side']}"), 403, "forbidden")
    plain = api.get(f"battles/{row.slug}/options?words=false").json()["options"]
    assert set(plain[0]["actions"][0]) == {"action"}
    assert api.get(f"battles/{row.slug}/options?actor=nobody").json()["options"] == []
    answer = act(api, row, action=first["actions"][-1]["action"]).json()
    assert (answer["n"], answer["status"]) == (found["n"] + 1, "playing")
    assert [line["n"] for line in answer["lines"]] == [answer["n"]]
    assert verify(row) == []


def test_an_action_may_be_sent_in_its_short_form(row: Battle, alices: Api, bobs: Api) -> None:
    api, _ = awaited(row, alices, bobs)
    notation = options(api, row)[0]["actions"][0]["notation"]
    assert act(api, row, notation=notation).status_code == 200
    said = problem(act(awaited(row, alices, bobs)[0], row, notation="!!"), 422, "refused")
    assert said["errors"][0]["field"] == "notation"


def test_the_same_token_twice_is_one_action_and_one_answer(row: Battle, alices: Api, bobs: Api) -> None:
    api, _ = awaited(row, alices, bobs)
    body = {
        "action": options(api, row)[0]["actions"][0]["action"],
        "expect": view(api, row)["n"],
        "token": str(uuid4()),
    }
    first = api.post(f"battles/{row.slug}/act", body)
    second = api.post(f"battles/{row.slug}/act", body)
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert Entry.objects.filter(battle=row).count() == 2
    kept = {**body, "token": str(uuid4())}
    answers = [api.post(f"battles/{row.slug}/act", kept, Idempotency_Key="once") for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert answers[1]["Idempotency-Replayed"] == "true"


def test_who_has_not_read_his_last_line_is_told_where_his_feed_is(row: Battle, alices: Api, bobs: Api) -> None:
    api, _ = awaited(row, alices, bobs)
    n = view(api, row)["n"]
    said = problem(act(api, row, expect=n - 1), 409, "moved-on")
    assert said["n"] == n
    assert Entry.objects.filter(battle=row).count() == 1
    assert act(api, row, expect=None).status_code == 200


def test_what_the_rules_forbid_is_refused_with_its_code_and_rule(row: Battle, alices: Api, bobs: Api) -> None:
    api, other = awaited(row, alices, bobs)
    action = options(api, row)[0]["actions"][0]["action"]
    said = problem(act(other, row, action=action), 422, "refused")
    (fault,) = said["errors"]
    assert (fault["field"], fault["code"]) == ("action", "not_deciding")
    assert fault["detail"]
    assert act(api, row).status_code == 200
    said = problem(act(awaited(row, alices, bobs)[0], row, action=action), 422, "refused")
    assert said["errors"][0]["code"] in ("wrong_phase", "owed_first", "not_deciding", "done_already")
    assert said["errors"][0]["rule"].startswith("EN-")


def test_nobody_acts_for_a_side_that_is_not_his(
    row: Battle, alices: Api, bobs: Api, stranger: Api, charlie: Any, key_of: Any
) -> None:
    api, other = awaited(row, alices, bobs)
    side = view(api, row)["acts_as"]
    action = options(api, row)[0]["actions"][0]["action"]
    for who in (other, stranger, Api(key_of(charlie))):
        problem(act(who, row, action=action, side=side), 403, "forbidden")
        problem(deed(who, row, "resign", side=side), 403, "forbidden")
    for who in (stranger, Api(key_of(charlie))):
        for what in ("act", "undo", "takeback", "draw", "resign", "pause", "resume"):
            body = {"action": action} if what == "act" else {}
            problem(deed(who, row, what, **body), 403, "forbidden")
    assert Entry.objects.filter(battle=row).count() == 1


@pytest.mark.parametrize("action", JUNK, ids=range(len(JUNK)))
def test_junk_is_refused_and_nothing_is_written(row: Battle, alices: Api, bobs: Api, action: Any) -> None:
    api, _ = awaited(row, alices, bobs)
    said = problem(act(api, row, action=action), 422, "refused")
    assert said["errors"][0]["field"] == "action"
    problem(api.post(f"battles/{row.slug}/odds", {"action": action}), 422, "refused")
    assert Entry.objects.filter(battle=row).count() == 1
    assert verify(row) == []


def test_a_body_that_is_not_one_is_refused(row: Battle, alices: Api) -> None:
    address = f"/api/v1/battles/{row.slug}/act"
    headers = {"Authorization": f"Bearer {alices.key}"}

    def sent(data: bytes, kind: str = "application/json") -> Any:
        return alices.client.post(address, data=data, content_type=kind, headers=headers)

    problem(sent(b"{"), 400, "malformed")
    problem(sent(b"\xff"), 400, "malformed")
    problem(sent(b"[" * 100_000), 400, "malformed")
    problem(sent(b"[]"), 422, "refused")
    problem(sent(b"a=1", "application/x-www-form-urlencoded"), 415, "media-type")
    problem(sent(b'{"notation": "' + b"x" * 7_000_000 + b'"}'), 413, "too-large")
    for body in (
        {"notation": "DN"},
        {"notation": "DN", "expect": "x", "token": str(uuid4())},
        {"notation": "DN", "expect": 0, "token": "x"},
        {"notation": "DN", "action": {}, "expect": 0, "token": str(uuid4())},
        {"notation": "DN", "expect": 0, "token": str(uuid4()), "extra": 1},
        {"notation": "DN", "expect": 2**40, "token": str(uuid4())},
        {"expect": 0, "token": str(uuid4())},
    ):
        problem(alices.post(address, body), 422, "refused")
    assert Entry.objects.filter(battle=row).count() == 1


def test_after_the_end_and_in_a_pause_nobody_acts(row: Battle, alices: Api, bobs: Api) -> None:
    api, other = awaited(row, alices, bobs)
    action = options(api, row)[0]["actions"][0]["action"]
    assert deed(other, row, "pause").json()["status"] == "paused"
    problem(act(api, row, action=action), 409, "paused")
    problem(deed(api, row, "pause"), 409, "paused")
    assert deed(api, row, "resume").json()["may_act"]
    problem(deed(api, row, "resume"), 422, "refused")
    told = deed(api, row, "resign").json()
    assert (told["status"], told["viewer"]) == ("over", "umpire")
    assert told["winner"] == ("b" if api is alices else "a")
    assert told["outcome"]
    for what in ("act", "undo", "takeback", "draw", "resign", "pause", "resume"):
        problem(deed(other, row, what, **({"action": action} if what == "act" else {})), 409, "over")
    assert verify(row) == []


def test_the_odds_of_an_action_are_exact_and_nothing_is_done(alice: Any, bob: Any, alices: Api, bobs: Api) -> None:
    row = fought(alice, bob, setup=hidden())
    side = play_until(row, "fire")
    api, other = (alices, bobs) if side == "a" else (bobs, alices)
    head = Battle.objects.get(pk=row.pk).head
    (option, *_) = [one for one in options(api, row) if one["kind"] == "fire"]
    steps = api.post(f"battles/{row.slug}/odds", {"action": option["actions"][0]["action"]}).json()["steps"]
    step = steps[0]
    assert step["rule"].startswith("EN-")
    assert step["chances"]
    parts = [part for one in steps for total in one["sums"] for part in total["modifiers"]]
    assert [part for part in parts if part["rule"].startswith("EN-")]
    for chance in step["chances"]:
        top, _, bottom = chance["share"].partition("/")
        assert chance["number"] == pytest.approx(int(top) / int(bottom or 1))
    problem(other.post(f"battles/{row.slug}/odds", {"action": option["actions"][0]["action"]}), 422, "refused")
    problem(
        api.post(f"battles/{row.slug}/odds", {"notation": option["actions"][0]["notation"], "side": "x"}),
        403,
        "forbidden",
    )
    problem(api.post(f"battles/{row.slug}/odds", {}), 422, "refused")
    assert Battle.objects.get(pk=row.pk).head == head


def test_what_may_not_be_done_says_why(row: Battle, alices: Api, bobs: Api) -> None:
    side = play_until(row, "activate")
    api, other = (alices, bobs) if side == "a" else (bobs, alices)
    shown = view(api, row)
    mine = [block for block in shown["scene"]["blocks"] if block["side"] == side and block["key"].startswith("unit")]
    areas = [area["key"] for area in api.get(f"battles/{row.slug}/ground").json()["areas"]]
    found = [
        reason
        for at in (areas[0], areas[-1])
        for reason in api.get(f"battles/{row.slug}/why?actor={mine[0]['key']}&at={at}").json()["items"]
    ]
    assert found
    assert all(reason["rule"].startswith("EN-") and reason["message"] and reason["code"] for reason in found)
    address = f"battles/{row.slug}/why?actor={mine[0]['key']}&at={areas[0]}"
    assert other.get(address).json() == {"items": []}
    assert api.get(f"battles/{row.slug}/why?actor=x&at=%00").json() == {"items": []}


def test_an_own_step_is_taken_back_at_once_or_by_consent(row: Battle, alices: Api, bobs: Api) -> None:
    side = play_until(row, "activate")
    api, other = (alices, bobs) if side == "a" else (bobs, alices)
    before = view(api, row)
    assert act(api, row, action=plain_of(first_action(row, side, "activate"))).status_code == 200
    assert view(api, row)["undo"]["how"] == "free"
    body = {"expect": view(api, row)["n"], "token": str(uuid4())}
    problem(other.post(f"battles/{row.slug}/undo", {**body, "token": str(uuid4())}), 422, "refused")
    problem(api.post(f"battles/{row.slug}/undo", {**body, "expect": 0}), 409, "moved-on")
    told = [api.post(f"battles/{row.slug}/undo", body).json() for _ in range(2)]
    assert told[0] == told[1]
    after = view(api, row)
    assert (after["view"], after["scene"]) == (before["view"], before["scene"])
    entries = api.get(f"battles/{row.slug}/entries?since={before['n']}").json()["items"]
    assert [line["undone"] for line in entries] == [True, False]
    assert act(api, row, action=plain_of(first_action(row, side, "activate"))).status_code == 200
    assert deed(api, row, "takeback").json()["said"] == "Your opponent is asked to agree."
    (offer,) = view(other, row)["offers"]
    assert offer["may_answer"]
    problem(api.post(f"battles/{row.slug}/answer", {"offer": offer["key"], "answer": "accept"}), 403, "forbidden")
    assert other.post(f"battles/{row.slug}/answer", {"offer": offer["key"], "answer": "accept"}).status_code == 200
    assert view(api, row)["view"] == before["view"]
    assert verify(row) == []


def test_a_draw_is_offered_withdrawn_declined_and_agreed(row: Battle, alices: Api, bobs: Api) -> None:
    address = f"battles/{row.slug}/answer"
    assert deed(alices, row, "draw").json()["offers"][0]["yours"]
    problem(bobs.post(address, {"offer": "draw:b", "answer": "accept"}), 422, "refused")
    problem(bobs.post(address, {"offer": "draw:\0", "answer": "accept"}), 422, "refused")
    problem(bobs.post(address, {"offer": "draw:a", "answer": "perhaps"}), 422, "refused")
    assert alices.post(address, {"offer": "draw:a", "answer": "withdraw"}).json()["offers"] == []
    problem(deed(alices, row, "draw"), 422, "refused")
    assert deed(bobs, row, "draw").json()["said"] == "You have offered a draw."
    assert alices.post(address, {"offer": "draw:b", "answer": "decline"}).json()["status"] == "playing"
    act(awaited(row, alices, bobs)[0], row)
    deed(alices, row, "draw")
    told = bobs.post(address, {"offer": "draw:a", "answer": "accept"}).json()
    assert (told["status"], told["winner"]) == ("over", None)
    assert verify(row) == []


def test_an_umpire_acts_for_either_side(row: Battle, alice: Any, bob: Any, organiser: Any, key_of: Any) -> None:
    row = fought(alice, bob, Sitting(place="umpire", user=organiser))
    umpires = Api(key_of(organiser))
    shown = view(umpires, row)
    assert (shown["viewer"], shown["own"]) == ("umpire", ["umpire"])
    told = act(umpires, row, side=shown["may_act"][0]).json()
    assert " for " in told["lines"][-1]["by_name"]
    problem(deed(umpires, row, "resign"), 422, "refused")
    assert verify(row) == []


def test_a_guest_acts_by_the_token_of_his_seat(alice: Any, stranger: Api) -> None:
    made = stranger.post("battles", {"source": "sample:easy_napoleonics", "seats": {"b": "me"}}).json()
    guests = {seat["place"]: Guest(seat["token"]) for seat in made["seats"]}
    assert set(guests) == {"a", "b"}
    for _ in range(4):
        place = Battle.objects.get(slug=made["slug"]).awaited[0]
        assert act(guests[place], made["slug"]).status_code == 200
    assert verify(Battle.objects.get(slug=made["slug"])) == []


def test_a_seat_that_a_browser_holds_counts_only_where_its_token_is_sent(stranger: Api) -> None:
    made = stranger.post("battles", {"source": "sample:easy_napoleonics", "seats": {"b": "open"}}).json()
    session = stranger.client.session
    session["seats"] = list(Seat.objects.filter(battle__slug=made["slug"], guest=True).values_list("pk", flat=True))
    session.save()
    stranger.client.cookies["sessionid"] = session.session_key
    assert stranger.client.get(f"/b/{made['slug']}/seats").context["standing"].own == ("a",)
    assert view(stranger, made["slug"])["own"] == []
    problem(deed(stranger, made["slug"], "pause"), 403, "forbidden")
    assert view(Guest(made["seats"][0]["token"]), made["slug"])["own"] == ["a"]


def test_a_token_that_may_only_read_plays_nothing(row: Battle, alice: Any, alices: Api, key_of: Any) -> None:
    reader = Api(key_of(alice, may_write=False))
    assert view(reader, row)["viewer"] == "a"
    for what in ("act", "undo", "takeback", "draw", "resign", "pause", "resume", "answer"):
        problem(reader.post(f"battles/{row.slug}/{what}", {}), 403, "forbidden")


@pytest.mark.parametrize("what", ["", "/options", "/entries", "/ground", "/seats"])
def test_a_long_battle_takes_as_many_queries_as_a_short_one(alice: Any, bob: Any, alices: Api, what: str) -> None:
    row = fought(alice, bob, setup=hidden())

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert alices.get(f"battles/{row.slug}{what}").status_code == 200
        return len(queries)

    count()
    short = count()
    assert not play(row, 60).is_over
    assert count() == short <= 12


def test_an_action_takes_as_many_queries_late_as_early(alice: Any, bob: Any, alices: Api, bobs: Api) -> None:
    row = fought(alice, bob, setup=hidden())
    counts = []
    for entries in (0, 40):
        play(row, entries)
        side = play_until(row, "activate")
        api = alices if side == "a" else bobs
        body = {
            "action": plain_of(first_action(row, side, "activate")),
            "expect": view(api, row)["n"],
            "token": str(uuid4()),
        }
        with CaptureQueriesContext(connection) as queries:
            assert api.post(f"battles/{row.slug}/act", body).status_code == 200
        counts.append(len(queries))
    assert abs(counts[0] - counts[1]) <= 2
    assert max(counts) <= 32


def test_an_order_of_several_units_is_played_whole_and_once(alice: Any, bob: Any, alices: Api, bobs: Api) -> None:
    row = begun(alice, bob, setup=SYSTEM.scenarios.load("quatre_bras_deployed"))
    api, _ = awaited(row, alices, bobs)
    turns = [
        next(one["action"] for one in option["actions"] if "facing" in one["action"] and "cell" not in one["action"])
        for option in options(api, row)
        if option["kind"] == "activate"
    ][:3]
    first, second, third = turns
    n = view(api, row)["n"]
    refused = api.post(f"battles/{row.slug}/together", {**order(first, first), "expect": n})
    problem(refused, 422, "refused")
    assert view(api, row)["n"] == n, "All or nothing."
    body = {**order(first, second), "expect": n}
    for _ in range(2):
        answer = api.post(f"battles/{row.slug}/together", body).json()
        assert (answer["n"], answer["said"], len(answer["lines"])) == (n + 2, "", 2)
    problem(api.post(f"battles/{row.slug}/together", {**body, "actions": [third]}), 409, "moved-on")
    problem(api.post(f"battles/{row.slug}/together", order()), 422, "refused")
    assert verify(row) == []


def order(*actions: Any) -> dict[str, Any]:
    """The body of an order with these actions."""
    return {"actions": actions, "expect": None, "token": str(uuid4())}
