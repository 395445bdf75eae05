"""Read a list of any shape: rows, tables among them, items, armies; and the ledger of all its tokens."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from msgspec import structs

from armies.exchange.clean_text import HIDDEN_SENTENCE, composed, has_hidden, one_line, short
from armies.exchange.draft_army import Kind, NoUnits, Problem, Reading, Shape, Unreadable
from armies.exchange.limits import MAX_LINE, MAX_LINES, MAX_LIST, MAX_UNITS
from armies.exchange.lists.assembly import Assembly
from armies.exchange.lists.columns import is_head, names_formation, role_of
from armies.exchange.lists.forum_table import ForumTable
from armies.exchange.lists.forum_text import ForumLines, is_forum_text
from armies.exchange.lists.headings import Item
from armies.exchange.lists.ledger import Ledger
from armies.exchange.lists.line_reader import NOT_UNDERSTOOD, LineReader
from armies.exchange.lists.rows import Row, has_token, passages, text_rows
from armies.exchange.lists.style import Style
from armies.exchange.lists.table_rows import divide_rows, html_rows, is_html, mark_head
from armies.exchange.lists.tables import TableRows
from armies.exchange.table.workbook import sheets_of, where_of
from armies.exchange.text import army_header
from armies.exchange.text.lines import parse
from battles.engine.armies.facts import Army, Unit

NO_CHOICES: Final[Mapping[str, str]] = MappingProxyType({})


class ListReader:
    """Reader of one list, from its rows to its armies."""

    def __init__(self, name: str, chosen: Mapping[str, str] = NO_CHOICES) -> None:
        self.name = name
        self.ledger = Ledger()
        self.style = Style(chosen)
        self.problems: list[Problem] = []
        self.unmapped = False
        self.units = 0
        self.questions = 0
        self.forum: ForumLines | None = None
        self.lines = LineReader(self.ledger, self.style)
        self.tables = TableRows(self.ledger, self.style, self.lines)

    def text(self, text: str, decisions: Mapping[int, str | None]) -> list[Row]:
        """The rows of a text or of a page's source, after ``decisions``."""
        lines = text.split("\n")
        self.forum = ForumLines(self.ledger) if is_forum_text(text) else None
        if is_html(text):
            rows = html_rows(composed(text), self.ledger)
            return self._decided_rows(rows, decisions)
        kept: list[tuple[int, str, bool]] = []
        followers = passages([composed(line) for line in lines])
        for number, line in enumerate(lines, start=1):
            if has_hidden(line):
                self.problems.append(Problem(number, short(line.strip()), HIDDEN_SENTENCE, False))
            clean = composed(line)
            if len(clean) > MAX_LINE:
                sentence = f"A line may have at most {MAX_LINE:,} characters; this has {len(clean):,}."
                self.problems.append(Problem(number, short(line.strip()), sentence, number not in decisions))
                self.ledger.originals[number] = line
                self.ledger.text(number, clean).claim_rest("question")
                continue
            first = followers.get(number, 0)
            if number not in decisions and first in decisions:
                self.ledger.mark(number, clean, "question")
            elif number not in decisions and first and kept[-1][0] == first:
                kept[-1] = (first, f"{kept[-1][1].rstrip()} {clean.strip()}", False)
                self.ledger.originals[number] = line
                self.ledger.joined.setdefault(first, []).append(number)
            elif number not in decisions:
                kept.append((number, clean, False))
                self.ledger.originals[number] = line
            if number not in decisions:
                continue
            self.ledger.originals[number] = line
            indent = clean[: len(clean) - len(clean.lstrip(" \t"))]
            kept += [
                (number, part if part[:1] in (" ", "\t", "") else indent + part, not _is_same_row(clean, part))
                for part in composed(decisions[number] or "").replace("\r", "").split("\n")
                if part.strip()
            ]
        return text_rows(kept, self.ledger, [ForumTable])

    def _decided_rows(self, rows: list[Row], decisions: Mapping[int, str | None]) -> list[Row]:
        after: list[Row] = []
        used: set[int] = set()
        for row in rows:
            if row.number not in decisions:
                after.append(row)
            elif row.number not in used:
                used.add(row.number)
                parts = (decisions[row.number] or "").split("\n")
                after += [Row(row.number, part, DECIDED, decided=True) for part in parts if part.strip()]
        return after

    def records(self, records: Sequence[tuple[int, Sequence[str]]], decisions: Mapping[int, str | None]) -> list[Row]:
        """The rows of a sheet, after ``decisions``."""
        rows: list[Row] = []
        for number, cells in records:
            text = " | ".join(cell.strip() for cell in cells)
            self.ledger.originals.setdefault(number, text)
            if number not in decisions:
                clean = [one_line(cell) for cell in cells]
                rows.append(Row(number, text, cells=clean, table=1, is_head=is_head(clean)))
                continue
            for part in (decisions[number] or "").split("\n"):
                if part.strip():
                    bars = part.count("|") == len(cells) - 1 > 0
                    given = part.split("|") if bars else next(csv.reader(io.StringIO(part)), [part])
                    is_row = len(given) > 1 and not part.lstrip().startswith('"')
                    rows.append(
                        Row(number, part, cells=given, table=1) if is_row else Row(number, part, DECIDED, decided=True)
                    )
        return rows

    def read(self, rows: list[Row]) -> Assembly:
        """The armies of ``rows``."""
        if self.forum is None:
            divide_rows(rows)
        shown = [row for row in rows if has_token(row.text) or row.cells or SIGNS.search(row.text)]
        mark_head(shown)
        for above, row in pairwise(shown):
            if row.decided and (above.cells is not None or above.indent == DECIDED):
                row.indent = DECIDED
        items: list[Item] = []
        base, markup = 0, 0
        over = _over_others(shown)
        skip = -1
        for index, row in enumerate(shown):
            if index <= skip:
                continue
            if row.is_head:
                skip = self._take_head(shown, index)
                named = self._named_head(row)
                items += named
                base = named[0].indent if named else base
                continue
            titled = _is_table_title(shown, index)
            if row.cells is not None and not (row.decided or titled) and (self.tables.roles or self._by_content(shown)):
                cells = self.tables.items(row, base=base + 1, markup=markup)
                items += cells
                self._count(cells)
                continue
            if row.cells is not None and not row.decided:
                self.unmapped = self.unmapped or sum(map(has_token, row.cells)) > 1
                row.text = "  ".join(cell for cell in row.cells if cell.strip())
            found = self._line(row, over=over[index], first=not any(item.kind in FIRST_OVER for item in items))
            if found and found[0].kind == "heading":
                base, markup = found[0].indent, found[0].markup
                self.tables.path = {}
            items += found
            self._count(found)
        return assembled(self, items)

    def _count(self, items: list[Item]) -> None:
        """Refuse what is no list of units, or has more units than armies can have, before reading on takes long."""
        self.units += sum(item.kind == "unit" for item in items)
        self.questions += sum(item.kind == "question" for item in items)
        if self.units > MOST_UNITS:
            raise Unreadable(f"The list has more than {MOST_UNITS:,} units; an army may have {MAX_UNITS:,}.")
        if self.questions > MOST_QUESTIONS and self.questions > 2 * self.units:
            raise NoUnits(f"This is not an order of battle: more than {MOST_QUESTIONS} lines are no unit.")

    def _take_head(self, rows: list[Row], index: int) -> int:
        """Take the headings of a table that begin at ``index``; the index of the last of them."""
        last = index
        if last + 1 < len(rows) and rows[last + 1].is_head and rows[last + 1].table == rows[index].table:
            last += 1
        self.tables.head(rows[index : last + 1], [row for row in rows[last + 1 :] if row.cells is not None][:60])
        return last

    def _named_head(self, row: Row) -> list[Item]:
        """The formation that stands before the headings of its columns: ``Jackson's Corps   Engaged   Guns``."""
        name = next((cell.strip() for cell in row.cells or () if cell.strip()), "")
        if not names_formation(name):
            return []
        return self.lines.items(Row(row.number, name, row.indent, row.level, bold=row.bold), over=True, first=False)

    def _by_content(self, rows: list[Row]) -> bool:
        """Read a table without headings by what its columns hold."""
        cells = [row for row in rows if row.cells is not None and len(row.cells) > 2]
        if len(cells) < LEAST_ROWS or any(row.is_head for row in rows):
            return False
        self.tables.head([], cells[:60])
        return "unit" in self.tables.roles

    def _line(self, row: Row, *, over: bool, first: bool) -> list[Item]:
        if row.decided:
            return [_decided_item(row, over=over)]
        if self.forum and (items := self.forum.items(row.raw, row)):
            return items
        if (
            (cells := re.split(r"\s*\t\s*|\s{2,}", row.text.strip()))
            and len(cells) > 1
            and is_head(cells)
            and (all(map(role_of, cells)) and not any(char.isdigit() or char == ":" for char in row.text))
        ):
            self.ledger.text(row.number, row.text).claim_rest("heading")
            return []
        if not has_token(row.text):
            return [Item("question", row.number, row.text, row.indent, sentence=NOT_UNDERSTOOD)]
        header = army_header.header(row.text)
        if header and first and header[0] in OUR_KEYS:
            return self._header(row, *header)
        return self.lines.items(row, over=over, first=first)

    def decided(self, line: int, text: str | None, indent: int) -> list[Item]:
        """The items of the lines that their owner wrote instead of a line."""
        parts = [part for part in (text or "").split("\n") if part.strip()]
        return [_decided_item(Row(line, part, indent, decided=True), over=False) for part in parts]

    def _header(self, row: Row, key: str, value: str) -> list[Item]:
        self.ledger.text(row.number, row.text).claim_rest("date" if key == "date" else "note")
        item = Item("title", row.number, row.text, text_level(row), name=value)
        if key == "date":
            item.kind, item.extra, item.text = "title", value, value
        elif key == "nation":
            try:
                item.nation = army_header.known_nation(value)
            except ValueError as error:
                item.kind, item.sentence = "question", str(error)
        elif key == "army":
            item.level, item.text = "army", value
        return [item]


