"""Control, contact and locks (section 5.4)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import ChooseFireOrder, Done, HastySquare, Rally
from battles.rules.easy_napoleonics.movement.moves import in_contact, locked
from battles.rules.easy_napoleonics.state import Occupancy, State
from battles.rules.easy_napoleonics.tables import FORMATIONS
from battles.rules.easy_napoleonics.terrain import field_of
from tests.rules.easy_napoleonics.builders.positions import (
    GRID,
    activations,
    at,
    axial,
    go,
    leader,
    listed,
    play,
    position,
    unit,
)

SPARE = unit("a", (0, 8))
AWAY = unit("b", (0, -10), facing=3)


def before_moving(*units: Any, side: str = "a", **options: Any) -> State:
    """The moment before a side's movement phase: the other side has only to say that it has done."""
    if side == "a":
        return position([*units, SPARE, AWAY], phase="rally", acting="b", **options)
    return position([*units, SPARE, AWAY], phase="movement", acting="a", **options)


def moving(*units: Any, side: str = "a", **options: Any) -> State:
    """A side's movement phase with these units where they stand."""
    before = before_moving(*[tired(one) for one in units], side=side, **options)
    return play(before, before.acting, Done())


def tired(one: Any) -> Any:
    """A unit that might rally, so that the Rally phase waits for its side."""
    return replace(one, level="fair")


@pytest.mark.rule("EN-ZOC-01", "a unit controls its two front hexes, a square too, a leader none")
@pytest.mark.rule("EN-RULING-26", "a unit controls its front hexes")
@pytest.mark.parametrize("formation", FORMATIONS)
@pytest.mark.parametrize("facing", range(6))
def test_a_unit_controls_its_front_hexes(formation: str, facing: int) -> None:
    occupancy = Occupancy(GRID, (unit("a", (0, 0), formation=formation, facing=facing),), (leader("a", (4, 4)),))
    wanted = (
        ((0, -1), (1, -1)),
        ((1, -1), (1, 0)),
        ((1, 0), (0, 1)),
        ((0, 1), (-1, 1)),
        ((-1, 1), (-1, 0)),
        ((-1, 0), (0, -1)),
    )
    assert {axial(cell) for cell in GRID.cells(occupancy.fronts["a"])} == set(wanted[facing])


@pytest.mark.rule("EN-ZOC-02", "controlled or not, six hexes around an enemy stop movement")
@pytest.mark.parametrize("facing", range(6))
def test_an_enemy_stops_movement_on_every_side(facing: int) -> None:
    column = unit("a", (0, 0), kind="light_cavalry", formation="column")
    state = position([column, unit("b", (-1, -1), facing=facing), SPARE])
    assert SYSTEM.refuse(state, "a", go(0, -1)) is None
    assert SYSTEM.refuse(state, "a", go(0, -2)) is not None


@pytest.mark.rule("EN-ZOC-03", "next to any enemy a unit is locked, whichever way either faces")
@pytest.mark.rule("EN-RULING-22", "in a hex next to an enemy, not facing one")
@pytest.mark.rule("EN-RULING-24", "even where neither faces the other")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("formation", ["line", "column", "square", "hasty_square", "masse"])
def test_a_unit_next_to_an_enemy_is_locked(facing: int, formation: str) -> None:
    state = moving(unit("a", (0, 0), facing=facing), unit("b", (0, 1), facing=3, formation=formation))
    assert state.acting == "a"
    assert state.units[0].locked
    assert activations(state) == []


@pytest.mark.rule("EN-ZOC-03", "not two hexes away")
@pytest.mark.rule("EN-ZOC-01", "leaders lock no unit")
def test_nobody_else_is_locked() -> None:
    ahead = moving(unit("a", (0, 0)), unit("b", (0, -2), facing=3), leaders=[leader("b", (1, -1))])
    assert not any(one.locked for one in ahead.units)


