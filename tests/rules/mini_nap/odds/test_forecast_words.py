"""Forecasts in words: every title, chance and sum before a combat, line by line."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.forecast import Forecast
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Contact
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Damage, State
from tests.rules.mini_nap.builders.forecasts import told
from tests.rules.mini_nap.builders.manoeuvres import field, foot, go, guns, horse, light, listed, noted, plan, strip
from tests.rules.mini_nap.builders.shots import shooting
from tests.rules.mini_nap.builders.table_positions import mm

GOOD = {True: "+", False: "-", None: "="}
MILL = strip("landmark", 18, 21, -2, 2, name="The mill")
Position = tuple[State, str, Any]


def page(forecasts: tuple[Forecast, ...]) -> list[str]:
    """A line for each title, chance (good, bad, neither) and sum; of combats their titles, without what they leave."""
    lines = []
    for each in forecasts:
        if each.title.partition(",")[0].endswith(("after the combat", "after the impact")):
            continue
        lines.append(f"{each.title} ({each.rule})")
        if " fights " in each.title:
            continue
        lines += [f"{GOOD[chance.good]} {chance.share} {chance.what}" for chance in each.chances]
        for found in each.sums:
            lines.append(f"{found.what}: {found.result}")
            lines += [f"  {row.value:+} {row.what} ({row.rule})" for row in found.modifiers]
    return lines


def at_a_mill() -> Position:
    state = shooting(guns(), against=(foot("far", 40, 0),), features=(MILL,))
    state = replace(noted(state, 0, command="out"), damage=(Damage("landmark", 4, False),))
    return state, "a", listed(state, "a", "fire_structure")[0]


def extended(y: float = 40, **changes: Any) -> Position:
    enemy = foot("enemy", y=y, facing=180, rating="trained", points=3)
    state = field(horse(type="medium_cavalry"), against=(enemy,))
    return noted(state, 0, **{"command": "cautious", **changes}), "a", plan(move=act.ExtendedCharge(1))


def met_on_its_way(**options: Any) -> Position:
    mover, enemy = horse("mover"), horse("enemy", x=14, facing=270)
    play = go(field(mover, against=(enemy,), options=Options(**options)), plan(move=act.Advance(mm(5))))
    state = noted(play.state, 1, command="cautious")
    return state, "b", listed(state, "b", "opportunity_charge")[0]


def countered(**options: Any) -> Position:
    mover, enemy = horse("mover"), horse("enemy", y=20, facing=180)
    play = go(field(mover, against=(enemy,), options=Options(**options)), plan(move=act.Charge(1)))
    state = noted(play.state, 1, command="cautious")
    return state, "b", listed(state, "b", "opportunity_charge")[0]


def column() -> Position:
    enemy = foot("enemy", y=20, facing=180, formation="column", nation="british", rating="untrained")
    play = go(field(horse(points=5), against=(enemy,)), plan(move=act.Charge(1)))
    return play.state, "b", listed(play.state, "b", "emergency_square")[0]


def horse_guns() -> Position:
    battery = guns("battery", y=6, facing=180, type="horse_artillery", rating="elite")
    return go(field(foot(), against=(battery,)), plan(move=act.Charge(1))).state, "b", act.LimberAndFlee()


def broken() -> Position:
    state = field(horse(points=5), against=(foot("enemy", y=9, facing=180),), step="break_active")
    state = noted(state, 0, white=True, charged=True, command="cautious")
    return state, "a", listed(state, "a", "break_charge")[0]


def feinting() -> Position:
    state = field(horse(), against=(foot("enemy", y=4, formation="emergency_square"),))
    return replace(state, stack=(Contact(charger=0, target=1, travel="charge", stage="feint"),)), "a", act.Feint()


def not_suppressed() -> Position:
    lights = light("lights", x=-6, y=3.5, facing=180)
    state = shooting(guns(), against=(foot("line", x=8, y=14, facing=180, formation="column"), lights))
    shot = next(each for each in listed(state, "a", "fire") if each.target == 1)
    return go(state, shot).state, "b", act.Pass()


def daring() -> Position:
    state = field(foot(), against=(foot("enemy", y=5, facing=180), horse("horse", x=16, y=2, facing=270)))
    return noted(state, 0, command="cautious"), "a", plan(move=act.Charge(1))


PAGES: list[tuple[Callable[[], Position], str]] = [
    (
        at_a_mill,
        """
Guns test to fire without command (MN-FIRE-06)
+ 2/3 may fire
- 1/3 does not fire in this phase
the test (Veteran): 3 or more on a D6, 66.7 %
Guns fire at the mill, if it may fire (MNT-STRUCT-03)
- 2/3 no damage
+ 1/3 1 structural hit, which destroys it
the mill: 4 of the 5 structural hits that destroy it
        """,
    ),
    (
        extended,
        """
Horse tests for caution (MN-CMD-20)
+ 2/3 may charge
- 1/3 stays for the rest of the phase
the test (Veteran): 3 or more on a D6, 66.7 %
Horse tests to extend its charge (MN-EXTEND-02)
+ 2/3 may extend
- 1/3 disordered in place
the test (Veteran): 3 or more on a D6, 66.7 %
Horse extends its charge, if it may (MN-EXTEND-03)
+ 7/12 enemy is within reach
- 5/12 disordered, out of reach
the extension: 2D6 cm: 7 cm or more
Horse charges enemy, all tests and dice together (MN-EXTEND-02)
+ 7/27 charges
- 20/27 does not charge
Horse fights enemy, if it charges and enemy stands (MN-HTH-12)
Enemy tests to form an emergency square, if it charges and it tries (MN-REACT-42)
- 1/2 forms square
+ 1/2 destroyed by its hit markers
the test (Trained): 4 or more on a D6, 50 %
Horse tests to feint, if the square forms (MN-REACT-50)
+ 2/3 rides back
- 1/3 fights
the test (Veteran): 3 or more on a D6, 66.7 %
Horse fights enemy, if the square forms (MN-HTH-12)
        """,
    ),
    (
        lambda: extended(60),
        """
        """,
    ),
    (
        met_on_its_way,
        """
