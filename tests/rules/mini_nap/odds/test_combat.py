"""Exact odds of combats against every example of the rulebook."""

from fractions import Fraction
from math import prod

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.combat.combatants import (
    Blow,
    Combatant,
    CombatGroup,
    Fighter,
    Opposition,
    RoundKind,
    duel,
    strikes_of,
)
from battles.rules.mini_nap.odds import combat
from battles.rules.mini_nap.odds.combat import (
    CombatResult,
    Points,
    SquareCharge,
    TooLarge,
    combat_odds,
    square_charge_odds,
)
from battles.rules.mini_nap.rules import DEFAULTS
from tests.rules.mini_nap.builders.combat_examples import DUELS, FRAYS, V6, against, combatant, row


def six(share: Fraction) -> str:
    """As the rulebook prints a chance."""
    return f"{float(share):.6f}"


def sets_of(fray: CombatGroup, kind: RoundKind) -> str:
    """``1/0``: the sets of both."""
    blows = [
        Blow(
            unit=fray.units[each.unit].fighter,
            enemy=fray.units[each.enemy].fighter,
            allotted=fray.units[each.unit].points,
            charging=fray.units[each.unit].charging,
            outflanking=each.outflanking,
            halvings=each.halvings,
        )
        for each in fray.facings
    ]
    strikes, _ = strikes_of(DEFAULTS, blows, kind)
    return "/".join(str(strike.sets) for strike in strikes)