@pytest.mark.rule(
    "EN-ZOC-05", "the first mover pins enemies before they move; its own units are checked when its phase begins"
)
@pytest.mark.rule("EN-RULING-23", "or by the option both sides are judged when the turn's movement begins")
@pytest.mark.parametrize(("timing", "pinned"), [("own_move", True), ("turn_start", False)])
def test_the_first_mover_pins_the_second(timing: str, pinned: bool) -> None:
    start = moving(unit("a", (0, 0)), unit("b", (1, -2), facing=3), lock_timing=timing)
    assert not start.units[0].locked
    moved = play(start, "a", go(1, -1))
    assert not moved.units[0].locked
    second = play(moved, "a", Done())
    assert second.acting == "b"
    assert second.units[1].locked == pinned
    assert not second.units[0].locked


@pytest.mark.rule("EN-RULING-23", "with turn start both sides are locked at once")
def test_with_turn_start_both_sides_are_locked_at_once() -> None:
    start = moving(unit("a", (0, 0)), unit("b", (0, -1), facing=3), lock_timing="turn_start")
    assert [one.locked for one in start.units] == [True, True, False, False]
    own = moving(unit("a", (0, 0)), unit("b", (0, -1), facing=3))
    assert [one.locked for one in own.units] == [True, False, False, False]


@pytest.mark.rule("EN-ZOC-06", "with front_contact only where one faces the other")
@pytest.mark.rule("EN-RULING-24", "front contact locks only who is in contact")
@pytest.mark.parametrize(
    ("own", "other", "contact"),
    [(0, 3, False), (3, 3, True), (2, 3, True), (0, 0, True), (1, 2, False), (4, 5, True)],
)
def test_front_contact_locks_only_who_is_in_contact(own: int, other: int, contact: bool) -> None:
    units = unit("a", (0, 0), facing=own), unit("b", (0, 1), facing=other)
    state = position(units, lock_scope="front_contact")
    field = field_of(state)
    occupancy = field.occupancy(state)
    assert bool(in_contact(field, occupancy)) == contact
    assert locked(field, occupancy, "a") == ((0,) if contact else ())
    assert locked(field, occupancy, "b") == ((1,) if contact else ())
    anyhow = position(units)
    assert locked(field_of(anyhow), field_of(anyhow).occupancy(anyhow), "a") == (0,)


@pytest.mark.rule("EN-ZOC-04", "a locked unit rallies")
def test_a_locked_unit_rallies() -> None:
    state = position([unit("a", (0, 0), level="bad", locked=True), unit("b", (0, -1), facing=3), SPARE], phase="rally")
    assert play(state, "a", Rally(0), 9).units[0].level == "fair"


@pytest.mark.rule("EN-ZOC-04", "fires and fights")
def test_a_locked_unit_fires_and_fights() -> None:
    units = [unit("a", (0, 0), locked=True), unit("b", (0, -1), facing=3, locked=True)]
    state = position(units, phase="musketry", state={"contacts": ((0, 1),)})
    assert listed(state, "a", "fire")
    silent = play(state, "a", Done())
    after = play(silent, "b", Done(), 5, 5, 5, 5, *[9] * 4, 9, 1)
    assert (0, 1) in after.first


@pytest.mark.rule("EN-ZOC-04", "and tries hasty square")
@pytest.mark.rule("EN-RULING-42", "unless the option forbids it")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_locked_unit_tries_hasty_square(allowed: bool) -> None:
    foes = [unit("b", (1, -2), facing=3, locked=True), unit("a", (0, -2), facing=1)]
    horse = unit("a", (0, 0), kind="light_cavalry")
    state = play(position([horse, *foes, SPARE], hasty_square_when_locked=allowed), "a", go(1, -1))
    assert bool(state.pending) == allowed
    if allowed:
        assert play(state, "b", HastySquare(True), 9).units[1].formation == "hasty_square"


def test_the_fire_order_is_not_asked_of_locked_units_that_cannot_fire() -> None:
    state = position([unit("a", (0, 0), locked=True), unit("b", (0, 1), facing=3, locked=True), SPARE, AWAY])
    later = play(play(state, "a", Done()), "b", Done(), 9, 1)
    assert later.turn == 2
    assert SYSTEM.refuse(later, later.acting, ChooseFireOrder("a")) is not None
    assert later.units[0].cell == at(0, 0)