LEAST_ROWS: Final = 3
"""Rows that a table without headings needs, so that what its columns hold tells what they mean."""
MOST_UNITS: Final = 4 * MAX_UNITS
MOST_QUESTIONS: Final = 200
SIGNS: Final = re.compile(r"[?@$%&§]{2}")
"""A line of such signs without a word is asked about; other signs draw lines."""
OUR_KEYS: Final = ("date", "nation", "army")
FIRST_OVER: Final = ("heading", "unit", "question", "exact")
DECIDED: Final = 99
"""The indentation of a decided row of a table: it belongs to the formation above."""


def _is_table_title(rows: Sequence[Row], index: int) -> bool:
    """True for a row with one cell right above the headings of a table."""
    cells = rows[index].cells
    return cells is not None and sum(map(has_token, cells)) == 1 and index + 1 < len(rows) and rows[index + 1].is_head


def _is_same_row(line: str, part: str) -> bool:
    """True if what its owner wrote instead of a row of a table has as many cells: it is read as a row again."""
    return any(line.count(sign) == part.count(sign) > 1 for sign in "\t|;")


def text_level(row: Row) -> int:
    return row.indent


def _decided_item(row: Row, *, over: bool) -> Item:
    parsed = parse(one_line(row.text), over_others=over)
    return Item("exact", row.number, row.text.strip(), row.indent, exact=parsed, name=parsed.name, level=parsed.level)


