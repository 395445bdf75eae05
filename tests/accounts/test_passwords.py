"""Changing a password, and getting a new one by mail."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts.site_answers import link_in, signed_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "another-quiet-redoubt-1813"
CHANGE = "/accounts/password/change/"
RESET = "/accounts/password/reset/"


def test_change_needs_the_old_password_and_keeps_the_session(client: Client, alice: User) -> None:
    client.force_login(alice)
    data = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    refused = client.post(CHANGE, data)
    assert refused.context["form"].errors == {"oldpassword": ["This is not your current password."]}
    assert client.post(CHANGE, {**data, "oldpassword": PASSWORD})["Location"] == "/profile/"
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert client.get("/profile/").status_code == 200


def test_change_ends_the_other_sessions(client: Client, alice: User) -> None:
    other = Client()
    other.force_login(alice)
    client.force_login(alice)
    client.post(CHANGE, {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert other.get("/profile/").status_code == 302


class TestReset:
    def test_the_link_works_once(
        self, client: Client, alice: User, mailoutbox: list[Any], sign_in: Callable[..., Any]
    ) -> None:
        assert client.post(RESET, {"email": "ALICE@example.org"})["Location"] == "/accounts/password/reset/done/"
        assert [mail.to for mail in mailoutbox] == [["alice@example.org"]]
        link = link_in(mailoutbox[0])
        form = client.get(link)["Location"]
        page = client.get(form)
        assert "Choose a new password" in page.content.decode()
        assert link not in page.content.decode()
        mismatch = client.post(form, {"password1": NEW, "password2": PASSWORD})
        assert list(mismatch.context["form"].errors) == ["password2"]
        done = client.post(form, {"password1": NEW, "password2": NEW}, follow=True)
        assert "The password is changed" in done.content.decode()
        alice.refresh_from_db()
        assert alice.check_password(NEW)
        for again in (client, Client()):
            assert "This link does not work" in again.get(link, follow=True).content.decode()

    def test_a_link_with_a_changed_letter_is_refused(self, client: Client, alice: User, mailoutbox: list[Any]) -> None:
        client.post(RESET, {"email": "alice@example.org"})
        link = link_in(mailoutbox[0])
        broken = link[:-2] + ("a" if link[-2] != "a" else "b") + "/"
        assert "This link does not work" in client.get(broken, follow=True).content.decode()

    def test_a_stranger_learns_nothing_from_the_page(self, alice: User, mailoutbox: list[Any]) -> None:
        known, unknown = (
            Client().post(RESET, {"email": address}, follow=True).content
            for address in ("alice@example.org", "nobody@example.org")
        )
        assert known == unknown
        assert [(mail.to[0], mail.subject) for mail in mailoutbox] == [
            ("alice@example.org", "Muster: Choose a new password"),
            ("nobody@example.org", "Muster: No account with this address"),
        ]

    def test_it_lets_in_whom_wrong_passwords_had_locked_out(
        self, client: Client, alice: User, mailoutbox: list[Any], sign_in: Callable[..., Any]
    ) -> None:
        for login in ("alice", "alice@example.org"):
            for _ in range(6):
                sign_in(login, "wrong")
        client.post(RESET, {"email": "alice@example.org"})
        form = client.get(link_in(mailoutbox[0]))["Location"]
        client.post(form, {"password1": NEW, "password2": NEW})
        for login in ("alice", "alice@example.org"):
            fresh = Client()
            fresh.post("/accounts/login/", {"login": login, "password": NEW})
            assert signed_in(fresh), login
