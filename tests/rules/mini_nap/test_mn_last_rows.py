"""Rows that fit nowhere else: the end of a battle, who is gone, words of a board, levels of ground."""

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import board_text, bridges
from battles.rules.mini_nap.checking import faults
from battles.rules.mini_nap.conceiving import conceived
from battles.rules.mini_nap.setup import Setup, Table
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_board import force, recruit
from tests.rules.mini_nap.mn_fire import shooting
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, noted, plan, strip
from tests.rules.mini_nap.mn_pictures import thought


@pytest.mark.rule("MN-RULING-60", "nothing is done once a battle is over, whatever it is and whoever does it")
def test_the_battle_is_over() -> None:
    over = replace(field(foot()), outcome=Outcome("a", "no_units", "MN-RULING-60"))
    for side in "ab":
        for action in (act.Done(), act.Pass(), plan(0, act.Advance(100)), act.ChooseBrigade(0)):
            found = SYSTEM.refuse(over, side, action)
            assert found is not None
            assert (found.code, found.sentence) == ("over", "The battle is over.")
    going_on = SYSTEM.refuse(field(foot()), "b", act.Done())
    assert going_on is not None
    assert (going_on.code, going_on.sentence) == ("not_deciding", "The other side has to decide first.")


@pytest.mark.rule("MN-CHARGE-14", "nobody means a shot at who is gone")
def test_nobody_fires_at_who_is_gone() -> None:
    state = shooting(foot(), against=(foot("enemy", y=5, facing=180),))
    assert [each.kind for each in thought(conceived, state, "unit 1")] == ["fire", "fire"]
    assert thought(conceived, noted(state, 1, where="destroyed"), "unit 1") == []
    assert thought(conceived, noted(state, 0, where="destroyed"), "unit 1") == []


def test_units_in_the_rows_of_a_board() -> None:
    state = field(foot("33rd"), guns("Guns"), horse("Blues"))
    kinds = [board_text._row(state, number, unit)[2] for number, unit in enumerate(state.units[:3])]
    assert kinds == ["Veteran line infantry", "Veteran medium foot artillery", "Veteran heavy cavalry"]


@pytest.mark.rule("MNT-PLACE-10", "a kind with one height has no other, one with several has those")
@pytest.mark.parametrize(
    ("kind", "levels", "words"),
    [("village", 2, "it may have 1 (MNT-PLACE-10)"), ("wood", 3, "it may have 1 to 2 (MNT-PLACE-10)"), ("wood", 2, "")],
)
def test_levels(kind: str, levels: int, words: str) -> None:
    feature = strip(kind, 0, 7, -3.5, 3.5, levels=levels)  # type: ignore[arg-type]
    enemy = force(recruit("enemy", at=(150, 110)), name="enemy")
    setup = Setup(title="t", table=Table(features=(feature,)), forces=(force(recruit("one", at=(20, 20))), enemy))
    found = [str(each) for each in faults(setup) if "levels" in each.path]
    assert bool(found) is bool(words)
    assert all(words in each for each in found)


@pytest.mark.rule("MNT-BRIDGE-03", "nobody defends a bridge that there is not")
def test_a_bridge_that_there_is_not() -> None:
    state = field(foot())
    assert list(bridges.defenders(state, 0, state.units[0], "nowhere")) == []
