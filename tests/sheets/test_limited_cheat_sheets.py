"""Cheat sheets limited to a command: only what can apply, and all of it, on one page."""

import re
from typing import Any

import pytest

from battles.engine import registry
from battles.engine.armies.facts import Army
from battles.engine.core import SetupError
from battles.engine.sheets.cheat_pages import Page, Wanted, applies, limited
from battles.rules.easy_napoleonics.sheets import needs as en
from battles.rules.easy_napoleonics.state import Force as EnForce
from battles.rules.easy_napoleonics.state import Recruit as EnRecruit
from battles.rules.mini_nap.sheets import needs as mn
from battles.rules.mini_nap.state import BrigadeForce, CorpsForce, DivisionForce, ForceUnit
from battles.rules.mini_nap.state import Force as MnForce
from battles.rules.snaphance import tables as sh_tables
from battles.rules.snaphance.army import EXAMPLE
from battles.rules.snaphance.sheets import needs as sh
from battles.rules.snappy_nappy import tables as sn_tables
from battles.rules.snappy_nappy.sheets import needs as sn
from battles.services import cheat_sheets
from battles.sheets.cheat_sheet import cheat_sheet
from tests.sheets.builders import BATTLES, sides
from tests.sheets.pdf_text import PAPERS, misplaced, overlapping, pages, pdf, text_size

OF_ARMIES = ("mini_nap", "easy_napoleonics", "snappy_nappy")
NO_FOOT = re.compile(
    r"caval|horse|\bguns?\b|artill|batter|lancer|\b(LC|Sk|Dr|Shot|Art|MCS)\b|wood|bridge|hill|town", re.I
)


def army_sheet(army: Army, system: str) -> tuple[Page, ...]:
    """The sheet of a recorded army by its options, limited to it."""
    wanted = cheat_sheets.army_wants(army, system)
    return limited(
        registry.sheets(system).cheat_sheet(registry.settings(system).rules(army.options.get(system, {}))), wanted
    )


def rows(found: tuple[Page, ...]) -> dict[str, set[str]]:
    """The first cells of the rows of each table."""
    return {table.title: {row[0] for row in table.rows} for page in found for table in page.tables}


def printed(system: str, wanted: Wanted) -> tuple[Page, ...]:
    return limited(cheat_sheets.system_sheet(system), wanted)


def mn_foot(kind: Any = "line_infantry", **facts: Any) -> Wanted:
    unit = ForceUnit(name="1st", type=kind, rating="veteran", points=6, nation="prussian", **facts)
    brigade = BrigadeForce(name="Brigade", kind="infantry", units=(unit,))
    division = DivisionForce(name="Division", kind="infantry", brigades=(brigade,))
    force = MnForce(name="Corps", corps=(CorpsForce(name="Corps", nation="prussian", divisions=(division,)),))
    return mn.brought(force, registry.settings("mini_nap").rules())


def en_foot(kind: Any = "infantry", **facts: Any) -> Wanted:
    unit = EnRecruit(name="1st", kind=kind, grade="veteran", worth=3, nation="prussia", **facts)
    return en.brought(
        EnForce(name="Army", units=(unit,), leaders=(), zone=()), registry.settings("easy_napoleonics").rules()
    )


FOOT = {
    "mini_nap": mn_foot(),
    "easy_napoleonics": en_foot(),
    "snappy_nappy": Wanted(frozenset({sn.profile("INF", "veteran"), sn.leader("prussia")})),
    "snaphance": Wanted(frozenset({sh.profile("PIK", "A", block=True)})),
}


@pytest.mark.parametrize("system", FOOT)
def test_foot_that_meets_foot_in_the_open_has_no_row_on_horse_guns_or_ground(system: str) -> None:
    own = FOOT[system].own
    found = printed(system, Wanted(own, own, frozenset()))
    wrong = [(title, row) for title, names in rows(found).items() for row in names if NO_FOOT.search(row)]
    assert wrong == []


