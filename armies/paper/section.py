"""Sheets as sections, and files of them: PDF, or plain text for people who cannot use a PDF.

A sheet is a ``Section``: its content as a value, and a function that lays it out on pages. ``bind`` plans all
sections, draws them into one PDF, and reports texts that did not fit. It uses no database. The same sections give
the same bytes.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import msgspec

from armies.paper.page import Folio, Page
from armies.paper.sheet import INK, PAPERS, Align, Format, Mark, Sheet
from armies.paper.structure import heading_role
from armies.paper.typography import Face, width

MOST_PAGES: Final = 2_000
"""The most pages of one file."""


class Imprint(NamedTuple):
    """Muster's version and the date of printing, for the footers."""

    version: str
    date: str


class Planned(NamedTuple):
    """Planned pages, and a sentence for each text that did not fit even in the smallest type."""

    pages: list[Page]
    troubles: tuple[str, ...] = ()


class Section(NamedTuple):
    """A sheet to print.

    ``kind`` is its kind (``Roster``), ``title`` its subject; contents show both, footers the title. ``digest`` changes
    when the content changes. ``plan`` lays it out on the paper of its file.
    ``single`` sheets are cut into pieces, so in double-sided files their backs stay empty. ``apart`` sheets have
    their own leaves in every file, so that no sheet for another reader is on their back.
    """

    kind: str
    title: str
    digest: str
    plan: Callable[[Sheet], Planned]
    single: bool = False
    apart: bool = False

    @property
    def heading(self) -> str:
        """``II Corps: roster``."""
        return f"{self.title}: {self.kind[:1].lower()}{self.kind[1:]}"


class Bound(NamedTuple):
    """A finished file: its bytes, the first page of each section, the number of pages, and texts that did not fit."""

    data: bytes
    starts: tuple[int, ...]
    pages: int
    troubles: tuple[str, ...]


class TooLong(ValueError):
    """A file would have too many pages. The message is a sentence for the user; ``pages`` is the number."""

    def __init__(self, pages: int, most: int) -> None:
        super().__init__(f"This would be {pages:,} pages; one file has {most:,} at most. Choose fewer sheets.")
        self.pages = pages


def digest_of(*parts: Any) -> str:
    """A hash of seven characters of some values."""
    content = b"\0".join(msgspec.json.encode(part, order="deterministic") for part in parts)
    return hashlib.blake2b(content, digest_size=8).hexdigest()[:7]


def bind(
    sections: Sequence[Section],
    imprint: Imprint,
    *,
    title: str,
    subject: str,
    paper: str = "a4",
    duplex: bool = False,
    front: Callable[[Sequence[int], int], Section] | None = None,
    progress: Callable[[int, int], None] | None = None,
    most: int | None = None,
) -> Bound:
    """One PDF of all sections; the footers count the pages of each section separately.

    Args:
        title, subject: metadata of the document.
        paper: one of ``PAPERS``.
        duplex: each section starts on a new leaf.
        front: builds the one-page cover from the first page of each section and the number of all pages.
        progress: called after each page with the pages drawn and the number of all pages.
        most: the most pages, if fewer than ``MOST_PAGES``.

    Raises:
        ValueError, TooLong: an unknown paper, or too many pages; nothing is drawn.
    """
    if paper not in PAPERS:
        raise ValueError(f"There is no paper {paper!r}. Choose one of {', '.join(PAPERS)}.")
    sheet = Sheet(PAPERS[paper], title, subject)
    plans = [section.plan(sheet) for section in sections]
    runs = _runs(sections, plans, 0 if front is None else 2 if duplex else 1, duplex)
    total = runs[-1].end if runs else 0
    _refuse_too_long(total, most)
    starts = tuple(run.start + 1 for run in runs)
    if front is not None:
        cover = front(starts, total)
        runs.insert(0, _Run(cover, cover.plan(sheet).pages, 0, 2 if duplex else 1, False))
    for done in _written(sheet, runs, imprint, PAPERS[paper]):
        if progress is not None:
            progress(done, total)
    return Bound(sheet.bytes(), starts, total, tuple(trouble for plan in plans for trouble in plan.troubles))


