"""The battle that a newcomer gets with one click: deployed, with their side, its length and its result in words."""

from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.test import Client

from battles.engine import registry
from battles.models import Battle
from battles.services.access import access_of
from battles.services.play.game_controls import resign
from tests.battles.pages.browser_steps import browser_of
from tests.battles.pages.texts import made

pytestmark = pytest.mark.django_db


def start(browser: Client) -> tuple[str, Battle]:
    """The address and row of the battle behind the first button."""
    address = browser.post("/battles/quick").url
    return address, Battle.objects.get()


def test_the_first_battle_is_deployed_and_says_side_and_length(alice: Any) -> None:
    browser = browser_of(alice)
    address, battle = start(browser)
    page = browser.get(address).content.decode()
    assert battle.title == "Quatre Bras, deployed"
    assert "Turn 1 of 12" in page
    assert "You are <strong>the French left wing</strong> (blue, from the south)." in page
    assert battle.turn == 1


@pytest.mark.rule("MN-RULING-184", "who starts with one click is not asked about retreats in every step")
def test_a_battle_of_one_click_skips_optional_decisions_and_says_so(alice: Any) -> None:
    browser = browser_of(alice)
    address = browser.post("/battles/quick", {"from": "scenario:mini_nap:quatre_bras_deployed"}).url
    battle = Battle.objects.get()
    assert {seat.place: seat.orders for seat in battle.seats.all()} == {"a": {"retreats": "skip"}, "b": {}}
    page = browser.get(address).content.decode()
    assert f'Standing order: “Do not ask me about retreats”. <a href="{address}/orders/a">Change it</a>' in page
    battle.seats.update(orders={})
    assert "Standing order: " not in browser.get(address).content.decode()


def test_the_first_question_names_the_commanders_that_the_board_shows(alice: Any) -> None:
    """Whom to move is asked before what the dice of the start were; against a computer no draw is offered."""
    browser = browser_of(alice)
    page = browser.get(browser.post("/battles/quick", {"from": "scenario:mini_nap:quatre_bras_deployed"}).url)
    words = page.content.decode()
    for choice in ("Move 1st Brigade (Husson)", "Move Division artillery (5th Infantry Division)", "(Bachelu) as one"):
        assert choice in words
    assert 'class="rolled"' not in words
    latest = page.context["look"].latest
    assert latest.startswith("The scenario gives the French left wing the first initiative")
    assert "Resign or pause" in words
    assert "Offer a draw" not in words


def test_the_first_click_is_a_move_and_the_page_says_why(alice: Any) -> None:
    browser = browser_of(alice)
    address, battle = start(browser)
    page = browser.get(address).content.decode()
    assert "choose a unit, then a hex." in page
    assert "The French left wing moves first in turn 1" in page
    view = browser.get(f"/api/v1/battles/{battle.slug}").json()
    assert view["special_rules"] == [
        "The French left wing moves first in turn 1 (EN-RULING-119).",
        "Arriving in turn 4: Guiton's Cuirassiers (French left wing), Charleroi road, 1114, 1014 or 1214 "
        "(EN-RULING-120).",
        "Arriving in turn 6: Maitland's Guards (Anglo-allied army), Nivelles road, 0104, 0103 or 0105 (EN-RULING-120).",
    ]


def test_in_mini_nap_one_click_gives_a_brigade_the_initiative_and_leads_to_its_moves(alice: Any) -> None:
    """MN-SEQ-02, MN-SEQ-03: the command step is skipped with the choice, and both are undone together."""
    browser = browser_of(alice)
    battle = made(browser, "scenario:mini_nap:gemioncourt", seat_a="me", seat_b="me")
    address = f"/b/{battle.slug}"
    page = browser.get(address)
    side = page.context["look"].acts_as
    choices = page.context["panel"].listed
    assert all(choice.shortcut.words.startswith("Move ") for choice in choices)
    choice = choices[1]
    sent = {"onward": choice.text, "side": side, "expect": page.context["look"].n, "token": uuid4()}
    for _ in range(2):  # a form that is sent twice plays once
        assert browser.post(f"{address}/act", sent).status_code == 302
    now = browser.get(address).context["look"]
    assert [stage.name for stage in now.stages if stage.when == "now"] == ["Manoeuvre"]
    assert now.n == page.context["look"].n + 2
    browser.post(f"{address}/undo", {"side": side, "expect": now.n, "token": uuid4()})
    assert [stage.name for stage in browser.get(address).context["look"].stages if stage.when == "now"] == ["Brigade"]


