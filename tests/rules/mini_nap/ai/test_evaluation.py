"""The value of a place to a unit, on both sides of each threshold; where manoeuvres lead."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import movement, weights
from battles.rules.mini_nap.ai.evaluation import PlaceValues, evaluate
from battles.rules.mini_nap.ai.exact_values import Attack, value_of
from battles.rules.mini_nap.ai.situation import gap
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.movement import manoeuvre_plan
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.manoeuvres import before, field, foot, guns, horse, plan
from tests.rules.mini_nap.builders.situations import CAUTIOUS, NOBODY, RADIUS, SQUARE, moved, seen

# How a unit stands.


def value(state: State, looks: bool = False, **changes: Any) -> int:
    """The value of the first unit's place, as it is or changed."""
    return PlaceValues(seen(state, "a", looks), looks).value(0, replace(state.units[0], **changes))


def beside(made: Any, x: int, y: int) -> State:
    """A unit, and tired cavalry so far from it that neither can charge."""
    state = field(made, against=(horse("enemy", y=10),))
    units = (state.units[0], moved(state.units[0], x=x, y=y, type="heavy_cavalry", side="b", brigade=1))
    return replace(state, units=tuple(replace(unit, blue="reaction", formation="line") for unit in units))


@pytest.mark.parametrize("made", [foot(), horse()])
def test_a_unit_wants_to_come_up_to_the_enemy(made: Any) -> None:
    """Out of reach of any charge, nearer is never worse, and far away is worse than near."""
    values = [value(beside(made, 0, y)) for y in range(1_000, 6_000, 250)]
    assert values == sorted(values, reverse=True)
    assert values[-1] < values[0]


@pytest.mark.parametrize(("y", "turned"), [(176, False), (175, False), (174, True), (-900, True)])
def test_the_nearest_enemy_should_be_ahead(y: int, turned: bool) -> None:
    state = beside(foot(), 400, y)
    assert (value(state) < value(beside(foot(), 400, 200))) == turned
    assert value(state, formation="solid_square") == value(beside(foot(), 400, -y), formation="solid_square")


def test_without_cavalry_a_line_is_better_than_a_square() -> None:
    state = field(foot(), against=(guns("enemy", y=30, facing=0),))
    assert value(state) > value(state, formation="solid_square")


@pytest.mark.rule("MN-CMD-12", "in command, in cautious command, in none; a brigadier is enough")
@pytest.mark.parametrize(
    ("x", "evaded", "cost"),
    [
        (RADIUS, False, 0),
        (RADIUS + 1, False, weights.CAUTIOUS),
        (CAUTIOUS, False, weights.CAUTIOUS),
        (CAUTIOUS + 1, False, weights.OUT),
        (1, True, weights.CAUTIOUS),
        (0, True, 0),
    ],
)
def test_the_value_of_command(x: int, evaded: bool, cost: int) -> None:
    state = field(foot(), against=(guns("enemy", y=30),))
    unit = state.units[0]
    state = stand_with(
        stand_with(state, 0, where="removed"), 1, x=unit.x + x, y=unit.y, evaded=evaded, rating="average"
    )
    mine = PlaceValues(seen(state))
    assert mine.command(0, unit) == -cost
    fixed = stand_with(state, 1, rating=None)
    assert PlaceValues(seen(fixed)).command(0, unit) == -cost
    best = stand_with(state, 1, x=unit.x + PRINTED.commanders["excellent"].radius * CM, rating="excellent")
    assert PlaceValues(seen(best)).command(0, unit) == (-weights.CAUTIOUS if evaded else 0)
    led = stand_with(state, 2, unit=0)
    assert PlaceValues(seen(led)).command(0, unit) == 0
    nobody = stand_with(state, 1, where="removed")
    assert PlaceValues(seen(nobody)).command(0, unit) == 0


def test_a_unit_stays_with_its_brigade() -> None:
    state = field(foot(), foot("two", x=10, y=10), foot("three", x=20, y=-10), against=(guns("enemy", y=30),))
    mine, unit = PlaceValues(seen(state)), state.units[0]
    away = [mine.straggling(0, moved(unit, x=1_500 - far)) for far in range(0, 4_000, 200)]
    assert away == sorted(away, reverse=True)
    assert away[0] == 0 > away[-1]
    alone = field(foot(), against=(guns("enemy", y=30),))
    assert PlaceValues(seen(alone)).straggling(0, unit) == 0


@pytest.mark.rule("MN-FIRE-13", "nearer to the enemy a battery's shots count no less, and out of range for nothing")
def test_a_battery_counts_its_shots_by_range() -> None:
    values = []
    for y in range(10, 140, 10):
        state = field(guns(), against=(foot("enemy", y=y, facing=180),))
        mine = PlaceValues(seen(state))
        placed = mine.position.placed(0, state.units[0])
        rows = [(gap(foe, state.units[0], placed.half), foe.number, foe) for foe in mine.position.foes]
        values.append(mine.shots(placed, rows))
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1] == 0


