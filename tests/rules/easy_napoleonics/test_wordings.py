"""Rulings about words and about what no rule does."""

import pytest

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.tables import LEVEL_MODIFIER, LEVELS, NATION_TAGS, TERRAINS
from tests.rules.easy_napoleonics.board import listed, play, position, unit


@pytest.mark.rule("EN-RULING-05", "poor means Bad and fresh means Good: there are four levels and no other")
def test_there_are_four_levels_and_fresh_and_poor_are_two_of_them() -> None:
    assert LEVELS == ("good", "fair", "bad", "broken")
    assert [LEVEL_MODIFIER[level].value for level in ("good", "fair", "bad")] == [0, -1, -2]


@pytest.mark.rule("EN-RULING-55", "farm, village and town are one terrain, Britain is England, foot artillery is field")
def test_synonyms_are_one_thing_each() -> None:
    assert "settlement" in TERRAINS
    assert not {"village", "farm", "town"} & set(TERRAINS)
    assert "england" in NATION_TAGS
    assert "britain" not in NATION_TAGS


@pytest.mark.rule("EN-RULING-77", "no unit loses morale by moving")
def test_no_move_of_any_kind_costs_a_level() -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -6), facing=3), unit("b", (3, -6), facing=3)]
    state = position(units)
    actions = listed(state, "a", "activate")
    assert len(actions) > 50
    for action in actions:
        assert [found.level for found in play(state, "a", action).units] == ["good"] * 3
    assert SYSTEM.outcome(state) is None
