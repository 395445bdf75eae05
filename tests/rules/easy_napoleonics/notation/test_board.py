"""The board in plain text."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from battles.kits.hex.notation import unit_tag
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.notation.actions import FACINGS
from battles.rules.easy_napoleonics.notation.board import ARROWS, FORMATION_MARKS, TERRAIN_MARKS, board
from battles.rules.easy_napoleonics.state import Board, Objective, Pending, State
from battles.rules.easy_napoleonics.tables import FORMATIONS, TERRAINS
from tests.rules.easy_napoleonics.builders.positions import leader, position, unit
from tests.rules.easy_napoleonics.builders.shipped_battles import battle, setup_of

ANSI = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture
def state() -> State:
    """A board of five columns and four rows, where units are moved to cells by hand."""
    units = (
        replace(unit("a", name="4th Line", level="fair", formation="column", locked=True), cell=12),
        replace(unit("b", name="Hussars", kind="light_cavalry", facing=4), cell=2),
        unit("b", name="Lost", level="broken"),
        unit("a", name="Late"),
    )
    men = (replace(leader("a"), cell=12), replace(leader("b"), cell=8, left=2))
    plain = position(units, men, board_columns=5, board_rows=4)
    small = Board(5, 4, ((2, "woods"), (5, "pond")), ((2, "Big Wood"),))
    return replace(plain, board=small, setup=replace(plain.setup, board=small))


def test_a_small_board_as_it_is_drawn(state: State) -> None:
    assert board(SYSTEM.secrets.view(state, "umpire")) == (
        "Test: turn 1 of 10, movement\n"
        "Score: A 0, B 0; initiative: A; to act: A\n"
        "\n"
        "   01  02  03  04  05\n"
        "01  ·   ·  B01  ·   ·    01\n"
        "           ↙L w\n"
        "02    o   ·   ·  BL1  ·  02\n"
        "                  ·\n"
        "03  ·   ·  A01* ·   ·    03\n"
        "           ↑C-\n"
        "04    ·   ·   ·   ·   ·  04\n"
        "\n"
        "     01  02  03  04  05\n"
        "\n"
        "Formations: L line, C column; arrows: facing\n"
        "Terrain: w woods, o pond\n"
        "Places: 0301 Big Wood\n"
        "Levels: - fair, = bad; * leader, + two batteries\n"
        "\n"
        "A\n"
        "A01  0303  4th Line  seasoned infantry  column N  Fair  locked\n"
        "AL1  0303  Leader of a, with A01, 5 hexes left\n"
        "Not deployed: A02 Late\n"
        "\n"
        "B\n"
        "B01  0301  Hussars  seasoned light cavalry  line WSW  Good\n"
        "BL1  0402  Leader of b, alone, 2 hexes left\n"
        "Broken: B02 Lost\n"
    )


@pytest.mark.rule(
    "EN-MORALE-13", "a level that the viewer does not know is a question mark on the board and in the list"
)
def test_hidden_levels_are_question_marks(state: State) -> None:
    options = replace(state.setup.rules.options, hidden_morale=True)
    hidden = replace(state, setup=replace(state.setup, rules=replace(state.setup.rules, options=options)))
    text = board(SYSTEM.secrets.view(hidden, "b"))
    assert "           ↑C?\n" in text
    assert re.search(r"column N  \?  locked", text)
    assert "Fair" not in text
    assert "? unknown" in text
    bad = replace(hidden, units=(replace(hidden.units[0], level="bad"), *hidden.units[1:]))
    assert board(SYSTEM.secrets.view(bad, "b")) == text


def test_two_batteries_in_a_hex_have_a_plus_and_a_line_each(state: State) -> None:
    guns = replace(unit("a", name="Guns", kind="field_artillery", grade="elite"), cell=12)
    text = board(SYSTEM.secrets.view(replace(state, units=(*state.units, guns)), "umpire"))
    assert "A01+" in text
    assert "A03  0303  Guns" in text


def test_objectives_say_who_holds_what(state: State) -> None:
    goal = Objective(name="Hold the wood", cells=(2, 3), hold=1, side="b", from_turn=4, held_from_start=True)
    held = replace(state, setup=replace(state.setup, objectives=(goal,)), held=((2, "a"),))
    text = board(SYSTEM.secrets.view(held, "umpire"))
    assert "Hold the wood: 1 of 2 hexes from turn 4 on (0301 A, 0401 B)" in text


def test_colour_adds_nothing_but_colour(state: State) -> None:
    seen = SYSTEM.secrets.view(state, "umpire")
    coloured = board(seen, colour=True)
    assert coloured != board(seen)
    plain = "\n".join(line.rstrip() for line in ANSI.sub("", coloured).split("\n"))
    assert plain == board(seen)


def test_every_facing_formation_and_terrain_has_a_mark_of_its_own() -> None:
    assert len(set(ARROWS)) == len(FACINGS) == 6
    assert set(FORMATION_MARKS) == set(FORMATIONS)
    assert set(TERRAIN_MARKS) == set(TERRAINS)
    marks = (*FORMATION_MARKS.values(), *TERRAIN_MARKS.values())
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("key", ["meeting", "village", "quatre_bras"])
def test_every_unit_of_a_battle_stands_once_on_its_board_and_once_in_the_list(key: str) -> None:
    state = None
    for state, _ in battle(setup_of(key), 3):
        if state.turn == 3 and state.phase == "movement":
            break
    assert state is not None
    for viewer in ("a", "b", "public", "umpire"):
        words = re.findall(r"[AB]\d\d(?!\w)", board(SYSTEM.secrets.view(state, viewer)).partition("Formations")[0])
        standing = [unit_tag(state.units, n) for n, own in enumerate(state.units) if own.cell >= 0]
        assert sorted(words) == sorted(standing)


def test_the_widest_board_fits_four_characters_a_hex() -> None:
    plain = position((), board_columns=60, board_rows=4)
    wide = replace(plain, board=Board(60, 4))
    drawn = board(SYSTEM.secrets.view(wide, "umpire")).split("\n\n")[1].split("\n")
    assert max(map(len, drawn)) <= 4 * 60 + 8


@pytest.mark.parametrize(
    ("facts", "mark"),
    [
        ({"dice_left": 0}, "fired"),
        ({"dice_left": 1}, "fired"),
        ({"dice_left": 0, "mute": True}, "fire lost"),
        ({"charged": (1,), "moved": "move"}, "charged"),
        ({"reformed": True}, "changed"),
        ({}, "Good"),
    ],
)
def test_the_list_says_what_a_unit_has_done(facts: dict[str, Any], mark: str) -> None:
    seen = SYSTEM.secrets.view(position([unit("a", (0, 0), **facts), unit("b", (0, -9))]), "umpire")
    line = next(line for line in board(seen).splitlines() if line.startswith("A01  "))
    assert line.endswith(f"  {mark}")


def test_whoever_owes_an_answer_is_to_act(state: State) -> None:
    owed = tuple(Pending(kind="hasty_square", side=side, unit=0, other=1) for side in ("a", "b"))
    for pending, name in ((owed, "B"), (owed[::-1], "A"), (owed[1:], "B"), ((), "A")):
        text = board(SYSTEM.secrets.view(replace(state, pending=pending), "umpire"))
        assert text.splitlines()[1].endswith(f"; to act: {name}")
    assert "to act" not in board(SYSTEM.secrets.view(replace(state, acting=""), "umpire"))


def test_removed_leaders_and_broken_units_are_listed_by_side() -> None:
    units = [unit("a", None, name="Lost", level="broken"), unit("a", (0, 0)), unit("b", (0, -5), name="Foe")]
    gone = leader("b", (0, 0))
    state = position(units, [leader("a", (0, 0)), type(gone)(side="b", name="Blücher", alive=False)])
    text = board(SYSTEM.secrets.view(state, "umpire"))
    a, b = text.split("\nB\n")
    assert "Broken: A01 Lost" in a
    assert "Blücher" not in a
    assert "Blücher" in b
    assert "Broken" not in b


@pytest.mark.parametrize(("moved", "word"), [("move", "moved"), ("sidestep", "sidestepped")])
def test_the_legend_says_what_a_unit_has_done(moved: str, word: str) -> None:
    state = position([unit("a", (0, 0), moved=moved), unit("b", (0, -9))])
    line = next(line for line in board(SYSTEM.secrets.view(state, "umpire")).splitlines() if line.startswith("A01"))
    assert line.endswith(word)
