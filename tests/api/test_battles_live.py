"""The stream for programs: by token or seat, from a line on, until one is somebody else."""

from typing import Any

import pytest

from armies.models import Visibility
from battles.models import Battle, Seat
from campaign.models import ApiToken
from tests.api.battle_requests import act, fought, view
from tests.api.conftest import Api, problem
from tests.battles.live.listener import battle_of, listening, tell


def bearer(api: Api) -> dict[str, str]:
    return {"Authorization": f"Bearer {api.key}"}


def address(battle: Battle, query: str = "") -> str:
    return f"/api/v1/battles/{battle.slug}/live{query}"


def test_a_program_hears_of_its_own_lines_and_of_no_others(live: str, alice: Any, bob: Any, key_of: Any) -> None:
    battle = battle_of(alice, bob)
    a, b = Api(key_of(alice)), Api(key_of(bob))
    with (
        listening(live, address(battle), **bearer(a)) as alices,
        listening(live, address(battle), **bearer(b)) as bobs,
    ):
        assert alices.begun().answer.getheader("Content-Type") == "text/event-stream"
        assert alices.answer.getheader("Cache-Control") == "no-cache, no-transform"
        bobs.begun()
        tell(battle, "b", "umpire")
        assert bobs.message() == {"id": "0", "data": '{"n": 0}'}
        tell(battle, "a", "b")
        assert bobs.message() == {"id": "1", "data": '{"n": 1}'}
        assert alices.message() == {"id": "0", "data": '{"n": 0}'}


def test_an_action_over_the_api_is_heard(live: str, alice: Any, bob: Any, key_of: Any, settings: Any) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    battle = fought(alice, bob)
    a, b = Api(key_of(alice)), Api(key_of(bob))
    n = view(b, battle)["n"]
    with listening(live, address(battle, f"?after={n}&viewer=b"), **bearer(b)) as ear:
        ear.begun()
        assert act(a if view(a, battle)["may_act"] else b, battle).status_code == 200
        assert ear.message() == {"id": str(n + 1), "data": f'{{"n": {n + 1}}}'}


def test_one_who_comes_back_hears_what_he_missed(live: str, alice: Any, key_of: Any) -> None:
    battle = battle_of(alice)
    for _ in range(4):
        tell(battle, "a")
    with listening(live, address(battle, "?after=0"), Last_Event_ID="1", **bearer(Api(key_of(alice)))) as ear:
        assert ear.begun().next() == {"id": "3", "data": '{"n": 3}'}


def test_a_guest_hears_by_the_token_of_his_seat_while_it_is_his(live: str, alice: Any) -> None:
    battle = battle_of(alice, visibility=Visibility.PRIVATE)
    token = Seat.objects.get(battle=battle, place="b").token
    with listening(live, address(battle)) as ear:
        assert ear.status == 404
    with listening(live, address(battle), Seat_Token="nonesuch") as ear:
        assert ear.status == 401
    with listening(live, address(battle), Seat_Token=token) as ear:
        ear.begun()
        tell(battle, "b")
        assert ear.message() == {"id": "0", "data": '{"n": 0}'}
        Seat.objects.filter(token=token).update(token="given-away")
        tell(battle, "b")
        assert ear.message() is None


def test_a_token_that_is_revoked_ends_its_stream(live: str, alice: Any, key_of: Any) -> None:
    battle = battle_of(alice)
    with listening(live, address(battle), **bearer(Api(key_of(alice)))) as ear:
        ear.begun()
        ApiToken.objects.all().delete()
        tell(battle, "a")
        assert ear.message() == {"event": "reload", "data": "{}"}
        assert ear.next() is None


@pytest.mark.parametrize("query", ["?after=x", "?after=-2", "?after=99999999999", "?after=", "?before=1"])
def test_a_cursor_that_is_none_is_refused(alices: Api, alice: Any, query: str) -> None:
    problem(alices.get(f"battles/{battle_of(alice).slug}/live{query}"), 400, "parameters")


def test_a_last_event_that_is_none_is_refused(alices: Api, alice: Any) -> None:
    battle = battle_of(alice)
    problem(alices.get(f"battles/{battle.slug}/live", Last_Event_ID="x"), 400, "malformed")
    problem(alices.get(f"battles/{battle.slug}/live", Accept="application/json"), 406, "not-acceptable")
    problem(alices.post(f"battles/{battle.slug}/live"), 405, "method")
    problem(alices.get("battles/nonesuch/live"), 404, "not-found")
