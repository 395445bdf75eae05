"""However much is arranged between two moves, the battle can go on."""

from contextlib import suppress
from typing import Any

import pytest

from battles.models import Battle, Status
from battles.services.ending import pause, resume
from battles.services.locking import Refused
from battles.services.seating import come_back, give_to_computer, leave, sit_down
from battles.services.standing import standing_of
from battles.services.starting import Sitting
from battles.services.telling import MOST_NOTICES
from battles.services.verifying import verify
from tests.battles.services.verbs import act, at, awaited, begun, deployed, fresh

pytestmark = pytest.mark.django_db


def until_refused(battle: Battle) -> None:
    """Pause it and let it go on until it may be paused no more."""
    for _ in range(MOST_NOTICES // 2 - 3):
        pause(at(battle, "b"))
        resume(at(battle, "b"))
    with suppress(Refused):
        for _ in range(MOST_NOTICES):
            pause(at(battle, "b"))
            resume(at(battle, "b"))
    assert fresh(battle).status == Status.PLAYING
    with pytest.raises(Refused, match="play on first"):
        pause(at(battle, "b"))


def test_a_battle_that_was_paused_again_and_again_goes_on(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    until_refused(battle)
    act(battle, awaited(battle))
    assert verify(battle) == []


def test_a_seat_is_taken_back_from_the_computer_however_much_was_arranged(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    give_to_computer(at(battle, "a"), "a", "random", 0.0)
    come_back(standing_of(fresh(battle), alice), "a")
    give_to_computer(at(battle, "a"), "a", "random", 0.0)
    until_refused(battle)
    come_back(standing_of(fresh(battle), alice), "a")
    assert fresh(battle).status == Status.PLAYING
    assert verify(battle) == []


def test_somebody_who_sits_down_and_leaves_again_and_again_keeps_no_battle_from_beginning(
    alice: Any, bob: Any, charlie: Any
) -> None:
    battle = begun(alice, bob, Sitting(place="b", anyone=True), Sitting(place="umpire", anyone=True), setup=deployed())
    for _ in range(2 * MOST_NOTICES):
        try:
            sit_down(standing_of(fresh(battle), charlie), "umpire")
            leave(standing_of(fresh(battle), charlie), "umpire")
            fresh(battle).seats.filter(place="umpire").update(anyone=True)
        except Refused:
            break
    sit_down(standing_of(fresh(battle), bob), "b")
    assert fresh(battle).status == Status.PLAYING
    assert verify(battle) == []
