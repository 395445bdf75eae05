"""Random cards: the deck, the draw by dice, the choice card, what cards add, and the exact chances."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec import structs

from battles.engine.armies.facts import Army, Brigade, Draw, Unit
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import (
    CHOICE,
    army_cost,
    awaits_choice,
    card_nations,
    card_units,
    card_words,
    cards_cost,
    cards_victory_points,
    choices_left,
    cost_chances,
    deck,
    dice_sides,
    drawn,
    drawn_shared,
    options,
    refuse_choice,
    refuse_draw,
    sample_army,
    shared_choices,
    victory_point_chances,
)
from battles.rules.easy_napoleonics.army.cards import card_chances

ANY = options({"choice_card_pool": "any_in_mix"})
ELITE = "elite_infantry"


def _draw(*faces: int, choice: str = "") -> Draw:
    return Draw(faces=faces, cards=drawn(faces), choice=choice)


def _army(*draws: Draw) -> Army:
    return structs.replace(sample_army("AT"), draws=draws)


@pytest.mark.rule("EN-COST-06", "ten unit cards of seven kinds, as printed")
@pytest.mark.rule("EN-COST-07", "and one choice card, eleven in all")
def test_the_deck() -> None:
    assert len(deck()) == 11
    assert Counter(deck()) == {
        "seasoned_infantry": 3,
        "veteran_infantry": 2,
        "elite_infantry": 1,
        "veteran_light_cavalry": 1,
        "veteran_heavy_cavalry": 1,
        "veteran_field_artillery": 1,
        "veteran_horse_artillery": 1,
        CHOICE: 1,
    }
    assert [card_words(card) for card in (ELITE, CHOICE)] == ["elite infantry", "choice"]


@pytest.mark.rule("EN-COST-08", "three cards without replacement, each die counting the cards that are left")
def test_dice_tell_the_cards() -> None:
    assert dice_sides() == (11, 10, 9)
    assert drawn((1, 1, 1)) == ("seasoned_infantry",) * 3
    assert drawn((11, 10, 9)) == (CHOICE, "veteran_horse_artillery", "veteran_field_artillery")
    assert drawn((6, 6, 6)) == (ELITE, "veteran_light_cavalry", "veteran_heavy_cavalry")


@pytest.mark.rule("EN-COST-08", "every set of three cards is drawn by equally many throws")
def test_every_hand_is_equally_likely() -> None:
    cards = [f"{card} {number}" for number, card in enumerate(deck())]
    hands: Counter[frozenset[str]] = Counter()
    for faces in product(*(range(1, sides + 1) for sides in dice_sides())):
        left = list(cards)
        hand = [left.pop(face - 1) for face in faces]
        assert drawn(faces) == tuple(card.split()[0] for card in hand)
        hands[frozenset(hand)] += 1
    assert len(hands) == 165
    assert set(hands.values()) == {6}


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((), "A draw needs 3 dice, one for each card; this one has 0 (EN-COST-08)."),
        ((1, 2, 3, 4), "this one has 4"),
        ((0, 1, 1), "Die 1 of the draw must be 1 to 11, as 11 cards are left; it is 0 (EN-COST-08)."),
        ((1, 11, 1), "Die 2 of the draw must be 1 to 10, as 10 cards are left; it is 11"),
        ((1, 1, 10), "Die 3 of the draw must be 1 to 9, as 9 cards are left; it is 10"),
        ((1, 1, True), "it is True"),
    ],
)
def test_dice_that_no_draw_has_are_refused(faces: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        drawn(faces)
    assert sentence in refuse_draw(Draw(faces=faces, cards=()))


@pytest.mark.rule("EN-COST-09", "the choice card takes any unit card still undrawn")
def test_the_choice_takes_what_is_undrawn() -> None:
    draw = _draw(11, 6, 6)
    assert draw.cards == (CHOICE, ELITE, "veteran_light_cavalry")
    assert awaits_choice(draw)
    left = choices_left(draw)
    assert ELITE not in left
    assert "veteran_light_cavalry" not in left
    assert CHOICE not in left
    assert len(left) == 5
    assert choices_left(_draw(11, 1, 1))[0] == "seasoned_infantry", "the third copy is still there"
    assert choices_left(_draw(1, 1, 1)) == ()


@pytest.mark.rule("EN-RULING-65", "any_in_mix: the choice card takes any of the seven, drawn or not")
def test_the_choice_takes_any_of_the_mix() -> None:
    draw = _draw(11, 6, 6)
    assert len(choices_left(draw, ANY)) == 7
    assert refuse_choice(draw, ELITE, ANY) == ""
    assert choices_left(_draw(1, 1, 1), ANY) == ()


@pytest.mark.rule("EN-COST-09", "a choice that cannot be made is refused in a sentence")
def test_choices_are_refused() -> None:
    draw = _draw(11, 6, 6)
    assert refuse_choice(draw, "veteran_heavy_cavalry") == ""
    assert refuse_choice(draw, ELITE) == (
        "All elite infantry cards are drawn: choose one of seasoned infantry, veteran infantry, "
        "veteran heavy cavalry, veteran field artillery, veteran horse artillery (EN-COST-09)."
    )
    assert refuse_choice(draw, CHOICE).startswith("choice is not a unit card")
    assert refuse_choice(draw, "").startswith("Nothing is not a unit card")
    assert (
        refuse_choice(_draw(1, 1, 1), ELITE)
        == "This draw has no choice card, so you cannot choose a unit (EN-COST-09)."
    )


@pytest.mark.rule("EN-COST-08", "a draw from outside must show the cards that its dice give")
def test_a_draw_from_outside_is_checked() -> None:
    assert refuse_draw(_draw(1, 1, 1)) == ""
    assert refuse_draw(_draw(11, 1, 1, choice=ELITE)) == ""
    assert refuse_draw(_draw(1, 1, 1, choice=ELITE)).startswith("This draw has no choice card")
    false = Draw(faces=(1, 1, 1), cards=(ELITE, ELITE, ELITE))
    assert refuse_draw(false).startswith("The dice of this draw give seasoned infantry, seasoned infantry,")


@pytest.mark.rule("EN-COST-05", "card units are counted apart: the army's own cost stays what it was")
@pytest.mark.rule("EN-COST-09", "a choice adds its unit once it is made, and none before")
def test_what_cards_add() -> None:
    waiting, chosen = _army(_draw(11, 6, 6)), _army(_draw(1, 1, 1), _draw(11, 6, 6, choice="veteran_heavy_cavalry"))
    assert card_units(sample_army("AT")) == ()
    assert [unit.words for unit in card_units(waiting)] == ["elite infantry", "veteran light cavalry"]
    units = card_units(chosen)
    assert [(unit.card, unit.by_choice, unit.cost.value, unit.victory_points.value) for unit in units] == [
        ("veteran_heavy_cavalry", True, 12, 4),
        (ELITE, False, 10, 3),
        ("veteran_light_cavalry", False, 10, 4),
    ]
    assert (cards_cost(chosen).value, cards_victory_points(chosen).value) == (32, 11)
    assert army_cost(chosen).value == 104
    lines = cards_cost(chosen).lines
    assert (lines[0].text, lines[0].rules) == ("veteran heavy cavalry, chosen", ("EN-COST-02", "EN-COST-09"))
    assert lines[-1].rules == ("EN-COST-05",)
    flat = options({"vp_model": "flat3"})
    assert cards_victory_points(chosen, flat).value == 9


def test_cards_that_no_deck_has_add_nothing() -> None:
    assert card_units(_army(Draw(faces=(1,), cards=("dragon", CHOICE), choice="dragon"))) == ()


@pytest.mark.rule("EN-RULING-83", "card units take a nation of their army")
def test_nations_of_card_units() -> None:
    units = tuple(
        Unit(name=str(n), type="line_infantry", quality="trained", nation=n, kgl=n == "GB") for n in ("", "AT", "GB")
    )
    army = Army(name="Army", nation="FR", children=(Brigade(name="B", kind="infantry", children=units),))
    assert card_nations(army) == ("FR", "AT", "KGL")
    assert card_nations(Army(name="Empty", nation="FR")) == ("FR",)
    assert card_nations(Army(name="Empty")) == ()


@pytest.mark.rule("EN-COST-10", "shared deck: card by card in turn, and a choice is made from the five undrawn")
def test_a_shared_deck() -> None:
    draw = drawn_shared((11, 1, 1, 1, 1, 1))
    assert draw.hands == (
        (CHOICE, "seasoned_infantry", "veteran_infantry"),
        ("seasoned_infantry", "seasoned_infantry", "veteran_infantry"),
    )
    assert len(draw.left) == 5
    assert shared_choices(draw, 0) == draw.left
    assert shared_choices(draw, 1) == ()
    assert len(shared_choices(draw, 0, ANY)) == len(tables.CARD_MIX)
    with pytest.raises(
        ValueError, match=re.escape("A draw needs 6 dice, one for each card; this one has 3 (EN-COST-10)")
    ):
        drawn_shared((1, 1, 1))


@pytest.mark.rule("EN-COST-07", "three chances in eleven that a hand holds the choice card")
def test_chances_of_each_card() -> None:
    chances = {chance.card: chance for chance in card_chances()}
    assert chances[CHOICE].in_hand == Fraction(3, 11)
    assert chances["seasoned_infantry"].in_hand == 1 - Fraction(56, 165)
    assert sum(chance.average for chance in chances.values()) == 3


@pytest.mark.rule("EN-RULING-63", "cards add 3 to 11 victory points, with the chances of EN-EX-C1")
@pytest.mark.parametrize(
    ("model", "row"),
    [
        ("graded", "1/165 2/55 4/55 9/55 2/11 12/55 28/165 1/11 2/33"),
        ("flat3", "1/165 2/55 7/55 12/55 17/55 2/11 4/33"),
    ],
)
def test_chances_of_victory_points(model: str, row: str) -> None:
    chances = victory_point_chances(options({"vp_model": model}))
    assert chances == dict(enumerate(map(Fraction, row.split()), start=3))
    assert sum(chances.values()) == 1


@pytest.mark.rule("EN-COST-06", "cards add 18 to 32 points")
def test_chances_of_points() -> None:
    chances = cost_chances()
    assert (min(chances), max(chances), sum(chances.values())) == (18, 32, 1)
    assert max(cost_chances(ANY)) == 34, "a choice of the heavy cavalry that was drawn already"