def _refuse_too_long(pages: int, most: int | None) -> None:
    limit = MOST_PAGES if most is None else min(most, MOST_PAGES)
    if pages > limit:
        raise TooLong(pages, limit)


def alone(section: Section, imprint: Imprint, paper: str = "a4") -> bytes:
    """A file of one section; raises like ``bind``."""
    return bind([section], imprint, title=section.heading, subject=section.kind, paper=paper).data


def lay_out(section: Section, paper: str) -> tuple[tuple[tuple[float, float], ...], tuple[str, ...]]:
    """The width and height of each page of a section in mm, and texts that do not fit. Nothing is drawn."""
    plan = section.plan(Sheet(PAPERS[paper], section.heading, section.kind))
    forms = [page.format or PAPERS[paper] for page in plan.pages]
    return tuple((form.wide, form.high) for form in forms), plan.troubles


def page_pdf(section: Section, imprint: Imprint, paper: str, number: int) -> bytes:
    """One page of a section as a PDF; the first is 1.

    Raises:
        IndexError: it has no such page.
    """
    sheet = Sheet(PAPERS[paper], section.heading, section.kind)
    pages = section.plan(sheet).pages
    if not 1 <= number <= len(pages):
        raise IndexError(f"{section.heading} has {len(pages)} pages, and no page {number}.")
    run = _Run(section, pages, 0, 1, False)
    for _ in _drawn(sheet, run, imprint, PAPERS[paper], many=False, only=number):
        pass
    return sheet.bytes()


class _Run(NamedTuple):
    """A section in a file. It begins after ``start`` pages and ends at page ``end``, including empty pages.

    With ``backs``, an empty page follows each of its pages.
    """

    section: Section
    pages: list[Page]
    start: int
    end: int
    backs: bool


def _runs(sections: Sequence[Section], plans: Sequence[Planned], at: int, duplex: bool) -> list[_Run]:
    """The place of each section in a file, starting after ``at`` pages."""
    runs: list[_Run] = []
    for section, plan in zip(sections, plans, strict=True):
        follows = runs[-1].section.apart if runs else False
        start = at + at % 2 if duplex or section.apart or follows else at
        backs = duplex and section.single
        at = start + len(plan.pages) * (2 if backs else 1)
        at += at % 2 if duplex else 0
        runs.append(_Run(section, plan.pages, start, at, backs))
    return runs


def _leave(sheet: Sheet, until: int, paper: Format) -> None:
    """Add empty pages up to the number ``until``."""
    while sheet.canvas.getPageNumber() <= until:
        sheet.turn_to(paper)
        sheet.next_page()


def _written(sheet: Sheet, runs: Sequence[_Run], imprint: Imprint, paper: Format) -> Iterator[int]:
    """Draw all sections; yields the number of pages after each page."""
    for run in runs:
        _leave(sheet, run.start, paper)
        for _ in _drawn(sheet, run, imprint, paper, many=len(runs) > 1):
            yield sheet.canvas.getPageNumber() - 1
        _leave(sheet, run.end, paper)


def _drawn(
    sheet: Sheet, run: _Run, imprint: Imprint, paper: Format, *, many: bool, only: int | None = None
) -> Iterator[int]:
    """Draw every page of a section, or one page, with footer and outline entry; yields after each."""
    section, pages = run.section, run.pages
    mark = Mark(section.title, imprint.version, imprint.date, section.digest)
    faults = next((index for index, page in enumerate(pages, 1) if page.faults), 0)
    for index, page in enumerate(pages, 1):
        if only not in (None, index):
            continue
        sheet.turn_to(page.format or paper)
        if many and index == 1:
            sheet.outline(section.heading)
        if page.outline and not (many and len(pages) == 1):
            sheet.outline(page.outline, 1 if many else 0)
        page.draw(sheet, Folio(index, len(pages), faults))
        if page.footer:
            sheet.footer(mark, index, len(pages))
        sheet.next_page()
        if run.backs:
            _leave(sheet, sheet.canvas.getPageNumber(), page.format or paper)
        yield index


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
        if self._aside:
            return width(words, face, size, track) * squeeze
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
