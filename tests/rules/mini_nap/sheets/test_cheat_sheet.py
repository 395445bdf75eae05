"""The cheat sheet: numbers of both volumes, options, daggers, and the printed sheet line by line."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import HOUSE, Table
from battles.rules.mini_nap.meta import OPTION_SPECS, read
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets.cheat_sheet import pages
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import PRINTED, MoveRow
from tests.architecture.rule_ids import known
from tests.rules.mini_nap.builders.combat_examples import RULEBOOK


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
    assert "Austrian columns add to their test for a square: +1." in table.words


@pytest.mark.rule("MN-SEQ-06", "the dice of the initiative stand in the sequence")
def test_sequence() -> None:
    steps = {name: words for _, name, words in sheet()["Sequence"].rows}
    assert steps["Turn."] == "Each side rolls 2D6; the higher has the first initiative (equal: again)."
    assert steps["Next."].startswith("The holder rolls 3D6, the other side 2D6")
    assert row("Sequence", "4") == ("Break-through", "")


@pytest.mark.rule("MN-MOVE-01", "every allowance of the rulebook's table is on the sheet")
@pytest.mark.rule("MN-EXTEND-03", "the dice of an extension beside them")
@pytest.mark.rule("MN-MOVE-16", "the other distances")
def test_movement() -> None:
    assert row("Movement", "infantry column") == ("6", "9", "1D6")
    assert row("Movement", "solid square") == ("2 or 4", "no", "")
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
    assert sheet()["Charges allowed"].note.startswith("Flank: only if it outflanks: no part")


def _charges() -> tuple[tuple[str, ...], ...]:
    return sheet()["Charges allowed"].rows


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
        "formed infantry charged, and others within 6 cm",
        "cavalry from over 12 cm away",
        "QR",
        "it is in square; if it fails and cavalry touches it, it takes 2 hits",
    )
    assert row("Reactions", "feint")[3] == "it rides back 6–12 cm and may pivot 90°; if it fails it fights"
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
        "level 1–2. 5–10 cm across, 15 cm apart.",
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
    assert row("Structures", "Destroyed at", structure_strength_large=8) == (
        "A village at 8 points, a landmark or bridge at 5.",
    )
    assert row("Structures", "Hit on") == ("A 1–2 of 1D6 takes so many points: light 1, medium 1, heavy 2.",)
    assert "Features" not in sheet(terrain_rules=False)


@pytest.mark.parametrize(
    ("options", "title", "words"),
    [
        ({"failed_opportunity_charge_idle": False}, "Reactions", "it only gets a blue marker"),
        ({"unformed_may_counter_charge": True}, "Reactions", "target of a charge"),
        ({"cautious_counter_charge_tests": True}, "Reactions", "cautious: QR"),
        ({"fire_into_contact": False}, "Small arms, bonuses", "Nobody fires at enemies in contact."),
        ({"charged_units_may_fire": False}, "Small arms, bonuses", "Units that charged do not fire."),
        ({"hth_advantage_rounds": "melee_only"}, "Hand-to-hand", "(melee rounds)"),
        ({"own_area_counts": True}, "Cover", "The area that holds the firer counts."),
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
    assert f"The holder rolls 4D6{HOUSE}, the other side 2D6" in found["Sequence"].rows[6][2]
    assert f"within 30{HOUSE} cm, is cautious" in found["Command"].note


def test_every_table_names_rules_of_the_rulebook_and_has_whole_rows() -> None:
    setup = SYSTEM.scenarios.sample({"cautious_test_order": "last", "skirmish_gap_cm": "0.4"})
    ids = known()
    for page in pages(setup.rules):
        assert page.title
        for table in page.tables:
            assert table.rules, table.title
            assert set(table.rules) <= ids, set(table.rules) - ids
            assert all(len(cells) == len(table.columns) for cells in table.rows), table.title
    assert sheet(setup.rules)["Options of this battle"].rows[0][1] == "0.4 cm"


def changed(**numbers: Any) -> dict[str, list[str]]:
    """The cells, columns and sentences of each table that carry the mark."""
    found: dict[str, list[str]] = {}
    for title, table in sheet(Rules(tables=replace(PRINTED, **numbers))).items():
        cells = (*table.columns, *(cell for row in table.rows for cell in row))
        note = table.words.replace(f"{HOUSE} The club's own number, not the printed one.", "")
        marked = [text.strip() for text in (*cells, *note.split(". ")) if HOUSE in text]
        if marked:
            found[title] = marked
    return found


@pytest.mark.rule("MN-RULING-96", "a plain number of the club is marked where it stands")
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("first_initiative_dice", "Sequence"),
        ("holder_dice", "Sequence"),
        ("other_side_dice", "Sequence"),
        ("cautious_radius", "Command"),
        ("attach_distance", "Command"),
        ("stand_evade_clear", "Command"),
        ("inch_near_cavalry", "Manoeuvre"),
        ("division_barred", "Division manoeuvre"),
        ("division_far_over", "Division manoeuvre"),
        ("division_stand_off_near", "Division manoeuvre"),
        ("division_stand_off_far", "Division manoeuvre"),
        ("square_charge_over", "Reactions"),
        ("square_nearby", "Reactions"),
        ("square_failed_hits", "Reactions"),
        ("sum_per_hit", "Fire: all shots"),
        ("small_arms_range", "Small arms, bonuses"),
        ("support_distance", "Screen, answers"),
        ("suppress_two_from", "Screen, answers"),
        ("break_charge_hits", "Break-through"),
        ("covers_that_bar", "Cover"),
        ("structure_hit_up_to", "Structures"),
    ],
)
def test_a_number_of_the_club_is_marked_where_it_stands(name: str, title: str) -> None:
    number = getattr(PRINTED, name) + 1
    found = changed(**{name: number})
    assert list(found) == [title]
    (text,) = found[title]
    assert f"{number}{HOUSE}" in text or f"{number}D6{HOUSE}" in text or f"{number} hits{HOUSE}" in text


@pytest.mark.rule("MN-MOVE-16", "so is each distance of its own choice")
def test_a_reach_of_the_club_is_marked_in_one_place() -> None:
    for act, reach in PRINTED.reaches.items():
        found = changed(reaches={**PRINTED.reaches, act: replace(reach, least=91, most=93)})
        (marked,) = found.values()
        assert all(f"91–93{HOUSE}" in text for text in marked), act
        one = changed(reaches={**PRINTED.reaches, act: replace(reach, least=91, most=91)})
        assert all(f"91{HOUSE}" in text and "91–" not in text for texts in one.values() for text in texts), act


@pytest.mark.rule("MN-CMD-06", "a radius, a throw, a grade")
@pytest.mark.rule("MN-CMD-50", "the throw of a nation's commanders")
def test_command_of_the_club() -> None:
    for place, (rating, row) in enumerate(PRINTED.commanders.items()):
        found = changed(commanders={**PRINTED.commanders, rating: replace(row, radius=99)})
        assert found == {"Command": [f"99{HOUSE}"]}
        table = sheet(
            Rules(tables=replace(PRINTED, commanders={**PRINTED.commanders, rating: replace(row, radius=99)}))
        )
        assert table["Command"].rows[0][place] == f"99{HOUSE}"
    for grade, quality in PRINTED.qualities.items():
        found = changed(qualities={**PRINTED.qualities, grade: replace(quality, needed=6)})
        assert found == {"Quality test": [f"6+{HOUSE}"]}
    assert changed(division_modifiers={"ottoman": -2})["Commanders"] == [f"Ottoman Divisions −2{HOUSE}."]
    assert changed(division_modifiers={"danish": 2})["Commanders"] == [f"Danish Divisions +2{HOUSE}."]
    assert changed(division_modifiers={"ottoman": 0}) == {}
    (word,) = changed(square_test_bonus={"british": 3, "austrian": 1})["Quality test"]
    assert word == f"British columns add to their test for a square: +3{HOUSE}"
    bands = (("good", 9), ("average", 8), ("poor", None))
    own = replace(PRINTED.division_table, bands=bands)
    marked = changed(division_table=own)["Commanders"]
    assert marked == [f"{text}{HOUSE}" for text in ("–", "9+", "8", "7−", "–")]
    everybody = replace(PRINTED.division_table, bands=(("good", None),))
    assert changed(division_table=everybody)["Commanders"] == [f"{text}{HOUSE}" for text in ("–", "all", "–", "–", "–")]


@pytest.mark.rule("MN-MOVE-01", "a move, a charge, an extension")
def test_moves_of_the_club() -> None:
    horse = {form: MoveRow(row.rule, (16, 18), 31) for form, row in PRINTED.moves["heavy_cavalry"].items()}
    assert changed(moves={**PRINTED.moves, "heavy_cavalry": horse}) == {"Movement": [f"16 or 18{HOUSE}", f"31{HOUSE}"]}
    still = {form: MoveRow(row.rule, row.moves, None) for form, row in PRINTED.moves["heavy_cavalry"].items()}
    table = sheet(Rules(tables=replace(PRINTED, moves={**PRINTED.moves, "heavy_cavalry": still})))["Movement"]
    assert next(row for row in table.rows if row[0] == "heavy cavalry") == ("heavy cavalry", "15", f"no{HOUSE}", "")
    extended = changed(extension_dice={**PRINTED.extension_dice, "heavy_cavalry": 5})
    assert extended["Movement"] == [f"5D6{HOUSE}"]
    none = sheet(Rules(tables=replace(PRINTED, extension_dice={**PRINTED.extension_dice, "heavy_cavalry": 0})))
    assert next(row for row in none["Movement"].rows if row[0] == "heavy cavalry")[3] == ""
    assert changed(prolong=MoveRow("MN-MOVE-09", (3,), None)) == {"Movement": [f"3{HOUSE}"]}
    stand = changed(command_stand_move=MoveRow("MN-MOVE-12", (40,), None))
    assert stand["Movement"] == [f"40{HOUSE}"]
    assert f"40{HOUSE}" in stand["Command"][0]


@pytest.mark.rule("MN-FIRE-34", "dice and ranges of fire, bonuses, sets, limits")
def test_fire_of_the_club() -> None:
    for weight, row in PRINTED.battery_dice.items():
        for band in ("close", "medium", "long"):
            own = replace(row, **{band: 7})
            assert changed(battery_dice={**PRINTED.battery_dice, weight: own}) == {"Fire: batteries": [f"7{HOUSE}"]}
    for band in ("close", "medium", "long"):
        assert changed(battery_range={**PRINTED.battery_range, band: 99}) == {"Fire: batteries": [f"to 99{HOUSE}"]}
    for form, (rule, _) in PRINTED.small_arms_dice.items():
        found = changed(small_arms_dice={**PRINTED.small_arms_dice, form: (rule, 9)})
        assert found == {"Small arms, bonuses": [f"9{HOUSE}"]}
    for place, bonus in enumerate(PRINTED.fire_bonuses):
        own_bonuses = (*PRINTED.fire_bonuses[:place], replace(bonus, dice=4), *PRINTED.fire_bonuses[place + 1 :])
        assert changed(fire_bonuses=own_bonuses) == {"Small arms, bonuses": [f"+4{HOUSE}"]}
    assert changed(dense_target_dice=("MN-FIRE-40", 3)) == {"Small arms, bonuses": [f"+3{HOUSE}"]}
    for situation, sets in PRINTED.sets.items():
        found = changed(sets={**PRINTED.sets, situation: replace(sets, sets=8)})
        assert found == {"Hand-to-hand": [f"8{HOUSE}"]}
    for arm in PRINTED.opportunity_limit:
        (text,) = changed(opportunity_limit={**PRINTED.opportunity_limit, arm: 77})["Reactions"]
        assert f"{arm} within 77{HOUSE} cm" in text
    assert changed(break_charge_hits=0)["Break-through"] == [f"0 hits{HOUSE} first"]


@pytest.mark.rule("MNT-STRUCT-03", "structures and widths of a club")
def test_ground_of_the_club() -> None:
    for weight in PRINTED.structure_hits:
        (text,) = changed(structure_hits={**PRINTED.structure_hits, weight: 9})["Structures"]
        assert f"{weight} 9{HOUSE}" in text
    for kind in PRINTED.linear_widths:
        (text,) = changed(linear_widths={**PRINTED.linear_widths, kind: 275})["Features"]
        assert f"2.75{HOUSE} cm wide." in text


def test_a_sheet_without_options_has_no_table_of_them_and_one_with_stands_last() -> None:
    last = pages(Rules())[-1].tables[-1]
    assert last.title != "Options of this battle"
    assert [page.title for page in pages(Rules())] == ["Cheat sheet", "Terrain"]


PRINTED_SHEET = (Path(__file__).parent / "cheat_sheet.txt").read_text(encoding="utf-8")
CHANGES = (Path(__file__).parent / "cheat_sheet_options.txt").read_text(encoding="utf-8")


def lines(**options: Any) -> list[str]:
    """Each table with its columns, rules and note, then its rows."""
    found = []
    for page in pages(Rules(read(options))):
        for table in page.tables:
            found.append(f"# {table.title}: {' | '.join(table.columns)} ({' '.join(table.rules)})")
            found += [f"  {table.note}"] if table.note else []
            found += [f"  {' | '.join(row)}".rstrip() for row in table.rows]
    return found


def others() -> list[tuple[str, Any]]:
    """Every option with every value that it has not by itself; of numbers one that is near."""
    found: list[tuple[str, Any]] = []
    for name, spec in OPTION_SPECS.items():
        if spec.kind == "tick":
            found.append((name, not spec.default))
        elif spec.kind == "choice":
            found += [(name, value) for value in spec.allowed if value != spec.default]
        elif spec.kind == "number":
            found.append((name, int(spec.default) + 1))
    return found


def changed_lines() -> list[str]:
    """What is on the sheet with an option and not without it."""
    usual, found = set(lines()), []
    for name, value in others():
        found.append(f"{name} = {value}")
        found += [line for line in lines(**{name: value}) if line not in usual]
    return found


@pytest.mark.rule("MN-RULING-66", "the sheet with nothing set")
def test_the_sheet_line_by_line() -> None:
    assert lines() == PRINTED_SHEET.splitlines()


@pytest.mark.rule("MN-RULING-66", "an option changes the lines that tell of it, and no others")
def test_what_options_change() -> None:
    assert changed_lines() == CHANGES.splitlines()
