"""Reuse of a precomputed field by battles on the same board."""

from msgspec.structs import replace

from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.terrain import field_like, field_of
from tests.rules.easy_napoleonics.builders.positions import position, unit


def test_a_field_is_shared_by_battles_of_equal_rules_board_and_zones() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    state = replace(state, setup=replace(state.setup, title="On a field of its own"))
    field, rules = field_of(state), state.setup.rules
    zones = tuple(force.zone for force in state.setup.forces)
    assert field_like(rules, state.board, zones) is field
    assert field_like(rules, state.board, zones[::-1]) is None
    assert field_like(Rules(rules.options, replace(rules.tables, leader_move=4)), state.board, zones) is None
    assert field_like(rules, replace(state.board, terrain=((0, "hill"),)), zones) is None
