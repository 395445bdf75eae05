"""Notices: who gets which, when they count and when they are done, and that nothing hidden is in one."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone

from armies.services.locks import Refused
from battles.models import Battle, Note, Seat, Told
from battles.services.access import access_of
from battles.services.play import notes
from battles.services.play.reconstruction import WORDING
from campaign.accounts import deletion
from campaign.club.services import invitations, membership
from campaign.models import CampaignSeat, Club, Membership, Notice, NoticeKind, Profile
from campaign.notices import mail as notice_mail
from campaign.notices import notices, sources
from campaign.war.services import orders, seats, turns
from campaign.war.services.access import operator_access
from tests.battles.live.listener import battle_of, tell
from tests.club.builders import club_of_roles, person
from tests.war.stored.campaigns import at, fresh, played

pytestmark = pytest.mark.django_db

SECRET = "Xyzzy hides in the wood"


@pytest.fixture
def club() -> Club:
    """A club with a member in each role."""
    return club_of_roles()[0]


def member(name: str) -> User:
    return User.objects.get(username=name)


def texts(user: Any, *, unread: bool = False) -> list[str]:
    """The sentences of the user's notices, the latest first."""
    return [row.text for row in notices.notices_of(user, unread=unread)]


def reachable(user: User) -> User:
    EmailAddress.objects.create(user=user, email=f"{user.username}@example.org", verified=True, primary=True)
    return user


def earlier(**age: float) -> None:
    """All notices came so much earlier."""
    for row in Notice.objects.all():
        Notice.objects.filter(pk=row.pk).update(at=row.at - timedelta(**age))


def test_a_request_waits_for_the_organisers_until_it_is_decided(club: Club) -> None:
    invitations.ask_to_join(club, person("Dora"))
    assert texts(member("organiser")) == ["Dora asks to join Sound the Charge."]
    assert texts(member("player")) == []
    membership.change_role(club, member("umpire").pk, "organiser", by=member("organiser"))
    assert "Dora asks to join Sound the Charge." in texts(member("umpire"))
    membership.change_role(club, member("umpire").pk, "umpire", by=member("organiser"))
    assert "Dora asks to join Sound the Charge." not in texts(member("umpire"))
    invitations.decide_request(club, member("Dora").pk, by=member("organiser"), accept=True, role="player")
    assert texts(member("organiser")) == []
    assert texts(member("Dora")) == [
        "organiser accepted your request to join Sound the Charge. You are a player there."
    ]


def test_an_offer_waits_for_who_is_asked_and_its_answer_for_who_asked(club: Club) -> None:
    organiser, player = member("organiser"), member("player")
    membership.offer(club, player.pk, by=organiser)
    assert texts(player) == ["organiser asks you to take Sound the Charge over."]
    membership.answer_offer(club, by=player, accept=False)
    assert (texts(player), texts(organiser)) == ([], ["player declined to take Sound the Charge over."])
    membership.offer(club, player.pk, by=organiser)
    membership.answer_offer(club, by=player, accept=True)
    assert texts(organiser) == ["player took Sound the Charge over. You are a player there now."]


def test_roles_removals_and_deputies_are_told_to_whom_they_concern(club: Club) -> None:
    organiser, player = member("organiser"), member("player")
    membership.change_role(club, player.pk, "umpire", by=organiser)
    today = timezone.localdate()
    membership.name_deputy(club, player.pk, today, today, by=organiser)
    membership.remove(club, player.pk, by=organiser)
    assert [text.partition(" from")[0] for text in texts(player)] == [
        "organiser removed you",
        "organiser asks you to stand in for them",
        "organiser changed your role in Sound the Charge",
    ]
    assert texts(organiser) == []


def waiting(user: Any, **more: Any) -> Battle:
    """A battle that waits for side a, whom one line was told."""
    battle = battle_of(user, **more)
    tell(battle, "a", "b")
    Told.objects.filter(battle=battle).update(lines=[[SECRET, False]], phase=SECRET)
    return battle


