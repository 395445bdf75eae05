"""Two who act on one club at the same moment: each is told what became of it, and the club stays sound."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from armies.services.locks import Gone, Refused
from campaign.accounts import deletion
from campaign.club.services import invitations, member_list, membership, moderation, ownership
from campaign.models import Club, HandOver, Hiding, Membership, Report
from tests.club.builders import club_of_roles, invited, made, person, role_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def place() -> tuple[Club, dict[str, Any]]:
    return club_of_roles()


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each work returns or raises, all begun at the same moment."""
    gate, results = threading.Barrier(len(works)), [None] * len(works)

    def run(number: int, work: Callable[[], Any]) -> None:
        gate.wait()
        try:
            results[number] = work()
        except (Refused, Gone) as refused:
            results[number] = refused  # type: ignore[call-overload]
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def refusals(results: list[Any]) -> int:
    return sum(isinstance(each, Refused | Gone) for each in results)


def test_two_organisers_who_step_down_at_once_leave_one(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    one, two = people["organiser"], people["umpire"]
    membership.change_role(club, two.pk, "organiser", by=one)
    results = at_once(
        lambda: membership.change_role(club, one.pk, "player", by=one),
        lambda: membership.change_role(club, two.pk, "player", by=two),
    )
    assert refusals(results) == 1
    assert Membership.objects.filter(club=club, role="organiser").count() == 1


def test_two_organisers_who_change_one_role_are_both_recorded(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    one, two, other = people["organiser"], people["umpire"], people["guest"]
    membership.change_role(club, two.pk, "organiser", by=one)
    results = at_once(
        lambda: membership.change_role(club, other.pk, "umpire", by=one),
        lambda: membership.change_role(club, other.pk, "player", by=two),
    )
    assert refusals(results) == 0
    last = club.records.filter(kind="role", about=other).order_by("-pk").first()
    assert last is not None
    assert last.data["role"] == role_of(club, other)


def test_an_invitation_for_one_lets_one_of_four_in(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    token = invited(club, people["organiser"])
    crowd = [person(f"crowd{number}") for number in range(4)]
    results = at_once(*[lambda user=user: invitations.join(token, user) for user in crowd])
    assert sum(isinstance(each, Membership) for each in results) == 1
    assert Membership.objects.filter(club=club).count() == 5


def test_an_invitation_ended_while_somebody_joins_by_it_counts_or_does_not(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    token = invited(club, people["organiser"])
    invitation = invitations.find(token)
    user = person("late")
    joined, _ = at_once(
        lambda: invitations.join(token, user), lambda: invitations.revoke(club, invitation.pk, by=people["organiser"])
    )
    assert isinstance(joined, Membership) == bool(role_of(club, user))
    assert invitation.uses.count() == isinstance(joined, Membership)


def test_an_offer_accepted_and_withdrawn_at_once_has_one_outcome(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    giver, taker = people["organiser"], people["player"]
    membership.offer(club, taker.pk, by=giver)
    results = at_once(
        lambda: membership.answer_offer(club, by=taker, accept=True),
        lambda: membership.answer_offer(club, by=giver, accept=False),
    )
    assert refusals(results) == 1
    taken = role_of(club, taker) == "organiser"
    assert role_of(club, giver) == ("player" if taken else "organiser")
    assert not HandOver.objects.exists()


def test_the_taker_leaves_while_accepting(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    giver, taker = people["organiser"], people["player"]
    membership.offer(club, taker.pk, by=giver)
    at_once(
        lambda: membership.answer_offer(club, by=taker, accept=True),
        lambda: membership.remove(club, taker.pk, by=taker),
    )
    assert Membership.objects.filter(club=club, role="organiser").exists()


def test_both_the_last_organisers_delete_their_accounts(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    membership.change_role(club, people["umpire"].pk, "organiser", by=people["organiser"])
    results = at_once(
        lambda: deletion.delete_account(people["organiser"]), lambda: deletion.delete_account(people["umpire"])
    )
    assert refusals(results) == 1
    assert Membership.objects.filter(club=club, role="organiser").count() == 1


def test_a_thing_is_hidden_while_its_owner_shares_it_and_others_report_it(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    row = made("army", people["player"])
    ownership.put(row, club, by=people["player"])
    results = at_once(
        lambda: moderation.hide(row, by=people["organiser"], reason="Spam."),
        lambda: ownership.take_out(row, by=people["player"]),
        lambda: moderation.report(row, by=people["guest"], reason="spam"),
        lambda: moderation.report(row, by=people["guest"], reason="spam"),
    )
    row.refresh_from_db()
    assert bool(row.hidden) == Hiding.objects.exists()
    assert not row.hidden or row.visibility == "private"
    assert Report.objects.count() == 1
    assert isinstance(results[2], Refused) != isinstance(results[3], Refused)


def test_one_list_confirmed_twice_is_imported_once(place: tuple[Club, dict[str, Any]]) -> None:
    club, people = place
    text = "Anna\nBert\nCleo"
    digest = member_list.plan(club, text).digest

    def confirm() -> Any:
        try:
            return member_list.carry_out(club, text, {}, by=people["organiser"], digest=digest)
        except member_list.PlanChanged as changed:
            return changed

    results = at_once(confirm, confirm)
    assert sum(isinstance(each, member_list.PlanChanged) for each in results) == 1
    assert sorted(club.guests.values_list("name", flat=True)) == ["Anna", "Bert", "Cleo"]
