"""Answers to questions for odds: facts as JSON, exact chances and every modifier back, by the procedures of play."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from battles.engine.asking import Answer, OddsError, Query, help_of, query_of, read_facts, told
from battles.engine.odds import distribution
from battles.rules.mini_nap import firing, meta, ratings, turning
from battles.rules.mini_nap import odds_facts as facts_of
from battles.rules.mini_nap.forecasting_parts import count_rows, higher, passes, points_shares
from battles.rules.mini_nap.odds_fight import combat, quality_of, square_charge
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    COMMANDER_DICE,
    COMMANDER_WHEN_FIXED,
    DIE_SIDES,
    LENGTH_TOLERANCE_CM,
    PRINTED,
    Tables,
)


def ask(what: str, text: bytes | str, tables: Tables = PRINTED) -> Answer:
    """The answer to question ``what`` of ``QUERIES`` about the facts in ``text``, ready for JSON.

    ``tables`` are a club's own numbers, if it has any.

    Raises:
        OddsError: no such question, or facts that cannot be read or cannot be.
    """
    query = query_of(QUERIES, what)
    facts: Any = read_facts(query.facts, text)
    try:
        options = meta.read(facts.options)
    except ValueError as error:
        raise OddsError(str(error), "options") from None
    return query.answer(Rules(options, tables), facts)


def questions() -> Mapping[str, str]:
    """What can be asked, each with the keys of its JSON in words."""
    return {what: help_of(query) for what, query in QUERIES.items()}


# Fire


def _fire(rules: Rules, facts: facts_of.FireFacts) -> Answer:
    facts_of.refuse_shot(facts)
    target, tables = facts.target, rules.tables
    shot = firing.Shot(
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
    count = firing.count(tables, shot)
    if not count.dice:
        raise OddsError("That shot would have no dice and cannot be declared (MN-FIRE-42, MN-HALVE-03).")
    hits = distribution(lambda dice: firing.throw(dice, tables, count.dice)[1])
    answer: Answer = {
        "dice": count.dice,
        "basic": count.basic,
        "modifiers": _rows((row.rule, row.what, row.value) for row in count_rows(tables, count)),
        "hits": {str(number): told(hits[number]) for number in sorted(hits)},
        "mean_hits": str(sum((number * share for number, share in hits.items()), Fraction(0))),
    }
    if target.points is not None:
        left = points_shares(target.points, target.rating, target.formation, hits)
        answer["points_left"] = {str(points): told(left[points]) for points in sorted(left, reverse=True)}
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
        answer["both"] = told(caution * passes(tables, facts.rating, "MN-RATE-07", facts.bonus))
    return answer


def _extend(rules: Rules, facts: facts_of.ExtendFacts) -> Answer:
    count = rules.tables.extension_dice[facts.type]
    shortfall = facts.shortfall - LENGTH_TOLERANCE_CM
    if shortfall <= 0:
        raise OddsError("A target within reach is charged without an extension (MN-EXTEND-01).", "shortfall")
    most = count * DIE_SIDES
    if shortfall > most:
        raise OddsError(f"An extension brings {most} cm at most, so that none is offered (MN-EXTEND-06).", "shortfall")
    dice = distribution(lambda dice: dice.total(count, DIE_SIDES, "MN-EXTEND-03"))
    enough = sum((share for total, share in dice.items() if total >= shortfall), Fraction(0))
    passed = passes(rules.tables, facts.rating, "MN-EXTEND-02")
    answer: Answer = {"test": quality_of(rules.tables, facts.rating, "MN-EXTEND-02")}
    made = enough * passed
    if facts.cautious:
        made *= passes(rules.tables, facts.rating, "MN-CMD-20")
        answer["caution"] = quality_of(rules.tables, facts.rating, "MN-CMD-20")
    return {**answer, "dice": f"{count}D{DIE_SIDES}", "dice_enough": told(enough), "charge_made": told(made)}


# Initiative and ratings


def _initiative(rules: Rules, facts: facts_of.InitiativeFacts) -> Answer:
    rule = turning.FIRST if facts.throw == "first" else turning.NEXT
    numbers = turning.dice_of(rules.tables, rule, facts.holder)
    once = distribution(lambda dice: turning.throw(dice, numbers, rule))
    tie = sum((share for (a, b), share in once.items() if a == b), Fraction(0))
    a, b = higher(numbers, rule)
    answer: Answer = {
        "dice": {"a": f"{numbers[0]}D{DIE_SIDES}", "b": f"{numbers[1]}D{DIE_SIDES}"},
        "first_throw": {"a": told(a * (1 - tie)), "tie": told(tie), "b": told(b * (1 - tie))},
        "gains": {"a": told(a), "b": told(b)},
        "mean_throws": str(1 / (1 - tie)),
    }
    if facts.throw == "next":
        keeps = a if facts.holder == "a" else b
        answer["mean_kept_in_a_row"] = str(keeps / (1 - keeps))
    return answer


def _rating(rules: Rules, facts: facts_of.RatingFacts) -> Answer:
    table = ratings.table_of(rules, facts.level, facts.nation)
    modifier = ratings.modifier_of(rules, facts.level, facts.nation)
    commanders = rules.tables.commanders
    if rules.options.commander_ratings == "fixed":
        return {
            "rule": "MN-RULING-67",
            "ratings": {rating: told(Fraction(rating == COMMANDER_WHEN_FIXED)) for rating in commanders},
            "mean_radius_cm": str(commanders[COMMANDER_WHEN_FIXED].radius),
        }
    found = distribution(lambda dice: ratings.thrown_by(dice, table, modifier))
    radius = sum((share * commanders[rating].radius for rating, share in found.items()), Fraction(0))
    return {
        "dice": f"{COMMANDER_DICE}D{DIE_SIDES}",
        "modifier": modifier,
        "rule": table.rule,
        "ratings": {rating: told(found.get(rating, Fraction(0))) for rating in commanders},
        "mean_radius_cm": str(radius),
    }


QUERIES: Final[Mapping[str, Query]] = MappingProxyType(
    {
        "fire": Query("A shot at a target (MN-FIRE-42, 43).", facts_of.FireFacts, _fire),
        "hand_to_hand": Query("A combat to its end (MN-HTH-10).", facts_of.CombatFacts, combat),
        "quality": Query("A quality test (MN-RATE-07).", facts_of.QualityFacts, _quality),
        "extend": Query("The extension of a charge (MN-EXTEND-02, 03).", facts_of.ExtendFacts, _extend),
        "emergency_square": Query(
            "Cavalry that charges infantry from over 12 cm (MN-REACT-40).", facts_of.SquareFacts, square_charge
        ),
        "initiative": Query("Who gains the initiative (MN-SEQ-01, 06).", facts_of.InitiativeFacts, _initiative),
        "rating": Query("The rating of a commander (MN-CMD-50 to 60).", facts_of.RatingFacts, _rating),
    }
)
"""Every question by its name."""
