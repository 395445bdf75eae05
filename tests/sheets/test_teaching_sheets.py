"""Teaching sheets: a worked example of every system, its numbers those of the procedures and the tables."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine import registry
from battles.engine.odds import percent
from battles.engine.options import OptionSpec
from battles.engine.settings import overlay
from battles.engine.sheets.cheat_pages import Table
from battles.rules.easy_napoleonics.tables import PRINTED as EN_PRINTED
from battles.rules.mini_nap.tables import PRINTED as MN_PRINTED
from battles.rules.snaphance.tables import PRINTED as SH_PRINTED
from battles.rules.snappy_nappy.tables import PRINTED as SN_PRINTED
from battles.sheets.cheat_sheet import cheat_sheet, teaching_sheet
from tests.architecture.rule_ids import known
from tests.sheets.pdf_text import PAPERS, misplaced, overlapping, pages, pdf, smaller, text_size, without_spaces

SYSTEMS = ("mini_nap", "easy_napoleonics", "snappy_nappy", "snaphance")


def steps(system: str, rules: Any = None) -> dict[str, Table]:
    """The steps of an example by their titles, the numbers left out."""
    found = registry.sheets(system).lesson(registry.settings(system).rules() if rules is None else rules)
    return {table.title.partition("  ")[2]: table for table in found.tables}


def lines(system: str, title: str, rules: Any = None) -> dict[str, str]:
    return dict(steps(system, rules)[title].rows)  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_an_example_is_on_one_page_in_large_type(system: str, paper: str) -> None:
    page = registry.sheets(system).lesson(registry.settings(system).rules())
    data = pdf(teaching_sheet(page, "A system", "https://muster.example.org/rules/"), paper)
    (text,) = pages(data)
    assert text_size(data) >= 9.6
    assert misplaced(data) == overlapping(data) == smaller(data, 7.0) == []
    for table in page.tables:
        for words in (table.lead, table.note, *(cell for row in table.rows for cell in row)):
            assert all(without_spaces(word) in without_spaces(text) for word in words.split())


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_step_names_rules_of_the_rulebook(system: str) -> None:
    page = registry.sheets(system).lesson(registry.settings(system).rules())
    assert len(page.tables) >= 6
    for place, table in enumerate(page.tables, start=1):
        assert table.title.startswith(f"{place}  ")
        assert table.rules
        assert set(table.rules) <= known(), table.title


@pytest.mark.rule("SN-FIRE-08", "the printed story: one hit of two dice, by Bold and a column of cavalry")
@pytest.mark.rule("SN-MELEE-05", "the printed story: 52 to 18 is a margin of 2:1")
@pytest.mark.rule("SN-MORALE-03", "the printed story: Wary after four throws")
def test_snappy_nappy_tells_its_printed_story() -> None:
    assert lines("snappy_nappy", "Fire")["with modifiers"] == "3, 7"
    assert lines("snappy_nappy", "Fire")["hits"] == "1"
    assert lines("snappy_nappy", "The check")["rolls 9 + 1 = 10"] == "passes"
    assert lines("snappy_nappy", "Melee: the cavalry")["total"] == "52"
    assert lines("snappy_nappy", "Melee: the line")["total"] == "18"
    assert lines("snappy_nappy", "The margin")["row of the table"] == "2:1"
    assert steps("snappy_nappy")["Its checks"].note.startswith("After 4 rolls it is Wary.")


@pytest.mark.rule("SH-PIKE-01", "nine dice against four, as the rulebook's pools have them")
@pytest.mark.rule("SH-DICE-02", "sixes and pairs of fives, with the rulebook's chances")
def test_snaphance_has_the_pools_and_chances_of_its_rulebook() -> None:
    charge = lines("snaphance", "The charge")
    assert (charge["dice of the Swiss"], charge["dice of the Pike: strength points"]) == ("9", "4")
    titles = [
        table.title for table in registry.sheets("snaphance").lesson(registry.settings("snaphance").rules()).tables
    ]
    last = registry.sheets("snaphance").lesson(registry.settings("snaphance").rules()).tables[-1]
    assert titles[-1].endswith("Chances")
    assert dict(last.rows) == {"the Swiss win": "69.2 %", "a draw": "20.4 %", "the Pike wins": "10.5 %"}  # type: ignore[arg-type]
    first = registry.sheets("snaphance").lesson(registry.settings("snaphance").rules()).tables[1]
    assert dict(first.rows)["0 hits"] == "39.5 %"  # type: ignore[arg-type]


@pytest.mark.rule("MN-FIRE-42", "three dice at a column, and four halved through a screen")
@pytest.mark.rule("MN-HTH-22", "the charge has the chances of the rulebook's example D08")
def test_mini_nap_has_the_numbers_of_its_rulebook() -> None:
    assert lines("mini_nap", "Small arms")["dice rolled"] == "3"
    screened = lines("mini_nap", "A battery through a screen")
    assert (screened["basic dice"], screened["halved: through unformed units"]) == ("3", "−2")
    likely = lines("mini_nap", "Chances")
    assert likely["the cavalry breaks through at once"] == "13.2 %"
    assert likely["the cavalry wins in the end"] == "98 %"


@pytest.mark.rule("EN-ART-14", "two dice at four and more, and seven tenths of them hit")
@pytest.mark.rule("EN-MELEE-36", "the chances are those of the odds")
def test_easy_napoleonics_has_the_chances_of_its_odds() -> None:
    assert steps("easy_napoleonics")["The shot"].note == "Each die hits on a natural 4 or more: 70 %."
    asked = registry.load("easy_napoleonics").odds.ask(
        "melee",
        '{"attacker": {"kind": "heavy_cavalry", "grade": "veteran", "formation": "line", "charged": true},'
        ' "defender": {"kind": "infantry", "grade": "seasoned", "formation": "line", "level": "fair"}}',
    )
    told = [
        words
        for what, words in registry.sheets("easy_napoleonics")
        .lesson(registry.settings("easy_napoleonics").rules())
        .tables[-1]
        .rows
    ]
    assert told == [percent(Fraction(share["fraction"])) for share in asked["results"].values()]
    charge, line = lines("easy_napoleonics", "The charge"), lines("easy_napoleonics", "The line")
    result = lines("easy_napoleonics", "The result")
    assert int(result["difference"]) == abs(int(charge["total"]) - int(line["total"]))


HOUSES = {
    "mini_nap": ({"sum_per_hit": 5}, MN_PRINTED, "The dice", "hits, 1 for each full 5"),
    "easy_napoleonics": ({"leader_killed_on": 3}, EN_PRINTED, "The shot", "dice at 3 hexes"),
    "snappy_nappy": ({"leader_bonus": 3}, SN_PRINTED, "The check", "rolls 9 + 3 = 12"),
    "snaphance": (
        {"retreat": {"foot": 3, "mounted": 2}},
        SH_PRINTED,
        "Retreat, pursuit",
        "the Pike retreats, in disorder",
    ),
}


@pytest.mark.parametrize("system", HOUSES)
def test_a_clubs_numbers_act_in_the_example(system: str) -> None:
    given, printed, title, line = HOUSES[system]
    rules = replace(registry.settings(system).rules(), tables=replace(printed, **given))
    assert line in lines(system, title, rules)
    if system == "snaphance":
        assert lines(system, title, rules)[line] == "3H"


STRANGE = [
    ("mini_nap", {"battery_dice": {"heavy": {"medium": 0}}}),
    ("mini_nap", {"sum_per_hit": 1}),
    ("mini_nap", {"sets": {"impact_charging_cavalry": {"sets": 9}}}),
    ("mini_nap", {"qualities": {"veteran": {"needed": 7}, "trained": {"needed": 7}}}),
    ("easy_napoleonics", {"grade_number": {"veteran": 99}}),
    ("easy_napoleonics", {"counted_stands": {"line": 40}}),
    ("easy_napoleonics", {"troop_bonus": {"veteran": 1000}}),
    ("snappy_nappy", {"fire_stands": {"line": {"dice": 0}}}),
    ("snappy_nappy", {"melee_stands": {"line": 0, "column": 20}}),
    ("snappy_nappy", {"grades": {"veteran": {"check": 50}}}),
    ("snaphance", {"profiles": {"SHT17": {"points": 0}}}),
    ("snaphance", {"profiles": {"SWP": {"points": 60}}}),
]


@pytest.mark.parametrize(("system", "given"), STRANGE)
def test_strange_numbers_of_a_club_have_an_example_too(system: str, given: dict[str, Any]) -> None:
    printed = registry.settings(system).rules()
    rules = replace(printed, tables=overlay(printed.tables, given))
    page = registry.sheets(system).lesson(rules)
    data = pdf(teaching_sheet(page, "A club"))
    assert len(pages(data)) == 1
    assert misplaced(data) == overlapping(data) == []


def others(spec: OptionSpec) -> Iterator[Any]:
    """Values of an option that are not its default."""
    if isinstance(spec.default, bool):
        yield not spec.default
    elif spec.kind == "set" or spec.words:
        yield from (word for word in spec.words if word != spec.default)


def by_option() -> Iterator[tuple[str, str, Any]]:
    for system in SYSTEMS:
        for name, spec in registry.meta(system).options.items():
            for value in others(spec):
                yield system, name, value


@pytest.mark.parametrize(("system", "name", "value"), list(by_option()))
def test_every_value_of_every_option_has_a_sheet_and_an_example(system: str, name: str, value: Any) -> None:
    rules = registry.settings(system).rules({name: value})
    found = registry.sheets(system).cheat_sheet(rules)
    assert any("Options" in table.title for page in found for table in page.tables)
    assert registry.sheets(system).lesson(rules).tables


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sheet_with_ten_options_changed_is_still_on_its_page(system: str, paper: str) -> None:
    values: dict[str, Any] = {}
    for of, name, value in by_option():
        if of == system and name not in values and name != "terrain_rules" and len(values) < 10:
            values[name] = value
    found = registry.sheets(system).cheat_sheet(registry.settings(system).rules(values))
    data = pdf(cheat_sheet(found, "A battle with options"), paper)
    assert len(pages(data)) == len(found)
    assert text_size(data) >= 7.0
    assert misplaced(data) == overlapping(data) == []
