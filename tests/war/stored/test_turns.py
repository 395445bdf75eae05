"""A stored campaign from its first order to its end: orders, resolutions, deadlines, dry runs, verification."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from msgspec import structs

from battles.services.play.lock import NotYours
from campaign.models import Campaign, CampaignAct, CampaignEntry, CampaignOrders, CampaignSeat
from campaign.war.rules.events import Corrected, OrdersTaken
from campaign.war.rules.order_values import DepotOrder, Letter, Order, Precedence
from campaign.war.services import desk, ledger, turns
from campaign.war.services.access import CampaignOver, Moved, Refused, operator_access
from campaign.war.services.ledger import verify
from campaign.war.services.orders import OrderSheet, give, open_turn, written
from tests.war.stored.campaigns import at, evening, fresh, hold, march, meeting, played, state_now

pytestmark = pytest.mark.django_db
NEY = "french:Marshal Ney"


def sheet(*orders: Order, **values: Any) -> OrderSheet:
    return OrderSheet(orders=orders, **values)


def test_a_campaign_of_computers_runs_to_its_end_and_is_verified(alice: Any) -> None:
    campaign = evening(alice)
    while not fresh(campaign).is_over:
        turns.resolve(at(campaign, alice), fresh(campaign).turn)
    assert state_now(campaign).verdict is not None
    assert verify(fresh(campaign)) == []
    with pytest.raises(CampaignOver):
        turns.resolve(at(campaign, alice), fresh(campaign).turn)


@pytest.mark.rule("CM-TIME-05", "a turn is resolved in one act, once")
def test_a_turn_is_resolved_once(alice: Any, bob: Any) -> None:
    campaign = played(alice, alice)
    turns.resolve(at(campaign, alice), 1)
    head = fresh(campaign).head
    with pytest.raises(Moved, match="Turn 1 is resolved already; the campaign is at turn 2"):
        turns.resolve(at(campaign, alice), 1)
    with pytest.raises(Refused, match="Turn 7 has not begun"):
        turns.resolve(at(campaign, alice), 7)
    with pytest.raises(NotYours):
        turns.resolve(at(campaign, bob), 2)
    assert fresh(campaign).head == head
    assert CampaignAct.objects.count() == 1


@pytest.mark.rule("CM-ORDER-01", "of several orders for one force the last before the deadline counts")
def test_the_last_order_counts(alice: Any) -> None:
    campaign = played(alice, alice)
    give(at(campaign, alice), sheet(march("french.2", "charleroi")), turn=1)
    give(at(campaign, alice), sheet(march("french.1", "charleroi"), hold("french.2")), turn=1)
    give(at(campaign, alice), OrderSheet(withdraw=("french.1",)), turn=1)
    turns.resolve(at(campaign, alice), 1)
    (taken,) = (e.event for e in ledger.entries_of(fresh(campaign)) if isinstance(e.event, OrdersTaken))
    assert taken.forces == ("french.2",)
    assert state_now(campaign).forces["french.2"].place.point == "marchienne"


@pytest.mark.rule("CM-ORDER-05", "a late order counts for the next turn")
def test_a_late_order_counts_for_the_next_turn(alice: Any) -> None:
    campaign = played(alice, alice)
    Campaign.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    assert give(at(campaign, alice), sheet(hold("french.2")), turn=1) == 2
    turns.resolve(at(campaign, alice), 1)
    assert not any(isinstance(e.event, OrdersTaken) for e in ledger.entries_of(fresh(campaign)))
    turns.resolve(at(campaign, alice), 2)
    assert any(isinstance(e.event, OrdersTaken) for e in ledger.entries_of(fresh(campaign)))


@pytest.mark.rule("CM-ORDER-05", "an order written while battles are settled counts for the next turn")
def test_an_order_between_turns_counts_for_the_next(alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    turns.resolve(operator_access(fresh(campaign)), 1)
    assert fresh(campaign).status == "engagements"
    assert give(at(campaign, alice), sheet(hold("red.1")), turn=1) == 2


@pytest.mark.rule("CM-ORDER-05", "no deadline passes while the campaign is paused")
def test_no_order_is_late_in_a_pause(alice: Any) -> None:
    campaign = played(alice, alice)
    now = timezone.now()
    Campaign.objects.update(deadline=now - timedelta(minutes=1), paused=now - timedelta(minutes=2))
    assert give(at(campaign, alice), sheet(hold("french.2")), turn=1) == 1


@pytest.mark.rule("CM-ORDER-05", "for an absent player a computer gives orders, if the campaign says so")
@pytest.mark.parametrize(
    ("absent", "wrote", "led"), [("computer", False, True), ("computer", True, False), ("standing", False, False)]
)
def test_who_leads_for_an_absent_player(alice: Any, bob: Any, absent: str, wrote: bool, led: bool) -> None:
    campaign = played(alice, alice, bob)
    state = state_now(campaign)
    setup = structs.replace(state.setup, settings=structs.replace(state.setup.settings, absent=absent))
    ledger.store_state(campaign, structs.replace(state, setup=setup))
    campaign.save()
    if wrote:
        give(at(campaign, bob), sheet(hold("anglo-allied.1")), turn=1)
    turns.resolve(operator_access(fresh(campaign)), 1)
    taken = [e.event for e in ledger.entries_of(fresh(campaign)) if isinstance(e.event, OrdersTaken)]
    forces = {force for event in taken if event.side == "anglo-allied" for force in event.forces}
    assert (len(forces) > 1) is led


@pytest.mark.rule("CM-TIME-05", "a turn waits for the deadline, or until all have sent")
def test_a_turn_waits_for_all_players(alice: Any, bob: Any) -> None:
    campaign = played(alice, alice, bob)
    with pytest.raises(Refused, match="Orders are missing from bob"):
        turns.resolve(at(campaign, alice), 1)
    give(at(campaign, bob), OrderSheet(), turn=1, ready=True)
    turns.resolve(at(campaign, alice), 1)
    desk.change(at(campaign, alice), deadline=timezone.now() + timedelta(hours=1), interval=24)
    assert turns.resolve_due() == 0
    Campaign.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    assert turns.resolve_due() == 1
    due = fresh(campaign).deadline
    assert due is not None
    assert due > timezone.now()
    assert open_turn(fresh(campaign)) == 3


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        (sheet(hold("anglo-allied.1")), r"You command no force anglo-allied.1 \(CM-ORDER-01\)"),
        (sheet(march("french.1", "atlantis")), r"The map has no point atlantis \(to\). \(CM-MAP-01\)"),
        (sheet(Order("french.1", tuple(hold("french.1").legs * 21))), r"at most 20 parts. \(CM-ORDER-01\)"),
        (sheet(hold("french.1", note="x" * 9_000)), "at most 8,000 bytes"),
        (OrderSheet(precedence=Precedence("french", ("anglo-allied.1",))), "CM-MARCH-05"),
        (OrderSheet(precedence=Precedence("anglo-allied", ())), "CM-MARCH-05"),
        (OrderSheet(depots=(DepotOrder("french", "maubeuge", "brussels"),)), "CM-SUPPLY-04"),
        (
            OrderSheet(letters=(Letter("french:Marshal Ney", "anglo-allied:The Prince of Orange", "Yield."),)),
            "CM-CMD-01",
        ),
    ],
)
def test_orders_that_are_refused_leave_nothing(alice: Any, orders: OrderSheet, said: str) -> None:
    campaign = played(alice, alice)
    with pytest.raises((Refused, NotYours), match=said):
        give(at(campaign, alice), OrderSheet(orders=(hold("french.2"), *orders.orders), precedence=orders.precedence,
                                             depots=orders.depots, letters=orders.letters), turn=1)  # fmt: skip
    assert not CampaignOrders.objects.exists()


@pytest.mark.rule("CM-SUPPLY-04", "a depot moves where it is ordered")
def test_a_depot_is_sent(alice: Any) -> None:
    campaign = played(alice, alice)
    give(at(campaign, alice), OrderSheet(depots=(DepotOrder("french", "maubeuge", "beaumont"),)), turn=1)
    turns.resolve(at(campaign, alice), 1)
    assert [depot.to for depot in state_now(campaign).depots if depot.side == "french"] == ["beaumont"]
    assert verify(fresh(campaign)) == []


@pytest.mark.rule("CM-ORDER-01", "only the writer and the umpire read orders before the resolution")
def test_orders_are_sealed(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = played(charlie, alice, bob, umpire=True)
    give(at(campaign, alice), sheet(hold("french.2")), turn=1)
    assert [row.about for row in written(at(campaign, alice))] == ["french.2"]
    assert list(written(at(campaign, bob))) == []
    assert [row.about for row in written(at(campaign, charlie))] == ["french.2"]


def test_a_dry_run_leaves_nothing_and_rolls_other_dice(alice: Any) -> None:
    campaign = meeting(alice, umpire=True)
    before = fresh(campaign)
    tried = turns.dry_run(at(campaign, alice))
    after = fresh(campaign)
    assert (after.version, after.state_hash, after.head) == (before.version, before.state_hash, before.head)
    assert tried.after.phase == "engagements"
    real = turns.dry_run(at(campaign, alice), real=True)
    assert [act.note for act in fresh(campaign).record.all()] == ["The umpire tried the turn with the campaign’s dice."]
    done = turns.resolve(at(campaign, alice), 1).turns[0]
    assert done.entries == real.entries
    assert verify(fresh(campaign)) == []


def test_only_an_umpire_tries_a_turn(alice: Any) -> None:
    with pytest.raises(NotYours):
        turns.dry_run(at(played(alice, alice), alice))


@pytest.mark.rule("CM-FIX-02", "a turn taken back offers its orders again and has new dice")
def test_a_turn_is_taken_back(alice: Any) -> None:
    campaign = played(alice, alice)
    give(at(campaign, alice), sheet(hold("french.2")), turn=1)
    begin = state_now(campaign)
    turns.resolve(at(campaign, alice), 1)
    tried = desk.take_turn_back(at(campaign, alice), 1, "a slip", dry=True)
    assert (tried.turn, tried.act, fresh(campaign).turn) == (1, None, 2)
    desk.take_turn_back(at(campaign, alice), 1, "a slip")
    now = state_now(campaign)
    assert (now.turn, now.again, now.forces) == (1, 1, begin.forces)
    assert [row.about for row in written(at(campaign, alice))] == ["french.2"]
    turns.resolve(at(campaign, alice), 1)
    assert verify(fresh(campaign)) == []
    with pytest.raises(Refused, match="Turn 9 has not been resolved"):
        desk.take_turn_back(at(campaign, alice), 9, "a slip")


@pytest.mark.rule("CM-FIX-02", "a balance brings the books to what they should be and shows first what changes")
def test_the_books_are_balanced(alice: Any, bob: Any) -> None:
    campaign = played(alice, alice)
    turns.resolve(at(campaign, alice), 1)
    unit, account = next(iter(state_now(campaign).books.items()))
    wanted = {unit: structs.replace(account, present=account.present - 5, hospital=account.hospital + 5)}
    tried = desk.balance_books(at(campaign, alice), wanted, 0, "miscounted", dry=True)
    assert [change.unit for change in tried.changes] == [unit]
    assert state_now(campaign).books[unit] == account
    desk.balance_books(at(campaign, alice), wanted, 0, "miscounted")
    assert state_now(campaign).books[unit].hospital == account.hospital + 5
    assert isinstance(ledger.entries_of(fresh(campaign))[-1].event, Corrected)
    assert verify(fresh(campaign)) == []
    CampaignSeat.objects.filter(campaign=campaign, side="anglo-allied").update(user=bob)
    with pytest.raises(NotYours):
        desk.balance_books(at(campaign, alice), wanted, 0, "miscounted")


@pytest.mark.rule("CM-TIME-06", "turns run on until something happens")
def test_turns_run_on_until_something_happens(alice: Any) -> None:
    campaign = evening(alice)
    done = turns.resolve(at(campaign, alice), 1)
    assert done.stopped
    assert 1 <= len(done.turns) <= 4
    assert fresh(campaign).turn == 1 + len(done.turns)


def test_a_wrong_ledger_is_found(alice: Any) -> None:
    campaign = played(alice, alice)
    turns.resolve(at(campaign, alice), 1)
    row = CampaignEntry.objects.filter(campaign=campaign).last()
    assert row is not None
    row.delete()
    assert verify(fresh(campaign))
    assert operator_access(fresh(campaign)).is_umpire
