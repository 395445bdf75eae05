"""Read armies from CSV or the sheets of a workbook, as wide tables or tables of ids."""

import csv
import io
from collections.abc import Mapping

from msgspec import structs

from armies.exchange.clean_text import HIDDEN_SENTENCE, composed, has_hidden
from armies.exchange.draft_army import Draft
from armies.exchange.import_result import NoUnits, Problem, Reading, TableHead, Unmapped, Unreadable
from armies.exchange.limits import MAX_CELL
from armies.exchange.lists.ledger import Ledger, LedgerLine
from armies.exchange.plain_ledger import finished_ledger, line_claims, table_claims
from armies.exchange.table.id_table import ParentReader
from armies.exchange.table.rows import ABOVE, ColumnMeanings, Record, Table, even_record, read_table, table_of_records
from armies.exchange.table.wide_table import TableReader
from armies.exchange.table.workbook import Sheet, head_at, sheets_of, where_of


def read_csv(text: str, decisions: Mapping[int, str | None], name: str, owner_meanings: ColumnMeanings) -> Reading:
    """The armies of a CSV table.

    Raises:
        Unmapped: its columns are not understood.
        Unreadable: the table is damaged or empty.
    """
    table = read_table(text, decisions, owner_meanings)
    drafts = drafts_of(table, name)
    return Reading(
        "csv",
        tuple(draft.army() for draft in drafts),
        _in_order(table.problems),
        tuple(table.notes),
        (table.head,),
        is_full(table),
        places=tuple(draft.lines() for draft in drafts),
        ledger=ledger_of(table),
    )


def ledger_of(table: Table) -> tuple[LedgerLine, ...]:
    """The ledger of a table: titles and headings, each cell by its column; rows that are asked about are questions."""
    ledger = Ledger()
    asked = [problem.line for problem in table.problems if problem.blocking]
    if table.head_row is not None:
        line_claims(ledger, table.head_row.number, table.head_row.text, "heading")
    order = sorted(table.columns, key=lambda column: table.columns[column])
    for row in table.rows:
        table_claims(ledger, row.number, row.text, ((column, row[column]) for column in order))
    for problem in table.problems:
        if problem.line not in ledger.texts:
            line_claims(ledger, problem.line, problem.text, "question" if problem.blocking else "name")
    return finished_ledger(ledger, asked)


def is_full(table: Table) -> bool:
    """True if the table is in our own format, in which every row is complete."""
    return "level" in table.columns and "parent" not in table.columns


def drafts_of(table: Table, name: str) -> list[Draft]:
    """The armies of one table; problems of its rows are added to the table."""
    reader = ParentReader(table, name) if "parent" in table.columns else TableReader(table, name)
    drafts = list(reader.read())
    if not any(draft.children for draft in drafts) and not is_full(table) and not table.problems:
        raise NoUnits("The table has no unit.")
    return drafts


def read_workbook(
    data: bytes, decisions: Mapping[int, str | None], name: str, owner_meanings: ColumnMeanings
) -> Reading:
    """The armies of all sheets of a workbook that contain a table.

    Raises:
        Unmapped: the columns of no sheet are understood.
        Unreadable: it is not a workbook, or is empty.
    """
    sheets, left_out = sheets_of(data)
    drafts: list[Draft] = []
    problems: list[Problem] = []
    notes: list[str] = list(left_out)
    heads: list[TableHead] = []
    errors: list[Unreadable] = []
    ledger: list[LedgerLine] = []
    full = True
    for sheet in sheets:
        try:
            table = _table_of(sheet, decisions, owner_meanings, several=len(sheets) > 1)
            drafts += drafts_of(table, name)
        except Unreadable as error:
            errors.append(error)
            heads += error.heads if isinstance(error, Unmapped) else ()
            notes.append(f"The sheet “{sheet.title}” was left out. {error}")
            continue
        problems += table.problems
        notes += table.notes
        heads.append(table.head)
        full = full and is_full(table)
        ledger += ledger_of(table)
    if len(errors) == len(sheets):
        _refuse(errors, tuple(heads))
    placed = [structs.replace(problem, where="".join(where_of(problem.line, sheets))) for problem in problems]
    armies = tuple(draft.army() for draft in drafts)
    places = tuple(draft.lines() for draft in drafts)
    return Reading(
        "workbook", armies, _in_order(placed), tuple(notes), tuple(heads), full, places=places, ledger=tuple(ledger)
    )


def _refuse(errors: list[Unreadable], heads: tuple[TableHead, ...]) -> None:
    if not errors:
        raise Unreadable("The workbook has no table: every sheet is empty.")
    if heads:
        raise Unmapped(str(errors[0]), heads)
    raise errors[0]


def _table_of(
    sheet: Sheet, decisions: Mapping[int, str | None], owner_meanings: ColumnMeanings, *, several: bool
) -> Table:
    problems: list[Problem] = []
    records = list(_decided(sheet, decisions, problems))
    at = head_at(records)
    at = even_record(records) if at is None else at
    titles = records[:at]
    problems += [title.problem(ABOVE, blocking=False) for title in titles]
    if not records[at:]:
        raise Unreadable("The table has no rows.")
    named = next((cell for title in titles for cell in title.cells if cell.strip()), sheet.title if several else "")
    return table_of_records(records[at:], owner_meanings, problems, composed(named).strip())


def _decided(sheet: Sheet, decisions: Mapping[int, str | None], problems: list[Problem]) -> list[Record]:
    """The rows of the sheet after ``decisions``, without rows that are left out."""
    records: list[Record] = []
    for record in sheet.records:
        if record.number in decisions:
            for cells in _typed(decisions[record.number]):
                records.append(Record(record.number, record.text, cells))
        elif len(record.text) > MAX_CELL:
            sentence = f"A row may have at most {MAX_CELL:,} characters; this one has {len(record.text):,}."
            problems.append(record.problem(sentence))
        else:
            records.append(record)
            if has_hidden(record.text.replace("\r", "")):
                problems.append(record.problem(HIDDEN_SENTENCE, blocking=False))
    return records


def _typed(text: str | None) -> list[list[str]]:
    """The rows typed instead of a row: one line of CSV or several."""
    if text is None:
        return []
    try:
        return [cells for cells in csv.reader(io.StringIO(composed(text)), strict=True) if cells]
    except csv.Error:
        return [[composed(text)]]


def _in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.line))
