"""What strangers made and left is deleted, announced and in time, and nothing that a member has a part in."""

import threading
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
import structlog
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from battles.models import Battle, ComputerTurn, Entry, Retention, Seat, TableEntry, TableGame
from battles.pages.lookup import SEATS
from battles.services import departure
from battles.services.create.battle_start import Sitting
from campaign.accounts import deletion
from campaign.accounts.deletion import delete_abandoned
from campaign.models import Club, Membership, PrintJob
from campaign.project.worker import WorkLoop
from tests.battles.services.steps import begun

pytestmark = pytest.mark.django_db
GUESTS = (Sitting(place="a", guest=True), Sitting(place="b", computer="random"))


def days_ago(days: float) -> datetime:
    return timezone.now() - timedelta(days=days)


def battle(days: float = 31, owner: Any = None, seats: Any = GUESTS) -> Battle:
    """A battle whose last action was so many days ago."""
    row: Battle = begun(None, None, *seats, owner=owner)
    Battle.objects.filter(pk=row.pk).update(updated=days_ago(days))
    row.refresh_from_db()
    return row


def game(days: float = 31) -> TableGame:
    """A stranger's game at the table whose last note was so many days ago."""
    Client().post("/table/new", {"from": "sample:mini_nap"})
    row = TableGame.objects.latest("pk")
    TableGame.objects.filter(pk=row.pk).update(updated=days_ago(days))
    row.refresh_from_db()
    return row


@pytest.fixture
def announced() -> None:
    """The setting has been in force for long."""
    Retention.objects.create(pk=1, days=30, since=days_ago(400))


def test_what_strangers_left_goes_with_all_that_belongs_to_it(announced: None) -> None:
    left, played, noted = battle(31), battle(29), game(31)
    job = PrintJob.objects.create(title="A", subject=f"battle:{left.slug}", asked={}, file=b"%PDF")
    other = PrintJob.objects.create(title="B", subject=f"battle:{played.slug}", asked={})
    assert ComputerTurn.objects.exists() or Entry.objects.filter(battle=left).exists()
    with structlog.testing.capture_logs() as logs:
        assert delete_abandoned() == 2
    assert list(Battle.objects.all()) == [played]
    assert not TableGame.objects.exists()
    assert not Entry.objects.filter(battle_id=left.pk).exists()
    assert not Seat.objects.filter(battle_id=left.pk).exists()
    assert not TableEntry.objects.filter(game_id=noted.pk).exists()
    assert list(PrintJob.objects.all()) == [other]
    assert job.pk is not None
    told = [line for line in logs if line["event"] == "deleted abandoned games of visitors"]
    assert [(line["battles"], line["games"]) for line in told] == [(1, 1)]
    assert delete_abandoned() == 0


def test_what_a_deleted_account_left_to_guests_goes_with_its_name(announced: None, alice: Any, bob: Any) -> None:
    guests = (Sitting(place="a", user=alice), Sitting(place="b", guest=True))
    left, fought = (
        battle(owner=alice, seats=guests),
        battle(owner=alice, seats=(guests[0], Sitting(place="b", user=bob))),
    )
    clubs_own = battle(owner=alice, seats=guests)
    club = Club.objects.create(name="The club", slug="the-club")
    for user in (alice, bob):
        Membership.objects.create(club=club, user=user)
    Battle.objects.filter(pk=clubs_own.pk).update(club=club, visibility="club")
    deletion.delete_account(alice, "A former player")
    Battle.objects.update(updated=days_ago(31))
    left.refresh_from_db()
    assert departure.battle_deletion_time(left, left.seats.all()) is not None
    assert departure.battle_deletion_time(fought, fought.seats.all()) is None
    assert delete_abandoned() == 1
    assert set(Battle.objects.all()) == {fought, clubs_own}
    assert User.objects.filter(profile__former=True).count() == 1
    Battle.objects.filter(pk=clubs_own.pk).delete()
    deletion.delete_account(bob)
    Battle.objects.update(updated=days_ago(31))
    battle(owner=None)
    delete_abandoned()
    assert not Battle.objects.exists()
    assert not User.objects.filter(profile__former=True).exists()


def test_nothing_goes_in_which_a_member_has_a_part(announced: None, alice: Any, bob: Any) -> None:
    owned = battle(owner=alice)
    seated, umpired = battle(), battle()
    Seat.objects.filter(battle=seated, place="b").update(user=bob, computer="")
    Seat.objects.create(battle=umpired, place="umpire", user=bob)
    sat_in = battle()
    Seat.objects.filter(battle=sat_in, place="b").update(user=bob)
    mine, joined = game(), game()
    TableGame.objects.filter(pk=mine.pk).update(owner=alice)
    joined.keepers.add(alice)
    assert delete_abandoned() == 0
    assert set(Battle.objects.all()) == {owned, seated, umpired, sat_in}
    assert set(TableGame.objects.all()) == {mine, joined}


