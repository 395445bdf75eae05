"""The closing pages of a roster: faults, totals, arithmetic, sources; in two columns."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper.page import Folio, Page, Run, run_in, set_run
from armies.paper.sheet import FIELD, FINE, FOOTER, SOFT, Sheet
from armies.paper.text_fit import fit
from battles.engine.armies.roster_words import Entry, Masthead, Part

SIZE: Final = 7.4
LEAD: Final = 3.1
COLUMNS: Final = 2
GUTTER: Final = 6.0
MEASURE: Final = (FIELD - GUTTER * (COLUMNS - 1)) / COLUMNS
INDENT: Final = 2.4
TITLE: Final = 9.6
"""Height of a part's title, including the gap before it."""
SUBTITLE: Final = 5.0
HEAD: Final = 12.0
"""Height of the page's head."""
AFTER: Final = 0.55
"""Gap after a paragraph."""


class _Piece(NamedTuple):
    """A piece that is not split over columns: ``kind`` is ``part``, ``head`` or ``lines``."""

    kind: str
    runs: tuple[Run, ...]
    height: float


def closing_pages(sheet: Sheet, parts: Sequence[Part], masthead: Masthead) -> list[Page]:
    """The pages for ``parts``; none if there are no parts."""
    pieces = [piece for part in parts for piece in _pieces(part)]
    room = sheet.bottom - FOOTER - 3.0 - sheet.top - HEAD
    columns = _balanced(_columns(pieces, room), room)
    names = {part.title for part in parts}
    out = []
    for start in range(0, len(columns), COLUMNS):
        here = columns[start : start + COLUMNS]
        titles = [piece.runs[0].lead for column in here for piece in column if piece.kind == "part"]
        out.append(_page(masthead, here, titles[0] if titles else "", "Faults" in names and "Faults" in titles))
    return out


def _page(masthead: Masthead, columns: Sequence[Sequence[_Piece]], outline: str, faults: bool) -> Page:
    def draw(sheet: Sheet, folio: Folio) -> None:
        _head(sheet, masthead)
        for index, column in enumerate(columns):
            x = sheet.left + index * (MEASURE + GUTTER)
            if index:
                between = x - GUTTER / 2
                sheet.line(between, sheet.top + HEAD, between, sheet.bottom - FOOTER - 3.0, FINE, 0.55)
            _column(sheet, x, sheet.top + HEAD, column)

    return Page(draw, outline, faults)


def _head(sheet: Sheet, masthead: Masthead) -> None:
    title = fit(masthead.title, "disp", 13, 110.0)
    sheet.text(sheet.left, sheet.top + 5.2, title.opening, title.face, title.size, squeeze=title.squeeze)
    sheet.text(sheet.right, sheet.top + 5.2, "Arithmetic and sources", "dispi", 11, "r")
    sheet.rule(sheet.left, sheet.top + 7.6, sheet.right, FINE)


def _column(sheet: Sheet, x: float, y: float, pieces: Sequence[_Piece]) -> None:
    for index, piece in enumerate(pieces):
        if piece.kind == "part":
            top = y if index == 0 else y + 2.4
            sheet.rule(x, top, x + MEASURE, 1.0)
            sheet.rule(x, top + 0.62, x + MEASURE, FINE)
            sheet.text(x, top + 5.2, piece.runs[0].lead, "disp", 11)
            y += TITLE - (2.4 if index == 0 else 0.0)
        elif piece.kind == "head":
            for number, run in enumerate(piece.runs):
                sheet.text(x, y + 3.9 + number * LEAD, run.lead, "ital", SIZE + 0.4, grey=SOFT)
            y += piece.height
        else:
            for number, run in enumerate(piece.runs):
                set_run(sheet, x, y + 2.5 + number * LEAD, run, SIZE)
            y += piece.height


def _pieces(part: Part) -> list[_Piece]:
    out = [_Piece("part", (Run(part.title, "", 0.0),), TITLE)]
    entries = (Entry("", part.intro), *part.entries) if part.intro else part.entries
    for entry in entries:
        runs = tuple(run_in(entry, SIZE, MEASURE, INDENT))
        if entry.text:
            out.append(_Piece("lines", runs, len(runs) * LEAD + AFTER))
        else:
            out.append(_Piece("head", runs, SUBTITLE + (len(runs) - 1) * LEAD))
    return out


def _balanced(columns: list[list[_Piece]], room: float) -> list[list[_Piece]]:
    """``columns`` with those of the last page made about equally long."""
    full = (len(columns) - 1) // COLUMNS * COLUMNS
    pieces = [piece for column in columns[full:] for piece in column]
    least = sum(piece.height for piece in pieces) / COLUMNS
    while least < room:
        if len(even := _columns(pieces, least)) <= COLUMNS:
            return [*columns[:full], *even]
        least += LEAD
    return columns


def _columns(pieces: Sequence[_Piece], room: float) -> list[list[_Piece]]:
    """Columns no higher than ``room``. Headings stay with the next piece; long paragraphs break between lines."""
    out: list[list[_Piece]] = [[]]
    used = 0.0
    waiting = list(pieces)
    while waiting:
        piece = waiting.pop(0)
        need = piece.height + (waiting[0].height if piece.kind != "lines" and waiting else 0.0)
        if piece.kind == "part" and len(waiting) > 1 and waiting[0].kind == "head":
            need += waiting[1].height
        if used + min(need, room) > room and out[-1]:
            out.append([])
            used = 0.0
        if piece.height > room:
            fits = max(1, int((room - used) / LEAD) - 1)
            rest = piece.runs[fits:]
            waiting.insert(0, _Piece("lines", rest, len(rest) * LEAD + AFTER))
            piece = _Piece("lines", piece.runs[:fits], room)
        out[-1].append(piece)
        used += piece.height
    return out if out[0] else []
