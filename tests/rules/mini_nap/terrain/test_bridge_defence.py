"""Who defends a bridge; charges over it at a moving unit, and out of a break-through.

Source: MNT-BRIDGE-03, MNT-BRIDGE-04.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.ai import evaluator, movement
from battles.rules.mini_nap.ai.exact_values import Attack
from battles.rules.mini_nap.ai.reactions import best_defender
from battles.rules.mini_nap.ai.situation import situation
from battles.rules.mini_nap.movement import samples
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import Defence, Feature, ForceUnit, State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.terrain import landmarks, roads
from tests.rules.mini_nap.builders.bridges import LEFT, OVER, RIGHT, beyond
from tests.rules.mini_nap.builders.manoeuvres import (
    asked,
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    listed,
    moves,
    on,
    passed,
    plan,
    refused,
    strip,
    why,
)
from tests.rules.mini_nap.builders.melees import X, Y, noted
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.table_positions import mm


@pytest.mark.rule("MNT-LANDMARK-05", "only a landmark is contacted for its defender, and not a bridge")
def test_the_defender_of_a_bridge_is_contacted_where_it_stands() -> None:
    state = replace(beyond(RIGHT), holding=(Defence("bridge", 1),))
    assert positions.contact_shape(state, 1) == positions.footprint(state, 1)


@pytest.mark.rule("MNT-BRIDGE-03", "with several candidates the owner names who defends")
@pytest.mark.rule("MNT-RULING-40", "as the charge is made; the unit that the defender's player chooses is charged")
@pytest.mark.parametrize("named", [1, 2])
def test_the_owner_names_the_defender(named: int) -> None:
    play = go(beyond(RIGHT, LEFT), plan(move=act.Charge(1, "bridge")))
    assert asked(play) == ("name_defender",)
    assert listed(play.state, "b") == [act.NameDefender(1), act.NameDefender(2)]
    assert why(play.state, act.NameDefender(0), "b") == "MNT-BRIDGE-03"
    for number in (len(play.state.units), 9_999):
        refusal = refused(play.state, act.NameDefender(number), "b")
        assert refusal is not None
        assert refusal.sentence.startswith(f"Unit {number} cannot defend the bridge: it is not at the far end")
    seen = SYSTEM.secrets.view(play.state, "b")
    assert SYSTEM.ui.question(seen, "b").endswith("Which of your units defends it?")
    assert SYSTEM.ui.question(SYSTEM.secrets.view(play.state, "a"), "a") == ""
    options = SYSTEM.options(play.state, "b")
    assert best_defender(situation(play.state, "b", False), options).action == act.NameDefender(1)
    assert SYSTEM.ui.target(seen, act.NameDefender(1)).targets == ("unit 0",)
    on(play, "b", act.NameDefender(named))
    on(passed(play), "b", act.Stay())
    assert play.state.holding == (Defence("bridge", named, 0),)
    assert positions.enemies_in_contact(play.state, 0) == (named,)


@pytest.mark.rule("MNT-RULING-40", "only whom the charger may charge is a candidate; one alone is not asked for")
def test_only_those_who_may_be_charged_are_named() -> None:
    riders = horse("riders", x=2.5, y=4, facing=180)
    play = go(beyond(LEFT, riders, charger=foot(y=-8, formation="column")), plan(move=act.Charge(1, "bridge")))
    assert "name_defender" not in asked(play)
    assert "name_defender" not in asked(go(beyond(foot("alone", y=3)), plan(move=act.Charge(1, "bridge"))))


# Charges at whoever is on his way


def crossing(*passive: ForceUnit, mover: ForceUnit | None = None, travel: float = 6) -> Resolution:
    """A unit comes up to its end of the bridge, from 4 cm off."""
    state = field(mover or foot("mover", y=-9), against=passive, features=OVER)
    return go(state, plan(move=act.Advance(mm(travel))), 6)


@pytest.mark.rule("MNT-BRIDGE-04", "cavalry intercepts over a bridge")
@pytest.mark.rule("MNT-RULING-40", "as a charge over it: the mover is at its end, and there is no room beside it")
def test_an_opportunity_charge_over_a_bridge() -> None:
    play = crossing(horse("riders", y=6.1, facing=180))
    (meets,) = [each for each in listed(play.state, "b", "opportunity_charge") if each.bridge]
    assert (meets.unit, meets.at, meets.facing, meets.bridge) == (1, mm(6), 1800, "bridge")
    assert why(play.state, act.OpportunityCharge(1, mm(6), 1800), "b") == "MNT-RIVER-01"
    assert why(play.state, act.OpportunityCharge(1, mm(4), 1800, "bridge"), "b") == "MNT-BRIDGE-03"
    assert why(play.state, act.OpportunityCharge(1, mm(6), 1800, "river"), "b") == "MNT-BRIDGE-04"
    on(play, "b", meets)
    assert (at(play.state, 0), at(play.state, 1)) == ((0, -3), (0, 4))
    assert positions.enemies_in_contact(play.state, 1) == (0,)
    assert play.state.holding == (Defence("bridge", 0, 1),)
    assert (landmarks.advantage_count(play.state, 0, 1), landmarks.advantage_count(play.state, 1, 0)) == (1, 0)


@pytest.mark.rule("MNT-BRIDGE-05", "infantry, too, but never at cavalry")
@pytest.mark.rule("MN-REACT-67", "a battery that is so met is removed")
def test_who_is_met_over_a_bridge() -> None:
    near = foot("passive", y=4.1, facing=180)
    assert [each.bridge for each in listed(crossing(near).state, "b", "opportunity_charge")] == ["bridge"]
    riders = crossing(near, mover=horse("mover", y=-10))
    assert asked(riders) == ()
    battery = guns("mover", y=-6, facing=0)
    state = field(battery, against=(near,), features=OVER)
    play = go(state, plan(move=act.Redeploy(0, mm(2.5), 0)), 6)
    on(play, "b", listed(play.state, "b", "opportunity_charge")[0])
    assert play.state.units[0].where == "destroyed"
    assert play.state.units[1].white


@pytest.mark.rule("MN-REACT-70", "the defender of a bridge may counter-charge over it")
@pytest.mark.rule("MNT-RULING-40", "the last unit to charge across the bridge attacks, the other defends")
def test_a_counter_charge_over_a_bridge() -> None:
    state = field(horse(y=-14), against=(horse("defender", y=4, facing=180),), features=OVER)
    play = go(state, plan(move=act.Charge(1, "bridge")))
    counter = listed(play.state, "b", "opportunity_charge")[-1]
    assert counter.bridge == "bridge"
    on(play, "b", counter)
    assert play.state.holding == (Defence("bridge", 0, 1),)
    assert (play.state.units[0].impact, play.state.units[1].impact) == (True, True)
    assert at(play.state, 0) == (0, -4)


# Charges out of a break-through


def broke_through(charger: ForceUnit, *enemies: ForceUnit, step: str = "break_active", **notes: Any) -> State:
    """A unit with a white marker on the near bank; the enemies beyond come after it."""
    state = field(charger, against=enemies, features=OVER, step=step)
    return noted(state, 0, white=True, **notes)


def over(state: State, side: str = "a") -> list[act.BreakCharge]:
    """The listed charges over a bridge."""
    return [each for each in listed(state, side, "break_charge") if each.bridge]


DEFENDER = foot("defender", y=3)
"""It touches the far end, in the middle, so that there is no room beside it."""
LOST = (1, 1, *[6] * 12)
"""Dice of a charger with 5 points that hits no unit on impact, and is destroyed in the melee that follows."""


@pytest.mark.rule("MN-BREAK-08", "a break-through charge is a charge by all charge rules, over a bridge too")
@pytest.mark.rule("MNT-BRIDGE-04", "a unit that has broken through charges the defender over the bridge")
@pytest.mark.rule("MNT-BRIDGE-05", "it comes to its own end, and both are in contact")
def test_a_break_through_charge_over_a_bridge() -> None:
    state = broke_through(horse(y=-14), DEFENDER)
    assert over(state)[0] == act.BreakCharge(0, 1, 0, "bridge")
    assert why(state, act.BreakCharge(0, 1, 0)) == "MNT-RIVER-01"
    play = go(state, act.BreakCharge(0, 1, 0, "bridge"), *LOST)
    assert play.unit(0).points == 5
    (charge,) = moves(play)
    assert (charge.travel, charge.x, charge.y) == ("break_charge", mm(X), mm(Y - 4))
    assert happened.Defended(unit=1, feature="bridge", against=0) in play.events
    on(passed(play), "b", act.Stay())
    impact = next(event for event in play.events if isinstance(event, happened.Fought))
    assert [(throw.unit, throw.halved, throw.dice) for throw in impact.throws] == [(0, 1, 2)]
    assert play.unit(0).where == "destroyed"


@pytest.mark.rule("MN-BREAK-08", "after a pivot of at most 90 degrees")
@pytest.mark.rule("MNT-RULING-26", "straight to its own end within the charge allowance")
@pytest.mark.parametrize(
    ("charger", "rule"),
    [
        ({"y": -34}, ""),
        ({"y": -34.1}, "MNT-RULING-26"),
        ({"y": -14, "facing": 90}, ""),
        ({"y": -14, "facing": 270}, ""),
        ({"y": -14, "facing": 91}, "MN-BREAK-06"),
        ({"y": -14, "facing": 180}, "MN-BREAK-06"),
        ({"x": 1, "y": -14, "facing": 90}, ""),
        ({"x": 3.9, "y": -14}, ""),
        ({"x": 4, "y": -14}, "MNT-RULING-26"),
    ],
)
def test_a_break_through_charge_comes_straight_to_the_bridge(charger: dict[str, float], rule: str) -> None:
    state = broke_through(horse(**charger), DEFENDER)
    straight = act.BreakCharge(0, 1, 0, "bridge")
    assert why(state, straight) == rule
    assert (straight in over(state)) is not bool(rule)
    assert all(not why(state, each) for each in over(state))


@pytest.mark.rule("MNT-BRIDGE-03", "no unit defends a bridge beyond which the charger has room")
@pytest.mark.parametrize(
    ("enemy", "rule"),
    [
        (foot("defender", x=-2.9, y=3), ""),
        (foot("beside", x=-7, y=3), "MNT-BRIDGE-03"),
        (foot("behind", y=4), "MNT-BRIDGE-03"),
        (foot("near", y=3, formation="column", facing=90), ""),
    ],
)
def test_who_defends_a_bridge_against_a_break_through(enemy: ForceUnit, rule: str) -> None:
    state = broke_through(horse(y=-14), enemy)
    assert why(state, act.BreakCharge(0, 1, 0, "bridge")) == rule
    assert bool(over(state)) is not bool(rule)


@pytest.mark.rule("MNT-BRIDGE-03", "with several candidates their owner names one, also against a break-through")
@pytest.mark.parametrize("named", [1, 2])
def test_the_owner_names_who_meets_a_break_through(named: int) -> None:
    state = broke_through(horse(y=-20), RIGHT, LEFT)
    assert over(state)[:2] == [act.BreakCharge(0, 1, 0, "bridge"), act.BreakCharge(0, 2, 0, "bridge")]
    play = go(state, act.BreakCharge(0, 1, 0, "bridge"))
    assert asked(play) == ("name_defender",)
    on(play, "b", act.NameDefender(named))
    assert happened.Defended(unit=named, feature="bridge", against=0) in passed(play).events


@pytest.mark.rule("MNT-BRIDGE-04", "one at a time: not while another charge over it is being fought")
def test_one_break_through_at_a_time_over_a_bridge() -> None:
    state = field(
        horse("one", x=-3, y=-14), foot("two", y=-2.5), against=(DEFENDER,), features=OVER, step="break_active"
    )
    state = replace(noted(state, 0, white=True), holding=(Defence("bridge", 2, 1),))
    assert why(state, act.BreakCharge(0, 2, 0, "bridge")) == "MNT-BRIDGE-04"
    assert over(state) == []


@pytest.mark.rule("MN-BREAK-12", "not a disordered unit, nor one that the hit marker would remove")
@pytest.mark.rule("MN-CHARGE-07", "infantry never charges cavalry")
@pytest.mark.rule("MNT-RULING-26", "an unformed unit cannot outflank over a bridge, so it does not charge formed units")
@pytest.mark.parametrize(
    ("charger", "enemy", "notes", "rule"),
    [
        (horse(y=-14), DEFENDER, {"blue": "disorder"}, "MN-BREAK-12"),
        (horse(y=-14), DEFENDER, {"blue": "reaction"}, ""),
        (horse(y=-14), DEFENDER, {"points": 2}, "MN-BREAK-12"),
        (foot(y=-8), horse("riders", y=4, facing=180), {}, "MN-CHARGE-07"),
        (foot(y=-8, formation="column"), DEFENDER, {}, ""),
        (light(y=-8), DEFENDER, {}, "MNT-RULING-26"),
        (horse(y=-14), DEFENDER, {"command": "out"}, "MN-CMD-21"),
    ],
)
def test_who_charges_on_over_a_bridge(charger: ForceUnit, enemy: ForceUnit, notes: dict[str, Any], rule: str) -> None:
    state = broke_through(charger, enemy, **notes)
    assert why(state, act.BreakCharge(0, 1, 0, "bridge")) == rule
    assert bool(over(state)) is not bool(rule)


@pytest.mark.rule("MNT-BRIDGE-04", "a key that is no bridge leads nowhere")
@pytest.mark.parametrize("key", ["river", "nowhere"])
def test_a_break_through_names_a_bridge(key: str) -> None:
    assert why(broke_through(horse(y=-14), DEFENDER), act.BreakCharge(0, 1, 0, key)) == "MNT-BRIDGE-04"


@pytest.mark.rule("MN-BREAK-03", "the passive side charges on over a bridge too; the active side names the defender")
def test_the_passive_side_breaks_through_over_a_bridge() -> None:
    state = field(RIGHT, LEFT, against=(horse(y=-20),), features=OVER, step="break_passive")
    play = on(Resolution(noted(state, 2, white=True), ScriptedDice(LOST)), "b", act.BreakCharge(2, 0, 0, "bridge"))
    assert asked(play) == ("name_defender",)
    on(play, "a", act.NameDefender(1))
    assert happened.Defended(unit=1, feature="bridge", against=2) in play.events
    assert play.unit(2).where == "destroyed"


def test_a_click_on_the_enemy_or_the_bridge_finds_the_charge_over_it() -> None:
    state = broke_through(horse(y=-14), DEFENDER)
    seen, charge = SYSTEM.secrets.view(state, "a"), act.BreakCharge(0, 1, 0, "bridge")
    for key in ("unit 1", "bridge"):
        assert charge in SYSTEM.ui.actions_for_click(seen, "a", "unit 0", key)
    aim = SYSTEM.ui.target(seen, charge)
    assert (aim.areas[0], aim.targets) == ("bridge", ("unit 1",))
    assert SYSTEM.text.choice(state, charge) == "Horse: charge on at defender over the bridge, facing north (0°)"
    assert SYSTEM.text.notation(state, charge) == "chargeon 0 1 0 over bridge"
    assert SYSTEM.text.read_notation(state, "chargeon 0 1 0 over bridge") == charge


@pytest.mark.rule("MNT-BRIDGE-06", "the odds halve the charger's dice for the defender's advantage")
def test_the_odds_of_a_break_through_over_a_bridge() -> None:
    state = broke_through(horse(y=-14), DEFENDER)
    seen = SYSTEM.secrets.view(state, "a")
    told = [forecast.title for forecast in SYSTEM.odds.forecast(seen, "a", act.BreakCharge(0, 1, 0, "bridge"))]
    assert any("defender" in title for title in told)
    (ghost,) = [blocks[0] for blocks in SYSTEM.ui.preview_blocks(seen, "a", [act.BreakCharge(0, 1, 0, "bridge")])]
    assert ghost.key == "unit 0"


@pytest.mark.rule("MNT-BRIDGE-06", "the evaluation counts the advantage and assumes that no unit joins in")
def test_the_judge_weighs_a_break_through_over_a_bridge() -> None:
    state = broke_through(horse(y=-14), DEFENDER)
    judged = movement.attack_of(situation(state, "a", False), 0, state.units[0], 1, "bridge")
    assert judged == Attack(halvings=1)
    best = evaluator.evaluator(SYSTEM.secrets.view(state, "a"), "a").best(SYSTEM.options(state, "a")).action
    assert refused(state, best) is None


@pytest.mark.rule("MNT-BRIDGE-04", "a charge at another structure bars no charge over the bridge; one over it does")
@pytest.mark.parametrize(("key", "rule"), [("mill", ""), ("bridge", "MNT-BRIDGE-04")])
def test_only_a_charge_over_the_bridge_bars_another(key: str, rule: str) -> None:
    second = foot("second", x=20, y=-8, formation="column")
    stood = field(foot(y=-8, formation="column"), second, against=(foot("held", y=3, facing=180),), features=OVER)
    charge = plan(move=act.Charge(2, "bridge"))
    assert why(stood, charge) == ""
    assert why(replace(stood, holding=(Defence(key, 2, 1),)), charge) == rule
    both = (Defence("mill", 2, 1), Defence("bridge", 2))
    assert why(replace(stood, holding=both), charge) == ""


@pytest.mark.rule("MNT-BRIDGE-03", "no unit defends a bridge that does not exist")
def test_a_bridge_that_does_not_exist_has_no_defenders() -> None:
    state = field(foot())
    assert list(roads.possible_defenders(state, 0, state.units[0], "nowhere")) == []


WIDE_RIVER = (
    Feature(key="river", kind="river", points=(place(-40, 0), place(40, 0)), width=400),
    strip("bridge", -2, 2, -1.5, 1.5, over="river"),
)


@pytest.mark.rule("MNT-BRIDGE-04", "a charge over a bridge is listed for whoever touches its far end")
@pytest.mark.rule("MN-DIVMAN-08", "but not in a Division manoeuvre, nor for guns")
@pytest.mark.parametrize(
    ("unit", "changes", "charges"),
    [
        (horse(y=-20), {}, True),
        (horse(y=-20), {"division": 0, "brigade": -1, "allowance": 2400, "standoff": 1200}, False),
        (guns(y=-10), {}, False),
    ],
)
def test_charges_over_a_bridge_are_listed(unit: Any, changes: dict[str, Any], charges: bool) -> None:
    state: State = replace(field(unit, against=(foot("foe", y=3), foot("off", y=9)), features=WIDE_RIVER), **changes)
    listed = [each.move for each in samples.feature_manoeuvres(state, 0) if isinstance(each.move, act.Charge)]
    assert {each.target for each in listed} == ({1} if charges else set())
