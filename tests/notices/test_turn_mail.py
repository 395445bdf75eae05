"""Mail to a player who is awaited and away: when, how often, to whom, and nothing of the battle in it."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db.models import F
from django.utils import timezone

from battles.models import Battle, Seat, Status, Told
from campaign.notices.mail import AT_ONCE, AWAY
from tests.battles.live.listener import battle_of, tell
from tests.notices.rounds import remind

pytestmark = pytest.mark.django_db
LONG_AGO = AWAY + timedelta(seconds=1)


@pytest.fixture
def reachable(alice: Any) -> Any:
    """Alice, whose address is confirmed."""
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    return alice


def waiting_for(user: Any, **more: Any) -> Battle:
    """A battle that has waited long for side a, who saw its one line."""
    battle = battle_of(user, **more)
    tell(battle, "a", "b")
    look(battle)
    let_pass(battle)
    return battle


def let_pass(battle: Battle) -> None:
    """All that happened so far was so much longer ago."""
    Told.objects.filter(battle=battle).update(created=F("created") - LONG_AGO)
    Seat.objects.filter(battle=battle).update(seen_at=F("seen_at") - LONG_AGO, mailed_at=F("mailed_at") - LONG_AGO)
    Battle.objects.filter(pk=battle.pk).update(created=F("created") - LONG_AGO)


def look(battle: Battle) -> None:
    """Side a looks at the page."""
    Seat.objects.filter(battle=battle, place="a").update(seen_at=timezone.now())


def test_one_mail_says_where_he_is_awaited_and_nothing_more(reachable: Any, settings: Any) -> None:
    settings.MUSTER_URL = "https://muster.example.org"
    battle = waiting_for(reachable, title="The\r\nbridge  & the mill")
    Told.objects.update(lines=[["The Guard advanced.", False]], phase="Movement", by_name="Bob")
    assert remind() == 1
    (sent,) = mail.outbox
    assert sent.to == [reachable.email]
    assert sent.subject == "Muster: It is your turn in The bridge & the mill"
    assert f"https://muster.example.org/b/{battle.slug}\n" in sent.body
    assert "It is your turn in The bridge & the mill." in sent.body
    for hidden in ("Guard", "Movement", "Bob"):
        assert hidden not in sent.body


def test_he_gets_one_for_each_time_that_he_is_away(reachable: Any) -> None:
    battle = waiting_for(reachable)
    assert [remind(), remind()] == [1, 0]
    tell(battle, "a")
    let_pass(battle)
    assert remind() == 0  # he has not looked since
    look(battle)
    let_pass(battle)
    assert remind() == 1
    assert remind() == 0


def test_who_came_and_left_without_deciding_is_not_told_twice_of_one_wait(reachable: Any) -> None:
    battle = waiting_for(reachable)
    assert remind() == 1
    look(battle)
    let_pass(battle)
    assert remind() == 0


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("he is there", lambda b, u: Seat.objects.filter(battle=b).update(seen_at=timezone.now())),
        ("it has only begun to wait", lambda b, u: Told.objects.filter(battle=b).update(created=timezone.now())),
        ("the other side is awaited", lambda b, u: Battle.objects.filter(pk=b.pk).update(awaited="b")),
        ("paused", lambda b, u: Battle.objects.filter(pk=b.pk).update(status=Status.PAUSED)),
        ("over", lambda b, u: Battle.objects.filter(pk=b.pk).update(status=Status.OVER)),
        ("switched off", lambda b, u: type(u.profile).objects.filter(user=u).update(mail_times={"turn": "never"})),
        ("not confirmed", lambda b, u: EmailAddress.objects.update(verified=False)),
        ("no address", lambda b, u: EmailAddress.objects.all().delete()),
        ("a guest has the seat", lambda b, u: Seat.objects.filter(battle=b).update(user=None, guest=True)),
        ("a computer has the seat", lambda b, u: Seat.objects.filter(battle=b).update(user=None, computer="random")),
        ("a computer sits in for him", lambda b, u: Seat.objects.filter(battle=b).update(computer="random")),
    ],
)
def test_no_mail_is_sent(reachable: Any, what: str, change: Any) -> None:
    battle = waiting_for(reachable)
    change(battle, reachable)
    assert remind() == 0, what
    assert mail.outbox == []


def test_who_was_never_seen_is_told_once_the_battle_has_waited(reachable: Any) -> None:
    battle = waiting_for(reachable)
    Seat.objects.filter(battle=battle).update(seen_at=None)
    assert remind() == 1


def test_a_mail_that_could_not_be_sent_is_tried_again(reachable: Any, settings: Any) -> None:
    waiting_for(reachable)
    settings.EMAIL_BACKEND = "tests.notices.refusing_mail_backend.Refusing"
    assert remind() == 0
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert remind() == 1


def test_several_turns_are_one_mail(reachable: Any) -> None:
    for _ in range(3):
        waiting_for(reachable)
    assert [remind(), remind()] == [1, 0]
    assert mail.outbox[0].subject == "Muster: 3 notices: your turn in a battle"


def test_a_round_sends_so_many_and_the_next_the_rest(django_user_model: Any) -> None:
    for number in range(AT_ONCE + 2):
        user = django_user_model.objects.create(username=f"player-{number}", email=f"{number}@example.org")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        waiting_for(user)
    assert [remind(), remind(), remind()] == [AT_ONCE, 2, 0]
