"""Who sits where: invitations seat one, a seat changes hands, and the computer sits in."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from battles.models import Battle, ComputerTurn, Invitation, Status, Told
from battles.services.access import access_of
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.play.invitations import (
    accept_invitation,
    give_to_computer,
    invitation_of,
    invite,
    leave_seat,
    open_to_anyone,
    return_to_seat,
    revoke_invitation,
    seat_of,
    take_seat,
)
from battles.services.play.lock import CannotAct, Gone, NotYours, Over, Refused
from battles.services.play.verification import verify
from tests.battles.services.steps import SYSTEM, act, at, awaited, begun, deployed, fresh, play, seen_by

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


@pytest.fixture
def waiting(alice: Any) -> Battle:
    """A battle of Alice with an open side b."""
    return start(
        NewBattle(
            system=SYSTEM, setup=deployed(), title="Waiting", owner=alice, sittings=(Sitting(place="a", user=alice),)
        )
    )


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return begun(alice, bob, setup=deployed())


def told(battle: Battle) -> list[str]:
    rows = Told.objects.filter(battle=battle, viewer="public", entry=None).order_by("n")
    return [text for row in rows for text, _ in row.lines]


def test_who_takes_up_an_invitation_sits_there_and_the_battle_begins(waiting: Battle, bob: Any) -> None:
    token = invite(at(waiting, "a"), "b").token
    assert invitation_of(token).seat.place == "b"
    seat = accept_invitation(token, bob, salt="for luck")
    after = fresh(waiting)
    assert (seat.user, seat.name, after.status, after.head) == (bob, "bob", Status.PLAYING, 0)
    assert after.salts == ["", b"for luck".hex()]
    assert told(waiting) == ["bob takes the Austrian column."]
    assert seen_by(waiting, bob).viewer == "b"
    assert verify(waiting) == []


def test_a_guest_sits_down_by_name_and_plays_by_his_own_link(waiting: Battle) -> None:
    seat = accept_invitation(invite(at(waiting, "a"), "b").token, NOBODY, name=" Michel\tNey ")
    assert (seat.guest, seat.name, seat.user) == (True, "Michel Ney", None)
    assert seat_of(seat.token).pk == seat.pk
    assert seen_by(waiting, NOBODY, (seat.pk,)).viewer == "b"
    assert seen_by(waiting, NOBODY).viewer == "public"


def test_an_invitation_seats_one(waiting: Battle, bob: Any, charlie: Any) -> None:
    first, second = invite(at(waiting, "a"), "b"), invite(at(waiting, "a"), "b")
    accept_invitation(first.token, bob)
    with pytest.raises(Refused, match="accepted already"):
        accept_invitation(first.token, charlie)
    with pytest.raises(Gone):
        accept_invitation(second.token, charlie)
    assert fresh(waiting).seats.get(place="b").user == bob


def test_an_invitation_ends_and_is_taken_back(waiting: Battle, bob: Any) -> None:
    late, back = invite(at(waiting, "a"), "b"), invite(at(waiting, "a"), "b")
    Invitation.objects.filter(pk=late.pk).update(ends=timezone.now() - timedelta(seconds=1))
    revoke_invitation(at(waiting, "a"), "b", back.pk)
    with pytest.raises(Refused, match="This invitation has expired"):
        accept_invitation(late.token, bob)
    for token in (back.token, "", "x" * 500):
        with pytest.raises(Gone):
            accept_invitation(token, bob)
    with pytest.raises(Gone):
        revoke_invitation(at(waiting, "a"), "b", back.pk)
    assert fresh(waiting).status == Status.GATHERING


def test_a_seat_has_five_invitations_at_a_time(waiting: Battle) -> None:
    for _ in range(5):
        invite(at(waiting, "a"), "b")
    with pytest.raises(Refused, match="This seat has 5 open invitations"):
        invite(at(waiting, "a"), "b")
    Invitation.objects.update(ends=timezone.now())
    invite(at(waiting, "a"), "b")


def test_nobody_sits_twice_by_mistake(waiting: Battle, alice: Any) -> None:
    token = invite(at(waiting, "a"), "b").token
    with pytest.raises(Refused, match="You have a seat in this battle already: the French column"):
        accept_invitation(token, alice)
    assert invitation_of(token).used is None


def test_names_and_salts_have_their_limits(waiting: Battle) -> None:
    token = invite(at(waiting, "a"), "b").token
    with pytest.raises(Refused, match="A name has at most 80 characters; this one has 81"):
        accept_invitation(token, NOBODY, name="x" * 81)
    with pytest.raises(Refused, match="at most 64 bytes"):
        accept_invitation(token, NOBODY, salt="é" * 33)
    assert invitation_of(token).used is None


def test_a_seat_is_handed_over_and_its_old_holder_is_a_spectator(battle: Battle, bob: Any, charlie: Any) -> None:
    play(battle, 4)
    for other in ("a", "b"):
        with pytest.raises(NotYours):
            invite(at(battle, other), "b" if other == "a" else "a")
    token = invite(at(battle, "b"), "b").token
    old = at(battle, "b")
    accept_invitation(token, charlie)
    assert (seen_by(battle, charlie).viewer, seen_by(battle, bob).viewer) == ("b", "public")
    with pytest.raises(NotYours):
        leave_seat(old, "b")
    assert verify(battle) == []


def test_what_a_guests_browser_keeps_opens_nothing_once_the_seat_is_anothers(waiting: Battle) -> None:
    first = accept_invitation(invite(at(waiting, "a"), "b").token, NOBODY)
    second = accept_invitation(invite(at(waiting, "b"), "b").token, NOBODY)
    assert first.pk != second.pk
    assert seen_by(waiting, NOBODY, (first.pk,)).viewer == "public"
    with pytest.raises(Gone):
        seat_of(first.token)
    assert seen_by(waiting, NOBODY, (second.pk,)).viewer == "b"


def test_an_open_seat_is_for_anyone_where_it_is_said_so(waiting: Battle, bob: Any, charlie: Any) -> None:
    with pytest.raises(NotYours, match="needs an invitation"):
        take_seat(access_of(fresh(waiting), bob), "b")
    with pytest.raises(NotYours):
        open_to_anyone(access_of(fresh(waiting), bob), "b", True)
    open_to_anyone(at(waiting, "a"), "b", True)
    assert [side.anyone for side in seen_by(waiting, bob).sides] == [False, True]
    take_seat(access_of(fresh(waiting), bob), "b")
    with pytest.raises(NotYours):
        take_seat(access_of(fresh(waiting), charlie), "b")
    with pytest.raises(Gone):
        take_seat(access_of(fresh(waiting), charlie), "c")


def test_who_leaves_is_replaced_by_a_person_or_the_computer(battle: Battle, charlie: Any) -> None:
    while awaited(battle) != "b":
        play(battle, 1)
    with pytest.raises(NotYours):
        leave_seat(at(battle, "a"), "b")
    leave_seat(at(battle, "b"), "b")
    assert told(battle)[-1] == "bob leaves the Austrian column."
    assert [side.kind for side in seen_by(battle, charlie).sides] == ["user", "open"]
    with pytest.raises(NotYours):
        give_to_computer(access_of(fresh(battle), charlie), "b", "random", 0.0)
    give_to_computer(at(battle, "a"), "b", "random", 0.0)
    assert told(battle)[-1] == "The computer, recruit plays the Austrian column."
    assert ComputerTurn.objects.get().side == "b"
    with pytest.raises(Refused, match="There is no player"):
        give_to_computer(at(battle, "a"), "b", "napoleon", 0.0)
    accept_invitation(invite(at(battle, "a"), "b").token, charlie)
    assert seen_by(battle, charlie).may_act == ("b",)
    assert verify(battle) == []


def test_the_computer_sits_in_for_somebody_who_comes_back(battle: Battle, alice: Any, bob: Any) -> None:
    while awaited(battle) != "b":
        play(battle, 1)
    with pytest.raises(NotYours):
        give_to_computer(at(battle, "a"), "b", "greedy", 0.0)
    give_to_computer(access_of(fresh(battle), bob), "b", "greedy", 0.0)
    shown = seen_by(battle, bob)
    assert (shown.viewer, shown.own, shown.may_act) == ("b", ("b",), ())
    assert [(side.kind, side.thinking) for side in shown.sides] == [("user", False), ("computer", True)]
    act(battle, "b")
    return_to_seat(access_of(fresh(battle), bob), "b")
    assert not ComputerTurn.objects.exists()
    assert seen_by(battle, bob).sides[1].kind == "user"
    with pytest.raises(Refused, match="The computer does not play for you"):
        return_to_seat(access_of(fresh(battle), bob), "b")
    assert verify(battle) == []


def test_somebody_who_keeps_the_others_waiting_for_a_week_is_replaced(battle: Battle) -> None:
    side = awaited(battle)
    other = "b" if side == "a" else "a"
    Told.objects.update(created=timezone.now() - timedelta(days=6))
    with pytest.raises(NotYours):
        give_to_computer(at(battle, other), side, "random", 0.0)
    Told.objects.update(created=timezone.now() - timedelta(days=8))
    give_to_computer(at(battle, other), side, "random", 0.0)
    assert seen_by(battle, None).sides[side == "b"].kind == "computer"


def test_an_umpire_is_invited_and_sees_all(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, Sitting(place="umpire"), setup=deployed())
    assert fresh(battle).status == Status.PLAYING
    accept_invitation(invite(at(battle, "a"), "umpire").token, charlie)
    assert seen_by(battle, charlie).viewer == "umpire"
    with pytest.raises(Refused, match="cannot be the umpire"):
        give_to_computer(at(battle, "umpire"), "umpire", "random", 0.0)
    with pytest.raises(Gone):
        invite(at(battle, "a"), "c")


def test_nothing_is_seated_after_the_end(battle: Battle, charlie: Any) -> None:
    token = invite(at(battle, "b"), "b").token
    play(battle, 1_000)
    late = (
        lambda: invite(at(battle, "b"), "b"),
        lambda: accept_invitation(token, charlie),
        lambda: leave_seat(at(battle, "b"), "b"),
        lambda: give_to_computer(at(battle, "b"), "b", "random", 0.0),
    )
    for call in late:
        with pytest.raises((Over, CannotAct)):
            call()
