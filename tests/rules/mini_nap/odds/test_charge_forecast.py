"""Forecasts of charges: over a bridge, past a commander, against a unit that may form square."""

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Contact
from battles.rules.mini_nap.reactions import charge_answers
from battles.rules.mini_nap.state import ForceUnit
from tests.rules.mini_nap.builders.bridges import LEFT, RIGHT, beyond
from tests.rules.mini_nap.builders.charges import stand_at
from tests.rules.mini_nap.builders.forecasts import shares, titled, told
from tests.rules.mini_nap.builders.manoeuvres import asked, field, foot, go, horse, light, passed, plan


@pytest.mark.rule("MNT-BRIDGE-03", "a charge that waits for who defends a bridge is forecast as against its target")
def test_a_charge_over_a_bridge_that_two_units_may_defend() -> None:
    over = plan(move=act.Charge(1, "bridge"))
    found, alone = told(beyond(RIGHT, LEFT), over), told(beyond(RIGHT), over)
    assert found[0].title == "Horse fights right, if right stands"
    assert [each.title for each in found] == [each.title for each in alone]
    assert [shares(each) for each in found] == [shares(each) for each in alone]


@pytest.mark.rule("MN-CMD-42", "a charge past a stand that evades is forecast to its end, as without the stand")
@pytest.mark.rule("MN-CMD-40", "and so is cavalry's that overruns one")
@pytest.mark.parametrize(
    ("charger", "target", "y", "evades"),
    [(foot(), light(y=8, facing=180), 3.5, True), (horse(), foot(y=24), 12, False)],
)
def test_a_charge_past_a_commander(charger: ForceUnit, target: ForceUnit, y: float, evades: bool) -> None:
    clear = field(charger, against=(target,))
    state, charge = stand_at(clear, "b", 0, y, "corps"), plan(move=act.Charge(1))
    assert (asked(passed(go(state, charge))) == ("evade_stand",)) is evades
    found, free = told(state, charge), told(clear, charge)
    assert found != ()
    assert [each.title for each in found] == [each.title for each in free]
    assert [shares(each) for each in found] == [shares(each) for each in free]


@pytest.mark.rule("MN-REACT-45", "the odds of a square are those about a stand where one fits")
@pytest.mark.parametrize(("x", "stands"), [(4, ("right",)), (-4, ("left",)), (5.2, ("left", "right"))])
def test_an_emergency_square_that_fits_around_one_stand_only(x: float, stands: tuple[str, ...]) -> None:
    near = foot("near", x=x, y=26.2, facing=180)
    state, charge = field(horse(points=5), against=(foot("foot", y=24, facing=180), near)), plan(move=act.Charge(1))
    play = passed(go(state, charge))
    contact = play.state.stack[-1]
    assert isinstance(contact, Contact)
    assert charge_answers.square_anchors(play.state, contact) == stands
    assert "Foot tests to form an emergency square, if it tries" in [each.title for each in told(state, charge)]


@pytest.mark.rule("MN-REACT-42", "a button names who wins the combat, not the chances of an enemy's test")
def test_a_button_names_no_chance_of_a_test_by_the_enemy() -> None:
    state, charge = field(horse(), against=(foot("foot", y=24, facing=180),)), plan(move=act.Charge(1))
    fight, square = (
        titled(told(state, charge), title)
        for title in ("Horse fights foot, if foot stands", "Foot tests to form an emergency square, if it tries")
    )
    assert [each.what for each in fight.brief] == ["you win the combat", "you lose it"]
    assert square.brief == ()
