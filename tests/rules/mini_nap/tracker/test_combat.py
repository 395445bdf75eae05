"""Fire, combat and quality tests of a tracked game, from stated facts, by the procedures of play."""

from fractions import Fraction
from typing import Any

import pytest

from battles.rules.mini_nap.combat.combatants import Combatant, duel, fighter_of
from battles.rules.mini_nap.odds.combat import combat_odds
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tracker.combat import stated_combat
from tests.rules.mini_nap.builders.tracked_game import BLUE, DRAGOONS, GUNS, HUSSARS, RED, Table, note


def chances(table: Table, key: str, **facts: Any) -> dict[str, Fraction]:
    """The first odds of a question."""
    found = SYSTEM.tracker.inquire(table.kept, note(key, facts))
    assert found.refusal is None, found.refusal
    return {chance.what: chance.share for chance in found.forecasts[0].chances}


@pytest.mark.rule("MN-FIRE-40", "A target in column gives a die more.")
def test_a_shot_from_facts() -> None:
    table = Table().begun()
    said = table.make("fire", (6, 6, 6), firer=BLUE + 2, target=RED + 1, target_formation="column")
    assert "3 dice (2 + 1) rolled 6, 6 and 6. One hit for each full 6 of the total 18: 3 hits" in said[1]
    assert table.points(RED + 1) == 3
    assert table.kept.units[RED + 1].formation == "column"
    assert table.kept.step == "fire"


@pytest.mark.rule("MN-FIRE-01", "A unit fires once a Turn, and only in the initiative of its Brigade.")
def test_who_may_fire() -> None:
    table = Table().begun()
    assert table.refused("fire", firer=BLUE + 6, target=RED) is not None
    table.make("fire", (1, 1), firer=BLUE, target=RED)
    assert table.refused("fire", firer=BLUE, target=RED) is not None
    assert table.refused("fire", firer=BLUE + 1, target=BLUE + 2) is not None
    assert table.refused("fire", firer=HUSSARS, target=RED) is not None


@pytest.mark.rule("MN-FIRE-54", "A unit that returns fire gets a yellow marker and fires no more.")
def test_return_fire() -> None:
    table = Table().begun()
    table.make("fire", (1, 1), firer=RED, target=BLUE)
    assert table.kept.units[RED].yellow
    refusal = table.refused("fire", firer=RED, target=BLUE)
    assert refusal is not None
    assert refusal.rule == "MN-FIRE-02"


@pytest.mark.rule("MN-FIRE-06", "A unit not in command tests before it fires, and a failure silences it.")
def test_fire_without_command() -> None:
    table = Table().begun()
    said = table.make("fire", (1,), firer=BLUE, target=RED, out="yes")
    assert len(said) == 1
    assert "fails" in said[0]
    assert table.refused("fire", firer=BLUE, target=RED) is not None
    table.make("fire", (6, 6, 6), firer=BLUE + 2, target=RED, out="yes")
    assert table.points(RED) == 4


@pytest.mark.rule("MN-FIRE-23", "At close range artillery cannot fire through enemy unformed units.")
@pytest.mark.rule("MN-FIRE-21", "At long range artillery ignores enemy unformed units in between.")
def test_screens() -> None:
    table = Table().begun()
    guns = RED + GUNS
    shot = {"firer": guns, "target": BLUE + 1, "screened": "yes"}
    assert table.refused("fire", **shot, band="close") is not None
    assert chances(table, "fire", **shot, band="long") == {"no hit": Fraction(5, 6), "1 hit": Fraction(1, 6)}
    assert chances(table, "fire", **shot, band="medium") == {"no hit": Fraction(5, 6), "1 hit": Fraction(1, 6)}
    refusal = table.refused("fire", **shot, band="medium", covered="yes")
    assert refusal is not None
    assert refusal.rule == "MN-HALVE-03"


@pytest.mark.rule("MN-FIRE-44", "Odds of a shot say which hits destroy the target.")
def test_odds_of_a_shot() -> None:
    table = Table().begun()
    table.change(RED, points=3)
    found = chances(table, "fire", firer=BLUE, target=RED)
    assert found == {
        "no hit": Fraction(10, 36),
        "1 hit": Fraction(25, 36),
        "2 hits, destroyed": Fraction(1, 36),
    }


@pytest.mark.rule(
    "MN-HTH-22", "Cavalry that charged throws a set on impact, and one that leaves nobody breaks through."
)
def test_a_charge() -> None:
    table = Table().begun()
    table.change(RED, points=2)
    said = table.make("fight", (6, 1, 1, 1, 1, 1), one=HUSSARS, enemy=RED, one_charged="yes")
    assert said[0].startswith(
        "Impact: Hussars (Blue) rolled 6 dice against First light battalion (Red) (cavalry that charged)"
    )
    assert table.kept.units[RED].where == "destroyed"
    assert table.kept.units[HUSSARS].white
    assert table.kept.step == "hand_to_hand"


