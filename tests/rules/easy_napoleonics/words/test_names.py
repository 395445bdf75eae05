"""Words for outcomes of checks, sides, totals and modifiers."""

import pytest

from battles.rules.easy_napoleonics import SYSTEM, names
from battles.rules.easy_napoleonics.names import outcome_of_checks
from tests.rules.easy_napoleonics.builders.positions import position, unit


@pytest.mark.parametrize(
    ("checks", "failures", "words"),
    [
        (1, 0, "passed"),
        (1, 1, "failed"),
        (2, 0, "both passed"),
        (2, 2, "both failed"),
        (3, 0, "all 3 passed"),
        (3, 3, "all 3 failed"),
        (3, 1, "1 failed"),
    ],
)
def test_the_outcome_of_morale_checks_in_words(checks: int, failures: int, words: str) -> None:
    assert outcome_of_checks(checks, failures) == words


def test_a_side_has_the_name_of_its_force() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    assert [SYSTEM.text.side_name(state, side) for side in ("a", "b")] == ["A", "B"]


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (2, "2"), (-1, "−1")])
def test_a_total_has_a_minus_sign_but_no_plus_sign(value: int, text: str) -> None:
    assert names.number(value) == text


@pytest.mark.parametrize(("value", "text"), [(0, "+0"), (3, "+3"), (-2, "−2")])
def test_a_modifier_always_has_its_sign(value: int, text: str) -> None:
    assert names.signed(value) == text
