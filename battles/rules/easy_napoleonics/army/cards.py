"""Random cards: three units that an army adds outside its budget, and the exact chances of a draw."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb

from msgspec import Struct

from battles.engine.armies.facts import Army, Draw, Unit
from battles.engine.armies.group import CardChance
from battles.engine.armies.reckoning import Line, Reckoning
from battles.engine.armies.tree import walk
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army.mapping import name_of, unit_cost, unit_victory_points
from battles.rules.easy_napoleonics.army.options import DEFAULTS, Options
from battles.rules.easy_napoleonics.setup import CHOICE, DECK, MIX
from battles.rules.easy_napoleonics.tables import Grade, Kind


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


class CardUnit(Struct, frozen=True, kw_only=True):
    """A unit that a card adds: its morale is Good and it is never armored (EN-RULING-83).

    ``by_choice``: the player chose it with the choice card.
    """

    card: str
    kind: Kind
    grade: Grade
    words: str
    by_choice: bool
    cost: Reckoning
    victory_points: Reckoning


class SharedDraw(Struct, frozen=True, kw_only=True):
    """A draw of both sides from one deck: two hands, and the five cards left (EN-COST-10)."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    left: tuple[str, ...]


def deck() -> tuple[str, ...]:
    """The eleven cards before a draw, in the order in which dice count them (EN-COST-06, EN-COST-07)."""
    return DECK


def card_words(card: str) -> str:
    """The words of a card: ``veteran infantry``, ``choice``. An unknown card keeps its key."""
    row = MIX.get(card)
    return name_of(row.kind, row.grade) if row else card


def dice_sides(cards: int = tables.CARDS_DRAWN) -> tuple[int, ...]:
    """Sides of the die for each card drawn: as many as cards are left, 11, then 10, then 9."""
    return tuple(range(len(deck()), len(deck()) - cards, -1))


def drawn(faces: Iterable[int]) -> tuple[str, ...]:
    """The cards that these dice draw from a player's own deck, in order (EN-COST-08).

    Raises:
        ValueError: too few or too many dice, or a number that its die cannot show; a sentence for the user.
    """
    return _draw_cards(tuple(faces), tables.CARDS_DRAWN, "EN-COST-08")[0]


def drawn_shared(faces: Iterable[int]) -> SharedDraw:
    """The hands of both sides from one deck, ``faces`` in the order drawn (``card_deck = shared``, EN-COST-10).

    The sides take turns; the first hand belongs to the winner of the die roll.

    Raises:
        ValueError: as ``drawn``.
    """
    cards, left = _draw_cards(tuple(faces), 2 * tables.CARDS_DRAWN, "EN-COST-10")
    return SharedDraw(hands=(cards[0::2], cards[1::2]), left=left)