@pytest.mark.parametrize("system", FOOT)
def test_foot_that_may_meet_anybody_has_the_rows_on_what_may_be_done_to_it(system: str) -> None:
    found = rows(printed(system, FOOT[system]))
    assert {
        "mini_nap": "impact: cavalry that charged or counter-charged, formed, not at a square"
        in found.get("Hand-to-hand", ()),
        "easy_napoleonics": "cavalry against infantry in line or column" in found.get("Melee: modifiers", ()),
        "snappy_nappy": "cavalry charging infantry in line*" in found.get("Melee: each die", ()),
        "snaphance": "cavalry against infantry" in str(found.get("Morale test", ())),
    }[system]
    assert not any("cavalry" in row for row in found.get("Movement", ()))


@pytest.mark.parametrize("system", FOOT)
def test_every_row_that_stays_applies_and_every_row_that_goes_does_not(system: str) -> None:
    wanted = FOOT[system]
    stays = rows(printed(system, wanted))
    for page in cheat_sheets.system_sheet(system):
        for table in page.tables:
            for place, row in enumerate(table.rows if not table.column_needs else ()):
                bears = not table.needs or applies(table.needs[place], wanted)
                twins = sum(other[0] == row[0] for other in table.rows) > 1
                assert (row[0] in stays.get(table.title, ())) is bears or twins, (table.title, row)


def test_grades_nations_and_options_are_those_of_the_command() -> None:
    found = printed("easy_napoleonics", en_foot())
    assert rows(found)["Grade"] == {"veteran"}
    assert "National rules (infantry)" not in rows(found)
    assert "Breakthrough." not in rows(found)["Contact"]
    rules = registry.settings("easy_napoleonics").rules({"national_rules": "prussia,france", "breakthrough": True})
    unit = EnRecruit(name="1st", kind="infantry", grade="elite", worth=3, nation="prussia")
    wanted = en.brought(EnForce(name="Army", units=(unit,), leaders=(), zone=()), rules)
    chosen = rows(limited(registry.sheets("easy_napoleonics").cheat_sheet(rules), wanted))
    assert chosen["National rules (infantry)"] == {"Prussia", "France"}, "a French enemy may come"
    assert "Breakthrough." in chosen["Contact"]
    met = rows(limited(registry.sheets("easy_napoleonics").cheat_sheet(rules), Wanted(wanted.own, wanted.own)))
    assert met["National rules (infantry)"] == {"Prussia"}
    quality = next(
        table for page in printed("mini_nap", mn_foot()) for table in page.tables if "Quality" in table.title
    )
    assert quality.columns == ("Veteran",)
    assert rows(printed("mini_nap", mn_foot()))["Commanders"] == {"Prussian", "Division"}


def test_an_austrian_column_and_a_side_that_draws_cards_have_what_may_come() -> None:
    cards = EnForce(name="Army", units=(), leaders=(), zone=(), draws=True)
    unit = EnRecruit(name="1st", kind="infantry", grade="militia", worth=3, nation="austria")
    rules = registry.settings("easy_napoleonics").rules({"national_rules": "austria"})
    wanted = en.brought(EnForce(name="Army", units=(unit,), leaders=(), zone=(), draws=True), rules)
    found = rows(limited(registry.sheets("easy_napoleonics").cheat_sheet(rules), wanted))
    assert "infantry masse" in found["Movement"]
    assert "horse artillery limbered" in found["Movement"]
    assert found["Grade"] == {"militia", "seasoned", "veteran", "elite"}
    assert en.of_force(cards, rules) == frozenset()


@pytest.mark.parametrize("system", OF_ARMIES)
@pytest.mark.parametrize("battle", BATTLES)
def test_the_armies_of_history_have_sheets_of_their_own(battle: str, system: str) -> None:
    full = rows(cheat_sheets.system_sheet(system))
    for army in sides(battle):
        found = rows(army_sheet(army, system))
        assert set(found) <= set(full)
        assert sum(map(len, found.values())) < sum(map(len, full.values()))


@pytest.mark.parametrize("system", OF_ARMIES)
@pytest.mark.parametrize(("battle", "paper"), list(zip(BATTLES, PAPERS * 2, strict=True)))
def test_a_limited_sheet_is_on_one_page_too(battle: str, system: str, paper: str) -> None:
    found = army_sheet(sides(battle)[0], system)
    data = pdf(cheat_sheet(found, "An army"), paper)
    assert len(pages(data)) == len(found)
    assert all(text_size(data, number) >= 7.0 for number in range(len(found)))
    assert misplaced(data) == overlapping(data) == []