def _learn(items: list[Item], style: Style) -> None:
    """Learn which figure of a pair counts the officers: the smaller one, in most pairs."""
    pairs = [
        (unit.amounts.officers, unit.amounts.men) for item in items if (unit := item.unit) and unit.amounts.officers
    ]
    turned = sum(1 for officers, men in pairs if officers is not None and men is not None and officers > men)
    if "pair" in style.chosen or turned * 2 <= len(pairs):
        return
    style.learnt["pair"] = "men/officers"
    for item in items:
        if item.unit and item.unit.amounts.officers is not None:
            amounts = item.unit.amounts
            amounts.men, amounts.officers = amounts.officers, amounts.men


def _over_others(rows: Sequence[Row]) -> list[bool]:
    """True for each row that has a deeper row right below it."""
    over = [False] * len(rows)
    for index in range(len(rows) - 1):
        row, below = rows[index], rows[index + 1]
        if row.cells is not None or below.cells is not None:
            over[index] = row.cells is None and below.cells is not None and bool(row.level)
        elif below.level and row.level:
            over[index] = below.level > row.level
        elif row.level:
            over[index] = True
        else:
            over[index] = below.indent > row.indent and not below.level
    return over


def assembled(reader: ListReader, items: list[Item]) -> Assembly:
    """The armies of ``items``."""
    assembly = Assembly(reader.name, reader.ledger, reader.style)
    _learn(items, reader.style)
    assembly.build(items)
    return assembly