def _draw_cards(faces: tuple[int, ...], count: int, rule: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if len(faces) != count:
        raise ValueError(f"A draw needs {count} dice, one for each card; this one has {len(faces):,} ({rule}).")
    left = list(deck())
    cards = []
    for index, face in enumerate(faces):
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= len(left):
            which = f"Die {index + 1} of the draw"
            shown = str(face)[:20]
            raise ValueError(
                f"{which} must be 1 to {len(left)}, as {len(left)} cards are left; it is {shown} ({rule})."
            )
        cards.append(left.pop(face - 1))
    return tuple(cards), tuple(left)


def choices_left(draw: Draw, options: Options = DEFAULTS) -> tuple[str, ...]:
    """The unit cards that a draw's choice card may take, each once, in the order of the mix (EN-COST-09).

    Empty if the hand has no choice card. Option ``undrawn``: only cards with a copy left in the deck.
    """
    return _choices(draw.cards, draw.cards, options)


def shared_choices(draw: SharedDraw, side: int, options: Options = DEFAULTS) -> tuple[str, ...]:
    """The unit cards that the choice card of side 0 or 1 may take from a shared deck (EN-COST-10)."""
    return _choices(draw.hands[side], (*draw.hands[0], *draw.hands[1]), options)


def _choices(hand: tuple[str, ...], drawn_cards: tuple[str, ...], options: Options) -> tuple[str, ...]:
    if CHOICE not in hand:
        return ()
    if options.choice_card_pool == "any_in_mix":
        return tuple(MIX)
    copies_drawn = Counter(drawn_cards)
    return tuple(card for card, row in MIX.items() if copies_drawn[card] < row.count)


def awaits_choice(draw: Draw) -> bool:
    """True if the hand has a choice card and its unit is not chosen yet."""
    return CHOICE in draw.cards and not draw.choice


def refuse_choice(draw: Draw, choice: str, options: Options = DEFAULTS) -> str:
    """A sentence why the choice card of ``draw`` cannot take ``choice``; empty if it can (EN-COST-09)."""
    allowed = choices_left(draw, options)
    if choice in allowed:
        return ""
    if not allowed:
        return "This draw has no choice card, so you cannot choose a unit (EN-COST-09)."
    words = ", ".join(card_words(card) for card in allowed)
    if choice in MIX:
        why = f"All {card_words(choice)} cards are drawn"
    else:
        why = f"{choice[:40] or 'Nothing'} is not a unit card"
    return f"{why}: choose one of {words} (EN-COST-09)."


def refuse_draw(draw: Draw, options: Options = DEFAULTS) -> str:
    """A sentence about what is wrong with an imported draw; empty if its cards follow from its dice."""
    try:
        cards = drawn(draw.faces)
    except ValueError as error:
        return str(error)
    if cards != draw.cards:
        words = ", ".join(card_words(card) for card in cards)
        return f"The dice of this draw give {words}, not the cards listed in it (EN-COST-08)."
    return refuse_choice(draw, draw.choice, options) if draw.choice else ""


def card_units(army: Army, options: Options = DEFAULTS) -> tuple[CardUnit, ...]:
    """The units that the army's last draw adds, in the order drawn; an open choice adds no unit yet.

    Source: EN-COST-08, EN-COST-09.
    """
    if not army.draws:
        return ()
    draw = army.draws[-1]
    cards = [(draw.choice, True) if card == CHOICE else (card, False) for card in draw.cards]
    return tuple(_card_unit(card, by_choice, options) for card, by_choice in cards if card in MIX)


def _card_unit(card: str, by_choice: bool, options: Options) -> CardUnit:
    row = MIX[card]
    return CardUnit(
        card=card,
        kind=row.kind,
        grade=row.grade,
        words=card_words(card),
        by_choice=by_choice,
        cost=unit_cost(row.kind, row.grade, options=options),
        victory_points=unit_victory_points(row.kind, row.grade, options),
    )


def card_nations(army: Army) -> tuple[str, ...]:
    """Codes of the army's nations: the owner chooses one of them for the card units (EN-RULING-83)."""
    places = [place for place in walk(army) if isinstance(place.element, Unit)]
    codes = ("KGL" if getattr(place.element, "kgl", False) else place.nation for place in places)
    return tuple(code for code in dict.fromkeys(codes) if code) or ((army.nation,) if army.nation else ())


def cards_cost(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Points of the card units; the budget does not count them (EN-COST-05)."""
    units = card_units(army, options)
    return _sum([(unit, unit.cost) for unit in units], "Why do the cards cost {} points?", "EN-COST-02")


def cards_victory_points(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy can score from the card units (EN-VP-05)."""
    units = card_units(army, options)
    return _sum(
        [(unit, unit.victory_points) for unit in units], "Why are the cards worth {} victory points?", "EN-VP-05"
    )


def _sum(values: list[tuple[CardUnit, Reckoning]], title: str, rule: str) -> Reckoning:
    total = sum(why.value for _, why in values)
    lines = [_line(unit, why, rule) for unit, why in values]
    lines.append(Line("total, outside the budget", str(total), ("EN-COST-05",)))
    return Reckoning(total, title.format(total), tuple(lines))


def _line(unit: CardUnit, why: Reckoning, rule: str) -> Line:
    words, source = (f"{unit.words}, chosen", "EN-COST-09") if unit.by_choice else (unit.words, "EN-COST-08")
    return Line(words, str(why.value), (rule, source), why.house)
