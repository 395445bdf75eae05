"""Invitations: who joins by a link, and why a link lets nobody in."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from armies.services.locks import Gone, Refused
from campaign.accounts import profile
from campaign.club.services import clubs, invitations, membership
from campaign.models import Club, ClubRecord, IdempotencyKey, Invitation, Membership
from campaign.project.seal import Unsealable, seal, unseal
from tests.cast import PASSWORD
from tests.club.builders import club_of_roles, invited, person, role_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return club_of_roles()[0]


@pytest.fixture
def organiser(club: Club) -> Any:
    return User.objects.get(username="organiser")


def test_whoever_has_the_link_joins_in_its_role_and_is_recorded(club: Club, organiser: Any) -> None:
    token = invited(club, organiser, role="umpire", label="Open evening")
    newcomer = person("newcomer")
    assert invitations.join(token, newcomer).role == "umpire"
    told = clubs.record_in_sentences(ClubRecord.objects.filter(club=club)[:2])
    assert [each.sentence for each in told] == [
        "newcomer joined as an umpire, invited by organiser.",
        "organiser made an invitation as an umpire “Open evening”.",
    ]
    assert token not in str(Invitation.objects.values().get())


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda row: setattr(row, "expires", timezone.now() - timedelta(seconds=1)), "was valid until"),
        (lambda row: setattr(row, "revoked", timezone.now()), "ended by an organiser"),
        (lambda row: row.uses.create(user=User.objects.get(username="guest")), "used already"),
    ],
)
def test_a_link_that_lets_nobody_in_says_why(
    client: Client, club: Club, organiser: Any, spoil: Any, sentence: str
) -> None:
    token = invited(club, organiser)
    row = Invitation.objects.get()
    spoil(row)
    row.save()
    newcomer = person("newcomer")
    with pytest.raises(Refused, match=sentence):
        invitations.join(token, newcomer)
    client.force_login(newcomer)
    assert client.get(f"/club/join/{token}").status_code == 410
    answer = client.post(f"/club/join/{token}")
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert not role_of(club, newcomer)


def test_a_tampered_or_foreign_token_opens_nothing(client: Client, club: Club, organiser: Any) -> None:
    token = invited(club, organiser)
    for other in (token[:-1], token + "x", "../people", invitations.digest(token)):
        assert client.get(f"/club/join/{other}").status_code == 404, other
    with pytest.raises(Gone):
        invitations.revoke(club_elsewhere(), Invitation.objects.get().pk, by=User.objects.get(username="elsewhere"))


def club_elsewhere() -> Club:
    from campaign.club.services import clubs

    return clubs.found(person("elsewhere"), name="Elsewhere")


def test_a_member_who_opens_a_link_stays_what_they_are_and_uses_nothing_up(club: Club, organiser: Any) -> None:
    token = invited(club, organiser, role="guest")
    assert invitations.join(token, organiser).role == "organiser"
    assert invitations.lets_in(token)


def test_an_invitation_as_organiser_is_for_one_person(club: Club, organiser: Any) -> None:
    invited(club, organiser, role="organiser", uses=0)
    assert Invitation.objects.get().most_uses == 1


def test_a_named_guest_becomes_the_member(club: Club, organiser: Any) -> None:
    guest = membership.add_guest(club, "Marie", by=organiser)
    invitations.join(invited(club, organiser, guest=guest.pk), person("marie"))
    assert not club.guests.exists()
    assert (
        "in the place of the guest Marie"
        in clubs.record_in_sentences(ClubRecord.objects.filter(club=club)[:1])[0].sentence
    )


def test_where_sign_up_is_closed_a_link_makes_the_account_and_no_other_way(
    client: Client, club: Club, organiser: Any, settings: Any
) -> None:
    settings.MUSTER_SIGNUP = "closed"
    sent = {"username": "newcomer", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/signup/", sent)
    assert not User.objects.filter(username="newcomer").exists()
    token = invited(club, organiser)
    join = f"/club/join/{token}"
    assert "Create an account" in client.get(join).content.decode()
    answer = client.post("/accounts/signup/", {**sent, "next": join})
    assert (answer.status_code, answer["Location"]) == (302, join)
    answer = client.post(join)
    assert answer["Location"] == f"/club/{club.slug}/"
    assert role_of(club, User.objects.get(username="newcomer")) == "player"
    client.logout()
    client.post("/accounts/signup/", {**sent, "username": "another"})
    assert not User.objects.filter(username="another").exists()


def test_the_link_is_shown_once_and_joins_six_people(client: Client, club: Club, organiser: Any) -> None:
    client.force_login(organiser)
    address = f"/club/{club.slug}/invitations"
    answer = client.post(address, {"role": "player", "uses": "20", "days": "7", "label": ""})
    assert answer.status_code == 201
    page = answer.content.decode()
    link = page.partition('id="new-link" value="')[2].partition('"')[0]
    assert "<svg" in page
    token = link.rpartition("/")[2]
    assert token not in client.get(address).content.decode()
    for number in range(6):
        client.force_login(person(f"player{number}"))
        assert client.post(f"/club/join/{token}").status_code == 302
    assert Membership.objects.filter(club=club, role="player").count() == 7


def test_who_joined_and_deleted_the_account_is_named_so(client: Client, club: Club, organiser: Any) -> None:
    leaver = person("Leaver")
    invitations.join(invited(club, organiser), leaver)
    leaver.delete()
    client.force_login(organiser)
    assert "Joined: a deleted account." in client.get(f"/club/{club.slug}/invitations").content.decode()


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"role": "king"}, "no role “king”"),
        ({"days": 2}, "valid for"),
        ({"uses": 3}, "is for"),
        ({"label": "x" * 81}, "at most 80"),
    ],
)
def test_an_invitation_that_cannot_be_made_says_why(club: Club, organiser: Any, chosen: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        invitations.invite(club, by=organiser, **chosen)
    assert not Invitation.objects.exists()


def test_a_shared_demo_account_joins_nothing(club: Club, organiser: Any) -> None:
    demo = Club.objects.create(name="Demo", slug="demo", demo=True)
    shared = User.objects.create_user("birch")
    Membership.objects.create(club=demo, user=shared)
    with pytest.raises(Refused, match="All visitors share"):
        invitations.join(invited(club, organiser), shared)


def test_only_open_invitations_count_towards_the_limit(
    club: Club, organiser: Any, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(invitations, "MOST_OPEN", 2)
    invitations.join(invited(club, organiser), person("newcomer"))
    invited(club, organiser)
    invitations.revoke(club, Invitation.objects.latest("pk").pk, by=organiser)
    invited(club, organiser, uses=0)
    with django_assert_num_queries(7):
        invited(club, organiser)
    with pytest.raises(Refused, match="2 open invitations"):
        invited(club, organiser)


def test_the_link_of_an_invitation_is_not_in_the_database(alice: Any, settings: Any) -> None:
    club = clubs.found(alice, name="Sound the Charge")
    key = profile.make_token(alice, name="t", may_write=True, days=0)[1]
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "once"}

    def ask() -> Any:
        return Client().post(
            f"/api/v1/clubs/{club.slug}/invitations",
            {"role": "player"},
            content_type="application/json",
            headers=headers,
        )

    link = ask().json()["link"]
    token = link.rstrip("/").rpartition("/")[2]
    assert token.encode() not in bytes(IdempotencyKey.objects.get().body)
    assert ask().json()["link"] == link
    assert club.invitations.count() == 1
    settings.SECRET_KEY = "another"
    answer = ask()
    assert (answer.status_code, "no longer be read" in answer.json()["detail"]) == (409, True)
    assert club.invitations.count() == 1


def test_an_answer_stored_before_answers_were_sealed_is_given_again() -> None:
    assert unseal(b'{"a":1}', 1, "once") == b'{"a":1}'
    assert unseal(seal(b"x", 1, "once"), 1, "once") == b"x"
    for user, other in ((2, "once"), (1, "twice")):
        with pytest.raises(Unsealable):
            unseal(seal(b"x", 1, "once"), user, other)


def test_the_page_to_sign_in_offers_an_account_to_who_is_invited(club: Club, organiser: Any, settings: Any) -> None:
    settings.MUSTER_SIGNUP = "closed"
    client = Client()
    assert "/accounts/signup/" not in client.get("/accounts/login/").content.decode()
    token = invited(club, organiser)
    client.get(f"/club/join/{token}")
    assert "/accounts/signup/" in client.get("/accounts/login/").content.decode()
    invitations.revoke(club, club.invitations.get().pk, by=organiser)
    assert "/accounts/signup/" not in client.get("/accounts/login/").content.decode()
