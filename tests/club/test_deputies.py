"""Deputies: who may be named, for which days, and what they may do in battles on those days and not on others."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from armies.models import Visibility
from armies.services.locks import Gone, Refused
from battles.models import Battle, Entry, Seat, Told
from battles.services.access import access_of
from battles.services.play.invitations import give_to_computer, invite, leave_seat
from battles.services.play.lock import Gone as BattleGone
from battles.services.play.lock import NotYours
from battles.services.play.submission import last_line, submit
from battles.services.play.verification import verify
from campaign.accounts import deletion, profile
from campaign.club.services import clubs, membership
from campaign.models import Club, Deputy, Membership
from campaign.notices.mail import AWAY
from tests.battles.services.steps import awaited, begun, first_action, fresh, hidden, play
from tests.club.builders import club_of_roles, person
from tests.notices.rounds import remind

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate
DAY = timedelta(days=1)


@pytest.fixture
def club() -> Club:
    """A club; its player ``alice`` names ``jane``, another player."""
    club, _ = club_of_roles()
    for name in ("alice", "jane", "bob"):
        Membership.objects.create(club=club, user=person(name))
    return club


def member(club: Club, name: str) -> Any:
    return club.memberships.get(user__username=name).user


def named(club: Club, start: int = 0, end: int = 3, by: str = "alice", deputy: str = "jane") -> Deputy:
    """A deputy from ``start`` to ``end``, in days from today."""
    user = member(club, by)
    return membership.name_deputy(club, member(club, deputy).pk, TODAY() + start * DAY, TODAY() + end * DAY, by=user)


@pytest.fixture
def battle(club: Club) -> Battle:
    """A private battle with hidden levels, of Alice against Bob."""
    return begun(member(club, "alice"), member(club, "bob"), setup=hidden(), visibility=Visibility.PRIVATE)


def test_a_deputy_plays_the_seat_while_the_days_run_and_is_named_in_the_log(club: Club, battle: Battle) -> None:
    jane = member(club, "jane")
    with pytest.raises(BattleGone):
        access_of(battle, jane)
    row = named(club)
    while awaited(battle) != "a":
        play(battle, 1)
    access = access_of(fresh(battle), jane)
    assert (access.viewer, access.own, access.sides, access.stands_in) == ("a", ("a",), ("a",), "alice")
    expect = last_line(access.battle, access.viewer)
    entry = submit(access, "a", first_action(battle, "a"), expect=expect, token=uuid4())
    assert (entry.by, entry.by_name, entry.for_other) == (jane, "jane for alice", False)
    assert Told.objects.filter(entry=entry, viewer="a").first().by_name == "jane for alice"  # type: ignore[union-attr]
    assert verify(fresh(battle)) == []
    Deputy.objects.filter(pk=row.pk).update(start=TODAY() + DAY, end=TODAY() + 2 * DAY)
    with pytest.raises(BattleGone):
        access_of(fresh(battle), jane)
    Deputy.objects.filter(pk=row.pk).update(start=TODAY() - 2 * DAY, end=TODAY() - DAY)
    with pytest.raises(BattleGone):
        access_of(fresh(battle), jane)


def test_a_deputy_sees_what_the_player_sees_by_every_door(club: Club, battle: Battle) -> None:
    named(club)
    jane = Client()
    jane.force_login(member(club, "jane"))
    key = profile.make_token(member(club, "jane"), name="t", may_write=True, days=0)[1]
    headers = {"Authorization": f"Bearer {key}"}
    alices = Client()
    alices.force_login(member(club, "alice"))
    assert jane.get(f"/b/{battle.slug}").status_code == 200
    view = Client().get(f"/api/v1/battles/{battle.slug}", headers=headers).json()
    assert view["viewer"] == "a"
    assert battle.title in jane.get("/battles/").content.decode()
    awaiting = "a" in fresh(battle).awaited
    assert (battle.title in jane.get("/battles/?whose=awaited").content.decode()) == awaiting
    membership.end_deputy(club, Deputy.objects.get().pk, by=member(club, "jane"))
    assert jane.get(f"/b/{battle.slug}").status_code == 404
    assert battle.title not in jane.get("/battles/").content.decode()


def test_who_plays_another_side_is_no_deputy_there(club: Club, battle: Battle) -> None:
    named(club, deputy="bob")
    access = access_of(fresh(battle), member(club, "bob"))
    assert (access.viewer, access.own, access.stands_in) == ("b", ("b",), "")
    mine = Battle.objects.awaiting(member(club, "bob"))
    assert mine.filter(pk=battle.pk).exists() == ("b" in fresh(battle).awaited)


def test_a_deputy_cannot_give_the_seat_away(club: Club, battle: Battle) -> None:
    named(club)
    access = access_of(fresh(battle), member(club, "jane"))
    for act in (
        lambda: leave_seat(access, "a"),
        lambda: invite(access, "a"),
        lambda: give_to_computer(access, "a", "greedy", 0.1),
    ):
        with pytest.raises(NotYours, match="You stand in for alice"):
            act()


@pytest.mark.parametrize(
    ("start", "end", "sentence"),
    [
        (2, 1, "before the first"),
        (-1, 1, "today or later"),
        (400, 401, "within 366 days"),
        (0, 400, "at most 366 days"),
        (3, 5, "stands in for you from"),
    ],
)
def test_days_that_cannot_be_are_refused(club: Club, start: int, end: int, sentence: str) -> None:
    named(club, 0, 3)
    with pytest.raises(Refused, match=sentence):
        named(club, start, end, deputy="bob")


def test_who_may_be_named(club: Club) -> None:
    with pytest.raises(Refused, match="cannot stand in for yourself"):
        named(club, deputy="alice")
    with pytest.raises(Refused, match="who may play"):
        named(club, deputy="guest")
    with pytest.raises(Refused, match="Your role"):
        named(club, by="guest")
    row = named(club)
    with pytest.raises(Refused, match="Only the two"):
        membership.end_deputy(club, row.pk, by=member(club, "organiser"))
    membership.end_deputy(club, row.pk, by=member(club, "alice"))
    with pytest.raises(Gone):
        membership.end_deputy(club, row.pk, by=member(club, "alice"))
    told = [each.sentence for each in clubs.record_entries(club.memberships.get(user__username="organiser"))]
    assert told[0] == "alice ended the time of jane as deputy."
    assert told[1].startswith("alice named jane as deputy from ")


def test_who_leaves_or_becomes_a_guest_is_no_deputy_any_more(club: Club, battle: Battle) -> None:
    named(club)
    membership.change_role(club, member(club, "jane").pk, "guest", by=member(club, "organiser"))
    assert not Deputy.objects.exists()
    named(club, deputy="bob")
    bob = member(club, "bob")
    membership.remove(club, bob.pk, by=bob)
    assert not Deputy.objects.exists()


def test_the_page_and_programs_name_and_end_a_deputy(client: Client, club: Club) -> None:
    alice, jane = member(club, "alice"), member(club, "jane")
    client.force_login(alice)
    address = f"/club/{club.slug}/deputies"
    sent = {"deputy": jane.pk, "start": TODAY().isoformat(), "end": (TODAY() + DAY).isoformat()}
    assert client.post(address, sent).status_code == 302
    assert "<b>jane</b> for alice" in client.get(f"/club/{club.slug}/people").content.decode()
    for wrong in ({"start": "soon"}, {"deputy": ""}, {"deputy": 10**9}):
        assert client.post(address, sent | wrong).status_code == 422
    assert client.post(f"{address}/{Deputy.objects.get().pk}/end").status_code == 302
    key = profile.make_token(alice, name="t", may_write=True, days=0)[1]
    headers = {"Authorization": f"Bearer {key}"}
    api = f"/api/v1/clubs/{club.slug}/deputies"
    body = {"deputy": "jane", "start": TODAY().isoformat(), "end": TODAY().isoformat()}
    made = Client().post(api, body, content_type="application/json", headers=headers)
    assert (made.status_code, made.json()["deputy"]) == (201, "jane")
    assert Client().get(api, headers=headers).json()["deputies"][0]["user"] == "alice"
    assert Client().delete(f"{api}/{made.json()['id']}", headers=headers).status_code == 204


def test_a_deleted_player_is_not_named_beside_the_deputy(club: Club, battle: Battle) -> None:
    named(club)
    Entry.objects.filter(battle=battle, seq=0).update(by=member(club, "jane"), by_name="jane for alice")
    deletion.delete_account(member(club, "alice"), "The old guard")
    assert Entry.objects.get(battle=battle, seq=0).by_name == "jane for The old guard"
    assert not Deputy.objects.exists()


def test_mail_goes_to_the_deputy(club: Club, battle: Battle) -> None:
    named(club)
    for name in ("alice", "jane", "bob"):
        EmailAddress.objects.create(user=member(club, name), email=f"{name}@example.org", verified=True, primary=True)
    while awaited(battle) != "a":
        play(battle, 1)
    ago = timezone.now() - AWAY - DAY
    Told.objects.filter(battle=battle).update(created=ago)
    Battle.objects.filter(pk=battle.pk).update(created=ago)
    assert remind() == 1
    assert mail.outbox[0].to == ["jane@example.org"]
    assert "You stand in for alice. It is their turn in" in mail.outbox[0].body
    Seat.objects.filter(battle=battle).update(mailed=-1, mailed_at=None)
    membership.end_deputy(club, Deputy.objects.get().pk, by=member(club, "alice"))
    assert remind() == 1
    assert mail.outbox[1].to == ["alice@example.org"]


def test_the_battle_says_for_whom_one_plays(club: Club, battle: Battle) -> None:
    named(club)
    client = Client()
    client.force_login(member(club, "jane"))
    assert "You stand in for alice." in client.get(f"/b/{battle.slug}").content.decode()
