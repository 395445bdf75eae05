"""The key of a line: the same for all who may read it, before the end and after it."""

from typing import Any

from battles.models import Told
from tests.api.battle_requests import deed, fought, view
from tests.api.conftest import Api, problem
from tests.battles.services.conftest import same_secrets
from tests.battles.services.hidden_battles import RALLIES
from tests.battles.services.steps import hidden, play

__all__ = ["same_secrets"]


def test_a_line_is_looked_at_by_its_key_before_the_end_and_after(alice: Any, bob: Any, alices: Api, bobs: Api) -> None:
    battle = play(fought(alice, bob, setup=hidden()), 40, RALLIES)
    mine = bobs.get(f"battles/{battle.slug}/entries").json()["items"]
    line = mine[-2]
    shown = view(bobs, battle, line=line["key"])
    assert (shown["n"], shown["feed"][-1]["key"]) == (line["n"], line["key"])
    others = {row.key for row in Told.objects.filter(battle=battle, viewer="a")}
    own = next(each["key"] for each in mine if each["key"] not in others)
    problem(alices.get(f"battles/{battle.slug}?line={own}"), 404, "not-found")
    problem(alices.get(f"battles/{battle.slug}?line=nothing"), 404, "not-found")
    assert deed(alices, battle, "resign").status_code == 200
    after = view(alices, battle, line=own)
    assert after["feed"][-1]["key"] == own
    assert view(bobs, battle, line=line["key"])["scene"] is not None
