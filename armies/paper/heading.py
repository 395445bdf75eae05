"""A name with its detail beside it, or below where there is no room; boxes in as many rows as they need."""

from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.faces import width
from armies.paper.fitting import LEAST, Fitted, fit
from armies.paper.sheet import SOFT, Sheet
from armies.paper.words import Rating

GAP: Final = 2.6
LEAST_ROOM: Final = 22.0
"""Beside a name at least so much room is left, or the detail goes below."""
MOST_BOXES: Final = 45
"""More losses than this are written down as a number."""
BOX_ROW: Final = 4.2
BENEATH: Final = 5.8
"""Millimetres at most from the last line of a name to the first of a detail below it."""


class Headline(NamedTuple):
    """A fitted name and its fitted detail; ``below`` says that the detail has lines of its own."""

    name: Fitted
    detail: Fitted | None
    below: bool

    @property
    def extra(self) -> float:
        """Millimetres that it takes beyond one line."""
        high = (len(self.name.lines) - 1) * self.name.lead
        if self.detail is None:
            return high
        tall = (len(self.detail.lines) - 1) * self.detail.lead
        return high + self._beneath + tall if self.below else max(high, tall)

    @property
    def _beneath(self) -> float:
        return min(self.name.lead, BENEATH)

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Set it with the first baseline at ``y``."""
        sheet.fitted(x, y, self.name)
        if self.detail is None:
            return
        if self.below:
            sheet.fitted(x, y + (len(self.name.lines) - 1) * self.name.lead + self._beneath, self.detail)
        else:
            sheet.fitted(x + self.name.width + GAP, y, self.detail)


def headline(name: str, size: float, detail: str, detail_size: float, measure: float, between: float = 0.0) -> Headline:
    """``name`` in the display face and ``detail`` in its italic, within ``measure`` mm.

    ``between`` is room kept free between the two.
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
    """Boxes for units lost, in rows of ``per_row``; ``at`` is the one in the frame."""

    number: int
    at: int | None
    per_row: int
    struck: int = 0

    @property
    def rows(self) -> int:
        return 1 if self.written else max(1, -(-self.number // self.per_row))

    @property
    def written(self) -> bool:
        """Too many to strike one by one."""
        return self.number > MOST_BOXES

    @property
    def width(self) -> float:
        """Millimetres of the widest row."""
        return 40.0 if self.written else marks.boxes_width(min(self.number, self.per_row))

    @property
    def extra(self) -> float:
        """Millimetres beyond one row."""
        return (self.rows - 1) * BOX_ROW

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw them from the top left corner of the first box."""
        if self.written:
            words = f"of {self.number:,}" + (f", stand goes at {self.at:,}" if self.at else "")
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
    """Loss boxes within ``measure`` mm, of which ``struck`` are struck."""
    return Losses(count, at, marks.boxes_that_fit(measure), struck)


def rating_boxes(sheet: Sheet, x: float, y: float, rating: Rating) -> float:
    """A box for each rating with its radius, the last one thrown crossed, and how it was got.

    Returns the right edge.
    """
    for index, words in enumerate(rating.choices):
        chosen = index == rating.chosen
        marks.crossed(sheet, x, y - 2.6, chosen)
        x += 4.2
        x += sheet.text(x, y, words, "bold" if chosen else "text", 8.2) + 2.6
    return x + sheet.text(x, y, rating.how, "ital", 6.8, grey=SOFT)


def rating_width(rating: Rating) -> float:
    """Millimetres that ``rating_boxes`` takes."""
    words = sum(width(word, "bold" if n == rating.chosen else "text", 8.2) for n, word in enumerate(rating.choices))
    return words + 6.8 * len(rating.choices) + width(rating.how, "ital", 6.8)
