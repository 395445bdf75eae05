"""Ground that a unit may not enter: where a path ends, and units that are already in it."""

import pytest

from battles.kits.open_table.footprints import GRAINS, path, path_between
from battles.rules.mini_nap.positions import footprint, footprint_of
from battles.rules.mini_nap.terrain import cost
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, strip
from tests.rules.mini_nap.builders.table_positions import mm


@pytest.mark.rule("MNT-GEN-04", "who is in prohibited ground has no free travel in it")
def test_a_unit_in_prohibited_ground_cannot_move_through_it() -> None:
    for bottom in (-8.0, 1.0):
        state = field(guns(), features=(strip("wood", bottom, bottom + 30),))
        shape, unit = footprint(state, 0), state.units[0]
        way = path_between((unit.x, unit.y), (unit.x, unit.y + mm(6)))
        found = cost.first_barred_ground(state, unit, "redeploy", shape, way)
        assert found is not None
        assert (found[0], found[1].word) == (0, "wood")


@pytest.mark.rule("MNT-GEN-04", "a way ends at prohibited ground; not beyond it by the tolerance of a touch")
@pytest.mark.parametrize("gap", [1, 2, 3, 50])
def test_a_path_ends_before_prohibited_ground(gap: int) -> None:
    stood = field(guns(), features=(strip("wood", 1.5 + gap / 100, 30),))
    unit = stood.units[0]
    way = path_between((unit.x, unit.y), (unit.x, unit.y + mm(6)))
    found = cost.first_barred_ground(stood, unit, "redeploy", footprint(stood, 0), way)
    assert found is not None
    assert found[0] == gap - 1


@pytest.mark.rule("MNT-GEN-04", "ground that bars a unit is that which it would be in, however little")
def test_a_hundredth_of_a_centimetre_in_barred_ground_counts() -> None:
    for bottom, barred in ((0.99, True), (1, False), (1.01, False)):
        river = strip("rough_x", bottom, bottom + 10)
        state = field(foot(), features=(river,))
        shape = footprint_of(state.setup.rules, state.units[0])
        assert shape.top == mm(61) * GRAINS
        assert (cost.barred_ground_at(state, state.units[0], "move", shape) is not None) is barred


@pytest.mark.rule("MNT-GEN-04", "who stands in ground that bars it goes no step further into it")
def test_a_unit_in_a_bog_that_bars_it_moves_no_further_in() -> None:
    state = field(foot(), features=(strip("bog", -3, 6),))
    unit_, shape = state.units[0], footprint_of(state.setup.rules, state.units[0])
    found = cost.first_barred_ground(state, unit_, "move", shape, path(0, mm(4)))
    assert found is not None
    assert (found[0], found[1].rule) == (0, "MNT-BOG-01")
