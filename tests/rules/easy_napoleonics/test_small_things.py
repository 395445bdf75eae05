"""Small things that nothing else looks at closely: lists that are kept, wordings of numbers, limits at their ends."""

import json

import pytest
from msgspec.structs import replace

from battles.engine.cheat_sheet import signed
from battles.engine.core import SetupError
from battles.rules.easy_napoleonics import SYSTEM, words_names
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.actions import MoveLeader
from battles.rules.easy_napoleonics.board_text import board
from battles.rules.easy_napoleonics.book import book_of
from battles.rules.easy_napoleonics.field import field_like, field_of
from battles.rules.easy_napoleonics.reach import companions
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.scenario import read_scenario, written
from battles.rules.easy_napoleonics.tables import PRINTED
from battles.rules.easy_napoleonics.words import sentence
from battles.rules.easy_napoleonics.words_names import outcome_of_checks
from tests.rules.easy_napoleonics.board import GRID, at, leader, listed, play, position, unit


@pytest.mark.rule("EN-LEADER-08", "only a leader who is still there goes along")
def test_a_leader_who_rides_off_is_no_longer_offered_to_go_along() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9), facing=3)], [leader("a", (0, 0))])
    assert any(action.along for action in listed(state, "a", "activate"))
    after = play(state, "a", MoveLeader(0, at(3, 0)))
    assert not any(action.along for action in listed(after, "a", "activate"))
    back = play(after, "a", MoveLeader(0, at(1, 0)))
    assert not listed(back, "a", "move_leader")


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (1, "+1"), (-2, "−2")])
def test_a_number_is_printed_with_its_sign(number: int, text: str) -> None:
    assert signed(number) == text


def initiative(streak: int) -> str:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    event = happened.InitiativeWon(holder="a", streak=streak, modifiers=(0, 0), throws=((9, 2),))
    return sentence(state, event) or ""


def test_a_streak_is_told_from_two_turns_on() -> None:
    assert "in a row" not in initiative(1)
    assert "2 turns in a row" in initiative(2)


def scenario_with(name: str, count: int) -> bytes:
    side = {"name": "A", "zone": ["0109-0812"], "units": [{"name": "U", "kind": "infantry", "grade": "seasoned"}]}
    first = {**side, "units": [{"name": name, "kind": "infantry", "grade": "seasoned", "count": count}]}
    sides = {"a": first, "b": {**side, "zone": ["0101-0804"]}}
    facts = {"format": "muster-scenario/1", "system": "easy_napoleonics", "title": "T", "forces": sides}
    return json.dumps({**facts, "board": {"columns": 8, "rows": 12}}).encode()


def test_a_numbered_name_leaves_room_for_its_number() -> None:
    assert len(read_scenario(scenario_with("x" * 76, 2)).forces[0].units) == 2
    with pytest.raises(SetupError, match="at most 76 characters"):
        read_scenario(scenario_with("x" * 77, 2))


def test_ground_is_written_in_runs_along_a_row() -> None:
    text = written(SYSTEM.scenario("village")).decode()
    assert read_scenario(text.encode()) == SYSTEM.scenario("village")
    assert '"0109-0409"' in text


def test_the_fallen_and_the_broken_are_listed_by_side() -> None:
    units = [unit("a", None, name="Lost", level="broken"), unit("a", (0, 0)), unit("b", (0, -5), name="Foe")]
    gone = leader("b", (0, 0))
    state = position(units, [leader("a", (0, 0)), type(gone)(side="b", name="Blücher", alive=False)])
    text = board(SYSTEM.view(state, "umpire"))
    a, b = text.split("\nB\n")
    assert "Broken: A01 Lost" in a
    assert "Blücher" not in a
    assert "Blücher" in b
    assert "Broken" not in b


@pytest.mark.parametrize(
    ("checks", "failures", "words"),
    [
        (1, 0, "passed"),
        (1, 1, "failed"),
        (2, 0, "both passed"),
        (2, 2, "both failed"),
        (3, 0, "all 3 passed"),
        (3, 3, "all 3 failed"),
        (3, 1, "1 failed"),
    ],
)
def test_the_outcome_of_checks_is_told_in_words(checks: int, failures: int, words: str) -> None:
    assert outcome_of_checks(checks, failures) == words


