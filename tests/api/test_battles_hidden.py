"""Nothing that is hidden stands in any answer: levels, the other's card, the dice's secret, others' tokens, numbers."""

import json
from typing import Any

import pytest

from battles.models import Battle, Seat, Told
from battles.services.create.battle_start import Sitting
from tests.api.battle_requests import Guest, fought, view
from tests.api.conftest import Api, problem
from tests.battles.services.conftest import same_secrets
from tests.battles.services.hidden_battles import RALLIES
from tests.battles.services.steps import act, first_action, fresh, hidden, play

__all__ = ["same_secrets"]
READS = ("", "/ground", "/options", "/entries", "/dice", "/seats", "/verify", "/why?actor=unit%200&at=unit%201")


def everything(api: Api, battle: Battle) -> dict[str, Any]:
    """Every answer about a battle, without what the clock puts into it."""
    found = {what: api.get(f"battles/{battle.slug}{what}").json() for what in READS}
    found["list"] = [one for one in api.get("battles").json()["items"] if one.pop("updated")]
    return found


@pytest.mark.rule("EN-MORALE-13", "a side is told the levels of its own units only")
def test_a_rally_under_hidden_morale_changes_no_answer_to_others(
    alice: Any, bob: Any, alices: Api, bobs: Api, stranger: Api
) -> None:
    row = fought(alice, bob, setup=hidden())
    play(row, 16, RALLIES)
    before = [everything(api, row) for api in (alices, stranger)]
    mine = everything(bobs, row)
    act(row, "b", first_action(row, "b", "rally"))
    assert [everything(api, row) for api in (alices, stranger)] == before
    assert everything(bobs, row) != mine


def test_the_numbers_of_an_answer_are_ones_own(alice: Any, bob: Any, alices: Api) -> None:
    row = fought(alice, bob, setup=hidden())
    play(row, 60, RALLIES)
    row = fresh(row)
    told = Told.objects.filter(battle=row, viewer="a").count()
    assert told < row.head + 1
    shown = view(alices, row, tail=200)
    assert shown["n"] == told - 1
    assert alices.get(f"battles/{row.slug}/entries").json()["n"] == told - 1
    names = {name for line in shown["feed"] for name in line}
    assert not names & {"seq", "entry", "id", "pk", "token", "hash"}


def test_no_answer_holds_the_secret_or_a_token_of_another(alice: Any, stranger: Api, alices: Api) -> None:
    made = stranger.post("battles", {"source": "sample:easy_napoleonics", "seats": {"b": "open"}}).json()
    row = Battle.objects.get(slug=made["slug"])
    taken = Guest(alices.post(f"battles/{row.slug}/seats/b/take", {}).json()["token"] or "")
    secret, token = bytes(row.secret).hex(), Seat.objects.get(battle=row, place="a").token
    for api in (alices, stranger):
        said = json.dumps(everything(api, row))
        assert secret not in said
        assert token not in said
    assert token in json.dumps(everything(Guest(token), row))
    assert taken.token == ""


def test_a_spectator_is_behind_everywhere(alice: Any, bob: Any, stranger: Api, alices: Api) -> None:
    row = fought(alice, bob, delay=30, visibility="public")
    play(row, 5)
    said = everything(stranger, row)
    assert (said[""]["n"], said["/entries"], said["/options"]["n"]) == (
        -1,
        {"viewer": "public", "n": -1, "items": []},
        -1,
    )
    assert said[""]["feed"] == said[""]["scene"].get("links", []) == []
    assert view(alices, row)["n"] > 0


def test_a_file_and_the_problems_are_for_an_umpire_until_the_end(
    alice: Any, bob: Any, organiser: Any, alices: Api, stranger: Api, key_of: Any
) -> None:
    row = fought(alice, bob, Sitting(place="umpire", user=organiser))
    play(row, 6)
    for api in (alices, stranger):
        problem(api.get(f"battles/{row.slug}/export"), 403, "forbidden")
        assert api.get(f"battles/{row.slug}/verify").json() == {"sound": True, "problems": []}
        assert api.get(f"battles/{row.slug}/dice").json()["throws"] == []
    Told.objects.filter(battle=row, viewer="b").update(lines=[["Nothing.", False]])
    assert alices.get(f"battles/{row.slug}/verify").json() == {"sound": False, "problems": []}
    umpires = Api(key_of(organiser))
    found = umpires.get(f"battles/{row.slug}/verify").json()
    assert not found["sound"]
    assert "Line 0 of b" in found["problems"][0]
    file = umpires.get(f"battles/{row.slug}/export")
    assert file["Content-Type"] == "application/x-ndjson"
    assert bytes(row.secret).hex().encode() not in file.content
