"""A move in progress: whom a unit meets, and how far it goes after a failed charge against it."""

from typing import Any

import pytest

from battles.kits.open_table.footprints import FULL, path
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Leg, MoveInProgress
from battles.rules.mini_nap.movement import progress
from battles.rules.mini_nap.movement.progress import first_met
from battles.rules.mini_nap.positions import enemies_in_contact, footprint, on_table
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import ForceUnit, State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.words.sentences import CHOICES
from tests.rules.mini_nap.builders.charges import feinting, stand_at
from tests.rules.mini_nap.builders.manoeuvres import (
    X,
    asked,
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    listed,
    noted,
    on,
    passed,
    plan,
    strip,
    why,
)
from tests.rules.mini_nap.builders.table_positions import mm

BACK = 1800
"""Tenths of a degree: the bearing of a way straight back."""


def met(state: State) -> int | None:
    """Where unit 0 meets a unit within 12 cm straight back."""
    return first_met(state, 0, footprint(state, 0), path(BACK, mm(12)), on_table(state))


def flank(gap: float, y: float = -8, mover: float = 5) -> ForceUnit:
    """Infantry beside a way straight back, so far from it; ``mover`` is the width of the moving unit."""
    return foot("flank", x=(mover + 5) / 2 + gap, y=y)


@pytest.mark.rule("MN-GEO-06", "an enemy within 0.05 cm of the way is met as it comes into contact, a friend is not")
@pytest.mark.parametrize(("gap", "enemy"), [(0.05, True), (0.04, True), (0.06, False), (1, False)])
def test_who_stands_beside_the_way(gap: float, enemy: bool) -> None:
    state = field(horse(), against=(flank(gap),))
    at = met(state)
    assert (at is not None) is enemy
    assert met(field(horse(), flank(gap))) is None
    # Its rear edge passes their front at 5 cm; about 0.1 cm further on they no longer meet corner to corner.
    assert at is None or mm(5.05) < at <= mm(5.15)


@pytest.mark.rule(
    "MN-GEO-06", "straight ahead an enemy is met 0.05 cm before it would be stood on, a friend 0.05 after"
)
@pytest.mark.parametrize(("y", "enemy", "friend"), [(-14, 10.95, 11.05), (-15, 11.95, None), (-15.1, None, None)])
def test_who_stands_in_the_way(y: float, enemy: float | None, friend: float | None) -> None:
    assert met(field(horse(), against=(foot(y=y),))) == (None if enemy is None else mm(enemy))
    assert met(field(horse(), foot(y=y))) == (None if friend is None else mm(friend))


@pytest.mark.rule("MN-GEO-06", "an enemy that is met corner to corner is no contact")
@pytest.mark.parametrize(("x", "contact"), [(5.03, False), (4.8, True)])
def test_corners_at_the_end_of_the_way(x: float, contact: bool) -> None:
    assert (met(field(horse(), against=(foot(x=x, y=-15.03),))) is not None) is contact


@pytest.mark.rule("MN-RULING-170", "the enemy it leaves is not met again, unless it would be stood on")
@pytest.mark.parametrize(("bearing", "at"), [(BACK, None), (0, 0.1)])
def test_who_is_in_contact_already(bearing: int, at: float | None) -> None:
    state = field(horse(), against=(foot(y=3.05),))
    assert enemies_in_contact(state, 0) == (1,)
    found = first_met(state, 0, footprint(state, 0), path(bearing, mm(12)), on_table(state))
    assert found == (None if at is None else mm(at))


@pytest.mark.rule("MN-REACT-52", "a ride back past an enemy within 0.05 cm removes the unit, past a farther one not")
@pytest.mark.parametrize(("gap", "where"), [(0.04, "destroyed"), (0.3, "table")])
def test_a_feint_past_an_enemy(gap: float, where: str) -> None:
    play = feinting(foot("flank", x=20, y=8))
    play.state = noted(play.state, 2, x=mm(X + 5 + gap))
    on(play, "a", act.FeintBack(mm(12), 0))
    assert play.state.units[0].where == where


