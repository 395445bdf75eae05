"""Tables to armies: CSV, and the sheets of a workbook; wide ones and those of ids."""

import csv
import io
from collections.abc import Mapping

from msgspec import structs

from armies.exchange.cleaning import HIDDEN_SENTENCE, composed, has_hidden
from armies.exchange.csv_in import TableReader
from armies.exchange.csv_rows import ABOVE, Record, Said, Table, even_record, table, tabled
from armies.exchange.limits import MAX_CELL
from armies.exchange.outcome import Problem, Reading, TableHead, Unmapped, Unreadable
from armies.exchange.parents_in import ParentReader
from armies.exchange.workbook_in import Sheet, head_at, sheets_of, where_of
from armies.rules.facts import Army


def read_csv(text: str, decisions: Mapping[int, str | None], name: str, said: Said) -> Reading:
    """The armies of a table.

    Raises:
        Unmapped: its columns are not understood.
        Unreadable: the table is broken or holds nothing.
    """
    found = table(text, decisions, said)
    armies = armies_of(found, name)
    return Reading("csv", armies, _in_order(found.problems), tuple(found.notes), (found.head,), is_full(found))


def is_full(found: Table) -> bool:
    """Whether the table is one that we wrote, in which every row says all there is to say."""
    return "level" in found.columns and "parent" not in found.columns


def armies_of(found: Table, name: str) -> tuple[Army, ...]:
    """The armies of one table; what there is to say of its rows is in its problems then."""
    reader = ParentReader(found, name) if "parent" in found.columns else TableReader(found, name)
    armies = tuple(draft.army() for draft in reader.read())
    if not any(army.children for army in armies) and not is_full(found) and not found.problems:
        raise Unreadable("The table holds no unit.")
    return armies


def read_workbook(data: bytes, decisions: Mapping[int, str | None], name: str, said: Said) -> Reading:
    """The armies of all sheets of a workbook that hold a table.

    Raises:
        Unmapped: of no sheet the columns are understood.
        Unreadable: it is no workbook, or holds nothing.
    """
    sheets, left_out = sheets_of(data)
    armies: list[Army] = []
    problems: list[Problem] = []
    notes: list[str] = list(left_out)
    heads: list[TableHead] = []
    refused: list[Unreadable] = []
    full = True
    for sheet in sheets:
        try:
            found = _table_of(sheet, decisions, said, several=len(sheets) > 1)
            armies += armies_of(found, name)
        except Unreadable as error:
            refused.append(error)
            heads += error.heads if isinstance(error, Unmapped) else ()
            notes.append(f"The sheet “{sheet.title}” was left out. {error}")
            continue
        problems += found.problems
        notes += found.notes
        heads.append(found.head)
        full = full and is_full(found)
    if len(refused) == len(sheets):
        _refuse(refused, tuple(heads))
    told = [structs.replace(problem, where="".join(where_of(problem.line, sheets))) for problem in problems]
    return Reading("workbook", tuple(armies), _in_order(told), tuple(notes), tuple(heads), full)


def _refuse(refused: list[Unreadable], heads: tuple[TableHead, ...]) -> None:
    if not refused:
        raise Unreadable("The workbook holds no table: every sheet is empty.")
    if heads:
        raise Unmapped(str(refused[0]), heads)
    raise refused[0]


def _table_of(sheet: Sheet, decisions: Mapping[int, str | None], said: Said, *, several: bool) -> Table:
    problems: list[Problem] = []
    records = list(_decided(sheet, decisions, problems))
    at = head_at(records)
    at = even_record(records) if at is None else at
    titles = records[:at]
    problems += [title.problem(ABOVE, blocking=False) for title in titles]
    if not records[at:]:
        raise Unreadable("The table has no rows.")
    named = next((cell for title in titles for cell in title.cells if cell.strip()), sheet.title if several else "")
    return tabled(records[at:], said, problems, composed(named).strip())


def _decided(sheet: Sheet, decisions: Mapping[int, str | None], problems: list[Problem]) -> list[Record]:
    """The rows with the decisions made on them; a row that is left out is not there."""
    records: list[Record] = []
    for record in sheet.records:
        if record.number in decisions:
            for cells in _typed(decisions[record.number]):
                records.append(Record(record.number, record.text, cells))
        elif len(record.text) > MAX_CELL:
            sentence = f"A row may have {MAX_CELL:,} characters; this has {len(record.text):,}."
            problems.append(record.problem(sentence))
        else:
            records.append(record)
            if has_hidden(record.text.replace("\r", "")):
                problems.append(record.problem(HIDDEN_SENTENCE, blocking=False))
    return records


def _typed(text: str | None) -> list[list[str]]:
    """What was typed in the place of a row: a line of CSV, or several."""
    if text is None:
        return []
    try:
        return [cells for cells in csv.reader(io.StringIO(composed(text)), strict=True) if cells]
    except csv.Error:
        return [[composed(text)]]


def _in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.line))
