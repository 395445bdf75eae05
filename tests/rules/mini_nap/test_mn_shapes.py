"""Bases, formations and the measures between them, where other tests only use them (MN-BASE, MN-GEO, MN-FORM)."""

import pytest
from msgspec.structs import replace

from battles.engine.table import measures
from battles.engine.table.bearings import path
from battles.engine.table.footprints import SIDES
from battles.engine.table.sweeps import first_contact
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming, board, steps
from battles.rules.mini_nap.frames import Change
from battles.rules.mini_nap.kinds import formations_open
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.state import Stand
from battles.rules.mini_nap.tables import Formation
from tests.rules.mini_nap.mn_board import mm, recruit
from tests.rules.mini_nap.mn_moves import at, field, foot, go, guns, horse, light, noted, passed, plan, why


@pytest.mark.rule("MN-BASE-02", "cavalry stands are 2.5 by 4 cm, two to a unit")
@pytest.mark.rule("MN-FORM-08", "stands touch edge to edge, but a skirmish line keeps its gap")
@pytest.mark.parametrize(
    ("formation", "size"), [("line", (500, 400)), ("column", (250, 800)), ("skirmish_line", (550, 400))]
)
def test_cavalry_takes_the_ground_of_its_two_stands(formation: Formation, size: tuple[int, int]) -> None:
    rules = Rules(Options(skirmish_gap_cm=50))
    assert board.size(rules, "cavalry", formation) == size


@pytest.mark.rule("MN-BASE-04", "a Brigade stand is a circle of 2.5 cm")
@pytest.mark.rule("MN-BASE-05", "a Division stand is a circle of 2.5 cm")
@pytest.mark.rule("MN-BASE-06", "a Corps stand is a circle of 2.5 cm")
@pytest.mark.parametrize("level", ["brigade", "division", "corps"])
@pytest.mark.parametrize(("x", "y"), [(1_000, 0), (0, 1_000), (600, 800)])
def test_a_command_stand_is_a_circle(level: str, x: int, y: int) -> None:
    state = field(foot())
    here, there = (Stand(side="a", level=level, of=0, name="", x=a, y=b) for a, b in ((0, 0), (x, y)))  # type: ignore[arg-type]
    apart = measures.distance(board.stand_shape(state, here), board.stand_shape(state, there))
    assert apart == pytest.approx(1_000 - 250, abs=1)


@pytest.mark.rule("MN-BASE-07", "a unit of one strength point takes the ground of one of six")
def test_strength_changes_no_footprint() -> None:
    state = field(foot(), foot("weak", 20, points=1))
    one, other = (board.footprint(state, number) for number in (0, 1))
    assert (one.width, one.depth) == (other.width, other.depth)


CHANGES: list[tuple[Change, tuple[float, float]]] = [
    (Change(to="column", anchor="left", side="front"), (-1.25, 1)),
    (Change(to="column", anchor="left", side="rear"), (-1.25, -1)),
    (Change(to="column", anchor="right", side="rear"), (1.25, -1)),
    (Change(to="solid_square", anchor="right", side="rear"), (1.25, -1)),
]


@pytest.mark.rule("MN-GEO-03", "the stand that stays keeps its centre, half a width from that of the line")
@pytest.mark.rule("MN-RULING-14", "any stand may stay, and the other form on any side of it")
@pytest.mark.parametrize(("change", "centre"), CHANGES)
def test_the_stand_that_stays_is_where_it_was(change: Change, centre: tuple[float, float]) -> None:
    state = field(foot(type="line_infantry", formation="line"))
    made = steps.changed(state.setup.rules, state.units[0], change)
    middle = state.units[0]
    assert (made.x - middle.x, made.y - middle.y) == (mm(centre[0]), mm(centre[1]))
    assert made.facing == middle.facing


@pytest.mark.rule("MN-GEO-03", "the gap of a skirmish line belongs to its footprint")
def test_a_skirmish_line_is_a_gap_wider_than_a_line() -> None:
    state = field(light(formation="line"))
    made = steps.changed(state.setup.rules, state.units[0], Change(to="skirmish_line", anchor="left", side="right"))
    gap = state.setup.rules.options.skirmish_gap_cm
    assert made.x - state.units[0].x == gap // 2
    assert board.footprint_of(state.setup.rules, made).width == 500 + gap


@pytest.mark.rule("MN-RULING-14", "a square keeps its centre and may form up facing anywhere")
@pytest.mark.parametrize("bearing", [0, 137, 1_800, 3_599])
def test_out_of_a_square_any_bearing_is_free(bearing: int) -> None:
    state = field(foot(formation="solid_square"))
    change = Change(to="column", bearing=bearing)
    assert why(state, plan(change=change)) == ""
    made = steps.changed(state.setup.rules, state.units[0], change)
    assert (made.x, made.y, made.facing) == (state.units[0].x, state.units[0].y, bearing)


