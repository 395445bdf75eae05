"""Who sits where: invitations, guests and their own links, open seats, a computer that sits in."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from battles.models import Battle, Invitation, Seat, Status
from battles.services.create.battle_start import Sitting
from battles.services.play.verification import verify
from tests.battles.pages.browser_steps import address, browser_of, play_from, post
from tests.battles.services.steps import awaited, begun, deployed, fresh

pytestmark = pytest.mark.django_db

LEVEL = {"level": "recruit"}


@pytest.fixture
def waiting(alice: Any, bob: Any) -> Battle:
    """A battle of Alice whose side b is open."""
    return begun(alice, bob, Sitting(place="b"), setup=deployed())


def seat(client: Client, battle: Battle, place: str, what: str, **data: Any) -> Any:
    return client.post(address(battle, f"/seats/{place}/{what}"), data)


def invited(client: Client, battle: Battle) -> str:
    """The path of a new invitation, as the page shows it."""
    assert seat(client, battle, "b", "invite").url == address(battle, "/seats")
    page = client.get(address(battle, "/seats")).content.decode()
    return re.findall(r'value="http://testserver(/b/join/[^"]+)"', page)[-1]


def viewer(client: Client, battle: Battle) -> str:
    return client.get(address(battle)).content.decode().partition('data-viewer="')[2].partition('"')[0]


def test_an_invitation_seats_a_guest_who_plays_on_by_his_own_link_elsewhere(
    waiting: Battle, browsers: dict[str, Client]
) -> None:
    path, guest = invited(browsers["a"], waiting), browsers["nobody"]
    assert waiting.title in guest.get(path).content.decode()
    assert guest.post(path, {"name": "Ney", "salt": "for luck"}).url == address(waiting)
    row = fresh(waiting)
    assert (row.status, row.salts) == (Status.PLAYING, ["", b"for luck".hex()])
    assert viewer(guest, waiting) == "b"
    own = re.findall(r"http://testserver(/b/seat/[^\"]+)", guest.get(address(waiting, "/seats")).content.decode())[0]
    assert own not in browsers["a"].get(address(waiting, "/seats")).content.decode()
    second = browser_of()
    assert viewer(second, waiting) == "public"
    assert second.get(own).url == address(waiting)
    assert viewer(second, waiting) == "b"
    if awaited(waiting) == "a":
        play_from(browsers["a"], waiting, "a")
    while awaited(waiting) != "b":
        play_from(browsers["a"], waiting, "a")
    assert play_from(second, waiting, "b").status_code == 200
    assert second.post(address(waiting, "/forget")).status_code == 302
    assert (viewer(second, waiting), viewer(guest, waiting)) == ("public", "b")
    assert verify(waiting) == []


def test_an_invitation_seats_one(waiting: Battle, browsers: dict[str, Client]) -> None:
    path = invited(browsers["a"], waiting)
    assert browsers["b"].post(path).url == address(waiting)
    for answer in (browsers["member"].get(path), browsers["member"].post(path), browsers["nobody"].post(path)):
        assert answer.status_code == 410
        assert "accepted already" in answer.content.decode()
    assert viewer(browsers["member"], waiting) == "public"


def test_an_invitation_ends_and_is_taken_back(waiting: Battle, browsers: dict[str, Client]) -> None:
    path = invited(browsers["a"], waiting)
    Invitation.objects.update(ends=timezone.now() - timedelta(seconds=1))
    answer = browsers["b"].post(path)
    assert (answer.status_code, "has expired" in answer.content.decode()) == (410, True)
    path = invited(browsers["a"], waiting)
    link = str(Invitation.objects.latest("id").pk)
    assert seat(browsers["a"], waiting, "b", "take_back", link=link).status_code == 302
    assert browsers["b"].get(path).status_code == 404
    for junk in ("x", "9" * 30, ""):
        assert seat(browsers["a"], waiting, "b", "take_back", link=junk).status_code == 404
    for path in ("/b/join/x", "/b/seat/x", "/b/join/" + "x" * 300):
        assert browsers["b"].get(path).status_code == 404


def test_a_name_that_is_too_long_is_said_beside_it(waiting: Battle, browsers: dict[str, Client]) -> None:
    path = invited(browsers["a"], waiting)
    answer = browsers["nobody"].post(path, {"name": "x" * 81})
    assert (answer.status_code, 'class="err"' in answer.content.decode()) == (422, True)
    seat(browsers["a"], waiting, "b", "open")
    answer = seat(browsers["nobody"], waiting, "b", "sit", name="x" * 81)
    assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (422, True)
    assert Seat.objects.get(place="b").is_open


def test_an_open_seat_is_taken_by_whoever_sees_the_battle(waiting: Battle, browsers: dict[str, Client]) -> None:
    refused = seat(browsers["member"], waiting, "b", "sit")
    assert (refused.status_code, "needs an invitation" in refused.content.decode()) == (403, True)
    assert seat(browsers["a"], waiting, "b", "open").status_code == 302
    assert "Take the seat" in browsers["member"].get(address(waiting, "/seats")).content.decode()
    assert seat(browsers["member"], waiting, "b", "sit").url == address(waiting)
    assert viewer(browsers["member"], waiting) == "b"
    assert seat(browsers["b"], waiting, "b", "sit").status_code == 403


def test_the_computer_sits_in_until_one_comes_back(battle: Battle, browsers: dict[str, Client]) -> None:
    wrong = seat(browsers["b"], battle, "b", "computer", level="god")
    assert (wrong.status_code, 'role="alert"' in wrong.content.decode()) == (422, True)
    assert seat(browsers["a"], battle, "b", "computer", **LEVEL).status_code == 403
    assert seat(browsers["b"], battle, "b", "computer", **LEVEL).status_code == 302
    assert Seat.objects.get(place="b").computer == "random"
    assert 'name="action"' not in browsers["b"].get(address(battle)).content.decode()
    assert seat(browsers["b"], battle, "b", "come_back").status_code == 302
    assert seat(browsers["b"], battle, "b", "come_back").status_code == 422


def test_a_seat_is_left_and_given_to_another(battle: Battle, browsers: dict[str, Client]) -> None:
    assert seat(browsers["a"], battle, "b", "leave").status_code == 403
    assert seat(browsers["b"], battle, "b", "leave").status_code == 302
    assert viewer(browsers["b"], battle) == "public"
    path = invited(browsers["a"], battle)
    assert browsers["member"].post(path).url == address(battle)
    assert viewer(browsers["member"], battle) == "b"


def test_what_is_no_seat_or_no_deed_is_not_there(battle: Battle, browsers: dict[str, Client]) -> None:
    for place, what in (("c", "invite"), ("umpire", "leave"), ("b", "burn"), ("x" * 300, "invite")):
        assert seat(browsers["a"], battle, place, what).status_code == 404
    assert post(browsers["a"], battle, "forget").status_code in (200, 302)


def test_links_stand_on_the_page_of_those_only_who_may_give_them(waiting: Battle, browsers: dict[str, Client]) -> None:
    path = invited(browsers["a"], waiting)
    for who in ("member", "nobody", "b"):
        for page in ("", "/seats", "/share"):
            assert path not in browsers[who].get(address(waiting, page)).content.decode()
