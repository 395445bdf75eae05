"""The table in plain text."""

import re
from typing import get_args

import pytest
from msgspec.structs import replace

from battles.engine.core import PUBLIC
from battles.rules.mini_nap import SYSTEM
from battles.rules.mini_nap.board_sketch import GROUND, WIDE
from battles.rules.mini_nap.board_text import board
from battles.rules.mini_nap.setup import Feature, Setup, Table
from battles.rules.mini_nap.starting import start
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.view import view
from tests.rules.mini_nap.mn_board import brigade, division, force, mm, recruit, spot
from tests.rules.mini_nap.mn_walks import decisions

ANSI = re.compile(r"\x1b\[[\d;]*m")


def square(key: str, kind: FeatureKind, x: float, y: float, side: float, name: str = "") -> Feature:
    """A square feature whose lower left corner is given, in centimetres."""
    corners = ((x, y), (x, y + side), (x + side, y + side), (x + side, y))
    return Feature(key=key, kind=kind, points=tuple((mm(a), mm(b)) for a, b in corners), name=name)


@pytest.fixture
def state() -> State:
    """A table of 75 by 60 cm, so that a letter is a centimetre wide and two high."""
    blue = force(
        division(
            brigade(recruit("33rd Foot", at=(20, 11), facing=45), recruit("Late", at=None), name="Left", place=None),
            rating="good",
            place=spot(30, 5),
            commander="Picton",
        ),
        name="Blue",
    )
    red = force(recruit("Guns", "foot_artillery", at=(20, 41), facing=180, points=3, weight="heavy"), name="Red")
    features = (square("w", "wood", 40, 20, 6, name="Big Wood"), square("b", "bog", 60, 50.5, 0.5))
    made = Setup(title="Test", table=Table(mm(75), mm(60), features), forces=(blue, red))
    return replace(start(made), step="manoeuvre", turn=2, active="a", brigade=0)


def test_a_table_as_it_is_drawn(state: State) -> None:
    drawn = board(view(state, "a")).split("\n")
    assert drawn[0] == "Test: Turn 2 of 12, manoeuvre"
    assert drawn[1].startswith("Blue has lost 0 of 2 units; Red has lost 0 of 1 unit; initiative: Blue, Left;")
    assert drawn[2] == "to act: Blue"
    sketch = drawn[4:35]
    assert sketch[4] == "   " + " " * 61 + '"'
    assert sketch[9] == " 40" + " " * 20 + "2↓"
    assert [line[44:50] for line in sketch[17:20]] == ["wwwwww"] * 3
    assert sketch[24] == "   " + " " * 20 + "0↗"
    assert sketch[27] == "   " + " " * 30 + "s1"
    assert sketch[30] == "    0                   20                  40                  60"
    assert 'Ground: " boggy ground, w wood' in drawn
    assert "Places: Big Wood 43, 23 cm" in drawn


def test_both_armies_are_listed_with_all_that_is_known(state: State) -> None:
    marked = replace(state.units[0], blue="disorder", command="cautious", points=4, charged=True)
    lost = replace(state.units[2], where="destroyed")
    text = board(view(replace(state, units=(marked, state.units[1], lost)), PUBLIC))
    assert " division: Picton (s1, Good) 30, 5 cm\n" in text
    assert "    0  33rd Foot  Veteran line infantry  line  45°  20, 11  4/6  disordered, charged, cautious\n" in text
    assert "    Not yet on the table: 1 Late\n" in text
    assert "    Destroyed: 2 Guns\n" in text


def test_units_in_one_place_stand_beside_each_other(state: State) -> None:
    here = state.units[0]
    many = tuple(replace(here, name=f"unit {number}") for number in range(40))
    text = board(view(replace(state, units=many), "a"))
    drawn = re.findall(r"(?<!\S)(\d+)↗", text)
    assert len(drawn) == len(set(drawn)) > 8
    missing = re.findall(r"(\d+)↗[,\n]", text.partition("No room for: ")[2])
    assert sorted([*drawn, *missing], key=int)[:5] == ["0", "1", "2", "3", "4"]


def test_colour_changes_nothing_but_the_colour(state: State) -> None:
    seen = view(state, "a")
    coloured = board(seen, colour=True)
    assert ANSI.search(coloured)
    assert ANSI.sub("", coloured) == board(seen)


def test_every_kind_of_ground_has_its_sign() -> None:
    assert set(GROUND) == set(get_args(FeatureKind))


@pytest.mark.parametrize("key", list(SYSTEM.scenarios()))
def test_a_shipped_table_fits_eighty_columns(key: str) -> None:
    text = board(view(start(SYSTEM.scenario(key)), "a"))
    sketch, key_lines = text.split("\n\n")[1:3]
    assert max(map(len, sketch.split("\n"))) <= WIDE + 4 + 3
    assert all(len(line) < 80 for line in key_lines.split("\n"))


def test_every_position_of_a_battle_can_be_drawn() -> None:
    for state, side, _, _ in decisions(2, 2):
        text = board(view(state, side))
        drawn = text.partition("\n\n")[2].partition("A number is")[0]
        for number, unit in enumerate(state.units):
            assert bool(re.search(rf"(?<!\d){number}[↑↗→↘↓↙←↖]", drawn)) == (unit.where == "table")
