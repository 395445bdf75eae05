"""Pages of equal pieces to cut out: their places on front and back, cut marks, and the foot."""

from typing import Final, NamedTuple

from armies.paper.section import Imprint
from armies.paper.sheet import FAINT, FINE, SOFT, Format, Sheet
from armies.paper.typography import fit, width

OUT: Final = 1.0
"""Millimetres from a piece, or its bleed, to a cut mark."""
LONG: Final = 3.0
"""Length of a cut mark, in mm."""
LEAST_SIDE: Final = 4.9
"""Smallest margin around pieces without bleed."""
MARKED: Final = 7.5
"""Smallest margin for cut marks beside the pieces; otherwise there are hairlines between them."""
BASE: Final = 8.4
"""Height of the foot's baseline above the edge of the paper, in mm."""
FOOT: Final = 15.6
"""Smallest margin below the pieces for the foot."""
ASIDE: Final = 12.6
"""Smallest margin beside the pieces for the foot, if there is no room below."""


class Cuts(NamedTuple):
    """The grid of a page of equal pieces, in mm: paper, size, number, gap, and the place of the first piece."""

    form: Format
    wide: float
    high: float
    across: int
    down: int
    bleed: float
    x: float
    y: float

    @property
    def per_page(self) -> int:
        return self.across * self.down

    def place(self, index: int) -> tuple[float, float]:
        """The top left corner of a piece, in the order of reading."""
        row, column = divmod(index, self.across)
        return self.x + column * (self.wide + 2 * self.bleed), self.y + row * (self.high + 2 * self.bleed)

    def behind(self, index: int) -> tuple[float, float]:
        """The corner behind a piece on the back of the sheet, if the sheet is turned on its long edge."""
        x, y = self.place(index)
        return (x, self.form.high - y - self.high) if self.lies else (self.form.wide - x - self.wide, y)

    @property
    def lies(self) -> bool:
        """True if the paper lies on its long side."""
        return self.form.wide > self.form.high

    def marks(self, sheet: Sheet, *, back: bool = False) -> None:
        """Draw cut marks outside the pieces and crosses between them, or hairlines if the margin is too narrow."""
        columns = [edge for at in range(self.across) for edge in self._edges(self.place(at)[0], self.wide)]
        rows = [edge for at in range(self.down) for edge in self._edges(self.place(at * self.across)[1], self.high)]
        if back and self.lies:
            rows = [self.form.high - row for row in rows]
        left, right, top, foot = min(columns), max(columns), min(rows), max(rows)
        out = self.bleed + OUT
        if left < MARKED:
            for x in sorted(set(columns)):
                sheet.line(x, top - LONG, x, foot + LONG, FINE, FAINT)
            for y in sorted(set(rows)):
                sheet.line(left, y, right, y, FINE, FAINT)
            return
        for x in sorted(set(columns)):
            sheet.line(x, top - out - LONG, x, top - out)
            sheet.line(x, foot + out, x, foot + out + LONG)
        for y in sorted(set(rows)):
            sheet.line(left - out - LONG, y, left - out, y)
            sheet.line(right + out, y, right + out + LONG, y)
        if not self.bleed:
            _crosses(sheet, sorted(set(columns))[1:-1], sorted(set(rows))[1:-1])

    def _edges(self, start: float, long: float) -> tuple[float, float]:
        return round(start, 3), round(start + long, 3)

    def foot(self, sheet: Sheet, words: str, title: str, digest: str, imprint: Imprint, page: tuple[int, int]) -> None:
        """Draw the foot below the pieces or up the side: version, date, hash, cutting advice, title and page number."""
        number = f"page {page[0]} of {page[1]}"
        printed = f"Muster {imprint.version} · {imprint.date} · {digest}"
        right = self.x + self.across * self.wide + 2 * (self.across - 1) * self.bleed
        end = self.y + self.down * self.high + 2 * (self.down - 1) * self.bleed
        if self.form.high - end >= FOOT + self.bleed:
            _three(
                sheet,
                max(self.x, 8.0),
                min(right, self.form.wide - 8.0),
                sheet.h - BASE,
                (printed, words, title, number),
            )
            return
        with sheet.upward(self.x - 2.2, end):
            _three(sheet, 4.0, min(self.high, end - self.y) - 4.0, sheet.h, (printed, "", "", ""))
            if self.down > 1:
                start = self.high + 4.0
                _three(sheet, start, start + self.high - 8.0, sheet.h, (words, "", "", ""))
            last = end - self.y - 4.0
            _three(sheet, last - self.high + 8.0, last, sheet.h, ("", "", title, number))


def _three(sheet: Sheet, left: float, right: float, y: float, words: tuple[str, str, str, str]) -> None:
    first, middle, title, number = words
    sheet.text(left, y, first, "text", 7, grey=SOFT)
    if middle:
        sheet.text((left + right) / 2, y, middle, "text", 7, "c", SOFT)
    if number:
        past = (left + right + width(middle, "text", 7)) / 2 if middle else left
        room = right - past - width(f" · {number}", "text", 7) - 3.0
        whose = fit(title, "text", 7, round(max(room, 1.0), 2)) if title else None
        short = f"{whose.opening} · " if whose and len(whose.lines) == 1 and whose.size == 7 else ""
        sheet.text(right, y, f"{short}{number}", "text", 7, "r", SOFT)


def _crosses(sheet: Sheet, columns: list[float], rows: list[float]) -> None:
    for x in columns:
        for y in rows:
            sheet.line(x - 1.6, y, x + 1.6, y)
            sheet.line(x, y - 1.6, x, y + 1.6)


def cuts(paper: Format, wide: float, high: float, bleed: float = 0.0) -> Cuts:
    """The grid with the most pieces of a size, on upright or lying paper; upright if both have the same number.

    Raises:
        ValueError: not even one piece fits; the message is a sentence for the user.
    """
    grids = [
        _cuts(form, wide, high, bleed) for form in (Format(paper.wide, paper.high), Format(paper.high, paper.wide))
    ]
    best = max(grids, key=lambda grid: grid.per_page)
    if not best.per_page:
        raise ValueError(f"A piece of {wide:g} by {high:g} mm does not fit on this paper.")
    return best


def _cuts(form: Format, wide: float, high: float, bleed: float) -> Cuts:
    side = bleed + OUT + LONG + 1.0 if bleed else LEAST_SIDE
    across = int((form.wide - 2 * side + 2 * bleed + 0.001) // (wide + 2 * bleed))
    down = int((form.high - 2 * side + 2 * bleed + 0.001) // (high + 2 * bleed))
    while across > 0 and down > 0 and not _has_foot(form, (wide, high), (across, down), bleed):
        down -= 1
    if across < 1 or down < 1:
        return Cuts(form, wide, high, 0, 0, bleed, 0.0, 0.0)
    long_x, long_y = across * wide + 2 * (across - 1) * bleed, down * high + 2 * (down - 1) * bleed
    free = form.high - long_y
    y = free / 2
    if free / 2 < FOOT + bleed <= free - side:
        y = free - FOOT - bleed
    return Cuts(form, wide, high, across, down, bleed, (form.wide - long_x) / 2, y)


def _has_foot(form: Format, size: tuple[float, float], count: tuple[int, int], bleed: float) -> bool:
    """True if the foot fits below the pieces or beside them."""
    side = (form.wide - count[0] * size[0] - 2 * (count[0] - 1) * bleed) / 2
    below = form.high - count[1] * size[1] - 2 * (count[1] - 1) * bleed
    return below >= FOOT + bleed + LEAST_SIDE or (side >= ASIDE and not bleed)
