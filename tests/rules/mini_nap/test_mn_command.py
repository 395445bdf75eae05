"""Command checks: radius, caution, attached stands, white markers, and when a check is made."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.command import Commander, check, check_chosen, command, command_of
from battles.rules.mini_nap.evolve_units import stand_with, unit_with
from battles.rules.mini_nap.rules import DEFAULTS, Options, Rules
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import CM, COMMANDERS, CommanderRating
from tests.rules.mini_nap.mn_board import battle, brigade, corps, division, force, mm, playing, recruit, spot

CORPS, DIVISION, BRIGADE = 0, 1, 2
"""Stands of side a by number."""


def led(unit_at: tuple[float, float] = (20, 0), **facts: Any) -> State:
    """A line, its Average Division commander at (0, 0) and its Corps commander out of the way, at (0, 110)."""
    mine = division(brigade(recruit("line", at=unit_at)), place=spot(0, 0))
    return battle(force(corps(mine, place=spot(0, 110))), brigade=0, **facts)


@pytest.mark.rule("MN-CMD-06", "Excellent 18 cm")
@pytest.mark.rule("MN-CMD-07", "Good 16 cm")
@pytest.mark.rule("MN-CMD-08", "Average 14 cm")
@pytest.mark.rule("MN-CMD-09", "Poor 12 cm")
@pytest.mark.rule("MN-CMD-10", "Dreadful 10 cm")
@pytest.mark.rule("MN-CMD-12", "within the radius a unit is in command, the radius included")
@pytest.mark.rule("MN-CMD-13", "else within 24 cm it is cautious")
@pytest.mark.rule("MN-CMD-14", "beyond 24 cm it is not in command")
@pytest.mark.parametrize(
    ("rating", "radius"), [("excellent", 18), ("good", 16), ("average", 14), ("poor", 12), ("dreadful", 10)]
)
def test_radii(rating: CommanderRating, radius: int) -> None:
    assert COMMANDERS[rating].radius == radius
    found = [command(DEFAULTS, [Commander(rating, tenths)]) for tenths in (0, radius * CM, radius * CM + 1)]
    assert found == ["in", "in", "cautious"]
    assert [command(DEFAULTS, [Commander(rating, tenths)]) for tenths in (2400, 2401)] == ["cautious", "out"]


@pytest.mark.rule("MN-CMD-11", "the better result of both commanders counts")
def test_the_better_of_two_counts() -> None:
    near, far = Commander("dreadful", 900), Commander("excellent", 2_000)
    assert command(DEFAULTS, [near, far]) == command(DEFAULTS, [far, near]) == "in"
    assert command(DEFAULTS, [far, Commander("good", 3_000)]) == "cautious"
    assert command(DEFAULTS, []) == "out"


@pytest.mark.rule("MN-CMD-16", "a stand with white markers has radius 0")
@pytest.mark.rule("MN-RULING-53", "and still makes cautious within 24 cm, unless the option says otherwise")
def test_a_stand_that_evaded() -> None:
    evaded = [Commander("excellent", tenths, evaded=True) for tenths in (0, 1, 2400, 2401)]
    assert [command(DEFAULTS, [one]) for one in evaded] == ["in", "cautious", "cautious", "out"]
    strict = Rules(Options(white_marked_stand_gives_cautious=False))
    assert [command(strict, [one]) for one in evaded] == ["out"] * 4


@pytest.mark.rule("MN-GEO-05", "G30: base to base 16.25 cm from a stand at (0, 0) to a line at (20, 0)")
@pytest.mark.parametrize(
    ("rating", "found"),
    [
        ("excellent", "in"),
        ("good", "cautious"),
        ("average", "cautious"),
        ("poor", "cautious"),
        ("dreadful", "cautious"),
    ],
)
def test_a_line_beside_its_commander(rating: CommanderRating, found: str) -> None:
    assert check(stand_with(led(), DIVISION, rating=rating), 0) == found


@pytest.mark.rule("MN-CMD-13", "G31: a column at (0, 27.25) is at 24.0 cm and cautious")
@pytest.mark.rule("MN-CMD-13", "Y29: exactly 24.0 cm is cautious, 24.1 is not in command")
@pytest.mark.parametrize(("y", "found"), [(27.25, "cautious"), (27.35, "out")])
def test_a_column_before_its_commander(y: float, found: str) -> None:
    state = unit_with(led((0, y)), 0, formation="column")
    assert check(state, 0) == found


@pytest.mark.rule("MN-CMD-16", "a removed stand gives nothing")
def test_a_removed_stand_gives_nothing() -> None:
    near = led((5, 0))
    assert check(near, 0) == "in"
    assert check(stand_with(near, DIVISION, where="removed"), 0) == "out"


@pytest.mark.rule("MN-CMD-11", "only its own Division and Corps command a unit")
def test_other_divisions_do_not_command() -> None:
    other = division(brigade(recruit("other", at=(0, 90))), place=spot(20, 5))
    mine = division(brigade(recruit("line", at=(20, 0))), place=spot(100, 0))
    state = battle(force(corps(mine, other, place=spot(100, 110))))
    assert check(state, 0) == "out"
    assert check(stand_with(state, CORPS, x=mm(20), y=mm(20)), 0) == "cautious"


@pytest.mark.rule("MN-CMD-15", "a unit with its Brigade stand attached is always in command")
def test_an_attached_stand_commands() -> None:
    state = led((100, 0))
    assert check(state, 0) == "out"
    assert check(stand_with(state, BRIGADE, unit=0), 0) == "in"


@pytest.mark.rule("MN-CMD-34", "a Brigade stand that is not attached commands nobody")
def test_a_brigade_stand_has_no_radius() -> None:
    assert check(stand_with(led((100, 0)), BRIGADE, x=mm(100), y=mm(3)), 0) == "out"


@pytest.mark.rule("MN-CMD-17", "the check of the chosen Brigade stands for the whole initiative")
@pytest.mark.rule("MN-RULING-27", "Y27: whatever becomes of the stands, unless each action is checked")
@pytest.mark.parametrize(("timing", "later"), [("initiative_start", "in"), ("each_action", "out")])
def test_when_a_check_is_made(timing: Any, later: str) -> None:
    play = playing(led((10, 0), options=Options(command_check_timing=timing)))
    check_chosen(play)
    assert play.unit(0).command == "in"
    overrun = stand_with(play.state, DIVISION, where="removed")
    assert command_of(overrun, 0) == later
    assert check(overrun, 0) == "out"


@pytest.mark.rule("MN-CMD-17", "units of other Brigades are checked when they act")
def test_others_are_checked_when_they_act() -> None:
    mine = division(brigade(recruit("chosen", at=(5, 0))), brigade(recruit("other", at=(10, 0))), place=spot(0, 0))
    state = battle(force(corps(mine)), brigade=0)
    play = playing(state)
    check_chosen(play)
    assert [unit.command for unit in play.state.units] == ["in", "", ""]
    assert command_of(play.state, 1) == "in"
    assert command_of(stand_with(play.state, DIVISION, where="removed"), 1) == "out"


@pytest.mark.rule("MN-DIVMAN-01", "of a chosen Division every unit is checked")
def test_a_chosen_division_is_checked() -> None:
    mine = division(brigade(recruit("one", at=(5, 0))), brigade(recruit("two", at=(10, 0))), place=spot(0, 0))
    play = playing(replace(battle(force(corps(mine))), division=0))
    check_chosen(play)
    assert [unit.command for unit in play.state.units] == ["in", "in", ""]
