"""Workbooks (XLSX) in and out: sheets as tables, nothing run, nothing lost, hostile files refused in a sentence."""

import contextlib
import datetime
import io
import zipfile
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings

from armies.exchange import Unmapped, Unreadable, limits, read
from armies.exchange.table.workbook import NOT_READ, cell_text, to_workbook
from battles.engine.armies.facts import Army, HouseRules, Unit
from battles.engine.armies.tree import number, units
from tests.exchange.books import HEAD, book, saved
from tests.exchange.builders import armies, one_army, outline, refused, sentences

GENERATED = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def loaded(data: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(data))


@given(army=armies)
@GENERATED
def test_a_generated_army_comes_back_exactly(army: Army) -> None:
    reading = read(to_workbook(army, (("Faults",), ("unit", "men", "brigade"), ("24e Ligne", 550, "1st"))))
    assert reading.kind == "workbook"
    assert reading.armies == (army,)
    assert not reading.blocking


@pytest.mark.parametrize(
    "text",
    [
        "=1+1", "'=1+1", "''", ";=1", '"=1', "';=1", "a;'=1", "a;''=1;=2",
        "_x000D_", "_x000D_x000A_", "_x005F_", "550", "1815-06-16",
    ],
)  # fmt: skip
def test_tricky_texts_come_back(text: str) -> None:
    army = Army(name="A", children=(Unit(name=text, type="line_infantry", quality="guard", note=text),))
    assert read(to_workbook(army)).armies == (army,)


def test_ids_do_not_show() -> None:
    army = Army(name="A", children=(Unit(name="24e", type="line_infantry", quality="guard"),))
    assert read(to_workbook(number(army))).armies == (army,)


def test_the_table_can_be_read_by_people() -> None:
    unit = Unit(name="=SUM(A1)", type="line_infantry", quality="guard", men=550, commander="-1", note=";=1")
    sheet, told = loaded(to_workbook(Army(name="A", children=(unit,)), (("Totals",), ("Men", 550)))).worksheets
    assert sheet.freeze_panes == "A2"
    assert sheet.column_dimensions["F"].width == 34
    row = {head.value: cell for head, cell in zip(sheet[1], sheet[3], strict=True)}
    assert (row["men"].value, row["men"].data_type) == (550, "n")
    assert (row["unit"].value, row["unit"].data_type) == ("=SUM(A1)", "s")
    assert row["unit"].quotePrefix
    assert row["commander"].data_type == "s"
    assert (row["notes"].value, row["notes"].quotePrefix) == (";=1", True)
    assert [[cell.value for cell in line if cell.value is not None] for line in told] == [
        [NOT_READ],
        ["Totals"],
        ["Men", 550],
    ]


def test_the_name_of_house_rules_is_told_and_not_kept() -> None:
    army = Army(
        name="A", house=HouseRules(name="Our club"), children=(Unit(name="a", type="line_infantry", quality="guard"),)
    )
    reading = read(to_workbook(army))
    assert one_army(reading).house is None
    assert any("house rules “Our club”" in note for note in reading.notes)


def test_every_sheet_with_a_table_is_read() -> None:
    rows = [HEAD, ("II", "5th", "1st", "24e Ligne", "line", "veteran", 550, None)]
    allied = [
        ("Order of battle of the Allies",),
        (),
        HEAD,
        ("I", "3rd", "5th", "30th Foot", "line", "veteran", 615.0, None),
    ]
    reading = read(book(("French", rows), ("Prices", [("a", "b"), ("c", "d")]), ("Allied", allied), ("Blank", [])))
    assert [army.name for army in reading.armies] == ["French", "Order of battle of the Allies"]
    assert [unit.men for army in reading.armies for unit in units(army)] == [550, 615]
    assert any("“Prices” was left out" in note for note in reading.notes)
    assert len(reading.heads) == 3


def test_problems_name_the_sheet_and_the_row_that_people_see() -> None:
    rows = [HEAD, (), ("II", "5th", "1st", "24e Ligne", "line", "veteran", "many", None)]
    reading = read(book(("French", rows), ("Allied", rows)))
    assert [problem.place for problem in reading.blocking] == ["Sheet “French”, row 3", "Sheet “Allied”, row 3"]
    assert len({problem.line for problem in reading.blocking}) == 2
    (alone,) = refused(read(book(("French", rows))))
    assert (alone.place, alone.text) == ("Row 3", "II,5th,1st,24e Ligne,line,veteran,many")


