"""Turns and initiatives: dice, which side gains them, which Brigade gets them, and how the battle ends."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice, SeededDice
from battles.engine.words import at_start
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.command.initiative import (
    division_limits,
    end_initiative,
    nearest_enemy_distance,
    refuse_reman,
    roll_first_initiative,
    roll_next_initiative,
    roll_until_decided,
)
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import PRINTED
from battles.rules.mini_nap.victory import at_turn_end, unit_losses
from tests.rules.mini_nap.builders.table_positions import (
    battle,
    brigade,
    corps,
    division,
    force,
    kinds,
    playing,
    recruit,
    spot,
)


def two_sides(**facts: Any) -> State:
    """Two Brigades a side, each of a line; side a holds the initiative."""
    a = force(brigade(recruit("a1", at=(10, 10))), brigade(recruit("a2", at=(30, 10))))
    b = force(brigade(recruit("b1", at=(10, 100))), brigade(recruit("b2", at=(30, 100))))
    return battle(a, b, **facts)


def chosen(state: State, *brigades: int) -> State:
    """The state with these Brigades chosen this Turn."""
    marked = (replace(each, chosen=each.chosen or number in brigades) for number, each in enumerate(state.brigades))
    return replace(state, brigades=tuple(marked))


def gained(play: Resolution) -> happened.InitiativeGained:
    """The initiative that was gained last."""
    return next(event for event in reversed(play.events) if isinstance(event, happened.InitiativeGained))


@pytest.mark.rule("MN-SEQ-01", "two dice each, the higher gains it")
@pytest.mark.rule("MN-SEQ-06", "three dice for the side that held it, two for the other")
@pytest.mark.parametrize(
    ("dice", "higher", "tie"),
    [((2, 2), "575/1296", "73/648"), ((3, 2), "1009/1296", "5/72")],
)
def test_chances_of_a_roll_are_those_of_the_rulebook(dice: tuple[int, int], higher: str, tie: str) -> None:
    faces = list(product(range(1, 7), repeat=sum(dice)))
    found = Counter[str]()
    for face in faces:
        a, b = sum(face[: dice[0]]), sum(face[dice[0] :])
        if a == b:
            found["tie"] += 1
        else:
            found[roll_until_decided(ScriptedDice(face), dice, "MN-SEQ-06")[0]] += 1
    assert Fraction(found["a"], len(faces)) == Fraction(higher)
    assert Fraction(found["tie"], len(faces)) == Fraction(tie)


@pytest.mark.rule("MN-SEQ-01", "ties are rolled again")
def test_ties_are_rolled_again() -> None:
    play = playing(two_sides(active=""), 3, 4, 1, 6, 2, 2, 1, 4)
    roll_first_initiative(play)
    won = gained(play)
    assert (won.side, won.rule, won.throws) == ("b", "MN-SEQ-01", ((7, 7), (4, 5)))
    assert [roll.faces for roll in won.rolls] == [(3, 4), (1, 6), (2, 2), (1, 4)]
    assert (play.state.active, play.state.step) == ("b", "choose")


@pytest.mark.rule("MN-SEQ-06", "the side that held it rolls three, a tie again three and two")
@pytest.mark.parametrize("held", ["a", "b"])
def test_the_holder_rolls_three(held: str) -> None:
    three, two = (1, 1, 1), (2, 1)
    first = (*three, *two) if held == "a" else (*two, *three)
    again = (1, 1, 1, 6, 6) if held == "a" else (6, 6, 1, 1, 1)
    play = playing(two_sides(active=held), *first, *again)
    roll_next_initiative(play)
    assert gained(play).side == ("b" if held == "a" else "a")
    assert gained(play).throws[0] == (3, 3)


@pytest.mark.rule("MN-SEQ-08", "Y25: one side has used its Brigades: the other goes on without dice")
def test_the_other_side_goes_on_without_dice() -> None:
    play = playing(chosen(two_sides(active="b"), 0, 1))
    roll_next_initiative(play)
    assert (gained(play).side, gained(play).rule, gained(play).throws) == ("b", "MN-SEQ-08", ())
    play = playing(chosen(play.state, 2))
    roll_next_initiative(play)
    assert gained(play).side == "b"
    play = playing(chosen(play.state, 3), 6, 6, 1, 1)
    roll_next_initiative(play)
    assert kinds(play)[:2] == ["turn_ended", "turn_began"]


@pytest.mark.rule("MN-SEQ-10", "a Brigade with no unit on the table counts as used")
def test_a_brigade_without_units_counts_as_used() -> None:
    state = chosen(two_sides(active="a"), 1)
    play = playing(unit_with(state, 0, where="destroyed"))
    roll_next_initiative(play)
    assert (gained(play).side, gained(play).rule) == ("b", "MN-SEQ-08")


@pytest.mark.rule("MN-RULING-20", "where it still rolls, a side without Brigades that wins clears its markers only")
def test_an_exhausted_side_may_roll() -> None:
    state = chosen(two_sides(active="b", options=Options(exhausted_side_still_dices=True)), 0, 1)
    state = unit_with(unit_with(state, 0, blue="reaction", yellow=True), 1, formation="emergency_square")
    state = unit_with(state, 2, blue="reaction")
    play = playing(state, 6, 6, 1, 1, 1, 1, 2, 6, 6, 6)
    roll_next_initiative(play)
    assert kinds(play) == ["markers_cleared", "initiative_gained"]
    assert (play.events[0].side, play.events[0].throws, gained(play).throws) == ("a", ((12, 3),), ((3, 18),))
    after = play.state.units
    assert (after[0].blue, after[0].yellow, after[1].formation) == ("", False, "solid_square")
    assert (play.state.active, after[2].blue) == ("b", "")


@pytest.mark.rule("MN-SEQ-11", "emergency squares of both sides turn solid, then the gaining side's markers go")
@pytest.mark.rule("MN-REACT-46", "at the next initiative, of either side")
@pytest.mark.rule("MN-MARKER-01", "Y05: a unit that reacted stays blue while the enemy keeps the initiative")
@pytest.mark.rule("MN-MARKER-02", "Y06, Y19: blue and yellow go when their side gains it")
@pytest.mark.rule("MN-MARKER-07", "keeping it by winning again counts")
@pytest.mark.parametrize("winner", ["a", "b"])
def test_what_goes_as_the_initiative_is_gained(winner: str) -> None:
    state = two_sides(active="a")
    for number in (0, 2):
        state = unit_with(state, number, blue="reaction", yellow=True, idle=True, charged=True, command="in")
        state = unit_with(state, number + 1, formation="emergency_square")
    faces = (6, 6, 6, 1, 1) if winner == "a" else (1, 1, 1, 6, 6)
    play = playing(state, *faces)
    roll_next_initiative(play)
    mine, theirs = (0, 2) if winner == "a" else (2, 0)
    units = play.state.units
    assert (units[mine].blue, units[mine].yellow) == ("", False)
    assert (units[theirs].blue, units[theirs].yellow) == ("reaction", True)
    assert [units[number].formation for number in (1, 3)] == ["solid_square", "solid_square"]
    assert not any((unit.idle, unit.charged, unit.command) != (False, False, "") for unit in units)


@pytest.mark.rule("MN-SEQ-09", "at the end of a Turn markers and marks go")
@pytest.mark.rule("MN-MARKER-04", "two white markers too")
def test_what_goes_as_the_turn_ends() -> None:
    state = chosen(two_sides(), 0, 1, 2, 3)
    state = unit_with(state, 0, blue="disorder", yellow=True, manoeuvred=True, fired=True, crew_in=1)
    state = replace(state, stands=tuple(replace(stand, moved=True, evaded=True) for stand in state.stands))
    play = playing(state, 6, 6, 1, 1)
    roll_next_initiative(play)
    unit = play.state.units[0]
    assert (unit.blue, unit.yellow, unit.manoeuvred, unit.fired, unit.crew_in) == ("", False, False, False, 1)
    assert not any(brigade.chosen for brigade in play.state.brigades)
    assert not any(stand.moved or stand.evaded for stand in play.state.stands)
    assert play.state.turn == 2


# Victory (MN-RULING-60)


def broken(lost_a: int, lost_b: int, **options: Any) -> State:
    """Four units a side, so many of them lost, at the end of the second Turn."""
    state = battle(
        force(*(recruit(at=(10 * n, 10)) for n in range(4)), name="Red"),
        force(*(recruit(at=(10 * n, 100)) for n in range(4)), name="Blue"),
        options=Options(**options),
        turn=2,
    )
    lost = (replace(each, lost=gone) for each, gone in zip(state.divisions, (lost_a, lost_b), strict=True))
    return replace(state, divisions=tuple(lost))


@pytest.mark.rule("MN-RULING-60", "a side with more than its share lost loses at the end of a Turn; both, a draw")
@pytest.mark.parametrize(
    ("lost", "options", "result"),
    [
        ((2, 2), {}, None),
        ((3, 2), {}, ("b", "army_break")),
        ((1, 3), {}, ("a", "army_break")),
        ((3, 4), {}, (None, "army_break")),
        ((1, 0), {"army_break_share": 24}, ("b", "army_break")),
        ((1, 0), {"army_break_share": 25}, None),
        ((1, 2), {"turn_limit": 2}, ("a", "turn_limit")),
        ((1, 0), {"turn_limit": 2}, ("b", "turn_limit")),
        ((2, 2), {"turn_limit": 2}, (None, "turn_limit")),
        ((2, 2), {"turn_limit": 3}, None),
    ],
)
def test_who_wins_at_the_end_of_a_turn(lost: tuple[int, int], options: Any, result: Any) -> None:
    outcome = at_turn_end(broken(*lost, **options))
    assert (outcome and (outcome.winner, outcome.reason)) == result


@pytest.mark.rule("MN-RULING-60", "the end is told with its reason, of who lost or of both sides")
@pytest.mark.parametrize(
    ("lost", "limit", "words"),
    [
        ((3, 2), 3, "Blue won: Red lost more units than allowed (MN-RULING-60)."),
        ((3, 4), 3, "The battle is a draw: both sides lost more units than allowed (MN-RULING-60)."),
        ((1, 2), 2, "Red won: the last Turn is over, and Blue lost the larger share of units (MN-RULING-60)."),
    ],
)
def test_the_end_is_told_with_its_reason(lost: tuple[int, int], limit: int, words: str) -> None:
    state = broken(*lost, turn_limit=limit)
    outcome = at_turn_end(state)
    assert outcome
    assert SYSTEM.text.sentence(state, happened.Ended(outcome=outcome)) == words


@pytest.mark.rule("MN-RULING-60", "at the limit the smaller share wins, whatever the numbers")
def test_shares_are_compared_not_numbers() -> None:
    state = broken(2, 2, turn_limit=2)
    divisions = (replace(state.divisions[0], start=10), state.divisions[1])
    outcome = at_turn_end(replace(state, divisions=divisions))
    assert outcome is not None
    assert outcome.winner == "a"
    assert unit_losses(state, "a") == (2, 4)


@pytest.mark.rule("MN-RULING-60", "a side with no unit left loses as the initiative ends; both, a draw")
@pytest.mark.parametrize(("gone", "winner"), [((0, 1), "b"), ((2, 3), "a"), ((0, 1, 2, 3), None)])
def test_a_side_without_units_loses(gone: tuple[int, ...], winner: str | None) -> None:
    state = two_sides()
    for number in gone:
        state = unit_with(state, number, where="destroyed")
    play = playing(state)
    end_initiative(play)
    outcome = play.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, play.state.step) == (winner, "no_units", "over")


def test_units_to_come_keep_a_side_going() -> None:
    a = force(division(brigade(recruit("late", at=None)), brigade(recruit("gone"))))
    play = playing(unit_with(battle(a), 1, where="destroyed"))
    end_initiative(play)
    assert play.state.outcome is None


def field(enemy_y: float = 110, **facts: Any) -> State:
    """Two Divisions of a, the first of two Brigades; an enemy straight above the first unit."""
    first = division(
        brigade(recruit("a1", at=(10, 10)), name="One"),
        brigade(recruit("a2", at=(30, 10)), name="Two"),
        place=spot(45, 5),
    )
    second = division(brigade(recruit("a3", at=(60, 10)), name="Three"), name="Second")
    enemy = force(recruit("enemy", at=(10, enemy_y), facing=180))
    return battle(force(corps(first, second)), enemy, **facts)


def refused(state: State, action: Any) -> tuple[str, str]:
    """Code and rule of a refusal; it has a sentence."""
    refusal = turn.refuse(state, "a", action)
    assert refusal is not None
    assert refusal.sentence.endswith(".")
    return refusal.code, refusal.rule


@pytest.mark.rule("MN-SEQ-02", "a Brigade of one's own, or a Division")
@pytest.mark.rule("MN-SEQ-07", "a Brigade is chosen once a Turn")
@pytest.mark.rule("MN-SEQ-10", "a Brigade with no unit on the table cannot be chosen")
def test_which_brigades_may_be_chosen() -> None:
    state = chosen(unit_with(field(), 1, where="destroyed"), 2)
    assert turn.refuse(state, "a", act.ChooseBrigade(0)) is None
    assert refused(state, act.ChooseBrigade(1)) == ("gone", "MN-SEQ-10")
    assert refused(state, act.ChooseBrigade(2)) == ("done_already", "MN-SEQ-07")
    assert refused(state, act.ChooseBrigade(3)) == ("not_yours", "MN-SEQ-02")
    assert refused(state, act.ChooseBrigade(4)) == ("no_such", "MN-SEQ-02")
    found = {option.kind: option for option in turn.options(state, "a")}
    assert found["choose_brigade"].actions == (act.ChooseBrigade(0),)
    assert found["division_manoeuvre"].actions == (act.DivisionManoeuvre(0),)


@pytest.mark.rule("MN-DIVMAN-01", "none of its Brigades has been chosen this Turn")
def test_which_divisions_may_be_chosen() -> None:
    state = chosen(field(), 1)
    assert refused(state, act.DivisionManoeuvre(0)) == ("done_already", "MN-DIVMAN-01")
    assert turn.refuse(state, "a", act.DivisionManoeuvre(1)) is None
    assert refused(state, act.DivisionManoeuvre(2)) == ("not_yours", "MN-DIVMAN-01")
    assert refused(state, act.DivisionManoeuvre(3)) == ("no_such", "MN-DIVMAN-01")
    assert refused(unit_with(state, 2, where="lost"), act.DivisionManoeuvre(1)) == ("gone", "MN-SEQ-10")


@pytest.mark.rule("MN-DIVMAN-02", "Y14, Y15, Y16: the gate by the nearest enemy")
@pytest.mark.parametrize(
    ("cm", "found"), [(12.0, None), (12.1, (2400, 1200)), (36.0, (2400, 1200)), (36.1, (3600, 2400))]
)
def test_the_gate(cm: float, found: tuple[int, int] | None) -> None:
    assert division_limits(PRINTED, round(cm * 100)) == found
    assert division_limits(PRINTED, None) == (3600, 2400)
    state = field(10 + 2 + cm)
    assert nearest_enemy_distance(state, 0) == round(cm * 100)
    if found is None:
        assert refused(state, act.DivisionManoeuvre(0)) == ("locked", "MN-DIVMAN-02")
        return
    play = turn.decide(state, "a", act.DivisionManoeuvre(0), playing(state).dice)
    assert (play.state.allowance, play.state.standoff) == found
    assert (play.state.division, play.state.step) == (0, "command")


@pytest.mark.rule("MN-DIVMAN-09", "every Brigade of the Division counts as chosen")
def test_a_division_uses_its_brigades() -> None:
    state = field()
    play = turn.decide(state, "a", act.DivisionManoeuvre(0), playing(state).dice)
    assert [each.chosen for each in play.state.brigades] == [True, True, False, False]


@pytest.mark.rule("MN-SEQ-02", "the Brigade that is chosen has the initiative, and its command is looked to first")
def test_a_brigade_is_chosen() -> None:
    state = field()
    play = turn.decide(state, "a", act.ChooseBrigade(1), playing(state).dice)
    assert (play.state.brigade, play.state.step, kinds(play)) == (1, "command", ["brigade_chosen", "step_began"])


@pytest.mark.rule("MN-RULING-73", "Y33: the last Brigade is emptied by a retreat: the initiative ends")
def test_retreats_may_leave_nothing_to_choose() -> None:
    state = chosen(field(), 0, 1)
    state = replace(state, stands=tuple(replace(stand, x=6000, y=2000) for stand in state.stands))
    play = turn.decide(state, "a", act.Retreat(2), playing(state).dice)
    told = kinds(play)
    assert told.index("gone") < told.index("step_began") < told.index("initiative_gained")
    assert play.events[told.index("step_began")].step == "end"
    assert (play.state.active, play.events[-1].rule) == ("b", "MN-SEQ-08")


# Manning batteries again (MN-REACT-33)


def abandoned(**enemy: Any) -> State:
    """A square at (20, 20) with the crew of a battery that touches it behind; the initiative ends."""
    square = brigade(recruit("square", at=(20, 20), formation="solid_square"))
    guns = brigade(recruit("guns", "foot_artillery", at=(20, 16.5)), name="guns", kind="artillery")
    state = battle(force(square, guns), force(recruit("enemy", **({"at": (20, 60)} | enemy))), step="end")
    return unit_with(state, 1, crew_in=0)


@pytest.mark.rule("MN-REACT-33", "the owner mans it again at the end of an initiative of its side")
def test_a_battery_is_manned_again() -> None:
    state = abandoned()
    assert [option.kind for option in turn.options(state, "a")][:2] == ["reman", "done"]
    play = turn.decide(state, "a", act.Reman(1), playing(state, 6, 6, 6, 1, 1).dice)
    assert play.state.units[1].crew_in == -1
    assert kinds(play)[0] == "marked"


@pytest.mark.rule("MN-REACT-33", "not with an enemy within 12 cm of battery or square")
@pytest.mark.rule("MN-REACT-35", "not while another unit stands on it")
@pytest.mark.parametrize(
    ("enemy", "unit", "found"),
    [
        ({"at": (20, 35.0), "facing": 180}, 1, ("locked", "MN-REACT-33")),
        ({"at": (20, 2.0)}, 1, ("locked", "MN-REACT-33")),
        ({}, 0, ("not_needed", "MN-REACT-33")),
        ({}, 2, ("not_yours", "MN-REACT-33")),
        ({}, 9, ("no_such", "MN-REACT-33")),
    ],
)
def test_when_a_battery_is_not_manned_again(enemy: Any, unit: int, found: tuple[str, str]) -> None:
    refusal = refuse_reman(abandoned(**enemy), "a", unit)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == found
    assert refuse_reman(abandoned(at=(20, 35.01)), "a", 1) is None


@pytest.mark.rule("MN-RULING-52", "a battery that a friend stands on waits until it is free")
def test_a_battery_under_a_unit_is_not_manned() -> None:
    square = brigade(recruit("square", at=(20, 20), formation="solid_square"), recruit("line", at=(20, 16)))
    guns = brigade(recruit("guns", "foot_artillery", at=(20, 16.5)), name="guns", kind="artillery")
    state = unit_with(battle(force(square, guns), step="end"), 2, crew_in=0)
    refusal = refuse_reman(state, "a", 2)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("occupied", "MN-REACT-35")


@pytest.mark.rule("MN-REACT-33", "manned again while its square touches it and the enemy is over 12 cm from both")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, None),
        ({0: {"y": 2005}}, None),
        ({0: {"y": 2006}}, "out_of_reach"),
        ({0: {"formation": "line"}}, "out_of_reach"),
        ({0: {"formation": "emergency_square"}}, None),
        ({1: {"where": "destroyed"}}, "gone"),
        ({1: {"crew_in": -1}}, "not_needed"),
        ({2: {"y": 3500}}, "locked"),
        ({2: {"y": 3501}}, None),
        ({2: {"y": 200}}, "locked"),
        ({2: {"y": 199}}, None),
        ({2: {"y": 3500, "where": "destroyed"}}, None),
    ],
)
def test_when_a_crew_may_return_to_its_battery(changes: dict[int, dict[str, Any]], code: str | None) -> None:
    state = abandoned(facing=180)
    for number, facts in changes.items():
        state = unit_with(state, number, **facts)
    refusal = refuse_reman(state, "a", 1)
    assert (refusal if refusal is None else refusal.code) == code


@pytest.mark.rule("MN-RULING-105", "a side that the scenario names has the first initiative of Turn 1 without a roll")
@pytest.mark.parametrize("named", ["a", "b"])
def test_a_named_side_has_the_first_initiative(named: Any) -> None:
    state = replace(two_sides(active="", options=Options(first_initiative=named)), turn=1)
    play = playing(state)
    roll_first_initiative(play)
    assert (gained(play).side, gained(play).rule, gained(play).throws) == (named, "MN-RULING-105", ())
    assert (play.state.active, play.state.step) == (named, "choose")


@pytest.mark.rule("MN-RULING-105", "both sides roll in Turn 2, and where the named side has nobody on the table")
def test_dice_decide_in_turn_2_and_without_the_named_side() -> None:
    options = Options(first_initiative="a")
    later = playing(replace(two_sides(active="", options=options), turn=2), 1, 1, 6, 6)
    roll_first_initiative(later)
    assert gained(later).side == "b"
    nobody = playing(chosen(replace(two_sides(active="", options=options), turn=1), 0, 1))
    roll_first_initiative(nobody)
    assert (gained(nobody).side, gained(nobody).rule) == ("b", "MN-SEQ-08")


@pytest.mark.rule("MN-RULING-105", "the attacker's first decision in a deployed battle of history is a Brigade")
@pytest.mark.parametrize("key", ["quatre_bras_deployed", "gemioncourt", "ligny", "mont_saint_jean", "saint_amand"])
def test_a_deployed_battle_begins_with_the_attackers_choice(key: str) -> None:
    setup = SYSTEM.scenarios.load(key)
    step = SYSTEM.begin(SYSTEM.start(setup), SeededDice(bytes(32), 0))
    assert (step.state.turn, step.state.step, SYSTEM.deciding(step.state)) == (1, "choose", {"a"})
    first = SYSTEM.scenarios.special_rules(setup)[0]
    assert first == f"{at_start(setup.forces[0].name)} has the first initiative of Turn 1 (MN-RULING-105)."
