"""To whom the initiative is given, and abandoned batteries that are manned again as it ends."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import deciding
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.initiative import gate, nearest_enemy, refuse_reman
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.mn_board import battle, brigade, corps, division, force, kinds, playing, recruit, spot
from tests.rules.mini_nap.test_mn_turn import chosen


def field(enemy_y: float = 110, **facts: Any) -> State:
    """Two Divisions of a, the first of two Brigades; an enemy straight above the first unit."""
    first = division(
        brigade(recruit("a1", at=(10, 10)), name="One"),
        brigade(recruit("a2", at=(30, 10)), name="Two"),
        place=spot(45, 5),
    )
    second = division(brigade(recruit("a3", at=(60, 10)), name="Three"), name="Second")
    enemy = force(recruit("enemy", at=(10, enemy_y), facing=180))
    return battle(force(corps(first, second)), enemy, **facts)


def refused(state: State, action: Any) -> tuple[str, str]:
    """Code and rule of a refusal; it has a sentence."""
    refusal = deciding.refuse(state, "a", action)
    assert refusal is not None
    assert refusal.sentence.endswith(".")
    return refusal.code, refusal.rule


@pytest.mark.rule("MN-SEQ-02", "a Brigade of one's own, or a Division")
@pytest.mark.rule("MN-SEQ-07", "a Brigade is chosen once a Turn")
@pytest.mark.rule("MN-SEQ-10", "a Brigade with no unit on the table cannot be chosen")
def test_which_brigades_may_be_chosen() -> None:
    state = chosen(unit_with(field(), 1, where="destroyed"), 2)
    assert deciding.refuse(state, "a", act.ChooseBrigade(0)) is None
    assert refused(state, act.ChooseBrigade(1)) == ("gone", "MN-SEQ-10")
    assert refused(state, act.ChooseBrigade(2)) == ("done_already", "MN-SEQ-07")
    assert refused(state, act.ChooseBrigade(3)) == ("not_yours", "MN-SEQ-02")
    assert refused(state, act.ChooseBrigade(4)) == ("no_such", "MN-SEQ-02")
    found = {option.kind: option for option in deciding.options(state, "a")}
    assert found["choose_brigade"].actions == (act.ChooseBrigade(0),)
    assert found["division_manoeuvre"].actions == (act.DivisionManoeuvre(0),)


@pytest.mark.rule("MN-DIVMAN-01", "none of its Brigades has been chosen this Turn")
def test_which_divisions_may_be_chosen() -> None:
    state = chosen(field(), 1)
    assert refused(state, act.DivisionManoeuvre(0)) == ("done_already", "MN-DIVMAN-01")
    assert deciding.refuse(state, "a", act.DivisionManoeuvre(1)) is None
    assert refused(state, act.DivisionManoeuvre(2)) == ("not_yours", "MN-DIVMAN-01")
    assert refused(state, act.DivisionManoeuvre(3)) == ("no_such", "MN-DIVMAN-01")
    assert refused(unit_with(state, 2, where="lost"), act.DivisionManoeuvre(1)) == ("gone", "MN-SEQ-10")


@pytest.mark.rule("MN-DIVMAN-02", "Y14, Y15, Y16: the gate by the nearest enemy")
@pytest.mark.parametrize(
    ("cm", "found"), [(12.0, None), (12.1, (2400, 1200)), (36.0, (2400, 1200)), (36.1, (3600, 2400))]
)
def test_the_gate(cm: float, found: tuple[int, int] | None) -> None:
    assert gate(PRINTED, round(cm * 100)) == found
    assert gate(PRINTED, None) == (3600, 2400)
    state = field(10 + 2 + cm)
    assert nearest_enemy(state, 0) == round(cm * 100)
    if found is None:
        assert refused(state, act.DivisionManoeuvre(0)) == ("locked", "MN-DIVMAN-02")
        return
    play = deciding.decide(state, "a", act.DivisionManoeuvre(0), playing(state).dice)
    assert (play.state.allowance, play.state.standoff) == found
    assert (play.state.division, play.state.step) == (0, "command")


@pytest.mark.rule("MN-DIVMAN-09", "every Brigade of the Division counts as chosen")
def test_a_division_uses_its_brigades() -> None:
    state = field()
    play = deciding.decide(state, "a", act.DivisionManoeuvre(0), playing(state).dice)
    assert [each.chosen for each in play.state.brigades] == [True, True, False, False]


@pytest.mark.rule("MN-SEQ-02", "the Brigade that is chosen has the initiative, and its command is looked to first")
def test_a_brigade_is_chosen() -> None:
    state = field()
    play = deciding.decide(state, "a", act.ChooseBrigade(1), playing(state).dice)
    assert (play.state.brigade, play.state.step, kinds(play)) == (1, "command", ["brigade_chosen", "step_began"])


@pytest.mark.rule("MN-RULING-73", "Y33: the last Brigade is emptied by a retreat: the initiative ends")
def test_retreats_may_leave_nothing_to_choose() -> None:
    state = chosen(field(), 0, 1)
    state = replace(state, stands=tuple(replace(stand, x=6000, y=2000) for stand in state.stands))
    play = deciding.decide(state, "a", act.Retreat(2), playing(state).dice)
    told = kinds(play)
    assert told.index("gone") < told.index("step_began") < told.index("initiative_gained")
    assert play.events[told.index("step_began")].step == "end"
    assert (play.state.active, play.events[-1].rule) == ("b", "MN-SEQ-08")


# Manning batteries again (MN-REACT-33)


def abandoned(**enemy: Any) -> State:
    """A square at (20, 20) with the crew of a battery that touches it behind; the initiative ends."""
    square = brigade(recruit("square", at=(20, 20), formation="solid_square"))
    guns = brigade(recruit("guns", "foot_artillery", at=(20, 16.5)), name="guns", kind="artillery")
    state = battle(force(square, guns), force(recruit("enemy", **({"at": (20, 60)} | enemy))), step="end")
    return unit_with(state, 1, crew_in=0)


@pytest.mark.rule("MN-REACT-33", "the owner mans it again as an initiative of his ends")
def test_a_battery_is_manned_again() -> None:
    state = abandoned()
    assert [option.kind for option in deciding.options(state, "a")][:2] == ["reman", "done"]
    play = deciding.decide(state, "a", act.Reman(1), playing(state, 6, 6, 6, 1, 1).dice)
    assert play.state.units[1].crew_in == -1
    assert kinds(play)[0] == "marked"


@pytest.mark.rule("MN-REACT-33", "not with an enemy within 12 cm of battery or square")
@pytest.mark.rule("MN-REACT-35", "not while another unit stands on it")
@pytest.mark.parametrize(
    ("enemy", "unit", "found"),
    [
        ({"at": (20, 35.0), "facing": 180}, 1, ("locked", "MN-REACT-33")),
        ({"at": (20, 2.0)}, 1, ("locked", "MN-REACT-33")),
        ({}, 0, ("not_needed", "MN-REACT-33")),
        ({}, 2, ("not_yours", "MN-REACT-33")),
        ({}, 9, ("no_such", "MN-REACT-33")),
    ],
)
def test_when_a_battery_is_not_manned_again(enemy: Any, unit: int, found: tuple[str, str]) -> None:
    refusal = refuse_reman(abandoned(**enemy), "a", unit)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == found
    assert refuse_reman(abandoned(at=(20, 35.01)), "a", 1) is None


@pytest.mark.rule("MN-RULING-52", "a battery that a friend stands on waits until it is free")
def test_a_battery_under_a_unit_is_not_manned() -> None:
    square = brigade(recruit("square", at=(20, 20), formation="solid_square"), recruit("line", at=(20, 16)))
    guns = brigade(recruit("guns", "foot_artillery", at=(20, 16.5)), name="guns", kind="artillery")
    state = unit_with(battle(force(square, guns), step="end"), 2, crew_in=0)
    refusal = refuse_reman(state, "a", 2)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("occupied", "MN-REACT-35")
