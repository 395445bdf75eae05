"""Rosters of the four orders of battle that come with the program, read back from the PDF."""

import re

import pytest

from armies.rules import easy_napoleonics, mini_nap
from armies.rules.facts import Brigade, Corps, Division
from armies.rules.tree import number, totals, units, walk
from tests.sheets.orders import BATTLES, sides
from tests.sheets.reading import DATE, PAPERS, SYSTEMS, made, misplaced, pages, printed, sizes, solid, text

ARMIES = [(battle, side) for battle in BATTLES for side in (0, 1)]
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
    words = solid(text(printed(battle, side, system, paper)))
    army = sides(battle)[side]
    names = [unit.name for unit in units(army)]
    names += [name for place in walk(army) for name in (place.element.name, place.element.commander) if name]
    assert [name for name in names if solid(name) not in words] == []


@every_roster
def test_pages_are_numbered_dated_and_of_the_right_size(battle: str, side: int, system: str, paper: str) -> None:
    data = printed(battle, side, system, paper)
    assert sizes(data) == {PAPER_SIZES[paper]}
    sheets = pages(data)
    for index, sheet in enumerate(sheets, 1):
        assert f"page {index} of {len(sheets)}" in sheet
        assert re.search(rf"Muster 0\.1 · {DATE} · [0-9a-f]{{7}}\b", sheet)


@every_paper
@every_system
@every_army
def test_nothing_stands_near_the_edge_or_in_the_footer(battle: str, side: int, system: str, paper: str) -> None:
    assert misplaced(printed(battle, side, system, paper)) == []


@every_system
def test_the_same_input_gives_the_same_bytes(system: str) -> None:
    army = sides("salamanca-1812")[1]
    assert made(army, system) == made(army, system)
    assert made(army, system) != made(sides("salamanca-1812")[0], system)


@every_army
def test_mini_nap_totals_at_every_level(battle: str, side: int) -> None:
    words = text(printed(battle, side))
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
    words = text(printed(battle, side, "easy_napoleonics"))
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
    words = solid(text(printed(battle, side, system)))
    for fault in faults:
        assert solid(f"{fault.sentence} ({fault.rule})") in words
    first = pages(printed(battle, side, system))[0]
    for severity, noun in (("error", "error"), ("warning", "warning"), ("info", "note")):
        count = sum(1 for fault in faults if fault.severity == severity)
        assert (f"{count} {noun}" in first) == (count > 0)


def test_the_first_page_names_the_page_of_the_faults() -> None:
    sheets = pages(printed("quatre-bras-1815", 0))
    listed = next(index for index, sheet in enumerate(sheets, 1) if "†1 Error" in sheet)
    assert f"1 error, 4 warnings: page {listed}" in sheets[0]


@every_army
def test_each_corps_begins_a_page_of_its_own(battle: str, side: int) -> None:
    army = sides(battle)[side]
    heads = [sheet for sheet in pages(printed(battle, side)) if "MINI-NAP ROSTER" in sheet]
    assert len(heads) == len(army.children)
    for corps, sheet in zip(army.children, heads, strict=True):
        assert corps.name in sheet


@every_system
def test_column_heads_stand_on_every_page_of_units(system: str) -> None:
    for battle, side in ARMIES:
        for sheet in pages(printed(battle, side, system)):
            assert "Behind the numbers" in sheet or ("Needs" in sheet and "Notes" in sheet)


def test_mini_nap_foot_has_markers_and_sequence() -> None:
    first = " ".join(pages(printed("quatre-bras-1815", 0))[0].split())
    for marker in ("blue", "yellow", "white", "two white", "orange", "hit"):
        assert f"{marker}: " in first
    assert "2D6 each" in first
    assert "holder 3D6, other 2D6" in first


@pytest.mark.rule("MN-SP-01", "the roster shows the arithmetic of strength points")
def test_arithmetic_and_sources_stand_behind_the_numbers() -> None:
    words = text(printed("quatre-bras-1815", 0))
    army = sides("quatre-bras-1815")[0]
    for unit in units(army):
        assert solid(mini_nap.strength(unit).sentence) in solid(words)
    for source in army.sources:
        assert solid(source.title) in solid(words)


@pytest.mark.rule("EN-COST-02", "the roster shows the arithmetic of cost")
def test_easy_arithmetic_stands_behind_the_numbers() -> None:
    words = solid(text(printed("quatre-bras-1815", 0, "easy_napoleonics")))
    army = sides("quatre-bras-1815")[0]
    for place, unit in easy_napoleonics.easy_units(army):
        assert solid(unit.cost.sentence) in words, place.element.name
        assert solid(unit.victory_points.sentence) in words
        assert solid(unit.reckoning.sentence) in words
    assert solid(easy_napoleonics.army_cost(army).sentence) in words
