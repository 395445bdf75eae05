"""Answers to questions about combats and charges at infantry: the chain of rounds to its end, exactly."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from battles.engine.asking import Answer, OddsError, told
from battles.engine.odds import percent
from battles.rules.mini_nap import odds_facts as facts_of
from battles.rules.mini_nap import squares
from battles.rules.mini_nap.charge_odds import SquareCharge, square_charge_odds
from battles.rules.mini_nap.combat_odds import Combatant, Ends, Facing, Fray, Points, TooLarge, ends_of
from battles.rules.mini_nap.forecasting_parts import passes
from battles.rules.mini_nap.kinds import SQUARES
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sets import Blow, Fighter, RoundKind, is_formed, strikes_of
from battles.rules.mini_nap.tables import Quality, Tables

MOST_DIGITS: Final = 40
"""Digits of a fraction's denominator up to which an answer writes it out; a longer one is told in decimals alone."""


def quality_of(tables: Tables, rating: Quality, rule: str, bonus: int = 0) -> Answer:
    """A quality test: the face that it needs, its chance and its rule."""
    return {
        "needed": max(1, tables.qualities[rating].needed - bonus),
        "pass": told(passes(tables, rating, rule, bonus)),
        "rule": rule,
    }


def combat(rules: Rules, facts: facts_of.CombatFacts) -> Answer:
    """A combat to its end (MN-HTH-10 to 36)."""
    facts_of.refuse_combat(facts)
    fray = _fray(rules, facts)
    try:
        ends = ends_of(fray, rules, start=facts.start)
    except TooLarge as error:
        raise OddsError(str(error), "units") from None
    answer: Answer = {}
    if facts.start == "impact":
        answer["impact"] = _sets(rules, fray, "impact")
    answer["melee"] = _sets(rules, fray, "melee")
    sides = [[place for place, unit in enumerate(fray.units) if unit.side == side] for side in ("a", "b")]
    answer["results"] = _results(ends.end, *sides)
    answer["points_left"] = [_left(ends.end, place) for place in range(len(fray.units))]
    if facts.start == "impact":
        answer["breaks_through"] = [_through(fray, ends, place) for place in range(len(fray.units))]
    answer["melee_rounds"] = f"{float(ends.rounds):.4f}"
    return answer


def _fray(rules: Rules, facts: facts_of.CombatFacts) -> Fray:
    """The combat as facts for the chain; a contact that is given one way is there both ways."""
    units = tuple(
        Combatant(
            side=unit.side,
            fighter=Fighter(
                unit_class=unit.unit_class, rating=unit.rating, formation=unit.formation, lancer=unit.lancer
            ),
            points=unit.points,
            plan=unit.plan,
            charging=unit.charging,
        )
        for unit in facts.units
    )
    given = {(touch.unit, touch.enemy): touch for touch in facts.contacts}
    every = range(len(units))
    pairs = [(one, other) for one in every for other in every if units[one].side != units[other].side]
    if given:
        pairs = [(one, other) for one, other in pairs if (one, other) in given or (other, one) in given]
    none = facts_of.Touch(unit=0, enemy=0)
    facings = ((pair, given.get(pair, none)) for pair in pairs)
    return Fray(units, tuple(Facing(*pair, touch.outflanking, touch.halvings) for pair, touch in facings))


def _sets(rules: Rules, fray: Fray, kind: RoundKind) -> list[Answer]:
    """What every unit throws in the first round of that kind, all its points on the first enemy or by its plan."""
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
    strikes, _ = strikes_of(rules, blows, kind)
    found = []
    for each, blow, strike in zip(fray.facings, blows, strikes, strict=True):
        rows = [(rules.tables.sets[name].rule, rules.tables.sets[name].word, 1) for name in strike.situations]
        found.append(
            {
                "unit": each.unit,
                "enemy": each.enemy,
                "sets": strike.sets,
                "dice_in_a_set": strike.dice,
                "needed": rules.tables.qualities[blow.unit.rating].needed,
                "rules": [{"rule": rule, "what": what} for rule, what, _ in rows],
            }
        )
    return found


def _results(end: Mapping[Points, Fraction], a: list[int], b: list[int]) -> Answer:
    def share(holds: Callable[[bool, bool], bool]) -> Fraction:
        return sum(
            (
                chance
                for left, chance in end.items()
                if holds(any(left[place] for place in a), any(left[place] for place in b))
            ),
            Fraction(0),
        )

    return {
        "a_wins": _exact(share(lambda one, two: one and not two)),
        "b_wins": _exact(share(lambda one, two: two and not one)),
        "all_gone": _exact(share(lambda one, two: not one and not two)),
        "both_left": _exact(share(lambda one, two: one and two)),
    }


def _left(end: Mapping[Points, Fraction], place: int) -> Answer:
    found: dict[int, Fraction] = {}
    for points, share in end.items():
        found[points[place]] = found.get(points[place], Fraction(0)) + share
    return {str(points): _exact(found[points]) for points in sorted(found, reverse=True) if found[points]}


def _through(fray: Fray, ends: Ends, place: int) -> Answer:
    """The chance to break through: no enemy left after the impact round (MN-HTH-25)."""
    fighter = fray.units[place].fighter
    enemies = [each.enemy for each in fray.facings if each.unit == place]
    may = fighter.unit_class != "artillery" and fighter.formation not in SQUARES
    share = ends.impact_chance(lambda left: bool(left[place]) and not any(left[enemy] for enemy in enemies))
    return _exact(share if may else Fraction(0))


def _exact(share: Fraction) -> Answer:
    """A chance in decimals, and as a fraction where that is not too long to read."""
    answer = told(share) if share.denominator < 10**MOST_DIGITS else {"percent": percent(share)}
    return {**answer, "decimal": f"{float(share):.6f}"}


def square_charge(rules: Rules, facts: facts_of.SquareFacts) -> Answer:
    """Cavalry in contact with infantry that tests for its square (MN-REACT-40 to 53)."""
    facts_of.refuse_square(facts)
    foot, horse = facts.infantry, facts.cavalry
    bonus = squares.bonus_of(rules.tables, foot.formation, foot.nation, kgl=foot.kgl)
    rider = Fighter(unit_class="cavalry", rating=horse.rating, formation=horse.formation, lancer=horse.lancer)
    if not is_formed(rider) and not horse.outflanking:
        raise OddsError(
            "Unformed cavalry charges formed infantry only where it outflanks it (MN-CHARGE-09).", "cavalry"
        )
    charge = SquareCharge(
        cavalry=Combatant(side="a", fighter=rider, points=horse.points, charging=True),
        infantry=Combatant(
            side="b",
            fighter=Fighter(unit_class="infantry", rating=foot.rating, formation=foot.formation),
            points=foot.points,
        ),
        bonus=bonus,
        feints=facts.feints,
        outflanking=horse.outflanking,
    )
    try:
        ends = square_charge_odds(charge, rules)
    except TooLarge as error:
        raise OddsError(str(error)) from None
    results = _results(ends.end, [0], [1])
    whole = horse.points, foot.points
    left = {**ends.end, whole: ends.end.get(whole, Fraction(0)) + ends.feint}
    return {
        "test": {**quality_of(rules.tables, foot.rating, "MN-REACT-42", bonus), "bonus": bonus},
        "square_forms": told(ends.square),
        "cavalry_feints": told(ends.feint),
        "cavalry_wins": results["a_wins"],
        "infantry_wins": results["b_wins"],
        "both_gone": results["all_gone"],
        "points_left": {"cavalry": _left(left, 0), "infantry": _left(left, 1)},
    }
