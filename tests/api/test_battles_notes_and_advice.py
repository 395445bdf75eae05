"""Notes, advice, a step left to the computer, and who is awaited: what the pages do, over the API."""

from typing import Any
from uuid import uuid4

import pytest

from battles.models import Battle, Note, Seat, Status
from battles.services.play.verification import verify
from tests.api.battle_requests import act, awaited, deed, fought, view
from tests.api.conftest import Api, problem


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return fought(alice, bob)


def listed(api: Api, whose: str = "awaited") -> list[str]:
    return [row["slug"] for row in api.get(f"battles?whose={whose}").json()["items"]]


def test_awaited_are_the_battles_that_go_on_and_wait_for_oneself(battle: Battle, alices: Api, bobs: Api) -> None:
    mine, his = awaited(battle, alices, bobs)
    assert (listed(mine), listed(his)) == ([battle.slug], [])
    assert mine.get("battles?whose=awaited").json()["items"][0]["yours"] is True
    for status in (Status.PAUSED, Status.OVER, Status.GATHERING):
        Battle.objects.update(status=status)
        assert (listed(mine), listed(mine, "mine")) == ([], [battle.slug]), status
        assert mine.get("battles?whose=mine").json()["items"][0]["yours"] is False
    Battle.objects.update(status=Status.PLAYING)
    place = Battle.objects.get().awaited[0]
    Seat.objects.filter(place=place).update(computer="random")
    assert listed(mine) == []
    Seat.objects.filter(place=place).update(computer="")
    Battle.objects.update(awaited="ab")
    assert listed(mine) == listed(his) == [battle.slug]
    assert listed(Api()) == []


def test_a_note_is_written_read_by_whom_it_is_for_and_deleted(battle: Battle, alices: Api, bobs: Api) -> None:
    here = f"battles/{battle.slug}/notes"
    line = view(alices, battle)["feed"][-1]["key"]
    answer = alices.post(here, {"line": line, "text": "Well met."})
    assert answer.status_code == 201
    note = answer.json()
    assert (note["line"], note["n"], note["text"], note["for_all"], note["mine"]) == (line, 0, "Well met.", True, True)
    own = alices.post(here, {"line": line, "text": "Our plan", "for_all": False}).json()
    assert [one["text"] for one in alices.get(here).json()["items"]] == ["Well met.", "Our plan"]
    assert [(one["text"], one["mine"]) for one in bobs.get(here).json()["items"]] == [("Well met.", False)]
    assert [one["text"] for one in Api().get(here).json()["items"]] == ["Well met."]
    assert view(alices, battle)["feed"][-1]["notes"] == 2
    problem(bobs.delete(f"{here}/{note['key']}"), 404, "not-found")
    problem(bobs.delete(f"{here}/{own['key']}"), 404, "not-found")
    assert alices.delete(f"{here}/{own['key']}").status_code == 204
    problem(alices.delete(f"{here}/{own['key']}"), 404, "not-found")
    assert Note.objects.count() == 1


def test_what_is_wrong_with_a_note_is_said(battle: Battle, alices: Api) -> None:
    here = f"battles/{battle.slug}/notes"
    line = view(alices, battle)["feed"][-1]["key"]
    said = problem(alices.post(here, {"line": line, "text": "  "}), 422, "refused")
    assert said["errors"][0]["field"] == "text"
    problem(alices.post(here, {"line": "nothing", "text": "x"}), 404, "not-found")
    problem(alices.post(here, {"line": line, "text": "x" * 1_001}), 422, "refused")
    problem(Api().post(here, {"line": line, "text": "x"}), 403, "forbidden")
    Battle.objects.update(visibility="private")
    problem(Api().get(here), 404, "not-found")


def test_advice_is_an_action_that_may_be_done_and_does_nothing(battle: Battle, alices: Api, bobs: Api) -> None:
    mine, his = awaited(battle, alices, bobs)
    found = mine.get(f"battles/{battle.slug}/advice").json()
    assert (found["n"], bool(found["reason"])) == (view(mine, battle)["n"], True)
    assert Battle.objects.get().head == 0
    for nobody in (his, Api()):
        assert nobody.get(f"battles/{battle.slug}/advice").json()["advice"] is None
    assert act(mine, battle, action=found["advice"]["action"]).status_code == 200


def test_a_step_is_left_to_the_computer_once(battle: Battle, alices: Api, bobs: Api) -> None:
    mine, his = awaited(battle, alices, bobs)
    n, token = view(mine, battle)["n"], str(uuid4())
    here = f"battles/{battle.slug}/leave"
    done = mine.post(here, {"expect": n, "token": token})
    assert done.status_code == 200
    assert done.json()["n"] > n
    assert [line["n"] for line in done.json()["lines"]] == list(range(n + 1, done.json()["n"] + 1))
    head = Battle.objects.get().head
    problem(mine.post(here, {"expect": n, "token": token}), 409, "moved-on")
    assert Battle.objects.get().head == head
    mine, his = awaited(battle, alices, bobs)
    problem(his.post(here, {"expect": None, "token": str(uuid4())}), 422, "refused")
    problem(Api().post(here, {"expect": None, "token": str(uuid4())}), 422, "refused")
    assert deed(mine, battle, "pause").status_code == 200
    problem(mine.post(here, {"expect": None, "token": str(uuid4())}), 409, "paused")
    assert verify(battle) == []