def test_nothing_goes_before_it_was_announced_for_so_many_days(settings: Any) -> None:
    old = battle(400)
    assert departure.battle_deletion_time(old, old.seats.all()) > days_ago(-29.9)
    worker = WorkLoop()
    worker._look()
    assert Battle.objects.filter(pk=old.pk).exists()
    assert departure.battle_deletion_time(old, old.seats.all()) > days_ago(-29.9)
    Retention.objects.update(since=days_ago(30.5))
    settings.MUSTER_KEEP_STRANGERS_DAYS = 7
    worker._look()
    assert Battle.objects.filter(pk=old.pk).exists(), "another setting begins when it is set"
    Retention.objects.update(since=days_ago(7.5))
    worker._look()
    assert not Battle.objects.exists()


def test_with_0_nothing_goes_and_no_page_says_so(settings: Any, announced: None) -> None:
    settings.MUSTER_KEEP_STRANGERS_DAYS = 0
    row = battle(400)
    WorkLoop()._look()
    assert Battle.objects.filter(pk=row.pk).exists()
    assert "will be deleted on" not in Client().get(row.get_absolute_url()).content.decode()
    settings.MUSTER_KEEP_STRANGERS_DAYS = 30
    WorkLoop()._look()
    assert Battle.objects.filter(pk=row.pk).exists(), "what was kept for ever is announced first"


def test_a_round_deletes_so_many_and_the_next_goes_on(announced: None) -> None:
    rows = [battle(40 - number) for number in range(3)]
    assert delete_abandoned(2) == 2
    assert list(Battle.objects.all()) == [rows[2]]
    assert delete_abandoned(2) == 1


def test_its_pages_say_when_it_goes(announced: None, alice: Any) -> None:
    row, at_table = battle(0), game(0)
    when = datetime(2026, 11, 23, 12, tzinfo=UTC)
    Battle.objects.update(updated=when)
    TableGame.objects.update(updated=when)
    client = Client()
    for address in (row.get_absolute_url(), f"{row.get_absolute_url()}/share"):
        text = client.get(address).content.decode()
        assert "This battle will be deleted on 23 December 2026 unless somebody continues it." in text
    Seat.objects.filter(battle=row, place="b").update(computer="")
    text = client.get(row.get_absolute_url()).content.decode()
    assert "unless somebody continues it or a member takes a seat." in text
    Battle.objects.update(status="over")
    text = client.get(row.get_absolute_url()).content.decode()
    assert "This battle will be deleted on 23 December 2026. To keep it, <a" in text
    for address in (at_table.get_absolute_url(), f"{at_table.get_absolute_url()}/share"):
        text = client.get(address).content.decode()
        unless = "unless somebody adds an entry or a member joins it."
        assert f"This game will be deleted on 23 December 2026 {unless}" in text
    Seat.objects.filter(battle=row, place="b").update(user=alice)
    at_table.keepers.add(alice)
    for address in (row.get_absolute_url(), at_table.get_absolute_url()):
        assert "will be deleted on" not in client.get(address).content.decode()


def test_playing_on_puts_it_off(announced: None) -> None:
    client = Client()
    client.post("/battles/quick", {"from": "sample:easy_napoleonics"})
    row = Battle.objects.get()
    Battle.objects.update(updated=days_ago(31))
    assert client.session[SEATS]
    assert client.post(f"{row.get_absolute_url()}/pause").status_code == 302
    assert delete_abandoned() == 0
    row.refresh_from_db()
    assert row.updated > days_ago(1)


def test_a_command_lists_and_deletes_them(announced: None) -> None:
    left = battle(31)
    out = StringIO()
    call_command("delete_abandoned", "--dry-run", stdout=out)
    assert f"battle:{left.slug}  {left.updated:%Y-%m-%d}  {left.title}" in out.getvalue()
    assert "Would be deleted: 1 game, abandoned over 30 days ago." in out.getvalue()
    assert Battle.objects.count() == 1
    call_command("delete_abandoned", stdout=out)
    assert "Games deleted: 1." in out.getvalue()
    assert not Battle.objects.exists()


def test_a_dry_run_announces_nothing(settings: Any) -> None:
    battle(400)
    call_command("delete_abandoned", "--dry-run", stdout=StringIO())
    assert not Retention.objects.exists()
    settings.MUSTER_KEEP_STRANGERS_DAYS = 0
    out = StringIO()
    call_command("delete_abandoned", stdout=out)
    assert "Nothing is deleted" in out.getvalue()


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", ["plays", "sits"])
def test_a_battle_in_which_somebody_acts_at_that_moment_is_kept(announced: None, alice: Any, deed: str) -> None:
    row = battle(31)
    held, gone = threading.Event(), []

    def delete() -> None:
        held.wait(10)
        gone.append(delete_abandoned())
        connection.close()

    thread = threading.Thread(target=delete)
    thread.start()
    with transaction.atomic():
        Battle.objects.select_for_update().get(pk=row.pk)
        held.set()
        thread.join(1)
        assert thread.is_alive(), "it waits for who holds the battle"
        if deed == "plays":
            Battle.objects.filter(pk=row.pk).update(updated=timezone.now())
        else:
            Seat.objects.filter(battle=row, place="b").update(user=alice)
    thread.join(10)
    assert gone == [0]
    assert Battle.objects.filter(pk=row.pk).exists()
