"""Tables in a forum's code: ``[table]``, ``[tr]``, ``[th]head[/th]``, ``[td]cell[/td]``."""

import re
from typing import Final

from armies.exchange.lists.rows import BREAK, Row, Unmarker

TAG: Final = re.compile(r"\[(?P<end>/?)(?P<tag>table|tr|td|th)\b[^\]\n]{0,100}\]", re.IGNORECASE)
FIRST_TABLE: Final = 1_000
"""Numbers of these tables, apart from those of a wiki's."""


class ForumTable:
    """Reads the rows of tables in a forum's code; a cell may go on over several lines."""

    def __init__(self, unmarker: Unmarker) -> None:
        self.unmarker = unmarker
        self.table = FIRST_TABLE
        self.row: Row | None = None
        self.in_cell = False
        self.heads = 0

    def takes(self, number: int, text: str, rows: list[Row]) -> bool:
        """True if the line is part of a table; its cells go to ``rows``."""
        tags = list(TAG.finditer(text))
        if not tags and not self.in_cell:
            return False
        at = 0
        for tag in tags:
            self._words(number, text[at : tag.start()], rows)
            self.unmarker.ledger.mark(number, tag[0])
            self._tag(number, tag["tag"].lower(), rows, ends=bool(tag["end"]))
            at = tag.end()
        self._words(number, text[at:], rows)
        return True

    def _tag(self, number: int, tag: str, rows: list[Row], *, ends: bool) -> None:
        self.in_cell = tag in ("td", "th") and not ends
        if tag == "table":
            self.table += not ends
        if tag in ("table", "tr") and self.row is not None:
            self._end_row(self.row, rows)
        if tag == "tr" and not ends:
            self.row, self.heads = Row(number, "", cells=[], table=self.table), 0
        if self.in_cell and self.row is not None and self.row.cells is not None:
            self.row.cells.append("")
            self.row.lines.append(number)
            self.heads += tag == "th"

    def _words(self, number: int, text: str, rows: list[Row]) -> None:
        if not text.strip():
            return
        notes = self.row.notes if self.row is not None else []
        words = self.unmarker.clean(number, text.strip(), notes).strip()
        if not (self.in_cell and self.row is not None and self.row.cells):
            rows.append(Row(number, words, raw=text))
            return
        last = len(self.row.cells) - 1
        before = self.row.cells[last]
        lines = self.row.inner.setdefault(last, [self.row.line_of(last)] if before else [])
        self.row.cells[last] += (BREAK if before else "") + words
        lines.append(number)

    def _end_row(self, row: Row, rows: list[Row]) -> None:
        filled = [cell for cell in row.cells or () if cell]
        if filled:
            row.text = " ".join(filled).replace(BREAK, " ")
            row.is_head = self.heads > 1 and self.heads >= len(filled)
            rows.append(row)
        self.row = None
