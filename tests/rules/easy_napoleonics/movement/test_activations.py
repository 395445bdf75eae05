"""Actions of a turn: how many, which, in which order (section 5.1), and the examples of section 14.7."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate, Done, HastySquare
from battles.rules.easy_napoleonics.fire import has_fire
from battles.rules.easy_napoleonics.state import State, Unit
from battles.rules.easy_napoleonics.tables import ACTIONS, PRINTED
from battles.rules.easy_napoleonics.terrain import field_of
from tests.rules.easy_napoleonics.builders.positions import (
    activations,
    changed,
    go,
    letters,
    listed,
    play,
    position,
    unit,
    words,
)

FAR = unit("b", (0, -10), facing=3)
SPARE = unit("a", (0, 8))
"""Another unit that can move, so that the phase does not end by itself."""

GUNS: dict[str, Any] = {"kind": "field_artillery"}
HORSE: dict[str, Any] = {"kind": "horse_artillery"}
AUSTRIAN: dict[str, Any] = {"nation": "austria"}


def alone(**facts: Any) -> State:
    """One unit in the open that is to act, its enemy far away."""
    options = {"national_rules": ("austria",)} if facts.get("nation") == "austria" else {}
    return position([unit("a", (0, 0), **facts), FAR, SPARE], **options)


def after(state: State, action: Activate) -> Unit:
    """The unit once it has done a programme."""
    return play(state, "a", action).units[0]


def fires(state: State, action: Activate) -> bool:
    """Whether the unit still has its fire after a programme."""
    end = play(state, "a", action)
    return has_fire(field_of(end), end.units[0])


PROGRAMMES = [
    ({}, "C M S T CM CS CT TM TS"),
    ({"formation": "column"}, "C M S T CM CS CT TM TS"),
    ({"formation": "masse", **AUSTRIAN}, "C M S T CM CS CT TM TS"),
    ({"formation": "square"}, "C T CM CS"),
    ({"formation": "hasty_square"}, "C T CM CS"),
    ({"kind": "light_cavalry"}, "C M S T CM CS CT TM TS"),
    ({"kind": "heavy_cavalry", "formation": "column"}, "C M S T CM CS CT TM TS"),
    ({**GUNS, "formation": "limbered"}, "M S T U MU TM TS UT"),
    (GUNS, "L T LM LS LT"),
    ({**HORSE, "formation": "limbered"}, "M S T U MU TM TS UT TMU"),
    (HORSE, "L T LM LS LT LMU LTM LTS"),
]
"""EN-ACTION-08 without X; CT and TC come to the same, and so do other changes before the Move in either order."""


@pytest.mark.rule("EN-ACTION-08", "every programme of the table and no other")
@pytest.mark.rule("EN-ACTION-02", "programmes of every kind")
@pytest.mark.rule("EN-ACTION-03", "each action once, one Move or Sidestep")
@pytest.mark.rule("EN-ACTION-04", "changes come before the Move, but guns may unlimber after it")
@pytest.mark.rule("EN-RULING-17", "nothing twice in a turn")
@pytest.mark.parametrize(("facts", "wanted"), PROGRAMMES)
def test_programmes_of_every_kind(facts: dict[str, Any], wanted: str) -> None:
    assert words(alone(**facts)) == set(wanted.split())


@pytest.mark.rule("EN-ACTION-01", "two actions, horse artillery three")
@pytest.mark.rule("EN-ACTION-05", "fire needs an action that is left")
@pytest.mark.parametrize(("facts", "wanted"), PROGRAMMES)
def test_a_unit_fires_with_an_action_that_is_left(facts: dict[str, Any], wanted: str) -> None:
    state = alone(**facts)
    most = 3 if facts.get("kind") == "horse_artillery" else 2
    seen = set()
    for action in activations(state):
        word = letters(state, action)
        if word not in seen:
            seen.add(word)
            assert after(state, action).used == len(word)
            assert fires(state, action) == (len(word) < most)


def test_tables_with_fewer_actions_shorten_the_programmes() -> None:
    tables = replace(PRINTED, actions={**ACTIONS, "infantry": 1})
    assert words(position([unit("a", (0, 0)), FAR, SPARE], tables=tables)) == set("CMST")


@pytest.mark.rule("EN-ACTION-06", "doing nothing is always allowed, and what is left over is lost")
def test_nothing_need_be_done_and_actions_do_not_keep() -> None:
    state = alone()
    assert Done() in listed(state, "a", "done")
    tired = changed(state, 0, used=2, activated=True)
    # The other side does nothing either; no unit can fire, and the next turn begins with its dice.
    ended = play(play(tired, "a", Done()), "b", Done(), 9, 1)
    assert ended.turn == 2
    assert ended.units[0].used == 0
    assert not ended.units[0].activated


@pytest.mark.rule("EN-ACTION-07", "a hasty square costs no action")
def test_a_hasty_square_costs_no_action() -> None:
    horse = unit("a", (0, 0), kind="light_cavalry")
    foe = unit("b", (1, -2), facing=3, used=2, activated=True)
    formed = play(play(position([horse, foe, SPARE]), "a", go(1, -1)), "b", HastySquare(True), 9)
    assert formed.units[1].formation == "hasty_square"
    assert formed.units[1].used == 2


@pytest.mark.rule("EN-ACTION-09", "a locked unit may only fire")
@pytest.mark.parametrize("facts", [{}, {"formation": "square"}, {"kind": "light_cavalry"}, GUNS, HORSE])
def test_a_locked_unit_has_no_programme(facts: dict[str, Any]) -> None:
    state = changed(alone(**facts), 0, locked=True)
    assert activations(state) == []
    assert has_fire(field_of(state), state.units[0])


@pytest.mark.rule("EN-RULING-18", "limber, move and unlimber is three actions like any")
def test_horse_guns_limber_move_and_unlimber_where_the_option_lets_them() -> None:
    assert "LMU" in words(alone(**HORSE))
    barred = position([unit("a", (0, 0), **HORSE), FAR, SPARE], horse_limber_move_unlimber=False)
    assert words(barred) == {"L", "T", "LM", "LS", "LT", "LTM", "LTS"}
    assert "MU" in words(position([unit("a", (0, 0), formation="limbered", **HORSE)], horse_limber_move_unlimber=False))


@pytest.mark.rule("EN-RULING-19", "no third action, unless the option gives infantry its late fire")
@pytest.mark.parametrize("late", [False, True])
def test_infantry_that_changed_and_moved_fires_only_by_the_option(late: bool) -> None:
    units = [unit("a", (0, 0)), FAR, SPARE]
    state = position(units, musketry_after_change_and_move=late)
    assert fires(state, go(2, -2, formation="column")) == late
    assert fires(state, go(1, 0, facing=1)) == late
    assert not fires(state, Activate(0, "column", 1))


EXAMPLES = [
    ("EN-EX-A1", {"formation": "column"}, go(1, 1, facing=2), True),
    ("EN-EX-A2", {}, go(1, 0, formation="column", facing=1), False),
    ("EN-EX-A4", {**GUNS, "formation": "limbered"}, go(1, -2, unlimber=True), True),
    ("EN-EX-A5", {**GUNS, "formation": "limbered"}, Activate(0, "unlimbered"), True),
    ("EN-EX-A6", GUNS, Activate(0, facing=2), True),
    ("EN-EX-A7", GUNS, go(1, -2, formation="limbered"), True),
    ("EN-EX-A8", {**HORSE, "formation": "limbered"}, go(1, -3, unlimber=True), True),
    ("EN-EX-A9", {**HORSE, "formation": "limbered"}, go(1, 0, facing=1, unlimber=True), True),
    ("EN-EX-A10", HORSE, go(1, -3, formation="limbered", unlimber=True), True),
    ("EN-EX-A11", {**GUNS, "formation": "limbered"}, go(1, 0, unlimber=True), False),
    ("EN-EX-A14", {"formation": "square"}, go(0, 2, formation="column", facing=3), True),
    ("EN-EX-A14", {"formation": "square"}, go(2, -2, formation="column", facing=3), False),
    ("EN-EX-A15", {}, go(1, -1), True),
    ("EN-EX-A16", {"formation": "square"}, go(1, -1), False),
    ("EN-EX-A20", {"formation": "masse", **AUSTRIAN}, go(1, -1), True),
]


@pytest.mark.parametrize(
    ("facts", "action", "legal"),
    [
        pytest.param(*row, marks=pytest.mark.rule(rule, "examples of programmes"), id=f"{rule}-{n}")
        for n, (rule, *row) in enumerate(EXAMPLES)
    ],
)
def test_examples_of_programmes(facts: dict[str, Any], action: Activate, legal: bool) -> None:
    assert (SYSTEM.refuse(alone(**facts), "a", action) is None) == legal


SILENT = [
    ("EN-EX-A4", {**GUNS, "formation": "limbered"}, go(1, -2, unlimber=True), False),
    ("EN-EX-A5", {**GUNS, "formation": "limbered"}, Activate(0, "unlimbered"), True),
    ("EN-EX-A6", GUNS, Activate(0, facing=2), True),
    ("EN-EX-A8", {**HORSE, "formation": "limbered"}, go(1, -3, unlimber=True), True),
    ("EN-EX-A9", {**HORSE, "formation": "limbered"}, go(1, 0, facing=1, unlimber=True), False),
    ("EN-EX-A10", HORSE, go(1, -3, formation="limbered", unlimber=True), False),
    ("EN-EX-A20", {"formation": "masse", **AUSTRIAN}, go(1, -1), True),
    ("EN-EX-S7", {**HORSE, "formation": "limbered"}, go(0, -1, unlimber=True), True),
    ("EN-EX-S7", {**GUNS, "formation": "limbered"}, go(0, -1, unlimber=True), False),
]


@pytest.mark.rule("EN-FORM-07", "after a Move and unlimbering a field battery is silent, a horse battery fires")
@pytest.mark.parametrize(
    ("facts", "action", "loud"),
    [
        pytest.param(*row, marks=pytest.mark.rule(rule, "examples of programmes and fire"), id=f"{rule}-{n}")
        for n, (rule, *row) in enumerate(SILENT)
    ],
)
def test_examples_of_programmes_and_fire(facts: dict[str, Any], action: Activate, loud: bool) -> None:
    assert fires(alone(**facts), action) == loud


@pytest.mark.rule("EN-EX-A3", "infantry does not turn after its Move")
@pytest.mark.rule("EN-EX-A17", "from line to column to line is two changes of formation")
def test_a_unit_is_not_activated_again() -> None:
    state = alone()
    for first in (go(1, -1), Activate(0, "column")):
        assert activations(play(state, "a", first)) == []


@pytest.mark.rule("EN-EX-A1", "a unit that turned does not charge")
@pytest.mark.rule("EN-EX-A14", "nor one that left square")
@pytest.mark.rule("EN-EX-A15", "one that only moved does, and may fire too")
def test_only_an_unchanged_unit_charges() -> None:
    foe = unit("b", (2, -2), facing=3)
    state = position([unit("a", (0, 0)), foe, SPARE])
    moved = play(state, "a", go(1, -1))
    assert moved.units[0].charged == (1,)
    assert has_fire(field_of(moved), moved.units[0])
    turned = position([unit("a", (0, 0), facing=5, formation="column"), foe, SPARE])
    assert play(turned, "a", go(1, -1, facing=0)).units[0].charged == ()
    square = position([unit("a", (0, 0), formation="square"), foe, SPARE])
    assert play(square, "a", go(1, -1, formation="column")).units[0].charged == ()


@pytest.mark.rule("EN-EX-A12", "locked infantry fires")
@pytest.mark.rule("EN-EX-A13", "but neither turns nor forms square")
def test_locked_infantry_fires_and_does_nothing_else() -> None:
    units = [unit("a", (0, 0), locked=True), unit("b", (0, -1), facing=3), SPARE]
    state = position(units)
    for action in (Activate(0, facing=1), Activate(0, "square")):
        refusal = SYSTEM.refuse(state, "a", action)
        assert refusal is not None
        assert refusal.code == "locked"
    assert listed(position(units, phase="musketry"), "a", "fire")


@pytest.mark.rule("EN-EX-A18", "a column halts after its first step next to an enemy")
def test_a_column_halts_beside_the_enemy() -> None:
    state = position([unit("a", (0, 0), formation="column"), unit("b", (-1, -1), facing=0), SPARE])
    assert SYSTEM.refuse(state, "a", go(0, -1)) is None
    refusal = SYSTEM.refuse(state, "a", go(0, -2))
    assert refusal is not None
    assert refusal.rule == "EN-MOVE-06"


@pytest.mark.rule("EN-EX-A19", "back to back both are locked, and there is no melee")
def test_units_back_to_back_are_stuck() -> None:
    back = [unit("a", (0, 0)), unit("b", (0, 1), facing=3), SPARE, unit("b", (0, -10), facing=3)]
    start = position(back, phase="rally", acting="b", state={"holder": "a", "mover": "a"})
    state = play(start, "b", Done()) if "b" in SYSTEM.deciding(start) else start
    assert state.units[0].locked
    assert activations(state) == []
    ended = play(play(state, "a", Done()), "b", Done(), 9, 1)
    assert ended.turn == 2


@pytest.mark.rule("EN-EX-A21", "infantry that failed a hasty square is silent")
def test_infantry_that_failed_a_hasty_square_is_silent() -> None:
    horse = unit("a", (0, 0), kind="light_cavalry")
    foe = unit("b", (1, -2), facing=3)
    failed = play(play(position([horse, foe, SPARE]), "a", go(1, -1)), "b", HastySquare(False))
    assert has_fire(field_of(failed), failed.units[1])
    failed = play(play(position([horse, foe, SPARE]), "a", go(1, -1)), "b", HastySquare(True), 2)
    assert not has_fire(field_of(failed), failed.units[1])
