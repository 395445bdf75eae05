"""Page heads, headlines of blocks, and boxes for losses and ratings."""

from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.page import Folio
from armies.paper.sheet import FIELD, SOFT, Sheet
from armies.paper.typography import LEAST, Fitted, fit, width
from battles.engine.armies.roster_words import Masthead, Rating

GAP: Final = 2.6
LEAST_ROOM: Final = 22.0
"""Smallest width in mm beside a name; otherwise the detail goes below."""

MOST_BOXES: Final = 45
"""More losses than this are written as a number."""

BOX_ROW: Final = 4.2
BENEATH: Final = 5.8
"""Largest distance in mm from the last line of a name to the detail below it."""


class Headline(NamedTuple):
    """A fitted name and its fitted detail; ``below`` is true if the detail is on its own lines."""

    name: Fitted
    detail: Fitted | None
    below: bool

    @property
    def extra(self) -> float:
        """Height in mm beyond one line."""
        high = (len(self.name.lines) - 1) * self.name.lead
        if self.detail is None:
            return high
        tall = (len(self.detail.lines) - 1) * self.detail.lead
        return high + self._beneath + tall if self.below else max(high, tall)

    @property
    def _beneath(self) -> float:
        return min(self.name.lead, BENEATH)

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with the first baseline at ``y``."""
        sheet.fitted(x, y, self.name)
        if self.detail is None:
            return
        if self.below:
            sheet.fitted(x, y + (len(self.name.lines) - 1) * self.name.lead + self._beneath, self.detail)
        else:
            sheet.fitted(x + self.name.width + GAP, y, self.detail)


def headline(name: str, size: float, detail: str, detail_size: float, measure: float, between: float = 0.0) -> Headline:
    """A headline within ``measure`` mm: ``name`` in the display face and ``detail`` in its italic.

    ``between`` is the free space between the two.
    """
    fitted = fit(name, "disp", size, round(measure, 2))
    if not detail:
        return Headline(fitted, None, False)
    room = measure - fitted.width - GAP - between
    if len(fitted.lines) == 1 and room >= LEAST_ROOM:
        beside = fit(detail, "dispi", detail_size, round(room, 2))
        if len(beside.lines) == 1 and beside.size > LEAST + 0.5:
            return Headline(fitted, beside, False)
    return Headline(fitted, fit(detail, "dispi", min(detail_size, 10.0), round(measure, 2)), True)


class Losses(NamedTuple):
    """Boxes for lost units, in rows of ``per_row``; box ``at`` is framed."""

    number: int
    at: int | None
    per_row: int
    struck: int = 0

    @property
    def rows(self) -> int:
        return 1 if self.written else max(1, -(-self.number // self.per_row))

    @property
    def written(self) -> bool:
        """True if there are too many boxes; the number is then written by hand."""
        return self.number > MOST_BOXES

    @property
    def width(self) -> float:
        """Width of the widest row in mm."""
        return 40.0 if self.written else marks.boxes_width(min(self.number, self.per_row))

    @property
    def extra(self) -> float:
        """Height in mm beyond one row."""
        return (self.rows - 1) * BOX_ROW

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw them from the top left corner of the first box."""
        if self.written:
            words = f"of {self.number:,}" + (f", removed at {self.at:,}" if self.at else "")
            sheet.rule(x, y + marks.BOX, x + 11.0)
            sheet.text(x + 1.0, y + marks.BOX - 0.5, f"{self.struck:,}" if self.struck else "", "semi", 8)
            sheet.text(x + 12.0, y + marks.BOX - 0.5, words, "text", 7, grey=SOFT)
            return
        for row in range(self.rows):
            first = row * self.per_row
            here = min(self.per_row, self.number - first)
            marks.boxes(
                sheet, x, y + row * BOX_ROW, here, shade=self.at, bold=self.at, first=first + 1, struck=self.struck
            )


def losses(count: int, at: int | None, measure: float, struck: int = 0) -> Losses:
    """Loss boxes within ``measure`` mm; the first ``struck`` are crossed off."""
    return Losses(count, at, marks.boxes_that_fit(measure), struck)


def rating_boxes(sheet: Sheet, x: float, y: float, rating: Rating) -> float:
    """Draw a box for each rating with its radius; the present rating is crossed, with its dice or source.

    Returns the right edge.
    """
    for index, words in enumerate(rating.choices):
        chosen = index == rating.chosen
        marks.crossed(sheet, x, y - 2.6, chosen)
        x += 4.2
        x += sheet.text(x, y, words, "bold" if chosen else "text", 8.2) + 2.6
    return x + sheet.text(x, y, rating.how, "ital", LEAST, grey=SOFT)


