"""Random cards: three units that an army adds outside its budget, and what a choice card may take (EN-COST-05 to 10).

A card is named by its key: grade and kind of the unit it adds, ``veteran_infantry``, or ``choice``. A draw is told
by dice: each face is the place of the card drawn among those that are left, in the order of ``deck``.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from armies.rules.easy_napoleonics.mapping import name_of
from armies.rules.easy_napoleonics.options import DEFAULTS, Options
from armies.rules.easy_napoleonics.price import unit_cost, unit_victory_points
from armies.rules.facts import Army, Draw, Unit
from armies.rules.reckoning import Line, Reckoning
from armies.rules.tree import walk
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.cards import CHOICE as CHOICE
from battles.rules.easy_napoleonics.cards import DECK
from battles.rules.easy_napoleonics.cards import MIX as MIX
from battles.rules.easy_napoleonics.tables import Grade, Kind


class CardUnit(Struct, frozen=True, kw_only=True):
    """A unit that a card adds, at Good and never armored (EN-RULING-83).

    ``by_choice`` says that the choice card took it.
    """

    card: str
    kind: Kind
    grade: Grade
    words: str
    by_choice: bool
    cost: Reckoning
    victory_points: Reckoning


class SharedDraw(Struct, frozen=True, kw_only=True):
    """A draw of two sides from one deck: the hand of each, and the five cards left (EN-COST-10)."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    left: tuple[str, ...]


def deck() -> tuple[str, ...]:
    """The eleven cards before a draw, in the order that dice count them (EN-COST-06, 07)."""
    return DECK


def card_words(card: str) -> str:
    """``veteran infantry``, ``choice``; a card that no deck holds is named by its key."""
    row = MIX.get(card)
    return name_of(row.kind, row.grade) if row else card


def dice_sides(cards: int = tables.CARDS_DRAWN) -> tuple[int, ...]:
    """How many sides the die for each of ``cards`` has: one for each card that is left, 11, then 10, then 9."""
    return tuple(range(len(deck()), len(deck()) - cards, -1))


def drawn(faces: Iterable[int]) -> tuple[str, ...]:
    """The hand that these dice draw from a deck of one's own, in order (EN-COST-08).

    Raises:
        ValueError: too few or too many dice, or a face that its die has not; a sentence for the user.
    """
    return _taken(tuple(faces), tables.CARDS_DRAWN, "EN-COST-08")[0]


def drawn_shared(faces: Iterable[int]) -> SharedDraw:
    """The hands of both sides from one deck, ``faces`` in the order drawn (``card_deck = shared``, EN-COST-10).

    The sides draw by turns; the first hand is that of the winner of the die roll.

    Raises:
        ValueError: as ``drawn``.
    """
    cards, left = _taken(tuple(faces), 2 * tables.CARDS_DRAWN, "EN-COST-10")
    return SharedDraw(hands=(cards[0::2], cards[1::2]), left=left)


def _taken(faces: tuple[int, ...], count: int, rule: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if len(faces) != count:
        raise ValueError(f"A draw has {count} dice, one for each card; this one has {len(faces):,} ({rule}).")
    left = list(deck())
    cards = []
    for index, face in enumerate(faces):
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= len(left):
            which = f"Die {index + 1} of the draw"
            shown = str(face)[:20]
            raise ValueError(f"{which} shows 1 to {len(left)}, the cards left; this one shows {shown} ({rule}).")
        cards.append(left.pop(face - 1))
    return tuple(cards), tuple(left)


def choices_left(draw: Draw, options: Options = DEFAULTS) -> tuple[str, ...]:
    """The unit cards that a draw's choice card may take, each once, in the order of the mix (EN-COST-09).

    Empty where the hand has no choice card. ``undrawn``: those of which a copy is still in the deck.
    """
    return _choices(draw.cards, draw.cards, options)


def shared_choices(draw: SharedDraw, side: int, options: Options = DEFAULTS) -> tuple[str, ...]:
    """As ``choices_left`` for side 0 or 1 of a shared deck: from the five undrawn cards (EN-COST-10)."""
    return _choices(draw.hands[side], (*draw.hands[0], *draw.hands[1]), options)


def _choices(hand: tuple[str, ...], gone: tuple[str, ...], options: Options) -> tuple[str, ...]:
    if CHOICE not in hand:
        return ()
    if options.choice_card_pool == "any_in_mix":
        return tuple(MIX)
    out = Counter(gone)
    return tuple(card for card, row in MIX.items() if out[card] < row.count)


def awaits_choice(draw: Draw) -> bool:
    """Whether the hand has a choice card for which nothing was taken yet."""
    return CHOICE in draw.cards and not draw.choice


def refuse_choice(draw: Draw, choice: str, options: Options = DEFAULTS) -> str:
    """Why the choice card of ``draw`` cannot take ``choice``, in a sentence; empty where it can (EN-COST-09)."""
    allowed = choices_left(draw, options)
    if choice in allowed:
        return ""
    if not allowed:
        return "This draw has no choice card, so nothing can be chosen (EN-COST-09)."
    words = ", ".join(card_words(card) for card in allowed)
    if choice in MIX:
        why = f"All copies of {card_words(choice)} are drawn"
    else:
        why = f"{choice[:40] or 'Nothing'} is no unit card"
    return f"{why}: the choice card takes one of {words} (EN-COST-09)."


def refuse_draw(draw: Draw, options: Options = DEFAULTS) -> str:
    """What is wrong with a draw that comes from outside, in a sentence; empty where its cards follow from its dice."""
    try:
        cards = drawn(draw.faces)
    except ValueError as error:
        return str(error)
    if cards != draw.cards:
        words = ", ".join(card_words(card) for card in cards)
        return f"The dice of this draw give {words}, not the cards that it names (EN-COST-08)."
    return refuse_choice(draw, draw.choice, options) if draw.choice else ""


def card_units(army: Army, options: Options = DEFAULTS) -> tuple[CardUnit, ...]:
    """The units that the army's last draw adds, in the order drawn; an open choice adds none yet (EN-COST-08, 09)."""
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
    """The nations, by code, of which the owner names one for his card units: those of his army (EN-RULING-83)."""
    places = [place for place in walk(army) if isinstance(place.element, Unit)]
    codes = ("KGL" if getattr(place.element, "kgl", False) else place.nation for place in places)
    return tuple(code for code in dict.fromkeys(codes) if code) or ((army.nation,) if army.nation else ())


def cards_cost(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Points of the units that cards add, which no budget counts (EN-COST-05)."""
    units = card_units(army, options)
    return _sum([(unit, unit.cost) for unit in units], "Why {} points of cards?", "EN-COST-02")


def cards_victory_points(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy can score from the units that cards add (EN-VP-05)."""
    units = card_units(army, options)
    return _sum([(unit, unit.victory_points) for unit in units], "Why {} victory points of cards?", "EN-VP-05")


def _sum(worths: list[tuple[CardUnit, Reckoning]], title: str, rule: str) -> Reckoning:
    total = sum(why.value for _, why in worths)
    lines = [_line(unit, why, rule) for unit, why in worths]
    lines.append(Line("total, outside the budget", str(total), ("EN-COST-05",)))
    return Reckoning(total, title.format(total), tuple(lines))


def _line(unit: CardUnit, why: Reckoning, rule: str) -> Line:
    words, drew = (f"{unit.words}, chosen", "EN-COST-09") if unit.by_choice else (unit.words, "EN-COST-08")
    return Line(words, str(why.value), (rule, drew), why.house)