def test_the_way_of_a_move_names_every_hex_between() -> None:
    state = position([unit("a", (0, 0), kind="light_cavalry", formation="column"), unit("b", (0, -9), facing=3)])
    path = (at(0, -1), at(0, -2), at(0, -3))
    event = happened.Activated(unit=0, cell=path[-1], facing=0, formation="column", used=1, moved="move", path=path)
    told = sentence(state, event) or ""
    between = " and ".join(GRID.label(cell) for cell in path[:-1])
    assert f"moved 3 hexes to {GRID.label(path[-1])} through {between}" in told


@pytest.mark.parametrize(("moved", "word"), [("move", "moved"), ("sidestep", "sidestepped")])
def test_the_legend_says_what_a_unit_has_done(moved: str, word: str) -> None:
    state = position([unit("a", (0, 0), moved=moved), unit("b", (0, -9))])
    line = next(line for line in board(SYSTEM.view(state, "umpire")).splitlines() if line.startswith("A01"))
    assert line.endswith(word)


def test_a_board_of_another_size_than_the_options_say_names_both() -> None:
    setup = SYSTEM.scenario("village")
    with pytest.raises(SetupError, match="The options say 20 columns and 12 rows, the board 16 and 12"):
        SYSTEM.start(SYSTEM.with_options(setup, {"board_columns": 20}))


@pytest.mark.parametrize(
    ("turn", "phase", "horizon"),
    [(1, "rally", 2), (1, "movement", 2), (1, "artillery", 3), (3, "musketry", 7), (3, "melee", 7), (4, "rally", 8)],
)
def test_a_turn_is_half_over_once_both_sides_have_moved(turn: int, phase: str, horizon: int) -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))], phase=phase, state={"turn": turn})
    assert SYSTEM.horizon(state) == horizon


def test_a_side_is_called_as_its_force() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    assert [SYSTEM.side_name(state, side) for side in ("a", "b")] == ["A", "B"]


def test_a_field_in_use_is_found_by_rules_board_and_zones() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    state = replace(state, setup=replace(state.setup, title="On a field of its own"))
    field, rules = field_of(state), state.setup.rules
    zones = tuple(force.zone for force in state.setup.forces)
    assert field_like(rules, state.board, zones) is field
    assert field_like(rules, state.board, zones[::-1]) is None
    assert field_like(Rules(rules.options, replace(rules.tables, leader_move=4)), state.board, zones) is None
    assert field_like(rules, replace(state.board, terrain=((0, "hill"),)), zones) is None


@pytest.mark.rule("EN-MELEE-36", "below the least difference that a club has a result for, nothing happens")
def test_a_difference_without_a_result_does_nothing() -> None:
    own = book_of(Rules(tables=replace(PRINTED, melee_results=PRINTED.melee_results[1:])))
    assert [(own.result(lead).drop, own.result(lead).checks) for lead in (0, 1, 4, 5, 40)] == [
        (0, 0),
        (2, 2),
        (2, 2),
        (3, 0),
        (3, 0),
    ]


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (2, "2"), (-1, "−1")])
def test_a_total_is_told_with_a_minus_of_its_own_and_without_a_plus(value: int, text: str) -> None:
    assert words_names.number(value) == text


@pytest.mark.parametrize(("value", "text"), [(0, "+0"), (3, "+3"), (-2, "−2")])
def test_a_modifier_is_told_with_its_sign(value: int, text: str) -> None:
    assert words_names.signed(value) == text


@pytest.mark.rule("EN-LEADER-08", "of up to three leaders every choice is listed, of four each alone and all together")
@pytest.mark.parametrize(
    ("count", "sizes"), [(1, [0, 1]), (2, [0, 1, 1, 2]), (3, [0, 1, 1, 1, 2, 2, 2, 3]), (4, [0, 1, 1, 1, 1, 4])]
)
def test_leaders_who_may_go_along_are_listed(count: int, sizes: list[int]) -> None:
    men = tuple((number, 5) for number in range(count))
    assert sorted(len(choice) for choice in companions(men, 2)) == sizes
    assert list(companions(((0, 1), (1, 2), (2, 3)), 2)) == [(), (1,), (2,), (1, 2)]
