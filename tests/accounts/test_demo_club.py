"""The demo club: entered with one click where it is on, and never a way into a real account."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.test import Client

from campaign.models import Club, Membership, Role
from tests.accounts.site_answers import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """The demo club's people, without armies."""
    club = Club.objects.create(name="Sound the Charge", slug="sound-the-charge", demo=True)
    for name, role in (("alder", Role.ORGANISER), ("birch", Role.PLAYER), ("cedar", Role.PLAYER)):
        user = User.objects.create_user(name, first_name=name.title())
        Membership.objects.create(club=club, user=user, role=role)
    return club


class TestEntering:
    @pytest.fixture(autouse=True)
    def _on(self, settings: Any) -> None:
        settings.MUSTER_DEMO = True

    @pytest.mark.parametrize("name", ["alder", "birch", "cedar"])
    def test_one_click_enters(self, client: Client, club: Club, name: str) -> None:
        assert client.post(f"/demo/{name}/").status_code == 302
        assert client.session["_auth_user_id"] == str(User.objects.get(username=name).pk)
        assert "All visitors share this account" in client.get("/profile/").content.decode()

    def test_it_leads_where_signing_in_would_and_nowhere_else(self, client: Client, club: Club) -> None:
        page = client.get("/accounts/login/", {"next": "/b/join/word"}).content.decode()
        assert page.count('name="next" value="/b/join/word"') >= 4
        assert client.post("/demo/birch/", {"next": "/b/join/word"}).headers["Location"] == "/b/join/word"
        assert client.post("/demo/birch/", {"next": "https://elsewhere.example/"}).headers["Location"] == "/"

    def test_it_is_not_there_where_the_demo_is_off(self, client: Client, club: Club, settings: Any) -> None:
        settings.MUSTER_DEMO = False
        assert client.post("/demo/alder/").status_code == 404
        assert client.get("/demo/alder/").status_code == 404
        assert not signed_in(client)
        assert "/demo/" not in client.get("/accounts/login/").content.decode()

    def test_who_is_in_is_out_when_the_demo_is_switched_off(self, client: Client, club: Club, settings: Any) -> None:
        client.post("/demo/alder/")
        assert client.get("/profile/").status_code == 200
        settings.MUSTER_DEMO = False
        assert client.get("/profile/").status_code == 302
        assert "Alder" not in client.get("/").content.decode()

    def test_the_sign_in_page_offers_it_where_it_is_on(self, client: Client, club: Club) -> None:
        page = client.get("/accounts/login/").content.decode()
        assert [f'action="/demo/{name}/"' in page for name in ("alder", "birch", "cedar")] == [True] * 3

    def test_opening_the_address_does_not_enter(self, client: Client, club: Club) -> None:
        assert client.get("/demo/alder/").status_code == 405
        assert not signed_in(client)

    def test_a_form_from_elsewhere_is_refused(self, club: Club) -> None:
        assert Client(enforce_csrf_checks=True).post("/demo/alder/").status_code == 403

    def test_no_real_account_can_be_entered(self, client: Client, club: Club, alice: User) -> None:
        real = Club.objects.create(name="Real", slug="real")
        Membership.objects.create(club=real, user=alice, role=Role.ORGANISER)
        assert client.post("/demo/alice/").status_code == 404
        Membership.objects.create(club=club, user=alice)
        assert client.post("/demo/alice/").status_code == 404
        assert not signed_in(client)

    def test_no_account_of_another_club_can_be_entered_though_it_has_no_password_yet(
        self, client: Client, club: Club
    ) -> None:
        real = Club.objects.create(name="Real", slug="real")
        Membership.objects.create(club=real, user=User.objects.create_user("dora"))
        assert client.post("/demo/dora/").status_code == 404

    @pytest.mark.parametrize("changed", [{"is_staff": True}, {"is_superuser": True}, {"is_active": False}])
    def test_no_account_with_rights_and_no_closed_one_can_be_entered(
        self, client: Client, club: Club, changed: dict[str, bool]
    ) -> None:
        User.objects.filter(username="alder").update(**changed)
        assert client.post("/demo/alder/").status_code == 404

    def test_the_session_before_is_not_the_session_after(self, client: Client, club: Club, alice: User) -> None:
        client.force_login(alice)
        session = client.session
        session["of"] = "alice"
        session.save()
        before = session.session_key
        client.post("/demo/alder/")
        assert client.session.session_key != before
        assert "of" not in client.session


class TestTheSharedAccount:
    @pytest.fixture(autouse=True)
    def _alder(self, client: Client, club: Club, settings: Any) -> None:
        settings.MUSTER_DEMO = True
        client.post("/demo/alder/")

    @pytest.mark.parametrize(
        "address",
        [
            "/accounts/password/change/",
            "/accounts/password/set/",
            "/accounts/email/",
            "/accounts/reauthenticate/",
            "/accounts/2fa/",
            "/accounts/2fa/totp/activate/",
            "/accounts/2fa/totp/deactivate/",
            "/accounts/2fa/recovery-codes/generate/",
        ],
    )
    def test_every_page_that_changes_it_is_closed_and_says_why(self, client: Client, address: str) -> None:
        data = {"password1": "a-thief-of-1809", "password2": "a-thief-of-1809", "email": "thief@example.org"}
        for answer in (client.get(address), client.post(address, {**data, "action_add": ""})):
            assert (answer.status_code, answer["Location"]) == (302, "/profile/")
        assert "stay as they are" in client.get("/profile/").content.decode()
        alder = User.objects.get(username="alder")
        assert not alder.has_usable_password()
        assert not EmailAddress.objects.exists()
        assert not Authenticator.objects.exists()

    def test_its_name_stays_and_its_paper_may_change(self, client: Client) -> None:
        client.post("/profile/", {"name": "Rude Word", "paper": "letter", "theme": "dark"})
        alder = User.objects.get(username="alder")
        assert (alder.first_name, alder.profile.paper) == ("Alder", "letter")

    def test_it_can_be_left(self, client: Client) -> None:
        client.post("/accounts/logout/")
        assert not signed_in(client)

    def test_nobody_signs_in_to_it_by_password(self, client: Client) -> None:
        client.post("/accounts/logout/")
        for password in ("", "!", User.objects.get(username="alder").password):
            client.post("/accounts/login/", {"login": "alder", "password": password})
            assert not signed_in(client)
