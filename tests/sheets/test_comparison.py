"""The same army under every system: figures, sums, shares, disagreements; on the page and on paper."""

import re
from itertools import pairwise

import pytest

from armies.sheets.comparison import Comparison, Row, compared_titles, comparison
from armies.sheets.comparison_sheet import COMPARE_PAPERS, WAYS, compare_section
from battles.engine.armies.facts import Army, Brigade, Corps, Division, HouseRules, Override
from battles.engine.armies.tree import number, units, walk
from battles.rules.easy_napoleonics import army as easy_napoleonics
from battles.rules.mini_nap import army as mini_nap
from tests.sheets.builders import BATTLES, sides
from tests.sheets.pdf_text import misplaced, pages, pdf, text, without_spaces
from tests.sheets.pdf_text import words as placed_words
from tests.sheets.small_armies import NAMES, ODD, army, battalion, brigade

DATE = "21 November 2026"
AT = {key: place for place, key in enumerate(compared_titles())}


def made(of: Army, paper: str = "a4", orientation: str = "landscape", **more: str) -> bytes:
    return pdf(compare_section(of, paper=paper, orientation=orientation, version="0.1", date=DATE, **more), paper)


def words(data: bytes) -> str:
    return without_spaces(text(data))


def texts(row: Row, system: str) -> list[str]:
    return [cell.text for cell in row.cells[AT[system]]]


def row_of(compared: Comparison, name: str) -> Row:
    return next(row for row in compared.rows if row.name == name)


def test_every_system_says_what_it_makes_of_a_unit() -> None:
    compared = comparison(army(battalion(men=517)))
    row = row_of(compared, "1st Foot")
    assert texts(row, "recorded") == ["line infantry", "517", "–", "trained"]
    assert texts(row, "mini_nap") == ["line infantry", "4+", "5", "–", "4"]
    assert texts(row, "easy_napoleonics") == ["infantry", "seasoned", "7+", "2", "6", "1"]


def test_a_battery_has_its_weight_guns_and_dice() -> None:
    compared = comparison(army(battalion("Battery", type="foot_artillery", men=None, guns=8, gun_weight="heavy")))
    row = row_of(compared, "Battery")
    assert texts(row, "recorded") == ["heavy foot artillery", "–", "8", "trained"]
    assert texts(row, "mini_nap")[2:4] == ["4", "4, 3, 2"]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("battle", BATTLES)
def test_the_sums_are_those_of_the_rules(battle: str, side: int) -> None:
    given = number(sides(battle)[side])
    compared = comparison(given)
    places = [place for place in walk(given) if place.element in set(units(given))]
    points = sum(mini_nap.map_unit(place).points for place in places)
    assert compared.totals[AT["mini_nap"]][2].value == points
    cost = easy_napoleonics.army_cost(given)
    leaders = easy_napoleonics.options({}).leaders_per_side
    last = compared.whole[AT["easy_napoleonics"]]
    assert last is not None
    assert last.value == cost.value
    assert compared.totals[AT["easy_napoleonics"]][4].value == cost.value - 10 * leaders
    for row in compared.rows:
        assert all(
            len(cells) == len(heading.columns) for cells, heading in zip(row.cells, compared.headings, strict=True)
        )


def test_a_formation_has_the_sums_of_what_it_holds_and_their_arithmetic() -> None:
    compared = comparison(army(battalion("One", men=500), battalion("Two", men=900)))
    for name in ("1st Brigade", "1st Division", "I Corps"):
        cell = row_of(compared, name).cells[AT["mini_nap"]][2]
        assert cell.value == 14
        assert cell.why is not None
        assert cell.why.value == 14
        assert cell.why.lines[-1].value == "14"
    lines = row_of(compared, "1st Brigade").cells[AT["mini_nap"]][2].why.lines  # type: ignore[union-attr]
    assert [(line.text, line.value) for line in lines] == [("One", "5"), ("Two", "9"), ("together", "14")]


@pytest.mark.rule("MN-SP-01", "strength points open their arithmetic on the comparison as everywhere")
@pytest.mark.rule("EN-COST-01", "cost opens its arithmetic on the comparison as everywhere")
def test_the_numbers_of_the_rules_name_their_rules() -> None:
    row = row_of(comparison(army(battalion(men=517))), "1st Foot")
    named = {
        rule for cells in row.cells for cell in cells if cell.why for line in cell.why.lines for rule in line.rules
    }
    assert {"MN-SP-01", "EN-COST-01", "EN-RULING-94"} <= named


def test_shares_of_the_arms_come_to_a_hundred_under_every_system() -> None:
    compared = comparison(sides("quatre-bras-1815")[0])
    assert [share.arm for share in compared.shares] == ["Infantry", "Cavalry", "Artillery"]
    for system in range(len(compared_titles())):
        assert sum(share.shares[system] for share in compared.shares) == pytest.approx(100)
    assert sum(share.units for share in compared.shares) == compared.units == 48


def test_the_widest_disagreement_comes_first_and_is_said_in_a_sentence() -> None:
    many = tuple(battalion(f"{n}th", men=500) for n in range(8))
    guard = battalion("Old Guard", men=200, quality="guard")
    compared = comparison(army(*many, guard, battalion("Horde", men=3000, quality="untrained")))
    first, second = compared.disagreements[:2]
    assert first.name == "Horde"
    assert re.fullmatch(
        r"Horde \(1st Brigade\) is \d+\.\d % of the strength points in Mini-Nap, but \d\.\d % of the cost in "
        r"Easy Napoleonics, \d+\.\d times as much\.",
        first.sentence,
    )
    assert second.name == "Old Guard"
    assert [at.apart for at in compared.disagreements] == sorted(
        (at.apart for at in compared.disagreements), reverse=True
    )


