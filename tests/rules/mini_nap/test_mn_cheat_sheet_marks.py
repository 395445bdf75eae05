"""Every number of the cheat sheet that a club may change carries a dagger once it has, and no other does."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.cheat_sheet import HOUSE
from battles.rules.mini_nap.cheat_sheet import pages
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import PRINTED, MoveRow
from tests.rules.mini_nap.test_mn_cheat_sheet import sheet


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
        ("sum_per_hit", "Fire: batteries"),
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
    assert word == f"British column: square +3{HOUSE}"
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
        assert f"{arm} within 77{HOUSE}" in text
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
