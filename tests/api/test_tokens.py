"""Tokens: made once and shown once, listed, used, ended."""

import hashlib
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from armies.services.locks import Refused
from campaign.accounts import profile
from campaign.models import ApiToken, Club, Membership
from tests.api.conftest import Api, problem

PAGE = "/profile/tokens/"


@pytest.fixture
def browser(alice: Any) -> Client:
    """A browser in which Alice is signed in."""
    client = Client()
    client.force_login(alice)
    return client


def made(browser: Client, **changes: str) -> str:
    """The key of a token made on the page."""
    answer = browser.post(PAGE, {"name": "script", "may": "write", "days": "30", **changes})
    assert answer.status_code == 201
    found = re.search(r"mus_[\w-]{43}", answer.content.decode())
    assert found
    return found[0]


def test_the_page_is_for_who_is_signed_in_and_the_profile_leads_to_it(client: Client, browser: Client) -> None:
    assert client.get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"
    assert f'href="{PAGE}"' in browser.get("/profile/").content.decode()


def test_a_key_is_shown_once_and_kept_as_a_digest(browser: Client) -> None:
    key = made(browser)
    again = browser.get(PAGE).content.decode()
    assert key not in again
    assert key[: profile.SHOWN_OF_TOKEN] in again
    row = ApiToken.objects.get()
    assert row.digest == hashlib.sha256(key.encode()).hexdigest()
    assert key not in str(ApiToken.objects.values().get())
    assert Api(key).get("").json()["user"] == "alice"
    assert "no-store" in browser.get(PAGE)["Cache-Control"]


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "Token"])
def test_both_schemes_are_known(browser: Client, scheme: str) -> None:
    key = made(browser)
    assert Api().get("", Authorization=f"{scheme} {key}").json()["user"] == "alice"


@pytest.mark.parametrize(("days", "want"), [("0", None), ("30", 30), ("90", 90), ("365", 365)])
def test_a_token_is_good_for_as_long_as_was_said(browser: Client, days: str, want: int | None) -> None:
    key = made(browser, days=days)
    row = ApiToken.objects.get()
    assert (row.expires is None) == (want is None)
    if row.expires is not None:
        assert (row.expires - timezone.now()).days + 1 == want
        ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
        problem(Api(key).get("armies"), 401, "not-signed-in")
        assert "Expired" in browser.get(PAGE).content.decode()


@pytest.mark.parametrize(
    "form",
    [{"name": ""}, {"name": "x" * 81}, {"name": "a\u202eb"}, {"may": "rule"}, {"days": "7"}, {"days": "-1"}],
)
def test_what_cannot_be_asked_for_is_refused_at_its_field(browser: Client, form: dict[str, str]) -> None:
    answer = browser.post(PAGE, {"name": "script", "may": "read", "days": "0", **form})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == list(form)
    assert not ApiToken.objects.exists()


def test_one_has_twenty_at_most(browser: Client, alice: Any) -> None:
    for _ in range(profile.MOST_TOKENS):
        profile.make_token(alice, name="script", may_write=False, days=0)
    answer = browser.post(PAGE, {"name": "script", "may": "read", "days": "0"})
    assert answer.status_code == 422
    assert "Revoke one first" in answer.content.decode()
    assert ApiToken.objects.count() == profile.MOST_TOKENS


def test_a_demo_account_has_none(alice: Any) -> None:
    alice.set_unusable_password()
    alice.save()
    Membership.objects.create(club=Club.objects.create(name="Demo", slug="demo", demo=True), user=alice)
    browser = Client()
    browser.force_login(alice)
    page = browser.get(PAGE).content.decode()
    assert "All visitors share this demo account" in page
    assert "Create the token" not in page
    assert browser.post(PAGE, {"name": "script", "may": "read", "days": "0"}).status_code == 422
    with pytest.raises(Refused, match="demo account"):
        profile.make_token(alice, name="script", may_write=False, days=0)


def test_a_revoked_token_is_turned_away_at_once(browser: Client) -> None:
    key = made(browser)
    assert Api(key).get("armies").status_code == 200
    row = ApiToken.objects.get()
    assert browser.get(f"{PAGE}{row.pk}/revoke").status_code == 405
    assert browser.post(f"{PAGE}{row.pk}/revoke", follow=True).status_code == 200
    problem(Api(key).get("armies"), 401, "not-signed-in")


def test_nobody_revokes_another_ones_token(browser: Client, bob: Any) -> None:
    _, key = profile.make_token(bob, name="script", may_write=False, days=0)
    browser.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke")
    assert Api(key).get("").json()["user"] == "bob"


def test_the_last_use_is_noted_once_a_minute(browser: Client) -> None:
    api = Api(made(browser))
    api.get("")
    first = ApiToken.objects.get().last_used
    assert first is not None
    api.get("")
    assert ApiToken.objects.get().last_used == first
    ApiToken.objects.update(last_used=first - timedelta(minutes=2))
    api.get("")
    assert ApiToken.objects.get().last_used > first


def test_an_account_that_is_closed_takes_its_tokens_along(browser: Client, alice: Any) -> None:
    api = Api(made(browser))
    alice.is_active = False
    alice.save()
    problem(api.get("armies"), 401, "not-signed-in")


def test_a_name_is_never_markup(browser: Client) -> None:
    made(browser, name="<script>alert(1)</script>")
    assert "<script>alert" not in browser.get(PAGE).content.decode()
