"""Turns and initiatives: throws, who gains them, what goes with them, and how the battle ends."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.turning import end_initiative, first_initiative, next_initiative, thrown
from battles.rules.mini_nap.victory import at_turn_end, losses
from tests.rules.mini_nap.mn_board import battle, brigade, division, force, kinds, playing, recruit


def two_sides(**facts: Any) -> State:
    """Two Brigades a side, each of a line; side a holds the initiative."""
    a = force(brigade(recruit("a1", at=(10, 10))), brigade(recruit("a2", at=(30, 10))))
    b = force(brigade(recruit("b1", at=(10, 100))), brigade(recruit("b2", at=(30, 100))))
    return battle(a, b, **facts)


def chosen(state: State, *brigades: int) -> State:
    """The state with these Brigades chosen this Turn."""
    marked = (replace(each, chosen=each.chosen or number in brigades) for number, each in enumerate(state.brigades))
    return replace(state, brigades=tuple(marked))


def gained(play: Play) -> happened.InitiativeGained:
    """The initiative that was gained last."""
    return next(event for event in reversed(play.events) if isinstance(event, happened.InitiativeGained))


@pytest.mark.rule("MN-SEQ-01", "two dice each, the higher gains it")
@pytest.mark.rule("MN-SEQ-06", "three dice for the side that held it, two for the other")
@pytest.mark.parametrize(
    ("dice", "higher", "tie"),
    [((2, 2), "575/1296", "73/648"), ((3, 2), "1009/1296", "5/72")],
)
def test_chances_of_a_throw_are_those_of_the_rulebook(dice: tuple[int, int], higher: str, tie: str) -> None:
    faces = list(product(range(1, 7), repeat=sum(dice)))
    found = Counter[str]()
    for face in faces:
        a, b = sum(face[: dice[0]]), sum(face[dice[0] :])
        if a == b:
            found["tie"] += 1
        else:
            found[thrown(ScriptedDice(face), dice, "MN-SEQ-06")[0]] += 1
    assert Fraction(found["a"], len(faces)) == Fraction(higher)
    assert Fraction(found["tie"], len(faces)) == Fraction(tie)


@pytest.mark.rule("MN-SEQ-01", "ties are thrown again")
def test_ties_are_thrown_again() -> None:
    play = playing(two_sides(active=""), 3, 4, 1, 6, 2, 2, 1, 4)
    first_initiative(play)
    won = gained(play)
    assert (won.side, won.rule, won.throws) == ("b", "MN-SEQ-01", ((7, 7), (4, 5)))
    assert [roll.faces for roll in won.rolls] == [(3, 4), (1, 6), (2, 2), (1, 4)]
    assert (play.state.active, play.state.step) == ("b", "choose")


@pytest.mark.rule("MN-SEQ-06", "the side that held it throws three, a tie again three and two")
@pytest.mark.parametrize("held", ["a", "b"])
def test_the_holder_throws_three(held: str) -> None:
    three, two = (1, 1, 1), (2, 1)
    first = (*three, *two) if held == "a" else (*two, *three)
    again = (1, 1, 1, 6, 6) if held == "a" else (6, 6, 1, 1, 1)
    play = playing(two_sides(active=held), *first, *again)
    next_initiative(play)
    assert gained(play).side == ("b" if held == "a" else "a")
    assert gained(play).throws[0] == (3, 3)


@pytest.mark.rule("MN-SEQ-08", "Y25: one side has used its Brigades: the other goes on without dice")
def test_the_other_side_goes_on_without_dice() -> None:
    play = playing(chosen(two_sides(active="b"), 0, 1))
    next_initiative(play)
    assert (gained(play).side, gained(play).rule, gained(play).throws) == ("b", "MN-SEQ-08", ())
    play = playing(chosen(play.state, 2))
    next_initiative(play)
    assert gained(play).side == "b"
    play = playing(chosen(play.state, 3), 6, 6, 1, 1)
    next_initiative(play)
    assert kinds(play)[:2] == ["turn_ended", "turn_began"]


@pytest.mark.rule("MN-SEQ-10", "a Brigade with no unit on the table counts as used")
def test_a_brigade_without_units_counts_as_used() -> None:
    state = chosen(two_sides(active="a"), 1)
    play = playing(unit_with(state, 0, where="destroyed"))
    next_initiative(play)
    assert (gained(play).side, gained(play).rule) == ("b", "MN-SEQ-08")


@pytest.mark.rule("MN-RULING-20", "where it still throws, a side without Brigades that wins clears its markers only")
def test_an_exhausted_side_may_throw() -> None:
    state = chosen(two_sides(active="b", options=Options(exhausted_side_still_dices=True)), 0, 1)
    state = unit_with(unit_with(state, 0, blue="reaction", yellow=True), 1, formation="emergency_square")
    state = unit_with(state, 2, blue="reaction")
    play = playing(state, 6, 6, 1, 1, 1, 1, 2, 6, 6, 6)
    next_initiative(play)
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
    next_initiative(play)
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
    next_initiative(play)
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
        ((3, 2), 3, "Blue won: Red has lost more units than it can bear (MN-RULING-60)."),
        ((3, 4), 3, "Nobody won: both sides have lost more units than they can bear (MN-RULING-60)."),
        ((1, 2), 2, "Red won: the last Turn is over, and Blue has lost the larger share of its units (MN-RULING-60)."),
    ],
)
def test_the_end_is_told_with_its_reason(lost: tuple[int, int], limit: int, words: str) -> None:
    state = broken(*lost, turn_limit=limit)
    outcome = at_turn_end(state)
    assert outcome
    assert SYSTEM.sentence(state, happened.Ended(outcome=outcome)) == words


@pytest.mark.rule("MN-RULING-60", "at the limit the smaller share wins, whatever the numbers")
def test_shares_are_compared_not_numbers() -> None:
    state = broken(2, 2, turn_limit=2)
    divisions = (replace(state.divisions[0], start=10), state.divisions[1])
    outcome = at_turn_end(replace(state, divisions=divisions))
    assert outcome is not None
    assert outcome.winner == "a"
    assert losses(state, "a") == (2, 4)


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