def test_a_turn_counts_until_it_was_seen_or_played(alice: User) -> None:
    battle = waiting(alice)
    assert [sources.refresh_turns(), sources.refresh_turns()] == [1, 0]
    assert texts(alice, unread=True) == ["It is your turn in The bridge."]
    Seat.objects.filter(battle=battle, place="a").update(seen=0)
    assert (texts(alice), texts(alice, unread=True)) == (["It is your turn in The bridge."], [])
    tell(battle, "a")
    sources.refresh_turns(alice)
    assert len(texts(alice, unread=True)) == 1
    Battle.objects.filter(pk=battle.pk).update(awaited="b")
    assert texts(alice) == []


def test_a_turn_that_was_marked_as_read_counts_again_when_the_battle_goes_on(alice: User) -> None:
    battle = waiting(alice)
    sources.refresh_turns()
    assert notices.mark_read(alice) == 1
    assert (len(texts(alice)), texts(alice, unread=True), sources.refresh_turns()) == (1, [], 0)
    tell(battle, "a")
    sources.refresh_turns()
    assert len(texts(alice, unread=True)) == 1


def test_a_comment_is_told_to_who_may_read_it_and_not_what_it_says(alice: User, bob: User) -> None:
    battle = battle_of(alice, bob, wording=WORDING)
    umpire = person("Vera")
    Seat.objects.create(battle=battle, place="umpire", user=umpire, name="Vera")
    tell(battle, "a", "b", "umpire")
    notes.add(access_of(battle, umpire), 0, SECRET, for_all=False)
    assert (texts(alice), texts(bob), texts(umpire)) == ([], [], [])
    notes.add(access_of(battle, umpire), 0, SECRET, for_all=True)
    assert texts(alice) == texts(bob) == ["Vera wrote a comment in The bridge."]
    Notice.objects.all().delete()
    notes.add(access_of(battle, alice), 0, SECRET, for_all=False)
    assert (len(texts(umpire)), texts(bob)) == (1, [])  # an umpire reads all
    assert Note.objects.count() == 3


def test_the_count_is_in_the_head_of_every_page_without_a_query_of_its_own(
    client: Client, alice: User, django_assert_num_queries: Any
) -> None:
    client.force_login(alice)
    client.get("/rules/")
    with django_assert_num_queries(3):
        page = client.get("/rules/").content.decode()
    assert 'class="count"' not in page
    for number in range(120):
        notices.tell([alice.pk], NoticeKind.CLUB, f"test:{number}", SECRET, "/")
    with django_assert_num_queries(3):
        page = client.get("/rules/").content.decode()
    assert '<span class="count">99+<span class="sr"> new</span></span>' in page
    assert SECRET not in page


def test_the_page_lists_new_ones_first_and_asks_the_same_for_many(
    client: Client, alice: User, django_assert_num_queries: Any
) -> None:
    client.force_login(alice)
    notices.tell([alice.pk], NoticeKind.CLUB, "new", "<b>New</b>", "/club/")
    notices.tell([alice.pk], NoticeKind.CLUB, "old", "Old", "/club/")
    notices.mark_read(alice, [Notice.objects.get(key="old").pk])
    client.get("/notices/")
    with django_assert_num_queries(9):
        page = client.get("/notices/").content.decode()
    assert page.index("&lt;b&gt;New&lt;/b&gt;") < page.index(">Old<")
    for number in range(60):
        notices.tell([alice.pk], NoticeKind.CLUB, f"test:{number}", f"Notice {number}", "/")
    with django_assert_num_queries(9):
        assert 'rel="next"' in client.get("/notices/").content.decode()
    row = Notice.objects.get(key="new")
    assert client.get(f"/notices/{row.pk}/open")["Location"] == "/club/"
    assert Notice.objects.get(key="new").read is not None
    assert client.post("/notices/read").status_code == 302
    assert texts(alice, unread=True) == []


