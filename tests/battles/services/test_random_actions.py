"""Whatever people do in whatever order, the record stays whole and nobody's past changes."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from battles.engine.rng import Chances
from battles.models import Battle
from battles.services.create.battle_start import Sitting
from battles.services.play.game_controls import answer, ask_to_undo, offer_draw, pause, resume, undo_action, withdraw
from battles.services.play.invitations import accept_invitation, give_to_computer, invite, leave_seat, return_to_seat
from battles.services.play.lock import CannotAct, Gone
from battles.services.play.notes import add
from battles.services.play.position import current_position
from battles.services.play.verification import verify
from battles.services.view.battle_query import shown_battle
from tests.battles.services.steps import act, at, begun, fresh, hidden

pytestmark = pytest.mark.django_db

PLACES = ("a", "b", "umpire")


def deeds(battle: Battle, chances: Chances, people: list[Any]) -> list[Callable[[], Any]]:
    """What may be tried; to play is likelier than all else."""
    place = chances.choice(PLACES)
    side, key = chances.choice("ab"), f"{chances.choice(('draw', 'takeback'))}:{chances.choice('ab')}"
    standing = at(battle, place)
    playing = [lambda: act(battle, side, legal(battle, side, chances))] * 12
    return [
        *playing,
        lambda: undo_action(standing, side, expect=None, token=uuid4()),
        lambda: undo_action(standing, place, expect=None, token=uuid4()),
        lambda: ask_to_undo(standing, side, expect=None),
        lambda: offer_draw(standing, side, expect=None) if place == "a" else None,
        lambda: answer(standing, key, accept=key.startswith("takeback")),
        lambda: withdraw(standing, key),
        lambda: pause(standing),
        lambda: resume(standing),
        lambda: add(standing, chances.below(30), "A note.", for_all=place == "b"),
        lambda: leave_seat(standing, side),
        lambda: give_to_computer(standing, side, "random", 0.0),
        lambda: return_to_seat(standing, side),
        lambda: accept_invitation(invite(standing, side).token, chances.choice(people)),
    ]


def legal(battle: Battle, side: str, chances: Chances) -> Any:
    """An action of ``side``, or of the other where it has none."""
    stands = current_position(fresh(battle))
    options = stands.system.options(stands.state, side) or stands.system.options(stands.state, stands.awaited[0])
    return chances.choice(chances.choice(options).actions)


@pytest.mark.parametrize("seed", range(2))
def test_any_order_of_deeds_leaves_the_record_whole(
    seed: int, alice: Any, bob: Any, charlie: Any, organiser: Any
) -> None:
    battle = begun(alice, bob, Sitting(place="umpire", user=organiser), setup=hidden())
    chances = Chances(b"deeds %d" % seed)
    done, seen = 0, {}
    while done < 30 and not fresh(battle).is_over:
        try:
            chances.choice(deeds(battle, chances, [alice, bob, charlie, None]))()
            done += 1
        except (CannotAct, Gone):
            pass
        shown = shown_battle(at(battle, "umpire"))
        seen[shown.n] = (shown.seen, shown.phase, shown.turn, shown.score)
    assert verify(battle) == []
    for n, there in seen.items():
        past = shown_battle(at(battle, "umpire"), at=n)
        assert (past.seen, past.phase, past.turn, past.score) == there
