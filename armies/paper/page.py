"""Planned pages: breaks computed from heights before anything is drawn, page numbers, paragraphs at the foot."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from armies.paper.sheet import FIELD, FINE, FOOTER, Format, Sheet
from armies.paper.typography import width, wrap
from battles.engine.armies.roster_words import Entry

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


SPLIT_COST: Final = 1000.0
"""The cost of a page that begins within a section, if this is to be avoided."""


class Block(NamedTuple):
    """Heights of a block in mm: its head, its rows, and the gap after it. ``section`` counts from 0."""

    section: int
    head: float
    rows: tuple[float, ...]
    gap: float


class PagePart(NamedTuple):
    """Rows ``first`` to ``last`` - 1 of a block on one page. ``opens`` is true if a section begins here."""

    block: int
    first: int
    last: int
    opens: bool

    @property
    def continued(self) -> bool:
        """True if the head of the block is on an earlier page."""
        return self.first > 0


class Head(NamedTuple):
    """Height of a section's head in mm: at its beginning, and after a page break."""

    opening: float
    again: float


class Space(NamedTuple):
    """Space for blocks in mm: on the first page, and on each later page."""

    first: float
    later: float


Pages = list[list[PagePart]]


def pages(blocks: Sequence[Block], sections: Sequence[Head], space: Space, split_cost: float = SPLIT_COST) -> Pages:
    """The parts on each page; ``sections`` are the heads of the sections.

    It uses as few pages as possible, then as few pages that begin within a section as possible (unless
    ``split_cost`` is 0), then the fullest pages apart from the last. Without blocks there is one empty page.
    """
    parts = _parts(blocks, sections, space)
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)] * (len(parts) + 1)
    for start in range(len(parts) - 1, -1, -1):
        best[start] = _best_page(start, parts, blocks, sections, space, split_cost, best)
    out: Pages = []
    at = 0
    while at < len(parts):
        end = best[at][2]
        out.append(parts[at:end])
        at = end
    return out or [[]]


def pages_apart(blocks: Sequence[Block], sections: Sequence[Head], space: Space) -> Pages:
    """Like ``pages``, but every section begins on a new page."""
    out: Pages = []
    for section in dict.fromkeys(block.section for block in blocks):
        own = [index for index, block in enumerate(blocks) if block.section == section]
        room = space if not out else Space(space.later, space.later)
        for page in pages([blocks[index] for index in own], sections, room):
            out.append([part._replace(block=own[part.block]) for part in page])
    return out or [[]]


def split_sections(plan: Pages) -> int:
    """The number of pages that begin within a section."""
    return sum(1 for page in plan if page and not page[0].opens)


def _best_page(
    start: int,
    parts: Sequence[PagePart],
    blocks: Sequence[Block],
    sections: Sequence[Head],
    space: Space,
    split_cost: float,
    best: Sequence[tuple[int, float, int]],
) -> tuple[int, float, int]:
    """Pages, cost and next start of the best plan from ``start``. A part that is too high gets a page of its own."""
    room = space.first if start == 0 else space.later
    used = 0.0
    best_plan: tuple[int, float, int] | None = None
    for end in range(start, len(parts)):
        part = parts[end]
        block = blocks[part.block]
        if part.opens or end == start:
            head = sections[block.section]
            used += head.opening if part.opens else head.again
        used += _height(part, block)
        if used - block.gap > room and end > start:
            break
        count, cost, _ = best[end + 1]
        if end + 1 < len(parts):
            cost += (0.0 if parts[end + 1].opens else split_cost) + max(0.0, room - used) ** 2 / 1e4
        plan = (count + 1, cost, end + 1)
        if best_plan is None or plan[:2] < best_plan[:2]:
            best_plan = plan
    if best_plan is None:
        raise IndexError(f"There is no part {start} among {len(parts)} parts.")
    return best_plan


def _height(part: PagePart, block: Block) -> float:
    return block.head + sum(block.rows[part.first : part.last]) + block.gap


def _parts(blocks: Sequence[Block], sections: Sequence[Head], space: Space) -> list[PagePart]:
    """Every block as one part, or as several parts if it is longer than a page."""
    out: list[PagePart] = []
    section = -1
    for index, block in enumerate(blocks):
        room = min(space) - max(sections[block.section]) - block.head
        for first, last in _chunks(block.rows, room):
            out.append(PagePart(index, first, last, block.section != section))
            section = block.section
    return out


def _chunks(rows: Sequence[float], room: float) -> list[tuple[int, int]]:
    """Runs of rows no higher than ``room``; a single row may be higher."""
    out: list[tuple[int, int]] = []
    first, used = 0, 0.0
    for index, row in enumerate(rows):
        if index > first and used + row > room:
            out.append((first, index))
            first, used = index, 0.0
        used += row
    out.append((first, len(rows)))
    return out