def test_a_notice_of_another_is_not_there(client: Client, alice: User, bob: User) -> None:
    notices.tell([alice.pk], NoticeKind.CLUB, "x", SECRET, "/club/")
    row = Notice.objects.get()
    assert client.get(f"/notices/{row.pk}/open")["Location"].startswith("/accounts/login/")
    client.force_login(bob)
    assert client.get(f"/notices/{row.pk}/open").status_code == 404
    client.post("/notices/read")
    assert Notice.objects.get().read is None


def test_a_deleted_account_is_in_no_notice(club: Club) -> None:
    dora = person("Dora")
    invitations.ask_to_join(club, dora)
    today = timezone.localdate()
    membership.name_deputy(club, member("umpire").pk, today, today, by=member("player"))
    deletion.delete_account(member("player"), "Somebody")
    deletion.delete_account(dora, "Somebody")
    assert list(Notice.objects.values_list("text", flat=True)) == []


def test_mail_at_once_waits_two_minutes_and_is_sent_once_until_it_was_read(club: Club) -> None:
    organiser = reachable(member("organiser"))
    invitations.ask_to_join(club, person("Dora"), SECRET)
    assert notice_mail.send_due() == 0
    earlier(minutes=3)
    assert [notice_mail.send_due(), notice_mail.send_due()] == [1, 0]
    (sent,) = mail.outbox
    assert sent.subject == "Muster: Dora asks to join Sound the Charge"
    assert sent.to == ["organiser@example.org"]
    assert SECRET not in str(sent.message())
    notices.mark_read(organiser)
    assert notice_mail.send_due() == 0


def test_daily_mail_has_all_kinds_in_one_and_comes_once_a_day(club: Club, settings: Any) -> None:
    settings.MUSTER_URL = "https://muster.example.org"
    player = reachable(member("player"))
    notices.choose_mail(player, {"turn": "daily"})
    membership.change_role(club, player.pk, "umpire", by=member("organiser"))
    waiting(player)
    sources.refresh_turns()
    earlier(hours=1)
    Battle.objects.update(created=timezone.now() - timedelta(hours=1))
    morning = (timezone.now() + timedelta(days=1)).replace(hour=9, minute=0)
    assert notice_mail.send_due(morning.replace(hour=5)) == 0
    assert notice_mail.send_due(morning) == 1
    (sent,) = mail.outbox
    assert sent.subject == "Muster: 2 notices of today"
    assert "It is your turn in The bridge." in sent.body
    assert "changed your role in Sound the Charge" in sent.body
    assert SECRET not in sent.body
    notices.tell([player.pk], NoticeKind.CLUB, "more", "More", "/", at=morning)
    assert notice_mail.send_due(morning + timedelta(hours=3)) == 0
    assert notice_mail.send_due(morning + timedelta(hours=24)) == 1


@pytest.mark.parametrize("kind", ["club", "daily"])
def test_the_link_of_a_mail_stops_it_without_signing_in(kind: str, settings: Any, alice: User) -> None:
    settings.MUSTER_URL = "https://muster.example.org"
    reachable(alice)
    notices.choose_mail(alice, {"club": "daily" if kind == "daily" else "once"})
    notices.tell([alice.pk], NoticeKind.CLUB, "x", "Hello.", "/", at=timezone.now() - timedelta(days=1))
    assert notice_mail.send_due((timezone.now() + timedelta(days=1)).replace(hour=12)) == 1
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].strip("<>").removeprefix("https://muster.example.org")
    assert link in mail.outbox[0].body
    stranger = Client(enforce_csrf_checks=True)
    assert "Stop this mail?" in stranger.get(link).content.decode()
    assert notices.mail_choices(Profile.objects.get(user=alice))["club"] != "never"
    answer = stranger.post(link, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, "You get no more of this mail" in answer.content.decode()) == (200, True)
    chosen = notices.mail_choices(Profile.objects.get(user=alice))
    assert (chosen["club"], chosen["turn"]) == ("never", "once")
    assert (chosen["umpire"] == "never") == (kind == "daily")


