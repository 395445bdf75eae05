"""A law over all systems: every click is answered about the chosen unit and the place, and the unit stays chosen."""

from typing import Any, Final

import pytest

from battles.engine import registry
from battles.engine.picture import spot_key
from battles.engine.rng import Chances
from battles.models import Battle
from battles.pages.panel import Panel, panel
from battles.services.access import access_of
from battles.services.play.position import current_position
from battles.services.view.battle_view import ShownBattle
from tests.battles.services.steps import act, begun, deployed, fresh, seen_by
from tests.contract import small_mini_nap

pytestmark = pytest.mark.django_db

LONGEST: Final = 160
"""Actions of a battle."""
CHOSEN: Final = 3
"""Units chosen in each step, those that can act and others."""
STEPS: Final = {"easy_napoleonics": 7, "mini_nap": 8}
"""Least steps of a battle in which clicks are tried: questions with different actions."""

SETUPS: Final = {
    "easy_napoleonics": lambda: deployed("clash", victory_points_to_win=99, max_turns=12),
    "mini_nap": small_mini_nap.in_contact,
}


def step_of(battle: Battle, side: str) -> tuple[str, ...]:
    """The step in which a side decides: the kinds of its actions."""
    stands = current_position(battle)
    return tuple(sorted({option.kind for option in stands.system.options(stands.state, side)}))


def places(view: ShownBattle, actor: str, chances: Chances) -> list[str]:
    """An enemy, another unit of one's own, empty ground, the unit itself and a place that is not there."""
    others = [block for block in view.scene.blocks if block.key != actor and block.at]
    foes = [block.key for block in others if block.side != view.acts_as]
    own = [block.key for block in others if block.side == view.acts_as]
    ground = view.ground
    spot = spot_key((chances.below(int(ground.width)), chances.below(int(ground.height))))
    empty = [spot] if ground.open else [area.key for area in ground.areas]
    return [chances.choice(each) for each in (foes, own, empty) if each] + [actor, "nowhere"]


def check(shown: Panel, view: ShownBattle, actor: str, at: str) -> None:
    assert shown.unit == actor, f"A click at {at} dropped {actor}."
    assert shown.block is not None
    assert shown.shown or shown.reasons or shown.said, f"{actor} at {at}: no answer"
    if at == actor or shown.shown:
        return
    assert shown.place, f"{actor} at {at}: the place is not named"
    for _, refusal in shown.reasons:
        assert refusal.sentence.endswith(".")
    if shown.said:
        assert shown.block.name in shown.said, shown.said
        assert shown.place in shown.said, shown.said


def play_on(battle: Battle, side: str, chances: Chances) -> None:
    """One action at random; a step is seldom ended, and units seldom leave, while something else can be done."""
    stands = current_position(battle)
    options = stands.system.options(stands.state, side)
    busy = [option for option in options if option.kind not in ("done", "retreat", "move_stand")]
    option = chances.choice(busy if busy and chances.below(6) else options)
    act(battle, side, chances.choice(option.actions))


@pytest.mark.parametrize("key", registry.playable())
def test_every_click_is_answered_about_the_chosen_unit_and_the_place(alice: Any, bob: Any, key: str) -> None:
    battle = begun(alice, bob, setup=SETUPS[key](), system=registry.load(key))
    chances, seen = Chances(b"clicks"), set[tuple[str, ...]]()
    users = {"a": alice, "b": bob}
    for _ in range(LONGEST):
        battle = fresh(battle)
        if battle.is_over:
            break
        side = battle.awaited[0]
        step = step_of(battle, side)
        if step not in seen:
            seen.add(step)
            access, view = access_of(battle, users[side], ()), seen_by(battle, users[side])
            can = {option.actor for option in view.options}
            own = [block.key for block in view.scene.blocks if block.side == side]
            ready = [unit for unit in own if unit in can]
            for actor in dict.fromkeys([*chances.shuffled(ready)[:2], *chances.shuffled(own)[: CHOSEN - 1]][:CHOSEN]):
                for at in places(view, actor, chances):
                    check(panel(access, view, {"unit": actor, "at": at}), view, actor, at)
        play_on(battle, side, chances)
    assert len(seen) >= STEPS[key], seen
