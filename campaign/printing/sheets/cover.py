"""The cover of a packet: title, reader, contents with page numbers, and notes. Always one page."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, FOOTER, SOFT, Sheet
from armies.paper.typography import Fitted, Printable, fit, fit_box, usable_face, width, wrap

QR: Final = 28.0
TITLE: Final = 30.0
ROW: Final = 0.56
"""Millimetres from line to line of the contents for each point of size."""
SIZES: Final = (11.0, 10.0, 9.0, 8.0, 7.0)
"""Type sizes of the contents; the largest that fits is used. If none fits, there is one line for each kind."""
NOTE: Final = 3.7
"""Millimetres from line to line of the notes at the foot."""
MOST_NOTES: Final = 14
MOST_KEPT: Final = 5
"""Lines that list unchanged sheets, at most."""


class Line(NamedTuple):
    """A sheet in the contents: its kind, name and title, its first and last page."""

    kind: str
    sheet: str
    title: str
    first: int
    last: int


class Cover(NamedTuple):
    """The content of a cover. ``kept`` are sheets left out because they have not changed since the day ``since``."""

    title: str
    reader: str
    system: str
    lines: tuple[Line, ...] = ()
    kept: tuple[str, ...] = ()
    since: str = ""
    notes: tuple[str, ...] = ()
    address: str = ""


def cover(content: Cover) -> Section:
    """The cover as a section of one page."""
    printable = Printable()
    content = content._replace(
        title=printable(content.title),
        reader=printable(content.reader),
        lines=tuple(line._replace(sheet=printable(line.sheet), title=printable(line.title)) for line in content.lines),
        kept=tuple(map(printable, content.kept)),
        notes=tuple(map(printable, (*content.notes, *filter(None, [printable.note])))),
    )
    return Section(
        "Packet", content.title, digest_of(content), lambda sheet: Planned([Page(_Cover(content).draw, "Cover")])
    )


class _Cover:
    """Drawing of a cover."""

    def __init__(self, content: Cover) -> None:
        self.content = content

    def draw(self, sheet: Sheet, folio: Folio) -> None:
        y = self._head(sheet)
        rows = self._closing(sheet)
        foot = sheet.bottom - FOOTER - 5.0 - len(rows) * NOTE
        self._contents(sheet, y, foot - 6.0)
        sheet.rule(sheet.left, foot, sheet.right, FINE)
        for index, row in enumerate(rows):
            sheet.text(sheet.left, foot + 5.0 + index * NOTE, row, "text", 8.2, grey=SOFT)

    def _head(self, sheet: Sheet) -> float:
        """Draw title and reader; return where the contents begin."""
        content, y = self.content, sheet.top
        sheet.scotch(y)
        room = sheet.right - sheet.left - (QR + 6.0 if content.address else 0.0)
        if content.address:
            marks.qr_code(sheet, content.address, sheet.right, y + 5.0, QR)
        sheet.caps(sheet.left, y + 8.0, f"{content.system} · Packet", 8.0, grey=SOFT)
        title = fit_box(content.title, "disp", TITLE, room, 26.0, 9.0) or fit(
            content.title, "disp", 9.0, round(room, 2)
        )
        y += 10.5 + title.size * 0.3
        sheet.fitted(sheet.left, y, title)
        y += max(0, len(title.lines) - 1) * title.lead
        if content.reader:
            name = f"the {content.reader[4:]}" if content.reader.startswith("The ") else content.reader
            whose = fit(f"For {name}", "dispi", 17.0, round(room, 2))
            y += 9.0
            sheet.fitted(sheet.left, y, whose)
            y += (len(whose.lines) - 1) * whose.lead
        y = max(y + 6.0, sheet.top + (QR + 8.0 if content.address else 0.0))
        sheet.rule(sheet.left, y, sheet.right, FINE)
        return y + 8.0

    def _closing(self, sheet: Sheet) -> list[str]:
        """Lines about choices and unchanged sheets."""
        measure = sheet.right - sheet.left
        rows = [line for note in self.content.notes for line in wrap(note, "text", 8.2, measure)]
        if self.content.kept:
            unchanged = f"Unchanged since {self.content.since} and not printed again: {'; '.join(self.content.kept)}."
            lines = wrap(unchanged, "text", 8.2, measure)
            rows += lines if len(lines) <= MOST_KEPT else (*lines[: MOST_KEPT - 1], f"{len(self.content.kept)} in all.")
        return rows[:MOST_NOTES]

    def _contents(self, sheet: Sheet, top: float, bottom: float) -> None:
        """Draw the contents: one line for each sheet, or one for each kind if they do not fit."""
        sheet.caps(sheet.left, top, "Contents", 8.0, grey=SOFT)
        sheet.caps(sheet.right, top, "Page", 8.0, "r", grey=SOFT)
        top += 3.0
        for lines in (self._single(), self._by_kind()):
            for size in SIZES:
                if len(lines) * size * ROW <= bottom - top:
                    self._set(sheet, top, lines, size)
                    return

    def _single(self) -> list[tuple[str, str, str]]:
        return [(line.sheet, line.title, _span(line.first, line.last)) for line in self.content.lines]

    def _by_kind(self) -> list[tuple[str, str, str]]:
        return [
            (kind, f"{len(many)} sheets", _span(many[0].first, many[-1].last)) for kind, many in _kinds(self.content)
        ]

    def _set(self, sheet: Sheet, top: float, lines: Sequence[tuple[str, str, str]], size: float) -> None:
        for index, (what, whose, where) in enumerate(lines):
            y = top + (index + 0.8) * size * ROW
            room = sheet.right - sheet.left - width(where, "semi", size) - 10.0
            name = _one_line(what, "semi", size, room * 0.5)
            detail = _one_line(whose, "ital", size, room - name.width - 3.0)
            sheet.fitted(sheet.left, y, name)
            sheet.fitted(sheet.left + name.width + 3.0, y, detail)
            at = sheet.left + name.width + 3.0 + detail.width + 2.5
            end = sheet.right - width(where, "semi", size) - 2.5
            if end > at:
                sheet.rule(at, y, end, FINE, FAINT, (0.4, 2.4))
            sheet.text(sheet.right, y, where, "semi", size, "r")


def _one_line(words: str, face: str, size: float, room: float) -> Fitted:
    """Words in one line. A longer text is cut, because the sheet itself has it in full."""
    fitted = fit(words, usable_face(face, words), size, round(max(room, 10.0), 2))  # type: ignore[arg-type]
    if len(fitted.lines) == 1:
        return fitted
    return fitted._replace(lines=(f"{wrap(words, fitted.face, fitted.size, max(room, 10.0) - 3.0)[0]} …",))


def _kinds(content: Cover) -> list[tuple[str, list[Line]]]:
    return [(kind, list(lines)) for kind, lines in groupby(content.lines, key=lambda line: line.kind)]


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} – {last}"
