"""A battle between two players on its pages: what each chose, and a result that is entered, read and disputed."""

import re
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, CampaignEngagement, CampaignSeat
from campaign.models.war import UMPIRE
from campaign.war.services import turns
from campaign.war.services.access import operator_access
from tests.war.stored.campaigns import fresh, meeting

pytestmark = pytest.mark.django_db

VALUES = re.compile(r'name="([^"]+)" value="([^"]*)"')
ENTERED = {
    "winner": "red",
    "state": "routed",
    "minutes": "90",
    "men_red1/brigade 1": "300",
    "fled_red1/brigade 1": "on",
    "men_enemy": "800",
    "guns_enemy": "3",
    "leader_red:1": "hurt",
    "enter": "1",
}


class Table:
    """Two players whose forces have met, and an umpire."""

    def __init__(self, *users: Any) -> None:
        self.campaign: Campaign = meeting(users[2], *users[:2], system="easy_napoleonics")
        CampaignSeat.objects.create(campaign=self.campaign, side=UMPIRE, user=users[2], name="charlie")
        turns.resolve(operator_access(fresh(self.campaign)), 1)
        self.clients = [Client() for _ in users]
        for client, user in zip(self.clients, users, strict=True):
            client.force_login(user)
        self.map = f"/campaigns/{self.campaign.slug}"
        self.battle = f"{self.map}/battle/1"

    def read(self, who: int, address: str = "") -> str:
        return self.clients[who].get(address or self.battle).content.decode()

    def post(self, who: int, what: str, **values: str) -> None:
        assert self.clients[who].post(f"{self.battle}/{what}", values).status_code == 302

    def form(self, who: int) -> dict[str, str]:
        """The numbers with which a player's form of the result begins."""
        return dict(VALUES.findall(self.read(who, f"{self.battle}/result")))


def fled(table: Table, who: int) -> bool:
    """True if the form of a player says that the enemy fled."""
    page = table.read(who, f"{table.battle}/result")
    return re.search(r'name="fled_enemy"[^>]*checked', page) is not None


@pytest.fixture
def table(alice: Any, bob: Any, charlie: Any) -> Table:
    return Table(alice, bob, charlie)


@pytest.mark.rule("CM-ENG-04", "map and battle say what you have chosen, and whom the battle waits for")
def test_pages_say_what_was_chosen_and_who_must_choose(table: Table) -> None:
    alone = "Both sides must choose the same way, or the umpire decides."
    assert all(alone in table.read(who, address) for who in (0, 1) for address in (table.map, table.battle))
    table.post(0, "choose", way="quick", system="easy_napoleonics")
    mine = "You have chosen to settle it quickly. Blue must choose the same, or the umpire decides."
    assert mine in table.read(0, table.map)
    assert "Open the battle at" in table.read(0, table.map)
    assert "Your choice" in table.read(0)
    assert "Red has chosen to settle it quickly. Choose the same if you agree." in table.read(1, table.map)
    assert "Settle the battle at" in table.read(1, table.map)
    assert "Blue must choose the same, or you decide." in table.read(2, f"{table.map}/desk")
    table.post(1, "choose", way="board", system="easy_napoleonics")
    differ = f"You have chosen to settle it quickly. Blue has chosen to fight it on the board. {alone}"
    assert differ in table.read(0)
    assert all("Settle the battle at" in table.read(who, table.map) for who in (0, 1))
    assert fresh(table.campaign).status == "engagements"


@pytest.mark.rule("CM-ENG-07", "who confirms a result reads what it costs; who corrects it begins with its numbers")
def test_a_result_is_read_disputed_and_corrected(table: Table) -> None:
    table.post(0, "result", **ENTERED)
    read = table.read(1)
    assert "A result is entered; you must confirm it." in read
    assert "Blue is routed and goes back 18 km." in read
    assert "blue1/brigade 1</th>" in read
    assert "If it is settled quickly" not in read
    assert "A result is entered; Blue must confirm it." in table.read(0, table.map)
    table.post(1, "dispute", why="My guns were saved.")
    sentences = ("The umpire decides, or one of you enters another result.", "You decide: confirm it")
    assert sentences[0] in table.read(0)
    assert sentences[1] in table.read(2)
    assert "Disputed by bob: My guns were saved." in table.read(2, f"{table.map}/desk")
    own = table.form(0)
    assert (own["men_red1/brigade 1"], own["men_enemy"], own["guns_enemy"]) == ("300", "800", "3")
    umpire = table.form(2)
    assert [umpire.get(f"men_blue1/brigade {number}") for number in (1, 2)] == ["400", "400"]
    assert umpire["minutes"] == "90"


