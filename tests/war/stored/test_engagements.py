"""Engagements of stored campaigns: ways to settle, results proposed and confirmed, battles there and back, archive."""

from typing import Any

import pytest
from msgspec import structs

from battles.models import Battle, TableGame
from battles.services.play.lock import NotYours
from campaign.club.services import clubs
from campaign.models import Campaign, CampaignEngagement, CampaignSeat
from campaign.war.rules.battle import quick
from campaign.war.rules.battle.quick import Known
from campaign.war.rules.files.faults import FaultyFile
from campaign.war.rules.state import Result, UnitLoss
from campaign.war.rules.view import view
from campaign.war.services import archive, desk, engagements, ledger, seats, turns
from campaign.war.services.access import Refused, operator_access
from campaign.war.services.ledger import verify
from tests.war.stored.campaigns import at, evening, fresh, meeting, state_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def fight(alice: Any, bob: Any) -> Campaign:
    """Alice's reds have attacked Bob's blues; the engagement is open."""
    campaign = meeting(alice, alice, bob, system="easy_napoleonics")
    turns.resolve(operator_access(fresh(campaign)), 1)
    assert fresh(campaign).status == "engagements"
    return campaign


def written_result(**values: Any) -> Result:
    return structs.replace(Result(1, "red", "red", 120, (UnitLoss("blue1/brigade 1/line_infantry", 300),)), **values)


@pytest.mark.rule("CM-ENG-04", "both sides choose how it is settled; quick settling then gives the result at once")
def test_both_choose_quick_settling(fight: Campaign, alice: Any, bob: Any) -> None:
    engagements.choose(at(fight, alice), 1, "quick")
    assert fresh(fight).status == "engagements"
    engagements.choose(at(fight, bob), 1, "quick")
    assert fresh(fight).turn == 2
    assert state_now(fight).engagements[1].status == "settled"
    assert verify(fresh(fight)) == []


@pytest.mark.rule("CM-ENG-07", "a result may be corrected until both sides confirm it")
def test_a_written_result_is_corrected_and_confirmed(fight: Campaign, alice: Any, bob: Any) -> None:
    engagements.propose(at(fight, alice), 1, written_result())
    engagements.propose(at(fight, bob), 1, written_result(minutes=180))
    row = CampaignEngagement.objects.get()
    assert (row.confirmed, row.settling) == (["blue"], "written")
    engagements.confirm(at(fight, alice), 1)
    state = state_now(fight)
    assert state.turn == 2
    account = state.books["blue1/brigade 1/line_infantry"]
    assert account.present < 2000
    assert account.men == 2000
    assert verify(fresh(fight)) == []
    with pytest.raises(Refused, match="settled already"):
        engagements.confirm(at(fight, alice), 1)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (written_result(losses=(UnitLoss("red1/brigade 1/line_infantry", 9001),)), "it cannot lose 9,001"),
        (written_result(losses=(UnitLoss("blue1/brigade 1/line_infantry", 2001),)), "The enemy had fewer men there"),
        (written_result(losses=(UnitLoss("nobody", 1),)), "nobody was not in this battle"),
        (written_result(winner="green"), "The winner is red, blue or nobody"),
        (written_result(minutes=5_000), "The battle lasts 0 to"),
    ],
)
def test_a_result_that_cannot_be_is_refused(fight: Campaign, alice: Any, result: Result, said: str) -> None:
    with pytest.raises(Refused, match=said):
        engagements.propose(at(fight, alice), 1, result)
    assert CampaignEngagement.objects.get().result is None


@pytest.mark.parametrize(("information", "said"), [("shared", "The enemy had fewer men"), ("open", "has 2,000 men")])
def test_who_decides_for_a_computer_reads_no_more_of_its_forces(
    fight: Campaign, alice: Any, information: str, said: str
) -> None:
    CampaignSeat.objects.filter(campaign=fight, side="blue").update(user=None, computer="steady")
    fight = fresh(fight)
    state = state_now(fight)
    settings = structs.replace(state.setup.settings, information=information)
    ledger.store_state(fight, structs.replace(state, setup=structs.replace(state.setup, settings=settings)))
    fight.save()
    result = written_result(losses=(UnitLoss("blue1/brigade 1/line_infantry", 2001),))
    with pytest.raises(Refused, match=said):
        engagements.propose(at(fight, alice), 1, result)


def test_others_do_not_decide(fight: Campaign, charlie: Any) -> None:
    with pytest.raises(NotYours):
        engagements.choose(at(fight, charlie), 1, "quick")
    with pytest.raises(NotYours):
        engagements.propose(at(fight, charlie), 1, written_result())