@pytest.mark.rule("MN-HTH-34", "Winning in a melee round gives no break-through.")
@pytest.mark.rule("MN-HTH-14", "Both sides of a melee throw by the points at the start of the round.")
def test_a_melee_to_its_end() -> None:
    table = Table().begun()
    table.change(RED + 2, points=3)
    said = table.make("fight", (6, 6, 6, 1, 1, 1, *(6, 1, 1)), one=BLUE + 2, enemy=RED + 2)
    assert len(said) == 3
    assert table.points(BLUE + 2) == 5
    assert not table.kept.units[BLUE + 2].white


@pytest.mark.rule("MN-HTH-20", "A unit that outflanks throws a set on impact.")
@pytest.mark.rule("MNT-HTH-03", "What a unit defends halves the sets of its enemy.")
def test_facts_of_the_ground() -> None:
    table = Table().begun()
    table.change(RED + 2, points=2)
    said = table.make("fight", (6, 1, 1), one=BLUE + 2, enemy=RED + 2, outflanks_enemy="yes", enemy_defends="1")
    assert "rolled 3 dice against First line battalion 2 (Red) (6, halved: outflanking): 1 hit" in said[0]


@pytest.mark.rule("MN-HTH-11", "One unit against two puts its points on the one that is said, or evenly.")
def test_two_against_one() -> None:
    table = Table().begun()
    facts = {"one": BLUE + 2, "enemy": RED + 1, "second": RED + 2}
    first = chances(table, "fight", **facts, plan=RED + 2)
    even = chances(table, "fight", **facts, plan="even")
    assert first != even
    for number in (RED + 1, RED + 2):
        table.change(number, points=2)
    table.make("fight", (*(6, 1, 1, 1, 1, 1), *(1, 1), *(1, 1), *(6, 1, 1, 1, 1, 1), *(1, 1)), **facts, plan=RED + 2)
    assert [table.kept.units[number].where for number in (RED + 1, RED + 2)] == ["destroyed", "destroyed"]


@pytest.mark.rule("MN-HTH-12", "The odds of a stated combat are those of the same combat anywhere.")
def test_odds_of_a_combat() -> None:
    table = Table().begun()
    units, options = table.kept.units, table.kept.setup.rules.options
    one, other = units[DRAGOONS], units[RED + 2]
    fray = duel(
        Combatant(side="a", fighter=fighter_of(options, one), points=one.points, charging=True),
        Combatant(side="b", fighter=fighter_of(options, other), points=other.points),
    )
    wins = combat_odds(fray).chance(lambda points: points[0] > 0)
    found = chances(table, "fight", one=DRAGOONS, enemy=RED + 2, one_charged="yes")
    assert found["Dragoons (Blue) destroy its enemy"] == wins


@pytest.mark.rule("MN-REACT-44", "Infantry that fails to form square in contact takes two hits.")
@pytest.mark.rule("MN-REACT-42", "A British column adds one to its test for square.")
def test_emergency_square() -> None:
    table = Table().begun()
    table.make("test", (1,), unit=RED + 2, purpose="square")
    assert table.points(RED + 2) == 4
    table.make("test", (1,), unit=RED + 3, purpose="square", touched="")
    assert table.points(RED + 3) == 6
    assert table.refused("test", unit=RED + 2, purpose="square") is not None
    table.change(RED + 4, nation="british")
    found = chances(table, "test", unit=RED + 4, purpose="square", formation="column")
    assert found["It passes"] == Fraction(2, 3)


@pytest.mark.rule("MN-REACT-01", "Only the side without the initiative reacts, and no unit with a blue marker.")
def test_who_reacts() -> None:
    table = Table().begun()
    assert table.refused("test", unit=BLUE, purpose="square") is not None
    table.make("test", (6,), unit=RED + 1, purpose="opportunity")
    assert table.kept.units[RED + 1].impact
    assert table.refused("test", unit=RED + 1, purpose="square") is not None


@pytest.mark.rule("MN-EXTEND-03", "A charge is extended by one die for light and two for medium cavalry.")
@pytest.mark.rule("MN-EXTEND-05", "A failed extension disorders the unit.")
def test_extending_a_charge() -> None:
    table = Table().begun()
    assert "extend their charge by 9 cm" in table.make("test", (6, 4, 5), unit=DRAGOONS, purpose="extend")[1]
    table.make("test", (1,), unit=HUSSARS, purpose="extend")
    assert table.kept.units[HUSSARS].blue == "disorder"
    assert table.refused("test", unit=HUSSARS, purpose="extend") is not None


