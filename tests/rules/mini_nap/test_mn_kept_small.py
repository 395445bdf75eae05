"""Small things that hold on their own: forecasts on the way of a charge, edges of structures and ground, rings."""

from fractions import Fraction
from math import atan2, degrees, hypot
from typing import Any

import pytest

from battles.engine.cheat_sheet import Need
from battles.engine.table.bearings import path_between
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import answers, going
from battles.rules.mini_nap import conceiving_places as places
from battles.rules.mini_nap.board import footprint
from battles.rules.mini_nap.cheat_sheet import pages
from battles.rules.mini_nap.frames import Contact
from battles.rules.mini_nap.meta import read
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.tables_ground import EFFECTS
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_charges import stand_at
from tests.rules.mini_nap.mn_fire import place
from tests.rules.mini_nap.mn_moves import (
    asked,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    listed,
    noted,
    passed,
    plan,
    strip,
    why,
)
from tests.rules.mini_nap.mn_odds import shares, told
from tests.rules.mini_nap.test_mn_over_bridges import LEFT, RIGHT, beyond
from tests.rules.mini_nap.test_mn_structures import VILLAGE, facing


@pytest.mark.rule("MN-RULING-60", "a free place is looked for on rings of 24 places each, the nearest first")
def test_rings_about_a_place() -> None:
    first, *others = places._about((0, 0))
    assert first == (0, 0)
    assert len(others) == 24 * len(places.RINGS)
    for number, ring in enumerate(places.RINGS):
        found = others[24 * number : 24 * number + 24]
        assert all(abs(hypot(x, y) - ring) < 2 for x, y in found)
        for step, (x, y) in enumerate(found):
            away = (degrees(atan2(x, y)) - 15 * step + 180) % 360 - 180
            assert abs(away) < 3, (ring, step)


@pytest.mark.rule("MNT-RULING-21", "a shot is aimed at the edge of a structure, a tenth of a millimetre off at most")
def test_how_near_the_edge_is_aimed_at() -> None:
    state = facing(VILLAGE)
    x, y = place(0, 10)
    assert [why(state, act.FireStructure(0, "village", (x, y - off))) for off in (0, 1, 2)] == ["", "", "MNT-RULING-21"]


@pytest.mark.rule("MNT-GEN-04", "who is in prohibited ground has no free travel in it")
def test_no_free_travel_for_who_is_in_it() -> None:
    for bottom in (-8.0, 1.0):
        state = field(guns(), features=(strip("wood", bottom, bottom + 30),))
        shape, unit = footprint(state, 0), state.units[0]
        way = path_between((unit.x, unit.y), (unit.x, unit.y + mm(6)))
        found = going.first_barred(state, unit, "redeploy", shape, way)
        assert found is not None
        assert (found[0], found[1].word) == (0, "wood")


@pytest.mark.rule("MN-RULING-26", "with the last test after the extension, passing on the way leads to that test")
@pytest.mark.rule("MN-CMD-20", "which is forecast for him who passes: what is bad for the charger is good for him")
def test_a_test_that_an_answer_leads_to() -> None:
    rider = horse("rider", x=-13, y=22, facing=90)
    goal, late = foot("goal", y=43, facing=180), Options(cautious_test_order="last")
    state = field(horse(type="medium_cavalry"), against=(goal, rider), options=late)
    extended = plan(move=act.ExtendedCharge(1))
    play = go(noted(state, 0, command="cautious"), extended, 6, 6, 6, 6)
    (answer,) = listed(play.state, "b", "pass")
    (test,) = told(play.state, answer, "b")
    assert (test.title, test.rule) == ("Horse tests to dare it", "MN-CMD-20")
    assert [(each.what, each.share, each.good) for each in test.chances] == [
        ("passes", Fraction(2, 3), False),
        ("fails", Fraction(1, 3), True),
    ]
    assert told(go(state, extended, 6, 6, 6, 6).state, answer, "b") == ()


@pytest.mark.rule("MNT-BRIDGE-03", "a charge that waits for who defends a bridge is forecast as against its target")
def test_a_charge_over_a_bridge_with_two_who_may_defend_it() -> None:
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
def test_a_charge_past_a_stand(charger: Recruit, target: Recruit, y: float, evades: bool) -> None:
    clear = field(charger, against=(target,))
    state, charge = stand_at(clear, "b", 0, y, "corps"), plan(move=act.Charge(1))
    assert (asked(passed(go(state, charge))) == ("evade_stand",)) is evades
    found, free = told(state, charge), told(clear, charge)
    assert found != ()
    assert [each.title for each in found] == [each.title for each in free]
    assert [shares(each) for each in found] == [shares(each) for each in free]


@pytest.mark.rule("MN-REACT-45", "the odds of a square are those about a stand where one fits")
@pytest.mark.parametrize(("x", "stands"), [(4, ("right",)), (-4, ("left",)), (5.2, ("left", "right"))])
def test_a_square_that_fits_about_one_stand_only(x: float, stands: tuple[str, ...]) -> None:
    near = foot("near", x=x, y=26.2, facing=180)
    state, charge = field(horse(points=5), against=(foot("foot", y=24, facing=180), near)), plan(move=act.Charge(1))
    play = passed(go(state, charge))
    contact = play.state.stack[-1]
    assert isinstance(contact, Contact)
    assert answers.stands_of(play.state, contact) == stands
    assert "Foot tests to form an emergency square, if it tries" in [each.title for each in told(state, charge)]


# Lines of the cheat sheet and whom they are for


def needs(**options: Any) -> dict[tuple[str, str], Need]:
    return {
        (table.title, row[0]): need
        for page in pages(Rules(read(options)))
        for table in page.tables
        for row, need in zip(table.rows, table.needs, strict=False)
    }


@pytest.mark.rule("MN-RULING-23", "who may counter-charge is whom the line is for")
def test_whom_a_counter_charge_is_for() -> None:
    both = {"arm:infantry", "arm:cavalry"}
    for unformed, formed in ((False, {"state:formed"}), (True, set())):
        found = needs(unformed_may_counter_charge=unformed)["Reactions", "counter-charge"]
        assert (found.acts, found.upon) == (both | formed, both)


@pytest.mark.rule("MNT-COVER-03", "a line on cover is for tables with cover")
@pytest.mark.rule("MNT-HTH-03", "one on advantage for tables where somebody has it")
@pytest.mark.rule("MNT-STRUCT-01", "landmarks, bridges and villages are structures")
def test_what_ground_a_line_is_for() -> None:
    found = {table: need.ground for (table, _), need in needs().items()}
    covered = {f"ground:{kind}" for kind, row in EFFECTS.items() if row.cover}
    helping = {f"ground:{kind}" for kind, row in EFFECTS.items() if row.advantage != "none"}
    assert (found["Cover"], found["Advantage"]) == (covered, helping)
    assert found["Structures"] == {"ground:landmark", "ground:bridge", "ground:village"}
    assert found["Structures"] < {f"ground:{kind}" for kind in EFFECTS} != covered != helping
    assert needs()["Structures", "Hit on"].acts == {"arm:artillery"}
    for kind, row in EFFECTS.items():
        assert needs()["Features", row.word].ground == {f"ground:{kind}"}
