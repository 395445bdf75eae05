"""Campaigns in a browser: alone on a phone without an account; with friends on two devices and without reloading."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Campaign, CampaignSeat
from campaign.war.services import engagements, turns
from campaign.war.services.access import operator_access
from campaign.war.services.creation import NewCampaign, create, template_files
from campaign.war.services.ledger import verify
from campaign.war.services.orders import OrderSheet, give
from tests.browser.visitors import STILL_PHONE, sign_in
from tests.war.stored.campaigns import SECRET, at, fresh, meeting

pytestmark = pytest.mark.browser


def test_a_stranger_plays_the_first_turn_of_the_evening_on_a_phone(
    page: Any, live: str, axe: Any, complaints: Any
) -> None:
    phone = page
    phone.set_viewport_size(STILL_PHONE["viewport"])
    phone.goto("/")
    phone.get_by_role("link", name="Play a campaign").click()
    assert axe() == []
    phone.get_by_role("button", name="Command the Left wing").click()
    phone.locator("#forces").get_by_role("link", name="II Corps").click()
    desk = phone.locator("[data-part=desk]:not([aria-busy])")
    desk.get_by_role("heading", name="Order to II Corps").wait_for()
    phone.locator("a.war-town[aria-label='March to Quatre Bras']").focus()
    phone.keyboard.press("Enter")
    desk.get_by_text("34 km by").wait_for()
    assert phone.evaluate("document.activeElement.id") == "to-quatre-bras"
    assert axe() == []
    desk.get_by_role("button", name="Give this order").focus()
    phone.keyboard.press("Enter")
    phone.locator(".badge.ok", has_text="ordered").wait_for()
    assert phone.evaluate("document.activeElement.id") == "order"
    phone.get_by_role("button", name="End the turn").click()
    phone.get_by_role("heading", name="What happened").wait_for()
    assert complaints.heard == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe() == []


def test_a_second_device_follows_and_a_resolved_turn_appears(live: str, enter: Any, alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    CampaignSeat.objects.filter(campaign=campaign).update(anyone=False)
    address = f"{live}/campaigns/{campaign.slug}"
    desk, phone = enter(alice), enter(alice)
    phone.goto(address)
    desk.goto(f"{address}?force=red.1&order=rest#order")
    desk.get_by_role("button", name="Give this order").click()
    phone.locator(".badge.ok", has_text="ordered").wait_for()
    give(at(campaign, bob), OrderSheet(), turn=1, ready=True)
    phone.locator(".war-waiting .badge.ok", has_text="bob: sent").wait_for()
    desk.goto(address)
    desk.get_by_role("button", name="Send all orders").click()
    phone.get_by_role("heading", name="What happened").wait_for()


def test_a_late_answer_to_a_tap_changes_nothing_after_an_order(live: str, enter: Any, alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    page = enter(alice)
    page.goto(f"{live}/campaigns/{campaign.slug}?force=red.1&order=hold")
    late: list[Any] = []
    page.route(lambda address: "order=rest" in address, lambda route: late.append(route))
    with page.expect_request(lambda request: "order=rest" in request.url):
        page.locator("[data-war-form] select[name=order]").select_option("rest")
    page.get_by_role("button", name="Give this order").click()
    page.locator(".badge.ok", has_text="ordered").wait_for()
    with page.expect_response(lambda answer: "order=rest" in answer.url):
        late[0].continue_()
    page.wait_for_load_state("networkidle")
    assert "order=rest" not in page.url
    assert page.locator("[aria-busy]").count() == 0


def test_every_page_of_a_campaign_is_sound(
    faults: Any, page: Any, live: str, client: Any, alice: Any, bob: Any
) -> None:
    campaign = meeting(alice, alice, system="easy_napoleonics")
    sign_in(page.context, live, client, alice)
    here = f"/campaigns/{campaign.slug}"
    tabs = ("staff", "forces", "diary", "ledger", "film", "gazette", "dispatches", "people", "desk")
    wrong = [*faults(f"{here}?force=red.1"), *faults("/campaigns/new")]
    turns.resolve(operator_access(fresh(campaign)), 1)
    addresses = (here, f"{here}/battle/1", f"{here}/battle/1/result", *(f"{here}/{tab}" for tab in tabs))
    assert wrong + [fault for address in addresses for fault in faults(address)] == []


BATTLES = b"a campaign that comes to a fight"
"""With this secret the French meet the enemy when they attack at once."""
MOST_CLICKS = 10
"""In a turn, with the orders to all forces; the battle has its own."""
GOALS = {1: "Quatre Bras", 2: "Quatre Bras", 3: "Genappe", 4: "Genappe"}
READY = "[data-part=desk]:not([aria-busy])"


class Thumb:
    """Taps what a stranger sees, and counts the taps of each turn."""

    def __init__(self, page: Any) -> None:
        self.page, self.turn = page, 0
        self.taps = Counter[int]()

    def tap(self, what: Any) -> None:
        self.taps[self.turn] += 1
        what.click()

    def button(self, name: str) -> None:
        """Taps a button that leads to a page."""
        with self.page.expect_navigation():
            self.tap(self.page.get_by_role("button", name=name))


def attack(thumb: Thumb, goal: str) -> None:
    """Orders the first force in the list, and all others with it, to attack."""
    phone = thumb.page
    desk = phone.locator(READY)
    thumb.tap(phone.locator("#forces a[data-war]").first)
    desk.get_by_role("heading", name="Order to").wait_for()
    thumb.tap(phone.locator(f"a.war-town[aria-label='March to {goal}']"))
    desk.get_by_label("March to", exact=True).locator("option:checked", has_text=goal).wait_for(state="attached")
    thumb.taps[thumb.turn] += 1
    desk.get_by_label("On meeting the enemy").select_option("attack")
    desk.locator(".war-told", has_text="attack").wait_for()
    thumb.tap(desk.get_by_text("Order several forces"))
    everybody = desk.get_by_label("All of them")
    if everybody.count():
        thumb.tap(everybody)
        desk.locator("input[type=hidden][name=also]").wait_for(state="attached")
    assert desk.get_by_role("button", name="Give this order").bounding_box()["y"] < 844
    page = phone.evaluate("performance.timeOrigin")
    thumb.tap(desk.get_by_role("button", name="Give this order"))
    desk.locator(".badge.ok", has_text="ordered").first.wait_for()
    assert phone.evaluate("performance.timeOrigin") == page, "The page is not loaded anew."


def fight(thumb: Thumb) -> None:
    """Decides some steps on the board, then stops the battle, whose result goes back to the campaign."""
    phone = thumb.page
    back = phone.url
    with phone.expect_navigation():
        phone.get_by_role("button", name="Fight it on the board").click()
    phone.get_by_text("Live", exact=True).wait_for()
    phone.locator("form[action$='/leave'] button:visible").first.click()
    for _ in range(2):
        step = phone.locator("#play").get_attribute("data-n")
        phone.locator(".actdock button[name=action]:visible").first.click()
        phone.locator(f"#play[data-n='{step}']").wait_for(state="detached")
    phone.goto(back)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Stop the battle: undecided").click()


@pytest.mark.long
def test_a_stranger_plays_the_evening_to_its_end_and_one_battle_on_the_board(
    page: Any, live: str, worker: None, complaints: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaign.war.services.creation.new_secret", lambda: BATTLES)
    page.set_viewport_size(STILL_PHONE["viewport"])
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.goto("/")
    with page.expect_navigation():
        page.get_by_role("link", name="Play a campaign").click()
    thumb = Thumb(page)
    thumb.button("Command the Left wing")
    battles = 0
    while (campaign := Campaign.objects.latest("id")).status != "over":
        thumb.turn = campaign.turn
        if campaign.status == "engagements":
            with page.expect_navigation():
                page.get_by_role("link", name="Settle the battle").first.click()
            if battles:
                thumb.button("Settle it quickly")
            else:
                fight(thumb)
            battles += 1
            continue
        attack(thumb, GOALS[campaign.turn])
        thumb.button("End the turn")
        page.get_by_role("heading", name="What happened").wait_for()
        lines = page.locator("#news li").all_text_contents()
        assert len(lines) == len(set(lines)), "No sentence is read twice."
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert battles
    assert max(thumb.taps.values()) < MOST_CLICKS, thumb.taps
    assert page.locator("#end-h").inner_text().startswith(("You won", "You lost", "Nobody won"))
    assert complaints.heard == []


WORDS = {"board": "Fight it on the board", "table": "Fight it at the table", "quick": "Settle it quickly"}
PLAN = ("board mini_nap", "board easy_napoleonics", "table", "written", "disputed", "quick")
"""How the battles of Belgium are settled, in their order; the umpire settles all that follow quickly."""


class Friends:
    """Three browsers: the French, the allies, and the umpire, who owns the campaign."""

    def __init__(self, campaign: Campaign, enter: Any, live: str, users: Any) -> None:
        self.campaign, self.users = campaign, users
        self.french, self.allies, self.umpire = (enter(user) for user in users)
        self.address = f"{live}/campaigns/{campaign.slug}"

    @property
    def fight(self) -> engagements.Fight:
        """The open battle that is settled next."""
        return next(fight for fight in engagements.fights(fresh(self.campaign)) if fight.engagement.status == "open")

    def open_battle(self, page: Any) -> Any:
        page.goto(f"{self.address}/battle/{self.fight.engagement.id}")
        return page

    def choose(self, way: str, system: str = "") -> None:
        """Both players choose the same way on their pages."""
        for page in (self.french, self.allies):
            self.open_battle(page)
            if system:
                page.get_by_label("Rules of the battle").select_option(system)
            page.get_by_role("button", name=WORDS[way]).click()
            page.wait_for_load_state()

    def write(self, page: Any, minutes: int) -> None:
        """Writes a result in, checks it, and enters it."""
        self.open_battle(page)
        page.goto(f"{page.url}/result")
        page.get_by_label("Minutes that it lasted").fill(str(minutes))
        page.get_by_role("button", name="Check the result").click()
        page.get_by_role("heading", name="What it means").wait_for()
        page.get_by_role("button", name="Enter this result").click()
        page.wait_for_load_state()

    def confirm(self, *pages: Any) -> None:
        for page in pages:
            self.open_battle(page).get_by_role("button", name="Confirm the result").click()
            page.wait_for_load_state()


def decide(page: Any, battle: str) -> None:
    """The first decision of a battle on the board, if it is this player's turn."""
    page.goto(battle)
    page.get_by_text("Live", exact=True).wait_for()
    button = page.locator("form[action$='/leave'] button:visible").first
    if button.is_visible():
        step = page.locator("#play").get_attribute("data-n")
        button.click()
        page.locator(f"#play[data-n='{step}']").wait_for(state="detached")


