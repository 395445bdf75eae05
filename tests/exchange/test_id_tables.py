"""Tables whose rows name their parent by an id."""

import pytest

from armies.exchange import Unmapped, read
from battles.engine.armies.tree import units
from tests.exchange.books import book
from tests.exchange.builders import one_army, outline, refused, sentences

HEAD = "id,parent_id,name,level,type,quality,men,guns,commander"


def table(*rows: str, head: str = HEAD) -> bytes:
    return "\n".join((head, *rows)).encode()


ROWS = (
    "1,,II Corps,corps,,,,,Reille",
    "2,1,5th Division,division,,,,,Bachelu",
    "3,2,1st Brigade,brigade,,,,,Husson",
    "4,3,I/2e Léger,unit,light infantry,veteran,600,,",
    "5,3,I/61e Ligne,unit,line infantry,veteran,430,,",
    "6,2,Battery 18/6,unit,foot artillery,veteran,,8,",
)
TREE = [
    "corps II Corps (Reille)",
    ".division 5th Division (Bachelu)",
    "..brigade 1st Brigade (Husson)",
    "...unit I/2e Léger",
    "...unit I/61e Ligne",
    "..unit Battery 18/6",
]


def test_rows_stand_under_the_row_that_they_name() -> None:
    reading = read(table(*ROWS), "waterloo.csv")
    assert outline(one_army(reading)) == TREE
    assert one_army(reading).name == "waterloo"
    assert not reading.blocking


def test_the_order_of_the_rows_does_not_matter_but_among_those_under_one() -> None:
    shuffled = (ROWS[4], ROWS[5], ROWS[3], ROWS[2], ROWS[1], ROWS[0])
    assert outline(one_army(read(table(*shuffled)))) == [
        *TREE[:2],
        "..unit Battery 18/6",
        TREE[2],
        "...unit I/61e Ligne",
        "...unit I/2e Léger",
    ]


def test_a_sheet_of_a_workbook_is_read_so_as_well() -> None:
    rows = [tuple(int(c) if c.isdecimal() else c for c in row.split(",")) for row in (HEAD, *ROWS)]
    assert outline(one_army(read(book(("OOB", rows))))) == TREE


def test_the_level_follows_from_the_depth_and_the_words() -> None:
    head = "id,parent,name,men,guns,quality"
    rows = (
        "a,,Reille,,,",
        "b,a,Bachelu,,,",
        "c,b,Husson,,,",
        "d,c,I/61e Ligne,430,,veteran",
        "e,b,1st Foot Battery,,8,",
    )
    assert outline(one_army(read(table(*rows, head=head)))) == [
        "corps Reille",
        ".division Bachelu",
        "..brigade Husson",
        "...unit I/61e Ligne",
        "..unit 1st Foot Battery",
    ]


def test_a_formation_over_corps_is_the_army_and_two_are_two_armies() -> None:
    head = "id,parent,name,level,men,nation"
    one = ("a,,French Army,,,", "b,a,I Corps,,,", "c,b,1st Division,,,", "d,c,1st Brigade,,,", "e,d,24e Ligne,,500,")
    army = one_army(read(table(*one, head=head)))
    assert (army.name, army.nation) == ("French Army", "FR")
    two = (*one, "f,,Prussian Army,army,,PR", "g,f,IV Corps,,,", "h,g,24th Line,unit,700,")
    reading = read(table(*two, head=head))
    assert [(army.name, army.nation) for army in reading.armies] == [("French Army", "FR"), ("Prussian Army", "PR")]


def test_a_regiment_with_its_battalions_under_it_is_no_formation() -> None:
    rows = (
        "1,,1st Brigade,brigade,,,,,",
        "2,1,24e Ligne,,,veteran,,,",
        "3,2,1st Battalion,,,,550,,",
        "4,2,2nd Battalion,,,,540,,",
    )
    army = one_army(read(table(*rows)))
    assert [unit.name for unit in units(army)] == ["I/24e Ligne", "II/24e Ligne"]


def test_ids_may_be_words_and_are_not_told_apart_by_case() -> None:
    rows = ("HQ,,II Corps,,,,,,", "u1,hq,24e Ligne,,,veteran,550,,")
    assert outline(one_army(read(table(*rows)))) == ["corps II Corps", ".unit 24e Ligne"]


