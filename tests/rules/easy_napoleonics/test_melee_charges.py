"""Charges that bring or void a melee: hasty squares, turned cavalry, chargers that form square (section 7.1)."""

import pytest
from msgspec.structs import replace

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Accept, Activate, ChooseFireOrder, Done, Fight, HastySquare
from tests.rules.easy_napoleonics.acting import act, choices, every, only
from tests.rules.easy_napoleonics.board import at, position, unit

CAVALRY = {"kind": "light_cavalry", "grade": "veteran"}
FAR = unit("b", (14, -11), facing=3)


@pytest.mark.rule("EN-EX-D15", "charged infantry that makes its hasty square fights in it")
def test_charged_infantry_that_makes_its_hasty_square_fights_in_it() -> None:
    state = position([unit("a", (0, 0), **CAVALRY), unit("b", (0, -2), facing=3), FAR])
    step = act(state, "a", Activate(0, cell=at(0, -1)))
    assert SYSTEM.deciding(step.state) == {"b"}
    assert choices(step.state, "b") == {"hasty_square"}
    state = act(step.state, "b", HastySquare(True), 7).state
    assert state.units[1].formation == "hasty_square"
    state = act(state, "b", Done()).state
    state = act(state, "a", ChooseFireOrder("a")).state
    step = act(state, "b", Done(), 5, 5, 1)
    score = only(step, "fought").attack
    assert (score.stands, score.total - 10) == (2, 5)
    assert only(step, "fought").defence.stands == 1


@pytest.mark.rule("EN-EX-D16", "cavalry that turned does not charge and brings no melee this turn")
def test_cavalry_that_turned_does_not_charge_and_brings_no_melee_this_turn() -> None:
    state = position([unit("a", (0, 0), facing=5, **CAVALRY), unit("b", (0, -2), facing=0), FAR, unit("a", (-5, 9))])
    step = act(state, "a", Activate(0, facing=0, cell=at(0, -1)))
    assert not step.state.pending
    assert step.state.units[0].charged == ()
    assert step.state.standing == ((0, 1),)
    step = act(act(step.state, "a", Done()).state, "b", Done())
    assert step.state.turn == 2
    assert not every(step, "fought")


@pytest.mark.rule("EN-EX-D20", "a charge is void when the charger forms square")
@pytest.mark.rule("EN-RULING-84", "a charge is void when the charger forms square")
@pytest.mark.parametrize("fight", [True, False])
def test_a_charge_is_void_when_the_charger_forms_square(fight: bool) -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -2), facing=3), unit("b", (2, -1), facing=4, **CAVALRY), FAR]
    state = act(position(units), "a", Activate(0, cell=at(0, -1))).state
    assert state.units[0].charged == (1,)
    state = act(state, "b", Activate(2, cell=at(1, -1))).state
    state = act(state, "a", HastySquare(True), 7).state
    assert state.units[0].charged == ()
    state = act(act(state, "b", Done()).state, "a", ChooseFireOrder("a")).state
    state = act(act(state, "a", Done()).state, "b", Done()).state
    assert (state.pending[-1].side, state.pending[-1].unit, state.pending[-1].other) == ("b", 1, 0)
    step = act(state, "b", Accept(fight), *(() if fight else (1, 1, 10)))
    assert only(step, "melees_listed").pairs == (((1, 0), (2, 0)) if fight else ((2, 0),))
    if fight:
        step = act(step.state, "a", Fight(1, 0), 1, 1, 10, 10, 10, 1, 1, 10)
        rows = [{row.what: row.value for row in event.attack.modifiers} for event in every(step, "fought")]
        assert rows[0]["infantry against square"] == 4
        assert rows[1]["cavalry against hasty square"] == -3
    else:
        assert [event.attacker for event in every(step, "fought")] == [2]


@pytest.mark.rule("EN-MELEE-05", "of two charges the earlier counts while its unit faces the other")
@pytest.mark.parametrize("mover", ["a", "b"])
@pytest.mark.parametrize(("facing", "faced"), [(0, True), (2, False)])
def test_of_two_charges_the_earlier_counts_while_it_faces_the_enemy(mover: str, facing: int, faced: bool) -> None:
    # The unit of the side that moved first stands at (0, 0); the other came to it and faces it.
    late = "b" if mover == "a" else "a"
    units = [unit(mover, (0, 0), facing=facing, charged=(1,)), unit(late, (0, -1), facing=3, charged=(0,)), FAR]
    more = [unit("a", (-9, 9))]
    state = position([*units, *more], phase="musketry", acting=late, state={"mover": mover, "holder": "a"})
    state = replace(state, fires_first=mover)
    faces = (5, 5, 5, 5, 10, 10, 10, 10) if faced else (1, 1, 5, 5, 10, 10)
    step = act(state, late, Done(), *faces)
    assert only(step, "melees_listed").pairs == (((0, 1),) if faced else ((1, 0),))
