"""The columns of a wide table: headings, places, and notes on the others."""

from itertools import permutations

import pytest

from armies.exchange import Unreadable, read
from armies.exchange.table.columns import HEADINGS, column_of
from tests.exchange.builders import facts_of, one_army, outline, refused, sentences


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("Bde", "brigade"),
        ("BRIG.", "brigade"),
        ("Div", "division"),
        ("Korps", "corps"),
        ("Strength", "men"),
        ("Str.", "men"),
        ("Stärke", "men"),
        ("Effectif", "men"),
        ("No. of men", "men"),
        ("Bn", "battalion"),
        ("Bns", "battalions"),
        ("Bataillone", "battalions"),
        ("Sqns", "squadrons"),
        ("Regt", "unit"),
        ("Einheit", "unit"),
        ("Unité", "unit"),
        ("Unit  Name", "unit"),
        ("unit_name", "unit"),
        ("Troop Quality", "quality"),
        ("Qualität", "quality"),
        ("Geschütze", "guns"),
        ("Calibre", "gun_weight"),
        ("Nationalité", "nation"),
        ("Bde cmdr", "brigade_commander"),
        ("\ufeffMen", "men"),
        ("Colour", ""),
        ("", ""),
    ],
)
def test_a_heading_means_a_column(heading: str, column: str) -> None:
    assert column_of(heading) == column


def test_no_heading_means_two_columns() -> None:
    assert all(column_of(heading) == column for heading, column in HEADINGS.items())


HEAD = ("Division", "Bde", "Unit", "Strength")
ROW = {"Division": "5th", "Bde": "Husson", "Unit": "24e Ligne", "Strength": "550"}
TREE = ["division 5th", ".brigade Husson", "..unit 24e Ligne"]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_separator_is_found(sign: str) -> None:
    text = sign.join(HEAD) + "\n" + sign.join(ROW[column] for column in HEAD) + "\n"
    assert outline(one_army(read(text.encode()))) == TREE


def test_a_separator_may_be_told() -> None:
    assert outline(one_army(read(b"sep=;\r\nunit;men\r\n24e Ligne, first;550\r\n"))) == ["unit 24e Ligne, first"]


def test_columns_stand_in_any_order() -> None:
    for head in permutations(HEAD):
        text = ",".join(head) + "\n" + ",".join(ROW[column] for column in head) + "\n"
        assert outline(one_army(read(text.encode()))) == TREE


def test_a_table_drawn_with_bars() -> None:
    text = "| Brigade | Unit | Men |\n|---|:--|---|\n| Husson | 24e Ligne | 500 |\n"
    reading = read(text.encode())
    assert outline(one_army(reading)) == ["brigade Husson", ".unit 24e Ligne"]
    assert not reading.blocking


def test_titles_may_stand_above_the_head() -> None:
    text = "French army at Quatre Bras,,\n,,\n16 June 1815,,\nBrigade,Unit,Men\nHusson,24e Ligne,500\n"
    reading = read(text.encode())
    army = one_army(reading)
    assert (army.name, army.nation) == ("French army at Quatre Bras", "FR")
    assert outline(army) == ["brigade Husson", ".unit 24e Ligne"]
    assert [line for line, said in sentences(reading) if said == "This line is above the table and was left out."] == [
        1,
        3,
    ]
    assert [line for line, _ in sentences(reading)] == [1, 3, 5]


