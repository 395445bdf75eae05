"""The lists of battles tell nobody more than the battles' own pages do."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import Battle, Status, Told
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.play.game_controls import pause, resign
from battles.services.play.invitations import share_battle
from battles.services.play.notes import add
from tests.battles.pages.browser_steps import address, browser_of
from tests.battles.services.conftest import same_secrets
from tests.battles.services.hidden_battles import RALLIES
from tests.battles.services.steps import act, at, begun, deployed, first_action, fresh, hidden, play, seen_by

__all__ = ["same_secrets"]

pytestmark = pytest.mark.django_db

OWN, PUBLIC = "/battles/?whose=mine", "/battles/?whose=public"


def listed(client: Client, where: str) -> str:
    """The list itself, without the forms above it."""
    return client.get(where).content.decode().split('<ul role="list" class="armies')[1]


def hour_ago(battle: Battle) -> None:
    """As if all that was told had been told an hour ago."""
    Told.objects.filter(battle=battle).update(created=timezone.now() - timedelta(hours=1))


def test_a_hidden_action_changes_nothing_in_the_lists_of_the_others(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, setup=hidden(), visibility="public")
    play(battle, 16, RALLIES)
    other = begun(alice, bob, setup=deployed(), visibility="public")
    assert other.pk
    readers = [(browser_of(alice), OWN), (browser_of(alice), PUBLIC), (browser_of(charlie), PUBLIC)]
    before = [listed(client, where) for client, where in readers]
    act(battle, "b", first_action(battle, "b", "rally"))
    Battle.objects.filter(pk=battle.pk).update(updated=timezone.now() + timedelta(days=3))
    assert [listed(client, where) for client, where in readers] == before


def test_the_list_tells_a_spectator_who_is_behind_nothing_of_what_goes_on(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed(), visibility="public", delay=30)
    other = begun(alice, bob, setup=deployed(), visibility="public", title="Beside it")
    before = listed(browser_of(), PUBLIC)
    play(battle, 30)
    assert fresh(battle).turn > 0
    pause(at(battle, "a"))
    assert listed(browser_of(), PUBLIC) == before
    assert "Turn" not in before.split("On the heights")[1].split("</li>")[0]
    assert f"Turn {fresh(battle).turn}" in listed(browser_of(alice), OWN)
    assert fresh(other).status == Status.PLAYING


def test_once_it_is_over_the_list_tells_everybody(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed(), visibility="public", delay=30)
    resign(at(battle, "a"), "a", token=uuid4())
    assert fresh(battle).ended in listed(browser_of(), PUBLIC)


def test_a_spectator_who_is_behind_reads_no_note_that_is_newer_than_what_he_is_shown(
    alice: Any, bob: Any, charlie: Any
) -> None:
    battle = begun(alice, bob, Sitting(place="umpire"), setup=deployed(), visibility="public", delay=30)
    play(battle, 5)
    hour_ago(battle)
    add(at(battle, "a"), 0, "The bridge has just fallen.", for_all=True)
    page = browser_of(charlie).get(address(battle, "/e/0"), follow=True).content.decode()
    assert "The bridge has just fallen." not in page
    assert sum(line.notes for line in seen_by(battle, charlie).feed) == 0
    assert "The bridge has just fallen." in browser_of(bob).get(address(battle, "/e/0"), follow=True).content.decode()


@pytest.mark.parametrize(("where", "index"), [("public", "battle_visibility_listed"), ("mine", "")])
def test_lists_are_read_in_the_order_of_an_index(alice: Any, bob: Any, where: str, index: str) -> None:
    """The public list sorts nothing, however many battles there are: they stand in their order already."""
    begun(alice, bob, setup=deployed(), visibility="public")
    with CaptureQueriesContext(connection) as asked:
        browser_of(alice).get(f"/battles/?whose={where}")
    (query,) = [row["sql"] for row in asked.captured_queries if "LIMIT 31" in row["sql"]]
    if connection.vendor == "sqlite" and index:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}")
            plan = " ".join(str(row) for row in cursor.fetchall())
        assert index in plan
        assert "TEMP B-TREE" not in plan
    assert "battles_told" not in query


def test_the_stored_times_are_those_of_the_spectators_last_line(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed(), visibility="public", delay=30)
    play(battle, 12)
    pause(at(battle, "a"))
    now = fresh(battle)
    assert now.news == Told.objects.filter(battle=battle, viewer="public").order_by("-n")[0].created
    assert now.listed == now.created
    share_battle(access_of(now, alice), visibility="public", delay=0)
    now = fresh(battle)
    assert now.listed == now.news == Told.objects.filter(battle=battle, viewer="public").order_by("-n")[0].created