class Alive:
    """Whether exactly that unit of a duel is left."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self, points: Points) -> bool:
        return bool(points[self.number]) and not points[1 - self.number]


def nobody(points: Points) -> bool:
    return not any(points)


@pytest.mark.rule("MN-HTH-10", "one impact round, then melee rounds until no two enemies are in contact")
@pytest.mark.rule("MN-HTH-12", "each die that shows at least the QR is a hit")
@pytest.mark.rule("MN-HTH-14", "the losses of both sides apply together at the end of a round")
@pytest.mark.rule("MN-HALVE-01", "an advantage halves each set, the fraction dropped")
@pytest.mark.rule("MN-RULING-33", "if no unit has dice in a melee round, each set has one")
@pytest.mark.parametrize("example", DUELS)
def test_a_duel_has_the_odds_of_the_rulebook(example: str) -> None:
    """8.8: sets, chances to six decimals, mean melee rounds to four."""
    ends = combat_odds(DUELS[example])
    found = [
        sets_of(DUELS[example], "impact"),
        sets_of(DUELS[example], "melee"),
        six(ends.impact_chance(Alive(0))),
        six(ends.impact_chance(Alive(1))),
        six(ends.chance(Alive(0))),
        six(ends.chance(Alive(1))),
        six(ends.chance(nobody)),
        f"{float(ends.rounds):.4f}",
    ]
    assert found == row(example, 9)[1:]
    assert sum(ends.end.values()) == 1


EXACT_IMPACT = {
    "D08": (Alive(0),),
    "D09": (Alive(0),),
    "D10": (Alive(0),),
    "D19": (Alive(0),),
    "D16": (Alive(0),),
    "D15": (Alive(0), nobody),
    "D11": (Alive(1),),
}


@pytest.mark.rule("MN-HTH-12", "the chances are exact fractions")
@pytest.mark.parametrize("example", ["D28", "D29", *EXACT_IMPACT, "D06"])
def test_the_exact_values_of_the_rulebook(example: str) -> None:
    """8.8, the second table."""
    _, said = row(example, 2)
    ends = combat_odds(DUELS[example])
    if example in EXACT_IMPACT:
        found = [ends.impact_chance(holds) for holds in EXACT_IMPACT[example]]
    elif example == "D06":
        found = [ends.chance(nobody)]
        assert ends.rounds == 1
    else:
        found = [ends.chance(holds) for holds in (Alive(0), Alive(1), nobody)]
    assert found == [Fraction(part) for part in said.replace("; ", " / ").split(" / ")]


@pytest.mark.rule("MN-HTH-11", "a unit in contact with several enemies allots its points to them")
@pytest.mark.rule("MN-HTH-13", "hits beyond an enemy's points are lost")
@pytest.mark.parametrize("example", FRAYS)
def test_two_against_one_have_the_odds_of_the_rulebook(example: str) -> None:
    """8.9."""
    ends = combat_odds(FRAYS[example])
    found = [
        ends.chance(lambda left: bool(left[0] or left[1]) and not left[2]),
        ends.chance(lambda left: bool(left[2])),
        ends.chance(nobody),
        ends.chance(lambda left: bool(left[0] and left[1])),
    ]
    assert [six(share) for share in found] == row(example, 6)[2:]


CHARGES = {
    "E01": (("trained", "line", 6), ("veteran", "cavalry", 5), 0),
    "E02": (("trained", "column", 6), ("veteran", "cavalry", 5), 1),
    "E03": (("veteran", "column", 6), ("elite", "cavalry", 5), 1),
    "E04": (("trained", "line", 3), ("veteran", "cavalry", 4), 0),
    "E05": (("untrained", "column", 7), ("trained", "cavalry", 6), 0),
    "E06": (("elite", "line", 6), ("veteran", "lancers", 5), 0),
}


@pytest.mark.rule("MN-REACT-42", "the infantry tests for its square")
@pytest.mark.rule("MN-REACT-44", "infantry in contact that fails takes two hit markers")
@pytest.mark.rule("MN-REACT-50", "the cavalry may feint from a square that forms")
@pytest.mark.parametrize("example", CHARGES)
def test_a_charge_on_infantry_that_tests_has_the_odds_of_the_rulebook(example: str) -> None:
    """8.10."""
    foot, horse, bonus = CHARGES[example]
    found = square_charge_odds(
        SquareCharge(cavalry=combatant("a", horse, charging=True), infantry=combatant("b", foot), bonus=bonus)
    )
    said = row(example, 7)
    assert [str(found.square), str(found.feint)] == said[2:4]
    shares = [sum(share for left, share in found.end.items() if holds(left)) for holds in (Alive(0), Alive(1), nobody)]
    assert [six(share) for share in shares] == said[4:]
    assert found.feint + sum(found.end.values()) == 1


@pytest.mark.rule("MN-REACT-51", "cavalry that does not try to feint fights every square that forms")
def test_cavalry_that_never_feints_fights_more() -> None:
    foot, horse, bonus = CHARGES["E01"]
    charge = SquareCharge(
        cavalry=combatant("a", horse, charging=True), infantry=combatant("b", foot), bonus=bonus, feints=False
    )
    found = square_charge_odds(charge)
    assert (found.square, found.feint) == (Fraction(1, 2), 0)
    held = combat_odds(against(horse, ("trained", "emergency_square", 6), charging=True))
    broken = combat_odds(against(horse, ("trained", "line", 4), charging=True))
    won = sum(share for left, share in found.end.items() if Alive(1)(left))
    assert won == (held.chance(Alive(1)) + broken.chance(Alive(1))) / 2


@pytest.mark.rule("MN-HTH-11", "points chosen for one round count in that round only")
def test_odds_from_points_that_are_already_chosen() -> None:
    fray = FRAYS["M01"]
    by_plan = combat_odds(fray, start="melee")
    assert combat_odds(fray, start="melee", shares={(2, 0): 6, (2, 1): 0}) == by_plan
    split = combat_odds(fray, start="melee", shares={(2, 0): 3, (2, 1): 3})
    assert split.end != by_plan.end
    assert sum(split.end.values()) == 1


@pytest.mark.rule("MN-HTH-10", "exact odds stop at a size, and say so")
def test_a_combat_too_large_for_exact_odds_is_refused() -> None:
    many = CombatGroup(
        tuple(combatant("ab"[number % 2], V6) for number in range(6)),
        tuple(Opposition(number, other) for number in range(6) for other in range(6) if (number + other) % 2),
    )
    with pytest.raises(TooLarge, match="This combat is too large"):
        combat_odds(many)


@pytest.mark.rule("MN-HTH-10", "the chances of a large combat are rounded far below what is shown, and add up to one")
def test_rounded_odds_are_as_good_as_exact_ones() -> None:
    fray = FRAYS["M01"]
    exact = combat_odds(fray)
    chain = combat._Chain(fray, DEFAULTS)
    begin = chain.after(tuple(unit.points for unit in fray.units), "impact", {})
    rounded = combat._Walk(chain, begin, exact=False)
    assert sum(rounded.end.values()) == 1
    assert rounded.end.keys() == exact.end.keys()
    assert all(abs(share - exact.end[left]) < Fraction(1, 10**60) for left, share in rounded.end.items())
    assert abs(rounded.rounds - exact.rounds) < Fraction(1, 10**60)
    large = CombatGroup(
        tuple(replace(unit, points=11) for unit in fray.units),
        fray.facings,
    )
    assert prod(unit.points + 1 for unit in large.units) > combat.EXACT_STATES
    assert sum(combat_odds(large).end.values()) == 1


@pytest.mark.rule("MN-LOSS-02", "hit markers of a failed test may remove the infantry before any combat")
def test_infantry_that_its_failed_test_removes_does_not_fight() -> None:
    foot, horse = ("trained", "line", 3), ("guard", "cavalry", 4)
    charge = SquareCharge(cavalry=combatant("a", horse, charging=True), infantry=combatant("b", foot))
    assert square_charge_odds(charge).end == {(4, 0): Fraction(1, 2)}
    spared = SquareCharge(cavalry=combatant("a", ("untrained", "cavalry", 4)), infantry=combatant("b", foot))
    lost = combat_odds(against(("untrained", "cavalry", 4), ("trained", "emergency_square", 3)))
    fights = Fraction(1, 2) * Fraction(2, 3)
    assert square_charge_odds(spared).end[4, 0] == Fraction(1, 2) + fights * lost.end.get((4, 0), Fraction(0))


@pytest.mark.rule("MN-HTH-12", "exact odds go up to 2,500 combinations of strengths, that number included")
def test_exact_odds_up_to_2500_combinations_of_strengths() -> None:
    line = Fighter(unit_class="infantry", rating="guard", formation="line")

    def ends(one: int, other: int) -> CombatResult:
        first = Combatant(side="a", fighter=line, points=one, charging=True)
        return combat_odds(duel(first, Combatant(side="b", fighter=line, points=other)), start="melee")

    assert sum(ends(1249, 1).end.values()) == pytest.approx(1)
    with pytest.raises(TooLarge, match="2,500 combinations of strengths"):
        ends(1250, 1)
