"""A form that is sent twice makes one battle, however it is sent; another form makes another."""

import re
import threading
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from battles.models import Battle, Seat
from battles.services.access import access_of
from battles.services.create import sources
from battles.services.create.request import BattleRequest, create_battle, usual_places
from battles.services.play.invitations import accept_invitation, invite
from tests.battles.pages.browser_steps import browser_of
from tests.battles.pages.texts import form_of

pytestmark = pytest.mark.django_db
SETUP = "/battles/new/setup"
TOKEN = re.compile(r'name="token" value="([-0-9a-f]{36})" autocomplete="off"')


def filled(browser: Client) -> dict[str, Any]:
    """The set-up form as a browser shows it."""
    source = "sample:easy_napoleonics"
    (token,) = TOKEN.findall(browser.get(SETUP, {"from": source}).content.decode())
    return form_of(browser, source) | {"token": token}


@pytest.mark.parametrize("who", ["member", "guest"])
def test_the_second_post_leads_to_the_battle_that_the_first_made(alice: Any, who: str) -> None:
    browser = browser_of(alice if who == "member" else None)
    form = filled(browser)
    first, second = browser.post(SETUP, form), browser.post(SETUP, form)
    assert (first.status_code, second.status_code, second.url) == (302, 302, first.url)
    assert Battle.objects.count() == 1
    assert browser.post(SETUP, {**form, "title": "Twice"}).url != first.url
    assert browser.post(SETUP, filled(browser)).url != first.url
    assert Battle.objects.count() == 3


def test_a_guest_whose_first_answer_was_lost_plays_from_the_second(db: None) -> None:
    form = filled(Client())
    Client().post(SETUP, form)
    browser = Client()
    page = browser.get(browser.post(SETUP, form).url)
    assert 'name="expect"' in page.content.decode()
    assert Seat.objects.filter(guest=True).count() == 1


def test_a_guest_does_not_get_back_what_he_gave_to_somebody_else(db: None) -> None:
    form = filled(Client())
    maker = Client()
    maker.post(SETUP, form)
    battle = Battle.objects.get()
    seat = Seat.objects.get(battle=battle, place="a")
    given = accept_invitation(invite(access_of(battle, None, [seat.pk]), "a").token, None, name="A friend")
    again = Client()
    assert again.post(SETUP, form).url == f"/b/{battle.slug}"
    assert given.pk not in again.session.get("seats", [])


def test_nobody_comes_by_a_token_to_the_battle_of_another(alice: Any, bob: Any) -> None:
    form = filled(browser_of(alice))
    first = browser_of(alice).post(SETUP, form).url
    for stranger in (browser_of(bob), browser_of(None)):
        assert stranger.post(SETUP, form).url != first
    assert list(Battle.objects.order_by("pk").values_list("owner", flat=True)) == [alice.pk, bob.pk, None]


@pytest.mark.parametrize("page", ["/", "/battles/"])
@pytest.mark.parametrize("who", ["member", "guest"])
def test_every_quick_start_has_a_fresh_token_and_makes_one(alice: Any, page: str, who: str) -> None:
    browser = browser_of(alice if who == "member" else None)
    tokens = [TOKEN.findall(browser.get(page).content.decode())[0] for _ in range(2)]
    assert tokens[0] != tokens[1]
    urls = [browser.post("/battles/quick", {"token": token}).url for token in (tokens[0], tokens[0], tokens[1])]
    assert (urls[0] == urls[1], urls[0] == urls[2], Battle.objects.count()) == (True, False, 2)


@pytest.mark.parametrize("token", ["", "junk", "\x00", "9" * 5000])
def test_a_form_without_a_sound_token_makes_a_battle_each_time(alice: Any, token: str) -> None:
    browser = browser_of(alice)
    assert browser.post("/battles/quick", {"token": token}).url != browser.post("/battles/quick", {"token": token}).url


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_time_one_makes_it(alice: Any) -> None:
    source, token = sources.first_scenarios()[0], uuid4()
    asked = BattleRequest(source=source, user=alice, places=usual_places(source), token=token)
    made, begin = [], threading.Barrier(4)

    def ask() -> None:
        try:
            begin.wait()
            made.append(create_battle(asked)[0].pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), len(set(made)), Battle.objects.count()) == (4, 1, 1)


def test_a_file_brought_twice_with_one_form_makes_one_battle(alice: Any) -> None:
    browser = browser_of(alice)
    path = Path(__file__).parent.parent.parent / "engine" / "data" / "easy_napoleonics.v2.battle"
    tokens = TOKEN.findall(browser.get("/battles/bring").content.decode())
    answers = [
        browser.post("/battles/bring", {"token": tokens[0], "file": SimpleUploadedFile("b.battle", path.read_bytes())})
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0].url == answers[1].url
    assert Battle.objects.count() == 1
