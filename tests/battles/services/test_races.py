"""Two people, or one with two tabs, act in the same moment: one entry, and a clear answer to the other."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from battles.models import Battle, Entry
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.play.game_controls import resign, undo_action
from battles.services.play.invitations import accept_invitation, invite
from battles.services.play.lock import CannotAct
from battles.services.play.submission import last_line, submit
from battles.services.play.verification import verify
from tests.battles.services.steps import (
    SYSTEM,
    act,
    at,
    awaited,
    begun,
    deployed,
    first_action,
    fresh,
    play,
    play_until,
)
from tests.battles.services.threads import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return begun(alice, bob, setup=deployed())


def acting(battle: Battle, side: str, token: UUID) -> Callable[[], Entry]:
    """A submit that is ready to go: looked before, acts now."""
    action, standing = first_action(battle, side), at(battle, side)
    expect = last_line(standing.battle, standing.viewer)
    return lambda: submit(standing, side, action, expect=expect, token=token)


def test_the_same_token_from_eight_tabs_is_one_entry(battle: Battle) -> None:
    side, token = awaited(battle), uuid4()
    found = together(*(acting(battle, side, token) for _ in range(8)))
    assert len({entry.pk for entry in found}) == 1
    assert fresh(battle).head == 1
    assert verify(battle) == []


def test_eight_tabs_with_tokens_of_their_own_are_one_entry_and_seven_stale(battle: Battle) -> None:
    for turn in range(1, 4):
        side = awaited(battle)
        found = together(*(acting(battle, side, uuid4()) for _ in range(8)))
        assert sum(isinstance(one, Entry) for one in found) == 1
        assert sorted(one.code for one in found if isinstance(one, CannotAct)) == ["stale"] * 7
        assert fresh(battle).head == turn
    assert verify(battle) == []


def test_battles_side_by_side_do_not_wait_for_each_other_in_vain(alice: Any, bob: Any) -> None:
    battles = [begun(alice, bob, setup=deployed()) for _ in range(4)]

    def fight(battle: Battle, seed: bytes) -> Callable[[], Battle]:
        return lambda: play(battle, 12, seed)

    together(*(fight(battle, b"%d" % number) for number, battle in enumerate(battles)))
    assert [fresh(battle).head for battle in battles] == [12] * 4
    assert [verify(battle) for battle in battles] == [[]] * 4


def test_an_action_and_its_taking_back_at_once_are_each_done_or_turned_away(battle: Battle) -> None:
    side = play_until(battle, "activate")
    act(battle, side, first_action(battle, side, "activate"))
    standing = at(battle, side)
    expect = last_line(standing.battle, standing.viewer)
    head = fresh(battle).head
    found = together(
        acting(battle, side, uuid4()),
        lambda: undo_action(standing, side, expect=expect, token=uuid4()),
    )
    assert sorted(type(one).__name__ for one in found) == ["Entry", "Stale"]
    assert fresh(battle).head == head + 1
    assert verify(battle) == []


def test_both_sides_resign_at_once_and_one_has_won(battle: Battle) -> None:
    calls = [lambda side=side: resign(at(battle, side), side, token=uuid4()) for side in "ab"]
    found = together(*calls)
    assert sorted(type(one).__name__ for one in found) == ["Entry", "Over"]
    (ended,) = (one for one in found if isinstance(one, Entry))
    assert fresh(battle).winner == ("b" if ended.side == "a" else "a")
    assert verify(battle) == []


def test_two_who_take_up_one_invitation_at_once_are_one_who_sits(alice: Any, bob: Any, charlie: Any) -> None:
    battle = start(NewBattle(system=SYSTEM, setup=deployed(), title="Open", sittings=(Sitting(place="a", user=alice),)))
    token = invite(at(battle, "a"), "b").token
    found = together(lambda: accept_invitation(token, bob), lambda: accept_invitation(token, charlie))
    assert sorted(type(one).__name__ for one in found) == ["Refused", "Seat"]
    assert fresh(battle).head == 0
    assert verify(battle) == []