@pytest.mark.rule("MN-REACT-52", "an enemy that has turned to within 0.05 cm of the way back ends it")
@pytest.mark.parametrize(("gap", "lost"), [(0.04, "MN-REACT-52"), (0.3, "")])
def test_an_enemy_beside_the_rest_of_a_way_back(gap: float, lost: str) -> None:
    course = MoveInProgress(unit=0, travel="feint", legs=(Leg(BACK, mm(12), 0),))
    after = progress.shortened_move(field(horse(), against=(flank(gap),)), course)
    assert after.plan.lost == lost


@pytest.mark.rule("MN-REACT-12", "a fall-back past an enemy within 0.05 cm removes the unit, past a farther one not")
@pytest.mark.parametrize(("gap", "where"), [(0.04, "destroyed"), (0.3, "table")])
def test_a_fall_back_past_an_enemy(gap: float, where: str) -> None:
    state = field(foot(), flank(gap, y=14, mover=5.5), against=(light(y=6),))
    play = on(passed(go(state, plan(move=act.Charge(2)))), "b", act.FallBack(mm(12)))
    assert play.state.units[2].where == where


BESIDE = foot("passive", x=7, y=3, facing=270)


def held(
    mover: ForceUnit,
    move: Any,
    *more: ForceUnit,
    against: tuple[ForceUnit, ...] = (BESIDE,),
    faces: Any = (2,),
    **facts: Any,
) -> Resolution:
    """A unit of side a on its way, which the first unit of side b failed to charge after 3 cm."""
    state = field(mover, *more, against=against, **facts)
    number = 1 + len(more)
    meets = act.OpportunityCharge(number, mm(3), against[0].place.facing)  # type: ignore[union-attr]
    return on(go(state, move, *faces), "b", meets)


@pytest.mark.rule("MN-RULING-69", "the owner of the mover may stop anywhere up to its declared distance")
@pytest.mark.rule("MN-RULING-150", "0 stops it on the spot, and what it was to do after its movement follows")
@pytest.mark.parametrize("more", [0, 1.25, 3])
def test_the_mover_stops_where_its_owner_likes(more: float) -> None:
    turned = plan(move=act.Advance(mm(6)), then=act.FreeSteps(pivot=900))
    play = held(foot("mover"), turned)
    assert asked(play) == ("go_on",)
    assert [way.travel for way in listed(play.state, "a")] == [mm(3), 0, mm(1), mm(2)]
    assert why(play.state, act.GoOn(mm(3.01))) == "MN-RULING-69"
    on(play, "a", act.GoOn(mm(more)))
    assert (at(play.state, 0), play.state.stack) == ((0, 3 + more), ())
    assert play.state.units[0].facing == 900


@pytest.mark.rule("MN-RULING-69", "a charge continues to contact")
@pytest.mark.rule("MN-RULING-150", "an extension is pressed to its end, too")
def test_charges_and_extensions_go_on_in_full() -> None:
    beside = horse("beside", x=14, y=6, facing=270)
    goal = foot("goal", y=20, facing=180)
    play = go(field(horse("mover"), against=(goal, beside)), plan(move=act.Charge(1)), 2)
    on(play, "b", act.OpportunityCharge(2, mm(3), 2700))
    assert "go_on" not in asked(play)
    state = field(horse("mover", type="medium_cavalry"), against=(foot("far", y=39), beside))
    play = go(state, plan(move=act.ExtendedCharge(1)), 3, 5, 5, 2)
    on(play, "b", act.OpportunityCharge(2, mm(3), 2700))
    assert "go_on" not in asked(play)


@pytest.mark.rule("MN-INTERPEN-04", "no unit stops on a friend that it passes through")
def test_no_unit_stops_on_a_friend() -> None:
    friend = foot("friend", y=7)
    beside = horse("passive", x=14, y=3, facing=270)
    play = held(light("mover"), plan(move=act.Advance(mm(14))), friend, against=(beside,))
    assert why(play.state, act.GoOn(mm(4))) == "MN-INTERPEN-04"
    assert [way.travel for way in listed(play.state, "a")] == [mm(11), 0, mm(1), mm(2), *map(mm, range(6, 11))]
    on(play, "a", act.GoOn(mm(2)))
    assert at(play.state, 0) == (0, 5)


