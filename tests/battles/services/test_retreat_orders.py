"""Retreats in battles of Mini-Nap: the order to go on without being asked, given by people, kept by computers."""

from typing import Any
from uuid import uuid4

import pytest

from battles.engine.core import SKIP
from battles.models import Battle, ComputerTurn, Entry, Seat
from battles.rules.mini_nap import actions as act
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.create.from_file import import_battle, read_file
from battles.services.jobs.computer_turns import claim, decide_one
from battles.services.play.game_controls import undo_action
from battles.services.play.lock import NotYours, Refused
from battles.services.play.position import current_position
from battles.services.play.submission import give, orders_of, skip, skip_orders
from battles.services.play.verification import verify
from battles.services.view.battle_query import shown_battle
from tests.battles.services.retreat_battles import FILE, asked
from tests.battles.services.steps import act as submit
from tests.battles.services.steps import at, fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return under_way(alice, bob)


def under_way(alice: Any, bob: Any) -> Battle:
    """The stored battle with dice of its own from now on."""
    return import_battle(
        read_file(FILE.read_bytes()), alice, [Sitting(place="a", user=alice), Sitting(place="b", user=bob)]
    )


def test_a_battle_by_the_second_version_goes_on_and_asks_in_the_steps_it_passed_over(battle: Battle) -> None:
    assert (battle.rules_version, asked(battle)) == (3, "fire")
    submit(battle, "b", act.Done())
    assert (asked(battle), fresh(battle).awaited) == ("end", "b")
    assert verify(fresh(battle)) == []


def test_the_order_is_offered_where_it_would_answer_and_is_followed_at_once(battle: Battle, bob: Any) -> None:
    standing = at(battle, "b")
    assert skip_orders(standing, shown_battle(standing)) == {}
    submit(battle, "b", act.Done())
    standing = at(battle, "b")
    assert skip_orders(standing, shown_battle(standing)) == {"retreats": "Do not ask me about retreats"}
    assert skip_orders(at(battle, "a"), shown_battle(at(battle, "a"))) == {}
    head = fresh(battle).head
    skip(standing, "b", "retreats")
    assert asked(battle) != "end"
    settled = Entry.objects.get(battle=battle, seq=head + 1)
    assert (settled.side, settled.by, settled.by_name) == ("b", bob, "bob, standing order")
    assert orders_of(at(battle, "b"), "b")[1] == {"retreats": SKIP}
    assert verify(fresh(battle)) == []


def test_the_other_orders_of_a_side_stay(battle: Battle) -> None:
    give(at(battle, "b"), "b", {"feint": "never"})
    skip(at(battle, "b"), "b", "retreats")
    assert Seat.objects.get(battle=battle, place="b").orders == {"feint": "never", "retreats": SKIP}
    give(at(battle, "b"), "b", {"retreats": "ask"})
    assert Seat.objects.get(battle=battle, place="b").orders == {}


@pytest.mark.parametrize(("name", "says"), [("feint", "feint"), ("flight", "no standing order flight")])
def test_only_an_order_that_goes_on_is_given_so(battle: Battle, name: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        skip(at(battle, "b"), "b", name)
    assert Seat.objects.get(battle=battle, place="b").orders == {}


def test_nobody_gives_it_for_another_side(battle: Battle, charlie: Any) -> None:
    for standing in (at(battle, "a"), access_of(fresh(battle), charlie)):
        with pytest.raises(NotYours):
            skip(standing, "b", "retreats")


def test_what_the_order_did_without_dice_is_undone_with_the_action_before_it(alice: Any, bob: Any) -> None:
    followed = filter(None, (followed_without_dice(under_way(alice, bob)) for _ in range(10)))
    last = next(entry for entry in followed if before(entry).side == "b" and before(entry).free)
    action = before(last)
    while action.by_name.endswith(", standing order") and before(action).side == "b" and before(action).free:
        action = before(action)
    undo_action(at(last.battle, "b"), "b", expect=None, token=uuid4())
    assert fresh(last.battle).stands == action.seq - 1
    assert verify(fresh(last.battle)) == []


def before(entry: Entry) -> Entry:
    return Entry.objects.get(battle=entry.battle_id, seq=entry.seq - 1)


def followed_without_dice(battle: Battle) -> Entry | None:
    """The first answer of the order that threw no dice, or None: the dice may end the battle before."""
    skip(at(battle, "b"), "b", "retreats")
    while (row := fresh(battle)).awaited:
        submit(battle, row.awaited[0], next(go_on(battle, row.awaited[0])))
        last = Entry.objects.filter(battle=battle, seq__gt=row.head).order_by("-seq")[0]
        if last.by_name.endswith(", standing order") and last.free and fresh(battle).awaited:
            return last
    return None


def go_on(battle: Battle, side: str) -> Any:
    """The plainest things that a side may do: those that are nobody's first."""
    stands = current_position(fresh(battle))
    options = sorted(stands.system.options(stands.state, side), key=lambda option: (option.seldom, option.actor != ""))
    return (action for option in options for action in option.actions)


def test_a_computer_player_goes_on_in_the_writing_of_its_last_action(alice: Any) -> None:
    sittings = [Sitting(place="a", user=alice), Sitting(place="b", computer="greedy")]
    battle = import_battle(read_file(FILE.read_bytes()), alice, sittings)
    turns = 0
    while (turn := claim("here")) is not None:
        head = fresh(battle).head
        decide_one(turn)
        turns += 1
        assert not ComputerTurn.objects.filter(state="failed").exists()
        made = list(Entry.objects.filter(battle=battle, seq__gt=head).order_by("seq"))
        assert all(entry.by_name.endswith(", standing order") for entry in made[1:])
        state, system = current_position(fresh(battle)).state, current_position(fresh(battle)).system
        if "b" in fresh(battle).awaited:
            options = system.options(state, "b")
            assert system.ui.ordered(system.secrets.view(state, "b"), "b", options, {"retreats": SKIP}) is None
    assert turns
    assert fresh(battle).awaited == "a"
    assert verify(fresh(battle)) == []
