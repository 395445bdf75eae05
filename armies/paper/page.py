"""Planned pages, their page numbers, and the paragraphs at their foot."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from armies.paper.sheet import FIELD, FINE, FOOTER, Format, Sheet
from armies.paper.text_fit import wrap
from armies.paper.typefaces import width
from battles.engine.armies.sheet_words import Entry

FOOT_SIZE: Final = 7.2
FOOT_LEAD: Final = 3.15


class Folio(NamedTuple):
    """A page's number, the number of pages, and the page that lists the faults (0 for none)."""

    number: int
    pages: int
    faults: int


class Page(NamedTuple):
    """A page ready to be drawn.

    ``outline`` is its entry in the PDF outline; ``faults`` is true if it lists the faults. ``format`` is its size if
    it differs from the paper. A page without ``footer`` draws its own.
    """

    draw: Callable[[Sheet, Folio], None]
    outline: str = ""
    faults: bool = False
    format: Format | None = None
    footer: bool = True


class Run(NamedTuple):
    """A line of a paragraph: bold words, the words after them, and their start in mm."""

    lead: str
    text: str
    at: float


def run_in(entry: Entry, size: float, measure: float, indent: float = 0.0) -> list[Run]:
    """``entry`` in lines of ``measure`` mm, starting with its bold words; later lines are indented."""
    lead = width(entry.lead, "semi", size)
    if lead > measure * 0.7:
        head = [Run(line, "", 0.0) for line in wrap(entry.lead, "semi", size, measure)]
        below = wrap(entry.text, "text", size, measure - indent) if entry.text else ()
        return head + [Run("", line, indent) for line in below]
    at = lead + width("  ", "text", size) if entry.lead else 0.0
    first, *rest = _lines(entry.text, size, measure - indent, measure - at)
    return [Run(entry.lead, first, at), *(Run("", line, indent) for line in rest)]


def _lines(text: str, size: float, measure: float, first: float | None = None) -> tuple[str, ...]:
    return wrap(text, "text", size, measure, first) if text else ("",)


def set_run(sheet: Sheet, x: float, y: float, run: Run, size: float) -> None:
    """Draw one line of a paragraph on the baseline ``y``."""
    sheet.text(x, y, run.lead, "semi", size)
    sheet.text(x + run.at, y, run.text, "text", size)


class Foot(NamedTuple):
    """Key paragraphs at the foot of a page, above the footer."""

    runs: tuple[Run, ...]

    @property
    def height(self) -> float:
        """Height in mm from its rule to the footer's rule."""
        return len(self.runs) * FOOT_LEAD + 2.4 if self.runs else 0.0

    def draw(self, sheet: Sheet) -> None:
        """Draw it above the footer."""
        top = sheet.bottom - FOOTER - self.height
        sheet.rule(sheet.left, top, sheet.right, FINE)
        for index, run in enumerate(self.runs):
            set_run(sheet, sheet.left, top + 3.4 + index * FOOT_LEAD, run, FOOT_SIZE)


def foot(entries: Sequence[Entry]) -> Foot:
    """The key of a roster."""
    return Foot(tuple(run for entry in entries for run in run_in(entry, FOOT_SIZE, FIELD)))
