"""Setting up the demo club: once, and never over a real account."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from armies.models import Army
from armies.services import army_creation
from campaign.accounts.example_clubs import seed
from campaign.models import Club, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library holds only the battle that the club's armies come from."""
    monkeypatch.setattr(army_creation, "FILES", ("quatre-bras-1815",))


def _everything() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (User, Club, Membership, Army))


def test_it_makes_a_club_of_three_with_armies() -> None:
    made = seed()
    club = Club.objects.get(demo=True)
    assert club.name == "Sound the Charge"
    assert [(m.user.username, m.role) for m in club.memberships.all()] == [
        ("alder", "organiser"),
        ("birch", "player"),
        ("cedar", "player"),
    ]
    assert not any(user.has_usable_password() for user in User.objects.all())
    assert Army.objects.filter(historical=True).count() == 2
    assert {(a.owner.username, a.name, a.visibility) for a in Army.objects.filter(historical=False)} == {
        ("birch", "Birch’s division", "public"),
        ("cedar", "Cedar’s division", "public"),
    }
    assert len(made) == 1 + 3 + 2 + 2


def test_twice_makes_nothing_twice() -> None:
    first, second = StringIO(), StringIO()
    call_command("seed_demo", stdout=first)
    before = _everything()
    call_command("seed_demo", stdout=second)
    assert _everything() == before
    assert "Organiser: Martin Alder (alder)." in first.getvalue()
    assert "nothing was created" in second.getvalue()
    assert "MUSTER_DEMO" in second.getvalue()


def test_it_can_be_done_in_silence() -> None:
    said = StringIO()
    call_command("seed_demo", verbosity=0, stdout=said)
    assert Club.objects.filter(demo=True).exists()
    assert said.getvalue() == ""


def test_a_real_account_with_that_name_is_left_alone() -> None:
    real = User.objects.create_user("birch", password="a-real-password-1815")
    Club.objects.create(name="Sound the Charge", slug="sound-the-charge")
    seed()
    real.refresh_from_db()
    assert real.check_password("a-real-password-1815")
    assert not real.memberships.exists()
    assert Membership.objects.filter(club__demo=True, user__username__startswith="birch-").count() == 1
    before = _everything()
    assert seed() == []
    assert _everything() == before
