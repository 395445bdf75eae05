"""Markers: what gives one, what does not, and how long it stays (MN-MARKER, MN-EXTEND-08)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.combat import melee
from battles.rules.mini_nap.decisions import Joining
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import ForceUnit, State
from tests.rules.mini_nap.builders import melees as fights
from tests.rules.mini_nap.builders.manoeuvres import (
    asked,
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
    why,
)
from tests.rules.mini_nap.builders.pictures import blocks
from tests.rules.mini_nap.builders.shots import shooting
from tests.rules.mini_nap.builders.table_positions import playing
from tests.rules.mini_nap.builders.tracked_game import BLUE, Table

SQUARE: dict[str, Any] = {"formation": "solid_square"}


def charged(charger: ForceUnit, *b: ForceUnit, faces: tuple[int, ...] = ()) -> Resolution:
    """Unit 0 has come into contact with unit 1, and its owner is asked."""
    return passed(go(field(charger, against=b), plan(move=act.Charge(1)), *faces))


def shot_at(state: State, firer: int, target: int) -> act.Fire:
    found = targets.best_aim(state, firer, target)
    assert found is not None
    return act.Fire(firer, target, found[0], found[1])  # type: ignore[arg-type]


# Orange


@pytest.mark.rule("MN-MARKER-05", "orange lies on the battery and on the square that holds its crew, one for each")
def test_both_are_marked() -> None:
    play = charged(foot(), guns(y=5), foot("square", x=2.75, y=6, **SQUARE))
    before = [mark for number in (1, 2) for mark in blocks(play.state)[f"unit {number}"].marks]
    assert not {"abandoned", "holds a crew"} & {*before}
    on(play, "b", act.FleeToSquare(2))
    battery, square = (blocks(play.state)[f"unit {number}"] for number in (1, 2))
    assert "abandoned" in battery.marks
    assert square.marks.count("holds a crew") == 1
    assert "holds a crew" in square.words
    two = noted(field(foot(**SQUARE), guns("one", x=2.75), guns("two", x=-2.75)), 1, crew_in=0)
    assert blocks(noted(two, 2, crew_in=0))["unit 0"].marks.count("holds a crew") == 2


@pytest.mark.rule("MN-MARKER-05", "an abandoned battery is inert: it neither fires nor is fired at, moved or met")
def test_an_abandoned_battery_is_inert() -> None:
    enemy = foot("enemy", y=20, facing=180)
    state = noted(field(guns(), foot("square", x=2.75, **SQUARE), against=(enemy,)), 0, crew_in=1)
    assert why(state, plan(0, move=act.Prolong(100))) == "MN-REACT-32"
    firing = replace(state, step="fire")
    assert not [action for action in listed(firing, "a", "fire") if action.unit == 0]
    assert targets.best_aim(state, 2, 0) is None


@pytest.mark.rule("MN-MARKER-05", "orange stays at the end of the Turn and of any initiative; manning again ends it")
def test_how_long_orange_stays() -> None:
    state = noted(field(guns(), foot("square", x=2.75, **SQUARE)), 0, crew_in=1, blue="reaction")
    play = playing(state)
    for side in ("b", "a"):
        play.tell(happened.InitiativeGained(side=side, rule="MN-SEQ-06"))
    play.tell(happened.TurnEnded())
    assert (play.state.units[0].blue, play.state.units[0].crew_in) == ("", 1)
    ending = replace(state, step="end", active="a")
    manned = turn.decide(ending, "a", act.Reman(0), playing(ending, 6, 6, 6, 1, 1).dice).state
    assert "abandoned" not in blocks(manned)["unit 0"].marks
    assert "holds a crew" not in blocks(manned)["unit 1"].marks


# One of each


@pytest.mark.rule("MN-MARKER-08", "a battery that is suppressed already is not suppressed again")
def test_one_yellow_marker() -> None:
    state = shooting(
        guns("one", -1.6),
        guns("two", 1.6),
        against=(light("left", -1.6, 5, 180, points=5), light("right", 3.9, 5, 180, points=5)),
    )
    play = on(go(state, shot_at(state, 0, 2)), "b", act.Suppress(2, (0, 1)))
    assert [unit.yellow for unit in play.state.units] == [True, True, True, False]
    again = noted(play.state, 0, yellow=False, mute=False)
    play = go(again, shot_at(again, 0, 2))
    assert [action.batteries for action in listed(play.state, "b", "suppress") if action.unit == 3] == [(0,)]
    on(play, "b", act.Suppress(3, (0,)))
    play.tell(happened.InitiativeGained(side="a", rule="MN-SEQ-06"))
    assert [unit.yellow for unit in play.state.units] == [False, False, True, True]


@pytest.mark.rule("MN-MARKER-08", "a blue unit gets no second marker: it is asked nothing, and its disorder is kept")
def test_one_blue_marker() -> None:
    for blue in ("reaction", "disorder"):
        state = noted(field(foot(), against=(light("goal", y=6, facing=180),)), 1, blue=blue)
        play = passed(go(state, plan(move=act.Charge(1))))
        assert (asked(play), play.state.units[1].blue) == ((), blue)


@pytest.mark.rule("MN-MARKER-08", "in the books of a game a unit has one blue marker, whatever its cause")
def test_one_blue_marker_in_the_books() -> None:
    table = Table().begun()
    table.change(BLUE, blue="disorder")
    for marker in ("blue", "disorder"):
        refused = table.refused("mark", unit=BLUE, marker=marker, on="yes")
        assert refused is not None
        assert refused.rule == "MN-MARKER-08"
    table.make("mark", unit=BLUE, marker="disorder", on="")
    table.make("mark", unit=BLUE, marker="blue", on="yes")
    assert table.kept.units[BLUE].blue == "reaction"


# What gives none


@pytest.mark.rule("MN-MARKER-09", "who stands and fights gets no blue marker, asked or not")
def test_standing_is_no_reaction() -> None:
    for goal in (light(y=6, facing=180), guns(y=5, type="horse_artillery", weight="light")):
        play = charged(foot(), goal)
        on(play, "b", act.Stay())
        unit = play.state.units[1]
        assert (unit.blue, unit.reacted, unit.stood) == ("", False, True)
    unasked = charged(foot(), foot(y=6, facing=180)).state.units[1]
    assert (unasked.blue, unasked.stood) == ("", True)


@pytest.mark.rule("MN-MARKER-11", "cavalry that feints, or tries to, gets no blue marker")
@pytest.mark.parametrize("face", [3, 2])
def test_a_feint_gives_no_blue_marker(face: int) -> None:
    play = charged(horse(), foot(y=19, facing=180), faces=(3, face))
    on(play, "b", act.EmergencySquare("left"))
    on(play, "a", act.Feint())
    if face == 3:
        on(play, "a", act.FeintBack(1000, 0))
    assert play.state.stack == ()
    assert (play.state.units[0].blue, play.state.units[1].blue) == ("", "reaction")


@pytest.mark.rule("MN-MARKER-11", "joining in and breaking out of square give no blue marker, won or failed")
@pytest.mark.parametrize("face", [3, 2])
def test_joining_in_gives_no_blue_marker(face: int) -> None:
    enemy = fights.foot("enemy", 0, 3, 180, formation="column")
    others = fights.foot("square", 6, 3, **SQUARE), fights.foot("second", -6, 3)
    state = fights.field((fights.foot("line", 0, 0), *others), (enemy,))
    play = fights.begin_joining(state, face)
    fights.answer(play, "a", next(action for action in listed(play.state, "a", "join") if action.unit == 2))
    fights.settle_joining(play)
    fights.answer(play, "a", listed(play.state, "a", "break_square")[0])
    fights.settle_joining(play)
    assert play.state.units[1].formation == ("column" if face == 3 else "solid_square")
    assert [(unit.blue, unit.reacted, unit.impact) for unit in play.state.units] == [("", False, False)] * 4


# Disorder


def disordered() -> State:
    """A line that has failed to extend a charge, with an enemy line in range of its fire."""
    goal, near = foot("goal", y=10, facing=180), foot("near", x=5.2, y=4, facing=180)
    play = go(field(foot(), against=(goal, near)), plan(move=act.ExtendedCharge(1)), 2)
    assert play.state.units[0].blue == "disorder"
    return play.state


@pytest.mark.rule("MN-EXTEND-08", "a disordered unit fires in the same initiative")
def test_a_disordered_unit_fires() -> None:
    state = replace(disordered(), step="fire")
    assert why(state, shot_at(state, 0, 2)) == ""
    assert {action.target for action in listed(state, "a", "fire")} == {2}


@pytest.mark.rule("MN-EXTEND-08", "it returns fire and stands, but cannot react, while the enemy has the initiative")
def test_a_disordered_unit_returns_fire_and_stands() -> None:
    play = playing(disordered())
    play.tell(happened.InitiativeGained(side="b", rule="MN-SEQ-06"))
    state = noted(replace(play.state, step="fire", brigade=1), 2, command="in")
    assert state.units[0].blue == "disorder"
    play = on(playing(state, 1, 1), "b", shot_at(state, 2, 0))
    assert [action.unit for action in listed(play.state, "a", "return_fire")] == [0]
    charge = noted(field(foot(), against=(foot("goal", y=6, facing=180),)), 1, blue="disorder")
    assert passed(go(charge, plan(move=act.Charge(1)))).state.units[1].stood


@pytest.mark.rule("MN-EXTEND-08", "it joins in and fights, with all its dice")
def test_a_disordered_unit_joins_in_and_fights() -> None:
    enemy = fights.foot("enemy", 0, 3, 180, formation="column")
    state = noted(fights.field((fights.foot("line", 0, 0), fights.foot("second", 6, 0)), (enemy,)), 1, blue="disorder")
    joining = replace(state, stack=(Joining(),))
    assert {action.unit for action in listed(joining, "a", "join")} == {1}
    pair = noted(fights.field((fights.foot("line", 0, 0),), (fights.foot("enemy", 0, 2, 180),)), 0, blue="disorder")
    assert melee.new_combat(pair).waiting == melee.new_combat(noted(pair, 0, blue="")).waiting
    first = fights.rounds(fights.fight(pair, *[6] * 60))
    assert {throw.unit: throw.dice for throw in first[1].throws} == {0: 6, 1: 6}
