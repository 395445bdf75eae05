"""Units left out, contact, refuge in a square, and reactions to a Division manoeuvre."""

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import deciding
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import battle, brigade, division, force, mm, playing
from tests.rules.mini_nap.mn_fights import rounds
from tests.rules.mini_nap.mn_moves import (
    asked,
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    listed,
    moves,
    noted,
    on,
    passed,
    plan,
    why,
)


def done(state: State, *faces: int) -> Play:
    """Side a ends what it is doing, and all goes on to the next choice."""
    made = deciding.decide(state, "a", act.Done(), playing(state, *faces).dice)
    play = playing(made.state)
    play.events.extend(made.events)
    return play


# Left out


@pytest.mark.rule("MN-MAN-11", "a side may end the phase with units that have done nothing, and those may still fire")
def test_units_may_be_left_out() -> None:
    state = field(foot(), foot("second", x=10), against=(foot("enemy", y=5, facing=180),))
    assert act.Done() in listed(state, "a")
    assert why(state, act.Done()) == ""
    after = done(go(state, plan(1, move=act.Advance(mm(1)))).state).state
    assert (after.step, [unit.manoeuvred for unit in after.units]) == ("fire", [False, True, False])
    assert at(after, 0) == (0, 0)
    assert {action.unit for action in listed(after, "a", "fire")} == {0}


@pytest.mark.rule("MN-MAN-11", "a unit may do nothing as its manoeuvre")
def test_a_manoeuvre_of_nothing() -> None:
    state = field(foot())
    assert why(state, plan()) == ""
    after = go(state, plan()).state
    assert at(after, 0) == (0, 0)
    assert why(after, plan(pivot=30)) == "MN-SEQ-04"


# Contact


@pytest.mark.rule("MN-CHARGE-08", "on contact both stop: neither moves or fires any more, and then they fight")
def test_contact_is_fought_out_later() -> None:
    state = field(foot(formation="column"), against=(foot("goal", y=10, facing=180, points=2),))
    play = passed(go(state, plan(move=act.Charge(1))))
    after = play.state
    assert (at(after, 0), at(after, 1), after.step) == ((0, 7), (0, 10), "manoeuvre")
    assert rounds(play) == []
    assert why(noted(after, 0, manoeuvred=False), plan(pivot=30)) == "MN-RULING-75"
    edge = after.units[1].x, after.units[1].y - mm(1)
    assert why(replace(after, step="fire"), act.Fire(0, 1, edge)) == "MN-FIRE-02"
    fought = done(after, *[6] * 60)
    assert rounds(fought)
    assert fought.state.units[1].where == "destroyed"


@pytest.mark.rule("MN-CHARGE-08", "a reaction that breaks the contact leaves nothing to fight")
def test_a_reaction_ends_the_contact() -> None:
    play = passed(go(field(foot(), against=(light("goal", y=6, facing=180),)), plan(move=act.Charge(1))))
    on(play, "b", act.FallBack(mm(12), turn=True))
    after = done(play.state, *[1] * 60)
    assert rounds(after) == []
    assert [unit.points for unit in after.state.units] == [6, 6]


# Refuge

BATTERY = guns(y=5, type="horse_artillery", weight="light", points=3)
FOOT_BATTERY = guns(y=5)


@pytest.mark.rule("MN-REACT-31", "a battery beside a square stands or flees; horse artillery may limber up as well")
@pytest.mark.parametrize(
    ("charger", "battery", "answers"),
    [
        (foot(), BATTERY, ("stay", "limber_and_flee", "flee_to_square")),
        (foot(), FOOT_BATTERY, ("stay", "flee_to_square")),
        (horse(y=-1), BATTERY, ("stay", "flee_to_square")),
    ],
)
def test_refuge_is_a_choice_without_a_test(charger: Recruit, battery: Recruit, answers: tuple[str, ...]) -> None:
    square = foot("square", x=2.75, y=6, formation="solid_square")
    state = field(charger, against=(battery, square))
    play = passed(go(state, plan(move=act.Charge(1))))
    assert asked(play) == answers
    on(play, "b", act.FleeToSquare(2))
    assert play.state.units[1].crew_in == 2
    assert not play.dice.rolls
    stood = on(passed(go(state, plan(move=act.Charge(1)))), "b", act.Stay())
    assert (stood.state.units[1].crew_in, stood.state.units[1].stood) == (-1, True)


# After a Division manoeuvre


def marching(*enemies: Recruit) -> State:
    """Side a manoeuvres with its Division: a line, and cavalry beside it; they may come as near as 12 cm."""
    ours = division(brigade(foot()), brigade(horse("riders", x=-20)))
    state = battle(force(ours), force(*enemies), step="manoeuvre", division=0, allowance=mm(24), standoff=mm(12))
    return replace(state, units=tuple(replace(unit, command="in") for unit in state.units))


@pytest.mark.rule("MN-DIVMAN-10", "enemies react to the movement: cavalry 12 cm from the way charges")
def test_enemies_react_to_a_division_manoeuvre() -> None:
    beside = horse("beside", x=2.5 + 12 + 2, y=10, facing=270)
    play = go(marching(beside), plan(move=act.Advance(mm(20))), 3)
    assert asked(play) == ("opportunity_charge", "pass")
    on(play, "b", listed(play.state, "b", "opportunity_charge")[0])
    assert moves(play)[-1].travel == "opportunity"
    assert play.state.units[0].still
    farther = horse("beside", x=2.5 + 12.1 + 2, y=10, facing=270)
    assert asked(go(marching(farther), plan(move=act.Advance(mm(20))))) == ()


@pytest.mark.rule("MN-DIVMAN-10", "its units react in the enemy's next initiative, whether they moved or not")
def test_a_division_reacts_later() -> None:
    state = marching(foot("mover", x=-2, y=22, facing=270))
    play = go(state, plan(1, move=act.Advance(mm(12))))
    play.tell(happened.InitiativeGained(side="b", rule="MN-SEQ-06"))
    later = replace(play.state, step="manoeuvre", brigade=2, division=-1)
    later = replace(later, units=tuple(replace(unit, command="in") for unit in later.units))
    reacted = on(playing(later, 3), "b", plan(2, move=act.Advance(mm(6))))
    assert asked(reacted) == ("opportunity_charge", "pass")
    charges = listed(reacted.state, "a", "opportunity_charge")
    assert {action.unit for action in charges} == {1}
    on(reacted, "a", charges[0])
    assert (reacted.state.units[1].blue, reacted.state.units[1].impact) == ("reaction", True)