def test_without_ids_the_names_are_taken_for_them() -> None:
    rows = ("II Corps,,,", "24e Ligne,II Corps,550,veteran")
    reading = read(table(*rows, head="name,parent,men,quality"))
    assert outline(one_army(reading)) == ["corps II Corps", ".unit 24e Ligne"]
    assert any("no column of ids" in note for note in reading.notes)


@pytest.mark.parametrize("top", ["", "0", "-", "NULL", "none"])
def test_the_ways_to_stand_under_nothing(top: str) -> None:
    assert (
        outline(one_army(read(table(f"1,{top},II Corps,,,,,,", "2,1,24e Ligne,,,veteran,550,,"))))[0]
        == "corps II Corps"
    )


@pytest.mark.parametrize(
    ("rows", "line", "sentence"),
    [
        (("9,8,25e Ligne,,,,500,,",), 8, "The parent of the row is “8”, but no row has this id."),
        (("6,1,25e Ligne,,,,500,,",), 8, "Two rows have the id “6”; the other is row 7."),
        (("9,9,25e Ligne,,,,500,,",), 8, "The row is its own ancestor: 9 > 9."),
        ((",1,,,,,500,,",), 8, "The row has no id."),
        (("9,1,,,,,500,,",), 8, "The row “9” has no name."),
        (("9,4,25e Ligne,,,,500,,",), 5, "“I/2e Léger” has the level unit, but there are other rows under it."),
        (
            ("9,1,X,squad,,,500,,",),
            8,
            "Column level: “squad” is not understood; write army, corps, division, brigade or unit.",
        ),
        (("9,1,25e Ligne,unit,,splendid,500,,",), 8, "Column quality: “splendid” is not understood"),
        (("9,3,Another Corps,corps,,,,,",), 8, "Wrong nesting"),
    ],
)
def test_a_row_that_cannot_be_placed_gets_a_sentence(rows: tuple[str, ...], line: int, sentence: str) -> None:
    reading = read(table(*ROWS, *rows))
    told = [(problem.line, problem.sentence) for problem in reading.blocking]
    assert [at for at, said in told if said.startswith(sentence)] == [line], told


def test_each_row_of_a_circle_gets_the_sentence() -> None:
    rows = ("7,9,A,,,,,,", "8,7,B,,,,,,", "9,8,C,,,,,,", "10,9,24e Ligne,,,,500,,")
    reading = read(table(*ROWS, *rows))
    assert [problem.line for problem in reading.blocking] == [8, 9, 10]
    assert reading.blocking[0].sentence == "The row is its own ancestor: 7 > 9 > 8 > 7."
    assert outline(one_army(reading)) == TREE


def test_a_row_can_be_mended() -> None:
    reading = read(table(*ROWS, "9,8,25e Ligne,,,veteran,500,,"), "", {8: "9,3,25e Ligne,,,veteran,500,,"})
    assert not reading.blocking, sentences(reading)
    assert "...unit 25e Ligne" in outline(one_army(reading))


def test_a_deep_chain_of_rows_is_refused_row_by_row() -> None:
    rows = ["0,,Top,,,,,,", *(f"{n},{n - 1},F{n},,,,,," for n in range(1, 2000)), "2000,1999,24e Ligne,,,,500,,"]
    assert refused(read(table(*rows)))


def test_an_id_without_a_parent_is_a_column_like_others() -> None:
    reading = read(b"id,brigade,unit,men\n1,1st,24e Ligne,500\n")
    assert outline(one_army(reading)) == ["brigade 1st", ".unit 24e Ligne"]
    assert "The column “id” is unknown and was left out." in reading.notes


def test_a_parent_without_a_name_is_asked_for() -> None:
    with pytest.raises(Unmapped, match="no column for units"):
        read(b"id,parent,men\n1,,500\n")


def test_headings_of_programs_and_levels_among_the_types_are_understood() -> None:
    rows = ("1,,II Corps,Corps,,Reille", "2,1,5th Division,Division,,Bachelu", "3,2,I/2e Léger,light infantry,600,")
    read_table = read(table(*rows, head="UnitID,ParentID,UnitName,Type,Strength,Leader"))
    assert outline(one_army(read_table)) == [
        "corps II Corps (Reille)",
        ".division 5th Division (Bachelu)",
        "..unit I/2e Léger",
    ]
