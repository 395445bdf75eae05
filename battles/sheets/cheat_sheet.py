"""A cheat sheet on paper: each of its pages on one page, in type as large as lets it fit.

Narrow tables stand in two columns, wide ones below them over the whole width. What does not fit in the least type goes
on to a further page.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from armies.paper import pages as pages_of
from armies.paper.faces import Face, Printable, width
from armies.paper.fitting import wrap
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FIELD, FINE, FOOTER, RULE, SOFT, Sheet
from battles.engine.cheat_sheet import Page, Table

SIZES: Final = (8.0, 7.6, 7.2, 6.8, 6.4, 6.0)
"""Sizes of type that are tried, in points."""
GUTTER: Final = 5.0
"""Millimetres between the two columns."""
HALF: Final = (FIELD - GUTTER) / 2
WIDE: Final = 1.45
"""A table that would be so many times as wide as a column goes over the whole width."""
GAP: Final = 3.0
HEAD: Final = 11.0
AIR: Final = 2.2
"""Millimetres between the columns of a table."""
SLACK: Final = 0.05
"""Millimetres by which a word may be wider than its column, so that none is broken for a rounding."""
LEADING: Final = 0.4
"""Millimetres from line to line for each point of size."""

Line = tuple[str, ...]


class Block(NamedTuple):
    """A table ready to be set: widths of its columns, and its rows and note in lines."""

    table: Table
    size: float
    widths: tuple[float, ...]
    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    note: Line

    @property
    def lead(self) -> float:
        return self.size * LEADING

    @property
    def height(self) -> float:
        """Millimetres from the top of its title to its foot."""
        lines = sum(max(map(len, row)) for row in (self.head, *self.rows)) + len(self.note)
        return self.lead * (lines + 1.4) + (len(self.rows) + 1) * 0.5


class Put(NamedTuple):
    """A block and where its top left corner is, in millimetres from that of the field below the heading."""

    block: Block
    x: float
    y: float


def cheat_sheet(pages: Sequence[Page], title: str) -> Section:
    """The sheet of a system; ``title`` says whose rules, or of which battle, they are."""
    words = tuple(pages)

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        room = sheet.bottom - sheet.top - HEAD - FOOTER - GAP
        leaves = [(page.title, leaf) for page in words for leaf in _leaves(page, room, printable)]
        return Planned([pages_of.Page(partial(_leaf, printable(title), *leaf), leaf[0]) for leaf in leaves])

    return Section("Cheat sheet", title, digest_of(words, title), plan)


def _leaf(title: str, of: str, leaf: Sequence[Put], sheet: Sheet, folio: pages_of.Folio) -> None:
    sheet.text(sheet.left, sheet.top + 5.4, title, "disp", 15)
    sheet.text(sheet.right, sheet.top + 5.4, of, "dispi", 11, "r", SOFT)
    sheet.scotch(sheet.top + 7.4)
    for put in leaf:
        _draw(sheet, put.block, sheet.left + put.x, sheet.top + HEAD + put.y)


def _leaves(page: Page, room: float, printable: Printable) -> list[list[Put]]:
    """A page on one sheet, in the largest type that lets it; else on several."""
    leaves: list[list[Put]] = []
    for size in SIZES:
        leaves = _placed([_block(table, size, printable) for table in page.tables], room)
        if len(leaves) == 1:
            break
    return leaves


def _placed(blocks: Sequence[Block], room: float) -> list[list[Put]]:
    """Narrow blocks in the shorter column in turn, then the wide ones; a new sheet where there is no room."""
    leaves: list[list[Put]] = [[]]
    foot = [0.0, 0.0]
    for block in sorted(blocks, key=_is_wide):
        wide = _is_wide(block)
        column = 0 if foot[0] <= foot[1] else 1
        top = max(foot) if wide else foot[column]
        if leaves[-1] and top + block.height > room:
            leaves.append([])
            foot, column, top = [0.0, 0.0], 0, 0.0
        leaves[-1].append(Put(block, 0.0 if wide else column * (HALF + GUTTER), top))
        below = top + block.height + GAP
        foot = [below, below] if wide else [below if each == column else foot[each] for each in range(2)]
    return leaves


def _is_wide(block: Block) -> bool:
    return sum(block.widths) > HALF + 0.01


# One table


def _block(table: Table, size: float, printable: Printable) -> Block:
    """A table in lines, over a column or over the whole width."""
    head = [printable(word) for word in table.columns]
    rows = [[printable(cell) for cell in row] for row in table.rows]
    natural = [
        max(width(cell, _face(place, number), size) for number, cell in enumerate(column)) + AIR
        for place, column in enumerate(zip(head, *rows, strict=True))
    ]
    measure = FIELD if sum(natural) > HALF * WIDE else HALF
    widths = _shared(natural, measure)
    return Block(
        table,
        size,
        widths,
        _lines(head, widths, size, heading=True),
        tuple(_lines(row, widths, size) for row in rows),
        wrap(printable(table.note), "ital", size, measure) if table.note else (),
    )


def _face(column: int, row: int) -> Face:
    """The face of a cell: headings and the first column are bold."""
    return "semi" if not row or not column else "text"


def _shared(natural: Sequence[float], measure: float) -> tuple[float, ...]:
    """Widths that fill the measure: narrow columns get what they need, wide ones share the rest by what they need."""
    left, open_to = measure, dict(enumerate(natural))
    found: dict[int, float] = {}
    while narrow := [each for each, need in open_to.items() if need <= left / len(open_to)]:
        for each in narrow:
            found[each] = open_to.pop(each)
        left = measure - sum(found.values())
        if not open_to:
            found[len(natural) - 1] += left
            break
    need = sum(open_to.values())
    found |= {each: left * own / need for each, own in open_to.items()}
    return tuple(found[each] for each in range(len(natural)))


def _lines(cells: Sequence[str], widths: Sequence[float], size: float, *, heading: bool = False) -> tuple[Line, ...]:
    return tuple(
        wrap(cell, _face(place, not heading), size, wide - AIR + SLACK)
        for place, (cell, wide) in enumerate(zip(cells, widths, strict=True))
    )


def _draw(sheet: Sheet, block: Block, x: float, y: float) -> None:
    """A table with its top left corner at a place."""
    wide, lead = sum(block.widths), block.lead
    y += lead
    sheet.caps(x, y, block.table.title, block.size)
    sheet.text(x + wide, y, block.table.rules[0], "text", max(5.0, block.size - 1.6), "r", SOFT)
    sheet.rule(x, y + lead * 0.32, x + wide, RULE)
    y += lead * 0.4
    for number, cells in enumerate((block.head, *block.rows)):
        left = x
        for place, (lines, across) in enumerate(zip(cells, block.widths, strict=True)):
            for index, line in enumerate(lines):
                face = _face(place, number)
                sheet.text(left, y + lead * (index + 0.8), line, face, block.size, grey=0.0 if number else SOFT)
            left += across
        y += lead * max(map(len, cells)) + 0.25
        sheet.rule(x, y, x + wide, FINE, 0.0 if not number else SOFT)
        y += 0.25
    for index, line in enumerate(block.note):
        sheet.text(x, y + lead * (index + 0.85), line, "ital", block.size)
