"""How often strangers and members may send something: one count for pages and the API."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache.backends.redis import RedisCache
from django.test import Client

from battles.models import Battle, TableGame
from campaign.accounts.example_clubs import seed
from campaign.project.rates import address_of, over
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db
QUICK, TABLE, API = "/battles/quick", "/table/new", "/api/v1/battles"
SOURCE = "sample:easy_napoleonics"
BOOKS = "sample:mini_nap"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in a window that ends in 50 seconds and an hour that ends in 1,010; the test may move it."""
    now = [1_000_003_390.0]
    monkeypatch.setattr("campaign.project.rates.time.time", lambda: now[0])
    return now


@pytest.fixture
def few(settings: Any) -> dict[str, int]:
    """Three of everything that makes something."""
    settings.MUSTER_RATES = {**settings.MUSTER_RATES, "write_by_strangers": 3, "costly_by_strangers": 3, "write": 3}
    return settings.MUSTER_RATES  # type: ignore[no-any-return]


def quick(address: str = "192.0.2.1", **more: Any) -> Any:
    return Client(REMOTE_ADDR=address).post(QUICK, {"from": SOURCE}, **more)


def test_one_address_starts_twenty_quick_battles_in_a_minute_and_no_more(clock: list[float]) -> None:
    answers = [quick().status_code for _ in range(60)]
    assert answers.count(302) == Battle.objects.count() == 20
    assert set(answers[20:]) == {429}
    assert quick("192.0.2.2").status_code == 302
    clock[0] += 50
    assert quick().status_code == 302


def test_a_page_says_when_to_try_again_and_what_to_do_instead(few: Any) -> None:
    for _ in range(3):
        quick()
    answer = quick()
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (429, "50", "no-store")
    text = re.sub(r"\s+", " ", answer.content.decode())
    assert "Too many requests came from your address in the last minute. Try again in 50 seconds." in text
    assert "Or sign in now: members have higher limits." in text
    assert 'href="/accounts/login/"' in text
    told = quick(headers={"Accept": "application/json"})
    assert (told.status_code, told["Content-Type"]) == (429, "text/plain; charset=utf-8")
    assert told.content.decode().endswith("Try again in 50 seconds.")


def test_pages_and_the_api_count_the_same_deed_together(few: Any) -> None:
    quick()
    quick()
    body = {"source": SOURCE}
    assert Client(REMOTE_ADDR="192.0.2.1").post(API, body, content_type="application/json").status_code == 201
    assert Client(REMOTE_ADDR="192.0.2.1").post(API, body, content_type="application/json").status_code == 429
    assert quick().status_code == 429


def test_battles_games_and_accounts_are_counted_by_the_hour_besides(settings: Any, clock: list[float]) -> None:
    settings.MUSTER_RATES = {**settings.MUSTER_RATES, "make_by_strangers": 3}
    assert quick().status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.1").post(TABLE, {"from": BOOKS}).status_code == 302
    signed_up = {"username": "new", "password1": PASSWORD, "password2": PASSWORD}
    assert Client(REMOTE_ADDR="192.0.2.1").post("/accounts/signup/", signed_up).status_code == 302
    clock[0] += 60
    answer = quick()
    assert (answer.status_code, answer["Retry-After"]) == (429, "950")
    assert (
        "Too many battles, games and accounts were created from your address in the last hour"
        in answer.content.decode()
    )
    assert "Try again in 16 minutes." in answer.content.decode()
    refused = Client(REMOTE_ADDR="192.0.2.1").post("/accounts/signup/", signed_up | {"username": "newer"})
    assert refused.status_code == 429
    assert not User.objects.filter(username="newer").exists()
    clock[0] += 950
    assert quick().status_code == 302


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        (QUICK, {"from": SOURCE}),
        ("/battles/new/setup", {"from": SOURCE}),
        ("/battles/bring", {}),
        (TABLE, {"from": BOOKS}),
        ("/armies/import/", {"text": "Army: A"}),
        ("/print/rules/easy_napoleonics/packet", {}),
        ("/accounts/signup/", {}),
        ("/demo/alder/", {}),
        ("/b/join/none", {}),
    ],
)
def test_whatever_a_stranger_sends_is_counted(address: str, sent: dict[str, str], few: Any) -> None:
    client = Client(REMOTE_ADDR="192.0.2.1")
    answers = [client.post(address, sent).status_code for _ in range(4)]
    assert 429 not in answers[:3]
    assert answers[3] == 429


def test_reading_is_not_counted_and_playing_is_counted_apart(few: Any) -> None:
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.post(QUICK, {"from": SOURCE})
    address = Battle.objects.get().get_absolute_url()
    for _ in range(6):
        assert client.get(address).status_code == 200
        assert client.post(f"{address}/pause").status_code != 429


def test_a_member_is_counted_wherever_the_browser_is_and_not_with_strangers(few: Any, alice: User, bob: User) -> None:
    quick()
    quick()
    quick()
    for number in range(4):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
        answer = client.post(QUICK, {"from": SOURCE})
        assert answer.status_code == (302 if number < 3 else 429)
    assert "Too many requests came from your account" in answer.content.decode()
    assert "Or sign in" not in answer.content.decode()
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(QUICK, {"from": SOURCE}).status_code == 302
    assert TableGame.objects.count() == 0


def test_a_visitor_of_the_demo_uses_up_nobody_elses_account(settings: Any, few: Any) -> None:
    settings.MUSTER_DEMO = True
    seed()
    here, there = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    here.post("/demo/birch/")
    there.post("/demo/birch/")
    assert [here.post(QUICK, {"from": SOURCE}).status_code for _ in range(4)] == [302, 302, 302, 429]
    assert there.post(QUICK, {"from": SOURCE}).status_code == 302


def test_thirty_people_look_round_the_demo_at_once_from_one_address(settings: Any) -> None:
    settings.MUSTER_DEMO = True
    seed()
    for number in range(30):
        client = Client(REMOTE_ADDR="192.0.2.1")
        assert client.post(f"/demo/{('alder', 'birch', 'cedar')[number % 3]}/").status_code == 302
        assert client.post(QUICK, {"from": SOURCE}).status_code == 302, number


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "", True),
    ],
)
def test_an_address_counts_by_the_network_of_one_customer(one: str, other: str, same: bool, rf: Any) -> None:
    counted = [address_of(rf.get("/", REMOTE_ADDR=text)) for text in (one, other)]
    assert (counted[0] == counted[1]) is same


def test_without_its_cache_the_server_goes_on_and_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = RedisCache("redis://127.0.0.1:1/0", {})
    monkeypatch.setattr("campaign.project.rates.cache", gone)
    assert [over("one", 1, 60) for _ in range(3)] == [0, 0, 0]
    assert quick().status_code == 302
