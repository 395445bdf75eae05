"""However much is arranged between two moves, the battle can go on."""

from contextlib import suppress
from typing import Any

import pytest

from battles.models import Battle, Status
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.play.game_controls import pause, resume
from battles.services.play.invitations import give_to_computer, leave_seat, return_to_seat, take_seat
from battles.services.play.lock import Refused
from battles.services.play.verification import verify
from battles.services.view.feed import MOST_NOTICES
from tests.battles.services.steps import act, at, awaited, begun, deployed, fresh

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
    with pytest.raises(Refused, match="Play on first"):
        pause(at(battle, "b"))


def test_a_battle_that_was_paused_again_and_again_goes_on(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    until_refused(battle)
    act(battle, awaited(battle))
    assert verify(battle) == []


def test_a_seat_is_taken_back_from_the_computer_however_much_was_arranged(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    give_to_computer(at(battle, "a"), "a", "random", 0.0)
    return_to_seat(access_of(fresh(battle), alice), "a")
    give_to_computer(at(battle, "a"), "a", "random", 0.0)
    until_refused(battle)
    return_to_seat(access_of(fresh(battle), alice), "a")
    assert fresh(battle).status == Status.PLAYING
    assert verify(battle) == []


def test_somebody_who_sits_down_and_leaves_again_and_again_keeps_no_battle_from_beginning(
    alice: Any, bob: Any, charlie: Any
) -> None:
    battle = begun(alice, bob, Sitting(place="b", anyone=True), Sitting(place="umpire", anyone=True), setup=deployed())
    for _ in range(2 * MOST_NOTICES):
        try:
            take_seat(access_of(fresh(battle), charlie), "umpire")
            leave_seat(access_of(fresh(battle), charlie), "umpire")
            fresh(battle).seats.filter(place="umpire").update(anyone=True)
        except Refused:
            break
    take_seat(access_of(fresh(battle), bob), "b")
    assert fresh(battle).status == Status.PLAYING
    assert verify(battle) == []
