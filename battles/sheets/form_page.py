"""Pages of a form, with head and foot: lines to write on, boxes to tick, tables; page breaks fall between rows."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from armies.paper.marks import BOX, CHECK_ROOM, check_line
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, RULE, SOFT, Sheet
from armies.paper.text_fit import SMALLEST, Fits, Fitted, fit, wrap
from armies.paper.typefaces import Face, Printable, usable_face, width
from battles.engine.sheets.kit_list import Form, Grid

HEAD: Final = 14.4
"""Millimetres from the top of the field to the part below the head."""
TITLE: Final = 18.0
LONG: Final = 60
"""Most characters of a name in a sentence."""
LINE: Final = 8.4
ROW: Final = 7.0
"""Height in millimetres of a line to write on, and of a table row."""
BESIDE: Final = 6.0
"""Millimetres between two lines side by side."""
LABEL: Final = 2.2
"""Width of the column of row labels, as a multiple of another column."""
SHORT: Final = 12
"""Most rows of a table that stays on one page."""
TEXT: Final = 8.2
TEXT_LEAD: Final = 3.6
CELL: Final = 8.2


def head(sheet: Sheet, what: str, whose: str, note: str = "") -> None:
    """Draw the head: ``what`` large, ``whose`` beside it, a note below."""
    base = sheet.top + 7.0
    sheet.text(sheet.left, base, what, "disp", TITLE)
    beside = sheet.left + width(what, "disp", TITLE) + 4.0
    name = fit(whose, "dispi", 12.5, round(sheet.right - beside, 2))
    sheet.fitted(beside, base, one_line(name))
    sheet.text(sheet.left, base + 4.2, note, "text", 7.2, grey=SOFT)


def sheet_of(what: str, whose: str) -> str:
    """The name of a sheet in a sentence."""
    return f"{what} of {whose if len(whose) <= LONG else whose[:LONG].rstrip() + '…'}"


def on_one_line(words: str, face: Face, size: float, measure: float) -> Fitted:
    """Words on one line, made smaller to fit ``measure`` mm, down to the smallest size."""
    face = usable_face(face, words)
    wide = width(words, face, size)
    return Fitted((words,), face, size if wide <= measure else max(SMALLEST, size * measure / wide), 1.0)


def one_line(words: Fitted) -> Fitted:
    """Only the first line of words that are printed in full elsewhere."""
    return words._replace(lines=(words.opening,))


def room(sheet: Sheet, *, scaled: bool) -> tuple[float, float]:
    """Top and bottom of the part of a page below the head; a scaled page leaves room for the check line."""
    return sheet.top + HEAD, sheet.bottom - FOOTER - 2.0 - (CHECK_ROOM if scaled else 0.0)


def check(sheet: Sheet) -> None:
    """Draw the check line above the footer."""
    check_line(sheet, sheet.left, sheet.bottom - FOOTER - 4.0)


class Piece(NamedTuple):
    """A part of a form without a page break in it: its height in millimetres, and a function that draws it.

    ``holds``: it stays on the page of the next piece. ``repeats``: it may repeat to the foot of the page.
    """

    high: float
    draw: Callable[[Sheet, float], None]
    holds: bool = False
    repeats: bool = False


def form_section(form: Form, title: str) -> Section:
    """The section of a form, with its title and owner."""

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        fits = Fits(sheet_of(form.title, printable(title)))
        pieces = _pieces(form, printable, fits)
        top, foot = room(sheet, scaled=False)
        pages = []
        for number, here in enumerate(_split_into_pages(pieces, foot - top)):
            drawn = partial(_page, form.title, printable(title), form.rule, here)
            pages.append(Page(drawn, "" if number else form.title))
        return Planned(pages, tuple(fits.troubles))

    return Section(form.title, title, digest_of(form, title), plan)


def _page(what: str, whose: str, rule: str, pieces: Sequence[Piece], sheet: Sheet, folio: Folio) -> None:
    head(sheet, what, whose)
    sheet.text(sheet.right, sheet.top + 11.4, rule, "text", 6.5, "r", SOFT)
    sheet.scotch(sheet.top + 10.0)
    y = sheet.top + 14.4
    for piece in pieces:
        piece.draw(sheet, y)
        y += piece.high


def _split_into_pages(pieces: Sequence[Piece], high: float) -> list[list[Piece]]:
    """Pieces split into pages; empty rows at the end fill the last page."""
    pages: list[list[Piece]] = [[]]
    used = 0.0
    for place, piece in enumerate(pieces):
        end = place
        while pieces[end].holds and end + 1 < len(pieces):
            end += 1
        need = sum(each.high for each in pieces[place : end + 1])
        if pages[-1] and used + min(need, high) > high:
            pages.append([])
            used = 0.0
        pages[-1].append(piece)
        used += piece.high
    last = pages[-1][-1:]
    if last and last[0].repeats:
        pages[-1] += last * int((high - used) // last[0].high)
    return pages


def _pieces(form: Form, printable: Printable, fits: Fits) -> list[Piece]:
    pieces = []
    if form.text:
        lines = wrap(form.text, "text", TEXT, FIELD)
        pieces.append(Piece(len(lines) * TEXT_LEAD + 1.6, partial(_text, lines)))
    pieces += [Piece(LINE, partial(_lines, form.lines[at : at + 2])) for at in range(0, len(form.lines), 2)]
    if form.ticks:
        pieces.append(Piece(LINE, partial(_ticks, form.ticks)))
    for grid in form.grids:
        widths = _widths(grid)
        pieces.append(
            Piece(3.2 + ROW + 4.6, partial(_grid_head, widths, grid.rule, _heads(grid, widths, fits), grid.title), True)
        )
        labels = [fits.box(printable(each), "text", CELL, widths[0] - 2.0, ROW - 0.8) for each in grid.rows]
        short = not grid.blank and len(labels) <= SHORT
        last = len(labels) - 1
        pieces += [Piece(ROW, partial(_row, widths, label), short and at < last) for at, label in enumerate(labels)]
        pieces += [Piece(ROW, partial(_row, widths, None), repeats=True)] * grid.blank
    if form.writing:
        pieces.append(Piece(6.0, partial(_caption, form.caption), True))
    pieces += [Piece(LINE, _rule, repeats=True)] * form.writing
    return pieces


def _text(lines: Sequence[str], sheet: Sheet, y: float) -> None:
    for place, line in enumerate(lines):
        sheet.text(sheet.left, y + 2.6 + place * TEXT_LEAD, line, "text", TEXT)


def _lines(labels: Sequence[str], sheet: Sheet, y: float) -> None:
    wide = FIELD if len(labels) == 1 else (FIELD - BESIDE) / 2
    for place, label in enumerate(labels):
        field(sheet, sheet.left + place * (wide + BESIDE), y + LINE - 1.6, wide, label)


def field(sheet: Sheet, x: float, y: float, wide: float, label: str) -> None:
    """Draw a line to write on, with its label in italics at the start."""
    used = sheet.text(x, y, label, "dispi", 10)
    sheet.rule(x + used + 1.4, y + 0.5, x + wide, FINE)


def _ticks(words: Sequence[str], sheet: Sheet, y: float) -> None:
    ticks(sheet, sheet.left, y + LINE - 2.0, FIELD, words)


def ticks(sheet: Sheet, x: float, y: float, wide: float, words: Sequence[str], size: float = 9.0) -> None:
    """Draw words with a box each, spread over ``wide`` mm; smaller type if they do not fit."""
    need = [width(word, "text", size) + BOX + 1.2 for word in words]
    if sum(need) + 2.0 * (len(words) - 1) > wide and size > 6.5:
        ticks(sheet, x, y, wide, words, size - 0.25)
        return
    gap = (wide - sum(need)) / max(1, len(words) - 1) if len(words) > 1 else 0.0
    for word, takes in zip(words, need, strict=True):
        sheet.rects([(x, y - 2.7)], BOX, BOX, weight=RULE)
        sheet.text(x + BOX + 1.2, y, word, "text", size)
        x += takes + gap


def _caption(words: str, sheet: Sheet, y: float) -> None:
    sheet.caps(sheet.left, y + 4.4, words, 7.6)


def _rule(sheet: Sheet, y: float) -> None:
    sheet.rule(sheet.left, y + LINE, sheet.right, FINE, FAINT)


def _widths(grid: Grid) -> tuple[float, ...]:
    """Column widths in millimetres; the first column is for names."""
    share = FIELD / (len(grid.columns) - 1 + LABEL)
    return (share * LABEL, *(share for _ in grid.columns[1:]))


def _heads(grid: Grid, widths: Sequence[float], fits: Fits) -> list[Fitted]:
    return [
        fits.box(words, "semi", 7.8, wide - 1.6, ROW - 0.6) for words, wide in zip(grid.columns, widths, strict=True)
    ]


def _grid_head(widths: Sequence[float], rule: str, heads: Sequence[Fitted], title: str, sheet: Sheet, y: float) -> None:
    _caption(title, sheet, y + 1.6)
    sheet.text(sheet.right, y + 6.0, rule, "text", 6.5, "r", SOFT)
    y += 3.2 + 4.6
    sheet.rule(sheet.left, y, sheet.right, RULE)
    x = sheet.left
    for words, wide in zip(heads, widths, strict=True):
        sheet.centred(x, y + ROW / 2, words)
        x += wide
    sheet.rule(sheet.left, y + ROW, sheet.right, FINE)


def _row(widths: Sequence[float], label: Fitted | None, sheet: Sheet, y: float) -> None:
    if label is not None:
        sheet.centred(sheet.left, y + ROW / 2, label)
    x = sheet.left
    for wide in widths[:-1]:
        x += wide
        sheet.line(x - 1.0, y + 1.4, x - 1.0, y + ROW, FINE, FAINT)
    sheet.rule(sheet.left, y + ROW, sheet.right, FINE, FAINT)