Enemy tests for caution (MN-CMD-20)
+ 2/3 passes the test
- 1/3 fails, and does nothing more
the test (Veteran): 3 or more on a D6, 66.7 %
Enemy tests to charge the moving enemy (MN-REACT-64)
+ 2/3 passes the test
- 1/3 fails, and does nothing more
the test (Veteran): 3 or more on a D6, 66.7 %
Enemy charges mover, all tests (MN-REACT-64)
+ 4/9 charges
- 5/9 does not charge
Mover fights enemy, if it charges (MN-HTH-12)
        """,
    ),
    (
        lambda: met_on_its_way(cautious_test_order="last"),
        """
Enemy tests to charge the moving enemy (MN-REACT-64)
+ 2/3 passes the test
- 1/3 fails, and does nothing more
the test (Veteran): 3 or more on a D6, 66.7 %
Enemy tests for caution (MN-CMD-20)
+ 2/3 passes the test
- 1/3 fails, and does nothing more
the test (Veteran): 3 or more on a D6, 66.7 %
Enemy charges mover, all tests (MN-REACT-64)
+ 4/9 charges
- 5/9 does not charge
Mover fights enemy, if it charges (MN-HTH-12)
        """,
    ),
    (
        lambda: countered(cautious_counter_charge_tests=True),
        """
Enemy tests for caution (MN-CMD-20)
+ 2/3 passes the test
- 1/3 fails, and does nothing more
the test (Veteran): 3 or more on a D6, 66.7 %
Mover fights enemy, if it charges (MN-HTH-12)
        """,
    ),
    (
        lambda: countered(cautious_counter_charge_tests=False),
        """
Mover fights enemy (MN-HTH-12)
        """,
    ),
    (
        column,
        """
Enemy tests to form an emergency square (MN-REACT-42)
+ 1/2 forms square
- 1/2 stays in column with 4 strength points left
the test (Untrained, 5 or more): 4 or more on a D6, 50 %
  +1 British or Austrian column (MN-REACT-42)
Horse tests to feint, if the square forms (MN-REACT-50)
- 2/3 rides back
+ 1/3 fights
the test (Veteran): 3 or more on a D6, 66.7 %
Horse fights enemy, if the square forms (MN-HTH-12)
Horse fights enemy, if no square forms (MN-HTH-12)
        """,
    ),
    (
        horse_guns,
        """
Battery tests to limber up and flee (MN-REACT-21)
+ 5/6 flees
- 1/6 destroyed
the test (Elite): 2 or more on a D6, 83.3 %
        """,
    ),
    (
        broken,
        """
Horse tests for caution (MN-CMD-20)
+ 2/3 may charge
- 1/3 stays for the rest of the phase
the test (Veteran): 3 or more on a D6, 66.7 %
Horse fights enemy, if it may charge (MN-HTH-12)
        """,
    ),
    (
        feinting,
        """
Horse tests to feint (MN-REACT-50)
+ 2/3 rides back
- 1/3 fights
the test (Veteran): 3 or more on a D6, 66.7 %
Horse fights enemy, if it fails (MN-HTH-12)
        """,
    ),
    (
        not_suppressed,
        """
Guns fire at line (MN-FIRE-43)
+ 5/1296 no hits
- 305/1296 1 hit
- 65/108 2 hits
- 205/1296 3 hits
- 1/1296 4 hits
the dice (3 basic): 4 dice, a hit for each full 6 of their total
  +1 target in square or column (MN-FIRE-40)
Line after the fire (MN-FIRE-44)
= 5/1296 still 6 strength points
- 305/1296 5 strength points left
- 65/108 4 strength points left
- 205/1296 3 strength points left
- 1/1296 2 strength points left
        """,
    ),
    (
        daring,
        """
Foot tests for caution (MN-CMD-20)
+ 2/3 may charge
- 1/3 stays for the rest of the phase
the test (Veteran): 3 or more on a D6, 66.7 %
Foot fights enemy, if it may charge and enemy stands or counter-charges (MN-HTH-12)
        """,
    ),
]


@pytest.mark.rule("MN-FIRE-06", "a unit without command tests before it fires")
@pytest.mark.rule("MN-EXTEND-02", "an extension is tested for, then rolled for, and a cautious unit may charge first")
@pytest.mark.rule("MN-RULING-26", "a cautious unit tests first or last, and by option to counter-charge")
@pytest.mark.rule("MN-REACT-42", "a British column adds one to its test for square")
@pytest.mark.parametrize(("made", "text"), PAGES)
def test_what_a_forecast_says(made: Callable[[], Position], text: str) -> None:
    state, side, action = made()
    assert page(told(state, action, side)) == [line for line in text.strip().splitlines() if line]


@pytest.mark.rule("MN-CMD-20", "in command there is no test for caution, and the total chance is greater")
def test_an_extension_in_command() -> None:
    state, side, action = extended(command="in")
    lines = page(told(state, action, side))
    assert lines[0] == "Horse tests to extend its charge (MN-EXTEND-02)"
    assert {"+ 7/18 charges", "- 11/18 does not charge"} <= set(lines)