def settle_as(friends: Friends, how: str) -> None:
    """Settles the open battle in one of the ways that friends have."""
    way, _, system = how.partition(" ")
    number = friends.fight.engagement.id
    if way == "board":
        friends.choose("board", system)
        battle = friends.fight.row.battle
        assert battle.system == system
        for page in (friends.french, friends.allies):
            decide(page, battle.get_absolute_url())
        friends.open_battle(friends.french).get_by_role("button", name="Stop the battle: undecided").click()
        friends.french.wait_for_load_state()
        friends.confirm(friends.allies)
    elif way == "table":
        friends.choose("table")
        friends.open_battle(friends.french).get_by_role("button", name="Take its result").click()
        friends.french.wait_for_load_state()
        friends.confirm(friends.allies)
    elif way == "quick":
        friends.choose("quick")
    else:
        friends.write(friends.french, 60)
        if way == "disputed":
            page = friends.open_battle(friends.allies)
            page.get_by_text("Dispute the result").first.click()
            page.get_by_label("What is not right").fill("The ridge was ours.")
            page.get_by_role("button", name="Dispute the result").click()
            page.get_by_text("Disputed by bob: The ridge was ours.").wait_for()
            friends.umpire.goto(f"{friends.address}/desk")
            friends.umpire.get_by_role("link", name="Settle the dispute").click()
            friends.write(friends.umpire, 90)
        else:
            friends.confirm(friends.allies)
    settled = next(row for row in engagements.fights(fresh(friends.campaign)) if row.engagement.id == number)
    assert settled.engagement.status == "settled", how


