"""The table in plain text: the sketch in letters, both armies, and boards as expected text."""

import re
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battles.engine.core import PUBLIC
from battles.kits.open_table.notation import ASIDE, SKETCH_WIDTH
from battles.rules.mini_nap import SYSTEM
from battles.rules.mini_nap.evolve import stand_with, unit_with
from battles.rules.mini_nap.hidden import view
from battles.rules.mini_nap.notation import board as board_text
from battles.rules.mini_nap.notation.board import GROUND, board, sketch_of
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import Feature, ForceUnit, Setup, State, Table
from battles.rules.mini_nap.tables import FeatureKind
from tests.rules.mini_nap.builders import full_battle as rich
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse
from tests.rules.mini_nap.builders.random_battles import decisions
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, mm, recruit, spot

CORNER = recruit("enemy", at=(74, 59))
"""Stands in the upper right corner of a table of 75 by 60 cm, out of the way."""


def drawn(*units: ForceUnit, features: tuple[Feature, ...] = (), size: tuple[float, float] = (75, 60)) -> list[str]:
    """The rows of a sketch, without its rulers, from the upper edge; on a table of 75 cm a letter is 1 by 2 cm."""
    return [row[4:] for row in whole(*units, features=features, size=size)[:-1]]


def whole(*units: ForceUnit, features: tuple[Feature, ...] = (), size: tuple[float, float] = (75, 60)) -> list[str]:
    """The rows of a sketch with its rulers."""
    return list(sketch_of(state_of(*units, features=features, size=size)).lines(False))


def state_of(*units: ForceUnit, features: tuple[Feature, ...] = (), size: tuple[float, float] = (75, 60)) -> State:
    table = Table(mm(size[0]), mm(size[1]), features)
    return initial_state(Setup(title="t", table=table, forces=(force(*units or (recruit(at=None),)), force(CORNER))))


def feature(kind: Any, *points: tuple[float, float], width: float = 0) -> Feature:
    return Feature(key=kind, kind=kind, points=tuple((mm(x), mm(y)) for x, y in points), width=mm(width))


def cells(rows: list[str], sign: str) -> set[tuple[int, int]]:
    """Rows and columns in which a sign stands."""
    return {(row, column) for row, line in enumerate(rows) for column, each in enumerate(line) if each == sign}


@pytest.mark.rule("MN-TURN-01", "an arrow looks to the eighth of the circle that is nearest to the unit's bearing")
@pytest.mark.parametrize(
    ("bearing", "arrow"),
    [
        *((45 * number, sign) for number, sign in enumerate("↑↗→↘↓↙←↖")),
        (22.4, "↑"),
        (22.5, "↗"),
        (67.4, "↗"),
        (337.4, "↖"),
        (337.5, "↑"),
        (359.9, "↑"),
    ],
)
def test_arrows(bearing: float, arrow: str) -> None:
    assert drawn(recruit(at=(20, 31), facing=bearing))[14][19:21] == f"0{arrow}"


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ((20, 31), (14, 19)),
        ((20, 30.1), (14, 19)),
        ((20, 29.9), (15, 19)),
        ((19.9, 31), (14, 18)),
        ((20.9, 31), (14, 19)),
        ((0.3, 31), (14, 0)),
        ((74.9, 31), (14, 73)),
        ((20, 59.9), (0, 19)),
        ((20, 0.1), (29, 19)),
    ],
)
def test_a_unit_stands_in_the_letter_of_its_middle(place: tuple[float, float], where: tuple[int, int]) -> None:
    assert cells(drawn(recruit(at=place)), "0") == {where}


def test_whoever_finds_a_place_taken_gives_way_by_the_least() -> None:
    rows = drawn(*(recruit(f"unit {n}", at=(20, 31)) for n in range(6)))
    found = {n: cells(rows, str(n)) for n in range(6)}
    assert found == {0: {(14, 19)}, 1: {(15, 19)}, 2: {(13, 19)}, 3: {(16, 19)}, 4: {(12, 19)}, 5: set()}


def test_places_aside_are_those_about_one_and_two_rows_off_the_least_first() -> None:
    about = {(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)}
    assert set(ASIDE) == about | {(2, 0), (-2, 0)}
    away = [row * row + column * column for row, column in ASIDE]
    assert away == sorted(away)
    assert len(ASIDE) == len(set(ASIDE))


def test_a_letter_is_left_free_on_either_side() -> None:
    assert cells(drawn(recruit(at=(20, 31)), recruit(at=(23, 31))), "1") == {(14, 22)}
    assert cells(drawn(recruit(at=(20, 31)), recruit(at=(22, 31))), "1") == {(14, 22)}
    assert cells(drawn(recruit(at=(20, 31)), recruit(at=(17, 31))), "1") == {(14, 16)}
    assert cells(drawn(recruit(at=(20, 31)), recruit(at=(18, 31))), "1") == {(14, 16)}


