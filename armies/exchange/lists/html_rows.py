"""Rows of a page's HTML source: headings, paragraphs, list items, and tables with their cells."""

import html
import re
from html.parser import HTMLParser
from typing import Final

from armies.exchange.lists.ledger import Ledger
from armies.exchange.lists.rows import BREAK, Row

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
                self.heads = 0
                self.line = line
            elif tag in ("ul", "ol", "dl"):
                self.depth += 1
        elif tag in ("b", "strong"):
            self.bold = self.bold or not "".join(self.text).strip()

    def handle_endtag(self, tag: str) -> None:
        self.ledger.mark(self.getpos()[0], f"</{tag}>")
        if tag in SILENT:
            self.silent = max(0, self.silent - 1)
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
                row.bold = self.bold
                self.rows.append(row)
            self.cells = None
        else:
            text = " ".join("".join(self.text).split())
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
