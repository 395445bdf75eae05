"""Pieces to cut out: how many of a size go on a page, where each is on front and back, the marks, the foot.

Pieces that touch share a cut. Pieces with a bleed stand apart, so that ink may run over every edge.
"""

from typing import Final, NamedTuple

from armies.paper.faces import width
from armies.paper.fitting import fit
from armies.paper.section import Imprint
from armies.paper.sheet import FAINT, FINE, SOFT, Format, Sheet

OUT: Final = 1.0
"""Millimetres from a piece, or its bleed, to a cut mark."""
LONG: Final = 3.0
"""Length of a cut mark, in mm."""
LEAST_SIDE: Final = 4.9
"""Margin that pieces without bleed leave at least."""
MARKED: Final = 7.5
"""Margin from which cut marks stand beside the pieces; hairlines between them else."""
BASE: Final = 8.4
"""The foot's baseline above the foot of the paper, in mm."""
FOOT: Final = 15.6
"""Margin below the pieces in which the foot has room."""
ASIDE: Final = 12.6
"""Margin beside them in which it has room, if not below."""


class Cuts(NamedTuple):
    """A page of equal pieces: its paper, their size, how many, the gap between them, the first one's place, in mm."""

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
        """The corner on the back of the sheet, turned on its long edge, that lies behind a piece."""
        x, y = self.place(index)
        return (x, self.form.high - y - self.high) if self.lies else (self.form.wide - x - self.wide, y)

    @property
    def lies(self) -> bool:
        """Whether the paper lies on its long side."""
        return self.form.wide > self.form.high

    def marks(self, sheet: Sheet, *, back: bool = False) -> None:
        """What to cut by: marks outside the pieces, crosses between them; hairlines where the margin has no room."""
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
        """Version, date and hash, what to know when cutting, whose it is and page x of y; below, or up the side."""
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
    """The paper, upright or lying, on which most pieces of a size have room; upright where it is the same.

    Raises:
        ValueError: not even one has; a sentence.
    """
    found = [
        _cuts(form, wide, high, bleed) for form in (Format(paper.wide, paper.high), Format(paper.high, paper.wide))
    ]
    best = max(found, key=lambda one: one.per_page)
    if not best.per_page:
        raise ValueError(f"A piece of {wide:g} by {high:g} mm has no room on this paper.")
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
    """Whether the foot has room below the pieces, or beside them."""
    side = (form.wide - count[0] * size[0] - 2 * (count[0] - 1) * bleed) / 2
    below = form.high - count[1] * size[1] - 2 * (count[1] - 1) * bleed
    return below >= FOOT + bleed + LEAST_SIDE or (side >= ASIDE and not bleed)
