"""Answers to odds questions: facts in JSON in, exact chances and all modifiers out."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from battles.engine.forecast import Answer, OddsError, Query, answered, chance_answer, decimal_percent, help_of
from battles.engine.odds import distribution
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.combat.combatants import (
    Blow,
    Combatant,
    CombatGroup,
    Fighter,
    Opposition,
    RoundKind,
    is_formed,
    strikes_of,
)
from battles.rules.mini_nap.command import commanders as command_commanders
from battles.rules.mini_nap.command import initiative
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.odds import facts as facts_of
from battles.rules.mini_nap.odds.combat import (
    CombatResult,
    Points,
    SquareCharge,
    TooLarge,
    combat_odds,
    square_charge_odds,
)
from battles.rules.mini_nap.odds.forecast_blocks import count_rows, higher_chances, passes, points_shares
from battles.rules.mini_nap.reactions import charge_answers
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import SQUARES
from battles.rules.mini_nap.tables import (
    COMMANDER_DICE,
    COMMANDER_WHEN_FIXED,
    DIE_SIDES,
    LENGTH_TOLERANCE_CM,
    PRINTED,
    Quality,
    Tables,
)

MOST_DIGITS: Final = 40
"""Most digits of a denominator for which an answer gives the fraction; above this, decimals only."""


def quality_of(tables: Tables, rating: Quality, rule: str, bonus: int = 0) -> Answer:
    """A quality test: needed face, chance and rule."""
    return {
        "needed": max(1, tables.qualities[rating].needed - bonus),
        "pass": chance_answer(passes(tables, rating, rule, bonus)),
        "rule": rule,
    }


def combat(rules: Rules, facts: facts_of.CombatFacts) -> Answer:
    """Answer about a combat to its end (MN-HTH-10)."""
    facts_of.refuse_combat(facts)
    group = _combat_group(rules, facts)
    try:
        ends = combat_odds(group, rules, start=facts.start)
    except TooLarge as error:
        raise OddsError(str(error), "units") from None
    answer: Answer = {}
    if facts.start == "impact":
        answer["impact"] = _sets(rules, group, "impact")
    answer["melee"] = _sets(rules, group, "melee")
    sides = [[place for place, unit in enumerate(group.units) if unit.side == side] for side in ("a", "b")]
    answer["results"] = _results(ends.end, *sides)
    answer["points_left"] = [_left(ends.end, place) for place in range(len(group.units))]
    if facts.start == "impact":
        answer["breaks_through"] = [_break_through(group, ends, place) for place in range(len(group.units))]
    answer["melee_rounds"] = f"{float(ends.rounds):.4f}"
    return answer


def _combat_group(rules: Rules, facts: facts_of.CombatFacts) -> CombatGroup:
    """The stated combat for the odds; a contact stated one way counts both ways."""
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
    stated = {(touch.unit, touch.enemy): touch for touch in facts.contacts}
    every = range(len(units))
    pairs = [(one, other) for one in every for other in every if units[one].side != units[other].side]
    if stated:
        pairs = [(one, other) for one, other in pairs if (one, other) in stated or (other, one) in stated]
    no_facts = facts_of.Touch(unit=0, enemy=0)
    facings = ((pair, stated.get(pair, no_facts)) for pair in pairs)
    return CombatGroup(units, tuple(Opposition(*pair, touch.outflanking, touch.halvings) for pair, touch in facings))


def _sets(rules: Rules, group: CombatGroup, kind: RoundKind) -> list[Answer]:
    """Sets of dice of every unit against each enemy in the first round of this kind."""
    blows = [
        Blow(
            unit=group.units[each.unit].fighter,
            enemy=group.units[each.enemy].fighter,
            allotted=group.units[each.unit].points,
            charging=group.units[each.unit].charging,
            outflanking=each.outflanking,
            halvings=each.halvings,
        )
        for each in group.facings
    ]
    strikes, _ = strikes_of(rules, blows, kind)
    answers = []
    for each, blow, strike in zip(group.facings, blows, strikes, strict=True):
        rows = [(rules.tables.sets[name].rule, rules.tables.sets[name].word, 1) for name in strike.situations]
        answers.append(
            {
                "unit": each.unit,
                "enemy": each.enemy,
                "sets": strike.sets,
                "dice_in_a_set": strike.dice,
                "needed": rules.tables.qualities[blow.unit.rating].needed,
                "rules": [{"rule": rule, "what": what} for rule, what, _ in rows],
            }
        )
    return answers


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
    shares: dict[int, Fraction] = {}
    for points, share in end.items():
        shares[points[place]] = shares.get(points[place], Fraction(0)) + share
    return {str(points): _exact(shares[points]) for points in sorted(shares, reverse=True) if shares[points]}


def _break_through(group: CombatGroup, ends: CombatResult, place: int) -> Answer:
    """The chance to break through: no enemy left after the impact round (MN-HTH-25)."""
    fighter = group.units[place].fighter
    enemies = [each.enemy for each in group.facings if each.unit == place]
    may = fighter.unit_class != "artillery" and fighter.formation not in SQUARES
    share = ends.impact_chance(lambda left: bool(left[place]) and not any(left[enemy] for enemy in enemies))
    return _exact(share if may else Fraction(0))


def _exact(share: Fraction) -> Answer:
    """A chance in decimals, and as a fraction if it is short enough."""
    answer = chance_answer(share) if share.denominator < 10**MOST_DIGITS else {"percent": decimal_percent(share)}
    return {**answer, "decimal": f"{float(share):.6f}"}


def square_charge(rules: Rules, facts: facts_of.SquareFacts) -> Answer:
    """Answer about cavalry in contact with infantry that tests for a square.

    Source: MN-REACT-40, MN-REACT-42, MN-REACT-44, MN-REACT-50.
    """
    facts_of.refuse_square(facts)
    foot, horse = facts.infantry, facts.cavalry
    bonus = charge_answers.square_test_bonus(rules.tables, foot.formation, foot.nation, kgl=foot.kgl)
    rider = Fighter(unit_class="cavalry", rating=horse.rating, formation=horse.formation, lancer=horse.lancer)
    if not is_formed(rider) and not horse.outflanking:
        raise OddsError(
            "Unformed cavalry may charge formed infantry only if it outflanks it (MN-CHARGE-09).", "cavalry"
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
        "square_forms": chance_answer(ends.square),
        "cavalry_feints": chance_answer(ends.feint),
        "cavalry_wins": results["a_wins"],
        "infantry_wins": results["b_wins"],
        "both_gone": results["all_gone"],
        "points_left": {"cavalry": _left(left, 0), "infantry": _left(left, 1)},
    }


def ask(what: str, text: bytes | str, tables: Tables = PRINTED) -> Answer:
    """The answer to question ``what`` of ``QUERIES`` about the facts in ``text``, ready for JSON.

    ``tables`` are the numbers of the rules, printed or a club's own.

    Raises:
        OddsError: there is no such question, or the facts are unreadable or impossible.
    """
    return answered(QUERIES, what, text, meta.read, lambda options: Rules(options, tables))


def questions() -> Mapping[str, str]:
    """All questions by name, each with its JSON keys in words."""
    return {what: help_of(query) for what, query in QUERIES.items()}


# Fire


def _fire(rules: Rules, facts: facts_of.FireFacts) -> Answer:
    facts_of.refuse_shot(facts)
    target, tables = facts.target, rules.tables
    shot = fire_dice.ShotFacts(
        unit_class=facts.unit_class,
        formation=facts.formation or "battery",
        rating=facts.rating,
        target=target.formation,
        nation=facts.nation,
        kgl=facts.kgl,
        weight=facts.weight,
        band=facts.band,
        screened=facts.screened and facts.band == "medium",
        covered=facts.covered,
    )
    count = fire_dice.shot_dice(tables, shot)
    if not count.dice:
        raise OddsError("This shot has no dice and cannot be declared (MN-FIRE-42, MN-HALVE-03).")
    hits = distribution(lambda dice: fire_dice.roll_shot(dice, tables, count.dice)[1])
    answer: Answer = {
        "dice": count.dice,
        "basic": count.basic,
        "modifiers": _rows((row.rule, row.what, row.value) for row in count_rows(tables, count)),
        "hits": {str(number): chance_answer(hits[number]) for number in sorted(hits)},
        "mean_hits": str(sum((number * share for number, share in hits.items()), Fraction(0))),
    }
    if target.points is not None:
        left = points_shares(target.points, target.rating, target.formation, hits)
        answer["points_left"] = {str(points): chance_answer(left[points]) for points in sorted(left, reverse=True)}
    return answer


def _rows(rows: Iterable[tuple[str, str, int]]) -> list[Answer]:
    return [{"rule": rule, "what": what, "value": value} for rule, what, value in rows]


# Tests


def _quality(rules: Rules, facts: facts_of.QualityFacts) -> Answer:
    tables = rules.tables
    answer = {"test": quality_of(tables, facts.rating, "MN-RATE-07", facts.bonus)}
    if facts.cautious:
        caution = passes(tables, facts.rating, "MN-CMD-20")
        answer["caution"] = quality_of(tables, facts.rating, "MN-CMD-20")
        answer["both"] = chance_answer(caution * passes(tables, facts.rating, "MN-RATE-07", facts.bonus))
    return answer


def _extend(rules: Rules, facts: facts_of.ExtendFacts) -> Answer:
    count = rules.tables.extension_dice[facts.type]
    shortfall = facts.shortfall - LENGTH_TOLERANCE_CM
    if shortfall <= 0:
        raise OddsError("A target within reach needs no extension (MN-EXTEND-01).", "shortfall")
    most = count * DIE_SIDES
    if shortfall > most:
        raise OddsError(f"The longest extension is {most} cm, so no extension is possible (MN-EXTEND-06).", "shortfall")
    dice = distribution(lambda dice: dice.total(count, DIE_SIDES, "MN-EXTEND-03"))
    enough = sum((share for total, share in dice.items() if total >= shortfall), Fraction(0))
    passed = passes(rules.tables, facts.rating, "MN-EXTEND-02")
    answer: Answer = {"test": quality_of(rules.tables, facts.rating, "MN-EXTEND-02")}
    charge_chance = enough * passed
    if facts.cautious:
        charge_chance *= passes(rules.tables, facts.rating, "MN-CMD-20")
        answer["caution"] = quality_of(rules.tables, facts.rating, "MN-CMD-20")
    return {
        **answer,
        "dice": f"{count}D{DIE_SIDES}",
        "dice_enough": chance_answer(enough),
        "charge_made": chance_answer(charge_chance),
    }


# Initiative and ratings


def _initiative(rules: Rules, facts: facts_of.InitiativeFacts) -> Answer:
    rule = initiative.FIRST_RULE if facts.throw == "first" else initiative.NEXT_RULE
    numbers = initiative.initiative_dice(rules.tables, rule, facts.holder)
    once = distribution(lambda dice: initiative.roll_once(dice, numbers, rule))
    tie = sum((share for (a, b), share in once.items() if a == b), Fraction(0))
    a, b = higher_chances(numbers, rule)
    answer: Answer = {
        "dice": {"a": f"{numbers[0]}D{DIE_SIDES}", "b": f"{numbers[1]}D{DIE_SIDES}"},
        "first_throw": {
            "a": chance_answer(a * (1 - tie)),
            "tie": chance_answer(tie),
            "b": chance_answer(b * (1 - tie)),
        },
        "gains": {"a": chance_answer(a), "b": chance_answer(b)},
        "mean_throws": str(1 / (1 - tie)),
    }
    if facts.throw == "next":
        keeps = a if facts.holder == "a" else b
        answer["mean_kept_in_a_row"] = str(keeps / (1 - keeps))
    return answer


def _rating(rules: Rules, facts: facts_of.RatingFacts) -> Answer:
    table = command_commanders.rating_table(rules, facts.level, facts.nation)
    modifier = command_commanders.rating_modifier(rules, facts.level, facts.nation)
    commanders = rules.tables.commanders
    if rules.options.commander_ratings == "fixed":
        return {
            "rule": "MN-RULING-67",
            "ratings": {rating: chance_answer(Fraction(rating == COMMANDER_WHEN_FIXED)) for rating in commanders},
            "mean_radius_cm": str(commanders[COMMANDER_WHEN_FIXED].radius),
        }
    shares = distribution(lambda dice: command_commanders.roll_rating(dice, table, modifier))
    radius = sum((share * commanders[rating].radius for rating, share in shares.items()), Fraction(0))
    return {
        "dice": f"{COMMANDER_DICE}D{DIE_SIDES}",
        "modifier": modifier,
        "rule": table.rule,
        "ratings": {rating: chance_answer(shares.get(rating, Fraction(0))) for rating in commanders},
        "mean_radius_cm": str(radius),
    }


QUERIES: Final[Mapping[str, Query]] = MappingProxyType(
    {
        "fire": Query("A shot at a target (MN-FIRE-42, MN-FIRE-43).", facts_of.FireFacts, _fire),
        "hand_to_hand": Query("A combat to its end (MN-HTH-10).", facts_of.CombatFacts, combat),
        "quality": Query("A quality test (MN-RATE-07).", facts_of.QualityFacts, _quality),
        "extend": Query("The extension of a charge (MN-EXTEND-02, MN-EXTEND-03).", facts_of.ExtendFacts, _extend),
        "emergency_square": Query(
            "Cavalry that charges infantry from over 12 cm (MN-REACT-40).", facts_of.SquareFacts, square_charge
        ),
        "initiative": Query("Who gains the initiative (MN-SEQ-01, MN-SEQ-06).", facts_of.InitiativeFacts, _initiative),
        "rating": Query("The rating of a commander (MN-CMD-61).", facts_of.RatingFacts, _rating),
    }
)
"""All questions by name."""
