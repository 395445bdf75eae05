"""Actions for a click: the nearest legal ones, the likeliest first, or why there are none."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from battles.engine.actions import LazyActions
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Contact, Leg, MoveInProgress
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, plan, strip
from tests.rules.mini_nap.builders.pictures import aim, at, best, meant
from tests.rules.mini_nap.builders.shots import shooting
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, mm, recruit, spot


@pytest.mark.rule("MN-MOVE-13", "a spot straight ahead means an advance to it, one aside a turn and an advance")
def test_a_spot_in_reach() -> None:
    state = field(foot())
    assert best(state, at(0, 4)) == plan(0, act.Advance(mm(4)))
    assert best(state, at(4, 3)).before.pivot == 531
    assert aim(state, best(state, at(4, 3))).areas == (at(4, 3),)


@pytest.mark.rule("MN-MOVE-14", "a spot beyond the allowance means a move as far towards it as allowed")
def test_a_spot_beyond_reach() -> None:
    assert best(field(foot()), at(0, 40)) == plan(0, act.Advance(mm(6)))


@pytest.mark.rule("MN-MAN-12", "a unit that is sent too near to an enemy stops at the least gap")
def test_a_spot_too_near_to_an_enemy() -> None:
    state = field(foot(), against=(foot("enemy", y=7, facing=180),))
    moves = [action for action in meant(state, at(0, 5.9)) if action.kind == "manoeuvre"]
    first = moves[0]
    assert first == plan(0, act.Advance(mm(4.9)))
    assert SYSTEM.refuse(state, "a", first) is None


@pytest.mark.rule("MN-CHARGE-02", "an enemy, or a spot on it, means a charge at it")
@pytest.mark.parametrize("place", ["unit 1", at(0, 6), at(2, 6.5)])
def test_an_enemy_is_charged(place: str) -> None:
    state = field(foot(), against=(foot("enemy", y=6, facing=180),))
    assert best(state, place).move == act.Charge(1)


@pytest.mark.rule("MN-EXTEND-06", "an enemy that only dice bring within reach means an extended charge")
def test_a_far_enemy_is_charged_with_an_extension() -> None:
    state = field(horse(), against=(foot("enemy", y=40, facing=180),))
    assert best(state, "unit 1").move == act.ExtendedCharge(1)


@pytest.mark.rule(
    "MN-CHARGE-07", "an enemy that may not be charged is approached, and the refusal says why it is not charged"
)
def test_why_an_enemy_is_not_charged() -> None:
    state = field(foot(), against=(horse("enemy", y=6, facing=180),))
    found = meant(state, "unit 1")
    refusals = [SYSTEM.refuse(state, "a", action) for action in found]
    assert isinstance(found[0].move, act.Advance)
    assert "MN-CHARGE-07" in [refusal.rule for refusal in refusals if refusal]


@pytest.mark.rule("MN-SIDE-01", "a spot beside infantry in line means a step to the side, one behind it a step back")
def test_infantry_steps_aside_and_back() -> None:
    state = field(foot())
    assert best(state, at(4, 0)) == plan(0, act.SideStep("right", mm(4)))
    assert best(state, at(-4, 0)) == plan(0, act.SideStep("left", mm(4)))
    assert best(state, at(0, -4)) == plan(0, act.StepBack(mm(4)))


@pytest.mark.rule("MN-OBLIQUE-01", "a spot ahead and aside means an oblique move, which keeps the facing")
def test_an_oblique_move_is_a_candidate() -> None:
    assert best(field(foot()), at(2, 2)) == plan(0, act.Oblique("right", mm(2), mm(2)))


@pytest.mark.rule("MN-INTERPEN-03", "a formed unit sent onto a friend stops in front of it")
def test_a_unit_does_not_end_on_a_friend() -> None:
    state = field(foot(), foot("friend", y=5))
    first = best(state, "unit 1")
    assert isinstance(first.move, act.Advance)
    assert first.move.travel == 305


@pytest.mark.rule("MN-INTERPEN-04", "an unformed unit sent onto a friend stops short of it")
def test_skirmishers_stop_short_of_a_friend() -> None:
    state = field(light(), foot("friend", y=9))
    first = best(state, "unit 1")
    assert isinstance(first.move, act.Advance)
    assert SYSTEM.refuse(state, "a", plan(0, act.Advance(first.move.travel + 60))) is not None


@pytest.mark.rule("MN-MAN-03", "a click on the unit itself means turns and every change of formation")
def test_a_click_on_the_unit_itself() -> None:
    found = meant(field(foot()), "unit 0")
    assert {
        action.before.change.to for action in found if getattr(action, "before", None) and action.before.change
    } == {
        "column",
        "solid_square",
    }
    assert len({action.before.pivot for action in found if getattr(action, "before", None)}) >= 23


@pytest.mark.rule("MN-ART-04", "a battery is redeployed to a spot")
def test_a_battery_redeploys() -> None:
    first = best(field(guns()), at(8, 0))
    assert (first.move.bearing, first.move.travel) == (900, mm(8))


@pytest.mark.rule("MN-SQUARE-01", "a square inches towards a spot")
def test_a_square_inches() -> None:
    state = field(foot(formation="solid_square"))
    assert best(state, at(0, 10)) == plan(0, act.Inch(0, mm(4)))


@pytest.mark.rule("MNT-LANDMARK-03", "a landmark means to defend it")
def test_a_landmark_is_defended() -> None:
    state = field(foot(), features=(strip("landmark", 2, 6, -2, 2),))
    assert best(state, "landmark").defend == "landmark"


@pytest.mark.rule("MN-MAN-01", "a unit that may not act now has its candidates with the reasons against them")
def test_a_unit_that_may_not_act() -> None:
    state = battle(force(brigade(foot()), brigade(foot(x=20), name="other")), step="manoeuvre", brigade=0)
    found = meant(state, at(20, 4), "unit 1")
    refusals = [SYSTEM.refuse(state, "a", action) for action in found]
    assert all(refusals)
    assert refusals[0].rule == "MN-MAN-01"


@pytest.mark.rule("MN-FIRE-10", "in the Firing phase an enemy means a shot at him at its best point")
def test_an_enemy_is_fired_at() -> None:
    state = shooting(guns(), against=(foot("enemy", y=20, facing=180),))
    assert isinstance(best(state, "unit 1"), act.Fire)
    away = shooting(guns(), against=(foot("enemy", y=-20), foot("other", y=20)))
    refusal = SYSTEM.refuse(away, "a", meant(away, "unit 1")[0])
    assert (refusal.code, refusal.rule) == ("out_of_arc", "MN-FIRE-11")


@pytest.mark.rule("MN-RULING-60", "a place outside the zone, or taken, means the nearest free place within it")
def test_units_are_put_down_on_the_nearest_free_place() -> None:
    state = battle(force(recruit(at=None), recruit("there", at=(90, 10))), step="deployment", turn=0)
    assert best(state, "at 900 700") == act.Deploy(0, mm(90), 2_900, 0, "line")
    beside = best(state, "at 900 1100")
    assert 200 <= max(abs(beside.x - mm(90)), abs(beside.y - mm(10))) <= 600
    found = meant(state, "at 300 1100")
    assert {action.formation for action in found[:3]} == {"line", "column", "solid_square"}
    assert {action.facing for action in found[:3]} == {0}
    assert {action.facing for action in found if action.formation == "line"} == {0, 450, 900, 2_700, 3_150}


@pytest.mark.rule("MN-CMD-01", "a stand is sent towards a spot as far as it may go")
def test_a_stand_goes_as_far_as_it_may() -> None:
    state = battle(force(brigade(foot(x=40), place=spot(50, 50))), step="manoeuvre", brigade=0)
    number = next(place for place, stand in enumerate(state.stands) if stand.level == "brigade")
    assert best(state, "at 500 400", f"stand {number}") == act.MoveStand(number, ((5_000, 8_000),))
    assert best(state, "at 500 100", f"stand {number}") == act.MoveStand(number, ((5_000, 8_600),))


@pytest.mark.rule("MN-REACT-60", "a spot on the way of a mover means an opportunity charge at that point of it")
def test_a_mover_is_charged_on_its_way() -> None:
    state = field(horse(x=-20, facing=90), against=(horse("enemy", x=0, y=10, facing=180),))
    way = MoveInProgress(unit=0, travel="advance", legs=(Leg(900, mm(15), 900),), window=True)
    state = replace(state, stack=(way,))
    first = best(state, at(-8, 0), "unit 1", "b")
    assert isinstance(first, act.OpportunityCharge)
    assert abs(first.at - mm(12)) <= 100


@pytest.mark.rule("MN-REACT-10", "a spot behind a skirmish line that is charged means a fall-back so far")
def test_skirmishers_fall_back_to_a_spot() -> None:
    state = field(foot(), against=(light("enemy", y=2, facing=180),))
    state = replace(state, stack=(Contact(charger=0, target=1, travel="charge"),))
    assert best(state, at(0, 17), "unit 1", "b") == act.FallBack(mm(15), turn=True)
    assert best(state, "unit 0", "unit 1", "b") == act.Stay()


@pytest.mark.rule("MN-SEQ-02", "pointing from or at a unit means to give its Brigade the initiative")
def test_a_brigade_is_chosen_by_its_unit() -> None:
    state = battle(force(brigade(foot()), brigade(foot(x=20), name="other")))
    assert best(state, "", "unit 1") == act.ChooseBrigade(1)
    assert best(state, "unit 1", "") == act.ChooseBrigade(1)


def test_nothing_is_meant_from_nobody_or_beside_the_table() -> None:
    state = field(foot())
    for place in ("unit 9", "stand 99", "at 5000 10", "at -1 10", "nowhere", "unit 01"):
        assert meant(state, place) == ()
        assert meant(state, "", place) == ()


def test_there_are_no_more_than_sixty_and_what_is_legal_is_first() -> None:
    state = field(*(foot(str(n), x=6 * n) for n in range(4)), against=(foot("enemy", y=6), foot("next", x=6, y=6)))
    for place in ("", "unit 0", "unit 4", at(0, 3), at(3, 3), at(30, 30)):
        found = meant(state, place)
        legal = [SYSTEM.refuse(state, "a", action) is None for action in found]
        assert legal == sorted(legal, reverse=True)
        assert len(set(found)) == len(found) <= 60


def test_a_list_makes_no_more_than_is_looked_at() -> None:
    made: list[int] = []

    def three() -> Iterator[int]:
        for number in range(3):
            made.append(number)
            yield number

    found = LazyActions(three)
    assert found[0] == 0
    assert made == [0]
    assert list(found) == [0, 1, 2]
    assert found[0] == 0
    with pytest.raises(IndexError):
        LazyActions(tuple)[0]


@pytest.mark.rule("MN-RETREAT-01", "a place of the table never means to leave it; the unit itself may")
def test_who_points_at_the_ground_does_not_mean_to_retreat() -> None:
    state = field(foot())
    assert not any(isinstance(action, act.Retreat) for action in meant(state, at(0, 6)))
    assert act.Retreat(0) in meant(state, "unit 0")
