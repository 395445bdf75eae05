"""The printed numbers of Easy Napoleonics, the totals that follow from them, and rulings about words."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from battles.rules.easy_napoleonics import SYSTEM, tables
from battles.rules.easy_napoleonics.army import options, unit_cost, unit_victory_points
from battles.rules.easy_napoleonics.tables import (
    CARD_MIX,
    LEVEL_MODIFIER,
    LEVELS,
    NATION_TAGS,
    SAMPLE_ARMY,
    TERRAINS,
    Row,
)
from tests.rules.easy_napoleonics.builders.positions import listed, play, position, unit

CATALOGUE = {
    "militia": ("2/1", "4/1", "6/1", "4/1", "5/1"),
    "conscript": ("4/1", "6/2", "8/2", "5/1", "6/1"),
    "seasoned": ("6/1", "8/3", "10/3", "6/2", "7/2"),
    "veteran": ("8/2", "10/4", "12/4", "7/3", "8/3"),
    "elite": ("10/3", "12/5", "14/5", "8/4", "9/4"),
    "guard": ("12/4", "14/6", "16/6", "9/5", "10/5"),
    "old_guard": ("14/5", "16/7", "18/7", "10/6", "11/6"),
}
"""Section 11.1: cost/VP of a unit by grade, in the order of ``tables.KINDS``."""

CELLS = [
    (kind, grade, *map(int, cell.split("/")))
    for grade, row in CATALOGUE.items()
    for kind, cell in zip(tables.KINDS, row, strict=True)
]
HANDS = list(combinations([row for row in CARD_MIX for _ in range(row.count)] + [None] * tables.CHOICE_CARDS, 3))
"""EN-COST-07, EN-COST-08: every hand of three from the deck; None is the choice card."""


def _added(hand: tuple[Row | None, ...], model: str) -> int:
    """Victory points of a hand whose choice card takes the best unit card left in the deck (EN-COST-09)."""
    chosen = options({"vp_model": model})

    def worth(row: Row) -> int:
        return unit_victory_points(row.kind, row.grade, chosen).value

    cards = [card for card in hand if card is not None]
    held = Counter(cards)
    if len(cards) < len(hand):
        cards.append(max((row for row in CARD_MIX if held[row] < row.count), key=worth))
    return sum(worth(card) for card in cards)


def _cost(hand: tuple[Row | None, ...]) -> int:
    """Points of a hand whose choice card takes the unit card worth most, and of those the dearest."""

    def value(row: Row) -> tuple[int, int]:
        return unit_victory_points(row.kind, row.grade).value, unit_cost(row.kind, row.grade).value

    cards = [card for card in hand if card is not None]
    held = Counter(cards)
    if len(cards) < len(hand):
        cards.append(max((row for row in CARD_MIX if held[row] < row.count), key=value))
    return sum(unit_cost(row.kind, row.grade).value for row in cards)


@pytest.mark.rule("EN-COST-01", "a unit costs its cost per stand times its stands")
@pytest.mark.rule("EN-COST-02", "every cell of the catalogue follows from the cost per stand")
@pytest.mark.parametrize(("kind", "grade", "cost", "_worth"), CELLS)
def test_every_cost_of_the_catalogue(kind: str, grade: str, cost: int, _worth: int) -> None:
    assert unit_cost(kind, grade).value == cost


@pytest.mark.rule("EN-VP-05", "every cell of the catalogue follows from grade step and kind offset")
@pytest.mark.parametrize(("kind", "grade", "_cost", "worth"), CELLS)
def test_every_victory_point_of_the_catalogue(kind: str, grade: str, _cost: int, worth: int) -> None:
    assert unit_victory_points(kind, grade).value == worth


@pytest.mark.rule("EN-RULING-64", "under flat3 horse and guns are worth 3 whatever their grade, foot goes by grade")
@pytest.mark.parametrize(("kind", "grade", "_cost", "worth"), CELLS)
def test_flat_victory_points(kind: str, grade: str, _cost: int, worth: int) -> None:
    flat = unit_victory_points(kind, grade, options({"vp_model": "flat3"})).value
    assert flat == (worth if kind == "infantry" else 3)


@pytest.mark.rule("EN-MORALE-02", "each grade better needs one less on the die, from 9 for militia to 3 for old guard")
def test_grade_numbers() -> None:
    assert [tables.GRADE_NUMBER[grade] for grade in tables.GRADES] == [9, 8, 7, 6, 5, 4, 3]


@pytest.mark.rule("EN-UNIT-02", "foot and horse have two stands, a battery and a leader one")
def test_stands() -> None:
    assert [tables.STANDS[kind] for kind in tables.KINDS] == [2, 2, 2, 1, 1]
    assert tables.LEADER_STANDS == 1


@pytest.mark.rule("EN-COST-03", "the sample army's thirteen units and its leader cost 104 and are worth 30")
def test_the_sample_army() -> None:
    assert sum(row.count for row in SAMPLE_ARMY) == 13
    cost = sum(row.count * unit_cost(row.kind, row.grade).value for row in SAMPLE_ARMY)
    worth = sum(row.count * unit_victory_points(row.kind, row.grade).value for row in SAMPLE_ARMY)
    assert cost + tables.LEADER_COST == 104 == tables.POINTS_BUDGET
    assert worth + tables.LEADER_VICTORY_POINTS == 30


@pytest.mark.rule("EN-COST-06", "the cards cost and are worth what the mix prints")
def test_the_card_mix() -> None:
    printed = [(3, 6, 1, 1), (2, 8, 2, 2), (1, 10, 3, 3), (1, 10, 4, 3), (1, 12, 4, 3), (1, 7, 3, 3), (1, 8, 3, 3)]
    flat = options({"vp_model": "flat3"})
    assert printed == [
        (
            row.count,
            unit_cost(row.kind, row.grade).value,
            unit_victory_points(row.kind, row.grade).value,
            unit_victory_points(row.kind, row.grade, flat).value,
        )
        for row in CARD_MIX
    ]


@pytest.mark.rule("EN-RULING-65", "the choice is an eleventh card")
@pytest.mark.rule("EN-COST-07", "the deck has ten unit cards and one choice card")
@pytest.mark.rule("EN-COST-08", "three of the eleven are drawn: 165 hands, three in eleven with the choice card")
def test_the_deck() -> None:
    assert len(HANDS) == 165
    assert tables.CARDS_DRAWN == 3
    assert Fraction(sum(None in hand for hand in HANDS), len(HANDS)) == Fraction(3, 11)


@pytest.mark.rule("EN-EX-C1", "the victory points that a hand adds have exactly this distribution")
@pytest.mark.parametrize(
    ("model", "want"),
    [
        (
            "graded",
            {3: "1/165", 4: "2/55", 5: "4/55", 6: "9/55", 7: "2/11", 8: "12/55", 9: "28/165", 10: "1/11", 11: "2/33"},
        ),
        ("flat3", {3: "1/165", 4: "2/55", 5: "7/55", 6: "12/55", 7: "17/55", 8: "2/11", 9: "4/33"}),
    ],
)
def test_the_points_of_a_hand(model: str, want: dict[int, str]) -> None:
    counts = Counter(_added(hand, model) for hand in HANDS)
    assert {points: Fraction(n, len(HANDS)) for points, n in counts.items()} == {
        points: Fraction(text) for points, text in want.items()
    }


@pytest.mark.rule("EN-RULING-63", "with its cards the sample army is worth 33 to 41, or 33 to 39 under flat3")
@pytest.mark.parametrize(("model", "least", "most"), [("graded", 33, 41), ("flat3", 33, 39)])
def test_the_range_of_an_army_with_cards(model: str, least: int, most: int) -> None:
    chosen = options({"vp_model": model})
    base = tables.LEADER_VICTORY_POINTS + sum(
        row.count * unit_victory_points(row.kind, row.grade, chosen).value for row in SAMPLE_ARMY
    )
    totals = [base + _added(hand, model) for hand in HANDS]
    if model == "graded":
        assert base == 30
    assert (min(totals), max(totals)) == (least, most)


@pytest.mark.rule("EN-COST-05", "cards stand outside the budget: they add 18 to 32 points, so an army costs 122 to 136")
@pytest.mark.rule("EN-EX-C1", "the cost that a hand adds lies between these ends")
def test_the_cost_of_a_hand() -> None:
    costs = [_cost(hand) for hand in HANDS]
    assert (min(costs), max(costs)) == (18, 32)
    assert (tables.POINTS_BUDGET + min(costs), tables.POINTS_BUDGET + max(costs)) == (122, 136)


@pytest.mark.rule("EN-COST-09", "a choice is made from the eight unit cards that are left in one's own deck")
@pytest.mark.rule("EN-COST-10", "with one deck for both sides it is made from the five that are left")
def test_what_is_left_to_choose_from() -> None:
    deck = sum(row.count for row in CARD_MIX) + tables.CHOICE_CARDS
    assert (deck, deck - tables.CARDS_DRAWN, deck - 2 * tables.CARDS_DRAWN) == (11, 8, 5)
    for hand in HANDS:
        undrawn = deck - len(hand) - (0 if None in hand else tables.CHOICE_CARDS)
        assert undrawn == (8 if None in hand else 7)


@pytest.mark.rule("EN-MOVE-01", "the move allowances in hexes are those of the table")
@pytest.mark.rule("EN-UNIT-03", "each kind has the formations of the table")
def test_formations_and_moves() -> None:
    moves = {kind: [(m.formation, m.hexes) for m in tables.MOVES[kind]] for kind in tables.KINDS}
    assert moves == {
        "infantry": [("line", 1), ("column", 2), ("square", 0)],
        "light_cavalry": [("line", 2), ("column", 3)],
        "heavy_cavalry": [("line", 2), ("column", 3)],
        "field_artillery": [("limbered", 2), ("unlimbered", 0)],
        "horse_artillery": [("limbered", 3), ("unlimbered", 0)],
    }
    assert (tables.MASSE.formation, tables.MASSE.hexes, tables.LEADER_MOVE) == ("masse", 1, 5)


@pytest.mark.rule("EN-ACTION-01", "a unit has two actions, horse artillery three")
def test_actions() -> None:
    assert [tables.ACTIONS[kind] for kind in tables.KINDS] == [2, 2, 2, 2, 3]


@pytest.mark.rule("EN-ART-03", "field guns reach 9 hexes, horse guns 6")
@pytest.mark.rule("EN-ART-04", "field guns fire 3, 2 and 1 dice to 2, 6 and 9 hexes")
@pytest.mark.rule("EN-ART-05", "horse guns fire 3, 2 and 1 dice to 2, 4 and 6 hexes")
def test_guns_fire() -> None:
    field, horse = (
        [(band.near, band.far, band.dice) for band in tables.FIRE[kind]]
        for kind in ("field_artillery", "horse_artillery")
    )
    assert field == [(1, 2, 3), (3, 6, 2), (7, 9, 1)]
    assert horse == [(1, 2, 3), (3, 4, 2), (5, 6, 1)]


@pytest.mark.rule("EN-MUSK-01", "horse has no fire at all")
@pytest.mark.rule("EN-MUSK-02", "small arms reach one hex")
@pytest.mark.rule("EN-MUSK-03", "foot in line fires two dice at one hex, in column one; horse never fires")
def test_muskets_fire() -> None:
    assert [(b.label, b.near, b.far, b.dice) for b in tables.FIRE["infantry"]] == [
        ("line", 1, 1, 2),
        ("column", 1, 1, 1),
        ("square", 1, 1, 1),
    ]
    assert tables.FIRE["light_cavalry"] == tables.FIRE["heavy_cavalry"] == ()


@pytest.mark.rule("EN-ART-03", "each kind cites the rules of its fire")
def test_fire_cites_its_rules() -> None:
    assert {kind: tables.FIRE_RULES[kind] for kind in tables.KINDS} == {
        "infantry": ("EN-MUSK-02", "EN-MUSK-03"),
        "light_cavalry": ("EN-MUSK-01",),
        "heavy_cavalry": ("EN-MUSK-01",),
        "field_artillery": ("EN-ART-03", "EN-ART-04"),
        "horse_artillery": ("EN-ART-03", "EN-ART-05"),
    }


@pytest.mark.rule("EN-NATION-02", "England: +1 on each fire die of a line")
@pytest.mark.rule("EN-NATION-03", "France: +1 on every check of a column that moved")
@pytest.mark.rule("EN-NATION-04", "France: both stands and +1 for a charging column")
@pytest.mark.rule("EN-NATION-05", "Prussia: +1 for a charging column")
@pytest.mark.rule("EN-NATION-06", "Austria: masse in place of square")
@pytest.mark.rule("EN-NATION-07", "Austria: +1 on each fire die and per counted stand")
@pytest.mark.rule("EN-NATION-08", "Russia: +1 per counted stand in defence")
def test_national_effects_cite_their_rules() -> None:
    assert {tag: [(e.rule, e.text) for e in effects] for tag, effects in tables.NATIONAL_EFFECTS.items()} == {
        "england": [("EN-NATION-02", "in line: +1 on each fire die")],
        "france": [
            ("EN-NATION-03", "moved in column this turn and still in it: +1 on every check"),
            ("EN-NATION-04", "charging in column: both stands count and +1 to the total"),
        ],
        "prussia": [("EN-NATION-05", "charging in column: +1 to the total")],
        "austria": [
            ("EN-NATION-06", "may form masse in place of square"),
            ("EN-NATION-07", "+1 on each fire die; in melee +1 per counted stand"),
        ],
        "russia": [("EN-NATION-08", "defending in melee: +1 per counted stand")],
    }


@pytest.mark.rule("EN-RULING-05", "poor means Bad and fresh means Good: there are four levels and no other")
def test_there_are_four_levels_and_fresh_and_poor_are_two_of_them() -> None:
    assert LEVELS == ("good", "fair", "bad", "broken")
    assert [LEVEL_MODIFIER[level].value for level in ("good", "fair", "bad")] == [0, -1, -2]


@pytest.mark.rule("EN-RULING-55", "farm, village and town are one terrain, Britain is England, foot artillery is field")
def test_synonyms_are_one_thing_each() -> None:
    assert "settlement" in TERRAINS
    assert not {"village", "farm", "town"} & set(TERRAINS)
    assert "england" in NATION_TAGS
    assert "britain" not in NATION_TAGS


@pytest.mark.rule("EN-RULING-77", "no unit loses morale by moving")
def test_no_move_of_any_kind_costs_a_level() -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -6), facing=3), unit("b", (3, -6), facing=3)]
    state = position(units)
    actions = listed(state, "a", "activate")
    assert len(actions) > 50
    for action in actions:
        assert [found.level for found in play(state, "a", action).units] == ["good"] * 3
    assert SYSTEM.outcome(state) is None
