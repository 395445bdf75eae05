"""Many programs act in one battle at once: one action is kept, and each is told what became of his."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

from battles.models import Battle, Entry
from battles.services.play.action_menu import plain_of
from battles.services.play.verification import verify
from tests.api.battle_requests import fought
from tests.battles.services.steps import awaited, first_action

CLIENTS = 6


def answers(live: str, battle: Battle, key: str, bodies: list[dict[str, Any]]) -> list[tuple[int, Any]]:
    """What each of ``bodies`` gets that are sent at the same moment."""
    gate = Barrier(len(bodies))

    def send(body: dict[str, Any]) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        address = f"{live}/api/v1/battles/{battle.slug}/act"
        gate.wait(30)
        try:
            with urlopen(Request(address, json.dumps(body).encode(), headers), timeout=60) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refused:
            return refused.code, json.load(refused)

    with ThreadPoolExecutor(len(bodies)) as pool:
        return list(pool.map(send, bodies))


def test_of_several_actions_at_one_line_one_is_kept(live: str, alice: Any, key_of: Any) -> None:
    battle = fought(alice, alice)
    action = plain_of(first_action(battle, awaited(battle)))
    bodies = [{"action": action, "expect": 0, "token": str(uuid4())} for _ in range(CLIENTS)]
    found = answers(live, battle, key_of(alice), bodies)
    assert sorted(status for status, _ in found) == [200, *[409] * (CLIENTS - 1)]
    assert {body["n"] for _, body in found} == {1}
    assert Entry.objects.filter(battle=battle).count() == 2
    assert verify(battle) == []


def test_one_action_sent_several_times_at_once_is_one(live: str, alice: Any, bob: Any, key_of: Any) -> None:
    battle = fought(alice, bob)
    side = awaited(battle)
    body = {"action": plain_of(first_action(battle, side)), "expect": 0, "token": str(uuid4())}
    found = answers(live, battle, key_of(alice if side == "a" else bob), [body] * CLIENTS)
    assert [status for status, _ in found] == [200] * CLIENTS
    assert len({json.dumps(body) for _, body in found}) == 1
    assert Entry.objects.filter(battle=battle).count() == 2
    assert verify(battle) == []
