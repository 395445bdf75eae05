"""Cells and rows of a table: quotation marks, line ends, numbers, totals, and guards against formulas."""

import csv
import io
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armies.exchange import Unreadable, read, to_csv
from armies.exchange.table.holdings import Holding, read_holdings, write_holdings
from armies.exchange.table.rows import guarded, number, unguarded
from battles.engine.armies.facts import Army, Brigade, Corps, Source, Throw, Unit
from tests.exchange.builders import armies, one_army, outline, refused, sentences

TOTAL = "Totals are not imported; Muster adds up the units."


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
    assert problem.sentence == f"The men of a unit must be between 1 and 20,000, not {said}."


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
    told = "The row names no unit, so its figures are not imported. Muster adds up the units."
    assert sentences(reading) == [(2, told), (4, told)]
    assert outline(one_army(reading)) == ["brigade A", ".unit 24e Ligne"]


def test_a_row_with_more_cells_than_columns_waits_for_a_decision() -> None:
    reading = read(b"unit,men\n24e Ligne,1,500\n25e Ligne,500,,\n")
    assert [(p.line, p.sentence) for p in refused(reading)] == [
        (
            2,
            "The row has more cells than the header row. A cell that contains the separator, such as 1,500, "
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
    with pytest.raises(Unreadable, match=r"The table cannot be read from line 2 on: .* Check its quotation marks"):
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
    assert sentences(reading) == [(2, "Hidden control characters were removed.")]


STARTS = (
    "=1+1",
    "+44",
    "-550",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "'=1",
    "''=1",
    "'",
    "''",
    ";=1",
    '"=1',
    '";=1',
    '; "=1',
    " =1",
    "a;=1",
    "a; -1",
    'a"=1',
    "a\n=1",
    ";'=1",
    "a;'=1",
    "';=1",
    "a;''=1;=2",
)
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def cells(text: str) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]


def pieces(text: str) -> list[str]:
    """What a program takes for cells that splits at semicolons or tabs, with and without heed of quotation marks."""
    naive = re.split("[;\t\r\n]", text)
    lines = text.replace("\r", "\n")
    heeding = [
        cell for delimiter in ";\t" for row in csv.reader(io.StringIO(lines), delimiter=delimiter) for cell in row
    ]
    return [piece.lstrip(' "') for piece in naive + heeding]


@pytest.mark.parametrize("cell", [*STARTS, "", "24e Ligne", "'t Hooft", 'a "=1"', "a=1"])
def test_a_guarded_cell_begins_no_formula_and_comes_back(cell: str) -> None:
    assert not guarded(cell).lstrip(';" ').startswith(DANGEROUS)
    assert unguarded(guarded(cell)) == cell


@given(cell=st.text(alphabet="'\";=+-@\t\r\n ＝a,", max_size=12))
@settings(max_examples=200, deadline=None)
def test_any_cell_comes_back_and_no_part_of_it_is_a_formula_elsewhere(cell: str) -> None:
    assert unguarded(guarded(cell)) == cell
    assert not [piece for piece in pieces(guarded(cell)) if piece.startswith(("=", "+", "-", "@", "＝"))]


@pytest.mark.parametrize("cell", ["24e Ligne", "'t Hooft", "a=1", "5", '"quoted"', "a; b", "; b", "Old - Young Guard"])
def test_a_harmless_cell_is_left_alone(cell: str) -> None:
    assert guarded(cell) == cell


@pytest.mark.parametrize(
    "start", ["=1+1", "+44", "-550", "@SUM(A1)", "＝1", "'=1", '"=1"', ";=1", ",=1", '=HYPERLINK("http://x","y")']
)
def test_no_text_of_an_army_becomes_a_formula(start: str) -> None:
    throw = Throw(rating="good", source="fixed", by=start, at=start, rule=start[:16])
    unit = Unit(name=start, type="line_infantry", quality="trained", commander=start, sources=(start,), note=start)
    brigade = Brigade(name=start, kind="infantry", commander=start, note=start, children=(unit,))
    corps = Corps(name=start, commander=start, note=start, throws=(throw,), children=(brigade,))
    army = Army(
        name=start,
        commander=start,
        battle=start,
        place=start,
        scope=start,
        sources=(Source(id=start, title=start, where=start, used_for=start),),
        notes=(start,),
        confidence={start: start},
        options={"mini_nap": {"max_corps_per_side": 2}},
        children=(corps,),
    )
    text = to_csv(army)
    assert not [cell for cell in cells(text) if cell.lstrip(';" ').startswith(DANGEROUS)]
    assert not [piece for piece in pieces(text) if piece.startswith(DANGEROUS)]
    assert read(text.encode()).armies == (army,)


@pytest.mark.parametrize("start", ["=1+1", ";=1", '"=1', "'=1", "x;=1"])
def test_no_note_on_figures_becomes_a_formula(start: str) -> None:
    row = Holding("FR", "line_infantry", 24, 144, start)
    text = write_holdings([row])
    assert not [piece for piece in pieces(text) if piece.startswith(DANGEROUS)]
    assert read_holdings(text).holdings == (row,)


@given(army=armies)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_no_cell_of_a_generated_army_begins_a_formula(army: Army) -> None:
    assert not [cell for cell in cells(to_csv(army)) if cell.startswith(DANGEROUS)]


def test_the_head_is_plain_words() -> None:
    head = to_csv(Army(name="A")).splitlines()[0]
    assert all(cell.replace("_", "").isalpha() for cell in head.split(","))


def test_a_table_that_a_spreadsheet_has_saved_again_is_still_whole() -> None:
    army = Army(name="=A", nation="FR", children=(Unit(name="-24e", type="line_infantry", quality="guard", men=5),))
    rows = list(csv.reader(io.StringIO(to_csv(army), newline="")))
    again = io.StringIO()
    csv.writer(again, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
    assert read(("\ufeff" + again.getvalue()).encode("utf-8")).armies == (army,)