def test_who_finds_no_room_is_named() -> None:
    made = sketch_of(state_of(*(recruit(f"unit {n}", at=(20, 31)) for n in range(9))))
    assert [each for each in made.undrawn if each.endswith("↑")] == [f"{n}↑" for n in range(5, 9)]
    top = sketch_of(state_of(*(recruit(f"unit {n}", at=(20, 59.5)) for n in range(3))))
    assert {text: place for place, (text, _) in top.tags.items()} == {
        "0↑": (0, 19),
        "1↑": (1, 19),
        "2↑": (2, 19),
        "3↑": (0, 73),
    }
    edge = sketch_of(state_of(*(recruit(f"unit {n}", at=(20, 0.5)) for n in range(3))))
    assert {text: place for place, (text, _) in edge.tags.items()} == {
        "0↑": (29, 19),
        "1↑": (28, 19),
        "2↑": (27, 19),
        "3↑": (0, 73),
    }


def test_rulers_count_in_steps_of_20_cm() -> None:
    rows = whole()
    assert {row: line[:3] for row, line in enumerate(rows[:-1]) if line[:3].strip()} == {
        0: " 60",
        9: " 40",
        19: " 20",
        29: "  0",
    }
    assert rows[-1] == "    0                   20                  40                  60"
    assert whole(size=(60, 60))[-1].endswith("40                       60")
    assert whole(size=(59.99, 60))[-1].endswith("40")
    large = whole(size=(180, 120))
    assert len(large) == 26
    left = {row: int(line[:3]) for row, line in enumerate(large[:-1]) if line[:3].strip()}
    # A letter is 2.4 by 4.8 cm.
    assert left == {0: 120, 4: 100, 8: 80, 12: 60, 16: 40, 20: 20, 24: 0}
    assert [large[-1][4 + int(mark // 2.4) :].split()[0] for mark in range(0, 181, 20)] == [
        str(mark) for mark in range(0, 181, 20)
    ]


@pytest.mark.parametrize(
    ("size", "columns", "rows"),
    [((75, 60), 75, 30), ((76, 60), 75, 30), ((60, 60), 75, 38), ((180, 120), 75, 25), ((180.1, 120), 75, 25)],
)
def test_a_table_has_at_most_75_letters_in_a_row(size: tuple[float, float], columns: int, rows: int) -> None:
    made = sketch_of(state_of(size=size))
    assert made.columns <= 75
    assert (made.columns, made.rows) == (columns, rows)
    assert made.columns * made.step >= made.width > (made.columns - 1) * made.step
    assert made.rows * 2 * made.step >= made.height > (made.rows - 1) * 2 * made.step


@pytest.mark.rule("MNT-GEN-01", "an area is drawn where the middles of letters lie in it, a line wherever it passes")
def test_areas_and_lines() -> None:
    wood = feature("wood", (10, 20), (10, 30), (20, 30), (20, 20))
    assert cells(drawn(features=(wood,)), "w") == {(row, column) for row in range(15, 20) for column in range(10, 20)}
    part = feature("wood", (10.6, 21.2), (10.6, 28.8), (19.4, 28.8), (19.4, 21.2))
    assert cells(drawn(features=(part,)), "w") == {(row, column) for row in range(16, 19) for column in range(11, 19)}
    fence = feature("fence", (30.5, 11), (40.5, 11), width=0.4)
    assert cells(drawn(features=(fence,)), "-") == {(24, column) for column in range(30, 41)}
    wide = feature("river", (30.5, 10), (40.5, 10), width=4)
    assert cells(drawn(features=(wide,)), "~") >= {(row, column) for row in (24, 25) for column in range(30, 41)}


@pytest.mark.parametrize(
    ("middle", "where"),
    [
        ((41.2, 20.4), (19, 41)),
        ((0.2, 0.2), (29, 0)),
        ((74.8, 50.8), (4, 74)),
        ((41.8, 21.8), (19, 41)),
        ((41.2, 60.05), (0, 41)),
        ((41.2, -0.05), (29, 41)),
        ((75.05, 20.4), (19, 74)),
        ((-0.05, 20.4), (19, 0)),
    ],
)
def test_what_is_smaller_than_a_letter_has_one(middle: tuple[float, float], where: tuple[int, int]) -> None:
    x, y = middle
    corners = ((x - 0.1, y - 0.1), (x - 0.1, y + 0.1), (x + 0.1, y + 0.1), (x + 0.1, y - 0.1))
    assert cells(drawn(features=(feature("bog", *corners),)), '"') == {where}


def test_later_kinds_are_drawn_over_earlier_ones() -> None:
    corners = ((10, 20), (10, 30), (20, 30), (20, 20))
    for order in (("hill", "wood"), ("wood", "hill")):
        rows = drawn(features=tuple(feature(kind, *corners) for kind in order))
        assert (len(cells(rows, "w")), len(cells(rows, "^"))) == (50, 0)


def test_each_side_has_its_colour() -> None:
    made = sketch_of(state_of(recruit(at=(20, 31))))
    row = list(made.lines(True))[14]
    assert row[4 + 19 :] == "\x1b[34;1m0↑\x1b[0m"
    assert "\x1b[31;1m1↑\x1b[0m" in "".join(made.lines(True))


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
    return replace(initial_state(made), step="manoeuvre", turn=2, active="a", brigade=0)


def test_a_table_as_it_is_drawn(state: State) -> None:
    drawn = board(view(state, "a")).split("\n")
    assert drawn[0] == "Test: Turn 2 of 12, manoeuvre"
    assert drawn[1].startswith("Blue has lost 0 of 2 units; Red has lost 0 of 1 unit; initiative: Blue, Left;")
    assert drawn[2] == "to act: Blue"
    assert "initiative: Blue,\ndivision;" in board(view(replace(state, division=0), "a")), "the Division, not a Brigade"
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


@pytest.mark.parametrize("key", list(SYSTEM.scenarios.shipped()))
def test_a_shipped_table_fits_eighty_columns(key: str) -> None:
    text = board(view(initial_state(SYSTEM.scenarios.load(key)), "a"))
    sketch, key_lines = text.split("\n\n")[1:3]
    assert max(map(len, sketch.split("\n"))) <= SKETCH_WIDTH + 4 + 3
    assert all(len(line) < 80 for line in key_lines.split("\n"))


def test_every_position_of_a_battle_can_be_drawn() -> None:
    for state, side, _, _ in decisions(2, 2):
        text = board(view(state, side))
        drawn = text.partition("\n\n")[2].partition("A number is")[0]
        for number, unit in enumerate(state.units):
            assert bool(re.search(rf"(?<!\d){number}[↑↗→↘↓↙←↖]", drawn)) == (unit.where == "table")


def crowded() -> State:
    """More units in one place than there is room for, and others at the edges."""
    state = rich.rich()
    for number in (*range(2, 9), *range(10, 17)):
        state = unit_with(state, number, x=mm(90), y=mm(59))
    return unit_with(unit_with(state, rich.LEFT, x=0, y=0), rich.SECOND, x=mm(180), y=mm(120), facing=3_375)


def small() -> State:
    """A table of 60 by 61 cm, with those who stand there: a letter is less than a centimetre wide."""
    table = Table(mm(60), mm(61), rich.FEATURES[2:4])
    state = rich.rich(setup=replace(rich.setup(), table=table))
    units = (unit if unit.x <= table.width and unit.y <= table.height else away(unit) for unit in state.units)
    stands = (stand if stand.x <= table.width and stand.y <= table.height else away(stand) for stand in state.stands)
    return replace(state, units=tuple(units), stands=tuple(stands))


def away(one: Any) -> Any:
    return replace(one, where="waiting")


@pytest.mark.rule("MN-TURN-01", "everybody on the table has a number")
@pytest.mark.parametrize("state", [crowded(), small()], ids=["crowded", "small"])
def test_everybody_is_in_letters(state: State) -> None:
    text = board(view(state, "a"))
    for number, unit in enumerate(state.units):
        if unit.where == "table":
            assert re.search(rf"(?<!\d){number}(?!\d)", text)


def test_a_row_of_the_legend_names_rating_and_type() -> None:
    state = field(foot("33rd"), guns("Guns"), horse("Blues"))
    kinds = [board_text._row(state, number, unit)[2] for number, unit in enumerate(state.units[:3])]
    assert kinds == ["Veteran line infantry", "Veteran medium foot artillery", "Veteran heavy cavalry"]


def test_a_row_of_the_legend_says_where_a_commander_is() -> None:
    state = battle(force(brigade(foot(), place=spot(90, 70), name="Left")))
    for where, words in (("removed", "is removed"), ("waiting", "not yet on the table"), ("table", "90, 70 cm")):
        told = board_text._commander(stand_with(state, 2, where=where), "brigade", 0)
        assert told.startswith(": ")
        assert told.endswith(words)
    assert board_text._commander(stand_with(state, 2, unit=0), "brigade", 0).endswith("with foot")
    assert board_text._commander(state, "brigade", 9) == ""
