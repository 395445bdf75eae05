"""Rosters of the shipped orders of battle, read back from the PDF; random cards on them."""

import re

import pytest

from armies.paper.section import lay_out
from armies.sheets.army_roster import roster as roster_of
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Draw
from battles.engine.armies.ledger import Block, Notes, TitleHead, Words
from battles.engine.armies.roster_words import RosterStyle
from battles.engine.armies.tree import number, totals, units, walk
from battles.rules.easy_napoleonics import army as easy_napoleonics
from battles.rules.easy_napoleonics.army import Options, deck, drawn
from battles.rules.easy_napoleonics.army.roster import cards_part, roster
from battles.rules.mini_nap import army as mini_nap
from tests.armies.builders import army
from tests.sheets.builders import sides
from tests.sheets.pdf_text import (
    DATE,
    PAPERS,
    SYSTEMS,
    misplaced,
    pages,
    roster_pdf,
    shipped_roster,
    sizes,
    text,
    without_spaces,
)
from tests.sheets.pdf_text import (
    words as words_of,
)

ARMIES = [("quatre-bras-1815", 0), ("salamanca-1812", 1), ("austerlitz-1805", 1)]
"""A small army, one of many nations, and a large one."""
PAPER_SIZES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}

SOME_LETTER = [("quatre-bras-1815", 0), ("austerlitz-1805", 1)]
ROSTERS = [(battle, side, system, "a4") for battle, side in ARMIES for system in SYSTEMS]

ROSTERS += [(battle, side, system, "letter") for battle, side in SOME_LETTER for system in SYSTEMS]

every_roster = pytest.mark.parametrize(("battle", "side", "system", "paper"), ROSTERS)
every_paper = pytest.mark.parametrize("paper", PAPERS)
every_system = pytest.mark.parametrize("system", SYSTEMS)
every_army = pytest.mark.parametrize(("battle", "side"), ARMIES)


@every_roster
def test_every_name_stands_on_the_roster(battle: str, side: int, system: str, paper: str) -> None:
    words = without_spaces(text(shipped_roster(battle, side, system, paper)))
    army = sides(battle)[side]
    names = [unit.name for unit in units(army)]
    names += [name for place in walk(army) for name in (place.element.name, place.element.commander) if name]
    assert [name for name in names if without_spaces(name) not in words] == []


@every_roster
def test_pages_are_numbered_dated_and_of_the_right_size(battle: str, side: int, system: str, paper: str) -> None:
    data = shipped_roster(battle, side, system, paper)
    assert sizes(data) == {PAPER_SIZES[paper]}
    sheets = pages(data)
    for index, sheet in enumerate(sheets, 1):
        assert f"page {index} of {len(sheets)}" in sheet
        assert re.search(rf"Muster 0\.1 · {DATE} · [0-9a-f]{{7}}\b", sheet)


@every_paper
@every_system
@every_army
def test_nothing_stands_near_the_edge_or_in_the_footer(battle: str, side: int, system: str, paper: str) -> None:
    assert misplaced(shipped_roster(battle, side, system, paper)) == []


@every_system
def test_the_same_input_gives_the_same_bytes(system: str) -> None:
    army = sides("salamanca-1812")[1]
    assert roster_pdf(army, system) == roster_pdf(army, system)
    assert roster_pdf(army, system) != roster_pdf(sides("salamanca-1812")[0], system)


@every_army
def test_mini_nap_totals_at_every_level(battle: str, side: int) -> None:
    words = text(shipped_roster(battle, side))
    army = sides(battle)[side]
    for place in walk(army):
        if isinstance(place.element, Corps | Division | Brigade):
            here = list(units(place.element))
            points = sum(mini_nap.strength(unit).value for unit in here)
            assert f"{len(here)} unit{'' if len(here) == 1 else 's'} · {points} SP" in words
    points = sum(mini_nap.strength(unit).value for unit in units(army))
    assert f"{totals(army).units} units · {points:,} SP · {totals(army).foot:,} foot" in words


@every_army
def test_easy_napoleonics_totals_against_the_budget(battle: str, side: int) -> None:
    words = text(shipped_roster(battle, side, "easy_napoleonics"))
    army = sides(battle)[side]
    cost = easy_napoleonics.army_cost(army).value
    worth = easy_napoleonics.army_victory_points(army).value
    assert f"cost {cost:,} of {easy_napoleonics.Options().points_budget}" in words
    assert f"worth {worth:,} victory points" in words


@every_army
@every_system
def test_every_fault_is_listed_with_its_rule_and_counted_on_the_first_page(battle: str, side: int, system: str) -> None:
    army = number(sides(battle)[side])
    rules = mini_nap if system == "mini_nap" else easy_napoleonics
    faults = rules.faults(army, rules.Options())
    words = without_spaces(text(shipped_roster(battle, side, system)))
    for fault in faults:
        assert without_spaces(f"{fault.sentence} ({fault.rule})") in words
    first = pages(shipped_roster(battle, side, system))[0]
    for severity, noun in (("error", "error"), ("warning", "warning"), ("info", "note")):
        count = sum(1 for fault in faults if fault.severity == severity)
        assert (f"{count} {noun}" in first) == (count > 0)


def test_the_first_page_names_the_page_of_the_faults() -> None:
    sheets = pages(shipped_roster("quatre-bras-1815", 0))
    listed = next(index for index, sheet in enumerate(sheets, 1) if "†1 Error" in sheet)
    assert f"1 error, 4 warnings: page {listed}" in sheets[0]


