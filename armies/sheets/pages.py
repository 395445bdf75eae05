"""Pages planned before they are drawn, and the paragraphs that stand at their foot."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from armies.sheets.faces import width
from armies.sheets.fitting import wrap
from armies.sheets.model import Entry
from armies.sheets.paper import FIELD, FINE, FOOTER, Mark, Sheet

FOOT_SIZE: Final = 7.2
FOOT_LEAD: Final = 3.15


class Folio(NamedTuple):
    """Where a page stands: its number, how many there are, and the page that lists the faults (0 for none)."""

    number: int
    pages: int
    faults: int


class Page(NamedTuple):
    """A page ready to be drawn.

    ``outline`` is its entry in the reader's table of contents; ``faults`` says that it lists them.
    """

    draw: Callable[[Sheet, Folio], None]
    outline: str = ""
    faults: bool = False


class Run(NamedTuple):
    """A line of a paragraph: bold words, the words after them, and where those begin, in mm."""

    lead: str
    text: str
    at: float


def run_in(entry: Entry, size: float, measure: float, indent: float = 0.0) -> list[Run]:
    """``entry`` in lines of ``measure`` mm, its bold words running into the text; later lines are indented."""
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
    """Set one line of a paragraph on the baseline ``y``."""
    sheet.text(x, y, run.lead, "semi", size)
    sheet.text(x + run.at, y, run.text, "text", size)


class Foot(NamedTuple):
    """Key paragraphs at the foot of a page, above the footer."""

    runs: tuple[Run, ...]

    @property
    def height(self) -> float:
        """Millimetres from its rule to the footer's."""
        return len(self.runs) * FOOT_LEAD + 2.4 if self.runs else 0.0

    def draw(self, sheet: Sheet) -> None:
        """Set it above the footer."""
        top = sheet.bottom - FOOTER - self.height
        sheet.rule(sheet.left, top, sheet.right, FINE)
        for index, run in enumerate(self.runs):
            set_run(sheet, sheet.left, top + 3.4 + index * FOOT_LEAD, run, FOOT_SIZE)


def foot(entries: Sequence[Entry]) -> Foot:
    """The key of a roster."""
    return Foot(tuple(run for entry in entries for run in run_in(entry, FOOT_SIZE, FIELD)))


def draw_all(sheet: Sheet, pages: Sequence[Page], mark: Mark) -> None:
    """Draw every page with its footer and its entry in the table of contents."""
    faults = next((index for index, page in enumerate(pages, 1) if page.faults), 0)
    for index, page in enumerate(pages, 1):
        page.draw(sheet, Folio(index, len(pages), faults))
        if page.outline:
            sheet.outline(page.outline)
        sheet.footer(mark, index, len(pages))
        sheet.next_page()
