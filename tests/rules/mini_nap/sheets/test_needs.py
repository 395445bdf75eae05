"""What a force needs on its cheat sheet, unit by unit."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import Need, Wanted, applies, limited, own
from battles.rules.mini_nap.meta import read
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets import needs
from battles.rules.mini_nap.sheets.cheat_sheet import pages
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import PRINTED
from battles.rules.mini_nap.terrain_tables import EFFECTS
from tests.rules.mini_nap.builders.table_positions import brigade, corps, division, force, recruit

FOOT = {"line", "column", "solid_square", "emergency_square"}
HORSE = {"line", "column"}
LOOSE = {"skirmish_line", "battery"}


def words(**facts: Any) -> frozenset[str]:
    return needs.profile(recruit(at=None, **facts))


def forms(profile: frozenset[str]) -> set[str]:
    return {word.removeprefix("form:") for word in profile if word.startswith("form:")}


@pytest.mark.rule("MN-TYPE-01", "the arm and the type of each unit")
@pytest.mark.rule("MN-TYPE-09", "a lancer does not skirmish")
@pytest.mark.rule("MN-TYPE-10", "irregulars are always in skirmish line")
@pytest.mark.rule("MN-FORM-07", "what is formed and what is not")
@pytest.mark.parametrize(
    ("facts", "arm", "open_to"),
    [
        ({"type": "line_infantry"}, "infantry", FOOT),
        ({"type": "light_infantry"}, "infantry", FOOT | {"skirmish_line"}),
        ({"type": "heavy_cavalry"}, "cavalry", HORSE),
        ({"type": "medium_cavalry"}, "cavalry", HORSE),
        ({"type": "light_cavalry"}, "cavalry", HORSE | {"skirmish_line"}),
        ({"type": "light_cavalry", "lancer": True}, "cavalry", HORSE),
        ({"type": "light_cavalry", "irregular": True}, "cavalry", {"skirmish_line"}),
        ({"type": "foot_artillery", "weight": "heavy"}, "artillery", {"battery"}),
        ({"type": "horse_artillery", "weight": "light"}, "artillery", {"battery"}),
    ],
)
def test_a_unit_is_what_it_may_become(facts: dict[str, Any], arm: str, open_to: set[str]) -> None:
    found = words(rating="elite", nation="french", **facts)
    states = {f"state:{name}" for name, some in (("formed", open_to - LOOSE), ("unformed", open_to & LOOSE)) if some}
    expected = {f"arm:{arm}", f"type:{facts['type']}", "grade:elite", "nation:french"} | states
    expected |= {f"form:{form}" for form in open_to}
    expected |= {f"weight:{facts['weight']}"} if "weight" in facts else set()
    expected |= {"lancer:yes"} if facts.get("lancer") else set()
    assert found == expected


@pytest.mark.rule("MN-TYPE-11", "the King's German Legion has no nation's bonus")
def test_the_legion_is_of_no_nation() -> None:
    assert "nation:british" in words(nation="british")
    assert not any(word.startswith("nation:") for word in words(nation="british", kgl=True))


@pytest.mark.rule("MN-CMD-50", "a commander's table goes by the nation of the Corps")
def test_a_force_is_its_units_and_its_commanders() -> None:
    foot, guns = recruit(at=None, nation="prussian"), recruit(at=None, type="foot_artillery", weight="medium")
    made = force(corps(division(brigade(foot), brigade(foot, guns)), nation="russian"), corps(division(brigade(foot))))
    found = needs.of_force(made)
    assert found == {
        frozenset({"command:corps", "nation:russian"}),
        frozenset({"command:division", "nation:russian"}),
        frozenset({"command:corps", "nation:other"}),
        frozenset({"command:division", "nation:other"}),
        needs.profile(foot),
        needs.profile(guns),
    }
    assert needs.brought(made, Rules()) == Wanted(found)
    assert needs.brought(made, Rules()).foe is needs.brought(made, Rules()).ground is None


@pytest.mark.parametrize("name", SYSTEM.scenarios.shipped())
def test_a_side_has_its_own_the_other_is_the_enemy_and_the_ground_is_for_both(name: str) -> None:
    setup = SYSTEM.scenarios.load(name)
    one, other = (needs.of_force(each) for each in setup.forces)
    lying = frozenset(f"ground:{feature.kind}" for feature in setup.table.features)
    assert needs.wanted(setup, "a") == Wanted(one, other, lying)
    assert needs.wanted(setup, "b") == Wanted(other, one, lying)
    bare = replace(setup, table=replace(setup.table, features=()))
    assert needs.wanted(bare, "a").ground == frozenset()


def kept(own_units: frozenset[frozenset[str]], foe: frozenset[frozenset[str]] | None = None) -> dict[str, list[str]]:
    found = limited(pages(Rules(read({}))), Wanted(own_units, foe))
    return {table.title: [" ".join(row[:2]) for row in table.rows] for page in found for table in page.tables}


LINE = frozenset({words()})
CUIRASSIERS = frozenset({words(type="heavy_cavalry")})
GUNS = frozenset({words(type="foot_artillery", weight="heavy")})


@pytest.mark.rule("MN-MOVE-01", "a sheet for one arm has the moves of that arm")
@pytest.mark.parametrize(
    ("own_units", "moves", "small", "markers"),
    [
        (LINE, ["infantry line 6", "infantry column 6", "solid square (inch) 2 or 4", "command stand 36"], 2, 5),
        (CUIRASSIERS, ["heavy cavalry 15", "command stand 36"], 0, 5),
        (GUNS, ["foot artillery redeploys 15", "artillery prolongs 1", "command stand 36"], 0, 6),
    ],
)
def test_a_sheet_for_one_arm(own_units: frozenset[frozenset[str]], moves: list[str], small: int, markers: int) -> None:
    found = kept(own_units, own_units)
    assert found["Movement"] == moves
    rows = [row for row in found.get("Small arms, bonuses", []) if not row.startswith("target")]
    assert len(rows) == small
    assert len(found["Markers"]) == markers


@pytest.mark.rule("MN-HTH-20", "sets of a fight stand where both can have it, whichever side is whose")
def test_sets_by_who_meets_whom() -> None:
    def sets(one: frozenset[frozenset[str]], other: frozenset[frozenset[str]]) -> list[str]:
        return kept(one, other)["Hand-to-hand"]

    assert len(sets(LINE, CUIRASSIERS)) == len(sets(CUIRASSIERS, LINE))
    told = {row.rpartition(" ")[0] for row in sets(LINE, CUIRASSIERS)}
    assert len([row for row in told if "square" in row.split(":")[1].split(",")[0]]) >= 2
    alone = sets(LINE, LINE)
    assert not any("cavalry" in row for row in alone)
    assert any("infantry" in row for row in alone)


@pytest.mark.rule("MN-RATE-07", "a sheet has the columns of its grades only")
@pytest.mark.parametrize("grade", list(PRINTED.qualities))
def test_a_grade_has_its_column(grade: str) -> None:
    found = limited(pages(Rules(read({}))), Wanted(frozenset({words(rating=grade)})))
    (table,) = [table for page in found for table in page.tables if table.title == "Quality test"]
    row = PRINTED.qualities[grade]  # type: ignore[index]
    assert (table.columns, table.rows) == ((row.word,), ((f"{row.needed}+",),))
    assert applies(own(f"grade:{grade}"), Wanted(frozenset({words(rating=grade)})))


def needs_of_lines(**options: Any) -> dict[tuple[str, str], Need]:
    return {
        (table.title, row[0]): need
        for page in pages(Rules(read(options)))
        for table in page.tables
        for row, need in zip(table.rows, table.needs, strict=False)
    }


@pytest.mark.rule("MN-RULING-23", "who may counter-charge is whom the line is for")
def test_the_counter_charge_line_is_for_units_that_may_counter_charge() -> None:
    both = {"arm:infantry", "arm:cavalry"}
    for unformed, formed in ((False, {"state:formed"}), (True, set())):
        found = needs_of_lines(unformed_may_counter_charge=unformed)["Reactions", "counter-charge"]
        assert (found.acts, found.upon) == (both | formed, both)


@pytest.mark.rule("MNT-COVER-03", "a line on cover is for tables with cover")
@pytest.mark.rule("MNT-HTH-03", "one on advantage for tables where a unit has it")
@pytest.mark.rule("MNT-STRUCT-01", "landmarks, bridges and villages are structures")
def test_lines_of_terrain_are_for_tables_with_that_terrain() -> None:
    found = {table: need.ground for (table, _), need in needs_of_lines().items()}
    covered = {f"ground:{kind}" for kind, row in EFFECTS.items() if row.cover}
    helping = {f"ground:{kind}" for kind, row in EFFECTS.items() if row.advantage != "none"}
    assert (found["Cover"], found["Advantage"]) == (covered, helping)
    assert found["Structures"] == {"ground:landmark", "ground:bridge", "ground:village"}
    assert found["Structures"] < {f"ground:{kind}" for kind in EFFECTS} != covered != helping
    assert needs_of_lines()["Structures", "Hit on"].acts == {"arm:artillery"}
    for kind, row in EFFECTS.items():
        assert needs_of_lines()["Features", row.word].ground == {f"ground:{kind}"}
