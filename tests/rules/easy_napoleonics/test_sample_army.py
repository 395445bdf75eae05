"""Boards for two forces, the sample army, and what its units cost and are worth."""

import pytest

from battles.engine.core import SetupError
from battles.engine.hex import grid
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.sample import sample_force
from battles.rules.easy_napoleonics.scenario import edge_zone, open_setup
from battles.rules.easy_napoleonics.value import cost, worth
from tests.rules.easy_napoleonics.scenario_files import points


@pytest.mark.rule("EN-RULING-80", "side a deploys in the highest rows, side b in the lowest")
@pytest.mark.rule("EN-SETUP-08", "the zones are so deep as the options say")
@pytest.mark.rule("EN-RULING-70", "three rows of a board of 18 by 14")
@pytest.mark.rule("EN-RULING-81", "without terrain the board is open")
def test_two_forces_meet_on_an_open_board() -> None:
    setup = open_setup(sample_force("Red"), sample_force("Blue"))
    assert (setup.board.columns, setup.board.rows, setup.board.terrain) == (18, 14, ())
    south, north = ({grid(18, 14).label(cell)[2:] for cell in force.zone} for force in setup.forces)
    assert (south, north) == ({"12", "13", "14"}, {"01", "02", "03"})
    assert [len(force.zone) for force in setup.forces] == [54, 54]
    assert setup.title == "Red against Blue"


@pytest.mark.rule("EN-SETUP-08", "board and zones follow the options")
def test_board_and_zones_are_those_of_the_options() -> None:
    options = Options(board_columns=10, board_rows=9, deployment_depth=4)
    assert edge_zone("a", options) == tuple(range(50, 90))
    assert edge_zone("b", options) == tuple(range(40))


@pytest.mark.rule("AB-08", "a zone of 12 hexes has no room for 13 units")
def test_a_board_too_small_for_a_force_is_refused() -> None:
    rules = Rules(Options(board_columns=12, deployment_depth=1))
    with pytest.raises(SetupError, match=r"forces.a.zone: 13 units cannot stand in 12 hexes \(AB-08\)"):
        open_setup(sample_force("Red"), sample_force("Blue"), rules)


@pytest.mark.rule("EN-COST-03", "13 units and a leader")
@pytest.mark.rule("EN-EX-S6", "104 points, 30 victory points")
@pytest.mark.rule("EN-RULING-66", "the victory points are 30, not the 29 printed")
def test_the_sample_army_costs_104_and_is_worth_30() -> None:
    force = sample_force("Red", "france", leaders=("Ney",))
    assert len(force.units) == 13
    assert points(open_setup(force, force)) == [104, 104]
    assert sum(unit.worth for unit in force.units) + tables.LEADER_VICTORY_POINTS == 30
    assert {unit.nation for unit in force.units} == {"france"}
    assert [leader.name for leader in force.leaders] == ["Ney"]
    assert (force.units[0].name, force.units[8].name) == ("Seasoned infantry 1", "Elite infantry")


@pytest.mark.rule("EN-OPT-11", "as many leaders as the options say, numbered where they have no name")
def test_the_sample_army_has_the_leaders_of_the_options() -> None:
    force = sample_force("Red", leaders=("Ney",), rules=Rules(Options(leaders_per_side=3)))
    assert [leader.name for leader in force.leaders] == ["Ney", "Leader 2", "Leader 3"]


@pytest.mark.rule("EN-RULING-54", "armor costs its surcharge for each stand and adds no victory points")
def test_armor_costs_its_surcharge() -> None:
    plain = cost("heavy_cavalry", "elite")
    assert (plain, cost("heavy_cavalry", "elite", True)) == (14, 14)
    assert cost("heavy_cavalry", "elite", True, surcharge=3) == plain + 6


@pytest.mark.rule("EN-RULING-64", "by grade and kind, never under 1; three for any cavalry and guns in flat3")
@pytest.mark.parametrize(
    ("kind", "grade", "graded", "flat"),
    [
        ("infantry", "militia", 1, 1),
        ("infantry", "old_guard", 5, 5),
        ("light_cavalry", "militia", 1, 3),
        ("heavy_cavalry", "guard", 6, 3),
        ("field_artillery", "militia", 1, 3),
        ("horse_artillery", "elite", 4, 3),
    ],
)
def test_what_a_unit_is_worth(kind: tables.Kind, grade: tables.Grade, graded: int, flat: int) -> None:
    assert (worth(kind, grade), worth(kind, grade, "flat3")) == (graded, flat)