def test_a_row_can_be_mended_or_left_out() -> None:
    rows = [
        HEAD,
        ("II", "5th", "1st", "24e, Ligne", "line", "veteran", "many", None),
        ("", "", "", "25e", "line", "elite", 1),
    ]
    data = book(("French", rows))
    (problem,) = read(data).blocking
    mended = one_army(read(data, "", {problem.line: problem.text.replace("many", "500")}))
    assert [unit.name for unit in units(mended)] == ["24e, Ligne", "25e"]
    assert [unit.name for unit in units(one_army(read(data, "", {problem.line: None})))] == ["25e"]


def test_merged_cells_mean_what_stands_in_them() -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    for row in (
        ("Waterloo",),
        HEAD,
        ("II Corps", "5th Division", "1st Brigade", "24e Ligne", "line", "veteran", 550),
        (None, None, None, "25e Ligne", "line", "veteran", 540),
        (None, None, "2nd Brigade", "26e Ligne", "line", "veteran", 530),
    ):
        sheet.append(row)
    for where in ("A1:H1", "A3:A5", "B3:B5", "C3:C4"):
        sheet.merge_cells(where)
    army = one_army(read(saved(made)))
    assert army.name == "Waterloo"
    assert outline(army) == [
        "corps II Corps",
        ".division 5th Division",
        "..brigade 1st Brigade",
        "...unit 24e Ligne",
        "...unit 25e Ligne",
        "..brigade 2nd Brigade",
        "...unit 26e Ligne",
    ]


def test_a_formula_counts_for_its_stored_value() -> None:
    data = book(("A", [("brigade", "unit", "men", "quality"), ("1st", "24e Ligne", "=500+50", "veteran")]))
    assert [unit.men for unit in units(one_army(read(data)))] == [None]
    stored = with_part(
        data,
        "xl/worksheets/sheet1.xml",
        lambda text: text.replace("<v></v>", "<v>550</v>").replace("<v />", "<v>550</v>"),
    )
    assert [unit.men for unit in units(one_army(read(stored)))] == [550]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (550.0, "550"),
        (12.5, "12.5"),
        (1e300, "1e+300"),
        (True, "true"),
        (None, ""),
        (datetime.datetime(1915, 6, 16), "1915-06-16"),
        (datetime.datetime(1915, 6, 16, 11, 30), "1915-06-16T11:30:00"),
        (datetime.time(11, 30), "11:30:00"),
        ("a_x000A_b", "a\nb"),
    ],
)
def test_cells_are_read_as_they_are_typed(value: Any, text: str) -> None:
    assert cell_text(value) == text


def test_hidden_sheets_are_left_out_and_told_of() -> None:
    made = loaded(
        book(
            ("A", [HEAD, ("", "", "1st", "24e", "line", "elite", 1)]),
            ("B", [HEAD, ("", "", "2nd", "25e", "line", "elite", 1)]),
        )
    )
    made["B"].sheet_state = "hidden"
    reading = read(saved(made))
    assert len(reading.armies) == 1
    assert "The sheet “B” is hidden and was left out." in reading.notes