@pytest.mark.rule(
    "CM-ENG-07", "what a result says of single enemy formations, guns and commanders stays with its writer"
)
def test_a_result_tells_the_enemy_only_its_sums(table: Table) -> None:
    table.post(0, "result", **ENTERED)
    other = table.form(1)
    assert (other["men_enemy"], other.get("guns_enemy", "")) == ("300", "")
    assert other["men_blue1/brigade 1"] == "400"
    pages = table.read(1) + table.read(1, f"{table.battle}/result")
    assert "General red.1" not in pages
    assert not fled(table, 1)
    assert "General red.1 is hurt for the campaign." in table.read(0)
    saved = {"men_blue1/brigade 1": "10", "guns_blue1/brigade 1": "2", "fled_blue1/brigade 1": "on"}
    table.post(1, "result", **(other | saved | {"winner": "red", "enter": "1"}))
    own = table.form(0)
    assert (own["men_red1/brigade 1"], own["men_enemy"]) == ("300", "410")
    assert "General red.1 is hurt for the campaign." in table.read(0)
    assert "hurt for the campaign</option>" in table.read(0, f"{table.battle}/result")
    table.post(0, "result", **(own | {"winner": "red", "enter": "1"}))
    assert (table.form(0).get("guns_enemy", ""), fled(table, 0)) == ("", False)
    assert (table.form(1)["guns_blue1/brigade 1"], table.form(1)["men_blue1/brigade 1"]) == ("2", "10")


@pytest.mark.rule("CM-TIME-05", "a battle whose result is confirmed waits for those that began before it")
def test_a_confirmed_result_says_what_it_waits_for(table: Table) -> None:
    table.post(0, "result", **ENTERED)
    CampaignEngagement.objects.update(confirmed=["red", "blue"])
    assert "Its result is confirmed. It counts when the earlier battles are settled." in table.read(0, table.map)
    assert "Open the battle at" in table.read(0, table.map)


@pytest.mark.rule("CM-ENG-07", "a player corrects that the enemy fled, with the same losses")
def test_a_player_corrects_who_fled(table: Table) -> None:
    table.post(0, "result", **ENTERED)
    table.post(0, "result", **(ENTERED | {"fled_enemy": "on"}))
    assert fled(table, 0)


@pytest.mark.rule("CM-AFTER-04", "a player reads by its name which force of theirs surrenders")
def test_a_player_reads_which_force_is_lost(table: Table) -> None:
    table.post(2, "result", **ENTERED, **{"men_blue1/brigade 1": "2000", "men_blue1/brigade 2": "2000"})
    page = table.read(1, table.map)
    assert "blue 1 retreats and surrenders." in page
    assert "is no more" not in page


@pytest.mark.rule("CM-ENG-07", "an organiser who plays no side takes the umpire's seat to settle a dispute")
def test_an_organiser_becomes_the_umpire_of_a_dispute(table: Table) -> None:
    CampaignSeat.objects.filter(campaign=table.campaign, side=UMPIRE).delete()
    table.post(0, "result", **ENTERED)
    table.post(1, "dispute", why="My guns were saved.")
    assert "A result is disputed. Seat an umpire to settle it." in table.read(2, f"{table.map}/desk")
    assert "Be the umpire yourself" in table.read(2, f"{table.map}/people")
    table.clients[2].post(f"{table.map}/people/give", {"side": UMPIRE, "who": "@charlie"})
    assert "You decide: confirm it, or enter another one." in table.read(2)
