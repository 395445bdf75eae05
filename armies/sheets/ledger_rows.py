"""Rows of a ledger sheet: fit their cells into columns, and draw them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.sheet import FAINT, FINE, SOFT, TINT, Sheet
from armies.paper.text_fit import Fitted, capped_lines, fit, wrap
from armies.paper.typefaces import width
from battles.engine.armies.ledger import FIELD, Cell, Column, Notes, Row, RowStyle, Steps, Strikes, ToWrite, Words

BOX_ROW: Final = 4.2
"""From one row of strength boxes to the next."""
MARK_SIZE: Final = 6.5
NUMBER_SIZE: Final = 8.2
NOTE_SIZE: Final = 7.2
BETWEEN: Final = 1.4
"""Space between a column of centred words and the next."""
MOST_BOXES: Final = 60
"""A unit of more strength points has a line to write on."""


class FittedRow(NamedTuple):
    """A row fitted into its columns; ``words`` are the fitted texts of its cells, None for cells drawn directly."""

    row: Row
    columns: tuple[Column, ...]
    style: RowStyle
    name: Fitted
    words: tuple[Fitted | None, ...]
    note: Fitted | None

    def height(self, least: float) -> float:
        """Height in mm; ``least`` for a row of one line."""
        lines = max(self.name.height, *(words.height for words in self.words if words), 0.0)
        lines += self.note.height if self.note else 0.0
        boxes = [_box_rows(cell) * BOX_ROW + 0.6 for cell in self.row.cells if isinstance(cell, Strikes)]
        return max(least, lines + self.style.padding, *boxes)


def fit_row(row: Row, columns: tuple[Column, ...], style: RowStyle) -> FittedRow:
    """``row`` fitted into ``columns``; the first column is for its name."""
    first, *others = columns
    wide = row.name_wide or first.wide
    return FittedRow(
        row,
        tuple(others),
        style,
        fit(row.name, first.face, first.size, wide),
        tuple(_fitted(cell, column) for cell, column in zip(row.cells, others, strict=True)),
        fit(row.note, "ital", NOTE_SIZE, wide) if row.note else None,
    )


def _fitted(cell: Cell | None, column: Column) -> Fitted | None:
    if isinstance(cell, Notes):
        return _set_notes(cell.text, column.wide) if cell.text else None
    if not isinstance(cell, Words):
        return None
    if not column.wide or cell.one_line:
        return None
    return fit(cell.text, cell.face or column.face, column.size, column.wide)


def _set_notes(words: str, measure: float) -> Fitted:
    on_one_line = fit(words, "text", 7.4, measure)
    if len(on_one_line.lines) == 1 and on_one_line.squeeze == 1.0:
        return on_one_line
    return Fitted(capped_lines(wrap(words, "text", 6.8, measure)), "text", 6.8, 1.0)


def _box_rows(cell: Strikes) -> int:
    return -(-cell.count // cell.per_row) if 0 < cell.count <= MOST_BOXES else 1


def draw_row(sheet: Sheet, line: FittedRow, y: float, high: float, last: bool) -> None:
    """Draw a row between ``y`` and ``y + high``; ``last`` says that it is the last of its block on the page."""
    row, style, left, middle = line.row, line.style, sheet.left, y + high / 2
    base = middle + 1.15
    if row.number:
        sheet.text(left + style.number_x, base, row.number, "semi", NUMBER_SIZE, "r")
    if row.symbol:
        marks.symbol(sheet, row.symbol, left + style.symbol_x, middle - style.symbol_up, style.symbol_size)
    sheet.centred(left + style.name_x, middle - (line.note.height / 2 if line.note else 0.0), line.name)
    if line.note:
        sheet.centred(left + style.name_x, middle + line.name.height / 2, line.note)
    if row.gone:
        _strike_name(sheet, left + style.name_x, middle, line.name)
    for cell, column, words in zip(row.cells, line.columns, line.words, strict=True):
        if cell is not None:
            _draw_cell(sheet, cell, column, words, y, high)
    if row.total:
        sheet.rule(left + style.rule_from, y, sheet.right, FINE)
    elif style.last_ruled or not last:
        end = sheet.right if style.rule_to == FIELD else left + style.rule_to
        sheet.rule(left + style.rule_from, y + high, end, FINE, FAINT, (0.3, 1.2))


def _draw_cell(sheet: Sheet, cell: Cell, column: Column, words: Fitted | None, y: float, high: float) -> None:
    x, middle = sheet.left + column.x, y + high / 2
    if words is not None:
        free = column.wide - words.width
        sheet.centred(x + {"l": 0.0, "c": (free + BETWEEN) / 2, "r": free}[column.align], middle, words)
    elif isinstance(cell, Words) and cell.one_line:
        line = fit(cell.text, cell.face or column.face, column.size, column.wide)
        sheet.text(x, middle + 1.15, line.opening, line.face, line.size, squeeze=line.squeeze)
    elif isinstance(cell, Words):
        grey = SOFT if column.soft else 0.0
        sheet.text(x, middle + 1.15, cell.text, cell.face or column.face, column.size, column.align, grey)
        sheet.text(x + 0.15, middle + 1.15, cell.mark, size=MARK_SIZE)
    elif isinstance(cell, Strikes):
        _draw_strikes(sheet, cell, x, middle)
    elif isinstance(cell, Steps):
        _draw_steps(sheet, cell, [sheet.left + step for step in column.steps[: cell.count]], middle - marks.BOX / 2)
    elif isinstance(cell, ToWrite):
        start = x - cell.wide if column.align == "r" else x
        end = x if column.align == "r" else x + cell.wide
        sheet.rule(start, y + high - 1.3, end, FINE)


def _strike_name(sheet: Sheet, x: float, middle: float, name: Fitted) -> None:
    """Draw a line through a name that is centred on the height ``middle``."""
    first = middle - (len(name.lines) - 1) * name.lead / 2
    for index, words in enumerate(name.lines):
        long = width(words, name.face, name.size) * name.squeeze
        sheet.rule(x, first + index * name.lead, x + long, 0.9)


def _draw_strikes(sheet: Sheet, cell: Strikes, x: float, middle: float) -> None:
    if not 0 < cell.count <= MOST_BOXES:
        sheet.rule(x, middle + marks.BOX / 2, x + 24.0)
        left = cell.count - cell.struck
        sheet.text(x + 1.0, middle + marks.BOX / 2 - 0.5, f"{left:,} left" if cell.struck else "", "semi", 8)
        return
    rows = _box_rows(cell)
    top = middle - (rows - 1) * BOX_ROW / 2 - marks.BOX / 2
    for index in range(rows):
        first = index * cell.per_row
        here = min(cell.per_row, cell.count - first)
        marks.boxes(sheet, x, top + index * BOX_ROW, here, shade=cell.grey, first=first + 1, struck=cell.struck)


def _draw_steps(sheet: Sheet, cell: Steps, steps: Sequence[float], top: float) -> None:
    corners = [(x, top) for x in steps]
    sheet.rects([corner for index, corner in enumerate(corners) if index != cell.grey], marks.BOX, marks.BOX)
    if cell.grey is not None:
        sheet.rects([corners[cell.grey]], marks.BOX, marks.BOX, fill=TINT)
    for x, y in corners[: cell.struck]:
        marks.strike(sheet, x, y)
