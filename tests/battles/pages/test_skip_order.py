"""The order to go on without being asked about retreats, at hand in the panel of the one who is asked."""

from typing import Any

import pytest

from battles.models import Battle, Seat
from battles.rules.mini_nap import actions as act
from battles.services.create.battle_start import Sitting
from battles.services.create.from_file import import_battle, read_file
from tests.battles.pages.browser_steps import browser_of
from tests.battles.services.retreat_battles import FILE, asked
from tests.battles.services.steps import act as submit

pytestmark = pytest.mark.django_db
BUTTON = 'name="order" value="retreats"'


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    sittings = [Sitting(place="a", user=alice), Sitting(place="b", user=bob)]
    battle = import_battle(read_file(FILE.read_bytes()), alice, sittings)
    submit(battle, "b", act.Done())
    return battle


def test_it_is_shown_to_the_one_who_is_asked_alone(battle: Battle, alice: Any, bob: Any, charlie: Any) -> None:
    page = browser_of(bob).get(f"/b/{battle.slug}").content.decode()
    assert "Retreat a unit, or go on" in page
    assert BUTTON in page
    assert "End the initiative" in page
    for user in (alice, charlie):
        page = browser_of(user).get(f"/b/{battle.slug}").content.decode()
        assert "Retreat a unit, or go on" not in page
        assert BUTTON not in page


def test_one_click_gives_it_and_the_battle_goes_on(battle: Battle, bob: Any) -> None:
    browser, address = browser_of(bob), f"/b/{battle.slug}"
    answer = browser.post(f"{address}/skip", {"side": "b", "order": "retreats"})
    assert (answer.status_code, answer.url) == (302, address)
    assert asked(battle) != "end"
    assert Seat.objects.get(battle=battle, place="b").orders == {"retreats": "skip"}
    page = browser.get(address).content.decode()
    assert "From now on you are not asked about this" in page
    assert BUTTON not in page
    orders = browser.get(f"{address}/orders/b").content.decode()
    assert '<option value="skip" selected>Do not ask me about retreats</option>' in orders


def test_a_script_gets_the_parts_of_the_page(battle: Battle, bob: Any) -> None:
    answer = browser_of(bob).post(
        f"/b/{battle.slug}/skip", {"side": "b", "order": "retreats"}, headers={"accept": "application/json"}
    )
    assert answer.status_code == 200
    assert answer.json()["said"].startswith("From now on you are not asked about this")
    assert BUTTON not in answer.json()["parts"]["panel"]


@pytest.mark.parametrize(
    ("who", "sent", "status"),
    [
        ("alice", {"side": "b", "order": "retreats"}, 403),
        ("bob", {"side": "b", "order": "flight"}, 422),
        ("bob", {"side": "b"}, 422),
    ],
)
def test_what_is_no_order_of_his_is_refused(
    battle: Battle, who: str, sent: dict[str, str], status: int, request: pytest.FixtureRequest
) -> None:
    answer = browser_of(request.getfixturevalue(who)).post(f"/b/{battle.slug}/skip", sent)
    assert answer.status_code == status
    assert Seat.objects.get(battle=battle, place="b").orders == {}
