"""Words for outcomes of checks, sides, totals and modifiers."""

import pytest

from battles.kits.hex.grid import grid
from battles.rules.easy_napoleonics import SYSTEM, names
from battles.rules.easy_napoleonics.names import entry, outcome_of_checks
from battles.rules.easy_napoleonics.state import Board
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


@pytest.mark.rule("EN-RULING-120", "the hexes of an arrival are named in their order, a long row of them by its ends")
@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (("0504",), "0504"),
        (("0504", "0404", "0604"), "0504, 0404 or 0604"),
        (("0504", "0404", "0604", "0304", "0704"), "0504, else 0304 to 0704"),
        (("0504", "0404", "0604", "0304", "0803"), "0504, 0404, 0604, 0304 or 0803"),
    ],
)
def test_the_hexes_of_an_arrival(labels: tuple[str, ...], words: str) -> None:
    board = Board(10, 4)
    cells = tuple(grid(10, 4).cell_of(label) for label in labels)
    assert entry(board, cells) == words
