"""Requests to join: made, withdrawn, accepted and declined, on pages and over the API."""

from typing import Any

import pytest
from django.test import Client

from armies.services.locks import Gone, Refused
from campaign.accounts import profile
from campaign.club.services import clubs, invitations
from campaign.models import Club, JoinRequest
from tests.api.conftest import Api
from tests.club.builders import club_of_roles, person, role_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> tuple[Club, dict[str, Any]]:
    return club_of_roles()


def test_who_asks_is_accepted_in_a_role(client: Client, place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    asker = person("asker")
    client.force_login(asker)
    seen = client.get(f"/club/{club.slug}/").content.decode()
    assert ("Ask to join" in seen, "umpire" in seen) == (True, False)
    client.post(f"/club/{club.slug}/ask", {"message": "I play on Thursdays."})
    assert "have not answered yet" in client.get(f"/club/{club.slug}/").content.decode()
    client.force_login(people["organiser"])
    assert "1 person asks" in client.get(f"/club/{club.slug}/").content.decode()
    assert "I play on Thursdays." in client.get(f"/club/{club.slug}/people").content.decode()
    client.post(f"/club/{club.slug}/requests/{asker.pk}", {"answer": "accept", "role": "umpire"})
    assert role_of(club, asker) == "umpire"
    again = client.post(f"/club/{club.slug}/requests/{asker.pk}", {"answer": "decline"})
    assert again.status_code == 404


def test_a_club_that_is_not_listed_takes_no_requests(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    asker = person("asker")
    clubs.change(club, by=people["organiser"], listed=False)
    with pytest.raises(Gone, match="takes no requests"):
        invitations.ask_to_join(club, asker)


def test_a_member_cannot_ask_and_a_long_message_is_refused(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    with pytest.raises(Refused, match="already"):
        invitations.ask_to_join(club, people["guest"])
    with pytest.raises(Refused, match="at most 300"):
        invitations.ask_to_join(club, person("asker"), "x" * 301)


def test_the_whole_way_over_the_api(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    asker = person("asker")
    api = {
        who: Api(profile.make_token(user, name="t", may_write=True, days=0)[1])
        for who, user in {"asker": asker, **people}.items()
    }
    at = f"clubs/{club.slug}"
    assert api["asker"].post(f"{at}/requests", {"message": "hello"}).status_code == 201
    assert api["asker"].delete(f"{at}/requests/asker").status_code == 204
    api["asker"].post(f"{at}/requests", {})
    assert [each["member"] for each in api["organiser"].get(f"{at}/requests").json()["requests"]] == ["asker"]
    assert api["organiser"].post(f"{at}/requests/asker", {"accept": False}).status_code == 204
    made = api["organiser"].post(f"{at}/invitations", {"role": "umpire"}).json()
    token = made["link"].rpartition("/")[2]
    assert api["asker"].get(f"club-invitations/{token}").json()["closed"] == ""
    assert api["asker"].post(f"club-invitations/{token}").json()["role"] == "umpire"
    assert api["organiser"].patch(f"{at}/members/asker", {"role": "player"}).json()["role"] == "player"
    assert api["organiser"].put(f"{at}/offer", {"member": "asker"}).status_code == 200
    assert api["asker"].post(f"{at}/offer", {"accept": True}).json()["role"] == "organiser"
    assert api["asker"].patch(at, {"version": 1, "place": "Ghent"}).json()["version"] == 2
    late = api["asker"].patch(at, {"version": 1, "place": "Mons"})
    assert (late.status_code, late.json()["version"]) == (409, 2)
    assert api["player"].patch(at, {"version": 2, "place": "Mons"}).status_code == 403
    assert api["asker"].post("clubs", {"name": "Another"}).status_code == 201
    assert {each["slug"] for each in api["asker"].get("clubs").json()["clubs"]} == {club.slug, "another"}
    assert api["asker"].delete("clubs/another").status_code == 204
    assert not JoinRequest.objects.exists()
