"""Guesses of passwords and codes are slow, and no stranger locks out a member."""

import contextlib
import itertools
import re
import secrets
import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.test import Client

from campaign.accounts.adapters import COOKIE, MISMATCH
from tests.accounts.site_answers import link_in, signed_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN, RESET, CODES = "/accounts/login/", "/accounts/password/reset/", "/accounts/2fa/authenticate/"
LOCKED = "Too many wrong passwords for this account."
NEW = "another-quiet-redoubt-1813"


ANYWHERE = 8
"""Wrong passwords from unknown browsers, where the test says so."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that goes on by a millisecond whenever it is read, from the beginning of a minute; add to it to wait."""
    start = time.time() // 60 * 60 + 1
    moments = itertools.count()
    waited = [0.0]
    monkeypatch.setattr(time, "time", lambda: start + next(moments) / 1000 + waited[0])
    return waited


@pytest.fixture
def few(settings: Any) -> None:
    settings.MUSTER_GUESS_RATES = {**settings.MUSTER_GUESS_RATES, "password_anywhere": f"{ANYWHERE}/15m/key"}


def redis_answers() -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", 6379), timeout=1) as probe:
        probe.sendall(b"PING\r\n")
        return probe.recv(16).startswith(b"+PONG")
    return False


@pytest.fixture(params=["memory", "redis"])
def most(request: pytest.FixtureRequest, settings: Any) -> int:
    """The tries to sign in from an address within a minute; with Redis, which counts alike, fewer than usual."""
    if request.param == "redis":
        if not redis_answers():
            pytest.skip("no Redis answers at 127.0.0.1:6379")
        cache = {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:6379/3",
            "KEY_PREFIX": secrets.token_hex(8),
        }
        settings.CACHES = {**settings.CACHES, "default": cache}
        settings.MUSTER_RATES = {**settings.MUSTER_RATES, "sign_in": 30, "sign_in_by_strangers": 30}
    return int(settings.MUSTER_RATES["sign_in_by_strangers"])


def sign_in(client: Client, login: str = "alice", password: str = PASSWORD) -> str:
    """What comes of the form: ``in``, ``wrong``, ``locked`` or the status."""
    answer = client.post(LOGIN, {"login": login, "password": password})
    text = answer.content.decode()
    return (
        "in" if answer.status_code == 302 else "wrong" if MISMATCH in text else "locked" if LOCKED in text else "other"
    )


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def returning(address: str) -> Client:
    """A browser that Alice has signed in with before, and out again."""
    client = at(address)
    assert sign_in(client) == "in"
    client.post("/accounts/logout/")
    assert not signed_in(client)
    return client


def test_many_guesses_from_one_address_are_five_and_keep_nobody_out(most: int, alice: User) -> None:
    beside, elsewhere = returning("192.0.2.1"), returning("198.51.100.1")
    found = [sign_in(at("192.0.2.1"), password=f"guess {number}") for number in range(most - 10)]
    assert found.count("wrong") == 5
    assert sign_in(at("198.51.100.9")) == "in"
    assert sign_in(beside) == "in"
    found += [sign_in(at("192.0.2.1"), password=f"guess {number}") for number in range(20)]
    assert found.count("wrong") == 5
    assert found.count("locked") == most - 6  # the owner's own first sign-in is one of the most
    assert found.count("other") == 11
    assert sign_in(at("192.0.2.1")) == "other"
    beside.post("/accounts/logout/")
    assert sign_in(beside, "alice@example.org") == "in"
    assert sign_in(elsewhere) == "in"
    assert sign_in(at("198.51.100.8")) == "in"


def test_seventy_guesses_from_fifty_addresses_are_sixty_and_spare_the_owners_browser(
    alice: User, mailoutbox: list[Any]
) -> None:
    mine = returning("192.0.2.1")
    found = [sign_in(at(f"203.0.113.{number % 50}"), password=f"guess {number}") for number in range(70)]
    assert (found.count("wrong"), found.count("locked")) == (60, 10)
    assert sign_in(mine) == "in"
    fresh = at("198.51.100.9")
    assert sign_in(fresh) == "locked"
    fresh.post(RESET, {"email": "alice@example.org"})
    form = fresh.get(link_in(mailoutbox[-1]))["Location"]
    fresh.post(form, {"password1": NEW, "password2": NEW})
    assert sign_in(at("198.51.100.9"), password=NEW) == "in"


def test_a_name_without_an_account_is_answered_alike(few: None, alice: User) -> None:
    for name in ("alice", "nobody"):
        found = [sign_in(at(f"203.0.113.{number}"), name, "guess") for number in range(ANYWHERE + 3)]
        assert found == ["wrong"] * ANYWHERE + ["locked"] * 3, name


def test_addresses_of_one_network_are_one_address(alice: User) -> None:
    found = [sign_in(at(f"2001:db8::{number:x}"), password="guess") for number in range(10)]
    assert found.count("wrong") == 5


