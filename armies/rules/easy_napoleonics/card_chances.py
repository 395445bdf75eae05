"""Exact chances of a draw of cards from a deck of one's own, for whoever wants to know before he draws."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

from msgspec import Struct

from armies.rules.easy_napoleonics.cards import CHOICE, MIX, card_words, choices_left, deck
from armies.rules.easy_napoleonics.options import DEFAULTS, Options
from armies.rules.easy_napoleonics.price import unit_cost, unit_victory_points
from armies.rules.facts import Draw
from battles.rules.easy_napoleonics import tables


class CardChance(Struct, frozen=True):
    """A card of the deck: its copies, the chance that a hand holds at least one, and how many it holds on average."""

    card: str
    words: str
    copies: int
    in_hand: Fraction
    average: Fraction


def card_chances() -> tuple[CardChance, ...]:
    """Every card in the order of the deck (EN-COST-06 to 08); all hands are equally likely."""
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
    """The chance of each number of victory points that a hand adds; a choice card takes the most (EN-EX-C1)."""
    worth = {card: unit_victory_points(row.kind, row.grade, options).value for card, row in MIX.items()}
    return _chances(worth, options)


def cost_chances(options: Options = DEFAULTS) -> dict[int, Fraction]:
    """The chance of each number of points that a hand adds; a choice card takes what costs most (EN-EX-C1)."""
    cost = {card: unit_cost(row.kind, row.grade, options=options).value for card, row in MIX.items()}
    return _chances(cost, options)


def _chances(worth: dict[str, int], options: Options) -> dict[int, Fraction]:
    hands = list(combinations(deck(), tables.CARDS_DRAWN))
    totals: Counter[int] = Counter()
    for hand in hands:
        best = max((worth[card] for card in choices_left(Draw(faces=(), cards=hand), options)), default=0)
        totals[best + sum(worth[card] for card in hand if card != CHOICE)] += 1
    return {total: Fraction(totals[total], len(hands)) for total in sorted(totals)}