def test_a_roster_for_play_has_no_check_results_and_nothing_behind_the_numbers() -> None:
    for system in SYSTEMS:
        data = roster_pdf(sides("quatre-bras-1815")[0], system, style=RosterStyle())
        assert not re.search(r"†|[0-9] error|Arithmetic and sources|source", text(data))


@every_army
def test_corps_continue_on_a_page_and_no_page_but_the_last_is_under_a_third_full(battle: str, side: int) -> None:
    data = roster_pdf(sides(battle)[side], style=RosterStyle())
    for page in words_of(data)[:-1]:
        rows = [float(word["bottom"]) for word in page if str(word["text"]).endswith("+") and word["size"] == 10]
        assert max(rows) > PAPER_SIZES["a4"][1] / 3
    assert len(words_of(data)) <= len(list(units(sides(battle)[side]))) / 15 + 1


def test_both_papers_have_the_same_number_of_pages_but_for_a_few_armies() -> None:
    made = [
        [len(lay_out(roster_of(sides(battle)[side], system=system), paper)[0]) for paper in PAPERS]
        for battle, side in ARMIES
        for system in SYSTEMS
    ]
    assert sum(a4 != letter for a4, letter in made) <= 3
    assert all(a4 <= letter <= a4 + 1 for a4, letter in made)


@every_system
def test_column_heads_stand_on_every_page_of_units(system: str) -> None:
    for battle, side in ARMIES:
        for sheet in pages(shipped_roster(battle, side, system)):
            assert "Arithmetic and sources" in sheet or ("Needs" in sheet and "Notes" in sheet)


def test_mini_nap_foot_has_markers_and_sequence() -> None:
    first = " ".join(pages(shipped_roster("quatre-bras-1815", 0))[0].split())
    for marker in ("Blue", "Yellow", "White", "Two white", "Orange", "Hit"):
        assert f"{marker}: the " in first
    assert "Both sides roll 2D6 for the initiative." in first
    assert "the holder rolls 3D6, the other side 2D6." in first


@pytest.mark.rule("MN-SP-01", "the roster shows the arithmetic of strength points")
def test_arithmetic_and_sources_stand_behind_the_numbers() -> None:
    words = text(shipped_roster("quatre-bras-1815", 0))
    army = sides("quatre-bras-1815")[0]
    for unit in units(army):
        assert without_spaces(mini_nap.strength(unit).sentence) in without_spaces(words)
    for source in army.sources:
        assert without_spaces(source.title) in without_spaces(words)


@pytest.mark.rule("EN-COST-02", "the roster shows the arithmetic of cost")
def test_easy_arithmetic_stands_behind_the_numbers() -> None:
    words = without_spaces(text(shipped_roster("quatre-bras-1815", 0, "easy_napoleonics")))
    army = sides("quatre-bras-1815")[0]
    for place, unit in easy_napoleonics.easy_units(army):
        assert without_spaces(unit.cost.sentence) in words, place.element.name
        assert without_spaces(unit.victory_points.sentence) in words
        assert without_spaces(unit.reckoning.sentence) in words
    assert without_spaces(easy_napoleonics.army_cost(army).sentence) in words


OPTIONS = Options()
CHOICE_DIE = deck().index("choice") + 1


def with_draw(*faces: int, choice: str = "") -> Army:
    return army(draws=(Draw(faces=faces, cards=drawn(faces), choice=choice),))


def cards_of(army: Army) -> list[tuple[TitleHead, Block]]:
    """The head and the block of the cards on an army's roster; none where it has no draw."""
    (section,) = roster(number(army), OPTIONS).sections
    heads = list(enumerate(section.heads))
    return [
        (head, next(block for block in section.blocks if block.over == place))
        for place, head in heads
        if isinstance(head, TitleHead) and head.lines[0].name == "Random cards"
    ]


@pytest.mark.rule("EN-COST-05", "random cards add units outside the budget")
def test_the_units_of_the_last_draw_stand_in_a_block_with_cost_and_worth_of_their_own() -> None:
    ((head, block),) = cards_of(with_draw(1, 3, 7))
    assert head.lines[0].totals == "3 units · cost 21 · 6 VP · outside the budget (EN-COST-05)"
    words = [[cell.text for cell in row.cells if isinstance(cell, Words)] for row in block.rows]
    assert [
        (row.name, needed, cost, worth) for row, (*_, needed, _, cost, worth) in zip(block.rows, words, strict=True)
    ] == [
        ("Seasoned infantry", "7+", "6", "1"),
        ("Veteran infantry", "6+", "8", "2"),
        ("Veteran field artillery", "6+", "7", "3"),
    ]


@pytest.mark.rule("EN-COST-09", "a choice card adds the unit that its owner takes")
def test_a_choice_card_is_said_to_be_open_until_its_unit_is_taken() -> None:
    ((head, block),) = cards_of(with_draw(CHOICE_DIE, 1, 1))
    assert head.lines[0].detail == "choose a unit for the choice card (EN-COST-09)"
    assert len(block.rows) == 2
    ((head, block),) = cards_of(with_draw(CHOICE_DIE, 1, 1, choice="elite_infantry"))
    assert head.lines[0].detail == ""
    assert block.rows[0].cells[-1] == Notes("chosen (EN-COST-09)")


def test_the_roster_prints_them_and_an_army_without_a_draw_has_no_such_block() -> None:
    printed = text(roster_pdf(with_draw(1, 3, 7), "easy_napoleonics"))
    assert "Random cards" in printed
    assert "Veteran field artillery" in printed
    assert "Random cards" not in text(roster_pdf(army(), "easy_napoleonics"))
    assert cards_of(army()) == []
    assert cards_part(army(), OPTIONS).entries == ()
