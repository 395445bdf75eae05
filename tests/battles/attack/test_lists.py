"""The lists of battles tell nobody more than the battles' own pages do."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from battles.models import Battle, Status, Told
from battles.services.create.battle_start import Sitting
from battles.services.play.game_end import pause, resign
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
