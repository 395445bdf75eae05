"""Rows of a page's HTML source, and of tables with delimiters or columns of a fixed width."""

import html
import re
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.lists import terms
from armies.exchange.lists.columns import NUMBERS, is_head, may_head, role_of
from armies.exchange.lists.ledger import Ledger
from armies.exchange.lists.rows import BREAK, EDIT, Cells, Row, delimiters_in, has_token

IS_HTML: Final = re.compile(
    r"<(?:!doctype|html|body|head|table|tr|td|h[1-6]|p|ul|ol|li|div|dl|pre)\b[^<>]{0,500}>", re.IGNORECASE
)
BLOCKS: Final = frozenset(
    {
        *("h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "tr", "div", "dt", "dd", "br", "hr", "pre", "blockquote"),
        *("caption", "table", "ul", "ol", "dl", "section", "article", "title", "tbody", "thead", "tfoot"),
    }
)
SILENT: Final = frozenset({"script", "style", "head"})
MOST_SPAN: Final = 200


def is_footnote(raised: str, before: str) -> bool:
    """True if a raised sign behind a word is that of a footnote, and no ending of a number: ``703`` and ``1``."""
    sign = raised.strip(" ()[]")
    if not before.strip() or not re.fullmatch(r"\d{1,2}|[a-z]|[*†‡§]+|note \d+|nb \d+", sign, re.IGNORECASE):
        return False
    if sign.isdigit() or re.search(r"\d{3}\s*$", before):
        return True
    return not (before.rstrip()[-1:].isdigit() and fold(sign) in ("e", "o", "a", "d", "r"))


def is_html(text: str) -> bool:
    """True if the text is the source of a web page or of a part of one."""
    return len(IS_HTML.findall(text[:20_000])) > 1


class _Parser(HTMLParser):
    def __init__(self, ledger: Ledger) -> None:
        super().__init__(convert_charrefs=False)
        self.ledger = ledger
        self.rows: list[Row] = []
        self.text: list[str] = []
        self.line = 0
        self.level = 0
        self.depth = 0
        self.bold = False
        self.tables = 0
        self.cells: list[str] | None = None
        self.heads = 0
        self.down: dict[int, tuple[str, int]] = {}
        self.span = (1, 1)
        self.silent = 0
        self.across = False
        self.in_sup = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        self.ledger.mark(line, self.get_starttag_text() or "")
        if tag in SILENT:
            self.silent += 1
        if tag in ("td", "th") and self.cells is not None:
            self._end_cell()
            values = dict(attrs)
            self.span = (_span(values.get("colspan")), _span(values.get("rowspan")))
            self.heads += tag == "th"
            self.text = []
            self._begin(line)
        elif tag in BLOCKS:
            if self.cells is not None and tag not in ("tr", "table"):
                self.text.append(BREAK)
                return
            self._flush()
            self.level = int(tag[1]) if re.fullmatch(r"h[1-6]", tag) else 0
            if tag == "table":
                self.tables += 1
                self.down = {}
            elif tag == "tr":
                self.cells = []
                self.heads, self.across = 0, False
                self.line = line
            elif tag in ("ul", "ol", "dl"):
                self.depth += 1
        elif tag == "sup":
            self.in_sup = True
        elif tag in ("b", "strong"):
            self.bold = self.bold or not "".join(self.text).strip()

    def handle_endtag(self, tag: str) -> None:
        self.ledger.mark(self.getpos()[0], f"</{tag}>")
        if tag in SILENT:
            self.silent = max(0, self.silent - 1)
        self.in_sup = self.in_sup and tag != "sup"
        if tag in ("td", "th"):
            self._end_cell()
        elif tag in ("tr", "table") or (tag in BLOCKS and self.cells is None):
            self._flush()
            if tag in ("ul", "ol", "dl"):
                self.depth = max(0, self.depth - 1)

    def handle_data(self, data: str) -> None:
        line = self.getpos()[0]
        if self.silent:
            for offset, part in enumerate(data.split("\n")):
                self.ledger.mark(line + offset, part)
            return
        if self.in_sup and is_footnote(data, "".join(self.text)):
            self.ledger.mark(line, data)
            return
        for offset, part in enumerate(data.split("\n")):
            if part.strip():
                if self.cells is None and offset and "".join(self.text).strip():
                    self.text.append(" ")
                self._begin(line + offset)
            self.text.append(part if not offset else " " + part)

    def handle_entityref(self, name: str) -> None:
        self._entity(f"&{name};", name)

    def handle_charref(self, name: str) -> None:
        self._entity(f"&#{name};", f"#{name}")

    def _entity(self, whole: str, name: str) -> None:
        self.ledger.mark(self.getpos()[0], name)
        self._begin(self.getpos()[0])
        self.text.append(html.unescape(whole))

    def handle_comment(self, data: str) -> None:
        for offset, part in enumerate(data.split("\n")):
            self.ledger.mark(self.getpos()[0] + offset, part)

    def handle_decl(self, decl: str) -> None:
        self.ledger.mark(self.getpos()[0], decl)

    def _begin(self, line: int) -> None:
        if not "".join(self.text).strip() and not self.cells:
            self.line = line

    def _end_cell(self) -> None:
        if self.cells is None or self.span == (0, 0):
            return
        self._take_down()
        lines = [" ".join(line.split()) for line in "".join(self.text).split(BREAK)]
        text = BREAK.join(line for line in lines if line)
        across, down = self.span
        self.across = self.across or across > 1
        for index in range(across):
            if down > 1:
                self.down[len(self.cells)] = ("", down - 1)
            self.cells.append(text if not index else "")
        self.text, self.span = [], (0, 0)

    def _take_down(self) -> None:
        """Leave the cells free that a cell above reaches down into."""
        while self.cells is not None and len(self.cells) in self.down and len(self.cells) < MOST_SPAN:
            text, left = self.down.pop(len(self.cells))
            if left > 1:
                self.down[len(self.cells)] = (text, left - 1)
            self.cells.append(text)

    def _flush(self) -> None:
        if self.cells is not None:
            self._end_cell()
            self._take_down()
            filled = [cell for cell in self.cells if cell]
            if filled:
                row = Row(self.line, " ".join(filled).replace(BREAK, " "), cells=self.cells, table=self.tables)
                row.is_head = self.heads >= 2 and self.heads >= len(filled)
                row.bold, row.across = self.bold, self.across
                self.rows.append(row)
            self.cells = None
        else:
            text = " ".join("".join(self.text).split())
            if edit := EDIT.search(text):
                self.ledger.mark(self.line, edit[0])
                text = text[: edit.start()]
            if text:
                indent = 2 * self.depth
                self.rows.append(Row(self.line, text, indent=indent, level=self.level, bold=self.bold))
        self.text, self.bold, self.span = [], False, (0, 0)


def _span(value: str | None) -> int:
    return min(MOST_SPAN, max(1, int(value))) if value and value.isdecimal() and len(value) < 5 else 1


def html_rows(text: str, ledger: Ledger) -> list[Row]:
    """The rows of a page; each has the number of the line of the source on which it begins."""
    parser = _Parser(ledger)
    for number, line in enumerate(text.split("\n"), start=1):
        ledger.originals.setdefault(number, line)
    parser.feed(text)
    parser.close()
    parser._flush()
    return parser.rows


WORDS: Final = re.compile(r"\S+(?: \S+)*")
FIRST_COLUMN: Final = 6
"""Headings that begin behind this place have none over the names of the units."""
RIGHT: Final = 3
"""How far the right edge of a figure may be from that of its heading, in a table of fixed columns."""


def divide_rows(rows: list[Row]) -> None:
    """Give the cells to the rows of plain text that belong to a table."""
    if any(row.cells is not None for row in rows):
        return
    texts = [row.raw for row in rows if row.text]
    for delimiter in delimiters_in(texts):
        cells = Cells(delimiter)
        start = next(
            (i for i, row in enumerate(rows) if row.text and row.raw.count(delimiter) >= 2 and is_head(cells(row.raw))),
            None,
        )
        even = _is_even(rows, delimiter) if delimiter in "\t|" else _is_exact(rows, cells)
        if start is None and even:
            start = 0
        if start is None:
            continue
        framed = delimiter == "|" and rows[start].raw.lstrip().startswith("|")
        cells = Cells(delimiter, framed=framed)
        start -= start > 0 and _is_group_head(rows[start - 1], cells)
        for row, below in zip_longest(rows[start:], rows[start + 1 :]):
            if row.decided or not row.text:
                continue
            bare = INNER.sub("", row.raw)
            if delimiter in (bare if bare == row.raw else bare.rstrip()):
                row.cells = cells(row.raw if delimiter == "\t" else row.text)
                row.is_head = is_head(row.cells) or (
                    below is not None and DRAWN.fullmatch(below.raw.strip()) is not None
                )
                row.table = 1
        if rows[start].cells and _is_group_head(rows[start], cells):
            rows[start].is_head = True
        return
    _fixed(rows)


INNER: Final = re.compile(r"\[\[?[^\[\]]*\]\]?|\{\{[^{}]*\}\}")
"""Links, templates and other marks of a wiki, in which a bar divides no cells: ``[modifier | modifier le code]``."""


def mark_head(rows: list[Row]) -> None:
    """Take the first row of words over columns of figures as headings, where none is known by its words."""
    if any(row.is_head for row in rows):
        return
    table = [row for row in rows if row.cells is not None and not row.decided]
    for index, row in enumerate(table[:MOST_ABOVE]):
        cells, below = row.cells or [], [one.cells or [] for one in table[index + 1 : index + 1 + MOST_BELOW]]
        if sum(map(has_token, cells)) < LEAST_HEADS or not all(map(may_head, cells)):
            continue
        for column, cell in enumerate(cells):
            figures = sum(column < len(one) and FIGURE_CELL.fullmatch(one[column].strip()) is not None for one in below)
            if has_token(cell) and len(below) > 1 and figures * 2 > len(below):
                row.is_head, row.table = True, row.table or 1
                return


MOST_ABOVE: Final = 8
"""Rows with cells above the headings of a table."""
MOST_BELOW: Final = 20
LEAST_HEADS: Final = 3
FIGURE_CELL: Final = re.compile(r"\d{1,3}(?:[.,' ]?\d{3})*")


def _is_group_head(row: Row, cells: Cells) -> bool:
    """True for a row above headings that names groups of columns: ``| | Infantry | | Cavalry |``."""
    names = cells(row.raw)
    return len(names) > 2 and not any(char.isdigit() for char in row.raw) and not all(names) and not names[0].strip()


DRAWN: Final = re.compile(r"[|:\s-]*-[|:\s-]*\|[|:\s-]*")
"""The line that Markdown draws below the headings of a table."""


def _is_even(rows: list[Row], delimiter: str) -> bool:
    counts = [row.raw.strip("\t ").count(delimiter) for row in rows if row.text]
    return len(counts) > 2 and sum(count >= 2 for count in counts) * 3 >= len(counts) * 2


def _is_exact(rows: list[Row], cells: Cells) -> bool:
    """True if every row has as many cells, as in a CSV file."""
    counts = {len(cells(row.raw)) for row in rows if row.text}
    return len(rows) >= LEAST_ROWS and len(counts) == 1 and counts.pop() > LEAST_HEADS


LEAST_ROWS: Final = 4


def _fixed(rows: list[Row]) -> None:
    """Give cells to the rows below headings that stand over columns of fixed width."""
    edges: list[tuple[int, str]] = []
    for row in rows:
        if row.decided or not has_token(row.text):
            continue
        words = [(m.start(), m.end(), m[0]) for m in WORDS.finditer(row.raw.replace("\t", "    "))]
        if words and words[0][0] > FIRST_COLUMN:
            words.insert(0, (0, 0, ""))
        names = [text for _, _, text in words]
        if len(names) >= 2 and is_head(names) and any(role_of(name) in NUMBERS for name in names):
            edges = [(end, text) for _, end, text in words]
            row.cells, row.is_head, row.table = names, True, 1
            continue
        if edges:
            _fixed_row(row, edges)


def _fixed_row(row: Row, edges: list[tuple[int, str]]) -> None:
    cells = [""] * len(edges)
    shift = row.raw.replace("\t", "    ").rstrip()
    first = len(shift)
    found = list(re.finditer(rf"(?<!\S)(?:{terms.FIGURE}|-|n/a|\?)(?!\S)", fold(shift)))
    left = edges[1][0] - len(edges[1][1]) - RIGHT
    found = [match for match in found if match.end() > left]
    columns: list[int | None] = [
        next((i for i, (edge, _) in enumerate(edges) if i and abs(edge - match.end()) <= RIGHT), None)
        for match in found
    ]
    if None in columns and len(found) == len(edges) - 1:
        columns = [*range(1, len(edges))]
    for match, column in zip(found, columns, strict=True):
        if column is not None and not cells[column]:
            cells[column] = shift[match.start() : match.end()]
            first = min(first, match.start())
    if first == len(shift):
        return
    cells[0] = shift[:first].strip(" .·_\t")
    rest = shift[first:]
    for cell in cells[1:]:
        if cell:
            rest = rest.replace(cell, " ", 1)
    if has_token(rest):
        cells.append(rest.strip())
    row.cells, row.table = cells, 1
