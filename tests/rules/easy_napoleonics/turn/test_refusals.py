"""Every refusal in a sentence: the code, the rule, and what, which and why."""

from itertools import product
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome, RefusalCode
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from tests.rules.easy_napoleonics.builders.positions import position, unit
from tests.rules.easy_napoleonics.builders.refused_actions import MORE_ROWS
from tests.rules.easy_napoleonics.builders.refused_moves import ROWS as FIRST_ROWS
from tests.rules.easy_napoleonics.builders.refused_moves import Row, foe, situation

ROWS = FIRST_ROWS + MORE_ROWS


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{n}-{row.code}-{row.rule}") for n, row in enumerate(ROWS)])
def test_a_refusal_says_what_which_and_why(row: Row) -> None:
    refusal = SYSTEM.refuse(situation(row), row.side, row.action)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (row.code, row.rule), refusal.sentence
    assert row.says in refusal.sentence
    assert refusal.sentence.endswith(f"({row.rule}).")
    assert refusal.sentence[0].isupper() or refusal.sentence[0].isdigit()


def test_every_code_of_a_refusal_is_used() -> None:
    assert {row.code for row in ROWS} == set(get_args(RefusalCode))


WILD: tuple[Any, ...] = (-1, -(10**30), 10**9000, 3, 9, None, "x", 1.5, (1,), [1], {"a": {}}, b"q", object())
"""Values for any part of any action."""


def test_no_value_of_any_action_is_a_surprise() -> None:
    """Whatever is asked, the answer is a refusal or None."""
    states = {
        (row.more.get("phase", "movement"), bool(row.more.get("state", {}).get("pending"))): situation(row)
        for row in ROWS
    }
    for state, kind in product(states.values(), get_args(act.AnyAction)):
        fields = kind.__struct_fields__
        for wild, place in product(WILD, range(len(fields) or 1)):
            values = [wild if n == place else n for n in range(len(fields))]
            for side in ("a", "umpire"):
                refusal = SYSTEM.refuse(state, side, kind(*values))
                assert refusal is None or refusal.sentence


@pytest.mark.parametrize("thing", [None, 7, "done", (), [], {"kind": "done"}, object(), act.Done])
def test_what_is_no_action_is_refused(thing: object) -> None:
    refusal = SYSTEM.refuse(position([unit()]), "a", thing)
    assert refusal is not None
    assert refusal.code == "malformed"


@pytest.mark.rule("EN-RULING-69", "the umpire calls time, once, where there is a limit")
def test_the_umpire_may_call_time_and_nothing_else() -> None:
    state = position([unit(), foe()])
    assert SYSTEM.refuse(state, "umpire", act.CallTime()) is None
    assert SYSTEM.refuse(state, "umpire", act.ChooseMover("a")) is not None
    ended = replace(state, outcome=Outcome(None, "draw", "EN-VP-03"))
    assert SYSTEM.refuse(ended, "umpire", act.CallTime()).code == "over"