def with_part(data: bytes, name: str, change: Any) -> bytes:
    """The workbook with one part of it changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            part = old.read(info)
            new.writestr(info.filename, change(part.decode()).encode() if info.filename == name else part)
    return out.getvalue()


def with_member(data: bytes, name: str, content: bytes) -> bytes:
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as new:
        new.writestr(name, content)
    return out.getvalue()


PLAIN = book(("A", [HEAD, ("II", "5th", "1st", "24e Ligne", "line", "veteran", 550, None)]))


def bad(data: bytes) -> str:
    with pytest.raises(Unreadable) as error:
        read(data, "list.xlsx")
    return str(error.value)


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    assert "at most 40,000,000" in bad(with_member(PLAIN, "xl/bomb.xml", b"0" * 41_000_000))
    assert "grows more than 250 times" in bad(with_member(PLAIN, "xl/bomb.xml", b"0" * 20_000_000))


def test_too_many_parts_sheets_rows_and_columns_are_refused() -> None:
    many = io.BytesIO(PLAIN)
    with zipfile.ZipFile(many, "a") as new:
        for at in range(500):
            new.writestr(f"xl/{at}.xml", b"")
    assert "at most 500 are allowed" in bad(many.getvalue())
    assert "at most 20 are allowed" in bad(book(*((f"s{n}", [HEAD]) for n in range(21))))
    row = ("", "", "1st", "24e", "line", "elite", 1)
    assert "more than 5,000 rows" in bad(book(("A", [HEAD, *[row] * 5_001])))
    assert "more than 5,000 rows" in bad(book(("A", [HEAD, *[row] * 3_000]), ("B", [HEAD, *[row] * 3_000])))
    assert "A table may have at most 200 columns" in bad(book(("A", [(*HEAD, *range(200)), row])))


def test_rows_far_below_are_not_looked_for() -> None:
    made = loaded(PLAIN)
    made.active.cell(row=1_048_576, column=4, value="25e")
    reading = read(saved(made))
    assert one_army(reading).children
    assert "The sheet “A” has more than 9,999 rows; the rows after that were left out." in reading.notes


@pytest.mark.parametrize("cut", [10, 500, -200, -30])
def test_a_damaged_workbook_is_refused(cut: int) -> None:
    assert bad(PLAIN[:cut])


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:200],
        lambda text: "<x/>",
        lambda text: "",
        lambda text: '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>' + text.replace("<sheetData>", "<sheetData>&a;"),
        lambda text: text.replace('r="A1"', 'r="ZZZZZZ99999999999"'),
        lambda text: text.replace('t="s"', 't="s" s="999999"'),
        lambda text: text.replace("<v>", "<v>99"),
    ],
)
def test_a_sheet_with_nonsense_in_it_is_read_or_refused_in_a_sentence(change: Any) -> None:
    with contextlib.suppress(Unreadable):
        read(with_part(PLAIN, "xl/worksheets/sheet1.xml", change), "list.xlsx")


def test_expanding_entities_do_not_grow() -> None:
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">{levels}]>'
    part = lambda text: bomb + text.replace("24e Ligne", "&a9;")  # noqa: E731
    assert "cannot be read" in bad(with_part(PLAIN, "xl/worksheets/sheet1.xml", part))


@pytest.mark.parametrize("name", ["word/document.xml", "content.xml"])
def test_another_packed_document_is_called_what_it_is(name: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new:
        new.writestr(name, b"<x/>")
    assert "a zip file or a document that is one" in bad(out.getvalue())


def test_a_locked_workbook_is_refused() -> None:
    data = bytearray(PLAIN)
    at = data.find(b"PK\x01\x02")
    data[at + 8] |= 1
    assert "password" in bad(bytes(data))


def test_an_empty_workbook_and_one_of_unknown_columns() -> None:
    assert bad(book(("A", []))) == "The workbook has no table: every sheet is empty."
    with pytest.raises(Unmapped) as error:
        read(book(("A", [("Nom", "Effectif x"), ("24e Ligne", 550)])))
    (head,) = error.value.heads
    assert (head.headings, head.samples) == (("Nom", "Effectif x"), (("24e Ligne",), ("550",)))


def test_the_columns_can_be_told() -> None:
    data = book(("A", [("Nom", "Zahl", "Rang"), ("24e Ligne", 550, "veteran")]))
    with pytest.raises(Unmapped) as error:
        read(data)
    (head,) = error.value.heads
    reading = read(data, columns={head.digest: {0: "unit", 1: "men", 2: "quality"}})
    (unit,) = units(one_army(reading))
    assert (unit.name, unit.men, unit.quality) == ("24e Ligne", 550, "veteran")
    assert reading.heads[0].meanings == ("unit", "men", "quality")


def test_the_largest_army_is_written_and_read() -> None:
    note = "x" * limits.MAX_NOTE
    army = Army(name="A", notes=(note,), children=(Unit(name="a", type="line_infantry", quality="guard", note=note),))
    assert read(to_workbook(army)).armies == (army,)
    assert sentences(read(to_workbook(army))) == []
