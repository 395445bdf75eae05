"""The books once more: phases of an initiative, break-through out of a combat, odds; and marks beside a block."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.drafting_size import _is_on
from battles.rules.mini_nap.setup import Feature
from battles.rules.mini_nap.setup import Table as Ground
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tabling_turn import next_step
from tests.rules.mini_nap.mn_moves import field, foot, noted
from tests.rules.mini_nap.mn_pictures import blocks
from tests.rules.mini_nap.mn_table import BLUE, DRAGOONS, RED, Table, note


@pytest.mark.rule("MN-SEQ-03", "manoeuvre, fire, hand-to-hand combat, and break-through where anybody has it")
@pytest.mark.rule("MN-DIVMAN-08", "a Division that manoeuvres does not fire")
@pytest.mark.parametrize(
    ("step", "division", "white", "found"),
    [
        ("manoeuvre", -1, False, "fire"),
        ("manoeuvre", -1, True, "fire"),
        ("manoeuvre", 0, False, "hand_to_hand"),
        ("fire", -1, False, "hand_to_hand"),
        ("hand_to_hand", -1, False, None),
        ("hand_to_hand", -1, True, "break_active"),
        ("hand_to_hand", 0, True, "break_active"),
        ("break_active", -1, True, None),
        ("choose", -1, True, None),
    ],
)
def test_which_phase_is_next(step: Any, division: int, white: bool, found: str | None) -> None:
    table = Table().begun()
    table.change(RED, white=white)
    assert next_step(replace(table.kept, step=step, division=division)) == found


@pytest.mark.rule("MN-HTH-25", "who has no enemy left when the impact round ends breaks through")
@pytest.mark.rule("MN-BREAK-01", "but no square")
@pytest.mark.parametrize(
    ("one", "enemy", "facts", "white"),
    [
        (DRAGOONS, RED, {"one_charged": "yes"}, True),
        (BLUE + 1, RED + DRAGOONS, {"one_formation": "solid_square"}, False),
        (BLUE + 1, RED, {"outflanks_enemy": "yes"}, True),
    ],
)
def test_break_through_at_the_impact(one: int, enemy: int, facts: dict[str, str], white: bool) -> None:
    table = Table().begun()
    table.change(enemy, points=2)
    table.make("fight", (6,) * table.points(one), one=one, enemy=enemy, **facts)
    assert table.kept.units[enemy].where == "destroyed"
    assert table.kept.units[one].white is white


@pytest.mark.rule("MN-HTH-12", "the odds of a combat: what is good for the one is so told, the rest is not")
def test_odds_of_a_combat() -> None:
    table = Table().begun()
    asked = {"one": BLUE + 1, "enemy": RED + 1}
    plain, outflanked = (
        SYSTEM.inquire(table.kept, note("fight", {**asked, **more})).forecasts
        for more in ({}, {"outflanks_enemy": "yes"})
    )
    assert [chance.good for chance in plain[0].chances] == [True, False, None]
    wins, loses, nobody = (chance.share for chance in plain[0].chances)
    assert wins == loses
    assert wins + loses + nobody == 1
    assert [(chance.share, chance.good) for chance in plain[1].chances] == [(0, True)]
    assert 0 < outflanked[1].chances[0].share < 1
    assert not plain[1].whole


@pytest.mark.rule("MN-RULING-35", "who charged, and who does no more, is marked")
@pytest.mark.parametrize(
    ("notes", "mark"),
    [
        ({"impact": True}, "charged"),
        ({"charged": True}, "charged"),
        ({"idle": True}, "halted"),
        ({"still": True}, "halted"),
    ],
)
def test_marks_of_a_block(notes: dict[str, bool], mark: str) -> None:
    assert mark not in blocks(field(foot()))["unit 0"].marks
    assert mark in blocks(noted(field(foot()), 0, **notes))["unit 0"].marks


@pytest.mark.rule(
    "MN-GEO-15", "a feature stays on a table that is made smaller where any of it lies on it, rim and all"
)
@pytest.mark.parametrize(
    ("x", "y", "stays"),
    [
        (0, 0, True),
        (-10, 0, True),
        (-11, 0, False),
        (100, 0, True),
        (101, 0, False),
        (0, -10, True),
        (0, -11, False),
        (0, 60, True),
        (0, 61, False),
    ],
)
def test_what_stays_on_a_smaller_table(x: int, y: int, stays: bool) -> None:
    box = Feature(key="wood", kind="wood", points=((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)))
    assert _is_on(box, Ground(100, 60)) is stays
