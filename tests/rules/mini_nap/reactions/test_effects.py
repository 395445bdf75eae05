"""What reactions leave behind and what they do not touch, where other tests only use it (MN-REACT, MN-MARKER)."""

import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import positions, turn
from battles.rules.mini_nap.combat import charge, losses
from battles.rules.mini_nap.command import commanders, initiative
from battles.rules.mini_nap.decisions import Change, Contact, Joining, Shot
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.meta import read
from battles.rules.mini_nap.reactions import escape, fire
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import NONE, ForceUnit
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.manoeuvres import (
    asked,
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    noted,
    on,
    passed,
    plan,
    strip,
    why,
)
from tests.rules.mini_nap.builders.shots import shooting
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, mm, recruit

SQUARE = {"formation": "solid_square"}
HORSE_GUNS = {"type": "horse_artillery", "weight": "light"}


def charged(charger: ForceUnit, *b: ForceUnit, faces: tuple[int, ...] = ()) -> Resolution:
    """Unit 0 has charged unit 1, and the decision is still open."""
    return passed(go(field(charger, against=b), plan(move=act.Charge(1)), *faces))


@pytest.mark.rule("MN-CHARGE-02", "a formation change and a pivot, and then straight at the one unit that is named")
@pytest.mark.rule("MN-CHARGE-08", "on contact both stop, and neither manoeuvres again")
def test_a_charge_from_the_change_to_the_contact() -> None:
    state = field(foot(formation="column"), against=(foot("enemy", 0, 8, 180), foot("far", 40, 0)))
    change = Change(to="line", anchor="front", side="left")
    action = plan(change=change, pivot=10, move=act.Charge(1))
    assert why(state, action) == ""
    assert why(state, plan(move=act.Charge(2))) != ""
    play = passed(go(state, action))
    charger = play.state.units[0]
    assert (charger.formation, charger.facing, charger.charged) == ("line", 100, True)
    assert play.state.units[1].stood
    assert why(replace(noted(play.state, 0, manoeuvred=False), stack=()), plan(move=act.Advance(100))) == "MN-RULING-75"


@pytest.mark.rule("MN-MARKER-09", "who stands and fights gets no blue marker")
@pytest.mark.rule("MN-RULING-37", "who has stood before one charger does not react to a second")
def test_standing_is_no_reaction() -> None:
    play = on(charged(foot(), light("light", 0, 6, 180)), "b", act.Stay())
    unit = play.state.units[1]
    assert (unit.blue, unit.reacted, unit.stood) == ("", False, True)
    again = replace(play.state, stack=(Contact(charger=0, target=1, travel="charge"),))
    assert why(again, act.FallBack(mm(12), turn=True), "b") == "MN-REACT-01"


@pytest.mark.rule("MN-MARKER-11", "a feint leaves no blue marker")
@pytest.mark.rule("MN-RULING-39", "a feint is not a reaction")
def test_a_feint_is_no_reaction() -> None:
    play = charged(horse(), foot("foot", 0, 15.1, 180), faces=(3, 6, 6, 6))
    on(play, "b", act.EmergencySquare("left"))
    on(play, "a", act.Feint())
    assert asked(play) == ("feint_back",)
    on(play, "a", act.FeintBack(mm(12), 0))
    unit = play.state.units[0]
    assert (unit.blue, unit.reacted, unit.still) == ("", False, True)


@pytest.mark.rule("MN-MARKER-11", "joining in leaves no blue marker")
def test_joining_in_is_no_reaction() -> None:
    enemy, friend = foot("enemy", 0, 2, 180), foot("friend", 6, 0)
    state = replace(field(foot(), friend, against=(enemy,)), step="hand_to_hand", stack=(Joining(),))
    listed = [action for option in turn.options(state, "a") for action in option.actions]
    join = next(action for action in listed if isinstance(action, act.Join) and action.unit == 1)
    play = on(Resolution(state, go(field(foot()), plan(about=True)).dice), "a", join)
    assert (play.state.units[1].blue, play.state.units[1].reacted) == ("", False)


@pytest.mark.rule("MN-MARKER-05", "the orange marker stays at the end of the Turn, when all others go")
def test_an_abandoned_battery_stays_abandoned() -> None:
    state = noted(field(guns(), foot("square", 4, 0, **SQUARE)), 0, crew_in=1, yellow=True)
    after = evolve(noted(state, 1, blue="disorder"), happened.TurnEnded())
    assert (after.units[0].crew_in, after.units[0].yellow, after.units[1].blue) == (1, False, "")


