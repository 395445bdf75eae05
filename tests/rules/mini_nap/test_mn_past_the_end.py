"""Actions that name the first number that nobody has are refused, whatever goes on; so are those of the other side."""

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import deciding
from battles.rules.mini_nap.handling import now
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_walks import decisions

STEPS = 260
Case = tuple[State, str, Any]


def length(state: State, field: str) -> int:
    """How many there are of what a field of an action counts."""
    lists = {"stand": state.stands, "brigade": state.brigades, "division": state.divisions}
    return len(lists.get(field, state.units))


def forged(state: State, action: Any) -> list[Any]:
    """The action with each of its numbers, one after the other, the first that nobody has."""
    found = []
    for field in ("unit", "target", "enemy", "stand", "brigade", "division", "battery"):
        if isinstance(getattr(action, field, None), int):
            found.append(replace(action, **{field: length(state, field)}))
    move = getattr(action, "move", None)
    if isinstance(move, act.Charge | act.ExtendedCharge):
        found.append(replace(action, move=replace(move, target=len(state.units))))
    if isinstance(action, act.Suppress):
        found.append(replace(action, batteries=(len(state.units),)))
    return found


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """One action of each kind in each step or window that a short battle comes to."""
    found: dict[tuple[str, str], Case] = {}
    for state, side, options, _ in islice(decisions(3, 1), STEPS):
        for option in options:
            if option.actions:
                found.setdefault((now(state), option.kind), (state, side, option.actions[0]))
    return list(found.values())


@pytest.mark.rule("MN-SEQ-04", "only units that there are act, or are acted upon")
def test_nobody_acts_who_is_not_there(cases: list[Case]) -> None:
    assert len(cases) > 12
    for state, side, action in cases:
        assert deciding.refuse(state, side, action) is None
        for other in forged(state, action):
            refusal = deciding.refuse(state, side, other)
            assert isinstance(refusal, Refusal), other
            assert refusal.sentence.endswith((".", ")"))


@pytest.mark.rule("MN-MAN-01", "the other side may not act in one's place")
def test_nobody_acts_for_the_other_side(cases: list[Case]) -> None:
    for state, side, action in cases:
        assert deciding.refuse(state, "b" if side == "a" else "a", action) is not None