@pytest.mark.rule("MN-REACT-22", "A battery that fails to flee is removed, and its charger breaks through.")
def test_fleeing_guns() -> None:
    table = Table().begun()
    guns = RED + GUNS
    table.change(guns, type="horse_artillery")
    table.make("test", (1,), unit=guns, purpose="flee", charger=BLUE)
    assert table.kept.units[guns].where == "destroyed"
    assert table.kept.units[BLUE].white


@pytest.mark.rule("MN-HTH-05", "A square that breaks out forms column; it tries once in an initiative.")
def test_breaking_out() -> None:
    table = Table().begun()
    table.make("form", unit=RED + 2, formation="solid_square")
    table.make("test", (1,), unit=RED + 2, purpose="break")
    assert table.kept.units[RED + 2].formation == "solid_square"
    assert table.refused("test", unit=RED + 2, purpose="break") is not None


@pytest.mark.rule("MNT-STRUCT-02", "A battery fires at a structure, or at whom it holds and then at it.")
@pytest.mark.rule("MNT-STRUCT-05", "Its hits are added up until it is destroyed, and then it is no target any more.")
def test_guns_against_structures() -> None:
    table = Table().begun_with_guns()
    guns, shot = GUNS, {"band": "close", "structure": "building 1"}
    assert chances(table, "batter", firer=guns, **shot) == {
        "no damage": Fraction(2, 3),
        "1 structural hit": Fraction(1, 3),
    }
    said = table.make("batter", (2,), firer=guns, **shot)
    assert said[0].endswith(
        "rolled 2 against building 1: 1 structural hit. Building 1 has 1 structural hit in all (MNT-STRUCT-03)."
    )
    assert table.kept.units[guns].fired
    assert table.refused("batter", firer=guns, **shot) is not None
    for _ in range(3):
        table.change(guns, fired=False)
        table.make("batter", (1,), firer=guns, **shot)
    table.change(guns, fired=False)
    found = chances(table, "batter", firer=guns, **shot)
    assert found["1 structural hit, destroyed"] == Fraction(1, 3)
    said = table.make("batter", (1,), firer=guns, **shot)
    assert "Building 1 is destroyed" in said[0]
    table.change(guns, fired=False)
    refusal = table.refused("batter", firer=guns, **shot)
    assert refusal is not None
    assert refusal.code == "malformed"


@pytest.mark.rule(
    "MNT-RULING-21", "Whom a structure holds is fired at first, dice or no dice left, then the structure."
)
def test_guns_against_whoever_is_in_a_structure() -> None:
    table = Table().begun_with_guns()
    shot = {"firer": GUNS, "target": RED + 1, "band": "long", "covered": "yes"}
    refusal = table.refused("fire", **shot)
    assert refusal is not None
    assert refusal.rule == "MN-HALVE-03"
    said = table.make("fire", (1,), **shot, structure="village 1")
    assert "Village 1 has 1 structural hit in all" in said[-1]
    assert "structure" not in {
        fact.key for fact in SYSTEM.tracker.inquire(table.kept, note("fire", {"firer": BLUE})).facts
    }


@pytest.mark.rule("MN-FIRE-61", "A skirmish line of 5 points suppresses two batteries, a weaker one one.")
@pytest.mark.rule("MN-FIRE-62", "A suppressed battery does not fire.")
def test_suppression_is_one_deed() -> None:
    table = Table().begun_with_guns()
    guns, facts = GUNS, {"unit": RED, "battery": GUNS}
    refusal = table.refused("suppress", **facts)
    assert refusal is not None
    assert refusal.rule == "MN-FIRE-60"
    table.change(RED, formation="skirmish_line")
    said = table.make("suppress", **facts)
    assert len(said) == 1
    assert "suppresses" in said[0]
    assert (table.kept.units[RED].yellow, table.kept.units[guns].yellow) == (True, True)
    assert table.refused("fire", firer=guns, target=RED + 1, band="close") is not None
    asked = {fact.key for fact in SYSTEM.tracker.inquire(table.kept, note("suppress", {"unit": RED})).facts}
    assert asked == {"unit", "battery", "second"}
    table.change(RED, points=4, yellow=False)
    asked = {fact.key for fact in SYSTEM.tracker.inquire(table.kept, note("suppress", {"unit": RED})).facts}
    assert asked == {"unit", "battery"}
    assert table.refused("suppress", unit=BLUE, battery=guns) is not None