@pytest.mark.rule("MN-RULING-150", "what is left is the whole way, on all its legs")
def test_an_oblique_way_is_cut_on_either_leg() -> None:
    beside = foot("passive", x=7, y=2, facing=270)
    for more, place in ((0, (0, 1)), (1, (0, 2)), (3, (-1, 3)), (5, (-3, 3))):
        state = field(foot("mover"), against=(beside,))
        play = go(state, plan(move=act.Oblique("left", mm(3), mm(3))), 2)
        on(play, "b", act.OpportunityCharge(1, mm(1), 2700))
        on(play, "a", act.GoOn(mm(more)))
        assert at(play.state, 0) == place


@pytest.mark.rule("MNT-RULING-14", "battery_may_stop_in_stream false: no redeployment is cut short in the water")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_battery_does_not_stop_in_the_water(allowed: bool) -> None:
    water = strip("stream", 5, 6.5)
    options = Options(battery_may_stop_in_stream=allowed)
    beside = horse("passive", x=14, y=2, facing=270)
    move = plan(move=act.Redeploy(0, mm(10), 0))
    play = held(guns("mover"), move, against=(beside,), features=(water,), options=options)
    assert (why(play.state, act.GoOn(mm(2))) == "") is allowed
    on(play, "a", act.GoOn(0))
    assert at(play.state, 0) == (0, 3)
    assert play.state.units[0].mute


@pytest.mark.rule("MNT-LANDMARK-03", "who is stopped before it comes on to a landmark does not defend it")
def test_a_landmark_that_was_not_reached_is_not_defended() -> None:
    mill = strip("landmark", 6, 10, -2, 2, key="mill")
    for more, square in ((0, False), (3, True)):
        play = held(foot("mover"), plan(move=act.Advance(mm(6)), defend="mill"), features=(mill,))
        on(play, "a", act.GoOn(mm(more)))
        assert (play.state.units[0].formation == "solid_square") is square
        assert bool(play.state.holding) is square


@pytest.mark.rule("MN-RULING-69", "asked in words, settled by order")
def test_words_and_orders() -> None:
    play = held(foot("mover"), plan(move=act.Advance(mm(6))))
    seen = SYSTEM.secrets.view(play.state, "a")
    assert SYSTEM.ui.question(seen, "a") == (
        "Passive failed to charge your moving mover (MN-RULING-69). How far does mover continue?"
    )
    assert CHOICES[act.GoOn](play.state, act.GoOn(mm(3))) == "mover: continue 3 cm"
    assert CHOICES[act.GoOn](play.state, act.GoOn(0)) == "mover: stop here"
    options = SYSTEM.options(play.state, "a")
    assert SYSTEM.ui.ordered(seen, "a", options, {}) is None
    assert SYSTEM.ui.ordered(seen, "a", options, {"go_on": "always"}) == act.GoOn(mm(3))
    assert SYSTEM.ui.ordered(seen, "a", options, {"go_on": "never"}) == act.GoOn(0)
    assert SYSTEM.ui.target(seen, act.GoOn(mm(3))).actor == "unit 0"
    assert progress.after_stop(play.state, progress.move_awaiting_answer(play.state), 0).facing % FULL == 0


@pytest.mark.rule("MN-RULING-69", "the computer goes on to the best place for its unit: all the way, in part, or not")
@pytest.mark.parametrize("looks_ahead", [False, True])
@pytest.mark.parametrize(
    ("mate", "stand", "travel", "words"),
    [
        (40, 10, 11, "mover completes its move back to its Brigade."),
        (18, 10, 6, "mover goes on 6 cm back to its Brigade."),
        (None, -11, 0, "mover stops here."),
    ],
    ids=["after its Brigade", "to its Brigade", "not out of command"],
)
def test_how_far_the_computer_goes_on(
    mate: int | None, stand: float, travel: float, words: str, looks_ahead: bool
) -> None:
    mates = () if mate is None else (foot("mate", x=-8, y=mate),)
    passive = horse("passive", x=15, y=3, facing=270)
    play = held(light("mover"), plan(move=act.Advance(mm(14))), *mates, against=(passive,))
    state = stand_at(play.state, "a", 0, stand)
    advice = SYSTEM.ai.evaluator(state, "a", ahead=looks_ahead).best(SYSTEM.options(state, "a"))
    assert advice.action == act.GoOn(mm(travel))
    assert advice.reason == f"The charge against it failed: {words}"
