"""Limits of input: what just fits is taken, and one more or one less is refused."""

import json
from typing import Any

import pytest

from battles.engine.core import SetupError
from battles.engine.words import NotationError
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Rally
from battles.rules.easy_napoleonics.meta import OPTION_SPECS
from battles.rules.easy_napoleonics.notation.actions import read as read_action
from battles.rules.easy_napoleonics.notation.positions import read_position, write_position
from battles.rules.easy_napoleonics.odds.questions import OddsError, ask, help_text
from tests.rules.easy_napoleonics.builders.positions import position, unit
from tests.rules.easy_napoleonics.builders.scenarios import BASE, UNIT, changed, read

LARGE: dict[str, Any] = {
    **BASE,
    "board": {"columns": 60, "rows": 60},
    "objectives": [],
    "options": {"deployment_depth": 4},
}
GOAL = {"name": "Goal", "hexes": ["0101"]}


def small(columns: int, rows: int) -> dict[str, Any]:
    board = {"columns": columns, "rows": rows}
    return {**BASE, "board": board, "objectives": [], "options": {"deployment_depth": 2}}


# Scenario files.


@pytest.mark.parametrize(
    ("file", "path", "most", "less"),
    [
        (BASE, "title", "x" * 80, "x" * 79),
        (BASE, "text", "x" * 4_000, "x"),
        (BASE, "forces/a/name", "x" * 80, "x"),
        (BASE, "forces/a/units/0/worth", 1_000, 0),
        (BASE, "objectives/0/from_turn", 10, 1),
        (BASE, "objectives/0/hold", 2, 1),
        (LARGE, "forces/a/units/0/count", 199, 1),
        (LARGE, "forces/a/units", [{**UNIT, "name": f"{number}"} for number in range(200)], [UNIT]),
        (LARGE, "forces/a/zone", ["5960", "5860-6060"] * 250, ["5960-6060"]),
        (LARGE, "objectives", [GOAL] * 20, [GOAL]),
    ],
)
def test_what_just_fits_a_file_is_read(file: dict[str, Any], path: str, most: Any, less: Any) -> None:
    for value in (most, less):
        assert read(changed(file, path, value)).title


@pytest.mark.parametrize(
    ("file", "path", "value", "sentence"),
    [
        (BASE, "forces/a/name", "x" * 81, "forces.a.name: This has 81 characters; the most is 80."),
        (LARGE, "objectives", [GOAL] * 21, "objectives: This has 21 rows; the most is 20."),
        (LARGE, "forces/a/zone", ["5960"] * 501, "forces.a.zone: This has 501 rows; the most is 500."),
        (BASE, "objectives/0/hold", 0, "objectives[0].hold: This must be a whole number from 1 to 48, not 0."),
        (
            BASE,
            "objectives/0/from_turn",
            0,
            "objectives[0].from_turn: This must be a whole number from 1 to 10, not 0.",
        ),
        (
            BASE,
            "forces/a/units/0/worth",
            -1,
            "forces.a.units[0].worth: This must be a whole number from 0 to 1,000, not -1",
        ),
        (
            BASE,
            "forces/a/units/0/count",
            201,
            "forces.a.units[0].count: This must be a whole number from 1 to 200, not 201",
        ),
        (BASE, "board/columns", 61, "board.columns: This must be a whole number from 4 to 60, not 61."),
        (BASE, "board/rows", 3, "board.rows: This must be a whole number from 4 to 60, not 3."),
        (BASE, "board", {"map": ["...."] * 61}, "board.map: A board has 4 to 60 rows; this map has 61."),
        (BASE, "board", {"map": ["..."] * 8}, "board.map: A board has 4 to 60 columns; this map has 3."),
        (BASE, "board", {"map": ["." * 61] * 8}, "board.map: A board has 4 to 60 columns; this map has 61."),
    ],
)
def test_what_is_one_too_many_for_a_file_is_refused(file: dict[str, Any], path: str, value: Any, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        read(changed(file, path, value))
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (60, 60), (4, 60)])
def test_the_smallest_and_the_largest_board_are_read(columns: int, rows: int) -> None:
    board = read(small(columns, rows)).board
    assert (board.columns, board.rows) == (columns, rows)
    drawn = read({**small(columns, rows), "board": {"map": ["." * columns] * rows}}).board
    assert drawn == board


def test_a_file_may_have_a_million_bytes() -> None:
    data = json.dumps(BASE).encode()
    assert SYSTEM.scenarios.read(data.ljust(1_000_000)).title == "A small fight"
    with pytest.raises(SetupError, match="1,000,001 bytes"):
        SYSTEM.scenarios.read(data.ljust(1_000_001))


def test_a_wrong_word_of_a_file_is_repeated_up_to_40_characters() -> None:
    for letters, end in ((38, "xxx' is"), (39, "xxx… is")):
        with pytest.raises(SetupError) as caught:
            read(changed(BASE, "system", "x" * letters))
        assert end in str(caught.value)


def test_a_label_may_end_the_room_for_labels() -> None:
    with pytest.raises(SetupError) as caught:
        read(changed(BASE, "board/terrain/woods", ["7" * 50]))
    assert "7" * 40 in str(caught.value)
    assert "7" * 41 not in str(caught.value)


# Options.