def test_columns_that_are_not_known_are_named() -> None:
    reading = read(b"unit,men,Colour,,Facings\n24e Ligne,500,blue,,red\n")
    assert reading.notes == (
        "The column “Colour” is unknown and was left out.",
        "The column “Facings” is unknown and was left out.",
    )


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("unit,men,Strength", "Two columns have the same meaning: “men” and “Strength”."),
        ("Regiment,Name,men", "Two columns have the same meaning: “Regiment” and “Name”."),
        ("brigade,men", "The table has no column for units: name one “unit”."),
        ("unit,brigade", "The table has no column for strengths: name one “men” or “guns”."),
        ("foo,bar", "The table has no column for units: name one “unit”."),
    ],
)
def test_a_head_that_lacks_something_or_says_it_twice(head: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as error:
        read(f"{head}\na,b,c\n".encode(), "a.csv")
    assert str(error.value) == sentence


@pytest.mark.parametrize("text", ["unit,men\n", "unit,men\n,\n\n", "sep=;\n"])
def test_a_head_without_rows(text: str) -> None:
    with pytest.raises(Unreadable, match=r"The table has a header row but no other rows|The table has no rows"):
        read(text.encode(), "a.csv")


def test_a_column_of_battalions_with_one_of_regiments_names_the_unit() -> None:
    assert outline(one_army(read(b"Regt,Bn,Men\n24e Ligne,1,500\n24e Ligne,2,500\n"))) == [
        "unit 1/24e Ligne", "unit 2/24e Ligne",
    ]  # fmt: skip
    assert outline(one_army(read(b"Bn,Men,Bde\n1/24e Ligne,500,Husson\n"))) == ["brigade Husson", ".unit 1/24e Ligne"]


def test_commanders_in_columns_of_their_own() -> None:
    reading = read(
        b"division,division commander,brigade,bde cmdr,unit,men,quality\n"
        b"1st,Cooke,1st,Maitland,2/1st Foot,900,guard\n1st,Cooke,2nd,Byng,2/2nd Foot,900,guard\n"
        b"1st,Picton,2nd,,2/3rd Foot,900,guard\n"
    )
    assert outline(one_army(reading))[:4] == [
        "division 1st (Cooke)", ".brigade 1st (Maitland)", "..unit 2/1st Foot", ".brigade 2nd (Byng)",
    ]  # fmt: skip
    assert sentences(reading) == [(4, "1st already has the commander “Cooke”; “Picton” was left out.")]


def test_sides_become_armies_and_their_nations() -> None:
    reading = read(b"side,corps,unit,men\nFrench,I,24e Ligne,500\nBritish,I,24th Foot,500\n,,25th Foot,400\n")
    assert [(army.name, army.nation, len(army.children)) for army in reading.armies] == [
        ("French", "FR", 1), ("British", "GB", 1),
    ]  # fmt: skip
    assert outline(reading.armies[1]) == ["corps I", ".unit 24th Foot", ".unit 25th Foot"]


def test_the_nation_of_most_units_is_that_of_the_army() -> None:
    army = one_army(read(b"unit,men,nation\na Foot,5,British\nb Foot,5,Hanoverian\nc Foot,5,British\n"))
    assert army.nation == "GB"
    assert [child.nation for child in army.children] == ["", "HAN", ""]


@pytest.mark.parametrize(
    ("arm", "size", "unit_type"),
    [
        ("Infantry", "Line", "line_infantry"),
        ("Infantry", "Light", "light_infantry"),
        ("cav", "Heavy", "heavy_cavalry"),
        ("", "Dragoons", "medium_cavalry"),
        ("Kavallerie", "Husaren", "light_cavalry"),
        ("Artillery", "Horse", "horse_artillery"),
        ("Artillery", "Heavy", "foot_artillery"),
        ("Infanterie légère", "", "light_infantry"),
    ],
)
def test_the_type_is_that_of_arm_and_class(arm: str, size: str, unit_type: str) -> None:
    (unit,) = one_army(read(f"unit,arm,class,men\nThe Loyals,{arm},{size},400\n".encode())).children
    assert getattr(unit, "type") == unit_type  # noqa: B009


def test_artillery_in_columns() -> None:
    (unit,) = one_army(read(b"unit,guns,Kaliber\nBattery X,8,12pdr\n")).children
    assert facts_of(unit) == {"guns": 8, "gun_weight": "heavy"}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (
            {"quality": "purple"},
            "Column quality: “purple” is not understood; write one of guard, elite, veteran, trained, untrained.",
        ),
        ({"class": "Zouave"}, "Column class: “Zouave” is not understood."),
        ({"arm": "Infantry", "class": "Heavy"}, "Column arm and class"),
        ({"nation": "Narnia"}, "“Narnia” is not a known nation."),
        ({"flags": "mounted"}, "Column flags: “mounted” is not one of lancer, irregular, kgl, armoured."),
        ({"basis": "guessed"}, "Column basis: “guessed” is not one of sourced, recalled, derived, unknown."),
        ({"weight": "wide"}, "Column gun_weight: “wide” is not understood; write light, medium or heavy."),
        ({"men": "many"}, "Column men: “many” is not a whole number."),
        ({"sub unit": "heaps"}, "Column sub_unit: “heaps” is not understood."),
    ],
)
def test_a_cell_that_is_not_understood_names_its_column(cells: dict[str, str], sentence: str) -> None:
    row = {"unit": "24e Ligne", "men": "500", **cells}
    (problem,) = refused(read(f"{','.join(row)}\n{','.join(row.values())}\n".encode()))
    assert problem.line == 2
    assert problem.sentence.startswith(sentence.replace("Column arm", "Columns arm"))
