"""The end of a battle in words, and the same battle played again."""

from typing import Any
from uuid import uuid4

import pytest

from battles.engine import registry
from battles.models import Battle, Seat
from battles.services.access import access_of
from battles.services.play.game_controls import resign
from tests.battles.pages.browser_steps import browser_of

pytestmark = pytest.mark.django_db

SYSTEMS = [each for each in registry.playable() if registry.load(each).scenarios.shipped()]


def finished(user: Any, system: str) -> tuple[Any, Battle]:
    browser = browser_of(user)
    scenario = next(iter(registry.load(system).scenarios.shipped()))
    browser.post("/battles/quick", {"from": f"scenario:{system}:{scenario}"})
    battle = Battle.objects.get()
    resign(access_of(battle, user), "a", token=uuid4())
    battle.refresh_from_db()
    return browser, battle


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_end_gives_the_score_of_the_system(alice: Any, system: str) -> None:
    browser, battle = finished(alice, system)
    page = browser.get(f"/b/{battle.slug}").content.decode()
    assert "You lost" in page
    assert "Play again" in page
    assert "Watch the battle" in page


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("sides", "mine"), [("same", "a"), ("swapped", "b")])
def test_the_same_battle_is_played_again_on_the_same_or_swapped_sides(
    alice: Any, system: str, sides: str, mine: str
) -> None:
    browser, battle = finished(alice, system)
    form = {"sides": sides, "token": str(uuid4())}
    reply = browser.post(f"/b/{battle.slug}/rematch", form)
    again = Battle.objects.exclude(pk=battle.pk).get()
    assert reply.url == f"/b/{again.slug}"
    assert bytes(again.setup) == bytes(battle.setup)
    assert again.status == "playing"
    own = Seat.objects.get(battle=again, user=alice)
    assert (own.place, own.orders) == (mine, Seat.objects.get(battle=battle, user=alice).orders)
    assert Seat.objects.exclude(computer="").get(battle=again).place != mine
    browser.post(f"/b/{battle.slug}/rematch", form)
    assert Battle.objects.count() == 2, "the same form makes one battle"


def test_a_battle_that_goes_on_cannot_be_played_again(alice: Any) -> None:
    browser = browser_of(alice)
    browser.post("/battles/quick")
    reply = browser.post(f"/b/{Battle.objects.get().slug}/rematch", {"sides": "same"})
    assert "This battle is not over." in reply.content.decode()
    assert Battle.objects.count() == 1


def test_another_person_is_invited_to_their_seat(alice: Any, bob: Any) -> None:
    browser, battle = finished(alice, SYSTEMS[0])
    battle.seats.exclude(computer="").update(computer="", user=bob)
    reply = browser.post(f"/b/{battle.slug}/rematch", {"sides": "same"})
    again = Battle.objects.exclude(pk=battle.pk).get()
    assert reply.url == f"/b/{again.slug}/seats"
    assert again.status == "gathering"
    assert again.seats.get(place="b").invitations.count() == 1


def test_the_log_says_what_the_computer_decided_for_a_player(alice: Any) -> None:
    browser = browser_of(alice)
    address = browser.post("/battles/quick").url
    browser.post(f"{address}/leave", {"token": str(uuid4())})
    assert "the computer for alice" in browser.get(address).content.decode()
