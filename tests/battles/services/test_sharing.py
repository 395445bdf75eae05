"""Who may say what a battle is called and who may see it."""

from typing import Any

import pytest

from battles.models import Battle
from battles.services.access import access_of
from battles.services.play.invitations import rename_battle, share_battle
from battles.services.play.lock import Gone, NotYours, Refused
from battles.services.play.verification import verify
from tests.battles.services.steps import begun, deployed, fresh, seen_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return begun(alice, bob, setup=deployed())


def test_the_owner_says_who_may_see_it_and_the_players_learn_of_a_delay(
    battle: Battle, alice: Any, bob: Any, charlie: Any
) -> None:
    share_battle(access_of(battle, alice), visibility="unlisted", delay=15)
    assert seen_by(battle, bob).feed[-1].lines == (("From now on spectators are 15 minutes behind.", False),)
    assert seen_by(battle, charlie).n == -1
    share_battle(access_of(battle, alice), visibility="private", delay=15)
    with pytest.raises(Gone):
        seen_by(battle, charlie)
    rename_battle(access_of(battle, alice), " A\tnew name ")
    assert fresh(battle).title == "A new name"
    assert verify(battle) == []


def test_nobody_else_says_so_and_nothing_else_is_kept(battle: Battle, alice: Any, bob: Any) -> None:
    for call in (
        lambda: share_battle(access_of(battle, bob), visibility="public", delay=0),
        lambda: rename_battle(access_of(battle, bob), "Mine"),
    ):
        with pytest.raises(NotYours):
            call()
    for visibility, delay, field in (("secret", 0, "visibility"), ("public", -1, "delay"), ("public", 1_441, "delay")):
        with pytest.raises(Refused) as refused:
            share_battle(access_of(battle, alice), visibility=visibility, delay=delay)
        assert refused.value.field == field
    with pytest.raises(Refused, match="Enter a title"):
        rename_battle(access_of(battle, alice), "")
    assert (fresh(battle).visibility, fresh(battle).delay, fresh(battle).title) == ("unlisted", 0, "On the heights")