@pytest.mark.rule("MN-GEO-04", "enemies 0.05 cm apart are in contact, 0.06 cm apart they are not")
@pytest.mark.rule("MN-RULING-15", "0.05 cm between enemies")
@pytest.mark.parametrize(("apart", "touches"), [(0, True), (0.05, True), (0.06, False)])
def test_contact_has_a_tolerance(apart: float, touches: bool) -> None:
    state = field(foot(), against=(foot("enemy", 0, 2 + apart, 180),))
    assert bool(board.touched(state, 0)) is touches


@pytest.mark.rule("MN-RULING-15", "units that merely meet with their corners are not in contact, but by option")
@pytest.mark.parametrize("counts", [False, True])
def test_corner_to_corner_is_no_contact(counts: bool) -> None:
    options = Options(corner_touch_is_contact=counts)
    state = field(foot(), against=(foot("enemy", 5, 2, 180),), options=options)
    assert bool(board.touched(state, 0)) is counts


@pytest.mark.rule("MN-GEO-07", "a unit that goes straight sweeps its width and no more")
@pytest.mark.parametrize(("x", "meets"), [(0, 300), (4.9, 300), (-4.9, 300), (5.1, None), (-5.1, None)])
def test_a_straight_way_is_as_wide_as_the_unit(x: float, meets: int | None) -> None:
    state = field(foot(), foot("other", x, 5))
    met = first_contact(board.footprint(state, 0), path(0, 1_000), [board.footprint(state, 1)])
    assert (met.travel if met else None) == meets


@pytest.mark.rule("MN-GEO-10", "nothing is swept in an about-face, and the footprint stays")
def test_an_about_face_needs_no_room() -> None:
    state = field(foot(), foot("left", -5, 0), foot("right", 5, 0))
    assert why(state, plan(pivot=90)) == "MN-TURN-02"
    assert why(state, plan(about=True)) == ""
    after = go(state, plan(about=True)).state
    assert after.units[0].facing == 1_800
    assert set(board.footprint(after, 0).corners) == set(board.footprint(state, 0).corners)


@pytest.mark.rule("MN-FORM-02", "infantry and cavalry form column, irregular cavalry does not")
@pytest.mark.rule("MN-FORM-06", "artillery is always a battery, and nobody else is one")
def test_who_forms_column_and_who_is_a_battery() -> None:
    irregular = recruit("Cossacks", "light_cavalry", irregular=True, nation="russian", formation="skirmish_line")
    assert "column" not in formations_open(irregular)
    for unit in (foot(), light(), horse(), horse(type="light_cavalry", lancer=True)):
        assert "column" in formations_open(unit)
        assert "battery" not in formations_open(unit)
    assert formations_open(guns()) == ("battery",)


@pytest.mark.rule("MN-FORM-04", "nobody is put down in an emergency square")
def test_an_emergency_square_is_formed_by_reaction_only() -> None:
    state = field(foot())
    waiting = replace(noted(state, 0, where="waiting"), step="deployment", turn=0)
    action = act.Deploy(0, mm(90), mm(10), 0, "emergency_square")
    assert why(waiting, replace(action, formation="column")) == ""
    assert why(waiting, action) == "MN-FORM-07"


@pytest.mark.rule("MN-FORM-10", "a square has four faces, any other formation its front alone")
def test_a_square_fires_from_four_faces() -> None:
    state = field(foot(formation="solid_square"), foot("line", 20))
    assert aiming.faces(state.units[0]) == SIDES
    assert len(SIDES) == 4
    assert aiming.faces(state.units[1]) == ("front",)


@pytest.mark.rule("MN-FORM-11", "a battery that has moved is a battery still")
@pytest.mark.rule("MN-ART-06", "a redeployed battery stands unlimbered where it comes to")
def test_a_battery_has_one_formation_whatever_it_does() -> None:
    state = field(guns())
    play = passed(go(state, plan(move=act.Redeploy(900, mm(6), 450))))
    assert play.state.units[0].formation == "battery"
    assert play.state.units[0].facing == 450
    assert at(play.state, 0) == (6, 0)


@pytest.mark.rule("MN-RULING-18", "one pivot or about-face before the movement and one after it")
def test_one_turn_before_and_one_after() -> None:
    state = field(foot())
    both = plan(move=act.Advance(mm(3)), pivot=30, then=act.Pre(pivot=1_500))
    after = passed(go(state, both)).state.units[0]
    assert (after.facing, after.turned) == (1_500, 300 + 1_200)
    assert why(state, plan(pivot=30, about=True)) == "MN-MAN-04"


@pytest.mark.rule("MN-RULING-63", "a square may pivot")
def test_a_square_turns() -> None:
    state = field(foot(formation="solid_square"))
    assert why(state, plan(pivot=45)) == ""
    assert go(state, plan(pivot=45)).state.units[0].facing == 450
