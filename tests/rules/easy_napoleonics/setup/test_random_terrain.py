"""Random terrain (EN-SETUP-06)."""

from collections import Counter

import pytest

from battles.engine.dice import ScriptedDice, SeededDice
from battles.kits.hex.grid import grid
from battles.rules.easy_napoleonics.rules import DEFAULTS, Options, Rules
from battles.rules.easy_napoleonics.setup import scatter
from battles.rules.easy_napoleonics.state import Board

FOUR = Board(4, 4)
USUAL = Board(18, 14)


def seeded(seed: int) -> SeededDice:
    return SeededDice(b"terrain", seed)


@pytest.mark.rule("EN-SETUP-06", "a D6 for woods, one for hills, one for settlements, in this order")
@pytest.mark.rule("EN-EX-S4", "1 to 6 of each")
@pytest.mark.rule("EN-SETUP-03", "the die for the numbers is a D6")
def test_there_are_as_many_of_each_as_their_die_shows() -> None:
    dice = ScriptedDice([1, 6, 2, *[1] * 9])
    found = Counter(terrain for _, terrain in scatter(dice, USUAL, DEFAULTS))
    assert found == {"woods": 1, "hill": 6, "settlement": 2}
    assert [(roll.why, roll.sides) for roll in dice.rolls[:4]] == [("EN-SETUP-06", 6)] * 3 + [("EN-RULING-70", 252)]


@pytest.mark.rule("EN-RULING-70", "the face is the place among the hexes still empty, in the order of cells")
def test_a_place_is_counted_among_the_empty_hexes() -> None:
    dice = ScriptedDice([1, 1, 1, 3, 3, 14])
    assert scatter(dice, FOUR, DEFAULTS) == ((2, "woods"), (3, "hill"), (15, "settlement"))
    assert [roll.sides for roll in dice.rolls[3:]] == [16, 15, 14]


@pytest.mark.rule("EN-SETUP-05", "a hex has at most one type: what lies there stays")
def test_terrain_that_is_there_and_forbidden_hexes_are_left_alone() -> None:
    board = Board(4, 4, ((0, "pond"),))
    dice = ScriptedDice([1, 1, 1, 1, 1, 1])
    assert scatter(dice, board, DEFAULTS, forbidden={1}) == ((2, "woods"), (3, "hill"), (4, "settlement"))
    assert [roll.sides for roll in dice.rolls[3:]] == [14, 13, 12]


@pytest.mark.rule("EN-RULING-70", "each further hex lies next to the feature")
def test_larger_features_hang_together() -> None:
    hexes = grid(4, 4)
    dice = ScriptedDice([1, 1, 1, 1, 2, 1, *[1] * 6])
    laid = dict(scatter(dice, FOUR, Rules(Options(terrain_feature_hexes=3))))
    woods = [cell for cell, terrain in laid.items() if terrain == "woods"]
    assert woods == [0, 1, 4]
    assert sorted(Counter(laid.values()).values()) == [3, 3, 3]
    assert dice.rolls[4].sides == len(hexes.around[0])


@pytest.mark.rule("EN-RULING-70", "a feature with no open hex beside it stays smaller")
def test_a_feature_shut_in_ends() -> None:
    hexes = grid(4, 4)
    forbidden = set(hexes.around[0]) | set(range(8, 16))
    dice = ScriptedDice([1, 1, 1, 1, 1, 1, 1, 1])
    laid = scatter(dice, FOUR, Rules(Options(terrain_feature_hexes=2)), forbidden)
    assert laid[0] == (0, "woods")
    assert [terrain for _, terrain in laid].count("woods") == 1


def test_a_full_board_takes_no_more_and_the_last_hex_needs_no_die() -> None:
    dice = ScriptedDice([6, 6, 6, *[1] * 15])
    assert len(scatter(dice, FOUR, DEFAULTS)) == 16
    assert dice.left == ()
    assert dice.rolls[-1].sides == 2


@pytest.mark.rule("EN-RULING-70", "uniform among the empty hexes, also where no die has so many sides")
def test_on_the_largest_board_every_hex_can_be_had() -> None:
    large = Board(60, 60)
    assert scatter(ScriptedDice([1, 1, 1, 4, 599, 1, 1, 1, 1]), large, DEFAULTS)[-1] == (3598, "woods")
    again = ScriptedDice([1, 1, 1, 4, 601, 1, 1, 1, 1, 1, 1])
    assert scatter(again, large, DEFAULTS)[0] == (0, "woods")


@pytest.mark.rule("EN-SETUP-06", "1 to 6 of each, and no other terrain")
def test_whatever_the_dice_there_are_one_to_six_of_each() -> None:
    counts = []
    for seed in range(60):
        laid = scatter(seeded(seed), USUAL, DEFAULTS)
        counts.append(Counter(terrain for _, terrain in laid))
        assert list(laid) == sorted(laid)
    assert {name for count in counts for name in count} == {"woods", "hill", "settlement"}
    assert {count["hill"] for count in counts} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("EN-RULING-70", "one die as long as one has so many sides: a thousand")
@pytest.mark.parametrize(("columns", "sides"), [(25, [1000, 999, 998]), (26, [2, 1000, 2, 1000, 2, 1000])])
def test_a_thousand_hexes_need_one_die(columns: int, sides: list[int]) -> None:
    dice = ScriptedDice([1] * (3 + len(sides)))
    assert len(scatter(dice, Board(columns, 40), DEFAULTS)) == 3
    assert [roll.sides for roll in dice.rolls[3:]] == sides