def rating_width(rating: Rating) -> float:
    """Width of ``rating_boxes`` in mm."""
    words = sum(width(word, "bold" if n == rating.chosen else "text", 8.2) for n, word in enumerate(rating.choices))
    return words + 6.8 * len(rating.choices) + width(rating.how, "ital", LEAST)


QR: Final = 21.0
"""Width of the QR code in mm; phones can read it from 18 mm."""

SLIM: Final = 11.2
KICKER: Final = 5.6
TITLE: Final = 14.4
LINE: Final = 5.8


class Head(NamedTuple):
    """A large page head: its fitted lines, and the width beside a QR code.

    ``whole`` is the line about the whole army, only on its first page.
    """

    kicker: Fitted
    title: Headline
    totals: str
    nation: str
    whole: Fitted
    faults: str
    address: str

    @property
    def measure(self) -> float:
        return FIELD - (QR + 4.0 if self.address else 0.0)

    @property
    def height(self) -> float:
        """Height in mm, including the gap below."""
        high = TITLE + self._extra + 3.4
        high += LINE + self.whole.height - self.whole.lead if self.whole.lines[0] else 0.0
        return max(high, QR + 4.0) if self.address else high

    @property
    def _extra(self) -> float:
        return self.title.extra + (len(self.kicker.lines) - 1) * self.kicker.lead

    def draw(self, sheet: Sheet, folio: Folio) -> None:
        """Draw it at the top of the field."""
        y = sheet.top
        marks.stripe(sheet, self.nation, y)
        right = sheet.left + self.measure
        if self.address:
            marks.qr_code(sheet, self.address, sheet.right, y + 3.0, QR)
        sheet.text(right, y + KICKER, self.totals, "text", 8.2, "r", SOFT)
        if len(self.kicker.lines) == 1 and self.kicker.squeeze == 1.0:
            sheet.caps(sheet.left, y + KICKER, self.kicker.lines[0], grey=SOFT)
        else:
            sheet.fitted(sheet.left, y + KICKER, self.kicker, grey=SOFT)
        y += TITLE + (len(self.kicker.lines) - 1) * self.kicker.lead
        self.title.draw(sheet, sheet.left, y)
        y += self.title.extra
        if self.whole.lines[0]:
            y += LINE
            sheet.fitted(sheet.left, y, self.whole)
            if self.faults:
                where = f": page {folio.faults}" if folio.faults else ""
                sheet.text(right, y, f"{self.faults}{where}", "bold", 8.2, "r")


def head(
    masthead: Masthead,
    *,
    title: str,
    detail: str,
    totals: str,
    nation: str,
    whole: bool = False,
    address: str = "",
) -> Head:
    """The head of a first page; ``whole`` adds the line about the whole army."""
    measure = FIELD - (QR + 4.0 if address else 0.0)
    above = masthead.title if masthead.title != title else ""
    kicker = " · ".join(filter(None, (masthead.system, above, masthead.occasion)))
    room = measure - width(totals, "text", 8.2) - 4.0
    tracked = width(kicker.upper(), "semi", 7.2, 0.55)
    fitted = Fitted((kicker,), "semi", 7.2, 1.0) if tracked <= room else fit(kicker, "text", 7.4, round(room, 2))
    if tracked > room and fitted.squeeze == 1.0:
        fitted = fitted._replace(squeeze=0.999)
    commander = "" if masthead.commander == detail else masthead.commander
    about = " · ".join(filter(None, (commander, masthead.totals))) if whole else ""
    return Head(
        fitted,
        headline(title, 22, detail, 15, measure),
        totals,
        nation,
        fit(about, "text", 8.2, round(measure - (48.0 if masthead.faults and whole else 0.0), 2)),
        masthead.faults if whole else "",
        address,
    )


def slim_head(sheet: Sheet, nation: str, title: str, detail: str, what: str) -> None:
    """The head of a later page, ``SLIM`` mm high; the full name is on the first page."""
    y = sheet.top
    marks.stripe(sheet, nation, y)
    wide = sheet.text(sheet.right, y + 6.8, what, "dispi", 11, "r")
    measure = FIELD - wide - 6.0
    name = fit(title, "disp", 13, round(measure * 0.62, 2))
    sheet.text(sheet.left, y + 6.8, name.opening, name.face, name.size, squeeze=name.squeeze)
    rest = fit(f"{detail}, continued" if detail else "continued", "dispi", 11, round(measure - name.width - 3.0, 2))
    sheet.text(sheet.left + name.width + 3.0, y + 6.8, rest.opening, rest.face, rest.size, squeeze=rest.squeeze)
