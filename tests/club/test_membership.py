"""Members: roles, leaving, removal, hand-over, guests; founding, changing and deleting a club."""

from typing import Any

import pytest
from django.test import Client

from armies.services.locks import Gone, Refused
from campaign.club.services import clubs, membership
from campaign.models import Club, HandOver, Membership, PrintSetup
from tests.club.builders import club_of_roles, person, role_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> tuple[Club, dict[str, Any]]:
    return club_of_roles()


def test_the_last_organiser_cannot_vanish(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    one = people["organiser"]
    with pytest.raises(Refused, match="needs an organiser"):
        membership.remove(club, one.pk, by=one)
    with pytest.raises(Refused, match="needs an organiser"):
        membership.change_role(club, one.pk, "player", by=one)
    membership.change_role(club, people["umpire"].pk, "organiser", by=one)
    membership.remove(club, one.pk, by=one)
    assert (role_of(club, one), role_of(club, people["umpire"])) == ("", "organiser")


@pytest.mark.parametrize(("accept", "roles"), [(True, ("guest", "organiser")), (False, ("organiser", "player"))])
def test_a_club_changes_hands_only_when_the_other_accepts(
    place: tuple[Club, dict[str, Any]], accept: bool, roles: tuple[str, str]
) -> None:
    club, people = place
    giver, taker = people["organiser"], people["player"]
    membership.offer(club, taker.pk, by=giver, stay_as="guest")
    assert role_of(club, taker) == "player"
    with pytest.raises(Refused, match="Only player can answer"):
        membership.answer_offer(club, by=people["umpire"], accept=True)
    with pytest.raises(Refused, match="already"):
        membership.offer(club, people["umpire"].pk, by=giver)
    membership.answer_offer(club, by=taker, accept=accept)
    assert (role_of(club, giver), role_of(club, taker)) == roles
    with pytest.raises(Gone):
        membership.answer_offer(club, by=taker, accept=accept)


def test_who_leaves_takes_the_offer_along(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    membership.offer(club, people["player"].pk, by=people["organiser"])
    membership.remove(club, people["player"].pk, by=people["player"])
    assert not HandOver.objects.exists()


def test_a_guest_has_one_name_in_a_club(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    membership.add_guest(club, "Марія", by=people["umpire"])
    for name, sentence in {"Марія": "already", "": "Give the guest", "x" * 61: "at most 60"}.items():
        with pytest.raises(Refused, match=sentence):
            membership.add_guest(club, name, by=people["umpire"])


def test_a_club_is_founded_changed_and_deleted_on_its_pages(client: Client) -> None:
    founder = person("founder")
    client.force_login(founder)
    assert client.post("/club/new", {"name": " ", "colour": "green"}).status_code == 422
    made = {"name": "Клуб Ватерлоо", "place": "Брюссель", "about": "", "colour": "green"}
    assert client.post("/club/new", made)["Location"] == "/club/club/invitations"
    assert client.post("/club/new", made)["Location"] == "/club/club-2/invitations"
    changed = client.post("/club/club/edit", {**made, "place": "Мон-Сен-Жан", "listed": "on", "version": "1"})
    assert changed["Location"] == "/club/club/"
    late = client.post("/club/club/edit", {**made, "place": "Лінъї", "version": "1"})
    assert (late.status_code, "changed by someone else" in late.content.decode()) == (409, True)
    assert Club.objects.get(slug="club").place == "Мон-Сен-Жан"
    assert client.post("/club/club/delete", {"name": "Waterloo"}).status_code == 422
    PrintSetup.objects.create(owner=founder, club=Club.objects.get(slug="club"), name="Game day")
    assert client.post("/club/club/delete", {"name": made["name"]})["Location"] == "/club/"
    assert PrintSetup.objects.get().club is None


def test_nobody_founds_clubs_without_end() -> None:
    founder = person("founder")
    for number in range(clubs.MOST_FOUNDED):
        clubs.found(founder, name=f"Club {number}")
    with pytest.raises(Refused, match="which is the limit"):
        clubs.found(founder, name="One more")


@pytest.mark.parametrize("members", [5, 60])
def test_the_pages_of_a_large_club_ask_no_more_than_those_of_a_small_one(
    client: Client, place: tuple[Club, dict[str, Any]], members: int, django_assert_max_num_queries: Any
) -> None:
    club, people = place
    for number in range(members):
        Membership.objects.create(club=club, user=person(f"p{number}"))
    client.force_login(people["organiser"])
    for part in ("", "people", "invitations", "record"):
        with django_assert_max_num_queries(17):
            assert client.get(f"/club/{club.slug}/{part}").status_code == 200