def test_a_russian_army_has_no_british_line_and_the_other_way_round() -> None:
    russian = rows(army_sheet(sides("austerlitz-1805")[1], "mini_nap"))["Commanders"]
    assert "Russian" in russian
    assert "British" not in russian
    british = rows(army_sheet(sides("salamanca-1812")[1], "mini_nap"))
    assert "British artillery" in british["Small arms, bonuses"]
    assert "Russian" not in british["Commanders"]


@pytest.mark.parametrize("paper", PAPERS)
def test_an_army_of_snaphance_has_its_own_stands_on_the_second_page(paper: str) -> None:
    found = cheat_sheets.written_sheet(EXAMPLE, "snaphance")
    assert [page.tables[0].title for page in found] == ["Player turn", "Before the battle"]
    codes = rows(found)["Stands"]
    assert codes < set(sh_tables.PROFILES)
    data = pdf(cheat_sheet(found, "An army"), paper)
    assert len(pages(data)) == 2
    assert text_size(data) >= 7.0
    assert overlapping(data) == []


def test_who_has_no_such_sheet_is_told_why() -> None:
    army = sides("quatre-bras-1815")[0]
    with pytest.raises(SetupError, match="has no sheet under Snaphance: recorded armies are of another century"):
        army_sheet(army, "snaphance")
    with pytest.raises(SetupError, match="'mini_nap' takes no armies as text"):
        cheat_sheets.written_sheet("", "mini_nap")
    setup = registry.load("mini_nap").scenarios.sample({})
    with pytest.raises(SetupError, match="There is no side 'c'"):
        cheat_sheets.setup_sheet("mini_nap", setup, "c")


def test_the_names_that_lines_are_for_are_names_of_the_tables() -> None:
    modifiers = (*sn_tables.FIRE_MODIFIERS, *sn_tables.MELEE_MODIFIERS)
    assert set(sn.MODIFIERS) <= {row.name for row in modifiers}
    labels = {
        row[0].rstrip("†‡") for page in cheat_sheets.system_sheet("snaphance") for t in page.tables for row in t.rows
    }
    told = {label.removeprefix("most lost, ") for label in labels}
    assert set(map(sh.spelled, sh.LINES)) <= told


@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics"])
def test_the_scenarios_have_a_sheet_for_each_side_with_the_ground_that_lies_there(system: str) -> None:
    rules = registry.load(system)
    for key in rules.scenarios.shipped():
        setup = rules.scenarios.load(key)
        for side in rules.sides:
            wanted = registry.sheets(system).wanted(setup, side)
            found = rows(cheat_sheets.setup_sheet(system, setup, side))
            ground = found.get("Features" if system == "mini_nap" else "Terrain", set())
            assert wanted.ground is None or len(ground) == len(wanted.ground - {"ground:open"})


def test_a_sides_own_units_are_its_own_and_the_enemys_the_others() -> None:
    system = registry.load("mini_nap")
    setup = system.scenarios.load("quatre_bras")
    mine = [mn.of_force(force) for force in setup.forces]
    assert mine[0] != mine[1]
    for side, own, foe in (("a", mine[0], mine[1]), ("b", mine[1], mine[0])):
        wanted = registry.sheets("mini_nap").wanted(setup, side)
        assert (wanted.own, wanted.foe) == (own, foe)
    french, allied = (rows(cheat_sheets.setup_sheet("mini_nap", setup, side))["Commanders"] for side in "ab")
    assert ("French" in french, "French" in allied) == (True, False)


def test_the_same_of_easy_napoleonics() -> None:
    system = registry.load("easy_napoleonics")
    for key in system.scenarios.shipped():
        setup = system.scenarios.load(key)
        mine = [en.of_force(force, setup.rules) for force in setup.forces]
        for side, own, foe in (("a", mine[0], mine[1]), ("b", mine[1], mine[0])):
            wanted = registry.sheets("easy_napoleonics").wanted(setup, side)
            assert (wanted.own, wanted.foe) == (own, foe)