def test_units_that_are_all_alike_are_no_disagreement() -> None:
    assert comparison(army(battalion("One"), battalion("Two"))).disagreements == ()


def test_each_system_says_how_many_faults_it_finds() -> None:
    headings = comparison(sides("quatre-bras-1815")[0]).headings
    assert [heading.game for heading in headings] == [False, True, True]
    assert "error" in headings[1].fault_words
    assert headings[0].fault_words == "nothing"


def test_options_that_are_not_understood_are_said_and_the_defaults_used() -> None:
    compared = comparison(army(battalion(), options={"mini_nap": {"command_loss_rule": "nonsense"}}))
    assert "default options are used" in compared.headings[AT["mini_nap"]].refused


@pytest.mark.rule("MN-RULING-95", "a value that the owner laid down is marked with his reason")
def test_a_value_that_the_owner_laid_down_is_marked() -> None:
    own = Override(system="mini_nap", what="strength_points", value=9, reason="they fought like two")
    compared = comparison(army(battalion(overrides=(own,))))
    cell = row_of(compared, "1st Foot").cells[AT["mini_nap"]][2]
    assert cell.text == "9"
    assert "they fought like two" in cell.mark
    assert compared.marks == (cell.mark,)
    printed = words(made(army(battalion(overrides=(own,)))))
    assert "9*" in printed
    assert "theyfoughtliketwo" in printed


@pytest.mark.rule("EN-RULING-100", "a value that the owner laid down is marked with his reason")
def test_a_cost_that_the_owner_laid_down_is_marked() -> None:
    own = Override(system="easy_napoleonics", what="cost", value=20, reason="heroes of Eylau")
    cells = row_of(comparison(army(battalion(overrides=(own,)))), "1st Foot").cells[AT["easy_napoleonics"]]
    assert cells[4].text == "20"
    assert "heroes of Eylau" in cells[4].mark
    assert cells[5].mark == ""


@pytest.mark.rule("MN-RULING-96", "a number that a house rule acts in is marked as the club's")
def test_numbers_of_a_house_rule_are_marked_as_the_clubs() -> None:
    house = HouseRules(name="Sound the Charge", overlays={"mini_nap": {"men_per_point": 50}})
    compared = comparison(army(battalion(men=500), house=house))
    cell = row_of(compared, "1st Foot").cells[AT["mini_nap"]][2]
    assert cell.value == 11
    assert "Sound the Charge" in cell.mark
    assert any("Sound the Charge" in mark for mark in compared.marks)


@pytest.mark.parametrize(("paper", "orientation"), list(zip(COMPARE_PAPERS, WAYS, strict=True)))
@pytest.mark.parametrize("battle", BATTLES)
def test_every_historical_army_prints_whole(battle: str, paper: str, orientation: str) -> None:
    given = sides(battle)[1]
    data = made(given, paper, orientation, address="https://muster.example.org/a/x")
    printed = words(data)
    assert misplaced(data) == []
    for unit in units(given):
        assert without_spaces(unit.name) in printed
    for page_number, page in enumerate(pages(data), 1):
        assert f"page {page_number} of " in page


@pytest.mark.parametrize("of", [Army(name=""), Army(name="Empty", children=(Corps(name=""),)), army(battalion())])
def test_empty_and_small_armies_print(of: Army) -> None:
    assert misplaced(made(of)) == []


def test_a_thousand_units_print_and_no_row_stands_on_another() -> None:
    given = army(*(battalion(f"Battalion {n}.") for n in range(1000)))
    data = made(given, "letter", "portrait")
    printed = words(data)
    assert [n for n in range(1000) if printed.count(f"Battalion{n}.") < 1] == []
    for page in placed_words(data)[:3]:
        tops = sorted({round(float(word["top"]), 1) for word in page if word["text"] == "Battalion"})
        assert min(b - a for a, b in pairwise(tops)) > 7


@pytest.mark.parametrize("name", [*NAMES, *ODD, "W" * 120, "Изюмский гусарский полк имени " * 4])
@pytest.mark.parametrize("orientation", WAYS)
def test_nothing_in_a_name_stops_the_printing(name: str, orientation: str) -> None:
    division = Division(
        name=name, commander=name, children=(Brigade(name=name, kind="infantry", children=(battalion(name),)),)
    )
    data = made(Army(name=name, commander=name, battle=name, children=(division,)), "a4", orientation)
    assert misplaced(data) == []


def test_the_same_army_gives_the_same_bytes() -> None:
    assert made(army(battalion())) == made(army(battalion()))


def test_units_that_stand_too_high_are_compared() -> None:
    loose = Army(name="Loose", children=(battalion("High"), Corps(name="I", children=(battalion("Low"), brigade()))))
    assert [(row.name, row.depth) for row in comparison(loose).rows] == [
        ("High", 0),
        ("I", 0),
        ("Low", 1),
        ("1st Brigade", 1),
    ]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [({"paper": "a3"}, "no paper 'a3' for a comparison"), ({"orientation": "flat"}, "no orientation 'flat'")],
)
def test_what_is_not_known_is_refused_with_a_sentence(wrong: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        made(army(battalion()), **wrong)