def test_no_turn_and_no_unknown_way_while_an_engagement_is_open(fight: Campaign, alice: Any) -> None:
    with pytest.raises(Refused, match="Settle the open engagements first"):
        turns.dry_run(operator_access(fresh(fight)))
    with pytest.raises(Refused, match="one of board, table"):
        engagements.choose(at(fight, alice), 1, "lots")
    with pytest.raises(Refused, match="There is no engagement 7"):
        engagements.choose(at(fight, alice), 7, "quick")


@pytest.mark.rule("CM-ENG-04", "on the board it is a battle of the players; stopped, it is undecided")
def test_a_battle_there_and_back(fight: Campaign, alice: Any, bob: Any) -> None:
    for user in (alice, bob):
        engagements.choose(at(fight, user), 1, "board")
    battle = Battle.objects.get()
    assert {seat.user for seat in battle.seats.filter(user__isnull=False)} == {alice, bob}
    with pytest.raises(Refused, match="not over"):
        engagements.collect(at(fight, alice), 1)
    with pytest.raises(Refused, match="created already"):
        engagements.choose(at(fight, alice), 1, "quick")
    engagements.collect(at(fight, alice), 1, stop=True)
    assert fresh(fight).status == "engagements"
    engagements.confirm(at(fight, bob), 1)
    assert fresh(fight).turn == 2
    assert verify(fresh(fight)) == []


@pytest.mark.rule("CM-ENG-04", "at the table a tracked game is kept, and its result written in")
def test_at_the_table(fight: Campaign, alice: Any, bob: Any) -> None:
    for user in (alice, bob):
        engagements.choose(at(fight, user), 1, "table")
    game = TableGame.objects.get()
    assert CampaignEngagement.objects.get().game == game
    assert set(game.keepers.all()) == {alice, bob}
    engagements.propose(at(fight, alice), 1, written_result())
    assert CampaignEngagement.objects.get().settling == "table"


@pytest.mark.rule("CM-AI-03", "where no person commands, the computer settles as the owner has chosen")
def test_computers_settle_by_themselves(alice: Any) -> None:
    campaign = meeting(alice)
    turns.resolve(at(campaign, alice), 1)
    assert fresh(campaign).status == "orders"
    assert state_now(campaign).engagements[1].status == "settled"


@pytest.mark.rule("CM-FIX-02", "a turn with an open engagement is taken back too; the engagement is another one then")
def test_a_turn_with_an_engagement_is_taken_back(fight: Campaign) -> None:
    operator = operator_access(fresh(fight))
    desk.take_turn_back(operator, 1, "again")
    assert fresh(fight).status == "orders"
    turns.resolve(operator_access(fresh(fight)), 1)
    assert [(row.again, row.number) for row in CampaignEngagement.objects.all()] == [(0, 1), (1, 1)]
    (now,) = engagements.fights(fresh(fight))
    assert now.row.again == 1
    assert verify(fresh(fight)) == []


def test_export_equals_import(fight: Campaign, alice: Any, bob: Any) -> None:
    engagements.propose(at(fight, alice), 1, written_result())
    engagements.confirm(at(fight, bob), 1)
    with pytest.raises(NotYours):
        archive.export(at(fight, alice))
    content = archive.export(operator_access(fresh(fight)))
    again = archive.import_campaign(content, bob)
    assert again.state_hash == fresh(fight).state_hash
    assert again.pk != fight.pk
    assert archive.export(operator_access(again)) == content
    assert verify(again) == []
    turns.resolve(at(again, bob), 2)


def test_a_damaged_file_is_refused(alice: Any) -> None:
    campaign = evening(alice)
    turns.resolve(at(campaign, alice), 1)
    content = archive.export(operator_access(fresh(campaign)))
    for old, new, said in (
        (b"campaign-record/1", b"campaign-record/9", "newer Muster"),
        (b'"hash":"', b'"hash":"x', "hash"),
        (fresh(campaign).state_hash.encode(), b"0" * 32, "Its hash"),
        (b'"faces":[6', b'"faces":[5', "dice"),
        (b'"march","posture":"attack"', b'"fly","posture":"attack"', "fly"),
    ):
        with pytest.raises((FaultyFile, Refused), match=said):
            archive.import_campaign(content.replace(old, new), alice)
    assert Campaign.objects.count() == 1