@pytest.mark.rule("MN-HTH-10", "Of a combat that is too large for odds this much is said.")
def test_a_combat_too_large_for_odds_at_the_table() -> None:
    table = Table().begun()
    for number in (BLUE + 2, RED + 1, RED + 2):
        table.change(number, points=20)
    found = SYSTEM.tracker.inquire(table.kept, note("fight", {"one": BLUE + 2, "enemy": RED + 1, "second": RED + 2}))
    assert found.refusal is None
    (told,) = found.forecasts
    assert told.title.endswith("too many strength points for exact odds")


@pytest.mark.rule("MN-FIRE-53", "After a shot its target may return fire, and batteries may support, while they can.")
def test_what_may_answer_a_shot() -> None:
    table = Table().begun()
    asked = note("fire", {"firer": BLUE, "target": RED})
    table.make("fire", (1, 1), firer=BLUE, target=RED)
    assert next(words.partition(" (")[0] for _, words in SYSTEM.tracker.answers(table.kept, asked)).startswith(
        "First light"
    )
    table.make("fire", (1, 1), firer=RED, target=BLUE)
    left = [
        each.facts["firer"]
        for each, _ in SYSTEM.tracker.answers(table.kept, note("fire", {"firer": RED, "target": BLUE}))
    ]
    assert left == [f"unit {RED + GUNS}"]
    table.make("step")
    assert SYSTEM.tracker.answers(table.kept, asked) == ()


@pytest.mark.rule("MN-SEQ-05", "All firing ends before any hand-to-hand combat.")
def test_nobody_fires_once_hand_to_hand_combat_has_begun() -> None:
    table = Table().begun()
    for _ in range(2):
        table.make("step")
    refusal = table.refused("fire", firer=BLUE, target=RED)
    assert refusal is not None
    assert refusal.rule == "MN-SEQ-05"
    assert "fire" not in {each.key for each, _ in SYSTEM.tracker.page(table.kept).asks}


@pytest.mark.rule("MN-BREAK-03", "Units that broke through are named in the phase that is theirs.")
def test_who_broke_through_has_to_act() -> None:
    table = Table().begun()
    table.make("mark", unit=BLUE, marker="white", on="yes")
    for _ in range(3):
        assert SYSTEM.tracker.page(table.kept).due == ()
        table.make("step")
    assert SYSTEM.tracker.page(table.kept).due == (f"unit {BLUE}",)
    table.make("rally", unit=BLUE, how="stop")
    assert SYSTEM.tracker.page(table.kept).due == ()


@pytest.mark.rule("MN-RULING-132", "points go on one enemy first, or evenly; enemies fight in the order struck")
def test_a_stated_combat_has_the_stated_order_of_enemies() -> None:
    table = Table().begun()
    stated = {"one": f"unit {BLUE}", "enemy": f"unit {RED}", "second": f"unit {RED + 1}"}
    even, numbers = stated_combat(table.kept, stated)
    assert (numbers, [each.plan for each in even.units]) == ((BLUE, RED, RED + 1), ["even"] * 3)
    fray, numbers = stated_combat(table.kept, {**stated, "plan": f"unit {RED + 1}"})
    assert (numbers, [each.plan for each in fray.units]) == ((BLUE, RED + 1, RED), ["first"] * 3)


@pytest.mark.rule("MN-HTH-22", "only formed cavalry that charged has an impact set for it")
def test_only_formed_cavalry_charges_in_a_stated_combat() -> None:
    table = Table().begun()
    stated = {"one": f"unit {DRAGOONS}", "enemy": f"unit {RED}", "one_charged": "yes"}
    assert [each.charging for each in stated_combat(table.kept, stated)[0].units] == [True, False]
    light = {**stated, "one": "unit 12", "one_formation": "skirmish_line"}
    assert [each.charging for each in stated_combat(table.kept, light)[0].units] == [False, False]


@pytest.mark.rule("MN-HTH-20", "what is stated of each side is kept for that side")
def test_outflanking_and_defence_are_stated_for_each_side() -> None:
    table = Table().begun()
    stated = {"one": f"unit {BLUE}", "enemy": f"unit {RED}", "second": f"unit {RED + GUNS}"}
    stated |= {"outflanks_second": "yes", "enemy_outflanks": "yes", "one_defends": "1", "second_defends": "2"}
    fray, _ = stated_combat(table.kept, stated)
    assert [(each.unit, each.enemy, each.outflanking, each.halvings) for each in fray.facings] == [
        (0, 1, False, 0),
        (0, 2, True, 2),
        (1, 0, True, 1),
        (2, 0, False, 1),
    ]
    assert all(isinstance(each, Combatant) for each in fray.units)