def test_the_owner_mistypes_on_a_known_browser_and_is_slowed_there_alone(alice: User) -> None:
    mine = returning("192.0.2.1")
    found = [sign_in(mine, password="mistyped") for _ in range(12)]
    assert found == ["wrong"] * 10 + ["locked"] * 2
    assert sign_in(at("192.0.2.1")) == "in"


def test_the_cookie_is_kept_from_scripts_and_sent_to_the_account_pages_alone(alice: User, settings: Any) -> None:
    client = Client()
    sign_in(client)
    cookie = client.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["secure"]) == (True, "Lax", "/accounts/", "")
    assert cookie["max-age"] == 365 * 24 * 60 * 60
    assert "alice" not in cookie.value
    assert alice.password not in cookie.value
    settings.SESSION_COOKIE_SECURE = True
    client = Client()
    sign_in(client)
    assert client.cookies[COOKIE]["secure"]


def lock(login: str = "alice") -> None:
    """Guess from many addresses until no unknown browser gets in."""
    for number in range(ANYWHERE):
        sign_in(at(f"203.0.113.{number}"), login, "guess")


def test_a_new_password_voids_the_cookies_of_other_browsers_and_keeps_this_one(few: None, alice: User) -> None:
    other, mine = returning("192.0.2.1"), at("192.0.2.1")
    sign_in(mine)
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert mine.post("/accounts/password/change/", data).status_code == 302
    mine.post("/accounts/logout/")
    lock()
    assert sign_in(other, password=NEW) == "locked"
    assert sign_in(mine, password=NEW) == "in"


def test_a_browser_known_to_another_account_or_with_a_forged_cookie_is_not_spared(
    few: None, alice: User, bob: User
) -> None:
    bobs = returning_as_bob = at("192.0.2.1")
    assert sign_in(returning_as_bob, "bob") == "in"
    bobs.post("/accounts/logout/")
    mine = returning("192.0.2.2")
    forged = at("192.0.2.3")
    value = mine.cookies[COOKIE].value
    forged.cookies[COOKIE] = value[:-1] + ("a" if value[-1] != "a" else "b")
    lock()
    assert sign_in(bobs) == "locked"
    assert sign_in(forged) == "locked"
    assert sign_in(mine) == "in"


def test_one_browser_is_known_to_each_who_signed_in_with_it(few: None, alice: User, bob: User) -> None:
    shared = returning("192.0.2.1")
    assert sign_in(shared, "bob") == "in"
    shared.post("/accounts/logout/")
    lock()
    lock("bob")
    assert sign_in(shared) == "in"
    shared.post("/accounts/logout/")
    assert sign_in(shared, "bob") == "in"


def test_a_stranger_who_asks_for_a_new_password_keeps_the_owner_from_none(alice: User, mailoutbox: list[Any]) -> None:
    for number in range(20):
        assert at(f"203.0.113.{number}").post(RESET, {"email": "alice@example.org"}).status_code == 302
    answer = at("192.0.2.1").post(RESET, {"email": "alice@example.org"}, follow=True)
    assert answer.status_code == 200
    assert len(mailoutbox) == 5
    owner = at("192.0.2.1")
    form = owner.get(link_in(mailoutbox[-1]))["Location"]
    owner.post(form, {"password1": NEW, "password2": NEW})
    assert sign_in(at("192.0.2.1"), password=NEW) == "in"


@pytest.fixture
def app(alice: User) -> Callable[[], str]:
    """Alice's second factor is on; gives the code that her app shows."""
    secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    TOTP.activate(alice, secret)
    return lambda: format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def with_code(client: Client, code: str) -> str:
    """What comes of a code after the right password."""
    answer = client.post(CODES, {"code": code})
    text = answer.content.decode()
    return "in" if signed_in(client) else "locked" if "Too many wrong codes" in text else "wrong"


def test_who_has_the_password_guesses_few_codes_and_keeps_the_owner_from_none(
    alice: User, app: Callable[[], str], clock: list[float]
) -> None:
    mine = at("192.0.2.1")
    sign_in(mine)
    assert with_code(mine, app()) == "in"
    mine.post("/accounts/logout/")
    found = []
    for number in range(50):
        thief = at(f"203.0.113.{number % 25}")
        assert sign_in(thief) == "in"
        found += [with_code(thief, f"{secrets.randbelow(1000):06}") for _ in range(2)]
    assert (found.count("wrong"), found.count("locked")) == (20, 80)
    clock[0] += 30
    assert sign_in(mine) == "in"
    assert with_code(mine, app()) == "in"


def test_the_sentence_says_what_the_owner_can_do(few: None, alice: User) -> None:
    lock()
    text = re.sub(r"\s+", " ", at("192.0.2.1").post(LOGIN, {"login": "alice", "password": PASSWORD}).content.decode())
    assert "use a browser that you signed in with before, or ask for a new password by mail" in text