def test_seats(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = evening(alice)
    with pytest.raises(NotYours):
        seats.seat(at(campaign, bob), "french", user=bob)
    seats.take(at(campaign, bob), "french")
    with pytest.raises(Refused, match="not free"):
        seats.take(at(campaign, charlie), "french")
    with pytest.raises(Refused, match="know both"):
        seats.take(at(campaign, bob), "anglo-allied")
    with pytest.raises(Refused, match="umpire reads all sides"):
        seats.seat(at(campaign, alice), "umpire", user=bob)
    with pytest.raises(Refused, match="no command"):
        seats.seat(at(campaign, alice), "french", "french.c9", user=charlie)
    with pytest.raises(Refused, match=r"steady, bold, careful \(CM-AI-01\)"):
        seats.seat(at(campaign, alice), "anglo-allied", computer="mad")
    (mine,) = at(campaign, bob).mine
    seats.name_deputy(at(campaign, bob), mine.pk, charlie)
    assert at(campaign, charlie).sides == ("french",)
    seats.leave(at(campaign, bob), mine.pk)
    assert at(campaign, bob).mine == ()


@pytest.mark.rule("CM-ENG-07", "a disputed result is settled by the umpire, and nothing is lost")
def test_a_disputed_result_is_settled_by_the_umpire(fight: Campaign, alice: Any, bob: Any, charlie: Any) -> None:
    CampaignSeat.objects.create(campaign=fight, side="umpire", user=charlie, name="charlie")
    with pytest.raises(Refused, match="no result to dispute"):
        engagements.dispute(at(fight, bob), 1, "No")
    engagements.propose(at(fight, alice), 1, written_result())
    with pytest.raises(Refused, match="Your side has confirmed"):
        engagements.dispute(at(fight, alice), 1, "No")
    engagements.dispute(at(fight, bob), 1, "The line did not run.")
    row = CampaignEngagement.objects.get()
    assert (row.disputed, row.confirmed) == ("bob: The line did not run.", ["red"])
    engagements.propose(at(fight, charlie), 1, written_result(minutes=60))
    assert state_now(fight).engagements[1].status == "settled"
    assert verify(fresh(fight)) == []


def test_a_battle_that_is_deleted_is_fought_again_in_another_way(fight: Campaign, alice: Any, bob: Any) -> None:
    for user in (alice, bob):
        engagements.choose(at(fight, user), 1, "board")
    Battle.objects.all().delete()
    for user in (alice, bob):
        engagements.choose(at(fight, user), 1, "quick")
    assert state_now(fight).engagements[1].status == "settled"


def test_who_leaves_no_longer_holds_a_result_up(fight: Campaign, alice: Any, bob: Any) -> None:
    engagements.propose(at(fight, alice), 1, written_result())
    assert fresh(fight).turn == 1
    seats.leave(at(fight, bob), fight.seats.get(side="blue").pk)
    assert fresh(fight).turn == 2
    assert verify(fresh(fight)) == []


@pytest.mark.rule("CM-RULING-49", "a player's odds follow from reports; what no report says does not change them")
def test_odds_from_reports_hide_true_strengths(fight: Campaign) -> None:
    state = state_now(fight)
    engagement, seen = state.engagements[1], view(state, "red")
    known = Known("red", {row.of: row for row in seen.reports})
    odds = quick.odds(state, engagement, known)
    unit = next(key for key in state.books if key.startswith("blue1") and key.endswith("line_infantry"))
    fewer = structs.replace(state.books[unit], present=state.books[unit].present // 9)
    weaker = structs.replace(state, books={**state.books, unit: fewer})
    assert quick.odds(weaker, engagement, known) == odds
    assert quick.odds(weaker, engagement) != quick.odds(state, engagement)
    (report,) = [row for row in seen.reports if row.of == "blue.1"]
    parts = quick.reported_parts(engagement.defenders, known)
    guns = report.men * 3 // 1000 if "guns" in report.arms else 0
    assert [(part.foot, part.guns, part.quality) for part in parts] == [(report.men, guns, 1000)]


def test_the_battle_of_a_club_campaign_is_for_its_players_and_the_umpire(
    fight: Campaign, alice: Any, bob: Any, charlie: Any
) -> None:
    Campaign.objects.update(visibility="club", club=clubs.found(alice, name="A club"))
    CampaignSeat.objects.create(campaign=fight, side="umpire", user=charlie, name="charlie")
    for user in (alice, bob):
        engagements.choose(at(fight, user), 1, "board")
    battle = Battle.objects.get()
    assert battle.visibility == "private"
    assert {seat.place: seat.user for seat in battle.seats.all()} == {"a": alice, "b": bob, "umpire": charlie}
