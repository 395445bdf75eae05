"""The cheat sheet of Mini-Nap: the numbers of both volumes, the options in force, and the club's own numbers."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.cheat_sheet import HOUSE, Table
from battles.rules.mini_nap.cheat_sheet import pages
from battles.rules.mini_nap.meta import OPTION_SPECS, read
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import PRINTED, MoveRow
from tests.architecture.test_rule_marks import known
from tests.rules.mini_nap.mn_combat import RULEBOOK


def sheet(rules: Rules | None = None, **options: Any) -> dict[str, Table]:
    """The tables of both pages by their titles."""
    return {table.title: table for page in pages(rules or Rules(read(options))) for table in page.tables}


def row(title: str, first: str, **options: Any) -> tuple[str, ...]:
    """What follows the first cell of a row."""
    return next(cells[1:] for cells in sheet(**options)[title].rows if cells[0] == first)


@pytest.mark.rule("MN-RATE-07", "one row of numbers for every test")
def test_quality() -> None:
    table = sheet()["Quality test"]
    assert table.columns == ("Guard", "Elite", "Veteran", "Trained", "Untrained")
    assert table.rows == (("1+", "2+", "3+", "4+", "5+"),)
    assert "Austrian column: square +1." in table.words


@pytest.mark.rule("MN-SEQ-06", "the dice of the initiative stand in the sequence")
def test_sequence() -> None:
    steps = {name: words for _, name, words in sheet()["Sequence"].rows}
    assert steps["Turn."] == "2D6 each, the higher has the first initiative."
    assert steps["Then"].startswith("holder 3D6 v other side 2D6")
    assert row("Sequence", "4") == ("Break-through", "")


@pytest.mark.rule("MN-MOVE-01", "every allowance of the rulebook's table is on the sheet")
@pytest.mark.rule("MN-EXTEND-03", "the dice of an extension beside them")
@pytest.mark.rule("MN-MOVE-16", "the other distances")
def test_movement() -> None:
    assert row("Movement", "infantry column") == ("6", "9", "1D6")
    assert row("Movement", "solid square (inch)") == ("2 or 4", "no", "")
    assert row("Movement", "heavy cavalry") == ("15", "30", "3D6")
    assert row("Movement", "light cavalry skirmish line") == ("30", "25", "1D6")
    assert row("Movement", "command stand") == ("36", "no", "")
    printed = [line.split("|")[3:5] for line in RULEBOOK.splitlines() if line.startswith("| **MN-MOVE-")]
    told = [cells[1:3] for cells in sheet()["Movement"].rows]
    assert sorted(tuple(cell.strip().removesuffix(" (inch)") for cell in cells) for cells in printed) == sorted(told)
    assert row("Other distances", "command stand evades") == ("6–12",)
    words = [cell for table in sheet().values() for cells in table.rows for cell in cells]
    for act, reach in PRINTED.reaches.items():
        assert any(f"{reach.least}–{reach.most}" in cell for cell in words), act


@pytest.mark.rule("MN-CHARGE-09", "who may charge whom")
def test_charges() -> None:
    lines = [line for line in RULEBOOK.splitlines() if line.startswith(("| formed ", "| unformed "))]
    printed = [[cell.strip().removeprefix("only ") for cell in line.strip("|").split("|")][1:] for line in lines[:4]]
    told = [[cell.replace("flank", "if it outflanks") for cell in cells[1:]] for cells in _charges()]
    assert told == printed
    assert sheet()["Who may charge whom"].note.startswith("Flank: only if it outflanks.")


def _charges() -> tuple[tuple[str, ...], ...]:
    return sheet()["Who may charge whom"].rows


@pytest.mark.rule("MN-REACT-40", "every reaction with who, against whom, and what comes of it")
def test_reactions() -> None:
    names = [cells[0] for cells in sheet()["Reactions"].rows]
    assert names == [
        "fall back",
        "limber and flee",
        "flee to square",
        "emergency square",
        "feint",
        "opportunity charge",
        "counter-charge",
    ]
    assert row("Reactions", "emergency square") == (
        "formed infantry charged, others within 6",
        "cavalry from over 12",
        "QR",
        "square; fail when touched by cavalry: 2 hits",
    )
    assert row("Reactions", "feint")[3] == "back 6–12, pivot 90°; fail: fight"
    assert row("Division manoeuvre", "within 36") == ("0–24", "12")


@pytest.mark.rule("MN-FIRE-34", "dice of batteries by range")
@pytest.mark.rule("MN-FIRE-30", "dice of infantry by formation")
@pytest.mark.rule("MN-FIRE-40", "what adds a die")
def test_fire() -> None:
    guns = sheet()["Fire: batteries"]
    assert guns.columns == ("dice, cm", "to 20", "to 40", "to 80")
    assert guns.rows == (("light", "2", "1", "0"), ("medium", "3", "2", "1"), ("heavy", "4", "3", "2"))
    small = dict(sheet()["Small arms, bonuses"].rows)
    assert (small["infantry in line, skirmish line"], small["infantry in column, square"]) == ("2", "1")
    assert (small["Guard infantry"], small["target in square or column"]) == ("+1", "+1")


@pytest.mark.rule("MN-HTH-20", "the sets of impact and melee rounds")
@pytest.mark.rule("MN-BREAK-08", "what a break-through may do")
@pytest.mark.rule("MN-LOSS-03", "at what a unit is removed")
def test_combat() -> None:
    rounds = [cells[0].partition(":")[0] for cells in sheet()["Hand-to-hand"].rows]
    assert (rounds.count("impact"), rounds.count("melee")) == (4, 5)
    assert row("Break-through", "rally back, infantry") == ("3–6",)
    assert row("Break-through", "charge again") == ("1 hit first",)
    assert sheet()["Removed at"].rows == (("formed units", "1 SP"), ("Guard, unformed, any square", "0 SP"))


@pytest.mark.rule("MN-CMD-06", "the radius of each rating")
@pytest.mark.rule("MN-CMD-50", "the throws of commanders, as the rulebook prints them")
@pytest.mark.rule("MN-RULING-01", "by option a Russian Corps commander is never Dreadful")
def test_command() -> None:
    assert sheet()["Command"].rows == (("18", "16", "14", "12", "10"),)
    printed = [line for line in RULEBOOK.splitlines() if any(f"| **MN-CMD-{n}**" in line for n in range(50, 58))]
    cells = [[cell.strip().split(" [")[0] for cell in line.strip("|").split("|")][1:] for line in printed]
    told = [[each.replace("–", "-").replace("−", "-") for each in row] for row in sheet()["Commanders"].rows[:-1]]
    assert told == [[first.partition(", and allied")[0], *rest] for first, *rest in cells]
    assert row("Commanders", "Division") == ("–", "13+", "10–12", "6–9", "5−")
    assert "Ottoman Divisions −3." in sheet()["Commanders"].words
    assert row("Commanders", "Russian", russian_corps_overlap="poor_wins") == ("–", "11+", "9–10", "8−", "–")


@pytest.mark.rule("MNT-WOOD-01", "every feature with its going, cover and advantage")
@pytest.mark.rule("MNT-STRUCT-03", "what damages a structure")
def test_terrain() -> None:
    assert row("Features", "wood") == (
        "half / half",
        "half / no / no",
        "no / no",
        "yes",
        "yes",
        "level 1–2. 5–10 cm across, 15 apart.",
    )
    assert row("Features", "forest")[0] == "no, half / no, half"
    assert row("Features", "stream") == (
        "half / no",
        "half / no / no",
        "no / half",
        "–",
        "over those in it",
        "1.5 cm wide. No fire out of it.",
    )
    assert row("Structures", "Destroyed at", structure_strength_large=8) == ("village 8, landmark or bridge 5.",)
    assert row("Structures", "Hit on") == ("1–2 of 1D6: light 1, medium 1, heavy 2.",)
    assert "Features" not in sheet(terrain_rules=False)


@pytest.mark.parametrize(
    ("options", "title", "words"),
    [
        ({"failed_opportunity_charge_idle": False}, "Reactions", "fail: blue only"),
        ({"unformed_may_counter_charge": True}, "Reactions", "target of a charge"),
        ({"cautious_counter_charge_tests": True}, "Reactions", "cautious: QR"),
        ({"fire_into_contact": False}, "Small arms, bonuses", "No fire at enemies in contact."),
        ({"charged_units_may_fire": False}, "Small arms, bonuses", "Who charged does not fire."),
        ({"hth_advantage_rounds": "melee_only"}, "Hand-to-hand", "(melee rounds)"),
        ({"own_area_counts": True}, "Cover", "the area a firer stands in counts."),
    ],
)
def test_an_option_changes_its_line(options: dict[str, Any], title: str, words: str) -> None:
    def text(table: Table) -> str:
        return " ".join([*(cell for cells in table.rows for cell in cells), table.words])

    assert words in text(sheet(**options)[title])
    chosen = sheet(**options)["Options of this battle"]
    (name,) = options
    assert [cells[0] for cells in chosen.rows] == [OPTION_SPECS[name].label]
    assert "Options of this battle" not in sheet()
    if title != "Reactions":
        assert words not in text(sheet()[title])


@pytest.mark.rule("MN-BASE-09", "a number of the club is marked, and the others are not")
def test_a_number_of_the_club_is_marked() -> None:
    assert not any(HOUSE in cell for table in sheet().values() for cells in table.rows for cell in cells)
    moves = {
        **PRINTED.moves,
        "line_infantry": {**PRINTED.moves["line_infantry"], "line": MoveRow("MN-MOVE-01", (7,), 6)},
    }
    found = sheet(Rules(tables=replace(PRINTED, moves=moves, holder_dice=4, cautious_radius=30)))
    assert found["Movement"].rows[0] == ("infantry line", f"7{HOUSE}", "6", "1D6")
    assert found["Movement"].rows[1] == ("infantry column", "6", "9", "1D6")
    assert found["Movement"].note.endswith(f"{HOUSE} The club's own number, not the printed one.")
    assert f"holder 4D6{HOUSE} v other side 2D6" in found["Sequence"].rows[6][2]
    assert f"Cautious to 30{HOUSE}" in found["Command"].note


def test_every_table_names_rules_of_the_rulebook_and_has_whole_rows() -> None:
    setup = SYSTEM.plain_setup({"cautious_test_order": "last", "skirmish_gap_cm": "0.4"})
    ids = known()
    for page in pages(setup.rules):
        assert page.title
        for table in page.tables:
            assert table.rules, table.title
            assert set(table.rules) <= ids, set(table.rules) - ids
            assert all(len(cells) == len(table.columns) for cells in table.rows), table.title
    assert sheet(setup.rules)["Options of this battle"].rows[0][1] == "0.4 cm"
