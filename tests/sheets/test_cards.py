"""Random cards on the Easy Napoleonics roster: a block of their own, with boxes, outside the budget."""

import pytest

from armies.rules.easy_napoleonics import Options, deck, drawn
from armies.rules.facts import Army, Draw
from armies.sheets.cards_easy_napoleonics import cards_division, cards_part
from tests.armies.builders import army
from tests.sheets.reading import made, text

OPTIONS = Options()
CHOICE_DIE = deck().index("choice") + 1


def with_draw(*faces: int, choice: str = "") -> Army:
    return army(draws=(Draw(faces=faces, cards=drawn(faces), choice=choice),))


@pytest.mark.rule("EN-COST-05", "random cards add units outside the budget")
def test_the_units_of_the_last_draw_stand_in_a_block_with_cost_and_worth_of_their_own() -> None:
    (block,) = cards_division(with_draw(1, 3, 7), OPTIONS)
    assert block.totals == "3 units · cost 21 · 6 VP · outside the budget (EN-COST-05)"
    assert [(unit.name, unit.needed, unit.cost, unit.victory_points) for unit in block.brigades[0].units] == [
        ("Seasoned infantry", "7+", 6, 1),
        ("Veteran infantry", "6+", 8, 2),
        ("Veteran field artillery", "6+", 7, 3),
    ]


@pytest.mark.rule("EN-COST-09", "a choice card adds the unit that its owner takes")
def test_a_choice_card_is_said_to_be_open_until_its_unit_is_taken() -> None:
    (block,) = cards_division(with_draw(CHOICE_DIE, 1, 1), OPTIONS)
    assert block.detail == "the choice card is open (EN-COST-09)"
    assert len(block.brigades[0].units) == 2
    (block,) = cards_division(with_draw(CHOICE_DIE, 1, 1, choice="elite_infantry"), OPTIONS)
    assert block.detail == ""
    assert block.brigades[0].units[0].notes == "chosen (EN-COST-09)"


def test_the_roster_prints_them_and_an_army_without_a_draw_has_no_such_block() -> None:
    printed = text(made(with_draw(1, 3, 7), "easy_napoleonics"))
    assert "Random cards" in printed
    assert "Veteran field artillery" in printed
    assert "Random cards" not in text(made(army(), "easy_napoleonics"))
    assert cards_division(army(), OPTIONS) == ()
    assert cards_part(army(), OPTIONS).entries == ()
