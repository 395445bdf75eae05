"""Rules that are corrected while clients play: they are told, act again, and the battle goes on."""

from typing import Any
from uuid import uuid4

import pytest

from battles.models import Battle, Entry
from battles.services.play.verification import verify
from tests.api.battle_requests import awaited, deed, fought, options, view
from tests.api.conftest import Api, problem
from tests.battles.corrected_rules import Corrected, rules_of

LINE = "The rules were corrected, version 1 to 2. All earlier moves stay; the battle continues with the new rules."


@pytest.mark.parametrize("key", [None, "once"])
def test_who_acts_is_told_and_acts_again(alice: Any, bob: Any, alices: Api, bobs: Api, key: str | None) -> None:
    battle = fought(alice, bob)
    mine, his = awaited(battle, alices, bobs)
    seen = view(mine, battle)
    with rules_of(Corrected()):
        assert view(mine, battle)["rules_version"] == 1
        action = options(mine, battle)[0]["actions"][0]["action"]
        body = {"action": action, "expect": seen["n"], "token": str(uuid4())}
        headers = {} if key is None else {"Idempotency_Key": key}
        answer = mine.post(f"battles/{battle.slug}/act", body, **headers)
        problem(answer, 409, "moved-on")
        assert answer.json()["n"] == seen["n"] + 1
        assert Entry.objects.filter(battle=battle).count() == 2
        for who in (mine, his, Api()):
            line = who.get(f"battles/{battle.slug}/entries?since={seen['n']}").json()["items"][0]
            assert (line["lines"], line["by_name"], line["is_notice"]) == (
                [{"text": LINE, "heading": False}],
                "",
                False,
            )
        answer = deed(mine, battle, "act", action=action)
        assert (answer.status_code, view(mine, battle)["rules_version"]) == (200, 2)
        assert verify(battle) == []


def test_a_battle_of_newer_rules_is_refused_with_a_sentence(alice: Any, bob: Any, alices: Api, bobs: Api) -> None:
    battle = fought(alice, bob)
    Battle.objects.update(rules_version=7)
    mine, _ = awaited(battle, alices, bobs)
    for headers in ({}, {"Idempotency_Key": "once"}):
        answer = mine.post(f"battles/{battle.slug}/pause", **headers)
        problem(answer, 422, "refused")
        assert "It is played with version 7 of easy_napoleonics; this Muster has 1." in answer.json()["detail"]