def test_in_a_list_of_actions_a_chosen_group_follows_its_unit(alice: Any) -> None:
    """An action that is chosen in the list leads to the order of the whole group, as a place on the board does."""
    browser = browser_of(alice)
    address = browser.post("/battles/quick", {"from": "scenario:mini_nap:quatre_bras_deployed"}).url
    page = browser.get(address)
    first = page.context["panel"].listed[0]
    browser.post(f"{address}/act", {"onward": first.text, "expect": page.context["look"].n, "token": uuid4()})
    panel = browser.get(address).context["panel"]
    query = {"unit": panel.movable[0], "with": "line"}
    advance = next(way for way in browser.get(address, query).context["panel"].spots if way.words == "Advance")
    page = browser.get(f"{address}?{advance.query}")
    assert "will move like" in page.content.decode()
    (lead, *_) = page.context["panel"].shown
    order = browser.get(address, query | {"lead": lead.choice.text})
    assert quote(lead.choice.text, safe="/") in page.content.decode()
    assert len(order.context["together"].order.moves) > 1
    assert "the others move as it does" in order.content.decode()
    block = page.context["panel"].block
    far = browser.get(address, query | {"at": f"at {block.at[0]} {block.at[1] - 300}"})
    assert "of movement, enough for" in far.context["panel"].short, "why a move ends short of the place is said"
    assert "of movement, enough for" in far.content.decode()
    near = browser.get(address, query | {"at": f"at {block.at[0]} {block.at[1] - 30}"})
    assert not near.context["panel"].short


def test_a_battery_that_fires_lists_targets_and_a_unit_of_another_brigade_says_why_it_waits(alice: Any) -> None:
    browser = browser_of(alice)
    address = browser.post("/battles/quick", {"from": "scenario:mini_nap:quatre_bras_deployed"}).url
    page = browser.get(address)
    guns = next(choice for choice in page.context["panel"].listed if "artillery" in choice.words)
    browser.post(f"{address}/act", {"onward": guns.text, "expect": page.context["look"].n, "token": uuid4()})
    page = browser.get(address)
    assert "Those that do not redeploy fire next, if they have a target" in page.content.decode()
    (stay,) = page.context["panel"].docked
    browser.post(f"{address}/act", {"action": stay.text, "expect": page.context["look"].n, "token": uuid4()})
    battery = browser.get(address).context["panel"].movable[0]
    battery_page = browser.get(address, {"unit": battery})
    assert battery_page.context["panel"].is_aimed
    ways = battery_page.context["panel"].spots
    assert [way.seldom for way in ways] == sorted(way.seldom for way in ways)
    assert "Tap a marked target on the board" in battery_page.content.decode()
    waiting = browser.get(address, {"unit": "unit 0"})
    assert waiting.context["panel"].idle.startswith("I/2e Léger does not belong to the chosen Brigade")
    assert waiting.context["panel"].idle.partition(" (")[0] in waiting.content.decode()


def test_the_end_offers_the_next_larger_battle(alice: Any) -> None:
    browser = browser_of(alice)
    address = browser.post("/battles/quick", {"from": "scenario:easy_napoleonics:gemioncourt"}).url
    resign(access_of(Battle.objects.get(), alice), "a", token=uuid4())
    page = browser.get(address).content.decode()
    assert "Next: The bridges of Wavre<" in page
    assert 'value="scenario:easy_napoleonics:wavre"' in page
    Battle.objects.update(visibility="public")
    assert "Next: " not in Client().get(address).content.decode()


def test_the_page_of_a_new_battle_shows_the_start_of_each() -> None:
    page = Client().get("/battles/new").content.decode()
    for part in ("The bridges of Wavre: the armies at the start", "6 against 7 units · 6 turns · about 10 minutes"):
        assert part in page
    cards = [page.index(f"<h3>{title}</h3>") for title in ("Gemioncourt farm", "The bridges of Wavre", "Ligny village")]
    assert cards == sorted(cards)
    assert page.index("Deploy an army yourself") < page.index("<h3>Two armies you choose</h3>")


def test_a_spectator_has_no_side(alice: Any) -> None:
    address, _ = start(browser_of(alice))
    Battle.objects.update(visibility="public")
    page = Client().get(address).content.decode()
    assert "You are" not in page
    assert "The French left wing (blue, from the south) against the Anglo-allied army (red, from the north)." in page


def test_the_end_says_whether_you_won(alice: Any) -> None:
    browser = browser_of(alice)
    address, battle = start(browser)
    resign(access_of(battle, alice), "a", token=uuid4())
    assert "You lost." in browser.get(address).content.decode()
    Battle.objects.update(visibility="public")
    spectator = Client().get(address).content.decode()
    assert "You lost" not in spectator
    assert "You won" not in spectator


@pytest.mark.parametrize("key", registry.playable())
def test_the_first_battle_of_every_system_is_shipped_and_deployed(alice: Any, key: str) -> None:
    scenario = registry.meta(key).first_scenario
    assert scenario in registry.load(key).scenarios.shipped()
    browser = browser_of(alice)
    page = browser.get(browser.post("/battles/quick", {"from": f"scenario:{key}:{scenario}"}).url).content.decode()
    assert Battle.objects.get().turn == 1
    assert "Turn 1 of " in page


@pytest.mark.parametrize("scenario", ["quatre_bras", "quatre_bras_deployed"])
def test_a_battle_lasts_as_long_as_its_scenario_says(scenario: str) -> None:
    system = registry.load("easy_napoleonics")
    assert system.ui.length(system.start(system.scenarios.load(scenario))) == 12


def test_the_home_page_has_one_button_for_each_system() -> None:
    page = Client().get("/").content.decode()
    first, *others = registry.playable()
    assert page.count("Play against the computer<") == 1
    for key in others:
        assert f"Play under {registry.meta(key).title}<" in page
    assert f"Play under {registry.meta(first).title}<" not in page
