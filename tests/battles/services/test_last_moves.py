"""What happened on the board since one's own last action: who moved, fired, fought, was lost."""

from typing import Any

import pytest

from battles.services.view.battle_query import shown_battle
from tests.battles.services.steps import act, at, begun, deployed, first_action, fresh, hidden, play, play_until

pytestmark = pytest.mark.django_db

SORTS = {"move", "fire", "melee", "lost"}


def test_the_fire_of_the_other_side_is_shown_until_one_acts(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed("clash", victory_points_to_win=99, max_turns=12))
    side = play_until(battle, "fire")
    other = "b" if side == "a" else "a"
    action = first_action(battle, side, "fire")
    act(battle, side, action)
    (shot, *_) = [one for one in shown_battle(at(battle, other)).recent.traces if one.kind == "fire"]
    assert shot.block.key == f"unit {action.dice[0][0]}"
    stands = {block.key: block.at for block in shown_battle(at(battle, other)).scene.blocks}
    assert shot.end == stands.get(f"unit {action.target}", shot.end)


@pytest.mark.parametrize("setup", ["open", "hidden"])
def test_along_a_battle_every_sort_is_shown(alice: Any, bob: Any, setup: str) -> None:
    options = {"victory_points_to_win": 99, "max_turns": 12}
    battle = begun(alice, bob, setup=hidden() if setup == "hidden" else deployed("clash", **options))
    seen: dict[str, set[str]] = {"a": set(), "b": set()}
    step = 0
    while step < 90 and not fresh(battle).is_over and not all(kinds >= SORTS for kinds in seen.values()):
        step += 1
        play(battle, 1, seed=f"recent {step}".encode())
        for side, kinds in seen.items():
            recent = shown_battle(at(battle, side)).recent
            kinds.update(one.kind for one in recent.traces)
            kinds.update("move" for _ in recent.moves)
    assert seen["a"] | seen["b"] >= SORTS
    assert all("move" in kinds for kinds in seen.values())
