"""Two who choose at the same time, a page shown again by the back button, and who plays both sides."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from battles.models import Battle, Entry
from battles.services.create.battle_start import Sitting
from battles.services.play.action_menu import json_of
from battles.services.play.game_controls import undo_action
from battles.services.play.lock import Stale
from battles.services.play.position import current_position
from battles.services.play.submission import last_line
from battles.services.play.verification import verify
from tests.battles.services.hidden_battles import with_cards
from tests.battles.services.steps import act, at, awaited, begun, deployed, first_action, fresh, play_until

pytestmark = pytest.mark.django_db


def actions_of(battle: Battle, side: str) -> list[Any]:
    stands = current_position(fresh(battle))
    return [action for option in stands.system.options(stands.state, side) for action in option.actions]


def test_who_chooses_at_the_same_time_is_not_held_up_by_the_choice_of_the_other(alice: Any, bob: Any) -> None:
    battle = with_cards(alice, bob, b"cards")
    shown = last_line(fresh(battle), "b")
    act(battle, "a")
    act(battle, "b", expect=shown)
    assert Entry.objects.filter(battle=battle).count() == 3
    assert verify(battle) == []


def test_who_was_told_something_has_to_look_again(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    side = play_until(battle, "activate")
    shown = last_line(fresh(battle), side)
    act(battle, side, first_action(battle, side, "activate"))
    with pytest.raises(Stale):
        act(battle, side, expect=shown)


def test_a_token_that_has_played_plays_nothing_else_and_says_so(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    side = awaited(battle)
    first, other = actions_of(battle, side)[:2]
    token = uuid4()
    entry = act(battle, side, first, token=token)
    assert act(battle, side, first, token=token, expect=-5).pk == entry.pk
    with pytest.raises(Stale):
        act(battle, side, other, token=token)
    with pytest.raises(Stale):
        undo_action(at(battle, side), side, expect=None, token=token)
    assert fresh(battle).head == entry.seq


def test_who_plays_both_sides_resigns_the_one_that_he_looks_from(alice: Any, bob: Any, client: Client) -> None:
    battle = begun(alice, bob, Sitting(place="b", user=alice), setup=deployed())
    while awaited(battle) != "b":
        act(battle, awaited(battle))
    client.force_login(alice)
    client.post(f"{battle.get_absolute_url()}/resign", {"token": uuid4()})
    assert fresh(battle).winner == "a"


def test_the_back_button_and_another_choice_is_answered_with_the_battle_as_it_stands(
    alice: Any, bob: Any, client: Client
) -> None:
    battle = begun(alice, bob, setup=deployed())
    side = awaited(battle)
    first, other = actions_of(battle, side)[:2]
    client.force_login({"a": alice, "b": bob}[side])
    token = UUID(int=7)
    sent = {"side": side, "token": token, "expect": last_line(fresh(battle), side)}
    address = f"{battle.get_absolute_url()}/act"
    assert client.post(address, {**sent, "action": json_of(first)}).status_code == 302
    answer = client.post(address, {**sent, "action": json_of(other)})
    assert answer.status_code == 409
    assert "since you last looked" in answer.content.decode()
