"""The profile page and the e-mail addresses."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from campaign.accounts import profile as profiles
from campaign.models import Profile
from tests.accounts.site_answers import link_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db


def test_a_stranger_is_asked_to_sign_in_and_led_back(client: Client) -> None:
    assert client.get("/profile/")["Location"] == "/accounts/login/?next=/profile/"


def test_saving_is_confirmed_and_the_theme_holds_from_the_next_page_on(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert "data-theme" not in client.get("/profile/").content.decode()
    saved = client.post("/profile/", {"name": "Alice Ash", "paper": "letter", "theme": "dark"}, follow=True)
    page = saved.content.decode()
    assert "Saved." in page
    assert 'data-theme="dark"' in page
    alice = User.objects.get()
    assert (alice.get_full_name(), alice.profile.paper, alice.profile.theme) == ("Alice Ash", "letter", "dark")
    client.post("/profile/", {"name": "", "paper": "a4", "theme": ""})
    alice = User.objects.get()
    assert (alice.get_full_name(), alice.profile.paper, alice.profile.theme) == ("", "a4", "")


@pytest.mark.parametrize(
    ("field", "value"),
    [("paper", "foolscap"), ("paper", ""), ("theme", "pink"), ("name", "x" * 61), ("name", "Al\u202eice")],
)
def test_what_cannot_be_chosen_is_refused_beside_its_field(client: Client, alice: User, field: str, value: str) -> None:
    client.force_login(alice)
    answer = client.post("/profile/", {"name": "Alice", "paper": "letter", "theme": "dark", field: value})
    assert list(answer.context["form"].errors) == [field]
    alice = User.objects.get()
    assert (alice.first_name, alice.profile.paper, alice.profile.theme) == ("", "a4", "")


def test_a_name_is_never_markup(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post("/profile/", {"name": "<script>alert(1)</script>", "paper": "a4", "theme": ""})
    assert "<script>alert" not in client.get("/profile/").content.decode()


def test_nobody_saves_another_ones_profile(client: Client, alice: User, bob: User) -> None:
    client.force_login(bob)
    client.post("/profile/", {"name": "Bob", "paper": "letter", "theme": "dark", "user": alice.pk, "id": alice.pk})
    assert Profile.objects.get(user=alice).paper == "a4"
    assert Profile.objects.get(user=bob).paper == "letter"


def test_the_service_writes_all_or_nothing(alice: User) -> None:
    with pytest.raises(ValidationError):
        profiles.save_profile(alice, name="Alice", paper="foolscap", theme="dark")
    alice = User.objects.get()
    assert (alice.first_name, alice.profile.theme) == ("", "")


def test_a_profile_that_is_missing_is_made(client: Client, alice: User) -> None:
    Profile.objects.all().delete()
    client.force_login(User.objects.get())
    assert client.get("/profile/").status_code == 200
    assert Profile.objects.get().user == alice


class TestAddresses:
    @pytest.fixture(autouse=True)
    def _alice(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        client.get("/accounts/email/")
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})

    def test_add_confirm_make_primary_and_remove(self, client: Client, mailoutbox: list[Any]) -> None:
        client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
        assert [mail.to for mail in mailoutbox] == [["new@example.org"]]
        client.post(link_in(mailoutbox[0]))
        client.post("/accounts/email/", {"action_primary": "", "email": "new@example.org"})
        client.post("/accounts/email/", {"action_remove": "", "email": "alice@example.org"})
        alice = User.objects.get()
        assert alice.email == "new@example.org"
        assert [(a.email, a.verified, a.primary) for a in alice.emailaddress_set.all()] == [
            ("new@example.org", True, True)
        ]

    def test_the_page_offers_only_what_can_be_done(self, client: Client) -> None:
        EmailAddress.objects.update(primary=True)
        page = client.get("/accounts/email/").content.decode()
        assert ("action_send" in page, "action_primary" in page, "action_remove" in page) == (True, False, True)

    def test_a_bad_address_is_refused_beside_its_field(self, client: Client) -> None:
        answer = client.post("/accounts/email/", {"action_add": "", "email": "nowhere"})
        assert list(answer.context["form"].errors) == ["email"]


def test_a_refused_profile_answers_422(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/profile/", {"name": "Alice", "paper": "a3"}).status_code == 422
    assert client.post("/profile/").status_code == 422
