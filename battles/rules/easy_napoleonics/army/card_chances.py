"""Exact chances of a draw of random cards from a player's own deck."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

from battles.engine.armies.facts import Draw
from battles.engine.armies.group import CardChance
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army.cards import CHOICE, MIX, card_words, choices_left, deck
from battles.rules.easy_napoleonics.army.options import DEFAULTS, Options
from battles.rules.easy_napoleonics.army.price import unit_cost, unit_victory_points


def card_chances() -> tuple[CardChance, ...]:
    """Chances of every card, in the order of the deck; all hands are equally likely.

    Source: EN-COST-06, EN-COST-07, EN-COST-08.
    """
    cards = len(deck())
    hands = comb(cards, tables.CARDS_DRAWN)
    return tuple(
        CardChance(
            card,
            card_words(card),
            copies,
            1 - Fraction(comb(cards - copies, tables.CARDS_DRAWN), hands),
            Fraction(copies * tables.CARDS_DRAWN, cards),
        )
        for card, copies in Counter(deck()).items()
    )


def victory_point_chances(options: Options = DEFAULTS) -> dict[int, Fraction]:
    """The chance of each number of victory points that a hand adds (EN-EX-C1).

    A choice card takes the unit that is worth most.
    """
    values = {card: unit_victory_points(row.kind, row.grade, options).value for card, row in MIX.items()}
    return _chances(values, options)


def cost_chances(options: Options = DEFAULTS) -> dict[int, Fraction]:
    """The chance of each number of points that a hand adds (EN-EX-C1).

    A choice card takes the unit that costs most.
    """
    values = {card: unit_cost(row.kind, row.grade, options=options).value for card, row in MIX.items()}
    return _chances(values, options)


def _chances(values: dict[str, int], options: Options) -> dict[int, Fraction]:
    hands = list(combinations(deck(), tables.CARDS_DRAWN))
    totals: Counter[int] = Counter()
    for hand in hands:
        best = max((values[card] for card in choices_left(Draw(faces=(), cards=hand), options)), default=0)
        totals[best + sum(values[card] for card in hand if card != CHOICE)] += 1
    return {total: Fraction(totals[total], len(hands)) for total in sorted(totals)}
