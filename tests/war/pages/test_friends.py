"""A campaign with friends on its pages: founded, seated, ordered, resolved from the desk; dispatches."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Campaign, CampaignInvitation, CampaignMessage, CampaignSeat, Notice
from campaign.models.war import UMPIRE
from campaign.project.worker import WorkLoop
from campaign.war.services import desk, messages, seats, turns
from campaign.war.services.access import NotYours, Refused, operator_access
from campaign.war.services.ledger import verify
from campaign.war.services.orders import OrderSheet, give, written
from tests.club.builders import club_of_roles
from tests.war.stored.campaigns import at, fresh, hold, meeting, played, state_now

pytestmark = pytest.mark.django_db


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def umpired(alice: Any, bob: Any, charlie: Any, **values: Any) -> Campaign:
    """Two forces that meet: alice is red, bob blue, charlie the umpire; alice is the owner."""
    campaign = meeting(alice, alice, bob, **values)
    CampaignSeat.objects.create(campaign=campaign, side=UMPIRE, user=charlie, name="charlie")
    return campaign


def test_a_campaign_is_founded_for_a_club_and_its_members_take_seats() -> None:
    club, people = club_of_roles()
    organiser = signed_in(people["organiser"])
    values = {"template": "evening-1815", "club": club.slug, "system": "easy_napoleonics", "interval": "24"}
    values |= {"absent": "computer", "time_zone": "Europe/London", "deadline": "2099-06-01T20:00"}
    answer = organiser.post("/campaigns/new", values, follow=True)
    campaign = Campaign.objects.get()
    assert f"A campaign of {club.name}" in answer.content.decode()
    assert campaign.deadline is not None
    assert campaign.deadline.isoformat() == "2099-06-01T19:00:00+00:00"
    assert state_now(campaign).setup.settings.absent == "computer"
    player = signed_in(people["player"])
    assert campaign.title in player.get("/campaigns/").content.decode()
    assert campaign.title in player.get(f"/club/{club.slug}/").content.decode()
    assert Client().get(f"/campaigns/{campaign.slug}").status_code == 404
    address = f"/campaigns/{campaign.slug}/people"
    assert player.post(f"{address}/take", {"side": "french"}, follow=True).status_code == 200
    assert fresh(campaign).seats.get(side="french").user == people["player"]
    guest = signed_in(people["guest"])
    assert guest.post("/campaigns/new", values).status_code == 422
    organiser.post(f"{address}/close", {"side": "anglo-allied"})
    refused = guest.post(f"{address}/take", {"side": "anglo-allied"})
    assert (refused.status_code, "needs an invitation" in refused.content.decode()) == (422, True)


def test_an_invitation_seats_one_person_and_a_guest_keeps_the_link_of_the_seat(alice: Any, bob: Any) -> None:
    campaign = played(alice, french=alice)
    owner = signed_in(alice)
    owner.post(f"/campaigns/{campaign.slug}/people/invite", {"side": "anglo-allied"})
    link = f"/campaigns/join/{CampaignInvitation.objects.get().token}"
    assert link in owner.get(f"/campaigns/{campaign.slug}/people").content.decode()
    refused = owner.post(link)
    assert (refused.status_code, "would know both" in refused.content.decode()) == (410, True)
    guest = Client()
    assert b"Take the seat" in guest.get(link).content
    guest.post(link, {"name": "Ann"})
    seat = fresh(campaign).seats.get(side="anglo-allied")
    assert (seat.name, seat.guest) == ("Ann", True)
    assert b"Your forces" in guest.get(f"/campaigns/{campaign.slug}").content
    assert signed_in(bob).get(link).status_code == 410
    phone = Client()
    phone.get(f"/campaigns/seat/{seat.token}")
    assert b"Your forces" in phone.get(f"/campaigns/{campaign.slug}").content
    guest.post(f"/campaigns/{campaign.slug}/people/leave", {"seat": seat.pk})
    assert b"Your forces" not in phone.get(f"/campaigns/{campaign.slug}").content
    assert phone.get(f"/campaigns/seat/{seat.token}").status_code == 404


def test_who_had_a_seat_knows_too_much_for_the_other_side(alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    seats.leave(at(campaign, bob), campaign.seats.get(side="blue").pk)
    seats.seat(at(campaign, alice), "red")
    with pytest.raises(Refused, match="You had a seat of the other side before"):
        seats.take(at(campaign, bob), "red")
    assert seats.take(at(campaign, bob), "blue").user == bob
    assert b"Take this seat" not in signed_in(bob).get(f"/campaigns/{campaign.slug}/people").content


@pytest.mark.rule("CM-TIME-05", "a turn is resolved when all have sent, and not before")
def test_a_turn_is_resolved_when_the_last_has_sent(alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    red, blue = signed_in(alice), signed_in(bob)
    address = f"/campaigns/{campaign.slug}"
    page = red.post(f"{address}/end-turn", {"turn": 1}, follow=True).content.decode()
    assert "Waiting for orders from bob" in page
    assert red.post(f"{address}/end-turn", {"turn": 1, "again": "1"}).status_code == 302
    blue.post(f"{address}/end-turn", {"turn": 1})
    assert fresh(campaign).status == "orders"
    red.post(f"{address}/end-turn", {"turn": 1})
    assert fresh(campaign).status == "engagements"


def test_a_paused_campaign_waits_and_its_deadline_moves(alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    due = timezone.now() + timedelta(hours=2)
    desk.change(at(campaign, alice), deadline=due)
    desk.pause(at(campaign, alice))
    Campaign.objects.update(deadline=timezone.now() - timedelta(hours=1), paused=timezone.now() - timedelta(hours=3))
    assert turns.resolve_due() == 0
    with pytest.raises(Refused, match="paused"):
        turns.resolve(at(campaign, alice), 1)
    desk.resume(at(campaign, alice))
    now = fresh(campaign).deadline
    assert now is not None
    assert timedelta(hours=1) < now - timezone.now() <= timedelta(hours=2)


def test_later_deadlines_count_from_one_that_was_extended(alice: Any, bob: Any) -> None:
    campaign = played(alice, alice, bob)
    due = timezone.now() + timedelta(hours=2)
    desk.change(at(campaign, alice), deadline=due, interval=24)
    desk.extend(at(campaign, alice), 5)
    page = signed_in(alice).get(f"/campaigns/{campaign.slug}/desk").content.decode()
    assert "Extend moves later deadlines too: each is 24 hours after the one before." in page
    turns.resolve(operator_access(fresh(campaign)), 1)
    assert fresh(campaign).deadline == due + timedelta(hours=5 + 24)


def test_the_later_of_two_tabs_says_what_it_replaces(alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    client, address = signed_in(alice), f"/campaigns/{campaign.slug}"
    client.post(f"{address}/order", {"force": "red.1", "order": "rest", "seen": ""})
    answer = client.post(f"{address}/order", {"force": "red.1", "order": "hold", "seen": ""}, follow=True)
    assert "had another order, given in another window meanwhile: Rest" in answer.content.decode()
    answer = client.post(f"{address}/order", {"force": "red.1", "order": "hold", "seen": ""}, follow=True)
    assert "had another order" not in answer.content.decode()
    values = {"force": "red.1", "order": "rest", "part": "next", "seen": ""}
    answer = client.post(f"{address}/order", values, follow=True)
    assert "Read it, then add your part." in answer.content.decode()
    assert [leg.order for row in written(at(campaign, alice)) for leg in row.value.legs] == ["hold"]


def test_an_umpire_reads_all_and_writes_for_a_player_and_the_record_says_so(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = umpired(alice, bob, charlie)
    give(at(campaign, bob), OrderSheet(orders=(hold("blue.1", works=True),)), turn=1)
    client, address = signed_in(charlie), f"/campaigns/{campaign.slug}"
    desk_page = client.get(f"{address}/desk").content.decode()
    assert "dig works" in desk_page
    client.post(f"{address}/order", {"side": "red", "force": "red.1", "order": "rest"})
    (row,) = [row for row in written(at(campaign, charlie)) if row.about == "red.1"]
    assert row.by == "charlie for alice"
    assert "charlie wrote orders for alice (Red)." in client.get(f"{address}/desk").content.decode()
    assert "wrote orders for" not in signed_in(alice).get(f"{address}/desk").content.decode()
    assert "dig works" not in signed_in(alice).get(f"{address}/desk").content.decode()
    assert b"If the turn were resolved now" in client.post(f"{address}/desk/try").content
    assert signed_in(bob).get(f"{address}/desk").status_code == 404


def test_of_two_organisers_at_once_the_second_is_told(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = umpired(alice, bob, charlie)
    version = fresh(campaign).version
    address = f"/campaigns/{campaign.slug}/desk"
    assert signed_in(charlie).post(f"{address}/pause", {"version": version}).status_code == 302
    late = signed_in(alice).post(f"{address}/resolve", {"version": version, "turn": 1})
    assert (late.status_code, "has changed since you read it" in late.content.decode()) == (409, True)


@pytest.mark.rule("CM-FIX-02", "a turn that is taken back is shown first, and not told again")
def test_a_turn_is_taken_back_from_the_desk(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = umpired(alice, bob, charlie)
    client, address = signed_in(charlie), f"/campaigns/{campaign.slug}"
    turns.resolve(at(campaign, charlie), 1)
    head = fresh(campaign).head
    assert b"Turn 1" in signed_in(alice).get(f"{address}/diary").content
    preview = client.get(f"{address}/desk/take-back", {"turn": 1})
    assert (preview.status_code, fresh(campaign).head) == (200, head)
    refused = client.post(f"{address}/desk/take-back", {"turn": 1, "do": "1"})
    assert "Say why" in refused.content.decode()
    client.post(f"{address}/desk/take-back", {"turn": 1, "do": "1", "why": "wrong orders"})
    assert fresh(campaign).status == "orders"
    assert b"in contact" not in signed_in(alice).get(f"{address}/diary").content
    unit = next(key for key, account in state_now(campaign).books.items() if account.present > 10)
    shown = client.get(f"{address}/desk/balance", {"unit": unit})
    assert b"No account changes." in shown.content
    account = state_now(campaign).books[unit]
    moved = {"unit": unit, "present": account.present - 10, "dead": 10, "why": "miscounted", "do": "1"}
    assert client.post(f"{address}/desk/balance", moved).status_code == 302
    assert state_now(campaign).books[unit].dead == 10


@pytest.mark.rule(
    "CM-CMD-01", "players of a side read messages at once where no rider is used; the umpire may hold them"
)
def test_messages_are_for_a_side_and_news_for_all(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = umpired(alice, bob, charlie)
    Campaign.objects.update(state=_without_couriers(campaign))
    client, address = signed_in(alice), f"/campaigns/{campaign.slug}/dispatches"
    client.post(f"{address}/send", {"text": "Markerwords for red"})
    message = CampaignMessage.objects.get()
    assert b"Markerwords" in client.get(address).content
    assert b"Markerwords" not in signed_in(bob).get(address).content
    assert b"Markerwords" not in Client().get(address).content
    umpire = signed_in(charlie)
    umpire.post(f"{address}/hold", {"id": message.pk})
    assert b"held by the umpire" in client.get(address).content
    with pytest.raises(NotYours):
        messages.hold(at(campaign, bob), message.pk, False)
    umpire.post(f"{address}/publish", {"text": "The Emperor has left Paris."})
    for reader in (client, signed_in(bob), Client()):
        assert b"left Paris" in reader.get(address).content
    assert b"left Paris" in Client().get(f"/campaigns/{campaign.slug}").content
    assert b"left Paris" in Client().get(f"/campaigns/{campaign.slug}/gazette").content
    assert signed_in(bob).post(f"{address}/publish", {"text": "No"}).status_code == 422
    assert client.post(f"{address}/send", {"text": " "}).status_code == 422


@pytest.mark.rule("CM-ORDER-05", "a deputy is chosen from the club by the name that others see")
def test_a_deputy_is_chosen_from_the_club(alice: Any, bob: Any, charlie: Any, django_user_model: Any) -> None:
    club, people = club_of_roles()
    for user in (alice, bob, charlie):
        club.memberships.create(user=user, role="player")
    django_user_model.objects.filter(pk=people["player"].pk).update(first_name="Marie", last_name="Dubois")
    stranger = django_user_model.objects.create(username="zoe", first_name="Secret", last_name="Name")
    campaign = umpired(alice, bob, charlie)
    Campaign.objects.update(club=club)
    client, address = signed_in(alice), f"/campaigns/{campaign.slug}/people"
    page = client.get(address).content.decode()
    choice = page.partition('name="who"><option value="">Nobody')[2].partition("</select>")[0]
    assert ">Marie Dubois</option>" in choice
    assert [name for name in ("alice", "bob", "charlie", "Secret", people["player"].username) if name in choice] == []
    seat = CampaignSeat.objects.get(campaign=campaign, side="red")
    wrong = client.post(f"{address}/deputy", {"seat": seat.pk, "who": stranger.pk})
    assert wrong.status_code == 422
    assert b"Secret" not in wrong.content
    assert client.post(f"{address}/deputy", {"seat": seat.pk, "who": "user"}).status_code == 422
    for values, deputy in (
        ({"who": people["player"].pk}, people["player"]),
        ({"who": "", "deputy": "zoe"}, stranger),
        ({"who": ""}, None),
    ):
        client.post(f"{address}/deputy", {"seat": seat.pk, **values})
        assert CampaignSeat.objects.get(pk=seat.pk).deputy == deputy
    for is_member in (True, False):
        assert (b"Marie" in signed_in(bob).get(address).content) is is_member
        club.memberships.filter(user=bob).delete()


@pytest.mark.rule("CM-CMD-01", "a player and their deputy play one commander, so no rider goes between them")
def test_a_player_and_the_deputy_write_to_each_other_at_once(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = played(alice, french=alice, allied=bob)
    seat = campaign.seats.get(side="french")
    client, address = signed_in(alice), f"/campaigns/{campaign.slug}/dispatches"
    assert b"There is nobody to write to" in client.get(address).content
    seats.name_deputy(at(campaign, alice), seat.pk, charlie)
    assert Notice.objects.filter(user=charlie, text__contains="alice named you as deputy").exists()
    assert b"You are the deputy of alice" in signed_in(charlie).get(f"/campaigns/{campaign.slug}").content
    (commander,) = messages.partners(at(campaign, alice), state_now(campaign))
    client.post(f"{address}/send", {"to": commander.id, "text": "Markerwords"})
    assert b"Markerwords" in signed_in(charlie).get(address).content
    assert b"Markerwords" not in signed_in(bob).get(address).content
    assert not Notice.objects.filter(user=bob, text__contains="message").exists()


def _without_couriers(campaign: Campaign) -> bytes:
    return bytes(fresh(campaign).state).replace(b'"use_couriers":true', b'"use_couriers":false')


def test_a_page_learns_what_changed_and_nothing_of_the_enemys_writing(alice: Any, bob: Any) -> None:
    campaign = meeting(alice, alice, bob)
    red, blue = signed_in(alice), signed_in(bob)
    since = f"/campaigns/{campaign.slug}/since"
    n = red.get(f"{since}/-1").json()["n"]
    assert red.get(f"{since}/{n}").status_code == 204
    give(at(campaign, bob), OrderSheet(orders=(hold("blue.1"),)), turn=1)
    assert red.get(f"{since}/{n}").status_code == 204
    assert blue.get(f"{since}/{n}").json()["n"] == n + 1
    give(at(campaign, alice), OrderSheet(orders=(hold("red.1"),)), turn=1)
    assert red.get(f"{since}/{n}").json()["n"] == n + 1
    desk.change(at(campaign, alice), title="Renamed")
    assert red.get(f"{since}/{n + 1}").status_code == 200
    assert red.get(f"{since}/x").status_code == 400


def test_pages_of_friends_ask_few_questions_of_the_database(
    alice: Any, bob: Any, charlie: Any, django_assert_max_num_queries: Any
) -> None:
    campaign = umpired(alice, bob, charlie)
    client = signed_in(charlie)
    for path in ("people", "desk", "dispatches"):
        with django_assert_max_num_queries(15):
            assert client.get(f"/campaigns/{campaign.slug}/{path}").status_code == 200


@pytest.mark.rule("CM-CMD-01", "a letter rides, and nobody reads it before it arrives; the umpire may change it")
def test_a_letter_is_read_when_it_arrives(alice: Any, bob: Any) -> None:
    campaign = played(alice, alice, bob)
    operator = operator_access(fresh(campaign))
    messages.write_dispatch(operator, "", "french:Marshal Ney", "Markerwords")
    dispatch = state_now(campaign).dispatches[0].id
    messages.hold_rider(operator_access(fresh(campaign)), dispatch, held=True)
    address = f"/campaigns/{campaign.slug}/dispatches"
    turns.resolve(operator_access(fresh(campaign)), 1)
    assert b"Markerwords" not in signed_in(alice).get(address).content
    messages.hold_rider(operator_access(fresh(campaign)), dispatch, text="Markerwords, changed")
    messages.hold_rider(operator_access(fresh(campaign)), dispatch, held=False)
    turns.resolve(operator_access(fresh(campaign)), 2)
    assert b"Markerwords, changed" in signed_in(alice).get(address).content
    assert b"Markerwords" not in signed_in(bob).get(address).content
    assert verify(fresh(campaign)) == []
    desk.take_turn_back(operator_access(fresh(campaign)), 2, "again")
    assert b"Markerwords" not in signed_in(alice).get(address).content


@pytest.mark.rule("CM-ORDER-05", "who has not sent orders is reminded a day before the deadline, and the deputy too")
def test_players_without_orders_are_reminded_a_day_before(alice: Any, bob: Any, charlie: Any) -> None:
    campaign = meeting(alice, alice, bob)
    CampaignSeat.objects.filter(campaign=campaign, side="blue").update(deputy=charlie)
    desk.change(at(campaign, alice), deadline=timezone.now() + timedelta(hours=30))
    assert desk.due_soon() == []
    desk.change(at(campaign, alice), deadline=timezone.now() + timedelta(hours=20), time_zone="Europe/London")
    give(at(campaign, alice), OrderSheet(), turn=1, ready=True)
    WorkLoop()._notify()
    WorkLoop()._notify()
    told = Notice.objects.filter(key__startswith="due:").order_by("user__username")
    assert [row.user for row in told] == [bob, charlie]
    assert "Your orders for turn 1 of A meeting are missing. They are due " in told[0].text
    assert "(Europe/London), in 19 hours" in told[0].text
    desk.extend(at(campaign, alice), 100)
    assert desk.due_soon() == []