def read_list(
    text: str,
    decisions: Mapping[int, str | None],
    name: str,
    chosen: Mapping[str, str] = NO_CHOICES,
    kind: Kind = "text",
) -> Reading:
    """The armies of a list in text or in a page's source.

    Raises:
        Unreadable: no line is a unit.
    """
    if (count := text.rstrip("\n").count("\n") + 1) > MAX_LINES:
        raise Unreadable(f"The file has {count:,} lines; at most {MAX_LINES:,} are read.")
    if len(text) > MAX_LIST:
        raise Unreadable(f"The text has {len(text):,} characters; a list of an army may have at most {MAX_LIST:,}.")
    reader = ListReader(name, chosen)
    reading = finished(reader, reader.read(reader.text(text, decisions)), kind)
    return structs.replace(reading, shape=_shape(text)) if kind == "text" else reading


def _shape(text: str) -> Shape:
    if is_html(text):
        return "page"
    if is_forum_text(text):
        return "forum"
    return "wiki" if WIKI.search(text) else "list"


WIKI: Final = re.compile(r"^\{\||\[\[[^\]\n]+\]\]|^(={2,6})[^=\n]+\1\s*$", re.MULTILINE)
"""Marks of a wiki's source."""


def finished(reader: ListReader, assembly: Assembly, kind: Kind) -> Reading:
    """The reading of an assembled list, with its ledger; tokens that nothing has claimed become a question."""
    problems = [*reader.problems, *assembly.problems]
    asked = {problem.line for problem in problems if problem.blocking}
    for line, tokens in reader.ledger.open_lines():
        if line not in asked:
            words = " ".join(tokens)[:80]
            original = short(reader.ledger.original(line))
            problems.append(
                Problem(line, original, f"“{words}” became nothing. Correct the line, or leave it out.", True)
            )
        for piece in reader.ledger.texts[line]:
            piece.claim_rest("question")
    if kind in ("csv", "workbook") and (reader.unmapped or not reader.tables.roles):
        raise Unreadable("The columns of the table are not understood.")
    armies = tuple(draft.army() for draft in assembly.armies)
    if not any(isinstance(child, Unit) for draft in assembly.armies for one in draft.walk() for child in one.children):
        raise NoUnits("This is not an order of battle: no line could be read as a unit.")
    habits = reader.style.habits()
    return Reading(
        kind, armies, tuple(sorted(problems, key=lambda problem: problem.line)), tuple(assembly.notes),
        ledger=reader.ledger.lines(), habits=habits, places=tuple(draft.lines() for draft in assembly.armies),
    )  # fmt: skip


def read_sheets(data: bytes, decisions: Mapping[int, str | None], name: str, chosen: Mapping[str, str]) -> Reading:
    """The armies of all sheets that hold a list.

    Raises:
        Unreadable: it is no workbook, or no sheet has a unit.
    """
    sheets, notes = sheets_of(data)
    readings: list[Reading] = []
    errors: list[Unreadable] = []
    for sheet in sheets:
        reader = ListReader(name if len(sheets) == 1 else sheet.title, chosen)
        rows = reader.records([(record.number, record.cells) for record in sheet.records], decisions)
        try:
            readings.append(finished(reader, reader.read(rows), "workbook"))
        except Unreadable as error:
            errors.append(error)
            notes.append(f"The sheet “{sheet.title}” was left out. {error}")
    if not readings:
        raise errors[0] if errors else Unreadable("The workbook has no table: every sheet is empty.")
    problems = [problem for reading in readings for problem in reading.problems]
    armies: tuple[Army, ...] = tuple(army for reading in readings for army in reading.armies)
    return Reading(
        "workbook",
        armies,
        tuple(
            structs.replace(problem, where="".join(where_of(problem.line, sheets)))
            for problem in sorted(problems, key=lambda problem: problem.line)
        ),
        (*notes, *(note for reading in readings for note in reading.notes)),
        places=tuple(lines for reading in readings for lines in reading.places),
        ledger=tuple(line for reading in readings for line in reading.ledger),
        habits=tuple({habit.key: habit for reading in readings for habit in reading.habits}.values()),
    )