@pytest.mark.rule("MN-MARKER-08", "a second cause for a blue marker adds none")
def test_a_unit_has_one_blue_marker() -> None:
    state = noted(field(foot()), 0, blue="disorder")
    after = evolve(state, happened.Marked(unit=0, rule="MN-REACT-02", blue="reaction"))
    assert after.units[0].blue in ("disorder", "reaction")
    assert evolve(after, happened.InitiativeGained(side="a", rule="MN-SEQ-01")).units[0].blue == ""


@pytest.mark.rule("MN-RULING-22", "an emergency square is a solid one as soon as either side gains the initiative")
@pytest.mark.parametrize("side", ["a", "b"])
def test_an_emergency_square_turns_solid(side: str) -> None:
    state = field(foot(formation="emergency_square"))
    after = evolve(state, happened.InitiativeGained(side=side, rule="MN-SEQ-06"))
    assert after.units[0].formation == "solid_square"


@pytest.mark.rule("MN-REACT-31", "stand, or flee to the square without a test")
@pytest.mark.rule("MN-RULING-68", "horse artillery that touches a square has both escapes from infantry")
def test_horse_artillery_beside_a_square_may_choose() -> None:
    battery, square = guns("guns", 0, 5, **HORSE_GUNS), foot("square", 2.75, 6, **SQUARE)
    play = charged(foot(), battery, square)
    assert asked(play) == ("stay", "limber_and_flee", "flee_to_square")
    on(play, "b", act.FleeToSquare(2))
    assert not any(isinstance(event, happened.Tested) for event in play.events)
    assert play.state.units[1].crew_in == 2


@pytest.mark.rule("MN-RULING-76", "two batteries may flee to one square")
def test_a_square_takes_two_crews() -> None:
    first, second = guns("first", -2.75, 5), guns("second", 2.75, 5)
    state = field(foot("a", -2.75), foot("b", 2.75), against=(first, second, foot("square", 0, 6, **SQUARE)))
    state = noted(state, 2, crew_in=4)
    frame = Contact(charger=1, target=3, travel="charge")
    assert escape.refuge_squares(replace(state, stack=(frame,)), frame) == (4,)


@pytest.mark.rule("MN-RULING-86", "a battery that fled does not return fire in the initiative")
def test_a_battery_that_fled_is_mute() -> None:
    play = charged(foot(), guns("guns", 0, 5, 0, **HORSE_GUNS), faces=(6,))
    on(play, "b", act.LimberAndFlee())
    on(play, "b", act.Flee(mm(12)))
    unit = play.state.units[1]
    assert unit.mute
    frame = Shot(unit=0, target=1, aim=(unit.x, unit.y), stage="return")
    state = replace(play.state, step="fire", stack=(frame,))
    found = fire.refuse(state, frame, act.ReturnFire(1, (unit.x, unit.y)))
    assert found is not None
    assert fire.options(state, frame) == ()


@pytest.mark.rule("MN-RULING-23", "a skirmish line may counter-charge by option only")
@pytest.mark.parametrize("may", [False, True])
def test_unformed_units_counter_charge_by_option(may: bool) -> None:
    jagers, enemy = light("jagers", 0, 6, 180), light("enemy")
    state = field(enemy, against=(jagers,), options=Options(unformed_may_counter_charge=may))
    play = go(state, plan(move=act.Charge(1)))
    assert ("opportunity_charge" in asked(play)) is may


@pytest.mark.rule("MN-RULING-24", "twelve cm are counted from where an extension ended")
@pytest.mark.rule("MN-RULING-71", "how far apart they were is what counts when the charge is declared")
def test_a_charge_after_an_extension_is_counted_from_there() -> None:
    state = field(horse(type="medium_cavalry"), against=(foot("enemy", 0, 40, 180),))
    play = passed(go(state, plan(move=act.ExtendedCharge(1)), *([6] * 12)))
    assert play.state.units[0].charged_from == mm(40 - 2 - 1 - 12)


@pytest.mark.rule("MN-MAN-11", "a unit may be left out, and may do nothing")
def test_a_unit_may_do_nothing() -> None:
    state = field(foot(), foot("other", 10))
    assert why(state, plan()) == ""
    after = go(state, plan()).state
    assert (at(after, 0), after.units[0].manoeuvred) == ((0, 0), True)
    assert why(after, act.Done()) == ""


@pytest.mark.rule("MN-RULING-21", "the side with the initiative must give it to a Brigade")
def test_the_initiative_is_not_passed() -> None:
    state = battle(force(recruit("foot", at=(90, 40))))
    kinds = {option.kind for option in turn.options(state, "a")}
    assert "choose_brigade" in kinds
    assert not {"pass", "done"} & kinds
    for action in (act.Pass(), act.Done()):
        found = turn.refuse(state, "a", action)
        assert found is not None
        assert found.code == "wrong_phase"