# Where a unit would stand.


COLUMN = Change(to="column", anchor="left", side="rear")


@pytest.mark.parametrize(
    "action",
    [
        plan(pivot=90),
        plan(about=True),
        plan(change=COLUMN),
        plan(change=COLUMN, pivot=90),
        plan(change=COLUMN, pivot=90, change_first=False),
        plan(change=COLUMN, change_first=False),
        plan(change=COLUMN, about=True),
        plan(move=act.Advance(400), pivot=45),
        plan(move=act.Advance(400), then=before(pivot=45)),
        plan(move=act.SideStep("left", 300)),
        plan(move=act.SideStep("right", 300)),
        plan(move=act.StepBack(300)),
        plan(move=act.Oblique("left", 300, 200)),
        plan(move=act.Oblique("right", 300, 200)),
    ],
)
def test_where_a_manoeuvre_leads(action: Any) -> None:
    """The evaluator's unit after a manoeuvre is the unit after it by the rules."""
    state = field(foot(facing=30), against=NOBODY)
    found = manoeuvre_plan.plan_manoeuvre(state, action)
    assert isinstance(found, manoeuvre_plan.PlannedManoeuvre), found
    there = movement.unit_after(state, action)
    assert abs(there.x - found.last.x) <= 1
    assert abs(there.y - found.last.y) <= 1
    assert (there.facing, there.formation) == (found.last.facing, found.last.formation)


@pytest.mark.parametrize(
    ("made", "move"),
    [
        (guns(facing=30), act.Prolong(100)),
        (guns(facing=30), act.Prolong(100, back=True)),
        (guns(facing=30), act.Redeploy(900, 400, 1_800)),
        (foot(facing=30, **SQUARE), act.Inch(2_000, 100)),
    ],
)
def test_where_guns_and_squares_go(made: Any, move: Any) -> None:
    state = field(made, against=NOBODY)
    found = manoeuvre_plan.plan_manoeuvre(state, plan(move=move))
    assert isinstance(found, manoeuvre_plan.PlannedManoeuvre), found
    there = movement.unit_after(state, plan(move=move))
    assert abs(there.x - found.last.x) + abs(there.y - found.last.y) <= 2
    assert there.facing == found.last.facing


@pytest.mark.rule("MN-REACT-70", "cavalry beside a unit may be counter-charged, though it is behind its front")
def test_looking_ahead_counts_a_counter_charge_to_the_side() -> None:
    state = field(horse(points=4), against=(horse("foe", x=8, y=-2, facing=270),))
    blind, seeing = (seen(state, "a", looks) for looks in (False, True))
    own, foe = seen(state).own[0], seen(state).foes[0]
    far = gap(foe, own.unit, own.half)
    assert blind.threat(foe, own.unit, own.half, far, 0) == blind.gain(foe.unit, own.unit, Attack(outflanking=True))
    assert seeing.threat(foe, own.unit, own.half, far, 0) == blind.gain(foe.unit, own.unit, Attack(answered=True))
    units = value_of(own.unit) - value_of(foe.unit)
    assert evaluate(state, "a") == units + PlaceValues(seeing, True).value(0, own.unit)
    assert evaluate(state, "a") > units + PlaceValues(blind, True).value(0, own.unit)


@pytest.mark.rule("MN-SEQ-07", "a charge of a Brigade that has had the initiative counts less than one yet to come")
def test_what_may_still_come_this_turn() -> None:
    state = field(foot(points=4), against=(horse("foe", y=9, facing=180),))
    mine = seen(state, "a", True)
    own, foe = mine.own[0], mine.foes[0]
    gain = mine.threat(foe, own.unit, own.half, 100, 0)
    assert PlaceValues(seen(state)).charge_threat(own, foe, 100) == gain > 0
    assert PlaceValues(mine, True).charge_threat(own, foe, 100) == gain * weights.TO_COME // 100
    done = replace(state, brigades=tuple(replace(each, chosen=True) for each in state.brigades))
    assert PlaceValues(seen(done, "a", True), True).charge_threat(own, foe, 100) == gain * weights.PAST // 100


@pytest.mark.parametrize("away", [weights.SIGHTED, weights.SIGHTED + 1])
def test_how_far_charges_are_looked_for(away: int) -> None:
    """No charge comes from so far; only the distance counts."""
    state = field(foot(), against=(horse("foe", y=9, facing=180),))
    foe = moved(state.units[1], y=away + 350 - 900 + 50)
    far = replace(state, units=(state.units[0], foe))
    assert PlaceValues(seen(far), True).threats(seen(far).own[0], []) == 0
    assert value(replace(far, units=(far.units[0], moved(foe, y=foe.y + 500)))) < value(far)
