"""Two who resolve at once, an order in that moment, and a process that is killed in the middle."""

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from campaign.models import Campaign, CampaignAct, CampaignEntry, CampaignOrders, CampaignSeat
from campaign.war.rules.state import Result
from campaign.war.services import desk, engagements, seats, turns
from campaign.war.services.access import CannotAct, operator_access
from campaign.war.services.ledger import verify
from campaign.war.services.orders import OrderSheet, give
from campaign.war.services.turns import Resolution
from tests.battles.services.threads import together
from tests.war.stored.campaigns import at, fresh, hold, meeting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stored(alice: Any, bob: Any) -> Campaign:
    return meeting(alice, alice, bob)


def resolving(stored: Campaign, turn: int = 1) -> Callable[[], Resolution]:
    """A resolution that is ready to go: looked before, acts now."""
    access = operator_access(fresh(stored))
    return lambda: turns.resolve(access, turn)


@pytest.mark.rule("CM-TIME-05", "of two resolutions at once one is done, and the other gets a sentence")
def test_of_four_resolutions_at_once_one_is_done(stored: Campaign) -> None:
    found = together(*(resolving(stored) for _ in range(4)))
    assert sum(isinstance(one, Resolution) for one in found) == 1
    others = [one for one in found if isinstance(one, CannotAct)]
    assert [one.code for one in others] == ["stale"] * 3
    assert str(others[0]) == "Turn 1 is resolved already; its engagements are open (CM-TIME-05)."
    assert CampaignAct.objects.count() == 1
    assert verify(fresh(stored)) == []


@pytest.mark.rule("CM-ORDER-05", "an order in the moment of the resolution counts for this turn or for the next")
def test_an_order_in_the_moment_of_the_resolution_is_not_lost(stored: Campaign, bob: Any) -> None:
    access = at(stored, bob)
    sheet = OrderSheet(orders=(hold("blue.1", works=True),))
    resolved, counted = together(resolving(stored), lambda: give(access, sheet, turn=1))
    assert isinstance(resolved, Resolution)
    row = CampaignOrders.objects.get()
    assert row.turn == counted
    in_time = b"blue.1" in bytes(CampaignAct.objects.get().given)
    assert counted == (1 if in_time else 2)
    assert verify(fresh(stored)) == []


def test_both_confirm_and_one_takes_the_turn_back(stored: Campaign, alice: Any, bob: Any) -> None:
    turns.resolve(operator_access(fresh(stored)), 1)
    mine, theirs, operator = at(stored, alice), at(stored, bob), operator_access(fresh(stored))
    together(
        lambda: engagements.choose(mine, 1, "quick"),
        lambda: engagements.choose(theirs, 1, "quick"),
        lambda: desk.take_turn_back(operator, 1, "again"),
    )
    assert verify(fresh(stored)) == []


def test_of_two_who_accept_one_invitation_one_gets_the_seat(stored: Campaign, charlie: Any, organiser: Any) -> None:
    owner = at(stored, stored.owner)
    seats.seat(owner, "blue")
    token = seats.invite(owner, "blue").token
    found = together(lambda: seats.accept_invitation(token, charlie), lambda: seats.accept_invitation(token, organiser))
    assert sum(isinstance(one, CampaignSeat) for one in found) == 1
    (refused,) = [one for one in found if isinstance(one, CannotAct)]
    assert "already" in str(refused)


def test_of_two_organisers_at_once_one_acts(stored: Campaign, alice: Any) -> None:
    access, version = at(stored, alice), fresh(stored).version
    found = together(
        lambda: desk.pause(access, expect=version), lambda: desk.change(access, expect=version, title="Renamed")
    )
    assert sorted(isinstance(one, CannotAct) for one in found) == [False, True]
    assert (fresh(stored).paused is not None) != (fresh(stored).title == "Renamed")


def test_the_last_two_who_send_at_once_resolve_the_turn_once(stored: Campaign, alice: Any, bob: Any) -> None:
    def sending(user: Any) -> Callable[[], bool]:
        access = at(stored, user)

        def send() -> bool:
            give(access, OrderSheet(), turn=1, ready=True)
            return desk.sent(access, 1)

        return send

    together(sending(alice), sending(bob))
    assert fresh(stored).status == "engagements"
    assert CampaignAct.objects.filter(kind="resolve").count() == 1
    assert verify(fresh(stored)) == []


def test_a_player_leaves_while_the_other_enters_a_result(stored: Campaign, alice: Any, bob: Any) -> None:
    turns.resolve(operator_access(fresh(stored)), 1)
    mine, theirs = at(stored, alice), at(stored, bob)
    seat = stored.seats.get(side="blue").pk
    result = Result(1, "red", "red", 120)
    together(lambda: engagements.propose(mine, 1, result), lambda: seats.leave(theirs, seat))
    assert fresh(stored).turn == 2
    assert verify(fresh(stored)) == []


@pytest.mark.rule("CM-TIME-05", "a process that is killed in a resolution leaves nothing of it")
def test_a_killed_process_leaves_nothing_half(stored: Campaign) -> None:
    before = fresh(stored)
    _let_go()
    child = os.fork()
    if not child:
        with connection.execute_wrapper(_killed_at_the_act):
            turns.resolve(operator_access(stored), 1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    after = fresh(stored)
    assert (after.head, after.version, after.state_hash) == (before.head, before.version, before.state_hash)
    assert not CampaignEntry.objects.exists()
    turns.resolve(operator_access(after), 1)
    assert verify(fresh(stored)) == []


def _let_go() -> None:
    """Close every connection: a child that shared one would end it for both."""
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]


def _killed_at_the_act(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """The process dies before its last row is written."""
    if sql.startswith("INSERT") and "campaign_campaignact" in sql:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, many, context)