def first_turn(friends: Friends) -> None:
    """Orders are sealed, the desk says who has sent, and the umpire resolves the turn."""
    french, allies, umpire = friends.french, friends.allies, friends.umpire
    allies.goto(friends.address)
    assert "Orders are due" in allies.locator("main").inner_text()
    french.goto(friends.address)
    french.locator("#forces a[data-war]").first.click()
    french.locator(READY).get_by_role("heading", name="Order to").wait_for()
    french.get_by_label("Order", exact=True).select_option("rest")
    french.locator(".war-told", has_text="Rest").wait_for(state="attached")
    french.locator(READY).get_by_role("button", name="Give this order").click()
    french.get_by_role("button", name="Send all orders").click()
    french.get_by_text("Your orders are sent.").first.wait_for()
    allies.locator(".war-waiting .badge.ok", has_text="alice: sent").wait_for()
    assert "Rest" not in allies.locator("#forces").inner_text()
    umpire.goto(f"{friends.address}/desk")
    umpire.locator(".badge.ok", has_text="alice: sent").wait_for()
    umpire.get_by_role("button", name="Resolve turn 1").click()
    allies.get_by_role("heading", name="What happened").wait_for()


@pytest.mark.long
def test_two_players_and_an_umpire_play_belgium_to_its_end_with_a_battle_of_each_kind(
    live: str, enter: Any, alice: Any, bob: Any, charlie: Any
) -> None:
    new = NewCampaign(
        files=template_files("belgium-1815"),
        template="belgium-1815",
        owner=charlie,
        secret=SECRET,
        system="easy_napoleonics",
        settings={"absent": "computer", "run_on": False},
    )
    campaign = create(new)
    for side, user in (("french", alice), ("anglo-allied", bob), ("prussian", bob)):
        CampaignSeat.objects.filter(campaign=campaign, side=side).update(user=user, name=user.username, anyone=False)
    CampaignSeat.objects.update_or_create(
        campaign=campaign, side="umpire", defaults={"user": charlie, "name": "charlie", "anyone": False}
    )
    Campaign.objects.update(interval=24, deadline=timezone.now() + timedelta(hours=24))
    friends = Friends(campaign, enter, live, (alice, bob, charlie))
    first_turn(friends)
    left = list(PLAN)
    while not (now := fresh(campaign)).is_over:
        if now.status == "orders":
            turns.resolve(at(campaign, charlie), now.turn)
        elif left:
            settle_as(friends, left.pop(0))
        else:
            engagements.choose(at(campaign, charlie), friends.fight.engagement.id, "quick")
    assert left == []
    for page in (friends.french, friends.allies):
        page.goto(friends.address)
        assert page.locator("#end-h").inner_text().startswith(("You won", "You lost", "Nobody won"))
    assert verify(fresh(campaign)) == []