@pytest.mark.rule("EN-RULING-99", "the least of each number that may not be 0")
def test_lower_ends() -> None:
    lowest = {name: spec.least for name, spec in OPTION_SPECS.items() if spec.kind.startswith("number") and spec.least}
    assert lowest == {
        "victory_points_to_win": 1,
        "max_turns": 1,
        "time_limit_minutes": 1,
        "board_columns": 4,
        "board_rows": 4,
        "deployment_depth": 1,
        "terrain_feature_hexes": 1,
        "square_stands_vs_cavalry": 1,
    }


# Notation.


def test_the_notation_of_an_action_has_at_most_2000_characters() -> None:
    state = position([unit("a", (0, 0), level="bad"), unit("b", (0, -9))], phase="rally")
    assert read_action(state, "RL A01".ljust(2_000)) == Rally(0)
    with pytest.raises(NotationError, match="at most 2,000 characters, not 2,001"):
        read_action(state, "RL A01".ljust(2_001))


def test_a_position_has_at_most_200000_characters() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    text = write_position(state)
    assert read_position(text.ljust(200_000), state.setup) == state
    with pytest.raises(NotationError, match="at most 200,000 characters, not 200,001"):
        read_position(text.ljust(200_001), state.setup)


def test_a_number_of_a_position_has_at_most_seven_digits() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    text = write_position(state)
    assert read_position(text.replace("turn 1 ", "turn 9999999 "), state.setup).turn == 9_999_999
    with pytest.raises(NotationError, match="'10000000', should be a turn: a whole number"):
        read_position(text.replace("turn 1 ", "turn 10000000 "), state.setup)


@pytest.mark.parametrize(("letters", "end"), [(38, "xxx'"), (39, "xxx…")])
def test_a_wrong_word_of_notation_is_repeated_up_to_40_characters(letters: int, end: str) -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    with pytest.raises(NotationError) as caught:
        read_action(state, f"RL {'x' * letters}")
    assert f"There is no unit 'x{'x' * (letters - 4)}{end};" in str(caught.value)


@pytest.mark.parametrize(("number", "words"), [(999_999, "unit 999999"), (1_000_000, "unit above 999999")])
def test_a_number_of_up_to_six_digits_is_written_out_in_a_refusal(number: int, words: str) -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))], phase="rally")
    refusal = SYSTEM.refuse(state, "a", Rally(number))
    assert refusal is not None
    assert f"There is no {words} (" in refusal.sentence


# Odds.

CHECK: dict[str, Any] = {"grade": "seasoned"}
GUN = {"kind": "field_artillery", "grade": "veteran", "formation": "unlimbered", "range": 5}
TARGET = {"kind": "infantry", "grade": "seasoned", "formation": "line"}


def told(what: str, facts: dict[str, Any]) -> str:
    """Why there are no such odds; empty where there are."""
    try:
        ask(what, json.dumps(facts))
    except OddsError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("what", "facts", "fault"),
    [
        ("check", {**CHECK, "checks": 1}, ""),
        ("check", {**CHECK, "checks": 100}, ""),
        ("check", {**CHECK, "checks": 101}, "checks: A unit takes 1 to 100 checks at once, not 101."),
        ("check", {**CHECK, "checks": 1_000}, "checks: A unit takes 1 to 100 checks at once, not 1000."),
        ("check", {**CHECK, "checks": 1_001}, "checks: 1001 is not a whole number up to 1,000."),
        ("check", {**CHECK, "checks": -1_001}, "checks: -1001 is not a whole number up to 1,000."),
        ("fire", {"firers": [GUN] * 50, "target": TARGET}, ""),
        ("fire", {"firers": [GUN] * 51, "target": TARGET}, "firers: The list has 51 items; at most 50 are allowed."),
        ("initiative", {}, ""),
        ("initiative", {"streak": 0}, ""),
        ("initiative", {"streak_side": "a", "streak": 1}, ""),
        (
            "initiative",
            {"streak_side": "a", "streak": 0},
            "streak: streak_side and streak go together: the side that won the last turns, and how many (EN-INIT-02).",
        ),
        (
            "initiative",
            {"streak_side": "b"},
            "streak: streak_side and streak go together: the side that won the last turns, and how many (EN-INIT-02).",
        ),
    ],
)
def test_odds_are_told_up_to_their_limits(what: str, facts: dict[str, Any], fault: str) -> None:
    assert told(what, facts) == fault


@pytest.mark.parametrize(("letters", "end"), [(38, "xxx' is"), (39, "xxx… is")])
def test_a_wrong_word_in_a_question_for_odds_is_repeated_up_to_40_characters(letters: int, end: str) -> None:
    assert f"grade: 'x{'x' * (letters - 4)}{end} not one of" in told("check", {"grade": "x" * letters})


def test_a_question_of_no_kind_is_repeated_up_to_40_characters() -> None:
    for asking in (lambda: ask("x" * 41, "{}"), lambda: help_text("x" * 41)):
        with pytest.raises(OddsError, match=f"There are no odds for '{'x' * 40}'."):
            asking()


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("fire", "    range (default: 1): a whole number"),
        ("fire", "    leaders (default: 1): a whole number"),
        ("melee", "    leaders (default: 1): a whole number"),
        ("check", "  checks (default: 1): a whole number"),
        ("initiative", "  streak (default: 0): a whole number"),
    ],
)
def test_the_help_says_what_a_number_is_where_it_is_left_out(what: str, line: str) -> None:
    assert line in help_text(what).splitlines()
