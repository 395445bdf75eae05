"""An action whose parts have wrong types is refused before any rule reads it; the sentence names the part."""

from typing import Any

import pytest

from battles.engine.core import Refusal
from battles.engine.registry import load
from battles.rules.easy_napoleonics import actions as easy
from battles.rules.mini_nap import actions as mini
from tests.engine.toy import RACE, Answer, Pick, Setup


def refusal(key: str, action: Any) -> Refusal:
    system = load(key)
    found = system.refuse(system.start(system.scenarios.load(min(system.scenarios.shipped()))), "a", action)
    assert isinstance(found, Refusal)
    return found


@pytest.mark.parametrize(
    ("key", "action", "sentence"),
    [
        ("easy_napoleonics", easy.Deploy(0, 10, None, "line"), "The “facing” of “deploy”"),  # type: ignore[arg-type]
        ("easy_napoleonics", easy.Activate(0, facing=1.0), "The “facing” of “activate”"),  # type: ignore[arg-type]
        ("easy_napoleonics", easy.Activate(0, unlimber=1), "The “unlimber” of “activate”"),  # type: ignore[arg-type]
        ("easy_napoleonics", easy.Rally(True), "The “unit” of “rally”"),
        ("easy_napoleonics", easy.Fire(0, ((1, 2, 3),)), "The “dice” of “fire”"),  # type: ignore[arg-type]
        ("mini_nap", mini.Deploy(0, 10, 10, 3_600, "line"), "The “facing” of “deploy”"),
        ("mini_nap", mini.MoveStand(0, ((1, 2.0),)), "The “points” of “move_stand”"),  # type: ignore[arg-type]
    ],
)
def test_a_part_of_a_wrong_type_is_named(key: str, action: Any, sentence: str) -> None:
    found = refusal(key, action)
    assert found.code == "malformed"
    assert found.sentence == f"{sentence} has a wrong type or is out of range."


@pytest.mark.parametrize("key", ["easy_napoleonics", "mini_nap"])
@pytest.mark.parametrize("thing", [None, 7, "done", (), [], {"kind": "done"}, object(), easy.Done, Pick(1)])
def test_what_is_no_action_of_a_system_is_refused(key: str, thing: Any) -> None:
    found = refusal(key, thing)
    assert (found.code, found.sentence) == ("malformed", "This is not an action of these rules.")


@pytest.mark.parametrize("side", [None, 1, ["a"], {}, b"a"])
def test_what_is_no_side_is_refused(side: Any) -> None:
    found = RACE.refuse(RACE.start(Setup()), side, Pick(1))
    assert found == Refusal("no_such", "", "There is no such side.")


def test_a_well_formed_action_gets_the_answer_of_the_rules() -> None:
    state = RACE.start(Setup())
    assert RACE.refuse(state, "a", Pick(3)) is None
    assert RACE.refuse(state, "a", Pick(4)).code == "out_of_range"
    assert RACE.refuse(state, "a", Answer(True)).code == "wrong_phase"
