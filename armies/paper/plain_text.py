"""A sheet as plain text: the same words in the order of reading, for people who cannot use the PDF."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from armies.paper.page import Folio
from armies.paper.section import Section
from armies.paper.sheet import INK, PAPERS, Align, Format, Sheet
from armies.paper.structure import heading_role
from armies.paper.typefaces import Face, width

SAME_LINE: Final = 0.6
"""Words whose baselines differ by so many mm are on one line."""
BETWEEN: Final = "   "
"""Stands between two texts of one line."""


class _Transcript(Sheet):
    """A sheet that remembers its lines of text and draws nothing."""

    def __init__(self, form: Format, title: str, subject: str) -> None:
        super().__init__(form, title, subject)
        self.lines: list[str] = []
        self._base: float | None = None
        self.begin()

    def text(
        self,
        x: float,
        y: float,
        words: str,
        face: Face = "text",
        size: float = 8.6,
        align: Align = "l",
        grey: float = INK,
        track: float = 0.0,
        squeeze: float = 1.0,
    ) -> float:
        if not words:
            return 0.0
        if self._tilted or (len(words) == 1 and words.isalpha()):
            self._letter(words)
            return width(words, face, size, track) * squeeze
        if self.lines and self._base is not None and abs(y - self._base) <= SAME_LINE:
            self.lines[-1] += BETWEEN + words
        elif self.is_heading(words, face):
            self.lines += ["", f"{'#' * int(heading_role(size)[1])} {words}"]
        else:
            self.lines.append(words)
        self._base, self._along = y, False
        return width(words, face, size, track) * squeeze

    @contextmanager
    def tilted(self, x: float, y: float, tilt: float) -> Iterator[None]:
        self._tilted = True
        yield
        self._tilted = False

    def _letter(self, letter: str) -> None:
        """Add a letter of a name along a road. A capital after a small letter begins another name."""
        if self._along and self.lines and not (letter.isupper() and self.lines[-1][-1:].islower()):
            self.lines[-1] += letter
        else:
            self.lines.append(letter)
        self._along = True

    def begin(self) -> None:
        """Begin a page."""
        self.lines, self.headings = [], True
        self._base, self._tilted, self._along = None, False, False


def plain_text(section: Section, paper: str = "a4") -> str:
    """The words of a section, page by page; headings begin with ``#``.

    Texts on one baseline share a line. Boxes to cross off are left out; their number stands beside them.
    """
    sheet = _Transcript(PAPERS[paper], section.heading, section.kind)
    pages = section.plan(sheet).pages
    faults = next((number for number, page in enumerate(pages, 1) if page.faults), 0)
    lines = [section.heading, ""]
    for number, page in enumerate(pages, 1):
        sheet.begin()
        sheet.turn_to(page.format or PAPERS[paper])
        page.draw(sheet, Folio(number, len(pages), faults))
        lines += [*sheet.lines, "", f"(page {number} of {len(pages)})", ""]
    return "\n".join(lines)
