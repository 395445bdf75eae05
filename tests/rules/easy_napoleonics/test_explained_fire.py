"""Why a unit may not fire, by the rules and not by the lists: hills between, and fire after a change and a move."""

import pytest

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Fire
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.refusing import explain
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.acting import fires
from tests.rules.easy_napoleonics.board import position, unit


def agreed(state: State, action: Fire) -> bool:
    """Whether a mission is legal, by the lists and by the rules alike."""
    why = explain(field_of(state), state, "a", action)
    assert (SYSTEM.refuse(state, "a", action) is None) == (why is None) == (action.dice in fires(state).get(1, []))
    return why is None


@pytest.mark.rule("EN-ART-12", "a hill blocks unless the firer or the target stands on one")
@pytest.mark.rule("EN-RULING-50", "or always, or never")
@pytest.mark.parametrize(
    ("sight", "hills", "clear"),
    [
        ("either_end", "between", False),
        ("either_end", "between firer", True),
        ("either_end", "between target", True),
        ("either_end", "between firer target", True),
        ("always_block", "between", False),
        ("always_block", "between firer", False),
        ("always_block", "between firer target", False),
        ("never_block", "between", True),
        ("never_block", "between firer", True),
    ],
)
def test_a_hill_between(sight: str, hills: str, clear: bool) -> None:
    places = {"firer": (0, 0), "between": (1, -2), "target": (2, -4)}
    units = [unit("a", places["firer"], kind="field_artillery"), unit("b", places["target"], facing=3)]
    terrain = {places[name]: "hill" for name in hills.split()}
    state = position(units, phase="artillery", terrain=terrain, hill_sight=sight)
    assert agreed(state, Fire(1, ((0, 2),))) == clear


@pytest.mark.rule("EN-RULING-49", "what blocks sight is what the option names")
@pytest.mark.parametrize(("kind", "clear"), [("woods", False), ("settlement", True), ("hill", True), ("stream", True)])
def test_only_terrain_that_the_option_names_blocks(kind: str, clear: bool) -> None:
    units = [unit("a", (0, 0), kind="field_artillery"), unit("b", (2, -4), facing=3)]
    state = position(units, phase="artillery", terrain={(1, -2): kind}, blocking_terrain=("woods",))
    assert agreed(state, Fire(1, ((0, 2),))) == clear


@pytest.mark.rule("EN-ACTION-05", "infantry with no action left does not fire")
@pytest.mark.rule("EN-RULING-19", "unless the option lets it fire after a change and a move, and only after both")
@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize(
    ("facts", "both"),
    [
        ({"reformed": True, "moved": "move"}, True),
        ({"reformed": True, "moved": "sidestep"}, True),
        ({"reformed": True}, False),
        ({"moved": "move"}, False),
        ({}, False),
    ],
)
def test_fire_without_an_action(facts: dict[str, object], both: bool, late: bool) -> None:
    units = [unit("a", (0, 0), used=2, **facts), unit("b", (0, -1), facing=3)]
    state = position(units, phase="musketry", musketry_after_change_and_move=late)
    assert agreed(state, Fire(1, ((0, 2),))) == (both and late)


@pytest.mark.rule("EN-RULING-19", "the option is for infantry and not for guns")
def test_guns_do_not_fire_without_an_action() -> None:
    guns = unit("a", (0, 0), kind="field_artillery", used=2, reformed=True, moved="move")
    state = position([guns, unit("b", (0, -1), facing=3)], phase="artillery", musketry_after_change_and_move=True)
    assert not agreed(state, Fire(1, ((0, 3),)))
    ready = unit("a", (0, 0), kind="field_artillery", used=1, reformed=True)
    state = position([ready, unit("b", (0, -1), facing=3)], phase="artillery")
    assert agreed(state, Fire(1, ((0, 3),)))


@pytest.mark.rule("EN-RULING-02", "by_firer: each battery fires on its own, and may")
@pytest.mark.parametrize(("pooling", "together"), [("by_target", True), ("by_firer", False)])
def test_batteries_fire_together_or_each_on_its_own(pooling: str, together: bool) -> None:
    guns = [unit("a", place, kind="field_artillery") for place in ((0, 0), (1, 0))]
    state = position([guns[0], unit("b", (1, -5), facing=3), guns[1]], phase="artillery", fire_pooling=pooling)
    assert agreed(state, Fire(1, ((0, 2),)))
    assert agreed(state, Fire(1, ((2, 2),)))
    assert agreed(state, Fire(1, ((0, 2), (2, 2)))) == together