@pytest.mark.parametrize("change", [lambda t: t[:-1], lambda t: t.replace("club", "turn"), lambda t: "1:club"])
def test_a_changed_link_stops_nothing(alice: User, change: Any) -> None:
    address = notice_mail.stop_address(alice, "club")
    head, _, token = address.rpartition("/")
    assert Client().post(f"{head}/{change(token)}").status_code == 404
    assert notices.mail_choices(Profile.objects.get(user=alice))["club"] == "daily"


def test_mail_is_chosen_on_the_page_and_nonsense_is_refused(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post("/notices/mail", {"turn": "never", "club": "once"})
    chosen = notices.mail_choices(Profile.objects.get(user=alice))
    assert (chosen["turn"], chosen["club"], chosen["orders"]) == ("never", "once", "once")
    page = client.post("/notices/mail", {"turn": "hourly"}, follow=True).content.decode()
    assert "Mail is sent once, daily or never, not “hourly”." in page
    with pytest.raises(Refused):
        notices.choose_mail(alice, {"weather": "once"})


def test_old_notices_go(alice: User) -> None:
    for number in range(notices.MOST_KEPT + 5):
        notices.tell([alice.pk], NoticeKind.CLUB, f"test:{number}", "x", "/")
    notices.tell([alice.pk], NoticeKind.CLUB, "old", "x", "/")
    Notice.objects.filter(key="old").update(read=timezone.now() - notices.KEPT_FOR - timedelta(days=1))
    assert notices.delete_old() == 6
    assert Notice.objects.filter(user=alice).count() == notices.MOST_KEPT


def test_the_api_reads_marks_and_chooses(client: Client, alice: User) -> None:
    waiting(alice)
    client.force_login(alice)
    read = client.get("/api/v1/account/notices").json()
    assert (read["unread"], read["notices"][0]["kind"]) == (1, "turn")
    assert SECRET not in str(read)
    body = {"ids": [read["notices"][0]["id"]]}
    assert client.post("/api/v1/account/notices", body, content_type="application/json").json() == {"marked": 1}
    assert client.get("/api/v1/account/notices?unread=true").json() == {"unread": 0, "notices": []}
    chosen = client.patch("/api/v1/account/mail", {"turn": "daily"}, content_type="application/json").json()
    assert (chosen["turn"], client.get("/api/v1/account/mail").json()) == ("daily", chosen)
    assert client.patch("/api/v1/account/mail", {"turn": "x"}, content_type="application/json").status_code == 422


def test_a_member_of_the_demo_club_gets_no_mail(client: Client) -> None:
    shared = User.objects.create_user("guide")
    demo = Club.objects.create(name="Demo", slug="demo", demo=True)
    Membership.objects.create(club=demo, user=shared)
    with pytest.raises(Refused, match="visitors share"):
        notices.choose_mail(shared, {"turn": "once"})


def test_a_campaign_says_that_orders_are_due_and_that_a_turn_is_resolved(alice: User, bob: User) -> None:
    campaign = played(alice, french=alice, title="The evening")
    seats.seat(at(campaign, alice), "anglo-allied", user=bob)
    assert texts(bob) == [
        "The evening waits for your orders for turn 1.",
        "alice gave you a seat in the campaign The evening: you command Anglo-allied I Corps and reserve.",
    ]
    campaign.deadline = timezone.now() + timedelta(hours=5)
    campaign.save(update_fields=["deadline"])
    assert notices.notices_of(bob)[0].due == campaign.deadline
    orders.give(at(campaign, bob), orders.OrderSheet(), turn=1, ready=True)
    assert [text for text in texts(bob) if "orders" in text] == []
    turns.resolve(operator_access(fresh(campaign)), 1)
    assert "Turn 1 of The evening is resolved." in texts(bob, unread=True)
    assert "The evening waits for your orders for turn 2." in texts(bob, unread=True)
    assert SECRET not in str(list(Notice.objects.values_list("text", "address")))
    CampaignSeat.objects.filter(user=bob).delete()
    assert [text for text in texts(bob) if "turn 2" in text] == []
