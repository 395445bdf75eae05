"""Read armies from CSV or the sheets of a workbook: wide tables, or tables in which each row names its parent by id."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import structs

from armies.exchange.clean_text import HIDDEN_SENTENCE, composed, has_hidden, plain, short
from armies.exchange.draft_army import Draft, NoUnits, Parsed, Problem, Reading, TableHead, Unmapped, Unreadable
from armies.exchange.limits import MAX_CELL, MAX_SHEET_ROWS
from armies.exchange.lists.ledger import Ledger, LedgerLine, finished_ledger, line_claims, table_claims
from armies.exchange.table.rows import (
    ABOVE,
    ColumnMeanings,
    Record,
    Row,
    Table,
    even_record,
    exact_units,
    read_table,
    table_of_records,
)
from armies.exchange.table.wide_table import TableReader, formation_facts, unit_of
from armies.exchange.table.workbook import Sheet, head_at, sheets_of, where_of
from armies.exchange.text.army_header import heading, known_nation, level_in
from armies.exchange.text.hierarchy import Entry, TreeBuilder, assign_levels
from armies.exchange.text.lines import Line
from armies.exchange.vocabulary import LEVELS, nation_in

UNIT_LEVELS: Final = frozenset(
    ("unit", "units", "battalion", "bataillon", "battery", "batterie", "squadron", "squadrons", "einheit", "bn")
)
ARMY_LEVELS: Final = frozenset(("army", "armee", "side", "force", "oob", "order of battle"))
ENDS: Final = "", "0", "-", "none", "null", "n/a", "root"
"""Parent ids that mean no parent, unless a row has that id."""
UNDER: Final = 2
"""Spaces of indentation for each level, as in indented text."""


class ParentReader:
    """Reader of one table: it builds trees by the ids of rows, then reads them like indented lines."""

    def __init__(self, table: Table, name: str) -> None:
        self.table = table
        self.name = table.title or name
        self.problems = table.problems
        self.rows: dict[str, Row] = {}
        self.under: dict[str, list[str]] = defaultdict(list)
        self.top: list[str] = []

    def read(self) -> list[Draft]:
        """The armies of the table; each row that cannot be placed becomes a problem."""
        if "id" not in self.table.columns:
            self.table.notes.append("The table has no column of ids, so the names of the rows are used as ids.")
        self._number()
        self._place()
        entries = [entry for key in self.top for entry in self._entries(key)]
        assign_levels(entries)
        return [self._army(part) for part in _by_army(entries)]

    def _number(self) -> None:
        for row in self.table.rows:
            _level_of_class(row)
            key = plain(row["id"] or row["unit"])
            if not key:
                self.problems.append(row.problem("The row has no id."))
            elif not row["unit"]:
                self.problems.append(row.problem(f"The row “{row['id']}” has no name."))
            elif key in self.rows:
                first = self.rows[key].number % (MAX_SHEET_ROWS + 1)
                self.problems.append(
                    row.problem(f"Two rows have the id “{row['id'] or row['unit']}”; the other is row {first}.")
                )
            else:
                self.rows[key] = row

    def _place(self) -> None:
        for key, row in self.rows.items():
            parent = plain(row["parent"])
            if parent in self.rows:
                self.under[parent].append(key)
            elif parent in ENDS:
                self.top.append(key)
            else:
                self.problems.append(
                    row.problem(f"The parent of the row is “{row['parent']}”, but no row has this id.")
                )
        self._report_cycles()

    def _report_cycles(self) -> None:
        """Add a problem for each row in a cycle, where going up leads back to the same row."""
        seen: set[str] = set()
        for start in self.rows:
            path: dict[str, None] = {}
            key = start
            while key in self.rows and key not in seen and key not in path:
                path[key] = None
                key = plain(self.rows[key]["parent"])
            if key in path:
                keys = list(path)[list(path).index(key) :]
                cycle = short(" > ".join(self.rows[each]["id"] or each for each in [*keys, key]), 120)
                for each in keys:
                    self.problems.append(self.rows[each].problem(f"The row is its own ancestor: {cycle}."))
            seen.update(path)

    def _entries(self, top: str) -> Iterator[Entry]:
        """Entries of the row ``top`` and of all rows under it, from the top."""
        pending = [(top, 0)]
        while pending:
            key, depth = pending.pop()
            row, below = self.rows[key], self.under.get(key, [])
            line = Line(row.number, " " * (UNDER * depth) + row["unit"], row.text)
            yield Entry(line, _parsed(row, bool(below)))
            pending += [(child, depth + 1) for child in reversed(below)]

    def _army(self, entries: list[Entry]) -> Draft:
        army = Draft("army", {"name": ""}, line=entries[0].line.number)
        side = next((row["side"] for row in self.rows.values() if row["side"]), "")
        army.facts["nation"] = army.nation = nation_in(side) or nation_in(self.table.title)
        builder = TreeBuilder(army, entries, exact=True, problems=self.problems)
        builder.build()
        army.facts["name"] = army.name or self.name
        return army


def _by_army(entries: list[Entry]) -> list[list[Entry]]:
    """The entries of each army: a new one begins at every top row that is an army."""
    parts: list[list[Entry]] = []
    for entry in entries:
        if not parts or (entry.indent == 0 and entry.parsed.level == "army"):
            parts.append([])
        parts[-1].append(entry)
    return parts


def _parsed(row: Row, over_others: bool) -> Parsed:
    """Parse a row. Its level decides; without one, a row with others under it or a level in its name is a formation."""
    if row.exact is not None and not over_others:
        return unit_of(row, exact=False)
    level_word = plain(row["level"])
    level = level_word if level_word in LEVELS else level_in(row["level"])
    if level_word and not level and level_word not in UNIT_LEVELS | ARMY_LEVELS:
        return _unreadable(
            row, f"Column level: “{row['level']}” is not understood; write army, {', '.join(LEVELS)} or unit."
        )
    if level_word in UNIT_LEVELS and over_others:
        return _unreadable(row, f"“{row['unit']}” has the level unit, but there are other rows under it.")
    if level_word in UNIT_LEVELS or not (over_others or level or level_word or _is_formation(row)):
        return unit_of(row, exact=False)
    parsed = Parsed("formation", level="army" if level_word in ARMY_LEVELS else level, exact=bool(level_word))
    read = heading(row["unit"], over_others=True)
    if not level_word and read is not None:
        parsed.level, parsed.assumed, parsed.named_nation = read.level, read.assumed, read.named_nation
        parsed.facts = dict(read.facts) if not row["commander"] else {}
    try:
        parsed.facts = {"name": row["unit"]} | parsed.facts | _facts(row, parsed.level)
    except ValueError as error:
        parsed.errors.append(str(error))
    return parsed


def _level_of_class(row: Row) -> None:
    """Move a level from the class column: some programs write ``Corps`` and ``Line infantry`` in the same column."""
    if not row["level"] and plain(row["class"]) in {*LEVELS, *ARMY_LEVELS, "unit"}:
        row.cells["level"], row.cells["class"] = row["class"], ""


def _is_formation(row: Row) -> bool:
    """True if a row without rows under it is a formation: it has a level in its name and no figures."""
    return bool(level_in(row["unit"])) and not any(row[column] for column in ("men", "guns", "arm", "class"))


def _facts(row: Row, level: str) -> dict[str, Any]:
    """The facts of a formation in its own cells, without the name."""
    if level in LEVELS:
        facts = formation_facts(row, level)
    else:
        facts = {"commander": row["commander"], "nation": known_nation(row["nation"])}
    return {key: value for key, value in facts.items() if value and key != "name"}


def _unreadable(row: Row, sentence: str) -> Parsed:
    return Parsed("unknown", facts={"name": row["unit"]}, errors=[sentence])


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
    exact = exact_units(decisions)
    others = {number: words for number, words in decisions.items() if number not in exact}
    records = list(_decided(sheet, others, problems))
    at = head_at(records)
    at = even_record(records) if at is None else at
    titles = records[:at]
    problems += [title.problem(ABOVE, blocking=False) for title in titles]
    if not records[at:]:
        raise Unreadable("The table has no rows.")
    named = next((cell for title in titles for cell in title.cells if cell.strip()), sheet.title if several else "")
    return table_of_records(records[at:], owner_meanings, problems, composed(named).strip(), exact)


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
