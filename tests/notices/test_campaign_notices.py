"""Notices of campaigns: results that wait for a side, letters and news; each for its readers, and without its words."""

import pytest
from django.contrib.auth.models import User

from campaign.models import Campaign, CampaignEngagement, CampaignMessage, CampaignSeat, Notice, NoticeKind
from campaign.notices import mail as notice_mail
from campaign.war.rules.state import Result, UnitLoss
from campaign.war.services import desk, engagements, messages, turns
from campaign.war.services.access import operator_access
from tests.war.stored.campaigns import at, fresh, meeting, played

pytestmark = pytest.mark.django_db

SECRET = "Xyzzy hides in the wood"
RESULT = Result(1, "red", "red", 120, (UnitLoss("blue1/brigade 1/line_infantry", 300),))
WAITS = "The result of engagement 1 of A meeting waits for you to confirm it."
DISPUTED = "The result of engagement 1 of A meeting is disputed."


def told(user: User, kind: NoticeKind) -> list[str]:
    """The sentences of the user's unread notices of a kind."""
    return list(Notice.objects.unread().filter(user=user, kind=kind).values_list("text", flat=True))


@pytest.fixture
def fight(alice: User, bob: User, charlie: User) -> Campaign:
    """Alice's reds have attacked Bob's blues; Charlie is the umpire."""
    campaign = meeting(alice, alice, bob, system="easy_napoleonics")
    CampaignSeat.objects.create(campaign=campaign, side="umpire", user=charlie)
    turns.resolve(operator_access(fresh(campaign)), 1)
    return campaign


@pytest.mark.rule("CM-ENG-07", "a proposed result waits for the side that has not confirmed it")
def test_a_result_waits_for_the_other_side_until_it_is_confirmed(
    fight: Campaign, alice: User, bob: User, charlie: User
) -> None:
    engagements.propose(at(fight, alice), 1, RESULT)
    waiting = [told(user, NoticeKind.RESULT) for user in (alice, bob, charlie)]
    assert waiting == [[], [WAITS], []]
    assert Notice.objects.get(kind="result").address == f"/campaigns/{fight.slug}/battle/1"
    Notice.objects.filter(kind="result").update(read="2026-01-01T00:00Z")
    CampaignEngagement.objects.get().save()
    assert told(bob, NoticeKind.RESULT) == []  # nothing has changed
    engagements.dispute(at(fight, bob), 1, SECRET)
    waiting = [told(user, NoticeKind.RESULT) for user in (alice, bob, charlie)]
    assert waiting == [[DISPUTED], [], [DISPUTED]]
    engagements.propose(at(fight, bob), 1, RESULT)
    waiting = [told(user, NoticeKind.RESULT) for user in (alice, bob, charlie)]
    assert waiting == [[WAITS], [], []]
    engagements.confirm(at(fight, alice), 1)
    assert [told(user, NoticeKind.RESULT) for user in (alice, bob, charlie)] == [[], [], []]
    assert not Notice.objects.filter(text__contains=SECRET).exists()


def test_a_result_that_was_undone_waits_for_nobody(fight: Campaign, alice: User, bob: User) -> None:
    engagements.propose(at(fight, alice), 1, RESULT)
    assert told(bob, NoticeKind.RESULT) == [WAITS]
    desk.take_turn_back(operator_access(fresh(fight)), 1, "again")
    assert told(bob, NoticeKind.RESULT) == []


@pytest.mark.rule("CM-CMD-01", "nobody learns of a letter before it arrives, and its reader alone does then")
def test_a_letter_is_told_to_its_reader_when_it_arrives(alice: User, bob: User, charlie: User) -> None:
    campaign = played(alice, alice, bob, title="The evening")
    messages.write_dispatch(operator_access(fresh(campaign)), "", "french:Marshal Ney", SECRET)
    assert told(alice, NoticeKind.MESSAGE) == []
    turns.resolve(operator_access(fresh(campaign)), 1)
    assert told(alice, NoticeKind.MESSAGE) == ["A letter has arrived in The evening."]
    assert told(bob, NoticeKind.MESSAGE) == []
    assert not Notice.objects.filter(text__contains="Ney").exists()
    assert not Notice.objects.filter(text__contains=SECRET).exists()
    desk.take_turn_back(operator_access(fresh(campaign)), 1, "again")
    assert told(alice, NoticeKind.MESSAGE) == []


@pytest.mark.rule("CM-CMD-01", "where no rider is used a side reads a message at once, and a held one nobody")
def test_messages_are_told_to_their_side_and_news_to_all(alice: User, bob: User, charlie: User) -> None:
    campaign = meeting(alice, alice, bob)
    CampaignSeat.objects.create(campaign=campaign, side="umpire", user=charlie)
    CampaignSeat.objects.filter(campaign=campaign, side="red").update(deputy=charlie)
    state = bytes(fresh(campaign).state).replace(b'"use_couriers":true', b'"use_couriers":false')
    Campaign.objects.update(state=state)
    messages.send(at(campaign, alice), SECRET)
    assert [told(user, NoticeKind.MESSAGE) for user in (alice, bob)] == [[], []]
    assert told(charlie, NoticeKind.MESSAGE) == ["There is a message in A meeting."]
    row = CampaignMessage.objects.get()
    umpire = operator_access(fresh(campaign))
    messages.hold(umpire, row.pk, True)
    assert told(charlie, NoticeKind.MESSAGE) == []
    messages.hold(umpire, row.pk, False)
    assert told(charlie, NoticeKind.MESSAGE) == ["There is a message in A meeting."]
    messages.publish(operator_access(fresh(campaign)), "The Emperor has left Paris.")
    for user in (alice, bob):
        assert told(user, NoticeKind.MESSAGE) == ["There is news in A meeting."]


def test_each_kind_of_a_campaign_can_be_stopped_by_its_link(alice: User) -> None:
    for kind in (NoticeKind.RESULT, NoticeKind.MESSAGE):
        assert notice_mail.stop_address(alice, kind)