@pytest.mark.rule("MN-RULING-55", "the gate of a Division manoeuvre is where the nearest enemy is as it is declared")
@pytest.mark.parametrize(("more", "allowed"), [(-1, False), (0, False), (1, True)])
def test_the_gate_is_open_over_its_border(more: int, allowed: bool) -> None:
    nearest = PRINTED.division_barred * CM + more
    assert (initiative.division_limits(PRINTED, nearest) is not None) is allowed
    assert initiative.division_limits(PRINTED, None) is not None


@pytest.mark.rule("MN-DIVMAN-10", "the enemy may react to the movement of a Division")
def test_a_division_manoeuvre_may_be_charged() -> None:
    enemy = horse("enemy", 14, 7, 270, type="light_cavalry")
    state = field(foot(), against=(enemy,), division=0, brigade=NONE, allowance=mm(20), standoff=mm(4))
    play = go(state, plan(move=act.Advance(mm(6))))
    assert "opportunity_charge" in asked(play)


@pytest.mark.rule("MN-WEAPON-01", "an abandoned battery fights no unit, any other may")
def test_an_abandoned_battery_does_not_fight() -> None:
    state = shooting(foot(), against=(guns("guns", 0, 2.5, 180), foot("square", 3, 3, **SQUARE)))
    assert charge.refuse_target(state, state.units[0], 1) is None
    abandoned = noted(state, 1, crew_in=2)
    assert charge.refuse_target(abandoned, abandoned.units[0], 1) is not None


@pytest.mark.rule("MN-RULING-79", "in a Division manoeuvre every Brigade of the Division has its stand attach")
@pytest.mark.parametrize(("division", "may"), [(0, True), (NONE, False)])
def test_stands_attach_in_a_division_manoeuvre(division: int, may: bool) -> None:
    brigades = [brigade(recruit(f"foot {n}", at=(60 + 20 * n, 40)), name=f"Brigade {n}") for n in range(2)]
    state = battle(force(*brigades), step="command", brigade=0 if division == NONE else NONE, division=division)
    number = next(n for n, stand in enumerate(state.stands) if stand.level == "brigade" and stand.of == 1)
    assert commanders.has_initiative(state, state.stands[number]) is may


@pytest.mark.rule("MN-RULING-10", "a hit marker takes a strength point at once, and the unit with its last")
def test_a_hit_marker_is_a_strength_point() -> None:
    for points, left in ((4, "table"), (2, "destroyed")):
        play = Resolution(field(foot(points=points)), ScriptedDice(()))
        losses.add_hits(play, 0, 1, "MN-BREAK-08")
        losses.settle_losses(play)
        assert (play.state.units[0].points, play.state.units[0].where) == (points - 1, left)


@pytest.mark.rule("MN-RULING-41", "an opportunity charge has the charge allowance, and is barred like any charge")
def test_an_opportunity_charge_is_a_charge() -> None:
    far = horse("far", 40, 3, 270, type="light_cavalry")
    barred = horse("barred", 10, 3, 270, type="light_cavalry")
    assert "opportunity_charge" in asked(go(field(foot(), against=(barred,)), plan(move=act.Advance(mm(6)))))
    assert "opportunity_charge" not in asked(go(field(foot(), against=(far,)), plan(move=act.Advance(mm(6)))))
    hedge = strip("fence", -20, 30, 2.8, 3.2)
    upright = replace(hedge, points=((mm(93), mm(40)), (mm(93), mm(80))), width=40)
    state = field(foot(), against=(barred,), features=(upright,))
    assert "opportunity_charge" not in asked(go(state, plan(move=act.Advance(mm(6)))))


@pytest.mark.rule("MN-RULING-72", "the charger is put back against the square, and its line still meets it")
def test_the_charger_is_in_contact_with_the_square_that_formed() -> None:
    formed = []
    for anchor in ("left", "right"):
        play = charged(horse(), foot("foot", 4, 15.1, 180), faces=(6,))
        action = act.EmergencySquare(anchor)  # type: ignore[arg-type]
        if why(play.state, action, "b") == "":
            on(play, "b", action)
            assert list(positions.enemies_in_contact(play.state, 0)) == [1]
            formed.append(anchor)
    assert formed == ["right"]


@pytest.mark.rule("MN-RULING-08", "there is no option for fire overhead")
@pytest.mark.rule("MNT-RULING-02", "there is no option for bounces")
@pytest.mark.parametrize("name", ["overhead_fire", "bounce_through"])
def test_what_is_not_built_is_no_option(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        read({name: True})
