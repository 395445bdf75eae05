"""Random cards in a battle (EN-COST-05 to 10): the deck, the draw by dice, what a choice card may take."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.dice import Dice
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.setup import Setup
from battles.rules.easy_napoleonics.state import Hand, State, Unit
from battles.rules.easy_napoleonics.tables import NationTag, Row
from battles.rules.easy_napoleonics.value import worth

CHOICE: Final = "choice"
"""The choice card (EN-COST-07)."""

MIX: Final[Mapping[str, Row]] = {f"{row.grade}_{row.kind}": row for row in tables.CARD_MIX}
"""EN-COST-06: every unit card by its key."""

DECK: Final[tuple[str, ...]] = (*(key for key, row in MIX.items() for _ in range(row.count)), CHOICE)
"""The eleven cards in the order that dice count them."""


def draw(dice: Dice, setup: Setup) -> tuple[Hand, Hand]:
    """The hands of both sides, each card by a die over those left; a side that draws nothing has none."""
    drawing = [side for side, force in zip(("a", "b"), setup.forces, strict=True) if force.draws]
    if setup.rules.options.card_deck == "shared" and len(drawing) > 1:
        hands = _shared(dice)
    else:
        hands = {side: _own(dice) for side in drawing}
    a, b = (_with_nation(hands.get(side, Hand()), setup, side) for side in ("a", "b"))
    return a, b


def _own(dice: Dice) -> Hand:
    """EN-COST-08: three from the side's own full deck."""
    deck, cards = list(DECK), []
    for _ in range(tables.CARDS_DRAWN):
        (face,) = dice.roll(1, len(deck), "EN-COST-08")
        cards.append(deck.pop(face - 1))
    return _hand(cards, deck)


def _shared(dice: Dice) -> dict[SideId, Hand]:
    """EN-COST-10: by turns from one deck, the winner of a die roll first."""
    faces = (0, 0)
    while faces[0] == faces[1]:
        first, second = dice.roll(2, tables.DIE, "EN-COST-10")
        faces = (first, second)
    order = ("a", "b") if faces[0] > faces[1] else ("b", "a")
    deck = list(DECK)
    cards: dict[SideId, list[str]] = {"a": [], "b": []}
    for _ in range(tables.CARDS_DRAWN):
        for side in order:
            (face,) = dice.roll(1, len(deck), "EN-COST-10")
            cards[side].append(deck.pop(face - 1))
    return {side: _hand(drawn, deck) for side, drawn in cards.items()}


def _hand(cards: Sequence[str], deck: Sequence[str]) -> Hand:
    units = tuple(card for card in cards if card != CHOICE)
    return Hand(cards=units, chooses=len(cards) - len(units), deck=tuple(deck))


def _with_nation(hand: Hand, setup: Setup, side: SideId) -> Hand:
    """EN-RULING-83: where the army has one nation, that is the cards' too."""
    tags = _tags(setup, side)
    return replace(hand, nation=tags[0]) if hand.cards and len(tags) == 1 else hand


def _tags(setup: Setup, side: SideId) -> tuple[NationTag, ...]:
    units = setup.forces[side == "b"].units
    return tuple(sorted({unit.nation for unit in units}))


def choices(state: State, side: SideId) -> tuple[str, ...]:
    """What a side may take for the choice card it holds (EN-COST-09, EN-RULING-65)."""
    hand = state.hands[side == "b"]
    if not hand.chooses:
        return ()
    if state.setup.rules.options.choice_card_pool == "any_in_mix":
        return tuple(MIX)
    return tuple(card for card in MIX if card in hand.deck)


def nations(state: State, side: SideId) -> tuple[NationTag, ...]:
    """The nations that a side may name for its card units, where it still has to (EN-RULING-83)."""
    hand = state.hands[side == "b"]
    if hand.nation is not None or not (hand.cards or hand.chosen):
        return ()
    return tuple(sorted({unit.nation for unit in state.units if unit.side == side}))


def left_over(*drawn: Sequence[str]) -> tuple[str, ...]:
    """What is left in a deck after ``drawn``, choice cards included."""
    deck = list(DECK)
    for cards in drawn:
        for card in cards:
            deck.remove(card)
    return tuple(deck)


def joining(state: State) -> tuple[Unit, ...]:
    """The units that the cards of both sides add, at Good and never armored (EN-SETUP-04, EN-RULING-83)."""
    model = state.setup.rules.options.vp_model
    found = []
    for side, hand in zip(("a", "b"), state.hands, strict=True):
        for place, card in enumerate((*hand.cards, *hand.chosen), 1):
            row = MIX[card]
            words = f"{tables.GRADE_WORDS[row.grade]} {tables.KIND_WORDS[row.kind]}"
            found.append(
                Unit(
                    side=side,
                    name=f"{words[:1].upper()}{words[1:]} (card {place})",
                    kind=row.kind,
                    grade=row.grade,
                    worth=worth(row.kind, row.grade, model),
                    nation=hand.nation or "none",
                    formation=tables.MOVES[row.kind][0].formation,
                )
            )
    return tuple(found)
