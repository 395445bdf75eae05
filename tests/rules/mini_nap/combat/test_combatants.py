"""Sets of dice in hand-to-hand combat, situation by situation."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice
from battles.rules.mini_nap.combat.combatants import Blow, Strike, roll_hits, situations, strike_of, strikes_of
from battles.rules.mini_nap.rules import DEFAULTS, Options, Rules
from battles.rules.mini_nap.tables import PRINTED, SETS, SetRow
from tests.rules.mini_nap.builders.combat_examples import fighter

INFANTRY = ("line", "column", "square", "emergency_square", "skirmish")
CAVALRY = ("cavalry", "lancers", "cossacks")
ALL = (*INFANTRY, *CAVALRY, "battery")
"""Words of `mn_combat.fighter`."""


def blow(one: str, other: str, allotted: int = 6, **facts: Any) -> Blow:
    return Blow(unit=fighter("veteran", one), enemy=fighter("veteran", other), allotted=allotted, **facts)


IMPACT: list[tuple[str, str, dict[str, bool], tuple[str, ...]]] = [
    ("column", "line", {"outflanking": True}, ("impact_outflanking",)),
    ("column", "line", {}, ()),
    ("cavalry", "square", {"outflanking": True, "charging": True}, ()),
    ("square", "cavalry", {}, ("impact_square_v_cavalry",)),
    ("square", "cossacks", {}, ("impact_square_v_cavalry",)),
    ("emergency_square", "cavalry", {}, ()),
    ("square", "line", {}, ()),
    ("cavalry", "line", {"charging": True}, ("impact_charging_cavalry",)),
    ("cavalry", "cavalry", {"charging": True}, ("impact_charging_cavalry",)),
    ("cavalry", "battery", {"charging": True}, ("impact_charging_cavalry",)),
    ("cavalry", "line", {}, ()),
    ("cavalry", "emergency_square", {"charging": True}, ()),
    ("cossacks", "line", {"charging": True}, ()),
    ("line", "line", {"charging": True}, ()),
    ("lancers", "square", {"charging": True}, ("impact_lancers_v_square",)),
    ("lancers", "emergency_square", {}, ("impact_lancers_v_square",)),
    ("lancers", "line", {"charging": True}, ("impact_charging_cavalry",)),
    (
        "cavalry",
        "line",
        {"charging": True, "outflanking": True},
        ("impact_outflanking", "impact_charging_cavalry"),
    ),
]


@pytest.mark.rule("MN-HTH-20", "a unit that outflanks has a set on impact, never against a square")
@pytest.mark.rule("MN-HTH-21", "infantry in solid square has a set on impact against cavalry")
@pytest.mark.rule("MN-HTH-22", "formed cavalry that charged has a set on impact against an enemy not in square")
@pytest.mark.rule("MN-HTH-23", "lancers have a set on impact against infantry in any square")
@pytest.mark.rule("MN-HTH-24", "a unit with no such situation rolls nothing on impact")
@pytest.mark.parametrize(("one", "other", "facts", "expected"), IMPACT)
def test_sets_of_the_impact_round(one: str, other: str, facts: dict[str, bool], expected: tuple[str, ...]) -> None:
    found = situations(blow(one, other, **facts), "impact")
    assert found == expected
    strike = strike_of(DEFAULTS, blow(one, other, **facts), "impact")
    assert (strike.sets, strike.count) == (len(expected), 6 * len(expected))


def expected_in_melee(one: str, other: str) -> set[str]:
    """The rules said the other way round: who has more than the one set of everybody."""
    squares = ("square", "emergency_square")
    more = {"melee"}
    if one in squares and other in CAVALRY:
        more.add("melee_square_v_cavalry")
    if one in CAVALRY and other in ("line", "column", "skirmish", "battery"):
        more.add("melee_cavalry_v_foot")
    if one not in ("skirmish", "cossacks", "battery") and other in ("skirmish", "cossacks", "battery"):
        more.add("melee_formed_v_unformed")
    if one in ("line", "column", *squares) and other in squares:
        more.add("melee_infantry_v_square")
    return more


@pytest.mark.rule("MN-HTH-30", "every unit has a set in melee, a square one more against cavalry")
@pytest.mark.rule("MN-HTH-31", "cavalry has one more against foot or guns that are in no square")
@pytest.mark.rule("MN-HTH-32", "a formed unit has one more against an unformed one")
@pytest.mark.rule("MN-HTH-33", "formed infantry has one more against infantry in any square")
@pytest.mark.parametrize("one", ALL)
@pytest.mark.parametrize("other", ALL)
def test_sets_of_a_melee_round(one: str, other: str) -> None:
    found = situations(blow(one, other, charging=True, outflanking=True), "melee")
    assert set(found) == expected_in_melee(one, other)
    assert len(set(found)) == len(found)


@pytest.mark.rule("MN-HTH-11", "a set has one die for each point allotted")
@pytest.mark.rule("MN-HTH-15", "an advantage halves each set by itself, fractions dropped")
@pytest.mark.rule("MN-HALVE-01", "several halvings multiply and the fraction is dropped once")
@pytest.mark.parametrize(
    ("allotted", "halvings", "dice"), [(5, 0, 5), (5, 1, 2), (7, 2, 1), (3, 2, 0), (1, 1, 0), (0, 0, 0)]
)
def test_dice_of_a_set(allotted: int, halvings: int, dice: int) -> None:
    strike = strike_of(DEFAULTS, blow("line", "skirmish", allotted, halvings=halvings), "melee")
    assert (strike.sets, strike.dice, strike.count, strike.halved) == (2, dice, 2 * dice, halvings)


@pytest.mark.rule("MNT-HTH-03", "the enemy of a defending unit rolls half dice, halved again for each feature")
@pytest.mark.rule("MNT-RULING-03", "every set is halved in impact and melee rounds, by option not in the impact round")
@pytest.mark.rule("MNT-HTH-04", "in impact and melee rounds, or by an option in melee only")
def test_advantages_in_the_impact_round_are_an_option() -> None:
    charge = blow("cavalry", "line", 5, charging=True, halvings=1)
    spared = Rules(Options(hth_advantage_rounds="melee_only"))
    assert (strike_of(DEFAULTS, charge, "impact").dice, strike_of(DEFAULTS, charge, "impact").halved) == (2, 1)
    assert (strike_of(spared, charge, "impact").dice, strike_of(spared, charge, "impact").halved) == (5, 0)
    assert strike_of(spared, charge, "melee").dice == 2


@pytest.mark.rule("MN-HTH-35", "where no unit of a group has a die in a melee round each set with a point has one")
@pytest.mark.rule("MN-RULING-33", "the stalemate ends by one die for each set")
def test_a_stalemate_gives_each_set_one_die() -> None:
    weak = (blow("skirmish", "line", 1, halvings=1), blow("line", "skirmish", 1, halvings=1), blow("line", "line", 0))
    strikes, stalemate = strikes_of(DEFAULTS, weak, "melee")
    assert stalemate
    assert [(strike.sets, strike.count) for strike in strikes] == [(1, 1), (2, 2), (1, 0)]
    strikes, stalemate = strikes_of(DEFAULTS, (*weak, blow("line", "line", 1)), "melee")
    assert not stalemate
    assert [strike.count for strike in strikes] == [0, 0, 0, 1]
    strikes, stalemate = strikes_of(DEFAULTS, (blow("cavalry", "line", 1, charging=True, halvings=1),), "impact")
    assert not stalemate
    assert strikes[0].count == 0


@pytest.mark.rule("MN-HTH-12", "each die of at least the QR of the rolling unit is a hit")
@pytest.mark.parametrize(
    ("rating", "hits"), [("guard", 6), ("elite", 5), ("veteran", 4), ("trained", 3), ("untrained", 2)]
)
def test_hits_are_dice_that_reach_the_quality(rating: Any, hits: int) -> None:
    thrown = Blow(unit=fighter(rating, "line"), enemy=fighter("guard", "line"), allotted=6)
    dice = ScriptedDice((1, 2, 3, 4, 5, 6))
    assert roll_hits(dice, PRINTED, thrown, strike_of(DEFAULTS, thrown, "melee")) == hits
    assert dice.rolls[0].why == "MN-HTH-12"
    assert roll_hits(dice, PRINTED, thrown, Strike(("melee",), 1, 0)) == 0
    many = ScriptedDice([1, *[6] * 1999, 1])
    assert roll_hits(many, PRINTED, thrown, Strike(("melee",), 10, 200)) == 1999 + (rating == "guard")
    assert len(many.rolls) == 2


@pytest.mark.rule("MN-HTH-31", "a club's own number of sets is what is rolled")
def test_a_club_may_lay_its_own_sets_over() -> None:
    own = {**SETS, "melee_cavalry_v_foot": SetRow("MN-HTH-31", "cavalry against foot or guns", 2)}
    strike = strike_of(Rules(tables=replace(PRINTED, sets=own)), blow("cavalry", "line", 4), "melee")
    assert (strike.sets, strike.count) == (3, 12)
