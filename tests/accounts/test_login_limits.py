"""How often a password may be tried: by account, sparing a club behind one router."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts.site_answers import signed_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db
TRIES = 5
LOCKED = "Too many wrong passwords for this account."


def test_thirty_members_sign_in_from_one_address_within_a_minute() -> None:
    for number in range(30):
        User.objects.create_user(f"member{number}", password=PASSWORD)
    for number in range(30):
        client = Client(REMOTE_ADDR="192.0.2.1")
        client.post("/accounts/login/", {"login": f"member{number}", "password": "mistyped"})
        client.post("/accounts/login/", {"login": f"member{number}", "password": PASSWORD})
        assert signed_in(client), number


def test_thirty_members_sign_up_from_one_address_within_a_minute() -> None:
    for number in range(30):
        data = {"username": f"member{number}", "password1": PASSWORD, "password2": PASSWORD}
        client = Client(REMOTE_ADDR="192.0.2.1")
        client.post("/accounts/signup/", data)
        assert signed_in(client), number


def test_wrong_passwords_slow_their_address_at_that_account_and_at_no_other(
    client: Client, alice: User, bob: User, sign_in: Callable[..., Any]
) -> None:
    for _ in range(TRIES):
        assert LOCKED not in sign_in("alice", "wrong").content.decode()
    assert LOCKED in sign_in("alice", "wrong").content.decode()
    assert LOCKED in sign_in("alice", PASSWORD).content.decode()
    assert not signed_in(client)
    sign_in("bob", PASSWORD)
    assert client.session["_auth_user_id"] == str(bob.pk)


def test_an_address_gives_no_further_tries_than_the_name(
    client: Client, alice: User, sign_in: Callable[..., Any]
) -> None:
    for _ in range(TRIES):
        sign_in("alice", "wrong")
    assert LOCKED in sign_in("alice@example.org", PASSWORD).content.decode()


def test_the_lock_opens_after_five_minutes(
    client: Client, alice: User, sign_in: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    for _ in range(TRIES + 1):
        sign_in("alice", "wrong")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 5 * 60 + 1)
    sign_in("alice")
    assert signed_in(client)


def test_whoever_floods_gets_a_page_that_says_so(client: Client) -> None:
    """The window of the limit may end while the test posts: then the count begins once more."""
    accepted = 0
    while (answer := client.post("/accounts/login/", {"login": "", "password": ""})).status_code == 422:
        accepted += 1
        assert accepted <= 2 * 120
    assert accepted >= 120
    assert answer.status_code == 429
    assert "Too many attempts to sign in came from your address" in answer.content.decode()
    assert "429.html" in [template.name for template in answer.templates]
