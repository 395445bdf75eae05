"""The cover of a packet: whose it is, what is in it and where, how it is printed. Always one page."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.faces import Printable, able, width
from armies.paper.fitting import Fitted, fit, fit_box, wrap
from armies.paper.pages import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, FOOTER, SOFT, Sheet

QR: Final = 28.0
TITLE: Final = 30.0
ROW: Final = 0.56
"""Millimetres from line to line of the contents for each point of size."""
SIZES: Final = (11.0, 10.0, 9.0, 8.0, 7.0)
"""Sizes of the contents, the largest that leaves room is taken; below them kinds are told as one."""
NOTE: Final = 3.7
"""Millimetres from line to line at the foot."""
MOST_NOTES: Final = 14
MOST_KEPT: Final = 5
"""Lines of what has not changed."""


class Line(NamedTuple):
    """A sheet in the contents: its kind, what it is called, whose it is, its first and last page."""

    kind: str
    sheet: str
    title: str
    first: int
    last: int


class Cover(NamedTuple):
    """What a cover says; ``kept`` are the sheets that have not changed since the day ``since`` and are left out."""

    title: str
    reader: str
    system: str
    lines: tuple[Line, ...] = ()
    kept: tuple[str, ...] = ()
    since: str = ""
    notes: tuple[str, ...] = ()
    address: str = ""


def cover(said: Cover) -> Section:
    """The cover as a section of one page."""
    printable = Printable()
    said = said._replace(
        title=printable(said.title),
        reader=printable(said.reader),
        lines=tuple(line._replace(sheet=printable(line.sheet), title=printable(line.title)) for line in said.lines),
        kept=tuple(map(printable, said.kept)),
        notes=tuple(map(printable, (*said.notes, *filter(None, [printable.note])))),
    )
    return Section("Packet", said.title, digest_of(said), lambda sheet: Planned([Page(_Cover(said).draw, "Cover")]))


class _Cover:
    """A cover being drawn."""

    def __init__(self, said: Cover) -> None:
        self.said = said

    def draw(self, sheet: Sheet, folio: Folio) -> None:
        y = self._head(sheet)
        rows = self._closing(sheet)
        foot = sheet.bottom - FOOTER - 5.0 - len(rows) * NOTE
        self._contents(sheet, y, foot - 6.0)
        sheet.rule(sheet.left, foot, sheet.right, FINE)
        for index, row in enumerate(rows):
            sheet.text(sheet.left, foot + 5.0 + index * NOTE, row, "text", 8.2, grey=SOFT)

    def _head(self, sheet: Sheet) -> float:
        """Title and reader; where the contents begin."""
        said, y = self.said, sheet.top
        sheet.scotch(y)
        room = sheet.right - sheet.left - (QR + 6.0 if said.address else 0.0)
        if said.address:
            marks.qr_code(sheet, said.address, sheet.right, y + 5.0, QR)
        sheet.caps(sheet.left, y + 8.0, f"{said.system} · Packet", 8.0, grey=SOFT)
        title = fit_box(said.title, "disp", TITLE, room, 26.0, 9.0) or fit(said.title, "disp", 9.0, round(room, 2))
        y += 10.5 + title.size * 0.3
        sheet.fitted(sheet.left, y, title)
        y += max(0, len(title.lines) - 1) * title.lead
        if said.reader:
            name = f"the {said.reader[4:]}" if said.reader.startswith("The ") else said.reader
            whose = fit(f"For {name}", "dispi", 17.0, round(room, 2))
            y += 9.0
            sheet.fitted(sheet.left, y, whose)
            y += (len(whose.lines) - 1) * whose.lead
        y = max(y + 6.0, sheet.top + (QR + 8.0 if said.address else 0.0))
        sheet.rule(sheet.left, y, sheet.right, FINE)
        return y + 8.0

    def _closing(self, sheet: Sheet) -> list[str]:
        """What was chosen and what has not changed, in lines."""
        measure = sheet.right - sheet.left
        rows = [line for note in self.said.notes for line in wrap(note, "text", 8.2, measure)]
        if self.said.kept:
            unchanged = f"Unchanged since {self.said.since} and not printed again: {'; '.join(self.said.kept)}."
            lines = wrap(unchanged, "text", 8.2, measure)
            rows += lines if len(lines) <= MOST_KEPT else (*lines[: MOST_KEPT - 1], f"{len(self.said.kept)} in all.")
        return rows[:MOST_NOTES]

    def _contents(self, sheet: Sheet, top: float, bottom: float) -> None:
        """The contents, one line a sheet as large as fits; where they are too many, one line a kind."""
        sheet.caps(sheet.left, top, "Contents", 8.0, grey=SOFT)
        sheet.caps(sheet.right, top, "Page", 8.0, "r", grey=SOFT)
        top += 3.0
        for lines in (self._single(), self._by_kind()):
            for size in SIZES:
                if len(lines) * size * ROW <= bottom - top:
                    self._set(sheet, top, lines, size)
                    return

    def _single(self) -> list[tuple[str, str, str]]:
        return [(line.sheet, line.title, _span(line.first, line.last)) for line in self.said.lines]

    def _by_kind(self) -> list[tuple[str, str, str]]:
        return [(kind, f"{len(many)} sheets", _span(many[0].first, many[-1].last)) for kind, many in _kinds(self.said)]

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
    """Words in a line; a longer one has its opening, since the sheet itself has it in full."""
    fitted = fit(words, able(face, words), size, round(max(room, 10.0), 2))  # type: ignore[arg-type]
    if len(fitted.lines) == 1:
        return fitted
    return fitted._replace(lines=(f"{wrap(words, fitted.face, fitted.size, max(room, 10.0) - 3.0)[0]} …",))


def _kinds(said: Cover) -> list[tuple[str, list[Line]]]:
    return [(kind, list(lines)) for kind, lines in groupby(said.lines, key=lambda line: line.kind)]


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} – {last}"
