"""What a force needs on its cheat sheet, unit by unit, and the kit list, notch by notch and marker by marker."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import Need, Wanted, applies, limited, own
from battles.engine.sheets.kit_list import Kit
from battles.rules.mini_nap.meta import read
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets import needs
from battles.rules.mini_nap.sheets.cheat_sheet import pages
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import MARKERS, PRINTED, MoveRow
from battles.rules.mini_nap.terrain_tables import EFFECTS
from tests.rules.mini_nap.builders.rulebook_tables import cells
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
        (LINE, ["infantry line 6", "infantry column 6", "solid square 2 or 4", "command stand 36"], 2, 5),
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
    assert (needs_of_lines()["Cover", "Cover"].ground, found["Advantage"]) == (covered, helping)
    assert needs_of_lines()["Cover", "Heights"].ground >= {"ground:hill", "ground:contour"}
    assert found["Structures"] == {"ground:landmark", "ground:bridge", "ground:village"}
    assert found["Structures"] < {f"ground:{kind}" for kind in EFFECTS} != covered != helping
    assert needs_of_lines()["Structures", "Hit on"].acts == {"arm:artillery"}
    for kind, row in EFFECTS.items():
        assert needs_of_lines()["Features", row.word].ground == {f"ground:{kind}"}


RULERS = {
    "command": [
        (10, "Dreadful", "MN-CMD-10"),
        (12, "Poor", "MN-CMD-09"),
        (14, "Average", "MN-CMD-08"),
        (16, "Good", "MN-CMD-07"),
        (18, "Excellent", "MN-CMD-06"),
        (24, "cautious", "MN-CMD-13"),
    ],
    "fire": [
        (4, "small arms", "MN-FIRE-13"),
        (20, "guns, close: light 2, medium 3, heavy 4", "MN-FIRE-13"),
        (40, "guns, medium: light 1, medium 2, heavy 3", "MN-FIRE-13"),
        (80, "guns, long: light 0, medium 1, heavy 2", "MN-FIRE-13"),
    ],
    "infantry": [
        (2, "solid square", "MN-MOVE-03"),
        (4, "solid square", "MN-MOVE-03"),
        (6, "line, line charges, column, skirmish line charges", "MN-MOVE-01"),
        (9, "column charges", "MN-MOVE-02"),
        (18, "skirmish line", "MN-MOVE-04"),
    ],
    "cavalry": [
        (15, "heavy cavalry", "MN-MOVE-05"),
        (20, "medium cavalry", "MN-MOVE-06"),
        (25, "light cavalry, light cavalry charges, light cavalry skirmish line charges", "MN-MOVE-07"),
        (30, "heavy cavalry charges, medium cavalry charges, light cavalry skirmish line", "MN-MOVE-05"),
    ],
    "artillery": [
        (1, "prolong", "MN-MOVE-09"),
        (15, "foot artillery", "MN-MOVE-10"),
        (20, "horse artillery", "MN-MOVE-11"),
    ],
    "distances": [
        (
            6,
            "Brigade stand attaches, evading stand stays away, supporting return fire, nearby square, "
            "infantry opportunity charge",
            "MN-CMD-31",
        ),
        (12, "cavalry opportunity charge, clear to re-man guns, Division stays away", "MN-REACT-60"),
        (24, "Division stays away (far)", "MN-DIVMAN-02"),
        (36, "Division: far beyond, command stand moves", "MN-DIVMAN-02"),
    ],
}
"""Centimetres, words, and the rule of the first of them."""


def kit_of(rules: Rules | None = None, **options: Any) -> Kit:
    return needs.kit(rules or Rules(read(options)))


def notched(found: Kit) -> dict[str, list[tuple[float, str, str]]]:
    return {ruler.key: [(notch.at / 100, notch.word, notch.rule) for notch in ruler.notches] for ruler in found.rulers}


@pytest.mark.rule("MN-CMD-06", "radii are measured from the edge of a command stand of 2.5 cm")
@pytest.mark.rule("MN-FIRE-13", "bands of fire end at 4, 20, 40 and 80 cm")
@pytest.mark.rule("MN-MOVE-01", "moves and charges of each arm are on its ruler")
@pytest.mark.rule("MN-DIVMAN-02", "12, 24 and 36 cm of a Division's manoeuvre")
def test_rulers_notch_by_notch() -> None:
    found = kit_of()
    assert notched(found) == RULERS
    assert [(ruler.key, ruler.title, ruler.unit, ruler.bands, ruler.stand) for ruler in found.rulers] == [
        ("command", "Command radius", "cm", False, 250),
        ("fire", "Fire", "cm", True, 0),
        ("infantry", "Infantry: moves and charges", "cm", False, 0),
        ("cavalry", "Cavalry: moves and charges", "cm", False, 0),
        ("artillery", "Artillery: moves and charges", "cm", False, 0),
        ("distances", "Distances", "cm", False, 0),
    ]
    assert [bool(ruler.text) for ruler in found.rulers] == [True, True, False, False, False, True]


@pytest.mark.rule("MN-RULING-96", "each number of a club moves its own notch and no other")
@pytest.mark.parametrize(
    ("name", "key", "word", "rule"),
    [
        ("cautious_radius", "command", "cautious", "MN-CMD-13"),
        ("small_arms_range", "fire", "small arms", "MN-FIRE-13"),
        ("attach_distance", "distances", "Brigade stand attaches", "MN-CMD-31"),
        ("stand_evade_clear", "distances", "evading stand stays away", "MN-CMD-42"),
        ("support_distance", "distances", "supporting return fire", "MN-FIRE-53"),
        ("square_nearby", "distances", "nearby square", "MN-REACT-41"),
        ("reman_clear", "distances", "clear to re-man guns", "MN-REACT-33"),
        ("division_stand_off_near", "distances", "Division stays away", "MN-DIVMAN-02"),
        ("division_stand_off_far", "distances", "Division stays away (far)", "MN-DIVMAN-02"),
        ("division_far_over", "distances", "Division: far beyond", "MN-DIVMAN-02"),
    ],
)
def test_a_number_of_the_club_has_a_notch_of_its_own(name: str, key: str, word: str, rule: str) -> None:
    found = notched(kit_of(Rules(tables=replace(PRINTED, **{name: 53}))))
    assert (53, word, rule) in found[key]
    assert [each for each in found if found[each] != RULERS[each]] == [key]
    before, after = (sum(len(notch[1].split(", ")) for notch in marks[key]) for marks in (RULERS, found))
    assert before == after


@pytest.mark.rule("MN-RULING-96", "so have moves, charges, ranges and limits of the club")
def test_rows_of_the_club_have_notches_of_their_own() -> None:
    lancers = {"line": MoveRow("MN-MOVE-07", (51,), 53), "column": MoveRow("MN-MOVE-07", (51,), None)}
    moves = {**PRINTED.moves, "heavy_cavalry": lancers}
    limits = {"infantry": 41, "cavalry": 42}
    stand = MoveRow("MN-MOVE-12", (44,), None)
    changed = replace(
        PRINTED,
        moves=moves,
        opportunity_limit=limits,
        command_stand_move=stand,
        prolong=MoveRow("MN-MOVE-09", (3,), None),
        battery_range={**PRINTED.battery_range, "long": 90},
    )
    found = notched(kit_of(Rules(tables=changed)))
    assert found["cavalry"][-2:] == [
        (51, "heavy cavalry", "MN-MOVE-07"),
        (53, "heavy cavalry charges", "MN-MOVE-07"),
    ]
    assert (15, "heavy cavalry", "MN-MOVE-05") not in found["cavalry"]
    assert found["distances"][-3:] == [
        (41, "infantry opportunity charge", "MN-REACT-60"),
        (42, "cavalry opportunity charge", "MN-REACT-60"),
        (44, "command stand moves", "MN-MOVE-12"),
    ]
    assert found["artillery"][0] == (3, "prolong", "MN-MOVE-09")
    assert [at for at, _, _ in found["fire"]] == [4, 20, 40, 90]


@pytest.mark.rule("MN-MARKER-01", "colours and words of all six, two white ones at once beside a command stand")
@pytest.mark.rule("MN-MARKER-06", "a hit marker never goes")
def test_markers_are_those_of_the_rulebook() -> None:
    found = kit_of().markers
    assert [(each.key, each.short, each.colour, each.twice, each.per, each.share) for each in found] == [
        ("blue", "B", "blue", False, "unit", 4),
        ("yellow", "Y", "yellow", False, "unit", 3),
        ("white", "W", "white", False, "unit", 1),
        ("two_white", "WW", "white", True, "commander", 2),
        ("orange", "O", "orange", False, "unit", 1),
        ("hit", "H", "red", False, "unit", 2),
    ]
    printed = [f"MN-MARKER-0{number}" for number in range(1, 7)]
    assert [each.rule for each in found] == printed
    assert [each.word for each in found] == [row.marker for row in MARKERS]
    colours = [cells(rule)[0].removesuffix(" (one)").removesuffix(" (two)") for rule in printed]
    assert [each.word.removeprefix("two ") for each in found] == colours
    for each, row in zip(found, MARKERS, strict=True):
        assert (each.what, each.on) == (row.meaning, row.on)
        ever = "" if cells(row.rule)[-1] == "never" else row.until
        assert each.until == ever
    assert [not each.until for each in found] == [False] * 5 + [True]


@pytest.mark.rule("MN-RULING-60", "the reckoning tells the share that breaks and the last Turn, by the options")
def test_the_reckoning_follows_the_options() -> None:
    (usual,) = kit_of().reckoning
    assert usual.rows == (
        "Units at the start",
        "Units eliminated",
        "Units retreated",
        "Per cent lost",
        "More than 50 per cent: broken",
        "Any unit left on the table",
        "Last Turn 12: the smaller share of losses wins",
    )
    assert (usual.title, usual.columns, usual.blank, usual.rule) == (
        "Victory",
        ("", "First side", "Second side"),
        0,
        "MN-RULING-60",
    )
    (own,) = kit_of(army_break_share=35, turn_limit=9, retreated_units_count_as_losses=False).reckoning
    assert [row for row in own.rows if row not in usual.rows] == [
        "Units retreated (not counted)",
        "More than 35 per cent: broken",
        "Last Turn 9: the smaller share of losses wins",
    ]


@pytest.mark.rule("MN-CMD-50", "a form for the throws of commanders, with room for twelve")
@pytest.mark.rule("MN-LOSS-01", "losses are shown in strength points")
def test_forms_and_losses() -> None:
    found = kit_of()
    (form,) = found.forms
    (grid,) = form.grids
    assert (form.key, form.lines, grid.blank, grid.rule) == ("commanders", ("Side", "Nation"), 12, "MN-CMD-50")
    assert grid.columns == ("Commander", "Corps or Division", "Roll", "Rating", "Radius (cm)")
    assert found.tally is not None
    assert (found.tally.rule, found.tally.faces, found.tally.start) == ("MN-LOSS-01", (), "–")
    assert found.hidden is not None
    assert (found.hidden.rule, found.hidden.steps, found.hidden.dummies) == ("MN-RULING-60", (), 0)
    assert found.orders == ()
