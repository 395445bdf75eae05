"""Cells and rows of a table: quotation marks, line ends, numbers, empty cells, totals, rows that do not fit."""

import pytest

from armies.exchange import Unreadable, read
from armies.exchange.csv_cells import number
from armies.rules.facts import Unit

from .texts import one_army, outline, refused, sentences

TOTAL = "A total is not kept; totals are counted from the units."


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("", None),
        ("550", 550),
        (" 550 ", 550),
        ("1,083", 1083),
        ("1.083", 1083),
        ("1'083", 1083),
        ("1 083", 1083),
        ("1\u00a0083", 1083),
        ("995,0", 995),
        ("995.0", 995),
        ("995.00", 995),
        ("1,083.0", 1083),
        ("c. 1000", 1000),
        ("~1888", 1888),
        ("2406 men", 2406),
    ],
)
def test_a_number(cell: str, value: int | None) -> None:
    assert number(cell) == value


@pytest.mark.parametrize(
    "cell", ["1.5", "1,5", "10,83", "1,08", "four", "5-6", "1e3", "½", "5 6", "1 08", "nan", "inf", "5+5"]
)
def test_what_is_no_whole_number(cell: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        number(cell)


@pytest.mark.parametrize("cell", ["-5", "−5", "- 1,000"])
def test_a_negative_number(cell: str) -> None:
    with pytest.raises(ValueError, match="is negative; men and guns are counted from 1"):
        number(cell)


@pytest.mark.parametrize(
    ("men", "said"), [("0", "0"), ("20001", "20,001"), ("99999999999999999999", "999,999,999,999")]
)
def test_absurd_numbers_wait_for_a_decision(men: str, said: str) -> None:
    (problem,) = refused(read(f"unit,men\n24e Ligne,{men}\n".encode()))
    assert problem.sentence == f"The men of a unit must be between 1 and 20,000; this says {said}."


def test_quoted_cells_hold_separators_quotation_marks_and_line_ends() -> None:
    text = 'unit,men,notes\n"The ""Old"", 24e Ligne",500,"one\ntwo, three\n\nfour"\n25e Ligne,400,\n'
    reading = read(text.encode())
    first, second = one_army(reading).children
    assert (first.name, first.note) == ('The "Old", 24e Ligne', "one\ntwo, three\n\nfour")
    assert second.name == "25e Ligne"
    assert [line for line, _ in sentences(reading)] == [2, 6]


def test_line_ends_in_a_name_become_spaces() -> None:
    (unit,) = one_army(read(b'unit,men\r\n"24e\r\nLigne",500\r\n')).children
    assert unit.name == "24e Ligne"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_any_line_ends(ends: str) -> None:
    assert outline(one_army(read(ends.join(("brigade,unit,men", "A,24e Ligne,5", "")).encode()))) == [
        "brigade A",
        ".unit 24e Ligne",
    ]


def test_empty_cells_mean_what_stands_above_them() -> None:
    text = "division,brigade,unit,men\n5th,Husson,24e Ligne,5\n,,25e Ligne,5\n,Campi,26e Ligne,5\n6th,,27e Ligne,5\n"
    assert outline(one_army(read(text.encode()))) == [
        "division 5th",
        ".brigade Husson",
        "..unit 24e Ligne",
        "..unit 25e Ligne",
        ".brigade Campi",
        "..unit 26e Ligne",
        "division 6th",
        ".unit 27e Ligne",
    ]


def test_rows_of_totals_are_told_of_and_not_kept() -> None:
    text = "brigade,unit,men,quality\nA,24e Ligne,500,guard\n,Total,500,\nTotal,,500,\nA,25e Ligne,500,guard\n"
    reading = read(text.encode())
    assert sentences(reading) == [(3, TOTAL), (4, TOTAL)]
    assert outline(one_army(reading)) == ["brigade A", ".unit 24e Ligne", ".unit 25e Ligne"]


def test_figures_of_a_row_without_a_unit_are_told_of() -> None:
    text = "brigade,unit,men,quality\nA,,500,\nA,24e Ligne,500,guard\n,,500,\n"
    reading = read(text.encode())
    told = "The row names no unit; its figures are not kept. Totals are counted from the units."
    assert sentences(reading) == [(2, told), (4, told)]
    assert outline(one_army(reading)) == ["brigade A", ".unit 24e Ligne"]


def test_a_row_with_more_cells_than_columns_waits_for_a_decision() -> None:
    reading = read(b"unit,men\n24e Ligne,1,500\n25e Ligne,500,,\n")
    assert [(p.line, p.sentence) for p in refused(reading)] == [
        (
            2,
            "The row has more cells than the head has columns. A cell with the separator in it, such as 1,500, "
            "needs quotation marks.",
        )
    ]
    assert outline(one_army(reading)) == ["unit 25e Ligne"]


def test_short_and_empty_rows() -> None:
    reading = read(b"brigade,unit,men\nA,24e Ligne\n\n,,\nB,25e Ligne,500\n")
    assert not reading.blocking
    assert outline(one_army(reading)) == ["brigade A", ".unit 24e Ligne", "brigade B", ".unit 25e Ligne"]


@pytest.mark.parametrize(
    "text",
    ['unit,men\n"24e Ligne,500\n25e Ligne,400\n', 'unit,men\n"24e "Old" Ligne",500\n'],
)
def test_a_quotation_mark_that_is_not_closed(text: str) -> None:
    with pytest.raises(Unreadable, match=r"From line 2 the table is broken: .* Look for a quotation mark"):
        read(text.encode())


def test_an_inch_mark_is_no_quotation_mark() -> None:
    (unit,) = one_army(read(b'unit,guns\nBattery with 5.5" how,6\n')).children
    assert (unit.name, getattr(unit, "guns")) == ('Battery with 5.5" how', 6)  # noqa: B009


def test_guns_with_their_calibre_in_one_cell() -> None:
    (unit,) = one_army(read(b"unit,guns\nBattery X,6x9pdr\n")).children
    assert isinstance(unit, Unit)
    assert (unit.guns, unit.gun_weight) == (6, "medium")


def test_a_decision_replaces_a_row_or_leaves_it_out() -> None:
    text = b"brigade,unit,men\nA,24e Ligne,many\nA,25e Ligne,-5\nA,26e Ligne,500\n"
    assert [p.line for p in refused(read(text))] == [2, 3]
    reading = read(text, "", {2: "A,24e Ligne,500", 3: None})
    assert not reading.blocking
    assert outline(one_army(reading)) == ["brigade A", ".unit 24e Ligne", ".unit 26e Ligne"]


def test_names_with_markup_stay_text() -> None:
    (unit,) = one_army(read(b"unit,class,men\n<script>alert(1)</script>,line infantry,500\n")).children
    assert unit.name == "<script>alert(1)</script>"


def test_hidden_characters_are_taken_out_and_told_of() -> None:
    reading = read("unit,men,quality\n24e\u202e Ligne,500,guard\n".encode())
    assert outline(one_army(reading)) == ["unit 24e Ligne"]
    assert sentences(reading) == [(2, "Hidden control characters were taken out.")]
