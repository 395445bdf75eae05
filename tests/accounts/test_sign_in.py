"""Signing up, in and out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.accounts.site_answers import link_in, signed_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db
SIGN_UP = "/accounts/signup/"
SIGN_IN = "/accounts/login/"


def _new(**changed: str) -> dict[str, str]:
    return {"username": "david", "email": "", "password1": PASSWORD, "password2": PASSWORD, **changed}


class TestSigningUp:
    def test_a_name_and_a_password_make_an_account_with_a_profile(self, client: Client) -> None:
        answer = client.post(SIGN_UP, _new())
        assert answer.status_code == 302
        assert signed_in(client)
        david = User.objects.get(username="david")
        assert (david.profile.paper, david.profile.theme) == ("a4", "")
        assert not david.is_staff

    @pytest.mark.parametrize(
        ("changed", "field", "sentence"),
        [
            ({"username": "Alice"}, "username", "This name is taken. Choose another."),
            (
                {"username": "bob@example.org"},
                "username",
                "A name cannot contain @, because it would look",
            ),
            (
                {"password1": "shortish", "password2": "shortis2"},
                "password2",
                "You must type the same password each time.",
            ),
            ({"password1": "short", "password2": "short"}, "password1", "This password is too short."),
            ({"password1": "password1", "password2": "password1"}, "password1", "This password is too common."),
            ({"password1": "davidd", "password2": "davidd"}, "password1", "too similar to the username"),
            ({"email": "nowhere"}, "email", "Enter a valid email address."),
            ({"email": "alice@example.org"}, "email", "An account has this e-mail address already."),
            ({"username": ""}, "username", "This field is required."),
        ],
    )
    def test_what_is_wrong_stands_beside_its_field_and_makes_nothing(
        self, client: Client, alice: User, changed: dict[str, str], field: str, sentence: str
    ) -> None:
        answer = client.post(SIGN_UP, _new(**changed))
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [field]
        assert sentence in " ".join(answer.context["form"].errors[field])
        assert f'id="id_{field}_error"' in answer.content.decode()
        assert User.objects.count() == 1
        assert not signed_in(client)

    def test_passwords_are_never_sent_back(self, client: Client) -> None:
        page = client.post(SIGN_UP, _new(username="")).content.decode()
        assert PASSWORD not in page

    def test_where_sign_up_is_closed_the_page_says_so_and_nothing_is_made(self, client: Client, settings: Any) -> None:
        settings.MUSTER_SIGNUP = "closed"
        for answer in (client.get(SIGN_UP), client.post(SIGN_UP, _new())):
            assert "You cannot create an account here at present." in answer.content.decode()
        assert not User.objects.exists()
        assert SIGN_UP not in client.get(SIGN_IN).content.decode()

    def test_an_address_gets_a_link_that_confirms_it(self, client: Client, mailoutbox: list[Any]) -> None:
        client.post(SIGN_UP, _new(email="david@example.org"))
        assert [mail.subject for mail in mailoutbox] == ["Muster: Confirm your e-mail address"]
        link = link_in(mailoutbox[0])
        assert "Yes, confirm it" in client.get(link).content.decode()
        assert not User.objects.get().emailaddress_set.get().verified
        client.post(link)
        assert User.objects.get().emailaddress_set.get().verified


class TestSigningIn:
    @pytest.mark.parametrize("login", ["alice", "ALICE@example.org", "alice@example.org"])
    def test_name_or_address(self, client: Client, alice: User, sign_in: Callable[..., Any], login: str) -> None:
        assert sign_in(login).status_code == 302
        assert client.session["_auth_user_id"] == str(alice.pk)

    @pytest.mark.parametrize("login", ["alice", "nobody", "alice@example.org", "nobody@example.org"])
    def test_a_wrong_password_keeps_the_name_and_does_not_tell_which_was_wrong(
        self, client: Client, alice: User, sign_in: Callable[..., Any], login: str
    ) -> None:
        answer = sign_in(login, "not the password")
        page = answer.content.decode()
        assert answer.status_code == 422
        assert not signed_in(client)
        assert "That name and password do not match." in page
        assert "Type it again." in page
        assert f'value="{login}"' in page
        assert "not the password" not in page

    def test_a_closed_account_is_told_so(self, client: Client, alice: User, sign_in: Callable[..., Any]) -> None:
        User.objects.update(is_active=False)
        answer = sign_in("alice")
        assert (answer.status_code, answer["Location"]) == (302, reverse("account_inactive"))
        assert "This account is closed" in client.get(answer["Location"]).content.decode()
        assert not signed_in(client)

    def test_the_session_before_is_not_the_session_after(
        self, client: Client, alice: User, sign_in: Callable[..., Any]
    ) -> None:
        session = client.session
        session["planted"] = True
        session.save()
        before = client.session.session_key
        sign_in("alice")
        assert client.session.session_key != before

    def test_next_leads_on_within_the_site(self, client: Client, alice: User, sign_in: Callable[..., Any]) -> None:
        assert 'name="next" value="/profile/"' in client.get(SIGN_IN, {"next": "/profile/"}).content.decode()
        assert sign_in("alice", next="/profile/")["Location"] == "/profile/"

    @pytest.mark.parametrize(
        "where", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
    )
    def test_next_never_leads_elsewhere(
        self, client: Client, alice: User, sign_in: Callable[..., Any], where: str
    ) -> None:
        assert sign_in("alice", next=where)["Location"] == "/"
        assert client.post("/accounts/logout/", {"next": where})["Location"] == "/"

    def test_a_form_from_elsewhere_is_refused(self, alice: User) -> None:
        strict = Client(enforce_csrf_checks=True)
        assert strict.post(SIGN_IN, {"login": "alice", "password": PASSWORD}).status_code == 403


class TestSigningOut:
    def test_only_a_post_signs_out(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        assert "Stay" in client.get("/accounts/logout/").content.decode()
        assert signed_in(client)
        client.post("/accounts/logout/")
        assert not signed_in(client)
